"""The rules of Inns & Cathedrals (docs/rules.md 5)."""

from collections.abc import Iterable
from typing import Final

from carcassonne.expansion import Expansion
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Adjustment, Scoring
from carcassonne.table import Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import CITY, ROAD, Tile

ID: Final = "inns_and_cathedrals"
LARGE_MEEPLE: Final = "large_meeple"
LARGE_WEIGHT: Final = 2
"""What a large meeple counts in a majority. It is one meeple all the same."""
INN_BONUS: Final = 1
"""Points that an inn adds to each tile of a completed road: 2 a tile instead of 1."""
CATHEDRAL_BONUS: Final = 1
"""Points that a cathedral adds to each tile and coat of arms of a completed city: 3 instead of 2."""


class InnsAndCathedrals(Expansion):
    """18 tiles with 6 inns and 2 cathedrals, and a large meeple for every seat."""

    id = ID
    title = "Inns & Cathedrals"
    changes_base = "every seat has a large meeple"

    def tiles(self) -> Iterable[Tile]:
        return shipped(ID).tiles

    def pieces(self, ordinary: PieceKind) -> Iterable[PieceKind]:
        return (PieceKind(LARGE_MEEPLE, 1, ordinary.stands_on, LARGE_WEIGHT),)

    def adjust_score(self, table: Table, scoring: Scoring, seat: int) -> Iterable[Adjustment]:
        if scoring.kind == ROAD and drawn_on(table, scoring.root, "inn"):
            return inn_road(table, scoring)
        if scoring.kind == CITY and drawn_on(table, scoring.root, "cathedral"):
            return cathedral_city(table, scoring)
        return ()


def inn_road(table: Table, scoring: Scoring) -> Iterable[Adjustment]:
    """A road with an inn, or with several: 2 points a tile when completed, none otherwise."""
    if not scoring.completed:
        return (Adjustment("cap", "unfinished inn roads", 0),)
    tiles = table.board.size_of(scoring.root)
    return (Adjustment("add", "tiles of an inn road", INN_BONUS, tiles),)


def cathedral_city(table: Table, scoring: Scoring) -> Iterable[Adjustment]:
    """A city with a cathedral, or with both: 3 points a tile and coat of arms when completed, none otherwise."""
    if not scoring.completed:
        return (Adjustment("cap", "unfinished cathedral cities", 0),)
    tiles, coats = table.board.size_of(scoring.root), table.board.coats_of(scoring.root)
    of_tiles = Adjustment("add", "tiles of a cathedral city", CATHEDRAL_BONUS, tiles)
    of_coats = Adjustment("add", "coats of arms of a cathedral city", CATHEDRAL_BONUS, coats)
    return (of_tiles, of_coats) if coats else (of_tiles,)


def drawn_on(table: Table, root: int, mark: str) -> bool:
    """Whether any segment of a feature carries a mark."""
    return any(mark in segment.marks for _, segment in table.board.segments_of(root))
