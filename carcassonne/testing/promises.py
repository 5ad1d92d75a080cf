"""The promises of the contract. Each is one function of a Trial that raises BrokenPromise where it is not kept."""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Final

from carcassonne.actions import Action
from carcassonne.errors import CarcassonneError, IllegalAction
from carcassonne.events import MeepleDeployed, MeepleMoved, MeepleReturned, ScoreChanged, total
from carcassonne.expansion import HOOKS, Expansion
from carcassonne.game import Game
from carcassonne.orientations import FeatureKind
from carcassonne.ruleset import ruleset, wrong_signatures
from carcassonne.scoring import CORE_KINDS
from carcassonne.testing.failures import Breach, BrokenPromise, Fault
from carcassonne.testing.forms import board_form, form, states_form
from carcassonne.testing.near_misses import near_misses
from carcassonne.testing.trial import (
    Check,
    Setup,
    Trial,
    any_settings,
    base_stack,
    everywhere,
    everywhere_in,
    fault_of,
    with_required,
)
from carcassonne.tiles import Tile

HASH_SEEDS: Final = ("0", "1", "4242")
REPLAYED_AFTER: Final = (0, 1, 2, 3, 5, 8, 13, 34, 89)
"""After so many actions a game is played again."""
IN_PAIRS: Final = 2
"""Games with each partner."""


def nothing(game: Game, rng: Random) -> None:
    """Check nothing but what playing shows."""


def broken(trial: Trial, promise: str, what: str) -> BrokenPromise:
    """A promise broken outside any game."""
    return BrokenPromise(trial.expansion.id, [Breach(promise, what)])


# before any game


def it_is_named_well(trial: Trial) -> None:
    """Its id is of lower case words joined by underscores; title and version are texts; it is no class."""
    expansion: object = trial.expansion
    if not isinstance(expansion, Expansion):
        raise BrokenPromise(str(expansion), [Breach("it_is_named_well", f"{expansion!r} is no Expansion object")])
    name = getattr(expansion, "id", None)
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        what = f"id is {name!r}, and should be lower case words joined by underscores"
        raise BrokenPromise(str(name), [Breach("it_is_named_well", what)])
    for attribute in ("title", "version"):
        text = getattr(expansion, attribute, None)
        if not isinstance(text, str) or not text.strip():
            raise broken(trial, "it_is_named_well", f"{attribute} is {text!r}, and should be a text")


def hooks_have_the_signatures_of_the_contract(trial: Trial) -> None:
    """Each hook that it overrides is a method with the parameters that the contract gives."""
    no_methods = [name for name in HOOKS if not callable(getattr(type(trial.expansion), name))]
    faults = [f"{name} is no method" for name in no_methods] or wrong_signatures(trial.expansion)
    if faults:
        raise broken(trial, "hooks_have_the_signatures_of_the_contract", "; ".join(faults))


def it_makes_a_ruleset(trial: Trial) -> None:
    """The base game and it make a ruleset, with its defaults and with any settings."""
    chosen = with_required((trial.expansion,))
    for settings in ({}, any_settings(chosen, Random(trial.seed))):
        try:
            ruleset(chosen, settings)
        except Exception as error:
            raise broken(trial, "it_makes_a_ruleset", f"{type(error).__name__}: {error}") from error


def its_tiles_are_sound(trial: Trial) -> None:
    """Each edge of its tiles has the one owner that it should have, and the neighbours of an edge can join it."""
    kinds = (*CORE_KINDS, *trial.expansion.feature_kinds())
    shapes = ruleset().shapes.values()
    split = {letter: halves for shape in shapes for letter, halves in halves_of(shape.tile)}
    for tile in trial.expansion.tiles():
        for fault in tile_faults(tile, kinds, split):
            raise broken(trial, "its_tiles_are_sound", f"tile '{tile.id}': {fault}")


