"""Programs in a terminal of their own: what is typed into them, and what is to be read on the screen (by tmux)."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

PATIENCE = 60.0
"""Seconds until something that should be on the screen is missed."""
PROMPT = re.compile(r"^\S.*, (?:which tile was drawn\?|\w+.*\(1-\d+\):)|^The game is over \(.*\):", re.MULTILINE)
"""What the program asks with: its last line, once it waits."""
ENDED = re.compile(r"^ended with ([0-9]+)\s*$", re.MULTILINE)
RUN = 'trap : INT; "$@"; code=$?; echo; echo "ended with $code"'
"""What the shell runs: tmux itself does not always learn with which code a program ended."""
CONFIG = """\
set -g history-limit 20000
set -g remain-on-exit on
set -g status off
"""


class Terminal:
    """A terminal with one program at a time in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = ""
        self.config = folder / "tmux.conf"
        self.config.write_text(CONFIG, "utf-8")
        self.running = False

    def tmux(self, *arguments: str) -> str:
        """Ask tmux, whose server is this program's own: one that ends may still hold its socket for a moment."""
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        for name in ("TMUX", "COLUMNS", "LINES"):
            environment.pop(name, None)
        command = ["tmux", "-u", "-L", self.socket, "-f", str(self.config), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE)
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout

    def start(
        self, *arguments: str, size: tuple[int, int] = (80, 40), environment: Mapping[str, str] | None = None
    ) -> str:
        """Start `carcassonne` with arguments in the folder, and read what it says until it asks."""
        self.close()
        self.socket = f"carcassonne-{uuid4().hex[:12]}"
        given = {"LC_ALL": "C.UTF-8", **(environment or {})}
        setting = [f"{name}={text}" for name, text in given.items()]
        command = ["sh", "-c", RUN, "sh", "env", *setting, sys.executable, "-m", "carcassonne", *arguments]
        columns, rows = map(str, size)
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", str(self.folder), "--", *command)
        self.running = True
        return self.until_it_asks(0)

    def screen(self, *, styles: bool = False) -> str:
        """What is to be seen now."""
        return self.tmux("capture-pane", "-p", *(["-e"] if styles else []))

    def history(self) -> str:
        """All that was ever on the screen, broken lines joined."""
        return self.tmux("capture-pane", "-p", "-J", "-S", "-").rstrip()

    def told(self, name: str) -> str:
        """What tmux says: `pane_pid`, `socket_path`."""
        return self.tmux("display-message", "-p", f"#{{{name}}}").strip()

    def answer(self, text: str) -> str:
        """Type a line, and read what is said until the program asks again, or ends."""
        asked = len(PROMPT.findall(self.history()))
        self.press(text)
        return self.until_it_asks(asked)

    def press(self, text: str, key: str = "Enter") -> None:
        """Type some text and a key."""
        if text:
            self.tmux("send-keys", "-l", "--", text)
        self.tmux("send-keys", key)

    def until_it_asks(self, asked: int) -> str:
        """What was said since the program asked for so many times, once it asks again or has ended."""

        def says() -> str | None:
            history = self.history()
            prompts = list(PROMPT.finditer(history))
            start = prompts[asked - 1].end() if asked else 0
            if len(prompts) > asked and history.endswith(prompts[-1].group().rstrip()):
                return history[start:]
            return history[start:] if ENDED.search(history) else None

        return self.until(says, "the program neither asks nor ends")

    def until_ended(self) -> int:
        """The exit code of the program, once it has ended."""
        found: re.Match[str] = self.until(lambda: ENDED.search(self.history()), "the program does not end")
        return int(found.group(1))

    def until(self, look: Callable[[], Any], missed: str) -> Any:
        """What a look finds, as soon as it finds something."""
        deadline = time.monotonic() + PATIENCE
        while (found := look()) is None:
            assert time.monotonic() < deadline, f"{missed}:\n{self.history()}"
            time.sleep(0.05)
        return found

    def kill(self) -> None:
        """End the program as a loss of power would."""
        shell = self.told("pane_pid")
        (program,) = Path(f"/proc/{shell}/task/{shell}/children").read_text("ascii").split()
        os.kill(int(program), signal.SIGKILL)
        assert self.until_ended() == 128 + signal.SIGKILL

    def close(self) -> None:
        """End the terminal, whatever runs in it."""
        if self.running:
            socket = Path(self.told("socket_path"))
            self.tmux("kill-server")
            socket.unlink(missing_ok=True)
            self.running = False


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal whose programs run in the test's own folder."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux on this machine: apt-get install tmux")
    opened = Terminal(tmp_path)
    yield opened
    opened.close()
