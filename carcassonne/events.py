"""What happened, as small values in the order that it happened.

Every event tells itself in plain words (`tell`), turns into JSON (`to_json`) and prints as code that evaluates back.
Expansions define their own by deriving from `Event`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, cast, overload

from carcassonne.actions import MEEPLE
from carcassonne.values import value

SCORED: Final = "scored"
"""Why a piece left the board that stood on a completed feature."""

_OFFICES: Final = {"city": "knight", "road": "highwayman", "monastery": "monk", "field": "farmer"}
_DIRECTIONS: Final = {
    "N": "north", "E": "east", "S": "south", "W": "west", "I": "inner",
    "NL": "northwest", "NR": "northeast", "EL": "northeast", "ER": "southeast",
    "SL": "southeast", "SR": "southwest", "WL": "southwest", "WR": "northwest",
}  # fmt: skip


@value
class Term:
    """One line of an explanation: `count` things at `each` points. Their sum is the score."""

    name: str
    count: int
    each: int

    @property
    def points(self) -> int:
        """count times each."""
        return self.count * self.each

    def __str__(self) -> str:
        return f"{counted(self.count, self.name)} at {self.each}"


Terms = tuple[Term, ...]


def total(terms: Terms) -> int:
    """The points that the terms add up to."""
    points = 0
    for term in terms:
        points += term.count * term.each
    return points


class Event:
    """Base of all events."""

    __slots__ = ()

    def tell(self, names: Sequence[str]) -> str:
        """The event in plain words; `names` are the players by seat. Empty where there is nothing to tell."""
        raise NotImplementedError

    def audience(self) -> tuple[int, ...] | None:
        """The seats that may know of it, None for everybody."""
        return None

    def tally(self) -> tuple[str, int] | None:
        """What this event adds to a statistic over games, as (label, amount)."""
        return None

    @classmethod
    def name(cls) -> str:
        """The name in JSON: `TilePlaced` is `tile_placed`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def to_json(self) -> dict[str, Any]:
        """The event as JSON data: its name under `event`, then its fields."""
        names = [field.name for field in fields(cast(Any, self))]
        return {"event": self.name()} | {name: _plain(getattr(self, name)) for name in names}


def _plain(data: Any) -> Any:
    if isinstance(data, tuple):
        return [_plain(item) for item in data]
    if isinstance(data, Term):
        return {"name": data.name, "count": data.count, "each": data.each}
    return data


def at(x: int, y: int) -> str:
    """A cell in words."""
    return f"({x},{y})"


def counted(count: int, plural: str) -> str:
    """A number with its noun, given in the plural: `2 coats of arms`, `1 coat of arms`, `1 completed city`."""
    if count != 1:
        return f"{count} {plural}"
    head, of, rest = plural.partition(" of ")
    singular = head.removesuffix("ies") + "y" if head.endswith("ies") else head.removesuffix("s")
    return f"1 {singular}{of}{rest}"


def with_article(noun: str) -> str:
    """A noun with its indefinite article: `a knight`, `an animal`."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def points_in_words(points: int) -> str:
    """A number of points with its noun, signed: `+1 point`, `-4 points`, `no points`."""
    return f"{points:+d} {counted(abs(points), 'points').split()[1]}" if points else "no points"


def segment_in_words(x: int, y: int, location: str) -> str:
    """A segment of the tile at column x, row y: `north city at (1,0)`, `southeast field at (1,0)`.

    Two half edges that meet in a corner belong to one field, so the corner names it.
    """
    kind, _, place = location.partition(":")
    return f"{_DIRECTIONS.get(place, place)} {kind} at {at(x, y)}".lstrip()


def standing_in_words(piece: str, x: int, y: int, location: str) -> str:
    """A piece and where it stands: `knight in the north city at (1,0)`; a meeple goes by its office."""
    kind = location.partition(":")[0]
    office = _OFFICES.get(kind, MEEPLE) if piece == MEEPLE else piece.replace("_", " ")
    return f"{office} {'on' if kind == 'road' else 'in'} the {segment_in_words(x, y, location)}"


Log = tuple[Any, ...] | None
"""What happened before, and then one event more: itself, or what makes it, its class and then its fields.

