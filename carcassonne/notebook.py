"""Games, boards and tiles show themselves as pictures in notebooks.

Who draws is looked up by name when a picture is asked for: nothing here needs pictures, nor costs anything before.
"""

from importlib import import_module


def picture(thing: object) -> str:
    """A game, a board or a tile as SVG."""
    drawn: str = import_module("carcassonne.render.svg").of(thing)
    return drawn
