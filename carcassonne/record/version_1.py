"""Version 1 of the record, which named the stack and the actions without their turns. It is read, never written."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carcassonne.actions import parse
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.game import Game
from carcassonne.record.reading import ActionText, Word, clipped, first_fault
from carcassonne.record.rules import BASE, BASE_VERSION, expansions_of


class Record1(BaseModel):
    """One game, finished or not."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal["carcassonne record"]
    version: Literal[1]
    expansions: dict[Word, Word]
    """Ids and versions."""
    settings: dict[str, Any]
    players: Annotated[list[str], Field(min_length=2, max_length=6)]
    seed: int
    by_hand: bool
    """Whether the tiles were drawn by hand; then the actions say which."""
    stack: list[Word]
    """The tiles in the order drawn and to be drawn, after the start tile."""
    actions: list[ActionText]
    """Text forms, in the order played."""
    scores: list[int]
    """Points by seat after the last action."""

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The record that JSON data stand for. Raises RecordError naming what is wrong and where."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise RecordError(f"the record is not right: {first_fault(error)}") from None

    def replay(self) -> Game:
        """The game played again, every action checked and the scores compared.

        Raises RecordError naming the action where record and rules part, and an expansion that is missing.
        """
        try:
            game = Game(
                self.players,
                expansions=expansions_of({BASE: BASE_VERSION} | self.expansions),
                seed=self.seed,
                stack=self.stack,
                by_hand=self.by_hand,
                settings=self.settings,
            )
        except RecordError:
            raise
        except CarcassonneError as error:
            raise RecordError(f"the record begins no game: {clipped(str(error))}") from error
        for number, text in enumerate(self.actions, start=1):
            try:
                game.play(parse(text, game.ruleset.verbs))
            except CarcassonneError as error:
                raise RecordError(f"action {number} of the record (turn {game.turn}): {clipped(str(error))}") from error
        if list(game.scores) != self.scores:
            raise RecordError(f"the record ends with scores {self.scores}, by the rules they are {list(game.scores)}")
        return game
