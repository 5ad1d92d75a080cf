"""The kit: ours keep every promise, each broken expansion is caught with the right promise named, strategies hold."""

import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from broken.promises import ALSO_BROKEN, BROKEN, PARTNERS
from broken.smells import SMELLY
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from carcassonne import Action, Expansion, Game, IllegalAction
from carcassonne.ruleset import Ruleset, installed, load
from carcassonne.testing import (
    PROMISES,
    SMELLS,
    BrokenPromise,
    ContractWarning,
    GameMachine,
    Playthrough,
    Setup,
    Trial,
    check_expansion,
    strategies,
)
from carcassonne.testing.trial import turns_of
from carcassonne.tile_files import read_tile_file
from carcassonne.tiles import Tile, TileSet

PROMISE = {promise.__name__: promise for promise in PROMISES}
SMELL = {smell.__name__: smell for smell in SMELLS}


# ours


@pytest.mark.parametrize("name", installed())
def test_each_installed_expansion_keeps_every_promise(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ContractWarning)  # one game does not meet every rule
        report = check_expansion(load(name), partners=(), games=1)
    assert report.promises == tuple(PROMISE)
    assert 0 < report.speed < 2
    assert name in str(report)


@pytest.mark.parametrize("name", installed())
@pytest.mark.long
def test_each_installed_expansion_keeps_every_promise_with_every_other_and_smells_of_nothing(name: str) -> None:
    assert check_expansion(load(name), games=20).smells == ()


# the broken


def test_there_is_a_broken_expansion_for_each_promise_and_one_with_each_smell() -> None:
    assert list(BROKEN) == list(PROMISE)
    assert list(SMELLY) == list(SMELL)


@pytest.mark.parametrize(
    ("promise", "expansion"), [*BROKEN.items(), *ALSO_BROKEN], ids=lambda item: getattr(item, "id", item)
)
def test_each_broken_promise_is_caught_and_named(promise: str, expansion: Expansion) -> None:
    with pytest.raises(BrokenPromise) as caught:
        PROMISE[promise](Trial(expansion, PARTNERS, games=2))
    (breach,) = caught.value.breaches
    assert breach.promise == promise
    assert str(caught.value).startswith(f"expansion '{expansion.id}' breaks:\n{promise}: ")


IN_GAMES = [name for name in PROMISE if name not in list(PROMISE)[:4]]
NOT_SHOWN_BY_A_GAME = {"games_are_the_same_under_every_hash_seed", "pairs_are_sound", "the_seed_fixes_the_game"}


@pytest.mark.parametrize("promise", [name for name in IN_GAMES if name not in NOT_SHOWN_BY_A_GAME])
def test_a_breach_tells_where_and_shows_a_short_game(promise: str) -> None:
    with pytest.raises(BrokenPromise) as caught:
        PROMISE[promise](Trial(BROKEN[promise], PARTNERS, games=1))
    (breach,) = caught.value.breaches
    assert breach.where.startswith("turn ")
    head, *lines = breach.game.splitlines()
    assert re.match(r"game = Game\(\d, expansions=\[\w+\(\)\], seed=\d+", head)
    texts = [re.fullmatch(r"game\.play\(game\.action\('(.*)'\)\)", line) for line in lines]
    assert all(texts)
    assert len(turns_of([text[1] for text in texts if text])) <= 4


@pytest.mark.parametrize("promise", ["games_end", "states_change_by_copy", "scores_are_explained"])
def test_one_line_names_the_promise_and_no_other(promise: str) -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_expansion(BROKEN[promise], partners=(), games=1)
    assert caught.value.promises == (promise,)


def test_the_shortest_game_is_python_that_shows_the_breach() -> None:
    with pytest.raises(BrokenPromise) as caught:
        PROMISE["scores_are_explained"](Trial(BROKEN["scores_are_explained"], games=1))
    names: dict[str, object] = {"Game": Game, "PaysSilently": type(BROKEN["scores_are_explained"])}
    exec(caught.value.breaches[0].game, names)
    game = names["game"]
    assert isinstance(game, Game)
    assert sum(game.scores) != sum(sum(causes.values()) for causes in game.breakdown())


