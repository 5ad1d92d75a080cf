"""After a fair each other seat in turn may pay a point to see the next tile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from carcassonne.actions import Action
from carcassonne.events import Term
from carcassonne.expansion import Phase
from carcassonne.table import NOBODY, Table
from carcassonne_fair.actions import Look
from carcassonne_fair.events import TileSeen
from carcassonne_fair.gates import has_fair
from carcassonne_fair.settings import FairSettings

ID: Final = "fair"
PRICE: Final = 1
"""Points that a look costs."""


@dataclass
class Looks:
    """Which seats have seen the tile that is drawn after so many others, ascending."""

    drawn: int = 0
    seats: tuple[int, ...] = ()

    def copy(self) -> "Looks":
        """An independent copy."""
        return replace(self)


def lookers(table: Table) -> tuple[int, ...]:
    """The seats that have seen the tile on top of the stack."""
    looks: Looks = table.states[ID]
    return looks.seats if looks.drawn == table.top else ()


class LookPhase(Phase[Look]):
    """After a fair the other seats decide, from the left of the seat that placed it."""

    name = "look"
    answers = (Look,)
    passable = True

    def enter(self, table: Table) -> int:
        if has_fair(table.board.orientations[-1].tile):
            seats = len(table.players)
            for distance in range(1, seats):
                table.ask(self.name, (table.turn_seat + distance) % seats)
        return NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        return () if no_look(table) else (Look(),)

    def why_not(self, table: Table, action: Look) -> str | None:
        return no_look(table)

    def apply(self, table: Table, action: Look) -> None:
        seats = (*lookers(table), table.seat)
        looks = table.change_state(ID)
        looks.drawn, looks.seats = table.top, tuple(sorted(seats))
        table.change_score(table.seat, "look", (Term("look", 1, -PRICE),))
        table.tell(TileSeen, table.seat, table.stack[table.top])


def no_look(table: Table) -> str | None:
    """Why the deciding seat cannot look, None where it can."""
    settings = cast(FairSettings, table.settings.of[ID])
    if table.top == len(table.stack):
        return "no tile is left to see"
    if table.by_hand:
        return "where tiles are drawn by hand, the game does not know the next one"
    if not settings.scores_below_zero and table.scores[table.seat] < PRICE:
        return f"it costs {PRICE} point and {table.players[table.seat]} has none"
    return None
