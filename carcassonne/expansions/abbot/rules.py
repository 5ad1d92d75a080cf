"""The rules of The Abbot (docs/rules.md 3.5): gardens, who stands in them, and how an abbot is taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from carcassonne.actions import Action
from carcassonne.board import bits
from carcassonne.expansion import Expansion, TileChange
from carcassonne.expansions.abbot.actions import Recall, recall
from carcassonne.expansions.abbot.events import AbbotRecalled
from carcassonne.orientations import FeatureKind
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Scoring, adjusted, ring_terms
from carcassonne.table import Table
from carcassonne.tiles import MONASTERY, Segment, Tile
from carcassonne.turn import DeployPhase

ID: Final = "abbot"
ABBOT: Final = "abbot"
"""The name of the piece."""
GARDEN: Final = "garden"
RECALL: Final = "recall"
"""Why an abbot left the board, and what its points are for, when its owner took it back."""


class Abbot(Expansion):
    """One abbot a seat, gardens, and taking the abbot back instead of deploying."""

    id = ID
    title = "The Abbot"
    changes_base = "each seat has an abbot, and eight base tiles carry a garden"
    actions = (Recall,)
    offers_in = (DeployPhase.name,)

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """A garden is complete and scores as a monastery does, and is none for other rules."""
        return (FeatureKind(GARDEN, "ring", None, ring_terms),)

    def tile_changes(self, tiles: Mapping[str, Tile]) -> Iterable[TileChange]:
        """The gardens that are printed on tiles, whoever brings them, become features."""
        return [TileChange(tile.id, GARDEN, with_gardens) for tile in tiles.values() if tile.gardens]

    def pieces(self, ordinary: PieceKind) -> Iterable[PieceKind]:
        """The abbot is a meeple that stands on monasteries and in gardens only; no other meeple stands in gardens."""
        return (PieceKind(ABBOT, 1, frozenset({MONASTERY, GARDEN})),)

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        """Instead of deploying, a seat may recall its abbot from where it stands incomplete."""
        standing = table.pieces.of[table.seat][ABBOT] & table.board.standing
        if not standing:
            return ()
        abbot = standing.bit_length() - 1
        x, y, _ = table.where(abbot)
        return () if completed(table, abbot) else (recall(x, y),)

    def apply_action(self, table: Table, action: Action) -> None:
        """It scores 1 and 1 for each filled neighbour, as if the game ended now, and goes home."""
        (abbot,) = bits(table.pieces.of[table.seat][ABBOT])
        root = table.board.root(table.board.node_of[abbot])
        scoring = Scoring(root, table.board.kind(root).name, False)
        table.tell(AbbotRecalled, table.seat, *table.where(abbot))
        table.change_score(table.seat, RECALL, adjusted(table, scoring, table.seat, ring_terms(table, root, False)))
        table.return_piece(abbot, RECALL)


def with_gardens(tile: Tile) -> Sequence[Tile]:
    """A kind of tile with those that carry a garden apart, as `EG` beside `E`; where all do, they keep their id."""
    garden = tile.with_segment(Segment(GARDEN))
    if tile.gardens == tile.count:
        return (garden,)
    plain = replace(tile, count=tile.count - tile.gardens, gardens=0)
    return plain, replace(garden, id=f"{tile.id}G", count=tile.gardens)


def completed(table: Table, abbot: int) -> bool:
    """Whether the tile placed last completed what an abbot stands on, so that it is about to be scored."""
    return table.board.is_completed(table.board.root(table.board.node_of[abbot]))
