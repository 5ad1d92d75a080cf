"""Strategies for hypothesis: tiles, tile sets, rulesets, games at any moment, and actions. Needs `carcassonne[test]`.

All shrink to the plain: two players, no expansion, default settings, always the first legal action.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from carcassonne.actions import Action, Deploy, Draw, Pass, Place
from carcassonne.errors import RulesetError
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import Ruleset, installed, load, ruleset
from carcassonne.testing.near_misses import LOCATIONS, near_misses
from carcassonne.testing.playing import Picks, Playthrough
from carcassonne.testing.setups import CORE_CHOICES, Setup, choices_of, with_required
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
def expansions(draw: st.DrawFn, among: Chosen = None, always: Chosen = ()) -> tuple[Expansion, ...]:
    """Expansions that make a game together: those that are `always` in, any of those `among` which to choose.

    Both are ids or objects; `among` are all installed ones unless told. What they require comes too.
    """
    chosen = with_required(tuple(map(loaded, always or ())))
    for expansion in map(loaded, installed() if among is None else among):
        if draw(st.booleans()) and expansion.id not in {other.id for other in chosen}:
            more = with_required((*chosen, expansion))
            try:
                ruleset(more)
            except RulesetError:
                continue
            chosen = more
    return chosen


def loaded(expansion: str | Expansion) -> Expansion:
    """An expansion given by its id or as an object."""
    return load(expansion) if isinstance(expansion, str) else expansion


def rule_settings(chosen: Iterable[Expansion]) -> st.SearchStrategy[dict[str, Any]]:
    """Any settings of the base game and of these expansions; each shrinks to its default."""
    models = {expansion.id: expansion.settings for expansion in chosen if expansion.settings is not None}
    return st.fixed_dictionaries(
        any_of(CORE_CHOICES)
        | {name: st.fixed_dictionaries(any_of(choices_of(model))) for name, model in models.items()}
    )


def any_of(choices: Mapping[str, Sequence[Any]]) -> dict[str, st.SearchStrategy[Any]]:
    """For each setting one of its choices."""
    return {name: st.sampled_from(values) for name, values in choices.items()}


@st.composite
def setups(draw: st.DrawFn, among: Chosen = None, always: Chosen = (), players: int | None = None) -> Setup:
    """What a game is made of: any number of players, any expansions (see `expansions`), any settings."""
    chosen = draw(expansions(among, always))
    seats = draw(st.integers(2, 6)) if players is None else players
    return Setup(chosen, seats, draw(st.integers(0, 2**32)), draw(rule_settings(chosen)))


def rulesets(among: Chosen = None, always: Chosen = ()) -> st.SearchStrategy[Ruleset]:
    """Any expansions under any settings, as one ruleset."""
    return setups(among, always).map(lambda setup: setup.game().ruleset)


def picks(most: int = 50) -> st.SearchStrategy[Picks]:
    """Any way to play by picks, `most` numbers long before it begins again; shrinks to always the first action."""
    return st.builds(Picks, st.lists(st.integers(0, 199), min_size=1, max_size=most).map(tuple), st.booleans())


def playthroughs(
    among: Chosen = None, always: Chosen = (), players: int | None = None
) -> st.SearchStrategy[Playthrough]:
    """Any whole game, to go through position by position."""
    return st.builds(Playthrough, setups(among, always, players), picks())


@st.composite
def games(
    draw: st.DrawFn,
    among: Chosen = None,
    always: Chosen = (),
    players: int | None = None,
    *,
    least: int = 0,
    most: int = 120,
    unfinished: bool = False,
) -> Game:
    """A game at any moment, after `least` to `most` actions or at its end; `unfinished` ones never at their end."""
    game = draw(picks()).play(draw(setups(among, always, players)).game(), draw(st.integers(least, most)))
    if unfinished and game.over:
        game.undo()
    return game


@st.composite
def action_sequences(
    draw: st.DrawFn, among: Chosen = None, always: Chosen = (), most: int = 60
) -> tuple[Game, tuple[Action, ...]]:
    """A new game and actions that can be played in it one after the other."""
    game = draw(setups(among, always)).game()
    played = draw(picks()).play(game.copy(), draw(st.integers(0, most)))
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
