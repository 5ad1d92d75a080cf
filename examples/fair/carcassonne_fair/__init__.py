"""The Fair: six tiles that let meeples travel, bring points to cities that roads lead to, and tell what comes next."""

from carcassonne_fair.actions import Look, Move, TakeBack
from carcassonne_fair.events import TileSeen
from carcassonne_fair.rules import Fair
from carcassonne_fair.settings import FairSettings

__all__ = ["Fair", "FairSettings", "Look", "Move", "TakeBack", "TileSeen"]