def tile_faults(tile: Tile, kinds: tuple[FeatureKind, ...], split: dict[str, int]) -> list[str]:
    """What is wrong with a tile; `split` says how many half edges beside an edge of each letter belong to fields."""
    owners = {kind.edge: kind.name for kind in kinds if kind.edge is not None}
    known = {kind.name for kind in kinds}
    faults = [f"'{s.kind}' is no kind of feature in this game" for s in tile.segments if s.kind not in known]
    if len(tile.edges) != 4 or not set(tile.edges) <= set(owners):
        return [*faults, f"edges {tile.edges!r} should be four letters of {', '.join(sorted(owners))}"]
    for edge, letter in enumerate(tile.edges):
        holders = [segment.kind for segment in tile.segments if edge in segment.edges]
        wanted = [] if owners[letter] == "field" else [owners[letter]]
        if holders != wanted:
            faults.append(f"edge {'NESW'[edge]} is {letter} and should belong to {wanted}, not to {holders}")
    for letter, halves in halves_of(tile):
        if halves != split.setdefault(letter, halves):
            faults.append(f"beside an edge {letter} fields own {split[letter]} half edges, not {halves}")
    if tile.count < 1:
        faults.append(f"there are {tile.count} of it")
    return faults


def halves_of(tile: Tile) -> list[tuple[str, int]]:
    """For each edge its letter and how many half edges beside it belong to fields."""
    owned = Counter(half for segment in tile.segments for half in segment.half_edges)
    return [(letter, owned[2 * edge] + owned[2 * edge + 1]) for edge, letter in enumerate(tile.edges)]


# hooks, watched while games are played


def listening(game: Game, rng: Random) -> None:
    """Ask a position all that pure hooks answer, and take back one action."""
    listed = list(game.legal_actions)
    _ = (
        game.meeples,
        game.provisional_scores(),
        game.key(),
        [game.seen_ahead(seat) for seat in range(len(game.players))],
    )
    for action in rng.sample(listed, min(2, len(listed))):
        game.why_not(action)


def watched(trial: Trial) -> None:
    """One walk under watch for all that a watch sees."""
    everywhere(trial, listening, watched=True)


def at_every_position(trial: Trial, check: Check) -> None:
    """Check every position; that games do not end is told before, lest this does not end either."""
    try:
        watched(trial)
    except BrokenPromise as found:
        if "games_end" in found.promises:
            raise
    everywhere(trial, check)


def hooks_do_not_fail(trial: Trial) -> None:
    """No hook raises anything while legal actions are listed and played."""
    at_every_position(trial, nothing)


def hooks_answer_in_kind(trial: Trial) -> None:
    """Every hook answers what its kind says: a veto None or a reason, a score Adjustments, a notice nothing."""
    watched(trial)


def pure_hooks_change_nothing(trial: Trial) -> None:
    """Vetoes, collects, scores and queries, of phases too, leave the table and every state as they were."""
    watched(trial)


def pure_hooks_answer_the_same_twice(trial: Trial) -> None:
    """Asked twice at one position, they answer the same."""
    watched(trial)


def states_change_by_copy(trial: Trial) -> None:
    """A state is changed only through `table.change_state`, and its copy shares nothing that changes."""
    watched(trial)
    at_every_position(trial, state_is_copied)


def state_is_copied(game: Game, rng: Random) -> None:
    """Playing on leaves the states that were there as they were."""
    before = dict(game.states)
    forms = states_form(game)
    for action in rng.sample(list(game.legal_actions), min(2, len(game.legal_actions))):
        other = game.copy()
        other.play(action)
        for name, state in before.items():
            if form(state) != forms[name]:
                what = f"playing {str(action)!r} on a copy changes the state of '{name}' in the original too"
                raise Fault("states_change_by_copy", f"{what}: its copy() must share nothing that changes")
    game.provisional_scores()
    for name, state in before.items():
        if form(state) != forms[name]:
            raise Fault("states_change_by_copy", f"the final scoring changes the state of '{name}' in place")


# every position


def every_legal_action_applies(trial: Trial) -> None:
    """Each listed action is legal by `why_not`, can be played, and leads on."""
    at_every_position(trial, all_apply)


def all_apply(game: Game, rng: Random) -> None:
    """Play each listed action, or some of many, on a copy."""
    listed = list(game.legal_actions)
    if len(set(listed)) < len(listed):
        twice = next(action for action, times in Counter(listed).items() if times > 1)
        raise Fault("every_legal_action_applies", f"{str(twice)!r} is listed twice")
    for action in listed if len(listed) <= 8 else rng.sample(listed, 8):
        reason = game.why_not(action)
        if reason is not None:
            raise Fault("every_legal_action_applies", f"{str(action)!r} is listed, and refused: {reason}")
        try:
            game.copy().play(action)
        except Exception as error:
            said = f"playing the legal {str(action)!r} failed with {type(error).__name__}: {error}"
            raise Fault(fault_of(error, "").promise, said) from error


