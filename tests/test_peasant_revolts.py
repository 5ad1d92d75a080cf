"""The Peasant Revolts: every sentence of docs/rules.md 1 as a test, numbered by its section."""

import random
from collections import Counter

import pytest
from scenario import SPARE, deployments, do, options, play, since

from carcassonne import Game, IllegalAction
from carcassonne.events import (
    FeatureCompleted,
    FeatureScored,
    GameOver,
    MeepleDeployed,
    MeepleReturned,
    ScoreChanged,
    Term,
    TileDrawn,
    TilePlaced,
    TileSetAside,
    TurnEnded,
)
from carcassonne.expansions.peasant_revolts import (
    MeepleProtected,
    Protect,
    RevoltBegan,
    RevoltEnded,
    RevoltReached,
    protected,
)
from carcassonne.tile_files import shipped

REVOLTS = ("peasant_revolts",)
KINDS = ("city", "road", "monastery")
CALLS = {"city": "PR03", "road": "PR06", "monastery": "PR10"}
"""A revolt tile for each kind of feature."""
SYMBOLS = {
    **{f"PR{number:02}": "city" for number in range(1, 6)},
    **{f"PR{number:02}": "road" for number in range(6, 10)},
    **{f"PR{number:02}": "monastery" for number in range(10, 13)},
}
PLAYERS = [2, 3, 4, 5, 6]
PLACES = {
    "city": ("E r2", 0, 1, "city S"),
    "road": ("X r0", 1, 0, "road N"),
    "monastery": ("B r0", 0, 1, "monastery"),
    "field": ("X r0", 1, 0, "field NR"),
}
"""For each kind of feature a tile that, laid in a row eastward, gives each tile a feature of its own to stand on."""
UNPLACEABLE = """
    P1: R r2 @(0,-1) [FCCC], meeple city S
    P2: A r1 @(1,0) [FFFR], meeple monastery
    P1: A r3 @(-1,0) [FRFF]  -> road complete (3 tiles)
       a tile RRRR now has 0 legal placements
    """
"""Scenario F13 with a monk: revolt tile 01 fits nowhere now."""


def row(kind: str, *seats: str) -> str:
    """Turns that lay a row of tiles: for each seat, turn by turn, what it does on a feature of its own.

    `u` stands a meeple there unprotected, `p` protected for 4, `-` none. A later seat may have one turn less.
    """
    tile, x, y, location = PLACES[kind]
    lines = []
    for turn in range(len(seats[0])):
        for seat, marks in enumerate(seats):
            if turn < len(marks):
                meeple = "" if marks[turn] == "-" else f", meeple {location}"
                lines.append(f"P{seat + 1}: {tile} @({x},{y}){meeple}")
                lines += ["protect it: pay 4"] * (marks[turn] == "p")
                x += 1
    return "\n".join(lines)


def revolt(kind: str, *seats: str, settings: dict[str, object] | None = None) -> Game:
    """The game right after the next seat drew a revolt tile that calls on the features where all stand."""
    then = (CALLS[kind], *SPARE)
    return play(row(kind, *seats), players=len(seats), then=then, expansions=REVOLTS, settings=settings)


def rules(**settings: bool) -> dict[str, object]:
    """Game settings with these of the expansion."""
    return {"peasant_revolts": settings}


def steps(game: Game) -> list[tuple[int, int, int]]:
    """(seat, protected, returned) for each seat that the last revolt reached."""
    return [
        (event.seat, event.protected, event.returned)
        for event in since(game.events, RevoltBegan)
        if isinstance(event, RevoltReached)
    ]


def scored(game: Game) -> list[tuple[int, int]]:
    """(seat, points) for each score of the last revolt."""
    revolt_events = since(game.events, RevoltBegan)
    return [(e.seat, e.points) for e in revolt_events if isinstance(e, ScoreChanged) and e.cause == "revolt"]


def marks(game: Game) -> set[tuple[int, int, str]]:
    """The meeples that the board shows as protected."""
    return {(one.x, one.y, one.location) for one in game.meeples if "protected" in one.marks}


# 1.1 Components and set-up


def test_1_1_twelve_tiles_with_five_city_four_road_and_three_monastery_symbols() -> None:
    tiles = shipped("peasant_revolts").tiles
    assert {tile.id: tile.marks["revolt"] for tile in tiles for _ in range(tile.count)} == SYMBOLS
    assert Counter(SYMBOLS.values()) == {"city": 5, "road": 4, "monastery": 3}


def test_2_the_symbol_never_names_something_that_the_tile_shows() -> None:
    for tile in shipped("peasant_revolts").tiles:
        assert tile.marks["revolt"] not in {segment.kind for segment in tile.segments}


@pytest.mark.parametrize("players", PLAYERS)
def test_1_1_nine_of_the_twelve_are_shuffled_in_so_that_there_are_81_tiles(players: int) -> None:
    game = Game(players, expansions=REVOLTS, seed=players)
    assert game.stack_size + len(game.drawn) == 80
    rng = random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal_actions))
    assert len(game.board.tiles) + len(game.set_aside) == 81
    ours = [tile for tile in game.drawn if tile in SYMBOLS]
    assert (len(ours), len(game.left_out)) == (9, 3)
    assert {*ours, *game.left_out} == set(SYMBOLS)


