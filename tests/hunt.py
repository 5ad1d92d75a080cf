#!/usr/bin/env python3
"""Hunt for disagreements between the engine and the slow referee of oracle.py.

    python tests/hunt.py --games 100000 --jobs 2

Games are numbered from --first on, and a number gives everything: no expansion, one, some or all, 2 to 6 players,
settings, now and then two base sets or a stack of few kinds, and play by chance, tight or greedy. The referee follows
every turn of every game (see match.py), and watches one game in 47 closely, with all that may be chosen and every few
turns the whole position. A game that disagrees is played again with everything compared every turn, and told as Python
that leads to the first difference. Exit code 1 if any did.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from match import Disagreement, Match, some_policy, some_rules

from carcassonne.processes import shared

CLOSELY = 47
"""One game in so many is watched closely."""
EVERY = 20
"""Every so many turns of it the whole position is compared."""
CHUNK = 20
"""How many games a process takes at a time."""


@dataclass(frozen=True)
class Outcome:
    """One game: what it was played with, how many actions, and the disagreement if there was one."""

    number: int
    rules: str
    actions: int
    what: str = ""
    """What the two disagree about; nothing where they agree."""
    code: str = ""
    """Python that leads there."""

    def __str__(self) -> str:
        lines = [f"game {self.number} ({self.rules}): {self.what}", *(f"    {line}" for line in self.code.splitlines())]
        return "\n".join(lines)


def hunt_one(number: int) -> Outcome:
    """Play the game of a number; where it disagrees, once more to find the first difference."""
    outcome = played(number, EVERY, closely=number % CLOSELY == 0)
    if not outcome.what:
        return outcome
    first = played(number, 1)
    return first if first.what else outcome


def played(number: int, compare_every: int, *, closely: bool = True) -> Outcome:
    """Play the game of a number. A failure of whatever kind is a disagreement too."""
    match = Match(some_rules(number), some_policy(number), compare_every, closely=closely)
    names = ", ".join(expansion.id for expansion in match.setup.expansions) or "base"
    rules = f"{names}; {len(match.game.players)} players; {match.policy.__name__}"
    try:
        match.play()
    except Exception as error:
        what = str(error) if isinstance(error, Disagreement) else f"it fails with {error!r}"
        actions = [str(action) for action in match.game.actions]
        return Outcome(number, rules, len(actions), what, match.setup.code(actions))
    return Outcome(number, rules, len(match.game.actions))


def hunt(numbers: range, jobs: int = 1) -> Iterator[Outcome]:
    """The outcome of each of these games, in order, whatever the number of processes."""
    return shared(hunt_one, numbers, jobs, CHUNK)


def report(outcomes: Iterable[Outcome], total: int) -> int:
    """Tell every disagreement as it comes, how far it is now and then, and what it came to; how many disagreed."""
    began = told = time.monotonic()
    rules: Counter[str] = Counter()
    actions = disagreements = 0
    with until_interrupted():
        for outcome in outcomes:
            rules[outcome.rules.partition(";")[0]] += 1
            actions += outcome.actions
            if outcome.what:
                disagreements += 1
                print(outcome, flush=True)
            if time.monotonic() - told > 10:
                told = time.monotonic()
                rate = rules.total() / (told - began)
                print(f"{rules.total()} of {total} games, {rate:.1f} a second", file=sys.stderr, flush=True)
    print(f"{rules.total()} games with {len(rules)} rulesets, {actions} actions: {disagreements} disagreements")
    return disagreements


@contextmanager
def until_interrupted() -> Iterator[None]:
    """Go on after the block where it was interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games to play (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games (1)")
    options = parser.parse_args()
    if options.games < 1 or options.jobs < 1:
        parser.error("games and jobs are 1 or more")
    numbers = range(options.first, options.first + options.games)
    return 1 if report(hunt(numbers, options.jobs), options.games) else 0


if __name__ == "__main__":
    raise SystemExit(main())
