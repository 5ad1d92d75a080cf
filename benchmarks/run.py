#!/usr/bin/env python3
"""Measure the engine and print it as tables.

    python benchmarks/run.py [--quick] [--reference PATH] [--jobs N] [--installed]

Every measure runs once in each of many short rounds, one after the other; the tables show medians over the rounds, of
the figures and of the ratios within a round. So a slow moment of the machine touches all alike, and decides
nothing. Times are processor time of one process, but for games by --jobs and the import, which are wall time.

A *reference* is a Python file with a bare engine to be held against: `Game(players, rng)` with `stack`,
`turn(shape, rnd)` and `copy()`, and `play(seed, players)`. It is taken from --reference, else from the environment
variable CARCASSONNE_REFERENCE, else from ../shared/bench/reference_core.py beside the project. Without one no
ratio to it is shown.
"""

import argparse
import importlib.util
import os
import platform
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import decisions
import jobs
from checkout import INSTALLED, PROJECT
from rounds import Measure, Run, a_second, microseconds, ratio, spent, table, take
from workloads import (
    ALL_OURS,
    MID_GAME,
    RULES,
    at_its_end,
    half_way,
    playout,
    random_game,
    seconds_a_call,
    seconds_a_game,
    seconds_a_turn,
)

import carcassonne
from carcassonne import Game, build
from carcassonne.perft import perft

ROUNDS: Final = 40
GAMES: Final = 8
"""Games of the base that a round plays; of slower ones it plays fewer."""
COPIES: Final = 1_000
GOALS: Final = {"base": (">= 0.7", ">= 1.0"), "peasant_revolts": (">= 0.55", ""), "all five": ("", "")}
"""What random two-player games and playouts on pure Python are to reach of the reference's games."""
BARE_COPY: Final = "reference: copy in mid-game"
ONE_SET: Final = "base: turns of one set"


def bare_games(players: int) -> str:
    """The name of the reference's random games."""
    return f"reference: random games, {players} players"


