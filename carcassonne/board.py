"""The board: the placed tiles, the frontier around them, and the features that their segments have merged into.

It knows no players and no turns, and runs on rows of numbers (see `rows`): those of features are in `features`, those
of the frontier here.

Everything that changes the board is noted in `trail`, so that `roll_back` can take it back exactly.
"""

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import mypyc_attr

from carcassonne.actions import Place
from carcassonne.cells import Cell, cell_numbered
from carcassonne.chance import Chooser
from carcassonne.errors import CarcassonneError
from carcassonne.features import Features
from carcassonne.geometry import cell_at, in_reach
from carcassonne.notebook import picture
from carcassonne.orientations import FeatureKind, Orientation, Shape
from carcassonne.rows import Plane, append, bit_at, bits_in, extend, i64, numbers, translated, u8, vec
from carcassonne.values import value

NOWHERE: Final = -1
"""Where a piece stands that is not on the board."""
NOTHING_THERE: Final = -(2**30)
"""What is at a cell that has neither tile nor spot."""

BLOCK: Final = 24
"""The rows of nodes grow by room for so many tiles at a time."""

Foreign = dict[int, tuple[tuple[int, int], ...]]
"""By spot, demands for kinds of edge that are none of the core's, as (edge, kind)."""
Trail = tuple[Any, ...] | None
"""The trail before, and a note of the last change: (piece, node) for a piece that moved, and for a tile (`foreign` as
it was, `completed` as it was, what it joined): a root that merged into another one, or the complement of one that met
itself. Shared by copies, never changed.
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
class Board(Features):
    """Placed tiles, frontier, features, and where the pieces stand. Rules ask by the methods."""

    __slots__ = (
        "at",
        "completed",
        "demands",
        "fits",
        "fitted",
        "foreign",
        "free",
        "node_of",
        "on_kind",
        "spots",
        "standing",
        "trail",
        "undoable",
        "watchers",
    )

    def __init__(self, kinds: tuple[FeatureKind, ...], pieces: int, stride: int, first_cell: int) -> None:
        self.kinds = kinds
        self.stride = stride
        self.base = -stride
        self.cells = []
        self.orientations = []
        self.parent, self.ring, self.open = vec[i64](), vec[i64](), vec[i64]()
        self.held = vec[u8]()
        self.pieces = {}
        self.at = Plane()
        """By cell: the number of the tile that lies there, or the complement (~spot) of a frontier cell's spot."""
        self.at[first_cell] = ~0
        # by spot: a place in the lists of the frontier, given to a cell for as long as it is on it
        self.demands: vec[u8] = vec[u8]([0])
        """What the tiles around the cell demand of its edges, packed; 0 for a spot that no cell has."""
        self.foreign: Foreign = {}
        """What else they demand. Only ever replaced."""
        self.spots: list[Cell] = [cell_numbered(first_cell)]
        """The cell that has the spot, or had it last."""
        self.free: list[int] = []
        """The spots that no cell has; the last one is given next."""
        self.fitted: Shape | None = None
        """The tile that `fits` is of."""
        self.fits: vec[u8] = self.demands
        """For each spot the mask of the rotations at which that tile meets its cell's demands."""
        self.watchers: dict[Cell, tuple[int, ...]] = {}
        """The nodes that wait for a cell to be filled."""
        self.completed: tuple[int, ...] = ()
        """The roots of the features that the tile placed last completed, whoever holds them."""
        # by piece
        self.node_of: list[int] = [NOWHERE] * pieces
        self.standing = 0
        """The pieces on the board, as a mask over piece numbers."""
        self.on_kind = [0] * len(kinds)
        """The same for each kind of feature."""
        self.trail: Trail = None
        self.undoable = True
        """Whether the trail is kept."""

    def copy(self) -> "Board":
        """An independent board that stands the same; it keeps a trail from here on, whatever this one does."""
        other = Board.__new__(Board)
        other.kinds = self.kinds
        other.stride = self.stride
        other.base = self.base
        other.cells = self.cells[:]
        other.orientations = self.orientations[:]
        other.at = self.at.copy()
        other.demands = self.demands[:]
        other.foreign = self.foreign
        other.spots = self.spots[:]
        other.free = self.free[:]
        other.fitted = self.fitted
        other.fits = self.fits
        other.watchers = self.watchers.copy()
        other.parent = self.parent[:]
        other.ring = self.ring[:]
        other.open = self.open[:]
        other.held = self.held[:]
        other.pieces = self.pieces.copy()
        other.completed = self.completed
        other.node_of = self.node_of[:]
        other.standing = self.standing
        other.on_kind = self.on_kind[:]
        other.trail = self.trail
        other.undoable = True
        return other

    def __copy__(self) -> "Board":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Board":
        return self.copy()

    # what changes the board

    def place(self, own: int, orientation: Orientation) -> None:
        """Lay a tile on the cell of a spot whose demands it meets, and merge its segments with their neighbours."""
        number, stride = len(self.cells), self.stride
        self.base = base = self.base + stride
        if base == len(self.parent):
            self._make_room()
        at, demands, free = self.at, self.demands, self.free
        parent, ring, opens, held = self.parent, self.ring, self.open, self.held
        undoable, spots = self.undoable, self.spots
        here = spots[own]
        cell = here.number
        if not here.around:
            here.surround()
        joined: tuple[int, ...] = ()
        completed: tuple[int, ...] = ()
        at[cell] = number
        demands[own] = 0
        own_opens = orientation.opens
        for segment in orientation.closing:
            opens[base + segment] = own_opens[segment]
        for side, near in zip(orientation.sides, here.around):  # noqa: B905 (hot)
            there = at.get(near.number, NOTHING_THERE)
            if there == NOTHING_THERE:
                if free:
                    spot = free.pop()
                    demands[spot] = side.demand
                    spots[spot] = near
                else:
                    spot = len(spots)
                    self.demands = demands = append(self.demands, side.demand)
                    spots.append(near)
                at[near.number] = ~spot
                continue
            if there < 0:
                demands[~there] |= side.demand
                continue
            segment_at, first = self.orientations[there].segment_at, there * stride
            for join in side.joins:
                a, b = base + join.segment, first + segment_at[join.slot]
                while parent[a] != a:
                    a = parent[a]
                while parent[b] != b:
                    b = parent[b]
                if a == b:
                    if opens[a]:
                        opens[a] -= 2
                        if undoable:
                            joined += (~a,)
                        if not opens[a]:
                            completed += (a,)
                    continue
                if a < b:
                    a, b = b, a
                if undoable:
                    joined += (a,)
                parent[a] = b
                ring[a], ring[b] = ring[b], ring[a]
                if held[a]:
                    self.pieces[b] = self.pieces_on(b) | self.pieces[a]
                    held[b] = 1
                if opens[a]:
                    opens[b] += opens[a] - 2
                    if not opens[b]:
                        completed += (b,)
        free.append(own)
        if undoable:
            self.trail = (self.trail, self.foreign, self.completed, joined)
        if orientation.foreign or self.foreign:
            self._demand_foreign(own, cell, orientation)
        self.cells.append(here)
        self.orientations.append(orientation)
        self.fitted = None
        watchers = self.watchers
        if here in watchers:
            for node in watchers[here]:
                opens[node] -= 1
                if not opens[node]:
                    completed += (node,)
        for segment in orientation.rings:
            node = base + segment
            empty = [beside for beside in here.ring if at.get(beside.number, NOTHING_THERE) < 0]
            for beside in empty:
                watchers[beside] = (*watchers.get(beside, ()), node)
            opens[node] = len(empty)
            if not empty:
                completed += (node,)
        self.completed = completed

    def _make_room(self) -> None:
        """Make the rows of nodes longer by a block of nodes that stand for themselves."""
        base, end = len(self.parent), len(self.parent) + BLOCK * self.stride
        alone = numbers(base, end)
        self.parent = extend(self.parent, alone)
        self.ring = extend(self.ring, alone)
        self.open = extend(self.open, vec[i64]([0] * (end - base)))
        self.held = extend(self.held, vec[u8]([0] * (end - base)))

    def stand(self, piece: int, node: int) -> None:
        """Stand a piece that is not on the board on a node. Raises CarcassonneError where it is or there is none."""
        if self.node_of[piece] != NOWHERE:
            raise CarcassonneError("the piece stands on the board already")
        if not self.is_node(node):
            raise CarcassonneError(f"there is no node {node} to stand on")
        self._toggle(piece, node)
        if self.undoable:
            self.trail = (self.trail, piece, node)

    def lift(self, piece: int) -> int:
        """Take a piece off the board; the node it stood on. Raises CarcassonneError where it is not on the board."""
        node = self.node_of[piece]
        if node == NOWHERE:
            raise CarcassonneError("the piece is not on the board")
        self._toggle(piece, node)
        if self.undoable:
            self.trail = (self.trail, piece, node)
        return node

    def roll_back(self, trail: Trail) -> None:
        """Take back all changes since `trail` was the board's trail, newest first."""
        while self.trail is not trail:
            assert self.trail is not None
            self.trail, *note = self.trail
            if len(note) == 2:
                self._toggle(*note)
            else:
                self.foreign, self.completed, joined = note
                self._lift_tile(joined)

    def _toggle(self, piece: int, node: int) -> None:
        """Stand a piece on a node, or lift the one that stands there."""
        bit, root = 1 << piece, self.root(node)
        self._hold(root, self.pieces_on(root) ^ bit)
        self.standing ^= bit
        self.on_kind[self.kind_number(node)] ^= bit
        self.node_of[piece] = node if self.node_of[piece] == NOWHERE else NOWHERE

    def _hold(self, root: int, pieces: int) -> None:
        """Note the pieces that stand on a feature."""
        self.held[root] = 1 if pieces else 0
        if pieces:
            self.pieces[root] = pieces
        else:
            del self.pieces[root]

    def _demand_foreign(self, own: int, cell: int, orientation: Orientation) -> None:
        """Note what a tile demands around it that no packed demand can say; its cell has left its `own` spot."""
        foreign = {spot: asked for spot, asked in self.foreign.items() if spot != own}
        for step, edge, kind in orientation.foreign:
            near = self.at[cell + step]
            if near < 0:
                foreign[~near] = (*foreign.get(~near, ()), (edge, kind))
        self.foreign = foreign

    def _lift_tile(self, joined: tuple[int, ...]) -> None:
        """Take the tile placed last off the board again, and apart what it joined; `foreign` is what it was before."""
        at, demands, free = self.at, self.demands, self.free
        parent, ring, opens, held = self.parent, self.ring, self.open, self.held
        orientation, here, own = self.orientations.pop(), self.cells.pop(), free.pop()
        base, cell = self.base, here.number
        self.base = base - self.stride
        self.fitted = None
        watchers = self.watchers
        for segment in orientation.rings:
            for beside in here.ring:
                if beside in watchers:
                    rest = tuple(node for node in watchers[beside] if node != base + segment)
                    if rest:
                        watchers[beside] = rest
                    else:
                        del watchers[beside]
            opens[base + segment] = 0
        for node in watchers.get(here, ()):
            opens[node] += 1
        for a in reversed(joined):
            if a < 0:
                opens[~a] += 2
                continue
            b = parent[a]
            parent[a] = a
            ring[a], ring[b] = ring[b], ring[a]
            if held[a]:
                self._hold(b, self.pieces[b] ^ self.pieces[a])
            if opens[a]:
                opens[b] -= opens[a] - 2
        for segment in orientation.closing:
            opens[base + segment] = 0
        demand = 0
        for side in reversed(orientation.sides):
            near = cell + side.step
            there = at[near]
            if there >= 0:
                demand |= self.orientations[there].sides[side.across].demand
                continue
            spot = ~there
            demands[spot] -= side.demand
            if demands[spot] or spot in self.foreign:
                continue
            del at[near]
            free.append(spot)
        at[cell] = ~own
        demands[own] = demand
        self.spots[own] = here

    # what the frontier tells

    def rotations(self, shape: Shape) -> vec[u8]:
        """For each spot the mask of the rotations at which a tile meets its cell's demands."""
        if self.fitted is shape:
            return self.fits
        self.fits = masks = translated(self.demands, shape.fits)
        if self.foreign:
            for spot, asked in self.foreign.items():
                masks[spot] = shape.meeting(self.demands[spot], asked)
        self.fitted = shape
        return masks

    def fitting(self, shape: Shape) -> list[Place]:
        """The placements at which a tile's edges match those around it, in the order of the spots."""
        found: list[Place] = []
        for cell, mask in zip(self.spots, self.rotations(shape)):  # noqa: B905 (hot)
            if mask:
                found.extend(cell.placements[mask])
        return found

    def choose_fitting(self, shape: Shape, chooser: Chooser) -> tuple[int, Orientation]:
        """Spot and orientation of one of those that `fitting` lists: `choose` gives its index, given their number."""
        masks = self.rotations(shape)
        spot, rotation = bit_at(masks, chooser.choose(bits_in(masks)))
        return spot, shape.turned[rotation]

    def accepts(self, cell: int, shape: Shape, rotation: int) -> bool:
        """Whether a tile may lie on a cell so, as far as edges go."""
        spot = self.spot_of(cell)
        return spot is not None and bool(self.rotations(shape)[spot] >> shape.turned[rotation].rotation & 1)

    def spot_of(self, cell: int) -> int | None:
        """The spot of a frontier cell, None where a cell is on the frontier no more or not yet."""
        there = self.at.get(cell, 0)
        return ~there if there < 0 else None

    def number_at(self, cell: int) -> int | None:
        """The number of the tile that lies on a cell, None for none."""
        number = self.at.get(cell, NOTHING_THERE)
        return None if number < 0 else number

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
        return number * self.stride + segment

    # what the board shows: views made on demand

    def _repr_svg_(self) -> str:
        return picture(self)

    @property
    def tiles(self) -> dict[tuple[int, int], PlacedTile]:
        """The placed tiles by (x, y), in the order placed."""
        return {
            cell.xy: PlacedTile(orientation.tile.id, cell.x, cell.y, orientation.rotation)
            for cell, orientation in zip(self.cells, self.orientations, strict=True)
        }

    @property
    def frontier(self) -> tuple[tuple[int, int], ...]:
        """The empty cells beside placed tiles as (x, y)."""
        return tuple(cell.xy for spot, cell in enumerate(self.spots) if self.at.get(cell.number, 0) == ~spot)

    def feature(self, x: int, y: int, location: str) -> Feature:
        """The feature that a location belongs to. Raises CarcassonneError where there is no such segment."""
        root = self.root(self.node_at(x, y, location))
        return self._view(root)

    def features(self, kind: str | None = None) -> tuple[Feature, ...]:
        """All features, or those of one kind, in the order that their first segments were placed."""
        roots = dict.fromkeys(self.root(node) for node in self.all_nodes())
        return tuple(self._view(root) for root in roots if kind in (None, self.kind(root).name))

    def _view(self, root: int) -> Feature:
        return Feature(
            self.kind(root).name,
            *self.place_of(root),
            tuple(self.cells[number].xy for number in self.tiles_of(root)),
            self.open[root],
            self.coats_of(root),
            self.is_completed(root),
            tuple(bits(self.pieces_on(root))),
        )


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set in a mask, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