def nothing_else_applies(trial: Trial) -> None:
    """What is not listed is refused and changes nothing, unless it is another name of a listed action."""
    at_every_position(trial, misses_are_refused)


def misses_are_refused(game: Game, rng: Random) -> None:
    """Offer the game what is nearly legal."""
    if game.turn > 4 and rng.random() < 0.7:
        return
    listed = list(game.legal_actions)
    key = game.key()
    led_to: set[object] | None = None
    for miss in near_misses(game, listed, rng):
        if any(type(miss) is type(action) and repr(miss) == repr(action) for action in listed):
            continue
        try:
            reason = game.why_not(miss)
        except Exception as error:
            said = f"asking why not {miss!r} failed with {type(error).__name__}: {error}"
            raise Fault("nothing_else_applies", said) from error
        if reason is None:
            led_to = {after(game, action) for action in listed} if led_to is None else led_to
            try:
                same = after(game, miss) in led_to
            except CarcassonneError:
                same = False
            if not same:
                raise Fault("nothing_else_applies", f"{miss!r} is not listed, and accepted")
        else:
            try:
                game.play(miss)
            except IllegalAction:
                pass
            else:
                raise Fault("nothing_else_applies", f"{miss!r} is played although: {reason}")
    if game.key() != key:
        raise Fault("nothing_else_applies", "refusing actions has changed the game")


def after(game: Game, action: Action) -> object:
    """The key of the game after an action; the game is left alone."""
    other = game.copy()
    other.play(action)
    return other.key()


def undo_is_exact(trial: Trial) -> None:
    """After an action is taken back everything is as it was, and playing it again leads to the same."""
    at_every_position(trial, undo_restores)


def undo_restores(game: Game, rng: Random) -> None:
    """Play and take back."""
    if game.over:
        return
    key, listed, states, events = game.key(), list(game.legal_actions), states_form(game), len(game.events)
    board = board_form(game)
    action = rng.choice(listed)
    first = tuple(game.play(action))
    led_to = game.key()
    taken = game.undo()
    if taken != action:
        raise Fault("undo_is_exact", f"undo took back {str(taken)!r}, the last action was {str(action)!r}")
    if game.key() != key or states_form(game) != states:
        what = changed_states(states, states_form(game)) or "the game"
        raise Fault("undo_is_exact", f"after undoing {str(action)!r} {what} is not as it was")
    if board_form(game) != board:
        said = f"after undoing {str(action)!r} the board is not as it was: hooks change it only by methods of Table"
        raise Fault("undo_is_exact", said)
    if list(game.legal_actions) != listed or len(game.events) != events:
        raise Fault("undo_is_exact", f"after undoing {str(action)!r} the legal actions or events are others")
    second = tuple(game.play(action))
    if game.key() != led_to or second != first:
        raise Fault("undo_is_exact", f"{str(action)!r}, undone and played again, leads elsewhere")
    game.undo()


def changed_states(before: dict[str, object], now: dict[str, object]) -> str:
    """Which states differ, in words."""
    names = [name for name in before if before[name] != now.get(name)]
    return " and ".join(f"the state of '{name}'" for name in names)


def copies_are_independent(trial: Trial) -> None:
    """A copy stands the same; what is done to one does not touch the other; both play on alike."""
    at_every_position(trial, copy_is_independent)


def copy_is_independent(game: Game, rng: Random) -> None:
    """Play on with a copy of a copy, and with the game."""
    key, listed = game.key(), list(game.legal_actions)
    copy = game.copy()
    if copy.key() != key or list(copy.legal_actions) != listed or copy.events != game.events:
        raise Fault("copies_are_independent", "a copy is not equal to the game")
    if game.over:
        return
    action = rng.choice(listed)
    copy.play(action)
    led_to = copy.key()
    if game.key() != key:
        raise Fault("copies_are_independent", f"playing {str(action)!r} on a copy changes the game")
    game.play(action)
    same = game.key() == led_to
    game.undo()
    if not same:
        raise Fault("copies_are_independent", f"{str(action)!r} leads elsewhere in a copy than in the game")
    if copy.key() != led_to:
        raise Fault("copies_are_independent", "undoing in the game changes a copy")


