"""The same game again: from its seed, from its stack and actions, in another process."""

import os
import random
import subprocess
import sys
from itertools import zip_longest
from random import Random
from typing import Final

from carcassonne.errors import IllegalAction
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.testing.failures import Breach, BrokenPromise, Fault
from carcassonne.testing.promises.asking import at_every_position, broken
from carcassonne.testing.setups import Setup
from carcassonne.testing.trial import Trial, everywhere_in

HASH_SEEDS: Final = ("0", "1", "4242")
REPLAYED_AFTER: Final = (0, 1, 2, 3, 5, 8, 13, 34, 89)
"""After so many actions a game is played again."""


def the_seed_fixes_the_game(trial: Trial) -> None:
    """The same seed and actions give the same game, and the process-wide generator is left alone."""
    promise = "the_seed_fixes_the_game"
    for setup in trial.setups():
        state = random.getstate()
        one, other = setup.game(), setup.game()
        if one.key() != other.key():
            raise BrokenPromise(
                trial.expansion.id, [Breach(promise, "two games of one seed differ", "the opening", setup.code([]))]
            )

        def alike(game: Game, rng: Random) -> None:
            if random.getstate() != state:  # noqa: B023
                raise Fault(promise, "the process-wide random generator is used: take the `rng` that prepare is given")

        played = everywhere_in(setup, trial, alike)
        assert played is not None
        for action in played.actions:
            if action not in other.legal_actions:
                said = f"{str(action)!r} is legal in only one of two games of one seed"
                raise BrokenPromise(trial.expansion.id, [Breach(promise, said, "", setup.code([]))])
            other.play(action)
        if other.key() != played.key() or other.events != played.events:
            said = "two games of one seed differ after the same actions"
            code = setup.code([str(action) for action in played.actions])
            raise BrokenPromise(trial.expansion.id, [Breach(promise, said, "", code)])


def replays_are_identical(trial: Trial) -> None:
    """A game, played again from its stack and the texts of its actions, is the same game."""
    at_every_position(trial, replay_is_identical)


def replay_is_identical(game: Game, rng: Random) -> None:
    """Play the game again, at its end and now and then before."""
    if not game.over and len(game.actions) not in REPLAYED_AFTER:
        return
    again = Setup.of(game).with_stack(game.stack).game()
    for number, action in enumerate(game.actions, start=1):
        try:
            again.play(again.action(str(action)))
        except IllegalAction as error:
            said = f"action {number}, {str(action)!r}, cannot be played again with the same stack: {error}"
            raise Fault("replays_are_identical", said) from error
    if again.key() != game.key() or again.events != game.events:
        raise Fault("replays_are_identical", "the same actions with the same stack come to another game")


def games_are_the_same_under_every_hash_seed(trial: Trial) -> None:
    """Processes with different PYTHONHASHSEED play the same games. Needs a class that can be imported by name."""
    name = reference(trial.expansion)
    if name is None:
        return
    command = [sys.executable, "-m", "carcassonne.testing.fingerprint", name, str(trial.seed)]
    runs = {
        hash_seed: subprocess.Popen(
            command,
            env=fingerprint_environment(hash_seed),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for hash_seed in HASH_SEEDS
    }
    seen: list[list[str]] = []
    for run in runs.values():
        told, faults = run.communicate()
        failed = faults.strip().splitlines()[-1:] if run.returncode else []
        if failed and not told:
            raise broken(trial, "games_are_the_same_under_every_hash_seed", f"no game begins: {failed[0]}")
        seen.append([*told.splitlines(), *failed])
    for step, rows in enumerate(zip_longest(*seen)):
        if len(set(rows)) > 1:
            said = f"games differ by PYTHONHASHSEED from step {step} on:\n    " + "\n    ".join(map(str, rows))
            raise broken(trial, "games_are_the_same_under_every_hash_seed", f"{said}\n  Sort what comes out of a set.")


def fingerprint_environment(hash_seed: str) -> dict[str, str]:
    """The environment of a process that plays the same games."""
    return {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def reference(expansion: Expansion) -> str | None:
    """How another process finds the expansion's class, `module:Class`; None where it cannot."""
    kind = type(expansion)
    if "<" in kind.__qualname__ or kind.__module__ == "__main__" or vars_of(expansion):
        return None
    return f"{kind.__module__}:{kind.__qualname__}"


def vars_of(expansion: Expansion) -> bool:
    """Whether the object holds something of its own, so that its class alone does not tell all."""
    return bool(getattr(expansion, "__dict__", {}))
