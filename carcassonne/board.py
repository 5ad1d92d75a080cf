"""The placed tiles, the frontier around them, and the features that their segments have merged into.

The board knows no players and no turns. It runs on flat integers: every placed segment is a *node*, features are
sets of nodes joined by union-find, and the node that stands for its feature (the *root*) carries what the feature
amounts to. Pieces are known by number only.

Everything that changes the board is noted in `trail`, so that `roll_back` can take it back exactly.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, compress
from typing import Any, Final

from mypy_extensions import mypyc_attr

from carcassonne.actions import Place
from carcassonne.errors import CarcassonneError
from carcassonne.geometry import HALF_SLOT, RING, cell_at, in_reach, xy
from carcassonne.notebook import picture
from carcassonne.orientations import FeatureKind, Orientation, Shape
from carcassonne.placements import PLACEMENTS, Placements
from carcassonne.tiles import Segment
from carcassonne.values import value

ROTATIONS_IN: Final = bytes(mask.bit_count() for mask in range(256))
"""By mask of rotations how many it holds."""
NOWHERE: Final = -1
"""Where a piece stands that is not on the board."""

Foreign = dict[int, tuple[tuple[int, int], ...]]
"""By spot, demands for kinds of edge that are none of the core's, as (edge, kind)."""
Trail = tuple[Any, ...] | None
"""The trail before, and a note of the last change: two items for a piece that moved, five for a tile, six for two
features that merged. Shared by copies, never changed.
"""


@value
class PlacedTile:
    """A tile on the board, turned `rotation` quarter turns clockwise."""

    tile: str
    x: int
    y: int
    rotation: int


