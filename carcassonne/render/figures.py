"""Pieces, drawn around (0,0) in the colour of their seat: a shape for each kind, standing or lying, and their marks."""

from collections.abc import Sequence
from typing import Final

from carcassonne.actions import MEEPLE
from carcassonne.render.markup import Drawings, text
from carcassonne.render.ornaments import ascii_name, badge
from carcassonne.render.palette import SEATS
from carcassonne.table import Standing
from carcassonne.tiles import FIELD

PROTECTED: Final = "protected"
"""The mark of a piece that lies in a golden ring, with a shield."""
SIZE: Final = 1.25
"""How large pieces are drawn on tiles."""

_MEEPLE: Final = (
    "M0 -13C3.4 -13 5.4 -10.7 5.4 -8C5.4 -6.5 5 -5.4 4.3 -4.3C8 -3.2 13 -1 13 1.7C13 3.7 10.9 4.1 8.1 3.7"
    "L6.1 3.4C7.2 6.2 9.3 9 10.4 11C11.2 12.5 10.6 13 9.3 13H2.8C1.7 13 1.5 12.4 0 9.3"
    "C-1.5 12.4 -1.7 13 -2.8 13H-9.3C-10.6 13 -11.2 12.5 -10.4 11C-9.3 9 -7.2 6.2 -6.1 3.4L-8.1 3.7"
    "C-10.9 4.1 -13 3.7 -13 1.7C-13 -1 -8 -3.2 -4.3 -4.3C-5 -5.4 -5.4 -6.5 -5.4 -8C-5.4 -10.7 -3.4 -13 0 -13Z"
)
_PAWN: Final = "M0 -13A5.5 5.5 0 0 1 3.8 -3.5L9 13H-9L-3.8 -3.5A5.5 5.5 0 0 1 0 -13Z"
_SHAPES: Final = {
    MEEPLE: (_MEEPLE, 1.0),
    "large_meeple": (_MEEPLE, 1.42),
    "abbot": (
        "M0 -16L4.5 -10.5L3.8 -4.6C8.5 -3.5 10.5 1 11.5 13H-11.5C-10.5 1 -8.5 -3.5 -3.8 -4.6L-4.5 -10.5Z",
        1.0,
    ),
    "builder": (
        "M-6.5 -8.5H-8V-10.5H-5C-4.5 -13.5 -2.5 -15 0 -15C2.5 -15 4.5 -13.5 5 -10.5H8V-8.5H5C4.8 -6.5 4 -5 3 -4"
        "L9.5 -2.5L12 8L8.5 9L6.5 3L6 13H-6L-6.5 3L-8.5 9L-12 8L-9.5 -2.5L-3 -4C-4 -5 -4.8 -6.5 -5 -8.5Z",
        1.0,
    ),
    "pig": (
        "M-13 -1C-13 -6 -8 -8 -3 -8H3L5.5 -11L7.5 -8.5C10 -7.5 11 -6 11.5 -4L14 -3V1L11 2.5C10 4.5 9 5.5 7.5 6"
        "V10H3.5V6.5"
        "H-4.5V10H-8.5V6C-11 5 -12 3 -12.2 1L-15 -1L-14.5 -2.5Z",
        1.05,
    ),
}
"""The outline of each kind of piece and how large it is drawn; any other kind is a pawn with its first letter."""


def seat_class(seat: int) -> str:
    """The class of a seat's colour."""
    return f"@s{seat % len(SEATS)}"


def figure(drawings: Drawings, seat: int, piece: str, *, lying: bool = False, marks: Sequence[str] = ()) -> str:
    """Define a piece of a seat with its marks; the name to use it by."""
    outline, scale = _SHAPES.get(piece, (_PAWN, 1.0))
    turn = "rotate(-90)" if lying else ""
    larger = f"scale({scale})" if scale != 1 else ""
    transform = f' transform="{" ".join(filter(None, (turn, larger)))}"' if turn or larger else ""
    body = f'<g{transform}><path class="@halo" d="{outline}"/><path class="{seat_class(seat)}" d="{outline}"/></g>'
    letter = (
        "" if piece in _SHAPES else f'<g transform="translate(0 5) scale(.6)">{badge(piece[:1].upper() or "?")}</g>'
    )
    guarded = PROTECTED in marks
    ring = f'<circle class="@guarddark" r="{_r(scale)}"/><circle class="@guard" r="{_r(scale)}"/>' if guarded else ""
    shield = (
        '<path class="@shielddark" d="M4 3H17V11C17 16.5 13.5 18.5 10.50 20.5C7.50 18.50 4 16.50 4 11Z"/>'
        '<path class="@gold" d="M10.50 6.5V16.5M6.50 10H14.5" />'
        if guarded
        else ""
    )
    others = [mark for mark in marks if mark != PROTECTED]
    badges = "".join(
        f'<g transform="translate({11 - 8 * place} -11) scale(.7)">{badge(mark[:1].upper())}</g>'
        for place, mark in enumerate(others)
    )
    told = text(", ".join([piece.replace("_", " "), *marks]))
    name = "-".join(
        [f"piece-{seat % len(SEATS)}", ascii_name(piece), *(["lying"] if lying else []), *map(ascii_name, marks)]
    )
    return drawings.define(
        name, f'<title>{told}</title><g transform="scale({SIZE})">{ring}{body}{letter}{shield}{badges}</g>'
    )


def _r(scale: float) -> str:
    return f"{17 * (1 + (scale - 1) * 0.8):.1f}"


def standing(drawings: Drawings, piece: Standing) -> str:
    """Define a piece as it is on the board: farmers lie, and so does who is protected."""
    return figure(
        drawings,
        piece.seat,
        piece.piece,
        lying=piece.kind == FIELD or PROTECTED in piece.marks,
        marks=piece.marks,
    )
