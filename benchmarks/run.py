#!/usr/bin/env python3
"""Measure the engine and print one table.

    python benchmarks/run.py [--quick] [--reference PATH]

Every measure runs once in each of many short rounds, one after the other; the table shows medians over the rounds, of
the figures and of the ratios within a round. So a slow moment of the machine touches all alike, and decides
nothing. Times are processor time of one process.

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
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from carcassonne import Game  # noqa: E402
from carcassonne.perft import perft  # noqa: E402

ALL_OURS = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")
MID_GAME = 40
"""Turns after which a game of one set counts as half-way."""


@dataclass
class Measure:
    """One row: `run(round)` gives a figure in `unit`; `against` is the same figure for what it is compared with."""

    name: str
    run: Callable[[int], float]
    unit: str
    against: str = ""
    goal: str = ""
    figures: list[float] = field(default_factory=list)


def play(game: Game, rnd: Callable[[], float]) -> None:
    """Play a game to its end, each decision a uniformly random one of its legal actions."""
    while not game.over:
        actions = list(game.legal_actions)
        game.play(actions[int(rnd() * len(actions))])


def games_a_second(games: int, one: Callable[[int], object]) -> Callable[[int], float]:
    """A measure of games a second; `one(seed)` plays a game. No seed comes twice in a run."""

    def run(number: int) -> float:
        start = time.process_time()
        for seed in range(number * games, (number + 1) * games):
            one(seed)
        return games / (time.process_time() - start)

    return run


def turns_a_second(games: int, sets: int = 1, expansions: tuple[str, ...] = ()) -> Callable[[int], float]:
    """A measure of turns a second in random two-player games with so many base sets."""

    def run(number: int) -> float:
        turns, seconds = 0, 0.0
        for seed in range(number * games, (number + 1) * games):
            game = Game(2, expansions=expansions, seed=seed, settings={"sets": sets})
            start = time.process_time()
            play(game, random.Random(seed).random)
            seconds += time.process_time() - start
            turns += game.turn
        return turns / seconds

    return run


def microseconds(times: int, thing: Callable[[], object]) -> Callable[[int], float]:
    """A measure of the microseconds that one call takes."""

    def run(_: int) -> float:
        start = time.process_time()
        for _ in range(times):
            thing()
        return (time.process_time() - start) / times * 1e6

    return run


def random_game(expansions: tuple[str, ...] = (), players: int = 2) -> Callable[[int], object]:
    """What plays a whole random game of a seed, its setting up included."""
    return lambda seed: play(Game(players, expansions=expansions, seed=seed), random.Random(seed).random)


def playout(expansions: tuple[str, ...] = ()) -> Callable[[int], object]:
    """What plays a whole random two-player game of a seed by `playout`, its setting up included."""
    return lambda seed: Game(2, expansions=expansions, seed=seed).playout(random.Random(seed))


def half_way(seed: int, expansions: tuple[str, ...] = ()) -> Game:
    """A random two-player game after MID_GAME turns."""
    game, rng = Game(2, expansions=expansions, seed=seed), random.Random(seed)
    while game.turn <= MID_GAME:
        game.play(rng.choice(list(game.legal_actions)))
    return game


def deciding(decision: str, expansions: tuple[str, ...] = ()) -> Game:
    """A random two-player game at the first decision of a kind from the tenth turn on."""
    game, rng = Game(2, expansions=expansions, seed=1), random.Random(1)
    while game.turn < 10 or game.decision != decision:
        game.play(rng.choice(list(game.legal_actions)))
    return game


def listing(game: Game) -> Callable[[], object]:
    """What lists the legal actions of a game anew, as of a copy."""
    return lambda: list(game.copy().legal_actions)


def there_and_back(game: Game) -> Callable[[], object]:
    """What plays an action and takes it back."""
    action = game.legal_actions[-1]
    return lambda: (game.play(action), game.undo())


def kibibytes(what: Callable[[], object]) -> Callable[[int], float]:
    """A measure of the memory that something holds which is made."""

    def run(_: int) -> float:
        tracemalloc.start()
        kept = what()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del kept
        return held / 1024

    return run


def counts_a_second(_: int) -> float:
    """Sequences a second that perft counts."""
    game = Game(stack=["E", "U", "V"])
    start = time.process_time()
    return perft(game, 3) / (time.process_time() - start)


def half_way_reference(reference: ModuleType, seed: int) -> Any:
    """The reference's game after MID_GAME turns."""
    rng = random.Random(seed)
    game = reference.Game(2, rng)
    for _ in range(MID_GAME):
        game.turn(game.stack.pop(), rng.random)
    return game