A game notes many events that nobody ever reads. Shared by copies, never changed.
"""


def events_between(before: Log, after: Log) -> list[Event]:
    """The events that were noted since `before`, in the order that they happened."""
    events: list[Event] = []
    while after is not before:
        assert after is not None
        after, kind, *content = after
        events.append(kind(*content) if isinstance(kind, type) else kind)
    return events[::-1]


class Events(Sequence[Event]):
    """What happened, in order, as `game.play` returns it. The events are made when they are first read."""

    __slots__ = ("_after", "_before", "_made")
    _made: list[Event]

    def __init__(self, before: Log, after: Log) -> None:
        """The events that `after` holds and `before` does not."""
        self._before = before
        self._after = after

    def _read(self) -> list[Event]:
        try:
            return self._made
        except AttributeError:
            self._made = events_between(self._before, self._after)
            return self._made

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._read())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return tuple(self._read())[index]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Events | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


@value
class TileDrawn(Event):
    """A seat drew a tile."""

    seat: int
    tile: str

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws tile {self.tile}."


@value
class TileSetAside(Event):
    """A drawn tile fits nowhere and leaves the game; the same seat draws again (docs/rules.md 3.2)."""

    seat: int
    tile: str

    def tell(self, names: Sequence[str]) -> str:
        return f"Tile {self.tile} fits nowhere and is set aside."

    def tally(self) -> tuple[str, int] | None:
        return "tiles set aside", 1


@value
class TilePlaced(Event):
    """A seat laid the drawn tile at column x, row y, turned `rotation` quarter turns clockwise."""

    seat: int
    tile: str
    x: int
    y: int
    rotation: int

    def tell(self, names: Sequence[str]) -> str:
        turned = ("", ", turned right", ", turned upside down", ", turned left")[self.rotation]
        return f"{names[self.seat]} places {self.tile} at {at(self.x, self.y)}{turned}."


@value
class MeepleDeployed(Event):
    """A seat stood a piece on a segment of the tile at column x, row y."""

    seat: int
    piece: str
    x: int
    y: int
    location: str

    def tell(self, names: Sequence[str]) -> str:
        standing = standing_in_words(self.piece, self.x, self.y, self.location)
        return f"{names[self.seat]} deploys {with_article(standing)}."


@value
class MeepleReturned(Event):
    """A piece left the board for its owner's supply; `cause` is `scored` or what an expansion names."""

    seat: int
    piece: str
    x: int
    y: int
    location: str
    cause: str

    def tell(self, names: Sequence[str]) -> str:
        standing = standing_in_words(self.piece, self.x, self.y, self.location)
        why = "" if self.cause == SCORED else f" ({self.cause})"
        return f"{names[self.seat]}'s {standing} goes home{why}."


@value
class MeepleMoved(Event):
    """A piece moved from one segment to another without leaving the board."""

    seat: int
    piece: str
    from_x: int
    from_y: int
    from_location: str
    x: int
    y: int
    location: str

    def tell(self, names: Sequence[str]) -> str:
        before = standing_in_words(self.piece, self.from_x, self.from_y, self.from_location)
        return f"{names[self.seat]} moves the {before} to the {segment_in_words(self.x, self.y, self.location)}."


@value
class FeatureCompleted(Event):
    """A feature is complete; `tiles` it covers. Column, row and location name one segment of it."""

    kind: str
    x: int
    y: int
    location: str
    tiles: int

    def tell(self, names: Sequence[str]) -> str:
        where = segment_in_words(self.x, self.y, self.location)
        return f"The {where} is complete ({counted(self.tiles, 'tiles')})."


@value
class FeatureScored(Event):
    """A feature is scored: `counts` is each seat's weight in the majority, `winners` the seats that share it.

    `completed` is False in the final scoring of features left incomplete, and for fields.
    """

    kind: str
    x: int
    y: int
    location: str
    completed: bool
    counts: tuple[int, ...]
    winners: tuple[int, ...]

    def tell(self, names: Sequence[str]) -> str:
        present = [f"{names[seat]} {count}" for seat, count in enumerate(self.counts) if count]
        state = "" if self.completed or self.kind == "field" else "unfinished "
        holders = " and ".join(names[seat] for seat in self.winners) or "Nobody"
        verb = "share" if len(self.winners) > 1 else "holds"
        majority = f" ({', '.join(present)})" if len(present) > 1 else ""
        return f"{holders} {verb} the {state}{segment_in_words(self.x, self.y, self.location)}{majority}."


@value
class ScoreChanged(Event):
    """A seat's score changed by `points`, the sum of `terms`; `cause` is a kind of feature or an expansion's word."""

    seat: int
    points: int
    cause: str
    terms: Terms

    def tell(self, names: Sequence[str]) -> str:
        said = [term.name for term in self.terms] == [self.cause]
        terms = "" if said else ": " + " + ".join(str(term) for term in self.terms)
        return f"{names[self.seat]}: {points_in_words(self.points)} ({self.cause}{terms})."


@value
class TurnEnded(Event):
    """A seat's turn (counted from 1) is over."""

    seat: int
    turn: int

    def tell(self, names: Sequence[str]) -> str:
        return ""


@value
class GameOver(Event):
    """The game is over; all seats with the highest score win. `left_out` tiles were never in the stack."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    left_out: tuple[str, ...] = ()

    def tell(self, names: Sequence[str]) -> str:
        won = " and ".join(names[seat] for seat in self.winners)
        return f"The game is over. {won} {'wins' if len(self.winners) == 1 else 'share the win'}."
