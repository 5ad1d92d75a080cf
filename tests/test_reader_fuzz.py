"""Whatever stands in a file: it is read as a game, or refused by one clear error, in bounded time and memory."""

import json
import re
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from carcassonne import CarcassonneError, Game, RecordError
from carcassonne.record import notation, position
from carcassonne.record.files import LARGEST, game_from_text, read_game
from carcassonne.record.record import Record

RECORDS = Path(__file__).parent / "records"
SECONDS = 2.0
"""Of the processor; no file of a few kilobytes may take longer."""
LONGEST = 2000
"""No error may be longer, whatever it quotes."""
FEW, MANY = 150, 10_000
NUMBERS = ("0", "-1", "7", "99999", "1000000000", "9" * 40, "9" * 5000, "1e999", "NaN", "0.5", "true", "null")
PIECES = (
    "{",
    "}",
    "[",
    "]",
    '"',
    ";",
    ":",
    ",",
    "@",
    "!",
    "*",
    "?",
    "=>",
    "-",
    "/",
    "\\",
    "#",
    " ",
    "\n",
    "\x00",
    "\u2028",
)
TOKEN = re.compile(r"[\w.]+|\s+|[^\w\s]")


def valid() -> dict[str, list[str]]:
    """Sound texts of every form."""
    texts = {path.name: path.read_text("utf-8") for path in sorted(RECORDS.iterdir())}
    games = [Record.from_json(texts[f"version_2_{name}.json"]).replay() for name in ("by_hand", "finished")]
    for _ in range(40):
        games[1].undo()
    middle = Record.of(games[1])
    return {
        "record": [text for name, text in texts.items() if name.endswith(".json")] + [middle.to_json()],
        "notation": [text for name, text in texts.items() if name.endswith(".txt")] + [notation.write(middle)],
        "position": [position.write(game, public) for game in games for public in (False, True)],
    }


VALID = valid()
READ: dict[str, Callable[[str], Game]] = {
    "record": lambda text: Record.from_json(text).replay(),
    "notation": lambda text: notation.read(text).replay(),
    "position": position.read,
}


def mutated(text: str, rng: Random) -> str:
    """A text with a few changes: tokens swapped, dropped, doubled, replaced by others or by numbers, or cut short."""
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 10))):
        place, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        change = rng.randrange(8)
        if change == 0:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif change == 1:
            tokens[place] = ""
        elif change == 2:
            tokens[place] *= 2
        elif change == 3:
            tokens[place] = tokens[other]
        elif change == 4:
            tokens[place] = rng.choice(NUMBERS)
        elif change == 5:
            tokens[place] = rng.choice(PIECES)
        elif change == 6 and rng.random() < 0.2:
            del tokens[max(place, 1) :]
        else:
            digits = [number for number, token in enumerate(tokens) if token.isdecimal()] or [place]
            tokens[rng.choice(digits)] = rng.choice((str(rng.randrange(12)), rng.choice(NUMBERS)))
    return "".join(tokens)


def noise(rng: Random) -> str:
    """Any bytes, with the beginning of a form now and then."""
    text = rng.randbytes(rng.randrange(200)).decode(rng.choice(("utf-8", "latin-1")), errors="replace")
    return (
        rng.choice(("", "{", "[Rules base 1]\n", "base@1 ", '{"format": "carcassonne record", "version": 2, ')) + text
    )


def read_and_play(read: Callable[[str], Game], text: str, rng: Random) -> bool:
    """Whether a text is read; then it is played on, which no fault in it may break."""
    began = time.process_time()
    try:
        game = read(text)
        for _ in range(6):
            if game.over:
                break
            game.play(rng.choice(list(game.legal_actions)))
        fault = None
    except CarcassonneError as error:
        fault = str(error)
    assert time.process_time() - began < SECONDS, text[:2000]
    assert fault is None or 0 < len(fault) < LONGEST
    return fault is None


COUNTED = [FEW, pytest.param(MANY, marks=pytest.mark.long)]


@pytest.mark.parametrize("times", COUNTED)
@pytest.mark.parametrize("form", READ)
def test_a_damaged_file_is_read_or_refused(form: str, times: int) -> None:
    rng = Random(f"{form} {times}")
    read = [read_and_play(READ[form], mutated(rng.choice(VALID[form]), rng), rng) for _ in range(times)]
    assert any(read)
    assert not all(read)


