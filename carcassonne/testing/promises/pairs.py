"""An expansion together with each other one, looked at in every way at once."""

from random import Random
from typing import Final

from carcassonne.errors import CarcassonneError
from carcassonne.game import Game
from carcassonne.testing.failures import BrokenPromise
from carcassonne.testing.promises.accounts import events_are_told, pieces_add_up, scores_add_up
from carcassonne.testing.promises.asking import broken
from carcassonne.testing.promises.choices import all_apply, misses_are_refused, texts_read_back
from carcassonne.testing.promises.hooks import state_is_copied
from carcassonne.testing.promises.restoring import copy_is_independent, states_load, undo_restores
from carcassonne.testing.setups import Setup, any_settings, with_required
from carcassonne.testing.trial import Check, Trial, everywhere_in

IN_PAIRS: Final = 2
"""Games with each partner."""


def pairs_are_sound(trial: Trial) -> None:
    """With every partner, named in either order, it makes one game in which the other promises hold."""
    for partner in trial.companions():
        chosen = with_required((trial.expansion, partner))
        head = f"with '{partner.id}': "
        try:
            one = Setup(chosen, 3, trial.seed).game()
            other = Setup(chosen[::-1], 3, trial.seed).game()
        except CarcassonneError as error:
            raise broken(trial, "pairs_are_sound", f"{head}{type(error).__name__}: {error}") from error
        if one.key() != other.key():
            raise broken(trial, "pairs_are_sound", f"{head}the order of naming makes a difference")
        for number in range(IN_PAIRS):
            rng = Random(f"{trial.seed}/{partner.id}/{number}")
            settings = any_settings(chosen, rng) if number else {}
            setup = Setup(chosen, rng.randint(2, 5), trial.seed + number, settings)
            try:
                everywhere_in(setup, trial, all_together, named="pairs_are_sound")
            except BrokenPromise as found:
                breaches = [breach._replace(what=head + breach.what) for breach in found.breaches]
                raise BrokenPromise(trial.expansion.id, breaches) from found


def all_together(game: Game, rng: Random) -> None:
    """The checks of a position, a few at a time."""
    pieces_add_up(game, rng)
    scores_add_up(game, rng)
    for check in rng.sample(AT_A_POSITION, 2):
        check(game, rng)


AT_A_POSITION: Final[tuple[Check, ...]] = (
    all_apply,
    misses_are_refused,
    undo_restores,
    copy_is_independent,
    state_is_copied,
    states_load,
    texts_read_back,
    events_are_told,
)
