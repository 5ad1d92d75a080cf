"""What happened, as small values in the order that it happened.

Every event tells itself in plain words (`tell`), turns into JSON (`to_json`) and prints as code that evaluates back.
Expansions define their own by deriving from `Event`.
"""

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

from carcassonne.actions import MEEPLE
from carcassonne.terms import Term as Term
from carcassonne.terms import Terms as Terms
from carcassonne.terms import counted as counted
from carcassonne.values import value

SCORED: Final = "scored"
"""Why a piece left the board that stood on a completed feature."""

_OFFICES: Final = {"city": "knight", "road": "highwayman", "monastery": "monk", "field": "farmer"}
_DIRECTIONS: Final = {
    "N": "north", "E": "east", "S": "south", "W": "west", "I": "inner",
    "NL": "northwest", "NR": "northeast", "EL": "northeast", "ER": "southeast",
    "SL": "southeast", "SR": "southwest", "WL": "southwest", "WR": "northwest",
}  # fmt: skip


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
