"""The scenarios of cases/: positions from public bug reports and rule disputes, with known right answers.

`cases/scenarios.md` tells each of them in words; those that are games stand in `cases/scenarios.json` too.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from scenario import SPARE, End, Tally, Turn, do, fitting, parse, play

from carcassonne import CarcassonneError, Deploy, Game, IllegalAction, Pass, Place
from carcassonne.events import Event, GameOver, TileDrawn, TileSetAside
from carcassonne.expansions.peasant_revolts import Protect, protected
from carcassonne.tiles import Segment

CASES = Path(__file__).parent / "cases"
REVOLTS = ("peasant_revolts",)


def told_scenarios() -> dict[str, str]:
    """The scenarios of the Markdown file by id: the lines of their blocks of text."""
    found: dict[str, str] = {}
    for section in re.split(r"^### ", (CASES / "scenarios.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        block = re.search(r"^```\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
        if block is None:
            continue
        name = re.split(r"[ /]", section)[0]
        for line in block[1].splitlines(keepends=True):
            if line.startswith("# "):
                name = line[2:].strip()
            else:
                found[name] = found.get(name, "") + line
    return found


TOLD = told_scenarios()
GAMES: dict[str, dict[str, Any]] = {
    game["id"]: game for game in json.loads((CASES / "scenarios.json").read_text(encoding="utf-8"))
}
SETTINGS: Mapping[str, dict[str, object]] = {"D3": {"meeples": 1}}
"""What a scenario's words ask for besides its moves."""


def without_prices(text: str) -> str:
    """A scenario of group F without its protections, as its scores leave them out."""
    return "\n".join(line for line in text.splitlines() if "protect" not in line)


def moves_of(text: str) -> str:
    """A scenario's turns alone, with their protections."""
    return "\n".join(line for line in text.splitlines() if "protect" in line or re.match(r"P\d: ", line))


def in_full(token: str | None) -> str | None:
    """The location that a token of the JSON file names: `c:N` is `city:N`."""
    kinds = {"c": "city", "r": "road", "f": "field", "m": "monastery"}
    return None if token is None else ":".join([kinds[token[0]], *token.split(":")[1:]])


def test_every_scenario_that_is_a_game_is_told_in_words() -> None:
    assert set(GAMES) == set(TOLD)


@pytest.mark.parametrize("name", GAMES)
def test_words_and_json_say_the_same(name: str) -> None:
    game, lines = GAMES[name], parse(TOLD[name])
    turns = [line for line in lines if isinstance(line, Turn)]
    assert [(turn.tile, turn.place, turn.meeple) for turn in turns] == [
        (move["tile"], Place(move["x"], move["y"], move["rot"]), in_full(move["meeple"])) for move in game["moves"]
    ]
    assert game["final_scoring"] == any(isinstance(line, End) for line in lines)
    probes = [line.text for line in lines if not isinstance(line, Turn | Tally | End)]
    assert probes == game["probes"]
    if game["expect_after_last"]:
        last = next(line for line in reversed(lines) if isinstance(line, Tally))
        expected = game["expect_after_last"]
        assert (list(last.scores), list(last.supply)) == (expected["scores"], expected["supply"])


@pytest.mark.parametrize("name", GAMES)
def test_scenario(name: str) -> None:
    game = play(without_prices(TOLD[name]), players=GAMES[name]["players"], settings=SETTINGS.get(name))
    assert game.over == GAMES[name]["final_scoring"]
    if expected := GAMES[name]["expect_after_last"]:
        assert [list(game.scores), list(game.supply)] == [expected["scores"], expected["supply"]]


# A: placement


COUNTS = "A5 B4 C4 D6 E4 F4 G4 H4 I4 J6 K6 L7 M4 N4 O6 P6 Q4 R4 S5 T5 U6 V6 W7 X8"


@pytest.mark.parametrize("count", COUNTS.split())
def test_a4_legal_pairs_beside_the_start_tile(count: str) -> None:
    tile, number = count[0], int(count[1:])
    game = Game(stack=[tile])
    assert len(fitting(game)) == number
    assert all(action in game.legal_actions for action in (Place(*pair) for pair in fitting(game)))


