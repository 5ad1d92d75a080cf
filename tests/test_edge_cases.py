"""The thirty edge cases of docs/rules.md 4, one test each, numbered as there."""

import pytest
from scenario import SPARE, deployments, do, options, play

from carcassonne import Game
from carcassonne.events import FeatureScored, GameOver, ScoreChanged, TileSetAside

REVOLTS = ("peasant_revolts",)


def points(game: Game, cause: str) -> list[tuple[int, int]]:
    """(seat, points) of each score for one cause so far, in order."""
    return [(e.seat, e.points) for e in game.events if isinstance(e, ScoreChanged) and e.cause == cause]


def test_01_a_city_that_touches_a_field_in_many_places_pays_it_once() -> None:
    """1: once per field, 3 points, however many walls and tiles it touches."""
    play("""
        P1: R r2 @(0,-1) [FCCC]
        P2: E r3 @(1,-1) [FFFC]
        P1: E r1 @(-1,-1) [FCFF]  -> city complete (4 tiles)
        P2: B r0 @(1,-2)
        P1: B r0 @(0,-2), meeple field SL
        P2: B r0 @(-1,-2)
        END: final field (1 complete cities): P1 +3
        """)


def test_02_a_city_between_two_fields_pays_each_owner() -> None:
    """2: each field is scored by itself."""
    play("""
        P1: F r1 @(0,-1) [CFCF], meeple field EL
        P2: B r0 @(-1,-1), meeple field EL
        P1: E r2 @(0,-2) [FFCF]  -> city complete (3 tiles)
        END: final field (1 complete cities): P1 +3; final field (1 complete cities): P2 +3
           scores [3, 3], supply [6, 6]
        """)


def test_02_a_city_between_two_fields_of_one_owner_pays_twice() -> None:
    """2: one player who owns both gets 3 and 3."""
    play("""
        P1: F r1 @(0,-1) [CFCF], meeple field EL
        P2: E r2 @(0,-2) [FFCF]  -> city complete (3 tiles)
        P1: B r0 @(-1,-1), meeple field EL
        END: final field (1 complete cities): P1 +3; final field (1 complete cities): P1 +3
           scores [6, 0], supply [5, 7]
        """)


def test_03_an_incomplete_city_pays_no_field() -> None:
    """3: 0."""
    play("""
        P1: U r0 @(1,0), meeple field WR
        END: final field (0 complete cities): P1 +0
           scores [0, 0], supply [6, 7]
        """)


NOT_TOUCHED = "END: final field (0 complete cities): P1 +0"
TOUCHED = "END: final field (1 complete cities): P1 +3"


@pytest.mark.parametrize(
    ("turns", "end"),
    [
        ("P1: B r0 @(0,1), meeple field NL\nP2: E r2 @(0,-1)", NOT_TOUCHED),  # the field beyond the road of D
        ("P1: J r2 @(0,-1) [RFCR], meeple field NL", NOT_TOUCHED),
        ("P1: J r2 @(0,-1) [RFCR], meeple field NR", TOUCHED),
        ("P1: K r2 @(0,-1) [RRCF], meeple field NR", NOT_TOUCHED),
        ("P1: K r2 @(0,-1) [RRCF], meeple field NL", TOUCHED),
        ("P1: O r2 @(0,-1) [RCCR], meeple field NL\nP2: E r3 @(1,-1)", NOT_TOUCHED),
        ("P1: O r2 @(0,-1) [RCCR], meeple field NR\nP2: E r3 @(1,-1)", TOUCHED),
        ("P1: P r2 @(0,-1) [RCCR], meeple field NL\nP2: E r3 @(1,-1)", NOT_TOUCHED),
        ("P1: P r2 @(0,-1) [RCCR], meeple field NR\nP2: E r3 @(1,-1)", TOUCHED),
    ],
)
def test_04_a_field_at_a_corner_of_a_city_or_beyond_a_road_does_not_touch_it(turns: str, end: str) -> None:
    """4: contact exists only where a tile's field segment borders the city segment on that tile."""
    game = play(f"{turns}\n{end}")
    assert game.board.feature(0, 0, "city:N").completed


