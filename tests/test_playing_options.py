"""The options of `play` and `referee`: who sits where, what is kept, and what goes on."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from carcassonne import Game
from carcassonne.cli import main
from carcassonne.record.files import read_game, save

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def carcassonne(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line within this process, in a folder of its own; what is typed is at its end at once."""
    monkeypatch.chdir(tmp_path)

    def end_of_input(prompt: str) -> str:
        print(prompt)
        raise EOFError

    monkeypatch.setattr("builtins.input", end_of_input)

    def run(*arguments: object) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["carcassonne", *map(str, arguments)])
        code = main()
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return run


def played_by(name: str = "game.json") -> list[str]:
    found: list[str] = json.loads(Path(name).read_text("utf-8"))["played_by"]
    return found


def test_the_seats_named_are_the_players(carcassonne: Run) -> None:
    told = carcassonne("play", "--seat", "Ann=human", "--seat", "Ben = random", "--record", "game.json")
    assert told.code == 0
    assert told.out.startswith("Ann, Ben play Carcassonne")
    assert "Ann, place" in told.out
    assert told.out.endswith("The game is kept in game.json.\n")
    assert played_by() == ["human", "random"]


def test_seats_that_are_not_named_are_an_agents(carcassonne: Run) -> None:
    carcassonne("play", "--players", "Ann,Ben,Cem", "--seat", "Cem=human", "--record", "game.json")
    assert played_by() == ["random", "random", "human"]
    assert len(read_game("game.json").actions) >= 4
    carcassonne("play", "--players", "2", "--seat", "Blue=human", "--record", "two.json")
    assert played_by("two.json") == ["random", "human"]


def test_without_people_agents_play_as_ever_and_the_game_is_kept(carcassonne: Run) -> None:
    told = carcassonne("play", "--seed", 7)
    assert carcassonne("play", "--seed", 7, "--record", "game.json").out == told.out
    assert read_game("game.json").over
    again = carcassonne("play", "--record", "game.json", "--quiet")
    assert told.out.endswith(again.out)


def test_a_game_that_is_kept_goes_on_with_the_same_people(carcassonne: Run) -> None:
    options = ("play", "--seat", "Ann=human", "--seat", "Ben=random", "--seed", "3", "--record", "game.json")
    first = carcassonne(*options).out
    told = carcassonne("play", "--record", "game.json").out
    assert "Ann, Ben go on in turn 1." in told
    assert first.splitlines()[-2] == told.splitlines()[-2]
    assert carcassonne(*options).out == told
    carcassonne("play", "--record", "game.json", "--seat", "Ben=human")
    assert played_by() == ["human", "human"]


def test_a_game_whose_record_does_not_tell_is_played_by_people(carcassonne: Run) -> None:
    save(Game(["Ann", "Ben"], seed=1), "game.json")
    assert "Ann, place" in carcassonne("play", "--record", "game.json").out
    assert played_by() == ["human", "human"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("play", "--seat", "Ann"), 2, "a seat reads NAME=WHO, as in Ann=human, not 'Ann'"),
        (("play", "--seat", "Ann=human", "--seat", "Ann=random"), 2, "two seats are named Ann"),
        (("play", "--seat", "Ann=human"), 2, "2 to 6 players can play, not 1"),
        (("play", "--seat", "Ann=human", "--seat", "Ben=clever"), 2, "there is no agent 'clever'; known:"),
        (("play", "--players", "Ann,Ben", "--seat", "Cem=human"), 2, "nobody is called Cem; there are Ann, Ben"),
        (("play", "--seat", "Ann=human", "--seat", "Ben=human", "--quiet"), 2, "are for games of agents alone"),
        (("play", "--record", "kept.json", "--seed", "2"), 2, "kept.json holds another game than --seed says"),
        (("play", "--record", "kept.json", "--players", "3"), 2, "kept.json holds another game than --players says"),
        (("play", "--record", "kept.json", "--expansion", "river"), 2, "holds another game than --expansion says"),
        (("play", "--record", "notes.txt"), 1, "notes.txt: this is no JSON"),
        (("referee", "--record", "kept.json"), 2, "goes on with: carcassonne play --record kept.json"),
        (("play", "--record", "table.json"), 2, "goes on with: carcassonne referee --record table.json"),
        (("play", "--record", "broken.json"), 1, "this is no JSON"),
        (("referee", "--record", "no/where.json", "--players", "1"), 2, "2 to 6 players can play, not 1"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(carcassonne: Run, arguments: object, code: int, message: str) -> None:
    save(Game(["Ann", "Ben"], seed=1), "kept.json")
    Path("notes.txt").write_text("[Rules base 1]")
    save(Game(["Ann", "Ben"], by_hand=True), "table.json")
    Path("broken.json").write_text("{", "utf-8")
    told = carcassonne(*arguments)  # type: ignore[misc]
    assert (told.code, told.out) == (code, "")
    assert message in told.err
    assert told.err.count("\n") == 1
    assert read_game("kept.json").actions == ()