def states_survive_json(trial: Trial) -> None:
    """`save_state` writes JSON from which `load_state` makes a state that plays on alike."""
    at_every_position(trial, states_load)


def states_load(game: Game, rng: Random) -> None:
    """Save and load each state, and play on."""
    other = game.copy()
    for expansion in game.ruleset.expansions:
        if expansion.id not in game.states:
            continue
        try:
            saved = expansion.save_state(game)
            text = json.dumps(saved, allow_nan=False)
            loaded = expansion.load_state(game, json.loads(text))
        except Exception as error:
            said = f"saving and loading the state of '{expansion.id}' failed with {type(error).__name__}: {error}"
            raise Fault("states_survive_json", said) from error
        if form(json.loads(text)) != form(json.loads(json.dumps(expansion.save_state(game)))):
            raise Fault("states_survive_json", f"save_state of '{expansion.id}' writes something else each time")
        other.states = {**other.states, expansion.id: loaded}
    if other.key() != game.key() or list(other.legal_actions) != list(game.legal_actions):
        raise Fault("states_survive_json", "a game with its states saved and loaded is not the same game")
    mirror = game.copy()
    for _ in range(4):
        if other.over:
            break
        action = rng.choice(list(other.legal_actions))
        if action not in mirror.legal_actions:
            raise Fault("states_survive_json", f"{str(action)!r} is legal only after the states were saved and loaded")
        mirror.play(action)
        other.play(action)
        if other.key() != mirror.key():
            what = f"after {str(action)!r} a game whose states were saved and loaded is not the same game"
            raise Fault("states_survive_json", f"{what}: save_state leaves something out")


def actions_survive_text(trial: Trial) -> None:
    """The text form of each legal action reads back as an equal action."""
    at_every_position(trial, texts_read_back)


def texts_read_back(game: Game, rng: Random) -> None:
    """Write and read the legal actions."""
    texts: dict[str, Action] = {}
    for action in game.legal_actions:
        text = str(action)
        if text in texts:
            raise Fault("actions_survive_text", f"{action!r} and {texts[text]!r} are both written {text!r}")
        texts[text] = action
        try:
            read = game.action(text)
        except Exception as error:
            said = f"{action!r} is written {text!r}, which does not read: {error}"
            raise Fault("actions_survive_text", said) from error
        if read != action or hash(read) != hash(action):
            raise Fault("actions_survive_text", f"{action!r} is written {text!r}, which reads as {read!r}")


def events_can_be_told(trial: Trial) -> None:
    """Every event has words, JSON, a tally of a label and a number, and an audience of seats or None."""
    at_every_position(trial, events_are_told)


def events_are_told(game: Game, rng: Random) -> None:
    """Tell the events since the turn began."""
    for event in game.events[-12:]:
        try:
            words = event.tell(game.players)
            json.dumps(event.to_json(), allow_nan=False)
            tally, audience = event.tally(), event.audience()
        except Exception as error:
            said = f"telling {type(event).__name__} failed with {type(error).__name__}: {error}"
            raise Fault("events_can_be_told", said) from error
        said_well: object = words
        good = isinstance(said_well, str) and (tally is None or len(tally) == 2)
        if not good or (audience is not None and not set(audience) <= set(range(len(game.players)))):
            raise Fault("events_can_be_told", f"{event!r} tells {words!r}, {tally!r}, {audience!r}")


def pieces_are_conserved(trial: Trial) -> None:
    """Pieces in supply and on the board are those owned, and every one that comes or goes is told."""
    at_every_position(trial, pieces_add_up)


