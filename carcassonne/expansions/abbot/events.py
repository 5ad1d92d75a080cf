"""What the expansion reports."""

from collections.abc import Sequence

from carcassonne.events import Event, segment_in_words
from carcassonne.values import value


@value
class AbbotRecalled(Event):
    """A seat takes its abbot back from an incomplete monastery or garden; what it scores follows."""

    seat: int
    x: int
    y: int
    location: str

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} recalls the abbot from the {segment_in_words(self.x, self.y, self.location)}."

    def tally(self) -> tuple[str, int] | None:
        return "abbots recalled", 1
