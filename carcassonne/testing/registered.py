"""What hypothesis loads by entry point: `from_type` of our types, wherever this package is installed."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """Register strategies for Game, Ruleset, Tile, TileSet and Action; they are made when they are asked for."""
    from hypothesis import strategies as st

    from carcassonne.actions import Action
    from carcassonne.game import Game
    from carcassonne.ruleset import Ruleset
    from carcassonne.tiles import Tile, TileSet

    for kind, name in (
        (Game, "games"),
        (Ruleset, "rulesets"),
        (Tile, "tiles"),
        (TileSet, "tile_sets"),
        (Action, "actions"),
    ):
        st.register_type_strategy(kind, made_by(name))


def made_by(name: str) -> "Callable[[type[Any]], SearchStrategy[Any]]":
    """What makes the strategy of that name when hypothesis asks for it."""

    def make(thing: type[Any]) -> "SearchStrategy[Any]":
        strategy: SearchStrategy[Any] = getattr(import_module("carcassonne.testing.strategies"), name)()
        return strategy

    return make
