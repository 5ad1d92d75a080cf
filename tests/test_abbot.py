"""The Abbot: every sentence of docs/rules.md 3.5 about it as a test, and what 1.5 says of abbots in revolts."""

from collections import Counter
from collections.abc import Sequence

import pytest
from scenario import do, options
from whole_games import assert_sound

from carcassonne import Deploy, Game, IllegalAction
from carcassonne.events import MeepleDeployed, MeepleReturned, ScoreChanged, Term
from carcassonne.expansions.abbot import Abbot, AbbotRecalled, Recall
from carcassonne.expansions.peasant_revolts import RevoltReached, protected
from carcassonne.tile_files import shipped, shipped_names

ABBOT = ("abbot",)
WITH_REVOLTS = ("abbot", "peasant_revolts")
GARDENS = ("EG", "HG", "IG", "MG", "NG", "RG", "UG", "VG")
RING = (
    ("U", "place 2,0 r0"),
    ("E", "place 0,-1 r2"),
    ("B", "place 0,1 r0"),
    ("B", "place 1,-1 r0"),
    ("B", "place 1,1 r0"),
    ("B", "place 2,-1 r0"),
    ("B", "place 2,1 r0"),
)
"""The tiles that, with the start tile, surround (1,0)."""


def begin(
    *tiles: str,
    expansions: Sequence[str] = ABBOT,
    settings: dict[str, object] | None = None,
    then: Sequence[str] = ("B", "U"),
) -> Game:
    """A game in which these tiles are drawn, and then some more."""
    return Game(expansions=expansions, stack=[*tiles, *then], settings=settings)


def turn(game: Game, place: str, deploy: str = "pass", protect: str = "pass") -> None:
    """A whole turn; what is not asked is left out."""
    number = game.turn
    do(game, place)
    for decision, answer in (("deploy", deploy), ("protect", protect)):
        if (game.turn, game.decision) == (number, decision):
            do(game, answer)
        else:
            assert answer == "pass", f"{game!r} asks for no {decision}"


def surrounded(deploy: str) -> Game:
    """The first seat does so with the garden at (1,0), and then all the tiles around it are placed."""
    game = begin("UG", *(tile for tile, _ in RING))
    turn(game, "place 1,0 r0", deploy)
    for _, place in RING:
        turn(game, place)
    return game


# Gardens


def test_eight_base_tiles_have_gardens_and_are_kinds_of_their_own() -> None:
    with_gardens, without = Game(expansions=ABBOT, seed=1).ruleset, Game(seed=1).ruleset
    counts = Counter(with_gardens.tiles_of[""])
    assert {tile: counts[tile] for tile in counts if tile.endswith("G") and len(tile) > 1} == dict.fromkeys(GARDENS, 1)
    assert [tile[0] for tile in with_gardens.tiles_of[""]] == without.tiles_of[""]
    has = {name for name, shape in with_gardens.shapes.items() if "garden" in shape.turned[0].locations}
    assert has == set(GARDENS)


def test_the_gardens_of_all_expansions_become_features_and_keep_their_ids_where_every_copy_has_one() -> None:
    tiles = {tile.id: tile for name in shipped_names() for tile in shipped(name).tiles}
    changes = Abbot().tile_changes(tiles)
    became = {new.id: new for change in changes for new in change.change(tiles[change.tile])}
    gardens = {name for name, tile in became.items() if any(segment.kind == "garden" for segment in tile.segments)}
    assert gardens == {*GARDENS, "PR05", "RI10", "IC03", "IC15", "TB08", "TB11"}
    assert all(became[name].count == became[name].gardens for name in gardens)
    assert sum(tile.count for tile in became.values()) == sum(tile.count for tile in tiles.values() if tile.gardens)


def test_the_same_seed_draws_the_same_tiles_with_and_without() -> None:
    assert [tile[0] for tile in Game(expansions=ABBOT, seed=7).stack] == Game(seed=7).stack


def test_without_the_abbot_there_is_no_tile_with_a_garden() -> None:
    assert not set(GARDENS) & set(Game(expansions=("peasant_revolts",), seed=1).ruleset.shapes)


