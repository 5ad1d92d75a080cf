"""Traders & Builders: every sentence of docs/rules.md 5 about it as a test, and scenario H5."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from scenario import SPARE, do, options
from whole_games import assert_pieces_conserved, assert_recorded, assert_scores_explained, played

from carcassonne import Deploy, Expansion, Game
from carcassonne.errors import RecordError
from carcassonne.events import Event, FeatureScored, MeepleReturned, ScoreChanged, Term, TurnEnded
from carcassonne.expansions.peasant_revolts import Protect
from carcassonne.expansions.traders_and_builders import (
    BUILDER,
    GOODS,
    PIG,
    DoubleTurn,
    GoodsTaken,
    TradersAndBuilders,
    goods,
)
from carcassonne.table import Table
from carcassonne.tile_files import shipped

TRADERS = ("traders_and_builders",)
WITH_REVOLTS = (*TRADERS, "peasant_revolts")
AT_WORK = ("place 1,0 r0", "deploy road:E", "place 0,1 r0", "pass", "place 2,0 r0", "deploy road:E builder")
"""With the tiles U, B, U: Red's meeple stands on the road at (1,0) and Red's builder on it at (2,0)."""


def game_of(*tiles: str, players: int = 2, expansions: Iterable[str | Expansion] = TRADERS, **how: Any) -> Game:
    """A game in which these tiles are drawn, and nothing after them."""
    return Game(players, expansions=tuple(expansions), stack=tiles, **how)


def at_work(*tiles: str, expansions: Iterable[str | Expansion] = TRADERS, **how: Any) -> Game:
    """A game after AT_WORK in which Blue has laid one more B at (0,2); Red has drawn the first of these tiles."""
    game = game_of("U", "B", "U", "B", *tiles, expansions=expansions, **how)
    through(game, *AT_WORK, "place 0,2 r0", "pass")
    return game


def through(game: Game, *texts: str) -> tuple[Event, ...]:
    """Play actions by their text form, and protect nothing in between or afterwards; all their events."""
    events: list[Event] = []
    for text in texts:
        events += do(game, text)
        while game.decision == "protect":
            events += do(game, "pass")
    return tuple(events)


def only(events: Iterable[Event], kind: type[Event]) -> list[Event]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def pieces(game: Game) -> list[tuple[int, str]]:
    """Seat and kind of each piece on the board."""
    return [(one.seat, one.piece) for one in game.meeples]


# Tiles and pieces


def test_it_brings_24_tiles_with_9_wine_6_grain_and_5_cloth() -> None:
    tiles = [tile for tile in shipped("traders_and_builders").tiles for _ in range(tile.count)]
    marks = Counter(s.marks["goods"] for tile in tiles for s in tile.segments if "goods" in s.marks)
    assert len(tiles) == 24
    assert marks == {"wine": 9, "grain": 6, "cloth": 5}
    assert {s.kind for tile in tiles for s in tile.segments if "goods" in s.marks} == {"city"}


@pytest.mark.parametrize("players", [2, 6])
def test_every_seat_has_a_builder_and_a_pig(players: int) -> None:
    game = Game(players, expansions=TRADERS, seed=1)
    assert [game.supply_of(seat) for seat in range(players)] == [{"meeple": 7, BUILDER: 1, PIG: 1}] * players


# The builder: where it goes


def test_a_builder_goes_instead_of_a_meeple_where_its_owners_meeple_stands_already() -> None:
    game = game_of("U", "B", "U", "B")
    do(game, "place 1,0 r0")
    assert game.why_not(Deploy("road:E", BUILDER)) == "a builder goes only where its owner's meeple stands already"
    do(game, "deploy road:E", "place 0,1 r0", "pass", "place 2,0 r0")
    assert options(game) == ("pass", "deploy field:NL", "deploy field:ER", "deploy road:E builder")
    do(game, "deploy road:E builder")
    assert game.seat == 1
    assert game.supply_of(0) == {"meeple": 6, BUILDER: 0, PIG: 1}


def test_a_builder_does_not_go_where_only_others_stand() -> None:
    game = game_of("U", "U", "U")
    do(game, "place 1,0 r0", "deploy road:E", "place 2,0 r0")
    assert game.seat == 1
    assert "a builder goes only where" in str(game.why_not(Deploy("road:E", BUILDER)))


def test_a_builder_goes_on_roads_and_in_cities_alone() -> None:
    game = game_of("F", "B", "F", "U")
    do(game, "place 0,-1 r1", "deploy city:N", "place 0,1 r0", "pass", "place 0,-2 r1")
    assert game.why_not(Deploy("city:N", BUILDER)) is None
    assert game.why_not(Deploy("field:EL", BUILDER)) == "a builder does not stand on a field"


def test_a_builder_counts_nothing_in_a_majority() -> None:
    # Red's road with a builder and Blue's road become one.
    game = game_of("U", "B", "U", "B", "B", "V", "B", "V", "A", "A", *SPARE)
    do(game, *AT_WORK, "place 2,-1 r0", "pass", "place 0,2 r0", "pass", "place 3,-1 r3", "deploy road:E")
    do(game, "place 0,3 r0", "pass", "place 3,0 r1", "pass", "place 4,-1 r1", "pass")
    (scored,) = only(do(game, "place -1,0 r3", "pass"), FeatureScored)
    assert isinstance(scored, FeatureScored)
    assert (scored.counts, game.scores) == ((1, 1), (7, 7))


# The builder: the second part of a turn


def test_h5_extending_the_builders_feature_gives_one_extra_turn_and_never_more() -> None:
    game = at_work("U", "U", *SPARE)
    assert (game.seat, game.turn) == (0, 5)
    do(game, "place 3,0 r0", "pass")
    assert (game.seat, game.turn) == (0, 6)
    events = do(game, "place 4,0 r0", "pass")
    assert (game.seat, game.turn) == (1, 7)
    assert only(events, DoubleTurn) == []
    assert only(game.events, DoubleTurn) == [DoubleTurn(0)]


def test_the_second_turn_is_told_between_the_two() -> None:
    game = at_work("U", "U", *SPARE)
    events = do(game, "place 3,0 r0", "pass")
    place = events.index(DoubleTurn(0))
    assert events[place - 1] == TurnEnded(0, 5)
    assert events[place].tell(game.players) == "Red's builder was at work: Red has a second turn."


def test_the_tile_that_the_builder_is_deployed_on_earns_nothing() -> None:
    game = game_of("U", "B", "U", *SPARE)
    do(game, *AT_WORK)
    assert game.seat == 1


def test_a_tile_laid_elsewhere_earns_nothing() -> None:
    game = at_work("B", *SPARE)
    do(game, "place 0,3 r0", "pass")
    assert game.seat == 1


def test_a_tile_that_another_seat_lays_earns_nobody_anything() -> None:
    game = game_of("U", "B", "U", "U", *SPARE)
    do(game, *AT_WORK)
    do(game, "place 3,0 r0", "pass")
    assert (game.seat, only(game.events, DoubleTurn)) == (0, [])


def test_the_next_whole_turn_earns_again() -> None:
    game = at_work("U", "U", "B", "U", "U", *SPARE)
    do(game, "place 3,0 r0", "pass", "place 4,0 r0", "pass", "place 0,3 r0", "pass", "place 5,0 r0", "pass")
    assert game.seat == 0
    do(game, "place 6,0 r0", "pass")
    assert game.seat == 1


def test_a_builder_in_a_city_earns_as_one_on_a_road() -> None:
    game = game_of("F", "B", "F", "B", "F", *SPARE)
    do(game, "place 0,-1 r1", "deploy city:N", "place 0,1 r0", "pass", "place 0,-2 r1", "deploy city:N builder")
    do(game, "place 0,2 r0", "pass", "place 0,-3 r1", "pass")
    assert game.seat == 0


def test_a_second_turn_is_given_though_the_builder_goes_home_in_the_first_and_what_came_home_plays_in_it() -> None:
    game = game_of("U", "A", "U", "B", "A", "U", *SPARE)
    do(game, "place 1,0 r0", "deploy road:E", "place -1,0 r3", "pass", "place 2,0 r0", "deploy road:E builder")
    do(game, "place 0,1 r0", "pass", "place 3,0 r1", "pass")
    assert (game.seat, game.scores, pieces(game)) == (0, (5, 0), [])
    assert game.supply_of(0) == {"meeple": 7, BUILDER: 1, PIG: 1}
    do(game, "place 1,-1 r0", "deploy road:E")
    assert (game.seat, pieces(game)) == (1, [(0, "meeple")])


def test_each_part_deploys_one_piece() -> None:
    game = at_work("U", "U", *SPARE)
    do(game, "place 3,0 r0", "deploy field:NL", "place 4,0 r0", "deploy field:NL pig")
    assert pieces(game) == [(0, "meeple"), (0, BUILDER), (0, "meeple"), (0, PIG)]
    assert game.seat == 1


def test_after_the_last_tile_there_is_no_second_turn() -> None:
    game = at_work("U")
    do(game, "place 3,0 r0", "pass")
    assert game.over
    assert only(game.events, DoubleTurn) == []


def test_a_tile_of_the_second_turn_that_fits_nowhere_is_replaced() -> None:
    game = game_of("U", "E", "U", "B", "U", "C", "U", *SPARE)
    do(game, "place 1,0 r0", "deploy road:E", "place 0,-1 r2", "pass", "place 2,0 r0", "deploy road:E builder")
    do(game, "place 0,1 r0", "pass", "place 3,0 r0", "pass")
    assert (game.seat, game.tile, game.set_aside) == (0, "U", ("C",))
    do(game, "place 4,0 r0", "pass")
    assert game.seat == 1


# Builder and pig go home


def mover(x: int, y: int, location: str) -> Expansion:
    """An expansion that moves the piece that comes first on the board there when tile X is placed."""

    class Mover(Expansion):
        id = "mover"
        title = "Mover"

        def tile_placed(self, table: Table) -> None:
            if table.board.orientations[-1].tile.id == "X":
                table.move_piece(table.in_order(table.board.standing)[0], table.board.node_at(x, y, location))

    return Mover()


def test_the_builder_goes_home_when_its_owners_last_meeple_moves_away() -> None:
    game = at_work("X", *SPARE, expansions=(*TRADERS, mover(-1, 0, "road:N")))
    events = do(game, "place -1,0 r0")
    assert pieces(game) == [(0, "meeple")]
    assert MeepleReturned(0, BUILDER, 2, 0, "road:E", "alone") in events


def test_the_pig_goes_home_when_its_owners_last_meeple_moves_away() -> None:
    game = game_of("U", "B", "U", "X", *SPARE, expansions=(*TRADERS, mover(-1, 0, "road:N")))
    do(game, "place 1,0 r0", "deploy field:NL", "place 0,1 r0", "pass", "place 2,0 r0", "deploy field:NL pig")
    events = do(game, "place -1,0 r0")
    assert pieces(game) == [(0, "meeple")]
    assert MeepleReturned(0, PIG, 2, 0, "field:NL", "alone") in events


def test_it_stays_when_the_meeple_moves_along_its_feature() -> None:
    game = at_work("X", *SPARE, expansions=(*TRADERS, mover(-1, 0, "road:E")))
    do(game, "place -1,0 r0", "pass")
    assert [(one.piece, one.x) for one in game.meeples] == [(BUILDER, 2), ("meeple", -1)]


def test_builder_and_meeple_go_home_when_their_feature_is_scored() -> None:
    game = at_work("A", "A", *SPARE)
    events = do(game, "place 3,0 r1", "pass", "place -1,0 r3", "pass")
    assert only(events, MeepleReturned) == [
        MeepleReturned(0, "meeple", 1, 0, "road:E", "scored"),
        MeepleReturned(0, BUILDER, 2, 0, "road:E", "scored"),
    ]


# Goods


def test_whoever_completes_a_city_takes_its_goods_with_or_without_a_knight() -> None:
    game = game_of("TB15", "E", *SPARE)
    do(game, "place 0,-1 r1", "deploy city:N")
    events = do(game, "place 0,-2 r2", "pass")
    assert only(events, GoodsTaken) == [GoodsTaken(1, 0, 0, "city:N", wine=1, grain=0, cloth=0)]
    assert game.scores == (6, 0)
    assert goods(game) == ({"wine": 0, "grain": 0, "cloth": 0}, {"wine": 1, "grain": 0, "cloth": 0})


def test_an_unoccupied_city_gives_its_goods_too() -> None:
    game = game_of("TB15", "E", *SPARE)
    do(game, "place 0,-1 r1", "pass", "place 0,-2 r2", "pass")
    assert (game.scores, goods(game)[1]["wine"]) == ((0, 0), 1)


def test_all_the_goods_of_a_city_are_taken_at_once() -> None:
    game = game_of("TB15", "TB17", "TB15", "E", *SPARE)
    do(game, "place 0,-1 r1", "pass", "place 0,-2 r1", "pass", "place 0,-3 r1", "pass")
    (event,) = only(do(game, "place 0,-4 r2", "pass"), GoodsTaken)
    assert event == GoodsTaken(1, 0, 0, "city:N", wine=2, grain=1, cloth=0)
    assert event.tell(game.players) == "Blue takes 2 wine and 1 grain for the north city at (0,0)."
    assert event.tally() == ("goods taken", 3)


def test_the_goods_of_another_city_on_the_tile_are_not_taken() -> None:
    game = game_of("TB06", *SPARE)
    do(game, "place 0,-1 r0", "pass")
    assert game.board.feature(0, -1, "city:S").completed
    assert only(game.events, GoodsTaken) == []


def test_a_city_without_goods_gives_none() -> None:
    game = game_of("E", *SPARE)
    do(game, "place 0,-1 r2", "pass")
    assert only(game.events, GoodsTaken) == []


def ended_with(*holdings: tuple[int, int, int]) -> Game:
    """A game whose last tile is placed while the seats hold so much wine, grain and cloth."""
    game = game_of("B", players=len(holdings))
    data = {"goods": [dict(zip(GOODS, each, strict=True)) for each in holdings], "earned": False, "second": False}
    (rules,) = game.ruleset.expansions
    game.states = {rules.id: rules.load_state(game, data)}
    do(game, "place 0,1 r0", "pass")
    assert game.over
    return game


def test_the_most_goods_of_a_kind_bring_10_points_at_the_end() -> None:
    game = ended_with((3, 0, 2), (1, 1, 1))
    assert game.breakdown() == ({"goods": 20}, {"goods": 10})
    (red, blue) = only(game.events, ScoreChanged)
    assert red == ScoreChanged(0, 20, "goods", (Term("majorities of wine", 1, 10), Term("majorities of cloth", 1, 10)))
    assert blue.tell(game.players) == "Blue: +10 points (goods: 1 majority of grain at 10)."


def test_all_who_tie_for_the_most_get_the_10_points() -> None:
    assert ended_with((2, 0, 0), (2, 0, 0), (1, 0, 0)).scores == (10, 10, 0)


def test_goods_of_which_nobody_took_any_bring_nothing() -> None:
    assert ended_with((0, 0, 0), (0, 0, 0)).scores == (0, 0)


# The pig


def test_a_pig_goes_on_a_field_where_its_owners_farmer_stands_already() -> None:
    game = game_of("U", "U", "U")
    do(game, "place 1,0 r0")
    assert game.why_not(Deploy("field:NL", PIG)) == "a pig goes only where its owner's meeple stands already"
    do(game, "deploy field:NL", "place 2,0 r0")
    assert game.why_not(Deploy("field:NL", PIG)) == "a pig goes only where its owner's meeple stands already"
    do(game, "pass", "place 3,0 r0")
    assert [text for text in options(game) if PIG in text] == ["deploy field:NL pig"]
    assert game.why_not(Deploy("road:E", PIG)) == "a pig does not stand on a road"


def test_a_pig_brings_its_owner_one_more_point_a_completed_city() -> None:
    game = game_of("E", "B", "E", "E")
    do(game, "place 0,-1 r2", "deploy field:NL", "place 0,1 r0", "pass")
    do(game, "place 1,-1 r0", "deploy field:EL pig")
    do(game, "place 1,-2 r2", "pass")
    assert game.over
    (score,) = only(game.events, ScoreChanged)
    assert score == ScoreChanged(0, 8, "field", (Term("completed cities", 2, 3), Term("cities of the pig", 2, 1)))
    assert score.tell(game.players) == "Red: +8 points (field: 2 completed cities at 3 + 2 cities of the pig at 1)."


def test_without_fields_a_pig_goes_nowhere() -> None:
    game = game_of("U", "U", "U", settings={"fields": False})
    do(game, "place 1,0 r0", "deploy road:E", "place 2,0 r0", "place 3,0 r0")
    assert options(game) == ("pass", "deploy road:E builder")
    assert game.why_not(Deploy("field:NL", PIG)) == "a pig does not stand on a field"


@pytest.mark.parametrize(
    ("blue", "counts", "scores"), [("", (1, 1), (4, 3)), (" large_meeple", (1, 2), (0, 3))], ids=["tie", "minority"]
)
def test_a_pig_brings_nothing_without_the_majority_and_counts_nothing_in_it(
    blue: str, counts: tuple[int, int], scores: tuple[int, int]
) -> None:
    # A at (-1,0) makes one field of those north of the road, Red's, and south of it, Blue's.
    game = game_of("U", "B", "U", "E", "A", expansions=(*TRADERS, "inns_and_cathedrals"))
    do(game, "place 1,0 r0", "deploy field:NL", "place 0,1 r0", f"deploy field:NL{blue}")
    do(game, "place 2,0 r0", "deploy field:NL pig", "place 0,-1 r2", "pass", "place -1,0 r3", "pass")
    (scored,) = only(game.events, FeatureScored)
    assert isinstance(scored, FeatureScored)
    assert (scored.counts, game.scores) == (counts, scores)


# With The Peasant Revolts (docs/rules.md 1.5)


def test_a_revolt_does_not_touch_a_builder_whose_meeple_is_protected() -> None:
    game = game_of("U", "B", "U", "PR06", *SPARE, expansions=WITH_REVOLTS)
    do(game, "place 1,0 r0", "deploy road:E", "protect 1,0 road:E", "place 0,1 r0", "pass")
    do(game, "place 2,0 r0", "deploy road:E builder")
    assert game.tile == "PR06"
    assert (pieces(game), game.scores) == ([(0, "meeple"), (0, BUILDER)], (-2, 0))


def test_where_a_revolt_takes_the_last_meeple_the_builder_goes_home_too() -> None:
    game = at_work("B", "PR06", *SPARE, expansions=WITH_REVOLTS)
    events = through(game, "place 0,3 r0", "pass")
    assert game.tile == "PR06"
    assert only(events, MeepleReturned) == [
        MeepleReturned(0, "meeple", 1, 0, "road:E", "revolt"),
        MeepleReturned(0, BUILDER, 2, 0, "road:E", "alone"),
    ]


def test_a_pig_is_never_touched_by_a_revolt() -> None:
    game = game_of("U", "B", "U", "B", "PR06", "PR01", "PR10", *SPARE, expansions=WITH_REVOLTS)
    through(game, "place 1,0 r0", "deploy field:NL", "place 0,1 r0", "pass", "place 2,0 r0", "deploy field:NL pig")
    through(game, "place 0,2 r0", "pass", "place 0,3 r2", "pass")
    assert pieces(game) == [(0, "meeple"), (0, PIG)]


def test_builder_and_pig_cannot_be_protected() -> None:
    game = game_of("U", "B", "U", *SPARE, expansions=WITH_REVOLTS)
    do(game, "place 1,0 r0", "deploy road:E", "pass", "place 0,1 r0", "pass", "place 2,0 r0", "deploy road:E builder")
    assert game.decision == "protect"
    assert game.why_not(Protect(2, 0, "road:E")) == "Red has no meeple on road:E of (2,0)"


@pytest.mark.parametrize(("open_form", "decision"), [(True, "protect"), (False, "place")])
def test_after_deploying_a_builder_no_meeple_was_deployed_so_another_can_be_protected_for_2(
    open_form: bool, decision: str
) -> None:
    settings = {"peasant_revolts": {"protect_after_other_action": open_form}}
    game = game_of("U", "B", "U", *SPARE, expansions=WITH_REVOLTS, settings=settings)
    do(game, "place 1,0 r0", "deploy road:E", "pass", "place 0,1 r0", "pass", "place 2,0 r0", "deploy road:E builder")
    assert game.decision == decision
    if open_form:
        do(game, "protect 1,0 road:E")
        assert game.scores == (-2, 0)


def test_the_tile_drawn_for_the_second_turn_may_revolt() -> None:
    game = at_work("U", "PR06", *SPARE, expansions=WITH_REVOLTS)
    through(game, "place 3,0 r0", "pass")
    assert (game.seat, game.tile, pieces(game)) == (0, "PR06", [])


def test_each_part_has_its_own_protection() -> None:
    game = at_work("U", "D", *SPARE, expansions=WITH_REVOLTS)
    do(game, "place 3,0 r0", "pass", "protect 1,0 road:E")
    assert (game.seat, game.decision, game.scores) == (0, "place", (-2, 0))
    do(game, "place 4,0 r0", "deploy city:N", "protect 4,0 city:N")
    assert (game.seat, game.decision, game.scores) == (1, "place", (-6, 0))


# Its state


def saved(game: Game) -> object:
    """The expansion's state as data."""
    (rules,) = game.ruleset.expansions
    return rules.save_state(game)


