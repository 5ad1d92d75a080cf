"""Notation says what a record says, in a form that a person can read and type."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne import Game, RecordError
from carcassonne.record import notation
from carcassonne.record.record import Chosen, Record, Turn
from carcassonne.testing import strategies as kit

RECORDS = Path(__file__).parent / "records"
TYPED = """
# The game at Ann's kitchen table.
[Rules base 1]
[Setting meeples 5]
[Player Ann]
[Player "Ben: the \\"Younger\\""]
[ByHand]
[Start D]

1. Ann: draw U; place 0,-1 r1  # nobody saw that coming
"""
HEAD = "[Rules base 1]\n[Player Ann]\n[Player Ben]\n[ByHand]\n[Start D]\n"


@given(kit.games())
def test_any_game_is_read_as_it_was_written(game: Game) -> None:
    record = Record.of(game)
    text = notation.write(record)
    again = notation.read(text)
    assert again == record
    assert notation.write(again) == text


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=2, max_size=6, unique=True))
def test_any_names_can_be_written(names: list[str]) -> None:
    names = [f"x{name}" for name in names]
    record = Record.of(Game(players=names, seed=1))
    assert notation.read(notation.write(record)) == record


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60), st.integers(0, 1))
def test_the_action_of_any_expansion_can_be_written(action: str, seat: int) -> None:
    plain = Record.of(Game(seed=1))
    turn = Turn(turn=1, steps=[*plain.turns[0].steps, Chosen(seat=seat, action=action), Chosen(seat=0, action="pass")])
    record = plain.model_copy(update={"turns": [turn]})
    assert notation.read(notation.write(record)) == record


@pytest.mark.parametrize("name", ["by_hand", "finished"])
def test_the_file_is_written_as_it_was(name: str) -> None:
    text = (RECORDS / f"version_2_{name}.txt").read_text("utf-8")
    assert notation.read(text) == Record.from_json((RECORDS / f"version_2_{name}.json").read_text("utf-8"))
    assert notation.write(notation.read(text)) == text


def test_a_game_typed_by_a_person_is_read() -> None:
    text = TYPED.replace("place 0,-1 r1", "place 1,0 r1")
    with pytest.raises(RecordError, match=r"turn 1, step 2: 'place 1,0 r1' is not legal .*do not match"):
        notation.read(text).replay()
    game = notation.read(TYPED.replace("0,-1 r1", "1,0   r0").replace("draw U", "draw V")).replay()
    assert game.players == ("Ann", 'Ben: the "Younger"')
    assert (game.drawn, game.settings.meeples, game.decision) == (("V",), 5, "deploy")


def test_scores_need_not_be_typed() -> None:
    text = HEAD + "1. Ann: draw V; place 1,0 r0; pass\n2. Ben: draw V; place 2,0 r2; deploy road:N"
    game = notation.read(text).replay()
    assert (game.turn, game.decision) == (3, "draw")
    assert game.scores == (0, 0)
    with pytest.raises(RecordError, match=r"turn 1, scores: .* with scores \[0, 9\]; by the rules .*\[0, 0\]"):
        notation.read(text.replace("pass", "pass => 0 9")).replay()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", r"the header \[Rules ...\] is missing"),
        (HEAD.replace("[Start D]\n", ""), r"the header \[Start ...\] is missing"),
        (HEAD + "\nWhite: e4", "line 7: 'White: e4' is neither a header"),
        (HEAD + "[Opening Sicilian]", "line 6: there is no header 'Opening'; known are Rules"),
        (HEAD + "[Seed seven]", "the header Seed has 'seven', which is no whole number"),
        (HEAD + "[Rules base 1]", "line 6: the header Rules is there already"),
        (HEAD + "[Player Ann]", "line 6: there is a player 'Ann' already"),
        (HEAD + "[Setting meeples]", "the header Setting has 'meeples', which should be a name and a choice"),
        (HEAD + "[Setting meeples five]", "the header Setting 'meeples': this is no JSON"),
        (HEAD.replace("base 1", "base"), "the header Rules has 'base', which should be an id and a version"),
        (HEAD + "1. pass", "line 6: turn 1 does not say whose it is"),
        (HEAD + "1. Cem: pass", "line 6: there is no player 'Cem'; the headers name 'Ann, Ben'"),
        (HEAD + '1. Ann: "pass', "line 6: the quotation that begins at column 9 does not end"),
        (HEAD + "1. Ann: draws", "line 6: 'draws' should read 'draws TILE'"),
        (HEAD + "1. Ann: pass\n[Seed 7]", "line 7: the header Seed should come before the first turn"),
        (HEAD + "1. Ann: ;", "the notation is not right: turn 1, step 1, 'action': String should have at least 1"),
    ],
)
def test_faults_are_named_with_their_line(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        notation.read(text)


def test_the_game_is_checked_when_it_is_played_again() -> None:
    text = notation.write(Record.from_json((RECORDS / "version_2_finished.json").read_text("utf-8")))
    with pytest.raises(RecordError, match=r"^the result has scores"):
        notation.read(text.replace("[Scores ", "[Scores 1")).replay()
    assert json.loads(notation.read(text).to_json())["result"]["winners"] == [2]
