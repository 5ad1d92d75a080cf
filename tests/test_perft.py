"""Perft: the numbers of other programs, and those of a slow count that shares nothing but the checked way to play."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from golden import OURS as EXPANSIONS
from oracle import Table

from carcassonne import PASS, Expansion, Game, Place, SettingsError
from carcassonne.cli import main
from carcassonne.perft import divide, perft

PERFT: dict[str, Any] = json.loads((Path(__file__).parent / "cases" / "perft.json").read_text(encoding="utf-8"))
AGREED: dict[str, list[int]] = PERFT["stacks"]
"""Two independent programs came to these numbers, for 1, 2, 3 and 4 tiles placed."""

OURS: dict[str, list[int]] = {
    "DAEHL": [20, 522, 9810, 467105],
    "DCGOT": [2, 29, 1358, 81488],
    "DFIKS": [8, 244, 10227, 501906],
    "DBXAW": [3, 52, 1864, 157058],
    "DQQCC": [12, 294, 1699, 12936],
    "DTSLK": [25, 1274, 100295, 5065050],
}
"""The engine's own, which the table of oracle.py agrees with as far as it is asked."""
STACKS = AGREED | OURS

WITH_EXPANSIONS = [
    (("peasant_revolts",), 2, "D,PR01,V,PR06", [32, 1400, 37896]),
    (("peasant_revolts",), 3, "D,U,PR07,L", [15, 579, 53634]),
    (("river",), 2, "RI01,RI02,RI04,RI06,RI12", [14, 38, 82, 174]),
    (("abbot",), 2, "D,EG,B,U", [16, 151, 3686]),
    (("inns_and_cathedrals",), 2, "D,IC13,U,IC08", [54, 1226, 70696]),
    (("traders_and_builders",), 2, "D,TB13,V,U", [25, 606, 10562]),
]


def slow_perft(game: Game, depth: int) -> int:
    """What `perft` says it counts: copies, checked actions, nothing counted that was not played."""
    if depth == 0:
        return 1
    count = 0
    for action in list(game.legal_actions):
        other = game.copy()
        other.play(action)
        count += slow_perft(other, depth - 1 if other.over or other.turn > game.turn else depth)
    return count


def table_perft(table: Table, stack: str, depth: int, seat: int = 0) -> int:
    """The same on the table of oracle.py, of the base game for two."""
    if depth == 0:
        return 1
    count = 0
    while stack and not table.placements(stack[0]):
        stack = stack[1:]
    for x, y, rotation in table.placements(stack[0]) if stack else ():
        placed = table.copy()
        placed.place(stack[0], x, y, rotation)
        for location in (None, *placed.claims(seat, x, y)):
            other = placed.copy()
            if location is not None:
                other.deploy(seat, (x, y, location))
            other.end_turn()
            count += table_perft(other, stack[1:], depth - 1, 1 - seat)
    return count


def begin(stack: str) -> Game:
    """A game of two whose stack is these tiles; the first letter is the start tile."""
    game = Game(stack=tuple(stack[1:]))
    assert game.board.tiles[0, 0].tile == stack[0]
    return game


def begin_with(expansions: tuple[str, ...], players: int, stack: str, **how: Any) -> Game:
    """A game with expansions whose stack is these tiles; the first is the start tile."""
    start, *tiles = stack.split(",")
    game = Game(players, expansions=expansions, stack=tiles, **how)
    assert game.board.tiles[0, 0].tile == start
    return game


def told(game: Game, depth: int) -> str:
    """Perft divided, to compare with another program's."""
    return "\n".join(f"{action}: {count}" for action, count in divide(game, depth).items())


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("stack", STACKS)
def test_the_numbers_are_those_of_other_programs(stack: str, depth: int) -> None:
    game = begin(stack)
    before = game.key()
    assert perft(game, depth) == STACKS[stack][depth - 1], told(game, depth)
    assert game.key() == before


@pytest.mark.long
@pytest.mark.parametrize("stack", STACKS)
def test_the_numbers_are_those_of_other_programs_through_four_turns(stack: str) -> None:
    assert perft(begin(stack), 4) == STACKS[stack][3]


@pytest.mark.parametrize("depth", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("stack", STACKS)
def test_the_table_counts_the_same(stack: str, depth: int) -> None:
    assert table_perft(Table(2), stack[1:], depth) == STACKS[stack][depth - 1]


@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("expansions", "players", "stack", "counts"), WITH_EXPANSIONS)
def test_games_with_expansions_are_counted_as_by_playing_each_sequence(
    expansions: tuple[str, ...], players: int, stack: str, counts: list[int], depth: int
) -> None:
    game = begin_with(expansions, players, stack)
    assert perft(game, depth) == counts[depth - 1] == slow_perft(game, depth), told(game, depth)


@pytest.mark.parametrize(("expansions", "players", "stack", "counts"), WITH_EXPANSIONS)
def test_a_whole_stack_with_expansions(
    expansions: tuple[str, ...], players: int, stack: str, counts: list[int]
) -> None:
    game = begin_with(expansions, players, stack)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("seed", range(12))
