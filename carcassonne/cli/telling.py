"""A game told turn by turn, as JSON lines, or as the table that ends it."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from carcassonne.cli.console import named, say, seat_style, titled_table
from carcassonne.cli.tables import shows
from carcassonne.events import Event, GameOver, ScoreChanged, TileDrawn, TurnEnded
from carcassonne.game import Game
from carcassonne.record.turns import Chapter
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD

_FIRST: Final = (CITY, FIELD, MONASTERY, ROAD)
"""Causes that stand first in the final table."""


def tell(out: Console, game: Game, story: Iterable[Chapter]) -> None:
    """Print each turn, under a heading, as soon as it is over; then the final scoring."""
    scores = [0] * len(game.players)
    for sentence in opening(game):
        say(out, named(sentence, game.players))
    for chapter in story:
        out.print()
        _head(out, _heading(game, chapter))
        for event in chapter.events:
            sentence = event.tell(game.players)
            if sentence and event is not _in_heading(chapter):
                say(out, named(sentence, game.players), indent=2)
        changes = [event for event in chapter.events if isinstance(event, ScoreChanged)]
        for change in changes:
            scores[change.seat] += change.points
        if changes:
            standing = ", ".join(f"{name} {score}" for name, score in zip(game.players, scores, strict=True))
            say(out, named(f"Score: {standing}", game.players), indent=2)
    out.print()


def tell_events(out: Console, game: Game, turn: int, events: Iterable[Event]) -> int:
    """Print what happened, from within a turn on; each tile drawn first in its turn makes a heading.

    Returns how many sentences that were.
    """
    begun, told = False, 0
    for event in events:
        if isinstance(event, TileDrawn) and not begun:
            begun = True
            out.print()
            _head(out, _heading(game, Chapter(turn, (event,))))
            told += 2
            continue
        if isinstance(event, TurnEnded):
            begun, turn = False, event.turn + 1
        if isinstance(event, GameOver):
            out.print()
        if sentence := event.tell(game.players):
            say(out, named(sentence, game.players), indent=0 if isinstance(event, GameOver) else 2)
            told += 1
    return told


def opening(game: Game) -> Iterator[str]:
    """Who plays what, and the tile that lies there from the start."""
    rules = game.ruleset
    *titles, last = [expansion.title for expansion in rules.expansions] or [""]
    title = f"{', '.join(titles)} and {last}" if titles else last
    seed = "" if game.by_hand else f" (seed {game.seed})"
    yield f"{', '.join(game.players)} play Carcassonne{f' with {title}' if title else ''}{seed}."
    start = rules.shapes[next(iter(game.board.tiles.values())).tile].tile
    yield f"Tile {start.id} ({shows(start)}) lies at (0,0). Columns count to the east, rows to the south."


def _in_heading(chapter: Chapter) -> TileDrawn | None:
    """The first draw of a turn is told in its heading."""
    return next((event for event in chapter.events if isinstance(event, TileDrawn)), None)


def _heading(game: Game, chapter: Chapter) -> Text:
    if chapter.turn is None:
        return Text("Final scoring", "bold")
    heading = Text(f"Turn {chapter.turn}", "bold")
    if draw := _in_heading(chapter):
        tile = game.ruleset.shapes[draw.tile].tile
        sentence = draw.tell(game.players).removesuffix(".")
        heading.append_text(named(f": {sentence} ({shows(tile)})", game.players))
    return heading


def _head(out: Console, heading: Text) -> None:
    """Print a heading with a rule after it, or whole without one where there is no room."""
    if heading.cell_len + 2 > out.width:
        say(out, heading)
    else:
        out.print(Rule(heading, align="left", style="dim"))


def json_lines(story: Iterable[Chapter]) -> Iterator[str]:
    """Each event as one line of JSON with its turn; null stands for the final scoring."""
    for chapter in story:
        for event in chapter.events:
            yield json.dumps(event.to_json() | {"turn": chapter.turn})


def final_table(game: Game) -> Table:
    """The points of a finished game by cause and in all, a column for each player, and who has won."""
    breakdown = game.breakdown()
    causes = {cause for seat in breakdown for cause in seat}
    table = titled_table("Final scores" if game.by_hand else f"Final scores (seed {game.seed})", "points")
    for seat, name in enumerate(game.players):
        table.add_column(Text(name, f"bold {seat_style(seat)}"), justify="right")
    for cause in sorted(causes, key=lambda cause: (cause not in _FIRST, cause)):
        table.add_row(cause, *(str(points.get(cause, 0)) for points in breakdown))
    table.add_section()
    table.add_row("in all", *map(str, game.scores), style="bold")
    outcome = "wins" if len(game.winners) == 1 else "shares the win"
    table.add_row("", *(outcome if seat in game.winners else "" for seat in range(len(game.players))))
    return table
