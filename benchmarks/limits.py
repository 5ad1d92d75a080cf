"""What guard.py holds the engine's speed to: the table of limits, of pure Python.

To renew it: `python benchmarks/guard.py --renew` prints the table as measured now, each limit 25 % beyond its figure;
put it here in place of the old one. Do it twice: where the two differ by more than 10 %, wait for a quieter machine.
"""

from typing import Final

# fmt: off
LIMITS: Final[dict[str, float]] = {
    "a base game to the yardstick": 0.83,  # measured 0.66
    "a game with revolts to one without": 1.68,  # measured 1.35
    "a turn with all five to a base turn": 2.44,  # measured 1.95
    "a playout to a game": 0.81,  # measured 0.65
    "1000 copies to a game": 3.61,  # measured 2.89
    "play and undo to a copy": 4.86,  # measured 3.89
    "a turn of ten sets to one of one": 1.96,  # measured 1.57
    "a turn of twenty sets to one of one": 2.71,  # measured 2.17
}
# fmt: on
