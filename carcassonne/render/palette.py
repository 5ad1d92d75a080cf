"""Colours: of the two themes, and of the seats, which people with any kind of colour vision can tell apart."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from carcassonne.errors import CarcassonneError

Theme = Literal["auto", "light", "dark"]
"""`auto` is light or dark as the reader's system is."""

SEATS: Final = ("#d04a10", "#1f5fb4", "#12a36f", "#f0e442", "#2b2b2b", "#f2a7d3")
"""Red, blue, green, yellow, black, pink: near the palette of Okabe and Ito, and farther apart for every eye."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    paper: str
    ink: str
    faint: str
    """Of what is said in passing."""
    card: str
    """Behind a seat's row."""
    card_line: str
    field: str
    tile_line: str
    """Between tiles."""
    city: str
    wall: str
    wall_light: str
    """The battlements upon a wall."""
    roof: str
    roof_dark: str
    plaster: str
    road: str
    road_line: str
    river: str
    river_line: str
    stone: str
    slate: str
    leaf: str
    bloom: str
    legal: str
    last: str


LIGHT: Final = Palette(
    paper="#f6efdf",
    ink="#2e2418",
    faint="#7b6b55",
    card="#fffaf0",
    card_line="#d8c7a5",
    field="#a9c46c",
    tile_line="#6f7f45",
    city="#dcb67a",
    wall="#6a4a2c",
    wall_light="#e9d3a8",
    roof="#b4492f",
    roof_dark="#86301f",
    plaster="#f6e8cb",
    road="#fbf6e6",
    road_line="#7a6a50",
    river="#6cb2d8",
    river_line="#3f7fa6",
    stone="#efe9dd",
    slate="#5c6f8c",
    leaf="#5f8f3a",
    bloom="#d9527a",
    legal="#b8860b",
    last="#ffffff",
)
DARK: Final = Palette(
    paper="#1f1c19",
    ink="#efe6d6",
    faint="#a89a86",
    card="#2b2723",
    card_line="#4a4239",
    field="#6d8a49",
    tile_line="#3f4f2b",
    city="#a98552",
    wall="#3a2817",
    wall_light="#c9ad7c",
    roof="#96402c",
    roof_dark="#5f2317",
    plaster="#d8c8a8",
    road="#ddd3bb",
    road_line="#4c4232",
    river="#4a8db3",
    river_line="#2b5d7d",
    stone="#d6cfc2",
    slate="#4b5c77",
    leaf="#466b2c",
    bloom="#c2476b",
    legal="#ffd166",
    last="#ffffff",
)

