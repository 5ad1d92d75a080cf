"""One game pushed about in every way at once, for hypothesis. Needs `carcassonne[test]`.

class MyGames(GameMachine):
    expansions = (MyExpansion(), "peasant_revolts")

TestMyGames = MyGames.TestCase
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carcassonne.errors import CarcassonneError
from carcassonne.expansion import Expansion
from carcassonne.game import Game
from carcassonne.testing.failures import BrokenPromise, Fault
from carcassonne.testing.playing import Picks
from carcassonne.testing.promises.accounts import pieces_add_up, scores_add_up
from carcassonne.testing.promises.pairs import AT_A_POSITION
from carcassonne.testing.setups import Setup
from carcassonne.testing.strategies import setups
from carcassonne.testing.trial import Check

INDEX = st.integers(0, 199)


class GameMachine(RuleBasedStateMachine):
    """A game that is played, undone, copied, saved, played again and offered nonsense.

    Subclass it and set `expansions`. Rules and invariants of one's own may be added: `self.game` is the game,
    `self.setup` what it is made of.
    """

    expansions: ClassVar[Sequence[str | Expansion]] = ()
    """Those that take part in every game."""
    among: ClassVar[Sequence[str | Expansion]] = ()
    """Those that take part in some games."""
    players: ClassVar[int | None] = None
    """How many play; any number where None."""
    setup: Setup
    game: Game

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begin a game, under any settings."""
        self.setup = data.draw(setups(self.among, self.expansions, self.players))
        self.game = self.setup.game()
        self.past: list[tuple[object, list[Any]]] = []

    @precondition(lambda self: not self.game.over)
    @rule(indices=st.lists(INDEX, min_size=1, max_size=8), count=st.integers(1, 40), tight=st.booleans())
    def play(self, indices: list[int], count: int, tight: bool) -> None:
        """Play some actions."""
        picks = Picks(tuple(indices), tight)
        for _, index in zip(range(count), picks, strict=False):
            if self.game.over:
                break
            self.past.append((self.game.key(), list(self.game.legal_actions)))
            self.game.play(picks.pick(self.game, index))

    @precondition(lambda self: self.past)
    @rule(count=st.integers(1, 10))
    def undo(self, count: int) -> None:
        """Take back some actions; each time the game is what it was."""
        for _ in range(min(count, len(self.past))):
            action = self.game.actions[-1]
            assert self.game.undo() == action, "undo takes back another action than the last"
            was = self.past.pop()
            assert (self.game.key(), list(self.game.legal_actions)) == was, "undo does not restore the game"

    @precondition(lambda self: not self.past)
    @rule()
    def undo_nothing(self) -> None:
        """There is nothing before the first action."""
        try:
            self.game.undo()
        except CarcassonneError:
            return
        raise AssertionError("an action was undone before the first was played")

    @rule(index=INDEX)
    def copy(self, index: int) -> None:
        """Go on with a copy, and do to the original what must not touch it."""
        original, self.game = self.game, self.game.copy()
        key = original.key()
        assert self.game.key() == key, "a copy is not equal to the game"
        if original.actions:
            original.undo()
        Picks((index,)).play(original, 2)
        assert self.game.key() == key, "what is done to the original changes a copy"

    @rule(seed=st.integers(0, 2**16))
    def look(self, seed: int) -> None:
        """Check a promise of the contract."""
        self.keeps(Random(seed).choice(AT_A_POSITION), seed)

    @rule()
    def save(self) -> None:
        """Go on with the expansions' states as they are read back from JSON."""
        key = self.game.key()
        self.game.states = {
            expansion.id: expansion.load_state(self.game, json.loads(json.dumps(expansion.save_state(self.game))))
            for expansion in self.game.ruleset.expansions
            if expansion.id in self.game.states
        }
        assert self.game.key() == key, "states saved and loaded make another game"

    @rule()
    def replay(self) -> None:
        """Go on with a new game in which the same actions were played, read from their texts."""
        again = self.setup.game()
        for action in self.game.actions:
            again.play(again.action(str(action)))
        assert again.key() == self.game.key(), "the same seed and actions lead elsewhere"
        assert again.events == self.game.events, "the same seed and actions are told otherwise"
        self.game = again

    @precondition(lambda self: self.game.over)
    @rule(data=st.data())
    def begin_again(self, data: st.DataObject) -> None:
        """After the end, another game."""
        self.begin(data)

    @invariant()
    def points_and_pieces_add_up(self) -> None:
        """Every point is explained and no piece is lost."""
        self.keeps(pieces_add_up, 0)
        self.keeps(scores_add_up, 0)

    @invariant()
    def there_is_a_decision_until_the_end(self) -> None:
        """A game that is not over asks for one of its legal actions."""
        going_on = bool(self.game.legal_actions)
        assert going_on == (self.game.decision is not None) == (not self.game.over), "no decision, or one too many"

    def keeps(self, check: Check, seed: int) -> None:
        """Check the position, and leave it as it is. Raises BrokenPromise."""
        key = self.game.key()
        try:
            check(self.game, Random(seed))
        except Fault as fault:
            names = " and ".join(expansion.id for expansion in self.game.ruleset.expansions)
            raise BrokenPromise.of(names, fault) from fault
        assert self.game.key() == key, "looking changes the game"
