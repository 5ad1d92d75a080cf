"""What docs/performance.md shows is true: it runs, and it prints what the page says."""

import re
import shlex
import sys

import pytest
from pages import DOCS, blocks_of, printed_by
from test_perft import STACKS

from carcassonne.cli import main

PAGE = (DOCS / "performance.md").read_text("utf-8")


def test_the_python_prints_what_is_shown() -> None:
    shown = [(printed, after.text) for printed, after in printed_by(blocks_of(PAGE), "performance") if after]
    assert shown
    assert all(printed == text for printed, text in shown)


def test_the_commands_print_what_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (console,) = (block.text for block in blocks_of(PAGE) if block.language == "console")
    calls = re.findall(r"^\$ (carcassonne .+)\n((?:(?!\$ ).*\n)*)", console, re.MULTILINE)
    assert calls
    for command, shown in calls:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        assert main() == 0
        assert capsys.readouterr().out == shown


def test_the_table_of_numbers_is_that_of_the_tests() -> None:
    rows = re.findall(r"^\| `([A-X]+)` \|(.+)\|$", PAGE, re.MULTILINE)
    assert {stack: [int(cell) for cell in cells.split("|")] for stack, cells in rows} == STACKS
