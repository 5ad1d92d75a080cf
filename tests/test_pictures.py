"""Pictures are valid, stable and readable: of any game under any rules, in any theme, for any eye."""

import os
import re
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path
from random import Random
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from carcassonne import CarcassonneError, Deploy, Game, Place
from carcassonne.board import Board
from carcassonne.expansion import Expansion
from carcassonne.orientations import FeatureKind
from carcassonne.pieces import PieceKind
from carcassonne.render import svg
from carcassonne.render.figures import figure
from carcassonne.render.markup import Drawings
from carcassonne.render.palette import SEATS, Theme
from carcassonne.render.png import REMEDY, png
from carcassonne.testing.playing import tightest
from carcassonne.testing.strategies import games, tile_sets
from carcassonne.tile_files import read_tile_file, shipped, shipped_names
from carcassonne.tiles import Segment, Tile

FOLDER = Path(__file__).parent / "pictures"
ALL = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")
THEMES = get_args(Theme)
NAMESPACE = "{http://www.w3.org/2000/svg}"


def played(actions: int, players: int = 2, expansions: tuple[str, ...] = ("peasant_revolts",), seed: int = 7) -> Game:
    """A game in which after so many actions something of everything stands on the board."""
    game = Game(players, expansions=expansions, seed=seed)
    random = Random(seed)
    for _ in range(actions):
        game.play(random.choice(tightest(game, list(game.legal_actions))))
    return game


def parsed(picture: str) -> ElementTree.Element:
    """The picture as XML, checked: every class has a rule, every drawing used is defined, nothing is fetched."""
    root = ElementTree.fromstring(picture)
    style = "".join(element.text or "" for element in root.iter(f"{NAMESPACE}style"))
    classes = {name for element in root.iter() for name in element.get("class", "").split()}
    assert {name for name in classes if f".{name}{{" not in style} == set()
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(defined) == len(set(defined))
    used = {element.get("href", "")[1:] for element in root.iter(f"{NAMESPACE}use")}
    assert used <= set(defined)
    assert re.findall(r"url\((?!#)|https?://(?!www\.w3\.org/2000/svg)|<script|<image|@import", picture) == []
    return root


def words(root: ElementTree.Element) -> str:
    """All text that the picture shows."""
    return " ".join("".join(element.itertext()) for element in root.iter(f"{NAMESPACE}text"))


GOLDENS = {
    **{f"tiles-{name}": lambda name=name: svg.sheet([shipped(name)], "light") for name in shipped_names()},
    "game": lambda: svg.game(played(91, 3, seed=29)),
    "game-of-all": lambda: svg.game(played(150, 6, ALL, 3), "dark"),
}


@pytest.mark.parametrize("name", GOLDENS)
def test_a_picture_is_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    file, picture = FOLDER / f"{name}.svg", GOLDENS[name]()
    parsed(picture)
    lines = picture.replace("><", ">\n<")
    if request.config.getoption("--regenerate-golden"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(lines, "utf-8")
    assert file.exists(), f"there is no picture '{name}': draw it with --regenerate-golden"
    assert lines.splitlines() == file.read_text("utf-8").splitlines()


def test_no_picture_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GOLDENS)


@given(game=games(most=90))
@settings(max_examples=30)
def test_any_game_under_any_rules_can_be_drawn(game: Game) -> None:
    for theme in THEMES:
        root = parsed(svg.game(game, theme))
        shown = words(root)
        for seat, name in enumerate(game.players):
            assert name in shown
            assert str(game.scores[seat]) in shown.split()
    assert svg.game(game) == svg.game(game.copy())


@given(tile_set=tile_sets())
@settings(max_examples=20)
def test_any_tiles_can_be_drawn(tile_set: object) -> None:
    parsed(svg.of(tile_set))


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_same_game_is_the_same_picture_under_any_hash_seed(hash_seed: str) -> None:
    code = "from test_pictures import *; print(svg.game(played(150, 6, ALL, 3)))"
    run = {
        seed: subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", hash_seed)
    }
    assert run["0"] == run[hash_seed] != b""


def test_a_full_board_is_drawn_in_less_than_50_milliseconds() -> None:
    game = finished()
    assert len(game.board.cells) > 75
    svg.game(game)
    times = []
    for _ in range(7):
        began = time.perf_counter()
        svg.game(game)
        times.append(time.perf_counter() - began)
    assert min(times) < 0.05


def finished(seed: int = 7) -> Game:
    game = Game(expansions=["peasant_revolts"], seed=seed)
    while not game.over:
        game.play(game.legal_actions[-1])
    return game


