"""The features that the segments of the placed tiles have merged into.

Every placed segment is a *node*. Features are sets of nodes joined by union-find, and the node that stands for its
feature (the *root*) carries what the feature amounts to. Pieces are known by number only.
"""

from collections.abc import Iterator

from mypy_extensions import mypyc_attr

from carcassonne.cells import Cell
from carcassonne.orientations import FeatureKind, Orientation
from carcassonne.rows import i64, u8, vec
from carcassonne.tiles import Segment


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """What can be asked of placed tiles and features, in nodes. `Board` adds all that changes them.

    The rows have room for nodes that no segment has, and are other things in the compiled core; `all_nodes`, `nodes_of`
    and `nodes_on` tell which nodes there are.
    """

    __slots__ = (
        "base",
        "cells",
        "held",
        "kinds",
        "open",
        "orientations",
        "parent",
        "pieces",
        "ring",
        "stride",
    )

    kinds: tuple[FeatureKind, ...]
    stride: i64
    """How many nodes each tile has room for."""
    base: i64
    """The first node of the tile placed last; its segments follow."""
    # by tile number, in the order placed
    cells: list[Cell]
    orientations: list[Orientation]
    # by node: tile number times stride, and then by segment; those of no segment stand for themselves
    parent: vec[i64]
    """The way to the root, which is its own parent."""
    ring: vec[i64]
    """The next node of the same feature, all around."""
    open: vec[i64]
    """At a root its open edges, or cells around it that are empty; 0 for fields."""
    held: vec[u8]
    """1 at a root that pieces stand on."""
    pieces: dict[int, int]
    """By root that is held: the pieces on the feature, as a mask over piece numbers."""

    def root(self, node: int) -> int:
        """The node that stands for the feature of a node."""
        parent = self.parent
        while parent[node] != node:
            node = parent[node]
        return node

    def pieces_on(self, root: int) -> int:
        """The pieces on a feature, as a mask over piece numbers."""
        return self.pieces[root] if self.held[root] else 0

    def pieces_on_last(self) -> list[int]:
        """For each segment of the tile placed last the pieces on its feature, as masks."""
        parent, held, pieces = self.parent, self.held, self.pieces
        found: list[int] = []
        node: i64 = self.base
        for _ in self.orientations[-1].kinds:
            root = node
            while parent[root] != root:
                root = parent[root]
            found.append(pieces[root] if held[root] else 0)
            node += 1
        return found

    def is_completed(self, root: int) -> bool:
        """Whether the feature can grow no more and its kind is one that can be completed."""
        return not self.open[root] and self.kind(root).closes != "never"

    def is_node(self, node: int) -> bool:
        """Whether a number is that of a segment on the board."""
        number = node // self.stride
        return 0 <= number < len(self.cells) and node - number * self.stride < self.orientations[number].size

    def all_nodes(self) -> Iterator[int]:
        """Every node on the board, in the order placed."""
        for number in range(len(self.cells)):
            yield from self.nodes_on(number)

    def nodes_on(self, number: int) -> range:
        """The nodes on a tile, by its number."""
        first = number * self.stride
        return range(first, first + self.orientations[number].size)

    def tile_number(self, node: int) -> int:
        """The number of the tile that a node lies on."""
        return node // self.stride

    def kind(self, node: int) -> FeatureKind:
        """The kind of feature of a node."""
        number: i64 = node // self.stride
        return self.kinds[self.orientations[number].kinds[node - number * self.stride]]

    def kind_number(self, node: int) -> int:
        """The place of a node's kind of feature among `kinds`."""
        number: i64 = node // self.stride
        return self.orientations[number].kinds[node - number * self.stride]

    def place_of(self, node: int) -> tuple[int, int, str]:
        """Column, row and canonical location of a node."""
        number: i64 = node // self.stride
        cell = self.cells[number]
        return cell.x, cell.y, self.orientations[number].locations[node - number * self.stride]

    def nodes_of(self, root: int) -> list[int]:
        """The nodes of a feature, in the order placed."""
        ring, nodes = self.ring, [root]
        node = ring[root]
        while node != root:
            nodes.append(node)
            node = ring[node]
        nodes.sort()
        return nodes

    def tiles_of(self, root: int) -> list[int]:
        """The numbers of the tiles that a feature covers, each once, in the order placed."""
        stride = self.stride
        return list(dict.fromkeys([node // stride for node in self.nodes_of(root)]))

    def size_of(self, root: int) -> int:
        """How many tiles a feature covers."""
        ring, stride, tiles = self.ring, self.stride, set()
        node: i64 = root
        while True:
            tiles.add(node // stride)
            node = ring[node]
            if node == root:
                return len(tiles)

    def coats_of(self, root: int) -> int:
        """How many coats of arms a feature has."""
        ring, stride, orientations = self.ring, self.stride, self.orientations
        coats = 0
        node: i64 = root
        while True:
            coats += orientations[node // stride].coats[node % stride]
            node = ring[node]
            if node == root:
                return coats

    def segment(self, node: int) -> Segment:
        """The segment of the tile that a node stands for."""
        number: i64 = node // self.stride
        return self.orientations[number].tile.segments[node - number * self.stride]

    def segments_of(self, root: int) -> Iterator[tuple[int, Segment]]:
        """The nodes of a feature with their segments, in the order placed."""
        return ((node, self.segment(node)) for node in self.nodes_of(root))

    def cities_touched(self, root: int) -> list[int]:
        """The roots of the completed cities that a field touches, each once, ascending."""
        ring, stride, orientations, parent, opens = self.ring, self.stride, self.orientations, self.parent, self.open
        found = set()
        node: i64 = root
        while True:
            for segment in orientations[node // stride].cities[node % stride]:
                city: i64 = node - node % stride + segment
                while parent[city] != city:
                    city = parent[city]
                if not opens[city]:
                    found.add(city)
            node = ring[node]
            if node == root:
                return sorted(found)
