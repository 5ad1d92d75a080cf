"""The placements on each cell, made once and shared by all games: a game lists thirty a turn."""

from typing import Final

from carcassonne.actions import Place
from carcassonne.geometry import xy

Placements = tuple[tuple[Place, ...], ...]
"""For each mask of rotations (bit r for r quarter turns clockwise, so 16 masks) the placements on one cell."""


class _PlacementsByCell(dict[int, Placements]):
    def __missing__(self, cell: int) -> Placements:
        x, y = xy(cell)
        a, b, c, d = Place(x, y, 0), Place(x, y, 1), Place(x, y, 2), Place(x, y, 3)
        placements = (
            *((), (a,), (b,), (a, b), (c,), (a, c), (b, c), (a, b, c)),
            *((d,), (a, d), (b, d), (a, b, d), (c, d), (a, c, d), (b, c, d), (a, b, c, d)),
        )
        self[cell] = placements
        return placements


PLACEMENTS: Final = _PlacementsByCell()
"""By cell, filled as cells are met."""
