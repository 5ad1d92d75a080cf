"""Games a second by `--jobs`: the games of `carcassonne simulate` on one process and on all cores, by wall time."""

import os
import time
from collections.abc import Callable

import checkout  # noqa: F401
from rounds import Measure, ratio, take

from carcassonne.simulation import Plan, simulate


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def games_a_second(games: int, jobs: int) -> Callable[[int], float]:
    """A measure of games a second of wall time on so many processes, the starting of them included."""

    def run(number: int) -> float:
        start = time.perf_counter()
        for _ in simulate(Plan(seed=number), games, jobs):
            pass
        return games / (time.perf_counter() - start)

    return run


def measured(most: int, games: int, rounds: int) -> list[Measure]:
    """Games a second on one process and on the most there may be."""
    measures = [Measure(str(jobs), games_a_second(games, jobs), "games/s") for jobs in sorted({1, most})]
    take(measures, rounds)
    return measures


def rows(measures: list[Measure]) -> list[list[str]]:
    """The table of them."""
    return [["--jobs", "games/s", "ratio"]] + [
        [one.name, f"{one.median:,.1f}", f"{ratio(one, measures[0]):.2f}"] for one in measures
    ]