@pytest.mark.parametrize(("tile", "expansions"), [("I", ()), ("PR08", REVOLTS)])
def test_05_two_city_segments_of_a_tile_joined_elsewhere_count_as_one_tile(
    tile: str, expansions: tuple[str, ...]
) -> None:
    """5: the tile counts once, coats of arms all count (here 4 tiles and one coat of arms)."""
    play(f"""
        P1: N r2 @(0,1) [FCCF], meeple city E
        P2: N r3 @(1,1) [FFCC]
        P1: M r1 @(0,2) [CCFF]
        P2: {tile} r0 @(1,2) [CFFC]  -> city complete (4 tiles): P1 +10; returned P1x1
        """, expansions=expansions)  # fmt: skip


def test_05_opposite_city_segments_joined_by_a_ring_count_as_one_tile() -> None:
    """5: H in a ring of 8 tiles with three coats of arms: 16 and 6."""
    play("""
        P1: H r1 @(0,1) [FCFC]
        P2: N r3 @(1,1) [FFCC]
        P1: F r1 @(1,2) [CFCF]
        P2: N r0 @(1,3) [CFFC]
        P1: F r0 @(0,3) [FCFC]
        P2: M r1 @(-1,3) [CCFF]
        P1: G r1 @(-1,2) [CFCF], meeple city N
        P2: N r2 @(-1,1) [FCCF]  -> city complete (8 tiles): P1 +22; returned P1x1
        """)


LOOPS = {
    "W": """
        P1: W r0 @(0,1) [FRRR], meeple road E
        P2: V r0 @(1,1)
        P1: V r1 @(1,2)
        P2: V r2 @(0,2)  -> road complete (4 tiles): P1 +4; returned P1x1
        """,
    "PR02": """
        P1: PR02 r0 @(0,1) [FRRR], meeple road S
        P2: V r0 @(1,1)
        P1: V r1 @(1,2)
        P2: V r2 @(0,2)  -> road complete (4 tiles): P1 +4; returned P1x1
        """,
    "L": """
        P1: L r2 @(0,-1) [RRCR], meeple road N  -> city complete (2 tiles)
        P2: V r3 @(0,-2)
        P1: V r0 @(1,-2)
        P2: V r1 @(1,-1)  -> road complete (4 tiles): P1 +4; returned P1x1
        """,
    "X": """
        P1: X r0 @(1,0), meeple road N
        P2: V r3 @(1,-1)
        P1: V r0 @(2,-1)
        P2: V r1 @(2,0)  -> road complete (4 tiles): P1 +4; returned P1x1
        """,
    "PR01": """
        P1: A r3 @(-1,0) [FRFF], meeple road E
        P2: PR01 r0 @(1,0) [RRRR]
        P1: V r3 @(1,-1)
        P2: V r0 @(2,-1)
        P1: V r1 @(2,0)
        P2: A r2 @(1,1) [RFFF]  -> road complete (7 tiles): P1 +7; returned P1x1
        """,
}


@pytest.mark.parametrize("tile", LOOPS)
def test_06_two_road_segments_of_a_tile_in_one_road_count_as_one_tile(tile: str) -> None:
    """6: the tile counts once."""
    play(LOOPS[tile], expansions=REVOLTS if tile.startswith("PR") else ())


def test_07_a_road_without_ends_is_complete() -> None:
    """7: a loop; each tile counts once."""
    play("""
        P1: V r3 @(0,1) [FRRF], meeple road E
        P2: V r0 @(1,1) [FFRR]
        P1: V r1 @(1,2) [RFFR]
        P2: V r2 @(0,2) [RRFF]  -> road complete (4 tiles): P1 +4; returned P1x1
           scores [4, 0], supply [7, 7]
        """)


def test_08_a_road_from_a_village_back_to_it_is_complete() -> None:
    """8: both ends are on the village's tile, which counts once; its other roads are none of it."""
    game = play("""
        P1: X r0 @(1,0), meeple road S
        P2: V r0 @(2,0) [FFRR]
        P1: V r1 @(2,1) [RFFR]
        P2: V r2 @(1,1) [RRFF]  -> road complete (4 tiles): P1 +4; returned P1x1
        """)
    assert game.board.feature(1, 0, "road:W").tiles == ((0, 0), (1, 0))


