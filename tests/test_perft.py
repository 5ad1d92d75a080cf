"""Perft: how many sequences of placements and deployments a fixed stack allows, counted to a depth of tiles placed."""

import json
from pathlib import Path
from typing import Any

import pytest

from carcassonne import Game

PERFT: dict[str, Any] = json.loads((Path(__file__).parent / "cases" / "perft.json").read_text(encoding="utf-8"))
STACKS: dict[str, list[int]] = PERFT["stacks"]


def perft(game: Game, depth: int) -> int:
    """The number of ways to place `depth` more tiles, each choice of the deployment decision counted apart.

    A deployment decision that leaves no choice is not asked, and so counts once.
    """
    if depth == 0:
        return 1
    return sum(after(game, action, depth) for action in game.legal_actions)


def after(game: Game, action: Any, depth: int) -> int:
    """Perft of the position after an action; a placement is one tile of the depth."""
    game.play(action)
    if game.decision == "deploy":
        # The last deployment's choices lead to nothing that is counted: their number will do.
        choices = game.legal_actions
        count = len(choices) if depth == 1 else sum(after(game, choice, depth) for choice in choices)
    else:
        count = perft(game, depth - 1)
    game.undo()
    return count


def divide(game: Game, depth: int) -> str:
    """Perft split by the first placement, to compare with another program's."""
    return "\n".join(f"{action}: {after(game, action, depth)}" for action in game.legal_actions)


def begin(stack: str) -> Game:
    """A game of two whose stack is these tiles; the first letter is the start tile."""
    game = Game(stack=tuple(stack[1:]))
    assert game.board.tiles[0, 0].tile == stack[0]
    return game


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("stack", STACKS)
def test_perft(stack: str, depth: int) -> None:
    game = begin(stack)
    before = game.key()
    assert perft(game, depth) == STACKS[stack][depth - 1], divide(game, depth)
    assert game.key() == before


@pytest.mark.long
@pytest.mark.parametrize("stack", STACKS)
def test_perft_of_all_four_tiles(stack: str) -> None:
    assert perft(begin(stack), 4) == STACKS[stack][3]
