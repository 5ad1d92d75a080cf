"""A game as a record: what the players chose and what chance answered, enough to play it again.

A record names the expansions with their versions, so that a game is never replayed under other rules than its own.
Replaying needs no random numbers: the stack is part of the record.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from carcassonne.actions import Draw, parse
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.game import Game
from carcassonne.ruleset import load


class Record(BaseModel):
    """One game, finished or not. Written by `Record.of(game)`, played again by `record.replay()`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["carcassonne record"] = "carcassonne record"
    version: Literal[1] = 1
    expansions: dict[str, str]
    """Ids and versions."""
    settings: dict[str, Any]
    players: Annotated[list[str], Field(min_length=2, max_length=6)]
    seed: int
    by_hand: bool
    """Whether the tiles were drawn by hand; then the actions say which."""
    stack: list[str]
    """The tiles in the order drawn and to be drawn, after the start tile."""
    actions: list[str]
    """Text forms, in the order played."""
    scores: list[int]
    """Points by seat after the last action."""

    @classmethod
    def of(cls, game: Game) -> "Record":
        """The record of a game as it stands."""
        return cls(
            expansions={expansion.id: expansion.version for expansion in game.ruleset.expansions},
            settings=game.settings.to_json(),
            players=list(game.players),
            seed=game.seed,
            by_hand=game.by_hand,
            stack=game.stack,
            actions=[str(action) for action in game.actions if game.by_hand or not isinstance(action, Draw)],
            scores=list(game.scores),
        )

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read a record. Raises RecordError naming what is wrong and where."""
        try:
            return cls.model_validate(json.loads(text), strict=True)
        except json.JSONDecodeError as error:
            raise RecordError(f"the record is no JSON: {error.msg} in line {error.lineno}") from None
        except ValidationError as error:
            fault = error.errors()[0]
            place = ".".join(str(part) for part in fault["loc"])
            raise RecordError(f"the record's '{place}' is not right: {fault['msg']}") from None
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(f"the record cannot be read: {error}") from None

    def to_json(self) -> str:
        """The record as JSON text."""
        return self.model_dump_json(indent=1)

    def replay(self) -> Game:
        """The game played again, every action checked and the scores compared.

        Raises RecordError naming the action where record and rules part, RulesetError where an expansion is missing.
        """
        for name, version in self.expansions.items():
            if load(name).version != version:
                have = load(name).version
                raise RecordError(f"the record was played with '{name}' version {version}, installed is {have}")
        game = Game(
            self.players,
            expansions=tuple(self.expansions),
            seed=self.seed,
            stack=self.stack,
            by_hand=self.by_hand,
            settings=self.settings,
        )
        for number, text in enumerate(self.actions, start=1):
            try:
                game.play(parse(text, game.ruleset.verbs))
            except CarcassonneError as error:
                raise RecordError(f"action {number} of the record: {error}") from error
        if list(game.scores) != self.scores:
            raise RecordError(f"the record ends with scores {self.scores}, the rules give {list(game.scores)}")
        return game
