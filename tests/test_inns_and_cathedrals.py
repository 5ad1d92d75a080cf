"""Inns & Cathedrals: every sentence of docs/rules.md 5 about it as a test, and scenario H2."""

from collections import Counter
from typing import Any

import pytest
from scenario import SPARE, do, options, play
from whole_games import assert_pieces_conserved, assert_recorded, assert_scores_explained, played

from carcassonne import Deploy, Game
from carcassonne.events import Event, FeatureScored, MeepleReturned, ScoreChanged, Term
from carcassonne.expansions.inns_and_cathedrals import LARGE_MEEPLE
from carcassonne.tile_files import shipped

INNS = ("inns_and_cathedrals",)
LARGE = "deploy {} large_meeple"


def game_of(*tiles: str, players: int = 2, expansions: tuple[str, ...] = INNS, **how: Any) -> Game:
    """A game in which these tiles are drawn, and nothing after them."""
    return Game(players, expansions=expansions, stack=tiles, **how)


def scores(events: tuple[Event, ...]) -> list[tuple[int, str, tuple[Term, ...]]]:
    """Seat, cause and terms of each score."""
    return [(event.seat, event.cause, event.terms) for event in events if isinstance(event, ScoreChanged)]


# Tiles and pieces


def test_it_brings_18_tiles_with_6_inns_and_2_cathedrals() -> None:
    tiles = [tile for tile in shipped("inns_and_cathedrals").tiles for _ in range(tile.count)]
    marks = Counter((segment.kind, mark) for tile in tiles for segment in tile.segments for mark in segment.marks)
    assert len(tiles) == 18
    assert marks == {("road", "inn"): 6, ("city", "cathedral"): 2}
    assert Game(expansions=INNS, seed=1).unseen().keys() >= {tile.id for tile in tiles}


@pytest.mark.parametrize("players", range(2, 7))
def test_every_seat_up_to_a_sixth_has_one_large_meeple_besides_its_seven(players: int) -> None:
    game = Game(players, expansions=INNS, seed=1)
    assert [game.supply_of(seat) for seat in range(players)] == [{"meeple": 7, LARGE_MEEPLE: 1}] * players
    assert game.supply == (7,) * players


# The large meeple


def test_a_large_meeple_is_deployed_wherever_a_meeple_is() -> None:
    game = game_of("L")
    do(game, "place 1,0 r0")
    places = [action for action in options(game) if action.startswith("deploy")]
    ordinary = [place for place in places if not place.endswith(LARGE_MEEPLE)]
    assert sorted(places) == sorted([*ordinary, *(f"{place} {LARGE_MEEPLE}" for place in ordinary)])
    assert {place.split()[1].split(":")[0] for place in ordinary} == {"city", "road", "field"}


def test_without_fields_it_does_not_farm() -> None:
    game = game_of("U", settings={"fields": False})
    do(game, "place 1,0 r0")
    assert options(game) == ("pass", "deploy road:E", "deploy road:E large_meeple")


def test_it_is_the_meeple_of_the_turn_and_there_is_one_of_it() -> None:
    game = game_of("U", "U", "U", "U")
    do(game, "place 1,0 r0", LARGE.format("field:NL"), "place 2,0 r0", "pass", "place 3,0 r0")
    assert game.seat == 0
    assert game.why_not(Deploy("road:E", LARGE_MEEPLE)) == "Red has no large_meeple in the supply"
    assert game.why_not(Deploy("road:E")) is None


@pytest.mark.parametrize(
    ("red", "blue", "counts", "points"),
    [
        ("meeple", "meeple", (1, 1), (6, 6)),
        ("large_meeple", "meeple", (2, 1), (6, 0)),
        ("meeple", "large_meeple", (1, 2), (0, 6)),
        ("large_meeple", "large_meeple", (2, 2), (6, 6)),
    ],
)
def test_it_counts_two_in_a_majority(red: str, blue: str, counts: tuple[int, int], points: tuple[int, int]) -> None:
    game = game_of("U", "B", "B", "V", "B", "V", "A", "A", *SPARE)
    do(game, "place 1,0 r0", str(Deploy("road:E", red)))
    do(game, "place 1,-1 r0", "pass", "place 0,1 r0", "pass")
    do(game, "place 2,-1 r3", str(Deploy("road:E", blue)))
    do(game, "place 0,2 r0", "pass", "place 2,0 r1", "pass", "place 3,-1 r1", "pass", "place -1,0 r3")
    events = do(game, "pass")
    (scored,) = (event for event in events if isinstance(event, FeatureScored))
    assert (scored.counts, game.scores) == (counts, points)
    assert [event.piece for event in events if isinstance(event, MeepleReturned)] == [red, blue]


# Inns


def test_h2_a_completed_road_with_an_inn_brings_2_a_tile() -> None:
    text = """
        P1: IC15 r0 @(1,0) [FRFR], meeple road W
        P2: A r1 @(2,0)
        P1: A r3 @(-1,0)  -> road complete (4 tiles): P1 +8; returned P1x1
        """
    game = play(text, expansions=INNS)
    expected = (Term("tiles", 4, 1), Term("tiles of an inn road", 4, 1))
    assert scores(game.events) == [(0, "road", expected)]


def test_h2_an_unfinished_road_with_an_inn_brings_nothing() -> None:
    text = """
        P1: IC15 r0 @(1,0) [FRFR], meeple road W
        P2: A r1 @(2,0)
        END
        """
    game = play(text, expansions=INNS)
    assert game.scores == (0, 0)
    assert scores(game.events) == [(0, "road", (Term("tiles", 3, 1), Term("unfinished inn roads", 1, -3)))]


