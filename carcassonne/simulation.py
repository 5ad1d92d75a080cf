"""Many games between agents, and what they come to.

Each game's seed follows from the run's seed and the game's index alone, so a run has the same results however many
processes share it, and any game of it can be played again by its own seed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, pstdev

from carcassonne.agents import agents, play_out
from carcassonne.events import TurnEnded
from carcassonne.game import Game
from carcassonne.processes import shared

CHUNK = 8
"""How many games a process takes at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What every game of a run has in common."""

    players: int | tuple[str, ...] = 2
    expansions: tuple[str, ...] = ()
    seed: int = 0
    agent: str = "random"


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: points by seat and in all, by cause, and the sums of its events' tallies."""

    seed: int
    turns: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    causes: dict[str, int]
    tallies: dict[str, int]


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What one seat came to; `spread` is the standard deviation of its scores."""

    name: str
    mean: float
    spread: float
    lowest: int
    highest: int
    wins: int
    """Games won alone."""
    shared: int
    """Games won together with others."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one cause paid, all seats together; `share` is its part of all points (a price has a negative one)."""

    points: int
    a_game: float
    share: float


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened."""

    total: int
    a_game: float


@dataclass(frozen=True, slots=True)
class Report:
    """What many games come to."""

    games: int
    turns: float
    """Turns a game."""
    points: float
    """Points a game, all seats together."""
    seats: tuple[SeatReport, ...]
    causes: dict[str, Share]
    """By cause of points, the most fruitful first."""
    tallies: dict[str, Tally]


def game_seed(seed: int, index: int) -> int:
    """The seed of the game with this index (from 0) in a run with this seed."""
    return random.Random(f"{seed}:game:{index}").getrandbits(48)


def play_one(plan: Plan, index: int) -> Played:
    """Play the game with this index (from 0) of a run."""
    seed = game_seed(plan.seed, index)
    game = Game(plan.players, expansions=plan.expansions, seed=seed)
    turns = 0
    tallies: Counter[str] = Counter()
    for event in play_out(game, agents(plan.agent, seed, len(game.players))):
        turns += isinstance(event, TurnEnded)
        if tally := event.tally():
            label, amount = tally
            tallies[label] += amount
    causes: Counter[str] = Counter()
    for seat in game.breakdown():
        causes.update(seat)
    return Played(seed, turns, game.scores, game.winners, dict(causes), dict(tallies))


def simulate(plan: Plan, games: int, jobs: int = 1) -> Iterator[Played]:
    """Play games 0 to `games` - 1 of a run on `jobs` processes; gives them in order, the same for any `jobs`."""
    return shared(partial(play_one, plan), range(games), jobs, CHUNK)


def report(names: Sequence[str], played: Iterable[Played]) -> Report:
    """The statistics of at least one game; `names` are the players by seat."""
    played = tuple(played)
    games = len(played)
    causes: Counter[str] = Counter()
    tallies: Counter[str] = Counter()
    for game in played:
        causes.update(game.causes)
        tallies.update(game.tallies)
    points = sum(causes.values())
    return Report(
        games=games,
        turns=fmean(game.turns for game in played),
        points=points / games,
        seats=tuple(_seat(seat, name, played) for seat, name in enumerate(names)),
        causes={
            cause: Share(paid, paid / games, paid / points if points else 0.0)
            for cause, paid in sorted(causes.items(), key=lambda item: (-item[1], item[0]))
        },
        tallies={label: Tally(total, total / games) for label, total in sorted(tallies.items())},
    )


def _seat(seat: int, name: str, played: Sequence[Played]) -> SeatReport:
    scores = [game.scores[seat] for game in played]
    won = [game.winners for game in played if seat in game.winners]
    return SeatReport(
        name=name,
        mean=fmean(scores),
        spread=pstdev(scores),
        lowest=min(scores),
        highest=max(scores),
        wins=sum(len(winners) == 1 for winners in won),
        shared=sum(len(winners) > 1 for winners in won),
    )
