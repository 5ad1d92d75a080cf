"""The hunt finds planted faults, tells the way to each, and tells nothing where there is none."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import hunt
import pytest
from golden import OURS
from match import POLICIES, Disagreement, agree, some_policy, some_rules

from carcassonne import Game, scoring, turn
from carcassonne.build import COMPILED
from carcassonne.events import Term
from carcassonne.expansions.abbot import rules as abbot
from carcassonne.expansions.inns_and_cathedrals import rules as inns
from carcassonne.expansions.peasant_revolts import rules as revolts
from carcassonne.expansions.river import rules as river
from carcassonne.expansions.traders_and_builders import rules as traders
from carcassonne.pieces import Pieces
from carcassonne.table import Table
from carcassonne.turn import DeployPhase


class Fault(NamedTuple):
    """What is changed in the engine, to what, a game that shows it, and what the two then disagree about."""

    place: Any
    name: str
    wrong: Any
    number: int
    lightly: str
    """What is told where the game is watched lightly, perhaps long after it went wrong."""
    about: str
    """What is told with everything compared."""


def all_who_stand_win(self: Pieces, standing: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A majority that needs only one meeple."""
    counts, _ = MAJORITY(self, standing)
    return counts, tuple(seat for seat, count in enumerate(counts) if count)


def large_ones_stay(self: Table, piece: int, cause: str) -> None:
    """Meeples go home, large ones do not."""
    if self.pieces.kind_of[piece].name != "large_meeple":
        RETURN_PIECE(self, piece, cause)


def one_more(name: str) -> Callable[[str, int, int], Term]:
    """Terms in which two or more things of a name are counted as one more."""
    return lambda named, count, each: Term(named, count + (named == name and count > 1), each)


MAJORITY, RETURN_PIECE = Pieces.majority, Table.return_piece
HAPPENED, NOW = "what happened", "scores if the game ended now"
TO_DEPLOY = "what may be chosen to deploy"
FAULTS = {
    "fields bring 4 a city": Fault(scoring, "FIELD_POINTS", 4, 5, HAPPENED, NOW),
    "fields touch one city more": Fault(scoring, "Term", one_more("completed cities"), 5, HAPPENED, NOW),
    "cities have one tile more": Fault(scoring, "Term", one_more("tiles"), 4, "scores", "scores"),
    "cities have one coat of arms more": Fault(scoring, "Term", one_more("coats of arms"), 4, "scores", NOW),
    "all who stand win": Fault(Pieces, "majority", all_who_stand_win, 28, HAPPENED, NOW),
    "large meeples stay": Fault(Table, "return_piece", large_ones_stay, 21, "supplies", NOW),
    "nothing is scored in the end": Fault(turn, "final_scoring", lambda _: None, 4, HAPPENED, NOW),
    "nobody is told to win": Fault(turn, "winners", lambda _: (), 4, HAPPENED, HAPPENED),
    "inns add 2": Fault(inns, "INN_BONUS", 2, 61, "scores", "scores"),
    "pigs add 2": Fault(traders, "PIG_POINTS", 2, 9, HAPPENED, NOW),
    "goods bring 9": Fault(traders, "MAJORITY_POINTS", 9, 29, HAPPENED, NOW),
    "pigs earn second turns": Fault(traders, "BUILDER", "pig", 665, "whose turn it is", "whose turn it is"),
    "companions stay": Fault(traders, "go_home_if_alone", lambda *_: None, 147, "supplies", "supplies"),
    "protected meeples bring 3": Fault(revolts, "POINTS_IN_REVOLT", 3, 57, "scores", "scores"),
    "protecting at once costs 3": Fault(revolts, "PRICE_DEPLOYED", 3, 57, "scores", "scores"),
    "protecting later costs 1": Fault(revolts, "PRICE_STANDING", 1, 133, "scores", "scores"),
    "revolts reach nobody": Fault(revolts, "reach", lambda *_: True, 57, "revolts", "revolts"),
    "the river turns back": Fault(
        river, "came_from", lambda *_: [], 33, "whether 'place", "what may be chosen to place"
    ),
    "completed abbots are taken back": Fault(abbot, "completed", lambda *_: False, 763, "whether 'recall", TO_DEPLOY),
    "nobody deploys": Fault(DeployPhase, "actions", lambda *_: (), 12, TO_DEPLOY, TO_DEPLOY),
    "deploying fails": Fault(DeployPhase, "apply", lambda *_: 1 / 0, 12, *["it fails with ZeroDivisionError"] * 2),
}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Fault:
    """One fault, planted in the engine once the ruleset of the game is made."""
    planted = FAULTS[request.param]
    some_rules(planted.number).game()
    monkeypatch.setattr(planted.place, planted.name, planted.wrong)
    return planted


