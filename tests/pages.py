"""Pages of the documentation: their fenced blocks, and what the Python in them prints."""

import contextlib
import io
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


class Block(NamedTuple):
    """A fenced block: the comment on the line before it, its language, its text."""

    mark: str
    language: str
    text: str


def blocks_of(page: str) -> list[Block]:
    """The fenced blocks of a page's text, in order."""
    found = re.findall(r"(?:<!-- (.+?) -->\n)?```(\w+)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [Block(*parts) for parts in found]


def printed_by(blocks: list[Block], name: str) -> Iterator[tuple[str, Block | None]]:
    """Run the Python blocks one after the other in one namespace: what each prints, and the block that follows it."""
    namespace: dict[str, Any] = {"__name__": name}
    for block, after in pairwise([*blocks, None]):
        if block is not None and block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, name, "exec"), namespace)
            yield printed.getvalue(), after


def rows_of(page: str, heading: str) -> list[str]:
    """What the first column of the first table under a heading names in backticks."""
    section = re.split(r"^#+ ", page.split(f"# {heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def links_of(page: str) -> list[str]:
    """The pages that a page links to, as it writes them."""
    return re.findall(r"\]\(((?!http)[^)#]+)", page)
