"""The rules of The Fair as hooks, one after the other. The full text is in README.md."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from carcassonne.actions import Action
from carcassonne.errors import RecordError
from carcassonne.expansion import Expansion, Insertion
from carcassonne.scoring import Adjustment, Scoring
from carcassonne.table import Table
from carcassonne.tile_files import read_tile_file
from carcassonne.tiles import CITY, Tile
from carcassonne_fair.actions import Look, Move, TakeBack
from carcassonne_fair.gates import has_fair, holds_fair, roads_ending_at
from carcassonne_fair.looks import ID, LookPhase, Looks, lookers
from carcassonne_fair.settings import FairSettings
from carcassonne_fair.visits import visit, visits


class SavedLooks(BaseModel):
    """The state as JSON data: the seats that have seen the next tile."""

    model_config = ConfigDict(extra="forbid")

    seats: list[int]


class Fair(Expansion):
    """Six tiles with a fair."""

    id = ID
    title = "The Fair"
    version = "1"
    actions = (TakeBack, Move, Look)
    settings = FairSettings

    def tiles(self) -> Iterable[Tile]:
        return read_tile_file(Path(__file__).with_name("fair.toml")).tiles

    def adjust_score(self, table: Table, scoring: Scoring, seat: int) -> Iterable[Adjustment]:
        """A completed city that holds a fair scores 1 more for each road that ends at it."""
        if scoring.kind == CITY and scoring.completed and holds_fair(table, scoring.root):
            roads = roads_ending_at(table, scoring.root)
            if roads:
                return (Adjustment("add", "fair roads", 1, roads),)
        return ()

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        """Whoever placed a fair may, instead of deploying, take a meeple back or move one."""
        if decision == "deploy" and has_fair(table.board.orientations[-1].tile):
            return tuple(visits(table))
        return ()

    def apply_action(self, table: Table, action: Action) -> None:
        assert isinstance(action, TakeBack | Move)
        visit(table, action)

    def phases(self) -> Iterable[Insertion]:
        """The others look once all is scored, before the turn ends."""
        return (Insertion(LookPhase(), after="score"),)

    def new_state(self, seats: int) -> Looks:
        return Looks()

    def seen_ahead(self, table: Table, seat: int, tiles: int) -> int:
        """Whoever paid knows the next tile, and nobody else does."""
        return max(tiles, 1) if seat in lookers(table) else tiles

    def save_state(self, table: Table) -> Any:
        return SavedLooks(seats=list(lookers(table))).model_dump(mode="json")

    def load_state(self, table: Table, data: Any) -> Looks:
        try:
            seats = SavedLooks.model_validate(data).seats
        except ValidationError as error:
            raise RecordError(f"the state of '{ID}' is not sound: {error.errors()[0]['msg']}") from None
        if not set(seats) <= set(range(len(table.players))):
            raise RecordError(f"the state of '{ID}' names seats {seats}, and there are {len(table.players)}")
        return Looks(table.top, tuple(sorted(set(seats))))
