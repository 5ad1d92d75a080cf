"""What the expansion lets a seat choose."""

from dataclasses import dataclass
from functools import cache

from carcassonne.actions import Action, cell_from_text


@dataclass(frozen=True, slots=True)
class Protect(Action):
    """Protect the own meeple on a segment of the tile at column x, row y. Text: `protect 1,0 city:N`."""

    verb = "protect"
    form = "protect X,Y LOCATION"
    x: int
    y: int
    location: str

    def words(self) -> tuple[str, ...]:
        return (f"{self.x},{self.y}", self.location)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Protect":
        cell, location = words
        return cls(*cell_from_text(cell), location)


@cache
def protect(x: int, y: int, location: str) -> Protect:
    """The one value of this action that all games share: a meeple that stands long is offered in every turn."""
    return Protect(x, y, location)
