"""Games in files: one function reads any form, none is ever half written, and commands turn one into another."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from carcassonne import Game, RecordError
from carcassonne.agents import RandomAgent
from carcassonne.cli import main
from carcassonne.record import files, notation, position
from carcassonne.record.files import read_game, save, write_text
from carcassonne.record.record import Record
from carcassonne.record.turns import at_turn

HERE = Path(__file__).parent
RECORDS = HERE / "records"
SAVES_ON = """
import sys
from carcassonne import Game
from carcassonne.agents import RandomAgent
from carcassonne.record.files import save

game, agent = Game(3, seed=8, expansions=("peasant_revolts",)), RandomAgent("saves")
while not game.over:
    game.play(agent.choose(game))
    save(game, sys.argv[1])
    print(len(game.actions), flush=True)
"""

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def carcassonne(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line within this process; its exit code, standard output and standard error."""

    def run(*arguments: object) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["carcassonne", *map(str, arguments)])
        code = main()
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return run


def middle() -> Game:
    game = Record.from_json((RECORDS / "version_2_finished.json").read_text("utf-8")).replay()
    return at_turn(game, 40)


# ---- Reading ----


def test_a_game_is_read_whatever_its_form_and_the_name_of_its_file(tmp_path: Path) -> None:
    game, file = middle(), tmp_path / "game"
    record = Record.of(game)
    for text in (
        record.to_json(),
        notation.write(record),
        "\n# By Ann\n" + notation.write(record),
        position.write(game),
    ):
        file.write_text(text, "utf-8")
        assert read_game(file).key() == game.key()
        file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        assert read_game(file).key() == game.key()


