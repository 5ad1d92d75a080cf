"""Phases run in stretches from one decision to the next, and that makes no difference to any game."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from asking import Answer, Question
from hypothesis import given, settings
from hypothesis import strategies as st

from carcassonne import Action, Expansion, Game
from carcassonne.board import NOWHERE
from carcassonne.expansion import Insertion, Phase
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Scoring
from carcassonne.stretches import next_seat
from carcassonne.table import BEFORE_TURN, GAME_OVER, NOBODY, Table
from carcassonne.turn import CORE_PHASES, end_game

PHASES = [phase.name for phase in CORE_PHASES]
SHIPPED = ["abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders"]


class OneByOne(Game):
    """A game whose phases are entered one by one."""

    __slots__ = ()

    def _go_on(self) -> None:
        phases = self.ruleset.phases
        self._listed = None
        while True:
            if self.asked:
                name, seat = self.asked[0]
                phase = self.ruleset.phase_named[name]
            elif self.step + 1 == len(phases):
                if self.top == len(self.stack):
                    end_game(self)
                    self.seat = NOBODY
                    return
                self.step, following = BEFORE_TURN, (self.turn_seat + 1) % len(self.players)
                self.turn_seat = next_seat(self, following)
                self.turn, self.deployed, self.instead, self.redrawn = self.turn + 1, NOWHERE, False, False
                continue
            else:
                self.step += 1
                phase = phases[self.step]
                seat = phase.enter(self)
            if seat == GAME_OVER:
                self.seat = NOBODY
                return
            if seat == NOBODY:
                continue
            self.seat, self.deciding = seat, phase
            if not phase.passable or len(self.listed()) > 1:
                return
            self._listed = None
            self.asked = self.asked[1:]


class Between(Expansion):
    """Puts phases in which nothing happens after some of the core's."""

    id = "between"
    title = "Between"

    def __init__(self, after: Iterable[str]) -> None:
        self.anchors = sorted(after)

    def phases(self) -> list[Insertion]:
        return [Insertion(type("Idle", (Phase,), {"name": f"after_{name}"})(), name) for name in self.anchors]


class Encore(Question):
    """Now and then it has the turn scored again, and asks somebody besides."""

    name = "encore"

    def enter(self, table: Table) -> int:
        if table.turn % 4 or table.redrawn:
            return NOBODY
        table.redrawn = True
        table.go_back_to("score")
        return table.turn % len(table.players)