class TestWhatIsShown:
    def test_the_seat_that_decides_its_decision_and_its_tile(self):
        game = Game(["Ann", "Ben"], stack=["E", "V", "B"], seed=1)
        shown = words(parsed(svg.game(game)))
        assert "Ann is to place" in shown
        assert "2 tiles left E" in shown

    def test_where_the_tile_may_lie_and_where_a_meeple_may_stand(self):
        game = Game(stack=["E", "V", "B"], seed=1)
        cells = {(action.x, action.y) for action in game.legal_actions}
        assert svg.game(game).count('href="#ca-cell"') == len(cells)
        game.play(Place(0, -1, 2))
        assert svg.game(game).count('href="#ca-ring"') == len(list(game.legal_actions)) - 1
        assert "ca-ring" not in svg.game(game, choices=False)
        assert "ca-cell" not in svg.game(game, choices=False)

    def test_the_tile_placed_last(self):
        game = Game(stack=["E", "V", "B"], seed=1)
        assert 'href="#ca-last"' not in svg.game(game)
        game.play(Place(0, -1, 2))
        assert 'href="#ca-last"' in svg.game(game)

    def test_the_end(self):
        game = finished()
        shown = words(parsed(svg.game(game)))
        assert "The game is over" in shown
        assert "won" in shown

    def test_the_description_tells_the_position(self):
        game = Game(["Ann", "Ben"], stack=["E", "V", "B"], seed=1)
        game.play(Place(0, -1, 2))
        game.play(Deploy("field:NL"))
        root = parsed(svg.game(game))
        title, description = root.find(f"{NAMESPACE}title"), root.find(f"{NAMESPACE}desc")
        assert title is not None
        assert description is not None
        assert title.text == "Carcassonne: Ann, Ben, turn 2"
        assert "Ann's farmer in the northwest field at (0,-1)." in str(description.text)
        assert "Ben has 0 points and 7 meeples at hand." in str(description.text)
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"

    def test_standing_lying_and_protected_pieces_differ(self):
        drawings = Drawings("light")
        kinds = [
            figure(drawings, 0, "meeple"),
            figure(drawings, 0, "meeple", lying=True),
            figure(drawings, 0, "meeple", lying=True, marks=("protected",)),
        ]
        assert len({drawings.known[name].partition(">")[2] for name in kinds}) == 3

    def test_every_kind_of_piece_has_a_shape_and_an_unknown_one_shows_its_letter(self):
        drawings = Drawings("light")
        names = [kind.name for kind in Game(expansions=ALL).ruleset.piece_kinds] + ["dragon", "fairy"]
        drawn = {name: drawings.known[figure(drawings, 1, name)] for name in names}
        assert len({re.sub(r'id="[^"]*"|<title>.*?</title>', "", markup) for markup in drawn.values()}) == len(names)
        assert ">D</text>" in drawn["dragon"]
        assert ">D</text>" not in drawn["meeple"]


class Shrine(Expansion):
    """A third party's: marks, features, edges and pieces that nobody here has heard of."""

    id = "shrines"
    title = "Shrines"

    def feature_kinds(self):
        return (
            FeatureKind("shrine", "ring", None, lambda table, root, completed: ()),
            FeatureKind("canal", "edges", "K", lambda table, root, completed: ()),
        )

    def pieces(self, ordinary):
        return (PieceKind("hermit", 1, frozenset({"shrine"})),)

    def tiles(self):
        canal = Segment("canal", (1, 3), marks={"locks & <weirs>": 'a "b" @c'})
        fields = (Segment("field", half_edges=(0, 1, 2, 7)), Segment("field", half_edges=(3, 4, 5, 6)))
        end = Segment("canal", (0,))
        around = Segment("field", half_edges=tuple(range(8)))
        return (
            Tile("SH1", "FKFK", (canal, *fields, Segment("shrine")), 3, marks={"omen": "raven"}),
            Tile("SH2", "KFFF", (end, around), 1),
        )

    def piece_marks(self, table, piece):
        return ("blessed",)


