"""A game as it stands: its tiles and pieces, what may be done, and beside them scores, supplies and who decides."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from carcassonne.actions import Action, Deploy, Place
from carcassonne.board import Board
from carcassonne.errors import CarcassonneError
from carcassonne.events import counted, standing_in_words
from carcassonne.game import Game
from carcassonne.render.figures import figure, seat_class, standing
from carcassonne.render.lines import SIDE, number
from carcassonne.render.markup import Drawings, words
from carcassonne.render.tile import placed, spot
from carcassonne.table import Standing

MARGIN = 24.0
PANEL = 330.0
"""How broad the panel beside the board is, in its own units."""
ROW = 74.0
HEAD = 190.0
SMALLEST = 13.0
"""The least size of letters in the panel."""
BOLD = ' font-weight="bold"'


class Frame(NamedTuple):
    """The part of the plane that a picture shows: first and last column and row."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """How many columns it shows."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many rows it shows."""
        return self.bottom - self.top + 1

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """Where the north-west corner of a cell lies on the picture."""
        return MARGIN + (x - self.left) * SIDE, MARGIN + (y - self.top) * SIDE


def frame(cells: Sequence[tuple[int, int]]) -> Frame:
    """The smallest frame round some cells."""
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return Frame(min(columns), min(rows), max(columns), max(rows))


def tiles(drawings: Drawings, board: Board, shown: Frame) -> Iterator[str]:
    """The tiles of a board in the order placed, one piece of markup each."""
    for cell, orientation in zip(board.cells, board.orientations, strict=True):
        yield placed(drawings, orientation.tile, orientation.rotation, *shown.corner(*cell.xy))


def pieces(drawings: Drawings, board: Board, meeples: Sequence[Standing], shown: Frame) -> list[str]:
    """The pieces on a board, one piece of markup each, those further south before those further north."""
    before: dict[tuple[int, int, str], int] = {}
    found = []
    for piece in meeples:
        place = (piece.x, piece.y, piece.location)
        x, y = where(board, *place, shown, before.get(place, 0))
        before[place] = before.get(place, 0) + 1
        found.append((y, x, drawings.use(standing(drawings, piece), x, y)))
    return [markup for _, _, markup in sorted(found)]


def where(board: Board, x: int, y: int, location: str, shown: Frame, place: int = 0) -> tuple[float, float]:
    """Where on the picture a piece stands on a location of the tile at column x, row y."""
    left, top = shown.corner(x, y)
    orientation = board.orientations[board.tile_number(board.node_at(x, y, location))]
    east, south = spot(
        orientation.tile, orientation.rotation, orientation.locations[orientation.index_of[location]], place
    )
    return left + east, top + south


def last_placement(drawings: Drawings, board: Board, shown: Frame) -> str:
    """A frame round the tile placed last; nothing round the one that the game began with."""
    if len(board.cells) < 2:
        return ""
    x, y = shown.corner(*board.cells[-1].xy)
    drawings.define("last", '<path class="@lastdark" d="M2 2H98V98H2Z"/><path class="@last" d="M2 2H98V98H2Z"/>')
    return drawings.use("last", x, y)


def choices(drawings: Drawings, game: Game, shown: Frame) -> list[str]:
    """What `game.seat` may do, wherever it is about a place: cells for the tile, rings for all else."""
    places = (place_of(game, action) for action in game.legal_actions)
    rings = dict.fromkeys(where(game.board, *place, shown) for place in places if place is not None)
    drawings.define("cell", '<rect class="@legal" x="5" y="5" width="90" height="90" rx="8"/>')
    drawings.define("ring", '<circle class="@choicehalo" r="21"/><circle class="@choice" r="21"/>')
    found = [drawings.use("cell", *shown.corner(*cell)) for cell in placements(game)]
    found += [drawings.use("ring", *ring) for ring in rings]
    return found


def placements(game: Game) -> list[tuple[int, int]]:
    """The cells where the drawn tile may lie."""
    found = ((action.x, action.y) for action in game.legal_actions if isinstance(action, Place))
    return list(dict.fromkeys(found))


def place_of(game: Game, action: Action) -> tuple[int, int, str] | None:
    """The segment that an action is about: on the tile placed last, or where its fields x, y and location say."""
    x: Any
    y: Any
    x, y, location = (getattr(action, name, None) for name in ("x", "y", "location"))
    if isinstance(action, Deploy):
        x, y = game.board.cells[-1].xy
    try:
        return game.board.place_of(game.board.node_at(x, y, location))
    except CarcassonneError:
        return None


def panel(drawings: Drawings, game: Game) -> list[str]:
    """The panel beside the board in its own units, as pieces of markup: a head, then a row for each seat."""
    return [_head(drawings, game), *(_row(drawings, game, seat) for seat in range(len(game.players)))]