@pytest.mark.parametrize("cell", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("tile", "ABCDEFGHIJKLMNOPQRSTUVWX")
def test_a1_no_tile_lies_at_a_corner_of_the_start_tile(tile: str, cell: tuple[int, int]) -> None:
    game = Game(stack=[tile])
    assert not any(Place(*cell, rotation) in game.legal_actions for rotation in range(4))


def test_a4_four_quarter_turns_are_none() -> None:
    for game in (Game(stack=[tile]) for tile in "ABCDEFGHIJKLMNOPQRSTUVWX"):
        assert game.tile is not None
        segments: tuple[Segment, ...] = game.ruleset.shapes[game.tile].tile.segments
        assert all(segment.locations(4) == segment.locations(0) for segment in segments)


# B: completion


def test_b1_two_points_for_the_smallest_city_by_setting() -> None:
    game = play("P1: E r2 @(0,-1), meeple city S -> city complete (2 tiles): P1 +2; returned P1x1",
                settings={"two_tile_city": 2})  # fmt: skip
    assert game.scores == (2, 0)


NEIGHBOURS = [(0, 1), (1, 1), (1, 2), (1, 3), (0, 3), (-1, 3), (-1, 2), (-1, 1)]
"""Of a monastery at (0,2), clockwise from the north."""


def beside(cell: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """Whether a cell shares an edge with one of others."""
    return any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in others)


@pytest.mark.parametrize("last", NEIGHBOURS)
def test_b10_each_of_the_eight_neighbours_may_come_last(last: tuple[int, int]) -> None:
    """B has fields all round; the roads left and right of the start tile let the ring be laid from any side."""
    lines = ["P1: U r0 @(1,0)", "P2: U r0 @(-1,0)"]
    placed = [(0, 0), (1, 0), (-1, 0)]
    todo = [(0, 2), *(cell for cell in NEIGHBOURS if cell != last)]
    monk = ""
    while todo:
        cell = next(cell for cell in todo if beside(cell, placed))
        seat = f"P{len(lines) % 2 + 1}"
        meeple = ""
        if cell == (0, 2):
            monk, meeple = seat, ", meeple monastery"
        lines.append(f"{seat}: B r0 @({cell[0]},{cell[1]}){meeple}")
        placed.append(cell)
        todo = [other for other in todo if other != cell]
    lines.append(f"P{len(lines) % 2 + 1}: B r0 @({last[0]},{last[1]})")
    game = play("\n".join(lines) + f" -> monastery (0,2) complete: {monk} +9; returned {monk}x1")
    assert game.supply == (7, 7)
    assert sorted(game.scores) == [0, 9]


# E: end of game, unplaceable tiles, draw pile


@pytest.mark.parametrize("players", [2, 3])
def test_e1_the_same_seat_draws_again(players: int) -> None:
    game = Game(players, stack=["E", "C", "U", *SPARE])
    events = do(game, "place 0,-1 r2", "pass")
    assert [event for event in events if isinstance(event, TileDrawn | TileSetAside)] == [
        TileDrawn(1, "C"),
        TileSetAside(1, "C"),
        TileDrawn(1, "U"),
    ]
    assert (game.seat, game.tile, game.set_aside) == (1, "U", ("C",))
    do(game, "place 1,0 r0", "pass")
    assert game.seat == 2 % players


def test_e1_the_count_of_tiles_left_knows_of_those_set_aside() -> None:
    tiles = list(base_tiles().elements())
    for tile in ("D", "E", "C", "U"):
        tiles.remove(tile)
    game = Game(stack=["E", "C", "U", *tiles])
    do(game, "place 0,-1 r2", "pass", "place 1,0 r0", "pass")
    assert game.stack_size + (game.tile is not None) == 72 - 1 - 3
    assert len(game.board.tiles) + len(game.set_aside) + game.stack_size + (game.tile is not None) == 72


@pytest.mark.parametrize("tail", [["C"], ["C", "C"]])
def test_e2_the_last_tile_is_unplaceable(tail: list[str]) -> None:
    game = Game(stack=["E", *tail])
    events = do(game, "place 0,-1 r2", "pass")
    assert game.over
    assert (game.scores, game.set_aside, game.decision) == ((0, 0), tuple(tail), None)
    assert [event for event in events if isinstance(event, TileSetAside)] == [TileSetAside(1, tile) for tile in tail]
    assert events[-1] == GameOver((0, 0), (0, 1))


def base_tiles() -> Counter[str]:
    """The 72 tiles of the base game as a multiset, from the table of the scenarios."""
    table = dict(re.findall(r"\| ([A-X]) \| (\d) \|", (CASES / "scenarios.md").read_text(encoding="utf-8")))
    return Counter({tile: int(count) for tile, count in table.items()})


def test_e3_the_draw_pile() -> None:
    game = Game(seed=1)
    assert base_tiles().total() == 72
    assert list(game.board.tiles) == [(0, 0)]
    assert game.board.tiles[0, 0].tile == "D"
    pile = Counter(game.unseen()) + Counter([game.tile])
    assert pile == base_tiles() - Counter(["D"])
    assert (pile.total(), pile["D"], game.stack_size) == (71, 3, 70)


def test_e6_asking_for_the_provisional_score_changes_nothing() -> None:
    game = play(first_turns("B14", 2), then=["E", *SPARE])
    before = game.key()
    assert (game.provisional_scores(), game.provisional_scores()) == ((3, 0), (3, 0))
    assert game.key() == before
    do(game, "place -1,-1 r1", "pass")
    assert (game.scores, game.supply) == ((8, 0), (7, 7))


def first_turns(name: str, count: int) -> str:
    """The first so many turns of a scenario."""
    return "\n".join(moves_of(TOLD[name]).splitlines()[:count])


@pytest.mark.parametrize("text", ["pass", "place 5,5 r0", "deploy city:N", "draw U"])
def test_e8_after_the_end_every_action_is_refused(text: str) -> None:
    game = play(TOLD["E4"])
    before = game.key()
    assert game.over
    assert not game.legal_actions
    with pytest.raises(IllegalAction, match="over"):
        do(game, text)
    assert (game.key(), game.scores) == (before, (5, 0))


# F: The Peasant Revolts


def revolt_scenario(name: str, *then: str, settings: dict[str, object] | None = None) -> Game:
    """The turns of a scenario, protections paid, and then the named draws."""
    return play(moves_of(TOLD[name]), players=GAMES[name]["players"], then=(*then, *SPARE), expansions=REVOLTS,
                settings=settings)  # fmt: skip


def test_f1_all_unprotected_meeples_of_the_kind_go_home() -> None:
    game = revolt_scenario("F1", "PR01")
    assert (game.scores, game.supply) == ((0, 0), (7, 6))
    assert (game.seat, game.tile, game.decision) == (0, "PR01", "place")
    do(game, "place -1,0 r0", "deploy road:N")
    assert game.supply == (6, 6)


def test_f2_it_passes_to_the_left_and_stops_at_the_first_loss() -> None:
    game = revolt_scenario("F2", "PR06")
    assert (game.scores, game.supply, game.seat) == ((0, 0, 0), (6, 7, 6), 0)


def test_f3_a_protected_meeple_scores_and_stays() -> None:
    game = revolt_scenario("F3", "PR01")
    assert (game.scores, game.supply) == ((2, 0, 0), (6, 7, 6))
    assert protected(game) == {(0, 1, "city:E")}


@pytest.mark.parametrize(("tile", "scores"), [("PR06", (2, 2)), ("PR10", (0, 0))])
def test_f5_one_lap_only(tile: str, scores: tuple[int, ...]) -> None:
    game = revolt_scenario("F5", tile)
    assert (game.scores, game.supply) == (scores, (6, 6))
    assert protected(game) == {(1, 0, "road:E"), (1, -1, "road:N")}


def test_f6_two_points_for_a_meeple_that_stands_already() -> None:
    game = revolt_scenario("F6")
    assert (game.scores, game.supply) == ((2, 0), (6, 7))
    assert protected(game) == {(1, 0, "road:E")}


def test_f8_a_first_turn_may_end_below_zero() -> None:
    game = play("P1: E r1 @(0,1) [FCFF], meeple city E\nprotect it: pay 4", expansions=REVOLTS)
    assert game.scores == (-4, 0)


def test_f9_three_of_the_twelve_are_left_out_and_nobody_knows_which() -> None:
    game, again, other = (Game(expansions=REVOLTS, seed=seed) for seed in (5, 5, 6))
    assert game.stack_size + 1 == 71 + 9
    assert game.left_out == ()
    assert sum(game.unseen().values()) + 1 == 71 + 12
    finals = []
    for one in (game, again, other):
        rng = random.Random(3)
        while not one.over:
            one.play(rng.choice(one.legal_actions))
        finals.append(one.left_out)
    assert finals[0] == finals[1] != finals[2]
    assert len(set(finals[0])) == 3
    assert all(tile.startswith("PR") for tile in finals[0])


def test_f10_a_farmer_on_a_monastery_tile_is_no_monk() -> None:
    game = revolt_scenario("F10", "PR10")
    assert (game.scores, game.supply) == ((0, 0), (6, 7))


def test_f13_a_revolt_tile_that_cannot_be_placed_has_revolted() -> None:
    game = revolt_scenario("F13", "PR01", "B")
    assert (game.scores, game.supply) == ((0, 0), (7, 7))
    assert (game.seat, game.tile, game.set_aside) == (1, "B", ("PR01",))


# G: robustness


def test_g1_undo_leaves_no_trace() -> None:
    game = Game(stack=["U", *SPARE, *SPARE])
    do(game, "place 1,0 r0")
    assert str(game.undo()) == "place 1,0 r0"
    do(game, "place 0,1 r0", "pass")
    straight = Game(stack=["U", *SPARE, *SPARE])
    do(straight, "place 0,1 r0", "pass")
    for one in (game, straight):
        assert (1, 0) not in one.board.tiles
        assert list(map(str, one.actions)) == ["place 0,1 r0", "pass"]
        do(one, "place 1,0 r0", "deploy road:E")
    assert game.key() == straight.key()
    assert game.events == straight.events


def test_g2_replaying_the_actions_gives_the_same_game() -> None:
    game = play(first_turns("B14", 2), then=["E", *SPARE])
    other = Game(game.players, stack=["R", "E", "E", *SPARE])
    for action in game.actions:
        other.play(action)
    assert other.key() == game.key()
    for one in (game, other):
        do(one, "place -1,-1 r1", "pass")
        assert (one.scores, one.supply) == ((8, 0), (7, 7))


def test_g3_copies_share_nothing() -> None:
    game = play(first_turns("D1", 5), then=["R", *SPARE])
    clone = game.copy()
    before = game.key()
    assert clone.key() == before
    do(clone, "place 0,-1 r2", "pass")
    assert (clone.scores, clone.supply) == ((8, 8), (7, 7))
    assert (game.scores, game.supply, len(game.meeples)) == ((0, 0), (6, 6), 2)
    assert game.key() == before
    do(game, "place 0,-1 r2", "pass")
    assert (game.scores, game.supply) == ((8, 8), (7, 7))
    assert game.key() == clone.key()


@pytest.mark.parametrize("text", ["place 1,0 r0", "pass", "deploy road:E", "protect 0,0 city:N"])
@pytest.mark.parametrize("seat", [1, -1, 7, "0"])
def test_g4_only_the_seat_that_decides_may_act(text: str, seat: Any) -> None:
    game = Game(stack=["U", *SPARE], expansions=REVOLTS)
    before = game.key()
    with pytest.raises(IllegalAction):
        game.play(game.action(text), seat=seat)
    assert game.key() == before


def test_g5_wrong_tile_wrong_phase_twice() -> None:
    game = Game(stack=["U", "B", *SPARE])
    refused(game, Place(0, -1, 2), "U")
    refused(game, Deploy("road:E"), "place")
    refused(game, Pass(), "place")
    do(game, "place 1,0 r0")
    refused(game, Place(1, 0, 0), "deploy")
    do(game, "pass")
    refused(game, Pass(), "place")
    refused(game, Protect(1, 0, "road:E"), "protect")


def refused(game: Game, action: Any, match: str) -> None:
    """Check that an action is refused with a message that says so, and that nothing has changed."""
    before, events = game.key(), game.events
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction, match=match):
        game.play(action)
    assert (game.key(), game.events) == (before, events)
    assert game.why_not(action)


