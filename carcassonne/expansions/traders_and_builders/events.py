"""What the expansion reports."""

from collections.abc import Sequence

from carcassonne.events import Event, segment_in_words
from carcassonne.values import value


@value
class GoodsTaken(Event):
    """A seat completed the city of this segment and took so many goods of each kind for it."""

    seat: int
    x: int
    y: int
    location: str
    wine: int
    grain: int
    cloth: int

    def tell(self, names: Sequence[str]) -> str:
        kinds = (("wine", self.wine), ("grain", self.grain), ("cloth", self.cloth))
        taken = " and ".join(f"{count} {kind}" for kind, count in kinds if count)
        return f"{names[self.seat]} takes {taken} for the {segment_in_words(self.x, self.y, self.location)}."

    def tally(self) -> tuple[str, int] | None:
        return "goods taken", self.wine + self.grain + self.cloth


@value
class DoubleTurn(Event):
    """A seat whose builder's road or city was extended begins the second part of its turn."""

    seat: int

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s builder was at work: {names[self.seat]} has a second turn."

    def tally(self) -> tuple[str, int] | None:
        return "double turns", 1