def test_1_1_which_three_are_left_out_is_unseen_until_the_end() -> None:
    game = Game(expansions=REVOLTS, seed=3)
    hidden = set(SYMBOLS) - set(game.drawn)
    assert game.left_out == ()
    assert {tile for tile in game.unseen() if tile in SYMBOLS} == hidden


def test_1_1_the_seed_decides_which_three_are_left_out() -> None:
    found = [left_out(seed) for seed in range(40)]
    assert found == [left_out(seed) for seed in range(40)]
    assert {tile for three in found for tile in three} == set(SYMBOLS)


def left_out(seed: int) -> tuple[str, ...]:
    """The tiles that a seed leaves out, found out at the end of a game without meeples."""
    game = Game(expansions=REVOLTS, seed=seed, settings={"meeples": 0})
    while not game.over:
        game.play(game.legal_actions[0])
    return game.left_out


def test_1_1_the_base_stack_of_a_seed_is_the_same_with_the_expansion() -> None:
    with_revolts, without = (Game(expansions=ids, seed=9, settings={"meeples": 0}) for ids in (REVOLTS, ()))
    for game in (with_revolts, without):
        while not game.over:
            game.play(game.legal_actions[0])
    assert [tile for tile in with_revolts.drawn if tile not in SYMBOLS] == list(without.drawn)


# 1.2 The turn


@pytest.mark.parametrize("tile", SYMBOLS)
def test_1_2_a_drawn_revolt_tile_calls_on_the_kind_of_its_symbol(tile: str) -> None:
    game = play("""
        P1: E r2 @(0,1) [FFCF], meeple city S
        P2: U r0 @(1,0)
        P1: U r0 @(2,0), meeple road E
        P2: U r0 @(3,0)
        P1: B r0 @(-1,1), meeple monastery
        P2: B r0 @(-2,1)
        """, then=[tile, *SPARE], expansions=REVOLTS)  # fmt: skip
    assert since(game.events, RevoltBegan)[0] == RevoltBegan(0, tile, SYMBOLS[tile])
    assert {one.kind for one in game.meeples} == set(KINDS) - {SYMBOLS[tile]}


def test_1_2_the_revolt_is_resolved_at_the_draw_before_the_tile_is_placed() -> None:
    game = revolt("city", "u", "-")
    assert since(game.events, TileDrawn) == (
        TileDrawn(0, "PR03"),
        RevoltBegan(0, "PR03", "city"),
        RevoltReached(0, 0, 1),
        MeepleReturned(0, "meeple", 0, 1, "city:S", "revolt"),
        RevoltEnded((0,), 0),
    )
    assert (game.seat, game.tile, game.decision) == (0, "PR03", "place")
    assert "place -1,0 r2" in options(game)


@pytest.mark.parametrize("kind", KINDS)
def test_1_2_all_unprotected_meeples_of_a_seat_go_home_without_points(kind: str) -> None:
    game = revolt(kind, "uuu", "---")
    assert steps(game) == [(0, 0, 3)]
    assert (game.scores, game.supply, game.meeples) == ((0, 0), (7, 7), ())


@pytest.mark.parametrize("kind", KINDS)
def test_1_2_each_protected_meeple_scores_two_and_stays_protected(kind: str) -> None:
    game = revolt(kind, "pp", "--")
    assert scored(game) == [(0, 4)]
    assert (game.scores, game.supply) == ((-8 + 4, 0), (5, 7))
    assert len(protected(game)) == 2
    assert marks(game) == protected(game)


def test_1_2_a_meeple_stays_protected_through_revolt_after_revolt() -> None:
    game = play(row("city", "p", "-"), then=["PR03", "PR04", "PR05", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r2", "pass")
    do(game, "place -1,-1 r0", "pass")
    assert [event.tile for event in game.events if isinstance(event, RevoltBegan)] == ["PR03", "PR04", "PR05"]
    assert (game.scores, len(protected(game))) == ((-4 + 2 + 2 + 2, 0), 1)


def test_1_2_whoever_else_stands_on_the_feature_makes_no_difference() -> None:
    """Two thieves share a road: Red's is protected and stays, Blue's goes home."""
    game = play("""
        P1: U r0 @(1,0), meeple road E
           protect it: pay 4
        P2: W r0 @(1,1) [FRRR], meeple road E
        P1: V r0 @(2,0) [FFRR]
        P2: V r1 @(2,1) [RFFR]
        """, then=["PR06", *SPARE], expansions=REVOLTS)  # fmt: skip
    assert game.board.feature(1, 1, "road:E").tiles == ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1))
    assert steps(game) == [(0, 1, 0), (1, 0, 1)]
    assert (game.scores, game.supply) == ((-2, 0), (6, 7))


