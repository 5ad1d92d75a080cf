"""A game written to a record and played again is the same game."""

import json

import pytest

from carcassonne import Game, RecordError
from carcassonne.agents import RandomAgent
from carcassonne.record.record import Record


def played(actions: int, **choices) -> Game:
    game = Game(**choices)
    agent = RandomAgent(str(actions))
    while not game.over and len(game.actions) < actions:
        game.play(agent.choose(game))
    return game


@pytest.mark.parametrize("expansions", [(), ("peasant_revolts",)])
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("actions", [0, 1, 37, 10_000])
def test_a_game_comes_back_as_it_was(expansions, by_hand, actions):
    game = played(actions, seed=5, expansions=expansions, by_hand=by_hand)
    again = Record.from_json(Record.of(game).to_json()).replay()
    assert again.key() == game.key()
    assert again.events == game.events
    assert again.actions == game.actions
    assert list(again.legal_actions) == list(game.legal_actions)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda data: data.pop("stack"), "'stack'"),
        (lambda data: data.update(version=2), "'version'"),
        (lambda data: data.update(extra=1), "'extra'"),
        (lambda data: data["actions"].insert(3, "place 100,0 r0"), "action 4"),
        (lambda data: data["actions"].insert(0, "jump"), "action 1"),
        (lambda data: data.update(scores=[1, 2]), "scores"),
        (lambda data: data["expansions"].update(peasant_revolts="0"), "version 0"),
    ],
)
def test_damage_is_named_with_its_place(damage, says):
    data = json.loads(Record.of(played(50, seed=5, expansions=("peasant_revolts",))).to_json())
    damage(data)
    with pytest.raises(RecordError, match=says):
        Record.from_json(json.dumps(data)).replay()


def test_text_that_is_no_json_is_refused():
    with pytest.raises(RecordError, match="no JSON"):
        Record.from_json('{"format": ')
