"""Tiles as the rules see them: segments on edges and half edges, before anything is placed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from carcassonne.geometry import EDGES, HALF_EDGES, turn_edge, turn_half_edge
from carcassonne.notebook import picture

CITY, ROAD, FIELD, MONASTERY = "city", "road", "field", "monastery"


@dataclass(frozen=True, slots=True)
class Segment:
    """One connected piece of a feature on one tile, at rotation 0."""

    kind: str
    """`city`, `road`, `field`, `monastery`, or a kind that an expansion brings."""
    edges: tuple[int, ...] = ()
    """Edges it owns, ascending (cities, roads, rivers)."""
    half_edges: tuple[int, ...] = ()
    """Half edges it owns, ascending (fields)."""
    coats_of_arms: int = 0
    cities: tuple[int, ...] = ()
    """For a field: the city segments it touches on this tile, as indices into `Tile.segments`."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """What else is drawn on it, for expansions to read."""

    def location(self, rotation: int = 0) -> str:
        """Its canonical name once the tile is turned `rotation` quarter turns clockwise: `city:N`, `field:NL`."""
        names = self.locations(rotation)
        return names[0]

    def locations(self, rotation: int = 0) -> tuple[str, ...]:
        """All its names once the tile is turned, canonical first: one for each edge or half edge it owns."""
        if self.edges:
            turned = sorted(turn_edge(edge, rotation) for edge in self.edges)
            return tuple(f"{self.kind}:{EDGES[edge]}" for edge in turned)
        if self.half_edges:
            turned = sorted(turn_half_edge(half, rotation) for half in self.half_edges)
            return tuple(f"{self.kind}:{HALF_EDGES[half]}" for half in turned)
        return (f"{self.kind}:I" if self.kind == FIELD else self.kind,)


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile."""

    id: str
    edges: str
    """The four edges N E S W as letters: C city, R road, F field, or an expansion's."""
    segments: tuple[Segment, ...]
    count: int
    """How many tiles of this kind the set holds."""
    gardens: int = 0
    """How many of them carry a garden."""
    bridge: bool = False
    """Whether its roads cross by a bridge."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """What else is printed on it, for expansions to read."""

    def _repr_svg_(self) -> str:
        return picture(self)

    def with_segment(self, segment: Segment) -> "Tile":
        """The same tile with one more segment, which owns no edge."""
        return replace(self, segments=(*self.segments, segment))

    def with_mark(self, mark: str, text: str) -> "Tile":
        """The same tile with one more mark."""
        return replace(self, marks={**self.marks, mark: text})


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of one file."""

    name: str
    title: str
    tiles: tuple[Tile, ...]
    start: str | None = None
    """The id of the tile that begins the game, where the set has one."""
