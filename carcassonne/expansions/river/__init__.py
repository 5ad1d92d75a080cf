"""The River (Der Fluss), third edition: 12 tiles that begin the game with a river from a spring to a lake.

The rules and the tiles are those of RULES.md 3.5. Only the public hooks are used.
"""

from carcassonne.expansions.river.rules import River

__all__ = ["River"]
