"""Curves on a tile that lies unturned: a square of SIDE units, x to the east and y to the south.

A line is a chain of cubic Bezier curves: a first point, then for each curve two control points and its end.
"""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final

SIDE: Final = 100.0
CENTRE: Final = (50.0, 50.0)
CORNERS: Final = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
"""Edge e runs from corner e to the next one, clockwise."""
MIDDLES: Final = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
"""The middles of the edges."""
SAMPLES: Final = 12
"""Into how many pieces a curve is cut where points of it are needed."""

Point = tuple[float, float]
Line = tuple[Point, ...]


def between(start: Point, end: Point, share: float) -> Point:
    """The point that lies so far on the way from one to the other: 0 at the start, 1 at the end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return hypot(one[0] - other[0], one[1] - other[1])


def turned(point: Point, rotation: int) -> Point:
    """Where a point of the tile lies once the tile is turned `rotation` quarter turns clockwise."""
    x, y = point
    for _ in range(rotation & 3):
        x, y = SIDE - y, x
    return x, y


def straight(start: Point, end: Point) -> Line:
    """The straight line between two points."""
    return start, between(start, end, 1 / 3), between(start, end, 2 / 3), end


def points(line: Line) -> list[Point]:
    """Points along a line, close together, both ends included."""
    found = [line[0]]
    for at in range(0, len(line) - 1, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = line[at : at + 4]
        for step in range(1, SAMPLES + 1):
            t = step / SAMPLES
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            found.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return found


def nearest(target: Point, lines: Iterable[Line]) -> Point:
    """The point of any of the lines that lies nearest to a target."""
    return min((point for line in lines for point in points(line)), key=lambda point: distance(point, target))


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies within a closed outline."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def number(value: float) -> str:
    """A coordinate as short as it can be written, to a tenth."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def drawn(line: Line, *, begins: bool = True) -> str:
    """A line as SVG path data; where it does not begin a path, it goes on from where the path is."""
    head = [f"M{_at(line[0])}"] if begins else []
    return "".join([*head, *(f"C{' '.join(map(_at, line[at : at + 3]))}" for at in range(1, len(line), 3))])


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
