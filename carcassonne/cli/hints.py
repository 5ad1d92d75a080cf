"""Answers to a player's questions: why something is not legal, and what a feature is and would bring now."""

import re
from collections.abc import Iterator
from typing import Final

from carcassonne.actions import Action, Draw, Place, cell_from_text
from carcassonne.cli.answers import understood
from carcassonne.errors import IllegalAction
from carcassonne.events import Terms, TileDrawn, at, counted, points_in_words, segment_in_words
from carcassonne.game import Game
from carcassonne.geometry import across_edge, cell_at, in_reach, turn_edge
from carcassonne.record.turns import chapters
from carcassonne.scoring import Scoring, adjusted
from carcassonne.terms import total

_COMPASS: Final = ("north", "east", "south", "west")


def answer(game: Game, question: str) -> list[str]:
    """What a question about a position comes to, in sentences.

    A question is an answer to the decision (`place 3,0 r1`, `3,0 r1`, a number), a segment (`1,0 city:N`), or a cell
    (`1,0`). Raises CarcassonneError where it reads as none of them.
    """
    cell, *rest = question.split()
    if not re.match(r"-?\d+,", cell) or len(rest) > 1:
        return [judged(game, understood(game, question))]
    try:
        x, y = cell_from_text(cell)
    except ValueError as error:
        raise IllegalAction(str(error)) from None
    if not rest:
        return list(whole_cell(game, x, y))
    if re.fullmatch(r"r\d+", rest[0]):
        return [judged(game, understood(game, question))]
    return list(feature(game, x, y, rest[0]))


def judged(game: Game, action: Action) -> str:
    """Whether an action is legal now, and if not why."""
    reason = game.why_not(action)
    if reason is None:
        return f"'{action}' is legal."
    more = ""
    if isinstance(action, Place):
        more = "; ".join(clashes(game, action))
    elif isinstance(action, Draw):
        more = ", ".join(drawn_before(game, action.tile))
    return f"'{action}' is not legal: {reason}{f' ({more})' if more else ''}."


def clashes(game: Game, action: Place) -> Iterator[str]:
    """Where the edges of the drawn tile, laid so, would not match their neighbours'."""
    if game.shape is None or not in_reach(action.x) or not in_reach(action.y):
        return
    board, cell = game.board, cell_at(action.x, action.y)
    if board.spot_of(cell) is None:
        return
    names = {kind.edge: kind.name for kind in game.ruleset.kinds if kind.edge}
    orientation = game.shape.turned[action.rotation]
    for edge, side in enumerate(orientation.sides):
        number = board.number_at(cell + side.step)
        if number is None:
            continue
        other = board.orientations[number]
        own_kind = orientation.tile.edges[turn_edge(edge, -orientation.rotation)]
        its_kind = other.tile.edges[turn_edge(across_edge(edge), -other.rotation)]
        if own_kind != its_kind:
            yield f"{_COMPASS[edge]}: {names[own_kind]} against {names[its_kind]}"


def drawn_before(game: Game, tile: str) -> Iterator[str]:
    """When a tile lay there already or was drawn."""
    if game.board.orientations[0].tile.id == tile:
        yield "at the start"
    for chapter in chapters(game.events):
        for event in chapter.events:
            if isinstance(event, TileDrawn) and event.tile == tile:
                yield f"turn {chapter.turn or game.turn}"


def whole_cell(game: Game, x: int, y: int) -> Iterator[str]:
    """What lies on a cell, or what the drawn tile may do there."""
    if not in_reach(x) or not in_reach(y):
        raise IllegalAction(f"{at(x, y)} is no cell within the board's reach")
    number = game.board.number_at(cell_at(x, y))
    if number is not None:
        orientation = game.board.orientations[number]
        yield f"Tile {orientation.tile.id} lies at {at(x, y)}."
        for location in orientation.locations:
            yield from feature(game, x, y, location)
        return
    if game.shape is None:
        yield f"No tile lies at {at(x, y)}."
        return
    for orientation in game.shape.distinct:
        yield judged(game, Place(x, y, orientation.rotation))


def feature(game: Game, x: int, y: int, location: str) -> Iterator[str]:
    """What a feature is, who holds it, and what it would bring. Raises CarcassonneError where there is none."""
    board = game.board
    root = board.root(board.node_at(x, y, location))
    found = board.feature(x, y, location)
    yield f"The {segment_in_words(x, y, location)}: {', '.join(_extent(game, root))}."
    counts, winners = game.pieces.majority(board.pieces_on(root))
    present = " and ".join(f"{game.players[seat]} ({count})" for seat, count in enumerate(counts) if count)
    if winners:
        held = " and ".join(game.players[seat] for seat in winners)
        verb = "holds" if len(winners) == 1 else "share"
        told = "" if len(winners) == sum(map(bool, counts)) == 1 else f" Present: {present}."
        yield f"{held} {verb} it.{told}"
    else:
        yield "Nobody holds it."
    for seat in winners or (max(game.seat, 0),):
        name, terms = game.players[seat], worth(game, root, found.completed, seat)
        if found.completed and board.kind(root).closes != "never":
            yield f"It is complete and brings {name} {_told(terms)}."
            continue
        would = f"If the game ended now it would bring {name}" if winners else "Held, it would bring at the end"
        yield f"{would} {_told(terms)}."
        if board.kind(root).closes != "never":
            full = worth(game, root, True, seat)
            if total(full) != total(terms):
                yield f"Completed as large as it is: {_told(full)}."


def worth(game: Game, root: int, completed: bool, seat: int) -> Terms:
    """The points that a feature brings a seat that holds it, with all that expansions have to say."""
    kind = game.board.kind(root)
    return adjusted(game, Scoring(root, kind.name, completed), seat, kind.terms(game, root, completed))


def in_short(game: Game, x: int, y: int, location: str) -> str:
    """A feature in a few words, as it stands for the seat that decides: `complete, 8 points`."""
    root = game.board.root(game.board.node_at(x, y, location))
    completed = game.board.is_completed(root)
    points = total(worth(game, root, completed, max(game.seat, 0)))
    return f"{'complete, ' if completed else ''}{counted(points, 'points')}"


def _extent(game: Game, root: int) -> Iterator[str]:
    board, kind = game.board, game.board.kind(root)
    if kind.closes == "never":
        yield f"it touches {counted(len(board.cities_touched(root)), 'completed cities')}"
        return
    if kind.closes == "ring":
        yield f"{counted(board.open[root], 'neighbours')} still empty" if board.open[root] else "all neighbours filled"
        return
    yield counted(board.size_of(root), "tiles")
    coats = board.coats_of(root)
    if coats:
        yield counted(coats, "coats of arms")
    yield counted(board.open[root], "open edges") if board.open[root] else "complete"


def _told(terms: Terms) -> str:
    return f"{points_in_words(total(terms))} ({' + '.join(map(str, terms))})"
