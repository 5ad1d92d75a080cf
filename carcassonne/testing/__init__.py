"""The kit for authors of expansions: every promise of the contract, asked in one line.

    def test_sound() -> None:
        check_expansion(MyExpansion())

Strategies for hypothesis and the state machine to subclass come with `carcassonne[test]`; they load when asked for, and
the rest needs no hypothesis. `from_type(Game)` works wherever this package is installed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from carcassonne.testing.check import Report, check_expansion
from carcassonne.testing.failures import Breach, BrokenPromise, ContractWarning
from carcassonne.testing.playing import Picks, Playthrough
from carcassonne.testing.promises import PROMISES
from carcassonne.testing.setups import Setup
from carcassonne.testing.smells import SMELLS
from carcassonne.testing.trial import Trial

if TYPE_CHECKING:
    from carcassonne.testing import strategies as strategies
    from carcassonne.testing.machine import GameMachine as GameMachine

__all__ = [
    "PROMISES",
    "SMELLS",
    "Breach",
    "BrokenPromise",
    "ContractWarning",
    "Picks",
    "Playthrough",
    "Report",
    "Setup",
    "Trial",
    "check_expansion",
]


def __getattr__(name: str) -> Any:
    """Load what needs hypothesis only when it is asked for."""
    if name == "GameMachine":
        return import_module("carcassonne.testing.machine").GameMachine
    if name == "strategies":
        return import_module("carcassonne.testing.strategies")
    raise AttributeError(f"module 'carcassonne.testing' has no attribute '{name}'")
