"""Fairs in cities, and the roads that end at a city."""

from typing import Final

from carcassonne.geometry import EDGES
from carcassonne.table import Table
from carcassonne.tiles import MONASTERY, ROAD, Segment, Tile

FAIR: Final = "fair"
"""The mark of a city segment in which a fair is held."""
GATE: Final = "gate"
"""The mark of a road segment that ends at a gate: an edge of the city, the tile unturned."""


def has_fair(tile: Tile) -> bool:
    """Whether a tile has a fair."""
    return any(FAIR in segment.marks for segment in tile.segments)


def holds_fair(table: Table, city: int) -> bool:
    """Whether a fair is held in a city, given by its root."""
    return any(FAIR in segment.marks for _, segment in table.board.segments_of(city))


def roads_ending_at(table: Table, city: int) -> int:
    """How many roads end at a city, given by its root. A road that ends there twice counts once."""
    board = table.board
    roads = set()
    for node, _ in board.segments_of(city):
        number = board.tile_number(node)
        base, tile = number * board.stride, board.orientations[number].tile
        for index, segment in enumerate(tile.segments):
            if segment.kind == ROAD and ends_at(tile, segment, node - base):
                roads.add(board.root(base + index))
    return len(roads)


def ends_at(tile: Tile, road: Segment, city: int) -> bool:
    """Whether a road segment ends at the gate of a city segment of the same tile, given by its index.

    The tile may say so by the mark `gate`. Where it does not, its fields tell: a road with one edge ends at the city
    if it parts two fields that both touch the city. (At a crossing or a village the city lies beyond one of the
    fields; a road on a tile with a monastery ends there.)
    """
    if GATE in road.marks:
        return EDGES.index(road.marks[GATE]) in tile.segments[city].edges
    if len(road.edges) != 1 or any(segment.kind == MONASTERY for segment in tile.segments):
        return False
    left, right = (field_at(tile, 2 * road.edges[0] + side) for side in (0, 1))
    return left is not right and city in left.cities and city in right.cities


def field_at(tile: Tile, half_edge: int) -> Segment:
    """The field that owns a half edge beside a road."""
    return next(segment for segment in tile.segments if half_edge in segment.half_edges)
