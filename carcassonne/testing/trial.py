"""Games played to try an expansion, and the shortest one that shows what was found."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from carcassonne.actions import PASS
from carcassonne.errors import IllegalAction
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import installed
from carcassonne.testing.failures import Breach, BrokenPromise, Fault
from carcassonne.testing.playing import Choose, by_chance, scripted
from carcassonne.testing.setups import Setup, any_settings, with_required
from carcassonne.testing.watch import Watch

MOST_ACTIONS_A_TILE: Final = 60
"""A game in which more decisions than so many for each tile are made does not end."""
MOST_REPLAYED: Final = 2500
"""How many actions are played in looking for shorter games before the shortest is told."""

Check = Callable[[Game, Random], None]
"""Looks at a position, and raises Fault where a promise does not hold there. Leaves the game as it was."""


@dataclass(frozen=True)
class Trial:
    """An expansion to be tried, in how many games, with which partners; `seed` fixes all chance.

    Without `partners` told, those are all other installed expansions that it can be combined with.
    """

    expansion: Expansion
    partners: tuple[Expansion, ...] | None = None
    games: int = 6
    seed: int = 0
    walks: "dict[object, BrokenPromise | None]" = field(default_factory=dict, compare=False, repr=False)
    """What came of walks through all games, so that promises that look at the same positions share them."""

    def setups(self) -> Iterator[Setup]:
        """The games: the first with two players and no settings, the others with any."""
        for number in range(self.games):
            rng = Random(f"{self.seed}/trial/{number}")
            alone = with_required((self.expansion,))
            if number == 0:
                yield Setup(alone, 2, self.seed)
            else:
                settings = any_settings(alone, rng) if number % 2 else {}
                yield Setup(alone, rng.randint(2, 6), self.seed + number, settings)

    def companions(self) -> tuple[Expansion, ...]:
        """The partners that declare nothing against it, nor it against them."""
        partners = tuple(installed().values()) if self.partners is None else self.partners
        own = self.expansion
        return tuple(
            other
            for other in partners
            if other.id != own.id and other.id not in own.conflicts and own.id not in other.conflicts
        )


# playing


@dataclass
class Attempt:
    """A game as far as it went, and the fault that ended it, if one did."""

    setup: Setup
    actions: list[str]
    stack: tuple[str, ...]
    where: str
    fault: Fault | None
    game: Game | None


def attempt(
    setup: Setup,
    check: Check,
    choose: Choose,
    watch: Watch | None = None,
    rng: Random | None = None,
) -> Attempt:
    """Play a game, checking every position, until it is over, `choose` chooses nothing, or a fault is found."""
    chance = Random(setup.seed) if rng is None else rng
    actions: list[str] = []
    stack: tuple[str, ...] = ()
    where = "the opening"
    game: Game | None = None
    doing = "the opening"
    try:
        game = (setup if watch is None else replace(setup, expansions=watched_among(setup.expansions, watch))).game()
        stack = tuple(game.stack)
        while True:
            where = position(game)
            if watch is not None:
                watch.raise_first()
            doing = "listing the legal actions"
            listed = list(game.legal_actions)
            if watch is not None:
                watch.raise_first()
            doing = "a check"
            check(game, chance)
            if watch is not None:
                watch.raise_first()
            if game.over:
                return Attempt(setup, actions, stack, where, None, game)
            if not listed:
                raise Fault("games_end", f"the decision '{game.decision}' is asked and has no legal action")
            if len(actions) > MOST_ACTIONS_A_TILE * (len(stack) + 1):
                raise Fault("games_end", f"after {len(actions)} actions {game.stack_size} tiles are still to be drawn")
            action = choose(game, listed)
            if action is None:
                return Attempt(setup, actions, stack, where, None, game)
            where = f"{position(game)}, action {str(action)!r}"
            actions.append(str(action))
            doing = "playing"
            game.play(action)
    except Fault as fault:
        found = fault
    except Exception as error:
        found = seen_by(watch) or fault_of(error, doing)
    return Attempt(setup, actions, stack, where, found, game)


def watched_among(expansions: Sequence[Expansion], watch: Watch) -> tuple[Expansion, ...]:
    """The same expansions, with the watched one in its place."""
    return tuple(watch.expansion if other.id == watch.expansion.id else other for other in expansions)


def seen_by(watch: Watch | None) -> Fault | None:
    """What a watch saw before the rules broke down."""
    return watch.faults.pop(0) if watch is not None and watch.faults else None


def fault_of(error: Exception, doing: str) -> Fault:
    """The promise that an exception breaks."""
    said = f"{type(error).__name__}: {error}"
    if isinstance(error, IllegalAction):
        return Fault("every_legal_action_applies", f"a listed action is refused: {said}")
    if "does not copy" in str(error):
        return Fault("states_change_by_copy", said)
    if "must define load_state" in str(error):
        return Fault("states_survive_json", said)
    if "must define apply_action" in said:
        return Fault("every_legal_action_applies", f"an action is offered that nobody applies: {said}")
    return Fault("hooks_do_not_fail", f"{doing} failed with {said}")


def position(game: Game) -> str:
    """Where a game stands, in words."""
    if game.over:
        return f"turn {game.turn}, the game is over"
    tile = f" of {game.tile}" if game.tile else ""
    return f"turn {game.turn}, decision '{game.decision}'{tile}, seat {game.seat}"


# finding


def everywhere(trial: Trial, check: Check, *, watched: bool = False) -> None:
    """Check every position of the trial's games. Raises BrokenPromise with the shortest game found."""
    walk = (check, watched)
    if walk not in trial.walks:
        trial.walks[walk] = None
        for setup in trial.setups():
            try:
                everywhere_in(setup, trial, check, watched=watched)
            except BrokenPromise as found:
                trial.walks[walk] = found
                break
    known = trial.walks[walk]
    if known is not None:
        raise known


