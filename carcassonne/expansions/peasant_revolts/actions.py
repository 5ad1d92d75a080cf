"""What the expansion lets a seat choose."""

from carcassonne.actions import Action, cell_from_text
from carcassonne.values import value


@value
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
