"""A game as text that a person can read and type: headers, then a line each turn (docs/notation.md has the grammar).

    [Rules base 1, peasant_revolts 1]
    [Player Ann]
    [Player Ben]

    1. Ann: draws U; place 1,0 r1; deploy road:E => 0 0   # a comment
    2. Ben: draws V; sets aside V; draws W; place 2,0 r0; pass

It says what a record says: `write` makes it of one, `read` makes one of it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from carcassonne.errors import RecordError
from carcassonne.record.reading import json_data, shortened
from carcassonne.record.record import Chosen, Drawn, Record, Turn

WRAPPED: Final = 16
"""Tiles in one header."""
LONGEST: Final = 2**16
"""Characters of the longest line that is read."""
DRAWS: Final = "draws"
ASIDE: Final = "sets aside"
SCORES: Final = "=>"

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_NAME: Final = r"[\w.'-]+(?: [\w.'-]+)*"
_WORD: Final = re.compile(r"[\w.+-]+")
_LINE: Final = re.compile(rf"(?:{_QUOTED}|[^\"#])*")
"""All of a line but its comment."""
_TURN: Final = re.compile(r"(\d{1,6})\.\s*(.*)")
_POINTS: Final = re.compile(r"-?\d{1,7}", re.ASCII)
_STEPS: Final = re.compile(rf"(?:{_QUOTED}|[^;\"])+")
_STEP: Final = re.compile(rf"(?:({_QUOTED}|{_NAME}):(?:\s+|$))?(.*)")
_ODD: Final = re.compile(rf"[;#\"\[\]]|:(?:\s|$)|{SCORES}|^(?:{DRAWS}|sets)\b|[^\x20-\x7e]|^ | $|  ")
"""What the text of an action must not hold to be written without quotes."""
ONCE: Final = ("Rules", "Seed", "Start", "Scores", "ByHand", "FreeTiles")
OFTEN: Final = ("Setting", "Player", "Winner", "Stack", "LeftOut")


def write(record: Record) -> str:
    """A record in notation."""
    names = [_named(name) for name in record.players]
    lines = [f"[Rules {', '.join(f'{_word(name)} {_word(version)}' for name, version in record.rules.items())}]"]
    lines += [f"[Setting {_word(name)} {json.dumps(choice)}]" for name, choice in record.settings.items()]
    lines += [f"[Player {name}]" for name in names]
    lines.append(f"[Seed {record.seed}]")
    lines += ["[ByHand]"] * record.by_hand + ["[FreeTiles]"] * record.free_tiles
    lines.append(f"[Start {_word(record.start)}]")
    if record.rest is not None:
        lines += _tiles("Stack", record.rest.stack)
        lines += _tiles("LeftOut", record.rest.left_out)
    if record.result is not None:
        lines.append(f"[Scores {' '.join(map(str, record.result.scores))}]")
        lines += [f"[Winner {names[seat]}]" for seat in record.result.winners]
    return "\n".join([*lines, "", *(_turn(turn, names) for turn in record.turns)]) + "\n"


def _tiles(header: str, tiles: Sequence[str]) -> list[str]:
    rows = [tiles[first : first + WRAPPED] for first in range(0, len(tiles), WRAPPED)] or [()]
    return [f"[{' '.join((header, *map(_word, row)))}]" for row in rows]


def _turn(turn: Turn, names: Sequence[str]) -> str:
    parts, speaker = [], None
    for step in turn.steps:
        said = f"{names[step.seat]}: " if step.seat != speaker else ""
        speaker = step.seat
        if isinstance(step, Chosen):
            parts.append(said + (json.dumps(step.action) if _ODD.search(step.action) else step.action))
        elif isinstance(step, Drawn):
            parts.append(f"{said}{DRAWS} {_word(step.drawn)}")
        else:
            parts.append(f"{said}{ASIDE} {_word(step.set_aside)}")
    told = "" if turn.scores is None else f" {SCORES} {' '.join(map(str, turn.scores))}"
    return f"{turn.turn}. {'; '.join(parts)}{told}"


def _named(name: str) -> str:
    return name if re.fullmatch(_NAME, name) else json.dumps(name)


def _word(word: str) -> str:
    return word if _WORD.fullmatch(word) else json.dumps(word)


def read(text: str) -> Record:
    """The record that a text in notation stands for. Raises RecordError naming line and fault.

    Only its form is checked: `record.replay()` checks the game.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            reader.read(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
    return reader.record()


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self._headers: dict[str, list[str]] = {}
        self._turns: list[dict[str, Any]] = []
        self._seats: dict[str, int] = {}

    def read(self, line: str) -> None:
        """Read the next line."""
        if len(line) > LONGEST:
            raise RecordError(f"it is too long: {len(line)} characters, {LONGEST} at most")
        found = _LINE.match(line)
        assert found is not None
        end = found.end()
        if end < len(line) and line[end] == '"':
            raise RecordError(f"the quotation that begins at column {end + 1} does not end")
        said = found[0].strip()
        if not said:
            return
        if said[0] == "[" and said[-1] == "]":
            name, _, text = said[1:-1].strip().partition(" ")
            self._header(name, text.lstrip())
        elif turn := _TURN.fullmatch(said):
            self._turns.append(self._turn(int(turn[1]), turn[2]))
        else:
            raise RecordError(
                f"{shortened(said)} is neither a header such as [Seed 7] nor a turn such as '1. Ann: ...'"
            )

    def _header(self, name: str, text: str) -> None:
        if name not in (*ONCE, *OFTEN):
            raise RecordError(f"there is no header {shortened(name)}; known are {', '.join((*ONCE, *OFTEN))}")
        if self._turns:
            raise RecordError(f"the header {name} should come before the first turn")
        if name in ONCE and name in self._headers:
            raise RecordError(f"the header {name} is there already")
        self._headers.setdefault(name, []).append(text)
        if name == "Player":
            player = _unquoted(text)
            if player in self._seats:
                raise RecordError(f"there is a player {shortened(player)} already")
            self._seats[player] = len(self._seats)

    def _turn(self, number: int, text: str) -> dict[str, Any]:
        body, arrow, told = text.rpartition(SCORES)
        scores = [int(points) for points in told.split() if _POINTS.fullmatch(points)]
        if not arrow or len(scores) < len(told.split()):
            body, scores = text, []
        steps = []
        seat: int | None = None
        for part in _STEPS.findall(body):
            step = _STEP.fullmatch(part.strip())
            if step is None:
                raise RecordError(f"{shortened(part)} is no step of a turn")
            if step[1] is not None:
                seat = self._seat(step[1])
            if seat is None:
                raise RecordError(f"turn {number} does not say whose it is: it should begin '{number}. NAME: '")
            steps.append({"seat": seat} | _step(step[2]))
        return {"turn": number, "steps": steps, "scores": scores or None}

    def _seat(self, text: str) -> int:
        name = _unquoted(text)
        if name not in self._seats:
            known = ", ".join(self._seats) or "none"
            raise RecordError(f"there is no player {shortened(name)}; the headers name {shortened(known)}")
        return self._seats[name]

    def record(self) -> Record:
        """All that was read."""
        headers = self._headers
        for name in ("Rules", "Player", "Start"):
            if name not in headers:
                raise RecordError(f"the header [{name} ...] is missing")
        data: dict[str, Any] = {
            "rules": dict(_pairs(headers["Rules"][0])),
            "settings": dict(map(_setting, headers.get("Setting", ()))),
            "players": list(self._seats),
            "seed": _whole(headers.get("Seed", ["0"])[0], "Seed"),
            "by_hand": "ByHand" in headers,
            "free_tiles": "FreeTiles" in headers,
            "start": _unquoted(headers["Start"][0]),
            "turns": self._turns,
        }
        if "Stack" in headers or "LeftOut" in headers:
            stack, left_out = (
                [tile for text in headers.get(name, ()) for tile in _words(text)] for name in ("Stack", "LeftOut")
            )
            data["rest"] = {"stack": stack, "left_out": left_out}
        if "Scores" in headers:
            winners = [self._seat(name) for name in headers.get("Winner", ())]
            scores = [_whole(points, "Scores") for points in headers["Scores"][0].split()]
            data["result"] = {"scores": scores, "winners": winners}
        return Record.from_data(data, "the notation is not right")


def _step(text: str) -> dict[str, Any]:
    """What a step says, apart from who does it."""
    for verb, key in ((DRAWS, "drawn"), (ASIDE, "set_aside")):
        if text == verb or text.startswith(f"{verb} "):
            words = list(_words(text.removeprefix(verb)))
            if len(words) != 1:
                raise RecordError(f"{shortened(text)} should read '{verb} TILE'")
            return {key: words[0]}
    return {"action": _unquoted(text)}


def _words(text: str) -> Iterator[str]:
    """Words, those in quotes without them."""
    return map(_unquoted, re.findall(rf"{_QUOTED}|[^\s\"]+|\"", text))


def _unquoted(text: str) -> str:
    """A text that may stand in quotes, as JSON strings do."""
    return str(json_data(text)) if text.startswith('"') else text


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Ids and versions: `base 1, river 1`."""
    for part in re.findall(rf"(?:{_QUOTED}|[^,\"])+|\"", text):
        words = list(_words(part))
        if len(words) != 2:
            raise RecordError(f"the header Rules has {shortened(part.strip())}, which should be an id and a version")
        yield words[0], words[1]


def _setting(text: str) -> tuple[str, Any]:
    """A name and what was chosen, as JSON."""
    found = re.fullmatch(rf"({_QUOTED}|\S+)\s+(.+)", text)
    if found is None:
        raise RecordError(f"the header Setting has {shortened(text)}, which should be a name and a choice: meeples 5")
    try:
        return _unquoted(found[1]), json_data(found[2])
    except RecordError as error:
        raise RecordError(f"the header Setting {shortened(found[1])}: {error}") from None


def _whole(text: str, header: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"-?\d{1,4000}", text, re.ASCII):
        raise RecordError(f"the header {header} has {shortened(text)}, which is no whole number")
    return int(text)
