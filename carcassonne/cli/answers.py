"""What an answer to a decision means, as it was typed."""

import re

from carcassonne.actions import Action, Draw
from carcassonne.errors import IllegalAction
from carcassonne.game import Game


def understood(game: Game, typed: str) -> Action:
    """The action that an answer stands for: its number, its text form, or that without its first word.

    A tile that was drawn is named, never numbered. Raises IllegalAction where the answer reads as no action; whether
    it is legal is another question.
    """
    if re.fullmatch(r"[0-9]{1,6}", typed) and Draw not in game.deciding.answers:
        listed = game.listed()
        if not 1 <= int(typed) <= len(listed):
            raise IllegalAction(f"there is no choice {typed}: they are 1 to {len(listed)}")
        return listed[int(typed) - 1]
    written = typed.split()[0].lower() in game.ruleset.verbs
    texts = [" ".join(typed.split())] if written else [f"{kind.verb} {typed}" for kind in game.deciding.answers]
    for text in texts:
        for action in game.legal_actions:
            if str(action).casefold() == text.casefold():
                return action
    if not texts:
        raise IllegalAction(f"'{typed}' is no choice")
    faults = []
    for text in texts:
        try:
            return game.action(text)
        except IllegalAction as error:
            faults.append(error)
    raise faults[0]