def pieces_add_up(game: Game, rng: Random) -> None:
    """Count the pieces, and compare them with what was told."""
    board, standing = game.board, game.meeples
    on_board = Counter((s.seat, s.piece, s.x, s.y, s.location) for s in standing)
    for seat in range(len(game.players)):
        for kind in game.ruleset.piece_kinds:
            here = sum(s.seat == seat and s.piece == kind.name for s in standing)
            at_hand = game.supply_of(seat)[kind.name]
            if here + at_hand != kind.per_seat:
                said = f"seat {seat} owns {kind.per_seat} {kind.name}s: {at_hand} at hand and {here} on the board"
                raise Fault("pieces_are_conserved", said)
    roots = {board.root(node) for node in range(len(board.parent))}
    if sum(board.pieces[root].bit_count() for root in roots) != len(standing):
        raise Fault("pieces_are_conserved", "the board's features do not hold just the pieces that stand on them")
    told: Counter[tuple[int, str, int, int, str]] = Counter()
    for event in game.events:
        if isinstance(event, MeepleDeployed):
            told[event.seat, event.piece, event.x, event.y, event.location] += 1
        elif isinstance(event, MeepleReturned):
            told[event.seat, event.piece, event.x, event.y, event.location] -= 1
        elif isinstance(event, MeepleMoved):
            told[event.seat, event.piece, event.from_x, event.from_y, event.from_location] -= 1
            told[event.seat, event.piece, event.x, event.y, event.location] += 1
    if +told != on_board or -told:
        strange = next(iter((on_board - told) or (told - on_board)))
        said = f"the events do not tell of what stands on the board: {strange}; use deploy, return_piece, move_piece"
        raise Fault("pieces_are_conserved", said)


def scores_are_explained(trial: Trial) -> None:
    """Every score is the sum of what was told, and each of those the sum of its terms."""
    at_every_position(trial, scores_add_up)


def scores_add_up(game: Game, rng: Random) -> None:
    """Add up the events."""
    sums = [0] * len(game.players)
    for event in game.events:
        if isinstance(event, ScoreChanged):
            sums[event.seat] += event.points
            if event.points != total(event.terms):
                raise Fault("scores_are_explained", f"{event!r}: the terms add up to {total(event.terms)}")
    if list(game.scores) != sums:
        said = f"the scores are {list(game.scores)}, the events add up to {sums}: use table.change_score"
        raise Fault("scores_are_explained", said)


def games_end(trial: Trial) -> None:
    """Every game is over after a bounded number of actions, and every action after a bounded number of steps."""
    watched(trial)


# whole games


def the_seed_fixes_the_game(trial: Trial) -> None:
    """The same seed and actions give the same game, and the process-wide generator is left alone."""
    promise = "the_seed_fixes_the_game"
    for setup in trial.setups():
        state = random.getstate()
        one, other = setup.game(), setup.game()
        if one.key() != other.key():
            raise BrokenPromise(
                trial.expansion.id, [Breach(promise, "two games of one seed differ", "the opening", setup.code([]))]
            )

        def alike(game: Game, rng: Random) -> None:
            if random.getstate() != state:  # noqa: B023
                raise Fault(promise, "the process-wide random generator is used: take the `rng` that prepare is given")

        played = everywhere_in(setup, trial, alike)
        assert played is not None
        for action in played.actions:
            if action not in other.legal_actions:
                said = f"{str(action)!r} is legal in only one of two games of one seed"
                raise BrokenPromise(trial.expansion.id, [Breach(promise, said, "", setup.code([]))])
            other.play(action)
        if other.key() != played.key() or other.events != played.events:
            said = "two games of one seed differ after the same actions"
            code = setup.code([str(action) for action in played.actions])
            raise BrokenPromise(trial.expansion.id, [Breach(promise, said, "", code)])


def replays_are_identical(trial: Trial) -> None:
    """A game, played again from its stack and the texts of its actions, is the same game."""
    at_every_position(trial, replay_is_identical)


def replay_is_identical(game: Game, rng: Random) -> None:
    """Play the game again, at its end and now and then before."""
    if not game.over and len(game.actions) not in REPLAYED_AFTER:
        return
    again = Game(
        game.players,
        expansions=game.ruleset.expansions,
        seed=game.seed,
        stack=game.stack,
        settings=game.settings.to_json(),
    )
    for number, action in enumerate(game.actions, start=1):
        try:
            again.play(again.action(str(action)))
        except IllegalAction as error:
            said = f"action {number}, {str(action)!r}, cannot be played again with the same stack: {error}"
            raise Fault("replays_are_identical", said) from error
    if again.key() != game.key() or again.events != game.events:
        raise Fault("replays_are_identical", "the same actions with the same stack come to another game")


