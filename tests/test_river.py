"""The River: every sentence of docs/rules.md 3.5 about it as a test."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from scenario import do, fitting, options
from whole_games import assert_sound

from carcassonne import Deploy, Draw, Expansion, Game, Place
from carcassonne.events import TileSetAside
from carcassonne.expansions.river import River
from carcassonne.geometry import STEPS
from carcassonne.orientations import Orientation
from carcassonne.record.record import Record
from carcassonne.table import Table
from carcassonne.tile_files import read_tile_file, shipped
from carcassonne.tiles import Tile

RIVER = ("river",)
COURSE = [f"RI{number:02}" for number in range(2, 12)]
"""The ten tiles between spring and lake."""
TOGETHER = [
    ("river",),
    ("abbot", "river"),
    ("peasant_revolts", "river"),
    ("abbot", "peasant_revolts", "river"),
]
PAGE = Path(__file__).parent.parent / "docs" / "expansions" / "river.md"

SECOND_EDITION = """
[set]
name = "river2"
title = "The River, second edition"

[[tile]]
id = "spring"
count = 1
edges = "FIFF"
rivers = ["E"]
fields = [{ half_edges = "NL NR EL ER SL SR WL WR" }]
marks = { river = "spring" }

[[tile]]
id = "road_curve"
count = 1
edges = "RRII"
roads = ["NE"]
rivers = ["SW"]
fields = [{ half_edges = "NL ER SL WR" }, { half_edges = "NR EL" }, { half_edges = "SR WL" }]

[[tile]]
id = "city_curve"
count = 1
edges = "CIIC"
cities = ["NW"]
rivers = ["ES"]
fields = [{ half_edges = "EL SR", cities = ["NW"] }, { half_edges = "ER SL" }]

