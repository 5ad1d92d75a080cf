"""What docs/performance.md shows is true: it runs, and it prints what the page says."""

import re
import shlex
import sys
from types import ModuleType

import guard
import hunt
import pytest
import run
from pages import DOCS, blocks_of, printed_by
from test_perft import STACKS

from carcassonne.cli import main
from carcassonne.expansions.inns_and_cathedrals import rules as inns

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


@pytest.mark.parametrize("program", [run, guard])
def test_the_benchmarks_can_be_called_as_shown(program: ModuleType) -> None:
    usage = program.command_line().format_usage().removeprefix("usage: ").replace("[-h] ", "")
    assert f"```text\npython benchmarks/{usage}```" in PAGE
    assert f"\n    python benchmarks/{usage}" in str(program.__doc__)


def test_the_table_of_numbers_is_that_of_the_tests() -> None:
    rows = re.findall(r"^\| `([A-X]+)` \|(.+)\|$", PAGE, re.MULTILINE)
    assert {stack: [int(cell) for cell in cells.split("|")] for stack, cells in rows} == STACKS


def test_a_disagreement_is_told_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = (block.text for block in blocks_of(PAGE) if block.text.startswith("game "))
    monkeypatch.setattr(inns, "INN_BONUS", 2)
    pattern = ".*".join(map(re.escape, shown.strip().split("...")))
    assert re.fullmatch(pattern, str(hunt.hunt_one(61)), re.DOTALL)


def test_the_hunt_can_be_called_as_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "python tests/hunt.py --games 100000 --jobs 2\n" in PAGE
    monkeypatch.setattr(sys, "argv", ["hunt.py", "--games", "1", "--jobs", "2", "--first", "20"])
    assert hunt.main() == 0
    assert capsys.readouterr().out.startswith("1 games with 1 rulesets")