def everywhere_in(
    setup: Setup, trial: Trial, check: Check, *, watched: bool = False, named: str | None = None
) -> Game | None:
    """The same for one game; the game at its end. `named` gives the promise that all faults are told under."""
    make_watch = (lambda: Watch(trial.expansion)) if watched else (lambda: None)
    found = attempt(setup, check, by_chance(Random(f"{trial.seed}/play/{setup.seed}")), make_watch())
    if found.fault is None:
        return found.game
    shortest = shortened(found, check, make_watch)
    assert shortest.fault is not None
    promise, what = shortest.fault.promise, shortest.fault.what
    if named is not None and named != promise:
        promise, what = named, f"{promise}: {what}"
    breach = Breach(promise, what, shortest.where, shortest.setup.code(shortest.actions))
    raise BrokenPromise(trial.expansion.id, [breach])


def shortened(found: Attempt, check: Check, make_watch: Callable[[], Watch | None]) -> Attempt:
    """The shortest game found that breaks the same promise: without turns that it does not need, and with passes."""
    assert found.fault is not None
    best = found
    left = MOST_REPLAYED

    def again(setup: Setup, actions: Sequence[str]) -> bool:
        nonlocal best, left
        left -= 1 + len(actions)
        tried = attempt(setup, check, scripted(actions), make_watch())
        if tried.fault is None or best.fault is None or tried.fault.promise != best.fault.promise:
            return False
        best = tried
        return True

    drawn = found.game.top if found.game is not None else 0
    start = found.setup.with_stack(found.stack[: drawn + 1])
    if not found.stack or not any(
        again(given, found.actions) for given in (start, found.setup.with_stack(found.stack))
    ):
        return best
    for settings in ({}, best.setup.settings):
        if again(replace(best.setup, settings=settings), best.actions):
            break
    smaller = True
    while smaller and left > 0:
        smaller = False
        for number in reversed(range(len(turns_of(best.actions)))):
            turns, stack = turns_of(best.actions), list(best.setup.stack or ())
            if left <= 0:
                break
            if number >= len(turns) or len(turns) < 2 or number >= len(stack):
                continue
            del stack[number]
            rest = [text for place, turn in enumerate(turns) if place != number for text in turn]
            smaller |= again(best.setup.with_stack(stack), rest)
        for place in reversed(range(len(best.actions))):
            if left <= 0:
                break
            text = best.actions[place] if place < len(best.actions) else "place"
            if not text.startswith("place") and text != str(PASS):
                again(best.setup, [*best.actions[:place], str(PASS), *best.actions[place + 1 :]])
    return best


def turns_of(actions: Sequence[str]) -> list[list[str]]:
    """The actions, a list for each placement with what follows it; what comes before the first goes with it."""
    turns: list[list[str]] = []
    for text in actions:
        if (text.startswith("place") and (not turns or any(t.startswith("place") for t in turns[-1]))) or not turns:
            turns.append([])
        turns[-1].append(text)
    return turns
