"""Pieces: the kinds that exist, and a number for every single piece of a game.

Pieces are numbered seat by seat and, within a seat, kind by kind, so that a set of pieces is a bit mask.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from carcassonne.actions import MEEPLE


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece, the same for every seat."""

    name: str
    per_seat: int
    """How many each seat owns."""
    stands_on: frozenset[str]
    """The kinds of feature that it may be deployed on."""
    weight: int = 1
    """What one of them counts in a majority."""
    is_meeple: bool = True
    """Whether what rules say of meeples is said of it (an animal is none)."""
    joins_own: bool = False
    """Whether it is deployed where its owner's meeple stands already, instead of on a feature without pieces."""


class Pieces:
    """All the pieces of one game, by number."""

    __slots__ = (
        "alone",
        "by_seat",
        "kind_of",
        "kinds",
        "kinds_of",
        "meeples",
        "meeples_of",
        "of",
        "ordinary",
        "seat_of",
        "seats",
        "weights",
    )

    def __init__(self, kinds: Sequence[PieceKind], seats: int) -> None:
        self.kinds = tuple(kinds)
        self.seats = range(seats)
        self.seat_of: list[int] = []
        self.kind_of: list[PieceKind] = []
        self.of: list[dict[str, int]] = []
        """For each seat the mask of its pieces of each kind."""
        for seat in range(seats):
            masks = {}
            for kind in kinds:
                first = len(self.seat_of)
                self.seat_of += [seat] * kind.per_seat
                self.kind_of += [kind] * kind.per_seat
                masks[kind.name] = ((1 << kind.per_seat) - 1) << first
            self.of.append(masks)
        self.kinds_of = [[(kind, kind.name, kind.joins_own, masks[kind.name]) for kind in kinds] for masks in self.of]
        """For each seat the kinds of piece: each with its name, whether it joins its own, and the mask of its own."""
        self.by_seat = [sum(masks.values()) for masks in self.of]
        """For each seat the mask of all its pieces."""
        self.ordinary = [masks[MEEPLE] for masks in self.of]
        """For each seat the mask of its ordinary meeples."""
        self.meeples = sum(1 << piece for piece, kind in enumerate(self.kind_of) if kind.is_meeple)
        """The mask of all pieces that are meeples."""
        self.meeples_of = [mask & self.meeples for mask in self.by_seat]
        """For each seat the mask of its meeples."""
        self.weights = [
            [
                (weight, sum(masks[kind.name] for kind in kinds if kind.weight == weight))
                for weight in sorted({kind.weight for kind in kinds if kind.weight})
            ]
            for masks in self.of
        ]
        """For each seat (weight, mask of the pieces that weigh so much)."""
        self.alone: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            (tuple(kind.weight if seat == owner else 0 for seat in range(seats)), (owner,) if kind.weight else ())
            for owner, kind in zip(self.seat_of, self.kind_of, strict=True)
        ]
        """For each piece the majority where it stands alone."""

    def __len__(self) -> int:
        return len(self.seat_of)

    def majority(self, standing: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What each seat's pieces among `standing` weigh, and the seats that weigh most (docs/rules.md 3.3).

        No seat wins where nothing weighs anything.
        """
        if not standing:
            return (0,) * len(self.of), ()
        if not standing & (standing - 1):
            return self.alone[standing.bit_length() - 1]
        counts = tuple(
            sum(weight * (standing & mask).bit_count() for weight, mask in weights) for weights in self.weights
        )
        most = max(counts)
        return counts, tuple(seat for seat, count in enumerate(counts) if count == most) if most else ()
