"""What guard.py holds the engine's speed to: the table of limits, of pure Python.

To renew it: `python benchmarks/guard.py --renew` prints the table as measured now, each limit 25 % beyond its figure;
put it here in place of the old one. Do it twice: where the two differ by more than 10 %, wait for a quieter machine.
"""

from typing import Final

# fmt: off
LIMITS: Final[dict[str, float]] = {
    "a base game to the yardstick": 0.74,  # measured 0.59
    "a game with revolts to one without": 1.75,  # measured 1.40
    "a turn with all five to a base turn": 2.60,  # measured 2.08
    "a playout to a game": 0.79,  # measured 0.63
    "1000 copies to a game": 3.88,  # measured 3.11
    "play and undo to a copy": 4.94,  # measured 3.95
    "a turn of ten sets to one of one": 1.94,  # measured 1.55
    "a turn of twenty sets to one of one": 2.63,  # measured 2.10
}
# fmt: on