def games_are_the_same_under_every_hash_seed(trial: Trial) -> None:
    """Processes with different PYTHONHASHSEED play the same games. Needs a class that can be imported by name."""
    name = reference(trial.expansion)
    if name is None:
        return
    command = [sys.executable, "-m", "carcassonne.testing.fingerprint", name, str(trial.seed)]
    runs = {
        hash_seed: subprocess.Popen(
            command,
            env=fingerprint_environment(hash_seed),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for hash_seed in HASH_SEEDS
    }
    seen: list[list[str]] = []
    for run in runs.values():
        told, faults = run.communicate()
        failed = faults.strip().splitlines()[-1:] if run.returncode else []
        if failed and not told:
            raise broken(trial, "games_are_the_same_under_every_hash_seed", f"no game begins: {failed[0]}")
        seen.append([*told.splitlines(), *failed])
    for step, rows in enumerate(zip_longest(*seen)):
        if len(set(rows)) > 1:
            said = f"games differ by PYTHONHASHSEED from step {step} on:\n    " + "\n    ".join(map(str, rows))
            raise broken(trial, "games_are_the_same_under_every_hash_seed", f"{said}\n  Sort what comes out of a set.")


def fingerprint_environment(hash_seed: str) -> dict[str, str]:
    """The environment of a process that plays the same games."""
    return {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def reference(expansion: Expansion) -> str | None:
    """How another process finds the expansion's class, `module:Class`; None where it cannot."""
    kind = type(expansion)
    if "<" in kind.__qualname__ or kind.__module__ == "__main__" or vars_of(expansion):
        return None
    return f"{kind.__module__}:{kind.__qualname__}"


def vars_of(expansion: Expansion) -> bool:
    """Whether the object holds something of its own, so that its class alone does not tell all."""
    return bool(getattr(expansion, "__dict__", {}))


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


def pairs_are_sound(trial: Trial) -> None:
    """With every partner, named in either order, it makes one game in which the other promises hold."""
    for partner in trial.companions():
        chosen = with_required((trial.expansion, partner))
        head = f"with '{partner.id}': "
        try:
            one = Setup(chosen, 3, trial.seed).game()
            other = Setup(chosen[::-1], 3, trial.seed).game()
        except CarcassonneError as error:
            raise broken(trial, "pairs_are_sound", f"{head}{type(error).__name__}: {error}") from error
        if one.key() != other.key():
            raise broken(trial, "pairs_are_sound", f"{head}the order of naming makes a difference")
        for number in range(IN_PAIRS):
            rng = Random(f"{trial.seed}/{partner.id}/{number}")
            settings = any_settings(chosen, rng) if number else {}
            setup = Setup(chosen, rng.randint(2, 5), trial.seed + number, settings)
            try:
                everywhere_in(setup, trial, all_together, named="pairs_are_sound")
            except BrokenPromise as found:
                breaches = [breach._replace(what=head + breach.what) for breach in found.breaches]
                raise BrokenPromise(trial.expansion.id, breaches) from found


def all_together(game: Game, rng: Random) -> None:
    """The checks of a position, a few at a time."""
    pieces_add_up(game, rng)
    scores_add_up(game, rng)
    for check in rng.sample(AT_A_POSITION, 2):
        check(game, rng)


AT_A_POSITION: Final[tuple[Check, ...]] = (
    all_apply,
    misses_are_refused,
    undo_restores,
    copy_is_independent,
    state_is_copied,
    states_load,
    texts_read_back,
    events_are_told,
)

PROMISES: Final[tuple[Callable[[Trial], None], ...]] = (
    it_is_named_well,
    hooks_have_the_signatures_of_the_contract,
    it_makes_a_ruleset,
    its_tiles_are_sound,
    games_end,
    hooks_do_not_fail,
    hooks_answer_in_kind,
    pure_hooks_change_nothing,
    pure_hooks_answer_the_same_twice,
    states_change_by_copy,
    every_legal_action_applies,
    nothing_else_applies,
    undo_is_exact,
    copies_are_independent,
    states_survive_json,
    actions_survive_text,
    events_can_be_told,
    pieces_are_conserved,
    scores_are_explained,
    the_seed_fixes_the_game,
    replays_are_identical,
    games_are_the_same_under_every_hash_seed,
    the_base_game_is_unchanged_without_its_tiles,
    pairs_are_sound,
)
"""All promises, in the order in which they are best asked for."""
FIRST: Final = PROMISES[:6]
"""Where one of these is broken, no game can be played to its end."""
