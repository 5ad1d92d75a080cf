"""One game pushed about in every way at once: played, undone, copied, saved, replayed, and offered nonsense."""

import json
from typing import Any

import pytest
from generated import Picks, Rules, rules
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carcassonne import CarcassonneError, Deploy, Draw, Game, IllegalAction, Pass, Place
from carcassonne.events import ScoreChanged
from carcassonne.expansions.peasant_revolts import Protect, protected
from carcassonne.record.record import Record

WHOLE = st.integers(-3, 3)
EVERYWHERE = st.sampled_from(("city:N", "city:S", "road:E", "road:W", "field:NL", "field:SL", "monastery", "nowhere"))
ANYTHING = st.one_of(
    st.builds(Pass),
    st.builds(Draw, st.sampled_from(("D", "PR01", "Z"))),
    st.builds(Place, WHOLE, WHOLE, st.integers(-1, 4)),
    st.builds(Deploy, EVERYWHERE),
    st.builds(Protect, WHOLE, WHOLE, EVERYWHERE),
    st.sampled_from((None, "pass", 0)),
)


class OneGame(RuleBasedStateMachine):
    """A game, and what is remembered of it by other means: its rules, and how it looked before each action."""

    game: Game

    @initialize(chosen=rules())
    def begin(self, chosen: Rules) -> None:
        """Begin a game."""
        self.chosen = chosen
        self.game = chosen.game()
        self.past: list[tuple[object, list[Any]]] = []

    def going_on(self) -> bool:
        """Whether there is something to decide."""
        return not self.game.over

    @precondition(going_on)
    @rule(index=st.integers(0, 199))
    def play(self, index: int) -> None:
        """One action."""
        self.play_picks(Picks((index,)), 1)

    @precondition(going_on)
    @rule(indices=st.lists(st.integers(0, 199), min_size=1, max_size=8), count=st.integers(2, 40), tight=st.booleans())
    def play_on(self, indices: list[int], count: int, tight: bool) -> None:
        """Some actions in a row."""
        self.play_picks(Picks(tuple(indices), tight), count)

    def play_picks(self, picks: Picks, count: int) -> None:
        """So many actions by picks, as far as the game lasts."""
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
            assert self.game.undo() == action
            assert (self.game.key(), list(self.game.legal_actions)) == self.past.pop()

    @precondition(lambda self: not self.past)
    @rule()
    def undo_nothing(self) -> None:
        """There is nothing before the first action."""
        with pytest.raises(CarcassonneError):
            self.game.undo()

    @rule(index=st.integers(0, 199))
    def copy(self, index: int) -> None:
        """Go on with a copy, and do to the original what must not touch it."""
        original, self.game = self.game, self.game.copy()
        assert self.game.key() == original.key()
        key = original.key()
        if original.actions:
            original.undo()
        original.play(original.legal_actions[index % len(original.legal_actions)])
        assert self.game.key() == key

    @rule()
    def save_states(self) -> None:
        """Go on with the expansions' states as they are read back from JSON."""
        key = self.game.key()
        saved = {expansion: json.dumps(expansion.save_state(self.game)) for expansion in self.game.ruleset.expansions}
        self.game.states = {
            expansion.id: expansion.load_state(self.game, json.loads(text)) for expansion, text in saved.items()
        }
        assert self.game.key() == key

    @rule()
    def replay(self) -> None:
        """Go on with a new game of the same seed in which the same actions were played, read from their texts."""
        again = self.chosen.game()
        for action in self.game.actions:
            again.play(again.action(str(action)))
        assert again.key() == self.game.key()
        assert again.events == self.game.events
        self.game = again

    @rule()
    def record(self) -> None:
        """Go on with the game as it is read back from its record."""
        again = Record.from_json(Record.of(self.game).to_json()).replay()
        assert again.key() == self.game.key()
        assert again.events == self.game.events
        self.game = again

    @rule(action=ANYTHING)
    def probe(self, action: Any) -> None:
        """Whatever is offered is either legal, or refused and nothing has changed."""
        key = self.game.key()
        if action in self.game.legal_actions:
            self.game.copy().play(action)
        else:
            with pytest.raises(IllegalAction):
                self.game.play(action)
        assert self.game.key() == key

    @precondition(lambda self: self.game.over)
    @rule(chosen=rules())
    def begin_again(self, chosen: Rules) -> None:
        """After the end, another game."""
        self.begin(chosen)

    @invariant()
    def meeples_are_conserved(self) -> None:
        """Supply and board hold all meeples."""
        for seat, at_hand in enumerate(self.game.supply):
            assert at_hand + sum(meeple.seat == seat for meeple in self.game.meeples) == self.chosen.meeples

    @invariant()
    def scores_are_explained(self) -> None:
        """Every point is in an event."""
        sums = [0] * self.chosen.players
        for event in self.game.events:
            if isinstance(event, ScoreChanged):
                sums[event.seat] += event.points
        assert self.game.scores == tuple(sums)

    @invariant()
    def the_protected_stand(self) -> None:
        """Whoever is protected stands on a city, a road or a monastery."""
        if self.chosen.revolts:
            at = {(meeple.x, meeple.y, meeple.location) for meeple in self.game.meeples if meeple.kind != "field"}
            assert protected(self.game) <= at

    @invariant()
    def there_is_a_decision_until_the_end(self) -> None:
        """A game that is not over asks for one of its legal actions."""
        assert bool(self.game.legal_actions) == (self.game.decision is not None) == (not self.game.over)


TestOneGame = OneGame.TestCase
