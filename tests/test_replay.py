"""The page that plays a game again, driven by its keys and buttons in a browser that shows no window."""

import json
import re
import shutil
import subprocess
from html import escape
from pathlib import Path

import pytest

from carcassonne import CarcassonneError, Game
from carcassonne.render.replay import moments, page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--virtual-time-budget=8000",
)  # fmt: skip
SEEN = """
const faults = [];
addEventListener("error", (event) => faults.push(event.message));
document.addEventListener("securitypolicyviolation", (event) => faults.push(event.blockedURI));
const key = (name) => dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const press = (id) => document.getElementById(id).click();
const choose = (id, value) => {
  const select = document.getElementById(id);
  select.value = value;
  select.dispatchEvent(new Event("change"));
};
const shown = (element) => element.getBoundingClientRect().width > 0;
const all = (selector) => [...document.querySelectorAll("figure svg " + selector)].filter(shown);
const seen = () => ({
  step: Number(document.getElementById("slider").value),
  drawn: all("g[id^=d]").length,
  tiles: all('g[id^=d] > use[href*="tile-"]:only-child').length,
  told: document.getElementById("story").innerText,
  where: document.getElementById("where").textContent,
  playing: document.getElementById("play").getAttribute("aria-label") === "Pause",
  hash: location.hash,
});
"""


def played(expansions: tuple[str, ...] = ("peasant_revolts",), players: int = 3, seed: int = 4) -> Game:
    game = Game(players, expansions=expansions, seed=seed)
    while not game.over:
        legal = game.legal_actions
        game.play(legal[(len(game.actions) * 7 + 3) % len(legal)])
    return game


GAME = played()
REVOLTS = [
    step
    for step, (_, _, events) in enumerate(moments(GAME))
    if any(event.tally() and event.tally()[0] == "revolts" for event in events)  # type: ignore[index]
]


