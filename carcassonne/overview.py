"""What can be seen of a game at any moment, worked out when somebody asks."""

from collections import Counter

from mypy_extensions import mypyc_attr

from carcassonne.board import NOWHERE
from carcassonne.notebook import picture
from carcassonne.table import Standing, Table, state_json
from carcassonne.turn import winners


@mypyc_attr(allow_interpreted_subclasses=True)
class Overview(Table):
    """A table as it is looked at: all that is here changes nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        state = "over" if self.over else f"turn {self.turn}, {self.players[self.seat]} to {self.decision}"
        return f"<Game {self.ruleset!r} {state}, scores {self.scores}>"

    def _repr_svg_(self) -> str:
        return picture(self)

    # where it stands

    @property
    def decision(self) -> str | None:
        """The name of the decision to be made now: place, deploy, or an expansion's; None when the game is over."""
        return None if self.over else self.deciding.name

    @property
    def tile(self) -> str | None:
        """The id of the tile drawn and not yet placed."""
        return None if self.shape is None else self.shape.id

    @property
    def supply(self) -> tuple[int, ...]:
        """Ordinary meeples at hand by seat."""
        standing = self.board.standing
        return tuple((mask & ~standing).bit_count() for mask in self.pieces.ordinary)

    def supply_of(self, seat: int) -> dict[str, int]:
        """How many pieces of each kind a seat has at hand."""
        return {kind: self.at_hand(seat, kind) for kind in self.pieces.of[seat]}

    @property
    def meeples(self) -> tuple[Standing, ...]:
        """The pieces on the board, in the order of the places where they stand."""
        marks = self.hooks.piece_marks
        return tuple(
            Standing(
                self.pieces.seat_of[piece],
                self.pieces.kind_of[piece].name,
                *self.where(piece),
                self.board.kind(self.board.node_of[piece]).name,
                tuple(mark for hook in marks for mark in hook(self, piece)),
            )
            for piece in self.in_order(self.board.standing)
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; none before the game is over."""
        return winners(self) if self.over else ()

    # what may still come

    @property
    def drawn(self) -> tuple[str, ...]:
        """The tiles drawn so far in order, those set aside included."""
        return tuple(self.stack[: self.top])

    @property
    def stack_size(self) -> int:
        """How many tiles are still to be drawn."""
        return len(self.stack) - self.top

    @property
    def left_out(self) -> tuple[str, ...]:
        """The tiles that were left out unseen; none before the game is over."""
        return tuple(sorted(self.box)) if self.over else ()

    def unseen(self) -> dict[str, int]:
        """How many tiles of each kind may still come, as any player can know; ids in alphabetical order."""
        return dict(sorted(Counter(self.may_come()).items()))

    def seen_ahead(self, seat: int) -> tuple[str, ...]:
        """The next tiles that a seat has seen before they are drawn."""
        tiles = 0
        for hook in self.hooks.seen_ahead:
            tiles = hook(self, seat, tiles)
        return tuple(self.stack[self.top : self.top + tiles])

    def key(self) -> tuple[object, ...]:
        """A value that two games share exactly when they stand alike, hidden tiles included. Can be hashed."""
        board = self.board
        return (
            tuple(expansion.id for expansion in self.ruleset.expansions),
            repr(self.settings.to_json()),
            self.players,
            self.scores,
            (self.turn, self.turn_seat, self.seat, self.step, self.decision, self.tile, self.asked, self.by_hand),
            tuple(
                (cell.xy, orientation.tile.id, orientation.rotation)
                for cell, orientation in zip(board.cells, board.orientations, strict=True)
            ),
            self.meeples,
            None if self.deployed == NOWHERE else (self.pieces.seat_of[self.deployed], *self._deployed_at()),
            (self.instead, self.redrawn),
            tuple(self.stack[self.top :]),
            self.drawn,
            self.set_aside,
            tuple(sorted(self.box)),
            repr(state_json(self)),
        )

    def _deployed_at(self) -> tuple[object, ...]:
        return self.where(self.deployed) if self.board.standing >> self.deployed & 1 else ()

    def _due(self) -> str:
        if self.over:
            return "the game is over"
        tile = f" {self.tile}" if self.shape is not None else ""
        if self.seat not in range(len(self.players)):
            return "nobody is to decide"
        return f"{self.players[self.seat]}, seat {self.seat}, is to {self.deciding.name}{tile}"
