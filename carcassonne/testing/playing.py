"""How games are played to try them: by chance, by given texts, or by picks, which are a few small numbers."""

import itertools
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from carcassonne.actions import Action, Pass, Place
from carcassonne.game import Game
from carcassonne.testing.setups import Setup

Choose = Callable[[Game, Sequence[Action]], Action | None]
"""Chooses one of the legal actions that are listed, or nothing to stop there."""


def by_chance(rng: Random) -> Callable[[Game, Sequence[Action]], Action]:
    """Play by chance: what expansions offer rather than not, and placements that leave less open rather than more."""

    def choose(game: Game, listed: Sequence[Action]) -> Action:
        kinds: dict[type[Action], list[Action]] = {}
        for action in listed:
            kinds.setdefault(type(action), []).append(action)
        names = [kind for kind in kinds if kind is not Pass or rng.random() < 0.5] or list(kinds)
        actions = kinds[rng.choice(names)]
        if isinstance(actions[0], Place) and rng.random() < 0.6:
            return tightest(game, actions)[0]
        return rng.choice(actions)

    return choose


def scripted(texts: Sequence[str]) -> Choose:
    """Play given actions by their texts, as long as they are legal, then nothing."""
    rest = list(texts)
    rest.reverse()

    def choose(game: Game, listed: Sequence[Action]) -> Action | None:
        text = rest.pop() if rest else None
        return next((action for action in listed if str(action) == text), None)

    return choose


def tightest(game: Game, actions: Sequence[Action]) -> list[Action]:
    """The placements with most neighbours among legal actions; all of the actions in another decision."""
    tiles = game.board.tiles
    ranked = [(neighbours(tiles, action), action) for action in actions]
    most = max(count for count, _ in ranked)
    return [action for count, action in ranked if count == most]


def neighbours(tiles: Container[tuple[int, int]], action: Action) -> int:
    """How many of the 8 cells around a placement are filled; of another action 0."""
    if not isinstance(action, Place):
        return 0
    return sum((action.x + dx, action.y + dy) in tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1))


@dataclass(frozen=True)
class Picks:
    """How a game is played: indices to pick from the legal actions, over and over, modulo how many there are.

    `tight` play picks only among the placements with most neighbours, so that more gets completed.
    """

    indices: tuple[int, ...] = (0,)
    tight: bool = False

    def __iter__(self) -> Iterator[int]:
        return itertools.cycle(self.indices)

    def pick(self, game: Game, index: int) -> Action:
        """One legal action of a game that is not over."""
        if self.tight:
            actions = tightest(game, list(game.legal_actions))
            return actions[index % len(actions)]
        return game.legal_actions[index % len(game.legal_actions)]

    def play(self, game: Game, actions: int) -> Game:
        """Play so many actions, as far as the game lasts; the same game."""
        for index in itertools.islice(self, actions):
            if game.over:
                break
            game.play(self.pick(game, index))
        return game


@dataclass(frozen=True)
class Playthrough:
    """A whole game, to be played by picks. Going through it gives the game after its opening and after each action."""

    setup: Setup = field(default_factory=Setup)
    picks: Picks = field(default_factory=Picks)

    def __iter__(self) -> Iterator[Game]:
        game = self.setup.game()
        yield game
        for index in self.picks:
            if game.over:
                return
            game.play(self.picks.pick(game, index))
            yield game

    @cached_property
    def finished(self) -> Game:
        """The game at its end."""
        *_, game = self
        return game