def test_a_garden_belongs_to_no_field() -> None:
    game = begin("UG")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    do(game, "place 1,1 r0")
    assert "deploy field:NL" in options(game)


# Where the abbot stands


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_seat_has_one_abbot(players: int) -> None:
    game = Game(players, expansions=ABBOT, seed=1)
    assert [game.supply_of(seat) for seat in range(players)] == [{"meeple": 7, "abbot": 1}] * players


def test_the_abbot_stands_on_a_monastery_or_in_a_garden_only_and_meeples_never_in_gardens() -> None:
    game = begin("UG", "A")
    do(game, "place 1,0 r0")
    assert options(game) == ("pass", "deploy road:E", "deploy field:NL", "deploy field:ER", "deploy garden abbot")
    assert game.why_not(Deploy("garden")) == "a meeple does not stand on a garden"
    assert game.why_not(Deploy("road:E", "abbot")) == "an abbot does not stand on a road"
    do(game, "pass", "place 2,0 r1")
    assert {text for text in options(game) if "monastery" in text} == {"deploy monastery", "deploy monastery abbot"}
    assert "deploy road:W abbot" not in options(game)


def test_only_one_piece_is_deployed_a_turn_and_only_from_the_supply() -> None:
    game = begin("UG", "U", "UG")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    assert game.turn == 2
    assert game.supply_of(0) == {"meeple": 7, "abbot": 0}
    turn(game, "place 2,0 r0")
    do(game, "place 3,0 r0")
    assert "deploy garden abbot" not in options(game)
    assert game.why_not(Deploy("garden", "abbot")) == "Red has no abbot in the supply"


# What a garden is worth


def test_a_surrounded_garden_scores_9_and_the_abbot_goes_home() -> None:
    game = surrounded("deploy garden abbot")
    assert game.scores == (9, 0)
    assert game.supply_of(0) == {"meeple": 7, "abbot": 1}
    assert game.breakdown()[0] == {"garden": 9}


def test_a_surrounded_monastery_scores_9_for_the_abbot_as_for_a_monk() -> None:
    game = begin("B", *["B"] * 5, "U", "U")
    turn(game, "place 0,1 r0", "deploy monastery abbot")
    for place in ("1,1", "-1,1", "0,2", "1,2", "-1,2", "1,0", "-1,0"):
        turn(game, f"place {place} r0")
    assert game.breakdown()[0] == {"monastery": 9}


def test_a_surrounded_garden_with_nobody_in_it_scores_nothing() -> None:
    assert surrounded("pass").scores == (0, 0)


def test_at_the_end_an_abbot_scores_1_and_1_for_each_filled_neighbour() -> None:
    game = Game(expansions=ABBOT, stack=["UG", "U"])
    turn(game, "place 1,0 r0", "deploy garden abbot")
    assert game.provisional_scores() == (2, 0)
    turn(game, "place 2,0 r0")
    assert game.over
    assert game.scores == (3, 0)
    assert game.breakdown()[0] == {"garden": 3}


# Taking the abbot back


def test_h4_the_abbot_is_taken_back_instead_of_placing_a_meeple_and_scores_at_once() -> None:
    game = begin("B", "U", "U")
    turn(game, "place 0,1 r0", "deploy monastery abbot")
    turn(game, "place 1,0 r0")
    do(game, "place -1,0 r0")
    assert Recall(0, 1) in game.legal_actions
    events = do(game, "recall 0,1")
    assert events[:3] == (
        AbbotRecalled(0, 0, 1, "monastery"),
        ScoreChanged(0, 4, "recall", (Term("tiles", 4, 1),)),
        MeepleReturned(0, "abbot", 0, 1, "monastery", "recall"),
    )
    assert game.scores == (4, 0)
    assert (game.seat, game.decision) == (1, "place")


def test_it_is_taken_back_from_a_garden_too_and_can_be_deployed_again_the_next_turn() -> None:
    game = begin("UG", "U", "U", "U", "B")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    turn(game, "place 2,0 r0")
    turn(game, "place 3,0 r0", "recall 1,0")
    assert game.scores == (3, 0)
    turn(game, "place 4,0 r0")
    do(game, "place 0,1 r0")
    assert "deploy monastery abbot" in options(game)
    assert not [text for text in options(game) if text.startswith("recall")]


