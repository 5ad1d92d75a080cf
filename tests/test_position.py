"""A position in one line stands for a game that stands alike and goes on alike."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne import Game, RecordError
from carcassonne.agents import RandomAgent
from carcassonne.record import position
from carcassonne.record.record import Record
from carcassonne.testing import strategies as kit

ALL = ("abbot", "inns_and_cathedrals", "peasant_revolts", "river", "traders_and_builders")


def play_on(game: Game, picks: Sequence[int]) -> Game:
    for pick in picks:
        if game.over:
            break
        game.play(game.legal_actions[pick % len(game.legal_actions)])
    return game


def begun(**choices: object) -> Game:
    return Game(**({"seed": 4} | choices))  # type: ignore[arg-type]


# ---- Back as it was ----


@given(kit.games(), st.lists(st.integers(0, 199), max_size=30))
def test_any_position_comes_back_and_goes_on_as_it_would_have(game: Game, picks: list[int]) -> None:
    line = position.write(game)
    again = position.read(line)
    assert again.key() == game.key()
    assert list(again.legal_actions) == list(game.legal_actions)
    assert again.unseen() == game.unseen()
    assert position.write(again) == line
    assert play_on(again, picks).key() == play_on(game.copy(), picks).key()


@given(kit.games(), st.integers(0, 99))
def test_a_public_position_tells_only_what_all_players_know(game: Game, seed: int) -> None:
    line = position.write(game, public=True)
    assert position.write(game.determinize(Random(seed)), public=True) == line
    dealt = position.read(line, seed)
    assert position.write(dealt, public=True) == line
    assert dealt.unseen() == game.unseen()
    assert (dealt.scores, dealt.meeples, dealt.drawn) == (game.scores, game.meeples, game.drawn)
    assert list(dealt.legal_actions) == list(game.legal_actions)


@given(st.integers(0, 400))
def test_a_position_drawn_by_hand_comes_back(actions: int) -> None:
    game = begun(expansions=ALL, by_hand=True, players=3)
    agent = RandomAgent("by hand")
    while not game.over and len(game.actions) < actions:
        game.play(agent.choose(game))
    assert position.read(position.write(game)).key() == game.key()
    assert position.read(position.write(game, public=True)).unseen() == game.unseen()


def test_the_seed_deals_the_tiles_that_are_not_known() -> None:
    line = position.write(begun(expansions=ALL), public=True)
    one, same, other = (position.read(line, seed) for seed in (1, 1, 2))
    assert one.key() == same.key() != other.key()


@pytest.mark.parametrize("name", ["Zoë", "  x ", "\ud800", "\x00\n", '"', "]", "\u2028", "\U000e0001", "-", "?"])
def test_any_name_comes_back_in_one_line(name: str) -> None:
    game = begun(players=["Ann", name + "x"])
    line = position.write(game)
    assert len(line.split()) == len(position.FIELDS)
    assert position.read(line).players == game.players


def test_a_position_reads_as_this() -> None:
    game = begun(stack=["V", "U", "U"], players=["Ann", "Ben"], settings={"meeples": 5})
    game.play(game.action("place 1,0 r0"))
    game.play(game.action("deploy road:S"))
    assert position.write(game) == (
        'base@1{"meeples":5} ["Ann","Ben"] D@0,0;V@1,0 0@1,0:road:S meeple=4,5 0,0 {} '
        "U U - 2:1:place place:1 free_tiles"
    )


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    game = position.read('base@1 ["A","B"] D@0,0r0 - - 3,4 {} U U*3 - 1:0:place place:0 -')
    assert (game.scores, game.stack_size, game.supply) == ((3, 4), 3, (7, 7))


def test_a_position_cannot_be_undone_nor_recorded() -> None:
    game = position.read(position.write(play_on(begun(), [0] * 9)))
    with pytest.raises(RecordError, match="a game begun from a position has no record"):
        Record.of(game)
    before = game.key()
    game.play(game.legal_actions[0])
    game.undo()
    assert game.key() == before


# ---- Damage ----

LINE = (
    'base@1+peasant_revolts@1 ["A","B"] D@0,0;V@1,0 0@1,0:road:S meeple=6,7 0,0 '
    '{"peasant_revolts":{"protected":[[0,1,0,"road:S"]],"sent_home":[]}} U U*3,X PR01 2:1:place place:1 -'
)


def test_the_line_that_is_damaged_is_sound() -> None:
    assert position.read(LINE).meeples[0].marks == ("protected",)


@pytest.mark.parametrize(
    ("sound", "damaged", "says"),
    [
        (" U ", " ", "one line of 13 fields .* this has 12"),
        ("base@1", "base@0", "'base' version 0"),
        ("base@1", "base", "rules .*: 'base' does not read 'ID@VERSION'"),
        ("peasant_revolts@1", "peasant_revolts@9", "'peasant_revolts' version 9, installed is version 1"),
        ("peasant_revolts@1", "peasents@1", "'peasents' version 1: no expansion"),
        ("peasant_revolts@1", 'peasant_revolts@1{"meeples":-1}', "setting 'meeples' is -1"),
        ("peasant_revolts@1", "peasant_revolts@1{", "rules .*: this is no JSON: it ends too early"),
        ('["A","B"]', '["A"]', "2 to 6 players can play, not 1"),
        ('["A","B"]', "7", "players .*: they should be a list of names"),
        ("V@1,0", "V@1,0r2", "tiles .*: V@1,0r2 does not fit to those before it"),
        ("V@1,0", "V@9,0", "tiles .*: V@9,0r0 does not fit"),
        ("V@1,0", "V@9999,0", "tiles .*: V@9999,0r0 does not fit"),
        ("V@1,0", "Z9@1,0", "tiles .*: there is no tile 'Z9' in this game"),
        ("V@1,0", "V@1", "tiles .*: 'V@1' does not read 'TILE@X,YrROTATION or !TILE'"),
        ("D@0,0", "D@0,1", "tiles .*: the first should be the start tile at 0,0"),
        ("0@1,0:road:S", "0@1,0:city:S", "pieces .*tile V at .* has no 'city:S'; it has road:S"),
        ("0@1,0:road:S", "5@1,0:road:S", "pieces .*: there is no seat 5 among 2"),
        ("0@1,0:road:S", "0.pig@1,0:road:S", "pieces .*: there is no piece 'pig' in this game"),
        ("0@1,0:road:S", ";".join(["0@1,0:road:S"] * 8), "pieces .*: seat 0 has more than 7 of the piece meeple"),
        ("meeple=6,7", "meeple=7,7", "supply .*: with these pieces on the board it is meeple=6,7"),
        (" 0,0 ", " 0,0,0 ", "scores .*: there are 3 for 2 players"),
        (" 0,0 ", " 0,x ", "scores .*: '0,x' does not read 'POINTS,POINTS,...'"),
        ("[[0,1,0", "[[1,1,0", "states .*'peasant_revolts': .*seat 1 has no meeple on road:S"),
        ("[[0,1,0", "[[9,1,0", "states .*'peasant_revolts': .* names seat 9, and there are 2"),
        ("[[0,1,0", "[[-1,1,0", "states .*'peasant_revolts': .*greater than or equal to 0"),
        ("[[0,1,0", "[[0,7,0", r"states .*'peasant_revolts': .*no tile lies at \(7,0\)"),
        (
            '{"peasant_revolts":',
            '{"x":',
            "states .*: they should be an object of the expansions that have one: peasant",
        ),
        (" U ", " - ", "hand .*: there is no tile to place"),
        (" U ", " U*2 ", "hand .*: there can be one tile in hand"),
        ("U*3,X", "X*2", "the position has 2 tiles X, but there are only 1"),
        ("U*3,X", "U*9000", "stack .*: there are too many tiles"),
        ("2:1:place", "2:1:plaice", "turn .*: there is no step 'plaice'; there are draw, place"),
        ("2:1:place", "2:1:between", "decision .*: it is neither asked for nor that of the step between"),
        ("place:1 ", "draw:1 ", "decision .*: it is neither asked for nor that of the step place"),
        ("place:1 ", "score:1 ", "decision .*: there is no decision 'score'"),
        ("place place:1 ", "draw draw:1 ", "decision .*: a tile is drawn by hand"),
        ("place:1 ", "over ", "decision .*: the game is over, but a tile is in hand"),
        ("place:1 -", "place:1 windy", "flags .*: there is no flag 'windy'"),
        ("place:1 -", "place:1 deployed=1@1,0:road:S", "flags .*: no meeple of seat 1 stands where one was deployed"),
        ("place:1 -", "place:1 asked=score:1", "flags .*: there is no decision 'score'"),
    ],
)
def test_faults_are_named_with_their_field(sound: str, damaged: str, says: str) -> None:
    assert sound in LINE
    with pytest.raises(RecordError, match=says):
        position.read(LINE.replace(sound, damaged, 1))


@pytest.mark.parametrize("between", ["\n", "\n\n", " \n"])
def test_two_positions_are_told_to_be_two_lines(between: str) -> None:
    with pytest.raises(RecordError, match=r"^a position is one line; here are \d$"):
        position.read(f"{LINE}{between}{LINE}")


@pytest.mark.parametrize(
    ("sent_home", "says"),
    [
        ([9, "meeple", 1], "names seat 9, and there are 2"),
        ([0, "meeple", -1], "greater than or equal to 0"),
        ([0, "meeple", True], "valid integer"),
        ([0, "meeple", 7], "cannot have been sent home: 6 are at hand"),
        ([0, "pig", 1], "cannot have been sent home: 0 are at hand"),
    ],
)
def test_no_more_pieces_were_sent_home_than_are_at_hand(sent_home: list[object], says: str) -> None:
    game = position.read(LINE)
    (revolts,) = game.ruleset.expansions
    with pytest.raises(RecordError, match=says):
        revolts.load_state(game, {"protected": [], "sent_home": [sent_home]})