def test_08_a_road_from_a_village_back_to_it_counts_once_when_unfinished_too() -> None:
    """8: without its last curve the same road has three tiles."""
    play("""
        P1: X r0 @(1,0), meeple road S
        P2: V r0 @(2,0)
        P1: V r2 @(1,1)
        END: final road (2 tiles): P1 +2
        """)


def test_09_a_feature_that_meets_itself_closes_both_edges_and_counts_its_meeple_once() -> None:
    """9: joining a set with itself must not count open edges or meeples twice."""
    game = play("""
        P1: N r2 @(0,1) [FCCF], meeple city E
        P2: R r2 @(1,1) [FCCC]
        P1: M r1 @(0,2) [CCFF]
        """, then=["N", "E", *SPARE])  # fmt: skip
    city = game.board.feature(0, 1, "city:E")
    assert (len(city.tiles), city.open_edges, city.completed) == (3, 3, False)
    do(game, "place 1,2 r0", "pass")
    city = game.board.feature(0, 1, "city:E")
    assert (len(city.tiles), city.open_edges, city.completed) == (4, 1, False)
    do(game, "place 2,1 r3", "pass")
    city = game.board.feature(0, 1, "city:E")
    assert (len(city.tiles), city.open_edges, city.completed, len(city.pieces)) == (5, 0, True, 0)
    assert [e.counts for e in game.events if isinstance(e, FeatureScored)] == [(1, 0)]
    assert game.scores == (12, 0)


def test_10_one_tile_may_complete_features_of_several_owners() -> None:
    """10: all are scored, each by its own majority; others score on your turn."""
    play("""
        P1: U r0 @(1,0)
        P2: E r3 @(1,-1) [FFFC], meeple city W
        P1: I r2 @(0,-1) [FCCF], meeple city S  -> city complete (2 tiles): P1 +4; city complete (2 tiles): P2 +4; returned P1x1, P2x1
           scores [4, 4], supply [7, 7]
        """)  # noqa: E501


def test_11_one_tile_may_complete_several_monasteries() -> None:
    """11: the 8 neighbours, diagonal ones too, and itself."""
    play("""
        P1: B r0 @(0,1), meeple monastery
        P2: B r0 @(1,1), meeple monastery
        P1: V r3 @(2,1)
        P2: V r1 @(2,0)
        P1: U r0 @(-1,0)
        P2: E r3 @(-1,1)
        P1: B r0 @(0,2)
        P2: E r2 @(-1,2)
        P1: B r0 @(1,2)
        P2: V r2 @(2,2)
        P1: U r0 @(1,0)  -> monastery (0,1) complete: P1 +9; returned P1x1; monastery (1,1) complete: P2 +9; returned P2x1
        """)  # noqa: E501


def test_12_a_monastery_in_a_full_ring_is_complete_at_once() -> None:
    """12: a monk deployed this turn scores 9 and returns."""
    play("""
        P1: U r0 @(-1,0)
        P2: U r0 @(1,0)
        P1: B r0 @(1,1)
        P2: E r3 @(-1,1)
        P1: B r0 @(1,2)
        P2: E r2 @(-1,2)
        P1: B r0 @(0,2)
        P2: B r0 @(0,1), meeple monastery  -> monastery (0,1) complete: P2 +9; returned P2x1
           scores [0, 9], supply [7, 7]
        """)


def test_13_monasteries_side_by_side_count_each_other_as_tiles() -> None:
    """13: allowed."""
    play("""
        P1: B r0 @(0,1), meeple monastery
        P2: B r0 @(0,2), meeple monastery
        END: final monastery (3 tiles): P1 +3; final monastery (2 tiles): P2 +2
           scores [3, 2], supply [6, 6]
        """)


def test_14_the_last_meeple_may_claim_what_this_tile_completes() -> None:
    """14: it was in the supply before scoring."""
    play("""
        P1: E r2 @(0,-1), meeple city S  -> city complete (2 tiles): P1 +4; returned P1x1
           scores [4, 0], supply [1, 1]
        """, settings={"meeples": 1})  # fmt: skip


