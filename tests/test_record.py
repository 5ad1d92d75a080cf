"""A game written to a record and played again is the same game, and a damaged record says where and why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from carcassonne import Game, RecordError
from carcassonne.agents import RandomAgent
from carcassonne.record.record import Record
from carcassonne.testing import strategies as kit

RECORDS = Path(__file__).parent / "records"
ALL = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")


def played(actions: int, **choices: Any) -> Game:
    game = Game(**choices)
    agent = RandomAgent(str(actions))
    while not game.over and len(game.actions) < actions:
        game.play(agent.choose(game))
    return game


def assert_same(again: Game, game: Game) -> None:
    assert again.key() == game.key()
    assert again.events == game.events
    assert list(map(str, again.actions)) == list(map(str, game.actions))
    assert list(again.legal_actions) == list(game.legal_actions)


# ---- Back as it was ----


@given(kit.games())
def test_any_game_comes_back_as_it_was(game: Game) -> None:
    record = Record.of(game)
    text = record.to_json()
    assert Record.from_json(text) == record
    assert_same(record.replay(), game)


@pytest.mark.parametrize("expansions", [(), ("peasant_revolts",), ALL])
@pytest.mark.parametrize("actions", [0, 1, 38, 10_000])
def test_a_game_drawn_by_hand_comes_back_as_it_was(expansions: tuple[str, ...], actions: int) -> None:
    game = played(actions, seed=5, expansions=expansions, by_hand=True)
    assert_same(Record.from_json(Record.of(game).to_json()).replay(), game)


def test_a_game_goes_on_after_reading_as_it_would_have() -> None:
    game = played(60, seed=9, expansions=ALL, players=3)
    again = Record.of(game).replay()
    for other in (game, again):
        agent = RandomAgent("on")
        while not other.over:
            other.play(agent.choose(other))
    assert_same(again, game)


def test_a_game_with_a_stack_of_its_own_comes_back() -> None:
    game = Game(seed=1, stack=["U"] * 12)
    assert Record.of(game).free_tiles
    assert_same(Record.of(game).replay(), game)
    assert not Record.of(Game(seed=1, stack=Game(seed=2).stack)).free_tiles


@pytest.mark.parametrize("seed", range(8))
def test_a_game_drawn_by_hand_from_a_stack_that_has_a_tile_too_often_comes_back(seed: int) -> None:
    stack = ["PR01"] * 3 + ["U", "PR02", "U", "PR01"]
    game = played(5 * seed, seed=seed, expansions=("peasant_revolts",), by_hand=True, stack=stack)
    again = Record.from_json(Record.of(game).to_json()).replay()
    assert again.key() == game.key()
    assert again.events == game.events


@pytest.mark.parametrize("step", ["action", "drawn", "set_aside"])
def test_what_a_fault_quotes_is_printable(step: str) -> None:
    data = json.loads((RECORDS / "version_2_finished.json").read_text("utf-8"))
    data["turns"][0]["steps"].insert(0, {"seat": 0, step: "\x1b[2J\u2028"})
    data["free_tiles"] = True
    with pytest.raises(RecordError) as fault:
        Record.from_data(data).replay()
    assert "[2J" in str(fault.value)
    assert str(fault.value).isprintable()


def test_what_is_left_out_of_a_stack_of_ones_own_is_of_the_game() -> None:
    record = Record.of(Game(seed=1, expansions=("peasant_revolts",), by_hand=True, stack=["PR01"] * 3))
    data = json.loads(record.to_json())
    data["rest"]["left_out"].append("Z9")
    with pytest.raises(RecordError, match=r"^the tiles nobody has seen: there is no tile 'Z9' in this game$"):
        Record.from_data(data).replay()


def test_undone_actions_are_not_in_the_record() -> None:
    game = played(20, seed=3)
    before = Record.of(game)
    game.play(game.legal_actions[0])
    game.undo()
    assert Record.of(game) == before


@pytest.mark.parametrize("name", ["Zoë", "  x ", "\ud800", "\x00\n", '"', "]", "\u2028", "\U000e0001"])
def test_any_name_comes_back(name: str) -> None:
    game = Game(players=["Ann", name + "x"], seed=1)
    assert_same(Record.from_json(Record.of(game).to_json()).replay(), game)


def test_what_chance_decided_is_told_turn_by_turn() -> None:
    game = Game(seed=1, stack=["B", "X", "X", "X", "X", "X", "U", "B"])
    while not game.over:
        game.play(game.legal_actions[0])
    record = Record.of(game)
    assert [str(step) for step in record.turns[0].steps][:2] == ["tile B drawn by seat 0", "'place 0,1 r0' by seat 0"]
    told = [str(step) for turn in record.turns for step in turn.steps]
    assert [text for text in told if "set aside" in text] == [
        f"tile {event.tile} set aside by seat {event.seat}" for event in game.events if event.name() == "tile_set_aside"
    ]
    assert record.result is not None
    assert record.result.scores == list(game.scores)


def test_the_tiles_left_out_are_revealed() -> None:
    game = played(10_000, seed=2, expansions=("peasant_revolts",))
    rest = Record.of(game).rest
    assert rest is not None
    assert (rest.stack, sorted(rest.left_out)) == ([], list(game.left_out))
    assert len(game.left_out) == 3


# ---- Versions ----


@pytest.mark.parametrize("name", ["by_hand", "finished"])
def test_a_record_of_each_version_loads(name: str) -> None:
    first, second = (
        Record.from_json((RECORDS / f"version_{n}_{name}.json").read_text("utf-8")).replay() for n in (1, 2)
    )
    assert_same(first, second)
    assert second.over == (name == "finished")


@pytest.mark.parametrize("name", ["by_hand", "finished"])
def test_the_file_of_this_version_is_written_as_it_was(name: str) -> None:
    text = (RECORDS / f"version_2_{name}.json").read_text("utf-8")
    assert Record.of(Record.from_json(text).replay()).to_json() == text


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda data: data.pop("stack"), "'stack': Field required"),
        (lambda data: data["actions"].insert(0, "jump"), r"action 1 of the record \(turn 1\): 'jump' is no action"),
        (lambda data: data.update(scores=[0, 1]), r"ends with scores \[0, 1\]"),
        (lambda data: data["expansions"].update(peasant_revolts="0"), "'peasant_revolts' version 0"),
        (lambda data: data.update(players=["A"]), "players"),
        (lambda data: data.update(stack=["Q9"]), "the record begins no game: the stack names 'Q9'"),
    ],
)
def test_damage_to_a_record_of_version_1_is_named(damage: Callable[[dict[str, Any]], object], says: str) -> None:
    data = json.loads((RECORDS / "version_1_by_hand.json").read_text("utf-8"))
    damage(data)
    with pytest.raises(RecordError, match=says):
        Record.from_json(json.dumps(data)).replay()


# ---- Damage ----

REVOLTS = Record.of(played(400, seed=5, expansions=("peasant_revolts",))).to_json()


def step(data: dict[str, Any], turn: int, key: str) -> dict[str, Any]:
    """The first step of a turn that has a key."""
    found: dict[str, Any] = next(step for step in data["turns"][turn - 1]["steps"] if key in step)
    return found


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a field is missing": (lambda data: data.pop("start"), "^the record is not right: 'start': Field required"),
    "a field is too many": (lambda data: data.update(extra=1), "'extra': Extra inputs"),
    "a field is of the wrong kind": (lambda data: data.update(seed="7"), "'seed': Input should be a valid integer"),
    "a field in a step is wrong": (
        lambda data: step(data, 4, "action").update(seat="0"),
        "turn 4, step 2, 'seat': Input should be a valid integer",
    ),
    "a step is none": (lambda data: data["turns"][3]["steps"].insert(0, {}), "turn 4, step 1: a step is an object"),
    "another version": (lambda data: data.update(version=3), "is of version 3; this program reads 1 and 2"),
    "no record at all": (lambda data: data.pop("format"), "the text is no record"),
    "an illegal action": (
        lambda data: step(data, 4, "action").update(action="place 100,0 r0"),
        r"^turn 4, step 2: 'place 100,0 r0' is not legal in turn 4: \(100,0\) touches no placed tile",
    ),
    "an action that is none": (
        lambda data: step(data, 4, "action").update(action="jump"),
        "^turn 4, step 2: 'jump' is no action: it should begin with one of",
    ),
    "an action of another seat": (
        lambda data: step(data, 4, "action").update(seat=0),
        "^turn 4, step 2: seat 0 chooses, but it is seat 1 that decides",
    ),
    "an action is missing": (lambda data: data["turns"][3]["steps"].pop(1), "^turn 4, step 2: "),
    "a turn is missing": (lambda data: data["turns"].pop(3), "^turn 5 stands where turn 4 should"),
    "the last turns are missing": (
        lambda data: data["turns"].__delitem__(slice(-3, None)),
        "^the record is cut short: '.+, .+, .+' is neither drawn nor left",
    ),
    "the last choices are missing": (
        lambda data: data["turns"][-1]["steps"].__delitem__(slice(1, None)),
        r"^turn \d+, scores: the record has the end of turn \d+ .*; by the rules seat \d is to choose \(place\)",
    ),
    "the last outcomes are missing": (
        lambda data: (data["turns"].__delitem__(slice(40, None)), data.update(free_tiles=True)),
        r"^the record is cut short|^the result has scores",
    ),
    "an outcome by another seat": (
        lambda data: step(data, 4, "drawn").update(seat=0),
        "^turn 4, step 1: the record has tile . drawn by seat 0; by the rules it is tile . drawn by seat 1",
    ),
    "an outcome that did not happen": (
        lambda data: data["turns"][3]["steps"].insert(1, {"seat": 1, "set_aside": "U"}),
        "^turn 4, step 2: the record has tile U set aside by seat 1; by the rules seat 1 is to choose",
    ),
    "an outcome is missing": (lambda data: data["turns"][3]["steps"].pop(0), "^turn 4, step 1: .* should come before"),
    "other scores after a turn": (
        lambda data: data["turns"][6].update(scores=[90, 90]),
        r"^turn 7, scores: the record has the end of turn 7 with scores \[90, 90\]; by the rules it is",
    ),
    "a tile that there is not": (
        lambda data: step(data, 4, "drawn").update(drawn="Z9"),
        "^turn 4, step 1: there is no tile 'Z9' in this game",
    ),
    "a tile drawn too often": (
        lambda data: [step(data, turn, "drawn").update(drawn="X") for turn in (1, 2)],
        r"^turn \d+, step \d+: tile X once more, but there are only 1",
    ),
    "an unknown expansion": (
        lambda data: data["rules"].update(peasent_revolts="1"),
        "^the game was played with 'peasent_revolts' version 1: no expansion .* did you mean 'peasant_revolts'",
    ),
    "another version of an expansion": (
        lambda data: data["rules"].update(peasant_revolts="7"),
        "^the game was played with 'peasant_revolts' version 7, installed is version 1",
    ),
    "another version of the base game": (lambda data: data["rules"].update(base="0"), "'base' version 0, installed"),
    "no base game": (lambda data: data["rules"].pop("base"), "the rules name no 'base' game"),
    "a setting that there is not": (
        lambda data: data["settings"].update(sheep=1),
        "^the record begins no game: there is no setting 'sheep'",
    ),
    "a wrong result": (
        lambda data: data["result"].update(scores=[1, 2]),
        r"^the result has scores \[1, 2\], by the rules they are",
    ),
    "a wrong winner": (lambda data: data["result"].update(winners=[0, 1]), "^the result has winners"),
    "no result": (lambda data: data.update(result=None), "^the record has no result, but the game is over"),
    "fewer tiles left out": (
        lambda data: data["rest"]["left_out"].pop(),
        "^the record is cut short: 'PR..' is neither drawn nor left",
    ),
    "no rest": (lambda data: data.pop("rest"), "'rest' is missing"),
    "another start tile": (
        lambda data: data.update(start="U"),
        "the record starts with tile 'U', by the rules it is D",
    ),
    "an action after the end": (
        lambda data: data["turns"].append({"turn": len(data["turns"]) + 1, "steps": [{"seat": 0, "action": "pass"}]}),
        "'pass' by seat 0 follows the end of the game",
    ),
}


@pytest.mark.parametrize(("damage", "says"), DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_is_named_with_its_place(damage: Callable[[dict[str, Any]], object], says: str) -> None:
    data = json.loads(REVOLTS)
    damage(data)
    with pytest.raises(RecordError, match=says):
        Record.from_json(json.dumps(data)).replay()


def test_a_result_of_a_game_that_goes_on_is_refused() -> None:
    data = json.loads(Record.of(played(30, seed=5)).to_json())
    data["result"] = {"scores": [0, 0], "winners": [0]}
    with pytest.raises(RecordError, match="the record has a result, but the game goes on"):
        Record.from_json(json.dumps(data)).replay()


def test_another_tile_left_out_is_named() -> None:
    data = json.loads(Record.of(played(30, seed=5, expansions=("peasant_revolts",))).to_json())
    stack, left_out = data["rest"]["stack"], data["rest"]["left_out"]
    stack[-1], left_out[0] = left_out[0], stack[-1]
    with pytest.raises(RecordError, match=r"^the record leaves out .*; by the rules it is PR\d\d, PR\d\d"):
        Record.from_json(json.dumps(data)).replay()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_record_cut_short_is_said_to_be(share: float) -> None:
    with pytest.raises(RecordError, match=r"this is no JSON: .*\(line \d+, column \d+\)"):
        Record.from_json(REVOLTS[: int(len(REVOLTS) * share)])


@pytest.mark.parametrize("text", ["", "null", "[]", "7", "[" * 100_000, "1" * 5000, '{"format": NaN}', "\x00", "{}"])
def test_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_json(text)