class Interrupts(Expansion):
    """Asks questions from within the hooks of a turn, and now and then goes back in it."""

    id = "interrupts"
    title = "Interrupts"
    actions = (Answer,)
    replaces = ("next_seat",)

    def phases(self) -> list[Insertion]:
        return [Insertion(Question(), None), Insertion(Encore(), "score")]

    def ask(self, table: Table, number: int) -> None:
        if not table.over and table.turn % 9 == number:
            table.ask("question", number % len(table.players))

    def tile_drawn(self, table: Table) -> None:
        self.ask(table, 0)
        if table.turn % 9 == 1 and not table.redrawn:
            table.redrawn = True
            table.go_back_to("draw")

    def tile_placed(self, table: Table) -> None:
        self.ask(table, 2)

    def may_deploy(self, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        return "not in this turn" if table.turn % 9 == 8 else None

    def piece_deployed(self, table: Table, piece: int) -> None:
        self.ask(table, 3)

    def feature_completed(self, table: Table, scoring: Scoring) -> None:
        self.ask(table, 4)

    def piece_returned(self, table: Table, piece: int, node: int) -> None:
        self.ask(table, 5)

    def turn_ended(self, table: Table) -> None:
        self.ask(table, 6)
        if table.turn % 9 == 5 and not table.redrawn and table.top < len(table.stack):
            table.redrawn = True
            table.go_back_to("draw")

    def next_seat(self, table: Table) -> int | None:
        self.ask(table, 7)
        return None


def course(expansions: list[str | Expansion], seed: int, by_hand: bool, *, one_by_one: bool = False) -> list[str]:
    """A random game as lines: where it stands before each decision, what is legal then, and all that happens."""
    game = (OneByOne if one_by_one else Game)(3, expansions=expansions, seed=seed, by_hand=by_hand)
    choose = Random(seed).choice
    told = [repr(game.events)]
    while not game.over:
        listed = list(game.legal_actions)
        told.append(f"{game.turn} {game.decision} {game.seat} {game.scores} {game.tile} {'; '.join(map(str, listed))}")
        told.append(repr(game.play(choose(listed))))
        if len(told) % 5 == 0:
            undone = game.undo()
            game.play(undone)
    return told


ANY_GAME: dict[str, st.SearchStrategy[Any]] = {
    "own": st.lists(st.sampled_from(SHIPPED), max_size=2, unique=True),
    "interrupts": st.booleans(),
    "seed": st.integers(0, 10**6),
    "by_hand": st.booleans(),
}


@settings(max_examples=25)
@given(after=st.sets(st.sampled_from(PHASES), min_size=1), **ANY_GAME)
def test_phases_put_between_that_do_nothing_change_nothing(
    after: set[str], own: list[str], interrupts: bool, seed: int, by_hand: bool
) -> None:
    expansions: list[str | Expansion] = [*own, *([Interrupts()] if interrupts else [])]
    assert course([*expansions, Between(after)], seed, by_hand) == course(expansions, seed, by_hand)


@settings(max_examples=25)
@given(after=st.sets(st.sampled_from(PHASES)), **ANY_GAME)
def test_a_stretch_does_what_entering_its_phases_one_by_one_does(
    after: set[str], own: list[str], interrupts: bool, seed: int, by_hand: bool
) -> None:
    expansions: list[str | Expansion] = [*own, Between(after), *([Interrupts()] if interrupts else [])]
    assert course(expansions, seed, by_hand, one_by_one=True) == course(expansions, seed, by_hand)


def test_the_interrupts_of_these_games_happen_in_every_hook() -> None:
    """Or the test above would compare less than it says."""
    game, asked = Game(3, expansions=[Interrupts()], seed=5), set()
    choose = Random(5).choice
    while not game.over:
        if game.decision == "question":
            asked.add(game.turn % 9)
        game.play(choose(list(game.legal_actions)))
    assert asked == {0, 2, 3, 4, 5, 6, 8}  # what is asked in next_seat is asked in the turn that it begins
    assert len(game.drawn) > game.turn


@pytest.mark.parametrize("after", PHASES)
def test_phases_put_between_are_entered_in_every_turn_one_after_the_other(after: str) -> None:
    entered: list[tuple[int, str, str]] = []

    class Counting(Phase[Action]):
        def __init__(self, name: str) -> None:
            self.name = name  # type: ignore[misc]

        def enter(self, table: Table) -> int:
            entered.append((table.turn, self.name, table.ruleset.phases[table.step].name))
            return NOBODY

    phases = [Insertion(Counting("first"), after), Insertion(Counting("second"), "first")]
    expansion = type("Count", (Expansion,), {"id": "count", "title": "Count", "phases": lambda self: phases})()
    game = Game(stack=["D", "U", "V", "E"], expansions=[expansion], settings={"meeples": 1})
    while not game.over:
        game.play(game.legal_actions[-1])
    assert game.supply == (0, 0)
    assert entered == [(turn, name, name) for turn in range(1, 5) for name in ("first", "second")]


def test_what_is_asked_for_as_a_turn_begins_is_decided_before_a_tile_is_drawn() -> None:
    game = Game(3, expansions=[Interrupts()], seed=5)
    while (game.decision, game.turn) != ("question", 8):
        game.play(game.legal_actions[0])
    assert game.tile is None
    game.play(Answer())
    assert game.decision == "place"
