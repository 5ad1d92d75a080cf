"""Options that several commands share: who plays, and with what."""

from pathlib import Path
from typing import Annotated

import typer

Players = Annotated[
    str, typer.Option(metavar="NUMBER|NAMES", help="How many play (2 to 6), or their names: Ann,Ben,Cem.")
]
PlayersOrNone = Annotated[
    str | None,
    typer.Option("--players", metavar="NUMBER|NAMES", help="How many play (2 to 6), or their names: Ann,Ben,Cem."),
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Keep the game in this file; go on with the one in it.")
]
Expansions = Annotated[
    list[str], typer.Option("--expansion", metavar="ID", help="An expansion to play with; may be given again.")
]


def players_from_text(text: str) -> int | tuple[str, ...]:
    """A number of players, or their names."""
    try:
        return int(text)
    except ValueError:
        return tuple(name.strip() for name in text.split(","))
