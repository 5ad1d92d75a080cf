"""The rules of The Peasant Revolts, in the order in which a turn meets them (RULES.md 1)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from carcassonne.actions import Action
from carcassonne.board import NOWHERE, bits
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.events import Term
from carcassonne.expansion import Expansion, Insertion, Phase
from carcassonne.expansions.peasant_revolts.actions import Protect
from carcassonne.expansions.peasant_revolts.events import MeepleProtected, RevoltBegan, RevoltEnded, RevoltReached
from carcassonne.expansions.peasant_revolts.settings import RevoltSettings
from carcassonne.pieces import PieceKind
from carcassonne.table import Preparation, Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import FIELD, Tile

ID: Final = "peasant_revolts"
LEFT_OUT: Final = 3
"""Revolt tiles that stay in the box, unseen."""
POINTS_IN_REVOLT: Final = 2
"""Points that a protected meeple scores in a revolt."""
PRICE_DEPLOYED: Final = 4
"""Points to protect the meeple just deployed."""
PRICE_STANDING: Final = 2
"""Points to protect a meeple that stands on the board, when none was deployed."""


class Revolts:
    """What the expansion remembers: which pieces are protected, and what happened this turn."""

    __slots__ = ("drew_before", "protected", "sent_home")

    def __init__(self, protected: int = 0, sent_home: int = 0, drew_before: bool = False) -> None:
        self.protected = protected
        """The protected pieces, as a mask."""
        self.sent_home = sent_home
        """The pieces that a revolt of this turn sent home, as a mask."""
        self.drew_before = drew_before
        """Whether a tile was drawn this turn already."""

    def copy(self) -> "Revolts":
        return Revolts(self.protected, self.sent_home, self.drew_before)


class ProtectPhase(Phase):
    """Protect one meeple: the one just deployed, or any own one if none was deployed (RULES.md 1.4)."""

    name = "protect"
    answers = (Protect,)
    passable = True

    def enter(self, table: Table) -> int:
        return table.turn_seat

    def actions(self, table: Table) -> Sequence[Action]:
        return [Protect(*table.where(piece)) for piece in candidates(table) if self._refused(table, piece) is None]

    def why_not(self, table: Table, action: Action) -> str | None:
        assert isinstance(action, Protect)
        try:
            node = table.board.node_at(action.x, action.y, action.location)
        except CarcassonneError as error:
            return str(error)
        piece = next((piece for piece in table.standing_of(table.seat) if table.board.node_of[piece] == node), None)
        if piece is None:
            return f"{table.players[table.seat]} has no meeple on {action.location} of ({action.x},{action.y})"
        refused = self._refused(table, piece)
        if refused is None and piece not in candidates(table):
            return "only the meeple just deployed can be protected in a turn in which one was deployed"
        return refused

    def apply(self, table: Table, action: Action) -> None:
        assert isinstance(action, Protect)
        node = table.board.node_at(action.x, action.y, action.location)
        piece = next(piece for piece in candidates(table) if table.board.node_of[piece] == node)
        price = price_of(table, piece)
        state = state_of(table)
        state.protected |= 1 << piece
        kind = table.pieces.kind_of[piece].name
        table.tell(MeepleProtected(table.seat, kind, *table.where(piece), price))
        table.change_score(table.seat, "protection", (Term("protection", 1, -price),))

    def _refused(self, table: Table, piece: int) -> str | None:
        settings = settings_of(table)
        if table.kind_under(piece) == FIELD:
            return "farmers cannot be protected"
        if not table.pieces.kind_of[piece].is_meeple:
            return "only meeples can be protected"
        if state_of(table).protected >> piece & 1:
            return "it is protected already"
        if not settings.scores_below_zero and table.scores_by_seat[table.seat] < price_of(table, piece):
            return f"it costs {price_of(table, piece)} points, more than {table.players[table.seat]} has"
        root = table.board.root(table.board.node_of[piece])
        if not settings.protect_completed and table.board.is_completed(root):
            return "its feature is complete"
        return None


class PeasantRevolts(Expansion):
    """12 revolt tiles, meeples protected for 4 or 2 points, and revolts that pass to the left."""

    id = ID
    title = "The Peasant Revolts"
    actions = (Protect,)
    settings = RevoltSettings

    def tiles(self) -> Iterable[Tile]:
        return shipped(ID).tiles

    def phases(self) -> Iterable[Insertion]:
        return (Insertion(ProtectPhase(), after="deploy"),)

    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        """3 of the 12 stay out, unseen; the others are shuffled in (RULES.md 1.1)."""
        if preparation.given:
            for tile in preparation.stack:
                if tile in own:
                    own.remove(tile)
            preparation.left_out += own
            return
        rng.shuffle(own)
        preparation.left_out += own[:LEFT_OUT]
        preparation.shuffle_in(own[LEFT_OUT:], rng)

    def new_state(self, seats: int) -> Revolts:
        return Revolts()

    def tile_drawn(self, table: Table) -> None:
        """A revolt tile is resolved before it is placed (RULES.md 1.2)."""
        assert table.shape is not None
        kind = table.shape.tile.marks.get("revolt")
        state, settings = state_of(table), settings_of(table)
        may_revolt = settings.replacement_draw_revolts or not state.drew_before
        state.drew_before = True
        if kind and may_revolt and (settings.unplaceable_tile_revolts or table.may_place_somewhere()):
            revolt(table, table.shape.id, kind)

    def may_deploy(self, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        if settings_of(table).redeploy_returned:
            return None
        usable = table.pieces.of[seat][kind.name] & ~table.board.standing & ~state_of(table).sent_home
        return None if usable else "the meeples that the revolt sent home are not to be deployed in the same turn"

    def piece_returned(self, table: Table, piece: int, node: int) -> None:
        """A meeple that leaves the board, in whatever way, is protected no more (RULES.md 1.2, step 7)."""
        state_of(table).protected &= ~(1 << piece)

    def turn_ended(self, table: Table) -> None:
        state = state_of(table)
        state.sent_home, state.drew_before = 0, False

    def piece_marks(self, table: Table, piece: int) -> Iterable[str]:
        return ("protected",) if state_of(table).protected >> piece & 1 else ()

    def save_state(self, table: Table) -> Any:
        state = state_of(table)
        at_hand = [mask & state.sent_home & ~table.board.standing for mask in table.pieces.by_seat]
        return {
            "protected": sorted([*table.where(piece), table.pieces.seat_of[piece]] for piece in bits(state.protected)),
            "sent_home": [mask.bit_count() for mask in at_hand],
            "drew_before": state.drew_before,
        }

    def load_state(self, table: Table, data: Any) -> Revolts:
        raise RecordError("not yet")


def revolt(table: Table, tile: str, kind: str) -> None:
    """Check the drawer, then the seats to the left, until one loses a meeple or all were checked (RULES.md 1.2, 1.3)."""
    seats = len(table.players)
    table.tell(RevoltBegan(table.turn_seat, tile, kind))
    reached: list[int] = []
    stopped_by = None
    for distance in range(seats):
        seat = (table.turn_seat + distance) % seats
        reached.append(seat)
        if reach(table, seat, kind):
            stopped_by = seat
            break
    table.tell(RevoltEnded(tuple(reached), stopped_by))


def reach(table: Table, seat: int, kind: str) -> bool:
    """A revolt reaches a seat: its protected meeples score, all others on such features go home; whether any did."""
    state = state_of(table)
    affected = [
        piece
        for piece in table.standing_of(seat)
        if table.kind_under(piece) == kind and table.pieces.kind_of[piece].is_meeple
    ]
    unprotected = [piece for piece in affected if not state.protected >> piece & 1]
    held = len(affected) - len(unprotected)
    table.tell(RevoltReached(seat, held, len(unprotected)))
    if held:
        table.change_score(seat, "revolt", (Term("protected meeples", held, POINTS_IN_REVOLT),))
    for piece in unprotected:
        state.sent_home |= 1 << piece
        table.return_piece(piece, "revolt")
    return bool(unprotected)


def candidates(table: Table) -> list[int]:
    """The pieces that the 4-point form or the 2-point form is about, whether or not they can be protected."""
    settings, deployed, seat = settings_of(table), table.deployed, table.seat
    if deployed == NOWHERE:
        if not settings.protect_with_empty_supply and not any(table.at_hand(seat, k) for k in table.pieces.of[seat]):
            return []
        return table.standing_of(seat)
    if table.kind_under(deployed) == FIELD and not settings.farmer_closes_protection:
        return table.standing_of(seat)
    return [deployed]


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
    settings = table.settings.of[ID]
    assert isinstance(settings, RevoltSettings)
    return settings


