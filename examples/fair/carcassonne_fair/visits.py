"""What the seat that placed a fair may do instead of deploying."""

from collections.abc import Iterator

from carcassonne.actions import Action
from carcassonne.table import Table
from carcassonne.tiles import ROAD
from carcassonne_fair.actions import Move, TakeBack


def visits(table: Table) -> Iterator[Action]:
    """Take one own meeple back from anywhere, or move one from a road to a free road of the tile just placed."""
    mine = table.board.standing & table.pieces.by_seat[table.seat] & table.pieces.meeples
    for place in places(table, mine):
        yield TakeBack(*place)
    roads = free_roads(table)
    for place in places(table, mine & table.standing_on(ROAD)):
        for road in roads:
            yield Move(*place, road)


def places(table: Table, pieces: int) -> list[tuple[int, int, str]]:
    """Where the pieces of a mask stand, each place once."""
    return list(dict.fromkeys(table.where(piece) for piece in table.in_order(pieces)))


def free_roads(table: Table) -> list[str]:
    """The road segments of the tile just placed on whose roads nobody stands."""
    board = table.board
    base, orientation = board.base, board.orientations[-1]
    return [
        orientation.locations[index]
        for index, segment in enumerate(orientation.tile.segments)
        if segment.kind == ROAD and not board.pieces_on(board.root(base + index))
    ]


def visit(table: Table, action: TakeBack | Move) -> None:
    """Carry out one of them."""
    piece = own_meeple(table, table.board.node_at(action.x, action.y, action.location))
    if isinstance(action, TakeBack):
        table.return_piece(piece, "fair")
    else:
        table.move_piece(piece, table.board.base + table.board.orientations[-1].index_of[action.to])


def own_meeple(table: Table, node: int) -> int:
    """The meeple of the deciding seat that stands on a node."""
    mine = table.board.pieces_on(table.board.root(node)) & table.pieces.by_seat[table.seat] & table.pieces.meeples
    return next(piece for piece in table.in_order(mine) if table.board.node_of[piece] == node)
