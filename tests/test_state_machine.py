"""One game of the base or with revolts, pushed about in every way at once: the kit's machine, and more."""

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from carcassonne import Deploy, Draw, IllegalAction, Pass, Place
from carcassonne.expansions.peasant_revolts import PeasantRevolts, Protect, protected
from carcassonne.record.record import Record
from carcassonne.testing import GameMachine

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


class OneGame(GameMachine):
    """What the kit does with every game, and what it does not know of: records, revolts, things that are no actions."""

    among = (PeasantRevolts.id,)

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

    @invariant()
    def the_protected_stand(self) -> None:
        """Whoever is protected stands on a city, a road or a monastery."""
        if self.game.ruleset.expansions:
            at = {(meeple.x, meeple.y, meeple.location) for meeple in self.game.meeples if meeple.kind != "field"}
            assert protected(self.game) <= at


TestOneGame = OneGame.TestCase
