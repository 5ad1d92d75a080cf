"""The River (Der Fluss), third edition: 12 tiles that begin the game with a river from a spring to a lake.

The rules are those of docs/rules.md 3.5, the tiles those of tiles/river.toml. Only the public hooks are used.
"""

from carcassonne.expansions.river.rules import River

__all__ = ["River"]
