"""What a seat can choose. Small values with a stable text form; expansions add their own kinds.

`str(action)` is the text form that records and traces use, `parse` reads it back, and `repr(action)` evaluates back.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Self

from carcassonne.errors import IllegalAction
from carcassonne.geometry import REACH, cell_at, in_reach, xy
from carcassonne.values import value

MEEPLE: Final = "meeple"
"""The name of the ordinary meeple among the kinds of piece."""


class Action:
    """Base of all actions. A subclass sets `verb`, the first word of its text form."""

    __slots__ = ()
    verb: ClassVar[str]

    def words(self) -> tuple[str, ...]:
        """The words after the verb."""
        return ()

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        """Make the action from the words after the verb; ValueError where they do not fit."""
        if words:
            raise ValueError(f"'{cls.verb}' takes no further words")
        return cls()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words()))


@value
class Pass(Action):
    """Choose nothing in a decision that may be passed."""

    verb = "pass"

    def __str__(self) -> str:
        return self.verb


@value
class Draw(Action):
    """Say which tile was drawn, in a game whose tiles are drawn by hand. Text: `draw D`."""

    verb = "draw"
    tile: str

    def words(self) -> tuple[str, ...]:
        return (self.tile,)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        (tile,) = words
        return cls(tile)


class Place(tuple[str, int, int], Action):
    """Lay the drawn tile at column x, row y, turned `rotation` quarter turns clockwise. Text: `place D 1,0 r2`.

    Raises IllegalAction where x, y and rotation name no cell or no rotation 0..3. A game lists some thirty of these
    every turn, so the value is a bare tuple of tile, cell and rotation.
    """

    __slots__ = ()
    __match_args__ = ("tile", "x", "y", "rotation")
    verb = "place"

    def __new__(cls, tile: str, x: int, y: int, rotation: int) -> Self:
        if not in_reach(x) or not in_reach(y):
            raise IllegalAction(f"({x!r},{y!r}) is no cell: column and row are whole numbers, {REACH} at most")
        if type(rotation) is not int or not 0 <= rotation <= 3:
            raise IllegalAction(f"a rotation is 0, 1, 2 or 3 quarter turns clockwise, not {rotation!r}")
        return tuple.__new__(cls, (tile, cell_at(x, y), rotation))

    def __getnewargs__(self) -> tuple[str, int, int, int]:
        return self.tile, self.x, self.y, self.rotation

    @property
    def tile(self) -> str:
        """The id of the tile."""
        return self[0]

    @property
    def x(self) -> int:
        """The column; x grows east."""
        return xy(self[1])[0]

    @property
    def y(self) -> int:
        """The row; y grows south."""
        return xy(self[1])[1]

    @property
    def rotation(self) -> int:
        """Quarter turns clockwise, 0..3."""
        return self[2]

    def __repr__(self) -> str:
        return f"Place(tile={self.tile!r}, x={self.x}, y={self.y}, rotation={self.rotation})"

    def words(self) -> tuple[str, ...]:
        return (self.tile, f"{self.x},{self.y}", f"r{self.rotation}")

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        tile, cell, rotation = words
        if not rotation.startswith("r"):
            raise ValueError(f"a rotation reads r0 to r3, not '{rotation}'")
        return cls(tile, *cell_from_text(cell), int(rotation[1:]))


@value
class Deploy(Action):
    """Stand a piece from the supply on a segment of the tile just placed. Text: `deploy city:N`.

    A piece other than the ordinary meeple is named after the location: `deploy monastery abbot`.
    """

    verb = "deploy"
    location: str
    piece: str = MEEPLE

    def words(self) -> tuple[str, ...]:
        return (self.location,) if self.piece == MEEPLE else (self.location, self.piece)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self:
        location, piece = words if len(words) == 2 else (*words, MEEPLE)
        return cls(location, piece)


PASS: Final = Pass()
CORE_ACTIONS: Final[tuple[type[Action], ...]] = (Pass, Draw, Place, Deploy)


def cell_from_text(text: str) -> tuple[int, int]:
    """Column and row from `x,y`; ValueError where it does not read so."""
    x, y = text.split(",")
    return int(x), int(y)


def verbs(kinds: Iterable[type[Action]]) -> dict[str, type[Action]]:
    """The kinds of action by the first word of their text form."""
    return {kind.verb: kind for kind in kinds}


def parse(text: str, known: Mapping[str, type[Action]] | None = None) -> Action:
    """The action that a text form stands for.

    `known` maps verbs to kinds of action (default: the core's); a game's own is `game.ruleset.verbs`.
    Raises IllegalAction, naming the text and what would be right.
    """
    known = verbs(CORE_ACTIONS) if known is None else known
    words = text.split()
    kind = known.get(words[0]) if words else None
    if kind is None:
        raise IllegalAction(f"'{text}' is no action: it should begin with one of {', '.join(sorted(known))}")
    try:
        return kind.from_words(tuple(words[1:]))
    except ValueError as error:
        raise IllegalAction(f"'{text}' is no action of kind '{kind.verb}': {error}") from None
