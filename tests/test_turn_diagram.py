"""docs/turn.md is true: a scripted game runs down its diagram, hook by hook."""

import functools
import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from asking import Answer, Question
from scenario import do

from carcassonne import Action, Game
from carcassonne.board import bits
from carcassonne.expansion import HOOKS, Expansion, Insertion
from carcassonne.settings import RuleSettings
from carcassonne.table import Table, state_json
from carcassonne.tiles import Tile
from carcassonne.turn import CORE_PHASES
from carcassonne.values import value

PAGE = (Path(__file__).parent.parent / "docs" / "turn.md").read_text(encoding="utf-8")
(DIAGRAM,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def parts() -> dict[str, list[str]]:
    """The hooks under each heading of the diagram, in order."""
    found: dict[str, list[str]] = {}
    for line in DIAGRAM.splitlines():
        if line and not line.startswith(" "):
            found[line] = []
        elif hook := re.match(r" +\* (\w+)", line):
            found[list(found)[-1]].append(hook[1])
    return found


COMPILED, BEFORE, TURN, END, ANY_TIME = parts()


@value
class Stroll(Action):
    """The seat's meeple moves to the first segment of the tile just placed. Text: `stroll`."""

    verb = "stroll"
    form = "stroll"


class ToldQuestion(Question):
    """A question whose answer stands among the calls."""

    def apply(self, table: Table, action: Answer) -> None:
        CALLS.append("(answered)")


class Nothing:
    """A state to be copied."""

    def copy(self) -> "Nothing":
        return Nothing()


CALLS: list[str] = []
"""The hooks as they were called, and what the script adds."""


class Recorder(Expansion):
    """Overrides every hook and changes nothing by it; offers one action of its own."""

    id = "recorder"
    title = "Recorder"
    actions = (Stroll, Answer)
    settings = RuleSettings

    def phases(self) -> Iterable[Insertion]:
        return (Insertion(ToldQuestion(), after=None),)

    def new_state(self, seats: int) -> Nothing:
        return Nothing()

    def load_state(self, table: Table, data: Any) -> Nothing:
        return Nothing()

    def tile_drawn(self, table: Table) -> None:
        if table.turn == 2:
            table.ask("question", 0)

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        mine = table.board.standing & table.pieces.by_seat[table.seat]
        return (Stroll(),) if decision == "deploy" and mine else ()

    def apply_action(self, table: Table, action: Action) -> None:
        (piece,) = bits(table.board.standing & table.pieces.by_seat[table.seat])
        table.move_piece(piece, table.board.base)


def recording(name: str, method: Any) -> Any:
    @functools.wraps(method)
    def call(self: Expansion, *arguments: Any) -> Any:
        CALLS.append(name)
        return method(self, *arguments)

    return call


for _name in HOOKS:
    setattr(Recorder, _name, recording(_name, getattr(Recorder, _name)))


def begun() -> Game:
    """A game that is recorded from its beginning."""
    CALLS.clear()
    return Game(stack=["U", "E", "V", "B"], expansions=[Recorder()])


def test_the_diagram_names_every_hook_in_the_order_of_the_contract() -> None:
    assert list(dict.fromkeys(itertools.chain(*parts().values()))) == list(HOOKS)


def test_the_diagram_names_the_phases_of_the_core_in_their_order() -> None:
    assert re.findall(r"^  ([A-Z]+)\b", DIAGRAM, re.MULTILINE) == [phase.name.upper() for phase in CORE_PHASES]


def test_a_ruleset_is_compiled_and_a_game_begun_in_just_this_order() -> None:
    begun()
    first_turn = CALLS.index("tile_drawn")
    assert list(dict.fromkeys(CALLS[:first_turn])) == parts()[COMPILED] + parts()[BEFORE]


def test_a_scripted_game_calls_the_hooks_in_just_this_order() -> None:
    game = begun()
    do(game, "place 1,0 r0", "deploy road:E")  # Red deploys, and nothing is completed
    do(game, "answer", "place 0,-1 r2", "deploy city:S")  # Red is asked in Blue's turn; Blue completes a city
    do(game, "place -1,0 r3", "stroll")  # Red moves a meeple instead of deploying
    do(game, "place 0,1 r0", "pass")  # Blue passes, and the stack is empty
    played = [name for name, _ in itertools.groupby(CALLS)]
    drawn = [index for index, name in enumerate(played) if name == "tile_drawn"]
    turns = [played[start:end] for start, end in itertools.pairwise([*drawn, None])]

    to_place, placed = ["may_place"], ["tile_placed", "may_deploy", "extra_actions"]
    deployed, ended = ["may_deploy", "piece_deployed"], ["turn_ended", "next_seat"]
    scored = ["feature_completed", "adjust_score", "feature_scored", "piece_returned"]
    assert turns == [
        ["tile_drawn", *to_place, *placed, *deployed, *ended],
        ["tile_drawn", "(answered)", *to_place, *placed, *deployed, *scored, *ended],
        ["tile_drawn", *to_place, *placed, "apply_action", "piece_moved", *ended],
        ["tile_drawn", *to_place, *placed, "turn_ended", *parts()[END]],
    ]
    for turn in turns[:3]:
        assert_runs_down(turn)
    assert set(itertools.chain(*turns[:3])) - {"(answered)"} == set(parts()[TURN])


def assert_runs_down(turn: list[str]) -> None:
    """The calls of a turn go down the diagram; only what was asked when actions were listed is asked of one again."""
    lines = [parts()[TURN].index(name) for name in turn if name != "(answered)"]
    assert all(
        line <= following or parts()[TURN][following] == "may_deploy" for line, following in itertools.pairwise(lines)
    ), turn


def test_the_others_are_called_when_somebody_asks() -> None:
    game = begun()
    do(game, "place 1,0 r0", "deploy road:E")
    CALLS.clear()
    game.seen_ahead(0)
    assert game.meeples
    (data,) = state_json(game).values()
    game.ruleset.expansions[0].load_state(game, data)
    assert parts()[ANY_TIME] == CALLS


def test_only_the_tiles_that_an_expansion_heeds_call_it_when_they_are_drawn() -> None:
    drawn: list[str | None] = []

    class Heeding(Expansion):
        id = "heeding"
        title = "Heeding"

        def heeds(self, tile: Tile) -> bool:
            return tile.id in ("U", "B")

        def tile_drawn(self, table: Table) -> None:
            assert isinstance(table, Game)
            drawn.append(table.tile)

    game = Game(stack=["U", "E", "V", "B", "U"], expansions=[Heeding()])
    assert [name for name, shape in game.ruleset.shapes.items() if shape.drawn] == ["B", "U"]
    while not game.over:
        game.play(game.legal_actions[0])
    assert drawn == ["U", "B", "U"]
    revolts = Game(expansions=["peasant_revolts"]).ruleset.shapes.values()
    assert {shape.id for shape in revolts if shape.drawn} == {f"PR{number:02}" for number in range(1, 13)}
