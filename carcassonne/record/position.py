"""A position in one line: how a game stands, without how it came to it (docs/notation.md has the grammar).

    base@1 ["Red","Blue"] D@0,0;W@1,0r2 0@1,0:road:E meeple=6,7 0,0 {} U B,V,V - 2:1:place place:1 -

The fields, parted by spaces: rules, players, tiles in the order drawn, pieces on the board, supplies, scores, states of
the expansions, the tile in hand, the stack, what is left out, the turn, the decision, and what else is to be known of
the turn. A stack that begins with `?` lies in an order that is not known, and is dealt by chance.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from random import Random
from typing import Any, Final
from urllib.parse import quote, unquote

from carcassonne.actions import MEEPLE
from carcassonne.board import NOWHERE, Board
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.expansion import Phase
from carcassonne.game import Game
from carcassonne.geometry import ORIGIN, REACH, cell_at, in_reach
from carcassonne.record.reading import clipped, json_data, shortened
from carcassonne.record.rules import BASE, expansions_of, has_free_tiles, rules_of, tiles_of
from carcassonne.ruleset import Ruleset, ruleset
from carcassonne.settings import read_settings
from carcassonne.table import BEFORE_TURN, NOBODY
from carcassonne.turn import DrawPhase, PlacePhase

NONE: Final = "-"
"""A field in which there is nothing."""
HIDDEN: Final = "?"
"""Before a stack whose order is not known."""
FIELDS: Final = (
    "rules",
    "players",
    "tiles",
    "pieces",
    "supply",
    "scores",
    "states",
    "hand",
    "stack",
    "left out",
    "turn",
    "decision",
    "flags",
)
"""The names of the fields, in order."""
OVER: Final = "over"
"""The decision of a game that is over."""
BETWEEN: Final = "between"
"""The step of the turn at which a game stands whose last turn had ended when it was over."""

_ID: Final = r"[^\s@;:,/*!?+={}]{1,200}"
_CELL: Final = r"(0|-?[1-9]\d{0,3}),(0|-?[1-9]\d{0,3})"
_RULE: Final = re.compile(rf"({_ID})@({_ID})")
_TILE: Final = re.compile(rf"(?:!({_ID})|({_ID})@{_CELL}(?:r([0-3]))?)")
_PIECE: Final = re.compile(rf"(\d)(?:\.({_ID}))?@{_CELL}:([^\s;]+)")
_DEPLOYED: Final = re.compile(rf"(\d)(?:\.({_ID}))?(?:@{_CELL}:([^\s;]+))?")
_SUPPLY: Final = re.compile(rf"({_ID})=(\d+(?:,\d+)*)")
_SOME: Final = re.compile(rf"({_ID})(?:\*([1-9]\d{{0,3}}))?")
_TURN: Final = re.compile(rf"([1-9]\d{{0,5}}):(\d):({_ID})")
_DECISION: Final = re.compile(rf"({_ID}):(\d)")
_SCORES: Final = re.compile(r"-?\d{1,7}(?:,-?\d{1,7})*", re.ASCII)


# ---- Writing ----


def write(game: Game, public: bool = False) -> str:
    """The position of a game in one line. `public` tells no more than all players know of the tiles to come."""
    board, ruleset = game.board, game.ruleset
    stack, box = ordered(game) if public else (game.stack, game.box)
    ends = [game.top, *(end for end in game.blocks if end > game.top)]
    parts = [_some(stack[first:end]) for first, end in pairwise(ends)]
    settings = _chosen(game)
    fields = [
        "+".join(f"{_id(name)}@{_id(version)}" for name, version in rules_of(game).items())
        + (_json(settings) if settings else ""),
        _json(game.players),
        ";".join(_tiles(game)),
        ";".join(
            f"{_owned(piece.seat, piece.piece)}@{_at(piece.x, piece.y, piece.location)}" for piece in game.meeples
        ),
        ";".join(
            f"{_id(kind.name)}={','.join(str(game.at_hand(seat, kind.name)) for seat in game.pieces.seats)}"
            for kind in ruleset.piece_kinds
        ),
        ",".join(map(str, game.scores)),
        _json({e.id: e.save_state(game) for e in ruleset.expansions if e.id in game.states}),
        _id(game.tile or ""),
        HIDDEN * (public and not game.by_hand and bool(parts)) + "/".join(parts),
        _some(sorted(box) if public else box),
        f"{game.turn}:{game.turn_seat}:"
        + (BETWEEN if game.step == BEFORE_TURN else _id(ruleset.phases[game.step].name)),
        OVER if game.over else f"{_id(game.deciding.name)}:{game.seat}",
        ";".join(_flags(game, len(board.cells))),
    ]
    return " ".join(field or NONE for field in fields)


def ordered(game: Game) -> tuple[Sequence[str], Sequence[str]]:
    """Stack and left-out tiles, with all that players cannot know in alphabetical order."""
    other = game.determinize(_Alphabetical())
    return other.stack, other.box


class _Alphabetical(Random):
    """Chance that brings everything into order."""

    def shuffle(self, x: Any) -> None:
        x.sort()


def _chosen(game: Game) -> dict[str, Any]:
    """The settings that are not at their default."""
    plain = read_settings({}, game.ruleset.expansions).to_json()
    given = game.settings.to_json()
    chosen: dict[str, Any] = {}
    for name, choice in given.items():
        if isinstance(choice, Mapping):
            choice = {key: item for key, item in choice.items() if item != plain[name][key]}
            if choice:
                chosen[name] = choice
        elif choice != plain[name]:
            chosen[name] = choice
    return chosen


def _tiles(game: Game) -> Iterator[str]:
    """The tiles in the order drawn: the start tile, then those placed, and with a `!` those set aside."""
    board = game.board
    placed = list(board.tiles.values())
    drawn = game.drawn[: game.top - (game.shape is not None)]
    for aside in (None, *woven(drawn, [tile.tile for tile in placed[1:]], game.set_aside)):
        if aside:
            yield f"!{_id(aside)}"
        else:
            tile = placed.pop(0)
            turned = f"r{tile.rotation}" if tile.rotation else ""
            yield f"{_id(tile.tile)}@{tile.x},{tile.y}{turned}"


def woven(drawn: Sequence[str], placed: Sequence[str], aside: Sequence[str]) -> list[str | None]:
    """For each tile drawn its id if it was set aside, None if it was placed; both lists keep their order."""
    ways: list[dict[int, int]] = [{0: 0}]
    for number, tile in enumerate(drawn):
        following: dict[int, int] = {}
        for away in ways[-1]:
            if number - away < len(placed) and placed[number - away] == tile:
                following[away] = away
            if away < len(aside) and aside[away] == tile:
                following[away + 1] = away
        ways.append(following)
    away, found = len(aside), []
    for number in range(len(drawn), 0, -1):
        if away not in ways[number]:
            raise RecordError("the tiles drawn are not those placed and set aside: this position cannot be written")
        before = ways[number][away]
        found.append(drawn[number - 1] if before < away else None)
        away = before
    return found[::-1]


def _flags(game: Game, placed: int) -> Iterator[str]:
    """What else is to be known of the turn and the game."""
    if game.by_hand:
        yield "by_hand"
    if has_free_tiles(game):
        yield "free_tiles"
    if game.redrawn:
        yield "redrawn"
    if game.instead:
        yield "instead"
    if game.deployed != NOWHERE:
        piece = _owned(game.pieces.seat_of[game.deployed], game.pieces.kind_of[game.deployed].name)
        there = game.board.standing >> game.deployed & 1
        yield f"deployed={piece}" + (f"@{_at(*game.where(game.deployed))}" if there else "")
    for phase, seat in game.asked:
        yield f"asked={_id(phase)}:{seat}"


def _owned(seat: int, kind: str) -> str:
    return f"{seat}" if kind == MEEPLE else f"{seat}.{_id(kind)}"


def _at(x: int, y: int, location: str) -> str:
    return f"{x},{y}:{quote(location, safe=':')}"


def _some(tiles: Sequence[str]) -> str:
    """Tiles in their order; the same one after the other are counted."""
    runs = [(tile, len(list(run))) for tile, run in groupby(tiles)]
    return ",".join(_id(tile) if count == 1 else f"{_id(tile)}*{count}" for tile, count in runs)


def _id(name: str) -> str:
    return quote(name, safe="")


def _json(data: object) -> str:
    """JSON in which no space stands: within a text it is written as an escape."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return "".join(
        char if char.isprintable() and char != " " else json.dumps(char)[1:-1].replace(" ", "\\u0020") for char in text
    )


