"""The house: imports only go down the layers, and no core module imports or names an expansion."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from carcassonne.ruleset import installed

ROOT = Path(__file__).parent.parent / "carcassonne"

LAYERS = (
    {"errors", "geometry", "interrupts", "notebook", "terms", "values"},
    {"chance", "native_rows"},
    {"rows"},
    {"actions", "tiles"},
    {"cells", "events", "pieces", "tile_files"},
    {"log", "orientations", "settings"},
    {"features"},
    {"board"},
    {"build"},
    {"scoring", "table"},
    {"expansion"},
    {"turn"},
    {"stretches"},
    {"ruleset"},
    {"legal_actions", "overview", "seats"},
    {"game"},
    {""},
    {"expansions"},
    {"testing"},
    {"agents", "processes"},
    {"perft", "simulation", "record", "render"},
    {"cli", "web"},
    {"__main__"},
)
"""From the ground up; "" is the front door, carcassonne/__init__.py, and the core is all up to it."""
FLOOR = {name: floor for floor, names in enumerate(LAYERS) for name in names}
CORE = [name for name in FLOOR if FLOOR[name] <= FLOOR[""]]

FOR_TYPES_ONLY = {
    ("expansion", "settings"),
    ("legal_actions", "game"),
    ("orientations", "table"),
    ("rows", "native_rows"),
    ("scoring", "table"),
    ("settings", "expansion"),
    ("table", "expansion"),
    ("table", "orientations"),
    ("table", "ruleset"),
    ("table", "settings"),
    ("", "expansion"),
    ("", "game"),
}
"""What a module imports under TYPE_CHECKING alone, for its annotations: such an import may go up."""

ONLY_EXPANSIONS_SAY = r"revolt|abbot|cathedral|\binns?\b|trader|builder|\bpigs?\b|peasant|\bfairs?\b"
DRAWN_ON_TILES = {("tile_files", "river")}
"""Ids that the format of tile files uses in another sense: it knows how a river is drawn, not what one does."""


class Import(NamedTuple):
    """One module of the package importing another; for types only where it stands under TYPE_CHECKING."""

    source: Path
    target: str
    for_types: bool

    @property
    def rooms(self) -> tuple[str, str]:
        """The modules or packages of the first rank that it is between."""
        return room(name_of(self.source)), room(self.target)


def sources() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def name_of(source: Path) -> str:
    """A file as its module is called: `carcassonne.board`, `carcassonne.record`."""
    return ".".join((ROOT.name, *source.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def room(module: str) -> str:
    """`board` of `carcassonne.board`, `record` of `carcassonne.record.trace`, nothing of `carcassonne`."""
    return module.partition(".")[2].partition(".")[0]


def imports(source: Path) -> Iterator[Import]:
    """All imports of the package's own modules in a file, those within functions included."""
    modules = {name_of(other) for other in sources()}
    tree = ast.parse(source.read_text("utf-8"))
    for_types = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        targets: list[str] = []
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            targets = [name if name in modules else str(node.module) for name in whole]
        for target in dict.fromkeys(targets):
            if target.partition(".")[0] == ROOT.name:
                yield Import(source, target, node in for_types)


IMPORTS = [found for source in sources() for found in imports(source)]


def test_every_module_has_its_place() -> None:
    assert {room(name_of(source)) for source in sources()} <= set(FLOOR)


def test_imports_only_go_down() -> None:
    upward = {
        (str(found.source.relative_to(ROOT)), found.target)
        for found in IMPORTS
        for source, target in [found.rooms]
        if not found.for_types and source != target and FLOOR[source] <= FLOOR[target]
    }
    assert upward == set()


def test_imports_for_types_alone_are_the_known_ones() -> None:
    assert {rooms for found in IMPORTS if found.for_types and len(set(rooms := found.rooms)) > 1} == FOR_TYPES_ONLY


def test_modules_that_import_each_other_do_so_for_types_alone() -> None:
    running = {(name_of(found.source), found.target) for found in IMPORTS if not found.for_types}
    assert {pair for pair in running if pair[::-1] in running and pair[0] != pair[1]} == set()


def test_no_core_module_imports_an_expansion() -> None:
    assert [found for found in IMPORTS if found.rooms[0] in CORE and found.rooms[1] == "expansions"] == []


@pytest.mark.parametrize("name", sorted(CORE), ids=lambda name: name or "front door")
def test_no_core_module_names_an_expansion(name: str) -> None:
    """Neither its code nor its texts nor its comments."""
    ids = "|".join(rf"\b{expansion}\b" for expansion in installed() if (name, expansion) not in DRAWN_ON_TILES)
    named = re.compile(f"{ids}|{ONLY_EXPANSIONS_SAY}", re.IGNORECASE)
    text = (ROOT / f"{name or '__init__'}.py").read_text("utf-8")
    assert [line for line in text.splitlines() if named.search(line)] == []


def test_an_expansion_imports_only_the_core_and_itself() -> None:
    strange = {
        (name_of(found.source), found.target)
        for found in IMPORTS
        if found.rooms[0] == "expansions"
        and found.rooms[1] not in CORE
        and package_of(name_of(found.source)) != package_of(found.target)
    }
    assert strange == set()


def package_of(module: str) -> str:
    """`carcassonne.expansions.name` of all that lies in it."""
    return ".".join(module.split(".")[:3])


@pytest.mark.parametrize("source", [s for s in sources() if room(name_of(s)) == "expansions"], ids=name_of)
def test_an_expansion_uses_only_what_the_core_makes_public(source: Path) -> None:
    """No attribute that begins with an underscore, but its own."""
    tree = ast.parse(source.read_text("utf-8"))
    private = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and re.match(r"_(?!_)", node.attr) and ast.unparse(node.value) != "self"
    ]
    borrowed = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name.startswith("_")
    ]
    assert private + borrowed == []