def test_several_inns_at_a_road_count_as_one() -> None:
    text = """
        P1: IC15 r0 @(1,0), meeple road W
        P2: IC15 r0 @(2,0)
        P1: A r1 @(3,0)
        P2: A r3 @(-1,0)  -> road complete (5 tiles): P1 +10; returned P1x1
        """
    play(text, expansions=INNS)


def test_an_inn_counts_for_the_road_that_it_stands_at_alone() -> None:
    text = """
        P1: IC14 r0 @(1,0) [FRRR], meeple road W
        P2: A r3 @(-1,0)  -> road complete (3 tiles): P1 +3; returned P1x1
        P1: A r1 @(2,0), meeple road W  -> road complete (2 tiles): P1 +4; returned P1x1
        """
    play(text, expansions=INNS)


def test_a_road_without_an_inn_is_worth_what_it_was() -> None:
    text = """
        P1: U r0 @(1,0), meeple road W
        END: road: P1 +2
        """
    play(text, expansions=INNS)


# Cathedrals


def test_a_completed_city_with_a_cathedral_brings_3_a_tile() -> None:
    text = """
        P1: IC01 r0 @(0,-1) [CCCC], meeple city N
        P2: E r2 @(0,-2)
        P1: E r3 @(1,-1)
        P2: E r1 @(-1,-1)  -> city complete (5 tiles): P1 +15; returned P1x1
        """
    play(text, expansions=INNS)


def test_and_3_a_coat_of_arms() -> None:
    text = """
        P1: IC01 r0 @(0,-1) [CCCC], meeple city N
        P2: E r2 @(0,-2)
        P1: F r0 @(1,-1)
        P2: E r3 @(2,-1)
        P1: E r1 @(-1,-1)  -> city complete (6 tiles): P1 +21; returned P1x1
        """
    game = play(text, expansions=INNS)
    (score,) = (event for event in game.events if isinstance(event, ScoreChanged))
    assert score.tell(game.players) == (
        "Red: +21 points (city: 6 tiles at 2 + 1 coat of arms at 2"
        " + 6 tiles of a cathedral city at 1 + 1 coat of arms of a cathedral city at 1)."
    )


def test_two_cathedrals_in_a_city_count_as_one() -> None:
    text = """
        P1: IC01 r0 @(0,-1), meeple city N
        P2: IC01 r0 @(1,-1)
        P1: E r2 @(0,-2)
        P2: E r2 @(1,-2)
        P1: E r3 @(2,-1)
        P2: D r0 @(1,0)
        P1: E r1 @(-1,-1)  -> city complete (8 tiles): P1 +24; returned P1x1
        """
    play(text, expansions=INNS)


def test_an_unfinished_city_with_a_cathedral_brings_nothing() -> None:
    text = """
        P1: IC01 r0 @(0,-1) [CCCC], meeple city N
        P2: F r0 @(1,-1)
        END
        """
    game = play(text, expansions=INNS)
    (score,) = (event for event in game.events if isinstance(event, ScoreChanged))
    assert score.points == 0
    assert score.tell(game.players) == (
        "Red: no points (city: 3 tiles at 1 + 1 coat of arms at 1 + 1 unfinished cathedral city at -4)."
    )


def test_a_field_gets_from_a_cathedral_city_what_it_gets_from_any() -> None:
    text = """
        P1: IC01 r0 @(0,-1)
        P2: E r2 @(0,-2), meeple field NL
        P1: E r3 @(1,-1)
        P2: E r1 @(-1,-1)  -> city complete (5 tiles)
        END: field (1 complete cities): P2 +3
        """
    play(text, expansions=INNS)


# With The Peasant Revolts (docs/rules.md 1.5)


def test_in_a_revolt_a_protected_large_meeple_scores_2_and_costs_what_a_meeple_costs() -> None:
    game = game_of("U", "B", "PR06", *SPARE, expansions=(*INNS, "peasant_revolts"))
    do(game, "place 1,0 r0", LARGE.format("road:E"), "protect 1,0 road:E")
    assert game.scores == (-4, 0)
    do(game, "place 0,1 r0", "pass")
    assert game.scores == (-2, 0)
    assert game.supply_of(0)[LARGE_MEEPLE] == 0


def test_a_revolt_sends_an_unprotected_large_meeple_home() -> None:
    game = game_of("U", "B", "PR06", *SPARE, expansions=(*INNS, "peasant_revolts"))
    do(game, "place 1,0 r0", LARGE.format("road:E"), "pass", "place 0,1 r0", "pass")
    assert game.supply_of(0)[LARGE_MEEPLE] == 1
    assert game.meeples == ()


# Whole games


@pytest.mark.parametrize("partners", [(), ("peasant_revolts",)])
@pytest.mark.parametrize("players", [2, 6])
def test_whole_games_are_sound(players: int, partners: tuple[str, ...]) -> None:
    for game in played((*INNS, *partners), players, seed=players):
        assert_pieces_conserved(game)
    assert_scores_explained(game)
    assert_recorded(game)


def test_an_unfinished_road_with_an_inn_never_pays() -> None:
    for seed in range(10):
        *_, game = played(INNS, 2, seed)
        for event in game.events:
            if isinstance(event, ScoreChanged) and any("unfinished" in term.name for term in event.terms):
                assert event.points == 0
