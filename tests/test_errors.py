"""Errors teach: they name the thing, the place and the rule, and leave everything as it was."""

import re
from typing import Any

import pytest
from scenario import SPARE, do, play

from carcassonne import (
    Action,
    CarcassonneError,
    Deploy,
    Draw,
    ExpansionError,
    Game,
    IllegalAction,
    Pass,
    Place,
    RecordError,
    RulesetError,
    SettingsError,
    TileError,
)
from carcassonne.expansions.abbot import Recall
from carcassonne.expansions.peasant_revolts import Protect

REVOLTS = ("peasant_revolts",)


def message(game: Game, action: Action, **seat: Any) -> str:
    """The message of an action that is refused; the game must be as it was, and `why_not` must give the reason."""
    before, events, actions, listed = game.key(), game.events, game.actions, list(game.legal_actions)
    with pytest.raises(IllegalAction) as caught:
        game.play(action, **seat)
    assert (game.key(), game.events, game.actions, list(game.legal_actions)) == (before, events, actions, listed)
    if not seat:
        assert action not in game.legal_actions
        assert str(game.why_not(action)) in str(caught.value)
    return str(caught.value)


def names_all(text: str, *things: str) -> None:
    """Check that a message names all these things."""
    missing = [thing for thing in things if not re.search(rf"(?<!\w){re.escape(thing)}(?!\w)", text)]
    assert not missing, f"'{text}' does not name {missing}"


def test_all_errors_have_one_base() -> None:
    for kind in (IllegalAction, TileError, SettingsError, RulesetError, ExpansionError, RecordError):
        assert issubclass(kind, CarcassonneError)


# placing


@pytest.mark.parametrize(
    ("action", "things"),
    [
        (Place(0, -1, 2), ["U", "(0,-1)", "edges", "match"]),
        (Place(0, 0, 0), ["(0,0)", "already"]),
        (Place(5, 5, 0), ["(5,5)", "touches no", "edge"]),
        (Place(1, 1, 0), ["(1,1)", "touches no", "edge"]),
        (Place(1, 0, 1), ["(1,0)", "edges", "match"]),
        (Place(0, -1, 0), ["(0,-1)", "edges", "match"]),
        (Place(1, 0, 4), ["4", "rotation", "quarter turns"]),
        (Place(1, 0, -1), ["rotation", "quarter turns"]),
    ],
)
def test_a_placement_that_is_refused_names_tile_place_and_rule(action: Place, things: list[str]) -> None:
    names_all(message(Game(stack=["U", *SPARE]), action), str(action), "turn 1", *things)


# deploying


def deploying(*stack: str, **options: Any) -> Game:
    """A game with the first tile placed east of the start tile, and a deployment to be decided."""
    game = Game(stack=[*stack, *SPARE], **options)
    do(game, "place 1,0 r0")
    return game


@pytest.mark.parametrize(
    ("action", "things"),
    [
        (Deploy("road:N"), ["U", "road:N", "road:E"]),
        (Deploy("castle"), ["U", "castle", "field:NL"]),
        (Deploy("field:ZZ"), ["U", "field:ZZ", "field:NL"]),
        (Deploy("road:E", "abbot"), ["abbot", "piece", "meeple"]),
    ],
)
def test_a_deployment_that_is_refused_says_what_there_is(action: Deploy, things: list[str]) -> None:
    names_all(message(deploying("U"), action), str(action), *things)


def test_a_deployment_on_an_occupied_feature_says_so() -> None:
    game = play("P1: U r0 @(1,0), meeple road E", then=["V", *SPARE])
    do(game, "place 2,0 r0")
    names_all(message(game, Deploy("road:W")), "deploy road:W", "road", "occupied", "turn 2")


def test_a_deployment_on_a_field_without_fields_says_so() -> None:
    names_all(message(deploying("U", settings={"fields": False}), Deploy("field:NL")), "meeple", "field")


# whose turn, which decision


@pytest.mark.parametrize("seat", [1, 2, -1, 7])
def test_a_seat_that_has_nothing_to_decide_is_told_who_has(seat: int) -> None:
    game = Game(["Ada", "Bob", "Cyd"], stack=["U", *SPARE])
    names_all(message(game, Place(1, 0, 0), seat=seat), f"seat {seat}", "Ada", "seat 0", "place U")


def test_the_right_seat_may_be_named() -> None:
    game = Game(stack=["U", *SPARE])
    game.play(Place(1, 0, 0), seat=0)
    game.play(Pass(), seat=0)
    game.play(game.legal_actions[0], seat=1)


@pytest.mark.parametrize("action", [Pass(), Deploy("road:E"), Draw("U"), Protect(0, 0, "city:N")])
def test_an_action_out_of_place_is_told_what_is_due(action: Action) -> None:
    game = Game(stack=["U", *SPARE], expansions=REVOLTS)
    names_all(message(game, action), str(action), "Red", "place U")


@pytest.mark.parametrize("action", [Place(1, 0, 0), Place(2, 0, 0), Draw("U"), Protect(1, 0, "road:E")])
def test_after_placing_it_is_the_deployment_that_is_due(action: Action) -> None:
    names_all(message(deploying("U", expansions=REVOLTS), action), str(action), "Red", "deploy")


