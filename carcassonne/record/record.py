"""A game as a record: what the players chose and what chance answered, enough to play it again.

A record names its rules with their versions, so that a game is never replayed under other rules than its own.
Replaying needs no random numbers: all that chance decided is in the record, the tiles nobody has seen yet included.
"""

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator

from carcassonne.actions import Draw
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.events import ScoreChanged, TileDrawn, TilePlaced, TileSetAside, TurnEnded
from carcassonne.game import Game
from carcassonne.log import Events
from carcassonne.record.reading import ActionText, Word, clipped, first_fault, json_data, shortened
from carcassonne.record.rules import expansions_of, has_free_tiles, rules_of, tiles_of
from carcassonne.record.version_1 import Record1
from carcassonne.ruleset import ruleset
from carcassonne.seats import MAX_PLAYERS, MIN_PLAYERS

FORMAT: Final = "carcassonne record"
VERSION: Final = 2
MOST_TURNS: Final = 10_000
"""No game has so many: it has fewer than 2046 tiles."""

Seat = Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
Points = Annotated[int, Field(ge=-(10**6), le=10**6)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Chosen(_Model):
    """What a player chose."""

    seat: Seat
    action: ActionText

    def __str__(self) -> str:
        return f"{shortened(self.action)} by seat {self.seat}"


class Drawn(_Model):
    """A tile that a seat drew from the stack. Where tiles are drawn by hand, the action `draw` says it instead."""

    seat: Seat
    drawn: Word

    def __str__(self) -> str:
        return f"tile {clipped(self.drawn)} drawn by seat {self.seat}"


class SetAside(_Model):
    """A drawn tile that fitted nowhere."""

    seat: Seat
    set_aside: Word

    def __str__(self) -> str:
        return f"tile {clipped(self.set_aside)} set aside by seat {self.seat}"


_KINDS: Final[Mapping[str, type[_Model]]] = {"action": Chosen, "drawn": Drawn, "set_aside": SetAside}


def _kind(step: Any) -> str | None:
    """Which kind of step it is, from its keys or its class."""
    if isinstance(step, Mapping):
        return next((key for key in _KINDS if key in step), None)
    return next((key for key, kind in _KINDS.items() if isinstance(step, kind)), None)


Step = Annotated[
    Annotated[Chosen, Tag("action")] | Annotated[Drawn, Tag("drawn")] | Annotated[SetAside, Tag("set_aside")],
    Discriminator(
        _kind,
        custom_error_type="step",
        custom_error_message="a step is an object with 'seat' and one of 'action', 'drawn' and 'set_aside'",
    ),
]


class Turn(_Model):
    """One turn, or as much of it as was played: intents and outcomes in the order that they happened."""

    turn: Annotated[int, Field(ge=1)]
    steps: list[Step]
    scores: list[Points] | None = None
    """Points by seat when the turn had ended; null where it has not, or where they are not told."""


class Rest(_Model):
    """The tiles that nobody has seen."""

    stack: list[Word]
    """Still to be drawn, in that order."""
    left_out: list[Word]
    """Put back into the box before the first turn. Revealed when the game is over."""


class Result(_Model):
    """How the game ended."""

    scores: list[Points]
    """Points by seat."""
    winners: list[Seat]
    """The seats that share the win."""


class Record(_Model):
    """One game, finished or not. Written by `Record.of(game)`, played again by `record.replay()`."""

    format: Literal["carcassonne record"] = FORMAT
    version: Literal[2] = VERSION
    rules: dict[Word, Word]
    """The versions of the base game (`base`) and of each expansion, by id."""
    settings: dict[str, Any] = {}
    """The rule settings; what is left out has its default."""
    players: Annotated[list[str], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    """Names by seat, in playing order."""
    played_by: list[Word] | None = None
    """Who chose for each seat: `human`, or the name of an agent. Null where that is not told."""
    seed: int = 0
    """What fixed all chance. Replaying does not need it."""
    by_hand: bool = False
    """Whether the tiles were drawn by hand."""
    free_tiles: bool = False
    """Whether a stack was given whose tiles are not just those that come with the rules."""
    start: Word
    """The tile at (0, 0)."""
    turns: Annotated[list[Turn], Field(max_length=MOST_TURNS)]
    rest: Rest | None = None
    """Only a game whose tiles are drawn by hand can do without."""
    result: Result | None = None
    """Null while the game goes on."""

    @model_validator(mode="after")
    def _knows_its_stack(self) -> Self:
        if self.rest is None and not self.by_hand:
            raise ValueError("'rest' is missing: only where 'by_hand' is true can it be left out")
        if self.played_by is not None and len(self.played_by) != len(self.players):
            raise ValueError(f"'played_by' tells of {len(self.played_by)} seats, and there are {len(self.players)}")
        return self

    @classmethod
    def of(cls, game: Game, played_by: Sequence[str] | None = None) -> Self:
        """The record of a game as it stands. `played_by` says who chose for each seat, where that is to be told.

        Raises RecordError where its course is not known from the first turn on, as that of a game begun from a
        position, or a name cannot be written.
        """
        account = _Account(len(game.players), game.by_hand)
        placed = 1
        for seat, action, events in game.course:
            if action is not None and (game.by_hand or not isinstance(action, Draw)):
                account.choose(seat, str(action))
            account.hear(events)
            placed += sum(isinstance(event, TilePlaced) for event in events)
        if placed != len(game.board.cells):
            raise RecordError("a game begun from a position has no record: keep its position line instead")
        data = {
            "rules": rules_of(game),
            "settings": game.settings.to_json(),
            "players": list(game.players),
            "played_by": None if played_by is None else list(played_by),
            "seed": game.seed,
            "by_hand": game.by_hand,
            "free_tiles": has_free_tiles(game),
            "start": game.board.orientations[0].tile.id,
            "turns": account.turns(),
            "rest": {"stack": game.stack[game.top :], "left_out": list(game.box)},
            "result": {"scores": list(game.scores), "winners": list(game.winners)} if game.over else None,
        }
        return cls.from_data(data, "the game cannot be recorded")

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record of any version. Raises RecordError naming what is wrong and where.

        One of an earlier version is played again to learn what it does not say.
        """
        return cls.of_any_version(json_data(text))

    @classmethod
    def of_any_version(cls, data: object) -> Self:
        """The same from JSON data."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'the text is no record: it has no "format": "{FORMAT}"')
        if data.get("version") == 1:
            return cls.of(Record1.from_data(data).replay())
        if data.get("version") != VERSION:
            raise RecordError(f"the record is of version {shortened(data.get('version'))}; this program reads 1 and 2")
        return cls.from_data(data)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], what: str = "the record is not right") -> Self:
        """The record that data of version 2 stand for. Raises RecordError: `what`, and the first thing wrong."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise RecordError(f"{what}: {first_fault(error, _KINDS)}") from None

    def to_json(self) -> str:
        """The record as JSON text, a line each turn."""
        data = self.model_dump(exclude={"played_by"} if self.played_by is None else None)
        turns = ",\n  ".join(map(_dumps, data["turns"]))
        lines = [f" {_dumps(key)}: {_dumps(item)}" for key, item in data.items()]
        lines[list(data).index("turns")] = f' "turns": [\n  {turns}\n ]' if turns else ' "turns": []'
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def replay(self) -> Game:
        """The game played again, every choice checked, and every outcome and the result compared.

        Raises RecordError naming the place where record and rules part, and an expansion that is missing.
        """
        game = self._begin()
        account = _Account(len(self.players), self.by_hand)
        account.hear(game.course[0][2])
        for place, step in self._steps():
            if isinstance(step, Chosen):
                if account.due:
                    raise RecordError(f"{place}: {account.due[0]} should come before {step}")
                if game.over:
                    raise RecordError(f"{place}: {step} follows the end of the game")
                if step.seat != game.seat:
                    raise RecordError(f"{place}: seat {step.seat} chooses, but it is seat {game.seat} that decides")
                try:
                    account.hear(game.play(game.action(step.action)))
                except CarcassonneError as error:
                    raise RecordError(f"{place}: {clipped(str(error))}") from error
            elif not account.due:
                rather = "the end of the game" if game.over else f"seat {game.seat} is to choose ({game.decision})"
                raise RecordError(f"{place}: the record has {step}; by the rules {rather}")
            elif not agree(happened := account.due.popleft(), step):
                raise RecordError(f"{place}: the record has {step}; by the rules it is {happened}")
        if account.due and not (self.turns and agree(account.due[0], _Ended(turn=len(self.turns), scores=None))):
            raise RecordError(f"the record is cut short: {account.due[0]} should follow its last step")
        self._compare(game)
        return game

    def _begin(self) -> Game:
        """The game before its first action."""
        names = expansions_of(self.rules)
        try:
            start, tiles = tiles_of(ruleset(names, self.settings))
            if start != self.start:
                raise RecordError(f"the record starts with tile {shortened(self.start)}, by the rules it is {start}")
            drawn = self._drawn(tiles)
            game = Game(
                self.players,
                expansions=names,
                seed=self.seed,
                stack=None if self.rest is None else [*drawn, *self.rest.stack],
                by_hand=self.by_hand,
                settings=self.settings,
            )
            if self.rest is not None and self.by_hand and self.free_tiles:
                self._leave_out(game, self.rest.left_out)
        except RecordError:
            raise
        except CarcassonneError as error:
            raise RecordError(f"the record begins no game: {clipped(str(error))}") from error
        return game

    def _leave_out(self, game: Game, tiles: Sequence[str]) -> None:
        """Put just these tiles into the box: draws by hand may have changed them for others, which nothing tells."""
        for tile in tiles:
            if tile not in game.ruleset.shapes:
                raise RecordError(f"the tiles nobody has seen: there is no tile {shortened(tile)} in this game")
        game.box = tuple(tiles)

    def _drawn(self, tiles: Counter[str]) -> list[str]:
        """The tiles drawn, in order. Raises RecordError where one does not exist, or not so often."""
        drawn: list[str] = []
        left = tiles - Counter([self.start])

        def take(tile: str, place: str) -> None:
            if tile not in tiles and not self.free_tiles:
                raise RecordError(f"{place}: there is no tile {shortened(tile)} in this game")
            if not left[tile] and not self.free_tiles:
                raise RecordError(f"{place}: tile {clipped(tile)} once more, but there are only {tiles[tile]}")
            left[tile] -= 1

        for place, step in self._steps():
            tile = step.drawn if isinstance(step, Drawn) else _drawn_by_hand(step) if self.by_hand else None
            if tile is not None:
                take(tile, place)
                drawn.append(tile)
        if self.rest is not None:
            for tile in [*self.rest.stack, *self.rest.left_out]:
                take(tile, "the tiles nobody has seen")
        return drawn

    def _steps(self) -> Iterator[tuple[str, "Chosen | Drawn | SetAside | _Ended"]]:
        """All steps with the place where they stand, and what stands at the end of each turn."""
        for number, turn in enumerate(self.turns, start=1):
            if turn.turn != number:
                raise RecordError(f"turn {turn.turn} stands where turn {number} should")
            for place, step in enumerate(turn.steps, start=1):
                yield f"turn {number}, step {place}", step
            if turn.scores is not None or number < len(self.turns):
                yield f"turn {number}, scores", _Ended(turn=number, scores=turn.scores)

    def _compare(self, game: Game) -> None:
        """Raise RecordError where the game does not stand in the end as the record says."""
        if self.rest is not None and not self.free_tiles:
            _, tiles = tiles_of(game.ruleset)
            missing = tiles - Counter([self.start, *game.drawn, *self.rest.stack, *self.rest.left_out])
            if missing:
                which = shortened(", ".join(sorted(missing.elements())))
                raise RecordError(f"the record is cut short: {which} is neither drawn nor left")
        if self.result is None and game.over:
            raise RecordError("the record has no result, but the game is over")
        if self.result is not None:
            if not game.over:
                raise RecordError(f"the record has a result, but the game goes on in turn {game.turn}")
            for name, told, due in (
                ("scores", self.result.scores, list(game.scores)),
                ("winners", self.result.winners, list(game.winners)),
            ):
                if told != due:
                    raise RecordError(f"the result has {name} {told}, by the rules they are {due}")
        if self.rest is not None and Counter(self.rest.left_out) != Counter(game.box):
            said, found = (", ".join(sorted(tiles)) or "no tiles" for tiles in (self.rest.left_out, game.box))
            raise RecordError(f"the record leaves out {said}; by the rules it is {found}")


class _Ended(_Model):
    """The end of a turn, with the points by seat."""

    turn: int
    scores: list[int] | None

    def __str__(self) -> str:
        return f"the end of turn {self.turn}" + ("" if self.scores is None else f" with scores {self.scores}")


def agree(happened: _Model, said: _Model) -> bool:
    """Whether what happened is what a record says, which may leave the scores of a turn untold."""
    if isinstance(happened, _Ended) and isinstance(said, _Ended) and said.scores is None:
        return happened.turn == said.turn
    return happened == said


class _Account:
    """What happens in a game, put down as steps while it is told."""

    def __init__(self, seats: int, by_hand: bool) -> None:
        self._by_hand = by_hand
        self._scores = [0] * seats
        self.due: deque[Chosen | Drawn | SetAside | _Ended] = deque()

    def choose(self, seat: int, text: str) -> None:
        """Put down an intent."""
        self.due.append(Chosen.model_construct(seat=seat, action=text))

    def hear(self, events: Events) -> None:
        """Put down the outcomes among some events."""
        for event in events:
            if isinstance(event, ScoreChanged):
                self._scores[event.seat] += event.points
            elif isinstance(event, TileDrawn):
                if not self._by_hand:
                    self.due.append(Drawn.model_construct(seat=event.seat, drawn=event.tile))
            elif isinstance(event, TileSetAside):
                self.due.append(SetAside.model_construct(seat=event.seat, set_aside=event.tile))
            elif isinstance(event, TurnEnded):
                self.due.append(_Ended.model_construct(turn=event.turn, scores=self._scores[:]))

    def turns(self) -> list[dict[str, Any]]:
        """All that was put down, as JSON data turn by turn."""
        turns: list[dict[str, Any]] = []
        steps: list[dict[str, Any]] = []
        for step in self.due:
            if isinstance(step, _Ended):
                turns.append({"turn": step.turn, "steps": steps, "scores": step.scores})
                steps = []
            else:
                steps.append(dict(step))
        if steps:
            turns.append({"turn": len(turns) + 1, "steps": steps, "scores": None})
        return turns


def _drawn_by_hand(step: object) -> str | None:
    """The tile that a choice says was drawn, None where it says none."""
    words = step.action.split() if isinstance(step, Chosen) else []
    return words[1] if words[:1] == [Draw.verb] and len(words) == 2 else None


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=True)
