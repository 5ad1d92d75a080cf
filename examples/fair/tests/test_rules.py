"""The rules of The Fair, sentence by sentence as README.md tells them."""

import random
from dataclasses import replace

import pytest
from carcassonne_fair import Fair, TileSeen
from carcassonne_fair.gates import ends_at

from carcassonne import PASS, CarcassonneError, Game
from carcassonne.events import MeepleMoved, MeepleReturned, ScoreChanged, Term
from carcassonne.expansions.peasant_revolts import protected
from carcassonne.record.record import Record
from carcassonne.tile_files import shipped
from carcassonne.tiles import CITY, ROAD

FAIR = ("fair",)
WITH_REVOLTS = ("fair", "peasant_revolts")
HIGHWAYMAN = ("place 1,0 r0", "deploy road:E", "place -1,0 r3")
"""Red lays U, with a highwayman, and Blue V; the next tile is Red's."""


def begin(*stack, players=2, expansions=FAIR, **settings):
    return Game(players, expansions=expansions, stack=stack, settings=settings)


def play(game, *texts):
    """Play actions; whatever is asked in between is passed. All that happened."""
    events = []
    for text in texts:
        while game.action(text) not in game.legal_actions:
            events += game.play(PASS)
        events += game.play(game.action(text))
    return events


def options(game):
    return [str(action) for action in game.legal_actions]


def gates(tile):
    """Each road of a tile that ends at a city, with the city."""
    return [
        (road.location(), city.location())
        for road in tile.segments
        if road.kind == ROAD
        for index, city in enumerate(tile.segments)
        if city.kind == CITY and ends_at(tile, road, index)
    ]


def scored(events, cause):
    (score,) = (event for event in events if isinstance(event, ScoreChanged) and event.cause == cause)
    return score.terms


# ---- The tiles ----


def test_there_are_six_tiles_each_with_a_fair_in_its_city():
    tiles = list(Fair().tiles())
    assert sum(tile.count for tile in tiles) == 6
    assert all(any("fair" in city.marks for city in tile.segments if city.kind == CITY) for tile in tiles)


def test_all_six_are_shuffled_in():
    assert sum(tile.startswith("FA") for tile in Game(expansions=FAIR, seed=1).stack) == 6


# ---- Cities ----


def test_a_tile_may_mark_which_roads_end_at_its_city_and_its_fields_say_the_same():
    for tile in Fair().tiles():
        bare = replace(tile, segments=tuple(replace(segment, marks={}) for segment in tile.segments))
        assert gates(bare) == gates(tile)
    assert [len(gates(tile)) for tile in Fair().tiles()] == [1, 2, 2, 1, 0, 1]


@pytest.mark.parametrize(
    ("tile", "ends"),
    [
        ("S", [("road:S", "city:N")]),
        ("T", [("road:S", "city:N")]),
        ("D", []),  # the road passes the city
        ("K", []),
        ("L", []),  # it ends at a village
        ("X", []),
        ("A", []),  # it ends at a monastery
    ],
)
def test_on_other_tiles_a_road_ends_at_a_city_where_it_parts_two_fields_that_touch_it(tile, ends):
    assert gates(next(other for other in shipped("base").tiles if other.id == tile)) == ends


def test_a_completed_city_with_a_fair_scores_1_for_each_road_that_ends_at_it():
    game = begin("FA04", "U")
    events = play(game, "place 0,-1 r2", "deploy city:S", "pass")
    assert scored(events, CITY) == (Term("tiles", 2, 2), Term("fair roads", 1, 1))
    assert game.scores == (5, 0)


def test_roads_at_all_tiles_of_the_city_count():
    game = begin("T", "FA04", "E", "U")
    events = play(game, "place 0,-1 r1", "deploy city:N", "place 0,-2 r2", "place 1,-1 r3", "pass")
    assert scored(events, CITY) == (Term("tiles", 4, 2), Term("fair roads", 2, 1))


def test_a_second_fair_in_the_city_adds_its_roads_and_no_more():
    game = begin("FA03", "FA04", "U")
    events = play(game, "place 0,-1 r1", "deploy city:N", "place 0,-2 r2", "pass")
    assert scored(events, CITY) == (Term("tiles", 3, 2), Term("fair roads", 3, 1))


def test_a_road_that_ends_at_the_city_twice_counts_once():
    game = begin("FA03", "V", "V", "V", "V", "E", "U")
    loop = ("place -1,-1 r3", "place -1,0 r2", "place 1,0 r1", "place 1,-1 r0")
    events = play(game, "place 0,-1 r1", "deploy city:N", *loop, "place 0,-2 r2", "pass")
    assert scored(events, CITY) == (Term("tiles", 3, 2), Term("fair roads", 1, 1))


