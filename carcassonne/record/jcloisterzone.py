"""Games that were saved by JCloisterZone, played again by our rules (docs/jcloisterzone.md says what is covered).

Such a file tells how the game was set up and the messages that the players sent. The tiles that they placed are in
the messages, so they are drawn by hand. What our expansions do not cover is an error that names it.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from reprlib import repr as shown
from typing import Annotated, Any, Final, Literal

from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, ValidationError

from carcassonne.actions import PASS, Action, Deploy, Draw, Place
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.expansions.abbot import ABBOT, GARDEN, Recall
from carcassonne.game import Game
from carcassonne.geometry import EDGES, REACH
from carcassonne.tiles import CITY, FIELD, ROAD
from carcassonne.turn import DeployPhase, DrawPhase, PlacePhase

SMALL: Final = "small-follower"
FARMERS: Final = "farmers"
BASE: Final = "basic"
WITH_GARDENS: Final = "2"
"""The edition of a set whose tiles carry gardens."""


# ---- What they call what we have ----


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Tiles(_Entry):
    """Their ids for one kind of our tiles: of the copies without a garden, and of those with one."""

    theirs: str
    garden: str | None = None


class Covered(_Entry):
    """One of our expansions: their set of tiles, and their elements that belong to it."""

    ours: str
    set: str | None = None
    elements: list[str]


class _Idle(_Entry):
    elements: list[str]
    rules: list[str]


class Names(_Entry):
    """The data file: their names for our expansions, pieces, features, settings and tiles."""

    expansion: list[Covered]
    sets_not_covered: dict[str, str]
    pieces: dict[str, str]
    features: dict[str, str]
    rules: dict[str, dict[str, dict[str, int]]]
    idle: _Idle
    tiles: dict[str, Tiles]

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, bool]]:
        """For each id of theirs our kind of tile, and whether it carries a garden."""
        plain = {entry.theirs: (ours, False) for ours, entry in self.tiles.items()}
        return plain | {entry.garden: (ours, True) for ours, entry in self.tiles.items() if entry.garden}


@cache
def names() -> Names:
    """The names in `jcloisterzone.toml`."""
    return Names.model_validate(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")))


# ---- The form of a saved game ----


class _Form(BaseModel):
    """What the program writes besides is of no interest here."""

    model_config = ConfigDict(strict=True, frozen=True)


Column = Annotated[int, Field(ge=-REACH, le=REACH)]
Position = Annotated[tuple[Column, Column], Field(strict=False)]
Amount = Annotated[int, Field(ge=0, le=1000)]


class _Start(_Form):
    tile: str
    x: Column
    y: Column
    rotation: int


class _Setup(_Form):
    sets: dict[str, Amount]
    elements: dict[str, bool | Amount]
    rules: dict[str, str | bool | int | None]
    start: list[_Start]


class _Player(_Form):
    name: str


class _Message(_Form):
    type: str
    payload: dict[str, Any] = {}
    player: int | None = None


class _Annotations(_Form):
    draw_order: list[str] = Field(default=[], alias="drawOrder")
    end_turn: Amount | None = Field(default=None, alias="endTurn")


class _Saved(_Form):
    setup: _Setup
    players: list[_Player]
    replay: list[_Message]
    annotations: _Annotations | None = Field(default=None, alias="gameAnnotations")


class _PlaceTile(_Form):
    tile: str = Field(alias="tileId")
    rotation: Literal["R0", "R90", "R180", "R270"]
    position: Position


class _Pointer(_Form):
    position: Position
    feature: str
    location: str


class _DeployMeeple(_Form):
    pointer: _Pointer
    meeple: str = Field(alias="meepleId")


class _MeeplePointer(_Form):
    position: Position = Field(validation_alias=AliasChoices("position", AliasPath("featurePointer", "position")))
    meeple: str = Field(alias="meepleId")


class _ReturnMeeple(_Form):
    pointer: _MeeplePointer
    source: str


class _Nothing(_Form):
    pass


_PAYLOADS: Final[Mapping[str, type[_Form]]] = {
    "PLACE_TILE": _PlaceTile,
    "DEPLOY_MEEPLE": _DeployMeeple,
    "RETURN_MEEPLE": _ReturnMeeple,
    "PASS": _Nothing,
    "COMMIT": _Nothing,
}


# ---- Reading ----


def read(text: str) -> Game:
    """The game that the text of a `.jcz` file tells, played by our rules as far as the file goes; draws are by hand.

    It is over where the rules say so: when all tiles were drawn, or when none that is left fits anywhere.
    Raises RecordError, naming the field, set, element, rule or message that is damaged, not covered or not legal.
    """
    try:
        saved = _Saved.model_validate_json(text)
    except ValidationError as error:
        raise RecordError(f"the saved game's {_fault(error)}") from None
    except ValueError as error:  # text that is no text, such as half a surrogate pair
        raise RecordError(f"the saved game cannot be read: {error}") from None
    replay = _Replay(*_prepared(saved))
    for number, message in _not_undone(saved.replay):
        try:
            replay.hear(message)
        except CarcassonneError as error:
            raise RecordError(f"message {number} ({shown(message.type)[1:-1]}): {error}") from error
    return replay.ended()


def _fault(error: ValidationError) -> str:
    """Where the first fault is, and what: `'setup.sets': Field required`."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(step) for step in fault["loc"])
    return f"{shown(place)}: {fault['msg']}" if place else f"text cannot be read: {fault['msg']}"


