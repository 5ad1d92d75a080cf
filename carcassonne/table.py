"""The table: everything that the rules read and change, and the only ways in which it changes.

Rules, the core's and the expansions', are functions of a table. `Game` adds to it whose decision it is, undo and copy.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from mypy_extensions import mypyc_attr

from carcassonne.board import Board, bits
from carcassonne.chance import shuffle
from carcassonne.errors import CarcassonneError, ExpansionError
from carcassonne.events import (
    Event,
    MeepleDeployed,
    MeepleMoved,
    MeepleReturned,
    ScoreChanged,
    with_article,
)
from carcassonne.geometry import cell_at
from carcassonne.log import Log, told
from carcassonne.pieces import PieceKind, Pieces
from carcassonne.rows import any_in
from carcassonne.terms import Terms, total
from carcassonne.values import value

if TYPE_CHECKING:
    from carcassonne.expansion import Phase
    from carcassonne.orientations import Orientation, Shape
    from carcassonne.ruleset import Hooks, Ruleset
    from carcassonne.settings import Settings

NOBODY: Final = -1
"""The seat of a decision that nobody has to make."""
BEFORE_TURN: Final = -1
"""The step of the turn before its first phase."""
GAME_OVER: Final = -2
"""The same where no decision is ever to come again."""


class State(Protocol):
    """What an expansion remembers of one game. `copy` returns an independent one that is equal."""

    def copy(self) -> Self:
        """An independent copy."""
        ...


@value
class Standing:
    """A piece on the board: whose, of what kind, where, on what kind of feature, and its marks (`protected`)."""

    seat: int
    piece: str
    x: int
    y: int
    location: str
    kind: str
    marks: tuple[str, ...]


class Preparation:
    """The tiles before the first draw. Expansions change it in `prepare`, one after the other."""

    __slots__ = ("blocks", "given", "left_out", "stack", "start")

    def __init__(self, start: str, stack: list[str], given: bool) -> None:
        self.start = start
        """The tile that lies at (0, 0) unturned before the first turn."""
        self.stack = stack
        """Tile ids in the order that they will be drawn."""
        self.given = given
        """Whether the order was given from outside: then nothing is to be added or moved."""
        self.left_out: list[str] = []
        """Tiles put back into the box that no player may know before the end."""
        self.blocks: list[int] = []
        """How many tiles lie in each part of the stack that was shuffled apart, above the main part."""

    def put_on_top(self, tiles: list[str]) -> None:
        """Put tiles on top of the stack, to be drawn in this order; players know that just these come first."""
        self.stack[:0] = tiles
        self.blocks.insert(0, len(tiles))

    def shuffle_in(self, tiles: list[str], rng: Random) -> None:
        """Put tiles at random places into the main part of the stack; those in it keep their order among themselves."""
        shuffled = tiles[:]
        shuffle(shuffled, rng)
        places = sorted(rng.sample(range(sum(self.blocks), len(self.stack) + len(shuffled)), len(shuffled)))
        for place, tile in zip(places, shuffled, strict=True):
            self.stack.insert(place, tile)


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """Board, stack, seats with their pieces and scores, and the state of the expansions."""

    __slots__ = (
        "asked",
        "blocks",
        "board",
        "box",
        "by_hand",
        "deciding",
        "deployed",
        "hooks",
        "instead",
        "listening",
        "log",
        "over",
        "pieces",
        "players",
        "redrawn",
        "ruleset",
        "running",
        "scores",
        "seat",
        "seed",
        "set_aside",
        "settings",
        "shape",
        "stack",
        "states",
        "step",
        "top",
        "turn",
        "turn_seat",
    )

    ruleset: "Ruleset"
    hooks: "Hooks"
    """What the ruleset's expansions do during a game."""
    settings: "Settings"
    players: tuple[str, ...]
    """Names by seat, in playing order; the next seat sits to the left."""
    seed: int
    by_hand: bool
    """Whether tiles are drawn by hand: what the stack holds is then only what may still come."""
    pieces: Pieces
    board: Board
    stack: list[str]
    """All tiles in the order drawn and to be drawn. Never changed, only replaced."""
    blocks: tuple[int, ...]
    """Where in the stack each part ends that was shuffled apart, ascending; the last is the stack's length."""
    top: int
    """How many tiles of the stack have been drawn."""
    shape: "Shape | None"
    """The tile drawn and not yet placed."""
    set_aside: tuple[str, ...]
    box: tuple[str, ...]
    """Tiles put back into the box, unseen until the end."""
    scores: tuple[int, ...]
    """Points by seat."""
    turn: int
    """The number of the turn, from 1."""
    turn_seat: int
    """Whose turn it is."""
    seat: int
    """Who decides now; NOBODY when the game is over."""
    deciding: "Phase[Any]"
    """The phase whose decision it is."""
    step: int
    """Where in the turn the game stands: an index into the ruleset's phases."""
    asked: tuple[tuple[str, int], ...]
    """Decisions that rules have asked for, as (phase, seat), to be made before the turn goes on."""
    deployed: int
    """The piece that was deployed this turn from the supply, NOWHERE for none."""
    instead: bool
    """Whether an action that an expansion offers was chosen this turn instead of deploying."""
    redrawn: bool
    """Whether a tile was set aside this turn, so that another was drawn in its place."""
    over: bool
    states: dict[str, Any]
    """The state of each expansion that has one, by expansion id: to be read. `change_state` gives one to change."""
    listening: bool
    """Whether anybody will read the events."""
    log: Log
    """What the action that is being applied, or was applied last, has brought about."""
    running: bool
    """Whether an action is being applied: only then may the table be changed."""

    # what rules ask

    def where(self, piece: int) -> tuple[int, int, str]:
        """Column, row and location of a piece on the board."""
        return self.board.place_of(self.board.node_of[piece])

    def standing_on(self, kind: str) -> int:
        """The pieces on all features of a kind, as a mask; none where the game has no such kind."""
        number = self.ruleset.kind_number.get(kind)
        return 0 if number is None else self.board.on_kind[number]

    def in_order(self, pieces: int) -> list[int]:
        """The pieces of a mask, all of them on the board, in the order of the places where they stand."""
        if not pieces & (pieces - 1):
            return [pieces.bit_length() - 1] if pieces else []
        node_of = self.board.node_of
        return sorted(bits(pieces), key=node_of.__getitem__)

    def at_hand(self, seat: int, kind: str) -> int:
        """How many pieces of a kind a seat has in its supply."""
        return (self.pieces.of[seat][kind] & ~self.board.standing).bit_count()

    def may_come(self) -> list[str]:
        """The tiles that may still be drawn as far as players know.

        Besides those in the stack, those put back into the box unseen, as long as the stack holds any of their origin.
        """
        return self._with_box(self.stack[self.top :])

    def may_come_next(self) -> list[str]:
        """Those of them that may be drawn next: of the part of the stack that is being drawn from."""
        end = next((end for end in self.blocks if end > self.top), self.top)
        return self._with_box(self.stack[self.top : end])

    def _with_box(self, tiles: list[str]) -> list[str]:
        owner = self.ruleset.owner_of
        origins = {owner[tile] for tile in tiles}
        return tiles + [tile for tile in self.box if owner[tile] in origins]

    def may_place_somewhere(self) -> bool:
        """Whether the drawn tile fits anywhere."""
        shape, board = self.shape, self.board
        assert shape is not None
        if not shape.vetoes:
            return any_in(board.rotations(shape))
        return any(
            self.placement_vetoed(cell_at(action.x, action.y), shape.turned[action.rotation]) is None
            for action in board.fitting(shape)
        )

    def placement_vetoed(self, cell: int, orientation: "Orientation") -> str | None:
        """Why an expansion forbids a placement that fits, None where none does."""
        assert self.shape is not None
        for veto in self.shape.vetoes:
            reason: Any = veto(self, cell, orientation)
            if reason is not None:
                return str(reason)
        return None

    def deployment_refused(self, seat: int, kind: PieceKind, node: int) -> str | None:
        """Why a piece from the supply may not be deployed on a node, None where it may (docs/rules.md 3.2)."""
        board = self.board
        feature = board.kind(node).name
        if feature not in kind.stands_on:
            return f"{with_article(kind.name)} does not stand on {with_article(feature)}"
        standing = board.pieces_on(board.root(node))
        if kind.joins_own:
            if not standing & self.pieces.meeples_of[seat]:
                return f"{with_article(kind.name)} goes only where its owner's meeple stands already"
        elif standing:
            x, y, location = board.place_of(node)
            return f"the {feature} at {location} of ({x},{y}) is already occupied"
        for veto in self.hooks.may_deploy:
            reason: Any = veto(self, seat, kind, node)
            if reason is not None:
                return str(reason)
        return None

    # what rules do

    def tell(self, event: type[Event], *fields: Any, **named: Any) -> None:
        """Report that something happened: the class of an event, and what it is made of.

        It is made at once where somebody listens, and not at all in playouts. Raises CarcassonneError where the class
        is none of an event.
        """
        self.check_running()
        given: Any = event
        if not (isinstance(given, type) and issubclass(given, Event)):
            raise CarcassonneError(f"{event!r} is no kind of event; tell takes the class of one and then its fields")
        if self.listening:
            self.log.extend((told, event(*fields, **named)))

    def change_score(self, seat: int, cause: str, terms: Terms) -> None:
        """Change a seat's score by the sum of terms; `cause` is a word for the table of points."""
        self.check_running()
        points = total(terms)
        scores = list(self.scores)
        scores[seat] += points
        self.scores = tuple(scores)
        if self.listening:
            self.log.extend((ScoreChanged, seat, points, cause, terms))

    def deploy(self, seat: int, kind: str, node: int) -> int:
        """Stand a piece of a seat's supply on a node; the number of the piece."""
        self.check_running()
        free = self.pieces.of[seat][kind] & ~self.board.standing
        if not free:
            raise CarcassonneError(f"{self.players[seat]} has no {kind} in the supply")
        piece = (free & -free).bit_length() - 1
        self.board.stand(piece, node)
        if self.listening:
            self.log.extend((MeepleDeployed, seat, kind, *self.board.place_of(node)))
        for hook in self.hooks.piece_deployed:
            hook(self, piece)
        return piece

    def return_piece(self, piece: int, cause: str) -> None:
        """Send a piece on the board back to its owner's supply."""
        self.check_running()
        node = self.board.lift(piece)
        seat, kind = self.pieces.seat_of[piece], self.pieces.kind_of[piece].name
        if self.listening:
            self.log.extend((MeepleReturned, seat, kind, *self.board.place_of(node), cause))
        for hook in self.hooks.piece_returned:
            hook(self, piece, node)

    def move_piece(self, piece: int, node: int) -> None:
        """Move a piece from where it stands to another node. It does not leave the board, whatever is known of it."""
        self.check_running()
        before = self.board.lift(piece)
        self.board.stand(piece, node)
        if self.listening:
            seat, kind = self.pieces.seat_of[piece], self.pieces.kind_of[piece].name
            self.log.extend((MeepleMoved, seat, kind, *self.board.place_of(before), *self.board.place_of(node)))
        for hook in self.hooks.piece_moved:
            hook(self, piece, before)

    def change_state(self, expansion: str) -> Any:
        """The state of an expansion, to be changed: a copy that takes the place of the one that was.

        Older states stay as they are, in undo and in copies of the game. Raises ExpansionError where it does not copy.
        """
        self.check_running()
        old = self.states[expansion]
        try:
            new = old.copy()
        except AttributeError:
            new = old
        if new is old:
            raise ExpansionError(
                f"the state of '{expansion}' does not copy: {type(old).__name__}.copy() must return a copy"
            )
        self.states = {**self.states, expansion: new}
        return new

    def ask(self, phase: str, seat: int) -> None:
        """Ask a seat for the decision of a phase before the turn goes on. The first asked for comes first."""
        self.check_running()
        self.check_seat(seat)
        if phase not in self.ruleset.phase_named:
            raise ExpansionError(f"there is no phase '{phase}' to ask {self.players[seat]} for")
        if not self.ruleset.phase_named[phase].answers:
            raise ExpansionError(f"phase '{phase}' has no answers to ask {self.players[seat]} for")
        if self.over:
            raise ExpansionError(f"the game is ending: {self.players[seat]} cannot be asked to {phase}")
        self.asked = (*self.asked, (phase, seat))

    def go_back_to(self, phase: str) -> None:
        """Go on with an earlier phase of the turn after this one."""
        self.check_running()
        self.step = self.ruleset.step_of[phase] - 1

    def check_seat(self, seat: object) -> None:
        """Raise ExpansionError unless it is one of the seats."""
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise ExpansionError(f"{seat!r} is no seat: they are 0 to {len(self.players) - 1}")

    def check_running(self) -> None:
        """Raise CarcassonneError unless an action is being applied."""
        if not self.running:
            raise CarcassonneError("the table changes only while an action is applied: call game.play(action)")


def state_json(table: Table) -> Mapping[str, Any]:
    """The state of each expansion as JSON data, by expansion id."""
    return {
        expansion.id: expansion.save_state(table)
        for expansion in table.ruleset.expansions
        if expansion.id in table.states
    }