# ---- Reading ----


def read(text: str, seed: int = 0) -> Game:
    """The game that a position stands for. It begins there: what came before cannot be undone.

    Tiles whose order is not known are dealt by the seed. Raises RecordError naming field and fault.
    """
    line = text.strip()
    if "\n" in line:
        raise RecordError(f"a position is one line; here are {len(line.splitlines())}")
    values = line.split(" ")
    if len(values) != len(FIELDS):
        raise RecordError(
            f"a position is one line of {len(FIELDS)} fields parted by single spaces ({', '.join(FIELDS)}); "
            f"this has {len(values)}"
        )
    reader = _Reader(dict(zip(FIELDS, ("" if value == NONE else value for value in values), strict=True)), seed)
    try:
        return reader.game()
    except RecordError:
        raise
    except CarcassonneError as error:
        raise RecordError(f"the position makes no game: {clipped(str(error))}") from error


class _Reader:
    """A position being read, field by field."""

    def __init__(self, fields: Mapping[str, str], seed: int) -> None:
        self._fields = fields
        self._seed = seed

    def game(self) -> Game:
        """The game, checked to be one that can go on."""
        fields = self._fields
        ids, settings = self._rules()
        rules = ruleset(ids, settings)
        flags = [flag.partition("=") for flag in filter(None, fields["flags"].split(";"))]
        for name, equals, _ in flags:
            if (name, equals) not in _FLAGS:
                raise self._fault("flags", f"there is no flag {shortened(name + equals)}")
        names = {name for name, equals, _ in flags if not equals}
        placed, aside, drawn = self._tiles(rules)
        hand = self._ids(rules, fields["hand"], "hand")
        if len(hand) > 1:
            raise self._fault("hand", "there can be one tile in hand")
        parts = [self._ids(rules, part, "stack") for part in fields["stack"].removeprefix(HIDDEN).split("/")]
        stack = [*drawn, *hand, *(tile for part in parts for tile in part)]
        box = self._ids(rules, fields["left out"], "left out")
        if "free_tiles" not in names:
            _, most = tiles_of(rules)
            many = Counter([placed[0][0], *stack, *box]) - most
            for tile in many:
                raise RecordError(
                    f"the position has {most[tile] + many[tile]} tiles {tile}, but there are only {most[tile]}"
                )
        # A game that is drawn by hand and has no tiles is over at once, whatever the expansions do when it begins.
        game = Game(self._players(), expansions=ids, seed=self._seed, stack=(), by_hand=True, settings=settings)
        game.by_hand = "by_hand" in names
        game.stack, game.box = stack, tuple(box)
        game.top = len(drawn) + len(hand)
        game.blocks = tuple(accumulate((game.top, *map(len, parts))))[1:]
        game.shape = rules.shapes[hand[0]] if hand else None
        game.set_aside = tuple(aside)
        game.scores = tuple(self._scores(len(game.players)))
        self._build_board(game, placed)
        self._stand_pieces(game)
        self._check_supply(game)
        self._set_turn(game, names, flags)
        self._load_states(game)
        game.forget()
        self._check(game)
        if fields["stack"].startswith(HIDDEN) and not game.by_hand:
            game = game.determinize(Random(self._seed))
            game.forget()
        return game

    def _fault(self, field: str, why: str) -> RecordError:
        return RecordError(f"the position's {field} ({shortened(self._fields[field] or NONE)}): {why}")

    def _match(self, pattern: re.Pattern[str], text: str, field: str, form: str) -> re.Match[str]:
        found = pattern.fullmatch(text)
        if found is None:
            raise self._fault(field, f"{shortened(text)} does not read '{form}'")
        return found

    def _seat(self, text: str, seats: int, field: str) -> int:
        if int(text) >= seats:
            raise self._fault(field, f"there is no seat {text} among {seats}")
        return int(text)

    def _rules(self) -> tuple[tuple[str, ...], Any]:
        text = self._fields["rules"]
        named, brace, rest = text.partition("{")
        pairs = [self._match(_RULE, part, "rules", "ID@VERSION") for part in named.split("+")]
        rules = {unquote(pair[1]): unquote(pair[2]) for pair in pairs}
        if next(iter(rules)) != BASE or len(rules) < len(pairs):
            raise self._fault("rules", f"they should begin with {BASE}@1 and name each expansion once")
        return expansions_of(rules), self._json("rules", brace + rest) if brace else None

    def _json(self, field: str, text: str) -> Any:
        try:
            return json_data(text)
        except RecordError as error:
            raise self._fault(field, str(error)) from None

    def _players(self) -> list[str]:
        players = self._json("players", self._fields["players"])
        if not isinstance(players, list):
            raise self._fault("players", "they should be a list of names")
        return players

    def _ids(self, rules: Ruleset, text: str, field: str) -> list[str]:
        """The tiles that a field names."""
        tiles: list[str] = []
        for part in filter(None, text.split(",")):
            found = self._match(_SOME, part, field, "TILE or TILE*COUNT")
            count = int(found[2] or 1)
            if len(tiles) + count >= REACH:
                raise self._fault(field, f"there are too many tiles: fewer than {REACH} can be laid in a row")
            tiles += [self._tile(rules, found[1], field)] * count
        return tiles

    def _tile(self, rules: Ruleset, text: str, field: str) -> str:
        tile = unquote(text)
        if tile not in rules.shapes:
            raise self._fault(field, f"there is no tile {shortened(tile)} in this game")
        return tile

    def _tiles(self, rules: Ruleset) -> tuple[list[tuple[str, int, int, int]], list[str], list[str]]:
        """The tiles placed, with column, row and rotation; those set aside; and all that were drawn, in order."""
        placed, aside, drawn = [], [], []
        for part in self._fields["tiles"].split(";"):
            found = self._match(_TILE, part, "tiles", "TILE@X,YrROTATION or !TILE")
            tile = self._tile(rules, found[1] or found[2], "tiles")
            if found[1]:
                aside.append(tile)
            else:
                placed.append((tile, int(found[3]), int(found[4]), int(found[5] or 0)))
            drawn.append(tile)
        if not placed or placed[0] != (drawn[0], 0, 0, 0):
            raise self._fault("tiles", "the first should be the start tile at 0,0")
        return placed, aside, drawn[1:]

    def _build_board(self, game: Game, placed: Sequence[tuple[str, int, int, int]]) -> None:
        board = game.board = Board(game.ruleset.kinds, len(game.pieces), game.ruleset.stride, ORIGIN)
        for tile, x, y, rotation in placed:
            shape = game.ruleset.shapes[tile]
            orientation = shape.turned[rotation]
            if board.cells and not (in_reach(x) and in_reach(y) and board.accepts(cell_at(x, y), shape, rotation)):
                raise self._fault("tiles", f"{tile}@{x},{y}r{rotation} does not fit to those before it")
            board.place(~board.at[cell_at(x, y)], orientation)

    def _stand_pieces(self, game: Game) -> None:
        for part in filter(None, self._fields["pieces"].split(";")):
            found = self._match(_PIECE, part, "pieces", "SEAT@X,Y:LOCATION or SEAT.PIECE@X,Y:LOCATION")
            seat, kind = self._owner(game, found, "pieces")
            at_hand = game.pieces.of[seat][kind] & ~game.board.standing
            if not at_hand:
                raise self._fault(
                    "pieces", f"seat {seat} has more than {game.ruleset.piece_named[kind].per_seat} of the piece {kind}"
                )
            piece = (at_hand & -at_hand).bit_length() - 1
            game.board.stand(piece, self._node(game, found, "pieces"))

    def _owner(self, game: Game, found: re.Match[str], field: str) -> tuple[int, str]:
        """Whose piece it is, and of what kind."""
        seat = self._seat(found[1], len(game.players), field)
        kind = MEEPLE if found[2] is None else unquote(found[2])
        if kind not in game.ruleset.piece_named:
            raise self._fault(field, f"there is no piece {shortened(kind)} in this game")
        return seat, kind

    def _node(self, game: Game, found: re.Match[str], field: str) -> int:
        try:
            return game.board.node_at(int(found[3]), int(found[4]), unquote(found[5]))
        except CarcassonneError as error:
            raise self._fault(field, clipped(str(error), 200)) from None

    def _check_supply(self, game: Game) -> None:
        """The supplies follow from the pieces on the board; they may be left out."""
        for part in filter(None, self._fields["supply"].split(";")):
            found = self._match(_SUPPLY, part, "supply", "PIECE=COUNT,COUNT,...")
            kind = unquote(found[1])
            if kind not in game.ruleset.piece_named:
                raise self._fault("supply", f"there is no piece {shortened(kind)} in this game")
            at_hand = ",".join(str(game.at_hand(seat, kind)) for seat in game.pieces.seats)
            if found[2] != at_hand:
                raise self._fault("supply", f"with these pieces on the board it is {kind}={at_hand}")

    def _scores(self, seats: int) -> list[int]:
        text = self._match(_SCORES, self._fields["scores"], "scores", "POINTS,POINTS,...")[0]
        scores = [int(points) for points in text.split(",")]
        if len(scores) != seats:
            raise self._fault("scores", f"there are {len(scores)} for {seats} players")
        return scores

    def _set_turn(self, game: Game, names: set[str], flags: Sequence[tuple[str, str, str]]) -> None:
        """Where in the turn the game stands, and who is to decide what."""
        rules, seats = game.ruleset, len(game.players)
        turn = self._match(_TURN, self._fields["turn"], "turn", "NUMBER:SEAT:STEP")
        step = unquote(turn[3])
        if step not in rules.step_of and step != BETWEEN:
            raise self._fault("turn", f"there is no step {shortened(step)}; there are {', '.join(rules.step_of)}")
        game.turn, game.turn_seat = int(turn[1]), self._seat(turn[2], seats, "turn")
        game.step = rules.step_of.get(step, BEFORE_TURN)
        game.redrawn, game.instead = "redrawn" in names, "instead" in names
        asked = [
            self._match(_DECISION, text, "flags", "asked=DECISION:SEAT") for name, _, text in flags if name == "asked"
        ]
        game.asked = tuple(
            (self._phase(game, found, "flags").name, self._seat(found[2], seats, "flags")) for found in asked
        )
        game.deployed = NOWHERE
        for name, _, text in flags:
            if name == "deployed":
                game.deployed = self._deployed(game, text)
        game.over = self._fields["decision"] == OVER
        game.seat, game.deciding = NOBODY, rules.phases[0]
        if not game.over:
            found = self._match(_DECISION, self._fields["decision"], "decision", f"DECISION:SEAT or {OVER}")
            game.deciding, game.seat = self._phase(game, found, "decision"), self._seat(found[2], seats, "decision")
            if (game.deciding.name, game.seat) not in game.asked[:1] and game.deciding.name != step:
                raise self._fault("decision", f"it is neither asked for nor that of the step {step}")

    def _phase(self, game: Game, found: re.Match[str], field: str) -> Phase[Any]:
        name = unquote(found[1])
        phase = game.ruleset.phase_named.get(name)
        if phase is None or not phase.answers:
            raise self._fault(field, f"there is no decision {shortened(name)} in this game")
        return phase

    def _deployed(self, game: Game, text: str) -> int:
        """The piece that was deployed this turn; one that is at hand again where it stands nowhere."""
        found = self._match(_DEPLOYED, text, "flags", "deployed=SEAT or deployed=SEAT.PIECE, with @X,Y:LOCATION")
        seat, kind = self._owner(game, found, "flags")
        board, own = game.board, game.pieces.of[seat][kind]
        if found[3] is None:
            at_hand = own & ~board.standing
            if not at_hand:
                raise self._fault("flags", f"no {kind} of seat {seat} is at hand again")
            return at_hand.bit_length() - 1
        node = self._node(game, found, "flags")
        here = [piece for piece in game.in_order(own & board.standing) if board.node_of[piece] == node]
        if not here:
            raise self._fault("flags", f"no {kind} of seat {seat} stands where one was deployed")
        return here[-1]

    def _load_states(self, game: Game) -> None:
        states = self._json("states", self._fields["states"])
        with_state = [expansion for expansion in game.ruleset.expansions if expansion.id in game.states]
        if not isinstance(states, dict) or states.keys() != game.states.keys():
            named = ", ".join(game.states) or "none"
            raise self._fault("states", f"they should be an object of the expansions that have one: {named}")
        for expansion in with_state:
            try:
                state = expansion.load_state(game, states[expansion.id])
            except Exception as error:
                raise self._fault("states", f"'{expansion.id}': {clipped(str(error), 200)}") from error
            game.states = {**game.states, expansion.id: state}

    def _check(self, game: Game) -> None:
        """Raise RecordError where nobody could go on with the game."""
        held = game.shape is not None
        if game.over:
            if held or game.asked:
                raise self._fault("decision", "the game is over, but a tile is in hand or a decision asked for")
            return
        if game.step == BEFORE_TURN:
            raise self._fault("turn", f"only a game that is over stands {BETWEEN} turns")
        name = game.deciding.name
        if name == PlacePhase.name and not held:
            raise self._fault("hand", "there is no tile to place")
        if name == DrawPhase.name and (held or not game.by_hand or not game.stack_size):
            raise self._fault("decision", "a tile is drawn by hand, with none in hand and one in the stack")
        try:
            found = game.listed()
        except Exception as error:
            raise RecordError(f"the position makes no game: {clipped(str(error), 200)}") from error
        if not found:
            raise self._fault("decision", f"seat {game.seat} can choose nothing")


_FLAGS: Final = {
    ("by_hand", ""),
    ("free_tiles", ""),
    ("redrawn", ""),
    ("instead", ""),
    ("deployed", "="),
    ("asked", "="),
}
