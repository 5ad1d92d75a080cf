"""Commands about games in files: their schema, their forms, their positions."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from carcassonne.game import Game
from carcassonne.record import notation, position
from carcassonne.record.files import read_game, write_text
from carcassonne.record.record import Record
from carcassonne.record.turns import at_turn

FORMS: Final[Mapping[str, Callable[[Game], str]]] = {
    "record": lambda game: Record.of(game).to_json(),
    "notation": lambda game: notation.write(Record.of(game)),
    "position": lambda game: position.write(game) + "\n",
}
"""What a game can be written as."""
BY_SUFFIX: Final = {".json": "record", ".txt": "notation"}
"""What a file is to hold, by its suffix."""
STANDARD_OUTPUT: Final = "-"

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game, in any form.")]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="Deals the tiles to come where FILE leaves them open.")]


def schema() -> None:
    """Print the JSON Schema of records."""
    print(json.dumps(Record.model_json_schema(), indent=2))


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A game, in any form.")],
    target: Annotated[
        str, typer.Argument(metavar="[OUT]", help="Where to write it; left out or -: on standard output.")
    ] = "-",
    to: Annotated[
        str | None,
        typer.Option(metavar="FORM", help=f"What to write: {', '.join(FORMS)}. Left out: what OUT's suffix says."),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Turn a game into another form.

    IN is a record, a game in notation, a position, or a game that JCloisterZone saved. OUT becomes a record where it
    ends in .json or is left out, and notation where it ends in .txt.
    """
    form = to or ("record" if target == STANDARD_OUTPUT else BY_SUFFIX.get(Path(target).suffix.lower()))
    if form is None:
        raise typer.BadParameter(
            f"'{target}' does not tell what to write; it can end in {', '.join(BY_SUFFIX)}, "
            f"or --to can be {', '.join(FORMS)}"
        )
    if form not in FORMS:
        raise typer.BadParameter(f"there is no form '{form}'; known: {', '.join(FORMS)}")
    text = FORMS[form](read_game(source, seed))
    if target == STANDARD_OUTPUT:
        print(text, end="")
    else:
        write_text(target, text)


def show_position(
    file: GameFile,
    turn: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="The position at which this turn begins; left out: the last."),
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Hide the order of the tiles to come.")] = False,
    seed: Seed = 0,
) -> None:
    """Print a position of a game in one line."""
    game = read_game(file, seed)
    print(position.write(game if turn is None else at_turn(game, turn), public))
