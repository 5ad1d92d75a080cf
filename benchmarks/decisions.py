"""Each kind of decision by itself: what it takes to list its legal actions, to play one, and to take it back.

A kind is measured over decisions that came up in random games, each held as a copy of the game with its actions listed.
An action leads to the next decision, so that to play it may include listing what is deployed or protected then.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rounds import Measure, Run, microseconds, ratio, spent
from workloads import ALL_OURS

from carcassonne import Game
from carcassonne.actions import Action

ENOUGH: Final = 60
"""How many decisions of a kind are measured."""
COLUMNS: Final = ("list", "play", "undo", "play and undo", "copy")
"""What is measured of each kind."""


@dataclass(frozen=True)
class Kind:
    """A decision in games with these expansions; with a verb only where such an action is offered, which is played."""

    decision: str
    expansions: tuple[str, ...] = ()
    verb: str = ""
    by_hand: bool = False

    @property
    def name(self) -> str:
        """What tables call it."""
        rules = "all five" if self.expansions == ALL_OURS else ", ".join(self.expansions) or "base"
        return f"{rules}{' by hand' if self.by_hand else ''}: {self.verb or self.decision}"


KINDS: Final = (
    Kind("place"),
    Kind("deploy"),
    Kind("draw", by_hand=True),
    Kind("protect", ("peasant_revolts",)),
    Kind("deploy", ("abbot",), verb="recall"),
    Kind("place", ALL_OURS),
    Kind("deploy", ALL_OURS),
    Kind("protect", ALL_OURS),
)
"""The decisions of the base game, of games drawn by hand, and those that expansions bring."""

Met = list[tuple[Game, Action]]
"""Decisions as they came up, each with the action that is played."""


def decisions(kind: Kind) -> Iterator[tuple[Game, Action]]:
    """The decisions of a kind in random two-player games, endlessly."""
    rng = random.Random(1)
    while True:
        game = Game(2, expansions=kind.expansions, seed=rng.getrandbits(32), by_hand=kind.by_hand)
        while not game.over:
            action = rng.choice(list(game.legal_actions))
            if game.decision == kind.decision:
                offered = [other for other in game.legal_actions if other.verb == kind.verb] if kind.verb else [action]
                if offered:
                    yield game.copy(), offered[0]
            game.play(action)


def met(kind: Kind, number: int = ENOUGH) -> Met:
    """So many decisions of a kind from whole games."""
    found = decisions(kind)
    return [next(found) for _ in range(number)]


def copies(decisions: Met) -> Met:
    """The same in copies of the games."""
    return [(game.copy(), action) for game, action in decisions]


def played(decisions: Met) -> Met:
    """The same with the action played, in copies of the games."""
    games = copies(decisions)
    for game, action in games:
        game.play(action)
    return games


def undone(decisions: Met) -> Met:
    """The same with the action played and taken back, in copies of the games."""
    games = played(decisions)
    for game, _ in games:
        game.undo()
    return games


def listing(decisions: Met) -> Run:
    """The seconds it takes to list the legal actions where they are not known yet: after an undo."""

    def run(number: int) -> float:
        games = undone(decisions)
        return spent(lambda: [list(game.legal_actions) for game, _ in games]) / len(games)

    return run


def playing(decisions: Met) -> Run:
    """The seconds it takes to play a listed action."""

    def run(number: int) -> float:
        games = copies(decisions)
        return spent(lambda: [game.play(action) for game, action in games]) / len(games)

    return run


def undoing(decisions: Met) -> Run:
    """The seconds it takes to take an action back."""

    def run(number: int) -> float:
        games = played(decisions)
        return spent(lambda: [game.undo() for game, _ in games]) / len(games)

    return run


def there_and_back(decisions: Met) -> Run:
    """The seconds it takes to play an action and take it back, again and again as a search does."""

    def both() -> None:
        for game, action in decisions:
            game.play(action)
            game.undo()

    return lambda _: spent(both) / len(decisions)


def copying(decisions: Met) -> Run:
    """The seconds it takes to copy a game that stands at such a decision."""

    def copy() -> None:
        for game, _ in decisions:
            game.copy()

    return lambda _: spent(copy) / len(decisions)


RUNS: Final[tuple[Callable[[Met], Run], ...]] = (listing, playing, undoing, there_and_back, copying)
"""What takes the measures of COLUMNS."""


def measures(kind: Kind) -> list[Measure]:
    """The measures of a kind, in the order of COLUMNS."""
    found = met(kind)
    return [
        Measure(f"{kind.name}: {column}", microseconds(run(copies(found))), "us")
        for column, run in zip(COLUMNS, RUNS, strict=True)
    ]


def rows(measured: dict[Kind, list[Measure]]) -> list[list[str]]:
    """The table of all kinds: microseconds, and what to play and undo an action takes against a copy."""
    head = ["decision (us)", *COLUMNS, "play and undo to copy"]
    return [head] + [
        [kind.name, *(f"{one.median:,.1f}" for one in row), f"{ratio(row[-2], row[-1]):.2f}"]
        for kind, row in measured.items()
    ]
