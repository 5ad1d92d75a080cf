"""Whole games at one terminal, whatever the rules: every decision can be seen, asked about, and answered in text."""

import builtins
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from carcassonne import Game
from carcassonne.actions import Draw
from carcassonne.agents import RandomAgent
from carcassonne.cli.answers import understood
from carcassonne.cli.keeping import HUMAN, Keeping, kept
from carcassonne.cli.referee import Refereeing
from carcassonne.cli.sitting import Sitting
from carcassonne.errors import IllegalAction
from carcassonne.expansion import Expansion
from carcassonne.ruleset import installed, ruleset

FAIR = Path(__file__).parent.parent / "examples" / "fair"


def fair() -> Expansion:
    """An expansion as other people write them, which this package does not know."""
    if str(FAIR) not in sys.path:
        sys.path.insert(0, str(FAIR))
    from carcassonne_fair import Fair

    found: Expansion = Fair()
    return found


def rulesets() -> Iterator[tuple[str, Sequence[str | Expansion]]]:
    yield "base", ()
    for name in installed():
        yield name, (name,)
    yield "all", tuple(installed())
    yield "all and a stranger's", (*installed(), fair())


RULESETS = dict(rulesets())
TILES = 30
"""Tiles of a game here: enough to meet every decision, few enough to be played at every terminal."""


def short_game(name: str, players: int) -> Game:
    """A game with some tiles of every kind that its rules have."""
    expansions = RULESETS[name]
    tiles = sorted(ruleset(expansions).shapes)
    stack = Random(name).choices(tiles, k=TILES)
    return Game(players, expansions=expansions, seed=11, stack=stack)


class Typist:
    """Answers every decision with one of its choices, written in one of the ways that are understood."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.random = Random(seed)
        self.undone = 0

    def __call__(self, prompt: str) -> str:
        """What is typed at a prompt."""
        game = self.game
        if game.over:
            return ""
        assert game.players[game.seat] in prompt
        if self.random.random() < 0.04 and self.undone < 10 and len(game.actions) > 3:
            self.undone += 1
            return "undo 2"
        number = self.random.randrange(len(game.legal_actions))
        action = game.legal_actions[number]
        words = str(action).split()
        ways = [str(action), f"  {' '.join(words).upper()} "]
        if type(action) in game.deciding.answers:
            ways.append(" ".join(words[1:]))
        if not isinstance(action, Draw):
            ways.append(str(number + 1))
        return self.random.choice([way for way in ways if way.strip()])


def screen(*, colours: bool) -> Console:
    """A terminal that nobody looks at."""
    return Console(file=io.StringIO(), force_terminal=colours, width=80, height=30, highlight=False)


@pytest.mark.parametrize(("name", "colours"), [*((name, False) for name in RULESETS), ("all and a stranger's", True)])
def test_a_whole_game_can_be_typed(name: str, colours: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = short_game(name, 3)
    monkeypatch.setattr(builtins, "input", Typist(game, name))
    out = screen(colours=colours)
    ours = not any(isinstance(expansion, Expansion) for expansion in RULESETS[name])
    path = tmp_path / "game.json" if ours else None
    Sitting(game, out, Keeping(path, [HUMAN] * 3), [None] * 3).run(False)
    assert game.over
    assert isinstance(out.file, io.StringIO)
    said = out.file.getvalue()
    assert "Final scores" in said
    assert all(f"Turn {turn}" in said for turn in range(1, game.turn))
    if path is not None:
        again, played_by = kept(path)
        assert again.key() == game.key()
        assert played_by == (HUMAN,) * 3


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "all and a stranger's"])
def test_a_game_can_be_refereed_until_the_table_has_had_enough(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(2, expansions=RULESETS[name], by_hand=True)
    typist = Typist(game, name)
    monkeypatch.setattr(builtins, "input", lambda prompt: "end" if len(game.actions) > 80 else typist(prompt))
    out = screen(colours=True)
    Refereeing(game, out, Keeping(tmp_path / "game.json", [HUMAN] * 2), [None] * 2).run(False)
    assert isinstance(out.file, io.StringIO)
    assert "The game is over" in out.file.getvalue()
    again, _ = kept(tmp_path / "game.json")
    assert again.key() == game.key()
    assert again.ended().scores == game.provisional_scores()


def test_agents_decide_between_people_and_every_one_of_their_choices_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(["Ann", "Ben", "Cem"], expansions=["peasant_revolts"], seed=4)
    monkeypatch.setattr(builtins, "input", Typist(game, "some"))
    out = screen(colours=False)
    Sitting(game, out, Keeping(None, [HUMAN, "random", "random"]), [None, RandomAgent("b"), RandomAgent("c")]).run(
        False
    )
    assert isinstance(out.file, io.StringIO)
    said = " ".join(out.file.getvalue().split())
    for event in game.events:
        assert event.tell(game.players).removesuffix(".") in said


def test_a_number_names_no_tile_that_was_drawn() -> None:
    game = Game(2, by_hand=True)
    with pytest.raises(IllegalAction, match="no tile '1'"):
        game.play(understood(game, "1"))
    assert understood(game, "d") == Draw("D")


def test_a_record_that_cannot_be_written_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(2, seed=2)
    typed = iter(["1", "undo", f"save {tmp_path / 'here.json'}", "quit"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(typed))
    out = screen(colours=False)
    Sitting(game, out, Keeping(tmp_path / "nowhere" / "game.json", [HUMAN] * 2), [None] * 2).run(False)
    assert isinstance(out.file, io.StringIO)
    assert out.file.getvalue().count("cannot be written: No such file or directory. The game goes on") == 3
    assert kept(tmp_path / "here.json")[0].key() == game.key()