def _not_undone(replay: Sequence[_Message]) -> Iterator[tuple[int, _Message]]:
    """The messages that stand, with their numbers from 1: UNDO takes back the one before it."""
    stand: list[tuple[int, _Message]] = []
    for number, message in enumerate(replay, 1):
        if message.type != "UNDO":
            stand.append((number, message))
        elif stand:
            stand.pop()
        else:
            raise RecordError(f"message {number} (UNDO): there is no message before it to take back")
    yield from stand


# ---- The set-up ----


def _prepared(saved: _Saved) -> tuple[Game, list[str]]:
    """The game at its beginning, and the first tiles in the order in which they are known to be drawn."""
    setup = saved.setup
    sets = _sets(setup)
    elements = {name: int(amount) for name, amount in setup.elements.items() if amount}
    expansions = _expansions(sets, elements)
    settings: dict[str, object] = {
        "fields": FARMERS in elements,
        "meeples": elements.get(SMALL, 0),
        "sets": sets[BASE][0],
        **_rules(setup),
    }
    players = [player.name for player in saved.players]
    notes = saved.annotations or _Annotations()

    def begun(stack: Sequence[str] | None = None) -> Game:
        try:
            return Game(players, expansions=expansions, seed=0, stack=stack, by_hand=True, settings=settings)
        except CarcassonneError as error:
            raise RecordError(f"the saved game's set-up makes no game: {error}") from error

    game = begun()
    _check_start(setup, game)
    order = []
    for place, tile in enumerate(notes.draw_order, 1):
        try:
            order.append(_kind(game, tile))
        except RecordError as error:
            raise RecordError(f"tile {place} of gameAnnotations.drawOrder: {error}") from None
    if notes.end_turn is None:
        return game, order
    if len(order) < notes.end_turn:
        raise RecordError(
            f"gameAnnotations.endTurn ends the game with {notes.end_turn} tiles, drawOrder names {len(order)} of them"
        )
    return begun(order[: notes.end_turn]), order[: notes.end_turn]


def _sets(setup: _Setup) -> dict[str, tuple[int, str]]:
    """For each of their sets in the game, known by our data: how often, and of which edition."""
    known = {BASE, *(entry.set for entry in names().expansion if entry.set)}
    sets: dict[str, tuple[int, str]] = {}
    for full, count in setup.sets.items():
        name, _, edition = full.partition(":")
        if not count:
            continue
        if name not in known or edition not in ("", "1", WITH_GARDENS):
            why = names().sets_not_covered.get(name, f"covered are {', '.join(sorted(known))}")
            raise RecordError(f"set {shown(full)} is not covered: {why}")
        if name in sets:
            raise RecordError(f"set {shown(full)} is there in another edition already")
        if count > 1 and name != BASE:
            raise RecordError(f"set {shown(full)} is there {count} times, only '{BASE}' may be more than once")
        sets[name] = (count, edition)
    if BASE not in sets:
        raise RecordError(f"the saved game has no set '{BASE}': a game without the base tiles is not covered")
    return sets


