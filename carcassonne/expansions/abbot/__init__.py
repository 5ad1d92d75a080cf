"""The Abbot (Der Abt) with the gardens: one abbot a seat, for monasteries and gardens, which may be taken back.

The rules are those of docs/rules.md 3.5. Only the public hooks are used.
"""

from carcassonne.expansions.abbot.actions import Recall
from carcassonne.expansions.abbot.events import AbbotRecalled
from carcassonne.expansions.abbot.rules import ABBOT, GARDEN, Abbot

__all__ = ["ABBOT", "GARDEN", "Abbot", "AbbotRecalled", "Recall"]
