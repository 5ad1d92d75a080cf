"""How a promise is asked for: outside any game, of hooks under watch, or at every position of games."""

from random import Random

from carcassonne.game import Game
from carcassonne.testing.failures import Breach, BrokenPromise
from carcassonne.testing.trial import Check, Trial, everywhere


def broken(trial: Trial, promise: str, what: str) -> BrokenPromise:
    """A promise broken outside any game."""
    return BrokenPromise(trial.expansion.id, [Breach(promise, what)])


def nothing(game: Game, rng: Random) -> None:
    """Check nothing but what playing shows."""


def listening(game: Game, rng: Random) -> None:
    """Ask a position all that pure hooks answer, and take back one action."""
    listed = list(game.legal_actions)
    _ = (
        game.meeples,
        game.provisional_scores(),
        game.key(),
        [game.seen_ahead(seat) for seat in range(len(game.players))],
    )
    for action in rng.sample(listed, min(2, len(listed))):
        game.why_not(action)


def watched(trial: Trial) -> None:
    """One walk under watch for all that a watch sees."""
    everywhere(trial, listening, watched=True)


def at_every_position(trial: Trial, check: Check) -> None:
    """Check every position; that games do not end is told before, lest this does not end either."""
    try:
        watched(trial)
    except BrokenPromise as found:
        if "games_end" in found.promises:
            raise
    everywhere(trial, check)
