"""The cells that games have met, made once and shared by all of them: neighbours, and the placements on each."""

from typing import Final, final

from carcassonne.actions import Place
from carcassonne.geometry import RING, STEPS, xy
from carcassonne.rows import i64


@final
class Cell:
    """One cell of the plane."""

    __slots__ = ("around", "number", "placements", "ring", "x", "xy", "y")

    def __init__(self, number: int) -> None:
        self.number: i64 = number
        self.xy = x, y = xy(number)
        self.x, self.y = x, y
        self.around: tuple[Cell, ...] = ()
        """The neighbours over each edge, once `surround` has made them."""
        self.ring: tuple[Cell, ...] = ()
        """All 8 neighbours, likewise."""
        a, b, c, d = Place(x, y, 0), Place(x, y, 1), Place(x, y, 2), Place(x, y, 3)
        self.placements: tuple[tuple[Place, ...], ...] = (
            *((), (a,), (b,), (a, b), (c,), (a, c), (b, c), (a, b, c)),
            *((d,), (a, d), (b, d), (a, b, d), (c, d), (a, c, d), (b, c, d), (a, b, c, d)),
        )
        """For each mask of rotations (bit r for r quarter turns clockwise) the placements of a tile here."""

    def surround(self) -> None:
        """Make the neighbours known."""
        self.around = tuple([cell_numbered(self.number + step) for step in STEPS])
        self.ring = tuple([cell_numbered(self.number + step) for step in RING])


CELLS: Final[dict[int, Cell]] = {}
"""By number, filled as cells are met."""


def cell_numbered(number: int) -> Cell:
    """The cell of a number."""
    cell = CELLS.get(number)
    if cell is None:
        cell = CELLS[number] = Cell(number)
    return cell
