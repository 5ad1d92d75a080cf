"""A slow, obvious referee, written from docs/rules.md and sharing no code with the package.

It reads the tile files itself, and keeps only what lies on a real table: placed tiles, standing meeples, score markers.
Every question is answered by looking at the whole table again: features by flood fill, supplies by counting, legal
placements by trying every empty cell. Section numbers are those of docs/rules.md; what the expansions say of themselves
stands in docs/expansions.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

TILES = Path(__file__).parent.parent / "tiles"

Cell = tuple[int, int]
Spot = tuple[int, int, str]
"""A segment of a placed tile: column, row, canonical location (`city:N`, `field:EL`, `monastery`)."""
Feature = frozenset[Spot]

EDGES = ("N", "E", "S", "W")
HALF_EDGES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
RING = ("monastery", "garden")
"""Features that are complete when all 8 cells round them are filled."""
MEEPLES = ("meeple", "large_meeple", "abbot")
"""The figures that are meeples; builder and pig are none."""
OPEN_TO = {
    "meeple": ("city", "road", "field", "monastery"),
    "large_meeple": ("city", "road", "field", "monastery"),
    "abbot": ("monastery", "garden"),
    "builder": ("city", "road"),
    "pig": ("field",),
}
"""Where each kind of figure may stand."""
BROUGHT_BY = {
    "large_meeple": "inns_and_cathedrals",
    "abbot": "abbot",
    "builder": "traders_and_builders",
    "pig": "traders_and_builders",
}
GOODS = ("wine", "grain", "cloth")
FACING = {
    **{"N": "S", "S": "N", "E": "W", "W": "E"},
    **{"NL": "SR", "SR": "NL", "NR": "SL", "SL": "NR", "EL": "WR", "WR": "EL", "ER": "WL", "WL": "ER"},
}
"""The side of the neighbour that a side meets (docs/rules.md 2)."""


@dataclass(frozen=True)
class Segment:
    """One connected piece of a feature on one tile. `sides` are edges, or half edges for a field, clockwise."""

    kind: str
    sides: tuple[str, ...] = ()
    coats_of_arms: int = 0
    cities: tuple[str, ...] = ()
    """For a field: the locations of the cities that it touches on this tile."""
    marks: frozenset[tuple[str, str]] = frozenset()
    """What else is drawn on it: an inn, a cathedral, goods."""

    @cached_property
    def location(self) -> str:
        """Its name by the first side that it owns."""
        if self.sides:
            return f"{self.kind}:{self.sides[0]}"
        return "field:I" if self.kind == "field" else self.kind

    @cached_property
    def meets(self) -> tuple[tuple[int, int, tuple[str, str]], ...]:
        """For each side the step to the neighbour there, and what meets it there: (kind, side of the neighbour)."""
        return tuple((*STEP[side[0]], (self.kind, FACING[side])) for side in self.sides)


@dataclass(frozen=True)
class Tile:
    """A tile as it lies: `edges` are letters N E S W, `symbol` the kind of feature that a revolt tile names."""

    id: str
    edges: str
    segments: tuple[Segment, ...]
    count: int
    symbol: str | None
    gardens: int = 0
    """How many of them have a garden, which is a segment of its own in games with The Abbot."""

    @cached_property
    def owner_of(self) -> dict[tuple[str, str], str]:
        """The location of the segment of a kind that owns a side, by (kind, side)."""
        return {(segment.kind, side): segment.location for segment in self.segments for side in segment.sides}

    @cached_property
    def at(self) -> dict[str, Segment]:
        """The segment of a canonical location."""
        return {segment.location: segment for segment in self.segments}

    @cached_property
    def can_be_completed(self) -> tuple[str, ...]:
        """The locations of its roads and cities, which the tile itself may complete."""
        return tuple(segment.location for segment in self.segments if segment.kind in ("road", "city"))

    @cached_property
    def rings(self) -> tuple[str, ...]:
        """The locations of its monastery and garden, which a tile beside it may complete."""
        return tuple(segment.location for segment in self.segments if segment.kind in RING)


def _tile(entry: dict[str, Any]) -> Tile:
    """A tile from its entry in a tile file."""

    def table(item: Any, key: str) -> dict[str, Any]:
        return item if isinstance(item, dict) else {key: item}

    cities = [table(item, "edges") for item in entry.get("cities", [])]
    roads = [table(item, "edges") for item in entry.get("roads", [])]
    segments = [
        Segment("city", tuple(city["edges"]), city.get("coats_of_arms", 0), marks=_marks(city)) for city in cities
    ]
    segments += [Segment("road", tuple(road["edges"]), marks=_marks(road)) for road in roads]
    segments += [Segment("river", tuple(edges)) for edges in entry.get("rivers", [])]
    for item in entry.get("fields", []):
        touched = tuple(
            city.location
            for city in segments
            if city.kind == "city" and any(set(name) <= set(city.sides) for name in item.get("cities", []))
        )
        segments.append(Segment("field", tuple(item["half_edges"].split()), cities=touched))
    if entry.get("monastery", False):
        segments.append(Segment("monastery"))
    symbol = entry.get("marks", {}).get("revolt")
    return Tile(entry["id"], entry["edges"], tuple(segments), entry["count"], symbol, entry.get("gardens", 0))


def _marks(entry: dict[str, Any]) -> frozenset[tuple[str, str]]:
    return frozenset(entry.get("marks", {}).items())


@cache
def tile_file(name: str) -> dict[str, Tile]:
    """The tiles of one file in `tiles/`, by id."""
    data = tomllib.loads((TILES / f"{name}.toml").read_text(encoding="utf-8"))
    return {entry["id"]: turned(_tile(entry), 0) for entry in data["tile"]}


@cache
def all_tiles() -> dict[str, Tile]:
    """The tiles of all files, by id."""
    return {name: tile for file in sorted(TILES.glob("*.toml")) for name, tile in tile_file(file.stem).items()}


@cache
def printed(tile: str, gardens: bool = False) -> Tile:
    """The tile of that id, as the file shows it; where `gardens` are in play, with the garden that it has."""
    known = all_tiles()
    if tile in known:
        shown = known[tile]
        return with_garden(shown) if gardens and shown.gardens == shown.count else shown
    assert gardens
    assert tile.endswith("G")
    return replace(with_garden(known[tile[:-1]]), id=tile)


def with_garden(tile: Tile) -> Tile:
    """The tile with its garden as a segment."""
    return replace(tile, segments=(*tile.segments, Segment("garden")))


def _turned_side(side: str, rotation: int) -> str:
    if side in EDGES:
        return EDGES[(EDGES.index(side) + rotation) % 4]
    return HALF_EDGES[(HALF_EDGES.index(side) + 2 * rotation) % 8]


def _turned_sides(sides: tuple[str, ...], rotation: int) -> tuple[str, ...]:
    order = EDGES + HALF_EDGES
    return tuple(sorted((_turned_side(side, rotation) for side in sides), key=order.index))


def turned(tile: Tile, rotation: int) -> Tile:
    """The tile after that many quarter turns clockwise, its segments named anew."""
    names = {s.location: replace(s, sides=_turned_sides(s.sides, rotation)).location for s in tile.segments}
    segments = tuple(
        replace(s, sides=_turned_sides(s.sides, rotation), cities=tuple(names[city] for city in s.cities))
        for s in tile.segments
    )
    return replace(tile, edges="".join(tile.edges[(i - rotation) % 4] for i in range(4)), segments=segments)


@cache
def lying(tile: str, rotation: int, gardens: bool = False) -> Tile:
    """The tile of that id after that many quarter turns."""
    return turned(printed(tile, gardens), rotation)


@cache
def rotations(tile: str, gardens: bool = False) -> tuple[int, ...]:
    """The rotations that look different; the lowest stands for those that look the same (docs/rules.md 3.1)."""
    looks = {
        frozenset((s.kind, s.sides, s.coats_of_arms, s.marks) for s in lying(tile, turns, gardens).segments): turns
        for turns in (3, 2, 1, 0)
    }
    return tuple(sorted(looks.values()))


@dataclass
class Table:
    """A game as it lies on a table, and the rules for asking it questions and changing it."""

    players: int
    fields: bool = True
    two_tile_city: int = 4
    meeples_each: int = 7
    revolts: dict[str, bool] = field(default_factory=dict)
    """Settings of The Peasant Revolts that differ from their default, which is True for each."""
    expansions: frozenset[str] = frozenset()

    tiles: dict[Cell, Tile] = field(default_factory=dict)
    """In the order in which they were laid, the start tile first."""
    meeples: dict[Spot, int] = field(default_factory=dict)
    """Who stands where; a segment holds one figure at most."""
    figures: dict[Spot, str] = field(default_factory=dict)
    """Of what kind those are that are no ordinary meeples."""
    protected: set[Spot] = field(default_factory=set)
    causes: list[Counter[str]] = field(default_factory=list)
    """The points of each seat by cause."""
    goods: list[Counter[str]] = field(default_factory=list)
    """The goods of each seat."""
    sent_home: Counter[str] = field(default_factory=Counter)
    """The meeples, by kind, that the one whose turn it is took back in revolts this turn."""
    told: list[tuple[Any, ...]] = field(default_factory=list)
    """What happened since somebody last emptied it: a word for what, and then what it happened to."""
    earned: bool = False
    """Whether a builder earned a second part in this turn."""
    second: bool = False
    """Whether this turn is itself a second part."""

    def __post_init__(self) -> None:
        self.causes = [Counter() for _ in range(self.players)]
        self.goods = [Counter() for _ in range(self.players)]
        self.place("RI01" if "river" in self.expansions else "D", 0, 0, 0)

    def copy(self) -> "Table":
        """The same position on another table."""
        other = copy(self)
        for name in ("tiles", "meeples", "figures", "protected", "sent_home", "told"):
            setattr(other, name, copy(getattr(self, name)))
        other.causes = [Counter(causes) for causes in self.causes]
        other.goods = [Counter(goods) for goods in self.goods]
        return other

    @property
    def gardens(self) -> bool:
        """Whether gardens are in play."""
        return "abbot" in self.expansions

    @property
    def last(self) -> Cell:
        """Where the tile laid last lies."""
        return next(reversed(self.tiles))

    # What lies on the table

    def segment(self, spot: Spot) -> Segment:
        """The segment at a spot."""
        x, y, location = spot
        return self.tiles[x, y].at[location]

    def spots(self) -> Iterator[Spot]:
        """Every segment of every placed tile."""
        return ((x, y, segment.location) for (x, y), tile in self.tiles.items() for segment in tile.segments)

    def beyond(self, spot: Spot) -> list[Spot | None]:
        """What each side of a segment meets: the neighbour's segment, or None where no tile lies yet."""
        x, y, location = spot
        tiles = self.tiles
        return [
            (x + dx, y + dy, tiles[x + dx, y + dy].owner_of[facing]) if (x + dx, y + dy) in tiles else None
            for dx, dy, facing in tiles[x, y].at[location].meets
        ]

    def feature(self, spot: Spot) -> Feature:
        """All segments connected with this one."""
        found, to_visit = {spot}, [spot]
        while to_visit:
            for other in self.beyond(to_visit.pop()):
                if other is not None and other not in found:
                    found.add(other)
                    to_visit.append(other)
        return frozenset(found)

    def features(self, spots: Iterable[Spot] | None = None) -> list[Feature]:
        """Every feature once, or those that some segments belong to."""
        found: list[Feature] = []
        seen: set[Spot] = set()
        for spot in self.spots() if spots is None else spots:
            if spot not in seen:
                found.append(self.feature(spot))
                seen |= found[-1]
        return found

    def kind(self, feature: Feature) -> str:
        """Its kind."""
        return self.segment(next(iter(feature))).kind

    def cells(self, feature: Feature) -> set[Cell]:
        """The tiles that it covers, each once (4, cases 5 and 6)."""
        return {(x, y) for x, y, _ in feature}

    def open_sides(self, feature: Feature) -> int:
        """How many of its sides (edges, or half edges of a field) meet no tile yet."""
        return sum(self.beyond(spot).count(None) for spot in feature)

    def coats_of_arms(self, feature: Feature) -> int:
        """How many coats of arms it shows."""
        return sum(self.segment(spot).coats_of_arms for spot in feature)

    def neighbours(self, x: int, y: int) -> int:
        """How many of the 8 cells round a cell are filled."""
        return sum((x + dx, y + dy) in self.tiles for dx, dy in AROUND)

    def completed(self, feature: Feature) -> bool:
        """Whether it is complete; a field never is (3.3)."""
        kind = self.kind(feature)
        if kind in RING:
            ((x, y, _),) = feature
            return self.neighbours(x, y) == 8
        return kind in ("road", "city") and not any(None in self.beyond(spot) for spot in feature)

    def completed_cities(self, feature: Feature) -> set[Feature]:
        """The different completed cities that a field touches (4, cases 1 to 4)."""
        cities = self.features((x, y, city) for x, y, at in feature for city in self.tiles[x, y].at[at].cities)
        return {city for city in cities if self.completed(city)}

    def just_completed(self) -> list[Feature]:
        """What the tile laid last completed: roads and cities of its own, monasteries and gardens on and round it.

        A segment of which a side is open belongs to nothing complete.
        """
        x, y = self.last
        tile = self.tiles[x, y]
        spots = [(x, y, location) for location in (*tile.can_be_completed, *tile.rings)]
        spots = [spot for spot in spots if None not in self.beyond(spot)]
        for cell in [(x + dx, y + dy) for dx, dy in AROUND]:
            if cell in self.tiles:
                spots += [(*cell, location) for location in self.tiles[cell].rings]
        return [feature for feature in self.features(spots) if self.completed(feature)]

    def shows(self, feature: Feature, mark: str) -> bool:
        """Whether a mark is drawn anywhere on a feature."""
        return any(mark == name for spot in feature for name, _ in self.segment(spot).marks)

    # Points and majority

    def points(self, feature: Feature, seat: int) -> int:
        """What it is worth now to a seat: completed, or as it stands at the end of the game (3.3, 3.4, 5)."""
        kind, completed = self.kind(feature), self.completed(feature)
        tiles, coats = len(self.cells(feature)), self.coats_of_arms(feature)
        if kind == "road":
            return tiles if not self.shows(feature, "inn") else 2 * tiles if completed else 0
        if kind in RING:
            ((x, y, _),) = feature
            return 1 + self.neighbours(x, y)
        if kind == "field":
            pigs = [spot for spot in feature if self.figures.get(spot) == "pig" and self.meeples[spot] == seat]
            return (4 if pigs else 3) * len(self.completed_cities(feature))
        if self.shows(feature, "cathedral"):
            return 3 * (tiles + coats) if completed else 0
        if not completed or (tiles == 2 and self.two_tile_city == 2):
            return tiles + coats
        return 2 * tiles + 2 * coats

    def figure(self, spot: Spot) -> str:
        """Of what kind the figure is that stands there."""
        return self.figures.get(spot, "meeple")

    def occupied(self, feature: Feature) -> bool:
        """Whether any figure stands on it."""
        return any(spot in self.meeples for spot in feature)

    def standing(self, feature: Feature) -> Counter[int]:
        """How much the meeples of each seat on it count: a large one for two, builders and pigs not at all."""
        counts = Counter[int]()
        for spot in feature & self.meeples.keys():
            if self.figure(spot) in MEEPLES:
                counts[self.meeples[spot]] += 2 if self.figure(spot) == "large_meeple" else 1
        return counts

    def winners(self, feature: Feature) -> set[int]:
        """Those with most meeples on it, all of them on a tie; nobody where none stands."""
        counts = self.standing(feature)
        return {seat for seat, count in counts.items() if count == max(counts.values())}

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(causes.total() for causes in self.causes)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the highest score, who win if the game is over (3.3)."""
        return tuple(seat for seat in range(self.players) if self.scores[seat] == max(self.scores))

    def supply(self, seat: int, figure: str = "meeple") -> int:
        """The figures of a kind that a seat has at hand."""
        return self.supplies()[seat].get(figure, 0)

    def supplies(self) -> list[dict[str, int]]:
        """The figures that each seat has at hand, by kind: all that it owns but those that stand on the table."""
        at_hand = [dict(self.owned) for _ in range(self.players)]
        for spot, seat in self.meeples.items():
            at_hand[seat][self.figure(spot)] -= 1
        return at_hand

    @cached_property
    def owned(self) -> dict[str, int]:
        """How many figures of each kind a seat owns in this game."""
        return {"meeple": self.meeples_each} | {
            figure: 1 for figure, owner in BROUGHT_BY.items() if owner in self.expansions
        }

    # What a seat may do

    def frontier(self) -> set[Cell]:
        """The empty cells beside a placed tile."""
        beside = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in STEP.values()}
        return beside - set(self.tiles)

    def wanted(self, x: int, y: int) -> list[tuple[int, str]]:
        """The letter that each neighbour of a cell shows on its edge, with the number of the cell's own edge there."""
        there = ((side, self.tiles.get((x + dx, y + dy))) for side, (dx, dy) in STEP.items())
        return [(EDGES.index(side), tile.edges[EDGES.index(FACING[side])]) for side, tile in there if tile is not None]

    def river_goes_on(self, tile: Tile, x: int, y: int) -> bool:
        """Whether a tile at a cell joins the river's open end and does not turn it straight back (3.5)."""
        for (end_x, end_y), last in self.tiles.items():
            ways = [side for side in EDGES if last.edges[EDGES.index(side)] == "I"]
            for side in ways:
                if (end_x + STEP[side][0], end_y + STEP[side][1]) == (x, y):
                    on = [edge for edge in EDGES if tile.edges[EDGES.index(edge)] == "I" and edge != FACING[side]]
                    return not any(edge in ways and edge != side for edge in on)
        return False

    def placements(self, tile: str) -> set[tuple[int, int, int]]:
        """Every cell and rotation where the tile may be laid (3.2), rotations that look the same once."""
        turns = [(rotation, lying(tile, rotation, self.gardens)) for rotation in rotations(tile, self.gardens)]
        return {
            (x, y, rotation)
            for x, y in self.frontier()
            for wanted in [self.wanted(x, y)]
            for rotation, lies in turns
            if all(lies.edges[number] == letter for number, letter in wanted)
            and ("I" not in lies.edges or self.river_goes_on(lies, x, y))
        }

    def fits(self, tile: str, x: int, y: int, rotation: int) -> bool:
        """Whether the tile may be laid at a cell in that rotation, the one that stands for those that look the same."""
        wanted, lies = self.wanted(x, y), lying(tile, rotation, self.gardens)
        return (
            bool(wanted)
            and (x, y) not in self.tiles
            and rotation in rotations(tile, self.gardens)
            and all(lies.edges[number] == letter for number, letter in wanted)
            and ("I" not in lies.edges or self.river_goes_on(lies, x, y))
        )

    def deployments(self, seat: int, x: int, y: int) -> set[tuple[str, str]]:
        """Every figure that the seat may deploy on the tile at a cell, and where: (location, kind of figure)."""
        figures = self._usable(seat)
        return {
            (segment.location, figure)
            for segment in self.tiles[x, y].segments
            if any(segment.kind in OPEN_TO[figure] for figure in figures)
            for feature in [self.feature((x, y, segment.location))]
            for figure in figures
            if self._open_to(seat, figure, segment, feature)
        }

    def may_deploy(self, seat: int, spot: Spot, figure: str) -> bool:
        """Whether the seat may deploy such a figure on a segment of the tile laid last."""
        here = spot[:2] == self.last and spot[2] in self.tiles[spot[:2]].at
        if not here or figure not in self._usable(seat):
            return False
        return self._open_to(seat, figure, self.segment(spot), self.feature(spot))

    def _open_to(self, seat: int, figure: str, segment: Segment, feature: Feature) -> bool:
        """Meeples go where the whole feature is free of anybody (3.2), builder and pig to a meeple of their own (5)."""
        if segment.kind not in OPEN_TO[figure] or (segment.kind == "field" and not self.fields):
            return False
        return not self.occupied(feature) if figure in MEEPLES else self.standing(feature)[seat] > 0

    def _usable(self, seat: int) -> list[str]:
        """The kinds of figure of which the seat has one at hand that may be deployed (1.3)."""
        held_back = Counter[str]() if self._says("redeploy_returned") else self.sent_home
        return [figure for figure, count in self.supplies()[seat].items() if count > held_back[figure]]

    def claims(self, seat: int, x: int, y: int) -> set[str]:
        """The locations of the tile at a cell where the seat may deploy an ordinary meeple."""
        return {location for location, figure in self.deployments(seat, x, y) if figure == "meeple"}

    def recalls(self, seat: int) -> set[Cell]:
        """Where the seat may take back its abbot from: what is not complete."""
        return {
            spot[:2]
            for spot, owner in self.meeples.items()
            if owner == seat and self.figure(spot) == "abbot" and not self.completed(self.feature(spot))
        }

    def protections(self, seat: int, deployed: Spot | None, otherwise: bool = False) -> dict[Spot, int]:
        """What the seat may protect in this turn and its price (1.4).

        `deployed` is where it deployed a meeple, if it did; `otherwise` says that it did something else instead.
        """
        farmer = deployed is not None and self.segment(deployed).kind == "field"
        if deployed is not None and not farmer:
            offers = {deployed: 4}
        elif farmer:
            offers = {} if self._says("farmer_closes_protection") else self._standing_of(seat)
        else:
            silent = not self._meeples_at_hand(seat) and not self._says("protect_with_empty_supply")
            silent = silent or (otherwise and not self._says("protect_after_other_action"))
            offers = {} if silent else self._standing_of(seat)
        return {
            spot: price
            for spot, price in offers.items()
            if self.segment(spot).kind in ("city", "road", "monastery")
            and spot not in self.protected
            and (self._says("protect_completed") or not self.completed(self.feature(spot)))
            and (self._says("scores_below_zero") or self.scores[seat] >= price)
        }

    def _meeples_at_hand(self, seat: int) -> bool:
        at_hand = self.supplies()[seat]
        return any(at_hand.get(figure) for figure in MEEPLES)

    def _standing_of(self, seat: int) -> dict[Spot, int]:
        return {spot: 2 for spot, owner in self.meeples.items() if owner == seat and self.figure(spot) in MEEPLES}

    def _says(self, setting: str) -> bool:
        return self.revolts.get(setting, True)

    # What happens

    def revolts_at(self, tile: str, replacement: bool) -> str | None:
        """The kind of feature that revolts when this tile is drawn (1.3), if any does."""
        symbol = printed(tile, self.gardens).symbol
        if symbol is None or (replacement and not self._says("replacement_draw_revolts")):
            return None
        if not self._says("unplaceable_tile_revolts") and not self.placements(tile):
            return None
        return symbol

    def revolt(self, kind: str, drawer: int) -> list[tuple[int, int, int]]:
        """One revolt (1.2): for each seat that it reached, how many meeples were protected and how many went home."""
        reached = []
        for seat in [(drawer + step) % self.players for step in range(self.players)]:
            threatened = {at for at in self._standing_of(seat) if self.segment(at).kind == kind}
            safe = threatened & self.protected
            if safe:
                self._gain(seat, "revolt", 2 * len(safe))
            if seat == drawer:
                self.sent_home.update(self.figure(spot) for spot in threatened - safe)
            for spot in threatened - safe:
                self.take_off(spot, "revolt")
            for spot in threatened - safe:
                self._leave_no_companion(seat, self.feature(spot))
            reached.append((seat, len(safe), len(threatened - safe)))
            if threatened - safe:
                break
        return reached

    def _leave_no_companion(self, seat: int, feature: Feature) -> None:
        """Builder and pig go home where no meeple of their owner is left (5)."""
        if not self.standing(feature)[seat]:
            for spot in feature:
                if self.meeples.get(spot) == seat:
                    self.take_off(spot, "alone")

    def take_off(self, spot: Spot, why: str) -> None:
        """Take a figure off the table, back to its owner."""
        self.told.append(("returned", self.meeples[spot], self.figure(spot), spot, why))
        del self.meeples[spot]
        self.figures.pop(spot, None)
        self.protected.discard(spot)

    def place(self, tile: str, x: int, y: int, rotation: int, seat: int | None = None) -> None:
        """Lay a tile; if a seat did, its builder on what the tile extends earns a second part, but no third (5)."""
        self.tiles[x, y] = lying(tile, rotation, self.gardens)
        if seat is not None and not self.second:
            builders = [spot for spot, figure in self.figures.items() if figure == "builder"]
            own = [self.feature(spot) for spot in builders if self.meeples[spot] == seat]
            self.earned = any((x, y) in self.cells(feature) for feature in own)

    def deploy(self, seat: int, spot: Spot, figure: str = "meeple") -> None:
        """Stand a figure on a segment."""
        self.told.append(("deployed", seat, figure, spot))
        self.meeples[spot] = seat
        if figure != "meeple":
            self.figures[spot] = figure

    def recall(self, seat: int, cell: Cell) -> None:
        """Take an abbot back, for what its place is worth now (3.5)."""
        (spot,) = (spot for spot, owner in self.meeples.items() if owner == seat and self.figures.get(spot) == "abbot")
        assert spot[:2] == cell
        self._gain(seat, "recall", 1 + self.neighbours(*cell))
        self.take_off(spot, "recall")

    def protect(self, seat: int, spot: Spot, price: int) -> None:
        """Protect a standing meeple, and pay."""
        self.protected.add(spot)
        self._gain(seat, "protection", -price)

    def score_completed(self, seat: int) -> None:
        """Hand out goods and pay every completed feature, then take its figures off (3.3, 5); the seat's turn it is."""
        done = self.just_completed()
        for feature in done:
            self.told.append(("completed", self.kind(feature), feature, self._size(feature)))
            if self.kind(feature) == "city":
                self._take_goods(seat, feature)
        for feature in done:
            self._pay(feature)
        for spot in set[Spot]().union(*done) & self.meeples.keys():
            self.take_off(spot, "scored")

    def _size(self, feature: Feature) -> int:
        """The tiles that a completed feature covers; round a monastery or garden its neighbours are of it."""
        return 9 if self.kind(feature) in RING else len(self.cells(feature))

    def _take_goods(self, seat: int, city: Feature) -> None:
        """The goods of a city go to whoever completed it, with or without a knight in it (5)."""
        taken = Counter(good for spot in city for name, good in self.segment(spot).marks if name == "goods")
        if taken:
            self.goods[seat].update(taken)
            self.told.append(("goods", seat, city, *(taken[good] for good in GOODS)))

    def end_turn(self, seat: int = 0) -> int:
        """Score what was completed; whose turn is next."""
        self.score_completed(seat)
        self.sent_home.clear()
        self.second, self.earned = self.earned, False
        return seat if self.second else (seat + 1) % self.players

    def end(self) -> None:
        """The game is over: pay what is still held, complete or not, and the majorities of goods (3.3, 5)."""
        for feature in self.features(self.meeples):
            self._pay(feature)
        for seat, goods in enumerate(self.goods):
            most = [good for good in GOODS if goods[good] == max(others[good] for others in self.goods) > 0]
            if most:
                self._gain(seat, "goods", 10 * len(most))
        self.told.append(("over", self.scores, self.leaders))

    def final(self) -> list[Counter[str]]:
        """What the final scoring would add for each seat, by cause, were the game over now; nothing changes."""
        ended = self.copy()
        ended.causes = [Counter() for _ in range(self.players)]
        ended.end()
        return ended.causes

    def _pay(self, feature: Feature) -> None:
        """All who have most meeples on a feature get all its points (3.3)."""
        kind, winners, counts = self.kind(feature), self.winners(feature), self.standing(feature)
        if winners:
            weights = tuple(counts[seat] for seat in range(self.players))
            self.told.append(("scored", kind, feature, self.completed(feature), weights, tuple(sorted(winners))))
        for seat in winners:
            self._gain(seat, kind, self.points(feature, seat))

    def _gain(self, seat: int, cause: str, points: int) -> None:
        self.causes[seat][cause] += points
        self.told.append(("points", seat, cause, points))
