"""Write docs/hooks.md, the reference of hooks, from the docstrings of the contract: `python docs/generate_hooks.py`."""

import inspect
import re
from pathlib import Path
from typing import Final

from carcassonne import expansion
from carcassonne.expansion import HOOKS, Expansion, Phase
from carcassonne.table import Preparation, Table

PAGE: Final = Path(__file__).with_name("hooks.md")
HEAD: Final = """\
# The hooks

Written by `docs/generate_hooks.py` from the docstrings in `carcassonne/expansion.py` and `carcassonne/table.py`: change
those, not this page. [turn.md](turn.md) shows when each hook runs, [expansions.md](expansions.md) how an expansion is
made of them.
"""
NOT_FOR_RULES: Final = "what remembers it"
"""The part of `Table` that only the game calls."""


def page() -> str:
    """The whole page."""
    return "\n".join(
        [
            HEAD,
            inspect.getdoc(expansion) or "",
            "",
            "## What an expansion says of itself",
            "",
            *fields_of(Expansion),
            *section_of(Expansion, "##"),
            "",
            "## Phases",
            "",
            inspect.getdoc(Phase) or "",
            *section_of(Phase, "###"),
            "",
            "## The stack before the first turn",
            "",
            inspect.getdoc(Preparation) or "",
            *section_of(Preparation, "###"),
            "",
            "## The table",
            "",
            inspect.getdoc(Table) or "",
            "",
            "### What it holds",
            "",
            *fields_of(Table),
            *section_of(Table, "###"),
            "",
        ]
    )


def fields_of(kind: type) -> list[str]:
    """What a class declares besides methods, with what its source says of it."""
    declared = re.findall(r'^    (\w+: .+)\n(?:    """(.+?)"""\n)?', inspect.getsource(kind), re.MULTILINE)
    return [f"- `{plain(field)}` {text}".rstrip() for field, text in declared]


def plain(field: str) -> str:
    """A declaration without the quotes round its kind and without `ClassVar`."""
    return re.sub(r": ClassVar\[(.+)\](?= =|$)", r": \1", re.sub(r': "([^"]+)"(?= =|$)', r": \1", field))


def section_of(kind: type, level: str) -> list[str]:
    """The methods of a class with their docstrings, in the order and under the comments of its source."""
    lines: list[str] = []
    source = inspect.getsource(kind).split(f"    # {NOT_FOR_RULES}")[0]
    for comment, name in re.findall(r"^    (?:# (.+)|def ([a-z]\w*)\()", source, re.MULTILINE):
        if comment:
            lines += ["", f"{level} {comment.capitalize()}"]
        else:
            method = getattr(kind, name)
            law = f" ({HOOKS[name]})" if kind is Expansion and name in HOOKS else ""
            lines += ["", f"**`{name}{signature(method)}`**{law}", "", inspect.getdoc(method) or ""]
    return lines


def signature(method: object) -> str:
    """The parameters and what comes back, without modules."""
    assert callable(method)
    text = inspect.getsource(method)
    declared = re.search(r"def \w+(\(.*?\)(?: -> [^:]+)?):\n", text, re.DOTALL)
    assert declared is not None
    return re.sub(r"\s+", " ", declared[1]).replace("self, ", "").replace("self", "").replace('"', "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
