"""What The Fair reports."""

from collections.abc import Sequence

from carcassonne.events import Event
from carcassonne.values import value


@value
class TileSeen(Event):
    """A seat saw which tile comes next. Nobody else may know which; that it paid, all see in its score."""

    seat: int
    tile: str

    def audience(self) -> tuple[int, ...]:
        return (self.seat,)

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} sees that {self.tile} is the next tile."

    def tally(self) -> tuple[str, int]:
        return "looks at the next tile", 1
