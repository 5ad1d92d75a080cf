"""Where everything on a tile lies, deduced from its segments: outlines, walls, roads, and spots for what stands there.

Cities are the square without a bay for every run of edges that they do not own. What owns two edges runs between them.
What owns one edge ends somewhere: walking round the tile, two walls (cities, roads, rivers) hang together exactly when
no field lies on both sides of them, and so the data say whether a road ends at a gate, at a crossroads with others, at
a monastery, or in the middle of a field. Where the halves of a corner belong to two fields, a wall runs to the corner.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from carcassonne.render.grid import ROOM, Grid
from carcassonne.render.lines import (
    CENTRE,
    CORNERS,
    MIDDLES,
    SIDE,
    Line,
    Point,
    between,
    distance,
    inside,
    nearest,
    points,
    straight,
    turned,
)
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Tile

RIVER: Final = "river"
GARDEN, COAT, HOUSE, VILLAGE = "garden", "coat", "house", "village"
LARGE: Final = frozenset({"cathedral"})
"""Marks that take the middle of their segment."""
PATH_WIDTH: Final = {ROAD: 11.0, RIVER: 17.0}
"""How broad what runs from edge to edge is drawn."""
OTHER_WIDTH: Final = 11.0
WALL_WIDTH: Final = 5.0
POOL: Final = {"lake": 20.0}
"""The radius of the water in which a river ends, by the tile's mark."""
SMALL_POOL: Final = 10.0
CAP, ARCH, DEEP_ARCH = 31.0, 22.0, 44.0
"""How far a wall reaches into the tile: of a city on one edge; between two edges, and there before another city."""


class Ornament(NamedTuple):
    """A small drawing upon the tile: its name, where its middle lies, and if it is a mark the text of it."""

    name: str
    at: Point
    text: str | None = None


@dataclass
class Plan:
    """A tile that lies unturned, ready to be drawn."""

    outlines: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    """For each city, by segment: its walls and edges in one closed chain of lines."""
    walls: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    """For each city those of them that are walls."""
    arms: list[Line] = field(default_factory=list)
    """Walls that run away from a city."""
    paths: dict[int, list[Line]] = field(default_factory=dict)
    """For each segment that runs over the tile its lines."""
    pools: list[tuple[int, Point, float]] = field(default_factory=list)
    """Water in which a river ends: its segment, middle and radius."""
    bridges: list[Line] = field(default_factory=list)
    """The pieces of road that lead over something."""
    gates: list[Point] = field(default_factory=list)
    """Where roads meet city walls."""
    villages: list[Point] = field(default_factory=list)
    """Where roads end that meet neither city nor monastery."""
    spots: list[tuple[Point, ...]] = field(default_factory=list)
    """For each segment where pieces stand, the best spot first."""
    ornaments: list[Ornament] = field(default_factory=list)
    """What is drawn upright upon the tile, from the back to the front."""


@lru_cache(maxsize=1024)
def _plan(key: "_Key") -> Plan:
    return _Planner(key.tile).plan


class _Key:
    """A tile as a key of the cache: its data may hold mappings, which do not hash."""

    __slots__ = ("hashed", "tile")

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.hashed = hash((tile.id, tile.edges, len(tile.segments)))

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.tile == other.tile


def plan(tile: Tile) -> Plan:
    """The plan of a tile. Not to be changed: it is kept."""
    return _plan(_Key(tile))


def width(kind: str) -> float:
    """How broad a kind of segment is drawn that runs over the tile."""
    return PATH_WIDTH.get(kind, OTHER_WIDTH)


