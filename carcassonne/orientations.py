"""Tiles made ready for the board: everything about a tile at a rotation that no board can change.

A `Shape` is a tile in all its orientations; an `Orientation` is a tile at one rotation, as flat tuples.
Rotations that look the same (same edges, same connections, same markings) are one orientation: the lowest
rotation stands for them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final, Literal, final

from carcassonne.actions import Deploy
from carcassonne.geometry import (
    HALF_SLOT,
    SLOTS,
    STEPS,
    across_edge,
    across_half_edge,
    turn_edge,
    turn_half_edge,
)
from carcassonne.rows import i64, u8, vec
from carcassonne.terms import Terms
from carcassonne.tiles import Tile

if TYPE_CHECKING:
    from carcassonne.table import Table


CORE_EDGES: Final = 3
"""The kinds of edge numbered 1 to 3 are the core's; expansions bring those from 4 on."""
ALL_ROTATIONS: Final = 0b1111


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A kind of feature: how it is completed and what it is worth before any expansion has its say."""

    name: str
    closes: Literal["edges", "ring", "never"]
    """Complete when no edge is open, when its 8 neighbours are filled, or never."""
    edge: str | None
    """The letter of the edge that it owns, if it owns any."""
    terms: "Callable[[Table, int, bool], Terms]"
    """Its points as (table, root, completed) -> terms."""


Deploys = tuple[tuple[tuple[int, Deploy], ...], list[Deploy]]
"""(segment, action) for each segment of a tile that a piece may be deployed on, and all these actions."""


@final
class Join:
    """A segment that goes on over an edge: where it meets the neighbour, by the slot of the neighbour's."""

    __slots__ = ("segment", "slot")

    def __init__(self, segment: int, slot: int) -> None:
        self.segment: i64 = segment
        self.slot: i64 = slot


@final
class Side:
    """One edge of an orientation: the step over it, and what is to be done there."""

    __slots__ = ("across", "demand", "joins", "step")

    def __init__(self, edge: int, kind: int, joins: Iterable[Join]) -> None:
        self.step: i64 = STEPS[edge]
        self.across: i64 = across_edge(edge)
        """The edge that it meets there."""
        self.demand: u8 = pack_edge(kind, across_edge(edge))
        """What it demands of the cell there, packed: nothing where the kind of edge is no core one."""
        self.joins = tuple(joins)
        """What it joins there, edges before half edges."""


class Orientation:
    """A tile at one rotation, compiled. Segments keep the order of `Tile.segments`."""

    __slots__ = (
        "cities",
        "closing",
        "coats",
        "deploys",
        "edges",
        "foreign",
        "index_of",
        "kinds",
        "locations",
        "opens",
        "rings",
        "rotation",
        "segment_at",
        "sides",
        "size",
        "tile",
    )

    def __init__(
        self,
        tile: Tile,
        rotation: int,
        kinds: Mapping[str, int],
        closes: Sequence[str],
        edge_number: Mapping[str, int],
    ) -> None:
        segments = tile.segments
        self.tile = tile
        self.rotation = rotation
        self.edges: tuple[int, ...] = tuple(edge_number[tile.edges[(edge - rotation) & 3]] for edge in range(4))
        self.foreign = tuple(
            (STEPS[edge], across_edge(edge), kind) for edge, kind in enumerate(self.edges) if kind > CORE_EDGES
        )
        """For each edge of another kind: the step over it, the edge that it meets there, and the kind."""
        self.size = len(segments)
        """How many segments it has."""
        self.kinds = tuple(kinds[segment.kind] for segment in segments)
        self.opens: vec[i64] = vec[i64]([len(segment.edges) for segment in segments])
        """How many edges each segment has."""
        self.closing: vec[i64] = vec[i64]([index for index, segment in enumerate(segments) if segment.edges])
        """The segments that have any."""
        self.coats = tuple(segment.coats_of_arms for segment in segments)
        self.cities = tuple(segment.cities for segment in segments)
        """For each segment the city segments that it touches, as a field may."""
        self.rings = tuple(index for index, segment in enumerate(segments) if closes[kinds[segment.kind]] == "ring")
        self.locations = tuple(segment.location(rotation) for segment in segments)
        self.index_of = {name: index for index, segment in enumerate(segments) for name in segment.locations(rotation)}
        """Every name of every segment."""
        slots = [-1] * SLOTS
        for index, segment in enumerate(segments):
            for edge in segment.edges:
                slots[turn_edge(edge, rotation)] = index
            for half in segment.half_edges:
                slots[HALF_SLOT + turn_half_edge(half, rotation)] = index
        self.segment_at: vec[i64] = vec[i64](slots)
        """The segment that owns each edge and half edge, -1 for none."""
        self.sides = tuple(Side(edge, kind, joins_over(edge, slots)) for edge, kind in enumerate(self.edges))
        """By edge."""
        self.deploys: dict[str, Deploys] = {}

    def deploys_of(self, piece: str, stands_on: frozenset[str]) -> "Deploys":
        """How a piece may be deployed that stands on features of these kinds; from now on in `deploys` too."""
        by_segment = tuple(
            (index, Deploy(self.locations[index], piece))
            for index, segment in enumerate(self.tile.segments)
            if segment.kind in stands_on
        )
        self.deploys[piece] = by_segment, [action for _, action in by_segment]
        return self.deploys[piece]

    def look(self) -> tuple[object, ...]:
        """What tells this orientation from the tile's other ones."""
        order: dict[int, int] = {}
        slots = tuple(-1 if index < 0 else order.setdefault(index, len(order)) for index in self.segment_at)
        for index in range(len(self.kinds)):
            order.setdefault(index, len(order))
        segments = {
            order[index]: (
                segment.kind,
                segment.coats_of_arms,
                frozenset(order[city] for city in segment.cities),
                tuple(sorted(segment.marks.items())),
            )
            for index, segment in enumerate(self.tile.segments)
        }
        return (self.edges, slots, tuple(sorted(segments.items(), key=lambda item: item[0])))


