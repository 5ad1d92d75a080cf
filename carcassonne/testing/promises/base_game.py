"""The base game, played with an expansion of which no tile is drawn."""

from dataclasses import replace
from random import Random

from carcassonne.errors import CarcassonneError
from carcassonne.game import Game
from carcassonne.testing.failures import Breach, BrokenPromise
from carcassonne.testing.setups import Setup, base_stack, with_required
from carcassonne.testing.trial import Trial


def the_base_game_is_unchanged_without_its_tiles(trial: Trial) -> None:
    """With none of its tiles drawn the base game goes as ever, unless `changes_base` says what is different."""
    if trial.expansion.changes_base:
        return
    difference = difference_to_base(trial)
    if difference is not None:
        raise BrokenPromise(trial.expansion.id, [difference])


def difference_to_base(trial: Trial) -> Breach | None:
    """Where a game with the expansion but without its tiles differs from the base game, None where none does."""
    promise = "the_base_game_is_unchanged_without_its_tiles"
    chosen = with_required((trial.expansion,))
    for number in range(min(trial.games, 3)):
        stack = tuple(base_stack(trial.seed + number))
        with_it, without = Setup(chosen, 2 + number, number, {}, stack), Setup((), 2 + number, number, {}, stack)
        rng = Random(f"{trial.seed}/base/{number}")
        try:
            one, base = with_it.game(), without.game()
            while True:
                different = differences(one, base)
                if different:
                    said = f"without its tiles the game differs from the base game in {different}"
                    code = replace(with_it, stack=stack[: base.top + 1]).code([str(action) for action in base.actions])
                    return Breach(promise, f"{said}: say so in `changes_base`", f"turn {base.turn}", code)
                if base.over:
                    break
                action = rng.choice(list(base.legal_actions))
                base.play(action)
                one.play(action)
        except CarcassonneError:
            continue  # what fails is no difference, and told elsewhere
    return None


def differences(one: Game, base: Game) -> str:
    """In what a game differs from the base game, in words; empty where in nothing."""
    found = [
        f"{name} ({mine} instead of {its})"
        for name, mine, its in (
            ("the decision", one.decision, base.decision),
            ("the seat", one.seat, base.seat),
            ("the scores", one.scores, base.scores),
            ("the tile drawn", one.tile, base.tile),
        )
        if mine != its
    ]
    ours, theirs = [str(action) for action in one.legal_actions], [str(action) for action in base.legal_actions]
    if ours != theirs and not found:
        odd = [text for text in ours if text not in theirs] or [text for text in theirs if text not in ours]
        found.append(f"the legal actions ({', '.join(odd[:3]) or 'their order'})")
    if one.events != base.events and not found:
        odd_event = next((event for event in one.events if event not in base.events), None)
        found.append(f"the events ({odd_event!r})")
    return " and ".join(found)
