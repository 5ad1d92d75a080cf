"""What the expansion reports."""

from collections.abc import Sequence

from carcassonne.events import Event, counted, standing_in_words
from carcassonne.tiles import ROAD
from carcassonne.values import value


@value
class RevoltBegan(Event):
    """A seat drew a revolt tile; the peasants of all features of this kind rise."""

    seat: int
    tile: str
    kind: str

    def tell(self, names: Sequence[str]) -> str:
        return f"Revolt! The peasants rise {'on' if self.kind == ROAD else 'in'} every {self.kind}."

    def tally(self) -> tuple[str, int] | None:
        return "revolts", 1


@value
class RevoltReached(Event):
    """The revolt reached a seat: so many of its meeples stood protected, so many went home."""

    seat: int
    protected: int
    returned: int

    def tell(self, names: Sequence[str]) -> str:
        stay = f"{counted(self.protected, 'protected meeples')} {'stays' if self.protected == 1 else 'stay'}"
        go = f"{counted(self.returned, 'unprotected meeples')} {'goes' if self.returned == 1 else 'go'} home"
        happens = [words for words, count in ((stay, self.protected), (go, self.returned)) if count]
        return f"It reaches {names[self.seat]}: {', '.join(happens) or 'no meeple there'}."

    def tally(self) -> tuple[str, int] | None:
        return "meeples sent home", self.returned


@value
class RevoltEnded(Event):
    """The revolt is over, after the seats in `reached`; it stopped at `stopped_by`, or at nobody after one lap."""

    reached: tuple[int, ...]
    stopped_by: int | None

    def tell(self, names: Sequence[str]) -> str:
        if self.stopped_by is None:
            return "It has gone round and sent nobody home."
        return f"It ends with {names[self.stopped_by]}."


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
        standing = standing_in_words(self.piece, self.x, self.y, self.location)
        return f"{names[self.seat]} pays {self.price} points to protect the {standing}."

    def tally(self) -> tuple[str, int] | None:
        return "protections bought", 1
