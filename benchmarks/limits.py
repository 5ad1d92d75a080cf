"""What guard.py holds the engine's speed to: the table of limits, of pure Python.

To renew it: `python benchmarks/guard.py --renew` prints the table as measured now, each limit 25 % beyond its figure;
put it here in place of the old one. Do it twice: where the two differ by more than 10 %, wait for a quieter machine.
"""

from typing import Final

# fmt: off
LIMITS: Final[dict[str, float]] = {
    "a base game to the yardstick": 0.96,  # measured 0.77
    "a game with revolts to one without": 1.72,  # measured 1.38
    "a turn with all five to a base turn": 2.30,  # measured 1.84
    "a playout to a game": 0.79,  # measured 0.63
    "1000 copies to a game": 2.62,  # measured 2.10
    "play and undo to a copy": 5.44,  # measured 4.35
    "a turn of ten sets to one of one": 1.79,  # measured 1.43
    "a turn of twenty sets to one of one": 2.31,  # measured 1.85
}
# fmt: on
