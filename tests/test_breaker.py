"""What an adversary tried and broke once: each test is a law that did not hold."""

import copy
import json
import multiprocessing
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from asking import Answer, Question

from carcassonne import (
    PASS,
    Action,
    CarcassonneError,
    Deploy,
    Draw,
    Expansion,
    ExpansionError,
    Game,
    IllegalAction,
    Place,
    RecordError,
    RulesetError,
    SettingsError,
)
from carcassonne.board import bits
from carcassonne.events import Event, FeatureScored, MeepleMoved, MeepleReturned, TurnEnded
from carcassonne.expansion import Insertion, Phase
from carcassonne.expansions.peasant_revolts import Protect
from carcassonne.record.record import Record
from carcassonne.ruleset import ruleset
from carcassonne.simulation import Plan, simulate
from carcassonne.table import Table
from carcassonne.turn import DeployPhase, PlacePhase, draw
from carcassonne.values import value

REVOLTS = ("peasant_revolts",)


def play_on(game: Game, seed: int = 1, actions: int = 10_000) -> Game:
    """The game after some more actions at random."""
    choose = Random(seed).choice
    for _ in range(actions):
        if game.over:
            break
        game.play(choose(list(game.legal_actions)))
    return game


def inside(game: Game) -> tuple[object, ...]:
    """All that a game is, the board's own books included."""
    board = game.board
    books = (board.parent, board.ring, board.open, board.held, board.node_of, board.on_kind)
    return (
        *(game.key(), game.events, list(game.legal_actions), board.frontier, board.standing),
        *(tuple(book) for book in books),
    )


class Odd(Expansion):
    """An expansion whose hooks each test sets."""

    id = "odd"
    title = "Odd"


def odd(**hooks: Any) -> Expansion:
    """An expansion with these hooks and attributes."""
    return type("Odder", (Odd,), hooks)()  # type: ignore[no-any-return]


class Saying(Question):
    """A decision with one answer; it notes when it is answered."""

    name = "say"

    def __init__(self) -> None:
        self.said: list[tuple[int, int]] = []
        """(turn, seat whose turn it is) of each answer."""

    def apply(self, table, action):
        self.said.append((table.turn, table.turn_seat))


# What players know


def test_every_unseen_revolt_tile_is_as_likely_left_out_of_a_determinized_game() -> None:
    """All 12 revolt tiles are alike to the players, so each is left out in 3 of 12; else the true ones leak."""
    game = Game(expansions=REVOLTS, seed=7)
    times = 2000
    left_out = Counter(tile for number in range(times) for tile in game.determinize(Random(number)).box)
    assert len(left_out) == 12
    for tile, count in left_out.items():
        assert abs(count - times / 4) < times / 16, (tile, count)


def test_a_determinized_game_drawn_by_hand_can_be_recorded() -> None:
    """It draws from its stack from now on, but its first draws were actions: the record must play again."""
    game = Game(seed=3, by_hand=True)
    game.play(Draw("U"))
    other = game.determinize(Random(1))
    assert Record.of(other).replay().key() == other.key()


# Values of the wrong kind


@pytest.mark.parametrize(
    "odd_one", [[], {}, set(), bytearray(), 10**5000, 1.5, float("nan")], ids=lambda x: type(x).__name__
)
@pytest.mark.parametrize(
    ("decision", "action"),
    [
        ("draw", lambda odd_one: Draw(odd_one)),
        ("place", lambda odd_one: Place(odd_one, 0, 0)),
        ("place", lambda odd_one: Place(10**400, odd_one, 0)),
        ("place", lambda odd_one: Place(0, -1, odd_one)),
        ("deploy", lambda odd_one: Deploy(odd_one)),
        ("deploy", lambda odd_one: Deploy("road:E", odd_one)),
        ("protect", lambda odd_one: Protect(odd_one, 0, "road:E")),
        ("protect", lambda odd_one: Protect(0, 0, odd_one)),
    ],
)
def test_an_action_with_a_field_that_is_no_number_or_text_of_its_kind_is_refused_like_any_other(
    decision: str, action: Callable[[Any], Action], odd_one: Any
) -> None:
    """`in`, `why_not` and `play` answer it as they answer any illegal action, whatever can be done with the value."""
    game = Game(expansions=REVOLTS, stack=["U", "V"], by_hand=True)
    for step in (Draw("U"), Place(1, 0, 0), Deploy("road:E")):
        if game.decision != decision:
            game.play(step)
    assert game.decision == decision
    assert action(odd_one) not in game.legal_actions
    assert game.why_not(action(odd_one))
    with pytest.raises(IllegalAction):
        game.play(action(odd_one))


