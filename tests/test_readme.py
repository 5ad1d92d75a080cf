"""What README.md shows is true: its Python and its commands run, and they print what it says they print."""

import os
import re
import shlex
import subprocess
import sys

import pytest
from golden import OURS
from pages import ROOT, blocks_of, printed_by

from carcassonne.expansions.peasant_revolts import RevoltSettings
from carcassonne.ruleset import load
from carcassonne.settings import CoreSettings

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = blocks_of(README)


def marked(mark: str) -> str:
    """The text of the one block under this comment."""
    (text,) = (block.text for block in BLOCKS if block.mark == mark)
    return text


def run(command: str) -> str:
    """What a `carcassonne` command prints."""
    program, *words = shlex.split(command)
    assert program == "carcassonne"
    call = [sys.executable, "-c", "from carcassonne.cli import main; main()", *words]
    environment = os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assert_shows(shown: str, printed: str) -> None:
    """Compare line by line; a line `...` in what the README shows stands for any lines."""
    pieces = [
        re.escape("\n".join(line.rstrip() for line in piece.splitlines()))
        for piece in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)
    ]
    tidy = "\n".join(line.rstrip() for line in printed.splitlines())
    assert re.fullmatch(".*".join(pieces), tidy, re.DOTALL), f"README shows:\n{shown}\nbut this is printed:\n{printed}"


def test_python_blocks_run_in_order_and_print_what_follows_them() -> None:
    for printed, after in printed_by(BLOCKS, "README.md"):
        if after is not None and after.language == "text" and not after.mark:
            assert_shows(after.text, printed)


@pytest.mark.parametrize("text", [block.text for block in BLOCKS if block.language == "console"])
def test_commands_print_what_is_shown_under_them(text: str) -> None:
    for command, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        printed = run(command)
        if shown.strip():
            assert_shows(shown, printed)


def test_the_turn_shown_is_an_excerpt_of_the_main_command() -> None:
    command = marked("main").split("&&")[-1].strip()
    program, words = command.split(maxsplit=1)
    assert program == ".venv/bin/carcassonne"
    printed = run(f"carcassonne {words}")
    assert marked("a turn of main").strip() in printed


def test_both_commands_do_all_their_own_setting_up() -> None:
    for mark in ("main", "tests"):
        assert marked(mark).startswith("python3 -m venv .venv")
        assert ".venv/bin/pip install" in marked(mark)


def test_the_table_of_expansions_names_each_that_is_shipped() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", README.split("## The expansions")[1].split("## ")[0], re.MULTILINE)
    assert rows == [(name, load(name).title) for name in OURS]


def test_the_tables_of_settings_name_every_setting() -> None:
    named = re.findall(r"^\| `(\w+)` \|", README.split("## Settings")[1].split("## ")[0], re.MULTILINE)
    assert named == [*CoreSettings.model_fields, *RevoltSettings.model_fields]
