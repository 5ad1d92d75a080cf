"""The commands and their options, and how every way of ending turns into an exit code."""

import dataclasses
import io
import json
import os
import secrets
import sys
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from carcassonne import build, ruleset, tile_files
from carcassonne.agents import AGENTS, agents
from carcassonne.cli import files as game_files
from carcassonne.cli import pictures, playing, tables
from carcassonne.cli.console import errors, output
from carcassonne.cli.keeping import HUMAN
from carcassonne.cli.options import Expansions, Players, PlayersOrNone, RecordFile, players_from_text
from carcassonne.cli.perft import perft
from carcassonne.cli.referee import Refereeing
from carcassonne.errors import CarcassonneError, RulesetError, SettingsError
from carcassonne.game import Game
from carcassonne.record.trace import check as check_trace
from carcassonne.record.trace import read
from carcassonne.simulation import Plan, Played, report
from carcassonne.simulation import simulate as played_games
from carcassonne.tiles import TileSet

FAILED, MISUSED, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141


def _examples(*lines: str) -> str:
    """The end of a help text."""
    return "\b\nExamples:\n" + "\n".join(f"  carcassonne {line}" for line in lines)


app = typer.Typer(
    name="carcassonne",
    help="The game of Carcassonne: play it, watch it, measure it.",
    epilog=_examples("play --expansion peasant_revolts --seed 7", "play --help"),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


AgentName = Annotated[str, typer.Option("--agent", metavar="NAME", help=f"Who chooses: {', '.join(sorted(AGENTS))}.")]
Seats = Annotated[
    list[str],
    typer.Option(
        "--seat", metavar="NAME=WHO", help=f"Who decides for a seat: {HUMAN} or an agent; may be given again."
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="NUMBER", help="Same seed, same results. Left out: a new one.")]


@app.callback(invoke_without_command=True)
def carcassonne(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """The game of Carcassonne: play it, watch it, measure it."""
    if show_version:
        typer.echo(f"carcassonne {_version()} ({build.NAME})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit


def _version() -> str:
    try:
        return version("carcassonne")
    except PackageNotFoundError:
        return "(not installed)"


@app.command(
    epilog=_examples(
        "play --expansion peasant_revolts --seed 7",
        "play --players Ann,Ben,Cem --quiet",
        "play --seed 7 --json > game.jsonl",
        "play --seat Ann=human --seat Ben=random --record evening.json",
        "play --record evening.json",
    )
)
def play(
    expansion: Expansions = [],  # noqa: B006
    players: PlayersOrNone = None,
    seat: Seats = [],  # noqa: B006
    agent: AgentName = "random",
    seed: Seed = None,
    record: RecordFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the final table.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the events as JSON, one a line.")] = False,
) -> None:
    """Play a game and tell it turn by turn.

    Where --players is left out, the seats named with --seat are the players. Those that are human are asked for every
    decision; the others, and those not named, are played by agents. With --record the game is kept after every
    decision; where the file exists already, the game in it goes on.
    """
    if quiet and as_json:
        raise typer.BadParameter("choose one of --quiet and --json")
    seats = playing.seats_from_texts(seat)
    if record is not None and record.exists():
        table = playing.resumed(record, players, seats, expansion, seed)
    else:
        table = playing.begun(record, players, seats, expansion, seed, agent=agent)
    playing.play(table, quiet=quiet, as_json=as_json, tell_seed=seed is None)


@app.command(
    epilog=_examples(
        "referee --players Ann,Ben,Cem --expansion peasant_revolts --record saturday.json",
        "referee --record saturday.json",
        "tiles peasant_revolts --svg -o revolts.svg",
    )
)
def referee(
    expansion: Expansions = [],  # noqa: B006
    players: PlayersOrNone = None,
    record: RecordFile = None,
) -> None:
    """Referee a game on a real table.

    You say which tile was drawn, where it was laid and what was done. The engine checks it, tells what follows from it
    (revolts, who takes which meeples home, points), keeps the scores and takes mistakes back. With --record the game
    is kept after every entry; where the file exists already, the game in it goes on.
    """
    if record is not None and record.exists():
        table = playing.resumed(record, players, {}, expansion, by_hand=True)
    else:
        table = playing.begun(record, players, {}, expansion, agent=HUMAN, by_hand=True)
    Refereeing(table.game, output(), table.keeping, [None] * len(table.game.players)).run(table.goes_on)


@app.command(
    epilog=_examples(
        "simulate --games 1000 --players 3 --expansion peasant_revolts --seed 1",
        "simulate --games 1000 --jobs 2 --json",
    )
)
def simulate(
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="How many games to play.")] = 100,
    players: Players = "2",
    expansion: Expansions = [],  # noqa: B006
    agent: AgentName = "random",
    seed: Seed = None,
    jobs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Processes that share the games; results are the same for any.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Play many games and print what they come to."""
    seed = secrets.randbits(32) if seed is None else seed
    plan = Plan(players_from_text(players), tuple(expansion), seed, agent)
    names = Game(plan.players, expansions=plan.expansions, seed=seed).players
    agents(agent, seed, len(names))
    began = time.perf_counter()
    results = report(names, _with_progress(played_games(plan, games, jobs), games))
    seconds = time.perf_counter() - began
    if as_json:
        settings = {"players": list(names), "expansions": expansion, "agent": agent, "seed": seed}
        timing = {"seconds": seconds, "games_a_second": games / seconds, "jobs": jobs}
        print(json.dumps(settings | dataclasses.asdict(results) | {"timing": timing}, indent=2))
        return
    out = output()
    for table in tables.results(results, seed, games / seconds):
        out.print(table)


def _with_progress(games: Iterable[Played], total: int) -> Iterable[Played]:
    """Pass the games on while a bar on standard error tells how far they are; no bar where it is no terminal.

    The bar draws itself by hand, a hundred times in all: without a thread, for processes are yet to fork.
    """
    console = errors()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True, auto_refresh=False
    ) as bar:
        task = bar.add_task("games", total=total)
        step = max(total // 100, 1)
        for number, game in enumerate(games, 1):
            yield game
            if number % step == 0:
                bar.update(task, completed=number, refresh=True)


@app.command(epilog=_examples("tiles", "tiles peasant_revolts", "tiles river --svg -o river.svg"))
def tiles(
    name: Annotated[str | None, typer.Argument(metavar="[SET]", help="A set of tiles; left out: all of them.")] = None,
    as_svg: Annotated[bool, typer.Option("--svg", help="Draw them on a sheet.")] = False,
    out: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where the sheet goes: a file in .svg or .png.")
    ] = game_files.STANDARD_OUTPUT,
    theme: pictures.ThemeName = "auto",
    width: pictures.Width = None,
) -> None:
    """List the tiles with their counts, or draw them: those of the base game and of each installed expansion."""
    known = {"base": tile_files.shipped("base")}
    for of, expansion in ruleset.installed().items():
        if brought := tuple(expansion.tiles()):
            known[of] = TileSet(of, expansion.title, brought)
    if name is not None and name not in known:
        raise typer.BadParameter(f"there is no set '{name}'; known: {', '.join(known)}")
    sets = list(known.values()) if name is None else [known[name]]
    if as_svg:
        pictures.sheet(sets, out, theme, width)
        return
    if out != game_files.STANDARD_OUTPUT:
        raise typer.BadParameter("a list is printed; a sheet is drawn into a file with --svg")
    for tile_set in sets:
        output().print(tables.tiles(tile_set))


@app.command(epilog=_examples("expansions", "play --expansion peasant_revolts"))
def expansions() -> None:
    """List the expansions that are installed.

    A game uses only those that it names.
    """
    output().print(tables.expansions(ruleset.installed()))


@app.command(epilog=_examples("check tests/cases/traces/*.jsonl"))
def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Files of traces, a game a line."),
    ],
) -> None:
    """Replay traces of games and stop at the first disagreement.

    Compares legal choices, scores, supplies and revolts of every turn, and the final scoring. Exit code 1 where engine
    and trace differ or a file cannot be read.
    """
    games = turns = 0
    for file in files:
        for name, trace in read(file):
            check_trace(trace, name)
            games += 1
            turns += len(trace.moves)
    print(f"{games} game{'s' if games != 1 else ''}, {turns} turns: all agree.")


app.command(
    epilog=_examples(
        "perft --stack DEUVJ --depth 4",
        "perft --stack D,PR01,V,E --depth 3 --expansion peasant_revolts --divide",
    )
)(perft)
app.command(epilog=_examples("schema > record.schema.json"))(game_files.schema)
app.command(epilog=_examples("convert game.json game.txt", "convert game.jcz game.json"))(game_files.convert)
app.command("position", epilog=_examples("position game.json --turn 12"))(game_files.show_position)
app.command(
    epilog=_examples(
        "show game.json -o game.svg", "show game.json --turn 12 -o game.png", "show game.json -o game.html"
    )
)(pictures.show)


def run() -> int:
    """Run the command line and return the exit code; whatever goes wrong is told in one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False, prog_name="carcassonne")
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # typer exits where it meets a broken pipe first
        return _cut_off(BROKEN_PIPE)
    except (SettingsError, RulesetError) as error:
        return _end(str(error), MISUSED)
    except CarcassonneError as error:
        return _end(str(error), FAILED)
    except OSError as error:
        _end(error.strerror or str(error), FAILED)
        return _cut_off(FAILED)
    except Exception as error:
        if hasattr(error, "format_message"):
            return _end(f"{error.format_message().removesuffix('.')} (see {_command_of(error)} --help)", MISUSED)
        if "CARCASSONNE_DEBUG" in os.environ:
            raise
        return _end(f"this is a bug in the program ({error!r}); CARCASSONNE_DEBUG=1 shows where", FAILED)
    return code or 0


def _cut_off(code: int) -> int:
    """Send what is still to be written nowhere, so that nothing more fails on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _command_of(error: Exception) -> str:
    """The command that a usage error is about."""
    return getattr(getattr(error, "ctx", None), "command_path", "carcassonne")


def _end(message: str, code: int) -> int:
    line = "; ".join(message.split("\n"))
    print("carcassonne:", "".join(char if char.isprintable() else repr(char)[1:-1] for char in line), file=sys.stderr)
    return code