def test_only_the_own_abbot_is_taken_back_and_only_where_it_stands() -> None:
    game = begin("UG", "U", "U")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    do(game, "place 2,0 r0")
    for action in (Recall(1, 0), Recall(0, 0)):
        assert action not in game.legal_actions
        with pytest.raises(IllegalAction):
            game.play(action)
    do(game, "pass", "place 3,0 r0")
    assert [text for text in options(game) if text.startswith("recall")] == ["recall 1,0"]
    assert Recall(2, 0) not in game.legal_actions


def test_it_is_taken_back_only_while_the_tile_is_placed_and_nothing_yet_deployed() -> None:
    game = begin("UG", "U", "U")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    turn(game, "place 2,0 r0")
    assert Recall(1, 0) not in game.legal_actions
    do(game, "place 3,0 r0", "deploy field:NL")
    assert (game.seat, game.decision) == (1, "place")


def test_it_is_not_taken_back_from_a_feature_that_the_tile_just_completed() -> None:
    *ring, (tile, place) = RING
    game = begin("UG", *(tile for tile, _ in ring), "U", tile)
    turn(game, "place 1,0 r0", "deploy garden abbot")
    for _, before in ring:
        turn(game, before)
    turn(game, "place 3,0 r0")
    assert game.seat == 0
    elsewhere = game.copy()
    do(elsewhere, "place 0,2 r0")
    assert "recall 1,0" in options(elsewhere)
    do(game, place)
    assert "recall 1,0" not in options(game)
    do(game, "pass")
    assert game.breakdown()[0] == {"garden": 9}


def test_it_may_be_taken_back_with_no_meeple_left() -> None:
    game = begin("UG", "U", "U", settings={"meeples": 0})
    turn(game, "place 1,0 r0", "deploy garden abbot")
    turn(game, "place 2,0 r0")
    do(game, "place 3,0 r0")
    assert options(game) == ("pass", "recall 1,0")


def test_undo_gives_back_abbot_and_points() -> None:
    game = begin("UG", "U", "U")
    turn(game, "place 1,0 r0", "deploy garden abbot")
    turn(game, "place 2,0 r0")
    do(game, "place 3,0 r0")
    before, copy = game.key(), game.copy()
    do(game, "recall 1,0")
    assert game.scores == (3, 0)
    assert game.undo() == Recall(1, 0)
    assert game.key() == before == copy.key()


def test_the_text_form_reads_back_and_others_are_refused() -> None:
    game = begin("UG")
    assert str(Recall(-1, 12)) == "recall -1,12"
    assert game.action("recall -1,12") == Recall(-1, 12)
    assert repr(Recall(-1, 12)) == "Recall(x=-1, y=12)"
    for text in ("recall", "recall 1", "recall 1,0 garden", "recall 01,0"):
        with pytest.raises(IllegalAction, match="recall X,Y"):
            game.action(text)


def test_the_events_tell_themselves() -> None:
    event = AbbotRecalled(1, 2, -3, "garden")
    assert event.tell(["Red", "Blue"]) == "Blue recalls the abbot from the garden at (2,-3)."
    deployed = MeepleDeployed(1, "abbot", 2, -3, "garden")
    assert deployed.tell(["Red", "Blue"]) == "Blue deploys an abbot in the garden at (2,-3)."
    assert event.to_json() == {"event": "abbot_recalled", "seat": 1, "x": 2, "y": -3, "location": "garden"}


# With The Peasant Revolts


def revolted(deploy: str, protect: str = "pass") -> Game:
    """The first seat's abbot stands on a monastery or in a garden, and the second draws a monastery revolt."""
    tile, place = ("B", "place 0,1 r0") if "monastery" in deploy else ("UG", "place 1,0 r0")
    game = begin(tile, "PR10", expansions=WITH_REVOLTS)
    turn(game, place, deploy, protect)
    return game


def reached(game: Game) -> list[tuple[int, int, int]]:
    """(seat, protected, returned) by the revolt."""
    return [(e.seat, e.protected, e.returned) for e in game.events if isinstance(e, RevoltReached)]