[[tile]]
id = "lake"
count = 1
edges = "FFFI"
rivers = ["W"]
fields = [{ half_edges = "NL NR EL ER SL SR WL WR" }]
marks = { river = "lake" }
"""


def after(*turns: str, then: Iterable[str]) -> Game:
    """The game after turns `RI09 place 0,1 r2` in which nothing is deployed, with these tiles to follow."""
    stack = [turn.split()[0] for turn in turns]
    game = Game(expansions=RIVER, stack=[*stack, *then])
    for turn in turns:
        do(game, turn.partition(" ")[2])
        if game.decision == "deploy":
            do(game, "pass")
    return game


# Set-up


@pytest.mark.parametrize("seed", range(5))
def test_spring_first_ten_shuffled_lake_last_then_the_normal_stack(seed: int) -> None:
    game = Game(expansions=RIVER, seed=seed)
    stack = [*game.drawn, *game.stack[game.top :]]
    assert game.board.tiles[0, 0].tile == "RI01"
    assert sorted(stack[:10]) == COURSE
    assert stack[10] == "RI12"
    assert not {tile for tile in stack[11:] if tile.startswith("RI")}


def test_the_ten_are_shuffled() -> None:
    assert len({tuple(Game(expansions=RIVER, seed=seed).stack[:10]) for seed in range(20)}) == 20


@pytest.mark.parametrize("sets", [1, 2])
def test_the_base_start_tile_is_discarded(sets: int) -> None:
    game = Game(expansions=RIVER, seed=1, settings={"sets": sets})
    assert Counter(game.stack)["D"] == 4 * sets - 1
    assert len(game.stack) == 72 * sets - 1 + 11


def test_the_base_tiles_come_in_the_order_that_they_come_in_without_the_river() -> None:
    assert Game(expansions=RIVER, seed=9).stack[11:] == Game(seed=9).stack


def test_the_spring_takes_the_start_tiles_place_also_where_the_stack_is_given() -> None:
    game = Game(expansions=RIVER, stack=["RI04", "U"])
    assert game.board.tiles[0, 0].tile == "RI01"
    assert game.stack == ["RI04", "U"]


def test_revolt_tiles_are_shuffled_into_the_normal_stack_not_into_the_river() -> None:
    for seed in range(5):
        game = Game(expansions=("river", "peasant_revolts"), seed=seed)
        assert [tile[:2] for tile in game.stack[:11]] == ["RI"] * 11
        assert sum(tile.startswith("PR") for tile in game.stack[11:]) == 9


def test_all_know_that_the_river_comes_first_and_the_lake_last() -> None:
    game = Game(expansions=("river", "peasant_revolts"), seed=4)
    again = Record.of(game).replay()
    for known in (game, again):
        dealt = [known.determinize(Random(seed)).stack for seed in range(12)]
        assert all(sorted(stack[:10]) == COURSE and stack[10] == "RI12" for stack in dealt)
        assert len({tuple(stack[1:10]) for stack in dealt}) > 1
        assert {stack[0] for stack in dealt} == {game.tile}


def test_of_tiles_drawn_by_hand_the_river_comes_first_and_the_lake_last() -> None:
    game = Game(expansions=RIVER, by_hand=True, seed=2)
    for number in range(10):
        assert len(game.legal_actions) == 10 - number
        assert game.why_not(Draw("RI12")) == "tile RI12 lies farther down in the stack"
        assert Draw("U") not in game.legal_actions
        do(game, options(game)[-1])
        if game.decision == "place":
            do(game, options(game)[0])
        if game.decision == "deploy":
            do(game, "pass")
    assert options(game) == ("draw RI12",)
    do(game, "draw RI12")
    do(game, options(game)[0], "pass")
    assert {str(action) for action in game.legal_actions} == {f"draw {tile.id}" for tile in shipped("base").tiles}


# Placing


def test_the_river_must_go_on_from_its_open_end() -> None:
    game = after(then=["RI04", "U"])
    assert game.why_not(Place(-1, 0, 0)) == "the river must go on from its open end"
    assert fitting(game) == {(0, 1, 0), (0, 1, 2)}
    assert options(game) == ("place 0,1 r0",)


def test_h8_no_immediate_u_turn(tmp_path: Path) -> None:
    """Scenario H8, with the second-edition tiles that it names."""
    file = tmp_path / "river2.toml"
    file.write_text(SECOND_EDITION)

    class SecondEdition(River):
        def tiles(self) -> Iterable[Tile]:
            return read_tile_file(file).tiles

    game = Game(expansions=[SecondEdition()], stack=["road_curve", "city_curve", "lake"])
    do(game, "place 1,0 r0", "pass")
    assert fitting(game) == {(1, 1, 3)}
    assert game.why_not(Place(1, 1, 2)) == "the river may not turn back right after it turned"
    do(game, "place 1,1 r3", "pass")
    assert fitting(game) == {(2, 1, 0)}


def test_h8_with_the_third_edition_tiles_a_quarter_turn_on() -> None:
    game = after("RI09 place 0,1 r2", then=["RI05", "U"])
    assert fitting(game) == {(-1, 1, 3)}
    assert game.why_not(Place(-1, 1, 2)) == "the river may not turn back right after it turned"


def test_after_a_turn_a_straight_tile_and_the_lake_are_free() -> None:
    assert fitting(after("RI09 place 0,1 r2", then=["RI04", "U"])) == {(-1, 1, 1), (-1, 1, 3)}
    assert fitting(after("RI09 place 0,1 r2", then=["RI12", "U"])) == {(-1, 1, 1)}


def test_after_a_straight_tile_the_river_may_turn_either_way() -> None:
    game = after("RI09 place 0,1 r2", "RI04 place -1,1 r1", then=["RI05", "U"])
    assert fitting(game) == {(-2, 1, 2), (-2, 1, 3)}


def test_a_river_tile_that_fits_nowhere_is_set_aside_and_play_goes_on() -> None:
    game = after("V place -1,0 r0", "X place -1,1 r0", then=["RI04", "RI11", "RI12", "U"])
    assert game.set_aside == ("RI04",)
    assert any(isinstance(event, TileSetAside) and event.tile == "RI04" for event in game.events)
    assert (game.tile, game.seat) == ("RI11", 0)
    do(game, "place 0,1 r0", "pass")
    assert game.tile == "RI12"
    assert fitting(game) == {(0, 2, 0)}


def test_once_the_river_ends_in_the_lake_no_river_tile_fits() -> None:
    game = after("RI12 place 0,1 r0", then=["RI04", "U"])
    assert game.set_aside == ("RI04",)
    assert game.tile == "U"


def test_other_tiles_lie_where_their_edges_fit() -> None:
    game = Game(expansions=RIVER, seed=1)
    assert {name for name, shape in game.ruleset.shapes.items() if shape.vetoes} == {"RI01", *COURSE, "RI12"}
    game = after("RI12 place 0,1 r0", then=["U"])
    assert (-1, 0, 1) in fitting(game)


def test_an_expansion_is_asked_only_about_tiles_that_it_restricts() -> None:
    asked: list[str] = []

    class NotNorth(Expansion):
        id = "not_north"
        title = "Not north"

        def restricts(self, tile: Tile) -> bool:
            return tile.id == "U"

        def may_place(self, table: Table, cell: int, orientation: Orientation) -> str | None:
            asked.append(orientation.tile.id)
            return "not north" if table.board.number_at(cell + STEPS[2]) is not None else None

    game = Game(expansions=[NotNorth()], stack=["V", "U", "E"])
    do(game, "place 1,0 r0", "pass")
    assert game.why_not(Place(1, -1, 0)) == "not north"
    do(game, "place -1,0 r0", "pass")
    assert (0, -1, 2) in fitting(game)
    assert set(asked) == {"U"}


# Standing and fields


def test_nobody_stands_on_the_river() -> None:
    game = after(then=["RI04", "U"])
    do(game, "place 0,1 r0")
    assert game.why_not(Deploy("river:N")) == "a meeple does not stand on a river"
    assert options(game) == ("pass", "deploy field:NL", "deploy field:NR")


def test_meeples_are_deployed_as_usual_beside_the_river() -> None:
    game = after(then=["RI08", "U"])
    do(game, "place 0,1 r1")
    assert {"deploy monastery", "deploy road:W", "deploy field:NR"} <= set(options(game))


def test_the_river_splits_fields_and_they_meet_round_spring_and_lake() -> None:
    game = after("RI11 place 0,1 r0", "RI04 place 0,2 r0", then=["RI12", "U"])
    board = game.board
    assert board.feature(0, 1, "field:NL") == board.feature(0, 1, "field:NR")
    assert board.feature(0, 2, "field:WL") != board.feature(0, 2, "field:EL")
    do(game, "place 0,3 r0", "pass")
    assert board.feature(0, 2, "field:WL") == board.feature(0, 2, "field:EL")


def test_a_river_is_never_complete_and_scores_nothing() -> None:
    game = after("RI12 place 0,1 r0", then=["U"])
    (river,) = game.board.features("river")
    assert (river.tiles, river.open_edges, river.completed) == (((0, 0), (0, 1)), 0, False)
    assert game.scores == (0, 0)


# The doubtful tiles


@pytest.mark.parametrize("number", [0, 1])
def test_the_corrections_that_the_page_gives_for_doubtful_tiles_can_be_read(number: int, tmp_path: Path) -> None:
    correction = re.findall(r"```toml\n(.+?)```", PAGE.read_text(), re.DOTALL)[number]
    file = tmp_path / "corrected.toml"
    file.write_text(f'[set]\nname = "corrected"\ntitle = "Corrected"\n{correction}')
    (corrected,) = read_tile_file(file).tiles
    (ours,) = (tile for tile in shipped("river").tiles if tile.id == corrected.id)
    assert (corrected.edges, corrected.marks) == (ours.edges, ours.marks)
    assert corrected.segments != ours.segments


# Whole games


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("expansions", TOGETHER, ids="+".join)
def test_whole_games_are_sound_and_the_river_runs_on(expansions: tuple[str, ...], players: int) -> None:
    game = assert_sound(expansions, players, seed=players)
    assert_the_river_runs_on(game)
    assert all("river" not in causes for causes in game.breakdown())


def assert_the_river_runs_on(game: Game) -> None:
    """From the spring the river runs through every river tile placed, one after the other, and never straight back."""
    tiles = game.board.tiles
    steps = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    opposite = dict(zip("NESW", "SWNE", strict=True))

    def ways(cell: tuple[int, int]) -> set[str]:
        placed = tiles[cell]
        letters = game.ruleset.shapes[placed.tile].tile.edges
        return {side for at, side in enumerate("NESW") if letters[(at - placed.rotation) % 4] == "I"}

    cell, course, passed = (0, 0), "S", [(0, 0)]
    while True:
        dx, dy = steps[course[-1]]
        cell = (cell[0] + dx, cell[1] + dy)
        if cell not in tiles:
            break
        passed.append(cell)
        (*onward,) = ways(cell) - {opposite[course[-1]]}
        if not onward:
            break
        course += onward[0]
    assert passed == [cell for cell, placed in tiles.items() if placed.tile.startswith("RI")]
    assert not any(before == opposite[after] for before, after in zip(course, course[2:], strict=False))
