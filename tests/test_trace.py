import json
from pathlib import Path

import pytest

from carcassonne import CarcassonneError
from carcassonne.errors import RecordError
from carcassonne.record.trace import Disagreement, Trace, check, read

CASES = sorted((Path(__file__).parent / "cases" / "traces").glob("*.jsonl"))

TAIL = {
    "players": 2,
    "pr": True,
    "draws": ["E", "A", "A", "PR01"],
    "moves": [
        # Red's knight faces the open city south of the start tile
        {
            "seat": 0, "tile": "E", "x": 0, "y": 1, "rot": 2, "meeple": "c:S", "protect": None,
            "discarded_before": [], "n_placements": 4, "n_meeple_options": 4, "scores": [0, 0], "supply": [6, 7],
            "revolts": [],
        },
        # a monastery at each end of the road: then no road is open, and PR01 with its four roads fits nowhere
        {
            "seat": 1, "tile": "A", "x": 1, "y": 0, "rot": 1, "meeple": None, "protect": None,
            "discarded_before": [], "n_placements": 8, "n_meeple_options": 6, "scores": [0, 0], "supply": [6, 7],
            "revolts": [],
        },
        {
            "seat": 0, "tile": "A", "x": -1, "y": 0, "rot": 3, "meeple": None, "protect": None,
            "discarded_before": [], "n_placements": 12, "n_meeple_options": 7, "scores": [0, 0], "supply": [6, 7],
            "revolts": [],
        },
    ],
    "tail_discarded": ["PR01"],
    "tail_revolts": [
        {
            "tile": "PR01",
            "kind": "city",
            "steps": [{"player": 1, "protected": 0, "returned": 0}, {"player": 0, "protected": 0, "returned": 1}],
        }
    ],
    "final": [0, 0],
    "final_breakdown": [{"roads": 0, "cities": 0, "monasteries": 0, "fields": 0}] * 2,
}  # fmt: skip
"""A game whose last tile revolts and fits nowhere."""


def trace(data):
    return Trace.model_validate_json(json.dumps(data))


def changed(data, path, value):
    """A copy of the data with one value replaced, at a path of keys and indices."""
    data = json.loads(json.dumps(data))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


def first_disagreement(data):
    with pytest.raises(Disagreement) as caught:
        check(trace(data), "game:1")
    return caught.value


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_engine_agrees_with_every_trace_of_an_independent_program(path):
    traces = list(read(path))
    assert traces
    for name, game in traces:
        check(game, name)


def test_a_last_tile_that_fits_nowhere_revolts_and_is_set_aside():
    check(trace(TAIL))


@pytest.mark.parametrize(
    ("path", "value", "turn", "field", "found"),
    [
        (["moves", 1, "seat"], 0, 2, "seat", 1),
        (["moves", 1, "tile"], "B", 2, "tile", "A"),
        (["moves", 1, "discarded_before"], ["C"], 2, "discarded_before", []),
        (["moves", 1, "revolts"], TAIL["tail_revolts"], 2, "revolts", []),
        (["moves", 1, "n_placements"], 99, 2, "n_placements", 8),
        (["moves", 1, "n_meeple_options"], 99, 2, "n_meeple_options", 6),
        (["moves", 1, "scores"], [0, 1], 2, "scores", [0, 0]),
        (["moves", 2, "supply"], [7, 7], 3, "supply", [6, 7]),
        (["tail_discarded"], [], None, "tail_discarded", ["PR01"]),
        (["tail_revolts"], [], None, "tail_revolts", TAIL["tail_revolts"]),
        (["final"], [0, 5], None, "final", [0, 0]),
        (["final_breakdown", 1, "roads"], 5, None, "final_breakdown[1].roads", 0),
        (["final_breakdown", 0, "fields"], 3, None, "final_breakdown[0].fields", 0),
    ],
)
def test_a_wrong_value_is_found_where_it_stands(path, value, turn, field, found):
    error = first_disagreement(changed(TAIL, path, value))
    assert (error.game, error.turn, error.field, error.found) == ("game:1", turn, field, found)


