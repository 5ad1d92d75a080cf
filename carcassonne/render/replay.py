"""A game played again on a page: one HTML file with all that it needs, which fetches nothing.

Every step is a decision. What a step shows is a set of drawings, and a drawing that is there in many steps is written
once. What happened is told in the words of the events; one can jump to all that events count in a tally.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from carcassonne.events import Event, MeepleReturned, ScoreChanged
from carcassonne.game import Game
from carcassonne.render import board as boards
from carcassonne.render import svg
from carcassonne.render.board import Frame
from carcassonne.render.figures import figure
from carcassonne.render.markup import Drawings, text
from carcassonne.render.palette import Theme, variables
from carcassonne.render.picture import picture
from carcassonne.tiles import FIELD

POINTS = "points"
"""What one can jump to besides what events count."""


@dataclass
class Step:
    """What is shown after a decision, and what is told of it."""

    drawings: list[int]
    said: list[str]
    notable: dict[str, int]
    turn: int


@dataclass
class Stage:
    """All drawings of a replay, each written once, in layers from the back to the front."""

    layers: dict[str, dict[str, int]] = field(default_factory=dict)
    count: int = 0

    def put(self, layer: str, markup: str) -> int:
        """The number of a drawing in a layer."""
        known = self.layers.setdefault(layer, {})
        if markup not in known:
            known[markup] = self.count
            self.count += 1
        return known[markup]

    def markup(self, layer: str) -> str:
        """The drawings of a layer, all hidden."""
        drawings = self.layers.get(layer, {})
        return "".join(f'<g id="d{number}" class="off">{markup}</g>' for markup, number in drawings.items() if markup)


def page(game: Game, theme: Theme = "auto") -> str:
    """The page for a game, as far as it was played.

    Raises CarcassonneError where there is no such theme.
    """
    drawings, stage = Drawings(theme), Stage()
    shown = boards.frame([cell.xy for cell in game.board.cells])
    steps = [_step(drawings, stage, shown, *moment) for moment in moments(game)]
    body = "".join(stage.markup(layer) for layer in ("tiles", "last", "gone"))
    pieces = "".join(
        f'<g id="d{number}" class="off">{markup}</g>'
        for markup, number in sorted(stage.layers.get("pieces", {}).items(), key=lambda item: _south(item[0]))
    )
    board = picture(drawings, *svg.extent(shown), boards.title_of(game), boards.description_of(game), body + pieces)
    panel = (
        f'<svg viewBox="0 0 {boards.PANEL:g} {boards.panel_height(game):g}" preserveAspectRatio="xMinYMin" role="img" '
        f'aria-label="Scores and supplies">{stage.markup("panel")}</svg>'
    )
    labels = dict.fromkeys(label for step in steps for label in step.notable)
    data = {
        "steps": [[step.drawings, step.said, step.notable, step.turn] for step in steps],
        "labels": sorted(labels, key=lambda label: label == POINTS),
    }
    filled = {
        "title": text(f"Carcassonne: {', '.join(game.players)}"),
        "board": board,
        "panel": panel,
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "style": variables(theme) + _resource("replay.css"),
        "script": _resource("replay.js"),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: filled[match[1]], _resource("replay.html"))


def moments(game: Game) -> Iterator[tuple[Game, str | None, Sequence[Event]]]:
    """The game at its opening and after each decision, with the choice in words and what happened."""
    now = game.copy()
    course = game.course
    for _ in range(len(course) - 1):
        now.undo()
    for seat, action, events in course:
        if action is not None:
            now.play_unchecked(action)
        yield now, None if action is None else f"{game.players[seat]}: {action}", events


def _step(
    drawings: Drawings, stage: Stage, shown: Frame, game: Game, choice: str | None, events: Sequence[Event]
) -> Step:
    board = game.board
    layers = [
        *(("tiles", markup) for markup in boards.tiles(drawings, board, shown)),
        ("last", boards.last_placement(drawings, board, shown)),
        *(("gone", markup) for markup in _gone(drawings, game, shown, events)),
        *(("pieces", markup) for markup in boards.pieces(drawings, board, game.meeples, shown)),
        *(("panel", markup) for markup in boards.panel(drawings, game)),
    ]
    said = [sentence for event in events if (sentence := event.tell(game.players))]
    notable: dict[str, int] = {}
    for event in events:
        label, amount = event.tally() or ("", 0)
        if amount:
            notable[label] = notable.get(label, 0) + amount
        if isinstance(event, ScoreChanged):
            notable[POINTS] = notable.get(POINTS, 0) + event.points
    numbers = [stage.put(layer, markup) for layer, markup in layers if markup]
    return Step(numbers, said or ([choice] if choice else []), notable, game.turn)


def _gone(drawings: Drawings, game: Game, shown: Frame, events: Sequence[Event]) -> Iterator[str]:
    """The pieces that went home in a step, faint where they stood."""
    for event in events:
        if isinstance(event, MeepleReturned):
            x, y = boards.where(game.board, event.x, event.y, event.location, shown)
            lying = event.location.partition(":")[0] == FIELD
            piece = drawings.use(figure(drawings, event.seat, event.piece, lying=lying), x, y)
            yield f"<g {drawings.cls('gone')}>{piece}</g>"


def _south(markup: str) -> tuple[float, str]:
    """How far south a piece stands, for the order in which pieces hide each other."""
    place = re.search(r' y="([\d.]+)"', markup)
    return (float(place[1]) if place else 0.0), markup


def _resource(name: str) -> str:
    return files("carcassonne.render").joinpath(name).read_text("utf-8")
