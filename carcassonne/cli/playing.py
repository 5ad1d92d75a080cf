"""`carcassonne play`: people and agents at one terminal, or agents alone; kept in a record where one is named."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from carcassonne.agents import Agent, agents
from carcassonne.cli.console import output
from carcassonne.cli.keeping import HUMAN, Keeping, kept
from carcassonne.cli.options import players_from_text
from carcassonne.cli.sitting import Sitting
from carcassonne.cli.telling import final_table, json_lines, tell
from carcassonne.errors import SettingsError
from carcassonne.events import Event
from carcassonne.game import Game
from carcassonne.record.turns import chapters


def seats_from_texts(texts: Sequence[str]) -> dict[str, str]:
    """Who plays each seat, by name, from `Ann=human`. Raises SettingsError where one does not read so."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, who = (part.strip() for part in text.rpartition("="))
        if not equals or not name or not who:
            raise SettingsError(f"a seat reads NAME=WHO, as in Ann={HUMAN}, not '{text}'")
        if name in found:
            raise SettingsError(f"two seats are named {name}")
        found[name] = who
    return found


class AtTable(NamedTuple):
    """A game, where it is kept and who plays it, and whether it goes on from there."""

    game: Game
    keeping: Keeping
    goes_on: bool


def begun(
    record: Path | None,
    players: str | None,
    seats: dict[str, str],
    expansions: Sequence[str],
    seed: int | None = None,
    *,
    agent: str,
    by_hand: bool = False,
) -> AtTable:
    """A new game: `seats` says who plays them, and `agent` plays the others.

    Without players they are those in `seats`, or two. Raises SettingsError and RulesetError where that makes no game.
    """
    table = tuple(seats) or 2 if players is None else players_from_text(players)
    game = Game(table, expansions=expansions, seed=seed, by_hand=by_hand)
    return AtTable(game, Keeping(record, seated(game, seats, [agent] * len(game.players))), False)


def resumed(
    record: Path,
    players: str | None,
    seats: dict[str, str],
    expansions: Sequence[str],
    seed: int | None = None,
    *,
    by_hand: bool = False,
) -> AtTable:
    """The game kept in a file; `seats` says who plays now where that is not who played them before.

    Raises SettingsError where the options name another game than the file holds, and RecordError where it holds none.
    """
    game, played_by = kept(record)
    if game.by_hand != by_hand:
        rather = "referee" if game.by_hand else "play"
        raise SettingsError(f"{record} holds a game that goes on with: carcassonne {rather} --record {record}")
    have = sorted(expansion.id for expansion in game.ruleset.expansions)
    differ = {
        "--players": players is not None and players_from_text(players) not in (game.players, len(game.players)),
        "--expansion": bool(expansions) and sorted(set(expansions)) != have,
        "--seed": seed not in (None, game.seed),
    }
    for option, differs in differ.items():
        if differs:
            raise SettingsError(f"{record} holds another game than {option} says; left out, that game goes on")
    return AtTable(game, Keeping(record, seated(game, seats, played_by)), True)


def seated(game: Game, seats: dict[str, str], others: Sequence[str]) -> tuple[str, ...]:
    """Who plays each seat. Raises SettingsError where a name is nobody's at this table."""
    for name in seats:
        if name not in game.players:
            raise SettingsError(f"nobody is called {name}; there are {', '.join(game.players)}")
    return tuple(seats.get(name, other) for name, other in zip(game.players, others, strict=True))


def deciders(game: Game, played_by: Sequence[str]) -> list[Agent | None]:
    """The agent of each seat, None for a person. Raises SettingsError where there is no such agent."""
    seats = len(game.players)
    return [None if who == HUMAN else agents(who, game.seed, seats)[seat] for seat, who in enumerate(played_by)]


def play(table: AtTable, *, quiet: bool, as_json: bool, tell_seed: bool) -> None:
    """Play a game to its end, or until the people at the table leave. Raises SettingsError where there is no agent."""
    out, game, keeping = output(), table.game, table.keeping
    chosen = deciders(game, keeping.played_by)
    if None in chosen:
        if quiet or as_json:
            raise SettingsError("--quiet and --json are for games of agents alone")
        Sitting(game, out, keeping, chosen).run(table.goes_on)
        return
    story = chapters(_played_out(game, [agent for agent in chosen if agent is not None], keeping))
    if as_json:
        if tell_seed:
            print(f"seed {game.seed}", file=sys.stderr)
        for line in json_lines(story):
            print(line)
        return
    if quiet:
        for _ in story:
            pass
    else:
        tell(out, game, story)
    out.print(final_table(game))


def _played_out(game: Game, players: Sequence[Agent], keeping: Keeping) -> Iterator[Event]:
    """Let the agents play on to the end, the game kept after every choice; yields all events from the first on."""
    keeping.save(game)
    yield from game.events
    while not game.over:
        events = game.play(players[game.seat].choose(game))
        keeping.save(game)
        yield from events
