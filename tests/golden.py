"""Golden playthroughs: whole short games as text, kept under tests/golden and reviewed as diffs.

A playthrough shows every decision with its seat, its legal actions and the one chosen, what happened then in words and
as data, and where the game stands. `pytest tests/test_golden.py --regenerate-golden` writes them anew: the choices in
an old file are made again as long as they are legal, so that a changed rule shows as a small difference. Delete a file
first to have all its choices made anew.
"""

import inspect
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from random import Random

from carcassonne import Action, Deploy, Game
from carcassonne.events import Event, TurnEnded
from carcassonne.ruleset import GROUP, load
from carcassonne.table import state_json
from carcassonne.testing.playing import tightest

FOLDER = Path(__file__).parent / "golden"
OURS = tuple(
    sorted({entry.name for entry in entry_points(group=GROUP) if entry.dist and entry.dist.name == "carcassonne"})
)
"""The ids of the registered expansions that this project ships."""
SEEDS = {
    "base": 178,
    "peasant_revolts": 2,
    "river": 36,
    "abbot": 219,
    "inns_and_cathedrals": 24,
    "traders_and_builders": 239,
    "all_together": 51,
}
"""Seeds of games in which the rules show well: most kinds of actions, events and points; others have 1."""
TILES = 22
"""Tiles in a short stack, besides those that lie on top by rule."""
WIDTH = 118
CHOSEN = "  > "
"""What the line of a chosen action begins with."""


@dataclass(frozen=True)
class Golden:
    """One playthrough: its name, its expansions, and the seed of the stack and of all choices."""

    name: str
    expansions: tuple[str, ...]
    seed: int
    players: int = 2

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"

    @cached_property
    def stack(self) -> tuple[str, ...]:
        """What lies on top by rule, then few of the other tiles, two thirds of them ones that base alone has not."""
        game, base = Game(self.players, expansions=self.expansions, seed=self.seed), Game(seed=0).ruleset.shapes
        first = game.blocks[-2] if len(game.blocks) > 1 else 0
        rest = game.stack[first:]
        special = [place for place, tile in enumerate(rest) if tile not in base][: TILES * 2 // 3]
        common = [place for place, tile in enumerate(rest) if tile in base][: TILES - len(special)]
        return (*game.stack[:first], *(rest[place] for place in sorted(special + common)))

    def text(self) -> str:
        """The playthrough. Choices that the file holds are made again as long as its header is right and they legal."""
        header = list(self._header())
        old = self.file.read_text("utf-8").splitlines() if self.file.exists() else []
        choices = [line.removeprefix(CHOSEN) for line in old if line.startswith(CHOSEN)]
        return "\n".join((*header, *self._play(choices if old[: len(header)] == header else ()))) + "\n"

    def game(self) -> Game:
        """The game before its first action."""
        return Game(self.players, expansions=self.expansions, seed=self.seed, stack=self.stack)

    def _header(self) -> Iterator[str]:
        yield f"{self.name}: {self.players} players, seed {self.seed}"
        yield from _wrapped("expansions: ", self.expansions or ["none"], ", ")
        yield f"start tile: {self.game().board.tiles[0, 0].tile}"
        yield from _wrapped("stack: ", self.stack, " ")

    def _play(self, choices: Sequence[str]) -> Iterator[str]:
        game = self.game()
        yield from ("", "Turn 1")
        yield from _happenings(game, game.events)
        known: set[str] = set()
        while not game.over:
            yield f"  {game.players[game.seat]} is to {game.decision}{f' {game.tile}' if game.tile else ''}"
            lines = list(_standing(game))
            yield from (line for line in lines if line not in known)
            known = set(lines)
            actions = list(game.legal_actions)
            yield from _wrapped(f"    {len(actions)} legal: ", map(str, actions), " | ")
            number = len(game.actions)
            action = _wanted(actions, choices[number : number + 1]) or pick(game, Random(f"{self.seed} {number}"))
            yield f"{CHOSEN}{action}"
            yield from _happenings(game, game.play(action))
        yield from ("", "Points")
        for name, score, points in zip(game.players, game.scores, game.breakdown(), strict=True):
            yield f"  {name} {score}: {', '.join(f'{cause} {points[cause]}' for cause in sorted(points))}"


def goldens() -> dict[str, Golden]:
    """All playthroughs by name: base alone, each of our expansions alone, and all of them together."""
    chosen = {"base": (), **{name: (name,) for name in OURS}, "all_together": OURS}
    return {name: Golden(name, expansions, SEEDS.get(name, 1)) for name, expansions in chosen.items()}


def events_of(name: str) -> set[type[Event]]:
    """The kinds of event that an expansion's package defines."""
    package = type(load(name)).__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    return {
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Event) and kind.__module__.startswith(package)
    }


def pick(game: Game, random: Random) -> Action:
    """A legal action: among the placements with most neighbours, and elsewhere each kind of action as often."""
    kinds: dict[tuple[str, str], list[Action]] = {}
    for action in tightest(game, list(game.legal_actions)):
        kinds.setdefault((action.verb, action.piece if isinstance(action, Deploy) else ""), []).append(action)
    return random.choice(kinds[random.choice(list(kinds))])


def _wanted(actions: Sequence[Action], choice: Sequence[str]) -> Action | None:
    return next((action for action in actions if [str(action)] == list(choice)), None)


def _happenings(game: Game, events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if told := event.tell(game.players):
            yield f"  {told}"
        yield f"      {json.dumps(event.to_json(), separators=(',', ':'))}"
        if isinstance(event, TurnEnded):
            yield from ("", "After the last turn" if game.over else f"Turn {event.turn + 1}")


def _standing(game: Game) -> Iterator[str]:
    """Where the game stands; the playthrough shows only the lines that were not there at the decision before."""
    scores, final = (" ".join(map(str, points)) for points in (game.scores, game.provisional_scores()))
    yield f"    scores {scores}, would end {final}"
    for seat, name in enumerate(game.players):
        yield f"    {name} has {', '.join(f'{count} {kind}' for kind, count in game.supply_of(seat).items())}"
    for expansion, state in state_json(game).items():
        yield f"    {expansion}: {json.dumps(state)}"


def _wrapped(head: str, items: Iterable[str], between: str) -> list[str]:
    """Items on as many lines as they need; no line breaks within one."""
    text = between.join(item.replace(" ", "\xa0") for item in items)
    lines = textwrap.wrap(text, WIDTH - len(head), break_long_words=False, break_on_hyphens=False)
    return [(" " * len(head) if place else head) + line.replace("\xa0", " ") for place, line in enumerate(lines)]