def test_15_a_meeple_that_this_scoring_returns_comes_too_late() -> None:
    """15: not allowed; usable from the next turn on."""
    game = play("""
        P1: R r2 @(0,-1), meeple city S
        P2: E r3 @(1,-1)
           ILLEGAL for P1: E r1 @(-1,-1) with meeple field NL
        P1: E r1 @(-1,-1)  -> city complete (4 tiles): P1 +8; returned P1x1
        P2: U r0 @(1,0)
           LEGAL for P1: U r0 @(2,0) with meeple road E
        """, settings={"meeples": 1})  # fmt: skip
    assert game.supply == (1, 1)


def test_16_a_tile_may_join_two_claimed_features() -> None:
    """16: legal; the majority decides; no meeple may be added."""
    play("""
        P1: U r0 @(1,0)
        P2: E r3 @(1,-1), meeple city W
        P1: U r0 @(-1,0)
        P2: U r0 @(2,0)
        P1: E r1 @(-1,-1), meeple city E
           ILLEGAL for P2: R r2 @(0,-1) with meeple city S
        P2: R r2 @(0,-1)  -> city complete (4 tiles): P1 +8, P2 +8; returned P1x1, P2x1
           scores [8, 8], supply [7, 7]
        """)


def test_17_an_unclaimed_feature_joined_to_a_claimed_one_is_claimed() -> None:
    """17: so the tile that joins them can claim neither."""
    play("""
        P1: U r0 @(1,0)
        P2: E r3 @(1,-1), meeple city W
           ILLEGAL for P1: R r2 @(0,-1) with meeple city S
           ILLEGAL for P1: R r2 @(0,-1) with meeple city E
        P1: R r2 @(0,-1)
        P2: E r1 @(-1,-1)  -> city complete (4 tiles): P2 +8; returned P2x1
        """)


def test_18_two_segments_of_a_tile_in_one_feature_can_be_claimed_once() -> None:
    """18: either segment, only if the feature is empty."""
    game = play("""
        P1: N r2 @(0,1) [FCCF]
        P2: N r3 @(1,1) [FFCC]
        P1: M r1 @(0,2) [CCFF]
           LEGAL for P2: I r0 @(1,2) with meeple city N
           LEGAL for P2: I r0 @(1,2) with meeple city W
        P2: I r0 @(1,2), meeple city W  -> city complete (4 tiles): P2 +10; returned P2x1
        """)
    assert game.scores == (0, 10)


def test_19_two_to_two_pays_both_in_full() -> None:
    """19: 6 tiles and a coat of arms, two knights each."""
    play("""
        P1: N r2 @(0,-1) [FCCF], meeple city E
        P2: D r0 @(1,0) [CRFR], meeple city N
        P1: B r0 @(0,-2)
        P2: E r2 @(1,-2) [FFCF], meeple city S
        P1: U r0 @(2,0)
        P2: U r0 @(3,0)
        P1: E r3 @(2,-1) [FFFC], meeple city W
        P2: C r0 @(1,-1)  -> city complete (6 tiles): P1 +14, P2 +14; returned P1x2, P2x2
        """)


def test_19_two_to_one_to_one_pays_only_the_two() -> None:
    """19: the others get nothing, and all go home."""
    play("""
        P1: N r2 @(0,-1) [FCCF], meeple city E
        P2: D r0 @(1,0) [CRFR], meeple city N
        P3: B r0 @(0,-2)
        P1: E r2 @(1,-2) [FFCF], meeple city S
        P2: U r0 @(2,0)
        P3: E r3 @(2,-1) [FFFC], meeple city W
        P1: C r0 @(1,-1)  -> city complete (6 tiles): P1 +14; returned P1x2, P2x1, P3x1
           scores [14, 0, 0], supply [7, 7, 7]
        """, players=3)  # fmt: skip


def test_20_a_completed_city_without_a_knight_pays_nobody_but_fields() -> None:
    """20: it still feeds fields."""
    game = play("""
        P1: E r2 @(0,-1), meeple field NL  -> city complete (2 tiles)
        P2: U r0 @(1,0)
        END: final field (1 complete cities): P1 +3
           scores [3, 0], supply [6, 7]
        """)
    assert points(game, "city") == []


