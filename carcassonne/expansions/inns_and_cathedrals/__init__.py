"""Inns & Cathedrals (Wirtshäuser und Kathedralen): 18 tiles that double roads and cities or ruin them, a large meeple.

The rules are those of docs/rules.md 5, the tiles those of tiles/inns_and_cathedrals.toml.
Only the public hooks are used.
"""

from carcassonne.expansions.inns_and_cathedrals.rules import LARGE_MEEPLE, InnsAndCathedrals

__all__ = ["LARGE_MEEPLE", "InnsAndCathedrals"]
