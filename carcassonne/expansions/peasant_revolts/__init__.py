"""The Peasant Revolts (Die Bauernaufstände): 12 tiles that send meeples home, and what it costs to protect them.

The rules are those of docs/rules.md 1, the tiles those of docs/rules.md 2. Only the public hooks are used.
"""

from carcassonne.expansions.peasant_revolts.actions import Protect
from carcassonne.expansions.peasant_revolts.events import MeepleProtected, RevoltBegan, RevoltEnded, RevoltReached
from carcassonne.expansions.peasant_revolts.rules import PeasantRevolts, protected
from carcassonne.expansions.peasant_revolts.settings import RevoltSettings

__all__ = [
    "MeepleProtected",
    "PeasantRevolts",
    "Protect",
    "RevoltBegan",
    "RevoltEnded",
    "RevoltReached",
    "RevoltSettings",
    "protected",
]