def test_from_any_moment_of_a_game_the_counts_are_those_of_playing_each_sequence(seed: int) -> None:
    """Few meeples, so that some turns ask for no deployment; all expansions, none or some; in mid-turn too."""
    rng = Random(seed)
    expansions = tuple(rng.sample(EXPANSIONS, seed % (len(EXPANSIONS) + 1)))
    game = Game(2, expansions=expansions, seed=seed, settings={"meeples": rng.choice((0, 1, 7))})
    for _ in range(rng.randrange(8, 40)):
        game.play(rng.choice(game.legal_actions))
    depth = 1 if expansions else 2
    assert perft(game, depth) == slow_perft(game, depth)


def test_a_decision_in_mid_turn_begins_the_first_turn() -> None:
    game = begin("DEUVJ")
    placements = divide(game, 1)
    for place in placements:
        game.play(place)
        assert perft(game, 1) == len(game.legal_actions) == placements[place]
        assert perft(game, 2) == sum(divide(game, 2).values()) == slow_perft(game, 2)
        game.undo()


def test_the_parts_are_the_legal_actions_in_order_and_add_up() -> None:
    game = begin("DEUVJ")
    parts = divide(game, 2)
    assert list(parts) == list(game.legal_actions)
    assert sum(parts.values()) == perft(game, 2) == 201


def test_a_depth_of_nothing_is_one_sequence() -> None:
    game = begin("DE")
    assert perft(game, 0) == 1
    game.play(game.legal_actions[0])
    game.play(PASS)
    assert game.over
    assert perft(game, 0) == 1


def test_a_game_that_is_over_too_early_counts_nothing() -> None:
    game = begin("DEU")
    assert perft(game, 2) == 201
    assert perft(game, 3) == 0
    while not game.over:
        game.play(game.legal_actions[0])
    assert perft(game, 1) == 0
    assert divide(game, 1) == {}


def test_a_turn_for_which_no_tile_fits_counts_nothing() -> None:
    """The tile C, all city, fits only where E has not walled in the city of the start tile."""
    game = begin("DEC")
    fits_after = {place: count > 0 for place, count in divide(game, 2).items()}
    assert set(fits_after.values()) == {True, False}
    assert perft(game, 2) == slow_perft(game, 2)


def test_each_tile_that_may_be_drawn_by_hand_is_a_choice() -> None:
    game = Game(stack=["E", "B"], by_hand=True)
    parts = divide(game, 1)
    assert {str(draw): count for draw, count in parts.items()} == {
        f"draw {tile}": perft(Game(stack=[tile]), 1) for tile in "BE"
    }


@pytest.mark.parametrize("depth", [-1, 1.0, "2", None, True])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    for count in (perft, divide):
        with pytest.raises(SettingsError, match="number of turns"):
            count(begin("DE"), depth)
    with pytest.raises(SettingsError, match="1 or more, not 0"):
        divide(begin("DE"), 0)


class Encore(Expansion):
    """After the first deployment of a turn, the turn asks for a deployment on the same tile once more."""

    id = "encore"
    title = "Encore"

    def piece_deployed(self, table: Any, piece: int) -> None:
        if len(table.in_order(table.board.standing)) % 2:
            table.ask("deploy", table.turn_seat)


def test_what_an_expansion_asks_after_a_deployment_is_counted() -> None:
    game = Game(expansions=[Encore()], stack=["U", "V"])
    assert perft(game, 1) == slow_perft(game, 1) > perft(Game(stack=["U", "V"]), 1)
    assert perft(game, 2) == slow_perft(game, 2)


class TestCommand:
    """`carcassonne perft`."""

    @pytest.fixture
    def carcassonne(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
        def run(*arguments: str) -> tuple[int, str, str]:
            monkeypatch.setattr(sys, "argv", ["carcassonne", "perft", *arguments])
            code = main()
            captured = capsys.readouterr()
            return code, captured.out, captured.err

        return run

    def test_it_prints_the_number(self, carcassonne: Any) -> None:
        assert carcassonne("--stack", "DEUVJ", "--depth", "3") == (0, "7766\n", "")

    def test_ids_of_more_than_a_letter_stand_between_commas(self, carcassonne: Any) -> None:
        for (expansion, *_), players, stack, counts in WITH_EXPANSIONS:
            options = ("--expansion", expansion, "--players", str(players), "--stack", stack, "--depth", "2")
            assert carcassonne(*options) == (0, f"{counts[1]}\n", "")

    def test_divided_it_prints_each_first_choice_and_the_sum(self, carcassonne: Any) -> None:
        code, out, _ = carcassonne("--stack", "DEUVJ", "--depth", "2", "--divide")
        *parts, last = out.splitlines()
        assert (code, last) == (0, "all: 201")
        counts = {Place.from_words(tuple(words.split()[1:])): int(count) for words, count in map(split, parts)}
        assert counts == divide(begin("DEUVJ"), 2)

    @pytest.mark.parametrize(
        ("stack", "words"),
        [
            ("EDUV", "the stack begins with the start tile D, not with E"),
            ("", "the stack begins with the start tile D"),
            ("DYE", "the stack names 'Y'"),
            ("D,PR01", "the stack names 'PR01'"),
        ],
    )
    def test_a_stack_that_is_none_is_one_line_and_exit_code_2(self, carcassonne: Any, stack: str, words: str) -> None:
        code, out, err = carcassonne("--stack", stack, "--depth", "2")
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert words in err


def split(line: str) -> tuple[str, str]:
    """What stands before and after the colon."""
    before, _, after = line.partition(": ")
    return before, after
