"""The base game's turn: draw, place, deploy, score, end (docs/rules.md 3.2, 3.3)."""

from collections.abc import Sequence
from typing import Any, Final, cast

from mypy_extensions import mypyc_attr

from carcassonne.actions import Action, Deploy, Draw, Place
from carcassonne.chance import Chooser
from carcassonne.events import GameOver, TileDrawn, TilePlaced, TileSetAside, TurnEnded
from carcassonne.expansion import Phase
from carcassonne.geometry import ORIGIN, REACH, STRIDE, cell_at, in_reach
from carcassonne.orientations import Orientation
from carcassonne.scoring import final_scoring, score_completed
from carcassonne.table import GAME_OVER, NOBODY, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class DrawPhase(Phase[Draw]):
    """Draw a tile; where none is left after one was set aside, the game ends (docs/rules.md 4, row 30)."""

    name = "draw"
    answers = (Draw,)

    def enter(self, table: Table) -> int:
        if table.top == len(table.stack):
            return end_game(table)
        if table.by_hand:
            return table.turn_seat
        draw(table)
        return NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        return [Draw(tile) for tile in sorted(set(table.may_come_next()))]

    def why_not(self, table: Table, action: Draw) -> str | None:
        fields: Any = action
        if fields.tile in table.may_come_next():
            return None
        if fields.tile in table.may_come():
            return f"tile {fields.tile} lies farther down in the stack"
        if fields.tile in table.ruleset.shapes:
            return f"every tile {fields.tile} there is was drawn already"
        return f"there is no tile '{fields.tile}' in this game"

    def apply(self, table: Table, action: Draw) -> None:
        bring_to_top(table, action.tile)
        draw(table)


@mypyc_attr(allow_interpreted_subclasses=True)
class PlacePhase(Phase[Place]):
    """Place the drawn tile; one that fits nowhere is set aside, and the same seat draws again."""

    name = "place"
    answers = (Place,)

    def enter(self, table: Table) -> int:
        shape = table.shape
        if shape is None:
            return NOBODY
        if table.may_place_somewhere():
            return table.turn_seat
        table.tell(TileSetAside, table.turn_seat, shape.id)
        table.set_aside = (*table.set_aside, shape.id)
        table.shape = None
        table.redrawn = True
        table.go_back_to(DrawPhase.name)
        return NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        shape = table.shape
        assert shape is not None
        found = table.board.fitting(shape)
        if shape.vetoes:
            return [
                action
                for action in found
                if table.placement_vetoed(cell_at(action.x, action.y), shape.turned[action.rotation]) is None
            ]
        return found

    def decide(self, table: Table, chooser: Chooser) -> None:
        shape = table.shape
        assert shape is not None
        if shape.vetoes:
            super().decide(table, chooser)
        else:
            spot, orientation = table.board.choose_fitting(shape, chooser)
            self._lay(table, spot, orientation)

    def why_not(self, table: Table, action: Place) -> str | None:
        fields: Any = action
        x, y, rotation, board, shape = fields.x, fields.y, fields.rotation, table.board, table.shape
        assert shape is not None
        if not in_reach(x) or not in_reach(y):
            return f"({x!r},{y!r}) is no cell: column and row are whole numbers, {REACH} at most"
        if type(rotation) is not int or not 0 <= rotation <= 3:
            return f"a rotation is 0, 1, 2 or 3 quarter turns clockwise, not {rotation!r}"
        if board.number_at(cell_at(x, y)) is not None:
            return f"a tile lies at ({x},{y}) already"
        if board.spot_of(cell_at(x, y)) is None:
            return f"({x},{y}) touches no placed tile by an edge"
        if not board.accepts(cell_at(x, y), shape, rotation):
            return f"the edges of {shape.id} at rotation {rotation} do not match all neighbours at ({x},{y})"
        return table.placement_vetoed(cell_at(x, y), shape.turned[rotation])

    def apply(self, table: Table, action: Place) -> None:
        shape, board = table.shape, table.board
        assert shape is not None
        spot = ~board.at[ORIGIN + action.y * STRIDE + action.x]
        self._lay(table, spot, shape.turned[action.rotation])

    def _lay(self, table: Table, spot: int, orientation: Orientation) -> None:
        board = table.board
        cell = board.spots[spot]
        board.place(spot, orientation)
        table.shape = None
        if table.listening:
            tile = orientation.tile.id
            table.log.extend((TilePlaced, table.turn_seat, tile, cell.x, cell.y, orientation.rotation))
        for hook in table.hooks.tile_placed:
            hook(table)