@pytest.mark.parametrize("times", COUNTED)
@pytest.mark.parametrize("form", READ)
def test_noise_is_refused(form: str, times: int) -> None:
    rng = Random(f"noise {form} {times}")
    assert not any(read_and_play(READ[form], noise(rng), rng) for _ in range(times))


@pytest.mark.parametrize("times", COUNTED)
def test_bytes_in_a_file_are_refused(times: int, tmp_path: Path) -> None:
    rng, file = Random(times), tmp_path / "game"
    for _ in range(times):
        file.write_bytes(rng.choice((b"", b"{", b"[", b"base@1 ")) + rng.randbytes(rng.randrange(300)))
        with pytest.raises(RecordError, match=re.escape(str(file))):
            read_game(file)


def changed(**changes: object) -> str:
    return json.dumps(json.loads(VALID["record"][2]) | changes)


HOSTILE = {
    "deep nesting": "[" * 200_000,
    "deep nesting in a record": changed(settings=0).replace(' "settings": 0', ' "settings": ' + '{"a":' * 50_000),
    "deep but closed": changed(settings=0).replace('"settings": 0', '"settings": ' + "[" * 900 + "]" * 900),
    "a number of many digits": changed(seed=0).replace('"seed": 0', '"seed": ' + "9" * 100_000),
    "a thousand million sets": changed(settings={"sets": 10**9}),
    "a thousand million meeples": changed(settings={"meeples": 10**9}),
    "as many sets as there may be": changed(settings={"sets": 20, "meeples": 50}),
    "a hundred thousand players": changed(players=[str(number) for number in range(100_000)]),
    "a name of a million letters": changed(players=["A" * 10**6, "B"]),
    "an expansion of a million letters": changed(rules={"base": "1", "a" * 10**6: "1"}),
    "a hundred thousand expansions": changed(rules={"base": "1"} | {f"x{number}": "1" for number in range(100_000)}),
    "a hundred thousand turns": changed(turns=[{"turn": number, "steps": []} for number in range(1, 100_001)]),
    "a hundred thousand tiles": changed(rest={"stack": ["U"] * 100_000, "left_out": []}, free_tiles=True),
    "as many free tiles as there may be": changed(rest={"stack": ["U"] * 1900, "left_out": []}, free_tiles=True),
    "a header that does not end": "[" + "A" * 10**6,
    "a line of quotation marks": "[Rules base 1]\n1. " + '"' * 10**5,
    "a line of steps": "[Rules base 1]\n[Player A]\n1. A:" + ";" * 10**6,
    "a line of names": "[Rules base 1]\n[Player A]\n1. " + "a " * 10**6 + ":",
    "a line of scores": "[Rules base 1]\n[Player A]\n1. A: pass => " + "1 " * 10**6 + "x",
    "a line of arrows": "[Rules base 1]\n[Player A]\n1. A: pass " + "=> 1 " * 10**5 + "x",
    "a line of spaces": "[Rules" + " " * 10**6 + "x",
    "a header of spaces": "[Rules" + " " * 10**6 + "]",
    "a position of spaces": "base@1" + " " * 10**6,
    "a position of many rules": "base@1" + "+x@1" * 10**5 + " - " * 12,
    "a position of many tiles": VALID["position"][0].replace(" - ", " U*1999,U*1999,U*1999 ", 1),
    "a position far away": VALID["position"][0].replace("W@1,0", "W@9999,9999"),
    "a position with huge numbers": VALID["position"][0].replace("-2,0 ", "9" * 10**5 + ",0 "),
    "a position with a huge state": VALID["position"][0].replace(
        '"sent_home":[]', '"sent_home":[[0,"meeple",99999999999]]'
    ),
    "a position with a state of no seat": VALID["position"][0].replace(
        '"sent_home":[]', '"sent_home":[[99,"meeple",1]]'
    ),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_take_bounded_time_and_memory(text: str) -> None:
    tracemalloc.start()
    began = time.process_time()
    try:
        fault = ""
        game_from_text(text)
    except CarcassonneError as error:
        fault = str(error)
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert len(fault) < LONGEST
    assert time.process_time() - began < 30
    assert most < 300 * 2**20


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with open(file, "wb") as large:
        large.truncate(50 * LARGEST)
    with pytest.raises(RecordError, match=r"game.json: the file is too large"):
        read_game(file)
