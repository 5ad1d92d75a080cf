"""What a seat can choose. Small values with a stable text form; expansions add their own kinds.

`str(action)` is the text form that records and traces use, `parse` reads it back, and `repr(action)` evaluates back.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from carcassonne.errors import IllegalAction

MEEPLE: Final = "meeple"
"""The name of the ordinary meeple among the kinds of piece."""


class Action:
    """Base of all actions. A subclass sets `verb`, the first word of its text form, and `form`, the whole of it."""

    __slots__ = ()
    verb: ClassVar[str]
    form: ClassVar[str]

    def words(self) -> tuple[str, ...]:
        """The words after the verb."""
        return ()

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        """Make the action from the words after the verb; ValueError where they do not fit."""
        () = words
        return cls()

    def __str__(self) -> str:
        return " ".join((self.verb, *map(str, self.words())))


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Choose nothing in a decision that may be passed."""

    verb = "pass"
    form = "pass"

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Say which tile was drawn, in a game whose tiles are drawn by hand. Text: `draw D`."""

    verb = "draw"
    form = "draw TILE"
    tile: str

    def words(self) -> tuple[str, ...]:
        return (self.tile,)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        (tile,) = words
        return cls(tile)


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay the drawn tile at column x, row y, turned `rotation` quarter turns clockwise. Text: `place 1,0 r2`."""

    verb = "place"
    form = "place X,Y rROTATION"
    x: int
    y: int
    rotation: int

    def words(self) -> tuple[str, ...]:
        return (f"{self.x},{self.y}", f"r{self.rotation}")

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        cell, rotation = words
        if rotation not in ("r0", "r1", "r2", "r3"):
            raise ValueError(f"a rotation reads r0 to r3, not '{rotation}'")
        return cls(*cell_from_text(cell), int(rotation[1:]))


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Stand a piece from the supply on a segment of the tile just placed. Text: `deploy city:N`.

    A piece other than the ordinary meeple is named after the location: `deploy city:N large_meeple`.
    """

    verb = "deploy"
    form = "deploy LOCATION [PIECE]"
    location: str
    piece: str = MEEPLE

    def words(self) -> tuple[str, ...]:
        return (self.location,) if self.piece == MEEPLE else (self.location, self.piece)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        location, piece = words if len(words) == 2 else (*words, MEEPLE)
        if len(words) == 2 and piece == MEEPLE:
            raise ValueError("the ordinary meeple is not named")
        return cls(location, piece)


PASS: Final = Pass()
CORE_ACTIONS: Final[tuple[type[Action], ...]] = (Pass, Draw, Place, Deploy)


def is_among(action: Action, offered: Iterable[Action]) -> bool:
    """Whether an action is one of those offered, its fields of the same kinds: `True` equals 1 and names no column."""
    return any(action == other and repr(action) == repr(other) for other in offered)


def cell_from_text(text: str) -> tuple[int, int]:
    """Column and row from `x,y`; ValueError where it does not read just so."""
    if not re.fullmatch(r"(0|-?[1-9][0-9]{0,5}),(0|-?[1-9][0-9]{0,5})", text, re.ASCII):
        raise ValueError(f"a cell reads x,y, as in 1,-2, not '{text}'")
    x, y = text.split(",")
    return int(x), int(y)


def verbs(kinds: Iterable[type[Action]]) -> dict[str, type[Action]]:
    """The kinds of action by the first word of their text form."""
    return {kind.verb: kind for kind in kinds}


def parse(text: object, known: Mapping[str, type[Action]] | None = None) -> Action:
    """The action that a text form stands for.

    `known` maps verbs to kinds of action (default: the core's); a game's own is `game.ruleset.verbs`.
    Raises IllegalAction, naming the text and what would be right.
    """
    known = verbs(CORE_ACTIONS) if known is None else known
    if not isinstance(text, str):
        raise IllegalAction(f"{text!r} is no text form of an action")
    words = text.split()
    kind = known.get(words[0]) if words else None
    if kind is None:
        raise IllegalAction(f"'{text}' is no action: it should begin with one of {', '.join(sorted(known))}")
    try:
        return kind.from_words(tuple(words[1:]))
    except ValueError as error:
        why = "" if "unpack" in str(error) else f": {error}"
        raise IllegalAction(f"'{text}' does not read '{kind.form}'{why}") from None