@pytest.mark.parametrize(
    ("promise", "things"),
    [
        ("states_change_by_copy", ["tile_placed", "table.change_state('counts_in_place')"]),
        ("hooks_answer_in_kind", ["may_deploy", "True"]),
        ("pure_hooks_change_nothing", ["adjust_score", "the scores"]),
        ("hooks_do_not_fail", ["feature_completed", "ZeroDivisionError"]),
        ("every_legal_action_applies", ["dance", "apply_action"]),
        ("pairs_are_sound", ["the_next_too", "next_seat"]),
        ("games_end", ["circle", "enter"]),
    ],
)
def test_a_breach_names_the_hook(promise: str, things: list[str]) -> None:
    with pytest.raises(BrokenPromise) as caught:
        PROMISE[promise](Trial(BROKEN[promise], PARTNERS, games=1))
    for thing in things:
        assert thing in caught.value.breaches[0].what


# the smelly


@pytest.mark.parametrize("smell", SMELLY)
def test_each_smell_is_told(smell: str) -> None:
    trial = Trial(SMELLY[smell], (), games=1)
    assert list(SMELL[smell](trial))


def test_smells_are_warnings_and_break_nothing() -> None:
    with pytest.warns(ContractWarning, match=r"misspelt: 'tile_place' is no hook: is 'tile_placed' meant\?"):
        report = check_expansion(SMELLY["a_method_is_named_nearly_like_a_hook"], partners=(), games=1)
    assert len(report.smells) == 1


# what is imported


def test_the_kit_needs_no_hypothesis() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; from carcassonne.testing import check_expansion"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# strategies


@given(strategies.games())
def test_games_come_at_any_moment_and_offer_a_legal_action_until_they_are_over(game: Game) -> None:
    assert bool(game.legal_actions) == (not game.over)


@given(strategies.action_sequences())
def test_action_sequences_can_be_played(sequence: tuple[Game, tuple[Action, ...]]) -> None:
    game, actions = sequence
    for action in actions:
        game.play(action)
    assert game.actions == actions


@given(st.data(), strategies.games(most=40))
def test_any_action_is_legal_or_refused(data: st.DataObject, game: Game) -> None:
    if game.over:
        return
    action = data.draw(strategies.any_actions(game))
    key = game.key()
    if game.why_not(action) is not None:
        with pytest.raises(IllegalAction):
            game.play(action)
        assert game.key() == key
    game.play(data.draw(strategies.legal_actions(game)))
    assert game.key() != key


@given(strategies.playthroughs(among=["river"], always=["abbot"], players=3))
def test_playthroughs_go_from_the_opening_to_the_end_with_the_expansions_told(play: Playthrough) -> None:
    first, *_, last = ((game.actions, game.over) for game in play)
    assert (first, last) == (((), False), (play.finished.actions, True))
    assert {"abbot"} <= {expansion.id for expansion in play.setup.expansions} <= {"abbot", "river"}
    assert play.setup.players == 3


@given(strategies.games(unfinished=True))
def test_unfinished_games_are_never_over(game: Game) -> None:
    assert not game.over


@given(strategies.games(least=10, most=20))
def test_a_setup_of_a_game_begins_the_same_game(game: Game) -> None:
    again = Setup.of(game).game()
    for action in game.actions:
        again.play(action)
    assert again.key() == game.key()


def test_settings_shrink_to_their_defaults_and_can_be_anything() -> None:
    revolts = load("peasant_revolts")
    any_of_them = strategies.rule_settings([revolts])
    plain = find(any_of_them, lambda settings: True)
    assert (
        Game(expansions=[revolts], settings=plain).settings.to_json() == Game(expansions=[revolts]).settings.to_json()
    )
    for name in plain["peasant_revolts"]:
        assert not find(any_of_them, lambda settings, name=name: not settings[revolts.id][name])[revolts.id][name]


