"""The placements on each cell, made once and shared by all games: a game lists thirty a turn."""

from typing import Final

from carcassonne.actions import Place
from carcassonne.geometry import xy

Placements = tuple[tuple[Place, ...], ...]
"""For each mask of rotations (bit r for r quarter turns clockwise, so 16 masks) the placements on one cell."""


class _PlacementsByCell(dict[int, Placements]):
    def __missing__(self, cell: int) -> Placements:
        turned = tuple(Place(*xy(cell), rotation) for rotation in range(4))
        placements = tuple(
            tuple(turned[rotation] for rotation in range(4) if mask >> rotation & 1) for mask in range(16)
        )
        self[cell] = placements
        return placements


PLACEMENTS: Final = _PlacementsByCell()
"""By cell, filled as cells are met."""
