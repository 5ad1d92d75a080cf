"""One game pushed about in every way at once, for hypothesis. Needs `carcassonne[test]`.

class MyGames(GameMachine):
    expansions = (MyExpansion(), "peasant_revolts")

TestMyGames = MyGames.TestCase
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.ruleset import load
from carcassonne.testing.failures import BrokenPromise, Fault
from carcassonne.testing.promises.accounts import pieces_add_up, scores_add_up
from carcassonne.testing.promises.pairs import AT_A_POSITION
from carcassonne.testing.promises.restoring import states_load
from carcassonne.testing.strategies import play_picks
from carcassonne.testing.trial import Check, any_settings

INDEX = st.integers(0, 199)


class GameMachine(RuleBasedStateMachine):
    """A game that is played, undone, copied, saved, played again and offered nonsense.

    Subclass it and set `expansions`. Rules and invariants of one's own may be added: `self.game` is the game.
    """

    expansions: ClassVar[Sequence[str | Expansion]] = ()
    players: ClassVar[int | None] = None
    """How many play; any number where None."""
    game: Game

    @initialize(players=st.integers(2, 6), seed=st.integers(0, 2**32), unusual=st.integers(0, 2**16))
    def begin(self, players: int, seed: int, unusual: int) -> None:
        """Begin a game, under any settings."""
        chosen = [load(item) if isinstance(item, str) else item for item in self.expansions]
        settings = any_settings(chosen, Random(unusual)) if unusual else {}
        self.game = Game(self.players or players, expansions=chosen, seed=seed, settings=settings)
        self.past: list[object] = []

    @precondition(lambda self: not self.game.over)
    @rule(indices=st.lists(INDEX, min_size=1, max_size=8), count=st.integers(1, 30))
    def play(self, indices: list[int], count: int) -> None:
        """Play some actions."""
        for number in range(count):
            if self.game.over:
                break
            self.past.append(self.game.key())
            play_picks(self.game, indices[number % len(indices) :], 1)

    @precondition(lambda self: self.past)
    @rule(count=st.integers(1, 10))
    def undo(self, count: int) -> None:
        """Take back some actions; each time the game is what it was."""
        for _ in range(min(count, len(self.past))):
            self.game.undo()
            assert self.game.key() == self.past.pop(), "undo does not restore the game"

    @rule()
    def copy(self) -> None:
        """Go on with a copy, and play on the original what must not touch it."""
        original, self.game = self.game, self.game.copy()
        key = self.game.key()
        play_picks(original, (0, 1), 2)
        assert self.game.key() == key, "playing on the original changes a copy"

    @rule(seed=st.integers(0, 2**16))
    def look(self, seed: int) -> None:
        """Check a promise of the contract."""
        rng = Random(seed)
        self.keeps(rng.choice(AT_A_POSITION), seed)

    @rule(seed=st.integers(0, 2**16))
    def save(self, seed: int) -> None:
        """States are saved and loaded."""
        self.keeps(states_load, seed)

    @rule()
    def replay(self) -> None:
        """Go on with a new game in which the same actions were played, read from their texts."""
        old = self.game
        again = Game(old.players, expansions=old.ruleset.expansions, seed=old.seed, settings=old.settings.to_json())
        for action in old.actions:
            again.play(again.action(str(action)))
        assert again.key() == old.key(), "the same seed and actions lead elsewhere"
        assert again.events == old.events, "the same seed and actions are told otherwise"
        self.game = again

    @invariant()
    def points_and_pieces_add_up(self) -> None:
        """Every point is explained and no piece is lost."""
        self.keeps(pieces_add_up, 0)
        self.keeps(scores_add_up, 0)

    def keeps(self, check: Check, seed: int) -> None:
        """Check the position, and leave it as it is. Raises BrokenPromise."""
        key = self.game.key()
        try:
            check(self.game, Random(seed))
        except Fault as fault:
            names = " and ".join(expansion.id for expansion in self.game.ruleset.expansions)
            raise BrokenPromise.of(names, fault) from fault
        assert self.game.key() == key, "looking changes the game"