def _expansions(sets: Mapping[str, tuple[int, str]], elements: Mapping[str, int]) -> list[str]:
    """Our expansions that the sets and elements amount to."""
    chosen = [
        entry
        for entry in names().expansion
        if (entry.set in sets if entry.set else not elements.keys().isdisjoint(entry.elements))
    ]
    allowed = {SMALL, FARMERS, *names().idle.elements, *(name for entry in chosen for name in entry.elements)}
    for name in elements:
        if name not in allowed:
            needs = [entry.set for entry in names().expansion if name in entry.elements]
            raise RecordError(f"element {shown(name)} is not covered" + (f" without set '{needs[0]}'" if needs else ""))
    for entry in chosen:
        for name in entry.elements:
            if elements.get(name) != 1:
                raise RecordError(f"element '{name}' is {elements.get(name, 0)}: with '{entry.ours}' there is always 1")
    for name, (_, edition) in sets.items():
        if ABBOT in elements and edition not in ("", WITH_GARDENS):
            raise RecordError(
                f"set '{name}:{edition}' carries no gardens; element '{ABBOT}' is covered with gardens only"
            )
    return [entry.ours for entry in chosen]


def _rules(setup: _Setup) -> dict[str, int]:
    """Our settings that their rules amount to."""
    settings: dict[str, int] = {}
    for name, value in setup.rules.items():
        if name in names().idle.rules:
            continue
        if name not in names().rules:
            raise RecordError(f"rule {shown(name)} is not covered")
        values = names().rules[name]
        if not isinstance(value, str) or value not in values:
            raise RecordError(f"rule '{name}' is {shown(value)}; covered are {', '.join(map(repr, values))}")
        settings |= values[value]
    return settings


def _check_start(setup: _Setup, game: Game) -> None:
    """Our games begin with the one start tile, unturned, at the origin."""
    starts = [(names().kinds.get(tile.tile, (tile.tile,))[0], tile.x, tile.y, tile.rotation) for tile in setup.start]
    if starts != [(game.ruleset.start, 0, 0, 0)]:
        theirs = names().tiles[game.ruleset.start].theirs
        laid = ", ".join(f"{shown(tile.tile)} at {tile.x},{tile.y} turned {tile.rotation}" for tile in setup.start[:3])
        raise RecordError(f"setup.start lays {laid or 'no tile'}; covered is '{theirs}' alone at 0,0, not turned")


def _kind(game: Game, theirs: str) -> str:
    """The kind of tile of this game that an id of theirs stands for."""
    ours, garden = names().kinds.get(theirs, (None, False))
    if ours is None:
        raise RecordError(f"there is no tile {shown(theirs)} in our sets")
    kinds = [kind for kind in (ours, f"{ours}G") if kind in game.ruleset.shapes]
    if not kinds:
        raise RecordError(f"tile '{theirs}', our {ours}, is of no set in this game")
    if not any(expansion.id == ABBOT for expansion in game.ruleset.expansions):
        return ours
    for kind in kinds:
        if any(segment.kind == GARDEN for segment in game.ruleset.shapes[kind].tile.segments) == garden:
            return kind
    raise RecordError(f"tile '{theirs}' carries no garden, our {ours} always does")


# ---- The messages ----


