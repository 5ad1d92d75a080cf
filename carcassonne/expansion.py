"""The one contract between the core and expansions: hooks, and phases of a turn.

An expansion is one object of a class derived from `Expansion` that overrides the hooks it needs. Each hook is of one
kind, which says how several expansions combine:

* `notify`: all run, in order; results are ignored.
* `veto`: each returns None to allow or the reason why not; all must allow. Pure.
* `collect`: the results are joined in order; a duplicate is an error. Pure.
* `fold`: each changes what the one before it left.
* `score`: each returns adjustments; they apply in stages (see `carcassonne.scoring`). Pure.
* `override`: one owner; a second claimant is an error unless one of them names the hook in `replaces`.
* `own`: about the expansion itself; never combined.

Order: after all that `requires` and `after` name, before all that `before` names, ties by id. While a hook runs it may
change the table only through the methods of `Table`; what it raises is reported with expansion, hook, turn and
position, and the game is as it was before the action.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

from mypy_extensions import mypyc_attr

from carcassonne.actions import Action, is_among
from carcassonne.chance import Chooser
from carcassonne.errors import ExpansionError
from carcassonne.orientations import FeatureKind, Orientation
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Adjustment, Scoring
from carcassonne.table import NOBODY, Preparation, State, Table
from carcassonne.tiles import Tile
from carcassonne.values import value

if TYPE_CHECKING:
    from carcassonne.settings import RuleSettings

HookKind = Literal["notify", "veto", "collect", "fold", "score", "override", "own"]
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])

HOOKS: dict[str, HookKind] = {}
"""Every hook of the contract by name, with its kind."""


def hook(kind: HookKind) -> Callable[[F], F]:
    """Declare a method of `Expansion` as a hook of a kind."""

    def declare(method: F) -> F:
        HOOKS[method.__name__] = kind
        return method

    return declare


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[A]):
    """One step of a turn. It does what happens by itself, and may ask one seat for a decision answered by actions A."""

    name: ClassVar[str]
    """The name of the phase and of its decision."""
    answers: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that answer its decision, besides passing and what expansions offer."""
    passable: ClassVar[bool] = False
    """Whether the seat may pass. A decision in which there is nothing but passing is not asked."""

    def enter(self, table: Table) -> int:
        """Do what happens by itself; the seat that must now decide, NOBODY to go on at once."""
        return NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        """The legal answers of `table.seat` besides passing, in an order that depends on the game alone. Pure."""
        return ()

    def decide(self, table: Table, chooser: Chooser) -> None:
        """Carry out the one of `actions` that `chooser.choose` picks: given their number it returns an index.

        Worth overriding only where that is faster than to list them.
        """
        found = cast(Sequence[A], self.actions(table))
        if not found:
            raise ExpansionError(f"phase '{self.name}' asks {table.players[table.seat]} to decide and has no answers")
        self.apply(table, found[chooser.choose(len(found))])

    def why_not(self, table: Table, action: A) -> str | None:
        """The rule that an answer of one of the kinds in `answers` breaks, None where it is legal. Pure."""
        return None if is_among(action, self.actions(table)) else "it is not among the legal actions"

    def apply(self, table: Table, action: A) -> None:
        """Carry out a legal answer other than passing."""

    def apply_pass(self, table: Table) -> None:
        """Carry out passing."""


@value
class Insertion:
    """A phase that an expansion brings: right after the phase named `after`, or None if it is only ever asked for."""

    phase: Phase[Any]
    after: str | None


