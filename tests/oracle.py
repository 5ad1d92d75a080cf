"""A slow, obvious referee, written from docs/rules.md and sharing no code with the package.

It reads the tile files itself, and keeps only what lies on a real table: placed tiles, standing meeples, score markers.
Every question is answered by looking at the whole table again: features by flood fill, supplies by counting, legal
placements by trying every empty cell. Section numbers are those of docs/rules.md.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
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

    @cached_property
    def location(self) -> str:
        """Its name by the first side that it owns."""
        if self.sides:
            return f"{self.kind}:{self.sides[0]}"
        return "field:I" if self.kind == "field" else self.kind


@dataclass(frozen=True)
class Tile:
    """A tile as it lies: `edges` are letters N E S W, `symbol` the kind of feature that a revolt tile names."""

    id: str
    edges: str
    segments: tuple[Segment, ...]
    count: int
    symbol: str | None

    @cached_property
    def owner_of(self) -> dict[tuple[str, str], Segment]:
        """The segment of a kind that owns a side, by (kind, side)."""
        return {(segment.kind, side): segment for segment in self.segments for side in segment.sides}

    @cached_property
    def at(self) -> dict[str, Segment]:
        """The segment of a canonical location."""
        return {segment.location: segment for segment in self.segments}


def _tile(entry: dict[str, Any]) -> Tile:
    """A tile from its entry in a tile file."""

    def table(item: Any, key: str) -> dict[str, Any]:
        return item if isinstance(item, dict) else {key: item}

    cities = [table(item, "edges") for item in entry.get("cities", [])]
    roads = [table(item, "edges") for item in entry.get("roads", [])]
    segments = [Segment("city", tuple(city["edges"]), city.get("coats_of_arms", 0)) for city in cities]
    segments += [Segment("road", tuple(road["edges"])) for road in roads]
    for item in entry.get("fields", []):
        touched = tuple(
            city.location
            for city in segments
            if city.kind == "city" and any(set(name) <= set(city.sides) for name in item.get("cities", []))
        )
        segments.append(Segment("field", tuple(item["half_edges"].split()), cities=touched))
    if entry.get("monastery", False):
        segments.append(Segment("monastery"))
    return Tile(entry["id"], entry["edges"], tuple(segments), entry["count"], entry.get("marks", {}).get("revolt"))


@cache
def tile_file(name: str) -> dict[str, Tile]:
    """The tiles of one file in `tiles/`, by id."""
    data = tomllib.loads((TILES / f"{name}.toml").read_text(encoding="utf-8"))
    return {entry["id"]: turned(_tile(entry), 0) for entry in data["tile"]}


@cache
def printed(tile: str) -> Tile:
    """The tile of that id, as the file shows it."""
    return (tile_file("base") | tile_file("peasant_revolts"))[tile]


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
def lying(tile: str, rotation: int) -> Tile:
    """The tile of that id after that many quarter turns."""
    return turned(printed(tile), rotation)


@cache
def rotations(tile: str) -> tuple[int, ...]:
    """The rotations that look different; the lowest stands for those that look the same (docs/rules.md 3.1)."""
    looks = {frozenset((s.kind, s.sides) for s in lying(tile, turns).segments): turns for turns in (3, 2, 1, 0)}
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

    tiles: dict[Cell, Tile] = field(default_factory=lambda: {(0, 0): lying("D", 0)})
    meeples: dict[Spot, int] = field(default_factory=dict)
    """Who stands where; a segment holds one meeple at most."""
    protected: set[Spot] = field(default_factory=set)
    causes: list[Counter[str]] = field(default_factory=list)
    """The points of each seat by cause."""
    sent_home: int = 0
    """Meeples that the one whose turn it is took back in revolts this turn."""

    def __post_init__(self) -> None:
        self.causes = [Counter() for _ in range(self.players)]

    # What lies on the table

    def segment(self, spot: Spot) -> Segment:
        """The segment at a spot."""
        x, y, location = spot
        return self.tiles[x, y].at[location]

    def spots(self) -> Iterator[Spot]:
        """Every segment of every placed tile."""
        return ((x, y, segment.location) for (x, y), tile in self.tiles.items() for segment in tile.segments)

    def beyond(self, spot: Spot) -> Iterator[Spot | None]:
        """What each side of a segment meets: the neighbour's segment, or None where no tile lies yet."""
        x, y, _ = spot
        segment = self.segment(spot)
        for side in segment.sides:
            dx, dy = STEP[side[0]]
            neighbour = self.tiles.get((x + dx, y + dy))
            if neighbour is None:
                yield None
            else:
                yield x + dx, y + dy, neighbour.owner_of[segment.kind, FACING[side]].location

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
        return sum(other is None for spot in feature for other in self.beyond(spot))

    def coats_of_arms(self, feature: Feature) -> int:
        """How many coats of arms it shows."""
        return sum(self.segment(spot).coats_of_arms for spot in feature)

    def neighbours(self, x: int, y: int) -> int:
        """How many of the 8 cells round a cell are filled."""
        around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
        return sum(cell in self.tiles for cell in around)

    def completed(self, feature: Feature) -> bool:
        """Whether it is complete; a field never is (3.3)."""
        kind = self.kind(feature)
        if kind == "monastery":
            ((x, y, _),) = feature
            return self.neighbours(x, y) == 8
        return kind != "field" and self.open_sides(feature) == 0

    def completed_cities(self, feature: Feature) -> set[Feature]:
        """The different completed cities that a field touches (4, cases 1 to 4)."""
        cities = {self.feature((x, y, city)) for x, y, at in feature for city in self.tiles[x, y].at[at].cities}
        return {city for city in cities if self.completed(city)}

    # Points and majority

    def points(self, feature: Feature) -> int:
        """What it is worth now: completed, or as it stands at the end of the game (3.3, 3.4)."""
        kind, completed = self.kind(feature), self.completed(feature)
        tiles, coats = len(self.cells(feature)), self.coats_of_arms(feature)
        if kind == "road":
            return tiles
        if kind == "monastery":
            ((x, y, _),) = feature
            return 1 + self.neighbours(x, y)
        if kind == "field":
            return 3 * len(self.completed_cities(feature))
        if not completed or (tiles == 2 and self.two_tile_city == 2):
            return tiles + coats
        return 2 * tiles + 2 * coats

    def standing(self, feature: Feature) -> Counter[int]:
        """How many meeples each seat has on it."""
        return Counter(self.meeples[spot] for spot in feature if spot in self.meeples)

    def winners(self, feature: Feature) -> set[int]:
        """Those with most meeples on it, all of them on a tie; nobody where none stands."""
        counts = self.standing(feature)
        return {seat for seat, count in counts.items() if count == max(counts.values())}

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(causes.total() for causes in self.causes)

    def supply(self, seat: int) -> int:
        """The meeples that a seat has at hand."""
        return self.meeples_each - list(self.meeples.values()).count(seat)

    # What a seat may do

    def frontier(self) -> set[Cell]:
        """The empty cells beside a placed tile."""
        beside = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in STEP.values()}
        return beside - set(self.tiles)

    def fits(self, tile: Tile, x: int, y: int) -> bool:
        """Whether a tile, as it lies, matches every neighbour of a cell."""
        for side, (dx, dy) in STEP.items():
            neighbour = self.tiles.get((x + dx, y + dy))
            edge = tile.edges[EDGES.index(side)]
            if neighbour is not None and neighbour.edges[EDGES.index(FACING[side])] != edge:
                return False
        return True

    def placements(self, tile: str) -> set[tuple[int, int, int]]:
        """Every cell and rotation where the tile may be laid (3.2), rotations that look the same once."""
        turns = [(rotation, lying(tile, rotation)) for rotation in rotations(tile)]
        return {(x, y, rotation) for x, y in self.frontier() for rotation, lies in turns if self.fits(lies, x, y)}

    def claims(self, seat: int, x: int, y: int) -> set[str]:
        """The locations of the tile at a cell where the seat may deploy: nobody stands on the whole feature (3.2)."""
        at_hand = self.supply(seat) - (0 if self._says("redeploy_returned") else self.sent_home)
        if at_hand <= 0:
            return set()
        return {
            segment.location
            for segment in self.tiles[x, y].segments
            if (self.fields or segment.kind != "field") and not self.standing(self.feature((x, y, segment.location)))
        }

    def protections(self, seat: int, deployed: Spot | None) -> dict[Spot, int]:
        """What the seat may protect in this turn and its price (1.4), `deployed` being where it deployed, if it did."""
        farmer = deployed is not None and self.segment(deployed).kind == "field"
        if deployed is not None and not farmer:
            offers = {deployed: 4}
        elif farmer:
            offers = {} if self._says("farmer_closes_protection") else self._standing_of(seat)
        else:
            silent = self.supply(seat) == 0 and not self._says("protect_with_empty_supply")
            offers = {} if silent else self._standing_of(seat)
        return {
            spot: price
            for spot, price in offers.items()
            if self.segment(spot).kind != "field"
            and spot not in self.protected
            and (self._says("protect_completed") or not self.completed(self.feature(spot)))
            and (self._says("scores_below_zero") or self.scores[seat] >= price)
        }

    def _standing_of(self, seat: int) -> dict[Spot, int]:
        return {spot: 2 for spot, owner in self.meeples.items() if owner == seat}

    def _says(self, setting: str) -> bool:
        return self.revolts.get(setting, True)

    # What happens

    def revolts_at(self, tile: str, replacement: bool) -> str | None:
        """The kind of feature that revolts when this tile is drawn (1.3), if any does."""
        if replacement and not self._says("replacement_draw_revolts"):
            return None
        if not self._says("unplaceable_tile_revolts") and not self.placements(tile):
            return None
        return printed(tile).symbol

    def revolt(self, kind: str, drawer: int) -> list[tuple[int, int, int]]:
        """One revolt (1.2): for each seat that it reached, how many meeples were protected and how many went home."""
        reached = []
        for seat in [(drawer + step) % self.players for step in range(self.players)]:
            threatened = {at for at, owner in self.meeples.items() if owner == seat and self.segment(at).kind == kind}
            safe = threatened & self.protected
            self.causes[seat]["revolt"] += 2 * len(safe)
            for spot in threatened - safe:
                del self.meeples[spot]
            if seat == drawer:
                self.sent_home += len(threatened - safe)
            reached.append((seat, len(safe), len(threatened - safe)))
            if threatened - safe:
                break
        return reached

    def place(self, tile: str, x: int, y: int, rotation: int) -> None:
        """Lay a tile."""
        self.tiles[x, y] = lying(tile, rotation)

    def deploy(self, seat: int, spot: Spot) -> None:
        """Stand a meeple on a segment."""
        self.meeples[spot] = seat

    def protect(self, seat: int, spot: Spot, price: int) -> None:
        """Protect a standing meeple, and pay."""
        self.protected.add(spot)
        self.causes[seat]["protection"] -= price

    def score_completed(self) -> None:
        """Pay every completed feature, then take its meeples off (3.3)."""
        held = self.features(spot for spot in self.meeples if self.segment(spot).kind != "field")
        done = [feature for feature in held if self.completed(feature)]
        for feature in done:
            self._pay(feature, self.causes)
        for spot in set[Spot]().union(*done) & set(self.meeples):
            del self.meeples[spot]
            self.protected.discard(spot)

    def end_turn(self) -> None:
        """Score what was completed; the next turn begins."""
        self.score_completed()
        self.sent_home = 0

    def final(self) -> list[Counter[str]]:
        """What the final scoring would add for each seat, by cause, were the game over now; nothing changes."""
        added = [Counter[str]() for _ in range(self.players)]
        for feature in self.features(self.meeples):
            self._pay(feature, added)
        return added

    def _pay(self, feature: Feature, causes: list[Counter[str]]) -> None:
        for seat in self.winners(feature):
            causes[seat][self.kind(feature)] += self.points(feature)
