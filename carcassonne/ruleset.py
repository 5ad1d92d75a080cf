"""The base game and the chosen expansions, compiled once into what a running game reads."""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import entry_points
from types import CodeType
from typing import Any, Final

from carcassonne.actions import CORE_ACTIONS, MEEPLE, Action, verbs
from carcassonne.errors import CarcassonneError, ExpansionError, RulesetError, SettingsError, TileError
from carcassonne.expansion import HOOKS, Expansion, Insertion, Phase
from carcassonne.geometry import EDGES
from carcassonne.orientations import FeatureKind, Shape
from carcassonne.pieces import PieceKind, Pieces
from carcassonne.scoring import CORE_KINDS
from carcassonne.settings import RuleSettings, Settings, read_settings
from carcassonne.stretches import Turn
from carcassonne.table import Preparation
from carcassonne.tile_files import shipped
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, Tile
from carcassonne.turn import CORE_PHASES, DEPLOY

GROUP: Final = "carcassonne.expansions"
"""The entry-point group under which packages register their expansions, ours and third parties' alike."""
CORE: Final = ""
"""The owner of what no expansion brings."""
BASE_SET: Final = "base"


HOOKS_IN_GAMES: Final = (
    "adjust_score",
    "feature_completed",
    "feature_scored",
    "final_scoring",
    "may_deploy",
    "next_seat",
    "piece_deployed",
    "piece_marks",
    "piece_moved",
    "piece_returned",
    "seen_ahead",
    "tile_placed",
    "turn_ended",
)
"""The hooks that run during a game, but for those that are about the tile drawn: its `Shape` has them."""


class Hooks:
    """For each of these hooks the methods of those expansions that override it, in order."""

    __slots__ = HOOKS_IN_GAMES

    def __init__(self, expansions: Iterable[Expansion], settings: Settings) -> None:
        for name in HOOKS_IN_GAMES:
            owners = at_work(expansions, settings, name)
            setattr(self, name, tuple(getattr(owner, name) for owner in owners))

    adjust_score: tuple[Callable[..., Any], ...]
    feature_completed: tuple[Callable[..., Any], ...]
    feature_scored: tuple[Callable[..., Any], ...]
    final_scoring: tuple[Callable[..., Any], ...]
    may_deploy: tuple[Callable[..., Any], ...]
    next_seat: tuple[Callable[..., Any], ...]
    piece_deployed: tuple[Callable[..., Any], ...]
    piece_marks: tuple[Callable[..., Any], ...]
    piece_moved: tuple[Callable[..., Any], ...]
    piece_returned: tuple[Callable[..., Any], ...]
    seen_ahead: tuple[Callable[..., Any], ...]
    tile_placed: tuple[Callable[..., Any], ...]
    turn_ended: tuple[Callable[..., Any], ...]


