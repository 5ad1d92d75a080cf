"""docs/expansions.md builds examples/fair: its blocks are that package, and what it shows is what happens."""

import sys
from pathlib import Path

import pytest
from pages import ROOT, blocks_of, links_of, printed_by

PAGE = (ROOT / "docs" / "expansions.md").read_text(encoding="utf-8")
FAIR = ROOT / "examples" / "fair"
NOT_IN_THE_TUTORIAL = {"README.md", "tests/test_rules.py"}
BLOCKS = blocks_of(PAGE)
"""The comment before a block of the package names its file: `file pyproject.toml`."""


def assembled() -> dict[str, str]:
    """The files of the package: all blocks of each, one after the other."""
    files: dict[str, str] = {}
    for block in BLOCKS:
        if block.mark:
            file = block.mark.removeprefix("file ")
            files[file] = files.get(file, "") + block.text + "\n"
    return files


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("file", assembled())
def test_the_blocks_of_a_file_are_that_file(file: str) -> None:
    assert without_blank_lines(assembled()[file]) == without_blank_lines((FAIR / file).read_text(encoding="utf-8"))


def test_no_file_of_the_package_is_left_out() -> None:
    files = {str(path.relative_to(FAIR)) for kind in ("*.py", "*.toml", "*.md") for path in FAIR.rglob(kind)}
    assert files == {*assembled(), *NOT_IN_THE_TUTORIAL}


def test_what_it_shows_happens_with_the_package_as_assembled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file, text in assembled().items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for module in filter(fair, list(sys.modules)):
        monkeypatch.delitem(sys.modules, module)
    try:
        for printed, after in printed_by([block for block in BLOCKS if not block.mark], "expansions.md"):
            assert after is not None
            assert after.language == "text"
            assert printed == after.text
        assert Path(sys.modules["carcassonne_fair"].__file__ or "").is_relative_to(tmp_path)
    finally:
        for module in filter(fair, list(sys.modules)):
            del sys.modules[module]


def fair(module: str) -> bool:
    return module.partition(".")[0] == "carcassonne_fair"


def test_the_pages_it_names_are_there() -> None:
    for page in links_of(PAGE):
        assert (ROOT / "docs" / page).is_file()