def test_a_game_of_jcloisterzone_is_read() -> None:
    assert read_game(HERE / "jcloisterzone" / "base.jcz").players == ("Ada", "Ben")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "this is no game: a record begins with"),
        (b"GIF89a", "this is no game: a record begins with"),
        (b"\xff\xfe", r"is no text in UTF-8 \(byte 0\)"),
        (b'{"format": "x"}', "this JSON is neither a record"),
        (b'{"format": "carcassonne record", "version": 2', "this is no JSON: it ends too early"),
        (b"[Rules base 1]", r"the header \[Player ...\] is missing"),
        (b"base@1 x", "a position is one line of 13 fields"),
    ],
)
def test_a_file_that_is_no_game_is_one_clear_error(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(RecordError, match=rf"^{file}: {says}"):
        read_game(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        with pytest.raises(RecordError, match=rf"^{path}: cannot be read: "):
            read_game(path)


# ---- Turns ----


def test_every_turn_of_a_game_is_found_as_it_began() -> None:
    game = Record.from_json((RECORDS / "version_2_finished.json").read_text("utf-8")).replay()
    again = Game(game.players, expansions=game.ruleset.expansions, seed=game.seed, stack=game.stack)
    seen = {again.turn: again.key()}
    for action in game.actions:
        again.play(action)
        if not again.over:
            seen.setdefault(again.turn, again.key())
    assert {turn: at_turn(game, turn).key() for turn in range(1, game.turn + 1)} == seen
    for turn in (0, game.turn + 1):
        with pytest.raises(RecordError, match=f"there is no turn {turn}: the game has come to turn {game.turn}"):
            at_turn(game, turn)


def test_a_turn_before_a_position_is_not_known() -> None:
    with pytest.raises(RecordError, match="nothing that is known was decided in turn 3"):
        at_turn(position.read(position.write(middle())), 3)


# ---- Writing ----


def test_what_is_written_takes_the_place_of_what_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_text(file, "old")
    file.chmod(0o640)
    write_text(file, "new\n")
    assert file.read_bytes() == b"new\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "game.json"
    write_text(file, "old")
    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (files.Path, "replace")), fail)
    with pytest.raises(RecordError, match=r"game.json: cannot be written: No space left on device"):
        write_text(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_for_reading_only_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_text(file, "old")
    file.chmod(0o444)
    with pytest.raises(RecordError, match=r"game.json: cannot be written: the file is there and is for reading only"):
        write_text(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_is_written_into_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "new")
        assert os.read(reader, 9) == b"new"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        save(Game(seed=1), tmp_path / "no" / "game.json")


def test_a_game_saved_after_each_decision_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    for number in range(3):
        file = tmp_path / f"{number}.json"
        with subprocess.Popen([sys.executable, "-c", SAVES_ON, file], stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            said = [int(program.stdout.readline()) for _ in range(7 + number)]
            time.sleep(0.003 * number)
            program.send_signal(signal.SIGKILL)
            said += [int(line) for line in program.stdout.read().split()]
        game = read_game(file)
        assert len(game.actions) in (said[-1], said[-1] + 1)
        save(game, file)


def test_saving_takes_a_moment(tmp_path: Path) -> None:
    game = Record.from_json((RECORDS / "version_2_finished.json").read_text("utf-8")).replay()
    save(game, tmp_path / "game.json")
    began = time.process_time()
    for _ in range(5):
        save(game, tmp_path / "game.json")
    assert (time.process_time() - began) / 5 < 0.25


# ---- Commands ----


def test_the_schema_describes_the_records(carcassonne: Run) -> None:
    done = carcassonne("schema")
    assert done.code == 0
    assert json.loads(done.out) == Record.model_json_schema()
    assert set(json.loads(done.out)["required"]) <= json.loads((RECORDS / "version_2_by_hand.json").read_text()).keys()


def test_a_game_goes_from_form_to_form_and_back(carcassonne: Run, tmp_path: Path) -> None:
    record, text = tmp_path / "game.json", tmp_path / "game.txt"
    assert carcassonne("convert", RECORDS / "version_1_finished.json", text).code == 0
    assert text.read_text() == (RECORDS / "version_2_finished.txt").read_text()
    assert carcassonne("convert", text, record).code == 0
    assert record.read_text() == (RECORDS / "version_2_finished.json").read_text()
    assert carcassonne("convert", text).out == record.read_text()
    assert carcassonne("convert", record, "-", "--to", "notation").out == text.read_text()
    assert carcassonne("convert", record, "--to", "position").out == carcassonne("position", text).out


def test_a_form_that_is_not_known_is_misuse(carcassonne: Run, tmp_path: Path) -> None:
    for options, says in ((("x.pdf",), "'x.pdf' does not tell what to write"), (("--to", "x"), "there is no form 'x'")):
        done = carcassonne("convert", RECORDS / "version_2_finished.json", *options)
        assert (done.code, done.out) == (2, "")
        assert says in done.err


def test_the_suffix_tells_the_form_in_capitals_too(carcassonne: Run, tmp_path: Path) -> None:
    assert carcassonne("convert", RECORDS / "version_2_finished.txt", tmp_path / "GAME.JSON").code == 0
    assert (tmp_path / "GAME.JSON").read_text().startswith("{")


def test_what_a_file_holds_cannot_reach_the_terminal_as_control_characters(carcassonne: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = (RECORDS / "version_2_finished.json").read_text("utf-8")
    for damaged in (
        record.replace('"place ', '"place \\u001b[2J\\u2028', 1),
        record.replace('"two_tile_city"', '"two\\u001b[2J"'),
        record.replace('"scores"', '"\\u001b]0;x\\u0007"', 1),
    ):
        assert damaged != record
        file.write_text(damaged, "utf-8")
        done = carcassonne("show", file)
        assert done.code == 1
        assert done.err.removesuffix("\n").isprintable()


def test_a_damaged_game_is_told_in_one_line(carcassonne: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text((RECORDS / "version_2_finished.json").read_text()[:999])
    for command in ("convert", "position"):
        done = carcassonne(command, file)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"carcassonne: {file}: this is no JSON")
        assert done.err.count("\n") == 1


def test_the_position_of_any_turn_is_printed(carcassonne: Run) -> None:
    file = RECORDS / "version_2_finished.json"
    assert carcassonne("position", file, "--turn", 40).out == position.write(middle()) + "\n"
    assert carcassonne("position", file, "--turn", 40, "--public").out == position.write(middle(), public=True) + "\n"
    done = carcassonne("position", file, "--turn", 999)
    assert (done.code, "there is no turn 999" in done.err) == (1, True)


def test_agents_go_on_from_a_position() -> None:
    game, agent = position.read(position.write(middle())), RandomAgent("on")
    while not game.over:
        game.play(agent.choose(game))
    assert game.winners
