"""Games played to try an expansion, and the shortest one that shows what was found."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel

from carcassonne.actions import PASS, Action, Pass, Place
from carcassonne.errors import CarcassonneError, IllegalAction
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import CORE, installed, ruleset
from carcassonne.testing.failures import Breach, BrokenPromise, Fault
from carcassonne.testing.watch import Watch

MOST_ACTIONS_A_TILE: Final = 60
"""A game in which more decisions than so many for each tile are made does not end."""
MOST_REPLAYED: Final = 2500
"""How many actions are played in looking for shorter games before the shortest is told."""

Check = Callable[[Game, Random], None]
"""Looks at a position, and raises Fault where a promise does not hold there. Leaves the game as it was."""


@dataclass(frozen=True)
class Setup:
    """All that a game is made of."""

    expansions: tuple[Expansion, ...]
    players: int = 2
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    stack: tuple[str, ...] | None = None

    def game(self, expansions: Sequence[Expansion] | None = None) -> Game:
        """A new game, with other objects for the expansions if told."""
        chosen = self.expansions if expansions is None else expansions
        return Game(self.players, expansions=chosen, seed=self.seed, settings=self.settings, stack=self.stack)

    def code(self, actions: Sequence[str]) -> str:
        """Python lines that play the game so far."""
        names = ", ".join(expansion_name(expansion) for expansion in self.expansions)
        stack = "" if self.stack is None else f", stack={list(self.stack)!r}"
        settings = f", settings={dict(self.settings)!r}" if self.settings else ""
        head = f"game = Game({self.players}, expansions=[{names}], seed={self.seed}{settings}{stack})"
        return "\n".join([head, *(f"game.play(game.action({text!r}))" for text in actions)])


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


def with_required(expansions: tuple[Expansion, ...]) -> tuple[Expansion, ...]:
    """The expansions and the installed ones that they require."""
    chosen = list(expansions)
    for expansion in chosen:
        known = {other.id for other in chosen}
        chosen += [installed()[name] for name in expansion.requires if name not in known and name in installed()]
    return tuple(chosen)


def any_settings(expansions: Sequence[Expansion], rng: Random) -> dict[str, Any]:
    """Settings chosen by chance, the core's and those of the expansions."""
    chosen: dict[str, Any] = {"two_tile_city": rng.choice((2, 4)), "fields": rng.random() < 0.8}
    chosen["meeples"] = rng.choice((7, 7, 3, 1))
    for expansion in expansions:
        if expansion.settings is not None:
            chosen[expansion.id] = any_of_model(expansion.settings, rng)
    return chosen


def any_of_model(model: type[BaseModel], rng: Random) -> dict[str, Any]:
    """Choices for those fields of a model that have two or a few to choose from; the others keep their defaults."""
    chosen: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        kind = info.annotation
        if kind is bool:
            chosen[name] = rng.random() < 0.5
        elif get_origin(kind) is Literal:
            chosen[name] = rng.choice(get_args(kind))
        elif kind is int and isinstance(info.default, int):
            low, high = bounds(info.metadata)
            if low is not None and high is not None:
                chosen[name] = rng.randint(low, high)
    return chosen


def bounds(metadata: Sequence[Any]) -> tuple[int | None, int | None]:
    """The least and the greatest value that a field's metadata allow."""
    low = next((int(item.ge) for item in metadata if hasattr(item, "ge")), None)
    high = next((int(item.le) for item in metadata if hasattr(item, "le")), None)
    return low, high


def expansion_name(expansion: Expansion) -> str:
    """An expansion as one would write it in code: its id where it is installed, else its class."""
    try:
        if type(installed().get(expansion.id)) is type(expansion):
            return repr(expansion.id)
    except CarcassonneError:
        pass
    return f"{type(expansion).__name__}()"


def fits_stack(setup: Setup, stack: Sequence[str]) -> Setup:
    """The same game with its tiles given in order."""
    return replace(setup, stack=tuple(stack))


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
    choose: Callable[[Game, Sequence[Action]], Action | None],
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
        if watch is None:
            game = setup.game()
        else:
            own = watch.expansion
            game = setup.game([own if other.id == own.id else other for other in setup.expansions])
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


def by_chance(rng: Random) -> Callable[[Game, Sequence[Action]], Action]:
    """Play by chance: what expansions offer rather than not, and placements that leave less open rather than more."""

    def choose(game: Game, listed: Sequence[Action]) -> Action:
        kinds: dict[type[Action], list[Action]] = {}
        for action in listed:
            kinds.setdefault(type(action), []).append(action)
        names = [kind for kind in kinds if kind is not Pass or rng.random() < 0.5] or list(kinds)
        actions = kinds[rng.choice(names)]
        if isinstance(actions[0], Place) and rng.random() < 0.6:
            tiles = game.board.tiles
            return max(actions, key=lambda action: neighbours(tiles, action))
        return rng.choice(actions)

    return choose


def neighbours(tiles: Container[tuple[int, int]], action: Action) -> int:
    """How many of the 8 cells around a placement are filled."""
    assert isinstance(action, Place)
    return sum((action.x + dx, action.y + dy) in tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def scripted(texts: Sequence[str]) -> Callable[[Game, Sequence[Action]], Action | None]:
    """Play given actions by their texts, as long as they are legal, then nothing."""
    rest = list(texts)
    rest.reverse()

    def choose(game: Game, listed: Sequence[Action]) -> Action | None:
        text = rest.pop() if rest else None
        return next((action for action in listed if str(action) == text), None)

    return choose


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
    start = fits_stack(found.setup, found.stack[: drawn + 1])
    if not found.stack or not any(
        again(given, found.actions) for given in (start, fits_stack(found.setup, found.stack))
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
            smaller |= again(fits_stack(best.setup, stack), rest)
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


def base_stack(seed: int, tiles: int = 30) -> list[str]:
    """Tiles of the base game in an order of chance."""
    rules = ruleset()
    stack = rules.tiles_of[CORE][:]
    stack.remove(rules.start)
    Random(f"{seed}/base stack").shuffle(stack)
    return stack[:tiles]
