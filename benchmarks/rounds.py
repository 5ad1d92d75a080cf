"""Interleaved rounds: measures taken one after the other, again and again, and medians over the rounds.

The speed of a machine changes from second to second. A slow moment touches all measures of its round alike, so ratios
within a round say more than figures, and their median is decided by no single moment.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

Run = Callable[[int], float]
"""Takes a measure once, in the round of this number; the figure."""


@dataclass
class Measure:
    """Something measured: `run` gives a figure in `unit`; `against` is the measure that it is compared with."""

    name: str
    run: Run
    unit: str
    against: str = ""
    goal: str = ""
    figures: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median of the figures."""
        return statistics.median(self.figures)


def take(measures: Iterable[Measure], rounds: int) -> None:
    """Take all measures in so many rounds."""
    measures = tuple(measures)
    for number in range(rounds):
        for measure in measures:
            measure.figures.append(measure.run(number))


def ratio(mine: Measure, other: Measure) -> float:
    """The median over the rounds of one figure by the other."""
    return statistics.median(a / b for a, b in zip(mine.figures, other.figures, strict=True))


def spent(thing: Callable[[], object]) -> float:
    """The seconds of processor time that something takes."""
    start = time.process_time()
    thing()
    return time.process_time() - start


def a_second(seconds: Run) -> Run:
    """How many go into a second, of what takes so many seconds."""
    return lambda number: 1 / seconds(number)


def microseconds(seconds: Run) -> Run:
    """The same in microseconds."""
    return lambda number: seconds(number) * 1e6


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned text: names to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )
