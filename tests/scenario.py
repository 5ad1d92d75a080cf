"""A small language for positions: a scenario reads as the rule it proves, a board shows as text.

    P1: E r2 @(0,-1) [FFCF], meeple city S  -> city complete (2 tiles): P1 +4; returned P1x1
    P2: U r0 @(1,0)                           a turn; edges N E S W and what it causes may follow
       protect it: pay 4                      the meeple just deployed is protected
       protect city S @(0,-1): pay 2          or one that already stands (also `the knight`, `the thief`, `the monk`)
    C fits nowhere                            the next seat draws C, which is set aside
       ILLEGAL for P1: B r0 @(1,1)            a probe: what the next seat may not do if it draws B here
       LEGAL for P1: V r2 @(0,2) with meeple road N
       E: 4 pairs: (0,-1)r2 (0,1)r1 ...       all places where E fits, equal rotations counted apart
       scores [4, 0], supply [7, 7]
    END: final field (1 complete cities): P1 +3

P1 is seat 0. Every turn is checked whole: what is said to be scored and returned, and nothing besides, must happen.
Lines that use none of these words are remarks. `play` plays such a text and returns the game where it then stands.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from carcassonne import Deploy, Game, Pass, Place
from carcassonne.events import Event, FeatureCompleted, MeepleReturned, ScoreChanged
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD

SPARE = ("U", "V", "B")
"""What is drawn after a scenario's own tiles, so that the game goes on."""
KINDS = (CITY, ROAD, MONASTERY, FIELD)
ROLES = {"knight": CITY, "thief": ROAD, "monk": MONASTERY}


@dataclass(frozen=True)
class Claim:
    """What a turn is said to cause: a feature of `count` tiles (a field: cities) that pays seats so many points."""

    kind: str
    completed: bool
    count: int | None
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Turn:
    """One seat's whole turn."""

    text: str
    seat: int
    tile: str
    place: Place
    edges: str | None
    meeple: str | None
    claims: tuple[Claim, ...]
    returned: Counter[int]
    protect: str | None = None
    price: int = 0


@dataclass(frozen=True)
class Aside:
    """A tile is drawn that fits nowhere."""

    text: str
    tile: str


@dataclass(frozen=True)
class Probe:
    """What the next seat may or may not do with a tile; it changes nothing."""

    text: str
    legal: bool
    seat: int
    tile: str
    place: Place
    meeple: str | None


@dataclass(frozen=True)
class Fits:
    """In how many (cell, rotation) pairs, and in which, a tile fits."""

    text: str
    tile: str
    count: int
    pairs: frozenset[tuple[int, int, int]] | None


@dataclass(frozen=True)
class Tally:
    """Scores and supplies by seat."""

    text: str
    scores: tuple[int, ...]
    supply: tuple[int, ...]


@dataclass(frozen=True)
class End:
    """The stack is empty: final scoring."""

    text: str
    claims: tuple[Claim, ...]


Line = Turn | Aside | Probe | Fits | Tally | End

CELL = r"\((-?\d+),\s*(-?\d+)\)"
LOCATION = r"(?:city|road|field) [NESW][LR]?|field I|monastery"
TURN = re.compile(
    rf"P(\d): (\w+) r(\d) @{CELL}(?: \[(\w{{4}})\])?(?:, meeple ({LOCATION}))?(?:\s+-> (.+))?$",
)
PROTECT = re.compile(rf"(?:.*: )?protect (it|the (?:knight|thief|monk)|(?:{LOCATION}) @{CELL})[:,] pay (\d)$")
ASIDE = re.compile(r"(\w+) fits nowhere$")
PROBE = re.compile(rf"(ILLEGAL|LEGAL) for P(\d): (\w+) r(\d) @{CELL}(?: with meeple ({LOCATION}))?(?:\s+\(.*\))?$")
FITS = re.compile(r"(\w+): (\d+)(?: \(position, rotation\))? pairs(?:: (.+))?$")
FITS_NOWHERE = re.compile(r"(?:a )?tile (\w+) now has 0 legal placements$")
PAIR = re.compile(rf"{CELL}r(\d)")
TALLY = re.compile(r"scores \[([-\d, ]+)\], supply \[([\d, ]+)\]$")
END = re.compile(r"END(?:: (.+))?$")
CLAIM = re.compile(
    rf"(?:final )?({'|'.join(KINDS)})(?: {CELL})?( complete)?(?: \((\d+) (?:tiles|complete cities)\))?(?:: (.+))?$"
)
POINTS = re.compile(r"P(\d) \+(\d+)")
RETURNED = re.compile(r"P(\d)x(\d)")
SPEAKS = re.compile(r"\bP\d: |LEGAL|\bscores \[|\bprotect\b|\bEND\b|\bpairs\b|\bplacements\b|fits nowhere")


def parse(text: str) -> tuple[Line, ...]:
    """The lines of a scenario; ValueError where a line speaks the language and cannot be read."""
    lines: list[Line] = []
    for row in filter(None, map(str.strip, text.splitlines())):
        if row.startswith("#") or not SPEAKS.search(row):
            continue
        if found := PROTECT.match(row):
            turn = lines[-1]
            assert isinstance(turn, Turn), f"nothing to protect before '{row}'"
            lines[-1] = replace(turn, protect=_what(found[1]), price=int(found[4]))
        else:
            lines.append(_line(row))
    return tuple(lines)


def _line(row: str) -> Line:
    if found := TURN.match(row):
        seat, tile, rotation, x, y, edges, meeple, effects = found.groups()
        claims, returned = _effects(effects)
        place = Place(int(x), int(y), int(rotation))
        return Turn(row, int(seat) - 1, tile, place, edges, meeple and location(meeple), claims, returned)
    if found := ASIDE.match(row):
        return Aside(row, found[1])
    if found := PROBE.match(row):
        word, seat, tile, rotation, x, y, meeple = found.groups()
        place = Place(int(x), int(y), int(rotation))
        return Probe(row, word == "LEGAL", int(seat) - 1, tile, place, meeple and location(meeple))
    if found := FITS.match(row):
        pairs = frozenset((int(x), int(y), int(turn)) for x, y, turn in PAIR.findall(found[3] or ""))
        return Fits(row, found[1], int(found[2]), pairs or None)
    if found := FITS_NOWHERE.match(row):
        return Fits(row, "X" if found[1] == "RRRR" else found[1], 0, frozenset())
    if found := TALLY.match(row):
        return Tally(row, _numbers(found[1]), _numbers(found[2]))
    if found := END.match(row):
        return End(row, _effects(found[1])[0])
    raise ValueError(f"cannot read '{row}'")


def _effects(text: str | None) -> tuple[tuple[Claim, ...], Counter[int]]:
    claims: list[Claim] = []
    returned: Counter[int] = Counter()
    for part in text.split("; ") if text else ():
        if part.startswith("returned "):
            returned.update({int(seat) - 1: int(count) for seat, count in RETURNED.findall(part)})
        elif found := CLAIM.match(part):
            kind, _, _, completed, count, points = found.groups()
            paid = tuple((int(seat) - 1, int(amount)) for seat, amount in POINTS.findall(points or ""))
            claims.append(Claim(kind, bool(completed), int(count) if count else None, paid))
        else:
            raise ValueError(f"cannot read '{part}'")
    return tuple(claims), returned


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _what(text: str) -> str:
    """`city S @(0,-1)` as the words of the action, `0,-1 city:S`; `it` and `the knight` as they are."""
    found = re.match(rf"(.+) @{CELL}$", text)
    return f"{found[2]},{found[3]} {location(found[1])}" if found else text


def location(words: str) -> str:
    """`city S` as the engine writes it: `city:S`."""
    return words.replace(" ", ":")


