"""Commands that draw: a game as a picture or as a page, and sheets of tiles."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from carcassonne.cli import console
from carcassonne.cli.decision import print_game
from carcassonne.cli.files import STANDARD_OUTPUT, GameFile, Seed
from carcassonne.game import Game
from carcassonne.record.files import read_game, write_bytes
from carcassonne.record.turns import at_turn
from carcassonne.render import svg
from carcassonne.render.palette import Theme
from carcassonne.render.png import png
from carcassonne.render.replay import page
from carcassonne.tiles import TileSet

SVG, PNG, HTML = ".svg", ".png", ".html"

Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to draw it; - for SVG on standard output. Left out: in characters.",
    ),
]
ThemeName = Annotated[
    str, typer.Option("--theme", metavar="NAME", help="light, dark, or auto: as the reader's system is.")
]
Width = Annotated[int | None, typer.Option(metavar="PIXELS", min=16, max=16384, help="How broad a PNG is.")]


def show(
    file: GameFile,
    output: Output = None,
    turn: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="The position at which this turn begins; left out: the last."),
    ] = None,
    theme: ThemeName = "auto",
    width: Width = None,
    seed: Seed = 0,
) -> None:
    """Draw a game.

    Without an output the board is printed, in colours where the terminal has them and else in plain ASCII. The suffix
    of the output says what to draw: .svg and .png are pictures, .html is a page that plays the game again, up to the
    turn if one is named. PNG needs the extra carcassonne[png].
    """
    chosen = named_theme(theme)
    kind = None if output is None else suffix(output, (SVG, PNG, HTML))
    if kind is None and width is not None:
        raise typer.BadParameter("--width is for PNG: the board on the terminal is as broad as that")
    game = read_game(file, seed)
    if turn is not None:
        game = at_turn(game, turn)
    if output is None or kind is None:
        print_game(console.output(), game)
        return
    draw: Mapping[str, Callable[[Game], str]] = {
        SVG: lambda game: svg.game(game, chosen),
        PNG: lambda game: svg.game(game, chosen),
        HTML: lambda game: page(game, chosen),
    }
    put(draw[kind](game), output, kind, width)


def sheet(sets: Sequence[TileSet], output: str, theme: str, width: int | None) -> None:
    """Draw the tiles of some sets."""
    kind = suffix(output, (SVG, PNG))
    put(svg.sheet(sets, named_theme(theme)), output, kind, width)


def put(drawn: str, output: str, kind: str, width: int | None) -> None:
    """Write a picture or a page where it is to go."""
    if width is not None and kind != PNG:
        raise typer.BadParameter("--width is for PNG: other pictures have any width")
    if output == STANDARD_OUTPUT:
        print(drawn, end="")
        return
    write_bytes(output, png(drawn, width) if kind == PNG else drawn.encode())


def named_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in get_args(Theme):
        raise typer.BadParameter(f"there is no theme '{name}'; known: {', '.join(get_args(Theme))}")
    return cast(Theme, name)


def suffix(output: str, known: Sequence[str]) -> str:
    """What a file is to hold, by its suffix; SVG on standard output."""
    kind = SVG if output == STANDARD_OUTPUT else Path(output).suffix.lower()
    if kind not in known:
        raise typer.BadParameter(f"'{output}' does not tell what to draw; it can end in {', '.join(known)}")
    return kind
