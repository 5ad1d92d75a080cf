"""Strategies for hypothesis: tiles, tile sets, rulesets, games at any moment, and actions. Needs `carcassonne[test]`.

All shrink to the plain: two players, no expansion, default settings, always the first legal action.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from carcassonne.actions import Action, Deploy, Draw, Pass, Place
from carcassonne.errors import RulesetError
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import Ruleset, installed, load, ruleset
from carcassonne.testing.near_misses import LOCATIONS, near_misses
from carcassonne.testing.trial import any_settings, with_required
from carcassonne.tile_files import shipped, shipped_names
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Segment, Tile, TileSet

Chosen = Iterable[str | Expansion] | None


@st.composite
def tiles(draw: st.DrawFn, name: str | None = None) -> Tile:
    """Any sound tile of cities, roads, fields and monastery; what owns edges of one kind is one segment or each one."""
    edges = draw(st.text("FRC", min_size=4, max_size=4))
    segments: list[Segment] = []
    for letter, kind in (("C", CITY), ("R", ROAD)):
        own = tuple(edge for edge in range(4) if edges[edge] == letter)
        crossing = own in ((0, 2), (1, 3)) and edges[own[0] - 1] == edges[own[1] - 1] != "F"
        joined = len(own) > 1 and not crossing and draw(st.booleans())
        for group in [own] if joined else [(edge,) for edge in own]:
            segments.append(Segment(kind, group, coats_of_arms=draw(st.integers(0, 1)) if kind == CITY else 0))
    monastery = all(len(segment.edges) == 1 for segment in segments) and draw(st.booleans())
    segments = [*segments, *fields_between(edges, segments), *([Segment(MONASTERY)] if monastery else [])]
    identity = draw(st.from_regex(r"[A-Z][A-Z0-9]{0,5}", fullmatch=True)) if name is None else name
    return Tile(identity, edges, tuple(segments), draw(st.integers(1, 4)))


def fields_between(edges: str, others: Sequence[Segment]) -> list[Segment]:
    """The fields that cities and roads of several edges leave between them, with the cities that they touch."""
    parts: dict[tuple[int, ...], list[int]] = {}
    for half in range(8):
        if edges[half // 2] != "C":
            parts.setdefault(tuple(side(half, wall) for wall in others), []).append(half)
    return [
        Segment(FIELD, half_edges=tuple(halves), cities=tuple(cities_beside(sides, others)))
        for sides, halves in parts.items()
    ]


def side(half: int, wall: Segment) -> int:
    """On which side of a segment a half edge lies: after how many of its edges, clockwise. One edge has one side."""
    return sum(2 * edge < half for edge in wall.edges) % len(wall.edges)


def cities_beside(sides: tuple[int, ...], others: Sequence[Segment]) -> Iterator[int]:
    """The cities that lie on the same side of every other segment as a field."""
    for number, city in enumerate(others):
        if city.kind == CITY and all(
            side(2 * city.edges[0], wall) == there
            for wall, there in zip(others, sides, strict=True)
            if wall is not city
        ):
            yield number


def shipped_tiles() -> st.SearchStrategy[Tile]:
    """Any tile that comes with this package."""
    return st.sampled_from([tile for name in shipped_names() for tile in shipped(name).tiles])


@st.composite
def tile_sets(draw: st.DrawFn, most: int = 6) -> TileSet:
    """A set of sound tiles, with ids of their own."""
    names = [f"X{number}" for number in range(1, draw(st.integers(1, most)) + 1)]
    chosen = tuple(draw(tiles(name)) for name in names)
    return TileSet("any_tiles", "Any tiles", chosen, draw(st.sampled_from((None, *names))))


@st.composite
def expansions(draw: st.DrawFn, among: Chosen = None) -> tuple[Expansion, ...]:
    """Any expansions, of the installed ones or `among` others, that make a game together; what they require too."""
    known = list(installed() if among is None else among)
    objects = [load(item) if isinstance(item, str) else item for item in known]
    chosen: tuple[Expansion, ...] = ()
    for expansion in objects:
        if draw(st.booleans()):
            more = chosen if expansion in chosen else with_required((*chosen, expansion))
            try:
                ruleset(more)
            except RulesetError:
                continue
            chosen = more
    return chosen


@st.composite
def setups(draw: st.DrawFn, among: Chosen = None, players: int | None = None) -> Game:
    """A new game: any number of players, any expansions of those `among` which to choose, any settings."""
    chosen = draw(expansions(among))
    unusual = draw(st.integers(0, 2**16))
    settings = any_settings(chosen, Random(unusual)) if unusual else {}
    seats = draw(st.integers(2, 6)) if players is None else players
    return Game(seats, expansions=chosen, seed=draw(st.integers(0, 2**32)), settings=settings)


def rulesets(among: Chosen = None) -> st.SearchStrategy[Ruleset]:
    """Any expansions under any settings, as one ruleset."""
    return setups(among).map(lambda game: game.ruleset)


def picks(most: int = 50) -> st.SearchStrategy[tuple[int, ...]]:
    """Which of the legal actions to play, one after the other, as numbers to be taken modulo how many there are."""
    return st.lists(st.integers(0, 199), min_size=1, max_size=most).map(tuple)


def play_picks(game: Game, indices: Sequence[int], actions: int) -> Game:
    """Play so many actions by picks, used over and over, as far as the game lasts; the same game."""
    for number in range(actions):
        if game.over:
            break
        listed = game.legal_actions
        game.play(listed[indices[number % len(indices)] % len(listed)])
    return game


@st.composite
def games(
    draw: st.DrawFn,
    among: Chosen = None,
    players: int | None = None,
    least: int = 0,
    most: int = 120,
) -> Game:
    """A game at any moment, after `least` to `most` actions or at its end."""
    game = draw(setups(among, players))
    return play_picks(game, draw(picks()), draw(st.integers(least, most)))


@st.composite
def action_sequences(draw: st.DrawFn, among: Chosen = None, most: int = 60) -> tuple[Game, tuple[Action, ...]]:
    """A new game and actions that can be played in it one after the other."""
    game = draw(setups(among))
    played = play_picks(game.copy(), draw(picks()), draw(st.integers(0, most)))
    return game, played.actions


def legal_actions(game: Game) -> st.SearchStrategy[Action]:
    """Any legal action of a game that is not over."""
    return st.sampled_from(list(game.legal_actions))


def any_actions(game: Game) -> st.SearchStrategy[Action]:
    """Legal actions, and what is near to them and mostly illegal."""
    return st.integers(0, 2**16).flatmap(
        lambda seed: st.sampled_from([*game.legal_actions, *near_misses(game, list(game.legal_actions), Random(seed))])
    )


def actions() -> st.SearchStrategy[Action]:
    """Any action of the core, whether or not any game allows it."""
    cell = st.integers(-9, 9)
    names = [location for location in LOCATIONS if location]
    return st.one_of(
        st.builds(Pass),
        st.builds(Place, cell, cell, st.integers(0, 3)),
        st.builds(Deploy, st.sampled_from(names)),
        st.builds(Draw, st.sampled_from([tile.id for tile in shipped("base").tiles])),
    )
