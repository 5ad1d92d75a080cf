import json
import pickle
import subprocess
import sys

import pytest

from carcassonne import Game
from carcassonne.agents import agents, play_out
from carcassonne.simulation import Plan, Played, Share, Tally, game_seed, play_one, report, simulate

REVOLTS = Plan(players=3, expansions=("peasant_revolts",), seed=1)


def test_a_game_of_a_run_can_be_played_again_by_its_seed():
    played = play_one(REVOLTS, 4)
    game = Game(3, expansions=("peasant_revolts",), seed=played.seed)
    for _ in play_out(game, agents("random", played.seed, 3)):
        pass
    assert played.seed == game_seed(1, 4)
    assert (played.scores, played.winners) == (game.scores, game.winners)
    assert played.turns == len(game.board.tiles) - 1


def test_every_game_of_a_run_has_its_own_seed():
    assert len({game_seed(seed, index) for seed in range(10) for index in range(100)}) == 1000


def test_a_longer_run_begins_with_the_shorter_one():
    assert list(simulate(REVOLTS, 2)) == list(simulate(REVOLTS, 4))[:2]


def test_a_played_game_survives_pickling():
    played = play_one(REVOLTS, 0)
    assert pickle.loads(pickle.dumps(played)) == played


def test_causes_add_up_to_the_scores():
    for played in simulate(REVOLTS, 5):
        assert sum(played.causes.values()) == sum(played.scores)


def test_nine_of_the_twelve_revolt_tiles_are_drawn_in_every_game():
    assert all(played.tallies["revolts"] == 9 for played in simulate(REVOLTS, 5))


def test_a_report_counts_wins_spread_shares_and_happenings():
    games = (
        Played(1, 70, (10, 30), (1,), {"city": 44, "protection": -4}, {"revolts": 3}),
        Played(2, 72, (20, 20), (0, 1), {"city": 30, "road": 10}, {}),
    )
    result = report(("Ann", "Ben"), games)
    ann, ben = result.seats
    assert (ann.name, ann.mean, ann.spread, ann.lowest, ann.highest, ann.wins, ann.shared) == (
        "Ann",
        15,
        5,
        10,
        20,
        0,
        1,
    )
    assert (ben.mean, ben.wins, ben.shared) == (25, 1, 1)
    assert (result.games, result.turns, result.points) == (2, 71, 40)
    assert list(result.causes) == ["city", "road", "protection"]
    assert result.causes["protection"] == Share(points=-4, a_game=-2, share=-0.05)
    assert sum(share.share for share in result.causes.values()) == pytest.approx(1)
    assert result.tallies == {"revolts": Tally(total=3, a_game=1.5)}


def test_a_run_without_points_has_no_shares_to_divide():
    assert report(("Ann",), (Played(1, 0, (0,), (0,), {"field": 0}, {}),)).causes["field"].share == 0


def test_any_number_of_processes_gives_the_same_results():
    def results(jobs):
        options = ["--games", "20", "--expansion", "peasant_revolts", "--seed", "1", "--jobs", jobs, "--json"]
        command = [sys.executable, "-m", "carcassonne", "simulate", *options]
        data = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        assert data.pop("timing")["jobs"] == int(jobs)
        return data

    assert results("1") == results("2") == results("3")


def test_random_base_games_come_to_what_random_base_games_come_to():
    result = report(("Red", "Blue"), simulate(Plan(seed=2024), 60))
    assert 34 < result.points < 44
    assert 70 < result.turns <= 71
