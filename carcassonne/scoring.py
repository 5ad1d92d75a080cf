"""What features are worth and who gets it: docs/rules.md 3.3, with every point explained.

A feature's points are terms. The kind of feature gives the base terms; expansions adjust them in stages, so that
the order of expansions makes no difference within a stage: first all that is added, then factors, then caps.
"""

from typing import TYPE_CHECKING, Final, Literal

from carcassonne.board import bits
from carcassonne.events import SCORED, FeatureCompleted, FeatureScored
from carcassonne.orientations import FeatureKind
from carcassonne.terms import Term, Terms, total
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD
from carcassonne.values import value

if TYPE_CHECKING:
    from carcassonne.table import Table

FIELD_POINTS: Final = 3
"""Points of a field for each completed city that it touches."""
RING_TILES: Final = 9
"""A tile and its 8 neighbours."""


@value
class Adjustment:
    """What an expansion changes in a feature's points.

    `add` adds `count` things at `each` points; `multiply` takes the sum so far `each` times; `cap` limits it to `each`.
    """

    stage: Literal["add", "multiply", "cap"]
    name: str
    each: int
    count: int = 1


@value
class Scoring:
    """One feature being scored: its root node, its kind, and whether it is completed."""

    root: int
    kind: str
    completed: bool


def city_terms(table: "Table", root: int, completed: bool) -> Terms:
    """2 a tile and coat of arms when completed, else 1 (also for two tiles, by setting: docs/rules.md 3.4)."""
    board = table.board
    tiles, coats = board.size_of(root), board.coats_of(root)
    each = 2 if completed and (tiles > 2 or table.settings.two_tile_city == 4) else 1
    return (Term("tiles", tiles, each), Term("coats of arms", coats, each)) if coats else (Term("tiles", tiles, each),)


def road_terms(table: "Table", root: int, completed: bool) -> Terms:
    """1 a tile, completed or not."""
    return (Term("tiles", table.board.size_of(root), 1),)


def field_terms(table: "Table", root: int, completed: bool) -> Terms:
    """3 for each completed city that the field touches."""
    return (Term("completed cities", len(table.board.cities_touched(root)), FIELD_POINTS),)


def ring_terms(table: "Table", root: int, completed: bool) -> Terms:
    """1 for the tile and 1 for each of its 8 neighbours that is filled."""
    return (Term("tiles", RING_TILES - table.board.open[root], 1),)


CORE_KINDS: Final = (
    FeatureKind(CITY, "edges", "C", city_terms),
    FeatureKind(ROAD, "edges", "R", road_terms),
    FeatureKind(FIELD, "never", "F", field_terms),
    FeatureKind(MONASTERY, "ring", None, ring_terms),
)


def adjusted(table: "Table", scoring: Scoring, seat: int, terms: Terms) -> Terms:
    """The base terms with what the expansions make of them for one seat."""
    adjustments = [change for hook in table.hooks.adjust_score for change in hook(table, scoring, seat)]
    result = list(terms)
    for stage in ("add", "multiply", "cap"):
        for change in adjustments:
            if change.stage != stage:
                continue
            so_far = total(tuple(result))
            if stage == "add":
                result.append(Term(change.name, change.count, change.each))
            elif stage == "multiply":
                result.append(Term(change.name, 1, so_far * change.each - so_far))
            elif so_far > change.each:
                result.append(Term(change.name, 1, change.each - so_far))
    return tuple(result)


def pay(table: "Table", root: int, completed: bool) -> None:
    """Score one feature that pieces stand on: all seats with the majority get its full points."""
    board, hooks = table.board, table.hooks
    counts, winners = table.pieces.majority(board.pieces_on(root))
    if not winners:
        return
    kind = board.kind(root)
    terms = kind.terms(table, root, completed)
    if table.listening:
        table.log.extend((FeatureScored, kind.name, *board.place_of(root), completed, counts, winners))
    if not hooks.adjust_score and not hooks.feature_scored:
        for seat in winners:
            table.change_score(seat, kind.name, terms)
        return
    scoring = Scoring(root, kind.name, completed)
    for seat in winners:
        table.change_score(seat, kind.name, adjusted(table, scoring, seat, terms))
    for hook in hooks.feature_scored:
        hook(table, scoring, winners)


def score_completed(table: "Table") -> None:
    """Score all that the tile placed last completed, then send all meeples on it home (docs/rules.md 3.3)."""
    board, hooks = table.board, table.hooks
    completed = [root for root in sorted(board.completed) if board.is_completed(root)]
    for root in completed:
        kind = board.kind(root)
        if table.listening:
            tiles = RING_TILES if kind.closes == "ring" else board.size_of(root)
            table.log.extend((FeatureCompleted, kind.name, *board.place_of(root), tiles))
        for hook in hooks.feature_completed:
            hook(table, Scoring(root, kind.name, True))
        if board.pieces_on(root):
            pay(table, root, True)
    for root in completed:
        for piece in bits(board.pieces_on(root)):
            if board.pieces_on(root) >> piece & 1:
                table.return_piece(piece, SCORED)


def final_scoring(table: "Table") -> None:
    """Score what is still occupied at the end: incomplete features, then fields. Pieces stay where they are.

    A feature that is complete and still occupied counts as complete.
    """
    board = table.board
    farmers = table.standing_on(FIELD)
    for which in (~farmers, farmers):
        for root in sorted({board.root(board.node_of[piece]) for piece in bits(board.standing & which)}):
            pay(table, root, board.is_completed(root))