@pytest.mark.parametrize(("players", "loser"), [(n, seat) for n in PLAYERS for seat in range(n)])
def test_1_2_it_passes_to_the_left_until_somebody_loses_a_meeple(players: int, loser: int) -> None:
    """All before the loser stand protected and score; whoever sits after it is not touched."""
    seats = ["p" if seat < loser or (seat - loser) % 2 else "u" for seat in range(players)]
    game = revolt("city", *seats)
    assert steps(game) == [*((seat, 1, 0) for seat in range(loser)), (loser, 0, 1)]
    assert since(game.events, RevoltBegan)[-1] == RevoltEnded(tuple(range(loser + 1)), loser)
    assert scored(game) == [(seat, 2) for seat in range(loser)]
    assert game.supply == tuple(7 if seat == loser else 6 for seat in range(players))
    assert game.scores == tuple(2 * (seat < loser) - 4 * (seats[seat] == "p") for seat in range(players))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_1_2_it_begins_with_the_drawer_and_goes_round_the_table_once(players: int, kind: str) -> None:
    """The drawer is Blue; all stand protected, so it reaches everybody once and ends (1.3: one lap at most)."""
    game = revolt(kind, "pp", *["p"] * (players - 1))
    order = [*range(1, players), 0]
    assert since(game.events, RevoltBegan)[0] == RevoltBegan(1, CALLS[kind], kind)
    assert steps(game) == [(seat, 2 if seat == 0 else 1, 0) for seat in order]
    assert since(game.events, RevoltBegan)[-1] == RevoltEnded(tuple(order), None)
    assert game.supply == (5, *[6] * (players - 1))
    assert (game.seat, game.decision) == (1, "place")


def test_1_2_protected_meeples_count_like_any_other_in_the_majority() -> None:
    """Scored, they go home, and their protection is gone."""
    game = play("""
        P1: U r0 @(1,0)
        P2: E r3 @(1,-1), meeple city W
           protect it: pay 4
        P1: U r0 @(-1,0)
        P2: U r0 @(2,0)
        P1: E r1 @(-1,-1), meeple city E
        P2: R r2 @(0,-1)  -> city complete (4 tiles): P1 +8, P2 +8; returned P1x1, P2x1
        """, expansions=REVOLTS)  # fmt: skip
    assert (game.scores, game.supply, protected(game)) == ((8, 4), (7, 7), frozenset())


def test_1_2_a_meeple_deployed_again_is_unprotected() -> None:
    """With one meeple each it is the very same piece."""
    game = play("""
        P1: E r2 @(0,-1), meeple city S  -> city complete (2 tiles): P1 +4; returned P1x1
           protect it: pay 4
        P2: U r0 @(1,0)
        P1: E r2 @(0,1), meeple city S
        P2: U r0 @(2,0)
        """, then=["PR03", *SPARE], expansions=REVOLTS, settings={"meeples": 1})  # fmt: skip
    assert steps(game) == [(0, 0, 1)]
    assert (game.scores, game.supply, protected(game)) == ((0, 0), (1, 1), frozenset())


def test_1_2_a_protected_meeple_scores_at_the_end_like_any_other() -> None:
    game = play("""
        P1: Q r2 @(0,-1) [FCCC], meeple city S
           protect it: pay 4
        END: final city (2 tiles): P1 +3
        """, expansions=REVOLTS)  # fmt: skip
    assert game.scores == (-1, 0)


# 1.3 Revolt: the questions


@pytest.mark.parametrize("kind", KINDS)
def test_1_3_a_mixed_seat_scores_for_the_protected_and_loses_the_others(kind: str) -> None:
    game = revolt(kind, "pup", "uuu")
    assert steps(game) == [(0, 2, 1)]
    assert (game.scores, game.supply) == ((-8 + 4, 0), (5, 4))


@pytest.mark.parametrize(
    ("red", "blue", "reached"),
    [("p", "p", [(0, 1, 0), (1, 1, 0)]), ("-", "u", [(0, 0, 0), (1, 0, 1)]), ("u", "u", [(0, 0, 1)])],
)
def test_1_3_two_players_the_drawer_then_the_other_then_the_end(
    red: str, blue: str, reached: list[tuple[int, int, int]]
) -> None:
    assert steps(revolt("road", red, blue)) == reached


@pytest.mark.parametrize("players", PLAYERS)
def test_1_3_nothing_in_a_revolt_is_optional(players: int) -> None:
    """Nobody is asked: it is over before the next decision, which is where to place the tile."""
    game = revolt("monastery", *["p"] * (players - 1), "u")
    assert steps(game)[-1] == (players - 1, 0, 1)
    assert (game.seat, game.decision) == (0, "place")
    assert all(option.startswith("place ") for option in options(game))


def test_1_3_two_points_for_each_protected_meeple_not_for_each_feature() -> None:
    """Two of Red's knights in one city: 4."""
    game = play("""
        P1: N r2 @(0,-1) [FCCF], meeple city E
           protect it: pay 4
        P2: B r0 @(0,-2)
        P1: E r2 @(1,-2) [FFCF], meeple city S
           protect it: pay 4
        P2: C r0 @(1,-1)
        """, then=["PR03", *SPARE], expansions=REVOLTS)  # fmt: skip
    assert len(game.board.feature(1, -1, "city:N").pieces) == 2
    assert (scored(game), game.scores) == ([(0, 4)], (-8 + 4, 0))


@pytest.mark.parametrize(
    ("meeples", "allowed", "possible"), [(1, True, True), (1, False, False), (2, True, True), (2, False, True)]
)
def test_1_3_a_returned_meeple_may_be_deployed_the_same_turn(meeples: int, allowed: bool, possible: bool) -> None:
    """By setting it may not, but one that was in the supply all the time may."""
    game = revolt("city", "u", "-", settings={"meeples": meeples, **rules(redeploy_returned=allowed)})
    assert game.supply == (meeples, meeples)
    do(game, "place -1,0 r2")
    assert ("road:E" in deployments(game)) == possible
    if possible:
        do(game, "deploy road:E")
        assert game.supply[0] == meeples - 1
    else:
        assert (game.seat, game.decision) == (1, "place")