@pytest.mark.parametrize("text", [None, 5, b"pass", ["pass"]])
def test_what_is_no_text_reads_as_no_action(text: Any) -> None:
    """`game.action` raises IllegalAction, as it says."""
    with pytest.raises(IllegalAction):
        Game(seed=1).action(text)


@pytest.mark.parametrize("stack", [{"A", "B", "E"}, {"A": 1}, frozenset("AB")], ids=lambda x: type(x).__name__)
def test_a_stack_has_an_order(stack: Any) -> None:
    """A set has one that changes with the hash seed: the same call would make different games."""
    with pytest.raises(SettingsError):
        Game(seed=1, stack=stack)


def test_a_stack_is_not_longer_than_the_plane_is_wide() -> None:
    """Tiles in one row would run over its edge, where legal placements are refused and rows join."""
    with pytest.raises(SettingsError):
        Game(seed=1, stack=["U"] * 2100)


def test_settings_that_hold_themselves_are_refused() -> None:
    """As any that will not do."""
    settings: dict[str, object] = {}
    settings["meeples"] = settings
    with pytest.raises(SettingsError):
        Game(seed=1, settings=settings)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"seed": 1' + "0" * 5000 + "}", b"\xff", None], ids=range(4))
def test_whatever_is_no_record_is_told_so(text: Any) -> None:
    """By RecordError, whatever it is that the reader of JSON stumbles over."""
    with pytest.raises(RecordError):
        Record.from_json(text)


# Copies


def test_the_copy_module_makes_copies_that_are_independent() -> None:
    """`copy.copy` and `copy.deepcopy` do what `game.copy` does, at any length of a game."""
    game = play_on(Game(expansions=REVOLTS, seed=3), actions=150)
    before = inside(game)
    for other in (copy.copy(game), copy.deepcopy(game)):
        assert inside(other) == before
        other.undo()
        play_on(other, seed=2, actions=5)
        assert inside(game) == before


def test_a_game_is_pickled_or_refused_clearly() -> None:
    """What cannot be done names what can: a record."""
    game = play_on(Game(expansions=REVOLTS, seed=3))
    try:
        text = pickle.dumps(game)
    except (TypeError, CarcassonneError) as error:
        assert "Record" in str(error)  # noqa: PT017
    else:
        assert pickle.loads(text).key() == game.key()


# What a game is worth now


def test_what_the_placed_tile_completed_counts_in_full_in_provisional_scores() -> None:
    """README's search looks after placing, before scoring: there a complete city of 3 tiles and a coat of arms is 8."""
    game = Game(stack=["F", "E", "V", "B"])
    for action in (Place(0, -1, 1), Deploy("city:N"), Place(0, -2, 2)):
        game.play(action)
    assert game.decision == "deploy"
    assert game.board.feature(0, 0, "city:N").completed
    provisional = game.provisional_scores()
    game.play(PASS)
    assert game.scores == game.provisional_scores() == provisional == (8, 0)


