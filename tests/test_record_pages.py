"""What docs/records.md and docs/notation.md show is true: it runs, and it prints what they say."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS, ROOT, blocks_of, links_of, printed_by

from carcassonne.record import notation, position
from carcassonne.record.files import read_game
from carcassonne.record.record import Chosen, Drawn, Record, SetAside

PAGES = {name: (DOCS / name).read_text("utf-8") for name in ("records.md", "notation.md")}


def assert_shows(shown: str, printed: str) -> None:
    """Compare; `...` in what a page shows stands for anything."""
    pattern = ".*".join(map(re.escape, re.split(r"\.\.\.", shown.strip())))
    assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"the page shows:\n{shown}\nprinted is:\n{printed}"


@pytest.mark.parametrize("name", PAGES)
def test_python_and_commands_do_what_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "tests" / "records", tmp_path / "tests" / "records")
    blocks = blocks_of(PAGES[name])
    for printed, after in printed_by(blocks, name):
        if after is not None and after.language == "text":
            assert_shows(after.text, printed)
    for block in blocks:
        if block.language == "console":
            for command, shown in re.findall(r"^\$ carcassonne (.+)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
                call = [sys.executable, "-c", "from carcassonne.cli import main; raise SystemExit(main())"]
                environment = os.environ | {"PYTHONPATH": str(ROOT)}
                done = subprocess.run(
                    [*call, *command.split()], capture_output=True, encoding="utf-8", check=False, env=environment
                )
                assert done.returncode == 0, done.stderr
                assert_shows(shown, done.stdout)


def test_the_game_in_notation_is_one(tmp_path: Path) -> None:
    (block,) = (block for block in blocks_of(PAGES["notation.md"]) if block.language == "notation")
    file = tmp_path / "game.txt"
    file.write_text(block.text, "utf-8")
    game = read_game(file)
    assert (game.turn, game.players, game.scores) == (3, ("Ann", "Ben"), (-4, 0))
    assert game.decision == "protect"


def first_column(page: str, heading: str) -> list[str]:
    """What the first column of a table with this heading lists."""
    rows = page.split(f"| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return [name for row in rows for name in re.sub("[`]", "", row.split("|")[1]).strip().split(", ")]


def test_the_tables_list_every_field_step_and_header() -> None:
    assert first_column(PAGES["records.md"], "field") == list(Record.model_fields)
    steps = [name for kind in (Chosen, Drawn, SetAside) for name in kind.model_fields if name != "seat"]
    assert first_column(PAGES["records.md"], "step") == steps
    assert sorted(first_column(PAGES["notation.md"], "header")) == sorted((*notation.ONCE, *notation.OFTEN))
    assert first_column(PAGES["notation.md"], "field") == list(position.FIELDS)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    assert [link for link in links_of(PAGES[name]) if not (DOCS / link).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_symbol_of_a_grammar_is_defined(name: str) -> None:
    for block in blocks_of(PAGES[name]):
        if block.language == "ebnf":
            bare = re.sub(r'"[^"]*"|\?[^?]*\?', "", block.text)
            defined = re.findall(r"^(\w+) +=", bare, re.MULTILINE)
            assert len(set(defined)) == len(defined)
