"""examples/fair as a stranger has it: installed into an environment of its own, played with ours, tested by itself."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMANDS = re.findall(r"^\$ (.+)$", (ROOT / "docs" / "expansions.md").read_text(encoding="utf-8"), re.MULTILINE)
"""What the tutorial tells a reader to type."""
PLAY_WITH_OURS = """
import random
from carcassonne import Game
from carcassonne.record import notation, position
from carcassonne.record.record import Record
from carcassonne.ruleset import installed

ours = set(installed())
assert {"fair", "peasant_revolts"} <= ours, ours
for expansions in (["fair"], *(["fair", other] for other in sorted(ours - {"fair"})), sorted(ours)):
    game, rng = Game(3, expansions=expansions, seed=4), random.Random(4)
    while not game.over:
        line = position.write(game)
        again = position.read(line)
        assert again.key() == game.key()
        assert list(again.legal_actions) == list(game.legal_actions)
        game.play(rng.choice(list(game.legal_actions)))
    record = Record.from_json(Record.of(game).to_json())
    assert record.replay().key() == game.key()
    assert notation.read(notation.write(record)) == record
    assert any("look" in points for points in game.breakdown())
print("played")
"""


class Environment:
    """A fresh virtual environment that sees this one's packages, and a copy of the package in a folder."""

    def __init__(self, home: Path) -> None:
        self.python = home / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.package = home / "fair"
        venv.create(home / "venv", with_pip=find_spec("pip") is None)
        shutil.copytree(ROOT / "examples" / "fair", self.package)
        (site,) = (home / "venv").rglob("site-packages")
        packages = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), str(ROOT)}
        (site / "around.pth").write_text(
            "".join(f"import site; site.addsitedir({path!r})\n" for path in sorted(packages)), encoding="utf-8"
        )

    def run(self, *words: str) -> str:
        """What a call of its Python prints, in the folder of the package; nothing is fetched."""
        offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_CACHE_DIR": "1"}
        environment = os.environ | offline | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [self.python, *words], capture_output=True, encoding="utf-8", check=False, cwd=self.package, env=environment
        )
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment with The Fair installed, as the first command of the tutorial installs it."""
    environment = Environment(tmp_path_factory.mktemp("stranger"))
    assert COMMANDS[0] == "python -m pip install ."
    environment.run(*COMMANDS[0].split()[1:])
    shutil.rmtree(environment.package / "carcassonne_fair")
    return environment


def test_the_environment_from_which_it_is_installed_does_not_know_it() -> None:
    done = subprocess.run([sys.executable, "-c", "import carcassonne_fair"], capture_output=True, check=False)
    assert done.returncode != 0


def test_it_plays_with_each_of_ours_and_with_all(fresh: Environment) -> None:
    assert fresh.run("-c", PLAY_WITH_OURS).endswith("played\n")


def test_its_tiles_are_listed_and_drawn_with_ours(fresh: Environment) -> None:
    assert "The Fair (fair): 6 tiles" in fresh.run("-m", "carcassonne", "tiles", "fair")
    assert ">The Fair: 6 tiles<" in fresh.run("-m", "carcassonne", "tiles", "--svg")


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_the_commands_of_the_tutorial_run_there(fresh: Environment, command: str) -> None:
    program, *words = command.split()
    assert program == "python"
    printed = fresh.run(*words)
    if "pytest" in words:
        assert re.search(r"^\d+ passed", printed, re.MULTILINE), printed
    else:
        assert "fair" in printed or "look" in printed, printed