def test_two_games_that_go_on_differently_have_different_keys() -> None:
    """Asked the same before deploying and after scoring, with the same on the table: it is not the same position."""
    hooks = {"tile_placed": lambda self, table: table.ask("say", 0)}
    hooks["feature_completed"] = lambda self, table, scoring: table.ask("say", 0)
    expansion = odd(actions=(Answer,), phases=lambda self: [Insertion(Saying(), None)], **hooks)
    game = Game(stack=["E", "V", "V"], expansions=[expansion])
    game.play(Place(0, -1, 2))
    before = game.key()
    game.play(Answer())
    game.play(PASS)
    assert game.decision == "say"
    assert game.key() != before


# Expansions that do what they should not


@pytest.mark.parametrize(
    "mischief",
    [
        lambda table: table.move_piece(3, 0),
        lambda table: table.return_piece(3, "nothing"),
        lambda table: table.deploy(0, "meeple", -1),
        lambda table: table.deploy(0, "meeple", 9999),
        lambda table: [table.return_piece(piece, "twice") for piece in [table.deploy(0, "meeple", 0)] * 2],
        lambda table: table.move_piece(table.deploy(0, "meeple", 0), -2),
    ],
    ids=["move none", "return none", "nowhere", "beyond", "return twice", "move nowhere"],
)
def test_a_piece_moved_as_it_cannot_be_leaves_the_game_as_it_was(mischief: Callable[[Any], object]) -> None:
    """The table refuses what is not there before it changes anything: else the failed action cannot be taken back."""
    game = Game(seed=1, expansions=[odd(tile_placed=lambda self, table: mischief(table))])
    before = inside(game)
    with pytest.raises(ExpansionError, match="odd"):
        game.play(game.legal_actions[0])
    assert inside(game) == before


def test_a_piece_moved_off_a_completed_feature_is_not_sent_home_with_those_on_it() -> None:
    """When one leaves a completed feature, another may be moved elsewhere: there it stays."""

    def tile_placed(self, table):
        for seat in range(2):
            if table.at_hand(seat, "meeple") > 1:
                table.deploy(seat, "meeple", table.board.base)

    def piece_returned(self, table, piece, node):
        for companion in bits(table.board.pieces_on(table.board.root(node))):
            table.move_piece(companion, field(table))

    def field(table):
        return next(node for node in range(len(table.board.parent)) if table.board.kind(node).name == "field")

    game = Game(seed=1, expansions=[odd(tile_placed=tile_placed, piece_returned=piece_returned)])
    choose = Random(3).choice
    while not any(isinstance(event, MeepleMoved) for event in game.events):
        game.play(choose(list(game.legal_actions)))
    returned = [event for event in game.events if isinstance(event, MeepleReturned)]
    assert not [event for event in returned if event.location.startswith("field")]


def test_the_final_scoring_pays_nobody_for_a_feature_that_was_emptied_meanwhile() -> None:
    """Pieces may leave while the end is scored; a feature without pieces scores for nobody (docs/rules.md 3.3)."""

    def feature_scored(self, table, scoring, winners):
        if not scoring.completed:
            for piece in bits(table.board.standing):
                table.return_piece(piece, "enough")

    game = play_on(Game(3, seed=2, expansions=[odd(feature_scored=feature_scored)]))
    final = [event for event in game.events if isinstance(event, FeatureScored) and not event.completed]
    assert len(final) == 1


def test_a_decision_asked_for_when_a_turn_ends_is_made_before_the_next_begins_and_in_the_last_turn_too() -> None:
    """`ask`: before the turn goes on. Whoever's turn it is then, it is still theirs."""
    saying = Saying()
    expansion = odd(
        actions=(Answer,),
        phases=lambda self: [Insertion(saying, None)],
        turn_ended=lambda self, table: table.ask("say", table.turn_seat),
    )
    game = play_on(Game(seed=1, stack=["U", "V", "U"], expansions=[expansion]))
    assert saying.said == [(1, 0), (2, 1), (3, 0)]
    assert game.asked == ()