class TestOtherPeoplesExpansions:
    def test_unknown_marks_and_features_are_badges_with_their_letter_and_name(self):
        for tile in Shrine().tiles():
            parsed(svg.of(tile))
        root = parsed(svg.of(Shrine().tiles()[0]))
        assert sorted(words(root).split()) == ["L", "O", "S"]
        titles = {element.text for element in root.iter(f"{NAMESPACE}title")}
        assert {"omen: raven", "shrine", 'locks & <weirs>: a "b" @c'} <= titles

    def test_unknown_pieces_stand_and_show_their_marks(self):
        game = Game(expansions=[Shrine()], stack=["SH1", "U", "U"], seed=2)
        game.play(game.legal_actions[0])
        game.play(Deploy("shrine", "hermit"))
        titles = {element.text for element in parsed(svg.game(game)).iter(f"{NAMESPACE}title")}
        assert "hermit, blessed" in titles

    def test_the_example_that_comes_with_the_documentation(self):
        fair = read_tile_file(Path(__file__).parent.parent / "examples/fair/carcassonne_fair/fair.toml")
        titles = {element.text for element in parsed(svg.sheet([fair])).iter(f"{NAMESPACE}title")}
        assert {"fair", "gate: N", "gate: E"} <= titles


@pytest.mark.parametrize("name", ["Maximiliana von und zu " * 500, "雪" * 40])
def test_a_long_name_ends_early_in_letters_that_can_be_read(name: str) -> None:
    game = Game([name, "Ben"], seed=1)
    shown = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*…[^<]*)<', svg.game(game))
    assert [said.rpartition("…")[2] for _, said in shown] == [" is to place", ""]
    for size, said in shown:
        assert float(size) >= 12.9
        assert name.startswith(said.partition("…")[0])


@pytest.mark.parametrize("name", ["<b>&\"'", "\x00\ud800\x1b[31m", "Maximiliana " * 20, "@s0", "雪 🐑", "]]>"])
def test_names_of_any_kind_leave_the_picture_whole(name: str) -> None:
    game = Game([name, "Ben"], seed=1)
    shown = words(parsed(svg.game(game)))
    for sign in name:
        assert sign in shown or not sign.isprintable()


def test_what_is_no_theme_or_nothing_that_is_drawn_is_an_error() -> None:
    with pytest.raises(CarcassonneError, match="there is no theme 'sepia'; known: auto, light, dark"):
        svg.game(Game(seed=1), "sepia")  # type: ignore[arg-type]
    with pytest.raises(CarcassonneError, match="int is nothing that is drawn"):
        svg.of(7)


class TestThemes:
    def test_light_and_dark_differ_and_auto_holds_both(self):
        game = Game(seed=1)
        light, dark, auto = (svg.game(game, theme) for theme in ("light", "dark", "auto"))
        paper = {theme: re.findall(r"-paper\{fill:(#\w+)\}", svg.game(game, theme)) for theme in THEMES}
        assert paper["auto"] == [*paper["light"], *paper["dark"]]
        assert paper["light"] != paper["dark"]
        assert "prefers-color-scheme:dark" in auto
        assert "prefers-color-scheme" not in light + dark

    def test_pictures_of_two_themes_may_stand_on_one_page(self):
        names = [set(re.findall(r"\.([\w-]+)\{", svg.game(Game(seed=1), theme))) for theme in THEMES]
        assert all(one.isdisjoint(other) for one, other in combinations(names, 2))


def linear(colour: str) -> list[float]:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(rgb: list[float]) -> list[float]:
    red, green, blue = rgb
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


VISION = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""


@pytest.mark.parametrize("vision", VISION)
def test_every_eye_tells_the_seats_apart(vision: str) -> None:
    seen = []
    for colour in SEATS:
        channels = linear(colour)
        seen.append(
            lab([min(max(sum(m * c for m, c in zip(row, channels, strict=True)), 0), 1) for row in VISION[vision]])
        )
    closest = min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 for one, other in combinations(seen, 2)
    )
    assert closest > 20


class TestNotebooks:
    def test_games_boards_and_tiles_show_themselves(self):
        game = played(20)
        assert game._repr_svg_() == svg.game(game)
        assert game.board._repr_svg_() == svg.board(game.board)
        tile = shipped("base").tiles[0]
        assert tile._repr_svg_() == svg.tile(tile)
        assert isinstance(game.board, Board)
        for picture in (game._repr_svg_(), game.board._repr_svg_(), tile._repr_svg_()):
            parsed(picture)

    def test_nothing_is_loaded_that_draws_before_a_picture_is_asked_for(self):
        code = "import sys, carcassonne; carcassonne.Game(seed=1); print([m for m in sys.modules if 'render' in m])"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
        assert run.stdout == "[]\n"


class TestPng:
    def test_a_picture_becomes_pixels_as_many_as_asked_for(self):
        pixels = png(svg.game(played(20), "light"), 320)
        assert pixels.startswith(b"\x89PNG\r\n\x1a\n")
        assert int.from_bytes(pixels[16:20]) == 320

    def test_without_the_package_the_error_says_what_to_install(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(CarcassonneError, match=re.escape(REMEDY)):
            png(svg.game(Game(seed=1)))
