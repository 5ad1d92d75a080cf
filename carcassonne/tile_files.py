"""Tiles read from TOML files and checked whole before anyone plays with them.

The form of a file is shown, and explained at its top, by `tiles/base.toml`. In a sound one every edge has the one owner
that its letter asks for; half edges that no city owns belong to just one field each; the cities that a field names
exist and border on it; all can be drawn flat without crossing, except roads of a tile that says that they cross by a
bridge; and there is at least one copy of each tile. A file with faults raises one TileError that lists all of them, a
line each: file, tile, place, fault.
"""

import os
import re
import reprlib
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from carcassonne.errors import TileError
from carcassonne.geometry import EDGES, HALF_EDGES
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Segment, Tile, TileSet

RIVER: Final = "river"
KINDS_OF_EDGE: Final = {"C": CITY, "R": ROAD, "F": FIELD, "I": RIVER}
_BRIDGED: Final = ({ROAD}, {ROAD, RIVER})
"""Kinds of segment of which one may cross the other by a bridge."""
MOST_COPIES: Final = 1000
MOST_COATS_OF_ARMS: Final = 9

_PACKAGE: Final = Path(__file__).parent
_HOME: Final = _PACKAGE / "_tiles" if (_PACKAGE / "_tiles").is_dir() else _PACKAGE.parent / "tiles"
"""Where the shipped files lie: within the package in a wheel, beside it in a checkout."""

_Say = Callable[[str, str], None]
"""Takes note of a fault: its place within the tile, and what is wrong there."""


# ---- The form of a file ----


def _edges_alone(entry: object) -> object:
    """`"NE"` is short for `{ edges = "NE" }`."""
    return {"edges": entry} if isinstance(entry, str) else entry


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Line(_Entry):
    """A road or a river."""

    edges: str
    marks: dict[str, str] = {}


class _City(_Line):
    coats_of_arms: int = Field(default=0, ge=0, le=MOST_COATS_OF_ARMS)


class _Field(_Entry):
    half_edges: str
    cities: list[str] = []


class _Tile(_Entry):
    id: str
    count: int = Field(ge=1, le=MOST_COPIES)
    edges: str
    cities: list[Annotated[_City, BeforeValidator(_edges_alone)]] = []
    roads: list[Annotated[_Line, BeforeValidator(_edges_alone)]] = []
    rivers: list[Annotated[_Line, BeforeValidator(_edges_alone)]] = []
    fields: list[_Field] = []
    monastery: bool = False
    gardens: int = Field(default=0, ge=0)
    bridge: bool = False
    marks: dict[str, str] = {}


class _Set(_Entry):
    name: str
    title: str = Field(min_length=1)
    start: str | None = None


class _File(_Entry):
    set: _Set
    tile: list[_Tile] = Field(min_length=1)


_FORMS: Final[Mapping[str, type[_Entry]]] = {
    "set": _Set,
    "tile": _Tile,
    "cities": _City,
    "roads": _Line,
    "rivers": _Line,
    "fields": _Field,
}


# ---- Reading ----


def shipped_names() -> tuple[str, ...]:
    """The names of the sets that come with this package, in alphabetical order."""
    return tuple(sorted(path.stem for path in _HOME.glob("*.toml")))


@cache
def shipped(name: str) -> TileSet:
    """The tile set of that name which comes with this package: `shipped("base")`.

    TileError where there is none of that name.
    """
    known = shipped_names()
    if name not in known:
        raise TileError(f"no tile set {_show(name)} comes with this package; these do: {', '.join(known)}")
    return read_tile_file(_HOME / f"{name}.toml")


def read_tile_file(path: str | os.PathLike[str]) -> TileSet:
    """The tile set in the TOML file at `path`, sound in every respect.

    TileError lists every fault found, a line each.
    """
    file = os.fspath(path)
    try:
        entries = _File.model_validate(tomllib.loads(_text(Path(path), file)))
    except tomllib.TOMLDecodeError as error:
        raise TileError(f"{file}: is not TOML: {error}") from None
    except ValidationError as error:
        raise TileError("\n".join(f"{file}, {line}" for line in _fault_lines(error))) from None
    except (ValueError, RecursionError) as error:  # what tomllib lets through: a number too long, nesting too deep
        raise TileError(f"{file}: is not TOML that can be read: {error}") from None

    faults: list[str] = []
    tiles = tuple(_tile(entry, _teller(faults, f"{file}, tile {_plain(entry.id)}")) for entry in entries.tile)
    _check_set(entries, _teller(faults, f"{file}, set"))
    if faults:
        raise TileError("\n".join(faults))
    return TileSet(entries.set.name, entries.set.title, tiles, entries.set.start)


