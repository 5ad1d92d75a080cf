"""What is told adds up: events have words, pieces are where the events say, scores are sums of terms."""

import json
from collections import Counter
from random import Random

from carcassonne.events import MeepleDeployed, MeepleMoved, MeepleReturned, ScoreChanged
from carcassonne.game import Game
from carcassonne.terms import total
from carcassonne.testing.failures import Fault
from carcassonne.testing.promises.asking import at_every_position
from carcassonne.testing.trial import Trial


def events_can_be_told(trial: Trial) -> None:
    """Every event has words, JSON, a tally of a label and a number, and an audience of seats or None."""
    at_every_position(trial, events_are_told)


def events_are_told(game: Game, rng: Random) -> None:
    """Tell the events since the turn began."""
    for event in game.events[-12:]:
        try:
            words = event.tell(game.players)
            json.dumps(event.to_json(), allow_nan=False)
            tally, audience = event.tally(), event.audience()
        except Exception as error:
            said = f"telling {type(event).__name__} failed with {type(error).__name__}: {error}"
            raise Fault("events_can_be_told", said) from error
        said_well: object = words
        good = isinstance(said_well, str) and (tally is None or len(tally) == 2)
        if not good or (audience is not None and not set(audience) <= set(range(len(game.players)))):
            raise Fault("events_can_be_told", f"{event!r} tells {words!r}, {tally!r}, {audience!r}")


def pieces_are_conserved(trial: Trial) -> None:
    """Pieces in supply and on the board are those owned, and every one that comes or goes is told."""
    at_every_position(trial, pieces_add_up)


def pieces_add_up(game: Game, rng: Random) -> None:
    """Count the pieces, and compare them with what was told."""
    board, standing = game.board, game.meeples
    on_board = Counter((s.seat, s.piece, s.x, s.y, s.location) for s in standing)
    for seat in range(len(game.players)):
        for kind in game.ruleset.piece_kinds:
            here = sum(s.seat == seat and s.piece == kind.name for s in standing)
            at_hand = game.supply_of(seat)[kind.name]
            if here + at_hand != kind.per_seat:
                said = f"seat {seat} owns {kind.per_seat} {kind.name}s: {at_hand} at hand and {here} on the board"
                raise Fault("pieces_are_conserved", said)
    roots = {board.root(node) for node in board.all_nodes()}
    if sum(board.pieces_on(root).bit_count() for root in roots) != len(standing):
        raise Fault("pieces_are_conserved", "the board's features do not hold just the pieces that stand on them")
    told: Counter[tuple[int, str, int, int, str]] = Counter()
    for event in game.events:
        if isinstance(event, MeepleDeployed):
            told[event.seat, event.piece, event.x, event.y, event.location] += 1
        elif isinstance(event, MeepleReturned):
            told[event.seat, event.piece, event.x, event.y, event.location] -= 1
        elif isinstance(event, MeepleMoved):
            told[event.seat, event.piece, event.from_x, event.from_y, event.from_location] -= 1
            told[event.seat, event.piece, event.x, event.y, event.location] += 1
    if +told != on_board or -told:
        strange = next(iter((on_board - told) or (told - on_board)))
        said = f"the events do not tell of what stands on the board: {strange}; use deploy, return_piece, move_piece"
        raise Fault("pieces_are_conserved", said)


def scores_are_explained(trial: Trial) -> None:
    """Every score is the sum of what was told, and each of those the sum of its terms."""
    at_every_position(trial, scores_add_up)


def scores_add_up(game: Game, rng: Random) -> None:
    """Add up the events."""
    sums = [0] * len(game.players)
    for event in game.events:
        if isinstance(event, ScoreChanged):
            sums[event.seat] += event.points
            if event.points != total(event.terms):
                raise Fault("scores_are_explained", f"{event!r}: the terms add up to {total(event.terms)}")
    if list(game.scores) != sums:
        said = f"the scores are {list(game.scores)}, the events add up to {sums}: use table.change_score"
        raise Fault("scores_are_explained", said)
