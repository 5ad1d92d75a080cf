"""What placed tiles demand of the frontier's cells, packed so that one pass in C finds all that a tile meets.

A demand holds for each edge of a cell the number of the kind of edge that has to lie there, 0 for none. A sequence of
demands has a method `translate(fits)`, where `fits` is what a tile meets: the mask of the tile's rotations that meet
each demand, one byte after the other. A demand of 0 is that of no cell and is met by none.

Up to three kinds of edge, demands are bytes in a bytearray and `fits` is a table of 256 masks. With more kinds, as a
river brings, each demand is split over two bytearrays.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from carcassonne.errors import RulesetError

MOST_KINDS: Final = 14
"""More kinds of edge do not fit into half a byte beside 0 and FREE."""
FREE: Final = 0xFF
"""The first half of the demand of no cell."""


class WideFits:
    """The masks of rotations that meet demands with more than three kinds of edge."""

    __slots__ = ("halves",)

    def __init__(self, first: bytes, second: bytes) -> None:
        self.halves = (first, second)
        """By what north and east are to be, and by what south and west are to be."""

    def __getitem__(self, demand: int) -> int:
        return self.halves[0][demand & 0xFF] & self.halves[1][demand >> 8] if demand else 0


class WideDemands:
    """Demands with more than three kinds of edge."""

    __slots__ = ("first", "second")

    def __init__(self, first: bytearray, second: bytearray) -> None:
        self.first = first
        """What the north and east edges are to be."""
        self.second = second
        """What the south and west edges are to be."""

    def copy(self) -> "WideDemands":
        """The same demands in a sequence of its own."""
        return WideDemands(self.first[:], self.second[:])

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, spot: int) -> int:
        first = self.first[spot]
        return 0 if first == FREE else first | self.second[spot] << 8

    def __setitem__(self, spot: int, demand: int) -> None:
        self.first[spot] = demand & 0xFF if demand else FREE
        self.second[spot] = demand >> 8

    def append(self, demand: int) -> None:
        """Add a demand at the end."""
        self.first.append(demand & 0xFF)
        self.second.append(demand >> 8)

    def pop(self) -> None:
        """Take the last demand away."""
        self.first.pop()
        self.second.pop()

    def translate(self, fits: WideFits) -> bytes:
        """For each demand the mask of the rotations that meet it."""
        first, second = fits.halves
        met = int.from_bytes(self.first.translate(first)) & int.from_bytes(self.second.translate(second))
        return met.to_bytes(len(self.first))


Demands = bytearray | WideDemands
Fits = bytes | WideFits


def bits_an_edge(kinds: int) -> int:
    """How many bits of a demand one edge takes, with so many kinds of edge. Raises RulesetError for too many."""
    if kinds > MOST_KINDS:
        raise RulesetError(f"{kinds} kinds of edge are too many: a game has {MOST_KINDS} at most")
    return 2 if kinds <= 3 else 4


def no_cells(kinds: int) -> Demands:
    """An empty sequence of demands, with so many kinds of edge."""
    return bytearray() if kinds <= 3 else WideDemands(bytearray(), bytearray())


def what_meets(rotations: Mapping[int, Sequence[int]], kinds: int) -> Fits:
    """What a tile meets whose edges at each of its rotations are given, with so many kinds of edge."""
    if kinds <= 3:
        return bytes(1) + masks_met(rotations, (0, 1, 2, 3), 2)[1:]
    first, second = masks_met(rotations, (0, 1), 4), masks_met(rotations, (2, 3), 4)
    return WideFits(first[:FREE] + bytes(1), second)


def masks_met(rotations: Mapping[int, Sequence[int]], edges: Sequence[int], bits: int) -> bytes:
    """For each of 256 demands on these edges the mask of the rotations that meet it.

    A rotation meets the demands that ask for some of its own edges and nothing of the others.
    """
    masks = bytearray(256)
    for rotation, lies in rotations.items():
        for asked in range(1 << len(edges)):
            demand = sum(lies[edge] << bits * place for place, edge in enumerate(edges) if asked >> place & 1)
            masks[demand] |= 1 << rotation
    return bytes(masks)
