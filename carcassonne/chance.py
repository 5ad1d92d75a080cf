"""Chance: one seed a game, and from it one stream of random numbers for each purpose.

Streams do not depend on each other: what one purpose draws never changes what another gets.
"""

from random import Random, SystemRandom


def stream(seed: int, purpose: str) -> Random:
    """The stream of one purpose; the same on every platform and in every process."""
    return Random(f"{seed}/{purpose}")


def fresh_seed() -> int:
    """A seed nobody knows beforehand, 0 to 2**32 - 1."""
    return SystemRandom().randrange(2**32)
