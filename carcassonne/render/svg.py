"""Pictures as SVG text: of a game, of a board, of a tile, of a set of tiles.

The same game gives the same text, wherever and whenever it is drawn. Each picture stands for itself: one file, no
script, nothing to fetch. `theme` is `light`, `dark`, or `auto`, which follows the reader's system.
"""

from collections.abc import Iterable

from carcassonne.board import Board
from carcassonne.errors import CarcassonneError
from carcassonne.game import Game
from carcassonne.render import board as boards
from carcassonne.render import sheet as sheets
from carcassonne.render.board import MARGIN, PANEL, Frame
from carcassonne.render.lines import SIDE
from carcassonne.render.markup import Drawings
from carcassonne.render.palette import Theme
from carcassonne.render.picture import picture
from carcassonne.render.tile import placed
from carcassonne.tiles import Tile, TileSet

MOST = 1200.0
"""How broad a picture says it is, in pixels, where its units come to more; it can be shown at any size."""


def of(thing: object, theme: Theme = "auto") -> str:
    """A picture of a game, a board, a tile or a set of tiles. Raises CarcassonneError where it is something else."""
    match thing:
        case Game():
            return game(thing, theme)
        case Board():
            return board(thing, theme)
        case Tile():
            return tile(thing, theme)
        case TileSet():
            return sheet([thing], theme)
    raise CarcassonneError(f"{type(thing).__name__} is nothing that is drawn: games, boards, tiles and tile sets are")


def game(game: Game, theme: Theme = "auto", *, choices: bool = True) -> str:
    """A game as it stands, with scores, supplies and whose decision it is beside the board.

    With `choices` all that `game.seat` may do is marked. Raises CarcassonneError where there is no such theme.
    """
    drawings = Drawings(theme)
    cells = [cell.xy for cell in game.board.cells]
    shown = boards.frame([*cells, *(boards.placements(game) if choices else ())])
    body = [
        *boards.tiles(drawings, game.board, shown),
        boards.last_placement(drawings, game.board, shown),
        *(boards.choices(drawings, game, shown) if choices else ()),
        *boards.pieces(drawings, game.board, game.meeples, shown),
    ]
    return _around(drawings, game, shown, "".join(body), "".join(boards.panel(drawings, game)))


def _around(drawings: Drawings, game: Game, shown: Frame, body: str, panel: str) -> str:
    """A picture of a board with a panel beside it."""
    width, height = extent(shown)
    scale = max(min(height / 720, width / 700), 1.0)
    high = boards.panel_height(game) * scale + MARGIN
    whole, tall = width + PANEL * scale + MARGIN, max(height, high)
    body = f'<g transform="translate(0 {(tall - height) / 2:g})">{body}</g>' if tall > height else body
    beside = f'<g transform="translate({width:g} {MARGIN:g}) scale({scale:.3f})">{panel}</g>'
    return picture(
        drawings, whole, tall, boards.title_of(game), boards.description_of(game), body + beside, min(1.0, MOST / whole)
    )


def extent(shown: Frame) -> tuple[float, float]:
    """How broad and how high a board is drawn, with its margin."""
    return shown.columns * SIDE + 2 * MARGIN, shown.rows * SIDE + 2 * MARGIN


def board(board: Board, theme: Theme = "auto") -> str:
    """The placed tiles alone. Raises CarcassonneError where there is no such theme."""
    drawings = Drawings(theme)
    shown = boards.frame([cell.xy for cell in board.cells])
    body = "".join(boards.tiles(drawings, board, shown)) + boards.last_placement(drawings, board, shown)
    width, height = extent(shown)
    title = f"A board of Carcassonne, {len(board.cells)} tiles"
    return picture(drawings, width, height, title, boards.describe_board(board), body, min(1.0, MOST / width))


def tile(tile: Tile, theme: Theme = "auto", rotation: int = 0) -> str:
    """One tile, turned `rotation` quarter turns clockwise. Raises CarcassonneError where there is no such theme."""
    drawings = Drawings(theme)
    segments = ", ".join(segment.location(rotation) for segment in tile.segments)
    return picture(
        drawings, SIDE + 8, SIDE + 8, f"Tile {tile.id}", f"It shows {segments}.", placed(drawings, tile, rotation, 4, 4)
    )


def sheet(sets: Iterable[TileSet], theme: Theme = "auto") -> str:
    """All tiles of some sets, with names and counts. Raises CarcassonneError where there is no such theme."""
    return sheets.sheet(tuple(sets), theme)
