"""A game's events and positions, turn by turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from carcassonne.actions import Action
from carcassonne.errors import RecordError
from carcassonne.events import Event, TileSetAside, TurnEnded
from carcassonne.game import Game


@dataclass(frozen=True, slots=True)
class Chapter:
    """The events of one turn, or of the final scoring."""

    turn: int | None
    """The turn's number from 1; None for the final scoring."""
    events: tuple[Event, ...]


def chapters(events: Iterable[Event]) -> Iterator[Chapter]:
    """Split the events of a game from its start into turns, each as soon as it has ended.

    The last chapter of a finished game is its final scoring. Before it stands a turn in which no tile was placed where
    the last tiles of the stack fitted nowhere (docs/rules.md 3.2).
    """
    turn = 1
    page: list[Event] = []
    for event in events:
        page.append(event)
        if isinstance(event, TurnEnded):
            yield Chapter(turn, tuple(page))
            turn += 1
            page.clear()
    in_vain = max((place for place, event in enumerate(page, 1) if isinstance(event, TileSetAside)), default=0)
    if in_vain:
        yield Chapter(turn, tuple(page[:in_vain]))
    if page[in_vain:]:
        yield Chapter(None, tuple(page[in_vain:]))


def at_turn(game: Game, turn: int) -> Game:
    """The game as it stood at the first decision of a turn. Raises RecordError where there was none."""
    if not 1 <= turn <= game.turn:
        raise RecordError(f"there is no turn {turn}: the game has come to turn {game.turn}")
    earlier = game.copy()
    action: Action | None = None
    for _ in game.actions:
        if earlier.turn < turn:
            break
        action = earlier.undo()
    if earlier.turn < turn and action is not None:
        earlier.play(action)
    if earlier.turn != turn or earlier.over:
        raise RecordError(f"nothing that is known was decided in turn {turn}")
    return earlier