def test_a_completed_city_without_a_fair_scores_as_ever():
    game = begin("S", "E", "E", "U")
    events = play(game, "place 0,-1 r1", "deploy city:N", "place 0,-2 r2", "place 1,-1 r3", "pass")
    assert scored(events, CITY) == (Term("tiles", 4, 2), Term("coats of arms", 1, 2))


def test_an_unfinished_city_with_a_fair_scores_as_ever():
    game = begin("FA04")
    assert scored(play(game, "place 1,0 r1", "deploy city:E"), CITY) == (Term("tiles", 1, 1),)


# ---- Instead of deploying ----


def test_whoever_places_a_fair_may_take_back_a_meeple_from_anywhere_or_move_one_from_a_road_to_a_free_road():
    game = begin("U", "V", "FA04", "U")
    play(game, *HIGHWAYMAN, "place 0,-1 r2")
    assert options(game)[-2:] == ["take_back 1,0 road:E", "move 1,0 road:E road:N"]


def test_taking_back_costs_the_deployment_and_scores_nothing():
    game = begin("U", "V", "FA04", "U")
    events = play(game, *HIGHWAYMAN, "place 0,-1 r2", "take_back 1,0 road:E")
    assert MeepleReturned(0, "meeple", 1, 0, "road:E", "fair") in events
    assert (game.supply, game.scores, game.decision) == ((7, 7), (0, 0), "look")


def test_a_meeple_may_be_taken_back_from_what_is_about_to_be_scored():
    game = begin("FA02", "V", "FA04", "U")
    play(game, "place 0,-1 r2", "deploy road:E", "place -1,0 r3", "place 1,-1 r1")
    assert game.board.feature(0, -1, "road:E").completed
    play(game, "take_back 0,-1 road:E")
    assert game.scores == (0, 0)


def test_a_moved_meeple_stays_in_play_and_scores_where_it_then_stands():
    game = begin("U", "V", "FA04", "B")
    events = play(game, *HIGHWAYMAN, "place 0,-1 r2", "move 1,0 road:E road:N")
    assert MeepleMoved(0, "meeple", 1, 0, "road:E", 0, -1, "road:N") in events
    assert [(one.x, one.y, one.location) for one in game.meeples] == [(0, -1, "road:N")]
    assert game.supply == (6, 7)
    play(game, "place 0,1 r0", "pass")
    assert game.over
    assert game.breakdown()[0] == {"road": 1}


def test_a_road_that_anyone_stands_on_is_not_free():
    game = begin("U", "V", "FA04", "U")
    play(game, *HIGHWAYMAN, "place 2,0 r1")
    assert options(game)[-1] == "take_back 1,0 road:E"
    assert game.why_not(game.action("move 1,0 road:E road:W")) is not None


def test_only_meeples_of_roads_move():
    game = begin("B", "V", "FA04", "U")
    play(game, "place 0,1 r0", "deploy monastery", "place -1,0 r3", "place 0,-1 r2")
    assert [text for text in options(game) if text.split()[0] in ("take_back", "move")] == ["take_back 0,1 monastery"]


def test_nobody_else_s_meeple_is_taken_back():
    game = begin("U", "FA04", "V")
    play(game, "place 1,0 r0", "deploy road:E", "place 0,-1 r2")
    assert game.seat == 1
    assert game.why_not(game.action("take_back 1,0 road:E")) is not None


def test_a_tile_without_a_fair_offers_neither():
    game = begin("U", "V", "U", "V")
    play(game, *HIGHWAYMAN, "place 2,0 r0")
    assert not any(text.split()[0] in ("take_back", "move") for text in options(game))


def test_a_seat_with_an_empty_supply_may_still_do_either():
    game = begin("U", "V", "FA04", "U", meeples=1)
    play(game, *HIGHWAYMAN, "place 0,-1 r2")
    assert options(game) == ["pass", "take_back 1,0 road:E", "move 1,0 road:E road:N"]


# ---- The next tile ----


def after_a_fair(*stack, **more):
    game = begin("FA04", *stack, **more)
    play(game, "place 0,-1 r2", "pass")
    return game


def test_after_a_fair_each_other_seat_in_turn_may_look():
    game = after_a_fair("U", "V", players=3)
    asked = []
    while game.decision == "look":
        asked.append((game.seat, options(game)))
        play(game, "look" if game.seat == 1 else "pass")
    assert asked == [(1, ["pass", "look"]), (2, ["pass", "look"])]
    assert (game.turn_seat, game.decision, game.tile) == (1, "place", "U")