def panel_height(game: Game) -> float:
    """How high the panel is, in its own units."""
    return HEAD + ROW * len(game.players)


def _head(drawings: Drawings, game: Game) -> str:
    if game.over:
        title, who, does = "The game is over", _listed([game.players[seat] for seat in game.winners]), " won"
    else:
        title, who, does = f"Turn {game.turn}", game.players[game.seat], f" is to {game.decision}"
    shape = game.shape
    room = PANEL if shape is None else PANEL - 132
    doing, size = _fitting(who, 21, room, does)
    parts = [
        words(drawings, title, 0, 32, 30, "ink", more=BOLD),
        words(drawings, doing, 0, 68, size, "ink"),
        words(drawings, f"{counted(game.stack_size, 'tiles')} left", 0, 98, 19, "faint"),
    ]
    if shape is not None:
        parts.append(placed(drawings, shape.tile, 0, PANEL - 116, 4))
        parts.append(words(drawings, shape.id, PANEL - 66, 124, 16, "faint", more=' text-anchor="middle"'))
    return "".join(parts)


def _row(drawings: Drawings, game: Game, seat: int) -> str:
    stands_out = seat in game.winners if game.over else seat == game.seat
    name, score = game.players[seat], str(game.scores[seat])
    card, colour = drawings.cls("turn" if stands_out else "card"), drawings.styled(f'class="{seat_class(seat)}"')
    name, size = _fitting(name, 21, 190)
    parts = [
        f'<rect {card} width="{PANEL - 14:g}" height="{ROW - 10:g}" rx="8"/>',
        f'<rect {colour} x="6" y="6" width="12" height="{ROW - 22:g}" rx="4"/>',
        words(drawings, name, 28, 27, size, "ink", more=BOLD),
        words(drawings, score, PANEL - 28, 32, 30, "ink", more=f'{BOLD} text-anchor="end"'),
    ]
    supply = game.supply_of(seat)
    for place, (kind, count) in enumerate(supply.items()):
        x = 40 + min(52, (PANEL - 70) / len(supply)) * place
        icon = f'<g transform="translate({number(x)} 46) scale(.55)">{drawings.use(figure(drawings, seat, kind))}</g>'
        at_hand = words(drawings, str(count), x + 13, 52, 17, "ink")
        parts.append(f"<g{'' if count else ' ' + drawings.cls('gone')}>{icon}{at_hand}</g>")
    return f'<g transform="translate(0 {HEAD - 40 + ROW * seat:g})">{"".join(parts)}</g>'


def _fitting(words: str, most: float, room: float, tail: str = "") -> tuple[str, float]:
    """Words and their tail as they fit into so much room, and the font size, up to so much.

    Where even letters of SMALLEST would not fit, the words end early, with three dots.
    """
    if SMALLEST * _breadth(words + tail) > room:
        words = words[: int(room / SMALLEST / 0.6)]
        while SMALLEST * _breadth(f"{words}…{tail}") > room and words:
            words = words[:-1]
        words = f"{words.rstrip()}…"
    return words + tail, min(most, room / _breadth(words + tail))


def _breadth(words: str) -> float:
    """About how broad words are, in the height of their letters."""
    return sum(1.0 if east_asian_width(char) in "WF" else 0.6 for char in words)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def title_of(game: Game) -> str:
    """What the picture is called."""
    return f"Carcassonne: {', '.join(game.players)}, {'the end' if game.over else f'turn {game.turn}'}"


def description_of(game: Game) -> str:
    """The position in words, for who cannot see the picture."""
    sentences = [f"{counted(len(game.board.cells), 'tiles')} lie, {game.stack_size} are left to draw."]
    for name, score, supply in zip(game.players, game.scores, game.supply, strict=True):
        sentences.append(f"{name} has {counted(score, 'points')} and {counted(supply, 'meeples')} at hand.")
    for piece in game.meeples:
        stands = standing_in_words(piece.piece, piece.x, piece.y, piece.location)
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        sentences.append(f"{game.players[piece.seat]}'s {stands}{marks}.")
    if game.over:
        sentences.append(f"The game is over; {_listed([game.players[seat] for seat in game.winners])} won.")
    else:
        tile = f" {game.tile}" if game.tile else ""
        sentences.append(f"{game.players[game.seat]} is to {game.decision}{tile}.")
    return " ".join(sentences)


def describe_board(board: Board) -> str:
    """The tiles of a board in words."""
    named = [f"{tile.tile} at ({x},{y}) turned {90 * tile.rotation} degrees" for (x, y), tile in board.tiles.items()]
    return f"{counted(len(named), 'tiles')}: {', '.join(named)}."