def play(
    text: str,
    *,
    players: int = 2,
    then: Sequence[str] = SPARE,
    expansions: Sequence[str] = (),
    settings: dict[str, object] | None = None,
) -> Game:
    """Play a scenario, checking every line, and return the game where it stands.

    `then` are the tiles drawn after its own (none where it says END: there the stack is empty).
    """

    def begin(tiles: Iterable[str]) -> Game:
        return Game(players, stack=tuple(tiles), expansions=expansions, settings=settings)

    def again(lines: Sequence[Line], then: Sequence[str]) -> tuple[Game, tuple[Event, ...]]:
        """The position after these lines, reached anew with other tiles to follow; and the last turn's events."""
        game = begin((*_tiles(lines), *then))
        events: tuple[Event, ...] = ()
        for line in lines:
            if isinstance(line, Turn):
                events = take(game, line)
        return game, events

    lines = parse(text)
    game = begin((*_tiles(lines), *then))
    for number, line in enumerate(lines):
        before = lines[:number]
        match line:
            case Turn():
                _check_effects(game, line, line.claims, line.returned, take(game, line))
            case Aside():
                assert line.tile in game.set_aside, told(game, line.text)
            case Probe():
                _check_probe(again(before, (line.tile, *SPARE))[0], line)
            case Fits():
                _check_fits(again(before, (line.tile, *SPARE))[0], line)
            case Tally():
                assert (game.scores, game.supply) == (line.scores, line.supply), told(game, line.text)
            case End():
                game, events = again(before, ())
                assert game.over, told(game, line.text)
                last = next(turn for turn in reversed(before) if isinstance(turn, Turn))
                _check_effects(game, line, (*last.claims, *line.claims), last.returned, events)
    return game