def _text(path: Path, file: str) -> str:
    """What is written in the file."""
    try:
        if not path.is_file():
            raise TileError(f"{file}: there is no such file")
        return path.read_bytes().decode()
    except OSError as error:
        raise TileError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise TileError(f"{file}: is not UTF-8 text (byte {error.start})") from None


def _teller(faults: list[str], where: str) -> _Say:
    def say(place: str, fault: str) -> None:
        faults.append(f"{where}, {place}: {fault}")

    return say


def _fault_lines(error: ValidationError) -> Iterator[str]:
    """Pydantic's errors, one line each: where, and what is wrong."""
    for fault in error.errors(include_url=False, include_context=False):
        location = fault["loc"]
        yield f"{_place(location, error)}: {_fault(fault['type'], fault['msg'], location, fault['input'])}"


def _place(location: tuple[int | str, ...], error: ValidationError) -> str:
    """A place in the file: `tile 3, cities[0].edges`, tiles counted from 1."""
    place = ""
    for step in location:
        match step:
            case int() if place == "tile":
                place = f"tile number {step + 1}, "
            case int():
                place += f"[{step}]"
            case _ if place and not place.endswith(" "):
                place += f".{_plain(step)}"
            case _:
                place += _plain(step)
    return place.removesuffix(", ") or "file"


def _fault(kind: str, message: str, location: tuple[int | str, ...], found: object) -> str:
    """What is wrong, in the words of someone who writes tile files."""
    names = [step for step in location if isinstance(step, str)]
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            form = _FORMS.get(names[-2], _File) if len(names) > 1 else _File
            return f"is no known key; those are {', '.join(form.model_fields)}"
        case "model_type" if names and names[-1] in ("cities", "roads", "rivers"):
            return f'should be edges, as in "NE", or a table, as in {{ edges = "NE" }}, not {_show(found)}'
        case "model_type":
            return f"should be a table, not {_show(found)}"
        case _:
            return f"{message.replace('Input should', 'should').replace('dictionary', 'table')}, not {_show(found)}"


def _show(found: object) -> str:
    return reprlib.repr(found)


def _plain(name: str) -> str:
    """The name as it is where that reads well, and as a literal where it does not."""
    return name if re.fullmatch(r"[\w-]{1,32}", name, re.ASCII) else _show(name)


# ---- The set ----


def _check_set(entries: _File, say: _Say) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entries.set.name):
        say("name", f"{_show(entries.set.name)} should be of small letters, digits and '_', a letter first")
    if not entries.set.title.isprintable():
        say("title", f"{_show(entries.set.title)} should be one line of text")
    first: dict[str, int] = {}
    for number, tile in enumerate(entries.tile, 1):
        if tile.id in first:
            say("tile", f"id {_plain(tile.id)} is given twice, to tiles number {first[tile.id]} and {number}")
        first.setdefault(tile.id, number)
    if entries.set.start is not None and entries.set.start not in first:
        say("start", f"there is no tile {_plain(entries.set.start)}")


# ---- One tile ----


