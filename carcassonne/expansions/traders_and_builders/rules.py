"""The rules of Traders & Builders, in the order in which a turn meets them (docs/rules.md 5)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from carcassonne.board import bits
from carcassonne.errors import RecordError
from carcassonne.events import SCORED, Term
from carcassonne.expansion import Expansion
from carcassonne.expansions.traders_and_builders.events import DoubleTurn, GoodsTaken
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Adjustment, Scoring
from carcassonne.table import Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import CITY, FIELD, ROAD, Tile

ID: Final = "traders_and_builders"
BUILDER: Final = "builder"
PIG: Final = "pig"
GOODS: Final = ("wine", "grain", "cloth")
"""The kinds of goods, in the order in which they are told."""
MAJORITY_POINTS: Final = 10
"""Points at the end for the most goods of a kind."""
PIG_POINTS: Final = 1
"""Points that a pig adds to each completed city of its field."""
ALONE: Final = "alone"
"""Why a builder or pig left the board whose owner has no meeple there any more."""
NEVER: Final = 0
"""The number of no turn."""

Holdings = tuple[int, ...]
"""How many goods of each kind one seat holds, in the order of GOODS."""


class Trade:
    """What the expansion remembers."""

    __slots__ = ("earned", "holdings", "second")

    def __init__(self, holdings: tuple[Holdings, ...], earned: int = NEVER, second: int = NEVER) -> None:
        self.holdings = holdings
        """The goods of each seat."""
        self.earned = earned
        """The last turn in which a builder earned a second part."""
        self.second = second
        """The last turn that was itself such a second part."""

    def copy(self) -> "Trade":
        """An independent copy."""
        return Trade(self.holdings, self.earned, self.second)


class SavedTrade(BaseModel):
    """The same as JSON data."""

    model_config = ConfigDict(extra="forbid")

    goods: list[dict[str, Annotated[StrictInt, Field(ge=0)]]]
    """For each seat its goods by kind."""
    earned: StrictBool
    """Whether the turn that is going on has earned a second part."""
    second: StrictBool
    """Whether the turn that is going on is itself a second part."""


class TradersAndBuilders(Expansion):
    """24 tiles, goods for whoever completes a city, builders that earn a second turn, and pigs for fields."""

    id = ID
    title = "Traders & Builders"
    changes_base = "every seat has a builder, which earns second turns, and a pig"

    def tiles(self) -> Iterable[Tile]:
        return shipped(ID).tiles

    def pieces(self, ordinary: PieceKind) -> Iterable[PieceKind]:
        """Neither builder nor pig is a meeple, and each goes only where a meeple of its owner stands already."""
        return (
            PieceKind(BUILDER, 1, frozenset({ROAD, CITY}), weight=0, is_meeple=False, joins_own=True),
            PieceKind(PIG, 1, ordinary.stands_on & {FIELD}, weight=0, is_meeple=False, joins_own=True),
        )

    def new_state(self, seats: int) -> Trade:
        return Trade(((0,) * len(GOODS),) * seats)

    def tile_placed(self, table: Table) -> None:
        """A tile that extends a feature with the own builder earns a second part, but no third (scenario H5).

        Nothing is deployed on the tile yet, so a builder on one of its features was there before.
        """
        board, builder = table.board, table.pieces.of[table.turn_seat][BUILDER]
        if not board.standing & builder or state_of(table).second == table.turn:
            return
        if any(there & builder for there in board.pieces_on_last()):
            table.change_state(ID).earned = table.turn

    def feature_completed(self, table: Table, scoring: Scoring) -> None:
        """Whoever completes a city takes its goods, with or without a knight in it."""
        if scoring.kind != CITY:
            return
        marks = (segment.marks.get("goods") for _, segment in table.board.segments_of(scoring.root))
        count = Counter(mark for mark in marks if mark is not None)
        if count:
            take_goods(table, scoring.root, count)

    def adjust_score(self, table: Table, scoring: Scoring, seat: int) -> Iterable[Adjustment]:
        """A pig brings its owner, if the field is the owner's to score, 4 points a completed city instead of 3."""
        if scoring.kind != FIELD or not table.board.pieces_on(scoring.root) & table.pieces.of[seat][PIG]:
            return ()
        cities = len(table.board.cities_touched(scoring.root))
        return (Adjustment("add", "cities of the pig", PIG_POINTS, cities),) if cities else ()

    def piece_returned(self, table: Table, piece: int, node: int) -> None:
        go_home_if_alone(table, piece, node)

    def piece_moved(self, table: Table, piece: int, node: int) -> None:
        go_home_if_alone(table, piece, node)

    def next_seat(self, table: Table) -> int | None:
        """The seat that earned a second part plays it: a whole turn, with a number of its own."""
        if state_of(table).earned != table.turn:
            return None
        table.change_state(ID).second = table.turn + 1
        table.tell(DoubleTurn, table.turn_seat)
        return table.turn_seat

    def final_scoring(self, table: Table) -> None:
        """10 points for the most goods of each kind; those who tie get them all; nobody where none was taken."""
        holdings = state_of(table).holdings
        most = [max(amounts) for amounts in zip(*holdings, strict=True)]
        for seat, amounts in enumerate(holdings):
            won = [kind for kind, amount, best in zip(GOODS, amounts, most, strict=True) if amount == best > 0]
            if won:
                table.change_score(
                    seat, "goods", tuple(Term(f"majorities of {kind}", 1, MAJORITY_POINTS) for kind in won)
                )

    def save_state(self, table: Table) -> Any:
        state = state_of(table)
        return SavedTrade(
            goods=[dict(zip(GOODS, amounts, strict=True)) for amounts in state.holdings],
            earned=state.earned == table.turn,
            second=state.second == table.turn,
        ).model_dump(mode="json")

    def load_state(self, table: Table, data: Any) -> Trade:
        try:
            saved = SavedTrade.model_validate(data)
        except ValidationError as error:
            fault = error.errors()[0]
            place = ".".join(str(part) for part in fault["loc"])
            raise RecordError(f"the state of '{ID}' is not sound: '{place}': {fault['msg']}") from None
        if len(saved.goods) != len(table.players):
            raise RecordError(f"the state of '{ID}' has goods for {len(saved.goods)} of {len(table.players)} seats")
        for seat, amounts in enumerate(saved.goods):
            if amounts.keys() != set(GOODS):
                raise RecordError(
                    f"the goods of seat {seat} are {', '.join(amounts) or 'none'}, not {', '.join(GOODS)}"
                )
        return Trade(
            tuple(tuple(amounts[kind] for kind in GOODS) for amounts in saved.goods),
            table.turn if saved.earned else NEVER,
            table.turn if saved.second else NEVER,
        )


