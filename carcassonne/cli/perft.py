"""The command that counts in how many ways a game can go on."""

from typing import Annotated

import typer

from carcassonne import perft as counting
from carcassonne.cli.options import Expansions, Players, players_from_text
from carcassonne.game import Game


def perft(
    stack: Annotated[
        str,
        typer.Option(metavar="TILES", help="The tiles in order, the start tile first: DEUVJ, or D,PR01,E with commas."),
    ],
    depth: Annotated[int, typer.Option(metavar="TURNS", min=1, help="How many turns to count through.")],
    expansion: Expansions = [],  # noqa: B006
    players: Players = "2",
    divide: Annotated[bool, typer.Option("--divide", help="Tell apart which choice comes first.")] = False,
) -> None:
    """Count the sequences of choices through so many turns.

    Every placement, every deployment, passing and whatever expansions ask counts apart, so that two programs that play
    by the same rules print the same number. With --divide they see where they differ.
    """
    game = begun(tiles_from_text(stack), expansion, players)
    if not divide:
        print(counting.perft(game, depth))
        return
    parts = counting.divide(game, depth)
    for action, count in parts.items():
        print(f"{action}: {count}")
    print(f"all: {sum(parts.values())}")


def tiles_from_text(text: str) -> list[str]:
    """The tiles of a stack: divided by commas, or else each of one letter."""
    return [tile.strip() for tile in text.split(",")] if "," in text else list(text.strip())


def begun(stack: list[str], expansions: list[str], players: str) -> Game:
    """A new game with this stack, whose first tile is to be the start tile."""
    game = Game(players_from_text(players), expansions=expansions, stack=stack[1:])
    start = game.board.tiles[0, 0].tile
    if stack[:1] != [start]:
        raise typer.BadParameter(f"the stack begins with the start tile {start}, not with {stack[0] if stack else '-'}")
    return game
