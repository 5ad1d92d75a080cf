"""The tiles of a set on one sheet, with their names and how many there are."""

from collections.abc import Iterable

from carcassonne.render.lines import SIDE
from carcassonne.render.markup import Drawings, text
from carcassonne.render.ornaments import ornament
from carcassonne.render.palette import Theme
from carcassonne.render.picture import picture
from carcassonne.render.plan import GARDEN
from carcassonne.render.tile import placed
from carcassonne.tiles import Tile, TileSet

COLUMNS = 8
MARGIN, GAP, LABEL, HEADING = 24.0, 18.0, 24.0, 52.0


def sheet(sets: Iterable[TileSet], theme: Theme = "auto") -> str:
    """All tiles of some sets as SVG."""
    drawings = Drawings(theme)
    parts = []
    top = MARGIN
    sets = tuple(sets)
    for tile_set in sets:
        total = sum(tile.count for tile in tile_set.tiles)
        heading = f"{tile_set.title}: {total} tiles"
        bold = f'{drawings.cls("text", "ink")} font-size="28" font-weight="bold"'
        parts.append(f'<text {bold} x="{MARGIN:g}" y="{top + 28:g}">{text(heading)}</text>')
        top += HEADING
        for place, tile in enumerate(tile_set.tiles):
            column, row = place % COLUMNS, place // COLUMNS
            x, y = MARGIN + column * (SIDE + GAP), top + row * (SIDE + LABEL + GAP)
            parts.append(placed(drawings, tile, 0, x, y))
            parts.append(_label(drawings, tile, x, y + SIDE + 17))
        top += -(-len(tile_set.tiles) // COLUMNS) * (SIDE + LABEL + GAP) + GAP
    title = "Tiles of " + ", ".join(tile_set.title for tile_set in sets)
    description = "; ".join(f"{s.title}: {', '.join(f'{t.count} {t.id} ({t.edges})' for t in s.tiles)}" for s in sets)
    return picture(drawings, 2 * MARGIN + COLUMNS * (SIDE + GAP) - GAP, top, title, description, "".join(parts))


def _label(drawings: Drawings, tile: Tile, x: float, y: float) -> str:
    some = 0 < tile.gardens < tile.count
    garden = (
        f'<g transform="translate({x + 80:g} {y - 5:g}) scale(.55)">{drawings.use(ornament(drawings, GARDEN))}</g>'
        f'<text {drawings.cls("text", "ink")} x="{x + 90:g}" y="{y:g}" font-size="14">{tile.gardens}</text>'
    )
    return (
        f'<text {drawings.cls("text", "ink")} x="{x:g}" y="{y:g}" font-size="14">'
        f'<tspan font-weight="bold">{text(tile.id)}</tspan> \u00d7{tile.count}</text>{garden if some else ""}'
    )
