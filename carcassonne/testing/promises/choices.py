"""What can be played: each legal action and nothing else, and each by its text too."""

from collections import Counter
from random import Random

from carcassonne.actions import Action
from carcassonne.errors import CarcassonneError, IllegalAction
from carcassonne.game import Game
from carcassonne.testing.failures import Fault
from carcassonne.testing.near_misses import near_misses
from carcassonne.testing.promises.asking import at_every_position
from carcassonne.testing.trial import Trial, fault_of


def every_legal_action_applies(trial: Trial) -> None:
    """Each listed action is legal by `why_not`, can be played, and leads on."""
    at_every_position(trial, all_apply)


def all_apply(game: Game, rng: Random) -> None:
    """Play each listed action, or some of many, on a copy."""
    listed = list(game.legal_actions)
    if len(set(listed)) < len(listed):
        twice = next(action for action, times in Counter(listed).items() if times > 1)
        raise Fault("every_legal_action_applies", f"{str(twice)!r} is listed twice")
    for action in listed if len(listed) <= 8 else rng.sample(listed, 8):
        reason = game.why_not(action)
        if reason is not None:
            raise Fault("every_legal_action_applies", f"{str(action)!r} is listed, and refused: {reason}")
        try:
            game.copy().play(action)
        except Exception as error:
            said = f"playing the legal {str(action)!r} failed with {type(error).__name__}: {error}"
            raise Fault(fault_of(error, "").promise, said) from error


def nothing_else_applies(trial: Trial) -> None:
    """What is not listed is refused and changes nothing, unless it is another name of a listed action."""
    at_every_position(trial, misses_are_refused)


def misses_are_refused(game: Game, rng: Random) -> None:
    """Offer the game what is nearly legal."""
    if game.turn > 4 and rng.random() < 0.7:
        return
    listed = list(game.legal_actions)
    key = game.key()
    led_to: set[object] | None = None
    for miss in near_misses(game, listed, rng):
        if any(type(miss) is type(action) and repr(miss) == repr(action) for action in listed):
            continue
        try:
            reason = game.why_not(miss)
        except Exception as error:
            said = f"asking why not {miss!r} failed with {type(error).__name__}: {error}"
            raise Fault("nothing_else_applies", said) from error
        if reason is None:
            led_to = {after(game, action) for action in listed} if led_to is None else led_to
            try:
                same = after(game, miss) in led_to
            except CarcassonneError:
                same = False
            if not same:
                raise Fault("nothing_else_applies", f"{miss!r} is not listed, and accepted")
        else:
            try:
                game.play(miss)
            except IllegalAction:
                pass
            else:
                raise Fault("nothing_else_applies", f"{miss!r} is played although: {reason}")
    if game.key() != key:
        raise Fault("nothing_else_applies", "refusing actions has changed the game")


def after(game: Game, action: Action) -> object:
    """The key of the game after an action; the game is left alone."""
    other = game.copy()
    other.play(action)
    return other.key()


def actions_survive_text(trial: Trial) -> None:
    """The text form of each legal action reads back as an equal action."""
    at_every_position(trial, texts_read_back)


def texts_read_back(game: Game, rng: Random) -> None:
    """Write and read the legal actions."""
    texts: dict[str, Action] = {}
    for action in game.legal_actions:
        text = str(action)
        if text in texts:
            raise Fault("actions_survive_text", f"{action!r} and {texts[text]!r} are both written {text!r}")
        texts[text] = action
        try:
            read = game.action(text)
        except Exception as error:
            said = f"{action!r} is written {text!r}, which does not read: {error}"
            raise Fault("actions_survive_text", said) from error
        if read != action or hash(read) != hash(action):
            raise Fault("actions_survive_text", f"{action!r} is written {text!r}, which reads as {read!r}")
