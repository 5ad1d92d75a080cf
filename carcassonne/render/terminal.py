"""A tile in characters: what a terminal shows of it, deduced from the same plan as its picture.

A tile fills a small block of cells. Each holds the ground that lies there and at most one sign upon it: a road or a
river as lines that go on into the neighbouring tiles, a building, a coat of arms, or a mark of an expansion as its
letters. Every sign has a form in Unicode and one in plain ASCII of the same width.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from carcassonne.geometry import turn_edge
from carcassonne.orientations import Orientation
from carcassonne.render.lines import MIDDLES, SIDE, Point, inside, points, turned
from carcassonne.render.plan import COAT, GARDEN, HOUSE, RIVER, VILLAGE, Ornament, Plan, plan
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD

MARK, DETAIL = "mark", "detail"
"""What a sign stands for that shows a mark of a tile, or one of a segment."""
WALL: Final = "wall"
"""What a sign stands for that parts two cities."""


class Size(NamedTuple):
    """How many columns and rows of characters a tile fills; both odd, so that it has a middle."""

    columns: int
    rows: int


LARGE: Final = Size(11, 5)
MEDIUM: Final = Size(7, 3)
SMALL: Final = Size(5, 3)


class Sign(NamedTuple):
    """One character: in Unicode, in ASCII, the kind of the ground beneath it, and what it stands for.

    `of` is a kind of feature, `coat`, `village`, `wall`, `mark` or `detail`; empty where the bare ground is to be seen.
    """

    text: str
    plain: str
    ground: str
    of: str = ""


Place = tuple[int, int]
"""A row and a column of the block."""
Block = list[list[Sign]]

_GROUND: Final[Mapping[str, Sign]] = {FIELD: Sign(" ", " ", FIELD), CITY: Sign(" ", "#", CITY)}
_BUILDINGS: Final[Mapping[str, tuple[str, str]]] = {
    MONASTERY: ("†", "M"),
    COAT: ("◆", "$"),
    GARDEN: ("♣", "*"),
    VILLAGE: ("●", "o"),
}
_BUILT: Final = frozenset({MONASTERY, VILLAGE})
"""Where roads end: they stand upon them."""
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_LINES: Final[Mapping[str, str]] = {
    ROAD: "·╵╶└╷│┌├╴┘─┴┐┤┬┼",
    RIVER: "·║═╚║║╔╠═╝═╩╗╣╦╬",
}
_OTHER_LINES: Final = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""What any other kind that runs over the tile is drawn with."""
_WATER: Final = "~"
_WALLS: Final = "▔▕▁▏"
"""A wall along a side of a cell, north first, clockwise."""
_PLAIN_WALLS: Final = "^>v<"


@lru_cache(maxsize=4096)
def block(orientation: Orientation, size: Size) -> tuple[tuple[Sign, ...], ...]:
    """The signs of a tile as it is turned, row by row."""
    drawn = plan(orientation.tile)
    signs = _ground(drawn, orientation, size)
    _draw_paths(signs, drawn, orientation, size)
    for ornament in sorted(drawn.ornaments, key=_importance):
        if ornament.name != HOUSE:
            text, plain, of = _looks(ornament, orientation)
            at = turned(ornament.at, orientation.rotation)
            row, column = _place(at, size) if of in _BUILT else room_for(len(text), at, signs, size)
            for offset, (sign, ascii_sign) in enumerate(zip(text, plain, strict=True)):
                signs[row][column + offset] = Sign(sign, ascii_sign, signs[row][column + offset].ground, of)
    return tuple(map(tuple, signs))


def room_for(
    width: int,
    at: Point,
    signs: Sequence[Sequence[Sign]],
    size: Size,
    taken: Iterable[Place] = (),
    upon: str | None = None,
) -> Place:
    """The row and column where something of a width stands best that belongs near a point of the tile.

    It keeps to the ground of that point, and as far as there is room off what is taken and off other signs than those
    of the kind that it stands upon; a little off what is taken beside it, for the two are not to be read as one.
    """
    aim_row, aim_column = _place(at, size)
    ground = signs[aim_row][aim_column].ground
    occupied = set(taken)

    def cost(place: Place) -> tuple[float, Place]:
        row, column = place
        covered = [(row, column + offset) for offset in range(width)]
        shift = abs(column + (width - 1) / 2 - aim_column) + 2.0 * abs(row - aim_row)
        off = sum(signs[r][c].ground != ground for r, c in covered)
        over = sum(3.0 for r, c in covered if signs[r][c].of not in ("", upon))
        beside = 1.5 * sum(spot in occupied for spot in ((row, column - 1), (row, column + width)))
        return shift + 3.0 * off + over + beside + 40.0 * sum(spot in occupied for spot in covered), place

    places = [(row, column) for row in range(size.rows) for column in range(max(size.columns - width, 0) + 1)]
    return min(places, key=cost)


def letters(name: str, text: str | None) -> str:
    """A mark as its letters: `Rc` of `revolt: city`, `I` of an inn that is there or not."""
    first = next((sign for sign in name if sign.isascii() and sign.isalnum()), "?").upper()
    more = "" if text in (None, "", "yes") else next((sign for sign in text or "" if sign.isalnum()), "")
    return first + (more.lower() if more.isascii() else "")


def _importance(ornament: Ornament) -> tuple[bool, bool]:
    """Buildings first, then what has the longest name: it is the hardest to find room for."""
    return ornament.name not in _BUILT, ornament.text is None


def _looks(ornament: Ornament, orientation: Orientation) -> tuple[str, str, str]:
    """An ornament in Unicode and in ASCII, and what it stands for."""
    if ornament.text is None and ornament.name in _BUILDINGS:
        return (*_BUILDINGS[ornament.name], ornament.name)
    known = letters(ornament.name, ornament.text)
    return known, known, MARK if ornament.name in orientation.tile.marks else DETAIL


