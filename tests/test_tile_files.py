"""The tiles that come with the package, told once more in tables, and every fault that a tile file can have."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne.errors import TileError
from carcassonne.geometry import EDGES, HALF_EDGES, turn_edge, turn_half_edge
from carcassonne.tile_files import read_tile_file, shipped, shipped_names
from carcassonne.tiles import Segment, Tile, TileSet

REPOSITORY = Path(__file__).parent.parent

# ---- The tiles that come with the package ----

# The tiles once more (docs/rules.md 3.1 and 2), not copied from the TOML:
# id, copies, gardens, edges, cities (* coat of arms), roads, fields (> cities touched), monastery or symbol of revolt.
RULES = """
A    | 2 | - | FFRF | -     | S             | NL NR EL ER SL SR WL WR               | monastery
B    | 4 | - | FFFF | -     | -             | NL NR EL ER SL SR WL WR               | monastery
C    | 1 | - | CCCC | NESW* | -             | -                                     | -
D    | 4 | - | CRFR | N     | EW            | EL WR > N; ER SL SR WL                | -
E    | 5 | 1 | CFFF | N     | -             | EL ER SL SR WL WR > N                 | -
F    | 2 | - | FCFC | EW*   | -             | NL NR > EW; SL SR > EW                | -
G    | 1 | - | FCFC | EW    | -             | NL NR > EW; SL SR > EW                | -
H    | 3 | 1 | CFCF | N + S | -             | EL ER WL WR > N,S                     | -
I    | 2 | 1 | CFFC | N + W | -             | EL ER SL SR > N,W                     | -
J    | 3 | - | CRRF | N     | ES            | EL SR WL WR > N; ER SL                | -
K    | 3 | - | CFRR | N     | SW            | EL ER SL WR > N; SR WL                | -
L    | 3 | - | CRRR | N     | E + S + W     | EL WR > N; ER SL; SR WL               | -
M    | 2 | 1 | CFFC | NW*   | -             | EL ER SL SR > NW                      | -
N    | 3 | 1 | CFFC | NW    | -             | EL ER SL SR > NW                      | -
O    | 2 | - | CRRC | NW*   | ES            | EL SR > NW; ER SL                     | -
P    | 3 | - | CRRC | NW    | ES            | EL SR > NW; ER SL                     | -
Q    | 1 | - | CCFC | NEW*  | -             | SL SR > NEW                           | -
R    | 3 | 1 | CCFC | NEW   | -             | SL SR > NEW                           | -
S    | 2 | - | CCRC | NEW*  | S             | SL > NEW; SR > NEW                    | -
T    | 1 | - | CCRC | NEW   | S             | SL > NEW; SR > NEW                    | -
U    | 8 | 1 | FRFR | -     | EW            | EL NL NR WR; ER SL SR WL              | -
V    | 9 | 1 | FFRR | -     | SW            | EL ER NL NR SL WR; SR WL              | -
W    | 4 | - | FRRR | -     | E + S + W     | EL NL NR WR; ER SL; SR WL             | -
X    | 1 | - | RRRR | -     | N + E + S + W | NL WR; EL NR; ER SL; SR WL            | -
PR01 | 1 | - | RRRR | -     | NW + ES       | NL WR; EL NR SR WL; ER SL             | city
PR02 | 1 | - | FRRR | -     | E + S + W     | EL NL NR WR; ER SL; SR WL             | city
PR03 | 1 | - | FFRR | -     | SW            | EL ER NL NR SL WR; SR WL              | city
PR04 | 1 | - | RFRF | -     | NS            | EL ER NR SL; NL SR WL WR              | city
PR05 | 1 | 1 | FFRF | -     | S             | NL NR EL ER SL SR WL WR               | city
PR06 | 1 | - | CFFF | N     | -             | EL ER SL SR WL WR > N                 | road
PR07 | 1 | - | FFFC | W     | -             | NL NR > W; EL ER SL SR > W            | road
PR08 | 1 | - | CFFC | N + W | -             | EL ER SL SR > N,W                     | road
PR09 | 1 | - | CCFF | NE    | -             | SL SR WL WR > NE                      | road
PR10 | 1 | - | FFRR | -     | SW            | EL ER NL NR SL WR; SR WL              | monastery
PR11 | 1 | - | CFRF | N     | S             | EL ER SL > N; SR WL WR > N            | monastery
PR12 | 1 | - | CRRF | N     | ES            | EL SR WL WR > N; ER SL                | monastery
"""

BASE, REVOLTS = shipped("base"), shipped("peasant_revolts")
TILES = {tile.id: tile for tile in (*BASE.tiles, *REVOLTS.tiles)}
ROWS = {row.split()[0]: [cell.strip() for cell in row.split("|")] for row in RULES.strip().splitlines()}


def parts(cell: str, separator: str) -> list[str]:
    return [] if cell == "-" else [part.strip() for part in cell.split(separator)]


def owned(segment: Segment) -> str:
    """What a segment owns, written as in the tables below."""
    return "".join(EDGES[edge] for edge in segment.edges) or " ".join(HALF_EDGES[half] for half in segment.half_edges)


def of_kind(tile: Tile, kind: str) -> list[Segment]:
    return [segment for segment in tile.segments if segment.kind == kind]


def every_tile(tiles: TileSet) -> list[Tile]:
    """All tiles of the set, each as often as it comes."""
    return [tile for tile in tiles.tiles for _ in range(tile.count)]


def test_the_shipped_tiles_are_those_of_the_rules_in_their_order() -> None:
    assert list(TILES) == list(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_shipped_tile_is_as_its_row_in_the_rules_says(name: str) -> None:
    tile, (_, count, gardens, edges, cities, roads, fields, mark) = TILES[name], ROWS[name]
    assert (tile.count, tile.gardens, tile.edges) == (int(count), int(gardens.replace("-", "0")), edges)
    assert not tile.bridge

    assert [owned(city) + "*" * city.coats_of_arms for city in of_kind(tile, "city")] == parts(cities, "+")
    assert Counter(map(frozenset, map(owned, of_kind(tile, "road")))) == Counter(map(frozenset, parts(roads, "+")))
    touching = {
        (frozenset(owned(field).split()), frozenset(owned(tile.segments[city]) for city in field.cities))
        for field in of_kind(tile, "field")
    }
    assert touching == {
        (frozenset(halves.split()), frozenset(touched.split(",")) - {""})
        for halves, _, touched in (field.replace(" > ", ">").partition(">") for field in parts(fields, ";"))
    }
    symbol = tile.marks.get("revolt")
    assert (symbol or ("monastery" if of_kind(tile, "monastery") else "-")) == mark


def edges_of(tiles: TileSet) -> Counter[str]:
    return Counter(letter for tile in every_tile(tiles) for letter in tile.edges)


def segments_of(tiles: TileSet) -> Counter[str]:
    return Counter(segment.kind for tile in every_tile(tiles) for segment in tile.segments)


def test_checksums_of_the_base_tiles() -> None:
    assert len(every_tile(BASE)) == 72
    assert edges_of(BASE) == {"C": 79, "R": 94, "F": 115}
    assert segments_of(BASE) == {"city": 49, "road": 62, "field": 126, "monastery": 6}
    assert sum(tile.gardens for tile in BASE.tiles) == 8
    assert "".join(tile.id for tile in BASE.tiles if tile.gardens) == "EHIMNRUV"


def test_checksums_of_coats_of_arms_and_monasteries() -> None:
    coats = {tile.id: tile.count * sum(segment.coats_of_arms for segment in tile.segments) for tile in BASE.tiles}
    assert {tile: count for tile, count in coats.items() if count} == {"C": 1, "F": 2, "M": 2, "O": 2, "Q": 1, "S": 2}
    monasteries = {tile.id: tile.count for tile in BASE.tiles if of_kind(tile, "monastery")}
    assert monasteries == {"A": 2, "B": 4}


def test_checksums_of_the_revolt_tiles() -> None:
    assert len(every_tile(REVOLTS)) == 12
    assert edges_of(REVOLTS) == {"C": 8, "R": 17, "F": 23}
    assert segments_of(REVOLTS) == {"city": 7, "road": 11, "field": 22}
    assert not any(segment.coats_of_arms for tile in REVOLTS.tiles for segment in tile.segments)
    assert {tile.id: tile.gardens for tile in REVOLTS.tiles if tile.gardens} == {"PR05": 1}


def test_revolt_symbols_are_split_5_4_3_and_never_name_what_the_tile_shows() -> None:
    assert Counter(tile.marks["revolt"] for tile in REVOLTS.tiles) == {"city": 5, "road": 4, "monastery": 3}
    for tile in REVOLTS.tiles:
        assert not of_kind(tile, tile.marks["revolt"])


def look(tile: Tile, rotation: int) -> object:
    """All that a turned tile shows: equal for turns that look the same."""
    turned = [
        frozenset(
            {(segment.kind, segment.coats_of_arms)}
            | {EDGES[turn_edge(edge, rotation)] for edge in segment.edges}
            | {HALF_EDGES[turn_half_edge(half, rotation)] for half in segment.half_edges}
        )
        for segment in tile.segments
    ]
    contacts = frozenset((turned[at], turned[city]) for at, s in enumerate(tile.segments) for city in s.cities)
    return frozenset(turned), contacts


def test_tiles_look_the_same_after_a_turn_where_the_rules_say_so() -> None:
    looks = {name: len({look(tile, rotation) for rotation in range(4)}) for name, tile in TILES.items()}
    assert {name for name, number in looks.items() if number == 1} == {"B", "C", "X"}
    assert {name for name, number in looks.items() if number == 2} == {"F", "G", "H", "U", "PR01", "PR04"}


def test_scenario_g8_tile_data() -> None:
    """Halves of F edges in one field, halves of R edges in fields, C edges in none; no turn of J is K."""
    for tile in TILES.values():
        assert_sound(tile)
    assert (TILES["J"].edges, TILES["K"].edges) == ("CRRF", "CFRR")
    assert look(TILES["K"], 0) not in [look(TILES["J"], rotation) for rotation in range(4)]


def marks_of(tiles: TileSet, mark: str) -> Counter[tuple[str, str]]:
    """How often segments bear the mark, by kind of segment and by what the mark says."""
    segments = [segment for tile in every_tile(tiles) for segment in tile.segments if mark in segment.marks]
    return Counter((segment.kind, segment.marks[mark]) for segment in segments)


def test_checksums_of_the_tiles_of_inns_and_cathedrals() -> None:
    inns = shipped("inns_and_cathedrals")
    assert len(every_tile(inns)) == 18
    assert [tile.id for tile in inns.tiles] == [f"IC{number:02}" for number in range(1, 18)]
    assert marks_of(inns, "inn") == {("road", "yes"): 6}
    assert marks_of(inns, "cathedral") == {("city", "yes"): 2}
    assert {tile.id for tile in inns.tiles if tile.gardens} == {"IC03", "IC15"}
    assert {tile.id for tile in inns.tiles if of_kind(tile, "monastery")} == {"IC02"}
    coats = {tile.id for tile in inns.tiles if any(segment.coats_of_arms for segment in tile.segments)}
    assert coats == {"IC06", "IC10", "IC13"}


def test_checksums_of_the_tiles_of_traders_and_builders() -> None:
    traders = shipped("traders_and_builders")
    assert len(every_tile(traders)) == 24
    assert [tile.id for tile in traders.tiles] == [f"TB{number:02}" for number in range(1, 25)]
    assert marks_of(traders, "goods") == {("city", "wine"): 9, ("city", "grain"): 6, ("city", "cloth"): 5}
    assert {tile.id for tile in traders.tiles if tile.gardens} == {"TB08", "TB11"}
    assert {tile.id for tile in traders.tiles if tile.bridge} == {"TB24"}
    assert {tile.id for tile in traders.tiles if of_kind(tile, "monastery")} == {"TB20"}


def test_checksums_of_the_tiles_of_the_river() -> None:
    """docs/rules.md 3.5: from the spring to the lake, every other tile has the river on two edges."""
    river = shipped("river")
    edges = " ".join(tile.edges for tile in every_tile(river))
    assert edges == "RRIF CIRI CICI IFIF CCII IFIF IFFI FIRI RIIR FIIF IRIR IFFF"
    assert (river.tiles[0].id, river.tiles[-1].id, river.start) == ("RI01", "RI12", "RI01")
    assert [len(segment.edges) for tile in river.tiles for segment in of_kind(tile, "river")] == [1, *[2] * 10, 1]
    assert {tile.id: tile.marks["river"] for tile in river.tiles if tile.marks} == {"RI01": "spring", "RI12": "lake"}
    assert {tile.id for tile in river.tiles if tile.gardens} == {"RI10"}
    assert {tile.id for tile in river.tiles if tile.bridge} == {"RI11"}
    assert {tile.id for tile in river.tiles if of_kind(tile, "monastery")} == {"RI08", "RI12"}
    assert not any(segment.coats_of_arms for tile in river.tiles for segment in tile.segments)


@pytest.mark.parametrize("name", ["inns_and_cathedrals", "traders_and_builders", "river"])
def test_tiles_of_further_expansions_are_sound(name: str) -> None:
    for tile in shipped(name).tiles:
        assert_sound(tile)


def test_segments_are_cities_then_roads_then_fields_then_the_monastery() -> None:
    order = ("city", "road", "river", "field", "monastery")
    for tile in TILES.values():
        kinds = [order.index(segment.kind) for segment in tile.segments]
        assert kinds == sorted(kinds)
    assert [segment.location() for segment in TILES["L"].segments] == [
        "city:N", "road:E", "road:S", "road:W", "field:EL", "field:ER", "field:SR",
    ]  # fmt: skip


def test_a_shipped_set_bears_the_name_of_its_file_and_is_read_once() -> None:
    assert {"base", "peasant_revolts"} <= set(shipped_names())
    assert list(shipped_names()) == sorted(path.stem for path in (REPOSITORY / "tiles").glob("*.toml"))
    for name in shipped_names():
        assert shipped(name).name == name
        assert shipped(name) is shipped(name)
    assert (BASE.title, BASE.start) == ("Carcassonne", "D")
    assert (REVOLTS.title, REVOLTS.start) == ("The Peasant Revolts", None)


@pytest.mark.parametrize("name", ["bass", "", "../tiles/base", "base.toml", "base\0"])
def test_a_set_that_is_not_shipped_is_refused_with_the_names_of_those_that_are(name: str) -> None:
    with pytest.raises(TileError, match=r"no tile set .* these do: base, .*peasant_revolts"):
        shipped(name)


# ---- Faults ----

SOUND = """
[set]
name = "small"
title = "A small set"
start = "D"

