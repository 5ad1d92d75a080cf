"""What happens by itself from one decision to the next (docs/rules.md 3.2, docs/turn.md).

The phases of a turn are not entered one by one: they run in *stretches*, from the step after a decision on until a seat
has to decide again. Between the core's phases a stretch visits those that expansions have put there.
"""

from collections.abc import Sequence
from typing import Any, Final, final

from carcassonne.board import NOWHERE
from carcassonne.errors import ExpansionError
from carcassonne.events import TurnEnded
from carcassonne.expansion import Phase
from carcassonne.rows import any_in
from carcassonne.scoring import score_completed
from carcassonne.table import BEFORE_TURN, GAME_OVER, NOBODY, Table
from carcassonne.turn import DEPLOY, DRAW, END, PLACE, SCORE, draw, end_game

DEPLOYING: Final = 0
SCORING: Final = 1
ENDING: Final = 2
PASSING_ON: Final = 3
DRAWING: Final = 4
PLACING: Final = 5
STAGES: Final = (DEPLOY, SCORE, END, None, DRAW, PLACE)
"""The core's phases from one deployment to the next; None for what is no phase, to pass on to the next turn."""

Guests = tuple[tuple[int, Any], ...]
"""Phases of expansions that follow one another, each with its step. What they answer may be of any type."""

GONE_THROUGH: Final = -3
"""In place of a seat: all guests were visited, and the stretch goes on."""


@final
class Turn:
    """The turn of a ruleset, which runs in stretches."""

    __slots__ = (
        "after_deploying",
        "after_drawing",
        "after_ending",
        "after_scoring",
        "deploy",
        "draw",
        "end",
        "offered",
        "place",
        "score",
        "starts",
    )

    def __init__(self, phases: Sequence[Phase[Any]], offered: bool) -> None:
        """`offered`: expansions offer something else than to deploy."""
        self.offered = offered
        steps: list[Phase[Any] | None] = [*phases, None]
        guests: Guests = ()
        stage = PASSING_ON
        starts: list[tuple[Guests, int]] = []
        for step in reversed(range(len(steps))):
            phase = steps[step]
            found = [number for number, core in enumerate(STAGES) if core is phase]
            if found:
                guests, (stage,) = (), found
            elif phase is not None:
                guests = ((step, phase), *guests)
            starts.insert(0, (guests, stage))
        self.starts = tuple(starts)
        """For each step, the last of which passes on: the guests to visit first, and the stage to go on with."""
        self.deploy = phases.index(DEPLOY)
        self.score = phases.index(SCORE)
        self.end = phases.index(END)
        self.draw = phases.index(DRAW)
        self.place = phases.index(PLACE)
        self.after_deploying = starts[self.deploy + 1][0]
        self.after_scoring = starts[self.score + 1][0]
        self.after_ending = starts[self.end + 1][0]
        self.after_drawing = starts[self.draw + 1][0]

    def run(self, table: Table) -> int:
        """Do what entering the phases one after the other does, from `table.step` on; the seat that must decide.

        The step is then that of its phase. NOBODY where a rule of an expansion has asked for a decision or gone back in
        the turn, to go on with that. What `enter` of the core's phases does in most turns is spelled out.
        """
        hooks = table.hooks
        guests, first = self.starts[table.step]
        if guests:
            seat = visit(table, guests)
            if seat != GONE_THROUGH:
                return seat
        if first == DEPLOYING:
            table.step = self.deploy
            seat = table.turn_seat
            if self.offered or table.pieces.by_seat[seat] & ~table.board.standing:
                return seat
            if self.after_deploying:
                seat = visit(table, self.after_deploying)
                if seat != GONE_THROUGH:
                    return seat
        if first <= SCORING:
            if table.board.completed:
                table.step = self.score
                score_completed(table)
                if table.asked or table.step != self.score:
                    return NOBODY
            if self.after_scoring:
                seat = visit(table, self.after_scoring)
                if seat != GONE_THROUGH:
                    return seat
        if first <= ENDING:
            table.step = self.end
            for hook in hooks.turn_ended:
                hook(table)
            if table.listening:
                table.log.extend((TurnEnded, table.turn_seat, table.turn))
            if hooks.turn_ended and (table.asked or table.step != self.end):
                return NOBODY
            if self.after_ending:
                seat = visit(table, self.after_ending)
                if seat != GONE_THROUGH:
                    return seat
        if first <= PASSING_ON:
            table.step = BEFORE_TURN
            if table.top == len(table.stack):
                return end_game(table)
            seat = (table.turn_seat + 1) % len(table.players)
            table.turn_seat = next_seat(table, seat) if hooks.next_seat else seat
            table.turn += 1
            table.deployed = NOWHERE
            table.instead = table.redrawn = False
            if hooks.next_seat and (table.asked or table.step != BEFORE_TURN):
                return NOBODY
        if first <= DRAWING:
            table.step = self.draw
            if first == DRAWING or table.by_hand:
                seat = DRAW.enter(table)
                if seat != NOBODY:
                    return seat
            else:
                draw(table)
            if table.asked or table.step != self.draw:
                return NOBODY
            if self.after_drawing:
                seat = visit(table, self.after_drawing)
                if seat != GONE_THROUGH:
                    return seat
        table.step = self.place
        shape = table.shape
        if shape is None or shape.vetoes or not any_in(table.board.rotations(shape)):
            return PLACE.enter(table)
        return table.turn_seat


def visit(table: Table, guests: Guests) -> int:
    """Enter phases of expansions one after the other; the seat that one of them asks, GONE_THROUGH where none does.

    NOBODY where a rule has asked for a decision or gone back in the turn: a phase that does so and names a seat besides
    has that seat asked first. Raises ExpansionError where a phase names no seat.
    """
    for step, phase in guests:
        table.step = step
        seat = phase.enter(table)
        interrupted = table.asked or table.step != step
        if seat != NOBODY:
            if type(seat) is not int or not (0 <= seat < len(table.players) or (seat == GAME_OVER and table.over)):
                owner = table.ruleset.phase_owner[phase.name]
                raise ExpansionError(f"expansion '{owner}' failed in phase '{phase.name}': {seat!r} is no seat")
            if seat == GAME_OVER or not interrupted:
                return seat
            table.asked = ((phase.name, seat), *table.asked)
        if interrupted:
            return NOBODY
    return GONE_THROUGH


def next_seat(table: Table, following: int) -> int:
    """Whose turn is next: that of the following seat unless expansions say otherwise.

    Raises ExpansionError where one names no seat.
    """
    for hook in table.hooks.next_seat:
        chosen = hook(table)
        if chosen is None:
            continue
        if type(chosen) is not int or chosen not in table.pieces.seats:
            owner: Any = hook
            raise ExpansionError(f"expansion '{owner.__self__.id}' failed in next_seat: {chosen!r} is no seat")
        following = chosen
    return following