def test_the_state_tells_goods_and_the_part_of_the_turn() -> None:
    game = at_work("U", "U", *SPARE)
    none = dict.fromkeys(GOODS, 0)
    assert saved(game) == {"goods": [none, none], "earned": False, "second": False}
    do(game, "place 3,0 r0")
    assert saved(game) == {"goods": [none, none], "earned": True, "second": False}
    do(game, "pass")
    assert saved(game) == {"goods": [none, none], "earned": False, "second": True}
    do(game, "place 4,0 r0", "pass")
    assert saved(game) == {"goods": [none, none], "earned": False, "second": False}


NONE = {"wine": 0, "grain": 0, "cloth": 0}


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"goods": [NONE, NONE]}, "'earned': Field required"),
        ({"goods": [NONE, {**NONE, "wine": -1}], "earned": False, "second": False}, "'goods.1.wine'"),
        ({"goods": [NONE, {**NONE, "wine": "1"}], "earned": False, "second": False}, "'goods.1.wine'"),
        ({"goods": [NONE], "earned": False, "second": False}, "goods for 1 of 2 seats"),
        ({"goods": [NONE, {"wine": 1}], "earned": False, "second": False}, "the goods of seat 1 are wine, not wine,"),
        ({"goods": [NONE, NONE], "earned": 1, "second": False}, "'earned'"),
        (None, "is not sound"),
    ],
)
def test_a_state_that_is_not_sound_is_refused(data: object, fault: str) -> None:
    with pytest.raises(RecordError) as error:
        TradersAndBuilders().load_state(Game(expansions=TRADERS, seed=1), data)
    assert fault in str(error.value)


