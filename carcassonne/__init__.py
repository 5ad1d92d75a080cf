"""The board game Carcassonne as a rules engine, with expansions that plug in through hooks."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from carcassonne.actions import PASS, Action, Deploy, Draw, Pass, Place
from carcassonne.errors import (
    CarcassonneError,
    ExpansionError,
    IllegalAction,
    RecordError,
    RulesetError,
    SettingsError,
    TileError,
)

if TYPE_CHECKING:
    from carcassonne.expansion import Expansion
    from carcassonne.game import Game

__version__ = "0.1.0"
__all__ = [
    "PASS",
    "Action",
    "CarcassonneError",
    "Deploy",
    "Draw",
    "Expansion",
    "ExpansionError",
    "Game",
    "IllegalAction",
    "Pass",
    "Place",
    "RecordError",
    "RulesetError",
    "SettingsError",
    "TileError",
]

_HOMES = {"Game": "carcassonne.game", "Expansion": "carcassonne.expansion"}


def __getattr__(name: str) -> Any:
    """Load what needs the tile reader only when it is asked for: `import carcassonne` stays light."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'carcassonne' has no attribute '{name}'")
