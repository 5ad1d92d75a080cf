"""docs/rules.md and the pages of the expansions: what they show happens, what they name is there."""

import inspect
import re
from collections import Counter
from pathlib import Path

import pytest
import test_edge_cases
from golden import OURS, events_of
from pages import DOCS, ROOT, blocks_of, links_of, printed_by, rows_of

from carcassonne import Game
from carcassonne.expansions.peasant_revolts import RevoltSettings
from carcassonne.ruleset import load
from carcassonne.settings import CoreSettings
from carcassonne.tile_files import shipped

RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
PAGES = {name: (DOCS / "expansions" / f"{name}.md").read_text(encoding="utf-8") for name in OURS}
SECTIONS = set(re.findall(r"^##+ (\d(?:\.\d)?)\.? ", RULES, re.MULTILINE))
CITING = [
    file
    for folder in ("carcassonne", "tests", "tiles", "examples", "docs")
    for kind in ("*.py", "*.toml", "*.md")
    for file in sorted((ROOT / folder).rglob(kind))
    if file != Path(__file__)
]


# The pages of the expansions


@pytest.mark.parametrize("name", OURS)
def test_a_page_begins_with_the_title_and_how_to_play_with_it(name: str) -> None:
    assert PAGES[name].startswith(f'# {load(name).title}\n\n`expansions=["{name}"]`. ')


@pytest.mark.parametrize("name", OURS)
def test_the_python_of_a_page_prints_what_the_page_shows(name: str) -> None:
    for printed, after in printed_by(blocks_of(PAGES[name]), f"{name}.md"):
        shown = after.text if after is not None and after.language == "text" else ""
        assert printed == shown


@pytest.mark.parametrize("name", OURS)
def test_the_files_and_links_of_a_page_are_there(name: str) -> None:
    files = re.findall(r"`((?:carcassonne|tiles|tests|docs)/[\w/.]+)`", " ".join(PAGES[name].split()))
    assert any(file.startswith("carcassonne/") for file in files)
    assert any(file.startswith("tests/") for file in files)
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert [link for link in links_of(PAGES[name]) if not (DOCS / "expansions" / link).is_file()] == []


@pytest.mark.parametrize("name", OURS)
def test_a_page_names_every_setting_action_piece_and_event(name: str) -> None:
    expansion = load(name)
    if expansion.settings is None:
        assert re.search(r"^(No settings|None of its own)", PAGES[name], re.MULTILINE)
    else:
        assert rows_of(PAGES[name], "Settings") == list(expansion.settings.model_fields)
    for action in expansion.actions:
        assert f"| `{action.verb} " in PAGES[name]
    for piece in {*Game(expansions=(name,)).ruleset.piece_named} - {*Game().ruleset.piece_named}:
        assert f"`{piece}`" in PAGES[name]
    for event in events_of(name):
        assert f"`{event.__name__}({', '.join(inspect.signature(event).parameters)})`" in PAGES[name]


@pytest.mark.parametrize("page", ["README.md", "docs/expansions.md", "docs/rules.md"])
@pytest.mark.parametrize("name", OURS)
def test_each_page_is_linked(name: str, page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert any(link.endswith(f"expansions/{name}.md") for link in links_of(text))


# The rules


def test_the_links_of_the_rules_are_there() -> None:
    assert [link for link in links_of(RULES) if not (DOCS / link).is_file()] == []


def test_every_setting_of_the_base_game_is_in_the_table_of_editions() -> None:
    section = RULES.split("### 3.4")[1].split("### ")[0]
    for name in CoreSettings.model_fields:
        assert re.search(rf"^\|.*\| `{name}`[^|]*\|$", section, re.MULTILINE)


@pytest.mark.parametrize("name", RevoltSettings.model_fields)
def test_every_setting_of_the_revolts_stands_beside_one_question(name: str) -> None:
    questions = "".join(RULES.split(f"### 1.{number} ")[1].split("### ")[0] for number in (3, 4))
    assert len(re.findall(rf"^\|.+\| `{name}` \|$", questions, re.MULTILINE)) == 1


def test_every_edge_case_has_a_test_and_every_test_its_case() -> None:
    told = {int(number) for number in re.findall(r"^\| (\d+) \|", RULES.split("## 4. ")[1], re.MULTILINE)}
    tests = {int(name.split("_")[1]) for name in vars(test_edge_cases) if name.startswith("test_")}
    assert told == tests == set(range(1, 31))


@pytest.mark.parametrize(
    ("section", "name"), [("## 2. ", "peasant_revolts"), ("### 3.1 ", "base")], ids=["revolts", "base"]
)
def test_the_counts_of_edges_and_segments_are_those_of_the_tile_files(section: str, name: str) -> None:
    text = " ".join(RULES.split(section)[1].split("\n## ")[0].split("### ")[0].split())
    tiles = [tile for tile in shipped(name).tiles for _ in range(tile.count)]
    edges = Counter(letter for tile in tiles for letter in tile.edges)
    segments = Counter(segment.kind for tile in tiles for segment in tile.segments)
    numbers = [int(number) for number in re.findall(r"(\d+) (?:city|road|field)", text)[:6]]
    assert numbers == [*(edges[letter] for letter in "CRF"), *(segments[kind] for kind in ("city", "road", "field"))]


@pytest.mark.parametrize("file", CITING, ids=lambda file: str(file.relative_to(ROOT)))
def test_cited_sections_are_there(file: Path) -> None:
    cited = re.findall(r"rules\.md\)? (\d(?:\.\d)?)", file.read_text(encoding="utf-8"))
    assert set(cited) <= SECTIONS
