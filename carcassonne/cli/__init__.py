"""The command line: it calls, it decides nothing. `main` is the console script.

Nothing here may fail where the extra `cli` is not installed, nor cost anything before `main` is called.
"""

import sys

from carcassonne.interrupts import interrupts_held

REMEDY = "carcassonne: the command line needs two more packages: pip install 'carcassonne[cli]'"


def main() -> int:
    """Run the command line on the process's arguments and return its exit code."""
    try:
        with interrupts_held():
            from carcassonne.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        print(REMEDY, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return run()