@pytest.mark.parametrize("rotation", [4, -1, "90", 1.5, None, True, 0.0])
def test_g6_a_rotation_that_is_none(rotation: Any) -> None:
    refused(Game(stack=["U", *SPARE]), Place(1, 0, rotation), "rotation")


@pytest.mark.parametrize(
    ("x", "y"), [(0, 0), (5, 5), (1.0, 0), ("1,0", 0), (None, 0), (True, 0), (10**9, 0), (-(10**30), 0), (1, "0")]
)
def test_g6_a_place_that_is_none(x: Any, y: Any) -> None:
    refused(Game(stack=["U", *SPARE]), Place(x, y, 0), "[(].*,.*[)]")


@pytest.mark.parametrize("location", ["road:N", "city:W", "monastery", "field:ZZ", "field", "", "road:"])
def test_g6_a_location_that_the_tile_has_not(location: Any) -> None:
    game = Game(stack=["U", *SPARE])
    do(game, "place 1,0 r0")
    refused(game, Deploy(location), "U")


def test_g6_no_field_on_a_city_edge() -> None:
    game = Game(stack=["E", *SPARE])
    do(game, "place 0,-1 r2")
    refused(game, Deploy("field:SL"), "field:SL")


@pytest.mark.parametrize("piece", ["builder", ""])
def test_g6_a_piece_that_is_none(piece: Any) -> None:
    game = Game(stack=["U", *SPARE])
    do(game, "place 1,0 r0")
    refused(game, Deploy("road:E", piece), "piece")


