"""Whole random games of rulesets with expansions, and what is true after every action of them."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from carcassonne import Game
from carcassonne.events import ScoreChanged
from carcassonne.record.record import Record


def played(expansions: tuple[str, ...], players: int, seed: int, **how: Any) -> Iterator[Game]:
    """A game after its opening and after each action, chosen at random; every action undone and played again."""
    game = Game(players, expansions=expansions, seed=seed, **how)
    random = Random(seed)
    yield game
    while not game.over:
        action = random.choice(game.legal_actions)
        assert game.action(str(action)) == action
        before, copy = game.key(), game.copy()
        events = game.play(action)
        after = game.key()
        assert game.undo() == action
        assert game.key() == before == copy.key()
        assert game.play(action) == events
        assert game.key() == after
        assert copy.key() == before
        assert_states_saved(game)
        yield game


def assert_states_saved(game: Game) -> None:
    """Each expansion's state as data gives the same state again."""
    for expansion in game.ruleset.expansions:
        if expansion.id in game.states:
            data = expansion.save_state(game)
            copy = game.copy()
            copy.states = {**copy.states, expansion.id: expansion.load_state(game, data)}
            assert copy.key() == game.key()


def assert_pieces_conserved(game: Game) -> None:
    """What stands on the board and what is at hand is what each seat owns."""
    owned = {kind.name: kind.per_seat for kind in game.pieces.kinds}
    for seat in range(len(game.players)):
        standing = Counter(one.piece for one in game.meeples if one.seat == seat)
        assert Counter(game.supply_of(seat)) + standing == Counter(owned)


def assert_scores_explained(game: Game) -> None:
    """Every score is the sum of its changes, and every change the sum of its terms."""
    changes = [event for event in game.events if isinstance(event, ScoreChanged)]
    assert all(change.points == sum(term.points for term in change.terms) for change in changes)
    for seat, score in enumerate(game.scores):
        assert score == sum(change.points for change in changes if change.seat == seat)
        assert score == sum(game.breakdown()[seat].values())


def assert_recorded(game: Game) -> None:
    """The record of a game, written and read again, plays the same game."""
    assert Record.from_json(Record.of(game).to_json()).replay().key() == game.key()


def assert_every_tile_exists(game: Game) -> None:
    """In a finished game each tile there is was placed, set aside, left out or discarded as start tile, just once."""
    there_are = Counter(tile for tiles in game.ruleset.tiles_of.values() for tile in tiles)
    first, *placed = (tile.tile for tile in game.board.tiles.values())
    discarded = [game.ruleset.start] * (first != game.ruleset.start)
    assert Counter([first, *placed, *game.set_aside, *game.left_out, *discarded]) == there_are
    assert Counter(game.drawn) == Counter([*placed, *game.set_aside])


def assert_sound(expansions: tuple[str, ...], players: int, seed: int, **how: Any) -> Game:
    """All of this, of one game from its opening to its end; the finished game."""
    for game in played(expansions, players, seed, **how):
        assert_pieces_conserved(game)
        assert_scores_explained(game)
    assert_every_tile_exists(game)
    assert_recorded(game)
    finished = game.copy()
    while game.actions:
        game.undo()
    assert game.key() == Game(players, expansions=expansions, seed=seed, **how).key()
    return finished
