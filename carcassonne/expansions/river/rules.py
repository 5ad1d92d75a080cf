"""The rules of The River (docs/rules.md 3.5): what comes first, and where the river may go on.

The expansion remembers nothing: where the river has got to is read from the board.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

from carcassonne.board import Board
from carcassonne.events import Terms
from carcassonne.expansion import Expansion
from carcassonne.geometry import STEPS, across_edge, turn_edge
from carcassonne.orientations import FeatureKind, Orientation
from carcassonne.table import Preparation, Table
from carcassonne.tile_files import RIVER, shipped
from carcassonne.tiles import Tile

ID: Final = "river"
SPRING: Final = "spring"
LAKE: Final = "lake"


def no_terms(table: Table, root: int, completed: bool) -> Terms:
    """A river is worth nothing."""
    return ()


class River(Expansion):
    """12 tiles with a river, placed before all others: spring first, lake last."""

    id = ID
    title = "The River"
    changes_base = "the game begins with the spring instead of the start tile"

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """The river is an edge that parts fields; no piece stands on it, and it is never completed."""
        return (FeatureKind(RIVER, "never", "I", no_terms),)

    def tiles(self) -> Iterable[Tile]:
        return shipped(ID).tiles

    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        """The spring takes the start tile's place; ten tiles are shuffled, the lake is put under them.

        The base start tile is discarded. A stack that was given stays as it is; where it begins with the river, players
        know that it does.
        """
        (spring,), (lake,) = self._marked(SPRING), self._marked(LAKE)
        preparation.start = spring
        course = [tile for tile in own if tile not in (spring, lake)]
        if preparation.given:
            *first, last = preparation.stack[: len(course) + 1] or [""]
            if sorted(first) == sorted(course) and last == lake:
                preparation.blocks[:0] = [len(course), 1]
            return
        rng.shuffle(course)
        preparation.put_on_top([lake])
        preparation.put_on_top(course)

    def restricts(self, tile: Tile) -> bool:
        return any(segment.kind == RIVER for segment in tile.segments)

    def may_place(self, table: Table, cell: int, orientation: Orientation) -> str | None:
        """A river tile continues the river, and not straight back: no immediate U-turn."""
        board = table.board
        if board.spot_of(cell) not in board.foreign:
            return "the river must go on from its open end"
        ways = river_edges(orientation)
        joined = [edge for edge in ways if board.number_at(cell + STEPS[edge]) is not None]
        if not joined:
            return "the river must go on from its open end"
        back = came_from(board, cell, joined[0])
        if any(edge in back for edge in ways if edge not in joined):
            return "the river may not turn back right after it turned"
        return None

    def _marked(self, mark: str) -> list[str]:
        return [tile.id for tile in self.tiles() if tile.marks.get(RIVER) == mark]


@cache
def river_edges(orientation: Orientation) -> list[int]:
    """The edges over which the river runs on a tile as it lies."""
    segments = (segment for segment in orientation.tile.segments if segment.kind == RIVER)
    return [turn_edge(edge, orientation.rotation) for segment in segments for edge in segment.edges]


def came_from(board: Board, cell: int, edge: int) -> list[int]:
    """The sides from which the river came to the tile that lies beyond an edge of a cell; none to the spring.

    A tile that sends the river on to that very side turns it back: there and back is only possible by two turns.
    """
    before = board.orientations[board.at[cell + STEPS[edge]]]
    return [side for side in river_edges(before) if side != across_edge(edge)]