[[tile]]
id = "D"
count = 4
edges = "CRFR"
cities = [{ edges = "N", coats_of_arms = 1 }]
roads = ["EW"]
fields = [
    { half_edges = "EL WR", cities = ["N"] },
    { half_edges = "ER SL SR WL" },
]
gardens = 1
marks = { note = "ours" }
"""


def load(folder: Path, text: str) -> TileSet:
    (folder / "small.toml").write_text(text, encoding="utf-8")
    return read_tile_file(folder / "small.toml")


def faults(folder: Path, text: str) -> list[str]:
    """The faults that loading tells, without the name of the file, which each must begin with."""
    with pytest.raises(TileError) as caught:
        load(folder, text)
    lines = str(caught.value).splitlines()
    file = str(folder / "small.toml")
    assert all(line.startswith((f"{file}, ", f"{file}: ")) for line in lines)
    return [line.removeprefix(file)[2:] for line in lines]


def faults_after(folder: Path, old: str, new: str) -> list[str]:
    """The faults of the sound file once `new` stands for `old`."""
    assert SOUND.count(old) == 1
    return faults(folder, SOUND.replace(old, new))


def test_the_sound_file_loads(tmp_path: Path) -> None:
    small = load(tmp_path, SOUND)
    assert (small.name, small.title, small.start) == ("small", "A small set", "D")
    assert small.tiles == (
        Tile(
            id="D",
            edges="CRFR",
            segments=(
                Segment("city", (0,), coats_of_arms=1),
                Segment("road", (1, 3)),
                Segment("field", half_edges=(2, 7), cities=(0,)),
                Segment("field", half_edges=(3, 4, 5, 6)),
            ),
            count=4,
            gardens=1,
            marks={"note": "ours"},
        ),
    )


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, Path("a\0b")):
        with pytest.raises(TileError, match="there is no such file"):
            read_tile_file(path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "small.toml").write_text(SOUND)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(TileError, match=r"small\.toml: cannot be read: Permission denied"):
        read_tile_file(tmp_path / "small.toml")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_bytes(b"# K\xf6nig")
    with pytest.raises(TileError, match=r"small\.toml: is not UTF-8 text \(byte 3\)"):
        read_tile_file(tmp_path / "small.toml")


def test_a_file_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    (fault,) = faults_after(tmp_path, 'title = "A small set"', 'title = "A small set')
    assert fault.startswith("is not TOML: ")
    assert "line 4" in fault


@pytest.mark.parametrize("value", ["[" * 5000, "9" * 5000, "1979-99-99"])
def test_toml_that_overwhelms_its_reader_is_refused(tmp_path: Path, value: str) -> None:
    (fault,) = faults_after(tmp_path, "count = 4", f"count = {value}")
    assert fault.startswith("is not TOML")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("count = 4", "", "count: is missing"),
        (
            "gardens = 1",
            "garden = 1",
            "garden: is no known key; those are "
            "id, count, edges, cities, roads, rivers, fields, monastery, gardens, bridge, marks",
        ),
        ("coats_of_arms", "shields", "cities[0].shields: is no known key; those are edges, marks, coats_of_arms"),
        ("half_edges = \"EL WR\"", "halves = \"EL WR\"", [
            "fields[0].half_edges: is missing",
            "fields[0].halves: is no known key; those are half_edges, cities",
        ]),
        ("count = 4", 'count = "4"', "count: should be a valid integer, not '4'"),
        ("count = 4", "count = true", "count: should be a valid integer, not True"),
        ("count = 4", "count = 4.0", "count: should be a valid integer, not 4.0"),
        ("count = 4", "count = 0", "count: should be greater than or equal to 1, not 0"),
        ("count = 4", "count = 1001", "count: should be less than or equal to 1000, not 1001"),
        ("gardens = 1", "gardens = -1", "gardens: should be greater than or equal to 0, not -1"),
        ("arms = 1", "arms = -1", "cities[0].coats_of_arms: should be greater than or equal to 0, not -1"),
        ("arms = 1", "arms = 10", "cities[0].coats_of_arms: should be less than or equal to 9, not 10"),
        ('roads = ["EW"]', 'roads = "EW"', "roads: should be a valid list, not 'EW'"),
        (
            'roads = ["EW"]',
            "roads = [7]",
            'roads[0]: should be edges, as in "NE", or a table, as in { edges = "NE" }, not 7',
        ),
        ('{ half_edges = "ER SL SR WL" }', '"ER SL SR WL"', "fields[1]: should be a table, not 'ER SL SR WL'"),
        ('{ note = "ours" }', "{ note = 1 }", "marks.note: should be a valid string, not 1"),
        ('{ note = "ours" }', '["note"]', "marks: should be a valid table, not ['note']"),
        ("gardens = 1", 'monastery = "yes"', "monastery: should be a valid boolean, not 'yes'"),
    ],
)  # fmt: skip
def test_keys_of_a_tile_that_are_missing_unknown_or_of_the_wrong_type_are_refused(
    tmp_path: Path, old: str, new: str, expected: str | list[str]
) -> None:
    expected = [expected] if isinstance(expected, str) else expected
    assert faults_after(tmp_path, old, new) == [f"tile number 1, {fault}" for fault in expected]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "small"', "", "set.name: is missing"),
        ("[set]", 'colour = "red"\n[set]', "colour: is no known key; those are set, tile"),
        (
            'title = "A small set"',
            'titel = "A"\ntitle = "A"',
            "set.titel: is no known key; those are name, title, start",
        ),
        ('title = "A small set"', 'title = ""', "set.title: String should have at least 1 character, not ''"),
        ('start = "D"', "start = 4", "set.start: should be a valid string, not 4"),
        ("[[tile]]", "[tile]", None),
    ],
)
def test_keys_of_a_set_that_are_missing_unknown_or_of_the_wrong_type_are_refused(
    tmp_path: Path, old: str, new: str, expected: str | None
) -> None:
    (fault,) = faults_after(tmp_path, old, new)
    assert fault == expected if expected else fault.startswith("tile: should be a valid list, not {'cities'")


def test_a_set_without_tiles_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path, SOUND.partition("[[tile]]")[0]) == ["tile: is missing"]
    (fault,) = faults(tmp_path, "tile = []\n" + SOUND.partition("[[tile]]")[0])
    assert fault.startswith("tile: List should have at least 1 item")


def test_an_empty_file_lacks_everything(tmp_path: Path) -> None:
    assert faults(tmp_path, "") == ["set: is missing", "tile: is missing"]


GOOD_ID = "should be of at most 32 letters, digits, '_' and '-', a letter first"
GOOD_NAME = "should be of small letters, digits and '_', a letter first"
GOOD_EDGES = "should be four letters, for N E S W, of C city, R road, F field, I river"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('id = "D"', 'id = "D 1"', f"tile 'D 1', id: 'D 1' {GOOD_ID}"),
        ('id = "D"', 'id = "4D"', f"tile 4D, id: '4D' {GOOD_ID}"),
        ('id = "D"', 'id = ""', f"tile '', id: '' {GOOD_ID}"),
        ("gardens = 1", "gardens = 5", "tile D, gardens: 5 of the tiles cannot carry one where there are 4"),
        ('edges = "CRFR"', 'edges = "CRF"', f"tile D, edges: 'CRF' {GOOD_EDGES}"),
        ('edges = "CRFR"', 'edges = "CRFRF"', f"tile D, edges: 'CRFRF' {GOOD_EDGES}"),
        ('edges = "CRFR"', 'edges = "CRFX"', f"tile D, edges: 'CRFX' {GOOD_EDGES}"),
        ('start = "D"', 'start = "E"', "set, start: there is no tile E"),
        ('name = "small"', 'name = "A set"', f"set, name: 'A set' {GOOD_NAME}"),
        ('"A small set"', '"A small\\nset"', "set, title: 'A small\\nset' should be one line of text"),
    ],
)
def test_names_and_numbers_that_do_not_fit_are_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in faults_after(tmp_path, old, new)


def test_two_tiles_with_one_id_are_refused(tmp_path: Path) -> None:
    tile = SOUND[SOUND.index("[[tile]]") :]
    assert faults(tmp_path, SOUND + tile) == ["set, tile: id D is given twice, to tiles number 1 and 2"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('roads = ["EW"]', 'roads = ["E"]', ["segments: no road owns edge W"]),
        ('roads = ["EW"]', 'roads = ["EW", "W"]', ["segments: 2 segments own edge W"]),
        ('roads = ["EW"]', 'roads = ["EWS"]', ["segments: edge S is field, but a road owns it"]),
        ('roads = ["EW"]', 'rivers = ["EW"]', [
            "segments: edge E is road, but a river owns it",
            "segments: no road owns edge E",
            "segments: edge W is road, but a river owns it",
            "segments: no road owns edge W",
        ]),
        ('{ half_edges = "EL WR", cities', '{ half_edges = "EL NL WR", cities', [
            "segments: a field owns half edge NL, but edge N is city",
        ]),
        ('"ER SL SR WL"', '"ER SL SR"', ["segments: no fields own half edge WL"]),
        ('"ER SL SR WL"', '"EL ER SL SR WL"', ["segments: 2 fields own half edge EL"]),
        ('{ half_edges = "ER SL SR WL" }', '{ half_edges = "ER SL" }, { half_edges = "SR WL" }', [
            "segments: the halves of field edge S are of two fields",
        ]),
        ('"ER SL SR WL"', '"ER SL SR WL XL"', ["fields[1].half_edges: 'XL' is none of NL NR EL ER SL SR WL WR"]),
        ('"ER SL SR WL"', '"ER SL SR WL SL"', ["fields[1].half_edges: SL is named more than once"]),
        ('roads = ["EW"]', 'roads = ["EWX"]', ["roads[0].edges: 'X' is none of N E S W"]),
        ('roads = ["EW"]', 'roads = ["EWE"]', ["roads[0].edges: E is named more than once"]),
        ('roads = ["EW"]', 'roads = ["EW", ""]', ["roads[1].edges: a road owns at least one edge"]),
        ('cities = ["N"]', 'cities = ["E"]', ["fields[0].cities: there is no city 'E' on this tile"]),
        ('cities = ["N"]', 'cities = ["NE"]', ["fields[0].cities: there is no city 'NE' on this tile"]),
        ('cities = ["N"]', 'cities = [""]', ["fields[0].cities: there is no city '' on this tile"]),
        ('cities = ["N"]', 'cities = ["N", "N"]', ["fields[0].cities: 'N' names a city that is named before"]),
        ('    { half_edges = "ER SL SR WL" },', '    { half_edges = "ER SL SR WL", cities = ["N"] },', [
            "fields: field:ER SL SR WL cannot touch city:N: another segment lies between",
        ]),
        ('"ER SL SR WL" },', '"ER SL SR WL" }, { half_edges = "" }, { half_edges = "" },', [
            "segments: more than one field lies wholly inside the tile, and field:I would name them all",
        ]),
    ],
)  # fmt: skip
def test_segments_that_do_not_share_out_the_tile_are_refused(
    tmp_path: Path, old: str, new: str, expected: list[str]
) -> None:
    assert faults_after(tmp_path, old, new) == [f"tile D, {fault}" for fault in expected]


def test_all_faults_of_a_file_are_told_together(tmp_path: Path) -> None:
    text = SOUND.replace('roads = ["EW"]', 'roads = ["E"]').replace("gardens = 1", "gardens = 9")
    assert faults(tmp_path, text.replace('start = "D"', 'start = "E"')) == [
        "tile D, gardens: 9 of the tiles cannot carry one where there are 4",
        "tile D, segments: no road owns edge W",
        "set, start: there is no tile E",
    ]


# ---- Whether a tile can be drawn flat ----


def sketch(edges: str, cities: str, roads: str, fields: str, rivers: str = "-", bridge: bool = False) -> str:
    """A file with one tile, written as in the tables above: `sketch("CFCF", "N + S", "-", "EL ER WL WR > N,S")`."""
    tables = []
    for field in parts(fields, ";"):
        halves, _, touched = field.partition(" > ")
        tables.append(f'{{ half_edges = "{halves.strip("I")}", cities = {[*filter(None, touched.split(","))]} }}')
    return f"""