def test_a_look_costs_a_point():
    game = after_a_fair("U", "V")
    assert scored(play(game, "look"), "look") == (Term("look", 1, -1),)
    assert game.scores == (0, -1)


def test_by_setting_it_takes_a_point_that_one_has():
    game = after_a_fair("U", "V", fair={"scores_below_zero": False})
    assert (game.seat, game.decision) == (1, "place")


def test_only_who_paid_knows_the_next_tile():
    game = after_a_fair("U", "V", "B", "E", players=3)
    play(game, "look")
    assert (game.seat, game.decision) == (2, "look")
    assert [game.seen_ahead(seat) for seat in range(3)] == [(), ("U",), ()]
    seen = TileSeen(1, "U")
    assert [seen in game.events_for(seat) for seat in range(3)] == [False, True, False]
    dealt = {seat: {game.determinize(random.Random(n), seat).stack[1] for n in range(40)} for seat in (0, 1)}
    assert dealt[1] == {"U"}
    assert dealt[0] == {"U", "V", "B", "E"}


def test_what_was_seen_is_known_until_it_is_drawn():
    game = after_a_fair("U", "V")
    play(game, "look")
    assert game.tile == "U"
    assert game.seen_ahead(1) == ()


def test_after_the_last_tile_there_is_nothing_to_see():
    game = begin("FA04")
    play(game, "place 0,-1 r2", "pass")
    assert game.over


def test_where_tiles_are_drawn_by_hand_the_game_cannot_show_one():
    game = Game(expansions=FAIR, by_hand=True)
    play(game, "draw FA04", "place 0,-1 r2", "pass")
    assert game.decision == "draw"


def test_an_ordinary_tile_lets_nobody_look():
    game = begin("E", "U")
    play(game, "place 0,-1 r2", "pass")
    assert game.decision == "place"


# ---- With The Peasant Revolts ----


def test_taking_back_ends_protection():
    game = begin("U", "V", "FA04", "U", expansions=WITH_REVOLTS)
    play(game, *HIGHWAYMAN[:2], "protect 1,0 road:E", *HIGHWAYMAN[2:], "place 0,-1 r2", "take_back 1,0 road:E")
    assert protected(game) == frozenset()


def test_moving_keeps_it():
    game = begin("U", "V", "FA04", "U", expansions=WITH_REVOLTS)
    play(game, *HIGHWAYMAN[:2], "protect 1,0 road:E", *HIGHWAYMAN[2:], "place 0,-1 r2", "move 1,0 road:E road:N")
    assert protected(game) == {(0, -1, "road:N")}


@pytest.mark.parametrize("allowed", [True, False])
def test_either_is_an_action_in_place_of_deploying_after_which_protection_is_a_setting(allowed):
    settings = {"protect_after_other_action": allowed}
    game = begin("U", "V", "FA04", "U", expansions=WITH_REVOLTS, peasant_revolts=settings)
    play(game, *HIGHWAYMAN, "place 0,-1 r2", "move 1,0 road:E road:N")
    assert game.decision == ("protect" if allowed else "look")


# ---- With builders ----


def test_a_builder_whose_highwayman_goes_away_goes_home():
    game = begin("U", "V", "U", "V", "FA04", "U", expansions=("fair", "traders_and_builders"))
    play(game, *HIGHWAYMAN, "place 2,0 r0", "deploy road:E builder", "place -1,1 r2")
    play(game, "place 0,-1 r2", "move 1,0 road:E road:N")
    assert [(one.piece, one.x, one.y) for one in game.meeples] == [("meeple", 0, -1)]


# ---- Written down ----


def test_the_state_goes_to_json_and_back():
    game = after_a_fair("U", "V", players=3)
    play(game, "look")
    fair = game.ruleset.expansions[0]
    data = fair.save_state(game)
    assert data == {"seats": [1]}
    assert fair.load_state(game, data) == game.states["fair"]
    for wrong in ({"seats": [3]}, {"seats": "all"}, {}):
        with pytest.raises(CarcassonneError):
            fair.load_state(game, wrong)


def test_a_record_of_a_whole_game_replays():
    game, rng = Game(3, expansions=WITH_REVOLTS, seed=5), random.Random(5)
    while not game.over:
        game.play(rng.choice(list(game.legal_actions)))
    assert Record.from_json(Record.of(game).to_json()).replay().key() == game.key()
