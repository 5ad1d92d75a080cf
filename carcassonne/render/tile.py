"""One tile as a drawing: the ground, which turns with the tile, and what stands upright upon it."""

from carcassonne.render.lines import Line, Point, drawn, number, turned
from carcassonne.render.markup import Drawings
from carcassonne.render.ornaments import ascii_name, ornament
from carcassonne.render.plan import RIVER, Plan, plan
from carcassonne.tiles import ROAD, Tile


def placed(drawings: Drawings, tile: Tile, rotation: int, x: float, y: float) -> str:
    """A tile, turned `rotation` quarter turns clockwise, with its north-west corner at (x,y)."""
    ground = f"tile-{ascii_name(tile.id)}"
    name = f"{ground}-{rotation}"
    if name not in drawings.known:
        drawn_up = plan(tile)
        drawings.define(ground, _ground(tile, drawn_up))
        upright: list[tuple[Point, str, str | None]] = [
            (turned(gate, rotation), "gate", None) for gate in drawn_up.gates
        ]
        upright += sorted(((turned(o.at, rotation), o.name, o.text) for o in drawn_up.ornaments), key=_back_to_front)
        drawn = [drawings.use(ornament(drawings, kind, text), east, south) for (east, south), kind, text in upright]
        turn = f' transform="rotate({90 * rotation} 50 50)"' if rotation else ""
        drawings.define(name, drawings.use(ground, more=turn) + "".join(drawn))
    return drawings.use(name, x, y)


def _back_to_front(upright: tuple[Point, str, str | None]) -> tuple[float, float, str, str]:
    (east, south), name, text = upright
    return south, east, name, text or ""


def spot(tile: Tile, rotation: int, location: str, place: int = 0) -> Point:
    """Where a piece stands on a location of the turned tile; `place` counts the pieces that stand there before it."""
    index = next(i for i, segment in enumerate(tile.segments) if location in segment.locations(rotation))
    spots = plan(tile).spots[index]
    return turned(spots[min(place, len(spots) - 1)], rotation)


def _ground(tile: Tile, drawn_up: Plan) -> str:
    kinds = {index: tile.segments[index].kind for index in drawn_up.paths}
    rivers = [line for index, lines in drawn_up.paths.items() if kinds[index] == RIVER for line in lines]
    roads = [line for index, lines in drawn_up.paths.items() if kinds[index] == ROAD for line in lines]
    others = [line for index, lines in drawn_up.paths.items() if kinds[index] not in (RIVER, ROAD) for line in lines]
    parts = ['<path class="@field" d="M0 0H100V100H0Z"/>']
    parts += [_stroked("bank", rivers), *(_pool("shore", middle, radius + 1.5) for _, middle, radius in drawn_up.pools)]
    parts += [_stroked("river", rivers), *(_pool("water", middle, radius) for _, middle, radius in drawn_up.pools)]
    parts += [_stroked("strange", others)]
    parts += [_closed(outline) for outline in drawn_up.outlines.values()]
    parts += [_stroked("verge", roads), _stroked("road", roads)]
    for bridge in drawn_up.bridges:
        parts += [_stroked("rail", [bridge]), _stroked("road", [bridge])]
    walls = [*(wall for walls in drawn_up.walls.values() for wall in walls), *drawn_up.arms]
    parts += [_stroked("wall", walls), _stroked("crenel", walls)]
    parts.append('<path class="@edge" d="M0 0H100V100H0Z"/>')
    return f'<g clip-path="url(#@clip)">{"".join(parts)}</g>'


def _stroked(kind: str, lines: list[Line]) -> str:
    return f'<path class="@{kind}" d="{"".join(map(drawn, lines))}"/>' if lines else ""


def _pool(kind: str, middle: Point, radius: float) -> str:
    return f'<circle class="@{kind}" cx="{number(middle[0])}" cy="{number(middle[1])}" r="{number(radius)}"/>'


def _closed(outline: tuple[Line, ...]) -> str:
    first, *rest = outline
    return f'<path class="@city" d="{drawn(first)}{"".join(drawn(line, begins=False) for line in rest)}Z"/>'
