"""The engine and the slow referee of oracle.py agree on everything, after every turn of whole games.

Games are numbered; a number gives the rules and the moves. `pytest -m long` goes through thousands, and hunt.py through
as many as one likes.
"""

import json
from pathlib import Path
from random import Random

import pytest
from hunt import EVERY, hunt, played
from match import Match, Policy, by_chance, expected_draw, tight
from oracle import Spot, Table

from carcassonne.expansions.peasant_revolts import PeasantRevolts
from carcassonne.testing import Setup
from carcassonne.testing.setups import any_settings

TRACES = sorted((Path(__file__).parent / "cases" / "traces").glob("*.jsonl"))


# The oracle itself, against games of an independent program


def at(token: str) -> str:
    """A trace's name of a location in full."""
    kind = {"c": "city", "r": "road", "f": "field", "m": "monastery"}[token[0]]
    return kind + token[1:]


def deployment_options(table: Table, seat: int, x: int, y: int, revolts: bool) -> int:
    """How many ways there are through the decisions after a placement."""
    choices: list[Spot | None] = [None, *((x, y, location) for location in table.claims(seat, x, y))]
    options = 0
    for spot in choices:
        if spot:
            table.deploy(seat, spot)
        options += 1 + (len(table.protections(seat, spot)) if revolts else 0)
        if spot:
            del table.meeples[spot]
    return options


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_the_oracle_agrees_with_the_traces(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines()[:2]:
        trace = json.loads(line)
        table = Table(trace["players"])
        for move in trace["moves"]:
            seat, x, y = move["seat"], move["x"], move["y"]
            revolts = []
            for tile in (*move["discarded_before"], move["tile"]):
                if trace["pr"] and (revolt := expected_draw(table, tile, seat, replacement=False)):
                    revolts.append(revolt)
                assert bool(table.placements(tile)) == (tile == move["tile"])
            assert revolts == move["revolts"]
            assert len(table.placements(move["tile"])) == move["n_placements"]
            assert (x, y, move["rot"]) in table.placements(move["tile"])
            table.place(move["tile"], x, y, move["rot"])
            assert deployment_options(table, seat, x, y, trace["pr"]) == move["n_meeple_options"]
            deployed = (x, y, at(move["meeple"])) if move["meeple"] else None
            if deployed:
                assert deployed[2] in table.claims(seat, x, y)
                table.deploy(seat, deployed)
            if move["protect"]:
                spot = deployed
                if move["protect"] != "new":
                    column, row, token = move["protect"].split(",")
                    spot = (int(column), int(row), at(token))
                assert spot is not None
                table.protect(seat, spot, table.protections(seat, deployed)[spot])
            table.end_turn()
            assert list(table.scores) == move["scores"]
            assert [table.supply(seat) for seat in range(table.players)] == move["supply"]
        words = {"roads": "road", "cities": "city", "monasteries": "monastery", "fields": "field"}
        final = table.final()
        assert [{word: causes[kind] for word, kind in words.items()} for causes in final] == trace["final_breakdown"]
        assert [score + causes.total() for score, causes in zip(table.scores, final, strict=True)] == trace["final"]


# The engine against the oracle


def setup_of(number: int, sets: int = 1) -> Setup:
    """A game for each number: all numbers of players, with and without revolts, by turns; settings by chance."""
    expansions = (PeasantRevolts(),) if number % 2 else ()
    settings = any_settings(expansions, Random(f"settings {number}")) | {"sets": sets}
    if number % 4 == 1:
        del settings[PeasantRevolts.id]
    return Setup(expansions, 2 + number // 2 % 5, number, settings)


def by_number(number: int) -> Policy:
    """How a game is played: every third fills gaps."""
    return tight if number % 3 == 0 else by_chance


@pytest.mark.parametrize("number", range(60))
def test_engine_and_oracle_agree(number: int) -> None:
    Match(setup_of(number), by_number(number)).play()


def test_engine_and_oracle_agree_over_ten_base_sets() -> None:
    Match(setup_of(1, sets=10), tight, compare_every=120).play()


@pytest.mark.parametrize("number", range(48))
def test_engine_and_oracle_agree_whatever_the_expansions(number: int) -> None:
    """Games as the hunt plays them: 4 kinds of ruleset by 3 ways of playing."""
    outcome = played(number, EVERY)
    assert not outcome.what, str(outcome)


def test_engine_and_oracle_agree_where_watched_lightly() -> None:
    outcomes = hunt(range(100, 200))
    assert [str(outcome) for outcome in outcomes if outcome.what] == []


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(60))
def test_engine_and_oracle_agree_over_thousands_of_games(hundred: int) -> None:
    outcomes = hunt(range(1000 + 100 * hundred, 1100 + 100 * hundred))
    assert [str(outcome) for outcome in outcomes if outcome.what] == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_engine_and_oracle_agree_over_many_base_sets(number: int) -> None:
    Match(setup_of(number, sets=2 + number % 9), by_number(number), compare_every=5).play()