@pytest.mark.parametrize("action", [None, "pass", 0, object(), ("place", "U", 1, 0, 0), Event()])
def test_g6_what_is_no_action(action: Any) -> None:
    game = Game(stack=["U", *SPARE])
    before = game.key()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction):
        game.play(action)
    assert game.key() == before


RANDOM_GAMES = """
import random, sys
from carcassonne import Game
for seed, expansions in ((11, ()), (12, ("peasant_revolts",))):
    game, rng = Game(3, seed=seed, expansions=expansions), random.Random(seed)
    while not game.over:
        if sys.argv[1] == "ask":
            for _ in range(100):
                bool(game.legal_actions), game.provisional_scores()
        game.play(rng.choice(game.legal_actions))
        print(game.scores, game.supply, game.tile, game.meeples, [str(action) for action in game.legal_actions])
    print(game.left_out, *game.events)
"""


def test_g9_the_same_game_in_every_process_whatever_is_asked_between() -> None:
    runs = [("0", "play"), ("1", "play"), ("2", "ask")]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", RANDOM_GAMES, asks],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed, asks in runs
    ]
    told = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(told[0]) > 10_000
    assert told[0] == told[1] == told[2]


def test_g9_a_given_order_ends_the_game_when_it_is_used_up() -> None:
    game = Game(stack=["U", "U"])
    do(game, "place 1,0 r0", "pass")
    assert not game.over
    do(game, "place 2,0 r0", "pass")
    assert game.over


