"""`carcassonne referee`: a game on a real table. People say what was drawn and done; the engine checks and scores."""

from collections.abc import Iterator

from carcassonne.cli import decision
from carcassonne.cli.sitting import Command, Left, Sitting
from carcassonne.cli.telling import final_table, tell_events
from carcassonne.log import events_of


class Refereeing(Sitting):
    """A game whose tiles are drawn by hand, all seats people's."""

    def offered(self) -> Iterator[Command]:
        yield from super().offered()
        yield Command("end", "end the game here, tiles left or not: the final scoring", self.end)

    def end(self, words: list[str]) -> None:
        """Score the game as if it ended now, and leave. The record keeps the game as it was played so far."""
        ended = self.game.ended()
        self.out.print()
        tell_events(self.out, ended, self.game.turn, events_of(ended.log))
        decision.print_game(self.out, ended)
        self.out.print(final_table(ended))
        raise Left
