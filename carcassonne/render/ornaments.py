"""What stands upright upon tiles, each drawn around (0,0): buildings, coats of arms, and the marks of expansions.

A mark that nobody here knows is a badge with its first letter, so that other people's expansions are seen as well.
"""

from typing import Final

from carcassonne.render.markup import Drawings, text

_BADGE: Final = (
    '<path class="@badge" d="M0 -14.5C5 -12 9.5 -11.5 12.5 -12V1C12.5 8 7 12.5 0 15.5'
    'C-7 12.5 -12.5 8 -12.5 1V-12C-9.5 -11.5 -5 -12 0 -14.5Z"/>'
)

_PARTS: Final = {
    "house": (
        '<g transform="scale(1.2)"><path class="@plaster" d="M-4.5 0H4.5V5H-4.5Z"/>'
        '<path class="@roof" d="M-6 .6L-3 -5H3L6 .6Z"/>'
        '<path class="@roofdark" d="M3 -5L6 .6H.6Z"/><path class="@dark" d="M-1 2H1V5H-1Z"/></g>'
    ),
    "village": (
        '<g transform="translate(-8 -4)"><path class="@plaster" d="M-5 0H5V6H-5Z"/>'
        '<path class="@roof" d="M-7 1L-3 -6H3L7 1Z"/>'
        '<path class="@roofdark" d="M3 -6L7 1H1Z"/></g>'
        '<g transform="translate(8 -1)"><path class="@plaster" d="M-4 0H4V5H-4Z"/>'
        '<path class="@roof" d="M-6 1L-3 -5H3L6 1Z"/>'
        '<path class="@roofdark" d="M3 -5L6 1H1Z"/></g>'
        '<g transform="translate(-1 6)"><path class="@plaster" d="M-5 0H5V6H-5Z"/>'
        '<path class="@roof" d="M-7 1L-3 -6H3L7 1Z"/>'
        '<path class="@roofdark" d="M3 -6L7 1H1Z"/><path class="@dark" d="M-1 2H1V6H-1Z"/></g>'
    ),
    "gate": (
        '<path class="@stone" d="M-7 6V-6H-3.5V-3H-1.5V-6H1.5V-3H3.5V-6H7V6Z"/>'
        '<path class="@dark" d="M-3 6V2A3 3 0 0 1 3 2V6Z"/>'
    ),
    "monastery": (
        '<path class="@stone" d="M-16 14V-1H8V14Z"/><path class="@slate" d="M-18.5 0L-13 -9H5L10.5 0Z"/>'
        '<path class="@stone" d="M5 14V-9H16V14Z"/><path class="@slate" d="M3.5 -8L10.5 -20L17.5 -8Z"/>'
        '<path class="@line" d="M10.5 -20V-26M8 -23.5H13"/><path class="@dark" d="M8.5 14V9A2 2 0 0 1 12.5 9V14Z'
        'M-12 4H-9V9H-12ZM-5.5 4H-2.5V9H-5.5ZM1 4H4V9H1ZM9 -4H12V1H9Z"/>'
    ),
    "garden": (
        '<path class="@leaf" d="M-12 -8H12V9H-12Z"/><path class="@line" d="M-12 -8H12V9H-12ZM0 -8V9M-12 .5H12"/>'
        '<g class="@bloom"><circle cx="-6" cy="-4" r="2.2"/><circle cx="6" cy="-4" r="2.2"/>'
        '<circle cx="-6" cy="5" r="2.2"/><circle cx="6" cy="5" r="2.2"/></g>'
        '<circle class="@gold" cx="0" cy=".5" r="3"/>'
    ),
    "coat": (
        '<path class="@shield" d="M-7.5 -8H7.5V0C7.5 5 4 7.5 0 10C-4 7.5 -7.5 5 -7.5 0Z"/>'
        '<path class="@gold" d="M-1.3 -5.5H1.3V-2H4.8V.6H1.3V5.5H-1.3V.6H-4.8V-2H-1.3Z" style="stroke:none"/>'
    ),
}
"""What every tile may show."""
_MARKS: Final = {
    "cathedral": (
        '<path class="@stone" d="M-18 15V-14H-8V15Z"/><path class="@stone" d="M8 15V-14H18V15Z"/>'
        '<path class="@stone" d="M-9 15V-4L0 -13L9 -4V15Z"/><path class="@slate" d="M-19.5 -13L-13 -26L-6.5 -13Z'
        'M6.5 -13L13 -26L19.5 -13Z"/><path class="@dark" d="M-4 15V8A4 4 0 0 1 4 8V15Z"/>'
        '<circle class="@gold" cx="0" cy="-2" r="4"/>'
        '<path class="@dark" d="M-14.5 -8H-11.5V0H-14.5ZM11.5 -8H14.5V0H11.5Z"/>'
    ),
    "inn": (
        '<path class="@shore" d="M-14 5A10 5.5 0 0 1 6 5A10 5.5 0 0 1 -14 5Z"/>'
        '<path class="@water" d="M-13 5A9 4.5 0 0 1 5 5A9 4.5 0 0 1 -13 5Z"/>'
        '<path class="@plaster" d="M-5 -2H9V8H-5Z"/>'
        '<path class="@roof" d="M-8 -1L-4 -10H8L12 -1Z"/><path class="@roofdark" d="M-8 -1L-4 -10L0 -1Z"/>'
        '<path class="@dark" d="M3 2H6V8H3ZM-2 1H1V4H-2Z"/>'
    ),
    "goods wine": (
        '<circle class="@disc" r="9"/><path class="@wine" d="M-4.5 -6H4.5C5 -1 3 1 .8 1.6V4.4H3.5V6.2H-3.5V4.4'
        'H-.8V1.6C-3 1 -5 -1 -4.5 -6Z"/>'
    ),
    "goods grain": (
        '<circle class="@disc" r="9"/><path class="@grain" d="M-1 7V-2L-4.5 -4.5L-4.2 -1L-1 1.5L-4.5 -.5L-4.2 3L-1 5Z'
        'M1 7V-2L4.5 -4.5L4.2 -1L1 1.5L4.5 -.5L4.2 3L1 5ZM-2 -3L0 -7.5L2 -3L0 -.5Z"/>'
    ),
    "goods cloth": (
        '<circle class="@disc" r="9"/><path class="@cloth" d="M-6 -4H3A3 3 0 0 1 3 2H-3V5.5H-6Z"/>'
        '<circle class="@disc" cx="3" cy="-1" r="1.2" style="stroke-width:.6"/>'
    ),
    "revolt city": (
        '<g transform="scale(1.25)">'
        + _BADGE
        + '<path class="@sign" d="M-8.5 8V-7H-5.5V-4.5H-3.5V-7H-.8V-4.5H.8V-7H3.5V-4.5H5.5V-7H8.5V8H3V4'
        'A3 3 0 0 0 -3 4V8Z"/></g>'
    ),
    "revolt road": (
        '<g transform="scale(1.25)">'
        + _BADGE
        + '<path class="@sign" d="M-8.5 9C-8 2 -3.5 2 -1 -1C1 -3.5 -.5 -6 1 -8.5H5.5C4 -5 6.5 -2 4 2'
        'C2 5 -1 5 -1.5 9Z"/></g>'
    ),
    "revolt monastery": (
        '<g transform="scale(1.25)">' + _BADGE + '<path class="@sign" d="M-7 9V0L0 -5L7 0V9H2V5H-2V9Z"/>'
        '<path class="@signline" d="M0 -4V-11M-3.2 -8.3H3.2" style="stroke-width:2.2"/></g>'
    ),
}
"""Marks, by their name and, where that makes another drawing, their text."""


def ornament(drawings: Drawings, name: str, mark: str | None = None) -> str:
    """Define what is drawn for a part of a tile, or for a mark with its text; the name to use it by."""
    if mark is None and name in _PARTS:
        return drawings.define(name, _PARTS[name])
    known = next((key for key in (f"{name} {mark}", name) if mark is not None and key in _MARKS), None)
    if known is not None:
        return drawings.define(f"mark-{known.replace(' ', '-')}", _MARKS[known])
    letter = next((sign for sign in name if sign.isalnum()), "?").upper()
    told = name if mark in (None, "", "yes") else f"{name}: {mark}"
    return drawings.define(f"badge-{ascii_name(told)}", f"<title>{text(told)}</title>{badge(letter)}")


def badge(letter: str) -> str:
    """A small round badge with a letter."""
    return (
        '<circle class="@letterbadge" r="8.5"/>'
        f'<text class="@letter @text" y="4.2" font-size="12">{text(letter)}</text>'
    )


def ascii_name(words: str) -> str:
    """Words as a part of an id: letters, digits and `-` stay, all else is written as its number."""
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign == "-") else f"_{ord(sign):x}" for sign in words)
