"""Players that choose by themselves. An agent sees the game and returns one of its legal actions.

An agent has its own random generator, so that two games with the same seed and the same agents are the same game
whatever else a program does.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from carcassonne.actions import Action
from carcassonne.errors import SettingsError
from carcassonne.events import Event
from carcassonne.game import Game


class Agent(Protocol):
    """Whoever decides for a seat."""

    def choose(self, game: Game) -> Action:
        """One of `game.legal_actions`; the game is left as it is."""
        ...


class RandomAgent:
    """Picks each legal action with the same chance. `seed` is any text; the same text makes the same choices."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game) -> Action:
        return self._random.choice(list(game.legal_actions))


AGENTS: Final[Mapping[str, Callable[[str], Agent]]] = {"random": RandomAgent}
"""What makes an agent from the text that seeds it, by the agent's name."""


def agents(name: str, seed: int, seats: int) -> tuple[Agent, ...]:
    """One agent of the named kind for each seat, each seeded by the game's seed and its seat.

    Raises SettingsError, listing the known names, where there is no such agent.
    """
    try:
        make = AGENTS[name]
    except KeyError:
        raise SettingsError(f"there is no agent '{name}'; known: {', '.join(sorted(AGENTS))}") from None
    return tuple(make(f"{seed}:agent:{seat}") for seat in range(seats))


def play_out(game: Game, players: Sequence[Agent]) -> Iterator[Event]:
    """Let the agents (by seat) play the game to its end; yields every event, those before the first action included."""
    yield from game.events
    while not game.over:
        yield from game.play(players[game.seat].choose(game))
