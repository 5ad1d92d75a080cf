"""The placed tiles, the frontier around them, and the features that their segments have merged into.

The board knows no players and no turns. It runs on flat integers: every placed segment is a *node*, features are
sets of nodes joined by union-find, and the node that stands for its feature (the *root*) carries what the feature
amounts to. Pieces are known by number only.

Everything that changes the board is noted in `trail`, so that `roll_back` can take it back exactly.
"""

from bisect import bisect_right
from collections.abc import Iterator

from carcassonne.errors import CarcassonneError
from carcassonne.geometry import HALF_SLOT, RING, STEPS, cell_at, in_reach, xy
from carcassonne.notebook import picture
from carcassonne.orientations import FeatureKind, Orientation
from carcassonne.tiles import Segment
from carcassonne.values import value

NOWHERE = -1
"""Where a piece stands that is not on the board."""
FILLED = -1
"""The constraint that no tile meets, of a cell that is filled."""
UNTIDY = 8
"""So many filled cells among the constraints are swept out at once."""

Change = tuple[int, int] | tuple[int, int, int, dict[int, int] | None, list[int]] | tuple[int, int, int, int, int, int]
"""A note in the trail: a piece moved, a tile was placed, or two features merged."""


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


class Board:
    """Placed tiles, frontier and features. See the module's text for how it is built."""

    __slots__ = (
        "bases",
        "cells",
        "coats",
        "completed",
        "constraints",
        "filled",
        "kinds",
        "masks",
        "node_of",
        "number_at",
        "on_kind",
        "open",
        "orientations",
        "parent",
        "pieces",
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
        self.number_at: dict[int, int] = {}
        # by cell
        self.constraints: dict[int, int] = {first_cell: 0}
        """The packed edge constraint of each frontier cell, in the order that the cells joined the frontier.

        Cells filled since the last tidying stay in it as FILLED, so that undo finds the order as it was.
        """
        self.filled = 0
        """How many of them there are."""
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
        self.completed: list[int] = []
        """The roots of the features that the tile placed last completed, whoever holds them. Only ever replaced."""
        # by piece
        self.node_of: list[int] = [NOWHERE] * pieces
        self.standing = 0
        """The pieces on the board, as a mask over piece numbers."""
        self.on_kind = [0] * len(kinds)
        """The same for each kind of feature."""
        self.trail: list[Change] = []

    def copy(self) -> "Board":
        """An independent board that stands the same. It starts with an empty trail."""
        other = Board.__new__(Board)
        other.kinds = self.kinds
        other.cells = self.cells[:]
        other.orientations = self.orientations[:]
        other.bases = self.bases[:]
        other.number_at = self.number_at.copy()
        other.constraints = self.constraints.copy()
        other.filled = self.filled
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
        other.trail = []
        return other

    # what changes the board

    def place(self, cell: int, orientation: Orientation) -> None:
        """Lay a tile on a frontier cell whose constraint it fits, and merge its segments with their neighbours."""
        parent, opens, pieces, number_at = self.parent, self.open, self.pieces, self.number_at
        masks, coats, trail = self.masks, self.coats, self.trail
        number, base = len(self.cells), len(parent)
        constraints = self.constraints
        untidied = None
        if self.filled == UNTIDY:
            untidied = constraints
            constraints = constraints.copy()
            for full in self.cells[-UNTIDY:]:
                del constraints[full]
            self.constraints = constraints
            self.filled = 0
        trail.append((cell, base, constraints[cell], untidied, self.completed))
        completed: list[int] = []
        self.completed = completed
        constraints[cell] = FILLED
        self.filled += 1
        parent.extend(range(base, base + len(orientation.kinds)))
        opens.extend(orientation.opens)
        coats.extend(orientation.coats)
        pieces.extend(orientation.zeros)
        tile = 1 << number
        masks.extend([tile if touches < 0 else touches << base for touches in orientation.touches])
        for step, edge_constraint, joins in orientation.sides:
            near = cell + step
            neighbour = number_at.get(near)
            if neighbour is None:
                constraints[near] = constraints.get(near, 0) | edge_constraint
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
                        trail.append((a, a, opens[a], coats[a], masks[a], pieces[a]))
                        opens[a] -= 2
                        if not opens[a]:
                            completed.append(a)
                    continue
                if a < b:
                    a, b = b, a
                trail.append((a, b, opens[b], coats[b], masks[b], pieces[b]))
                parent[a] = b
                masks[b] |= masks[a]
                pieces[b] |= pieces[a]
                if slot < HALF_SLOT:
                    opens[b] += opens[a] - 2
                    coats[b] += coats[a]
                    if not opens[b]:
                        completed.append(b)
        self.cells.append(cell)
        self.orientations.append(orientation)
        self.bases.append(base)
        number_at[cell] = number
        for node in self.watchers.get(cell, ()):
            opens[node] -= 1
            if not opens[node]:
                completed.append(node)
        for segment in orientation.rings:
            node = base + segment
            for step in RING:
                near = cell + step
                if near not in number_at:
                    opens[node] += 1
                    self.watchers[near] = (*self.watchers.get(near, ()), node)
            if not opens[node]:
                completed.append(node)

    def stand(self, piece: int, node: int) -> None:
        """Stand a piece that is not on the board on a node. Raises CarcassonneError where it is or there is none."""
        if self.node_of[piece] != NOWHERE:
            raise CarcassonneError("the piece stands on the board already")
        if not 0 <= node < len(self.parent):
            raise CarcassonneError(f"there is no node {node} to stand on")
        self._toggle(piece, node)
        self.trail.append((piece, node))

    def lift(self, piece: int) -> int:
        """Take a piece off the board; the node it stood on. Raises CarcassonneError where it is not on the board."""
        node = self.node_of[piece]
        if node == NOWHERE:
            raise CarcassonneError("the piece is not on the board")
        self._toggle(piece, node)
        self.trail.append((piece, node))
        return node

    def roll_back(self, trail: list[Change]) -> None:
        """Take back all that `trail` notes, newest first. The board must stand as it stood when the trail ended."""
        for change in reversed(trail):
            if len(change) == 2:
                self._toggle(*change)
            elif len(change) == 5:
                self._lift_tile(*change)
            else:
                a, b, opens, coats, mask, pieces = change
                self.parent[a] = a
                self.open[b] = opens
                self.coats[b] = coats
                self.masks[b] = mask
                self.pieces[b] = pieces

    def _toggle(self, piece: int, node: int) -> None:
        self.pieces[self.root(node)] ^= 1 << piece
        self.standing ^= 1 << piece
        self.on_kind[self.kind_number(node)] ^= 1 << piece
        self.node_of[piece] = node if self.node_of[piece] == NOWHERE else NOWHERE

    def _lift_tile(
        self, cell: int, base: int, constraint: int, untidied: dict[int, int] | None, completed: list[int]
    ) -> None:
        orientation = self.orientations.pop()
        for segment in orientation.rings:
            for step in RING:
                near = cell + step
                if near not in self.number_at:
                    rest = tuple(node for node in self.watchers[near] if node != base + segment)
                    if rest:
                        self.watchers[near] = rest
                    else:
                        del self.watchers[near]
        for node in self.watchers.get(cell, ()):
            self.open[node] += 1
        self.cells.pop()
        self.bases.pop()
        del self.number_at[cell]
        constraints = self.constraints
        for edge in (3, 2, 1, 0):
            near = cell + STEPS[edge]
            if near not in self.number_at:
                constraints[near] -= orientation.constraints[edge]
                if not constraints[near]:
                    del constraints[near]
        constraints[cell] = constraint
        self.filled -= 1
        if untidied is not None:
            self.constraints = untidied.copy()
            self.filled = UNTIDY
        self.completed = completed
        for column in (self.parent, self.open, self.coats, self.masks, self.pieces):
            del column[base:]

    # what the board tells, in nodes and cells

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
        number = self.tile_number(node)
        x, y = xy(self.cells[number])
        return x, y, self.orientations[number].locations[node - self.bases[number]]

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

    def node_at(self, x: int, y: int, location: object) -> int:
        """The node of a location on the tile at column x, row y. Raises CarcassonneError where there is none."""
        if not in_reach(x) or not in_reach(y):
            raise CarcassonneError("that is no cell: column and row are whole numbers within the board's reach")
        if not isinstance(location, str):
            raise CarcassonneError("a location is a text such as city:N")
        number = self.number_at.get(cell_at(x, y))
        if number is None:
            raise CarcassonneError(f"no tile lies at ({x},{y})")
        orientation = self.orientations[number]
        segment = orientation.index_of.get(location)
        if segment is None:
            known = ", ".join(orientation.locations)
            raise CarcassonneError(f"tile {orientation.tile.id} at ({x},{y}) has no '{location}'; it has {known}")
        return self.bases[number] + segment

    # what the board shows: views made on demand

    _repr_svg_ = picture

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
        return tuple(xy(cell) for cell, constraint in self.constraints.items() if constraint != FILLED)

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