@given(strategies.rulesets())
def test_rulesets_are_of_expansions_that_can_be_combined(rules: Ruleset) -> None:
    assert {expansion.id for expansion in rules.expansions} <= set(installed())


@settings(max_examples=150)
@given(tile=strategies.tiles())
def test_tiles_are_sound_by_the_reader_of_tile_files(tile: Tile, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("tiles") / "any.toml"
    file.write_text(toml(tile), encoding="utf-8")
    (read,) = read_tile_file(Path(file)).tiles
    assert {part.kind for part in read.segments} == {part.kind for part in tile.segments}


def toml(tile: Tile) -> str:
    """A tile file that holds this one tile."""
    edges, halves = "NESW", ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")

    def those(kind: str) -> list[str]:
        return ["".join(edges[edge] for edge in part.edges) for part in tile.segments if part.kind == kind]

    fields = [
        '{{ half_edges = "{}", cities = {} }}'.format(
            " ".join(halves[half] for half in part.half_edges),
            ["".join(edges[edge] for edge in tile.segments[city].edges) for city in part.cities],
        )
        for part in tile.segments
        if part.kind == "field"
    ]
    return "\n".join(
        (
            '[set]\nname = "any"\ntitle = "Any"\n[[tile]]',
            f'id = "{tile.id}"\ncount = {tile.count}\nedges = "{tile.edges}"',
            f"cities = {those('city')}\nroads = {those('road')}\nfields = [{', '.join(fields)}]",
            f"monastery = {str(bool(those('monastery'))).lower()}",
        )
    )


@given(strategies.tile_sets())
def test_tile_sets_have_a_start_of_their_own(tiles: TileSet) -> None:
    assert tiles.start is None or tiles.start in {tile.id for tile in tiles.tiles}


@pytest.mark.parametrize("kind", [Game, Ruleset, Tile, TileSet, Action])
def test_hypothesis_knows_our_types(kind: type) -> None:
    @settings(max_examples=3, database=None)
    @given(st.from_type(kind))
    def example(thing: object) -> None:
        assert isinstance(thing, kind)

    example()


# the machine


class RevoltGames(GameMachine):
    expansions = ("peasant_revolts", "inns_and_cathedrals")


TestRevoltGames = RevoltGames.TestCase
TestRevoltGames.settings = settings(max_examples=4, stateful_step_count=15)


class SilentGames(GameMachine):
    expansions = (BROKEN["scores_are_explained"],)
    players = 2


def test_the_machine_catches_what_is_broken() -> None:
    few = settings(max_examples=10, database=None, print_blob=False, phases=[Phase.generate])
    with pytest.raises(BrokenPromise, match="scores_are_explained"):
        run_state_machine_as_test(SilentGames, settings=few)


# the page

PATIENT = "from hypothesis import settings\nsettings.register_profile('p', deadline=None)\nsettings.load_profile('p')\n"
"""However busy the machine is."""
PAGE = (Path(__file__).parent.parent / "docs" / "testing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("told", [*PROMISES, *SMELLS], ids=lambda told: told.__name__)
def test_the_page_lists_every_promise_and_every_smell(told: Callable[..., object]) -> None:
    first = " ".join(str(told.__doc__).split("\n\n")[0].split())
    assert f"- `{told.__name__}`: {first}" in " ".join(PAGE.split())


def test_the_blocks_of_the_page_are_tests_that_pass(tmp_path: Path) -> None:
    blocks = re.findall(r"<!-- run -->\n```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    (tmp_path / "conftest.py").write_text(PATIENT, encoding="utf-8")
    for number, block in enumerate(blocks):
        (tmp_path / f"test_block_{number}.py").write_text(block, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", str(tmp_path)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