def _tiles(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        match line:
            case Turn() | Aside():
                yield line.tile
            case _:
                pass


def take(game: Game, turn: Turn) -> tuple[Event, ...]:
    """Play one turn through; the events from laying the tile to the next seat's draw."""
    assert (game.turn_seat, game.tile, game.decision) == (turn.seat, turn.tile, "place"), told(game, turn.text)
    events = [*game.play(turn.place)]
    if turn.edges is not None:
        assert edges(game, turn.place.x, turn.place.y) == turn.edges, told(game, turn.text)
    if turn.meeple:
        assert game.decision == "deploy", told(game, turn.text)
        events += game.play(Deploy(turn.meeple))
    elif game.decision == "deploy":
        events += game.play(Pass())
    if turn.protect:
        before = game.scores[turn.seat]
        new = game.play(game.action(f"protect {_whose(game, turn)}"))
        price = sum(event.points for event in new if isinstance(event, ScoreChanged) and event.cause == "protection")
        assert price == -turn.price, told(game, f"{turn.text}, protected at score {before}")
        events += new
    elif game.decision == "protect":
        events += game.play(Pass())
    return tuple(events)


def _whose(game: Game, turn: Turn) -> str:
    """The meeple that a turn protects, as the words of the action."""
    assert turn.protect is not None
    if turn.protect == "it":
        return f"{turn.place.x},{turn.place.y} {turn.meeple}"
    if turn.protect.startswith("the "):
        kind = ROLES[turn.protect.removeprefix("the ")]
        (only,) = (one for one in game.meeples if one.seat == turn.seat and one.kind == kind)
        return f"{only.x},{only.y} {only.location}"
    return turn.protect


def _check_effects(
    game: Game, line: Line, claims: Sequence[Claim], returned: Counter[int], events: Sequence[Event]
) -> None:
    said = Counter((claim.kind, seat, points) for claim in claims for seat, points in claim.points if points)
    paid = Counter(
        (event.cause, event.seat, event.points)
        for event in events
        if isinstance(event, ScoreChanged) and event.cause in KINDS and event.points
    )
    assert paid == said, told(game, line.text)
    home = Counter(event.seat for event in events if isinstance(event, MeepleReturned) and event.cause == "scored")
    assert home == returned, told(game, line.text)
    for claim in claims:
        if claim.count is not None and claim.completed:
            completed = (event for event in events if isinstance(event, FeatureCompleted))
            assert (claim.kind, claim.count) in {(e.kind, e.tiles) for e in completed}, told(game, line.text)
        elif claim.count is not None and any(points for _, points in claim.points):
            term = "completed cities" if claim.kind == FIELD else "tiles"
            counts = [count_of(term, event) for event in events if isinstance(event, ScoreChanged)]
            assert claim.count in counts, told(game, line.text)


def count_of(name: str, event: ScoreChanged) -> int:
    """How many of a thing a score counts: `count_of("tiles", event)`."""
    return sum(term.count for term in event.terms if term.name == name)


def _check_probe(game: Game, probe: Probe) -> None:
    assert (game.seat, game.tile) == (probe.seat, probe.tile), told(game, probe.text)
    legal = probe.place in game.legal_actions
    if probe.meeple:
        assert legal, told(game, f"{probe.text}: the tile itself should fit")
        game.play(probe.place)
        legal = probe.meeple in deployments(game)
    assert legal == probe.legal, told(game, probe.text)


def _check_fits(game: Game, line: Fits) -> None:
    if line.count == 0:
        assert line.tile in game.set_aside, told(game, line.text)
    else:
        found = fitting(game)
        assert (len(found), found) == (line.count, found if line.pairs is None else line.pairs), told(game, line.text)


def fitting(game: Game) -> frozenset[tuple[int, int, int]]:
    """All (x, y, rotation) at which the drawn tile fits; rotations that look the same count apart."""
    cells = [(x, y, rotation) for x, y in game.board.frontier for rotation in range(4)]
    return frozenset(cell for cell in cells if Place(*cell) in game.legal_actions)


def deployments(game: Game) -> frozenset[str]:
    """The locations, by all their names, where an ordinary meeple may be deployed now."""
    names = [f"{kind}:{edge}" for kind in (CITY, ROAD) for edge in "NESW"] + [MONASTERY, "field:I"]
    names += [f"{FIELD}:{edge}{half}" for edge in "NESW" for half in "LR"]
    if game.decision != "deploy":
        return frozenset()
    return frozenset(name for name in names if Deploy(name) in game.legal_actions)


def do(game: Game, *texts: str) -> tuple[Event, ...]:
    """Play actions by their text form, one after the other; all their events."""
    return tuple(event for text in texts for event in game.play(game.action(text)))


def options(game: Game) -> tuple[str, ...]:
    """The legal actions as text, in order."""
    return tuple(map(str, game.legal_actions))


def since(events: Sequence[Event], kind: type[Event]) -> tuple[Event, ...]:
    """The events from the last one of a kind on."""
    start = max(index for index, event in enumerate(events) if isinstance(event, kind))
    return tuple(events[start:])


def edges(game: Game, x: int, y: int) -> str:
    """The letters of a placed tile's edges N E S W as it lies."""
    placed = game.board.tiles[x, y]
    letters = game.ruleset.shapes[placed.tile].tile.edges
    return letters[4 - placed.rotation :] + letters[: 4 - placed.rotation]


def picture(game: Game) -> str:
    """The board as text: each tile's edges around its id and rotation, then the meeples."""
    tiles = game.board.tiles
    columns = range(min(x for x, _ in tiles), max(x for x, _ in tiles) + 1)
    rows = range(min(y for _, y in tiles), max(y for _, y in tiles) + 1)
    lines: list[str] = []
    for y in rows:
        block = ["", "", ""]
        for x in columns:
            cell = ("", "", "")
            if (x, y) in tiles:
                north, east, south, west = tuple(edges(game, x, y))
                cell = (north, f"{west} {tiles[x, y].tile}r{tiles[x, y].rotation} {east}", south)
            block = [line + part.center(10) for line, part in zip(block, cell, strict=True)]
        lines += [f"{f'y={y}' if index == 1 else '':6}{line}".rstrip() for index, line in enumerate(block)]
    lines.append(f"{'':6}" + "".join(f"x={x}".center(10) for x in columns))
    lines += [f"P{one.seat + 1}: {one.piece} on {one.location} of ({one.x},{one.y})" for one in game.meeples]
    return "\n".join(lines)


def told(game: Game, text: str) -> str:
    """A failure's message: what was said, and where the game stands."""
    return (
        f"{text}\n{picture(game)}\n"
        f"decision {game.decision} of P{game.seat + 1} (turn of P{game.turn_seat + 1}), tile {game.tile}, "
        f"scores {game.scores}, supply {game.supply}"
    )
