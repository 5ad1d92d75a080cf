"""The board on a terminal: in colours and Unicode, or in plain ASCII where one of them is not to be had."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.console import Console
from rich.text import Text

from carcassonne.events import standing_in_words
from carcassonne.game import Game
from carcassonne.orientations import Orientation
from carcassonne.render.board import Frame, frame
from carcassonne.render.figures import PROTECTED
from carcassonne.render.palette import SEATS
from carcassonne.render.plan import COAT, GARDEN, RIVER, VILLAGE
from carcassonne.render.terminal import DETAIL, LARGE, MARK, MEDIUM, SMALL, WALL, Sign, Size, block, room_for
from carcassonne.render.tile import spot
from carcassonne.table import Standing
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD

LABELS: Final = 3
"""Columns of characters that the numbers of the rows take."""
HEADER: Final = 1
"""Rows of characters that the numbers of the columns take."""

_GROUNDS: Final[Mapping[str, tuple[str, str, str]]] = {
    FIELD: ("#5f8700", "#5f875f", "#87af5f"),
    CITY: ("#d7af5f", "#d7af87", "#ffd787"),
}
"""What is behind a tile: two shades that take turns, and a lighter one for the tile placed last.

All are among the 256 colours that terminals have had for long.
"""
_INKS: Final[Mapping[str, str]] = {
    ROAD: "bold #fffdf0",
    RIVER: "bold #bfe9ff",
    MONASTERY: "bold #ffffff on #4b3a5a",
    VILLAGE: "bold #6b2d1a",
    WALL: "bold #5f3a1e",
    COAT: "bold #123a86",
    GARDEN: "bold #ffd3e4",
    MARK: "bold #ffffff on #a3121c",
    DETAIL: "bold #ffffff on #5b3a86",
}
_OTHER_INK: Final = "bold #e0d0ff"
_FRONTIER, CHOICE = "dim", "bold #000000 on #ffd166"
_DARK_TEXT: Final = frozenset({2, 3, 5})
"""The seats whose colours are so light that dark letters stand on them."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Chip:
    """Something small that lies on a tile: its text and style, and the location at which it belongs."""

    text: str
    style: str
    location: str
    kind: str


def is_plain(out: Console) -> bool:
    """Whether the board has to do without colours and Unicode."""
    return out.color_system is None or out.no_color or not out.encoding.startswith("utf")


def seat_chip(seat: int) -> str:
    """The style of what belongs to a seat, on the board and beside it."""
    return f"bold {'#14100c' if seat in _DARK_TEXT else '#ffffff'} on {SEATS[seat % len(SEATS)]}"


def piece_text(piece: Standing) -> str:
    """A piece in letters: its office or kind, its seat from 1, its marks; in brackets where it is protected."""
    office = standing_in_words(piece.piece, piece.x, piece.y, piece.location)[:1]
    others = "".join(mark[:1] for mark in piece.marks if mark != PROTECTED)
    text = f"{office}{piece.seat + 1}{others}"
    return f"[{text}]" if PROTECTED in piece.marks else text


def choice(number: int, location: str, plain: bool) -> Chip:
    """The number of a choice that is about a location."""
    return Chip(f"({number})" if plain else str(number), CHOICE, location, location.partition(":")[0])