class Ruleset:
    """Base and expansions as one set of rules. Made by `ruleset`; shared by all games that play it."""

    __slots__ = (
        "_pieces",
        "action_owner",
        "expansions",
        "hooks",
        "kind_number",
        "kinds",
        "offers",
        "owner_of",
        "phase_named",
        "phase_owner",
        "phases",
        "piece_kinds",
        "piece_named",
        "settings",
        "shapes",
        "start",
        "step_of",
        "steps",
        "stride",
        "tiles_of",
        "turn",
        "verbs",
    )

    def __init__(self, expansions: Sequence[Expansion], settings: Mapping[str, object]) -> None:
        self.expansions = in_order(expansions)
        for expansion in self.expansions:
            check_settings_kind(expansion)
        self.settings: Settings = read_settings(settings, self.expansions)
        faults: list[str] = []
        standing = {CITY, ROAD, FIELD, MONASTERY} - (set() if self.settings.fields else {FIELD})
        meeple = PieceKind(MEEPLE, self.settings.meeples, frozenset(standing))
        collected = _Collected(self.expansions, meeple, faults)
        self.kinds: tuple[FeatureKind, ...] = (*CORE_KINDS, *collected.kinds)
        self.kind_number = {kind.name: number for number, kind in enumerate(self.kinds)}
        base = shipped(BASE_SET)
        assert base.start is not None
        self.start = base.start
        tiles, self.owner_of = collected.tiles(base.tiles)
        self.tiles_of: dict[str, list[str]] = {owner: [] for owner in [CORE, *(e.id for e in self.expansions)]}
        """For each owner (CORE for the base) the ids of its tiles, each as often as it exists."""
        for tile in tiles:
            owner = self.owner_of[tile.id]
            copies = tile.count * (self.settings.sets if owner == CORE else 1)
            self.tiles_of[owner] += [tile.id] * copies
        self.phases = collected.phases()
        self.phase_owner = collected.phase_owner
        """The expansion that brought each phase; the core's have none."""
        self.phase_named: dict[str, Phase[Any]] = {phase.name: phase for phase in (*self.phases, *collected.asked)}
        self.step_of = {phase.name: step for step, phase in enumerate(self.phases)}
        self.action_owner: dict[type[Action], Expansion] = {
            kind: expansion for expansion in self.expansions for kind in expansion.actions
        }
        self.verbs: dict[str, type[Action]] = verbs((*CORE_ACTIONS, *self.action_owner))
        """The kinds of action by the first word of their text form."""
        self.piece_kinds: tuple[PieceKind, ...] = (meeple, *collected.pieces)
        self.piece_named = {kind.name: kind for kind in self.piece_kinds}
        faults += override_conflicts(self.expansions)
        faults += unapplied_answers(collected.insertions)
        faults += unclear_passing(collected.insertions)
        faults += unlike_edges(tiles)
        faults += [
            f"'{expansion.id}' offers actions in '{decision}', which is no phase"
            for expansion in self.expansions
            for decision in expansion.offers_in or ()
            if decision not in self.phase_named
        ]
        for expansion in self.expansions:
            faults += wrong_signatures(expansion)
        if faults:
            raise RulesetError("these expansions make no game: " + "; ".join(faults))
        self.steps = tuple([(phase, phase.passable) for phase in self.phases])
        """For each step of the turn its phase, and whether the decision of that may be passed."""
        self.hooks = Hooks(self.expansions, self.settings)
        self.offers = {name: self._offers(name) for name in self.phase_named if self._offers(name)}
        """For each decision in which expansions offer actions their `extra_actions`."""
        self.turn = Turn(self.phases, DEPLOY.name in self.offers)
        placing = at_work(self.expansions, self.settings, "may_place")
        drawing = at_work(self.expansions, self.settings, "tile_drawn")
        self.shapes: dict[str, Shape] = {
            tile.id: Shape(
                tile,
                self.kinds,
                tuple(owner.may_place for owner in placing if cares(owner, "restricts", tile)),
                tuple(owner.tile_drawn for owner in drawing if cares(owner, "heeds", tile)),
            )
            for tile in tiles
        }
        self.stride = max(len(tile.segments) for tile in tiles)
        """How many segments a tile has at most."""
        self._pieces: dict[int, Pieces] = {}

    def __repr__(self) -> str:
        names = ", ".join(("base", *(expansion.id for expansion in self.expansions)))
        return f"<Ruleset {names}>"

    def _offers(self, decision: str) -> tuple[Callable[..., Any], ...]:
        owners = at_work(self.expansions, self.settings, "extra_actions")
        return tuple(owner.extra_actions for owner in owners if owner.offers_in is None or decision in owner.offers_in)

    def pieces_for(self, seats: int) -> Pieces:
        """All the pieces of a game for so many seats."""
        if seats not in self._pieces:
            self._pieces[seats] = Pieces(self.piece_kinds, seats)
        return self._pieces[seats]

    def prepare(self, preparation: Preparation, rng_for: Callable[[str], Any]) -> None:
        """Let the expansions prepare the stack, each with its own stream of chance."""
        for expansion in self.expansions:
            own = self.tiles_of[expansion.id][:]
            guarded(expansion, "prepare")(preparation, own, rng_for(expansion.id))