class Shape:
    """A tile in all its orientations."""

    __slots__ = ("distinct", "drawn", "fits", "id", "tile", "turned", "vetoes")

    def __init__(
        self,
        tile: Tile,
        kinds: Sequence[FeatureKind],
        vetoes: "tuple[Callable[[Table, int, Orientation], Any], ...]" = (),
        drawn: "tuple[Callable[[Table], Any], ...]" = (),
    ) -> None:
        number = {kind.name: index for index, kind in enumerate(kinds)}
        closes = [kind.closes for kind in kinds]
        edge_number = {letter: index for index, letter in enumerate(edge_letters(kinds), start=1)}
        self.tile = tile
        self.id = tile.id
        self.vetoes = vetoes
        """The expansions' `may_place` of those that restrict where this tile may lie."""
        self.drawn = drawn
        """The expansions' `tile_drawn` of those that heed it."""
        by_look: dict[tuple[object, ...], Orientation] = {}
        turned = []
        for rotation in range(4):
            orientation = Orientation(tile, rotation, number, closes, edge_number)
            turned.append(by_look.setdefault(orientation.look(), orientation))
        self.turned: tuple[Orientation, ...] = tuple(turned)
        """The orientation that each rotation 0..3 amounts to."""
        self.distinct: tuple[Orientation, ...] = tuple(by_look.values())
        self.fits: vec[u8] = rotations_met(self.distinct)
        """By packed demand on a cell the mask of the rotations that meet it; none for 0, the demand of no cell."""

    def meeting(self, demand: int, foreign: Iterable[tuple[int, int]]) -> int:
        """The mask of the rotations that meet a packed demand, and other kinds at the edges given with them."""
        mask = self.fits[demand] if demand else ALL_ROTATIONS
        for edge, kind in foreign:
            mask &= sum(1 << orientation.rotation for orientation in self.distinct if orientation.edges[edge] == kind)
        return mask


def joins_over(edge: int, slots: Sequence[int]) -> Iterator[Join]:
    """What a tile joins over an edge, given the segment that owns each slot."""
    if slots[edge] >= 0:
        yield Join(slots[edge], across_edge(edge))
    left, right = (HALF_SLOT + 2 * edge, HALF_SLOT + 2 * edge + 1)
    for slot in (left, right):
        # Both halves of an edge in one field here means both in one field there: one join will do.
        if slots[slot] >= 0 and not (slot == right and slots[edge] < 0 and slots[left] == slots[right]):
            yield Join(slots[slot], HALF_SLOT + across_half_edge(slot - HALF_SLOT))


def pack_edge(kind: int, edge: int) -> int:
    """A demand for one of the core's three kinds of edge, two bits for each edge; 0 for any other kind."""
    return kind << 2 * edge if kind <= CORE_EDGES else 0


def rotations_met(orientations: Iterable[Orientation]) -> vec[u8]:
    """For each packed demand the mask of the rotations that meet it; none for 0.

    An orientation meets the demands that ask for some of its own edges and nothing of the others.
    """
    masks = vec[u8]([0] * 256)
    for orientation in orientations:
        packed = [pack_edge(kind, edge) for edge, kind in enumerate(orientation.edges)]
        for demand in {sum(asked) for asked in product(*((0, edge) for edge in packed))} - {0}:
            masks[demand] |= 1 << orientation.rotation
    return masks


def edge_letters(kinds: Iterable[FeatureKind]) -> tuple[str, ...]:
    """The letters of the kinds of edge, in the order of the kinds of feature."""
    return tuple(kind.edge for kind in kinds if kind.edge is not None)
