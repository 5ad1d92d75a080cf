"""Actions close to legal ones: what a game must refuse, or else take for another name of a legal one."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, Final

from carcassonne.actions import PASS, Action, Deploy, Draw, Place
from carcassonne.game import Game
from carcassonne.geometry import EDGES, HALF_EDGES, STRIDE

SENSELESS: Final[tuple[object, ...]] = (None, 1.5, float("nan"), "", -1, 10**30, True, [], {}, b"N")
LOCATIONS: Final = (
    *(f"{kind}:{edge}" for kind in ("city", "road", "river") for edge in EDGES),
    *(f"field:{half}" for half in (*HALF_EDGES, "I", "N", "ZZ")),
    *("monastery", "monastery:N", "garden", "city", "City:N", "city:NE", ""),
)
EVER_TRIED: Final[tuple[Action, ...]] = (
    *(PASS, Draw("D"), Place(0, 0, 0), Place(1, 0, 0), Place(0, -1, 2), Deploy("city:N"), Deploy("field:NL")),
    *(Deploy("monastery", "bishop"), Draw("no such tile")),
)


def near_misses(game: Game, listed: Sequence[Action], rng: Random, most: int = 60) -> Iterator[Action]:
    """Actions that differ in one field from legal ones, or that were legal once. Some may be legal."""
    yield from EVER_TRIED
    yield from game.actions[-3:]
    found = [action for kind in {type(a) for a in listed} for action in rng.sample(of_kind(listed, kind), 1)]
    misses = [miss for action in sorted(found, key=str) for miss in misses_of(game, action)]
    yield from rng.sample(misses, min(most, len(misses)))


def of_kind(listed: Sequence[Action], kind: type[Action]) -> list[Action]:
    """The listed actions of one kind."""
    return [action for action in listed if type(action) is kind]


def misses_of(game: Game, action: Action) -> Iterator[Action]:
    """The same action with one field changed; where it names a cell, elsewhere; where it names a segment, another."""
    thing: Any = action
    names = {field.name for field in fields(thing)} if is_dataclass(thing) else set()
    for name in sorted(names):
        for new in (*SENSELESS, *instead_of(game, getattr(action, name))):
            yield replace(thing, **{name: new})
    if {"x", "y"} <= names:
        for x, y in cells_to_try(game, thing.x, thing.y):
            yield replace(thing, x=x, y=y)
        for meeple in game.meeples if "location" in names else ():
            yield replace(thing, x=meeple.x, y=meeple.y, location=meeple.location)


def cells_to_try(game: Game, x: int, y: int) -> Iterator[tuple[int, int]]:
    """Cells that are taken or free, far off, or the same by a mistake of reckoning."""
    yield from (*list(game.board.tiles)[:3], *game.board.frontier[:6])
    yield from ((y, x), (x + 1, y + 1), (999, 999))
    for width in (256, 1024, STRIDE, 65536):
        yield from ((x + width, y - 1), (x - width, y + 1))


def instead_of(game: Game, old: Any) -> Iterator[Any]:
    """Values of the same kind that a field could have."""
    if isinstance(old, int):
        yield from (old + 1, old - 1, -old, old + STRIDE, old - STRIDE, 0)
    elif isinstance(old, str):
        yield from LOCATIONS
        yield from game.ruleset.piece_named
        yield from list(game.ruleset.shapes)[:5]
        yield from (meeple.location for meeple in game.meeples)