class _Collected:
    """What the expansions bring, with a fault for all that clashes."""

    def __init__(self, expansions: Sequence[Expansion], meeple: PieceKind, faults: list[str]) -> None:
        self.expansions = expansions
        self.faults = faults
        self.kinds = [kind for expansion in expansions for kind in guarded(expansion, "feature_kinds")()]
        self.pieces = [kind for expansion in expansions for kind in guarded(expansion, "pieces")(meeple)]
        brought = [(expansion.id, item) for expansion in expansions for item in guarded(expansion, "phases")()]
        self.insertions = [insertion for _, insertion in brought]
        self.phase_owner = {insertion.phase.name: owner for owner, insertion in brought}
        self.asked = [insertion.phase for insertion in self.insertions if insertion.after is None]
        core_names = [phase.name for phase in CORE_PHASES]
        self._once("kind of feature", [kind.name for kind in (*CORE_KINDS, *self.kinds)])
        self._once("kind of piece", [MEEPLE, *(kind.name for kind in self.pieces)])
        self._once("phase", core_names + [insertion.phase.name for insertion in self.insertions])
        self._once("verb of actions", [k.verb for k in CORE_ACTIONS] + [k.verb for e in expansions for k in e.actions])

    def _once(self, what: str, names: Iterable[str]) -> None:
        self.faults += [
            f"there are {n} definitions of the {what} '{name}'" for name, n in Counter(names).items() if n > 1
        ]

    def tiles(self, base: Sequence[Tile]) -> tuple[list[Tile], dict[str, str]]:
        """All tiles with the marks that expansions add, and who brings each."""
        tiles = {tile.id: tile for tile in base}
        owner = dict.fromkeys(tiles, CORE)
        for expansion in self.expansions:
            for tile in guarded(expansion, "tiles")():
                if tile.id in tiles:
                    other = owner[tile.id] or "the base game"
                    self.faults.append(f"tile '{tile.id}' of '{expansion.id}' exists already in {other}")
                else:
                    tiles[tile.id], owner[tile.id] = tile, expansion.id
        changed: dict[tuple[str, str], str] = {}
        became: dict[str, tuple[Tile, ...]] = {name: (tile,) for name, tile in tiles.items()}
        for expansion in self.expansions:
            for change in guarded(expansion, "tile_changes")(tiles):
                place = (change.tile, change.place)
                if change.tile not in tiles:
                    self.faults.append(f"'{expansion.id}' changes tile '{change.tile}', which does not exist")
                elif place in changed:
                    self.faults.append(
                        f"'{changed[place]}' and '{expansion.id}' both change '{change.place}' of tile '{change.tile}'"
                    )
                else:
                    changed[place] = expansion.id
                    became[change.tile] = tuple(new for old in became[change.tile] for new in change.change(old))
        for name, tile in tiles.items():
            copies = sum(new.count for new in became[name])
            if copies != tile.count:
                self.faults.append(f"the changes to tile '{name}' make {copies} tiles of {tile.count}")
        self._once("tile", [tile.id for new in became.values() for tile in new])
        owner = {tile.id: owner[name] for name, new in became.items() for tile in new}
        return [tile for new in became.values() for tile in new], owner

    def phases(self) -> tuple[Phase[Any], ...]:
        """The turn: the core's phases, and after each those that expansions put there, in order."""
        phases = list(CORE_PHASES)
        waiting = [insertion for insertion in self.insertions if insertion.after is not None]
        anchor = {insertion.phase.name: insertion.after for insertion in waiting}
        while waiting:
            names = [phase.name for phase in phases]
            ready = next((insertion for insertion in waiting if insertion.after in names), None)
            if ready is None:
                self.faults += [f"phase '{i.phase.name}' goes after '{i.after}', which does not exist" for i in waiting]
                break
            waiting.remove(ready)
            place = names.index(str(ready.after)) + 1
            while place < len(phases) and follows(phases[place].name, str(ready.after), anchor):
                place += 1
            phases.insert(place, ready.phase)
        return tuple(phases)


def follows(phase: str, other: str, anchor: Mapping[str, str | None]) -> bool:
    """Whether an inserted phase goes after another one, directly or after one that does."""
    after = anchor.get(phase)
    return after is not None and (after == other or follows(after, other, anchor))


def overrides(expansion: Expansion, name: str) -> bool:
    """Whether an expansion overrides a hook."""
    return getattr(type(expansion), name) is not getattr(Expansion, name)


def claimants(expansions: Iterable[Expansion], name: str) -> list[Expansion]:
    """The expansions whose method runs for a hook, in order."""
    found = [expansion for expansion in expansions if overrides(expansion, name)]
    if HOOKS[name] == "override" and len(found) > 1:
        return [expansion for expansion in found if name in expansion.replaces]
    return found


def at_work(expansions: Iterable[Expansion], settings: Settings, name: str) -> list[Expansion]:
    """The expansions whose method for a hook has something to do under these settings, in order."""
    idle = {e.id for e in expansions if e.id in settings.of and name in e.idle_hooks(settings.of[e.id])}
    return [expansion for expansion in claimants(expansions, name) if expansion.id not in idle]


def cares(expansion: Expansion, name: str, tile: Tile) -> bool:
    """Whether a tile concerns an expansion, as its hook of this name says. Raises RulesetError where it is unclear."""
    answer = guarded(expansion, name)(tile)
    if type(answer) is not bool:
        raise RulesetError(f"expansion '{expansion.id}' answers {answer!r} to {name}; it should be True or False")
    return answer