def test_the_same_action_twice_is_refused_the_second_time() -> None:
    game = deploying("U", "B")
    do(game, "pass")
    names_all(message(game, Pass()), "pass", "Blue", "place B")


@pytest.mark.parametrize("action", [Pass(), Place(2, 0, 0), Deploy("road:E"), Draw("U")])
def test_when_the_game_is_over_every_action_is_told_so(action: Action) -> None:
    game = Game(stack=["U"])
    do(game, "place 1,0 r0", "pass")
    names_all(message(game, action), "over")
    assert not game.legal_actions
    assert list(game.legal_actions) == []


def test_an_action_of_an_expansion_that_is_not_played_is_refused() -> None:
    names_all(message(deploying("U"), Protect(1, 0, "road:E")), "deploy")


@pytest.mark.parametrize(
    "action",
    [Deploy(None), Deploy(3), Deploy("road:E", None), Deploy("road:E", 7)],  # type: ignore[arg-type]
)
def test_an_action_with_fields_of_the_wrong_type_is_refused_like_any_other(action: Action) -> None:
    message(deploying("U"), action)


@pytest.mark.parametrize(
    "action",
    [Place("1", 0, 0), Place(1, None, 0), Place(1, 0, "0")],  # type: ignore[arg-type]
)
def test_a_placement_with_fields_of_the_wrong_type_is_refused_like_any_other(action: Action) -> None:
    message(Game(stack=["U", *SPARE]), action)


def test_an_action_of_an_expansion_with_a_truth_value_for_a_number_is_refused() -> None:
    """True equals 1 and yet names no column."""
    game = Game(stack=["B", "U", "U", *SPARE], expansions=["abbot"])
    do(game, "place 0,1 r0", "deploy monastery abbot", "place 1,0 r0", "pass", "place -1,0 r0")
    assert Recall(0, 1) in game.legal_actions
    message(game, Recall(0, True))


def test_a_refused_action_can_be_followed_by_a_legal_one() -> None:
    game = Game(stack=["E", *SPARE])
    message(game, Place(0, -1, 0))
    do(game, "place 0,-1 r2")
    message(game, Deploy("city:N"))
    do(game, "deploy city:S")
    assert game.scores == (4, 0)


# by hand


def test_a_draw_by_hand_names_the_tile() -> None:
    game = Game(by_hand=True)
    assert game.decision == "draw"
    names_all(message(game, Draw("ZZ")), "ZZ", "no tile")
    names_all(message(game, Draw("PR01")), "PR01", "no tile")
    do(game, "draw X", "place 1,0 r0", "pass")
    names_all(message(game, Draw("X")), "X", "drawn already")
    names_all(message(game, Place(2, 0, 0)), "draw")


# texts


@pytest.mark.parametrize(
    "text",
    [
        "", "jump", "Place 1,0 r0", "place", "place 1,0", "place U 1,0 r0", "place 1,0 2", "place 1 r0",
        "place 1,0 r0 x", "place a,b r0", "place 1,0 rx", "place 1.5,0 r0", "deploy", "deploy a b c", "draw",
        "draw A B", "pass 1", "protect", "protect 1,0", "protect 1 city:N", "protect 1,0 city:N x",
    ],
)  # fmt: skip
def test_a_text_that_is_no_action_is_quoted(text: str) -> None:
    game = Game(expansions=REVOLTS)
    with pytest.raises(IllegalAction) as caught:
        game.action(text)
    assert f"'{text}'" in str(caught.value)


def test_an_unknown_verb_is_told_the_verbs_of_this_game() -> None:
    with pytest.raises(IllegalAction, match=r"deploy, draw, pass, place$"):
        Game().action("protect 1,0 city:N")
    with pytest.raises(IllegalAction, match="deploy, draw, pass, place, protect"):
        Game(expansions=REVOLTS).action("jump")


# settings


@pytest.mark.parametrize("players", [1, 7, 0, -3, ["Ada"], list("abcdefg"), []])
def test_two_to_six_can_play(players: Any) -> None:
    with pytest.raises(SettingsError, match="2 to 6"):
        Game(players)


@pytest.mark.parametrize("players", [True, 2.0, None, "ab", {"Ada", "Bob"}])
def test_players_are_a_number_or_names(players: Any) -> None:
    with pytest.raises(SettingsError, match="players are a number or a list of names"):
        Game(players)


@pytest.mark.parametrize("names", [["Ada", ""], ["Ada", " "], ["Ada", 3], ["Ada", None]])
def test_every_player_needs_a_name(names: Any) -> None:
    with pytest.raises(SettingsError, match="name"):
        Game(names)


def test_no_two_players_share_a_name() -> None:
    with pytest.raises(SettingsError, match="Ada"):
        Game(["Ada", "Bob", "Ada"])


