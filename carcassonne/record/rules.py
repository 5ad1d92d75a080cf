"""Under which rules a game was played: the base game and the expansions, each with its version."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from carcassonne.errors import RecordError, RulesetError
from carcassonne.game import Game
from carcassonne.ruleset import Ruleset, load

BASE: Final = "base"
BASE_VERSION: Final = "1"
"""Changes when the same actions in a base game could lead elsewhere than before."""


def rules_of(game: Game) -> dict[str, str]:
    """The versions of the base game and of the game's expansions, by id."""
    return {BASE: BASE_VERSION} | {expansion.id: expansion.version for expansion in game.ruleset.expansions}


def expansions_of(rules: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of the expansions. Raises RecordError where one is not installed or not in the version that is named."""
    if BASE not in rules:
        raise RecordError(f"the rules name no '{BASE}' game and its version")
    for name, version in rules.items():
        try:
            have = BASE_VERSION if name == BASE else load(name).version
        except RulesetError as error:
            raise RecordError(f"the game was played with '{name}' version {version}: {error}") from None
        if have != version:
            raise RecordError(f"the game was played with '{name}' version {version}, installed is version {have}")
    return tuple(name for name in rules if name != BASE)


@lru_cache(maxsize=128)
def tiles_of(ruleset: Ruleset) -> tuple[str, Counter[str]]:
    """The start tile, and how many tiles of each kind a game begins with, those left out included."""
    game = Game(expansions=ruleset.expansions, settings=ruleset.settings.to_json(), seed=0, by_hand=True)
    start = game.board.orientations[0].tile.id
    return start, Counter([start, *game.stack, *game.box])


def has_free_tiles(game: Game) -> bool:
    """Whether a stack was given whose tiles are not just those that come with the rules."""
    start = game.board.orientations[0].tile.id
    return (start, Counter([start, *game.stack, *game.box])) != tiles_of(game.ruleset)