@value
class Feature:
    """A feature as it stands: a view made on demand, no part of the board."""

    kind: str
    x: int
    y: int
    location: str
    """With x and y, one segment of it: the first one placed."""
    tiles: tuple[tuple[int, int], ...]
    """The cells it covers, each once, in the order placed."""
    open_edges: int
    """Edges still open; for a feature completed by its surroundings, neighbours still empty."""
    coats_of_arms: int
    completed: bool
    pieces: tuple[int, ...]
    """The numbers of the pieces on it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Board:
    """Placed tiles, frontier and features. See the module's text for how it is built."""

    __slots__ = (
        "at",
        "bases",
        "cells",
        "coats",
        "completed",
        "demands",
        "foreign",
        "free",
        "kinds",
        "masks",
        "node_of",
        "on_kind",
        "open",
        "orientations",
        "parent",
        "pieces",
        "placements",
        "standing",
        "trail",
        "watchers",
    )

    def __init__(self, kinds: tuple[FeatureKind, ...], pieces: int, first_cell: int) -> None:
        self.kinds = kinds
        # by tile number, in the order placed
        self.cells: list[int] = []
        self.orientations: list[Orientation] = []
        self.bases: list[int] = []
        """The first node of each tile; its segments follow."""
        self.at: dict[int, int] = {first_cell: ~0}
        """By cell: the number of the tile that lies there, or the complement (~spot) of a frontier cell's spot."""
        # by spot: a place in the lists of the frontier, given to a cell for as long as it is on it
        self.demands = bytearray(1)
        """What the tiles around the cell demand of its edges, packed; 0 for a spot that no cell has."""
        self.foreign: Foreign = {}
        """What else they demand. Only ever replaced."""
        self.placements: list[Placements] = [PLACEMENTS[first_cell]]
        self.free: list[int] = []
        """The spots that no cell has; the last one is given next."""
        self.watchers: dict[int, tuple[int, ...]] = {}
        """The nodes that wait for a cell to be filled."""
        # by node; what a feature amounts to stands at its root
        self.parent: list[int] = []
        self.open: list[int] = []
        self.coats: list[int] = []
        self.masks: list[int] = []
        """For a field the city nodes it touches, as a mask over nodes; else the tiles it covers, over tile numbers."""
        self.pieces: list[int] = []
        """The pieces on a feature, as a mask over piece numbers."""
        self.completed: tuple[int, ...] = ()
        """The roots of the features that the tile placed last completed, whoever holds them."""
        # by piece
        self.node_of: list[int] = [NOWHERE] * pieces
        self.standing = 0
        """The pieces on the board, as a mask over piece numbers."""
        self.on_kind = [0] * len(kinds)
        """The same for each kind of feature."""
        self.trail: Trail = None

    def copy(self) -> "Board":
        """An independent board that stands the same."""
        other = Board.__new__(Board)
        other.kinds = self.kinds
        other.cells = self.cells[:]
        other.orientations = self.orientations[:]
        other.bases = self.bases[:]
        other.at = self.at.copy()
        other.demands = self.demands[:]
        other.foreign = self.foreign
        other.placements = self.placements[:]
        other.free = self.free[:]
        other.watchers = self.watchers.copy()
        other.parent = self.parent[:]
        other.open = self.open[:]
        other.coats = self.coats[:]
        other.masks = self.masks[:]
        other.pieces = self.pieces[:]
        other.completed = self.completed
        other.node_of = self.node_of[:]
        other.standing = self.standing
        other.on_kind = self.on_kind[:]
        other.trail = self.trail
        return other

    # what changes the board

    def place(self, cell: int, orientation: Orientation) -> None:
        """Lay a tile on a frontier cell whose demands it meets, and merge its segments with their neighbours."""
        at, parent, opens, pieces, demands = self.at, self.parent, self.open, self.pieces, self.demands
        masks, coats, free = self.masks, self.coats, self.free
        number, base, own = len(self.cells), len(parent), ~at[cell]
        trail: Trail = (self.trail, cell, demands[own], self.foreign, len(demands), self.completed)
        completed: tuple[int, ...] = ()
        at[cell] = number
        demands[own] = 0
        parent += range(base, base + orientation.size)
        opens += orientation.opens
        coats += orientation.coats
        pieces += orientation.zeros
        tile = 1 << number
        masks += orientation.zeros
        for segment in orientation.covering:
            masks[base + segment] = tile
        for segment, cities in orientation.touching:
            masks[base + segment] = cities << base
        for step, demand, joins in orientation.sides:
            near = cell + step
            neighbour = at.get(near)
            if neighbour is None:
                if free:
                    spot = free.pop()
                    demands[spot] = demand
                    self.placements[spot] = PLACEMENTS[near]
                else:
                    spot = len(demands)
                    demands.append(demand)
                    self.placements.append(PLACEMENTS[near])
                at[near] = ~spot
                continue
            if neighbour < 0:
                demands[~neighbour] |= demand
                continue
            segment_at, neighbour_base = self.orientations[neighbour].segment_at, self.bases[neighbour]
            for segment, slot in joins:
                a, b = base + segment, neighbour_base + segment_at[slot]
                while parent[a] != a:
                    a = parent[a]
                while parent[b] != b:
                    b = parent[b]
                if a == b:
                    if slot < HALF_SLOT:
                        trail = (trail, a, a, opens[a], coats[a], masks[a], pieces[a])
                        opens[a] -= 2
                        if not opens[a]:
                            completed += (a,)
                    continue
                if a < b:
                    a, b = b, a
                trail = (trail, a, b, opens[b], coats[b], masks[b], pieces[b])
                parent[a] = b
                masks[b] |= masks[a]
                if pieces[a]:
                    pieces[b] |= pieces[a]
                if slot < HALF_SLOT:
                    opens[b] += opens[a] - 2
                    if coats[a]:
                        coats[b] += coats[a]
                    if not opens[b]:
                        completed += (b,)
        free.append(own)
        if orientation.foreign or self.foreign:
            self._demand_foreign(own, cell, orientation)
        self.cells.append(cell)
        self.orientations.append(orientation)
        self.bases.append(base)
        if cell in self.watchers:
            for node in self.watchers[cell]:
                opens[node] -= 1
                if not opens[node]:
                    completed += (node,)
        for segment in orientation.rings:
            node, watchers = base + segment, self.watchers
            empty = [near for step in RING if at.get(near := cell + step, NOWHERE) < 0]
            for near in empty:
                watchers[near] = (*watchers.get(near, ()), node)
            opens[node] = len(empty)
            if not empty:
                completed += (node,)
        self.completed = completed
        self.trail = trail

    def stand(self, piece: int, node: int) -> None:
        """Stand a piece that is not on the board on a node. Raises CarcassonneError where it is or there is none."""
        if self.node_of[piece] != NOWHERE:
            raise CarcassonneError("the piece stands on the board already")
        if not 0 <= node < len(self.parent):
            raise CarcassonneError(f"there is no node {node} to stand on")
        self._toggle(piece, node)
        self.trail = (self.trail, piece, node)

    def lift(self, piece: int) -> int:
        """Take a piece off the board; the node it stood on. Raises CarcassonneError where it is not on the board."""
        node = self.node_of[piece]
        if node == NOWHERE:
            raise CarcassonneError("the piece is not on the board")
        self._toggle(piece, node)
        self.trail = (self.trail, piece, node)
        return node

    def roll_back(self, trail: Trail) -> None:
        """Take back all changes since `trail` was the board's trail, newest first."""
        while self.trail is not trail:
            assert self.trail is not None
            self.trail, *note = self.trail
            if len(note) == 2:
                self._toggle(*note)
            elif len(note) == 5:
                self._lift_tile(*note)
            else:
                a, b, self.open[b], self.coats[b], self.masks[b], self.pieces[b] = note
                self.parent[a] = a

    def _toggle(self, piece: int, node: int) -> None:
        self.pieces[self.root(node)] ^= 1 << piece
        self.standing ^= 1 << piece
        self.on_kind[self.kind_number(node)] ^= 1 << piece
        self.node_of[piece] = node if self.node_of[piece] == NOWHERE else NOWHERE

    def _demand_foreign(self, own: int, cell: int, orientation: Orientation) -> None:
        """Note what a tile demands around it that no packed demand can say; its cell has left its `own` spot."""
        foreign = {spot: asked for spot, asked in self.foreign.items() if spot != own}
        for step, edge, kind in orientation.foreign:
            near = self.at[cell + step]
            if near < 0:
                foreign[~near] = (*foreign.get(~near, ()), (edge, kind))
        self.foreign = foreign

    def _lift_tile(self, cell: int, demand: int, foreign: Foreign, spots: int, completed: tuple[int, ...]) -> None:
        at, demands, free = self.at, self.demands, self.free
        orientation, base = self.orientations.pop(), self.bases.pop()
        self.cells.pop()
        self.foreign = foreign
        own = free.pop()
        for segment in orientation.rings:
            for step in RING:
                near = cell + step
                if at.get(near, NOWHERE) < 0:
                    rest = tuple(node for node in self.watchers[near] if node != base + segment)
                    if rest:
                        self.watchers[near] = rest
                    else:
                        del self.watchers[near]
        for node in self.watchers.get(cell, ()):
            self.open[node] += 1
        for step, own_demand, _ in reversed(orientation.sides):
            near = cell + step
            if at[near] >= 0:
                continue
            spot = ~at[near]
            demands[spot] -= own_demand
            if demands[spot] or spot in foreign:
                continue
            del at[near]
            if spot < spots:
                free.append(spot)
            else:
                demands.pop()
                self.placements.pop()
        at[cell] = ~own
        demands[own] = demand
        self.placements[own] = PLACEMENTS[cell]
        self.completed = completed
        for column in (self.parent, self.open, self.coats, self.masks, self.pieces):
            del column[base:]

    # what the board tells, in nodes and cells

    def rotations(self, shape: Shape) -> bytes | bytearray:
        """For each spot the mask of the rotations at which a tile meets its cell's demands."""
        masks = self.demands.translate(shape.fits)
        if not self.foreign:
            return masks
        corrected = bytearray(masks)
        for spot, asked in self.foreign.items():
            corrected[spot] = shape.meeting(self.demands[spot], asked)
        return corrected

    def fitting(self, shape: Shape) -> list[Place]:
        """The placements at which a tile's edges match those around it, in the order of the spots."""
        masks = self.rotations(shape)
        found: list[Place] = []
        for placements, mask in zip(compress(self.placements, masks), masks.translate(None, b"\0"), strict=True):
            found += placements[mask]
        return found

    def choose_fitting(self, shape: Shape, choose: Callable[[int], int]) -> Place:
        """The one of the placements that `fitting` lists whose index `choose` returns, given their number."""
        masks = self.rotations(shape)
        ends = list(accumulate(masks.translate(ROTATIONS_IN)))
        index = choose(ends[-1])
        spot = bisect_right(ends, index)
        return self.placements[spot][masks[spot]][index - ends[spot]]

    def accepts(self, cell: int, shape: Shape, rotation: int) -> bool:
        """Whether a tile may lie on a cell so, as far as edges go."""
        spot = ~self.at.get(cell, 0)
        return spot >= 0 and bool(self.rotations(shape)[spot] >> shape.turned[rotation].rotation & 1)

    def number_at(self, cell: int) -> int | None:
        """The number of the tile that lies on a cell, None for none."""
        number = self.at.get(cell, NOWHERE)
        return None if number < 0 else number

    def root(self, node: int) -> int:
        """The node that stands for the feature of a node."""
        parent = self.parent
        while parent[node] != node:
            node = parent[node]
        return node

    def is_completed(self, root: int) -> bool:
        """Whether the feature can grow no more and its kind is one that can be completed."""
        return not self.open[root] and self.kind(root).closes != "never"

    def tile_number(self, node: int) -> int:
        """The number of the tile that a node lies on."""
        return bisect_right(self.bases, node) - 1

    def kind(self, node: int) -> FeatureKind:
        """The kind of feature of a node."""
        return self.kinds[self.kind_number(node)]

    def kind_number(self, node: int) -> int:
        """The place of a node's kind of feature among `kinds`."""
        number = bisect_right(self.bases, node) - 1
        return self.orientations[number].kinds[node - self.bases[number]]

    def place_of(self, node: int) -> tuple[int, int, str]:
        """Column, row and canonical location of a node."""
        number = bisect_right(self.bases, node) - 1
        return *xy(self.cells[number]), self.orientations[number].locations[node - self.bases[number]]

    def segments_of(self, root: int) -> Iterator[tuple[int, Segment]]:
        """The nodes of a feature with their segments, tile by tile as placed. Not for fields, which may be large."""
        for number in bits(self.masks[root]):
            base = self.bases[number]
            for index, segment in enumerate(self.orientations[number].tile.segments):
                if self.root(base + index) == root:
                    yield base + index, segment

    def cities_touched(self, root: int) -> list[int]:
        """The roots of the completed cities that a field touches, each once, ascending."""
        parent, opens, mask = self.parent, self.open, self.masks[root]
        found = set()
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            city = lowest.bit_length() - 1
            while parent[city] != city:
                city = parent[city]
            if not opens[city]:
                found.add(city)
        return sorted(found)

    def node_at(self, x: object, y: object, location: object) -> int:
        """The node of a location on the tile at column x, row y. Raises CarcassonneError where there is none."""
        if not in_reach(x) or not in_reach(y):
            raise CarcassonneError("that is no cell: column and row are whole numbers within the board's reach")
        if not isinstance(location, str):
            raise CarcassonneError("a location is a text such as city:N")
        number = self.number_at(cell_at(x, y))
        if number is None:
            raise CarcassonneError(f"no tile lies at ({x},{y})")
        orientation = self.orientations[number]
        segment = orientation.index_of.get(location)
        if segment is None:
            known = ", ".join(orientation.locations)
            raise CarcassonneError(f"tile {orientation.tile.id} at ({x},{y}) has no '{location}'; it has {known}")
        return self.bases[number] + segment

    # what the board shows: views made on demand

    def _repr_svg_(self) -> str:
        return picture(self)

    @property
    def tiles(self) -> dict[tuple[int, int], PlacedTile]:
        """The placed tiles by (x, y), in the order placed."""
        return {
            xy(cell): PlacedTile(orientation.tile.id, *xy(cell), orientation.rotation)
            for cell, orientation in zip(self.cells, self.orientations, strict=True)
        }

    @property
    def frontier(self) -> tuple[tuple[int, int], ...]:
        """The empty cells beside placed tiles as (x, y)."""
        return tuple(xy(cell) for cell, number in self.at.items() if number < 0)

    def feature(self, x: int, y: int, location: str) -> Feature:
        """The feature that a location belongs to. Raises CarcassonneError where there is no such segment."""
        root = self.root(self.node_at(x, y, location))
        return self._view(root, [node for node in range(len(self.parent)) if self.root(node) == root])

    def features(self, kind: str | None = None) -> tuple[Feature, ...]:
        """All features, or those of one kind, in the order that their first segments were placed."""
        nodes: dict[int, list[int]] = {}
        for node in range(len(self.parent)):
            nodes.setdefault(self.root(node), []).append(node)
        return tuple(self._view(root, own) for root, own in nodes.items() if kind in (None, self.kind(root).name))

    def _view(self, root: int, nodes: list[int]) -> Feature:
        tiles = dict.fromkeys(xy(self.cells[self.tile_number(node)]) for node in nodes)
        return Feature(
            self.kind(root).name,
            *self.place_of(root),
            tuple(tiles),
            self.open[root],
            self.coats[root],
            self.is_completed(root),
            tuple(bits(self.pieces[root])),
        )


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
