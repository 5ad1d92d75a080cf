"""The legal actions of a decision, as a lazy view."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from mypy_extensions import mypyc_attr

from carcassonne.actions import Action

if TYPE_CHECKING:
    from carcassonne.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class LegalActions(Sequence[Action]):
    """The legal actions of a game's present decision, worked out only as far as asked.

    Truth and `in` generate nothing; iteration, length and indexing list them in an order that depends on the game so
    far alone. `in` also accepts other names of a listed action: a symmetric tile at a rotation that looks the same, a
    segment by any of its edges or half edges.
    """

    __slots__ = ("game",)
    game: "Game"

    def __bool__(self) -> bool:
        return not self.game.over

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.game.why_not(action) is None

    def __iter__(self) -> Iterator[Action]:
        return iter(self.game._listed or self.game.listed())

    def __len__(self) -> int:
        return len(self.game._listed or self.game.listed())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self.game.listed()[index]

    def __repr__(self) -> str:
        return f"<LegalActions ({', '.join(map(str, self))})>"
