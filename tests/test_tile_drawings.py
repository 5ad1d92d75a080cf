"""A drawing shows what the data say: looked at pixel by pixel, its fields are the fields of the tile."""

import io
from collections import defaultdict

import pytest
from hypothesis import Phase, given, settings
from PIL import Image

from carcassonne.geometry import HALF_EDGES
from carcassonne.render.lines import SIDE
from carcassonne.render.markup import Drawings
from carcassonne.render.palette import LIGHT, style
from carcassonne.render.plan import plan
from carcassonne.render.png import png
from carcassonne.render.tile import placed, spot
from carcassonne.testing.strategies import tiles
from carcassonne.tile_files import shipped, shipped_names
from carcassonne.tiles import CITY, FIELD, Tile

PIXELS = 110
TILES = [tile for name in shipped_names() for tile in shipped(name).tiles]
LAND = {LIGHT.field: FIELD, LIGHT.city: CITY}


def ground(tile: Tile) -> dict[tuple[int, int], str]:
    """What each pixel of the tile's ground shows, field or city; pixels of walls, roads and water are left out."""
    drawings = Drawings("light")
    placed(drawings, tile, 0, 0, 0)
    name = next(name for name in drawings.known if name.startswith("tile-"))
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
        f"<style>{style('light')}</style>{drawings.definitions()}{drawings.use(name)}</svg>"
    )
    image = Image.open(io.BytesIO(png(picture, PIXELS))).convert("RGB")
    shown = {}
    for x in range(2, PIXELS - 2):
        for y in range(2, PIXELS - 2):
            red, green, blue = image.getpixel((x, y))  # type: ignore[misc]
            land = LAND.get(f"#{red:02x}{green:02x}{blue:02x}")
            if land is not None:
                shown[x, y] = land
    return shown


def regions(shown: dict[tuple[int, int], str]) -> dict[tuple[int, int], int]:
    """The number of the region that each pixel belongs to: pixels of one kind that hang together."""
    number: dict[tuple[int, int], int] = {}
    for first in shown:
        if first in number:
            continue
        here = [first]
        number[first] = len(number)
        for x, y in here:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in shown and near not in number and shown[near] == shown[first]:
                    number[near] = number[first]
                    here.append(near)
    return number


def at_half_edge(half: int) -> tuple[int, int]:
    """The pixel in the middle of a half edge, just within the tile."""
    along = (0.25 if half % 2 == 0 else 0.75) * PIXELS
    edge, near, far = half // 2, 3, PIXELS - 4
    straight, back = round(along), round(PIXELS - along)
    return ((straight, near), (far, straight), (back, far), (near, back))[edge]


def fields_drawn(tile: Tile) -> set[frozenset[str]]:
    """The half edges that hang together on the picture."""
    region = regions(ground(tile))
    together: dict[int, set[str]] = defaultdict(set)
    for half, name in enumerate(HALF_EDGES):
        if tile.edges[half // 2] != "C":
            together[region[at_half_edge(half)]].add(name)
    return {frozenset(names) for names in together.values()}


def fields_told(tile: Tile) -> set[frozenset[str]]:
    fields = (segment.half_edges for segment in tile.segments if segment.kind == FIELD)
    return {frozenset(HALF_EDGES[half] for half in halves) for halves in fields if halves}


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_the_fields_on_the_picture_are_those_of_the_data(tile: Tile) -> None:
    assert fields_drawn(tile) == fields_told(tile)


@given(tile=tiles())
@settings(max_examples=20, phases=(Phase.reuse, Phase.generate))
def test_so_they_are_on_any_tile(tile: Tile) -> None:
    assert fields_drawn(tile) == fields_told(tile)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_piece_stands_where_its_segment_is(tile: Tile) -> None:
    shown = ground(tile)
    region = regions(shown)
    scale = PIXELS / SIDE
    for segment in tile.segments:
        if segment.kind not in (CITY, FIELD):
            continue
        x, y = spot(tile, 0, segment.location())
        pixel = (round(x * scale), round(y * scale))
        assert shown[pixel] == segment.kind, segment.location()
        if segment.half_edges:
            assert region[pixel] == region[at_half_edge(segment.half_edges[0])]


@given(tile=tiles())
@settings(max_examples=25)
def test_every_segment_of_any_tile_has_a_spot_within_the_tile(tile: Tile) -> None:
    for segment in tile.segments:
        for place in range(4):
            x, y = spot(tile, 0, segment.location(), place)
            assert 0 <= x <= SIDE
            assert 0 <= y <= SIDE


@pytest.mark.parametrize(("tile", "crossings"), [("TB24", 1), ("RI11", 1), ("RI02", 1), ("RI08", 1), ("X", 0)])
def test_a_road_leads_over_a_river_or_another_road_by_a_bridge(tile: str, crossings: int) -> None:
    (drawn,) = [known for known in TILES if known.id == tile]
    assert len(plan(drawn).bridges) == crossings


@pytest.mark.parametrize(
    ("tile", "gates", "villages"),
    [
        ("L", 0, 1),
        ("X", 0, 1),
        ("A", 0, 0),
        ("S", 1, 0),
        ("TB08", 2, 0),
        ("TB23", 1, 0),
        ("IC02", 0, 0),
        ("PR05", 0, 1),
    ],
)
def test_roads_end_at_gates_monasteries_and_in_villages(tile: str, gates: int, villages: int) -> None:
    (drawn,) = [known for known in TILES if known.id == tile]
    assert (len(plan(drawn).gates), len(plan(drawn).villages)) == (gates, villages)