@mypyc_attr(allow_interpreted_subclasses=True)
class DeployPhase(Phase[Deploy]):
    """Deploy a piece from the supply on the tile just placed, or pass."""

    name = "deploy"
    answers = (Deploy,)
    passable = True

    def enter(self, table: Table) -> int:
        seat = table.turn_seat
        if table.pieces.by_seat[seat] & ~table.board.standing:
            return seat
        offers = table.ruleset.offers
        return seat if offers and self.name in offers else NOBODY

    def actions(self, table: Table) -> Sequence[Action]:
        board, pieces, seat = table.board, table.pieces, table.seat
        orientation, standing, own_meeples = board.orientations[-1], board.pieces_on_last(), pieces.meeples_of[seat]
        occupied = any(standing)
        found: list[Action] = []
        for kind, name, joins_own, own in pieces.kinds_of[seat]:
            if board.standing & own == own:
                continue
            deploys = orientation.deploys.get(name)
            if deploys is None:
                deploys = orientation.deploys_of(name, kind.stands_on)
            by_segment, everywhere = deploys
            if not occupied:
                if not joins_own:
                    found += everywhere
            elif joins_own:
                found += [action for segment, action in by_segment if standing[segment] & own_meeples]
            else:
                found += [action for segment, action in by_segment if not standing[segment]]
        if table.hooks.may_deploy:
            return [action for action in found if self.why_not(table, cast(Deploy, action)) is None]
        return found

    def why_not(self, table: Table, action: Deploy) -> str | None:
        fields: Any = action
        orientation = table.board.orientations[-1]
        kind = table.ruleset.piece_named.get(fields.piece)
        if kind is None:
            return f"there is no piece '{fields.piece}' in this game; there are {', '.join(table.ruleset.piece_named)}"
        segment = orientation.index_of.get(fields.location)
        if segment is None:
            known = ", ".join(orientation.locations)
            return f"tile {orientation.tile.id} as placed has no '{fields.location}'; it has {known}"
        if not table.at_hand(table.seat, kind.name):
            return f"{table.players[table.seat]} has no {kind.name} in the supply"
        return table.deployment_refused(table.seat, kind, table.board.base + segment)

    def apply(self, table: Table, action: Deploy) -> None:
        segment = table.board.orientations[-1].index_of[action.location]
        table.deployed = table.deploy(table.seat, action.piece, table.board.base + segment)


@mypyc_attr(allow_interpreted_subclasses=True)
class ScorePhase(Phase[Action]):
    """Score what the placed tile completed, and return the meeples on it."""

    name = "score"

    def enter(self, table: Table) -> int:
        if table.board.completed:
            score_completed(table)
        return NOBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class EndPhase(Phase[Action]):
    """The turn ends."""

    name = "end"

    def enter(self, table: Table) -> int:
        for hook in table.hooks.turn_ended:
            hook(table)
        if table.listening:
            table.log.extend((TurnEnded, table.turn_seat, table.turn))
        return NOBODY


DRAW: Final = DrawPhase()
PLACE: Final = PlacePhase()
DEPLOY: Final = DeployPhase()
SCORE: Final = ScorePhase()
END: Final = EndPhase()
CORE_PHASES: Final[tuple[Phase[Any], ...]] = (DRAW, PLACE, DEPLOY, SCORE, END)


def draw(table: Table) -> None:
    """Take the top tile of the stack."""
    tile = table.stack[table.top]
    table.top += 1
    table.shape = shape = table.ruleset.shapes[tile]
    if table.listening:
        table.log.extend((TileDrawn, table.turn_seat, tile))
    for hook in shape.drawn:
        hook(table)


def bring_to_top(table: Table, tile: str) -> None:
    """Make the stack's next tile the one that was drawn by hand.

    A tile thought to be in the box changes places with one of the same expansion that is thought to be in the stack.
    """
    stack, top = table.stack[:], table.top
    try:
        place = stack.index(tile, top)
    except ValueError:
        owner = table.ruleset.owner_of
        place = next(place for place in range(top, len(stack)) if owner[stack[place]] == owner[tile])
        box = list(table.box)
        box[box.index(tile)] = stack[place]
        stack[place], table.box = tile, tuple(box)
    stack[top], stack[place] = stack[place], stack[top]
    table.stack = stack


def end_game(table: Table) -> int:
    """Score what is left on the board; the game is over."""
    table.over = True
    table.shape = None
    final_scoring(table)
    for hook in table.hooks.final_scoring:
        hook(table)
    table.tell(GameOver, table.scores, winners(table), tuple(sorted(table.box)))
    return GAME_OVER


def winners(table: Table) -> tuple[int, ...]:
    """The seats with the highest score; a tie is a shared win (docs/rules.md 3.3)."""
    best = max(table.scores)
    return tuple(seat for seat, score in enumerate(table.scores) if score == best)