def test_a_monastery_revolt_sends_the_abbot_home_from_a_monastery_and_pays_no_abbot_points() -> None:
    game = revolted("deploy monastery abbot")
    assert reached(game) == [(1, 0, 0), (0, 0, 1)]
    assert game.supply_of(0)["abbot"] == 1
    assert game.scores == (0, 0)
    assert not any(isinstance(event, AbbotRecalled) for event in game.events)


def test_a_protected_abbot_on_a_monastery_scores_2_in_a_revolt_and_stays() -> None:
    game = revolted("deploy monastery abbot", "protect 0,1 monastery")
    assert reached(game) == [(1, 0, 0), (0, 1, 0)]
    assert game.supply_of(0)["abbot"] == 0
    assert game.scores == (-4 + 2, 0)


def test_gardens_are_not_monasteries_for_revolts() -> None:
    game = revolted("deploy garden abbot")
    assert reached(game) == [(1, 0, 0), (0, 0, 0)]
    assert game.supply_of(0)["abbot"] == 0


def test_an_abbot_in_a_garden_cannot_be_protected_since_no_revolt_can_name_a_garden() -> None:
    game = begin("UG", expansions=WITH_REVOLTS)
    do(game, "place 1,0 r0", "deploy garden abbot")
    assert game.decision != "protect"
    assert protected(game) == frozenset()


def recalled(**settings: bool) -> Game:
    """The first seat has a highwayman out and has just taken back its abbot."""
    game = begin(
        *("X", "X", "UG", "U", "U"),
        expansions=WITH_REVOLTS,
        settings={"peasant_revolts": settings} if settings else None,
    )
    turn(game, "place 1,0 r0", "deploy road:S")
    turn(game, "place -1,0 r0")
    turn(game, "place 2,0 r0", "deploy garden abbot")
    turn(game, "place 3,0 r0")
    do(game, "place 4,0 r0", "recall 2,0")
    return game


def test_after_taking_the_abbot_back_the_2_point_protection_is_open() -> None:
    game = recalled()
    assert (game.seat, game.decision) == (0, "protect")
    assert options(game) == ("pass", "protect 1,0 road:S")
    before = game.scores[0]
    do(game, "protect 1,0 road:S")
    assert game.scores[0] == before - 2


def test_after_taking_the_abbot_back_no_protection_is_open_where_the_setting_says_so() -> None:
    game = recalled(protect_after_other_action=False)
    assert (game.seat, game.decision) == (1, "place")


def test_an_abbot_taken_back_is_protected_no_more() -> None:
    game = begin("B", "U", "U", "U", "B", expansions=WITH_REVOLTS)
    turn(game, "place 0,1 r0", "deploy monastery abbot", "protect 0,1 monastery")
    assert protected(game) == {(0, 1, "monastery")}
    turn(game, "place 1,0 r0")
    turn(game, "place 2,0 r0", "recall 0,1")
    assert protected(game) == frozenset()
    turn(game, "place 3,0 r0")
    turn(game, "place 0,2 r0", "deploy monastery abbot")
    assert protected(game) == frozenset()


def test_the_garden_of_revolt_tile_05_is_for_the_abbot() -> None:
    game = begin("PR05", expansions=WITH_REVOLTS)
    do(game, options(game)[0])
    assert "deploy garden abbot" in options(game)


# Whole games


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("expansions", [ABBOT, WITH_REVOLTS], ids="+".join)
def test_whole_games_are_sound(expansions: tuple[str, ...], players: int) -> None:
    game = assert_sound(expansions, players, seed=players)
    assert all(piece.piece == "abbot" for piece in game.meeples if piece.kind == "garden")
    assert all(piece.kind in ("garden", "monastery") for piece in game.meeples if piece.piece == "abbot")
    assert "recall" in {cause for causes in game.breakdown() for cause in causes}


def test_a_whole_game_without_the_2_point_form_after_a_recall_is_sound() -> None:
    settings: dict[str, object] = {"peasant_revolts": {"protect_after_other_action": False}}
    assert_sound(WITH_REVOLTS, 2, 5, settings=settings)
