"""The engine and the slow referee of oracle.py agree on everything, after every turn of whole games.

Games are numbered; a number gives the rules (2 to 6 players, with and without The Peasant Revolts, all settings) and
the moves. `pytest -m long` goes through thousands.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oracle import Cell, Feature, Spot, Table

from carcassonne import PASS, Deploy, Place
from carcassonne.events import TileDrawn, TileSetAside
from carcassonne.expansions.peasant_revolts import PeasantRevolts, Protect, RevoltBegan, RevoltReached, protected
from carcassonne.testing import Setup
from carcassonne.testing.playing import tightest
from carcassonne.testing.setups import any_settings

TRACES = sorted((Path(__file__).parent / "cases" / "traces").glob("*.jsonl"))


# The oracle itself, against games of an independent program


def at(token: str) -> str:
    """A trace's name of a location in full."""
    kind = {"c": "city", "r": "road", "f": "field", "m": "monastery"}[token[0]]
    return kind + token[1:]


def expected_draw(table: Table, tile: str, seat: int, replacement: bool) -> dict[str, Any] | None:
    """The revolt that the oracle sees when this tile is drawn, in the form of a trace."""
    kind = table.revolts_at(tile, replacement)
    if kind is None:
        return None
    steps = [
        {"player": reached, "protected": safe, "returned": returned}
        for reached, safe, returned in table.revolt(kind, seat)
    ]
    return {"tile": tile, "kind": kind, "steps": steps}


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


class Match:
    """One game, played by the engine and on the oracle's table at once; `compare_every` so many turns in full."""

    def __init__(self, setup: Setup, tight: bool, compare_every: int = 1) -> None:
        self.game = game = setup.game()
        self.revolts = bool(setup.expansions)
        core = game.settings.core
        rules = (core.fields, core.two_tile_city, core.meeples, setup.settings.get(PeasantRevolts.id, {}))
        self.table = Table(len(game.players), *rules)
        self.random = Random(f"play {setup.seed}")
        self.tight = tight
        self.compare_every = compare_every
        self.drawn = 0
        self.told = 0
        self.aside: list[str] = []

    def play(self) -> None:
        """Play to the end, asserting that both agree."""
        seat = 0
        while True:
            self.draw(seat)
            if self.game.over:
                break
            assert self.game.seat == self.game.turn_seat == seat
            if self.game.turn % self.compare_every == 0:
                self.compare_position()
            self.turn(seat)
            seat = (seat + 1) % self.table.players
        self.compare_end()

    def draw(self, seat: int) -> None:
        """What the draws of a turn do: revolts, tiles that fit nowhere."""
        revolts = []
        tiles = self.game.drawn[self.drawn :]
        for index, tile in enumerate(tiles):
            revolt = expected_draw(self.table, tile, seat, replacement=index > 0) if self.revolts else None
            if revolt:
                revolts.append(revolt)
            if index < len(tiles) - 1 or self.game.over:
                assert not self.table.placements(tile)
                self.aside.append(tile)
        assert list(self.game.set_aside) == self.aside
        assert self.told_revolts(seat, tiles) == revolts
        self.drawn = len(self.game.drawn)

    def told_revolts(self, seat: int, tiles: tuple[str, ...]) -> list[dict[str, Any]]:
        """The revolts that the engine's new events tell, in the form of a trace."""
        revolts: list[dict[str, Any]] = []
        events = self.game.events[self.told :]
        self.told = len(self.game.events)
        for event in events:
            if isinstance(event, RevoltBegan):
                assert event.seat == seat
                revolts.append({"tile": event.tile, "kind": event.kind, "steps": []})
            elif isinstance(event, RevoltReached):
                step = {"player": event.seat, "protected": event.protected, "returned": event.returned}
                revolts[-1]["steps"].append(step)
        assert [event.tile for event in events if isinstance(event, TileDrawn)] == list(tiles)
        set_aside = [event.tile for event in events if isinstance(event, TileSetAside)]
        assert set_aside == (list(tiles) if self.game.over else list(tiles[:-1]))
        return revolts

    def turn(self, seat: int) -> None:
        """One turn from the placement on: both offer the same in each decision, and the engine's choice is made."""
        game, table, tile = self.game, self.table, self.game.tile
        assert tile is not None
        assert game.decision == "place"
        assert list(game.legal_actions) == list(dict.fromkeys(game.legal_actions))
        assert set(game.legal_actions) == {Place(*placement) for placement in table.placements(tile)}
        actions = tightest(game, list(game.legal_actions)) if self.tight else list(game.legal_actions)
        place = self.random.choice(actions)
        assert isinstance(place, Place)
        x, y = place.x, place.y
        turn = game.turn
        game.play(place)
        table.place(tile, x, y, place.rotation)
        if game.turn == turn:
            self.compare_provisional_scores()

        deployed = None
        if claims := table.claims(seat, x, y):
            assert game.decision == "deploy"
            assert game.turn == turn
            assert set(game.legal_actions) == {PASS, *(Deploy(location) for location in claims)}
            deploy = self.random.choice(list(game.legal_actions))
            game.play(deploy)
            if isinstance(deploy, Deploy):
                deployed = (x, y, deploy.location)
                table.deploy(seat, deployed)

        protections = table.protections(seat, deployed) if self.revolts else {}
        if protections:
            assert game.decision == "protect"
            assert game.turn == turn
            assert set(game.legal_actions) == {PASS, *(Protect(*spot) for spot in protections)}
            protect = self.random.choice(list(game.legal_actions))
            game.play(protect)
            if isinstance(protect, Protect):
                spot = (protect.x, protect.y, protect.location)
                table.protect(seat, spot, protections[spot])
        assert game.over or game.turn == turn + 1
        table.end_turn()

    def compare_position(self) -> None:
        """Everything that can be seen on the table, and what it would be worth now."""
        game, table = self.game, self.table
        self.compare_meeples()
        assert game.scores == table.scores
        assert nonzero(game.breakdown()) == nonzero(table.causes)
        self.compare_provisional_scores()
        assert set(game.board.frontier) == table.frontier()
        assert Counter(
            (seen.kind, frozenset(seen.tiles), seen.open_edges, seen.coats_of_arms, seen.completed)
            for seen in game.board.features()
        ) == Counter(expected_view(table, feature) for feature in table.features())
        self.compare_last_tile()

    def compare_provisional_scores(self) -> None:
        """What the scores would be if the game ended now, what the tile just placed completed being complete."""
        final = zip(self.table.scores, self.table.final(), strict=True)
        assert self.game.provisional_scores() == tuple(score + added.total() for score, added in final)

    def compare_meeples(self) -> None:
        """Who stands where, who is protected, and what is left at hand."""
        game, table = self.game, self.table
        standing = {(m.x, m.y, m.location): (m.seat, m.kind) for m in game.meeples}
        assert standing == {spot: (seat, table.segment(spot).kind) for spot, seat in table.meeples.items()}
        assert game.supply == tuple(table.supply(seat) for seat in range(table.players))
        if self.revolts:
            assert protected(game) == table.protected

    def compare_last_tile(self) -> None:
        """The features that the tile placed last belongs to, asked for by every name of every segment."""
        game, table = self.game, self.table
        (x, y), tile = list(table.tiles.items())[-1]
        for segment in tile.segments:
            feature = table.feature((x, y, segment.location))
            for name in {segment.location, *(f"{segment.kind}:{side}" for side in segment.sides)}:
                seen = game.board.feature(x, y, name)
                assert (seen.kind, set(seen.tiles)) == (segment.kind, table.cells(feature))
                assert (seen.x, seen.y, seen.location) in feature
                assert (seen.open_edges, seen.completed) == (open_edges(table, feature), table.completed(feature))

    def compare_end(self) -> None:
        """The game's end: final scores and their causes, who wins, the meeples left standing."""
        game, table = self.game, self.table
        assert len(game.drawn) == len(table.tiles) - 1 + len(self.aside)
        self.compare_meeples()
        for causes, added in zip(table.causes, table.final(), strict=True):
            causes.update(added)
        assert game.scores == table.scores
        assert nonzero(game.breakdown()) == nonzero(table.causes)
        assert game.winners == tuple(seat for seat in range(table.players) if game.scores[seat] == max(game.scores))
        assert game.decision is None
        assert not game.legal_actions


