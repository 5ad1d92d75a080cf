"""Traces: whole games with all that an engine must report after each turn, as JSON lines (one game a line).

`read` reads a file, `check` replays one trace through this engine and raises at the first disagreement. A trace can
come from any implementation of the rules, which is what makes the comparison worth having.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from carcassonne.actions import MEEPLE, PASS, Action, Deploy, Place
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.events import Event, MeepleDeployed, MeepleReturned, ScoreChanged, TileSetAside, TurnEnded
from carcassonne.expansions.peasant_revolts import Protect, RevoltBegan, RevoltReached
from carcassonne.game import Game
from carcassonne.record.turns import chapters

_KINDS: Final = {"c": "city", "r": "road", "f": "field", "m": "monastery"}
_SEGMENT: Final = r"(c:[NESW]|r:[NESW]|f:([NESW][LR]|I)|m)"
_BREAKDOWN: Final = {"roads": "road", "cities": "city", "monasteries": "monastery", "fields": "field"}

Location = Annotated[str, Field(pattern=f"^{_SEGMENT}$")]
Protection = Annotated[str, Field(pattern=rf"^(new|-?\d{{1,4}},-?\d{{1,4}},{_SEGMENT})$")]
Count = Annotated[int, Field(ge=0)]
Seat = Annotated[int, Field(ge=0, le=5)]
Column = Annotated[int, Field(ge=-9999, le=9999)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Step(_Model):
    """One seat that a revolt reached."""

    player: Seat
    protected: Count
    returned: Count


class Revolt(_Model):
    """One revolt: the tile that began it, the kind of feature, and the seats it reached in order."""

    tile: str
    kind: str
    steps: tuple[Step, ...]


class Move(_Model):
    """One turn: what was chosen, how many choices there were, and how things stood when it had ended."""

    seat: Seat
    tile: str
    x: Column
    y: Column
    rot: Annotated[int, Field(ge=0, le=3)]
    meeple: Location | None
    protect: Protection | None
    discarded_before: tuple[str, ...]
    n_placements: Count
    n_meeple_options: Count
    scores: tuple[int, ...]
    supply: tuple[int, ...]
    revolts: tuple[Revolt, ...]


class Breakdown(_Model):
    """What the final scoring added to one seat, by kind of feature."""

    roads: int
    cities: int
    monasteries: int
    fields: int


class Trace(_Model):
    """One game from its first draw to its final scores."""

    players: Annotated[int, Field(ge=2, le=6)]
    pr: bool
    removed: tuple[str, ...] = ()
    draws: tuple[str, ...]
    moves: tuple[Move, ...]
    tail_discarded: tuple[str, ...] = ()
    tail_revolts: tuple[Revolt, ...] = ()
    final: tuple[int, ...]
    final_breakdown: tuple[Breakdown, ...]

    @model_validator(mode="after")
    def _one_value_a_seat(self) -> "Trace":
        whole: list[tuple[str, Sequence[object]]] = [("final", self.final), ("final_breakdown", self.final_breakdown)]
        for turn, move in enumerate(self.moves, 1):
            whole += [(f"turn {turn}: scores", move.scores), (f"turn {turn}: supply", move.supply)]
            if move.seat >= self.players:
                raise ValueError(f"turn {turn}: there is no seat {move.seat} among {self.players} players")
            if move.protect and not self.pr:
                raise ValueError(f"turn {turn}: a protection in a game without The Peasant Revolts")
            if move.protect == "new" and not move.meeple:
                raise ValueError(f"turn {turn}: protection of a new meeple where none is deployed")
        for field, values in whole:
            if len(values) != self.players:
                raise ValueError(f"{field} has {len(values)} values for {self.players} players")
        return self


class Disagreement(RecordError):
    """The engine and a trace differ. Both values are kept as plain data.

    `game` names the trace (a file and line), `turn` is None where the difference is in no turn (final scoring).
    """

    def __init__(self, game: str, turn: int | None, field: str, expected: object, found: object) -> None:
        super().__init__(game, turn, field, expected, found)
        self.game, self.turn, self.field, self.expected, self.found = game, turn, field, expected, found

    def __str__(self) -> str:
        where = "end of the game" if self.turn is None else f"turn {self.turn}"
        return f"{self.game}: {where}: {self.field}: expected {self.expected}, found {self.found}"


def read(path: Path) -> Iterator[tuple[str, Trace]]:
    """The traces of a file, each with its name `FILE:LINE`.

    Raises RecordError, naming file, line and fault, where the file cannot be read, a line is not a trace, or the file
    holds none.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise RecordError(f"{path}: holds no game")
    for number, line in numbered:
        name = f"{path}:{number}"
        try:
            yield name, Trace.model_validate_json(line)
        except ValidationError as error:
            raise RecordError(f"{name}: {_first_fault(error)}") from None


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_context=False)[0]
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"]).removeprefix(".")
    message = fault["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def check(trace: Trace, name: str = "game") -> None:
    """Replay a trace through the engine and compare all that it reports.

    `name` is what errors call the game. Raises Disagreement at the first difference, an illegal choice included,
    and RecordError where no game can be made of the trace.
    """
    try:
        game = Game(trace.players, expansions=("peasant_revolts",) if trace.pr else (), stack=trace.draws)
    except CarcassonneError as error:
        raise RecordError(f"{name}: {error}") from error
    replay = _Replay(name, game)
    for move in trace.moves:
        replay.turn(move)
    replay.end(trace)


class _Replay:
    """A game under comparison. `page` holds its events since the last turn ended."""

    def __init__(self, name: str, game: Game) -> None:
        self._name = name
        self._game = game
        self._page = list(game.events)
        self._turn: int | None = 0

    def turn(self, move: Move) -> None:
        """Compare one turn."""
        game = self._game
        self._turn = game.turn
        if game.over:
            raise self._differ("moves", f"tile {move.tile} to be placed", "the end of the game")
        self._compare("seat", move.seat, game.seat)
        self._compare("discarded_before", move.discarded_before, _set_aside(self._page))
        self._compare("tile", move.tile, game.tile)
        self._compare("revolts", move.revolts, _revolts(self._page))
        self._compare("n_placements", move.n_placements, len(game.legal_actions))
        self._play("placement", Place(move.x, move.y, move.rot))
        self._compare("n_meeple_options", move.n_meeple_options, _ways_on(game))
        self._choose("deploy", "meeple", _deployment(move))
        self._choose("protect", "protect", _protection(move))
        self._page = _after_turn(self._page)
        seats = range(len(game.players))
        since = self._page
        self._compare("scores", move.scores, tuple(game.scores[seat] - _points(since, seat) for seat in seats))
        self._compare("supply", move.supply, tuple(game.supply[seat] - _came_home(since, seat) for seat in seats))

    def end(self, trace: Trace) -> None:
        """Compare what follows the last turn."""
        game = self._game
        if not game.over:
            self._turn = game.turn
            raise self._differ("moves", "the end of the game", f"tile {game.tile} to be placed")
        self._turn = None
        *in_vain, final = chapters(self._page)
        tail = [event for chapter in in_vain for event in chapter.events]
        self._compare("tail_discarded", trace.tail_discarded, _set_aside(tail))
        self._compare("tail_revolts", trace.tail_revolts, _revolts(tail))
        self._compare("draws", trace.draws, tuple(game.drawn))
        for seat, expected in enumerate(trace.final_breakdown):
            for field, cause in _BREAKDOWN.items():
                found = _points(final.events, seat, cause)
                self._compare(f"final_breakdown[{seat}].{field}", getattr(expected, field), found)
        self._compare("final", trace.final, game.scores)

    def _choose(self, decision: str, field: str, action: Action | None) -> None:
        """Play the choice, or pass where there is one to make and the trace makes none."""
        if self._game.decision == decision:
            self._play(field, action or PASS)
        elif action:
            raise self._differ(field, f"'{action}' to be legal", "nothing to choose")

    def _play(self, field: str, action: Action) -> None:
        try:
            self._page.extend(self._game.play(action))
        except CarcassonneError as error:
            raise self._differ(field, f"'{action}' to be legal", str(error)) from error

    def _compare(self, field: str, expected: object, found: object) -> None:
        if expected != found:
            raise self._differ(field, _plain(expected), _plain(found))

    def _differ(self, field: str, expected: object, found: object) -> Disagreement:
        return Disagreement(self._name, self._turn, field, expected, found)


def _location(token: str) -> str:
    kind, _, edge = token.partition(":")
    return f"{_KINDS[kind]}:{edge}" if edge else _KINDS[kind]


def _deployment(move: Move) -> Deploy | None:
    return Deploy(_location(move.meeple)) if move.meeple else None


def _protection(move: Move) -> Protect | None:
    if move.protect is None:
        return None
    if move.protect == "new":
        assert move.meeple is not None
        return Protect(move.x, move.y, _location(move.meeple))
    x, y, token = move.protect.split(",")
    return Protect(int(x), int(y), _location(token))


def _ways_on(game: Game) -> int:
    """In how many ways the decisions until the next placement or the end can be made. The game is left as it was."""
    if game.decision in (None, "place"):
        return 1
    ways = 0
    for action in tuple(game.legal_actions):
        game.play(action)
        ways += _ways_on(game)
        game.undo()
    return ways


def _after_turn(events: list[Event]) -> list[Event]:
    """The events that follow the end of the turn."""
    return events[1 + next(place for place, event in enumerate(events) if isinstance(event, TurnEnded)) :]


def _set_aside(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(event.tile for event in events if isinstance(event, TileSetAside))


def _revolts(events: Iterable[Event]) -> tuple[Revolt, ...]:
    revolts: list[Revolt] = []
    for event in events:
        if isinstance(event, RevoltBegan):
            revolts.append(Revolt(tile=event.tile, kind=event.kind, steps=()))
        elif isinstance(event, RevoltReached):
            step = Step(player=event.seat, protected=event.protected, returned=event.returned)
            revolts[-1] = revolts[-1].model_copy(update={"steps": (*revolts[-1].steps, step)})
    return tuple(revolts)


def _points(events: Iterable[Event], seat: int, cause: str | None = None) -> int:
    """What the events added to a seat's score, in all or by one cause."""
    changes = (event for event in events if isinstance(event, ScoreChanged) and event.seat == seat)
    return sum(change.points for change in changes if cause in (None, change.cause))


def _came_home(events: Iterable[Event], seat: int) -> int:
    """How many ordinary meeples the events added to a seat's supply."""
    moves = (
        e for e in events if isinstance(e, MeepleReturned | MeepleDeployed) and (e.seat, e.piece) == (seat, MEEPLE)
    )
    return sum(1 if isinstance(event, MeepleReturned) else -1 for event in moves)


def _plain(value: Any) -> Any:
    """A value as the trace writes it."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
