"""Which build of the core is running: pure Python, or compiled as CARCASSONNE_COMPILE=1 has it."""

from typing import Final

from carcassonne import board

COMPILED: Final = not board.__file__.endswith(".py")
"""Whether the core was compiled."""
NAME: Final = "compiled" if COMPILED else "pure Python"
