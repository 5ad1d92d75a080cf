"""Directions, half edges, rotations and cells: the plane that tiles lie on.

x grows east, y grows south. Edges are numbered 0..3 clockwise from north, half edges 0..7 clockwise from
the west half of the north edge (left and right as seen looking outward from the tile's centre). A rotation
is a number of quarter turns clockwise, 0..3. A *slot* numbers both: edges 0..3, then half edges 4..11.
"""

from typing import Final, TypeGuard

EDGES: Final = ("N", "E", "S", "W")
HALF_EDGES: Final = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
HALF_SLOT: Final = 4
SLOTS: Final = 12

STRIDE: Final = 4096
MIDDLE: Final = STRIDE // 2
REACH: Final = MIDDLE - 2
"""The farthest cell from the origin along either axis; no game comes near it."""
ORIGIN: Final = MIDDLE * STRIDE + MIDDLE
STEPS: Final = (-STRIDE, 1, STRIDE, -1)
"""What to add to a cell to reach its neighbour over each edge."""
RING: Final = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
"""What to add to a cell to reach each of its 8 neighbours."""


def cell_at(x: int, y: int) -> int:
    """The number of the cell at column x, row y (both within -REACH..REACH)."""
    return ORIGIN + y * STRIDE + x


def xy(cell: int) -> tuple[int, int]:
    """Column and row of a cell: `xy(cell_at(x, y)) == (x, y)`."""
    return cell % STRIDE - MIDDLE, cell // STRIDE - MIDDLE


def turn_edge(edge: int, rotation: int) -> int:
    """Where an edge points after `rotation` quarter turns clockwise."""
    return (edge + rotation) & 3


def turn_half_edge(half: int, rotation: int) -> int:
    """Where a half edge lies after `rotation` quarter turns clockwise."""
    return (half + 2 * rotation) & 7


def across_edge(edge: int) -> int:
    """The neighbour's edge that meets this one."""
    return (edge + 2) & 3


def across_half_edge(half: int) -> int:
    """The neighbour's half edge that meets this one: NL meets SR, NR meets SL, EL meets WR, ER meets WL."""
    return (half ^ 1) ^ 4


def in_reach(coordinate: object) -> TypeGuard[int]:
    """Whether something is a whole number that a column or row can have."""
    return type(coordinate) is int and -REACH <= coordinate <= REACH
