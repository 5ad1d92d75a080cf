"""The rules of The Peasant Revolts, in the order in which a turn meets them (docs/rules.md 1)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from carcassonne.actions import Action
from carcassonne.board import NOWHERE, bits
from carcassonne.chance import shuffle
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.events import Term
from carcassonne.expansion import Expansion, Insertion, Phase
from carcassonne.expansions.peasant_revolts.actions import Protect, protect
from carcassonne.expansions.peasant_revolts.events import MeepleProtected, RevoltBegan, RevoltEnded, RevoltReached
from carcassonne.expansions.peasant_revolts.settings import RevoltSettings
from carcassonne.pieces import PieceKind
from carcassonne.scoring import CORE_KINDS
from carcassonne.settings import RuleSettings
from carcassonne.table import NOBODY, Preparation, Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import FIELD, Tile

ID: Final = "peasant_revolts"
CITIES, ROADS, _, MONASTERIES = range(len(CORE_KINDS))
LEFT_OUT: Final = 3
"""Revolt tiles that stay in the box, unseen."""
POINTS_IN_REVOLT: Final = 2
"""Points that a protected meeple scores in a revolt."""
PRICE_DEPLOYED: Final = 4
"""Points to protect the meeple just deployed."""
PRICE_STANDING: Final = 2
"""Points to protect a meeple that stands on the board, when none was deployed."""


class Revolts:
    """What the expansion remembers."""

    __slots__ = ("protected", "sent_home", "turn")

    def __init__(self, protected: int = 0, sent_home: int = 0, turn: int = 0) -> None:
        self.protected = protected
        """The protected pieces, as a mask."""
        self.sent_home = sent_home
        """The pieces that revolts sent home in turn `turn`, as a mask."""
        self.turn = turn

    def copy(self) -> "Revolts":
        """An independent copy."""
        return Revolts(self.protected, self.sent_home, self.turn)


Natural = Annotated[StrictInt, Field(ge=0)]


class SavedRevolts(BaseModel):
    """The same as JSON data: protected meeples by seat and place, and pieces sent home by seat and kind."""

    model_config = ConfigDict(extra="forbid")

    protected: list[tuple[Natural, StrictInt, StrictInt, str]]
    """Seat, column, row and location."""
    sent_home: list[tuple[Natural, str, Natural]]
    """Seat, kind of piece and how many, in the turn that is going on."""


class ProtectPhase(Phase[Protect]):
    """Protect one meeple: the one just deployed, or any own one if none was deployed (docs/rules.md 1.4)."""

    name = "protect"
    answers = (Protect,)
    passable = True

    def enter(self, table: Table) -> int:
        return table.turn_seat if unprotected(table, table.turn_seat) else NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        found = unprotected(table, table.seat) & candidates(table)
        if not found:
            return ()
        pieces = table.in_order(found)
        if restricted(settings_of(table)):
            pieces = [piece for piece in pieces if forbidden(table, piece) is None]
        return [protect(*table.where(piece)) for piece in pieces]

    def why_not(self, table: Table, action: Protect) -> str | None:
        try:
            node = table.board.node_at(action.x, action.y, action.location)
        except CarcassonneError as error:
            return str(error)
        piece = standing_at(table, node)
        if piece is None:
            return f"{table.players[table.seat]} has no meeple on {action.location} of ({action.x},{action.y})"
        if table.board.kind_number(node) not in (CITIES, ROADS, MONASTERIES):
            return "only knights, highwaymen and monks can be protected, no farmers"
        if state_of(table).protected >> piece & 1:
            return "it is protected already"
        if not candidates(table) >> piece & 1:
            return "after deploying, only the meeple just deployed can be protected"
        return forbidden(table, piece)

    def apply(self, table: Table, action: Protect) -> None:
        piece = standing_at(table, table.board.node_at(action.x, action.y, action.location))
        assert piece is not None
        price = price_of(table, piece)
        table.change_state(ID).protected |= 1 << piece
        table.tell(MeepleProtected, table.seat, table.pieces.kind_of[piece].name, *table.where(piece), price)
        table.change_score(table.seat, "protection", (Term("protection", 1, -price),))


class PeasantRevolts(Expansion):
    """12 revolt tiles, meeples protected for 4 or 2 points, and revolts that pass to the left."""

    id = ID
    title = "The Peasant Revolts"
    changes_base = "after deploying, a meeple can be protected for points"
    actions = (Protect,)
    settings = RevoltSettings

    def tiles(self) -> Iterable[Tile]:
        return shipped(ID).tiles

    def phases(self) -> Iterable[Insertion]:
        return (Insertion(ProtectPhase(), after="deploy"),)

    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        """3 of the 12 stay out, unseen; the others are shuffled in (docs/rules.md 1.1)."""
        if preparation.given:
            for tile in preparation.stack:
                if tile in own:
                    own.remove(tile)
            preparation.left_out += own
            return
        shuffle(own, rng)
        preparation.left_out += own[:LEFT_OUT]
        preparation.shuffle_in(own[LEFT_OUT:], rng)

    def new_state(self, seats: int) -> Revolts:
        return Revolts()

    def idle_hooks(self, settings: RuleSettings) -> Iterable[str]:
        assert isinstance(settings, RevoltSettings)
        return ("may_deploy",) if settings.redeploy_returned else ()

    def heeds(self, tile: Tile) -> bool:
        return "revolt" in tile.marks

    def tile_drawn(self, table: Table) -> None:
        """A revolt tile is resolved before it is placed (docs/rules.md 1.2)."""
        shape: Any = table.shape
        settings = settings_of(table)
        if table.redrawn and not settings.replacement_draw_revolts:
            return
        if settings.unplaceable_tile_revolts or table.may_place_somewhere():
            revolt(table, shape.id, shape.tile.marks["revolt"])

    def may_deploy(self, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        usable = table.pieces.of[seat][kind.name] & ~table.board.standing & ~sent_home(table)
        return None if usable else "the meeples that the revolt sent home are not to be deployed in the same turn"

    def piece_returned(self, table: Table, piece: int, node: int) -> None:
        """A meeple that leaves the board, in whatever way, is protected no more (docs/rules.md 1.2, step 7)."""
        if state_of(table).protected >> piece & 1:
            table.change_state(ID).protected &= ~(1 << piece)

    def piece_marks(self, table: Table, piece: int) -> Iterable[str]:
        return ("protected",) if state_of(table).protected >> piece & 1 else ()

    def save_state(self, table: Table) -> Any:
        state, pieces = state_of(table), table.pieces
        return SavedRevolts(
            protected=[(pieces.seat_of[piece], *table.where(piece)) for piece in table.in_order(state.protected)],
            sent_home=[
                (seat, kind, count)
                for seat, masks in enumerate(pieces.of)
                for kind, mask in masks.items()
                if (count := (mask & sent_home(table) & ~table.board.standing).bit_count())
            ],
        ).model_dump(mode="json")

    def load_state(self, table: Table, data: Any) -> Revolts:
        try:
            saved = SavedRevolts.model_validate(data)
        except ValidationError as error:
            raise RecordError(f"the state of '{ID}' is not sound: {error.errors()[0]['msg']}") from None
        protected = sent_home = 0
        for seat in [entry[0] for entry in saved.protected] + [entry[0] for entry in saved.sent_home]:
            if seat >= len(table.players):
                raise RecordError(f"the state of '{ID}' names seat {seat}, and there are {len(table.players)}")
        for seat, x, y, location in saved.protected:
            try:
                piece = standing_at(table, table.board.node_at(x, y, location), seat)
            except CarcassonneError as error:
                raise RecordError(f"the state of '{ID}' is not sound: {error}") from None
            if piece is None:
                raise RecordError(f"seat {seat} has no meeple on {location} of ({x},{y}) that could be protected")
            protected |= 1 << piece
        for seat, kind, count in saved.sent_home:
            at_hand = list(bits(table.pieces.of[seat].get(kind, 0) & ~table.board.standing))
            if count > len(at_hand):
                raise RecordError(
                    f"{count} of the piece {kind} of seat {seat} cannot have been sent home: {len(at_hand)} are at hand"
                )
            sent_home |= sum(1 << piece for piece in at_hand[:count])
        return Revolts(protected, sent_home, table.turn)


def revolt(table: Table, tile: str, kind: str) -> None:
    """Check the drawer, then the seats to the left, until one loses a meeple or all have (docs/rules.md 1.2)."""
    seats = len(table.players)
    table.tell(RevoltBegan, table.turn_seat, tile, kind)
    reached: list[int] = []
    stopped_by = None
    for distance in range(seats):
        seat = (table.turn_seat + distance) % seats
        reached.append(seat)
        if reach(table, seat, kind):
            stopped_by = seat
            break
    table.tell(RevoltEnded, tuple(reached), stopped_by)


def reach(table: Table, seat: int, kind: str) -> bool:
    """A revolt reaches a seat: its protected meeples score, all others on such features go home; whether any did."""
    safe = state_of(table).protected
    affected = table.standing_on(kind) & table.pieces.meeples_of[seat]
    lost, held = affected & ~safe, (affected & safe).bit_count()
    table.tell(RevoltReached, seat, held, lost.bit_count())
    if held:
        table.change_score(seat, "revolt", (Term("protected meeples", held, POINTS_IN_REVOLT),))
    if not lost:
        return False
    for piece in table.in_order(lost):
        if table.standing_on(kind) >> piece & 1:
            table.return_piece(piece, "revolt")
    earlier, state = sent_home(table), table.change_state(ID)
    state.sent_home, state.turn = earlier | lost, table.turn
    return True


def sent_home(table: Table) -> int:
    """The pieces that revolts sent home this turn, as a mask."""
    state = state_of(table)
    return state.sent_home if state.turn == table.turn else 0


def unprotected(table: Table, seat: int) -> int:
    """The knights, highwaymen and monks of a seat that are not protected, as a mask (docs/rules.md 1.4)."""
    on_kind = table.board.on_kind
    state: Revolts = table.states[ID]
    revolting = on_kind[CITIES] | on_kind[ROADS] | on_kind[MONASTERIES]
    return table.pieces.meeples_of[seat] & revolting & ~state.protected


def candidates(table: Table) -> int:
    """The meeples that the 4-point or the 2-point form is about, as a mask, whether or not they can be protected.

    A piece that is no meeple (a builder) does not close the 2-point form: it was deployed instead of a meeple.
    """
    deployed, meeples = table.deployed, table.pieces.meeples_of[table.seat]
    standing = meeples & table.board.standing
    if deployed == NOWHERE or not meeples >> deployed & 1:
        settings = settings_of(table)
        if (table.instead or deployed != NOWHERE) and not settings.protect_after_other_action:
            return 0
        if settings.protect_with_empty_supply or standing != meeples:
            return standing
        return 0
    if table.standing_on(FIELD) >> deployed & 1 and not settings_of(table).farmer_closes_protection:
        return standing
    return 1 << deployed


def restricted(settings: RevoltSettings) -> bool:
    """Whether the settings forbid to protect some candidates."""
    return not settings.scores_below_zero or not settings.protect_completed


def forbidden(table: Table, piece: int) -> str | None:
    """Why the settings forbid to protect a candidate, None where they do not."""
    settings, board = settings_of(table), table.board
    if not settings.scores_below_zero and table.scores[table.seat] < price_of(table, piece):
        return f"it costs {price_of(table, piece)} points and {table.players[table.seat]} has fewer"
    if not settings.protect_completed and board.is_completed(board.root(board.node_of[piece])):
        return "its feature is complete and about to be scored"
    return None


def standing_at(table: Table, node: int, seat: int | None = None) -> int | None:
    """The meeple of a seat (the deciding one unless told) that stands on a node, if there is one."""
    own = table.pieces.meeples_of[table.seat if seat is None else seat]
    for piece, stands in enumerate(table.board.node_of):
        if stands == node and own >> piece & 1:
            return piece
    return None


def price_of(table: Table, piece: int) -> int:
    """4 points for the meeple just deployed, 2 for one that stood already."""
    return PRICE_DEPLOYED if piece == table.deployed else PRICE_STANDING


def protected(table: Table) -> frozenset[tuple[int, int, str]]:
    """Column, row and location of every protected meeple."""
    return frozenset(table.where(piece) for piece in bits(state_of(table).protected))


def state_of(table: Table) -> Revolts:
    """What the expansion remembers of this game."""
    state: Revolts = table.states[ID]
    return state


def settings_of(table: Table) -> RevoltSettings:
    """The expansion's settings in this game."""
    settings: RevoltSettings = table.settings.of[ID]  # type: ignore[assignment]
    return settings
