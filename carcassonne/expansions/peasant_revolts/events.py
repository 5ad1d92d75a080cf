"""What the expansion reports."""

from collections.abc import Sequence

from carcassonne.events import Event, at, piece_in_words
from carcassonne.values import value


@value
class RevoltBegan(Event):
    """A seat drew a revolt tile; the peasants of all features of this kind rise."""

    seat: int
    tile: str
    kind: str

    def tell(self, names: Sequence[str]) -> str:
        return f"Peasants revolt! {self.tile} calls them up on every {self.kind}."

    def tally(self) -> tuple[str, int] | None:
        return "revolts", 1


@value
class RevoltReached(Event):
    """The revolt reached a seat: so many of its meeples stood protected, so many went home."""

    seat: int
    protected: int
    returned: int

    def tell(self, names: Sequence[str]) -> str:
        name = names[self.seat]
        if not self.protected and not self.returned:
            return f"The revolt reaches {name}, who has no meeple there."
        held = f"{self.protected} protected {'meeple stays' if self.protected == 1 else 'meeples stay'}"
        lost = f"{self.returned} unprotected {'goes' if self.returned == 1 else 'go'} home"
        return f"The revolt reaches {name}: {held}, {lost}."

    def tally(self) -> tuple[str, int] | None:
        return "meeples sent home", self.returned


@value
class RevoltEnded(Event):
    """The revolt is over, after the seats in `reached`; it stopped at `stopped_by`, or at nobody after one lap."""

    reached: tuple[int, ...]
    stopped_by: int | None

    def tell(self, names: Sequence[str]) -> str:
        if self.stopped_by is None:
            return "The revolt has gone round and is over."
        return f"The revolt is over: {names[self.stopped_by]} lost to it."


@value
class MeepleProtected(Event):
    """A seat paid `price` points to protect one of its meeples."""

    seat: int
    piece: str
    x: int
    y: int
    location: str
    price: int

    def tell(self, names: Sequence[str]) -> str:
        piece = piece_in_words(self.piece)
        place = f"{self.location} of {at(self.x, self.y)}"
        return f"{names[self.seat]} pays {self.price} points to protect the {piece} on {place}."

    def tally(self) -> tuple[str, int] | None:
        return "protections bought", 1
