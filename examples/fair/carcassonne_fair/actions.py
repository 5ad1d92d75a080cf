"""What The Fair lets a seat choose."""

from carcassonne.actions import Action, cell_from_text
from carcassonne.values import value


@value
class TakeBack(Action):
    """Take the own meeple on a segment of the tile at column x, row y back. Text: `take_back 1,0 road:E`."""

    verb = "take_back"
    form = "take_back X,Y LOCATION"
    x: int
    y: int
    location: str

    def words(self) -> tuple[str, ...]:
        return (f"{self.x},{self.y}", self.location)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "TakeBack":
        cell, location = words
        return cls(*cell_from_text(cell), location)


@value
class Move(Action):
    """Move the own meeple on a road to a road `to` of the tile just placed. Text: `move 1,0 road:E road:N`."""

    verb = "move"
    form = "move X,Y LOCATION LOCATION"
    x: int
    y: int
    location: str
    to: str

    def words(self) -> tuple[str, ...]:
        return (f"{self.x},{self.y}", self.location, self.to)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Move":
        cell, location, to = words
        return cls(*cell_from_text(cell), location, to)


@value
class Look(Action):
    """Pay a point to see the next tile. Text: `look`."""

    verb = "look"
    form = "look"
