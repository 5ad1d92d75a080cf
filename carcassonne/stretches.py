"""What happens by itself from one decision to the next (docs/rules.md 3.2, docs/turn.md).

Phases of the core that follow one another run as one *stretch*: from the first of them on, until a seat has to decide
or a phase that an expansion has put into the turn comes next.
"""

from collections.abc import Sequence
from typing import Any, Final, final

from carcassonne.board import NOWHERE
from carcassonne.errors import ExpansionError
from carcassonne.events import TurnEnded
from carcassonne.expansion import Phase
from carcassonne.rows import any_in
from carcassonne.scoring import score_completed
from carcassonne.table import BEFORE_TURN, NOBODY, Table
from carcassonne.turn import DEPLOY, DRAW, END, PLACE, SCORE, draw, end_game

DEPLOYING: Final = 0
SCORING: Final = 1
ENDING: Final = 2
PASSING_ON: Final = 3
DRAWING: Final = 4
PLACING: Final = 5
STAGES: Final = (DEPLOY, SCORE, END, None, DRAW, PLACE)
"""The core's phases from one deployment to the next; None for what is no phase, to pass on to the next turn."""


@final
class Stretch:
    """The phases of the core from one to another, both numbers in `STAGES`, with nothing between them."""

    __slots__ = ("draw", "end", "first", "last", "offered", "place", "score")

    def __init__(self, first: int, last: int, phases: Sequence[Phase[Any]], offered: bool) -> None:
        """`phases` are those of the turn it is part of; `offered`: expansions offer something else than to deploy."""
        self.first = first
        self.last = last
        self.offered = offered
        self.score = phases.index(SCORE)
        self.end = phases.index(END)
        self.draw = phases.index(DRAW)
        self.place = phases.index(PLACE)

    def run(self, table: Table) -> int:
        """Do what entering the phases one after the other does; the seat that must decide in the one that was come to.

        NOBODY where none must, to go on with what comes after that. The stretch ends early where a rule of an expansion
        asks for a decision, or goes back in the turn. Every turn goes through here: what `enter` of a phase does in
        most of them is spelled out.
        """
        first, last, hooks = self.first, self.last, table.hooks
        if first == DEPLOYING:
            seat = table.turn_seat
            if self.offered or table.pieces.by_seat[seat] & ~table.board.standing:
                return seat
            if last == DEPLOYING:
                return NOBODY
        if first <= SCORING and (table.board.completed or last == SCORING):
            table.step = self.score
            score_completed(table)
            if last == SCORING or table.asked or table.step != self.score:
                return NOBODY
        if first <= ENDING:
            table.step = self.end
            for hook in hooks.turn_ended:
                hook(table)
            if table.listening:
                table.log += (TurnEnded, table.turn_seat, table.turn)
            if last == ENDING or (hooks.turn_ended and (table.asked or table.step != self.end)):
                return NOBODY
        if first <= PASSING_ON:
            table.step = BEFORE_TURN
            if table.top == len(table.stack):
                return end_game(table)
            seat = (table.turn_seat + 1) % len(table.players)
            table.turn_seat = next_seat(table, seat) if hooks.next_seat else seat
            table.turn += 1
            table.deployed = NOWHERE
            table.instead = table.redrawn = False
            if last == PASSING_ON or (hooks.next_seat and (table.asked or table.step != BEFORE_TURN)):
                return NOBODY
        if first <= DRAWING:
            table.step = self.draw
            if first == DRAWING or table.by_hand:
                seat = DRAW.enter(table)
                if seat != NOBODY:
                    return seat
            else:
                draw(table)
            if last == DRAWING or table.asked or table.step != self.draw:
                return NOBODY
        table.step = self.place
        shape = table.shape
        if shape is None or shape.vetoes or not any_in(table.board.rotations(shape)):
            return PLACE.enter(table)
        return table.turn_seat


def next_seat(table: Table, following: int) -> int:
    """Whose turn is next: that of the following seat unless expansions say otherwise.

    Raises ExpansionError where one names no seat.
    """
    for hook in table.hooks.next_seat:
        chosen = hook(table)
        if chosen is None:
            continue
        if chosen not in table.pieces.seats:
            owner: Any = hook
            raise ExpansionError(f"expansion '{owner.__self__.id}' failed in next_seat: {chosen!r} is no seat")
        following = chosen
    return following


def stretches(phases: Sequence[Phase[Any]], offered: bool) -> tuple[Stretch | None, ...]:
    """For each step of a turn the stretch that begins there, None for an expansion's phase; the last step passes on.

    `offered`: expansions offer something else than to deploy.
    """
    steps: list[Phase[Any] | None] = [*phases, None]
    found: list[Stretch | None] = []
    for step, phase in enumerate(steps):
        first = next((stage for stage, core in enumerate(STAGES) if core is phase), None)
        if first is None:
            found.append(None)
            continue
        last = first
        while last < PLACING and steps[(step + last - first + 1) % len(steps)] is STAGES[last + 1]:
            last += 1
        found.append(Stretch(first, last, phases, offered))
    return tuple(found)