def take_goods(table: Table, root: int, count: Mapping[str, int]) -> None:
    """Give the goods of a city to the seat whose turn it is."""
    seat, state = table.turn_seat, table.change_state(ID)
    taken = tuple(count.get(kind, 0) for kind in GOODS)
    state.holdings = tuple(
        tuple(map(sum, zip(amounts, taken, strict=True))) if owner == seat else amounts
        for owner, amounts in enumerate(state.holdings)
    )
    table.tell(GoodsTaken, seat, *table.board.place_of(root), *taken)


def go_home_if_alone(table: Table, piece: int, node: int) -> None:
    """Send builder and pig home from the feature that a piece has left, if it was their owner's last meeple there."""
    pieces = table.pieces
    if not pieces.meeples >> piece & 1:
        return
    board, seat = table.board, pieces.seat_of[piece]
    root = board.root(node)
    left = board.pieces_on(root) & pieces.by_seat[seat]
    if left & pieces.meeples:
        return
    for companion in bits(left & (pieces.of[seat][BUILDER] | pieces.of[seat][PIG])):
        table.return_piece(companion, SCORED if board.is_completed(root) else ALONE)


def goods(table: Table) -> tuple[dict[str, int], ...]:
    """For each seat its goods by kind."""
    return tuple(dict(zip(GOODS, amounts, strict=True)) for amounts in state_of(table).holdings)


def state_of(table: Table) -> Trade:
    """What the expansion remembers of this game."""
    state: Trade = table.states[ID]
    return state