def fitting(cells: Iterable[Cell], columns: int, rows: int | None, focus: Cell) -> tuple[Size, Frame]:
    """How large tiles are drawn so that these cells fit into so many columns and rows of characters.

    Where they fit at no size the frame is the part of them around the focus.
    """
    whole = frame(list(cells))
    for size in (LARGE, MEDIUM, SMALL):
        wide, high = (columns - LABELS) // size.columns, whole.rows if rows is None else (rows - HEADER) // size.rows
        if whole.columns <= wide and whole.rows <= high:
            return size, whole
    wide = max((columns - LABELS) // MEDIUM.columns, 1)
    high = whole.rows if rows is None else max((rows - HEADER) // MEDIUM.rows, 1)
    left, right = _around(focus[0], wide, whole.left, whole.right)
    top, bottom = _around(focus[1], high, whole.top, whole.bottom)
    return MEDIUM, Frame(left, top, right, bottom)


def _around(focus: int, count: int, first: int, last: int) -> tuple[int, int]:
    """A run of so many numbers within first to last, with the focus in its middle as far as can be."""
    start = max(min(focus - count // 2, last - count + 1), first)
    return start, min(start + count - 1, last)


class Drawing:
    """The part of a board within a frame, in characters with their styles."""

    def __init__(self, game: Game, shown: Frame, size: Size, plain: bool) -> None:
        self.game = game
        self.shown = shown
        self.size = size
        self.plain = plain
        self.width = LABELS + shown.columns * size.columns
        self.rows = [[(" ", "")] * self.width for _ in range(HEADER + shown.rows * size.rows)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text at a row and column of the whole drawing."""
        for offset, character in enumerate(text):
            self.rows[row][column + offset] = (character, style)

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Where the drawing of a cell begins."""
        return (
            HEADER + (cell[1] - self.shown.top) * self.size.rows,
            LABELS + (cell[0] - self.shown.left) * self.size.columns,
        )

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is within the frame."""
        return self.shown.left <= cell[0] <= self.shown.right and self.shown.top <= cell[1] <= self.shown.bottom

    def lines(self) -> list[Text]:
        """The drawing, line by line."""
        return [_styled(row) for row in self.rows]


def _styled(row: Sequence[tuple[str, str]]) -> Text:
    """A row as text, without the blanks at its end."""
    runs = [(style, "".join(character for character, _ in run)) for style, run in groupby(row, key=itemgetter(1))]
    if runs and not runs[-1][0]:
        runs[-1] = ("", runs[-1][1].rstrip())
    return Text.assemble(*((text, style) for style, text in runs), no_wrap=True)


def draw(
    game: Game,
    shown: Frame,
    size: Size,
    plain: bool,
    placements: Mapping[Cell, str] | None = None,
    choices: Mapping[Cell, Sequence[Chip]] | None = None,
) -> list[Text]:
    """The board within a frame, with what may be chosen: a text for each cell where the tile may lie, and chips."""
    drawing = Drawing(game, shown, size, plain)
    _rulers(drawing)
    chips: dict[Cell, list[Chip]] = {}
    for piece in game.meeples:
        chip = Chip(piece_text(piece), seat_chip(piece.seat), piece.location, piece.kind)
        chips.setdefault((piece.x, piece.y), []).append(chip)
    for cell, offered in (choices or {}).items():
        chips.setdefault(cell, []).extend(offered)
    last = len(game.board.cells) - 1
    for number, (placed, orientation) in enumerate(zip(game.board.cells, game.board.orientations, strict=True)):
        cell = placed.xy
        if drawing.shows(cell):
            shade = 2 if number == last > 0 else sum(cell) % 2
            _tile(drawing, orientation, drawing.corner(cell), shade, chips.get(cell, ()))
    for cell in game.board.frontier:
        if drawing.shows(cell):
            _free(drawing, cell, (placements or {}).get(cell))
    return drawing.lines()


def tile_lines(orientation: Orientation, size: Size, plain: bool, chips: Sequence[Chip] = ()) -> list[Text]:
    """One tile by itself."""
    rows = [[(" ", "")] * size.columns for _ in range(size.rows)]
    _put_tile(rows, 0, 0, orientation, size, plain, 0, chips)
    return [_styled(row) for row in rows]


def _rulers(drawing: Drawing) -> None:
    size, shown = drawing.size, drawing.shown
    for x in range(shown.left, shown.right + 1):
        text = str(x)
        column = drawing.corner((x, shown.top))[1] + size.columns // 2 - len(text) // 2
        drawing.put(0, column, text, "dim")
    for y in range(shown.top, shown.bottom + 1):
        row = drawing.corner((shown.left, y))[0] + size.rows // 2
        drawing.put(row, 0, f"{y:>2} "[:LABELS], "dim")


def _tile(
    drawing: Drawing, orientation: Orientation, corner: tuple[int, int], shade: int, chips: Sequence[Chip]
) -> None:
    _put_tile(drawing.rows, *corner, orientation, drawing.size, drawing.plain, shade, chips)


def _put_tile(
    rows: list[list[tuple[str, str]]],
    top: int,
    left: int,
    orientation: Orientation,
    size: Size,
    plain: bool,
    shade: int,
    chips: Sequence[Chip],
) -> None:
    signs = block(orientation, size)
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            rows[top + row][left + column] = (sign.plain, "") if plain else (sign.text, _ink(sign, shade))
    if plain:
        _mark_corners(rows, top, left, size, ":" if shade == 2 else ".")
    taken: set[tuple[int, int]] = set()
    for chip in chips:
        at = spot(orientation.tile, orientation.rotation, chip.location)
        row, column = room_for(len(chip.text), at, signs, size, taken, chip.kind)
        for offset, character in enumerate(chip.text):
            taken.add((row, column + offset))
            rows[top + row][left + column + offset] = (character, "" if plain else chip.style)


def _mark_corners(rows: list[list[tuple[str, str]]], top: int, left: int, size: Size, mark: str) -> None:
    """Where nothing else is, the corners of a tile tell it from its neighbours."""
    for row in (top, top + size.rows - 1):
        for column in (left, left + size.columns - 1):
            if rows[row][column][0] == " ":
                rows[row][column] = (mark, "")


def _ink(sign: Sign, shade: int) -> str:
    ground = f"on {_GROUNDS[sign.ground][shade]}"
    if not sign.of:
        return ground
    ink = _INKS.get(sign.of, _OTHER_INK)
    return ink if " on " in ink else f"{ink} {ground}"


def _free(drawing: Drawing, cell: Cell, label: str | None) -> None:
    """A frontier cell: a dot, or the numbers of the placements there."""
    size = drawing.size
    row, column = drawing.corner(cell)
    text = label or ("." if drawing.plain else "·")
    text = text if len(text) <= size.columns else text[: size.columns - 1] + "+"
    style = "" if drawing.plain else CHOICE if label else _FRONTIER
    drawing.put(row + size.rows // 2, column + (size.columns - len(text)) // 2, text, style)


def cells_of(game: Game) -> Iterator[Cell]:
    """The cells that a whole board shows: those with tiles, and the frontier."""
    yield from game.board.tiles
    yield from game.board.frontier


def last_cell(game: Game) -> Cell:
    """Where the tile placed last lies."""
    return game.board.cells[-1].xy


def beyond(whole: Frame, shown: Frame) -> str:
    """On which sides the board goes on beyond a frame, in words; empty where it does not."""
    sides = {
        "north": whole.top < shown.top,
        "east": whole.right > shown.right,
        "south": whole.bottom > shown.bottom,
        "west": whole.left < shown.left,
    }
    return " and ".join(side for side, more in sides.items() if more)


LEGEND: Final = (
    ("k1", "a knight of seat 1: h highwayman, m monk, f farmer, or the first letter of another piece"),
    ("[k1]", "the same, protected"),
    ("Rc", "a mark of the tile or of a place on it: revolt: city, Rr road, Rm monastery; I an inn, Gw goods: wine"),
)
_LEGEND_SIGNS: Final = (
    ("†", "M", "monastery"),
    ("◆", "$", "coat of arms"),
    ("♣", "*", "garden"),
    ("●", "o", "village"),
)


def legend(plain: bool) -> Iterator[tuple[str, str]]:
    """What is to be seen on the board, as signs with their meanings."""
    yield from LEGEND
    for text, ascii_text, meaning in _LEGEND_SIGNS:
        yield (ascii_text if plain else text), meaning
    yield ("#" if plain else "sand"), "city"
    yield ("- | +" if plain else "─ │ ┘"), "road"
    yield ("~" if plain else "═ ║ ╝"), "river"
    yield ("." if plain else "·"), "a free cell beside placed tiles"
