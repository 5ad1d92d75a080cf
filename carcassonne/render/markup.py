"""Pieces of SVG: text that is safe to write, and drawings that are defined once and used often."""

import re
from xml.sax.saxutils import escape

from carcassonne.render.lines import number
from carcassonne.render.palette import Theme, prefix

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(words: str) -> str:
    """Words as XML text, also within double quotes; what XML cannot hold becomes a replacement character."""
    return escape(_NO_XML.sub("\ufffd", words), {'"': "&quot;", "@": "&#64;"})


class Drawings:
    """The drawings that a picture uses, each defined once under a name of its theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.head = prefix(theme)
        self.known: dict[str, str] = {}

    def cls(self, *names: str) -> str:
        """A class attribute."""
        return f'class="{" ".join(self.head + name for name in names)}"'

    def styled(self, markup: str) -> str:
        """Markup whose classes are written `@name`, with the names of this theme."""
        return markup.replace("@", self.head)

    def define(self, name: str, markup: str) -> str:
        """Define a drawing, classes written `@name`; the name to use it by."""
        if name not in self.known:
            self.known[name] = f'<g id="{self.head}{name}">{self.styled(markup)}</g>'
        return name

    def use(self, name: str, x: float = 0, y: float = 0, more: str = "") -> str:
        """The drawing of that name, moved."""
        place = f' x="{number(x)}" y="{number(y)}"' if x or y else ""
        return f'<use href="#{self.head}{name}"{place}{more}/>'

    def definitions(self) -> str:
        """All that was defined."""
        clip = f'<clipPath id="{self.head}clip"><path d="M0 0H100V100H0Z"/></clipPath>'
        return f"<defs>{clip}{''.join(self.known.values())}</defs>"


def words(drawings: Drawings, said: str, x: float, y: float, size: float, colour: str, more: str = "") -> str:
    """A line of words that begins at (x,y), in letters so many units high."""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f"<text {drawings.cls('text', colour)} {place}{more}>{text(said)}</text>"