@pytest.mark.parametrize(("phase", "seat"), [("score", 0), ("end", 0), ("say", 9), ("say", -1), ("say", None)])
def test_a_decision_that_nobody_can_make_cannot_be_asked_for(phase: str, seat: Any) -> None:
    """A phase without answers or a seat that is not there would leave a game that can never go on."""
    expansion = odd(
        actions=(Answer,),
        phases=lambda self: [Insertion(Saying(), None)],
        tile_placed=lambda self, table: table.ask(phase, seat),
    )
    game = Game(seed=1, expansions=[expansion])
    with pytest.raises(ExpansionError):
        game.play(game.legal_actions[0])


def fail(*arguments: Any) -> Any:
    """What a careless author wrote."""
    raise KeyError("oops")


@pytest.mark.parametrize(
    "expansion",
    [
        odd(phases=lambda self: [Insertion(type("Bad", (Saying,), {"enter": fail})(), "place")]),
        odd(
            actions=(Answer,),
            phases=lambda self: [Insertion(type("Bad", (Saying,), {"enter": lambda *_: 0, "apply": fail})(), "place")],
        ),
        odd(phases=lambda self: [Insertion(type("Bad", (Saying,), {"enter": lambda *_: 7})(), "place")]),
        odd(
            actions=(Answer,),
            extra_actions=lambda self, table, decision: [Answer()] if decision == "deploy" else [],
            apply_action=lambda self, table, action: fail(),
        ),
        odd(next_seat=lambda self, table: 7),
        odd(next_seat=lambda self, table: "Red"),
    ],
    ids=["enter", "apply", "seat of a phase", "apply_action", "next_seat 7", "next_seat text"],
)
def test_whatever_of_an_expansion_fails_is_reported_with_its_name_and_the_game_is_as_it_was(
    expansion: Expansion,
) -> None:
    """Phases and what they return are an expansion's as much as its other hooks."""
    game = Game(seed=1, expansions=[expansion])
    for _ in range(8):
        before = inside(game)
        try:
            game.play(game.legal_actions[0] if Answer() not in game.legal_actions else Answer())
        except ExpansionError as error:
            assert "odd" in str(error)  # noqa: PT017
            assert inside(game) == before
            return
    pytest.fail("nothing failed")


@pytest.mark.parametrize("error", [IllegalAction, CarcassonneError])
def test_an_error_of_ours_that_escapes_a_hook_is_reported_as_the_expansions(error: type[Exception]) -> None:
    """A legal action is never answered with IllegalAction: that would blame the player for the expansion's fault."""

    def tile_placed(self, table):
        raise error("mine")

    game = Game(seed=1, expansions=[odd(tile_placed=tile_placed)])
    with pytest.raises(ExpansionError, match="'odd' failed in tile_placed"):
        game.play(game.legal_actions[0])


@pytest.mark.parametrize("meddle", [lambda game: game.undo(), lambda game: game.play(PASS)], ids=["undo", "play"])
def test_no_action_is_played_or_undone_within_another(meddle: Callable[[Any], object]) -> None:
    """A hook that tries is told so, and the game is as it was."""
    armed: list[bool] = []
    game = Game(seed=3, expansions=[odd(tile_placed=lambda self, table: armed and meddle(table))])
    play_on(game, actions=4)
    while game.decision != "place":
        game.play(PASS)
    armed.append(True)
    before = inside(game)
    with pytest.raises(ExpansionError, match="odd"):
        game.play(game.legal_actions[0])
    assert inside(game) == before


def test_an_expansion_may_be_a_dataclass() -> None:
    """One that compares by its fields and cannot be hashed makes a game like any other."""

    @dataclass
    class Plain(Odd):
        points: int = 1

    assert Game(seed=1, expansions=[Plain()]).decision == "place"


def test_a_phase_stands_right_after_the_one_it_names_whatever_others_go_there() -> None:
    """Expansions' phases after one core phase come in order, each followed by those that name it."""

    def bringing(name: str, *phases: tuple[str, str]) -> Expansion:
        insertions = [Insertion(type("P", (Phase,), {"name": phase})(), after) for phase, after in phases]
        return odd(id=name, phases=lambda self: insertions)

    two = ruleset([bringing("a", ("A", "deploy"), ("A2", "A")), bringing("b", ("B", "deploy"))])
    three = ruleset([bringing("a", ("A", "deploy")), bringing("b", ("B", "deploy")), bringing("c", ("A2", "A"))])
    for rules in (two, three):
        assert [phase.name for phase in rules.phases] == ["draw", "place", "deploy", "A", "A2", "B", "score", "end"]


