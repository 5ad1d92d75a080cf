"""A tile in cells: whose each is, and where there is room for what stands on it."""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Final

from carcassonne.render.lines import CENTRE, Line, Point, distance, points
from carcassonne.tiles import FIELD, Segment

CELL: Final = 4
"""The tile is looked at in cells of so many units a side."""
CELLS: Final = 25
CENTRES: Final = tuple(((c % CELLS + 0.5) * CELL, (c // CELLS + 0.5) * CELL) for c in range(CELLS * CELLS))
"""The middles of the cells, row by row."""
ROOM: Final = 20.0
"""More room than this around a spot makes it no better."""
COVERED: Final = -1
"""The owner of cells that belong to no city and no field."""


class Grid:
    """The tile in cells: whose each is, and how far it lies from what is another's."""

    def __init__(
        self,
        segments: Sequence[Segment],
        cities: Mapping[int, Sequence[Point]],
        paths: Mapping[int, Sequence[Line]],
        covered: Iterable[tuple[Sequence[Line], float]],
    ) -> None:
        """Of a tile with these segments: the outlines of its cities, its paths, and lines that cover so much around.

        Cities and paths go by the numbers of their segments.
        """
        self.owner: list[int | None] = [None] * len(CENTRES)
        self.paths = paths
        self.area_of: dict[int, list[int]] = {}
        """The cells of each city and field."""
        for index, outline in cities.items():
            self.area_of[index] = cells = _within(outline)
            for cell in cells:
                self.owner[cell] = index
        for lines, reach in covered:
            self._cover(lines, reach)
        self.fields = self._areas(segments)
        self.area_of |= self.fields
        self.room = self._clearances()
        """How far the middle of each cell is from what is another's or taken, nearly."""

    def _cover(self, lines: Sequence[Line], reach: float) -> None:
        """Leave the cells near lines to nobody, without a gap; cities keep theirs."""
        reach = max(reach, CELL * 0.75)
        around = int(reach // CELL) + 1
        for line in lines:
            for x, y in points(line):
                column, row = int(x // CELL), int(y // CELL)
                for near_row in range(max(row - around, 0), min(row + around + 1, CELLS)):
                    for near in range(max(column - around, 0), min(column + around + 1, CELLS)):
                        cell = near_row * CELLS + near
                        cx, cy = CENTRES[cell]
                        if self.owner[cell] is None and (cx - x) ** 2 + (cy - y) ** 2 <= reach * reach:
                            self.owner[cell] = COVERED

    def _areas(self, segments: Sequence[Segment]) -> dict[int, list[int]]:
        """For each field the cells that it covers: those that hang together with its half edges."""
        parts = self.parts()
        found: dict[int, list[int]] = {}
        claimed: set[int] = set()
        for index, segment in enumerate(segments):
            if segment.kind != FIELD or not segment.half_edges:
                continue
            for number, part in enumerate(parts):
                if number not in claimed and any(half_edge_of(cell) in segment.half_edges for cell in part):
                    claimed.add(number)
                    found.setdefault(index, []).extend(part)
        left = [part for number, part in enumerate(parts) if number not in claimed]
        for index, segment in enumerate(segments):
            if segment.kind == FIELD and not segment.half_edges:
                found[index] = max(left, key=len, default=[])
        for index, cells in found.items():
            for cell in cells:
                self.owner[cell] = index
        return found

    def parts(self) -> list[list[int]]:
        """The cells that are nobody's yet, in parts that hang together."""
        seen = [owner is not None for owner in self.owner]
        found = []
        for first in range(len(seen)):
            if seen[first]:
                continue
            seen[first] = True
            part = [first]
            for cell in part:
                column = cell % CELLS
                for near in (
                    cell - CELLS,
                    cell + CELLS,
                    *((cell - 1,) if column else ()),
                    *((cell + 1,) if column < CELLS - 1 else ()),
                ):
                    if 0 <= near < len(seen) and not seen[near]:
                        seen[near] = True
                        part.append(near)
            found.append(part)
        return found

    def _clearances(self) -> list[float]:
        """For each cell how far its middle is from another owner's cell or the tile's border, nearly."""
        owner, last = self.owner, CELLS - 1
        clear = [CELL / 2] * len(owner)
        inner = [row * CELLS + column for row in range(1, last) for column in range(1, last)]
        inner = [
            cell
            for cell in inner
            if owner[cell] == owner[cell - 1] == owner[cell + 1] == owner[cell - CELLS] == owner[cell + CELLS]
        ]
        side, slant = float(CELL), CELL * 1.414
        for cell in inner:
            clear[cell] = min(
                min(clear[cell - 1], clear[cell - CELLS]) + side,
                min(clear[cell - CELLS - 1], clear[cell - CELLS + 1]) + slant,
            )
        for cell in reversed(inner):
            clear[cell] = min(
                clear[cell],
                min(clear[cell + 1], clear[cell + CELLS]) + side,
                min(clear[cell + CELLS + 1], clear[cell + CELLS - 1]) + slant,
            )
        return clear

    # where there is room

    def region(self, index: int) -> list[int]:
        """The cells of a city or a field."""
        return self.area_of.get(index, [])

    def anywhere(self) -> list[int]:
        """All cells of cities and fields."""
        return [cell for cells in self.area_of.values() for cell in cells]

    def open_land(self) -> list[int]:
        """The cells of all fields; of anything where there is none."""
        return [cell for index in self.fields for cell in self.area_of[index]] or self.anywhere()

    def beside(self, index: int) -> list[int]:
        """The cells of fields not far from a path; all of them for a segment that is none."""
        along = [point for line in self.paths.get(index, []) for point in points(line)[::3]]
        land = self.open_land()
        return [c for c in land if not along or min(distance(CENTRES[c], p) for p in along) < 20] or land

    def room_at(self, spot: Point) -> float:
        """How far a spot, the middle of a cell, is from anything else."""
        return self.room[int(spot[1] // CELL) * CELLS + int(spot[0] // CELL)]

    def take(self, spot: Point, radius: float) -> None:
        """Leave no room within a radius of a spot."""
        x, y = spot
        room = self.room = self.room[:]
        reach = radius + ROOM
        rows = range(max(int((y - reach) // CELL), 0), min(int((y + reach) // CELL) + 1, CELLS))
        columns = range(max(int((x - reach) // CELL), 0), min(int((x + reach) // CELL) + 1, CELLS))
        for row in rows:
            for cell in range(row * CELLS + columns.start, row * CELLS + columns.stop):
                cx, cy = CENTRES[cell]
                left = hypot(x - cx, y - cy) - radius
                if left < room[cell]:
                    room[cell] = left

    def best(self, region: Sequence[int], most: float = ROOM, *, outward: bool = False) -> Point:
        """The middle of the cell with most room up to so much; among such ones that nearest to the region's middle.

        Or, `outward`, farthest from it.
        """
        if not region:
            return CENTRE
        room = self.room
        middle = (
            sum(CENTRES[cell][0] for cell in region) / len(region),
            sum(CENTRES[c][1] for c in region) / len(region),
        )
        roomiest = min(max([room[cell] for cell in region]), most) - 0.01
        sign = 1 if outward else -1
        return max(
            (CENTRES[cell] for cell in region if room[cell] >= roomiest),
            key=lambda spot: (round(sign * distance(spot, middle), 3), spot),
        )

    def put(self, region: Sequence[int], radius: float) -> Point:
        """Take the best spot of a region for something so large."""
        spot = self.best(region)
        self.take(spot, radius)
        return spot

    def several(self, region: Sequence[int], count: int, radius: float) -> list[Point]:
        """The best spots of a region for so many things so large; they are not taken."""
        room = self.room
        spots = [self.put(region, radius) for _ in range(count)]
        self.room = room
        return spots


def _within(outline: Sequence[Point]) -> list[int]:
    """The cells whose middles lie within a closed outline, row by row."""
    cells = []
    for row in range(CELLS):
        y = (row + 0.5) * CELL
        crossings = sorted(
            (bx - ax) * (y - ay) / (by - ay) + ax
            for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
            if (ay > y) != (by > y)
        )
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            first, last = (round(x / CELL + 1e-9) for x in (start, end))
            cells += [row * CELLS + column for column in range(max(first, 0), min(last, CELLS))]
    return cells


def half_edge_of(cell: int) -> int | None:
    """The half edge that a cell of the grid lies at, away from its ends; None for a cell elsewhere."""
    column, row = cell % CELLS, cell // CELLS
    last = CELLS - 1
    for edge, (border, along) in enumerate(
        ((row, column), (last - column, row), (last - row, last - column), (column, last - row))
    ):
        if border == 0 and 3 <= along <= last - 3:
            return 2 * edge + (along > last // 2)
    return None
