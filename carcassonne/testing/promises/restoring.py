"""A game restored: by taking back an action, by copying it, by saving and loading its states."""

import json
from random import Random

from carcassonne.game import Game
from carcassonne.testing.failures import Fault
from carcassonne.testing.forms import board_form, form, states_form
from carcassonne.testing.promises.asking import at_every_position
from carcassonne.testing.trial import Trial


def undo_is_exact(trial: Trial) -> None:
    """After an action is taken back everything is as it was, and playing it again leads to the same."""
    at_every_position(trial, undo_restores)


def undo_restores(game: Game, rng: Random) -> None:
    """Play and take back."""
    if game.over:
        return
    key, listed, states, events = game.key(), list(game.legal_actions), states_form(game), len(game.events)
    board = board_form(game)
    action = rng.choice(listed)
    first = tuple(game.play(action))
    led_to = game.key()
    taken = game.undo()
    if taken != action:
        raise Fault("undo_is_exact", f"undo took back {str(taken)!r}, the last action was {str(action)!r}")
    if game.key() != key or states_form(game) != states:
        what = changed_states(states, states_form(game)) or "the game"
        raise Fault("undo_is_exact", f"after undoing {str(action)!r} {what} is not as it was")
    if board_form(game) != board:
        said = f"after undoing {str(action)!r} the board is not as it was: hooks change it only by methods of Table"
        raise Fault("undo_is_exact", said)
    if list(game.legal_actions) != listed or len(game.events) != events:
        raise Fault("undo_is_exact", f"after undoing {str(action)!r} the legal actions or events are others")
    second = tuple(game.play(action))
    if game.key() != led_to or second != first:
        raise Fault("undo_is_exact", f"{str(action)!r}, undone and played again, leads elsewhere")
    game.undo()


def changed_states(before: dict[str, object], now: dict[str, object]) -> str:
    """Which states differ, in words."""
    names = [name for name in before if before[name] != now.get(name)]
    return " and ".join(f"the state of '{name}'" for name in names)


def copies_are_independent(trial: Trial) -> None:
    """A copy stands the same; what is done to one does not touch the other; both play on alike."""
    at_every_position(trial, copy_is_independent)


def copy_is_independent(game: Game, rng: Random) -> None:
    """Play on with a copy of a copy, and with the game."""
    key, listed = game.key(), list(game.legal_actions)
    copy = game.copy()
    if copy.key() != key or list(copy.legal_actions) != listed or copy.events != game.events:
        raise Fault("copies_are_independent", "a copy is not equal to the game")
    if game.over:
        return
    action = rng.choice(listed)
    copy.play(action)
    led_to = copy.key()
    if game.key() != key:
        raise Fault("copies_are_independent", f"playing {str(action)!r} on a copy changes the game")
    game.play(action)
    same = game.key() == led_to
    game.undo()
    if not same:
        raise Fault("copies_are_independent", f"{str(action)!r} leads elsewhere in a copy than in the game")
    if copy.key() != led_to:
        raise Fault("copies_are_independent", "undoing in the game changes a copy")


def states_survive_json(trial: Trial) -> None:
    """`save_state` writes JSON from which `load_state` makes a state that plays on alike."""
    at_every_position(trial, states_load)


def states_load(game: Game, rng: Random) -> None:
    """Save and load each state, and play on."""
    other = game.copy()
    for expansion in game.ruleset.expansions:
        if expansion.id not in game.states:
            continue
        try:
            saved = expansion.save_state(game)
            text = json.dumps(saved, allow_nan=False)
            loaded = expansion.load_state(game, json.loads(text))
        except Exception as error:
            said = f"saving and loading the state of '{expansion.id}' failed with {type(error).__name__}: {error}"
            raise Fault("states_survive_json", said) from error
        if form(json.loads(text)) != form(json.loads(json.dumps(expansion.save_state(game)))):
            raise Fault("states_survive_json", f"save_state of '{expansion.id}' writes something else each time")
        other.states = {**other.states, expansion.id: loaded}
    if other.key() != game.key() or list(other.legal_actions) != list(game.legal_actions):
        raise Fault("states_survive_json", "a game with its states saved and loaded is not the same game")
    mirror = game.copy()
    for _ in range(4):
        if other.over:
            break
        action = rng.choice(list(other.legal_actions))
        if action not in mirror.legal_actions:
            raise Fault("states_survive_json", f"{str(action)!r} is legal only after the states were saved and loaded")
        mirror.play(action)
        other.play(action)
        if other.key() != mirror.key():
            what = f"after {str(action)!r} a game whose states were saved and loaded is not the same game"
            raise Fault("states_survive_json", f"{what}: save_state leaves something out")
