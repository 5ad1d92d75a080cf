"""What hooks do, watched while games are played."""

from random import Random

from carcassonne.game import Game
from carcassonne.testing.failures import Fault
from carcassonne.testing.forms import form, states_form
from carcassonne.testing.promises.asking import at_every_position, nothing, watched
from carcassonne.testing.trial import Trial


def games_end(trial: Trial) -> None:
    """Every game is over after a bounded number of actions, and every action after a bounded number of steps."""
    watched(trial)


def hooks_do_not_fail(trial: Trial) -> None:
    """No hook raises anything while legal actions are listed and played."""
    at_every_position(trial, nothing)


def hooks_answer_in_kind(trial: Trial) -> None:
    """Every hook answers what its kind says: a veto None or a reason, a score Adjustments, a notice nothing."""
    watched(trial)


def pure_hooks_change_nothing(trial: Trial) -> None:
    """Vetoes, collects, scores and queries, of phases too, leave the table and every state as they were."""
    watched(trial)


def pure_hooks_answer_the_same_twice(trial: Trial) -> None:
    """Asked twice at one position, they answer the same."""
    watched(trial)


def states_change_by_copy(trial: Trial) -> None:
    """A state is changed only through `table.change_state`, and its copy shares nothing that changes."""
    watched(trial)
    at_every_position(trial, state_is_copied)


def state_is_copied(game: Game, rng: Random) -> None:
    """Playing on leaves the states that were there as they were."""
    before = dict(game.states)
    forms = states_form(game)
    for action in rng.sample(list(game.legal_actions), min(2, len(game.legal_actions))):
        other = game.copy()
        other.play(action)
        for name, state in before.items():
            if form(state) != forms[name]:
                what = f"playing {str(action)!r} on a copy changes the state of '{name}' in the original too"
                raise Fault("states_change_by_copy", f"{what}: its copy() must share nothing that changes")
    game.provisional_scores()
    for name, state in before.items():
        if form(state) != forms[name]:
            raise Fault("states_change_by_copy", f"the final scoring changes the state of '{name}' in place")
