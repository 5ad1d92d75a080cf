"""What an author of an expansion is told: every error names the expansion, the place and what would be right."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import pytest

from carcassonne import PASS, Action, Expansion, ExpansionError, Game, RulesetError, SettingsError
from carcassonne.expansion import Insertion, Phase, TileChange
from carcassonne.pieces import PieceKind
from carcassonne.ruleset import installed
from carcassonne.settings import RuleSettings
from carcassonne.table import Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import Segment, Tile
from carcassonne.values import value

BASE = {tile.id: tile for tile in shipped("base").tiles}


def made(name: str, **members: Any) -> Expansion:
    """An expansion of that id with these attributes and hooks."""
    kind: type[Expansion] = type(name.title(), (Expansion,), {"id": name, "title": name.title(), **members})
    return kind()


def told(*expansions: object) -> str:
    """What is told of expansions that make no game."""
    with pytest.raises(RulesetError) as caught:
        Game(expansions=expansions, seed=1)  # type: ignore[arg-type]
    return str(caught.value)


def names_all(text: str, *things: str) -> None:
    for thing in things:
        assert thing in text


# which expansions


def test_an_unknown_expansion_is_answered_with_near_names() -> None:
    names_all(told("peasent_revolts"), "'peasent_revolts'", "did you mean", "'peasant_revolts'")
    names_all(told("qqqqq"), "'qqqqq'", *installed())


def test_a_class_instead_of_an_object_is_refused() -> None:
    assert "nor an Expansion object" in told(Expansion)


def test_a_missing_requirement_is_named() -> None:
    names_all(told(made("market", requires=("harbour",))), "'market' requires 'harbour'")


def test_a_conflict_is_named() -> None:
    names_all(
        told(made("market", conflicts=("harbour",)), made("harbour")), "'market' cannot be combined with 'harbour'"
    )


@pytest.mark.parametrize("third", [{"after": ("market",)}, {"requires": ("market",)}])
def test_a_circle_in_the_order_is_named(third: dict[str, Any]) -> None:
    market, harbour = made("market", after=("harbour",)), made("harbour", after=("bridge",))
    names_all(told(market, harbour, made("bridge", **third)), "'bridge'", "'harbour'", "'market'", "after another")


def test_a_circle_made_by_before_is_named() -> None:
    names_all(told(made("market", after=("harbour",), before=("harbour",)), made("harbour")), "'harbour', 'market'")


def test_two_that_claim_one_override_are_named_unless_one_replaces_the_other() -> None:
    def next_seat(self: Expansion, table: Table) -> int | None:
        return 0

    market = made("market", next_seat=next_seat)
    names_all(told(market, made("harbour", next_seat=next_seat)), "'harbour' and 'market'", "'next_seat'", "only one")
    Game(expansions=[market, made("harbour", next_seat=next_seat, replaces=("next_seat",))], seed=1)


# what they bring


def brings(*tiles: Tile) -> Callable[[Expansion], Iterable[Tile]]:
    return lambda self: tiles


def test_a_tile_that_exists_already_is_named_with_its_owner() -> None:
    names_all(told(made("market", tiles=brings(BASE["D"]))), "tile 'D'", "'market'", "the base game")
    (revolt, *_) = shipped("peasant_revolts").tiles
    clash = told("peasant_revolts", made("zoo", tiles=brings(revolt)))
    names_all(clash, f"tile '{revolt.id}'", "'zoo'", "peasant_revolts")


def changes(tile: str, place: str = "centre", copies: int = 0) -> Callable[..., Iterable[TileChange]]:
    """A hook that marks a tile, or makes so many of it."""

    def change(old: Tile) -> Sequence[Tile]:
        return [old.with_mark(place, "fountain")] * (copies or 1)

    return lambda self, tiles: [TileChange(tile, place, change)]


def test_two_changes_to_one_place_of_a_tile_are_named_and_two_to_different_places_are_not() -> None:
    market = made("market", tile_changes=changes("B"))
    clash = told(market, made("harbour", tile_changes=changes("B")))
    names_all(clash, "'harbour'", "'market'", "'centre'", "tile 'B'")
    Game(expansions=[market, made("harbour", tile_changes=changes("B", "edge"))], seed=1)


def test_a_change_to_no_tile_or_to_another_number_of_tiles_is_named() -> None:
    names_all(told(made("market", tile_changes=changes("ZZ"))), "'market'", "'ZZ'", "does not exist")
    names_all(told(made("market", tile_changes=changes("B", copies=2))), "tile 'B'", "8 tiles of 4")


@value
class Dance(Action):
    verb = "dance"
    form = "dance"


@value
class SquareDance(Action):
    verb = "dance"
    form = "dance"


def test_two_expansions_with_one_verb_are_told_so() -> None:
    names_all(told(made("ball", actions=(Dance,)), made("feast", actions=(SquareDance,))), "verb", "'dance'")


class Walk(Phase[Action]):
    name = "walk"


def inserts(phase: Phase[Any], after: str | None) -> Callable[[Expansion], Iterable[Insertion]]:
    return lambda self: [Insertion(phase, after)]


def test_a_phase_after_one_that_does_not_exist_is_named() -> None:
    names_all(told(made("park", phases=inserts(Walk(), "lunch"))), "'walk'", "'lunch'", "does not exist")


def test_two_phases_of_one_name_are_named() -> None:
    park, wood = made("park", phases=inserts(Walk(), "score")), made("wood", phases=inserts(Walk(), "score"))
    names_all(told(park, wood), "phase 'walk'", "2 definitions")


def test_a_hook_with_other_parameters_is_shown_as_it_should_be() -> None:
    def tile_placed(self: Expansion) -> None: ...

    wrong = told(made("market", tile_placed=tile_placed))
    names_all(wrong, "'market' defines tile_placed(self)", "it should be tile_placed(self, table)")


def test_all_faults_are_told_at_once() -> None:
    market = made("market", tiles=brings(BASE["D"]), phases=inserts(Walk(), "lunch"), tile_placed=lambda self: None)
    names_all(told(market), "tile 'D'", "'lunch'", "tile_placed(self, table)")


@pytest.mark.parametrize("kind", [dict, "settings", object()], ids=["dict", "text", "object"])
def test_settings_of_the_wrong_kind_are_told_what_to_derive_from(kind: object) -> None:
    names_all(told(made("market", settings=kind)), "'market'", "RuleSettings")


def test_a_choice_of_the_wrong_kind_is_named() -> None:
    class MarketSettings(RuleSettings):
        stalls: int = 3

    with pytest.raises(SettingsError) as caught:
        Game(expansions=[made("market", settings=MarketSettings)], settings={"market": {"stalls": "many", "roofs": 1}})
    names_all(str(caught.value), "'market.stalls'", "'many'", "'market.roofs'")


# hooks that fail while a game is played


def fails(*arguments: Any) -> Any:
    raise ZeroDivisionError("by nought")


def begun(*expansions: Expansion) -> Game:
    """A game after one placement, Red to deploy."""
    return Game(expansions=expansions, stack=["D", "E", "U", "V", "W"], seed=1)


HOOKS_IN_A_TURN = {
    "tile_drawn": lambda self, table: table.turn > 1 and fails(),
    "tile_placed": lambda self, table: fails(),
    "piece_deployed": lambda self, table, piece: fails(),
    "extra_actions": lambda self, table, decision: fails() if decision == "deploy" else (),
    "turn_ended": lambda self, table: fails(),
    "next_seat": lambda self, table: fails(),
    "may_deploy": lambda self, table, seat, kind, node: fails(),
}


@pytest.mark.parametrize("hook", HOOKS_IN_A_TURN)
def test_a_hook_that_raises_is_named_with_turn_and_position_and_the_game_is_unharmed(hook: str) -> None:
    game = begun(made("market", **{hook: HOOKS_IN_A_TURN[hook]}))
    caught: ExpansionError | None = None
    for text in ("place 1,0 r2", "deploy road:E"):
        key, events = game.key(), game.events
        try:
            game.play(game.action(text))
        except ExpansionError as error:
            caught = error
            break
    assert caught is not None
    names_all(str(caught), f"expansion 'market' failed in {hook}", "by nought", "turn 1", "Red", "seat 0")
    assert isinstance(caught.__cause__, ZeroDivisionError)
    assert (game.key(), game.events) == (key, events)


def test_after_a_hook_has_raised_the_game_can_be_played_on() -> None:
    def piece_deployed(self: Expansion, table: Table, piece: int) -> None:
        if table.where(piece)[2].startswith("road"):
            fails()

    game = begun(made("market", piece_deployed=piece_deployed))
    game.play(game.action("place 1,0 r2"))
    with pytest.raises(ExpansionError, match="market"):
        game.play(game.action("deploy road:E"))
    before = game.key()
    while not game.over:
        action = next(action for action in game.legal_actions if "road" not in str(action))
        game.play(action)
    while len(game.actions) > 1:
        game.undo()
    assert game.key() == before


def test_a_veto_that_raises_while_actions_are_listed_is_named_with_the_position() -> None:
    def may_place(self: Expansion, table: Table, cell: int, orientation: object) -> str | None:
        return None if table.running else fails()

    game = begun(made("market", may_place=may_place))
    for ask in (lambda: list(game.legal_actions), lambda: game.why_not(game.action("place 1,0 r2"))):
        with pytest.raises(ExpansionError) as caught:
            ask()
        names_all(str(caught.value), "'market' failed in may_place", "turn 1", "Red", "place D")


def test_a_hook_that_raises_before_the_first_turn_is_named() -> None:
    def prepare(self: Expansion, preparation: Any, own: list[str], rng: Random) -> None:
        fails()

    for hook, method in {
        "prepare": prepare,
        "new_state": lambda self, seats: fails(),
        "tiles": lambda self: fails(),
        "pieces": lambda self, ordinary: fails(),
        "tile_drawn": lambda self, table: fails(),
    }.items():
        with pytest.raises(ExpansionError, match=f"expansion 'market' failed in {hook}.*by nought"):
            begun(made("market", **{hook: method}))


class Stumble(Phase[Dance]):
    """A phase one of whose methods raises."""

    name = "stumble"
    answers = (Dance,)
    passable = True

    def __init__(self, where: str) -> None:
        self.where = where

    def enter(self, table: Table) -> int:
        return fails() if self.where == "enter" else table.turn_seat

    def actions(self, table: Table) -> Sequence[Action]:
        return fails() if self.where == "actions" else [Dance()]

    def apply(self, table: Table, action: Dance) -> None:
        if self.where == "apply":
            fails()

    def apply_pass(self, table: Table) -> None:
        if self.where == "apply_pass":
            fails()


@pytest.mark.parametrize(
    ("where", "last"),
    [("enter", "place 1,0 r2"), ("actions", "pass"), ("apply", "dance"), ("apply_pass", "pass")],
)
def test_a_phase_that_raises_is_named_with_its_expansion(where: str, last: str) -> None:
    game = begun(made("ball", actions=(Dance,), phases=inserts(Stumble(where), "deploy")))
    caught: ExpansionError | None = None
    for text in ("place 1,0 r2", "pass", last):
        key = game.key()
        try:
            game.play(game.action(text))
        except ExpansionError as error:
            caught = error
            break
    assert caught is not None
    names_all(str(caught), f"expansion 'ball' failed in {where} of phase 'stumble'", "turn 1", "Red")
    assert game.key() == key


# actions and states


def dances(self: Expansion, table: Table, decision: str) -> Iterable[Action]:
    return [Dance()] if decision == "deploy" else []


def test_an_action_that_nobody_applies_is_told_so_and_the_game_is_unharmed() -> None:
    game = begun(made("ball", actions=(Dance,), extra_actions=dances))
    game.play(game.action("place 1,0 r2"))
    key = game.key()
    with pytest.raises(ExpansionError) as caught:
        game.play(Dance())
    names_all(str(caught.value), "'ball'", "apply_action", "turn 1", "'dance'")
    assert game.key() == key


class Ball(Phase[Dance]):
    name = "ball"
    answers = (Dance,)


def test_a_phase_whose_answers_nobody_applies_makes_no_game() -> None:
    names_all(told(made("ball", actions=(Dance,), phases=inserts(Ball(), "deploy"))), "'ball'", "'dance'", "apply")


@pytest.mark.parametrize("offered", [Dance(), PASS, 7])
def test_an_action_that_is_offered_and_not_declared_is_an_error_of_the_expansion(offered: Any) -> None:
    game = begun(made("ball", extra_actions=lambda self, table, decision: (offered,)))
    with pytest.raises(ExpansionError) as caught:
        list(game.legal_actions)
    names_all(str(caught.value), "'ball'", repr(offered), "actions", "turn 1")


class Never(Phase[Dance]):
    name = "never"
    answers = (Dance,)
    passable: Any = None

    def apply(self, table: Table, action: Dance) -> None: ...


def test_a_phase_that_does_not_say_whether_it_can_be_passed_makes_no_game() -> None:
    names_all(told(made("ball", actions=(Dance,), phases=inserts(Never(), "deploy"))), "'never'", "passable", "None")


class Nowhere(Phase[Dance]):
    name = "nowhere"
    answers = (Dance,)

    def __init__(self, seat: Any) -> None:
        self.seat = seat

    def enter(self, table: Table) -> Any:
        return self.seat

    def apply(self, table: Table, action: Dance) -> None: ...


@pytest.mark.parametrize("seat", [None, "x", 1.5, 2, -3, 2**70])
def test_a_phase_that_enters_with_no_seat_is_told_with_its_expansion(seat: Any) -> None:
    game = begun(made("ball", actions=(Dance,), phases=inserts(Nowhere(seat), "place")))
    key = game.key()
    for play in (lambda: game.play(game.action("place 1,0 r2")), lambda: game.playout(Random(1))):
        with pytest.raises(ExpansionError) as caught:
            play()
        names_all(str(caught.value), "'ball'", "'nowhere'", "seat")
        assert game.key() == key


class Empty(Phase[Dance]):
    name = "empty"
    answers = (Dance,)

    def enter(self, table: Table) -> int:
        return table.turn_seat

    def apply(self, table: Table, action: Dance) -> None: ...


def test_a_phase_that_asks_and_has_no_answers_is_told_in_a_playout() -> None:
    game = begun(made("ball", actions=(Dance,), phases=inserts(Empty(), "place")))
    with pytest.raises(ExpansionError) as caught:
        game.playout(Random(1))
    names_all(str(caught.value), "'empty'", "no answers")


def test_tiles_whose_edges_of_one_letter_are_owned_unlike_make_no_game() -> None:
    holed = Tile("XX01", "FFFF", (Segment("field", half_edges=(2, 3, 4, 5, 6, 7)),), 1)
    names_all(told(made("ball", tiles=lambda self: (holed,))), "XX01", "edge N", "left half")


class Same:
    def copy(self) -> "Same":
        return self


@pytest.mark.parametrize("state", [Same(), object(), 7], ids=["itself", "object", "number"])
def test_a_state_that_does_not_copy_is_named_and_the_game_is_unharmed(state: object) -> None:
    def tile_placed(self: Expansion, table: Table) -> None:
        table.change_state("market")

    game = begun(made("market", new_state=lambda self, seats: state, tile_placed=tile_placed))
    key = game.key()
    with pytest.raises(ExpansionError) as caught:
        game.play(game.action("place 1,0 r2"))
    names_all(str(caught.value), "'market'", "tile_placed", "does not copy", type(state).__name__, "turn 1")
    assert game.key() == key


def test_a_state_that_cannot_be_loaded_is_named() -> None:
    market = made("market", new_state=lambda self, seats: Same())
    with pytest.raises(ExpansionError, match="'market' has a state and must define load_state"):
        market.load_state(begun(market), None)


def test_asking_for_an_unknown_phase_is_named() -> None:
    def tile_placed(self: Expansion, table: Table) -> None:
        table.ask("lunch", 1)

    game = begun(made("market", tile_placed=tile_placed))
    with pytest.raises(ExpansionError) as caught:
        game.play(game.action("place 1,0 r2"))
    names_all(str(caught.value), "'market'", "tile_placed", "'lunch'", "Blue", "turn 1")


def test_deploying_a_piece_that_nobody_has_is_named() -> None:
    def tile_placed(self: Expansion, table: Table) -> None:
        for _ in range(8):
            table.deploy(0, "meeple", 0)

    game = begun(made("market", tile_placed=tile_placed))
    key = game.key()
    with pytest.raises(ExpansionError) as caught:
        game.play(game.action("place 1,0 r2"))
    names_all(str(caught.value), "'market'", "tile_placed", "no meeple in the supply")
    assert (game.key(), game.supply) == (key, (7, 7))


def test_changing_the_table_in_a_veto_is_refused() -> None:
    def may_deploy(self: Expansion, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        table.change_score(seat, "gift", ())
        return None

    game = begun(made("market", may_deploy=may_deploy))
    game.play(game.action("place 1,0 r2"))
    with pytest.raises(ExpansionError, match=r"'market' failed in may_deploy.*only while an action is applied"):
        game.why_not(game.action("deploy road:E"))
