#!/usr/bin/env python3
"""Guard the engine's speed: ratios measured in interleaved rounds, against the limits of limits.py.

    python benchmarks/guard.py [--renew]

No ratio depends on how fast a machine is, and none needs anything from outside the project: base games are held against
the yardstick of yardstick.py, all else against another figure of the engine. All are costs: less is better. One that is
over its limit is measured once more, since a moment of noise is no fault; the exit code is 1 if it is over again.
"""

import argparse
import platform
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

import yardstick
from decisions import Kind, met, there_and_back
from limits import LIMITS
from rounds import Measure, Run, ratio, table, take
from workloads import ALL_OURS, half_way, playout, random_game, seconds_a_call, seconds_a_game, seconds_a_turn

from carcassonne import build

ROUNDS: Final = 24
ROOM: Final = 1.25
"""How far beyond the present figure a limit is: noise is about 10 %."""
REVOLTS: Final = ("peasant_revolts",)

Measuring = Callable[[Collection[str]], Mapping[str, float]]
"""Measures the ratios of these names."""


@dataclass(frozen=True)
class Ratio:
    """What one thing costs by what another costs, and where to look if that has grown."""

    name: str
    cost: str
    to: str
    look: str


RATIOS: Final = (
    Ratio("a base game to the yardstick", "base game", "yardstick", "what every action of every game runs through"),
    Ratio("a game with revolts to one without", "revolts game", "base game", "the hooks of peasant_revolts"),
    Ratio("a turn with all five to a base turn", "all five turn", "base turn", "the hooks of all five, who calls them"),
    Ratio("a playout to a game", "playout", "base game", "Phase.decide, and what playouts need not do"),
    Ratio("1000 copies to a game", "1000 copies", "base game", "Game.copy and Board.copy: what is not shared"),
    Ratio("play and undo to a copy", "play and undo", "copy", "Game.play, Game.undo and Board.roll_back"),
    Ratio("a turn of ten sets to one of one", "ten sets turn", "base turn", "what goes through the whole table"),
    Ratio("a turn of twenty sets to one of one", "twenty sets turn", "base turn", "what goes through the whole table"),
)
"""What is guarded; each has a limit under the same name."""


WHAT_TO_DO: Final = """\
Compare `python benchmarks/run.py` before and after the change, and mend what became slower. Where that is
meant, or what the ratio is held against became faster, renew the table of benchmarks/limits.py:
`python benchmarks/guard.py --renew` prints it as it stands now."""


@dataclass(frozen=True)
class Verdict:
    """A ratio as measured, and its limit."""

    name: str
    figure: float
    limit: float

    @property
    def over(self) -> bool:
        """Whether it costs more than it may."""
        return self.figure > self.limit


def costs() -> dict[str, Run]:
    """All that is measured, in seconds, by the names that ratios have for it."""
    copy = seconds_a_call(300, half_way(1).copy)
    return {
        "yardstick": seconds_a_game(4, yardstick.sew),
        "base game": seconds_a_game(4, random_game()),
        "revolts game": seconds_a_game(4, random_game(REVOLTS)),
        "playout": seconds_a_game(4, playout()),
        "copy": copy,
        "1000 copies": lambda number: 1000 * copy(number),
        "play and undo": there_and_back([*met(Kind("place")), *met(Kind("deploy"))]),
        "base turn": seconds_a_turn(4),
        "all five turn": seconds_a_turn(2, 1, ALL_OURS),
        "ten sets turn": seconds_a_turn(1, 10),
        "twenty sets turn": seconds_a_turn(1, 20),
    }


def measured(names: Collection[str], rounds: int = ROUNDS) -> dict[str, float]:
    """The ratios of these names, measured now: medians over interleaved rounds."""
    wanted = [one for one in RATIOS if one.name in names]
    runs = costs()
    needed = {name for one in wanted for name in (one.cost, one.to)}
    measures = {name: Measure(name, run, "s") for name, run in runs.items() if name in needed}
    take(measures.values(), rounds)
    return {one.name: ratio(measures[one.cost], measures[one.to]) for one in wanted}


def verdicts(measure: Measuring, limits: Mapping[str, float]) -> tuple[list[Verdict], list[Verdict]]:
    """The verdicts on all ratios, and the first ones on those that were over their limits and are measured again."""
    first = [Verdict(name, figure, limits[name]) for name, figure in measure(limits).items()]
    doubted = [one for one in first if one.over]
    again = measure([one.name for one in doubted]) if doubted else {}
    return [Verdict(one.name, again.get(one.name, one.figure), one.limit) for one in first], doubted


def told(verdicts: list[Verdict], doubted: list[Verdict]) -> str:
    """The table of all verdicts, and for each ratio over its limit where to look; what to do then."""
    before = {one.name: f"{one.figure:.2f}" for one in doubted}
    rows = [("ratio", "measured", "limit", "at first", "")]
    for one in verdicts:
        state = "OVER" if one.over else "ok"
        rows.append((one.name, f"{one.figure:.2f}", f"{one.limit:.2f}", before.get(one.name, ""), state))
    over = {one.name for one in verdicts if one.over}
    if not over:
        return table(rows)
    looks = [f"  {one.name}: look at {one.look}" for one in RATIOS if one.name in over]
    return "\n".join([table(rows), "", "Over the limit twice:", *looks, WHAT_TO_DO])


def as_limits(figures: Mapping[str, float]) -> str:
    """The table of limits.py that these figures make."""
    lines = (f'    "{name}": {figure * ROOM:.2f},  # measured {figure:.2f}' for name, figure in figures.items())
    return "\n".join(["LIMITS: Final[dict[str, float]] = {", *lines, "}"])


def command_line() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser(prog="guard.py", description="Hold ratios of speed to their limits.")
    parser.add_argument("--renew", action="store_true", help="print the table of limits that the present figures make")
    return parser


def main() -> int:
    """Read the command line and measure; 1 if a ratio is over its limit twice."""
    options = command_line().parse_args()
    if build.COMPILED:
        sys.exit("the limits are those of pure Python, and what is measured here is compiled")
    if options.renew:
        print(as_limits(measured([one.name for one in RATIOS], 2 * ROUNDS)))
        return 0
    found, doubted = verdicts(measured, LIMITS)
    print(f"{build.NAME}, {platform.python_implementation()} {platform.python_version()}")
    print(told(found, doubted))
    return int(any(one.over for one in found))


if __name__ == "__main__":
    sys.exit(main())