def game_of(code: str) -> Game:
    """The game that lines of Python come to."""
    namespace: dict[str, Any] = {"Game": Game}
    exec(code, namespace)
    game: Game = namespace["game"]
    return game


@pytest.mark.skipif(COMPILED, reason="nothing can be planted in compiled functions")
def test_a_planted_fault_is_found_and_told_with_the_way_there(fault: Fault, capsys: pytest.CaptureFixture[str]) -> None:
    number = fault.number
    assert hunt.report(hunt.hunt(range(number, number + 1)), 1) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"game {number} (")
    assert told.splitlines()[-1].startswith("1 games with 1 rulesets, ")
    assert told.endswith(" actions: 1 disagreements\n")
    outcome = hunt.hunt_one(number)
    assert outcome.what.startswith(fault.about)
    assert str(outcome) in told
    game = game_of(outcome.code)
    assert len(game.actions) == outcome.actions


@pytest.mark.skipif(COMPILED, reason="nothing can be planted in compiled functions")
def test_a_planted_fault_is_found_by_watching_lightly(fault: Fault) -> None:
    assert fault.number % hunt.CLOSELY
    outcome = hunt.played(fault.number, hunt.EVERY, closely=False)
    assert outcome.what.startswith(fault.lightly)


def test_a_game_is_played_alike_however_it_is_watched() -> None:
    for number in range(20, 26):
        closely, lightly = (hunt.played(number, hunt.EVERY, closely=closely) for closely in (True, False))
        assert closely == lightly


def test_what_is_not_found_again_is_told_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def once(number: int, compare_every: int, *, closely: bool = True) -> hunt.Outcome:
        return hunt.Outcome(number, "base", 5, "" if closely else "scores")

    monkeypatch.setattr(hunt, "played", once)
    assert hunt.hunt_one(1).what == "scores"


def test_the_way_told_is_the_shortest_in_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything compared in each turn, the difference shows in the turn that it comes from."""
    monkeypatch.setattr(inns, "INN_BONUS", 2)
    outcome = hunt.hunt_one(61)
    wrong = scores_in_the_last_turns(game_of(outcome.code))
    monkeypatch.undo()
    right = scores_in_the_last_turns(game_of(outcome.code))
    assert wrong.pop() != right.pop()
    assert wrong[0] == right[0]


def scores_in_the_last_turns(game: Game) -> list[tuple[int, ...]]:
    """The scores, had the game ended where the turn before this one began, and if it ended now."""
    now = game.provisional_scores()
    turn = game.turn
    while game.turn == turn or game.decision != "place":
        game.undo()
    return [game.provisional_scores(), now]


def test_nothing_is_told_where_there_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = range(20, 26)
    assert hunt.report(hunt.hunt(numbers), len(numbers)) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_the_outcomes_are_the_same_whatever_the_number_of_processes() -> None:
    numbers = range(30, 34)
    assert list(hunt.hunt(numbers, jobs=2)) == list(hunt.hunt(numbers))


def test_an_interrupt_tells_what_it_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> Any:
        yield hunt.Outcome(1, "base; 2 players; greedy", 5)
        raise KeyboardInterrupt

    assert hunt.report(interrupted(), 9) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("1 games with 1 rulesets, 5 actions: 0 disagreements\n", "interrupted\n")


def test_all_rules_come_up_and_every_way_of_playing_with_each() -> None:
    setups = [some_rules(number) for number in range(0, 40_000, 97)]
    subsets = {frozenset(expansion.id for expansion in setup.expansions) for setup in setups}
    assert {frozenset(), frozenset(OURS), *(frozenset({name}) for name in OURS)} <= subsets
    assert len(subsets) > 25
    assert {setup.players for setup in setups} == {2, 3, 4, 5, 6}
    assert {setup.settings.get("sets", 1) for setup in setups} == {1, 2}
    assert sum(setup.stack is not None for setup in setups) > 20
    assert {(number % 4, some_policy(number)) for number in range(400)} == set(product(range(4), POLICIES))
    assert {(number % 4, some_policy(number)) for number in range(0, 4000, hunt.CLOSELY)} == set(
        product(range(4), POLICIES)
    )


@pytest.mark.parametrize(
    ("engine", "table", "told"),
    [
        (1, 2, "points: the engine says 1, the table 2"),
        ({1, 2}, {2, 3}, "points: only the engine has 1, only the table 3"),
        ({1}, set(), "points: only the engine has 1, only the table nothing"),
    ],
)
def test_a_disagreement_says_what_both_say(engine: Any, table: Any, told: str) -> None:
    with pytest.raises(Disagreement) as caught:
        agree("points", engine, table)
    assert str(caught.value) == told