# Whole games

COMPANIES = [(), ("inns_and_cathedrals",), ("peasant_revolts",), ("inns_and_cathedrals", "peasant_revolts")]


@pytest.mark.parametrize("partners", COMPANIES, ids=" ".join)
@pytest.mark.parametrize("players", [2, 6])
def test_whole_games_are_sound(players: int, partners: tuple[str, ...]) -> None:
    for game in played((*TRADERS, *partners), players, seed=players):
        assert_pieces_conserved(game)
        assert_companions_have_company(game)
        assert sum(sum(amounts.values()) for amounts in goods(game)) <= 20
    assert_scores_explained(game)
    assert_recorded(game)
    assert_no_chain_of_turns(game)
    assert_goods_told(game)


def assert_companions_have_company(game: Game) -> None:
    """A builder or pig stands only where a meeple of its owner stands."""
    for one in game.meeples:
        if one.piece in (BUILDER, PIG):
            there = game.board.feature(one.x, one.y, one.location).pieces
            own = [piece for piece in there if game.pieces.seat_of[piece] == one.seat]
            assert any(game.pieces.kind_of[piece].is_meeple for piece in own)


def assert_no_chain_of_turns(game: Game) -> None:
    """A seat plays two turns running where its builder earned the second, and never three."""
    seats = [event.seat for event in game.events if isinstance(event, TurnEnded)]
    doubles = sum(first == second for first, second in pairwise(seats))
    in_vain = len(only(game.events, DoubleTurn)) - doubles
    assert in_vain in (0, 1), "only the last one may be told and not played, where no tile fits any more"
    assert all(second in (first, (first + 1) % len(game.players)) for first, second in pairwise(seats))
    assert not any(first == second == third for first, second, third in zip(seats, seats[1:], seats[2:], strict=False))


def assert_goods_told(game: Game) -> None:
    """The goods that the seats hold are those that the events tell of."""
    told = [dict.fromkeys(GOODS, 0) for _ in game.players]
    for event in game.events:
        if isinstance(event, GoodsTaken):
            for kind in GOODS:
                told[event.seat][kind] += getattr(event, kind)
    assert goods(game) == tuple(told)