_RULES: Final = {
    "paper": "fill:{paper}",
    "ink": "fill:{ink}",
    "faint": "fill:{faint}",
    "card": "fill:{card};stroke:{card_line}",
    "turn": "fill:{card};stroke:{legal};stroke-width:3",
    "field": "fill:{field}",
    "grass": "fill:none;stroke:{leaf};stroke-width:1.2;stroke-linecap:round;opacity:.55",
    "edge": "fill:none;stroke:{tile_line};stroke-width:1;opacity:.55",
    "city": "fill:{city}",
    "wall": "fill:none;stroke:{wall};stroke-width:6;stroke-linecap:round;stroke-linejoin:round",
    "crenel": "fill:none;stroke:{wall_light};stroke-width:2.6;stroke-dasharray:4 3",
    "roof": "fill:{roof}",
    "roofdark": "fill:{roof_dark}",
    "plaster": "fill:{plaster}",
    "dark": "fill:{wall}",
    "line": "fill:none;stroke:{wall};stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round",
    "road": "fill:none;stroke:{road};stroke-width:7.4;stroke-linecap:round;stroke-linejoin:round",
    "verge": "fill:none;stroke:{road_line};stroke-width:11;stroke-linecap:round;stroke-linejoin:round",
    "rail": "fill:none;stroke:{wall};stroke-width:15;stroke-linecap:butt",
    "river": "fill:none;stroke:{river};stroke-width:14;stroke-linecap:butt;stroke-linejoin:round",
    "bank": "fill:none;stroke:{river_line};stroke-width:17;stroke-linecap:butt;stroke-linejoin:round",
    "water": "fill:{river}",
    "shore": "fill:{river_line}",
    "ripple": "fill:none;stroke:{stone};stroke-width:1.2;opacity:.6;stroke-linecap:round",
    "strange": "fill:none;stroke:{slate};stroke-width:9;stroke-linecap:butt",
    "stone": "fill:{stone};stroke:{wall};stroke-width:1.4;stroke-linejoin:round",
    "slate": "fill:{slate};stroke:{wall};stroke-width:1.4;stroke-linejoin:round",
    "leaf": "fill:{leaf}",
    "bloom": "fill:{bloom}",
    "legal": "fill:{legal};fill-opacity:.16;stroke:{legal};stroke-width:3;stroke-dasharray:8 5",
    "choice": "fill:none;stroke:{legal};stroke-width:3;stroke-dasharray:5 3",
    "choicehalo": "fill:none;stroke:{ink};stroke-width:5;opacity:.35",
    "last": "fill:none;stroke:{last};stroke-width:4",
    "lastdark": "fill:none;stroke:{ink};stroke-width:7;opacity:.75",
    "tick": "fill:{legal}",
}
"""What each class of drawing looks like. Those not named here are the same in all themes."""
_SAME: Final = {
    "badge": "fill:#c1121f;stroke:#fff;stroke-width:2",
    "flame": "fill:#ffd166",
    "sign": "fill:#fff;stroke:#fff;stroke-width:.6;stroke-linejoin:round",
    "signline": "fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round",
    "signdark": "fill:#c1121f",
    "letterbadge": "fill:#5b3a86;stroke:#fff;stroke-width:1.6",
    "letter": "fill:#fff;font-weight:bold;text-anchor:middle",
    "shield": "fill:#2a5caa;stroke:#fff;stroke-width:1.4",
    "gold": "fill:#f2c230;stroke:#4a3410;stroke-width:1",
    "guard": "fill:#fff3c4;fill-opacity:.8;stroke:#f2c230;stroke-width:3",
    "guarddark": "fill:none;stroke:#3a2a08;stroke-width:5.4",
    "shielddark": "fill:#f2c230;stroke:#3a2a08;stroke-width:1.6;stroke-linejoin:round",
    "cross": "fill:none;stroke:#3a2a08;stroke-width:2.2",
    "wine": "fill:#7b1e4b",
    "cloth": "fill:#2a7f8f",
    "grain": "fill:#d9a514",
    "disc": "fill:#fff8e7;stroke:#4a3410;stroke-width:1.4",
    "halo": "fill:#fff;stroke:#fff;stroke-width:4.4;stroke-linejoin:round",
    "gone": "opacity:.45",
    **{
        f"s{seat}": f"fill:{colour};stroke:#14100c;stroke-width:1.5;stroke-linejoin:round"
        for seat, colour in enumerate(SEATS)
    },
}


def prefix(theme: Theme) -> str:
    """What the names of classes begin with, so that pictures of several themes may stand on one page."""
    return f"c{check(theme)[0]}-"


def check(theme: str) -> str:
    """The theme itself. Raises CarcassonneError where there is none of that name."""
    if theme not in get_args(Theme):
        raise CarcassonneError(f"there is no theme '{theme}'; known: {', '.join(get_args(Theme))}")
    return theme


def style(theme: Theme) -> str:
    """The style sheet of a theme."""
    head = prefix(theme)
    same = "".join(f".{head}{name}{{{rule}}}" for name, rule in _SAME.items())
    text = f".{head}text{{font-family:Georgia,'DejaVu Serif',serif}}"
    first = _sheet(head, DARK if theme == "dark" else LIGHT)
    dark = f"@media (prefers-color-scheme:dark){{{_sheet(head, DARK)}}}" if theme == "auto" else ""
    return text + same + first + dark


def _sheet(head: str, palette: Palette) -> str:
    colours = {name: getattr(palette, name) for name in Palette.__slots__}
    return "".join(f".{head}{name}{{{rule.format(**colours)}}}" for name, rule in _RULES.items())


def variables(theme: Theme) -> str:
    """The colours of a theme as CSS variables, for a page round a picture."""
    check(theme)
    first = _root(DARK if theme == "dark" else LIGHT)
    return first + (f"@media (prefers-color-scheme:dark){{{_root(DARK)}}}" if theme == "auto" else "")


def _root(palette: Palette) -> str:
    named = ("paper", "ink", "faint", "card", "card_line", "legal")
    colours = "".join(f"--{name.replace('_', '-')}:{getattr(palette, name)};" for name in named)
    scheme = "dark" if palette is DARK else "light"
    return f":root{{color-scheme:{scheme};{colours}}}"
