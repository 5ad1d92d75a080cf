"""Chance: one seed a game, and from it one stream of random numbers for each purpose.

Streams do not depend on each other: what one purpose draws never changes what another gets.
"""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any, final

from carcassonne.errors import IllegalAction


def stream(seed: int, purpose: str) -> Random:
    """The stream of one purpose; the same on every platform and in every process."""
    return Random(f"{seed}/{purpose}")


def shuffle(items: list[str], rng: Random) -> None:
    """Put items into an order by chance, as `Random` itself shuffles: spelled out, it is faster."""
    draw = rng.getrandbits
    for last in range(len(items) - 1, 0, -1):
        bits = (last + 1).bit_length()
        chosen = draw(bits)
        while chosen > last:
            chosen = draw(bits)
        items[last], items[chosen] = items[chosen], items[last]


def fresh_seed() -> int:
    """A seed nobody knows beforehand, 0 to 2**32 - 1."""
    return SystemRandom().randrange(2**32)


@final
class Chooser:
    """How the choices of a playout are made: by a policy, or else by chance."""

    __slots__ = ("_game", "_policy", "_random")

    def __init__(self, game: object, rng: Random, policy: Callable[[Any, int], Any] | None) -> None:
        self._game = game
        self._policy = policy
        self._random = rng.random

    def choose(self, number: int) -> int:
        """The index of one of so many things. Raises IllegalAction where the policy names none of them."""
        if self._policy is None:
            return int(self._random() * number)
        index = self._policy(self._game, number)
        if type(index) is not int or not 0 <= index < number:
            raise IllegalAction(f"the policy chose {index!r} of {number} legal actions, whose indices are from 0")
        return index
