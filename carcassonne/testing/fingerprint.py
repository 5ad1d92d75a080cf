"""What games come to, as lines of text: run as `python -m carcassonne.testing.fingerprint module:Class SEED`.

Two processes that differ in nothing but the hash seed must write the same.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random

from carcassonne.expansion import Expansion
from carcassonne.testing.playing import by_chance
from carcassonne.testing.setups import Setup, with_required

GAMES = 2


def fingerprint(expansion: Expansion, seed: int) -> Iterator[str]:
    """A line for each position of some games: where it stands, and all legal actions."""
    for number in range(GAMES):
        game = Setup(with_required((expansion,)), 2 + number, seed + number).game()
        choose = by_chance(Random(f"{seed}/fingerprint/{number}"))
        while not game.over:
            listed = list(game.legal_actions)
            yield f"{game.turn} {game.decision} {game.scores} {game.tile} {'; '.join(map(str, listed))}"
            yield from map(repr, game.play(choose(game, listed)))
        yield repr(game.key())


def find(reference: str) -> Expansion:
    """The expansion of a class named as `module:Class`."""
    module, _, name = reference.partition(":")
    found: object = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    assert isinstance(found, type)
    assert issubclass(found, Expansion)
    return found()


if __name__ == "__main__":
    for line in fingerprint(find(sys.argv[1]), int(sys.argv[2])):
        print(line)
