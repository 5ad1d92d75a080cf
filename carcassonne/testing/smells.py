"""What the contract allows and authors seldom mean. Each smell is one function that gives the words of a warning."""

import inspect
import time
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from random import Random
from typing import Final

from carcassonne.expansion import HOOKS, Expansion
from carcassonne.game import Game
from carcassonne.ruleset import overrides
from carcassonne.testing.playing import by_chance
from carcassonne.testing.promises.base_game import difference_to_base
from carcassonne.testing.promises.repetition import reference
from carcassonne.testing.setups import Setup, with_required
from carcassonne.testing.trial import Trial, attempt
from carcassonne.testing.watch import Watch

SLOW: Final = 0.25
"""The share of the base game's speed below which an expansion is slow."""
DURING_GAMES: Final = {
    "tile_drawn", "may_place", "tile_placed", "may_deploy", "piece_deployed", "extra_actions", "apply_action",
    "feature_completed", "adjust_score", "feature_scored", "piece_returned", "turn_ended", "next_seat", "final_scoring",
}  # fmt: skip
"""Hooks that a handful of games should have run."""


def a_method_is_named_nearly_like_a_hook(trial: Trial) -> Iterator[str]:
    """A hook misspelt is never called."""
    for name in vars(type(trial.expansion)):
        if name.startswith("_") or hasattr(Expansion, name):
            continue
        for near in get_close_matches(name, HOOKS, n=1, cutoff=0.85):
            yield f"'{name}' is no hook: is '{near}' meant?"


def parameters_have_other_names(trial: Trial) -> Iterator[str]:
    """Parameters in another order than the contract's show by their names."""
    for name in HOOKS:
        if overrides(trial.expansion, name):
            wanted = list(inspect.signature(getattr(Expansion, name)).parameters)
            have = list(inspect.signature(getattr(type(trial.expansion), name)).parameters)
            if have != wanted:
                yield f"{name}({', '.join(have)}) reads {name}({', '.join(wanted)}) in the contract"


def a_hook_never_runs(trial: Trial) -> Iterator[str]:
    """Rules that no game met were not tried."""
    calls, _ = seen(trial)
    for name in sorted(DURING_GAMES):
        if overrides(trial.expansion, name) and name not in calls:
            yield f"{name} never ran in {trial.games} games, so nothing was tried of it"


def an_action_is_never_offered(trial: Trial) -> Iterator[str]:
    """A kind of action that no game offered was not tried."""
    _, offered = seen(trial)
    for kind in trial.expansion.actions:
        if kind.__name__ not in offered:
            yield f"'{kind.verb}' was never a legal action in {trial.games} games, so nothing was tried of it"


def seen(trial: Trial) -> tuple[dict[str, int], set[str]]:
    """Which hooks ran in the trial's games, and which kinds of action were legal."""
    calls: dict[str, int] = {}
    offered: set[str] = set()

    def note(game: Game, rng: Random) -> None:
        offered.update(type(action).__name__ for action in game.legal_actions)

    for setup in trial.setups():
        watch = Watch(trial.expansion)
        attempt(setup, note, by_chance(Random(f"{trial.seed}/play/{setup.seed}")), watch)
        calls |= watch.calls
    return calls, offered


def the_declared_change_to_the_base_game_does_not_show(trial: Trial) -> Iterator[str]:
    """What `changes_base` says can then be left out."""
    if trial.expansion.changes_base and difference_to_base(trial) is None:
        yield f"changes_base says {trial.expansion.changes_base!r}, and games without its tiles were as ever"


def hash_seeds_cannot_be_tried(trial: Trial) -> Iterator[str]:
    """Another process can make only what can be imported and takes no arguments."""
    if reference(trial.expansion) is None:
        yield "it cannot be made in another process by importing its class, so hash seeds were not tried"


def it_is_slow(trial: Trial) -> Iterator[str]:
    """Games with it are played much more slowly than base games."""
    ratio = speed_ratio(trial)
    if ratio < SLOW:
        yield f"games with it run at {ratio:.2f} of the base game's speed a turn, below {SLOW}"


def speed_ratio(trial: Trial, games: int = 3) -> float:
    """Turns a second with the expansion, as a share of those of the base game; the best of some games each."""
    own = with_required((trial.expansion,))
    return min(seconds_a_turn((), trial.seed + n) for n in range(games)) / min(
        seconds_a_turn(own, trial.seed + n) for n in range(games)
    )


def seconds_a_turn(expansions: tuple[Expansion, ...], seed: int) -> float:
    """The time of one game by chance, for each of its turns."""
    game, rng = Setup(expansions, 2, seed).game(), Random(seed)
    begin = time.perf_counter()
    while not game.over:
        game.play(rng.choice(list(game.legal_actions)))
    return (time.perf_counter() - begin) / game.turn


SMELLS: Final[tuple[Callable[[Trial], Iterator[str]], ...]] = (
    a_method_is_named_nearly_like_a_hook,
    parameters_have_other_names,
    a_hook_never_runs,
    an_action_is_never_offered,
    the_declared_change_to_the_base_game_does_not_show,
    hash_seeds_cannot_be_tried,
    it_is_slow,
)
