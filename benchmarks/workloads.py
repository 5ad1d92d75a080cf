"""What is done over and over to be measured: random games, playouts, copies, actions played and taken back.

Times are seconds of processor time of this process. No seed comes twice in a run.
"""

import random
from collections.abc import Callable
from typing import Final

import checkout  # noqa: F401
from rounds import Run, spent

from carcassonne import Game

ALL_OURS: Final = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")
RULES: Final = {"base": (), "peasant_revolts": ("peasant_revolts",), "all five": ALL_OURS}
"""The expansions of the rules that are measured, by the name the tables have for them."""
MID_GAME: Final = 40
"""Turns after which a game of one set counts as half-way."""


def play(game: Game, rnd: Callable[[], float]) -> None:
    """Play a game to its end, each decision a uniformly random one of its legal actions."""
    while not game.over:
        actions = list(game.legal_actions)
        game.play(actions[int(rnd() * len(actions))])


def random_game(expansions: tuple[str, ...] = (), players: int = 2) -> Callable[[int], object]:
    """What plays a whole random game of a seed, its setting up included."""
    return lambda seed: play(Game(players, expansions=expansions, seed=seed), random.Random(seed).random)


def playout(expansions: tuple[str, ...] = ()) -> Callable[[int], object]:
    """What plays a whole random two-player game of a seed by `playout`, its setting up included."""
    return lambda seed: Game(2, expansions=expansions, seed=seed).playout(random.Random(seed))


def half_way(seed: int, expansions: tuple[str, ...] = ()) -> Game:
    """A random two-player game after MID_GAME turns."""
    game, rng = Game(2, expansions=expansions, seed=seed), random.Random(seed)
    while game.turn <= MID_GAME:
        game.play(rng.choice(list(game.legal_actions)))
    return game


def at_its_end(seed: int) -> Game:
    """A random two-player game that is over."""
    game = Game(2, seed=seed)
    play(game, random.Random(seed).random)
    return game


def seconds_a_game(games: int, one: Callable[[int], object]) -> Run:
    """The seconds that a game takes; `one(seed)` plays it, and each round plays so many."""

    def run(number: int) -> float:
        return spent(lambda: [one(seed) for seed in range(number * games, (number + 1) * games)]) / games

    return run


def seconds_a_turn(games: int, sets: int = 1, expansions: tuple[str, ...] = ()) -> Run:
    """The seconds that a turn takes in random two-player games with so many base sets, without their setting up."""

    def run(number: int) -> float:
        turns, seconds = 0, 0.0
        for seed in range(number * games, (number + 1) * games):
            game, rnd = Game(2, expansions=expansions, seed=seed, settings={"sets": sets}), random.Random(seed).random
            seconds += spent(lambda game=game, rnd=rnd: play(game, rnd))  # type: ignore[misc]
            turns += game.turn
        return seconds / turns

    return run


def seconds_a_call(times: int, thing: Callable[[], object]) -> Run:
    """The seconds that one call takes; each round makes so many."""

    def calls() -> None:
        for _ in range(times):
            thing()

    return lambda _: spent(calls) / times