class _Replay:
    """A game that follows the messages. Each turn is PLACE_TILE, at most one choice, COMMIT."""

    def __init__(self, game: Game, order: Sequence[str]) -> None:
        self._game = game
        self._order = list(order)
        self._seat = 0
        self._due: Literal["PLACE_TILE", "choice", "COMMIT"] = "PLACE_TILE"

    def hear(self, message: _Message) -> None:
        """Do what a message tells."""
        form = _PAYLOADS.get(message.type)
        if form is None:
            raise RecordError(f"messages of this type are not covered; covered are {', '.join(_PAYLOADS)}, UNDO")
        try:
            payload = form.model_validate(message.payload)
        except ValidationError as error:
            raise RecordError(f"its payload's {_fault(error)}") from None
        self._check_order(message)
        match payload:
            case _PlaceTile():
                self._place(payload)
                self._due = "choice"
                return
            case _DeployMeeple():
                self._game.play(self._deployment(payload))
            case _ReturnMeeple():
                self._game.play(self._recall(payload))
            case _ if self._due == "choice" and self._game.decision == DeployPhase.name:
                self._game.play(PASS)
        self._due = "PLACE_TILE" if message.type == "COMMIT" else "COMMIT"

    def ended(self) -> Game:
        """The game as it stands after the last message."""
        game = self._game
        self._draw_known()
        if game.decision != DrawPhase.name or self._due != "PLACE_TILE":
            return game
        rest = game.copy()
        while rest.decision == DrawPhase.name:
            rest.play(rest.legal_actions[0])
        return rest if rest.over else game

    def _check_order(self, message: _Message) -> None:
        fits = {
            "PLACE_TILE": message.type == "PLACE_TILE",
            "choice": message.type != "PLACE_TILE",
            "COMMIT": message.type == "COMMIT",
        }
        if not fits[self._due]:
            due = "a choice or COMMIT" if self._due == "choice" else self._due
            raise RecordError(f"it comes out of order: {due} is due")
        if self._due == "PLACE_TILE":
            if self._game.over:
                raise RecordError("the game is over")
            self._seat = self._game.seat
        if message.player not in (None, self._seat):
            raise RecordError(f"it is of player {message.player}; player {self._seat} is to act")

    def _draw_known(self) -> None:
        """Draw what is known to be drawn next, past the tiles that fit nowhere."""
        while self._order and self._game.decision == DrawPhase.name:
            self._game.play(Draw(self._order.pop(0)))

    def _place(self, payload: _PlaceTile) -> None:
        game = self._game
        tile = _kind(game, payload.tile)
        self._draw_known()
        if game.decision == DrawPhase.name:
            game.play(Draw(tile))
            if game.decision != PlacePhase.name:
                raise RecordError(f"tile '{payload.tile}' ({tile}) fits nowhere")
        if game.tile not in (None, tile):
            raise RecordError(f"tile '{payload.tile}' ({tile}) is placed, {game.tile} was drawn")
        x, y = payload.position
        game.play(Place(x, y, int(payload.rotation[1:]) // 90))

    def _deployment(self, payload: _DeployMeeple) -> Action:
        pointer, board = payload.pointer, self._game.board
        placed, cell = board.orientations[-1], board.cells[-1].xy
        if pointer.position != cell:
            raise RecordError(f"its pointer is to {pointer.position}, the tile just placed is at {cell}")
        kind = names().features.get(pointer.feature)
        if kind is None:
            raise RecordError(f"feature {shown(pointer.feature)} is not covered")
        wanted = _locations(kind, pointer.location)
        for segment, name in zip(placed.tile.segments, placed.locations, strict=True):
            if wanted == set(segment.locations(placed.rotation)):
                return Deploy(name, self._piece(payload.meeple))
        there = ", ".join(placed.locations)
        raise RecordError(
            f"there is no {kind} {shown(pointer.location)} on tile {placed.tile.id} as placed; it has {there}"
        )

    def _recall(self, payload: _ReturnMeeple) -> Action:
        if payload.source != "ABBOT_RETURN":
            raise RecordError(f"source {shown(payload.source)} is not covered; covered is 'ABBOT_RETURN'")
        piece = self._piece(payload.pointer.meeple)
        if piece != ABBOT:
            raise RecordError(f"{shown(payload.pointer.meeple)} is no abbot")
        return Recall(*payload.pointer.position)

    def _piece(self, meeple: str) -> str:
        """Our kind of piece for an id such as `0.small.3`, which names the player, the kind and a number."""
        seat, _, rest = meeple.partition(".")
        piece = names().pieces.get(rest.partition(".")[0])
        if piece is None:
            raise RecordError(f"meeple {shown(meeple)} is of no kind that is covered")
        if seat != str(self._seat):
            raise RecordError(f"meeple {shown(meeple)} is not of player {self._seat}, who is to act")
        return piece


def _locations(kind: str, theirs: str) -> set[str]:
    """All our names of the segment that a location of theirs stands for: `NL.NR` of a field, `NW` or `_N` of a road."""
    if theirs == "I":
        return {f"{kind}:I" if kind == FIELD else kind}
    if kind in (CITY, ROAD):
        edges = set(theirs.removeprefix("_"))
        return {f"{kind}:{edge}" for edge in (set(EDGES) - edges if theirs.startswith("_") else edges)}
    return {f"{kind}:{half}" for half in theirs.split(".")}