def test_1_3_by_any_setting_a_returned_meeple_may_be_deployed_in_the_next_turn() -> None:
    game = revolt("city", "u", "u", settings={"meeples": 1, **rules(redeploy_returned=False)})
    assert game.supply == (1, 0)
    do(game, "place -1,0 r2", "place 1,0 r0", "pass", "place 2,0 r1")
    assert (game.seat, "road:W" in deployments(game)) == (0, True)


def test_1_3_by_any_setting_a_meeple_returned_in_anothers_turn_may_be_deployed_in_ones_own() -> None:
    game = revolt("city", "-", "u", settings={"meeples": 1, **rules(redeploy_returned=False)})
    assert game.supply == (1, 1)
    do(game, "place -1,0 r2", "pass", "place 1,0 r0")
    assert (game.seat, "road:W" in deployments(game)) == (1, True)


def test_1_3_the_drawn_tile_is_not_on_the_table_yet() -> None:
    """A thief deployed on a revolt tile after its revolt is there for the next one."""
    game = play("", then=["PR03", "U", "PR06", *SPARE], expansions=REVOLTS)
    assert steps(game) == [(0, 0, 0), (1, 0, 0)]
    do(game, "place -1,0 r2", "deploy road:E", "pass")
    assert game.supply == (6, 7)
    do(game, "place 1,0 r0", "pass")
    assert (steps(game), game.supply) == ([(0, 0, 1)], (7, 7))


def test_1_3_a_tile_that_cannot_be_placed_has_revolted_all_the_same() -> None:
    game = play(UNPLACEABLE, then=["PR01", "B", *SPARE], expansions=REVOLTS)
    assert game.events[-9:] == (
        TurnEnded(0, 3),
        TileDrawn(1, "PR01"),
        RevoltBegan(1, "PR01", "city"),
        RevoltReached(1, 0, 0),
        RevoltReached(0, 0, 1),
        MeepleReturned(0, "meeple", 0, -1, "city:E", "revolt"),
        RevoltEnded((1, 0), 0),
        TileSetAside(1, "PR01"),
        TileDrawn(1, "B"),
    )
    assert (game.supply, game.set_aside) == ((7, 6), ("PR01",))


def test_1_3_by_setting_a_tile_that_cannot_be_placed_does_not_revolt() -> None:
    game = play(UNPLACEABLE, then=["PR01", "B", *SPARE], expansions=REVOLTS,
                settings=rules(unplaceable_tile_revolts=False))  # fmt: skip
    assert game.events[-4:] == (TurnEnded(0, 3), TileDrawn(1, "PR01"), TileSetAside(1, "PR01"), TileDrawn(1, "B"))
    assert (game.supply, game.set_aside) == ((6, 6), ("PR01",))


@pytest.mark.parametrize("again", [True, False])
def test_1_3_the_tile_drawn_instead_may_revolt_too(again: bool) -> None:
    """By setting it may not."""
    game = play(UNPLACEABLE, then=["PR01", "PR10", *SPARE], expansions=REVOLTS,
                settings=rules(replacement_draw_revolts=again))  # fmt: skip
    assert [e.tile for e in game.events if isinstance(e, RevoltBegan)] == ["PR01", "PR10"][: 1 + again]
    assert game.supply == (7, 7 if again else 6)
    assert (game.seat, game.tile, game.decision) == (1, "PR10", "place")


@pytest.mark.parametrize("again", [True, False])
def test_1_3_a_tile_drawn_instead_of_an_ordinary_one_is_drawn_instead_as_well(again: bool) -> None:
    """C fits nowhere beside a closed city."""
    game = play("P1: E r2 @(0,-1)\nP2: B r0 @(0,1), meeple monastery", then=["C", "PR10", *SPARE],
                expansions=REVOLTS, settings=rules(replacement_draw_revolts=again))  # fmt: skip
    assert (game.set_aside, game.tile, game.supply) == (("C",), "PR10", (7, 7 if again else 6))


def test_1_3_if_the_tile_drawn_instead_may_not_revolt_that_of_the_next_turn_may() -> None:
    game = play(UNPLACEABLE, then=["PR01", "PR10", "PR11", *SPARE], expansions=REVOLTS,
                settings=rules(replacement_draw_revolts=False))  # fmt: skip
    assert game.supply == (7, 6)
    do(game, "place 0,1 r0", "pass", "pass")
    assert (steps(game), game.supply) == ([(0, 0, 0), (1, 0, 1)], (7, 7))


@pytest.mark.parametrize("setting", ["unplaceable_tile_revolts", "replacement_draw_revolts"])
def test_1_3_settings_about_unplaceable_tiles_leave_all_others_alone(setting: str) -> None:
    assert steps(revolt("city", "u", "-", settings=rules(**{setting: False}))) == [(0, 0, 1)]


@pytest.mark.parametrize("tile", SYMBOLS)
@pytest.mark.parametrize("players", [2, 6])
def test_1_3_farmers_are_never_affected(players: int, tile: str) -> None:
    game = play(row("field", *["u"] * players), players=players, then=[tile, *SPARE], expansions=REVOLTS)
    assert steps(game) == [(seat, 0, 0) for seat in range(players)]
    assert (game.supply, game.scores) == ((6,) * players, (0,) * players)