def _tile(entry: _Tile, say: _Say) -> Tile:
    """The tile as the rules see it. Tells every fault; the tile is sound only if there was none."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,31}", entry.id):
        say("id", f"{_show(entry.id)} should be of at most 32 letters, digits, '_' and '-', a letter first")
    if entry.gardens > entry.count:
        say("gardens", f"{entry.gardens} of the tiles cannot carry one where there are {entry.count}")
    with_edges = _with_edges(entry, say)
    cities = with_edges[: len(entry.cities)]
    fields = [
        Segment(
            FIELD,
            half_edges=_numbers(field.half_edges.split(), HALF_EDGES, f"fields[{number}].half_edges", say),
            cities=_touched(field.cities, cities, f"fields[{number}].cities", say),
        )
        for number, field in enumerate(entry.fields)
    ]
    monastery = [Segment(MONASTERY)] if entry.monastery else []
    tile = Tile(
        id=entry.id,
        edges=entry.edges,
        segments=(*with_edges, *fields, *monastery),
        count=entry.count,
        gardens=entry.gardens,
        bridge=entry.bridge,
        marks=entry.marks,
    )
    if _is_owned_soundly(tile, say):
        _check_drawing(tile, say)
    return tile


def _with_edges(entry: _Tile, say: _Say) -> list[Segment]:
    """The segments that own whole edges: cities, then roads, then rivers."""
    segments = []
    for kind, key, group in (
        (CITY, "cities", entry.cities),
        (ROAD, "roads", entry.roads),
        (RIVER, "rivers", entry.rivers),
    ):
        for number, segment in enumerate(group):
            place = f"{key}[{number}].edges"
            edges = _numbers(segment.edges, EDGES, place, say)
            if not segment.edges:
                say(place, f"a {kind} owns at least one edge")
            coats = segment.coats_of_arms if isinstance(segment, _City) else 0
            segments.append(Segment(kind, edges, coats_of_arms=coats, marks=segment.marks))
    return segments


def _numbers(names: Sequence[str], known: tuple[str, ...], place: str, say: _Say) -> tuple[int, ...]:
    """Edges or half edges as numbers, ascending; unknown and repeated names are told and left out."""
    for name in dict.fromkeys(names):
        if name not in known:
            say(place, f"{_show(name)} is none of {' '.join(known)}")
        elif names.count(name) > 1:
            say(place, f"{name} is named more than once")
    return tuple(number for number, name in enumerate(known) if name in names)


def _touched(names: Sequence[str], cities: Sequence[Segment], place: str, say: _Say) -> tuple[int, ...]:
    """The cities that a field names, each by any or all of its edges, as indices of segments, ascending."""
    touched: list[int] = []
    for name in names:
        edges = _numbers(name, EDGES, place, say)
        owners = [number for number, city in enumerate(cities) if not set(edges).isdisjoint(city.edges)]
        if len(owners) > 1:
            say(place, f"{_show(name)} spans {len(owners)} cities; name each by itself")
        elif not owners or not set(edges) <= set(cities[owners[0]].edges):
            say(place, f"there is no city {_show(name)} on this tile")
        elif owners[0] in touched:
            say(place, f"{_show(name)} names a city that is named before")
        else:
            touched += owners
    return tuple(sorted(touched))


def _is_owned_soundly(tile: Tile, say: _Say) -> bool:
    """Whether every edge and half edge has the one owner that it should have; tells each that has not."""
    if not re.fullmatch(f"[{''.join(KINDS_OF_EDGE)}]{{4}}", tile.edges):
        known = ", ".join(f"{letter} {kind}" for letter, kind in KINDS_OF_EDGE.items())
        say("edges", f"{_show(tile.edges)} should be four letters, for N E S W, of {known}")
        return False
    faults: list[str] = []
    for edge, name in enumerate(EDGES):
        kind = KINDS_OF_EDGE[tile.edges[edge]]
        owners = [segment.kind for segment in tile.segments if edge in segment.edges]
        faults += [f"edge {name} is {kind}, but a {owner} owns it" for owner in owners if owner != kind]
        if kind != FIELD and kind not in owners:
            faults.append(f"no {kind} owns edge {name}")
        if owners.count(kind) > 1:
            faults.append(f"{owners.count(kind)} segments own edge {name}")

        left, right = (_fields_of(tile, half) for half in (2 * edge, 2 * edge + 1))
        for half, fields in ((2 * edge, left), (2 * edge + 1, right)):
            if kind == CITY and fields:
                faults.append(f"a field owns half edge {HALF_EDGES[half]}, but edge {name} is city")
            elif kind != CITY and len(fields) != 1:
                faults.append(f"{len(fields) or 'no'} fields own half edge {HALF_EDGES[half]}")
        if kind == FIELD and len(left) == len(right) == 1 and left != right:
            faults.append(f"the halves of field edge {name} are of two fields")
    if sum(segment.kind == FIELD and not segment.half_edges for segment in tile.segments) > 1:
        faults.append("more than one field lies wholly inside the tile, and field:I would name them all")
    for fault in faults:
        say("segments", fault)
    return not faults


def _fields_of(tile: Tile, half: int) -> list[int]:
    return [number for number, segment in enumerate(tile.segments) if half in segment.half_edges]


# ---- Whether the tile can be drawn flat ----


def _check_drawing(tile: Tile, say: _Say) -> None:
    """Tell what crosses on the tile, and which fields cannot reach the cities that they name.

    Walking once round the border one meets city edges, half edges of fields, and roads and rivers in the middle of
    theirs. Segments can be drawn side by side exactly when no two of them alternate on that ring. What crosses by a
    bridge parts the rest as one segment would.
    """
    ring = _ring(tile)
    if tile.bridge:
        for one, other in combinations(dict.fromkeys(ring), 2):
            if _alternate(ring, one, other) and {tile.segments[one].kind, tile.segments[other].kind} in _BRIDGED:
                ring = [one if segment == other else segment for segment in ring]
    for one, other in combinations(dict.fromkeys(ring), 2):
        if _alternate(ring, one, other):
            say("segments", f"{_name(tile, one)} and {_name(tile, other)} cross")
            return
    _check_contacts(tile, ring, say)


def _ring(tile: Tile) -> list[int]:
    """The segments met on a walk round the border, clockwise from its north-west corner."""
    ring: list[int] = []
    for edge in range(4):
        owner = [number for number, segment in enumerate(tile.segments) if edge in segment.edges]
        ring += [*_fields_of(tile, 2 * edge), *owner, *_fields_of(tile, 2 * edge + 1)]
    return ring


def _alternate(ring: Sequence[int], one: int, other: int) -> bool:
    """Whether the walk meets one, the other, the one and the other again."""
    met = [segment for segment in ring if segment in (one, other)]
    return sum(here != there for here, there in zip(met, met[1:] + met[:1], strict=True)) > 2


def _check_contacts(tile: Tile, ring: Sequence[int], say: _Say) -> None:
    """Tell which fields cannot touch all the cities that they name, nothing lying between."""
    regions = _regions(ring, [number for number, segment in enumerate(tile.segments) if segment.kind != FIELD])
    held: list[tuple[int, Sequence[int], list[int]]] = []
    for number, segment in enumerate(tile.segments):
        if segment.kind != FIELD:
            continue
        own = {number} if segment.half_edges else set()
        wanted = own.union(segment.cities)
        for region in regions:
            if wanted <= set(region):
                held.append((number, region, [at for at, met in enumerate(region) if met in wanted]))
                break
        else:
            cities = " and ".join(_name(tile, city) for city in segment.cities)
            say("fields", f"{_name(tile, number)} cannot touch {cities}: another segment lies between")
    for (one, here, reach), (other, there, reach_of_other) in combinations(held, 2):
        if here is there and not _side_by_side(reach, reach_of_other, len(here)):
            say("fields", f"{_name(tile, one)} and {_name(tile, other)} cross on the way to the cities that they name")


def _regions(ring: Sequence[int], walls: Collection[int]) -> list[list[int]]:
    """The parts into which cities, roads and rivers cut the tile, each as what its border meets, clockwise.

    Two places on the ring are in one region when no wall has parts on both sides of a line between them.
    """
    regions: list[list[int]] = []
    for start in range(len(ring)):
        for region in regions:
            between = {ring[at] for at in range(region[0], start)}
            outside = {ring[at] for at in range(len(ring)) if not region[0] <= at < start}
            if between.isdisjoint(outside.intersection(walls)):
                region.append(start)
                break
        else:
            regions.append([start])
    return [[ring[start] for start in region] for region in regions]


def _side_by_side(one: Sequence[int], other: Sequence[int], around: int) -> bool:
    """Whether all that one field reaches lies between two neighbours of what the other reaches, both included."""
    if len(one) < 2:
        return True
    return any(
        all((at - start) % around <= (end - start) % around for at in other)
        for start, end in zip(one, [*one[1:], one[0]], strict=True)
    )


def _name(tile: Tile, number: int) -> str:
    """A segment by all that it owns: `road:NS`, `field:EL ER`."""
    segment = tile.segments[number]
    if segment.edges:
        return f"{segment.kind}:{''.join(EDGES[edge] for edge in segment.edges)}"
    return f"{segment.kind}:{' '.join(HALF_EDGES[half] for half in segment.half_edges) or 'I'}"