def override_conflicts(expansions: Sequence[Expansion]) -> list[str]:
    """A fault for each override hook that more than one expansion claims and not just one replaces."""
    faults = []
    for name, kind in HOOKS.items():
        found = [expansion.id for expansion in expansions if overrides(expansion, name)]
        if kind == "override" and len(found) > 1 and len(claimants(expansions, name)) != 1:
            faults.append(f"{' and '.join(map(repr, found))} both claim '{name}', which only one may override")
    return faults


def wrong_signatures(expansion: Expansion) -> list[str]:
    """A fault for each hook that an expansion overrides with other parameters than the contract's."""
    faults = []
    for name in HOOKS:
        wanted = list(inspect.signature(getattr(Expansion, name)).parameters)
        have = list(inspect.signature(getattr(type(expansion), name)).parameters)
        if len(have) != len(wanted):
            faults.append(
                f"'{expansion.id}' defines {name}({', '.join(have)}); it should be {name}({', '.join(wanted)})"
            )
    return faults


def unapplied_answers(insertions: Iterable[Insertion]) -> list[str]:
    """A fault for each phase that is answered by actions and does not say what they do."""
    return [
        f"phase '{item.phase.name}' is answered by '{item.phase.answers[0].verb}' and must define apply"
        for item in insertions
        if item.phase.answers and type(item.phase).apply is Phase.apply
    ]


def unclear_passing(insertions: Iterable[Insertion]) -> list[str]:
    """A fault for each phase that does not say plainly whether its decision may be passed."""
    said = [(item.phase.name, getattr(type(item.phase), "passable", False)) for item in insertions]
    return [
        f"phase '{name}' has passable = {passable!r}; it should be True or False"
        for name, passable in said
        if type(passable) is not bool
    ]


def unlike_edges(tiles: Iterable[Tile]) -> list[str]:
    """A fault for each edge at which segments own other parts than at edges of the same letter: the two cannot meet."""
    faults: list[str] = []
    first: dict[str, tuple[str, set[str]]] = {}
    for tile in tiles:
        for edge, letter in enumerate(tile.edges):
            owned = {"the edge" for segment in tile.segments if edge in segment.edges}
            for half, name in ((2 * edge, "its left half"), (2 * edge + 1, "its right half")):
                owned |= {name for segment in tile.segments if half in segment.half_edges}
            other, wanted = first.setdefault(letter, (tile.id, owned))
            if owned != wanted:
                there = ", ".join(sorted(wanted)) or "nothing"
                faults.append(
                    f"edge {EDGES[edge]} of tile '{tile.id}' is {letter}, of which segments own {there} (see '{other}')"
                )
    return faults


def check_settings_kind(expansion: Expansion) -> None:
    """Raise RulesetError where the settings of an expansion are no kind of RuleSettings."""
    kind: object = expansion.settings
    if kind is not None and not (isinstance(kind, type) and issubclass(kind, RuleSettings)):
        raise RulesetError(
            f"the settings of '{expansion.id}' should be a class derived from RuleSettings, not {kind!r}"
        )