def of_reference(reference: ModuleType) -> list[Measure]:
    """The rows of the reference."""
    bare = half_way_reference(reference, 1)
    return [
        *(
            Measure(
                bare_games(players),
                a_second(seconds_a_game(games, lambda seed, players=players: reference.play(seed, players))),  # type: ignore[misc]
                "games/s",
            )
            for players, games in ((2, GAMES), (5, GAMES // 2))
        ),
        Measure(BARE_COPY, microseconds(seconds_a_call(COPIES, bare.copy)), "us"),
    ]


def half_way_reference(reference: ModuleType, seed: int) -> Any:
    """The reference's game after MID_GAME turns."""
    rng = random.Random(seed)
    game = reference.Game(2, rng)
    for _ in range(MID_GAME):
        game.turn(game.stack.pop(), rng.random)
    return game


def of_rules(name: str, expansions: tuple[str, ...]) -> list[Measure]:
    """The rows of games by some rules."""
    games = GAMES if len(expansions) < 2 else GAMES // 4

    def played(one: Callable[[int], object]) -> Run:
        return a_second(seconds_a_game(games, one))

    copy = microseconds(seconds_a_call(COPIES, half_way(1, expansions).copy))
    two, five = (random_game(expansions, players) for players in (2, 5))
    goal, playout_goal = GOALS[name]
    return [
        Measure(f"{name}: random games, 2 players", played(two), "games/s", bare_games(2), goal),
        Measure(f"{name}: random games, 5 players", played(five), "games/s", bare_games(5)),
        Measure(f"{name}: playouts", played(playout(expansions)), "games/s", bare_games(2), playout_goal),
        Measure(f"{name}: copy in mid-game", copy, "us", BARE_COPY, "<= 1.2"),
    ]


def of_turns() -> list[Measure]:
    """Turns a second as the board grows, and with all expansions, against those of one base set."""

    def turns(*games: Any) -> Run:
        return a_second(seconds_a_turn(*games))

    return [
        Measure(ONE_SET, turns(GAMES), "turns/s"),
        Measure("base: turns of five sets", turns(1, 5), "turns/s", ONE_SET),
        Measure("base: turns of ten sets", turns(1, 10), "turns/s", ONE_SET, ">= 0.33"),
        Measure("base: turns of twenty sets", turns(1, 20), "turns/s", ONE_SET),
        Measure("all five: turns", turns(GAMES // 2, 1, ALL_OURS), "turns/s", ONE_SET, ">= 0.5"),
    ]


def counting(_: int) -> float:
    """Sequences a second that perft counts."""
    game = Game(stack=["E", "U", "V"])
    start = time.process_time()
    return perft(game, 3) / (time.process_time() - start)


def kibibytes(what: Callable[[], object]) -> Run:
    """A measure of the memory that something holds which is made."""

    def run(_: int) -> float:
        tracemalloc.start()
        kept = what()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del kept
        return held / 1024

    return run


def importing(_: int) -> float:
    """Milliseconds of wall time to import the package in a fresh interpreter."""
    program = "import time; t = time.perf_counter(); import carcassonne; print((time.perf_counter() - t) * 1e3)"
    environment = os.environ | {"PYTHONPATH": str(package().parent)}
    call = [sys.executable, "-c", program]
    return float(subprocess.run(call, env=environment, check=True, stdout=subprocess.PIPE).stdout)


def measures(reference: ModuleType | None) -> list[Measure]:
    """All rows of the first table, those of the reference first."""
    return [
        *(of_reference(reference) if reference is not None else ()),
        *(measure for name, expansions in RULES.items() for measure in of_rules(name, expansions)),
        *of_turns(),
        Measure("perft", counting, "sequences/s"),
        Measure("memory of a game half-way", kibibytes(lambda: half_way(1)), "KiB"),
        Measure("memory of a copy of it", kibibytes(half_way(1).copy), "KiB"),
        Measure("memory of a game at its end", kibibytes(lambda: at_its_end(1)), "KiB"),
        Measure("memory of a copy of it at its end", kibibytes(at_its_end(1).copy), "KiB"),
        Measure("import carcassonne", importing, "ms"),
    ]


def sanity(games: int) -> list[tuple[str, float, str]]:
    """What random two-player base games look like: name, mean figure, and what it should be about."""
    turns = placements = choices = points = 0
    for seed in range(games):
        game, rng = Game(2, seed=seed), random.Random(seed)
        while not game.over:
            actions = list(game.legal_actions)
            if game.decision == "place":
                turns += 1
                placements += len(actions)
                for action in actions:
                    game.play(action)
                    choices += len(game.legal_actions) if game.decision == "deploy" else 1
                    game.undo()
            game.play(rng.choice(actions))
        points += sum(game.scores)
    return [
        ("turns a game", turns / games, "71"),
        ("placements a turn", placements / turns, "27"),
        ("joint choices a turn", choices / turns, "40"),
        ("points of the two seats together", points / games, "37 to 42"),
    ]


def load_reference(path: str | None) -> ModuleType | None:
    """The reference engine from the path given, the environment or beside the project; None where there is none."""
    beside = PROJECT.parent / "shared" / "bench" / "reference_core.py"
    path = path or os.environ.get("CARCASSONNE_REFERENCE") or (str(beside) if beside.exists() else None)
    if path is None:
        return None
    spec = importlib.util.spec_from_file_location("reference", path)
    if spec is None or spec.loader is None or not Path(path).exists():
        sys.exit(f"no Python file at {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def package() -> Path:
    """The folder of the package that is measured."""
    return Path(carcassonne.__file__).resolve().parent


def cells(row: Measure, rows: dict[str, Measure]) -> tuple[str, ...]:
    """A row of the first table; the last three columns are empty where there is nothing to compare with."""
    figure = f"{row.median:,.1f}"
    if row.against not in rows:
        return row.name, figure, row.unit, "", "", ""
    other = rows[row.against]
    return row.name, figure, row.unit, f"{ratio(row, other):.2f}", row.goal, other.name


def command_line() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser(prog="run.py", description="Measure the engine and print it as tables.")
    parser.add_argument("--quick", action="store_true", help=f"one round instead of {ROUNDS}, to see that all runs")
    parser.add_argument("--reference", metavar="PATH", help="a Python file with a bare engine to compare with")
    parser.add_argument("--jobs", metavar="N", type=int, default=jobs.cores(), help="processes to play on at the most")
    parser.add_argument(INSTALLED, action="store_true", help="measure the carcassonne that Python finds, not this one")
    return parser


def main() -> None:
    """Read the command line, run the rounds, print the tables."""
    options = command_line().parse_args()
    rounds = 1 if options.quick else ROUNDS
    main_rows = measures(load_reference(options.reference))
    by_kind = {kind: decisions.measures(kind) for kind in decisions.KINDS}
    seconds = spent(lambda: take([*main_rows, *(one for row in by_kind.values() for one in row)], rounds))

    print(f"{build.NAME}, {package()}; {platform.python_implementation()} {platform.python_version()}")
    print(f"medians of {rounds} interleaved rounds, {seconds:.0f} seconds of processor time\n")
    by_name = {row.name: row for row in main_rows}
    head = ("measure", "figure", "unit", "ratio", "goal", "compared with")
    print(table([head, *(cells(row, by_name) for row in main_rows)]), end="\n\n")
    print(table(decisions.rows(by_kind)), end="\n\n")
    by_jobs = jobs.measured(options.jobs, *((16, 1) if options.quick else (160, 5)))
    print("games of `carcassonne simulate` by processes, wall time")
    print(table(jobs.rows(by_jobs)), end="\n\n")
    print("sanity of random two-player base games")
    figures = sanity(2 if options.quick else 60)
    print(table([("figure", "mean", "about"), *((name, f"{mean:.1f}", about) for name, mean, about in figures)]))


if __name__ == "__main__":
    main()
