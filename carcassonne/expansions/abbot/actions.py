"""What the expansion lets a seat choose."""

from dataclasses import dataclass
from functools import cache

from carcassonne.actions import Action, cell_from_text


@dataclass(frozen=True, slots=True)
class Recall(Action):
    """Take the own abbot back from the tile at column x, row y, and score at once. Text: `recall 1,0`."""

    verb = "recall"
    form = "recall X,Y"
    x: int
    y: int

    def words(self) -> tuple[str, ...]:
        return (f"{self.x},{self.y}",)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Recall":
        (cell,) = words
        return cls(*cell_from_text(cell))


@cache
def recall(x: int, y: int) -> Recall:
    """The one value of this action that all games share: an abbot that stands long is offered in every turn."""
    return Recall(x, y)