def import_milliseconds(_: int) -> float:
    """Milliseconds of wall time to import the package in a fresh interpreter."""
    program = "import time; t = time.perf_counter(); import carcassonne; print((time.perf_counter() - t) * 1e3)"
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    return float(
        subprocess.run([sys.executable, "-c", program], env=environment, check=True, stdout=subprocess.PIPE).stdout
    )


def measures(reference: ModuleType | None) -> list[Measure]:
    """All rows of the table, those of the reference first."""
    games, copies = 8, 1_000
    bare_games, bare_copy, one_set = "reference: random games", "reference: copy in mid-game", "base: turns of one set"
    rows = []
    if reference is not None:
        bare = half_way_reference(reference, 1)
        rows = [
            Measure(bare_games, games_a_second(games, reference.play), "games/s"),
            Measure(bare_copy, microseconds(copies, bare.copy), "us"),
        ]
    for name, expansions, goal in (("base", (), ">= 0.5"), ("peasant_revolts", ("peasant_revolts",), ">= 0.4")):
        copy = half_way(1, expansions).copy
        rows += [
            Measure(
                f"{name}: random games", games_a_second(games, random_game(expansions)), "games/s", bare_games, goal
            ),
            Measure(f"{name}: playouts", games_a_second(games, playout(expansions)), "games/s", bare_games),
            Measure(f"{name}: copy in mid-game", microseconds(copies, copy), "us", bare_copy, "<= 1.5"),
        ]
    return [
        *rows,
        Measure("base, five players: random games", games_a_second(games // 2, random_game((), 5)), "games/s"),
        *(
            Measure(f"{decision}: {what}", microseconds(200, thing(deciding(decision, expansions))), "us", against)
            for decision, expansions in (("place", ()), ("deploy", ()), ("protect", ("peasant_revolts",)))
            for what, thing, against in (
                ("copy and list", listing, ""),
                ("play and undo", there_and_back, "base: copy in mid-game"),
            )
        ),
        Measure("perft", counts_a_second, "sequences/s"),
        Measure("memory of a game half-way", kibibytes(lambda: half_way(1)), "KiB"),
        Measure("memory of a copy of it", kibibytes(half_way(1).copy), "KiB"),
        Measure(one_set, turns_a_second(games), "turns/s"),
        Measure("base: turns of ten sets", turns_a_second(1, 10), "turns/s", one_set, ">= 0.33"),
        Measure("base: turns of twenty sets", turns_a_second(1, 20), "turns/s", one_set),
        Measure("all five expansions: turns", turns_a_second(games // 2, 1, ALL_OURS), "turns/s", one_set, ">= 0.5"),
        Measure("all five expansions: random games", games_a_second(games // 4, random_game(ALL_OURS)), "games/s"),
        Measure("import carcassonne", import_milliseconds, "ms"),
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


def cells(row: Measure, rows: dict[str, Measure]) -> tuple[str, ...]:
    """A row of the table; the last three columns are empty where there is nothing to compare with."""
    figure = f"{statistics.median(row.figures):,.1f}"
    if row.against not in rows:
        return row.name, figure, row.unit, "", "", ""
    others = rows[row.against]
    ratio = statistics.median(mine / other for mine, other in zip(row.figures, others.figures, strict=True))
    return row.name, figure, row.unit, f"{ratio:.2f}", row.goal, row.against


def table(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as aligned text: names to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )


def main() -> None:
    """Read the command line, run the rounds, print the table."""
    parser = argparse.ArgumentParser(description="Measure the engine and print one table.")
    parser.add_argument("--quick", action="store_true", help="four rounds instead of forty")
    parser.add_argument("--reference", metavar="PATH", help="a Python file with a bare engine to compare with")
    options = parser.parse_args()

    rows = measures(load_reference(options.reference))
    rounds = 4 if options.quick else 40
    for number in range(rounds):
        for row in rows:
            row.figures.append(row.run(number))

    print(f"{platform.python_implementation()} {platform.python_version()}, medians of {rounds} interleaved rounds")
    by_name = {row.name: row for row in rows}
    print(
        table([("measure", "figure", "unit", "ratio", "goal", "compared with"), *(cells(row, by_name) for row in rows)])
    )
    print("\nsanity of random two-player base games")
    figures = sanity(5 if options.quick else 60)
    print(table([("figure", "mean", "about"), *((name, f"{mean:.1f}", about) for name, mean, about in figures)]))


if __name__ == "__main__":
    main()
