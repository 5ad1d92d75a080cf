import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from carcassonne.cli import REMEDY, main, playing

TRACES = Path(__file__).parent / "cases" / "traces"
COMMAND = [sys.executable, "-m", "carcassonne"]
EXPANSIONS = ("river", "abbot", "inns_and_cathedrals", "traders_and_builders", "peasant_revolts")


@pytest.fixture
def carcassonne(monkeypatch, capsys):
    """Runs the command line within this process; its exit code, standard output and standard error."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["carcassonne", *map(str, arguments)])
        code = main()
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return run


def lines(text):
    return [line for line in text.splitlines() if line.strip()]


class TestPlay:
    def test_a_game_is_told_turn_by_turn(self, carcassonne):
        told = carcassonne("play", "--expansion", "peasant_revolts", "--seed", 7)
        assert told.code == 0
        assert told.out.startswith("Red, Blue play Carcassonne with The Peasant Revolts (seed 7).\n")
        headings = [line for line in told.out.splitlines() if line.startswith("Turn ")]
        assert headings[0].startswith("Turn 1: Red draws tile ")
        assert headings[1].startswith("Turn 2: Blue draws tile ")
        assert len(headings) == 80
        assert told.out.count("Revolt! The peasants rise") == 9
        assert "Final scoring" in told.out
        assert "Final scores (seed 7)" in told.out

    def test_every_placement_deployment_and_return_is_told(self, carcassonne):
        options = ("play", "--expansion", "peasant_revolts", "--seed", 7)
        story = [line for line in carcassonne(*options).out.splitlines() if "It reaches" not in line]
        events = [json.loads(line)["event"] for line in carcassonne(*options, "--json").out.splitlines()]
        told = {"tile_placed": " places ", "meeple_deployed": " deploys a ", "meeple_returned": " goes home"}
        for event, words in told.items():
            assert events.count(event) == sum(words in line for line in story)

    def test_the_same_seed_tells_the_same_game(self, carcassonne):
        options = ("play", "--seed", 11, "--players", 3)
        assert carcassonne(*options).out == carcassonne(*options).out

    def test_without_a_seed_the_one_taken_is_told_and_plays_the_same_game(self, carcassonne):
        first = carcassonne("play").out
        seed = first.partition("(seed ")[2].partition(")")[0]
        assert carcassonne("play", "--seed", seed).out == first

    def test_players_may_have_names(self, carcassonne):
        told = carcassonne("play", "--players", "Ann, Ben,[Cem]", "--seed", 1)
        assert told.out.startswith("Ann, Ben, [Cem] play Carcassonne")

    def test_quiet_prints_only_the_table(self, carcassonne):
        told = carcassonne("play", "--seed", 7, "--quiet")
        assert told.out.startswith("Final scores (seed 7)")
        assert "Turn" not in told.out

    def test_the_table_adds_up(self, carcassonne):
        rows = carcassonne("play", "--seed", 7, "--quiet", "--expansion", "peasant_revolts").out.splitlines()
        numbers = [
            [int(cell) for cell in row.split("│")[2:4]] for row in rows if row.count("│") == 4 and row[-3].isdigit()
        ]
        *causes, total = numbers
        assert [sum(column) for column in zip(*causes, strict=True)] == total

    def test_json_has_every_event_with_its_turn(self, carcassonne):
        events = [json.loads(line) for line in carcassonne("play", "--seed", 7, "--json").out.splitlines()]
        assert events[0] == {"event": "tile_drawn", "seat": 0, "tile": events[0]["tile"], "turn": 1}
        assert [e["turn"] for e in events if e["event"] == "turn_ended"] == list(range(1, 72))
        over = events[-1]
        assert (over["event"], over["turn"]) == ("game_over", None)
        scores = [0, 0]
        for event in events:
            if event["event"] == "score_changed":
                scores[event["seat"]] += event["points"]
                assert event["points"] == sum(term["count"] * term["each"] for term in event["terms"])
        assert scores == over["scores"]

    def test_json_without_a_seed_tells_the_one_taken_on_standard_error(self, carcassonne):
        told = carcassonne("play", "--json")
        word, seed = told.err.split()
        assert word == "seed"
        again = carcassonne("play", "--json", "--seed", seed)
        assert (again.out, again.err) == (told.out, "")

    def test_players_have_colours_on_a_terminal_only(self, carcassonne, monkeypatch):
        assert "\x1b[" not in carcassonne("play", "--seed", 7).out
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[1;34mBlue\x1b[0m places " in carcassonne("play", "--seed", 7).out

    def test_long_sentences_wrap_on_a_terminal_only(self, carcassonne, monkeypatch):
        options = ("play", "--seed", 7, "--players", "Maximiliana von Habsburg,Ben")
        assert max(map(len, carcassonne(*options).out.splitlines())) > 80
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("COLUMNS", "50")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", carcassonne(*options).out)
        assert max(map(len, plain.splitlines())) <= 50

    def test_what_expansions_draw_on_tiles_and_put_on_the_board_is_told(self, carcassonne):
        chosen = [word for name in EXPANSIONS for word in ("--expansion", name)]
        told = carcassonne("play", *chosen, "--seed", 8).out
        first, second = told.splitlines()[:2]
        assert first.endswith(
            "with The Abbot, Inns & Cathedrals, The Peasant Revolts, The River and Traders & Builders (seed 8)."
        )
        assert second.startswith("Tile RI01 (road NE, river S, river: spring) lies at (0,0).")
        for words in (
            "TB13 (city NEW with goods: wine, road S)",
            "IC13 (city NW with a coat of arms, road ES with an inn)",
            "IC01 (city NESW with a cathedral)",
            "RI10 (river ES, garden)",
            "deploys an abbot in the garden at",
            "deploys a large meeple in the",
            "deploys a builder on the",
            "deploys a pig in the",
            "recalls the abbot from the garden at",
            "(goods: 1 majority of wine at 10",
        ):
            assert words in told

    def test_every_turn_has_the_drawn_tile_in_its_heading_that_of_a_builder_too(self, carcassonne):
        told = carcassonne("play", "--expansion", "traders_and_builders", "--seed", 3).out
        assert "builder was at work" in told
        headings = [line for line in told.splitlines() if line.startswith("Turn ")]
        assert all(" draws tile " in heading for heading in headings)

    def test_quiet_and_json_exclude_each_other(self, carcassonne):
        assert carcassonne("play", "--quiet", "--json").code == 2


class TestSimulate:
    def test_the_tables_tell_seats_causes_and_happenings(self, carcassonne):
        told = carcassonne("simulate", "--games", 3, "--players", 3, "--expansion", "peasant_revolts", "--seed", 1)
        assert told.code == 0
        assert told.err == ""  # no progress bar where there is no terminal
        for words in (
            "3 games (seed 1)",
            "a second",
            "Green",
            "std dev",
            "city",
            "protection",
            "revolts",
            "meeples sent home",
        ):
            assert words in told.out

    def test_json_gives_the_settings_the_results_and_the_time_apart(self, carcassonne):
        told = carcassonne("simulate", "--games", 2, "--players", "Ann,Ben", "--seed", 1, "--json")
        data = json.loads(told.out)
        assert (data["games"], data["players"], data["seed"], data["expansions"]) == (2, ["Ann", "Ben"], 1, [])
        assert [seat["name"] for seat in data["seats"]] == ["Ann", "Ben"]
        assert set(data["timing"]) == {"seconds", "games_a_second", "jobs"}

    def test_a_bar_shows_how_far_it_is_on_a_terminal(self, carcassonne, monkeypatch):
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "2/2" in carcassonne("simulate", "--games", 2, "--seed", 1).err


class TestLists:
    def test_tiles_of_all_sets_or_of_one(self, carcassonne):
        everything = carcassonne("tiles").out
        assert "Carcassonne (base): 72 tiles" in everything
        assert "The Peasant Revolts (peasant_revolts): 12 tiles" in everything
        one = carcassonne("tiles", "peasant_revolts").out
        assert "PR07" in one
        assert "(base)" not in one

    def test_expansions_that_are_installed(self, carcassonne):
        told = carcassonne("expansions")
        assert "peasant_revolts" in told.out
        assert "The Peasant Revolts" in told.out

    def test_version(self, carcassonne):
        told = carcassonne("--version")
        assert told.code == 0
        assert re.fullmatch(r"carcassonne \d+\.\d+\.\d+ \((pure Python|compiled)\)\n", told.out)

    @pytest.mark.parametrize(
        "command", [(), ("play",), ("simulate",), ("tiles",), ("expansions",), ("check",), ("perft",)]
    )
    def test_every_help_text_has_an_example(self, carcassonne, command):
        told = carcassonne(*command, "--help")
        assert told.code == 0
        assert "Examples:" in told.out
        assert " ".join(("carcassonne", *command)) in told.out

    def test_no_command_prints_the_help(self, carcassonne):
        told = carcassonne()
        assert (told.code, "Commands:" in told.out) == (0, True)


class TestCheck:
    def test_traces_that_agree(self, carcassonne):
        told = carcassonne("check", TRACES / "base-2p.jsonl", TRACES / "revolts-4p.jsonl")
        assert (told.code, told.err) == (0, "")
        assert told.out.startswith("12 games, ")
        assert told.out.endswith(" turns: all agree.\n")

    def test_the_first_disagreement_is_one_line_with_game_turn_field_expected_and_found(self, carcassonne, tmp_path):
        first, second, *_ = (TRACES / "base-2p.jsonl").read_text().splitlines()
        game = json.loads(second)
        scores = game["moves"][40]["scores"]
        game["moves"][40]["scores"] = [scores[0] + 1, scores[1]]
        file = tmp_path / "wrong.jsonl"
        file.write_text(f"{first}\n{json.dumps(game)}\n")
        told = carcassonne("check", file)
        assert (told.code, told.out) == (1, "")
        assert told.err == (
            f"carcassonne: {file}:2: turn 41: scores: expected {[scores[0] + 1, scores[1]]}, found {scores}\n"
        )

    def test_a_damaged_file_is_one_line(self, carcassonne, tmp_path):
        file = tmp_path / "damaged.jsonl"
        file.write_text('{"players": 2')
        told = carcassonne("check", file)
        assert told.code == 1
        assert len(lines(told.err)) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["frob"], "frob"),
        (["play", "--bogus"], "--bogus"),
        (["play", "--seed", "seven"], "--seed"),
        (["play", "--players", "7"], "2 to 6 players can play, not 7"),
        (["play", "--players", "Ann,Ann"], "share a name"),
        (["play", "--agent", "chess"], "no agent 'chess'; known: random"),
        (["play", "--expansion", "peasant_revolt"], "did you mean 'peasant_revolts'?"),
        (["simulate", "--games", "0"], "--games"),
        (["simulate", "--jobs", "0"], "--jobs"),
        (["simulate", "--expansion", "no_such"], "no_such"),
        (["simulate", "--agent", "chess"], "chess"),
        (["tiles", "no_such"], "known: base, "),
        (["check"], "FILE"),
        (["check", "no_such.jsonl"], "no_such.jsonl"),
    ],
)
def test_a_bad_option_is_one_line_on_standard_error_and_exit_code_2(carcassonne, arguments, words):
    told = carcassonne(*arguments)
    assert (told.code, told.out) == (2, "")
    assert len(lines(told.err)) == 1
    assert words in told.err


def test_a_bug_is_one_line_too(carcassonne, monkeypatch):
    monkeypatch.setattr(playing, "chapters", lambda events: 1 / 0)
    told = carcassonne("play")
    assert told.code == 1
    assert len(lines(told.err)) == 1
    assert "ZeroDivisionError" in told.err
    monkeypatch.setenv("CARCASSONNE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        carcassonne("play")


@pytest.mark.parametrize("package", ["typer", "rich"])
def test_a_missing_package_is_answered_with_how_to_install_it(package):
    code = f"import sys; sys.modules['{package}'] = None; from carcassonne.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{REMEDY}\n")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_leaves_early_is_no_error(options):
    done = subprocess.run(
        f"{' '.join(COMMAND)} play --seed 1 {' '.join(options)} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(lines(done.stdout)) == 1
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "play"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "carcassonne: No space left on device\n")


def test_what_an_output_cannot_show_is_replaced():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "play", "--players", "Zoë,Ann", "--seed", "1"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert done.stdout.startswith("Zo?, Ann play")


WHILE_GAMES_ARE_PLAYED = """
from carcassonne import simulation
play_one = simulation.play_one
def interrupting(plan, index):
    if index == 40:
        interrupt()
    return play_one(plan, index)
simulation.play_one = interrupting
"""
WHILE_MODULES_ARE_IMPORTED = """
class Gone:
    def __del__(self):
        interrupt()
class Finder:
    def find_spec(name, path, target=None):
        if name == "carcassonne.cli.app":
            Gone()
sys.meta_path.insert(0, Finder)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("whom", ["the program", "all its processes"])
@pytest.mark.parametrize("when", [WHILE_GAMES_ARE_PLAYED, WHILE_MODULES_ARE_IMPORTED])
def test_an_interrupt_ends_it_without_a_traceback(jobs, whom, when):
    code = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
program = os.getpid()
def interrupt():
    {"os.kill" if whom == "the program" else "os.killpg"}(program, signal.SIGINT)
{when}
from carcassonne.cli import main
sys.argv = ["carcassonne", "simulate", "--games", "100000", "--jobs", "{jobs}"]
sys.exit(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, start_new_session=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