@pytest.mark.parametrize(("stand", "called"), [(a, b) for a in KINDS for b in KINDS if a != b])
def test_1_3_meeples_on_features_of_another_kind_are_not_affected(stand: str, called: str) -> None:
    game = play(row(stand, "up", "up"), then=[CALLS[called], *SPARE], expansions=REVOLTS)
    assert steps(game) == [(0, 0, 0), (1, 0, 0)]
    assert (game.supply, game.scores) == ((5, 5), (-4, -4))


def test_1_3_a_feature_that_lost_its_last_meeple_is_open_to_new_claims() -> None:
    board = "P1: R r2 @(0,-1) [FCCC], meeple city S\nP2: U r0 @(1,0)\nP1: U r0 @(-1,0)"
    play(f"{board}\nILLEGAL for P2: E r3 @(1,-1) with meeple city W", expansions=REVOLTS)
    game = play(board, then=["PR05", "E", *SPARE], expansions=REVOLTS)
    do(game, "place 2,0 r1", "pass", "place 1,-1 r3")
    assert (game.seat, "city:W" in deployments(game)) == (0, True)


def test_1_3_a_seat_scores_before_the_next_one_is_checked() -> None:
    game = revolt("road", "pp", "p-", "u-")
    assert since(game.events, RevoltBegan) == (
        RevoltBegan(0, "PR06", "road"),
        RevoltReached(0, 2, 0),
        ScoreChanged(0, 4, "revolt", (Term("protected meeples", 2, 2),)),
        RevoltReached(1, 1, 0),
        ScoreChanged(1, 2, "revolt", (Term("protected meeples", 1, 2),)),
        RevoltReached(2, 0, 1),
        MeepleReturned(2, "meeple", 3, 0, "road:N", "revolt"),
        RevoltEnded((0, 1, 2), 2),
    )


def test_1_3_the_last_tile_of_the_game_revolts() -> None:
    game = play(row("city", "u", "-"), then=["PR03"], expansions=REVOLTS)
    assert (steps(game), game.stack_size) == ([(0, 0, 1)], 0)
    do(game, "place -1,0 r2", "pass")
    assert (game.over, game.scores) == (True, (0, 0))


def test_1_3_the_last_tile_of_the_game_revolts_even_if_it_cannot_be_placed() -> None:
    """Red's knight is gone before the final scoring; Blue's monk is not called."""
    game = play(f"{UNPLACEABLE}\nPR01 fits nowhere\nEND: final monastery (3 tiles): P2 +3", expansions=REVOLTS)
    assert (steps(game), game.supply, game.winners) == ([(1, 0, 0), (0, 0, 1)], (7, 6), (1,))


@pytest.mark.parametrize("players", PLAYERS)
def test_1_3_an_empty_lap_changes_nothing(players: int) -> None:
    game = revolt("city", *["-"] * players)
    assert steps(game) == [(seat, 0, 0) for seat in range(players)]
    assert since(game.events, RevoltBegan)[-1] == RevoltEnded(tuple(range(players)), None)
    assert (game.scores, game.supply, game.decision) == ((0,) * players, (7,) * players, "place")


@pytest.mark.parametrize("players", PLAYERS)
def test_1_3_the_first_draw_of_the_game_may_revolt(players: int) -> None:
    game = Game(players, stack=["PR06", *SPARE], expansions=REVOLTS)
    assert game.events == (
        TileDrawn(0, "PR06"),
        RevoltBegan(0, "PR06", "road"),
        *(RevoltReached(seat, 0, 0) for seat in range(players)),
        RevoltEnded(tuple(range(players)), None),
    )
    assert game.decision == "place"