[set]
name = "sketches"
title = "Sketches"

[[tile]]
id = "T"
count = 1
edges = "{edges}"
cities = {parts(cities, "+")}
roads = {parts(roads, "+")}
rivers = {parts(rivers, "+")}
fields = [{", ".join(tables)}]
bridge = {str(bridge).lower()}
"""


@pytest.mark.parametrize(
    "text",
    [
        sketch("RRRR", "-", "NW + ES", "NL WR; NR EL SR WL; ER SL"),
        sketch("FFRF", "-", "S", "NL NR EL ER SL SR WL WR"),  # a field may run round the end of a road
        sketch("FFRF", "-", "S", "NL NR WL WR SR; EL ER SL"),  # or be parted by a village there
        sketch("FRFR", "-", "E + W", "NL NR EL ER SL SR WL WR"),
        sketch("CCCC", "N + E + S + W", "-", "I > N,W,E,S"),
        sketch("CCCC", "NW + ES", "-", "I > W,S"),
        sketch("CCCC", "NESW", "-", "I > N"),  # a field enclosed by a city
        sketch("FCCC", "EW + S", "-", "NL NR > EW; I > EW,S"),
        sketch("CFCF", "N + S", "-", "EL ER > N,S; WL WR > N,S"),
        sketch("CFCF", "NS", "-", "EL ER > NS; WL WR > N"),
        sketch("FFFC", "W", "-", "NL NR > W; EL ER > W; SL SR > W"),
        sketch("RCRC", "EW", "N + S", "NL > EW; NR > EW; SL > EW; SR > EW"),
        sketch("CRCC", "N + S + W", "E", "EL > N,W; ER > W,S"),
        sketch("RRRR", "-", "NS + EW", "NL WR; NR EL; ER SL; SR WL", bridge=True),
        sketch("IRIR", "-", "EW", "NL WR; NR EL; ER SL; SR WL", rivers="NS", bridge=True),
        sketch("FIFF", "-", "-", "NL NR EL ER SL SR WL WR", rivers="E"),
    ],
)
def test_a_tile_that_can_be_drawn_flat_is_accepted(tmp_path: Path, text: str) -> None:
    (tile,) = load(tmp_path, text).tiles
    assert_sound(tile)


FOUR_CORNERS = "NL WR; NR EL; ER SL; SR WL"


@pytest.mark.parametrize(
    ("text", "crossing"),
    [
        (sketch("RRRR", "-", "NS + EW", FOUR_CORNERS), "road:NS and road:EW"),
        (sketch("CRCR", "NS", "EW", "EL; ER; WL; WR"), "city:NS and road:EW"),
        (sketch("CRCR", "NS", "EW", "EL; ER; WL; WR", bridge=True), "city:NS and road:EW"),
        (sketch("CCCC", "NS + EW", "-", "-"), "city:NS and city:EW"),
        (sketch("IIII", "-", "-", FOUR_CORNERS, rivers="NS + EW", bridge=True), "river:NS and river:EW"),
        (sketch("RFRF", "-", "NS", "NL NR EL ER SL SR WL WR"), "field:NL NR EL ER SL SR WL WR and road:NS"),
        (sketch("FFFF", "-", "-", "NL NR SL SR; EL ER WL WR"), "field:NL NR SL SR and field:EL ER WL WR"),
        (sketch("RRRR", "-", "NS + EW", "NL WR; NR SL; EL ER; SR WL", bridge=True), "road:NS and field:NR SL"),
    ],
)
def test_segments_that_cross_are_refused(tmp_path: Path, text: str, crossing: str) -> None:
    assert faults(tmp_path, text) == [f"tile T, segments: {crossing} cross"]


@pytest.mark.parametrize(
    ("text", "field", "cities"),
    [
        (sketch("CRFR", "N", "EW", "EL WR; ER SL SR WL > N"), "field:ER SL SR WL", "city:N"),
        (sketch("CRRF", "N", "ES", "EL SR WL WR > N; ER SL > N"), "field:ER SL", "city:N"),
        (sketch("FCCC", "EW + S", "-", "NL NR > EW,S"), "field:NL NR", "city:EW and city:S"),
        (sketch("CCCC", "N + EW + S", "-", "I > N,S"), "field:I", "city:N and city:S"),
        (sketch("CCCC", "N + EW + S", "-", "I > N,EW,S"), "field:I", "city:N and city:EW and city:S"),
        (sketch("RCRC", "E + W", "NS", "NL SR > W; NR SL > W"), "field:NR SL", "city:W"),
    ],
)
def test_a_field_that_cannot_reach_a_city_it_names_is_refused(
    tmp_path: Path, text: str, field: str, cities: str
) -> None:
    assert faults(tmp_path, text) == [f"tile T, fields: {field} cannot touch {cities}: another segment lies between"]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (sketch("CFCF", "N + S", "-", "EL ER WL WR; I > N,S"), "field:EL ER WL WR and field:I"),
        (sketch("CRCC", "N + S + W", "E", "EL > N,W,S; ER > N,W,S"), "field:EL and field:ER"),
    ],
)
def test_fields_that_bar_each_other_from_the_cities_they_name_are_refused(
    tmp_path: Path, text: str, fields: str
) -> None:
    assert faults(tmp_path, text) == [f"tile T, fields: {fields} cross on the way to the cities that they name"]


# ---- No input gets past: it loads and is sound, or it is refused with a TileError ----


def assert_sound(tile: Tile) -> None:
    """Every edge has one owner of its kind, every half edge of a non-city edge one field; cities touched are cities."""
    for edge, letter in enumerate(tile.edges):
        owners = [segment.kind for segment in tile.segments if edge in segment.edges]
        assert owners == {"C": ["city"], "R": ["road"], "I": ["river"], "F": []}[letter]
        left, right = (
            [at for at, segment in enumerate(tile.segments) if half in segment.half_edges]
            for half in (2 * edge, 2 * edge + 1)
        )
        assert len(left) == len(right) == (letter != "C")
        assert letter != "F" or left == right
    for segment in tile.segments:
        assert all(tile.segments[city].kind == "city" for city in segment.cities)
        assert len(set(segment.cities)) == len(segment.cities)
    assert len({segment.location() for segment in tile.segments}) == len(tile.segments)
    assert tile.count >= 1
    assert 0 <= tile.gardens <= tile.count


def loads_soundly_or_is_refused(folder: Path, content: bytes) -> None:
    file = folder / "fuzz.toml"
    file.write_bytes(content)
    try:
        tiles = read_tile_file(file).tiles
    except TileError as refusal:
        tiles, lines = (), str(refusal).splitlines()
        assert all(line.startswith(str(file)) for line in lines), lines
    for tile in tiles:
        assert_sound(tile)


def toml(value: object) -> str:
    """The value as inline TOML."""
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested tables and lists, as its holder and its key there."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


SMALL_FILES = [
    {"set": {"name": "small", "title": "Small"}, "tile": [entry]}
    for name in ("base", "peasant_revolts")
    for entry in tomllib.loads((REPOSITORY / "tiles" / f"{name}.toml").read_text(encoding="utf-8"))["tile"]
]
WORDS = ["N", "E", "S", "W", "EW", "NS", "NEW", "CRFR", "RRRR", "IFIF", "NL NR", "EL", "WR SL", "id", "rivers", "edges"]
ANYTHING = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=5),
    st.integers(),
    st.booleans(),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.dictionaries(st.sampled_from(WORDS), st.sampled_from(WORDS), max_size=2),
)


@given(data=st.data())
def test_a_sound_tile_damaged_at_random_loads_soundly_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    entries = json.loads(json.dumps(data.draw(st.sampled_from(SMALL_FILES))))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(list(places(entries)) or [({"set": {}}, "set")]))
        match data.draw(st.sampled_from(["drop", "set", "letters", "twice"])):
            case "set":
                holder[key] = data.draw(ANYTHING)
            case "letters" if isinstance(holder[key], str):
                letters = data.draw(st.permutations([*holder[key], data.draw(st.sampled_from("NESWLRCFI "))]))
                holder[key] = "".join(letters[data.draw(st.integers(0, 2)) :])
            case "twice" if isinstance(holder, list):
                holder.append(holder[key])
            case _:
                del holder[key]
    content = "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in entries.items())
    loads_soundly_or_is_refused(tmp_path_factory.getbasetemp(), content.encode("utf-8", "surrogatepass"))


@given(data=st.data(), change=st.sampled_from(["drop", "double", "move"]))
def test_an_edge_or_half_edge_dropped_or_doubled_is_refused_and_one_moved_too_unless_all_stays_sound(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, change: str
) -> None:
    file = json.loads(json.dumps(data.draw(st.sampled_from(SMALL_FILES))))
    (entry,) = file["tile"]
    owners = []
    for key, known in (("cities", EDGES), ("roads", EDGES), ("fields", HALF_EDGES)):
        entry[key] = [{"edges": owner} if isinstance(owner, str) else owner for owner in entry.get(key, [])]
        owners += [(owner, "half_edges" if key == "fields" else "edges", known) for owner in entry[key]]
    owner, key, known = data.draw(st.sampled_from(owners))
    name = data.draw(st.sampled_from([name for name in known if name in owner[key]]))
    if change != "double":
        owner[key] = owner[key].replace(name, "")
    if change != "drop":
        heir, key, _ = data.draw(st.sampled_from([heir for heir in owners if heir[2] is known]))
        heir[key] += f" {name}" if known is HALF_EDGES else name

    folder = tmp_path_factory.getbasetemp()
    content = "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in file.items())
    if change == "move":
        loads_soundly_or_is_refused(folder, content.encode())
    else:
        with pytest.raises(TileError):
            load(folder, content)


@given(content=st.binary(max_size=200))
def test_bytes_at_random_are_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    loads_soundly_or_is_refused(tmp_path_factory.getbasetemp(), content)


@given(at=st.integers(0, len(SOUND)), drop=st.integers(0, 9), put=st.binary(max_size=6))
def test_a_sound_file_damaged_bytewise_loads_soundly_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, drop: int, put: bytes
) -> None:
    sound = SOUND.encode()
    loads_soundly_or_is_refused(tmp_path_factory.getbasetemp(), sound[:at] + put + sound[at + drop :])