def in_browser(
    tmp_path: Path, script: str, game: Game = GAME, at: str = "", size: str = "1200,800"
) -> dict[str, object]:
    """Open the page, run a script that ends with `done(what)` in it, and return what, with all faults."""
    if BROWSER is None:
        pytest.skip("needs Chromium, as .ci/run installs it")
    driver = (
        f"<script>{SEEN}"
        "const done = (what) => { const result = document.createElement('pre'); result.id = 'result';"
        "result.textContent = JSON.stringify({ what, faults,"
        "fetched: performance.getEntriesByType('resource').map((entry) => entry.name) });"
        "document.body.append(result); };"
        f"addEventListener('load', () => {{ {script} }});</script></body>"
    )
    file = tmp_path / "game.html"
    file.write_text(page(game).replace("</body>", driver), "utf-8")
    profile = tmp_path / "profile"
    run = subprocess.run(
        [BROWSER, *FLAGS, f"--user-data-dir={profile}", f"--window-size={size}", "--dump-dom", f"{file.as_uri()}{at}"],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    found = re.search(r'<pre id="result">(.*?)</pre>', run.stdout, re.DOTALL)
    assert found, run.stderr[-2000:]
    result = json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert result["faults"] == []
    assert result["fetched"] == []
    return result["what"]


def test_stepping_changes_what_is_drawn_and_told(tmp_path: Path) -> None:
    views = in_browser(
        tmp_path,
        "const views = [seen()]; for (const name of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home'])"
        "{ key(name); views.push(seen()); } press('forward'); views.push(seen()); press('last'); views.push(seen());"
        "press('back'); views.push(seen()); press('first'); views.push(seen()); done(views);",
    )
    last = len(GAME.actions)
    assert [view["step"] for view in views] == [0, 1, 2, 1, last, 0, 1, last, last - 1, 0]
    assert views[0]["tiles"] == 1
    assert views[1]["tiles"] == 2
    assert views[4]["tiles"] == len(GAME.board.cells)
    assert views[0]["told"] != views[1]["told"] != views[2]["told"]
    assert "The game is over." in views[4]["told"]
    assert views[1] == views[3] == views[6]
    assert views[4]["hash"] == f"#{last}"


@pytest.mark.parametrize(("size", "stacked"), [("1200,800", False), ("500,900", True)])
def test_scores_are_beside_the_board_or_where_there_is_no_room_below_it(
    size: str, stacked: bool, tmp_path: Path
) -> None:
    board, panel, controls, letters, wide = in_browser(
        tmp_path,
        "const box = (id) => document.querySelector(id).getBoundingClientRect().toJSON();"
        "const name = all('text').find((text) => text.textContent === 'Red').getBoundingClientRect().height;"
        "done([box('#board svg'), box('#panel svg'), box('nav'), name, document.body.scrollWidth]);",
        size=size,
    )
    width, height = map(int, size.split(","))
    assert panel["top"] >= board["bottom"] if stacked else panel["left"] >= board["right"]
    assert letters >= 16
    assert wide <= width
    assert controls["bottom"] <= height


def test_it_jumps_to_revolts_forth_and_back(tmp_path: Path) -> None:
    assert len(REVOLTS) > 2
    views = in_browser(
        tmp_path,
        "choose('kind', 'revolts'); const views = [];"
        "for (const name of ['n', 'n', 'N', 'p']) { key(name); views.push(seen()); }"
        "press('later'); views.push(seen()); press('earlier'); views.push(seen());"
        "done({ views, ticks: document.querySelectorAll('#ticks i').length });",
    )
    first, second, third = REVOLTS[:3]
    assert [view["step"] for view in views["views"]] == [first, second, third, second, third, second]
    assert all("Revolt!" in view["told"] for view in views["views"])
    assert views["ticks"] == len(REVOLTS)


def test_it_plays_by_itself_pauses_and_ends_at_the_end(tmp_path: Path) -> None:
    views = in_browser(
        tmp_path,
        "choose('pace', '250'); key(' '); const views = [seen()];"
        "setTimeout(() => { views.push(seen()); key(' '); views.push(seen());"
        "setTimeout(() => { views.push(seen()); key('End'); key('ArrowLeft'); key(' ');"
        "setTimeout(() => { views.push(seen()); done(views); }, 1000); }, 1000); }, 1100);",
    )
    begun, going, paused, still, ended = views
    assert begun["playing"]
    assert going["playing"]
    assert going["step"] >= 3
    assert not paused["playing"]
    assert paused["step"] == still["step"] == going["step"]
    assert (ended["step"], ended["playing"]) == (len(GAME.actions), False)


def test_the_slider_and_the_address_lead_to_any_step(tmp_path: Path) -> None:
    views = in_browser(
        tmp_path,
        "const views = [seen()]; const slider = document.getElementById('slider'); slider.value = 12;"
        "slider.dispatchEvent(new Event('input')); views.push(seen()); done(views);",
        at="#30",
    )
    assert [view["step"] for view in views] == [30, 12]


def test_a_game_of_all_expansions_and_strange_names_plays_without_a_fault(tmp_path: Path) -> None:
    everything = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")
    game = Game(["</script><b>", "{{data}}", "@s0 & Söhne"], expansions=everything, seed=5)
    for number in range(120):
        game.play(game.legal_actions[(number * 5 + 1) % len(game.legal_actions)])
    told = in_browser(
        tmp_path, "key('End'); done([seen(), document.title, document.querySelectorAll('b').length]);", game
    )
    assert told[0]["step"] == 120
    assert told[1] == "Carcassonne: </script><b>, {{data}}, @s0 & Söhne"
    assert told[2] == 0


def test_a_game_that_has_not_begun_is_one_step(tmp_path: Path) -> None:
    view = in_browser(tmp_path, "key('ArrowRight'); key(' '); key('n'); done(seen());", Game(seed=1))
    assert (view["step"], view["tiles"]) == (0, 1)


class TestThePage:
    def test_it_holds_all_that_it_needs_and_allows_nothing_else(self):
        text = page(GAME)
        assert re.findall(r'(?:src|href)="(?!#)[^"]*"', text) == []
        assert "default-src 'none'" in text
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text) == []

    def test_every_step_is_told_in_the_words_of_its_events(self):
        steps = json.loads(re.findall(r'application/json">(.*?)</script>', page(GAME), re.DOTALL)[0])["steps"]
        assert len(steps) == len(GAME.actions) + 1
        for (_, said, _, _), (_, choice, events) in zip(steps, moments(GAME), strict=True):
            told = [sentence for event in events if (sentence := event.tell(GAME.players))]
            assert said == (told or [choice])

    def test_the_same_game_is_the_same_page_and_stays_as_it_was(self):
        key = GAME.key()
        assert page(GAME) == page(GAME.copy())
        assert GAME.key() == key

    def test_it_names_the_players(self):
        game = Game(["Ann & Co", "Ben"], seed=1)
        assert f"<title>{escape('Carcassonne: Ann & Co, Ben')}</title>" in page(game)

    def test_what_is_no_theme_is_an_error(self):
        with pytest.raises(CarcassonneError, match="there is no theme 'sepia'"):
            page(GAME, "sepia")  # type: ignore[arg-type]