# The command line


def test_no_more_processes_are_started_than_there_is_work_for() -> None:
    """`--jobs 500` for two games is a slip of the finger, no reason to fork 500 times."""
    games = simulate(Plan(seed=1), 2, 12)
    next(games)
    started = len(multiprocessing.active_children())
    list(games)
    assert started <= 2


def test_a_standard_output_that_is_closed_is_no_bug_in_the_program() -> None:
    """`carcassonne play >&-` ends like any output that cannot be written."""
    ended = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m carcassonne play --quiet --seed 1 >&-'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "bug" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_json_of_a_record_is_strict_about_kinds() -> None:
    """A record says `true` where a number belongs: it is damaged, and is told so."""
    data = json.loads(Record.of(Game(seed=3)).to_json())
    for name, wrong in (("seed", True), ("seed", "3"), ("by_hand", "yes"), ("scores", ["0", "0"])):
        with pytest.raises(RecordError, match=name):
            Record.from_json(json.dumps(data | {name: wrong}))


# What a game tells of itself, whenever it is asked


def passing_by(game: Game, turns: int) -> Game:
    """The game after so many more turns, each decision the last of its legal actions."""
    end = game.turn + turns
    while game.turn < end:
        game.play(game.legal_actions[-1])
    return game


def test_hooks_may_read_what_happened_from_the_first_tile_on() -> None:
    read: list[tuple[int, int, tuple[dict[str, int], ...]]] = []

    def look(self: Expansion, table: Any) -> None:
        read.append((len(table.events), len(table.course), table.breakdown()))

    Game(seed=1, expansions=[odd(tile_drawn=look)])
    assert read == [(1, 1, ({}, {}))]
    Game(seed=1, stack=[], expansions=[odd(final_scoring=look)])
    assert read[1:] == [(0, 1, ({}, {}))]


def test_a_playout_begins_with_the_events_of_its_game_and_adds_none() -> None:
    seen: list[tuple[object, ...]] = []

    def policy(game: Game, number: int) -> int:
        seen.append((game.events, game.copy().events, game.breakdown()))
        return 0

    def fail(self: Expansion, table: Any) -> None:
        if table.turn == 12 and table.listening:
            raise ValueError

    game = passing_by(Game(seed=1, expansions=[odd(turn_ended=fail)]), 11)
    with pytest.raises(ExpansionError):
        passing_by(game, 1)
    for _ in range(3):
        seen.clear()
        game.playout(policy=policy)
        assert set(map(repr, seen)) == {repr((game.events, game.events, game.breakdown()))}
        game.undo()


def test_a_tile_asked_for_in_a_turn_leaves_the_turn_where_it_was() -> None:
    def ask(self: Expansion, table: Any) -> None:
        if table.turn == 2 and table.top == 2:
            table.ask("draw", table.turn_seat)

    game = passing_by(Game(seed=1, expansions=[odd(turn_ended=ask)]), 1)
    decisions = [(game.turn, game.decision)]
    while game.turn < 4:
        game.play(game.legal_actions[-1])
        decisions.append((game.turn, str(game.decision)))
    assert decisions == [(2, "place"), (2, "deploy"), (2, "draw"), (3, "place"), (3, "deploy"), (4, "place")]


@pytest.mark.parametrize("at_rest", [lambda game: game, lambda game: game.copy(), lambda game: game.ended()])
def test_events_are_told_only_while_an_action_is_applied(at_rest: Callable[[Game], Game]) -> None:
    game = passing_by(Game(seed=1), 3)
    game.undo()
    told = game.events
    with pytest.raises(CarcassonneError, match="only while an action is applied"):
        at_rest(game).tell(MeepleReturned, 0, "meeple", 0, 0, "city:N", "scored")
    assert game.events == told


