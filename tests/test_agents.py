from collections import Counter

import pytest

from carcassonne import CarcassonneError, Game
from carcassonne.agents import RandomAgent, agents, play_out


def test_the_same_seed_makes_the_same_choices():
    games = [Game(seed=5, expansions=("peasant_revolts",)) for _ in range(2)]
    for game in games:
        for _ in play_out(game, agents("random", 5, 2)):
            pass
    assert games[0].actions == games[1].actions
    assert games[0].over


def test_seats_and_seeds_choose_apart():
    game = Game(seed=1)
    choices = {
        (seed, seat): [agent.choose(game) for _ in range(20)]
        for seed in (1, 2)
        for seat, agent in enumerate(agents("random", seed, 3))
    }
    assert len({tuple(choice) for choice in choices.values()}) == len(choices)


def test_the_random_agent_gives_every_legal_action_the_same_chance():
    game = Game(stack=["U"])
    agent = RandomAgent("even")
    counts = Counter(agent.choose(game) for _ in range(6000))
    share = 6000 / len(game.legal_actions)
    assert set(counts) == set(game.legal_actions)
    assert all(0.8 * share < count < 1.2 * share for count in counts.values())


def test_choosing_leaves_the_game_as_it_is():
    game = Game(seed=1)
    before = game.key()
    RandomAgent("any").choose(game)
    assert game.key() == before


def test_playing_out_yields_every_event_of_the_game():
    game = Game(seed=3, players=4)
    assert tuple(play_out(game, agents("random", 3, 4))) == game.events


def test_an_unknown_agent_is_named_with_the_known_ones():
    with pytest.raises(CarcassonneError, match="no agent 'chess'; known: random"):
        agents("chess", 1, 2)