def open_edges(table: Table, feature: Feature) -> int:
    """Open edges of a city or road; the empty cells round a monastery; a field counts none."""
    kind = table.kind(feature)
    if kind == "monastery":
        ((x, y, _),) = feature
        return 8 - table.neighbours(x, y)
    return 0 if kind == "field" else table.open_sides(feature)


def expected_view(table: Table, feature: Feature) -> tuple[str, frozenset[Cell], int, int, bool]:
    """What the engine should show of a feature."""
    return (
        table.kind(feature),
        frozenset(table.cells(feature)),
        open_edges(table, feature),
        table.coats_of_arms(feature),
        table.completed(feature),
    )


def nonzero(seats: Iterable[Mapping[str, int]]) -> list[dict[str, int]]:
    """The points of each seat by cause, without causes that brought none."""
    return [{cause: points for cause, points in causes.items() if points} for causes in seats]


@pytest.mark.parametrize("number", range(100))
def test_engine_and_oracle_agree(number: int) -> None:
    Match(setup_of(number), tight=number % 3 == 0).play()


def test_engine_and_oracle_agree_over_ten_base_sets() -> None:
    Match(setup_of(1, sets=10), tight=True, compare_every=120).play()


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(60))
def test_engine_and_oracle_agree_over_thousands_of_games(hundred: int) -> None:
    for number in range(1000 + 100 * hundred, 1100 + 100 * hundred):
        Match(setup_of(number), tight=number % 3 == 0).play()


@pytest.mark.long
@pytest.mark.parametrize("number", range(24))
def test_engine_and_oracle_agree_over_many_base_sets(number: int) -> None:
    Match(setup_of(number, sets=2 + number % 9), tight=number % 3 == 0, compare_every=5).play()
