"""Where the command line writes: plain when piped, in colours on a terminal."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

SEAT_STYLES: Final = ("red", "blue", "green", "yellow", "bright_black", "magenta")
"""How each seat's name is shown."""


class Output(Console):
    """A console whose broken pipe is the caller's to handle."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output() -> Output:
    """Standard output."""
    return Output(highlight=False)


def errors() -> Output:
    """Standard error."""
    return Output(stderr=True, highlight=False)


def seat_style(seat: int) -> str:
    """The style of a seat's name."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


def named(text: str, names: Sequence[str]) -> Text:
    """A sentence with its players in their colours and its points in bold."""
    styled = Text(text)
    for seat, name in enumerate(names):
        styled.highlight_words([name], f"bold {seat_style(seat)}")
    styled.highlight_regex(r"\+\d+ points?", "bold green")
    styled.highlight_regex(r"-\d+ points?", "bold red")
    return styled


def say(out: Console, text: Text, indent: int = 0) -> None:
    """Print a sentence, wrapped under itself on a terminal and on one line elsewhere."""
    if not out.is_terminal:
        out.print(Text(" " * indent).append_text(text), soft_wrap=True)
        return
    for place, line in enumerate(text.wrap(out, max(out.width - indent - 2, 20))):
        out.print(Text(" " * (indent if place == 0 else indent + 2)).append_text(line))


def titled_table(title: str, first: str) -> Table:
    """A table in the house style, with its title and the heading of its first column."""
    table = Table(title=Text(title, "bold"), title_justify="left", box=box.ROUNDED)
    table.add_column(first)
    return table