@pytest.mark.parametrize(
    ("turn", "change", "field", "reason"),
    [
        (1, {"x": 5}, "placement", "touches no placed tile"),
        (1, {"x": 0, "y": 0}, "placement", "lies at"),
        (2, {"rot": 0}, "placement", "do not match"),
        (1, {"meeple": "m"}, "meeple", "has no 'monastery'"),
        (3, {"meeple": "r:E", "protect": "0,1,c:N"}, "protect", "has no"),
        (2, {"meeple": "f:NL", "protect": "new"}, "protect", "nothing to choose"),
    ],
)
def test_an_illegal_choice_is_a_disagreement_that_tells_the_rule(turn, change, field, reason):
    data = json.loads(json.dumps(TAIL))
    data["moves"][turn - 1].update(change)
    error = first_disagreement(data)
    assert (error.turn, error.field) == (turn, field)
    assert reason in str(error)
    assert "\n" not in str(error)


def test_moves_that_end_too_soon_and_moves_after_the_end_are_disagreements():
    assert first_disagreement(changed(TAIL, ["moves"], TAIL["moves"][:2])).field == "moves"
    error = first_disagreement(changed(TAIL, ["moves"], [*TAIL["moves"], TAIL["moves"][1]]))
    assert (error.turn, error.field, error.found) == (4, "moves", "the end of the game")


def test_a_tile_that_does_not_exist_is_named():
    with pytest.raises(RecordError, match=r"game:1: .*'ZZ'"):
        check(trace(changed(TAIL, ["draws", 2], "ZZ")), "game:1")


def test_a_revolt_tile_without_the_expansion_is_named():
    with pytest.raises(RecordError, match="'PR01'"):
        check(trace(changed(TAIL, ["pr"], False)))


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda line: line[: len(line) // 2], "Invalid JSON: EOF"),
        (lambda line: line.replace('"seat": 1', '"seat": "1"'), r"moves\[1\].seat: Input should be a valid integer"),
        (lambda line: line.replace('"seat": 1', '"seat": 4'), "turn 2: there is no seat 4 among 2 players"),
        (lambda line: line.replace('"seat": 1', '"seat": -1'), r"moves\[1\].seat: Input should be greater than"),
        (lambda line: line.replace('"rot": 1', '"rot": 7'), r"moves\[1\].rot"),
        (lambda line: line.replace('"rot": 1', '"rot": 1e400'), r"moves\[1\].rot"),
        (lambda line: line.replace('"rot": 1', '"rot": 1, "extra": 2'), r"moves\[1\].extra: Extra inputs"),
        (lambda line: line.replace('"c:S"', '"c:NE"'), r"moves\[0\].meeple"),
        (
            lambda line: line.replace('"scores": [0, 0]', '"scores": [0]', 1),
            "turn 1: scores has 1 values for 2 players",
        ),
        (lambda line: line.replace('"final": [0, 0]', '"final": [0, 0, 0]'), "final has 3 values for 2 players"),
        (lambda line: line.replace('"players": 2', '"players": 7'), "players: Input should be less than or equal to 6"),
        (lambda line: line.replace('"x": 0', '"x": 99999999999999999999'), r"moves\[0\].x"),
        (lambda line: line.replace('"draws"', '"drawn"'), "draws: Field required"),
        (lambda line: "[1, 2]", "Input should be an object"),
        (lambda line: "[" * 100_000, "Invalid JSON"),
    ],
)
def test_a_damaged_line_is_an_error_that_names_file_line_and_fault(tmp_path, damage, fault):
    line = json.dumps(TAIL)
    file = tmp_path / "damaged.jsonl"
    file.write_text(f"{line}\n\n{damage(line)}\n")
    with pytest.raises(RecordError, match=fault) as caught:
        list(read(file))
    assert str(caught.value).startswith(f"{file}:3: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "fault"), [(b"", "holds no game"), (b"\n \n", "holds no game"), (b"\xff\xfe", "cannot be read")]
)
def test_a_file_without_a_game_is_an_error(tmp_path, content, fault):
    file = tmp_path / "empty.jsonl"
    file.write_bytes(content)
    with pytest.raises(CarcassonneError, match=fault):
        list(read(file))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        list(read(tmp_path / "nowhere.jsonl"))


def test_a_new_meeple_can_only_be_protected_where_one_is_deployed():
    with pytest.raises(ValueError, match="turn 3: protection of a new meeple where none is deployed"):
        trace(changed(TAIL, ["moves", 2, "protect"], "new"))


def test_a_protection_needs_the_expansion():
    base = {**TAIL, "pr": False, "draws": ["E", "A", "A"], "tail_discarded": [], "tail_revolts": []}
    with pytest.raises(ValueError, match="turn 1: a protection in a game without The Peasant Revolts"):
        trace(changed(base, ["moves", 0, "protect"], "new"))