class _Planner:
    """Draws up the plan of one tile, step by step."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.segments = tile.segments
        self.plan = Plan()
        self.plan.spots = [()] * len(tile.segments)
        self.owner_of = {edge: index for index, segment in enumerate(tile.segments) for edge in segment.edges}
        self.field_of = {half: index for index, segment in enumerate(tile.segments) for half in segment.half_edges}
        for index in self._of_kind(CITY):
            self._city(index)
        for index, segment in enumerate(tile.segments):
            if segment.kind != CITY and len(segment.edges) > 1:
                self.plan.paths[index] = through(segment.edges)
        self.monastery = self._monastery()
        for cluster in self._clusters():
            self._join(cluster)
        self._bridges()
        self._furnish()

    def _of_kind(self, kind: str) -> list[int]:
        return [index for index, segment in enumerate(self.segments) if segment.kind == kind]

    # cities

    def _city(self, index: int) -> None:
        """Walk round the city clockwise: along its own edges, and along a wall for each run of others."""
        edges = self.segments[index].edges
        outline: list[Line] = []
        walls: list[Line] = []
        for place, edge in enumerate(edges):
            following = edges[(place + 1) % len(edges)]
            outline.append(straight(CORNERS[edge], CORNERS[(edge + 1) % 4]))
            run = (following - edge - 1) % 4
            if run:
                walls.append(self._wall((edge + 1) % 4, run))
                outline.append(walls[-1])
        self.plan.outlines[index] = tuple(outline)
        self.plan.walls[index] = tuple(walls)

    def _wall(self, first: int, run: int) -> Line:
        """The wall that parts a city from a run of edges, from the corner before the first to that after the last."""
        others = [self.owner_of.get((first + step) % 4) for step in range(run)]
        cities = [owner is not None and self.segments[owner].kind == CITY for owner in others]
        if run == 1:
            depth = (DEEP_ARCH if cities[0] else ARCH) / 0.75
            line: Line = ((0.0, 0.0), (25.0, depth), (75.0, depth), (100.0, 0.0))
        elif run == 2:
            line = ((0.0, 0.0), (30.0, 42.0), (58.0, 70.0), (100.0, 100.0))
        else:
            depth = CAP / 0.75
            start, end = (45.0 if cities[0] else 26.0), (45.0 if cities[-1] else 26.0)
            line = ((0.0, 0.0), (depth, start), (depth, SIDE - end), (0.0, 100.0))
        return tuple(turned(point, first) for point in line)

    # what ends on the tile

    def _clusters(self) -> Iterator[list[int]]:
        """The walls that hang together, as edges 0..3 and corners 4..7 (corner 4 + e lies clockwise after edge e)."""
        walls = sorted([*self.owner_of, *(4 + edge for edge in range(4) if self._parted_at_corner(edge))], key=_place)
        clusters = [[wall] for wall in walls]
        for one, other in combinations(walls, 2):
            if self._hang_together(one, other):
                mine = next(cluster for cluster in clusters if one in cluster)
                its = next(cluster for cluster in clusters if other in cluster)
                if mine is not its:
                    mine += its
                    clusters.remove(its)
        for cluster in clusters:
            yield sorted(cluster)

    def _parted_at_corner(self, edge: int) -> bool:
        """Whether the fields on both sides of the corner after an edge are two."""
        before, after = self.field_of.get(2 * edge + 1), self.field_of.get((2 * edge + 2) % 8)
        return before is not None and after is not None and before != after

    def _hang_together(self, one: int, other: int) -> bool:
        """Whether no field lies on both sides of two walls."""
        start, end = sorted((_place(one), _place(other)))
        here = {index for half, index in self.field_of.items() if start < half < end}
        there = {index for half, index in self.field_of.items() if not start < half < end}
        return here.isdisjoint(there)

    def _join(self, cluster: Sequence[int]) -> None:
        """Lead all that ends in a cluster to where it ends."""
        owners = {self.owner_of[wall] for wall in cluster if wall < 4}
        cities = [index for index in sorted(owners) if self.segments[index].kind == CITY]
        ends = [edge for edge in cluster if edge < 4 and self._ends(edge)]
        corners = [wall - 4 for wall in cluster if wall >= 4]
        meeting = []
        for edge in ends:
            gate = self._city_beside(2 * edge, 2 * edge + 1, cities)
            if gate is None:
                meeting.append(edge)
            else:
                self._to_gate(edge, gate)
        apart = self._apart(cities)
        hub = self._hub(owners, cities, meeting, len(apart) > 1)
        if meeting:
            self._meet(meeting, hub, owners)
        if len(apart) > 1 and (meeting or not ends):
            for group in apart:
                self.plan.arms.append(straight(nearest(hub, [w for city in group for w in self.plan.walls[city]]), hub))
        for corner in corners:
            city = self._city_beside(2 * corner + 1, (2 * corner + 2) % 8, cities)
            start = CORNERS[(corner + 1) % 4]
            lines = self.plan.walls[city] if city is not None else [straight(hub, hub)]
            self.plan.arms.append(straight(start, nearest(start, lines)))

    def _ends(self, edge: int) -> bool:
        segment = self.segments[self.owner_of[edge]]
        return segment.kind != CITY and len(segment.edges) == 1

    def _city_beside(self, one: int, other: int, cities: Sequence[int]) -> int | None:
        """The city among some that the fields at two half edges both touch, if there is one."""
        left, right = self.field_of.get(one), self.field_of.get(other)
        if left is None or right is None or left == right:
            return None
        shared = set(self.segments[left].cities) & set(self.segments[right].cities) & set(cities)
        return min(shared, default=None)

    def _to_gate(self, edge: int, city: int) -> None:
        start = MIDDLES[edge]
        gate = nearest(between(start, CENTRE, 0.5), self.plan.walls[city])
        self.plan.paths[self.owner_of[edge]] = [_approach(start, gate)]
        if self.segments[self.owner_of[edge]].kind == ROAD:
            self.plan.gates.append(gate)

    def _apart(self, cities: Sequence[int]) -> list[list[int]]:
        """Cities in groups of those that touch in a corner of the tile."""
        groups = [[city] for city in cities]
        for edge in range(4):
            one, other = self.owner_of.get(edge), self.owner_of.get((edge + 1) % 4)
            mine = next((group for group in groups if one in group), None)
            its = next((group for group in groups if other in group), None)
            if mine is not None and its is not None and mine is not its:
                mine += its
                groups.remove(its)
        return groups

    def _hub(self, owners: set[int], cities: Sequence[int], meeting: Sequence[int], between_cities: bool) -> Point:
        """Where what has no gate of its own meets."""
        running = [
            index for index in sorted(owners) if index in self.plan.paths and len(self.segments[index].edges) > 1
        ]
        roads = [line for index in running if self.segments[index].kind == ROAD for line in self.plan.paths[index]]
        if between_cities:
            return CENTRE
        if cities:
            return nearest(
                CENTRE, [wall for city in cities for wall in self.plan.walls[city]] or [straight(CENTRE, CENTRE)]
            )
        if roads:
            return nearest(CENTRE, roads)
        if len(meeting) == 1 and self._amid_a_field(meeting[0]) and self._crowded():
            return self._in_the_open(between(MIDDLES[meeting[0]], CENTRE, 0.5), meeting)
        if self.monastery is not None and any(self.segments[self.owner_of[edge]].kind == ROAD for edge in meeting):
            return self.monastery
        if running:
            return nearest(CENTRE, [line for index in running for line in self.plan.paths[index]])
        if len(meeting) == 1 and self.segments[self.owner_of[meeting[0]]].kind == RIVER:
            return self._in_the_open(between(MIDDLES[meeting[0]], CENTRE, 0.8), meeting)
        return self._in_the_open(CENTRE, meeting)

    def _amid_a_field(self, edge: int) -> bool:
        """Whether one field runs round what ends there."""
        return self.field_of.get(2 * edge) == self.field_of.get(2 * edge + 1)

    def _crowded(self) -> bool:
        """Whether anything but one road or river ends on the tile."""
        return sum(edge in self.owner_of and self._ends(edge) for edge in range(4)) > 1

    def _in_the_open(self, hub: Point, meeting: Sequence[int]) -> Point:
        """The hub, moved away from cities towards the edges whose roads meet there as far as needed."""
        if not meeting:
            return hub
        towards = (
            sum(MIDDLES[edge][0] for edge in meeting) / len(meeting),
            sum(MIDDLES[edge][1] for edge in meeting) / len(meeting),
        )
        walls = [point for walls in self.plan.walls.values() for wall in walls for point in points(wall)]
        cities = [self.polygon(city) for city in self.plan.outlines]
        steps = [between(hub, towards, step / 10) for step in range(11)]
        free = [spot for spot in steps if not any(inside(spot, city) for city in cities)]
        return next((spot for spot in free if self._far(spot, walls) > 11 or not walls), free[0] if free else hub)

    def _meet(self, meeting: Sequence[int], hub: Point, owners: set[int]) -> None:
        for edge in meeting:
            index = self.owner_of[edge]
            self.plan.paths[index] = [_approach(MIDDLES[edge], hub)]
            if self.segments[index].kind == RIVER:
                self.plan.pools.append((index, hub, POOL.get(self.tile.marks.get(RIVER, ""), SMALL_POOL)))
        kinds = {self.segments[self.owner_of[edge]].kind for edge in meeting}
        through_road = any(
            self.segments[index].kind == ROAD and len(self.segments[index].edges) > 1 for index in owners
        )
        at_wall = hub != CENTRE and any(self.segments[index].kind == CITY for index in owners)
        if kinds == {ROAD} and hub != self.monastery and not through_road:
            (self.plan.gates if at_wall else self.plan.villages).append(hub)

    def _monastery(self) -> Point | None:
        """In the middle of the tile, or where most room is beside what lies there."""
        if not self._of_kind(MONASTERY):
            return None
        ends = [edge for edge in range(4) if edge in self.owner_of and self._ends(edge)]
        rivers = [edge for edge in ends if self.segments[self.owner_of[edge]].kind == RIVER]
        obstacles = [point for lines in self.plan.paths.values() for line in lines for point in points(line)]
        obstacles += [point for walls in self.plan.walls.values() for wall in walls for point in points(wall)]
        obstacles += [point for edge in rivers for point in points(straight(MIDDLES[edge], CENTRE))]
        blocked = any(inside(CENTRE, self.polygon(city)) for city in self.plan.outlines)
        if not blocked and all(distance(CENTRE, point) > ROOM for point in obstacles):
            return CENTRE
        obstacles += [MIDDLES[edge] for edge in ends]
        free = [
            (float(x), float(y))
            for x in range(26, 75, 4)
            for y in range(22, 75, 4)
            if not any(inside((x, y), self.polygon(city)) for city in self.plan.outlines)
        ]
        return max(free or [CENTRE], key=lambda spot: (round(self._far(spot, obstacles)), -abs(spot[0] - 50), spot))

    def _far(self, spot: Point, obstacles: Sequence[Point]) -> float:
        return min((distance(spot, obstacle) for obstacle in obstacles), default=0.0)

    def polygon(self, city: int) -> list[Point]:
        """Points round a city."""
        return [point for line in self.plan.outlines[city] for point in points(line)[:-1]]

    def _bridges(self) -> None:
        """Where a road crosses a river or another road, the later one leads over the earlier one."""
        runs = [
            (index, line)
            for index, lines in sorted(self.plan.paths.items(), key=lambda item: self.segments[item[0]].kind != RIVER)
            for line in lines
        ]
        for (one, under), (other, over) in combinations(runs, 2):
            if one == other or self.segments[other].kind != ROAD:
                continue
            reach = width(self.segments[one].kind) / 2 + 3
            near = [p for p in points(over) if any(distance(p, q) < reach for q in points(under))]
            crossing = len(near) > 0 and near[0] != points(over)[0] and near[-1] != points(over)[-1]
            if crossing and (self.tile.bridge or self.segments[one].kind == RIVER):
                self.plan.bridges.append(straight(near[0], near[-1]))

    # what stands there

    def _furnish(self) -> None:
        """Find spots for pieces, and for all that is drawn upright upon the tile: what is large comes first."""
        plan = self.plan
        covered = [(lines, width(self.segments[index].kind) / 2) for index, lines in plan.paths.items()]
        covered += [([straight(middle, middle)], radius) for _, middle, radius in plan.pools]
        cities = {index: self.polygon(index) for index in plan.outlines}
        grid = Grid(self.segments, cities, plan.paths, [*covered, (plan.arms, WALL_WIDTH / 2)])
        add = self.plan.ornaments.append
        for gate in self.plan.gates:
            grid.take(gate, 5.0)
        for village in self.plan.villages:
            grid.take(village, 10.0)
            add(Ornament(VILLAGE, village))
        if self.monastery is not None:
            grid.take(self.monastery, 17.0)
            add(Ornament(MONASTERY, self.monastery))
        for index, segment in enumerate(self.segments):
            for mark in LARGE & segment.marks.keys():
                add(Ornament(mark, grid.put(grid.region(index), 16.0), segment.marks[mark]))
        self._spots_on_paths(grid)
        for mark, text in self.tile.marks.items():
            if mark != RIVER:
                add(Ornament(mark, grid.put(grid.anywhere(), 17.0), text))
        for name in self._plots():
            add(Ornament(name, grid.put(grid.open_land(), 12.0)))
        self._spots(grid)
        self._marks(grid)
        self._houses(grid)
        for index, segment in enumerate(self.segments):
            if not self.plan.spots[index]:
                x, y = next((o.at for o in self.plan.ornaments if o.name == segment.kind), CENTRE)
                self.plan.spots[index] = ((x - 8, y + 13), (x + 12, y), (x - 12, y))

    def _spots_on_paths(self, grid: Grid) -> None:
        """Where pieces stand on what runs over the tile."""
        for index, lines in self.plan.paths.items():
            line = points(max(lines, key=lambda line: distance(line[0], line[-1])))
            first, *others = (line[round((len(line) - 1) * share)] for share in (0.5, 0.25, 0.75))
            self.plan.spots[index] = (first, *others)
            grid.take(first, 15.0)

    def _spots(self, grid: Grid) -> None:
        """Where pieces stand in cities and fields."""
        for index, segment in enumerate(self.segments):
            if segment.kind in (CITY, FIELD):
                first, *others = grid.several(grid.region(index), 3, 12.0)
                self.plan.spots[index] = (first, *others)
                grid.take(first, 11.0)

    def _plots(self) -> list[str]:
        """Gardens, and other features that own no edge."""
        own = [
            segment.kind for segment in self.segments if not segment.edges and segment.kind not in (FIELD, MONASTERY)
        ]
        printed = 0 < self.tile.gardens == self.tile.count and GARDEN not in own
        return [*own, GARDEN] if printed else own

    def _marks(self, grid: Grid) -> None:
        """Coats of arms, and the marks of segments."""
        add = self.plan.ornaments.append
        for index, segment in enumerate(self.segments):
            coats: list[tuple[str, str | None]] = [(COAT, None)] * segment.coats_of_arms
            marks = [(mark, text) for mark, text in segment.marks.items() if mark not in LARGE]
            for mark, text in [*coats, *marks]:
                region = grid.region(index) if index in self.plan.outlines else grid.beside(index)
                add(Ornament(mark, grid.put(region, 9.0), text))

    def _houses(self, grid: Grid) -> None:
        """Houses along the walls fill what is free of each city."""
        for index in self.plan.outlines:
            region = grid.region(index)
            for _ in range(min(len(region) // 24, 14)):
                spot = grid.best(region, 8.0, outward=True)
                if grid.room_at(spot) < 6.5:
                    break
                grid.take(spot, 8.5)
                self.plan.ornaments.append(Ornament(HOUSE, spot))


def through(edges: Sequence[int]) -> list[Line]:
    """What runs between edges: straight or round a corner between two, and to the middle of the tile from more."""
    if len(edges) > 2:
        return [straight(MIDDLES[edge], CENTRE) for edge in edges]
    start, end = (MIDDLES[edge] for edge in edges)
    if (edges[1] - edges[0]) % 2 == 0:
        return [straight(start, end)]
    return [(start, between(start, CENTRE, 0.56), between(end, CENTRE, 0.56), end)]


def _place(wall: int) -> float:
    """Where a wall comes on the walk round the tile."""
    return 2.0 * wall + 0.5 if wall < 4 else 2.0 * (wall - 4) + 1.5


def _approach(start: Point, end: Point) -> Line:
    """A line from the middle of an edge that sets out straight into the tile."""
    reach = distance(start, end) * 0.5 / 50
    first = between(start, CENTRE, reach)
    return start, first, between(first, end, 0.5), end