@dataclass
class Doubted(Event):
    """An event that not all seats can bring about."""

    seat: int

    def __post_init__(self) -> None:
        if self.seat > 1:
            raise ValueError(f"there is no seat {self.seat}")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ((str, "words"), "<class 'str'> is no kind of event; tell takes the class of one and then its fields"),
        (("words",), "'words' is no kind of event; tell takes the class of one and then its fields"),
        ((TurnEnded(0, 1),), r"TurnEnded\(seat=0, turn=1\) is no kind of event; tell takes the class"),
        ((TurnEnded, 0), ".* missing 1 required positional argument: 'turn'"),
        ((TurnEnded, 0, 1, 2), ".* takes 3 positional arguments but 4 were given"),
        ((Doubted, 7), r"ValueError\('there is no seat 7'\)"),
    ],
)
def test_what_is_told_must_make_an_event(told: Any, why: str) -> None:
    game = Game(seed=1, expansions=[odd(turn_ended=lambda self, table: table.tell(*told))])
    game.play(game.legal_actions[0])
    before = game.key(), game.events
    with pytest.raises(ExpansionError, match=f"expansion 'odd' failed in turn_ended: {why}"):
        game.play(PASS)
    assert (game.key(), game.events) == before


def test_an_event_is_made_at_once_and_in_playouts_not_at_all() -> None:
    made: list[tuple[int, ...]] = []

    @dataclass
    class Snapshot(Event):
        turns: Iterable[int]
        seat: int = field(kw_only=True)

        def __post_init__(self) -> None:
            self.turns = tuple(self.turns)
            made.append(self.turns)

    def tell_twice(self: Expansion, table: Table) -> None:
        turns = [table.turn]
        table.tell(Snapshot, turns, seat=table.turn_seat)
        turns.append(0)
        table.tell(Snapshot, iter(turns), seat=1)

    game = Game(seed=1, expansions=[odd(turn_ended=tell_twice)])
    passing_by(game, 1)
    assert made == [(1,), (1, 0)]
    assert [event for event in game.events if isinstance(event, Snapshot)] == [
        Snapshot([1], seat=0),
        Snapshot([1, 0], seat=1),
    ]
    made.clear()
    game.playout()
    assert not made


@value
class Wondered(Event):
    """An event about kinds of things."""

    kind: type


@pytest.mark.parametrize(("ordered", "named"), [((Wondered,), {}), ((), {"kind": Wondered})])
def test_an_event_may_hold_a_class(ordered: tuple[type, ...], named: dict[str, type]) -> None:
    game = Game(seed=1, expansions=[odd(turn_ended=lambda self, table: table.tell(Wondered, *ordered, **named))])
    passing_by(game, 2)
    assert [event for event in game.events if isinstance(event, Wondered)] == [Wondered(Wondered)] * 2


def test_what_happened_is_not_forgotten_while_it_happens() -> None:
    game = Game(seed=1, expansions=[odd(turn_ended=lambda self, table: table.forget())])
    with pytest.raises(ExpansionError, match="cannot be forgotten from within"):
        passing_by(game, 1)


@pytest.mark.parametrize("core", [DeployPhase, PlacePhase])
def test_a_phase_derived_from_one_of_the_core_does_what_that_does(core: type[Phase[Any]]) -> None:
    def draws_one_more(self: Phase[Any], table: Any) -> int:
        if table.turn == 2 and table.top < len(table.stack):
            draw(table)
        return core.enter(self, table)

    again = type(
        "Again", (core,), {"name": "again", "enter": draws_one_more} if core is PlacePhase else {"name": "again"}
    )
    game = Game(stack=["U", "V", "U", "E", "E"], expansions=[odd(phases=lambda self: [Insertion(again(), "deploy")])])
    decisions: list[tuple[int, str | None]] = []
    while not game.over:
        decisions.append((game.turn, game.decision))
        game.play(game.legal_actions[0])
    assert (2, "again") in decisions
    if core is DeployPhase:
        assert [decision for _, decision in decisions] == ["place", "deploy", "again"] * 5
    else:
        assert decisions.count((2, "again")) == 1
        assert len(game.board.tiles) == 6


