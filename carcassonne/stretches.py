"""What happens by itself from one decision to the next (docs/rules.md 3.2, docs/turn.md).

Phases of the core that follow one another run as one *stretch*: from the first of them on, until a seat has to decide
or a phase that an expansion has put into the turn comes next.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from carcassonne.board import NOWHERE
from carcassonne.errors import ExpansionError
from carcassonne.events import TileDrawn, TileSetAside, TurnEnded
from carcassonne.expansion import Phase
from carcassonne.rows import any_in
from carcassonne.scoring import score_completed
from carcassonne.table import BEFORE_TURN, NOBODY, Table
from carcassonne.turn import DeployPhase, DrawPhase, EndPhase, PlacePhase, ScorePhase, end_game

DEPLOY: Final = 0
SCORE: Final = 1
END: Final = 2
PASS_ON: Final = 3
DRAW: Final = 4
PLACE: Final = 5
STAGES: Final = (DeployPhase.name, ScorePhase.name, EndPhase.name, None, DrawPhase.name, PlacePhase.name)
"""The core's phases from one deployment to the next, by name; passing on to the next turn, which is none, as None."""


@final
class Stretch:
    """The phases of the core from one to another, both numbers in `STAGES`, with nothing between them."""

    __slots__ = ("draw", "drawn_by_hand", "end", "first", "last", "offered", "place", "score")

    def __init__(
        self,
        first: int,
        last: int,
        step_of: Mapping[str, int],
        *,
        offered: bool = False,
        drawn_by_hand: bool = False,
    ) -> None:
        """`step_of` tells where in the turn each phase stands.

        `offered`: there is more to do than to deploy. `drawn_by_hand`: it has been said which tile is drawn.
        """
        self.first = first
        self.last = last
        self.offered = offered
        self.drawn_by_hand = drawn_by_hand
        self.score = step_of[ScorePhase.name]
        self.end = step_of[EndPhase.name]
        self.draw = step_of[DrawPhase.name]
        self.place = step_of[PlacePhase.name]

    def run(self, table: Table) -> int:
        """Do all that happens by itself; the seat that must decide then, NOBODY to go on with what comes next.

        `table.step` is then that of the phase that was come to. The stretch ends early where a rule of an expansion
        asks for a decision or goes back in the turn.
        """
        first, last, hooks = self.first, self.last, table.hooks
        if first == DEPLOY:
            seat = table.turn_seat
            if self.offered or table.pieces.by_seat[seat] & ~table.board.standing:
                return seat
            if last == DEPLOY:
                return NOBODY
        if first <= SCORE and (table.board.completed or last == SCORE):
            table.step = self.score
            score_completed(table)
            if last == SCORE or table.asked or table.step != self.score:
                return NOBODY
        if first <= END:
            if hooks.turn_ended or last == END:
                table.step = self.end
                for hook in hooks.turn_ended:
                    hook(table)
            if table.listening:
                table.log += (TurnEnded, table.turn_seat, table.turn)
            if last == END or (hooks.turn_ended and (table.asked or table.step != self.end)):
                return NOBODY
        if first <= PASS_ON:
            table.step = BEFORE_TURN
            if table.top == len(table.stack):
                return end_game(table)
            seat = next_seat(table) if hooks.next_seat else (table.turn_seat + 1) % len(table.players)
            table.turn_seat = seat
            table.turn += 1
            table.deployed = NOWHERE
            table.instead = table.redrawn = False
            if hooks.next_seat and (table.asked or table.step != BEFORE_TURN):
                return NOBODY
        if first <= DRAW:
            table.step = self.draw
            if table.by_hand or first == DRAW:
                if table.top == len(table.stack):
                    return end_game(table)
                if table.by_hand and not self.drawn_by_hand:
                    return table.turn_seat
            tile = table.stack[table.top]
            table.top += 1
            table.shape = shape = table.ruleset.shapes[tile]
            if table.listening:
                table.log += (TileDrawn, table.turn_seat, tile)
            for hook in shape.drawn:
                hook(table)
            if last == DRAW or (shape.drawn and (table.asked or table.step != self.draw)):
                return NOBODY
        table.step = self.place
        in_hand = table.shape
        if in_hand is None:
            return NOBODY
        fits = table.may_place_somewhere() if in_hand.vetoes else any_in(table.board.rotations(in_hand))
        if fits:
            return table.turn_seat
        table.tell(TileSetAside(table.turn_seat, in_hand.id))
        table.set_aside = (*table.set_aside, in_hand.id)
        table.shape = None
        table.redrawn = True
        table.step = self.draw - 1
        return NOBODY


def next_seat(table: Table) -> int:
    """Whose turn is next, where expansions have a say in it. Raises ExpansionError where one names no seat."""
    following = (table.turn_seat + 1) % len(table.players)
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
    """For each step of a turn the stretch that begins there, None for an expansion's phase; the last step passes on."""
    names: list[str | None] = [*(phase.name for phase in phases), None]
    step_of = {phase.name: step for step, phase in enumerate(phases)}
    found: list[Stretch | None] = []
    for step, name in enumerate(names):
        if name not in STAGES:
            found.append(None)
            continue
        first = last = STAGES.index(name)
        while last < PLACE and names[(step + last - first + 1) % len(names)] == STAGES[last + 1]:
            last += 1
        found.append(Stretch(first, last, step_of, offered=offered))
    return tuple(found)
