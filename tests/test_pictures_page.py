"""What docs/pictures.md shows is true: it runs, and what it names is there. And the command that draws."""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from pages import DOCS, blocks_of, printed_by

from carcassonne import Game
from carcassonne.cli import main
from carcassonne.record.files import save
from carcassonne.render.png import REMEDY
from carcassonne.render.replay import page
from carcassonne.render.svg import sheet
from carcassonne.tile_files import shipped

PAGE = (DOCS / "pictures.md").read_text("utf-8")


@pytest.fixture
def carcassonne(monkeypatch, capsys, tmp_path):
    """Runs the command line in a folder with a game; its exit code, standard output and standard error."""
    game = Game(["Ann", "Ben"], expansions=["peasant_revolts"], seed=7)
    while game.turn < 20:
        game.play(game.legal_actions[len(game.actions) % len(game.legal_actions)])
    monkeypatch.chdir(tmp_path)
    save(game, "game.json")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["carcassonne", *map(str, arguments)])
        code = main()
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return run


def test_the_commands_do_what_they_say(carcassonne):
    (block,) = (block for block in blocks_of(PAGE) if block.language == "console")
    Path("game.json").unlink()
    for command in re.findall(r"^\$ carcassonne (.+)$", block.text, re.MULTILINE):
        told = carcassonne(*command.split())
        assert (told.code, told.err) == (0, "")
        assert bool(told.out) == command.startswith("play ")
    for name in ("game", "turn12", "revolts"):
        ElementTree.parse(f"{name}.svg")
    for name in ("game", "tiles"):
        assert Path(f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert Path("game.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "turn 12" in Path("turn12.svg").read_text("utf-8")
    assert Path("revolts.svg").read_text("utf-8") == sheet([shipped("peasant_revolts")])


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [printed for printed, _ in printed_by(blocks_of(PAGE), "docs/pictures.md")] == [""]
    for name in ("game", "board", "tile", "sheet"):
        ElementTree.parse(f"{name}.svg")


def test_its_picture_is_there_and_its_keys_are_those_of_the_page() -> None:
    (picture,) = re.findall(r"!\[.*?\]\((.+?)\)", PAGE)
    assert (DOCS / picture).exists()
    text = page(Game(seed=1))
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", '" "', "n:", "p:"):
        assert key in text


class TestShow:
    def test_svg_goes_to_standard_output_where_asked(self, carcassonne):
        ElementTree.fromstring(carcassonne("show", "game.json", "-o", "-").out)
        ElementTree.fromstring(carcassonne("tiles", "river", "--svg").out)

    def test_the_page_goes_as_far_as_the_turn(self, carcassonne):
        carcassonne("show", "game.json", "-o", "all.html")
        carcassonne("show", "game.json", "-o", "half.html", "--turn", 10)
        steps = [
            json.loads(re.findall(r'application/json">(.*?)</script>', Path(name).read_text("utf-8"), re.DOTALL)[0])[
                "steps"
            ]
            for name in ("half.html", "all.html")
        ]
        told = [[said for _, said, _, _ in part] for part in steps]
        assert told[0] == told[1][: len(told[0])]
        assert [turn for _, _, _, turn in steps[0]][-1] == 10
        assert [turn for _, _, _, turn in steps[1]][-1] == 20

    @pytest.mark.parametrize(
        ("arguments", "code", "message"),
        [
            (("show", "game.json", "-o", "game.gif"), 2, "'game.gif' does not tell what to draw; it can end in .svg"),
            (("show", "game.json", "-o", "game.svg", "--theme", "sepia"), 2, "there is no theme 'sepia'; known: auto"),
            (("show", "game.json", "-o", "game.svg", "--width", "300"), 2, "--width is for PNG"),
            (("show", "game.json", "-o", "game.svg", "--turn", "99"), 1, "there is no turn 99"),
            (("show", "nothing.json", "-o", "game.svg"), 1, "nothing.json: cannot be read: No such file or directory"),
            (("show", "game.json", "-o", "nowhere/game.svg"), 1, "nowhere/game.svg: cannot be written: No such file"),
            (("show", "game.json", "--width", "300"), 2, "--width is for PNG"),
            (("tiles", "--svg", "-o", "tiles.html"), 2, "'tiles.html' does not tell what to draw"),
            (("tiles", "-o", "tiles.svg"), 2, "a sheet is drawn into a file with --svg"),
        ],
    )
    def test_what_cannot_be_drawn_is_told_in_one_line(self, carcassonne, arguments, code, message):
        told = carcassonne(*arguments)
        assert (told.code, told.out) == (code, "")
        assert message in told.err
        assert told.err.count("\n") == 1

    def test_png_without_its_package_says_what_to_install(self, carcassonne, monkeypatch):
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        told = carcassonne("show", "game.json", "-o", "game.png")
        assert (told.code, told.err) == (1, f"carcassonne: {REMEDY}\n")
        assert not Path("game.png").exists()