def _place(at: Point, size: Size) -> Place:
    """The row and column of the block in which a point of the tile lies."""
    return min(int(at[1] / SIDE * size.rows), size.rows - 1), min(int(at[0] / SIDE * size.columns), size.columns - 1)


# the ground


def _ground(drawn: Plan, orientation: Orientation, size: Size) -> Block:
    """Cities and fields.

    The middle of an edge is always its city's. A corner is only where the city runs round it: else cities of tiles side
    by side would seem one.
    """
    outlines = {
        city: [turned(point, orientation.rotation) for line in lines for point in points(line)[:-1]]
        for city, lines in drawn.outlines.items()
    }
    owners = [
        [next((city for city, outline in outlines.items() if inside(at, outline)), None) for at in row]
        for row in _samples(size)
    ]
    cities = [
        (turn_edge(edge, orientation.rotation), city)
        for city in outlines
        for edge in orientation.tile.segments[city].edges
    ]
    for edge, (row, column) in enumerate(((0, -1), (-1, -1), (-1, 0), (0, 0))):
        if not any({(edge, city), ((edge + 1) % 4, city)} <= set(cities) for city in outlines):
            owners[row][column] = None
    walls = _kept_apart(owners, {_place(MIDDLES[edge], size): city for edge, city in cities})
    signs = [[_GROUND[FIELD if owner is None else CITY] for owner in row] for row in owners]
    for (row, column), side in walls.items():
        signs[row][column] = Sign(_WALLS[side], _PLAIN_WALLS[side], CITY, WALL)
    return signs


def _kept_apart(owners: list[list[int | None]], middles: Mapping[Place, int]) -> dict[Place, int]:
    """Keep cities that lie side by side apart: by a gap, or by a wall where a gap would cut one in two.

    `middles` are the cells in the middle of the edges of cities. Returns the cells with a wall, and the side of it.
    """
    walls: dict[Place, int] = {}
    broad = {city for city in middles.values() if list(middles.values()).count(city) > 1}
    for place in [(row, column) for row in range(len(owners)) for column in range(len(owners[0]))]:
        for side, (down, right) in ((1, (0, 1)), (2, (1, 0))):
            near = place[0] + down, place[1] + right
            if near[0] == len(owners) or near[1] == len(owners[0]):
                continue
            one, other = owners[place[0]][place[1]], owners[near[0]][near[1]]
            if one is None or other is None or one == other:
                continue
            if place in middles and (near in middles or other in broad):
                walls[place] = side
            elif near in middles and one in broad:
                walls[near] = (side + 2) % 4
            else:
                row, column = near if place in middles or (near not in middles and one in broad) else place
                owners[row][column] = None
    return walls


def _samples(size: Size) -> Iterable[list[Point]]:
    """Where the tile is looked at for each cell: those at the border nearer to it, where cities are broadest."""
    for row in range(size.rows):
        y = _towards_border(row, size.rows)
        yield [(_towards_border(column, size.columns), y) for column in range(size.columns)]


def _towards_border(number: int, cells: int) -> float:
    middle = (number + 0.5) / cells * SIDE
    if number == 0:
        return min(middle, 9.0)
    return max(middle, SIDE - 9.0) if number == cells - 1 else middle


# what runs over the tile


def _draw_paths(signs: Block, drawn: Plan, orientation: Orientation, size: Size) -> None:
    """Rivers first: roads lead over them."""
    segments = orientation.tile.segments
    for index, lines in sorted(drawn.paths.items(), key=lambda item: (segments[item[0]].kind != RIVER, item[0])):
        kind = segments[index].kind
        ways: dict[Place, int] = {}
        for line in lines:
            _trace([turned(point, orientation.rotation) for point in points(line)], ways, size)
        for edge in segments[index].edges:
            turned_edge = turn_edge(edge, orientation.rotation)
            at = _place(MIDDLES[turned_edge], size)
            ways[at] = ways.get(at, 0) | 1 << turned_edge
        for (row, column), way in ways.items():
            ground = signs[row][column].ground
            if ground != CITY:
                signs[row][column] = Sign(_line(kind, way), _plain_line(kind, way), ground, kind)
    for _, middle, _ in drawn.pools:
        row, column = _place(turned(middle, orientation.rotation), size)
        signs[row][column] = Sign("≈", _WATER, signs[row][column].ground, RIVER)


def _trace(line: Sequence[Point], ways: dict[Place, int], size: Size) -> None:
    """Note for each cell that a line runs through the directions in which it leaves it."""
    places = [_place(point, size) for point in line]
    steps = [places[0]]
    for place in places[1:]:
        if place[0] != steps[-1][0] and place[1] != steps[-1][1]:
            steps.append((steps[-1][0], place[1]))
        if place != steps[-1]:
            steps.append(place)
    for (row, column), (next_row, next_column) in pairwise(steps):
        out, back = {
            (-1, 0): (_NORTH, _SOUTH),
            (1, 0): (_SOUTH, _NORTH),
            (0, 1): (_EAST, _WEST),
            (0, -1): (_WEST, _EAST),
        }[_sign(next_row - row), _sign(next_column - column)]
        ways[row, column] = ways.get((row, column), 0) | out
        ways[next_row, next_column] = ways.get((next_row, next_column), 0) | back


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _line(kind: str, way: int) -> str:
    return _LINES.get(kind, _OTHER_LINES)[way]


def _plain_line(kind: str, way: int) -> str:
    if kind == RIVER:
        return _WATER
    if not way & (_NORTH | _SOUTH):
        return "-" if kind == ROAD else "="
    return "|" if not way & (_EAST | _WEST) else "+"
