"""What a game is made of, so that it can be begun as often as one likes: expansions, players, seed, settings, stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel

from carcassonne.errors import CarcassonneError
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import CORE, installed, ruleset

CORE_CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "two_tile_city": (4, 2),
    "fields": (True, True, True, False),
    "meeples": (7, 7, 7, 5, 3, 1, 0),
}
"""What is chosen from for the base game's settings; what makes for better games stands there more than once."""


@dataclass(frozen=True)
class Setup:
    """All that a game is made of; `players` is how many, or their names."""

    expansions: tuple[Expansion, ...] = ()
    players: int | tuple[str, ...] = 2
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    stack: tuple[str, ...] | None = None

    @classmethod
    def of(cls, game: Game) -> "Setup":
        """What a game was begun with, a stack that it was given left out: see `with_stack`."""
        return cls(game.ruleset.expansions, game.players, game.seed, game.settings.to_json())

    def game(self, *, by_hand: bool = False) -> Game:
        """A new game."""
        return Game(
            self.players,
            expansions=self.expansions,
            seed=self.seed,
            settings=self.settings,
            stack=self.stack,
            by_hand=by_hand,
        )

    def with_stack(self, stack: Sequence[str]) -> "Setup":
        """The same with its tiles given in order."""
        return replace(self, stack=tuple(stack))

    def code(self, actions: Sequence[str]) -> str:
        """Python lines that play the game so far."""
        names = ", ".join(expansion_name(expansion) for expansion in self.expansions)
        stack = "" if self.stack is None else f", stack={list(self.stack)!r}"
        settings = f", settings={dict(self.settings)!r}" if self.settings else ""
        head = f"game = Game({self.players!r}, expansions=[{names}], seed={self.seed}{settings}{stack})"
        return "\n".join([head, *(f"game.play(game.action({text!r}))" for text in actions)])


def expansion_name(expansion: Expansion) -> str:
    """An expansion as one would write it in code: its id where it is installed, else its class."""
    try:
        if type(installed().get(expansion.id)) is type(expansion):
            return repr(expansion.id)
    except CarcassonneError:
        pass
    return f"{type(expansion).__name__}()"


def with_required(expansions: tuple[Expansion, ...]) -> tuple[Expansion, ...]:
    """The expansions and the installed ones that they require."""
    chosen = list(expansions)
    for expansion in chosen:
        known = {other.id for other in chosen}
        chosen += [installed()[name] for name in expansion.requires if name not in known and name in installed()]
    return tuple(chosen)


def any_settings(expansions: Sequence[Expansion], rng: Random) -> dict[str, Any]:
    """Settings chosen by chance, the core's and those of the expansions."""
    return chosen_from(CORE_CHOICES, rng) | {
        expansion.id: chosen_from(choices_of(expansion.settings), rng)
        for expansion in expansions
        if expansion.settings is not None
    }


def chosen_from(choices: Mapping[str, Sequence[Any]], rng: Random) -> dict[str, Any]:
    """One of the choices for each setting."""
    return {name: rng.choice(values) for name, values in choices.items()}


def choices_of(model: type[BaseModel]) -> dict[str, Sequence[Any]]:
    """What those fields of a model can be that have two or a few to choose from, the default first.

    Fields of other kinds are left out, and so keep their defaults.
    """
    choices: dict[str, Sequence[Any]] = {}
    for name, info in model.model_fields.items():
        values: Sequence[Any] = ()
        kind = info.annotation
        if kind is bool:
            values = (True, False)
        elif get_origin(kind) is Literal:
            values = get_args(kind)
        elif kind is int:
            low, high = bounds(info.metadata)
            values = range(low, high + 1) if low is not None and high is not None else ()
        if values:
            choices[name] = sorted(values, key=lambda value: value != info.default)
    return choices


def bounds(metadata: Sequence[Any]) -> tuple[int | None, int | None]:
    """The least and the greatest value that a field's metadata allow."""
    low = next((int(item.ge) for item in metadata if hasattr(item, "ge")), None)
    high = next((int(item.le) for item in metadata if hasattr(item, "le")), None)
    return low, high


def base_stack(seed: int, tiles: int = 30) -> list[str]:
    """Tiles of the base game in an order of chance."""
    rules = ruleset()
    stack = rules.tiles_of[CORE][:]
    stack.remove(rules.start)
    Random(f"{seed}/base stack").shuffle(stack)
    return stack[:tiles]
