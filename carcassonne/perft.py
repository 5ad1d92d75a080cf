"""Perft: in how many ways a game can go on, counted to a depth of turns.

Two programs that play by the same rules come to the same numbers; where they do not, `divide` tells after which choice,
and so on down to the position in which they differ.
"""

from typing import Final

from carcassonne.actions import Action
from carcassonne.errors import SettingsError
from carcassonne.game import Game
from carcassonne.ruleset import Ruleset
from carcassonne.turn import DeployPhase, EndPhase, ScorePhase

CLOSING: Final = (ScorePhase.name, EndPhase.name)
"""The phases that follow the deployment where no expansion brings one of its own."""
MAY_ASK: Final = (
    "piece_deployed",
    "piece_moved",
    "piece_returned",
    "feature_completed",
    "feature_scored",
    "turn_ended",
)
"""Hooks that run between the deployment decision and the end of the turn, and might bring another decision."""


def perft(game: Game, depth: int) -> int:
    """The number of sequences of choices that lead through `depth` more turns; 1 for a depth of 0.

    The turn that is going on is the first of them, from the present decision on. A turn is gone through once the next
    one has begun or the game is over; what is drawn then belongs to the next. Every answer to every decision counts
    apart: each placement (a tile's orientations that look alike are one), passing, each deployment, and whatever
    expansions ask or offer; in a game drawn by hand each tile that may come, too. A decision that leaves no choice but
    passing is not asked, and adds nothing. A game that is over before the last of the turns begins counts nothing.

    The game is left as it is. Raises SettingsError where `depth` is no whole number from 0.
    """
    if type(depth) is not int or depth < 0:
        raise SettingsError(f"a depth is a number of turns, 0 or more, not {depth!r}")
    return _count(_silent(game), depth, _deploying_ends_turns(game.ruleset)) if depth else 1


def divide(game: Game, depth: int) -> dict[Action, int]:
    """For each legal action, in their order, how many of the sequences that `perft` counts begin with it.

    They add up to `perft(game, depth)`. The game is left as it is; there is nothing to divide in one that is over.
    Raises SettingsError where `depth` is no whole number from 1.
    """
    if type(depth) is not int or depth < 1:
        raise SettingsError(f"a depth to divide is a number of turns, 1 or more, not {depth!r}")
    other, bulk = _silent(game), _deploying_ends_turns(game.ruleset)
    return {action: _count_after(other, action, depth, bulk) for action in other.listed()}


def _silent(game: Game) -> Game:
    """A copy that tells no events."""
    other = game.copy()
    other.forget()
    other.listening = False
    return other


def _count(game: Game, depth: int, bulk: bool) -> int:
    """Perft to a depth of 1 or more; with `bulk` the last deployments are counted, not played."""
    actions = game.listed()
    if bulk and depth == 1 and game.deciding.name == DeployPhase.name and not game.over:
        return len(actions)
    return sum([_count_after(game, action, depth, bulk) for action in actions])


def _count_after(game: Game, action: Action, depth: int, bulk: bool) -> int:
    """How many of the sequences begin with a legal action."""
    turn = game.turn
    game.play_unchecked(action)
    if game.turn != turn or game.over:
        depth -= 1
    count = _count(game, depth, bulk) if depth else 1
    game.undo()
    return count


def _deploying_ends_turns(rules: Ruleset) -> bool:
    """Whether every answer to the deployment decision ends the turn, so that to count them none need be played."""
    after = tuple(phase.name for phase in rules.phases[rules.step_of[DeployPhase.name] + 1 :])
    asks = DeployPhase.name in rules.offers or any(getattr(rules.hooks, hook) for hook in MAY_ASK)
    return after == CLOSING and not asks