@pytest.mark.parametrize("hooks", [("heeds", "tile_drawn"), ("restricts", "may_place")])
def test_an_expansion_says_plainly_whether_a_tile_concerns_it(hooks: tuple[str, str]) -> None:
    cares, hook = hooks
    method = (lambda self, table: None) if hook == "tile_drawn" else (lambda self, table, cell, orientation: None)
    with pytest.raises(RulesetError, match=f"answers None to {cares}; it should be True or False"):
        Game(expansions=[odd(**{cares: lambda self, tile: None, hook: method})])


class Encore(Question):
    """Once in a game its `entering` decides what it does and whom it asks."""

    name = "encore"

    def __init__(self, entering: Callable[[Table], object]) -> None:
        self.entering = entering

    def enter(self, table: Table) -> int:
        if table.redrawn or table.turn > 1:
            return -1
        table.redrawn = True  # so that it is entered once
        return self.entering(table)  # type: ignore[return-value]


def encore(entering: Callable[[Table], object], after: str = "score") -> Game:
    """A game in which that phase has just been entered for the first time, after a deployment was passed up."""
    other = type("Other", (Encore,), {"name": "other"})(lambda table: -1)
    phases = [Insertion(Encore(entering), after), Insertion(other, None)]
    game = Game(seed=1, expansions=[odd(actions=(Answer,), phases=lambda self: phases)])
    game.play(game.legal_actions[0])
    game.play(PASS)
    return game


@pytest.mark.parametrize("after", ["deploy", "score", "end"])
@pytest.mark.parametrize("back_to", ["draw", "place", "deploy", "score", "encore"])
def test_a_phase_that_asks_and_goes_back_has_its_answer_first(back_to: str, after: str) -> None:
    def go_back_and_ask(table: Table) -> int:
        table.go_back_to(back_to)
        return 1

    game = encore(go_back_and_ask, after)
    drawn = game.drawn
    assert (game.decision, game.seat, list(game.legal_actions)) == ("encore", 1, [Answer()])
    game.playout()
    game.play(Answer())
    assert game.undo() == Answer()
    game.play(Answer())
    if back_to == "draw":
        assert (game.decision, game.turn, len(game.drawn)) == ("place", 1, len(drawn) + 1)
    elif back_to in ("place", "deploy"):
        assert (game.decision, game.turn, game.drawn) == ("deploy", 1, drawn)
    else:
        assert (game.decision, game.turn) == ("place", 2)


def test_a_phase_that_names_a_seat_and_asks_another_has_both_decide() -> None:
    def ask_both(table: Table) -> int:
        table.ask("other", 1)
        return 0

    game = encore(ask_both)
    asked = []
    while game.turn == 1:
        asked.append((game.decision, game.seat))
        game.play(game.legal_actions[0])
    assert asked == [("encore", 0), ("other", 1)]


@pytest.mark.parametrize("seat", [None, True, 1.0, 2, -2, -3, "0"])
def test_a_phase_names_a_seat_that_there_is_or_nobody(seat: object) -> None:
    with pytest.raises(ExpansionError, match=f"expansion 'odd' failed in phase 'encore': {seat!r} is no seat"):
        encore(lambda table: seat)


@pytest.mark.parametrize("seat", [True, 1.0, 2, -1, "0"])
def test_the_next_seat_is_one_that_there_is(seat: object) -> None:
    game = Game(seed=1, expansions=[odd(next_seat=lambda self, table: seat)])
    with pytest.raises(ExpansionError, match=f"expansion 'odd' failed in next_seat: {seat!r} is no seat"):
        passing_by(game, 1)