@value
class TileChange:
    """What an expansion changes in a tile of the base or of another expansion.

    `change` makes of the tile the tiles that take its place, as many in all. `place` names what it changes: two changes
    to one place of one tile are a conflict.
    """

    tile: str
    place: str
    change: Callable[[Tile], Sequence[Tile]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Expansion:
    """Base of all expansions. Override the hooks that the rules need; leave the others alone."""

    id: ClassVar[str]
    """The name in settings, records and commands: lower case words joined by underscores."""
    title: ClassVar[str]
    version: ClassVar[str] = "1"
    """Changes when the same actions could lead elsewhere than before."""
    requires: ClassVar[tuple[str, ...]] = ()
    conflicts: ClassVar[tuple[str, ...]] = ()
    after: ClassVar[tuple[str, ...]] = ()
    before: ClassVar[tuple[str, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    """Override hooks that this expansion claims even where another claims them too."""
    changes_base: ClassVar[str] = ""
    """What is different in a game in which none of its tiles is drawn, in words; empty where nothing is."""
    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that it adds to the game."""
    offers_in: ClassVar[tuple[str, ...] | None] = None
    """The decisions in which `extra_actions` is asked, by name; None for all of them."""
    settings: "ClassVar[type[RuleSettings] | None]" = None
    """Its named rule settings."""

    # while the ruleset is compiled

    @hook("collect")
    def feature_kinds(self) -> Iterable[FeatureKind]:
        """Kinds of feature (and of edge) that it adds. Runs when a ruleset is compiled."""
        return ()

    @hook("collect")
    def pieces(self, ordinary: PieceKind) -> Iterable[PieceKind]:
        """Kinds of piece that it adds to every supply; `ordinary` is the meeple. Runs when a ruleset is compiled."""
        return ()

    @hook("collect")
    def phases(self) -> Iterable[Insertion]:
        """Phases that it adds to the turn (core: draw, place, deploy, score, end). Runs when a ruleset is compiled."""
        return ()

    @hook("collect")
    def tiles(self) -> Iterable[Tile]:
        """The tiles it brings. Runs when a ruleset is compiled; an id that exists already is an error."""
        return ()

    @hook("collect")
    def tile_changes(self, tiles: Mapping[str, Tile]) -> Iterable[TileChange]:
        """What it changes in the tiles of the base and of all chosen expansions. Runs when a ruleset is compiled."""
        return ()

    @hook("own")
    def idle_hooks(self, settings: "RuleSettings") -> Iterable[str]:
        """Hooks it overrides that have nothing to do under these settings of its own: they cost nothing then."""
        return ()

    @hook("own")
    def restricts(self, tile: Tile) -> bool:
        """Whether `may_place` has anything to say of a tile: others cost nothing. Runs when a ruleset is compiled."""
        return True

    @hook("own")
    def heeds(self, tile: Tile) -> bool:
        """Whether `tile_drawn` has anything to do for a tile: others cost nothing. Runs when a ruleset is compiled."""
        return True

    # before the first turn

    @hook("fold")
    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        """Prepare the stack. Runs once, after the base stack is shuffled, in the order of the expansions.

        `own` are the ids of the tiles it brings, each as often as it exists, and `rng` is its own stream of chance.
        Unless overridden, its tiles are shuffled into the stack.
        """
        if not preparation.given:
            preparation.shuffle_in(own, rng)

    @hook("own")
    def new_state(self, seats: int) -> State | None:
        """What it remembers of a new game, None for nothing. Runs once, before the first draw."""
        return None

    # during a turn

    @hook("notify")
    def tile_drawn(self, table: Table) -> None:
        """`table.shape`, which it `heeds`, was just drawn; it is not yet placed, nor is it known whether it can be.

        May score, return pieces, tell events and ask for decisions, which are made before the tile is placed.
        """

    @hook("veto")
    def may_place(self, table: Table, cell: int, orientation: Orientation) -> str | None:
        """Whether the drawn tile, whose edges fit there, may lie so. Asked only of tiles that it `restricts`."""
        return None

    @hook("notify")
    def tile_placed(self, table: Table) -> None:
        """The drawn tile was just placed and its features are merged; nothing is deployed or scored yet."""

    @hook("veto")
    def may_deploy(self, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        """Whether a piece from the supply may be deployed on a node that the core's rules allow."""
        return None

    @hook("collect")
    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        """Actions that `table.seat` may choose in a decision besides those of its phase; of the kinds in `actions`.

        Asked in the decisions that `offers_in` names.
        """
        return ()

    @hook("notify")
    def piece_deployed(self, table: Table, piece: int) -> None:
        """A piece was just deployed from the supply."""

    @hook("own")
    def apply_action(self, table: Table, action: Action) -> None:
        """Carry out an action that `extra_actions` offered."""
        raise ExpansionError(f"expansion '{self.id}' offers {action!r} and must define apply_action")

    @hook("notify")
    def piece_moved(self, table: Table, piece: int, node: int) -> None:
        """A piece just moved elsewhere without leaving the board; it stood on this node."""

    @hook("notify")
    def feature_completed(self, table: Table, scoring: Scoring) -> None:
        """`table.turn_seat` completed a feature, occupied or not. Runs before it is scored."""

    @hook("score")
    def adjust_score(self, table: Table, scoring: Scoring, seat: int) -> Iterable[Adjustment]:
        """What it changes in the points that a feature brings one of the seats with the majority."""
        return ()

    @hook("notify")
    def feature_scored(self, table: Table, scoring: Scoring, winners: tuple[int, ...]) -> None:
        """A feature was scored for these seats; the pieces still stand on it."""

    @hook("notify")
    def piece_returned(self, table: Table, piece: int, node: int) -> None:
        """A piece just left the board, for whatever reason; it stood on this node."""

    @hook("notify")
    def turn_ended(self, table: Table) -> None:
        """All is scored and returned; the next seat is not yet chosen."""

    @hook("override")
    def next_seat(self, table: Table) -> int | None:
        """Whose turn is next, None for the next seat to the left."""
        return None

    # at the end

    @hook("notify")
    def final_scoring(self, table: Table) -> None:
        """The features left on the board were scored; what else scores at the end does so now."""

    # at any time

    @hook("fold")
    def seen_ahead(self, table: Table, seat: int, tiles: int) -> int:
        """How many of the tiles that come next a seat has seen; `tiles` is what others know of. Pure."""
        return tiles

    @hook("collect")
    def piece_marks(self, table: Table, piece: int) -> Iterable[str]:
        """Words for what it knows of a piece on the board: `protected`. Pure."""
        return ()

    @hook("own")
    def save_state(self, table: Table) -> Any:
        """Its state as JSON data, in terms of cells, locations and seats (never piece numbers). Pure."""
        return None

    @hook("own")
    def load_state(self, table: Table, data: Any) -> State:
        """The state that `save_state` wrote. Raises RecordError where the data are not sound for this table. Pure."""
        raise ExpansionError(f"expansion '{self.id}' has a state and must define load_state")