def test_21_a_farmer_in_a_closed_ring_stays_to_the_end() -> None:
    """21: a field is scored at the end only, even with no edge left open."""
    game = play("""
        P1: V r3 @(0,1)
        P2: V r0 @(1,1)
        P1: V r1 @(1,2)
        P2: V r2 @(0,2), meeple field NR  -> road complete (4 tiles)
           scores [0, 0], supply [7, 6]
        P1: U r0 @(1,0)
        P2: U r0 @(2,0)
           scores [0, 0], supply [7, 6]
        END: final field (0 complete cities): P2 +0
        """)
    field = game.board.feature(0, 2, "field:NR")
    assert field.tiles == ((0, 1), (1, 1), (1, 2), (0, 2))
    assert not field.completed
    assert [meeple.kind for meeple in game.meeples] == ["field"]


def test_22_fields_that_meet_at_a_tile_corner_are_apart() -> None:
    """22: the field north of the cities meets the one south of them only at the corner of four tiles."""
    game = play("""
        P1: E r2 @(0,-1) [FFCF], meeple field ER
        P2: E r2 @(1,-1) [FFCF]
           ILLEGAL for P1: E r2 @(2,-1) with meeple field WL
           LEGAL for P1: D r0 @(1,0) with meeple field WR
        P1: D r0 @(1,0) [CRFR], meeple field WR
        """)
    assert game.board.feature(0, -1, "field:ER").tiles == ((0, -1), (1, -1))
    assert game.board.feature(0, 0, "field:EL").tiles == ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("tile", "roads", "fields"),
    [
        ("L r1 @(1,0)", {"road:N", "road:S", "road:W"}, [{"field:NL", "field:WR"}]),
        ("W r0 @(1,0)", {"road:E", "road:S", "road:W"}, [{"field:SR", "field:WL"}, {"field:ER", "field:SL"}]),
        ("PR02 r0 @(1,0)", {"road:E", "road:S", "road:W"}, [{"field:SR", "field:WL"}, {"field:ER", "field:SL"}]),
        ("X r0 @(1,0)", {"road:N", "road:E", "road:S", "road:W"}, [{"field:NL", "field:WR"}, {"field:NR", "field:EL"}]),
    ],
)
def test_23_a_village_cuts_roads_and_fields(tile: str, roads: set[str], fields: list[set[str]]) -> None:
    """23: L, W, X and PR02, each road and each field between two roads by itself."""
    name, rotation, cell = tile.split()
    game = play("", then=[name, *SPARE], expansions=REVOLTS)
    do(game, f"place {cell[2:-1]} {rotation}")
    assert {location for location in deployments(game) if location.startswith("road")} == roads
    assert [{name for name in deployments(game) if same_field(game, name, min(group))} for group in fields] == fields


def same_field(game: Game, location: str, other: str) -> bool:
    """Whether two locations of the tile at (1,0) name one feature."""
    return game.board.feature(1, 0, location) == game.board.feature(1, 0, other)


@pytest.mark.parametrize("tile", ["A", "PR05"])
def test_23_a_dead_end_does_not_cut_the_field(tile: str) -> None:
    """23: the field of A and PR05 goes round the end of the road, and joins both sides of the start tile's."""
    play(f"""
        P1: {tile} r1 @(1,0) [FFFR], meeple field WR
           ILLEGAL for P2: B r0 @(0,1) with meeple field NL
        P2: B r0 @(0,1)
        P1: E r2 @(0,-1)  -> city complete (2 tiles)
        END: final field (1 complete cities): P1 +3
        """, expansions=REVOLTS)  # fmt: skip


@pytest.mark.parametrize("tile", ["S", "T"])
def test_24_a_road_ends_at_a_city_gate_and_parts_two_fields_that_touch_the_city(tile: str) -> None:
    """24: the road is complete, and the fields left and right of it are scored apart."""
    play(f"""
        P1: {tile} r1 @(1,0) [CCCR], meeple field WR
        P2: B r0 @(0,1), meeple field NL
        P1: E r2 @(1,-1) [FFCF]
        P2: E r3 @(2,0) [FFFC]
        P1: E r0 @(1,1) [CFFF]  -> city complete (4 tiles)
        P2: W r0 @(-1,0) [FRRR], meeple road E  -> road complete (3 tiles): P2 +3; returned P2x1
        END: final field (1 complete cities): P1 +3; final field (1 complete cities): P2 +3
        """)


