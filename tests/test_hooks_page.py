"""docs/hooks.md says what the docstrings of the contract say."""

import runpy
from pathlib import Path

import pytest

from carcassonne.build import COMPILED
from carcassonne.expansion import HOOKS

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.skipif(COMPILED, reason="the sources that it is generated from are not there")
def test_the_reference_of_hooks_is_as_generated() -> None:
    page: str = runpy.run_path(str(DOCS / "generate_hooks.py"))["page"]()
    assert (DOCS / "hooks.md").read_text(encoding="utf-8") == page, "run: python docs/generate_hooks.py"


def test_it_has_every_hook_with_its_kind() -> None:
    page = (DOCS / "hooks.md").read_text(encoding="utf-8")
    for name, kind in HOOKS.items():
        assert f"**`{name}(" in page
        assert f"`** ({kind})" in page.split(f"**`{name}(")[1].splitlines()[0]
