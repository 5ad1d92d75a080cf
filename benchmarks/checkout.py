"""Importing this decides whose `carcassonne` is measured: this checkout's, or with --installed the one Python finds.

It comes before any import of the package. A compiled build is measured with --installed, from where it was installed.
"""

import sys
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
INSTALLED: Final = "--installed"
"""The word of the command line; `run.py` has it in its help."""

if INSTALLED not in sys.argv:
    sys.path.insert(0, str(PROJECT))
