"""What docs/playing.md shows is true: what is typed there is typed, and what is printed there is printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS, ROOT, blocks_of

from carcassonne.agents import RandomAgent
from carcassonne.cli.keeping import Keeping
from carcassonne.cli.referee import Refereeing
from carcassonne.cli.sitting import Sitting
from carcassonne.game import Game

PAGE = (DOCS / "playing.md").read_text("utf-8")
PROMPT = re.compile(r"^(\S[^\n]*, (?:which tile was drawn\?|\w+[^\n]* \(1-\d+\):)) ([^\n]*)$", re.MULTILINE)


def shown_in(session: str) -> tuple[str, str, str]:
    """The command of a session, what is typed into it, and what it prints."""
    command, _, rest = session.partition("\n")
    typed = [found for _, found in PROMPT.findall(rest)]
    return command.removeprefix("$ carcassonne "), "".join(f"{line}\n" for line in typed), PROMPT.sub(r"\1", rest)


def assert_shows(shown: str, printed: str) -> None:
    """Compare line by line; a line `...` in what is shown stands for any lines."""
    pieces = [re.escape(piece) for piece in re.split(r"^\.\.\.$", shown.strip(), flags=re.MULTILINE)]
    tidy = "\n".join(line.rstrip() for line in printed.strip().splitlines())
    assert re.fullmatch(".*".join(pieces), tidy, re.DOTALL), f"the page shows:\n{shown}\nprinted is:\n{printed}"


def test_its_sessions_and_commands_go_as_shown(tmp_path: Path) -> None:
    sessions = [block for block in blocks_of(PAGE) if block.language in ("session", "console")]
    assert len(sessions) == 4
    for block in sessions:
        command, typed, shown = shown_in(block.text)
        done = subprocess.run(
            [sys.executable, "-m", "carcassonne", *command.split()],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            check=False,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert_shows(shown, done.stdout)


@pytest.mark.parametrize("kind", [Sitting, Refereeing])
def test_it_names_every_command(kind: type[Sitting]) -> None:
    sitting = kind(Game(2), None, Keeping(None, []), [RandomAgent("")])  # type: ignore[arg-type]
    for command in sitting.offered():
        assert f"`{command.form}`" in PAGE
