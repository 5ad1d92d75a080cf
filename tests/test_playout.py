"""A playout is the game that the same choices make through `play`."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne import CarcassonneError, Expansion, ExpansionError, Game, IllegalAction
from carcassonne.perft import perft
from carcassonne.table import Table
from carcassonne.testing import Setup, strategies


@given(strategies.setups(), st.booleans(), st.integers(0, 2**16))
def test_the_same_choices_by_play_make_the_same_game(setup: Setup, by_hand: bool, seed: int) -> None:
    game, rng, chosen = setup.game(by_hand=by_hand), Random(seed), []

    def policy(_: Game, number: int) -> int:
        chosen.append((number, rng.randrange(number)))
        return chosen[-1][1]

    ended = game.playout(policy=policy)
    for number, index in chosen:
        assert len(game.legal_actions) == number
        game.play(game.legal_actions[index])
    assert game.over
    assert ended.key() == game.key()
    assert ended.scores == game.scores


@given(strategies.games(unfinished=True), st.integers(0, 2**16))
def test_the_game_itself_stays_as_it_is_and_the_same_numbers_make_the_same_playout(game: Game, seed: int) -> None:
    before, events = game.key(), game.events
    ended = game.playout(Random(seed))
    assert ended.over
    assert ended.winners
    assert (game.key(), game.events) == (before, events)
    assert game.playout(Random(seed)).key() == ended.key()


def test_without_a_policy_each_legal_action_is_as_likely_as_any_other() -> None:
    game = Game(stack=["U"])
    placed = {
        (tile.x, tile.y, tile.rotation) for _ in range(400) for tile in [*game.playout().board.tiles.values()][1:]
    }
    assert placed == {(action.x, action.y, action.rotation) for action in game.legal_actions}


def test_a_policy_sees_the_game_at_each_of_its_decisions() -> None:
    seen = []

    def policy(game: Game, number: int) -> int:
        seen.append((game.decision, game.seat, number == len(game.legal_actions)))
        return 0

    Game(stack=["U", "V"]).playout(policy=policy)
    assert seen == [("place", 0, True), ("deploy", 0, True), ("place", 1, True), ("deploy", 1, True)]


def test_it_tells_nothing_and_cannot_be_undone() -> None:
    ended = Game(seed=1).playout(Random(1))
    assert ended.events == ended.actions == ()
    with pytest.raises(CarcassonneError, match="no action to undo"):
        ended.undo()


def test_the_playout_of_a_game_that_is_over_is_a_copy_of_it() -> None:
    ended = Game(seed=1).playout(Random(1))
    again = ended.playout()
    assert again is not ended
    assert again.key() == ended.key()


def test_an_expansion_that_fails_is_named_and_the_game_unharmed() -> None:
    class Fails(Expansion):
        id = "fails"
        title = "Fails"

        def turn_ended(self, table: Table) -> None:
            if table.turn == 5:
                raise ValueError("no")

    game = Game(expansions=[Fails()], seed=1)
    before = game.key()
    with pytest.raises(ExpansionError, match=r"'fails' failed in turn_ended.*turn 5"):
        game.playout(Random(1))
    assert game.key() == before


@given(strategies.games(unfinished=True), st.integers(0, 2**16))
def test_a_policy_may_look_ahead_on_copies(game: Game, seed: int) -> None:
    rng, looked = Random(seed), []

    def policy(now: Game, number: int) -> int:
        if len(looked) < 5:
            copy = now.copy()
            stands = copy.key()
            for _ in range(rng.randrange(1, 4)):
                if not copy.over:
                    looked.append(copy.play(rng.choice(list(copy.legal_actions))))
            while copy.actions[len(game.actions) :]:
                copy.undo()
            assert copy.key() == stands == now.key()
            with pytest.raises(CarcassonneError, match="no action to undo"):
                copy.undo()
        return rng.randrange(number)

    assert game.playout(policy=policy).over
    assert looked


def test_a_policy_may_count_with_perft() -> None:
    counts = []

    def policy(now: Game, number: int) -> int:
        if len(counts) < 3:
            counts.append((perft(now, 1), perft(now.copy(), 1)))
        return number - 1

    Game(seed=1).playout(policy=policy)
    assert counts
    assert all(count == again > 0 for count, again in counts)


@pytest.mark.parametrize("index", [-1, -2, "number", 10**30, None, 0.0, True, "0"])
def test_a_policy_that_chooses_none_of_the_legal_actions_is_told_so(index: Any) -> None:
    game = Game(seed=1)
    key = game.key()
    with pytest.raises(IllegalAction, match="the policy chose"):
        game.playout(policy=lambda _, number: number if index == "number" else index)
    assert game.key() == key
