"""Traders & Builders (Händler und Baumeister): 24 tiles, goods for completing cities, a builder and a pig.

The rules are those of docs/rules.md 5, the tiles those of tiles/traders_and_builders.toml.
Only the public hooks are used.
"""

from carcassonne.expansions.traders_and_builders.events import DoubleTurn, GoodsTaken
from carcassonne.expansions.traders_and_builders.rules import BUILDER, GOODS, PIG, TradersAndBuilders, goods

__all__ = ["BUILDER", "GOODS", "PIG", "DoubleTurn", "GoodsTaken", "TradersAndBuilders", "goods"]