@pytest.mark.parametrize(
    ("settings", "things"),
    [
        ({"meeples": -1}, ["meeples", "-1", "0"]),
        ({"meeples": "7"}, ["meeples", "'7'"]),
        ({"meeples": 2.5}, ["meeples", "2.5"]),
        ({"meeples": True}, ["meeples", "True"]),
        ({"fields": 1}, ["fields", "1"]),
        ({"fields": "no"}, ["fields", "'no'"]),
        ({"two_tile_city": 3}, ["two_tile_city", "3", "2 or 4"]),
        ({"sets": 0}, ["sets", "0", "1"]),
        ({"sets": 21}, ["sets", "21", "20"]),
        ({"meples": 7}, ["meples", "meeples", "fields", "two_tile_city", "sets"]),
        ({"peasant_revolts": {}}, ["peasant_revolts"]),
        ({"meeples": -1, "sets": 0, "zz": 1}, ["meeples", "sets", "zz"]),
    ],
)
def test_a_setting_that_will_not_do_is_named_with_what_will(settings: dict[str, object], things: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        Game(settings=settings)
    names_all(str(caught.value), *things)


@pytest.mark.parametrize(
    ("settings", "things"),
    [
        ({"protect_complete": False}, ["peasant_revolts.protect_complete", "peasant_revolts.protect_completed"]),
        ({"protect_completed": "no"}, ["peasant_revolts.protect_completed", "'no'"]),
        ({"scores_below_zero": 0}, ["peasant_revolts.scores_below_zero", "0"]),
        (5, ["peasant_revolts", "5"]),
        (None, ["peasant_revolts", "None"]),
    ],
)
def test_a_setting_of_an_expansion_is_named_with_it(settings: object, things: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        Game(expansions=REVOLTS, settings={"peasant_revolts": settings})
    names_all(str(caught.value), *things)


@pytest.mark.parametrize("seed", ["x", 1.5, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(SettingsError, match=f"seed.*{seed!r}"):
        Game(seed=seed)


@pytest.mark.parametrize(
    ("stack", "things"),
    [
        (["U", "ZZ"], ["ZZ", "stack", "no such tile"]),
        (["U", "PR01"], ["PR01", "stack"]),
        (["ZZ", "YY", "U"], ["ZZ", "YY"]),
        ([None], ["None", "stack"]),
        (["u"], ["u", "stack"]),
    ],
)
def test_a_stack_names_tiles_of_this_game(stack: Any, things: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        Game(stack=stack)
    names_all(str(caught.value), *(thing.removesuffix(" tile") for thing in things))


def test_an_empty_stack_is_a_game_that_is_over() -> None:
    game = Game(3, stack=[])
    assert (game.over, game.scores, game.winners) == (True, (0, 0, 0), (0, 1, 2))


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"stack": 5}, "stack"),
        ({"stack": [["U"]]}, "stack"),
        ({"settings": 5}, "settings"),
        ({"settings": [1]}, "settings"),
        ({"expansions": 5}, "expansion"),
        ({"expansions": [5]}, "expansion"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_named(settings: dict[str, Any], match: str) -> None:
    with pytest.raises((SettingsError, RulesetError), match=match):
        Game(**settings)


# rulesets


@pytest.mark.parametrize("name", ["peasant_revolt", "peasants_revolts", "Peasant_Revolts", "peasant revolts"])
def test_an_unknown_expansion_is_answered_with_near_names(name: str) -> None:
    with pytest.raises(RulesetError, match=f"'{name}'.*did you mean.*'peasant_revolts'"):
        Game(expansions=[name])


def test_an_expansion_like_none_is_answered_with_those_installed() -> None:
    with pytest.raises(RulesetError, match=r"'zzz'.*installed are.*peasant_revolts"):
        Game(expansions=["zzz"])


def test_an_expansion_named_twice_is_told_so() -> None:
    with pytest.raises(RulesetError, match="'peasant_revolts' is named 2 times"):
        Game(expansions=[*REVOLTS, *REVOLTS])


def test_expansions_as_one_text_are_answered_with_how_to_write_them() -> None:
    with pytest.raises(SettingsError, match=re.escape("('peasant_revolts',)")):
        Game(expansions="peasant_revolts")


# asking


@pytest.mark.parametrize(
    ("place", "things"),
    [((9, 9, "road:E"), ["no tile", "(9,9)"]), ((0, 0, "road:N"), ["D", "(0,0)", "road:N", "city:N"])],
)
def test_a_feature_that_is_not_there(place: tuple[int, int, str], things: list[str]) -> None:
    with pytest.raises(CarcassonneError) as caught:
        Game(seed=1).board.feature(*place)
    names_all(str(caught.value), *things)


def test_nothing_to_undo() -> None:
    with pytest.raises(CarcassonneError, match="undo"):
        Game(seed=1).undo()


def test_the_table_changes_only_while_an_action_is_applied() -> None:
    game = Game(stack=["E", *SPARE])
    do(game, "place 0,-1 r2")
    before = game.key()
    with pytest.raises(CarcassonneError, match="play"):
        game.change_score(0, "gift", ())
    with pytest.raises(CarcassonneError, match="play"):
        game.deploy(0, "meeple", 0)
    assert game.key() == before


def test_an_action_that_all_games_share_cannot_be_changed() -> None:
    action = Game(seed=1).legal_actions[0]
    with pytest.raises(AttributeError):
        action.x = 5
