"""People at one terminal, with agents or without: every decision is asked for, told, and kept."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from carcassonne.actions import Action, Draw, cell_from_text
from carcassonne.agents import Agent
from carcassonne.cli import board as boards
from carcassonne.cli import decision
from carcassonne.cli.answers import understood
from carcassonne.cli.console import named, say
from carcassonne.cli.hints import answer, judged
from carcassonne.cli.keeping import Keeping
from carcassonne.cli.telling import final_table, opening, tell_events
from carcassonne.errors import CarcassonneError, IllegalAction, RecordError
from carcassonne.game import Game
from carcassonne.record.turns import Chapter, chapters
from carcassonne.render.terminal import MEDIUM

with suppress(ImportError):
    import readline  # noqa: F401 - where there is one, the arrow keys edit what is typed


class Left(Exception):
    """Whoever sits there leaves."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something to type besides choices and questions."""

    form: str
    help: str
    run: Callable[[list[str]], None]


class Sitting:
    """A game at one terminal. `agents` has for each seat the agent that decides for it, None for a person."""

    def __init__(self, game: Game, out: Console, keeping: Keeping, agents: Sequence[Agent | None]) -> None:
        self.game = game
        self.out = out
        self.keeping = keeping
        self.agents = agents
        self.taken_back: list[Action] = []
        """What was undone and not yet decided anew, the earliest choice last."""
        self.told = 0
        """How many lines were told since the last decision of a person."""
        self.commands = {command.form.split()[0]: command for command in self.offered()}

    def offered(self) -> Iterator[Command]:
        """The commands that can be typed."""
        yield Command("help", "this", self.help)
        yield Command("undo [NUMBER]", "take back your last choice, or so many", self.undo)
        yield Command("redo [NUMBER]", "choose again what was taken back, from the next choice on", self.redo)
        yield Command("board [X,Y]", "the whole board, or what is around a cell", self.board)
        yield Command("tiles", "what every tile looks like that may still come, and how many of it", self.tiles)
        yield Command("points", "everybody's points by what they are for", self.points)
        yield Command("story [NUMBER]", "what happened in the last turns", self.story)
        yield Command("legend", "what the signs on the board mean", self.legend)
        yield Command("save FILE", "keep the game in this file from now on", self.save_as)
        yield Command("quit", "leave; a game with a record goes on another time", self.leave)

    # from beginning to end

    def run(self, resumed: bool) -> None:
        """Sit at the table until the game is over or everybody leaves.

        Raises KeyboardInterrupt where it is broken off, once that is told.
        """
        self.keep()
        self._greet(resumed)
        try:
            while True:
                if self.game.over:
                    self.after_the_end()
                elif (agent := self.agents[self.game.seat]) is not None:
                    self.play(agent.choose(self.game))
                    self.taken_back.clear()
                else:
                    self.ask()
        except Left:
            self.out.print(self.keeping.told(), soft_wrap=True)
        except KeyboardInterrupt:
            self.out.print()
            self.out.print(self.keeping.told(), soft_wrap=True)
            raise

    def _greet(self, resumed: bool) -> None:
        if resumed:
            self.say(f"{', '.join(self.game.players)} go on in turn {self.game.turn}.")
            for chapter in list(chapters(self.game.events))[-1:]:
                self._tell(chapter)
        else:
            for sentence in opening(self.game):
                self.say(sentence)
            tell_events(self.out, self.game, 1, self.game.events)
        self.out.print("Type `help` for what can be typed, `?` to ask.", style="dim")

    def play(self, action: Action) -> None:
        """Play an action, tell what comes of it, and keep the game."""
        turn = self.game.turn
        events = self.game.play(action)
        self.keep()
        self.told += tell_events(self.out, self.game, turn, events)

    def keep(self) -> None:
        """Save the game; where that fails it is told, and the game goes on."""
        try:
            self.keeping.save(self.game)
        except RecordError as error:
            self.say(f"{error}. The game goes on; `save FILE` keeps it elsewhere.")

    def after_the_end(self) -> None:
        """The game is over: show how, and let a last mistake be taken back."""
        decision.print_game(self.out, self.game)
        self.out.print(final_table(self.game))
        while self.game.over:
            typed = self.read("The game is over (undo, or Enter to leave): ")
            if not typed:
                raise Left
            self.obey(typed)

    # one decision

    def ask(self) -> None:
        """Ask a person until one choice is made, or taken back."""
        decision.show(self.out, self.game, min(self.told, self.out.height // 3))
        self.told = 0
        before = self.game.actions
        while self.game.actions == before and not self.game.over:
            typed = self.read(self.prompt())
            if typed:
                self.obey(typed)

    def prompt(self) -> str:
        """What stands before what is typed."""
        game = self.game
        if Draw in game.deciding.answers:
            return f"{game.players[game.seat]}, which tile was drawn? "
        what = f" {game.tile}" if game.tile else ""
        return f"{game.players[game.seat]}, {game.decision}{what} (1-{len(game.legal_actions)}): "

    def read(self, prompt: str) -> str:
        """A line that somebody types. Raises Left at the end of what can be read."""
        try:
            typed = input(prompt)
        except EOFError:
            self.out.print()
            raise Left from None
        if not sys.stdin.isatty():
            self.out.print()
        return typed.strip()

    def obey(self, typed: str) -> None:
        """Do what was typed: a command, a question, or a choice. What cannot be done is told."""
        try:
            word, *words = typed.split()
            if typed.startswith("?"):
                self.explain(typed[1:].strip())
            elif word.lower() in self.commands and word not in self.game.ruleset.verbs:
                self.commands[word.lower()].run(words)
            else:
                self.choose(typed)
        except CarcassonneError as error:
            self.say(f"{error}.")

    def choose(self, typed: str) -> None:
        """Play the choice that was typed, or tell why that cannot be."""
        if self.game.over:
            raise IllegalAction(f"'{typed}' comes too late: the game is over")
        action = understood(self.game, typed)
        if self.game.why_not(action) is None:
            self.play(action)
            del self.taken_back[-1:]
        else:
            self.say(judged(self.game, action))

    def explain(self, question: str) -> None:
        """Answer a question; without one, say what can be asked."""
        if question:
            for sentence in answer(self.game, question):
                self.say(sentence)
            return
        if not self.game.over:
            self.say(decision.how_to_answer(self.game))
        self.say("? ACTION    whether it is legal and if not why, as in: ? place 3,0 r1")
        self.say("? X,Y PLACE what a feature is, who holds it and what it is worth now, as in: ? 1,0 city:N")
        self.say("? X,Y       all of that for a tile; for a free cell how the drawn tile may lie there")

    # commands

    def help(self, words: list[str]) -> None:
        """Tell what can be typed."""
        self.explain("")
        for command in self.commands.values():
            self.say(f"{command.form:<14} {command.help}")

    def undo(self, words: list[str]) -> None:
        """Take back the last choices of people, with all that agents chose since."""
        count = number(words, 1)
        mine = [place for place, (seat, _, _) in enumerate(self.game.course[1:]) if self.agents[seat] is None]
        if not mine:
            raise CarcassonneError("there is nothing of yours to take back")
        if count > len(mine):
            raise CarcassonneError(f"only {len(mine)} choices can be taken back")
        for seat, action, _ in reversed(self.game.course[1 + mine[-count] :]):
            self.taken_back.append(self.game.undo())
            self.say(f"Taken back: {self.game.players[seat]}'s '{action}'.")
        self.keep()

    def redo(self, words: list[str]) -> None:
        """Choose again what was taken back, in order, as far as it is still legal."""
        if not self.taken_back:
            raise CarcassonneError("nothing is taken back that could be chosen again")
        for _ in range(number(words, len(self.taken_back))):
            if not self.taken_back or self.game.over:
                break
            action = self.taken_back[-1]
            if self.game.why_not(action) is not None:
                self.say(judged(self.game, action))
                break
            self.play(action)
            self.taken_back.pop()

    def board(self, words: list[str]) -> None:
        """Show the whole board, or as much as there is room for around a cell."""
        if words:
            for line in decision.whole_board(self.out, self.game, focus=cell_named(words[0])):
                self.print(line)
        else:
            decision.print_game(self.out, self.game)

    def tiles(self, words: list[str]) -> None:
        """Show the tiles that may still come."""
        plain = boards.is_plain(self.out)
        unseen = self.game.unseen()
        room = max(self.out.width // (MEDIUM.columns + 3), 1)
        names = list(unseen)
        for start in range(0, len(names), room):
            row = names[start : start + room]
            self.print(Text("".join(f"{f'{name} ({unseen[name]})':<{MEDIUM.columns + 3}}" for name in row).rstrip()))
            drawings = [boards.tile_lines(self.game.ruleset.shapes[name].turned[0], MEDIUM, plain) for name in row]
            for parts in zip(*drawings, strict=True):
                line = Text()
                for part in parts:
                    line.append_text(part).append(" " * (MEDIUM.columns + 3 - part.cell_len))
                self.print(line)
            self.out.print()

    def points(self, words: list[str]) -> None:
        """Tell everybody's points."""
        decision.tell_points(self.out, self.game)

    def story(self, words: list[str]) -> None:
        """Tell what happened in the last turns again."""
        for chapter in list(chapters(self.game.events))[-number(words, len(self.game.players)) :]:
            self._tell(chapter)

    def _tell(self, chapter: Chapter) -> None:
        tell_events(self.out, self.game, chapter.turn or self.game.turn, chapter.events)

    def legend(self, words: list[str]) -> None:
        """Tell what the signs on the board mean."""
        for sign, meaning in boards.legend(boards.is_plain(self.out)):
            self.say(f"{sign:<6} {meaning}")

    def save_as(self, words: list[str]) -> None:
        """Keep the game in a file from now on."""
        if len(words) != 1:
            raise CarcassonneError("`save FILE` needs the name of one file")
        path = Path(words[0])
        if path.exists():
            raise CarcassonneError(f"{path} exists already: choose another name")
        keeping = Keeping(path, self.keeping.played_by)
        keeping.save(self.game)
        self.keeping = keeping
        self.say(keeping.told())

    def leave(self, words: list[str]) -> None:
        """Leave the table."""
        raise Left

    # words

    def say(self, sentence: str) -> None:
        """Print a sentence with the players in their colours."""
        say(self.out, named(sentence, self.game.players))

    def print(self, line: Text) -> None:
        """Print a line that is not to be wrapped."""
        self.out.print(line, soft_wrap=True)


MOST: Final = 10_000
"""More than anybody counts to."""


def number(words: Sequence[str], default: int) -> int:
    """The number that a command names, if it names one. Raises CarcassonneError where it names something else."""
    if not words:
        return default
    if len(words) > 1 or not words[0].isascii() or not words[0].isdigit() or not 1 <= int(words[0][:6]) <= MOST:
        raise CarcassonneError(f"'{' '.join(words)}' is no number from 1 on")
    return int(words[0])


def cell_named(text: str) -> tuple[int, int]:
    """The cell that a text names. Raises IllegalAction where it names none."""
    try:
        return cell_from_text(text)
    except ValueError as error:
        raise IllegalAction(str(error)) from None