def test_24_a_road_ends_at_the_city_gate_of_revolt_tile_11() -> None:
    """24: its field left of the road and its field right of it both touch the city."""
    play("""
        P1: PR11 r1 @(1,0) [FCFR], meeple field WR
        P2: B r0 @(0,1), meeple field NL
        P1: E r3 @(2,0) [FFFC]  -> city complete (2 tiles)
        P2: W r0 @(-1,0) [FRRR], meeple road E  -> road complete (3 tiles): P2 +3; returned P2x1
        END: final field (1 complete cities): P1 +3; final field (1 complete cities): P2 +3
        """, expansions=REVOLTS)  # fmt: skip


def test_25_coats_of_arms_count_one_in_a_city_incomplete_at_the_end() -> None:
    """25: two tiles and a coat of arms: 3."""
    play("""
        P1: Q r2 @(0,-1) [FCCC], meeple city S
        END: final city (2 tiles): P1 +3
        """)


def test_26_what_the_last_tile_completes_is_scored_in_full_before_the_final_scoring() -> None:
    """26: first the completed city, at full value, then the unfinished road."""
    game = play("""
        P1: U r0 @(1,0), meeple road E
        P2: E r2 @(0,-1), meeple city S  -> city complete (2 tiles): P2 +4; returned P2x1
        END: final road (2 tiles): P1 +2
           scores [2, 4], supply [6, 7]
        """)
    assert [event.cause for event in game.events if isinstance(event, ScoreChanged)] == ["city", "road"]


def test_27_the_tile_that_is_all_city_has_no_field() -> None:
    """27: only its city can be claimed."""
    game = play("", then=["C", *SPARE])
    do(game, "place 0,-1 r0")
    assert options(game) == ("pass", "deploy city:N")
    assert deployments(game) == {"city:N", "city:E", "city:S", "city:W"}


def test_28_the_majority_of_farmers_counts_over_the_whole_field() -> None:
    """28: two against one over fields joined later."""
    play("""
        P1: B r0 @(0,1), meeple field NL
        P2: U r0 @(1,0), meeple field NL
        P1: E r2 @(0,-1)  -> city complete (2 tiles)
        P2: B r0 @(0,-2), meeple field NL
        P1: B r0 @(1,-1)
        P2: A r1 @(2,0) [FFFR]
        END: final field (1 complete cities): P2 +3
           scores [0, 3], supply [6, 5]
        """)


def test_28_farmers_in_a_tie_each_score_in_full() -> None:
    """28: 3 for the city to each."""
    play("""
        P1: B r0 @(0,1), meeple field NL
        P2: U r0 @(1,0), meeple field NL
        P1: E r2 @(0,-1)  -> city complete (2 tiles)
        P2: A r1 @(2,0) [FFFR]
        END: final field (1 complete cities): P1 +3, P2 +3
           scores [3, 3], supply [6, 6]
        """)


def test_29_what_the_revolt_empties_before_the_placement_may_be_claimed() -> None:
    """29: a replacement for a revolt tile that fits nowhere reaches the emptied city in the same turn."""
    board = """
        P1: R r2 @(0,-1) [FCCC], meeple city S
        P2: A r1 @(1,0) [FFFR]
        P1: A r3 @(-1,0) [FRFF]  -> road complete (3 tiles)
        """
    play(f"{board}\nILLEGAL for P2: E r3 @(1,-1) with meeple city W", expansions=REVOLTS)
    game = play(board, then=["PR01", "E", *SPARE], expansions=REVOLTS)
    assert (game.seat, game.tile, game.supply) == (1, "E", (7, 7))
    do(game, "place 1,-1 r3")
    assert "city:W" in deployments(game)


def test_30_the_game_ends_when_discards_empty_the_stack() -> None:
    """30: without further placement."""
    game = Game(stack=["E", "C", "C"])
    events = do(game, "place 0,-1 r2", "deploy field:NL")
    assert game.over
    assert [event.tile for event in events if isinstance(event, TileSetAside)] == ["C", "C"]
    assert (game.scores, len(game.board.tiles), events[-1]) == ((3, 0), 2, GameOver((3, 0), (0,)))
