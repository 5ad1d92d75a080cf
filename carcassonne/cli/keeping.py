"""The file in which a game at the table is kept: saved after every decision, so that any interruption loses none."""

from collections.abc import Sequence
from pathlib import Path

from carcassonne.errors import RecordError
from carcassonne.game import Game
from carcassonne.record.files import read_text, save
from carcassonne.record.record import Record

HUMAN = "human"
"""Who plays a seat that a person decides for."""


class Keeping:
    """Where a game is kept, if anywhere, and who plays its seats."""

    def __init__(self, path: Path | None, played_by: Sequence[str]) -> None:
        self.path = path
        self.played_by = tuple(played_by)

    def save(self, game: Game) -> None:
        """Save the game as it stands. Raises RecordError where that cannot be."""
        if self.path is not None:
            save(game, self.path, self.played_by)

    def told(self) -> str:
        """What has become of the game, for who leaves it."""
        if self.path is None:
            return "The game is not kept. (--record FILE keeps one, and so does `save FILE`.)"
        return f"The game is kept in {self.path}."


def kept(path: Path) -> tuple[Game, tuple[str, ...]]:
    """The game kept in a file, and who plays its seats: people where the file does not tell.

    Raises RecordError naming the file where it holds no record that can be played again.
    """
    text = read_text(path)
    try:
        record = Record.from_json(text)
        return record.replay(), tuple(record.played_by or [HUMAN] * len(record.players))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