def test_1_3_undo_takes_a_revolt_back() -> None:
    """With the turn's end that led to the draw: meeples stand again, protected as before, and points are given back."""
    game = play(row("city", "p", "u"), then=["U", "U", "PR03", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r0", "pass", "place -2,0 r0", "pass")
    before = game.key()
    assert (game.seat, game.decision) == (1, "protect")
    assert marks(game) == {(0, 1, "city:S")}
    do(game, "pass")
    after = game.key()
    assert (game.scores, game.supply) == ((-4 + 2, 0), (6, 7))
    game.undo()
    assert (game.key(), game.scores, game.supply) == (before, (-4, 0), (6, 6))
    assert marks(game) == {(0, 1, "city:S")}
    do(game, "pass")
    assert game.key() == after


# 1.4 Protecting


DEPLOYED = {"E 0,1 r2": "city:S", "U 1,0 r0": "road:E", "B 0,1 r0": "monastery"}
"""A knight, a thief and a monk: each role that a revolt can name."""


@pytest.mark.parametrize("place", DEPLOYED)
def test_1_4_the_meeple_just_deployed_may_be_protected_for_four(place: str) -> None:
    """In any turn, on any tile; and no other meeple in that turn."""
    tile, cell, rotation = place.split()
    location = DEPLOYED[place]
    x, y = map(int, cell.split(","))
    game = play("P1: R r2 @(0,-1) [FCCC], meeple city E\nP2: U r0 @(-1,0)", then=[tile, *SPARE], expansions=REVOLTS)
    do(game, f"place {cell} {rotation}", f"deploy {location}")
    assert (game.decision, game.seat) == ("protect", 0)
    assert options(game) == ("pass", f"protect {cell} {location}")
    assert do(game, f"protect {cell} {location}")[:2] == (
        MeepleProtected(0, "meeple", x, y, location, 4),
        ScoreChanged(0, -4, "protection", (Term("protection", 1, -4),)),
    )
    assert game.scores == (-4, 0)
    assert protected(game) == marks(game) == {(x, y, location)}


def test_1_4_without_deploying_any_one_of_ones_own_may_be_protected_for_two() -> None:
    """Own knights, thieves and monks on any tile; no farmer, none of another seat, none protected already."""
    game = play("""
        P1: E r2 @(0,1) [FFCF], meeple city S
        P2: U r0 @(1,0), meeple road E
        P1: B r0 @(-1,1), meeple monastery
        P2: E r2 @(1,1) [FFCF], meeple city S
        P1: X r0 @(2,0), meeple road N
           protect it: pay 4
        P2: B r0 @(-2,1), meeple monastery
        P1: E r2 @(0,-1), meeple field NL  -> city complete (2 tiles)
        P2: U r0 @(-1,0), meeple field NL
        P1: X r0 @(3,0), meeple road E  -> road complete (2 tiles)
        P2: B r0 @(-3,1)
        """, then=["B", *SPARE], expansions=REVOLTS)  # fmt: skip
    do(game, "place -1,2 r0", "pass")
    assert (game.decision, game.seat) == ("protect", 0)
    assert options(game)[0] == "pass"
    assert sorted(options(game)[1:]) == ["protect -1,1 monastery", "protect 0,1 city:S", "protect 3,0 road:E"]
    assert do(game, "protect 3,0 road:E")[:2] == (
        MeepleProtected(0, "meeple", 3, 0, "road:E", 2),
        ScoreChanged(0, -2, "protection", (Term("protection", 1, -2),)),
    )
    assert game.scores == (-4 - 2, 0)
    assert protected(game) == marks(game) == {(2, 0, "road:N"), (3, 0, "road:E")}


def test_1_4_a_meeple_is_named_by_any_edge_of_what_it_stands_on() -> None:
    game = play("P1: U r0 @(1,0), meeple road W\nP2: U r0 @(2,0)", then=["B", *SPARE], expansions=REVOLTS)
    do(game, "place 0,1 r0", "pass")
    assert options(game) == ("pass", "protect 1,0 road:E")
    assert Protect(1, 0, "road:W") in game.legal_actions
    do(game, "protect 1,0 road:W")
    assert protected(game) == {(1, 0, "road:E")}


def test_1_4_one_protection_a_turn() -> None:
    game = play(row("city", "uu", "--"), then=["U", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r0", "pass")
    assert options(game) == ("pass", "protect 0,1 city:S", "protect 2,1 city:S")
    do(game, "protect 0,1 city:S")
    assert (game.seat, game.decision, game.scores) == (1, "place", (-2, 0))


def test_1_4_the_two_forms_exclude_each_other() -> None:
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r0", "deploy road:E")
    refused(game, Protect(0, 1, "city:S"), "deployed")
    assert options(game) == ("pass", "protect -1,0 road:E")


def refused(game: Game, action: Protect, match: str) -> None:
    """Check that a protection is refused for a reason, and that nothing has changed."""
    before = game.key()
    assert action not in game.legal_actions
    with pytest.raises(IllegalAction, match=match):
        game.play(action)
    assert game.key() == before


def test_1_4_what_cannot_be_protected() -> None:
    """What is protected already, another seat's, a farmer, nothing at all."""
    game = play("""
        P1: E r2 @(0,1) [FFCF], meeple city S
           protect it: pay 4
        P2: E r2 @(1,1) [FFCF], meeple city S
        P1: U r0 @(-1,0), meeple field NL
        P2: B r0 @(-1,1)
        P1: U r0 @(-2,0), meeple road W
        P2: B r0 @(-2,1)
        """, then=["V", *SPARE], expansions=REVOLTS)  # fmt: skip
    do(game, "place 1,0 r1", "pass")
    assert options(game) == ("pass", "protect -2,0 road:E")
    refused(game, Protect(0, 1, "city:S"), "already")
    refused(game, Protect(1, 1, "city:S"), "no meeple on city:S of .1,1.")
    refused(game, Protect(-1, 0, "field:NL"), "farmer")
    refused(game, Protect(-1, 1, "monastery"), "no meeple on monastery of .-1,1.")
    refused(game, Protect(0, 1, "road:N"), "road:N")
    refused(game, Protect(9, 9, "city:N"), "no tile lies at .9,9.")


def test_1_4_nobody_protects_in_anothers_turn() -> None:
    game = play(row("city", "u", "u"), then=["U", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r0", "pass")
    before = game.key()
    assert game.seat == 0
    for seat, action in ((1, Protect(0, 1, "city:S")), (1, Protect(1, 1, "city:S")), (0, Protect(1, 1, "city:S"))):
        with pytest.raises(IllegalAction):
            game.play(action, seat=seat)
    assert game.key() == before


EARNED = {
    0: "P1: B r0 @(0,1)\nP2: B r0 @(-1,1)",
    2: """
        P1: X r0 @(1,0), meeple road E
        P2: B r0 @(0,1)
        P1: X r0 @(2,0)  -> road complete (2 tiles): P1 +2; returned P1x1
        P2: B r0 @(-1,1)
        """,
    3: """
        P1: A r3 @(-1,0) [FRFF], meeple road E
        P2: B r0 @(0,1)
        P1: A r1 @(1,0) [FFFR]  -> road complete (3 tiles): P1 +3; returned P1x1
        P2: B r0 @(-1,1)
        """,
    4: """
        P1: E r2 @(0,-1), meeple city S  -> city complete (2 tiles): P1 +4; returned P1x1
        P2: B r0 @(0,1)
        """,
}
"""Turns that bring Red so many points."""


def before_protecting(price: int, points: int, settings: dict[str, object]) -> Game:
    """Red, with so many points, could now protect a monk for 4 (just deployed) or for 2 (it stood there)."""
    if price == 4:
        game = play(EARNED[points], then=["B", *SPARE], expansions=REVOLTS, settings=settings)
        do(game, "place 0,2 r0", "deploy monastery")
    else:
        text = f"{EARNED[points]}\nP1: B r0 @(0,2), meeple monastery\nP2: B r0 @(0,3)"
        game = play(text, then=["B", *SPARE], expansions=REVOLTS, settings=settings)
        do(game, "place 0,4 r0", "pass")
    assert game.scores[0] == points
    return game


@pytest.mark.parametrize("points", EARNED)
@pytest.mark.parametrize("price", [2, 4])
def test_1_4_the_score_may_go_below_zero(price: int, points: int) -> None:
    game = before_protecting(price, points, {})
    assert options(game) == ("pass", "protect 0,2 monastery")
    do(game, "protect 0,2 monastery")
    assert game.scores == (points - price, 0)


@pytest.mark.parametrize("points", EARNED)
@pytest.mark.parametrize("price", [2, 4])
def test_1_4_by_setting_it_may_not(price: int, points: int) -> None:
    """Then nobody is asked who cannot pay."""
    game = before_protecting(price, points, rules(scores_below_zero=False))
    if points >= price:
        assert options(game) == ("pass", "protect 0,2 monastery")
    else:
        assert (game.seat, game.decision) == (1, "place")


@pytest.mark.parametrize("closes", [True, False])
def test_1_4_a_farmer_placed_this_turn_closes_both_protections(closes: bool) -> None:
    """By setting the 2-point form stays open, but not for the farmer."""
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS,
                settings=rules(farmer_closes_protection=closes))  # fmt: skip
    do(game, "place -1,0 r0", "deploy field:NL")
    if closes:
        assert (game.seat, game.decision) == (1, "place")
    else:
        refused(game, Protect(-1, 0, "field:NL"), "farmer")
        assert options(game) == ("pass", "protect 0,1 city:S")
        do(game, "protect 0,1 city:S")
        assert game.scores == (-2, 0)


def test_1_4_by_that_setting_a_knight_still_closes_the_two_point_form() -> None:
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS,
                settings=rules(farmer_closes_protection=False))  # fmt: skip
    do(game, "place -1,0 r0", "deploy road:E")
    assert options(game) == ("pass", "protect -1,0 road:E")


@pytest.mark.parametrize("is_open", [True, False])
def test_1_4_with_an_empty_supply_the_two_point_form_is_open(is_open: bool) -> None:
    """By setting it is not."""
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS,
                settings={"meeples": 1, **rules(protect_with_empty_supply=is_open)})  # fmt: skip
    assert game.supply == (0, 1)
    do(game, "place -1,0 r0")
    if is_open:
        assert options(game) == ("pass", "protect 0,1 city:S")
    else:
        assert (game.seat, game.decision) == (1, "place")


@pytest.mark.parametrize("is_open", [True, False])
def test_1_4_by_any_setting_it_is_open_to_whoever_chooses_to_deploy_none(is_open: bool) -> None:
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS,
                settings=rules(protect_with_empty_supply=is_open))  # fmt: skip
    do(game, "place -1,0 r0", "pass")
    assert options(game) == ("pass", "protect 0,1 city:S")


def test_1_4_by_any_setting_the_last_meeple_deployed_may_be_protected() -> None:
    game = play("", then=["U", *SPARE], expansions=REVOLTS,
                settings={"meeples": 1, **rules(protect_with_empty_supply=False)})  # fmt: skip
    do(game, "place -1,0 r0", "deploy road:E")
    assert options(game) == ("pass", "protect -1,0 road:E")


def test_1_4_protecting_a_meeple_about_to_be_scored_is_legal() -> None:
    """It pays 4 in the meeple phase, before scoring, and loses the protection as it is scored."""
    game = Game(stack=["E", *SPARE], expansions=REVOLTS)
    assert do(game, "place 0,-1 r2", "deploy city:S", "protect 0,-1 city:S") == (
        TilePlaced(0, "E", 0, -1, 2),
        MeepleDeployed(0, "meeple", 0, -1, "city:S"),
        MeepleProtected(0, "meeple", 0, -1, "city:S", 4),
        ScoreChanged(0, -4, "protection", (Term("protection", 1, -4),)),
        FeatureCompleted("city", 0, 0, "city:N", 2),
        FeatureScored("city", 0, 0, "city:N", True, (1, 0), (0,)),
        ScoreChanged(0, 4, "city", (Term("tiles", 2, 2),)),
        MeepleReturned(0, "meeple", 0, -1, "city:S", "scored"),
        TurnEnded(0, 1),
        TileDrawn(1, "U"),
    )
    assert (game.scores, game.supply, protected(game)) == ((0, 0), (7, 7), frozenset())


def test_1_4_by_setting_it_is_not() -> None:
    game = Game(stack=["E", *SPARE], expansions=REVOLTS, settings=rules(protect_completed=False))
    do(game, "place 0,-1 r2", "deploy city:S")
    assert (game.seat, game.scores, game.supply) == (1, (4, 0), (7, 7))


@pytest.mark.parametrize("legal", [True, False])
def test_1_4_a_meeple_whose_feature_this_tile_completed_may_be_protected_for_two(legal: bool) -> None:
    """By setting it may not; the monk elsewhere may."""
    game = play("""
        P1: R r2 @(0,-1) [FCCC], meeple city S
        P2: E r3 @(1,-1) [FFFC]
        P1: B r0 @(0,1), meeple monastery
        P2: B r0 @(0,2)
        """, then=["E", *SPARE], expansions=REVOLTS, settings=rules(protect_completed=legal))  # fmt: skip
    do(game, "place -1,-1 r1", "pass")
    assert options(game) == ("pass", *["protect 0,-1 city:E"] * legal, "protect 0,1 monastery")
    do(game, options(game)[1])
    assert (game.scores, game.supply) == ((8 - 2, 0), (6, 7))
    assert protected(game) == (frozenset() if legal else {(0, 1, "monastery")})


def test_1_4_where_nothing_can_be_protected_nobody_is_asked() -> None:
    game = Game(stack=["U", *SPARE], expansions=REVOLTS)
    do(game, "place 1,0 r0", "pass")
    assert (game.seat, game.decision) == (1, "place")


def test_1_4_undo_takes_a_protection_back_and_a_copy_has_its_own() -> None:
    game = play(row("city", "u", "-"), then=["U", *SPARE], expansions=REVOLTS)
    do(game, "place -1,0 r0", "pass")
    before, copy = game.key(), game.copy()
    do(copy, "protect 0,1 city:S")
    assert copy.scores == (-2, 0)
    assert protected(copy) == {(0, 1, "city:S")}
    assert (game.key(), game.scores, protected(game)) == (before, (0, 0), frozenset())
    assert str(copy.undo()) == "protect 0,1 city:S"
    assert copy.key() == before


# 1.6 The worked examples of the rule text


@pytest.mark.parametrize("players", PLAYERS)
def test_1_6_example_1(players: int) -> None:
    """Red loses the unprotected highwayman, scores 2 for the protected one, and that ends it; Blue is not touched."""
    others = ["u-"] * (players - 1)
    game = revolt("road", "pu", *others)
    assert steps(game) == [(0, 1, 1)]
    assert scored(game) == [(0, 2)]
    assert game.scores == (-4 + 2, *[0] * (players - 1))
    assert game.supply == (6, *[6] * (players - 1))
    assert (game.seat, game.decision) == (0, "place")


@pytest.mark.parametrize("players", PLAYERS)
def test_1_6_example_2(players: int) -> None:
    """Red scores 4 and passes it on; Blue scores 2 and loses two, which ends it."""
    others = ["uup"] * (players - 2)
    game = revolt("city", "pp-", "puu", *others)
    assert steps(game) == [(0, 2, 0), (1, 1, 2)]
    assert scored(game) == [(0, 4), (1, 2)]
    assert game.scores == (-8 + 4, -4 + 2, *[-4] * (players - 2))
    assert game.supply == (5, 6, *[4] * (players - 2))
    assert (game.seat, game.decision) == (0, "place")


@pytest.mark.parametrize("red", [0, 1, 2])
@pytest.mark.parametrize("blue", [0, 1])
def test_1_6_example_3(red: int, blue: int) -> None:
    """A city with two of Red's and one of Blue's, protected or not: Red scores 10, and all go home."""
    pay = "protect it: pay 4"
    game = play(f"""
        P1: N r2 @(0,-1) [FCCF], meeple city E
        {pay if red > 0 else ""}
        P2: D r0 @(1,0) [CRFR], meeple city N
        {pay if blue else ""}
        P1: B r0 @(0,-2)
        P2: U r0 @(2,0)
        P1: E r2 @(1,-2) [FFCF], meeple city S
        {pay if red > 1 else ""}
        P2: R r3 @(1,-1) [CFCC]  -> city complete (5 tiles): P1 +10; returned P1x2, P2x1
        """, expansions=REVOLTS)  # fmt: skip
    assert (game.scores, game.supply) == ((10 - 4 * red, -4 * blue), (7, 7))
    assert protected(game) == marks(game) == frozenset()


# The whole of it


def test_a_score_is_the_sum_of_its_events_negative_ones_included() -> None:
    for seed in range(3):
        game, rng = Game(4, expansions=REVOLTS, seed=seed), random.Random(seed)
        lowest = 0
        while not game.over:
            choices = game.legal_actions
            protects = [choice for choice in choices if isinstance(choice, Protect)]
            game.play(rng.choice(protects or list(choices)))
            lowest = min(lowest, *game.scores)
        assert lowest < 0
        sums = Counter[int]()
        for event in game.events:
            if isinstance(event, ScoreChanged):
                sums[event.seat] += event.points
        assert tuple(sums[seat] for seat in range(4)) == game.scores
        assert tuple(sum(causes.values()) for causes in game.breakdown()) == game.scores
        assert isinstance(game.events[-1], GameOver)