def test_g10_undo_cannot_keep_points_or_change_the_draw() -> None:
    game = play("P1: E r2 @(0,-1), meeple city S -> city complete (2 tiles): P1 +4; returned P1x1", then=["V", "U"])
    assert game.tile == "V"
    game.undo()
    assert (game.scores, game.supply, game.decision) == ((0, 0), (7, 7), "deploy")
    game.undo()
    assert (game.scores, game.supply, game.tile, game.decision) == ((0, 0), (7, 7), "E", "place")
    with pytest.raises(CarcassonneError):
        game.undo()
    do(game, "place 0,-1 r2", "pass")
    assert (game.scores, game.supply, game.tile) == ((0, 0), (7, 7), "V")


def test_g12_one_meeple_each() -> None:
    game = play(TOLD["D3"], settings={"meeples": 1})
    assert (game.scores, game.supply) == ((8, 0), (1, 1))


def test_g12_no_meeples_at_all() -> None:
    game, rng = Game(settings={"meeples": 0}, seed=4), random.Random(4)
    while not game.over:
        assert game.decision == "place"
        game.play(rng.choice(game.legal_actions))
    assert (game.scores, game.supply, game.winners) == ((0, 0), (0, 0), (0, 1))


def test_g12_the_core_needs_no_library_of_numbers() -> None:
    code = "import sys, carcassonne; carcassonne.Game(seed=1); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