def guarded(expansion: Expansion, name: str) -> Callable[..., Any]:
    """A hook that runs outside of a turn: what it raises names the expansion and the hook."""
    method = getattr(expansion, name)

    def call(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except (RulesetError, SettingsError, TileError):
            raise
        except Exception as error:
            raise failure(f"expansion '{expansion.id}' failed in {name}", error) from error

    return call


def failure(where: str, error: Exception) -> ExpansionError:
    """The error that tells where an expansion failed, and how."""
    fault = ExpansionError(f"{where}: {error if isinstance(error, CarcassonneError) else repr(error)}")
    fault.__cause__ = error
    return fault


def blamed(error: Exception, rules: Ruleset) -> ExpansionError | None:
    """The error that names the expansion whose hook or phase raised this one, None where it was the core itself.

    Hooks run in every turn and fail almost never: nothing is set up beforehand, the traceback tells where it was.
    """
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        first = trace.tb_frame.f_locals.get(code.co_varnames[0]) if code.co_varnames else None
        owner = first[0] if isinstance(first, tuple) and first else first
        if isinstance(owner, Expansion):
            return failure(f"expansion '{owner.id}' failed in {method_name(owner, code)}", error)
        if isinstance(owner, Phase) and owner.name in rules.phase_owner:
            phase = f"{method_name(owner, code)} of phase '{owner.name}'"
            return failure(f"expansion '{rules.phase_owner[owner.name]}' failed in {phase}", error)
        trace = trace.tb_next
    return None


def method_name(owner: object, code: CodeType) -> str:
    """The name under which an object has the method with this code."""
    named = (name for name in dir(type(owner)) if getattr(getattr(type(owner), name), "__code__", None) is code)
    return next(named, code.co_name)


def in_order(expansions: Sequence[Expansion]) -> tuple[Expansion, ...]:
    """The expansions in their declared order: `requires`, `after` and `before`, ties by id.

    Raises RulesetError listing all that is missing, in conflict, named twice or in a circle.
    """
    by_id = {expansion.id: expansion for expansion in expansions}
    faults = [f"'{name}' is named {n} times" for name, n in Counter(e.id for e in expansions).items() if n > 1]
    earlier: dict[str, set[str]] = {name: set() for name in by_id}
    for name, expansion in by_id.items():
        faults += [f"'{name}' requires '{other}'" for other in expansion.requires if other not in by_id]
        faults += [f"'{name}' cannot be combined with '{other}'" for other in expansion.conflicts if other in by_id]
        earlier[name] |= {other for other in (*expansion.requires, *expansion.after) if other in by_id}
        for other in expansion.before:
            if other in by_id:
                earlier[other].add(name)
    ordered: list[Expansion] = []
    while earlier:
        free = sorted(name for name, others in earlier.items() if not others & earlier.keys())
        if not free:
            faults.append(f"{', '.join(map(repr, sorted(earlier)))} each want to come after another of them")
            break
        ordered.append(by_id[free[0]])
        del earlier[free[0]]
    if faults:
        raise RulesetError("these expansions make no game: " + "; ".join(faults))
    return tuple(ordered)


@lru_cache(maxsize=1)
def _registered() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@lru_cache(maxsize=256)
def load(name: str) -> Expansion:
    """The installed expansion of that id. Raises RulesetError, with near names, where there is none."""
    registered = _registered()
    if name not in registered:
        near = get_close_matches(name, registered, n=3)
        if near:
            hint = f"did you mean {' or '.join(map(repr, near))}?"
        elif registered:
            hint = f"installed are {', '.join(sorted(registered))}"
        else:
            hint = "none is: install the package that brings it (for carcassonne's own: pip install -e .)"
        raise RulesetError(f"no expansion '{name}' is installed; {hint}")
    entry = registered[name]
    try:
        expansion = entry.load()()
    except Exception as error:
        fault = RulesetError(f"expansion '{name}' ({entry.value}) cannot be loaded: {error!r}")
        fault.__cause__ = error
        raise fault from error
    if not isinstance(expansion, Expansion) or expansion.id != name:
        raise RulesetError(f"entry point '{name}' ({entry.value}) is no expansion with the id '{name}'")
    return expansion


def installed() -> dict[str, Expansion]:
    """The installed expansions by id, in the order of their ids. Raises RulesetError where one cannot be loaded."""
    return {name: load(name) for name in sorted(_registered())}


@lru_cache(maxsize=128)
def _compiled(expansions: tuple[Expansion, ...], settings: str) -> Ruleset:
    return Ruleset(expansions, json.loads(settings))


@lru_cache(maxsize=128)
def _with_defaults(expansions: tuple[str, ...]) -> Ruleset:
    return ruleset(expansions, {})


def ruleset(expansions: Iterable[str | Expansion] = (), settings: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset of the base game with some expansions, by id or as objects, in any order.

    Compiled once and shared. Raises RulesetError or SettingsError where they make no game.
    """
    if settings is None and type(expansions) is tuple and all(type(item) is str for item in expansions):
        return _with_defaults(expansions)
    if isinstance(expansions, str):
        raise SettingsError(f"expansions are a sequence of ids, as in {(expansions,)}, not {expansions!r}")
    if not issubclass(type(expansions), Iterable):
        raise SettingsError(f"expansions are a sequence of ids, as in ('id_of_one',), not {expansions!r}")
    named: Iterable[Any] = expansions
    chosen: tuple[Any, ...] = tuple(load(item) if isinstance(item, str) else item for item in named)
    strange = [repr(item) for item in chosen if not issubclass(type(item), Expansion)]
    if strange:
        raise RulesetError(f"{strange[0]} is neither the id of an expansion nor an Expansion object")
    nameless: list[object] = [item for item in chosen if type(getattr(item, "id", None)) is not str]
    if nameless:
        raise RulesetError(f"{nameless[0]!r} has no id: an expansion states it as a class attribute")
    given = {} if settings is None else settings
    try:
        key = json.dumps(given, sort_keys=True)
        hash(chosen)
    except (TypeError, ValueError, RecursionError):
        return Ruleset(chosen, given)
    return _compiled(chosen, key)
