"""What a game reports: exact sequences of small games, and what holds for every event and action of whole ones."""

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from scenario import SPARE, do, play

from carcassonne import Action, CarcassonneError, Deploy, Draw, Expansion, Game, Pass, Place, actions
from carcassonne import events as core_events
from carcassonne.actions import parse
from carcassonne.events import (
    Event,
    FeatureCompleted,
    FeatureScored,
    GameOver,
    MeepleDeployed,
    MeepleMoved,
    MeepleReturned,
    ScoreChanged,
    Term,
    TileDrawn,
    TilePlaced,
    TileSetAside,
    TurnEnded,
)
from carcassonne.expansions import peasant_revolts
from carcassonne.expansions.peasant_revolts import MeepleProtected, Protect, RevoltBegan, RevoltEnded, RevoltReached
from carcassonne.table import Table
from carcassonne.terms import total

REVOLTS = ("peasant_revolts",)


# exact sequences


def test_a_whole_game_of_three_tiles() -> None:
    game = Game(stack=["E", "C", "U"])
    assert game.events == (TileDrawn(0, "E"),)
    assert do(game, "place 0,-1 r2") == (TilePlaced(0, "E", 0, -1, 2),)
    assert do(game, "deploy city:S") == (
        MeepleDeployed(0, "meeple", 0, -1, "city:S"),
        FeatureCompleted("city", 0, 0, "city:N", 2),
        FeatureScored("city", 0, 0, "city:N", True, (1, 0), (0,)),
        ScoreChanged(0, 4, "city", (Term("tiles", 2, 2),)),
        MeepleReturned(0, "meeple", 0, -1, "city:S", "scored"),
        TurnEnded(0, 1),
        TileDrawn(1, "C"),
        TileSetAside(1, "C"),
        TileDrawn(1, "U"),
    )
    assert do(game, "place 1,0 r0") == (TilePlaced(1, "U", 1, 0, 0),)
    assert do(game, "deploy field:WR") == (
        MeepleDeployed(1, "meeple", 1, 0, "field:NL"),
        TurnEnded(1, 2),
        FeatureScored("field", 0, 0, "field:EL", False, (0, 1), (1,)),
        ScoreChanged(1, 3, "field", (Term("completed cities", 1, 3),)),
        GameOver((4, 3), (0,)),
    )


def test_passing_says_nothing_of_itself() -> None:
    game = Game(stack=["U", *SPARE])
    do(game, "place 1,0 r0")
    assert do(game, "pass") == (TurnEnded(0, 1), TileDrawn(1, "U"))


def test_all_completed_features_are_paid_before_any_meeple_goes_home() -> None:
    game = play("P1: U r0 @(1,0)\nP2: E r3 @(1,-1) [FFFC], meeple city W", then=["I", *SPARE])
    do(game, "place 0,-1 r2")
    assert do(game, "deploy city:S") == (
        MeepleDeployed(0, "meeple", 0, -1, "city:S"),
        FeatureCompleted("city", 0, 0, "city:N", 2),
        FeatureScored("city", 0, 0, "city:N", True, (1, 0), (0,)),
        ScoreChanged(0, 4, "city", (Term("tiles", 2, 2),)),
        FeatureCompleted("city", 1, -1, "city:W", 2),
        FeatureScored("city", 1, -1, "city:W", True, (0, 1), (1,)),
        ScoreChanged(1, 4, "city", (Term("tiles", 2, 2),)),
        MeepleReturned(0, "meeple", 0, -1, "city:S", "scored"),
        MeepleReturned(1, "meeple", 1, -1, "city:W", "scored"),
        TurnEnded(0, 3),
        TileDrawn(1, "U"),
    )


def test_a_tie_is_one_scoring_and_a_score_for_each() -> None:
    game = play("""
        P1: U r0 @(1,0)
        P2: E r3 @(1,-1), meeple city W
        P1: U r0 @(-1,0)
        P2: U r0 @(2,0)
        P1: E r1 @(-1,-1), meeple city E
        """, then=["Q", *SPARE])  # fmt: skip
    terms = (Term("tiles", 4, 2), Term("coats of arms", 1, 2))
    do(game, "place 0,-1 r2")
    assert do(game, "pass")[:-2] == (
        FeatureCompleted("city", 0, 0, "city:N", 4),
        FeatureScored("city", 0, 0, "city:N", True, (1, 1), (0, 1)),
        ScoreChanged(0, 10, "city", terms),
        ScoreChanged(1, 10, "city", terms),
        MeepleReturned(0, "meeple", -1, -1, "city:E", "scored"),
        MeepleReturned(1, "meeple", 1, -1, "city:W", "scored"),
    )


def test_a_feature_completed_by_nobody_is_completed_but_not_scored() -> None:
    game = Game(stack=["E", *SPARE])
    do(game, "place 0,-1 r2")
    assert do(game, "pass")[:-2] == (FeatureCompleted("city", 0, 0, "city:N", 2),)


def test_final_scoring_unfinished_features_first_then_fields() -> None:
    """Each explained by what it counts; the farmer came first, its field is scored last, and no city feeds it."""
    game = play("""
        P1: B r0 @(0,1), meeple field NL
        P2: U r0 @(1,0), meeple road E
        P1: Q r2 @(0,-1), meeple city S
        P2: B r0 @(0,2), meeple monastery
        END: final road (2 tiles): P2 +2; final city (2 tiles): P1 +3; final monastery (2 tiles): P2 +2
        """)
    explained = {
        (event.cause, event.seat, event.points): event.terms for event in game.events if isinstance(event, ScoreChanged)
    }
    field = explained.pop(("field", 0, 0), (Term("completed cities", 0, 3),))
    assert field == (Term("completed cities", 0, 3),)
    assert explained == {
        ("road", 1, 2): (Term("tiles", 2, 1),),
        ("city", 0, 3): (Term("tiles", 2, 1), Term("coats of arms", 1, 1)),
        ("monastery", 1, 2): (Term("tiles", 2, 1),),
    }
    kinds = [event.kind for event in game.events if isinstance(event, FeatureScored)]
    assert sorted(kinds[:3]) == ["city", "monastery", "road"]
    assert kinds[3:] == ["field"]
    assert not any(isinstance(event, MeepleReturned) for event in game.events)
    assert game.breakdown()[1] == {"road": 2, "monastery": 2}


def test_the_smallest_city_at_two_points_is_explained_so() -> None:
    game = Game(stack=["E", *SPARE], settings={"two_tile_city": 2})
    events = do(game, "place 0,-1 r2", "deploy city:S")
    assert ScoreChanged(0, 2, "city", (Term("tiles", 2, 1),)) in events


def test_a_completed_monastery_counts_nine_tiles() -> None:
    game = play("""
        P1: U r0 @(-1,0)
        P2: U r0 @(1,0)
        P1: B r0 @(1,1)
        P2: E r3 @(-1,1)
        P1: B r0 @(1,2)
        P2: E r2 @(-1,2)
        P1: B r0 @(0,2)
        """, then=["B", *SPARE])  # fmt: skip
    do(game, "place 0,1 r0")
    assert do(game, "deploy monastery")[1:-2] == (
        FeatureCompleted("monastery", 0, 1, "monastery", 9),
        FeatureScored("monastery", 0, 1, "monastery", True, (0, 1), (1,)),
        ScoreChanged(1, 9, "monastery", (Term("tiles", 9, 1),)),
        MeepleReturned(1, "meeple", 0, 1, "monastery", "scored"),
    )


def test_a_turn_of_the_peasant_revolts() -> None:
    """Draw, revolt, placement, deployment, protection, scoring, end: docs/rules.md 1.2."""
    game = play("P1: E r2 @(0,1), meeple city S\nP2: U r0 @(1,0)\nP1: B r0 @(-1,1)", then=["PR03", "U", *SPARE],
                expansions=REVOLTS)  # fmt: skip
    before = len(game.events) - 6
    do(game, "place -1,0 r2", "deploy road:N", "protect -1,0 road:E")
    assert game.events[before:] == (
        TileDrawn(1, "PR03"),
        RevoltBegan(1, "PR03", "city"),
        RevoltReached(1, 0, 0),
        RevoltReached(0, 0, 1),
        MeepleReturned(0, "meeple", 0, 1, "city:S", "revolt"),
        RevoltEnded((1, 0), 0),
        TilePlaced(1, "PR03", -1, 0, 2),
        MeepleDeployed(1, "meeple", -1, 0, "road:N"),
        MeepleProtected(1, "meeple", -1, 0, "road:N", 4),
        ScoreChanged(1, -4, "protection", (Term("protection", 1, -4),)),
        TurnEnded(1, 4),
        TileDrawn(0, "U"),
    )


@pytest.mark.parametrize("rotation", [0, 2])
def test_a_symmetric_tile_is_reported_at_its_lowest_rotation(rotation: int) -> None:
    game = Game(stack=["U", *SPARE])
    assert do(game, f"place 1,0 r{rotation}") == (TilePlaced(0, "U", 1, 0, 0),)
    assert game.board.tiles[1, 0].rotation == 0


def test_a_meeple_is_reported_at_the_first_edge_of_its_segment() -> None:
    game = Game(stack=["U", *SPARE])
    assert do(game, "place 1,0 r0", "deploy road:W")[1] == MeepleDeployed(0, "meeple", 1, 0, "road:E")


# whole games


def finished(seed: int, players: int, **options: Any) -> Game:
    """A random game played to its end."""
    game, rng = Game(players, seed=seed, **options), random.Random(seed)
    while not game.over:
        game.play(rng.choice(game.legal_actions))
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """A few whole games with everything in them."""
    return [finished(seed, players, expansions=REVOLTS) for seed, players in enumerate((2, 3, 4, 6), start=1)]


def all_events(games: list[Game]) -> Iterator[tuple[Event, Game]]:
    """Every event with its game."""
    return ((event, game) for game in games for event in game.events)


def test_the_games_show_every_kind_of_event(games: list[Game]) -> None:
    kinds = {type(event) for event, _ in all_events(games)}
    homes = ("carcassonne.events", "carcassonne.expansions.peasant_revolts.events")
    there_are = {kind for kind in Event.__subclasses__() if kind.__module__ in homes}
    assert kinds >= there_are - {TileSetAside, MeepleMoved}


def test_what_play_returns_is_what_the_game_remembers() -> None:
    game, rng = Game(seed=8, expansions=REVOLTS), random.Random(8)
    told = list(game.events)
    while not game.over:
        told += game.play(rng.choice(game.legal_actions))
        assert game.events[-1] == told[-1]
    assert list(game.events) == told


def test_undo_takes_the_events_back() -> None:
    game = Game(stack=["E", *SPARE])
    opening = game.events
    do(game, "place 0,-1 r2")
    placed = game.events
    do(game, "deploy city:S")
    game.undo()
    assert game.events == placed
    game.undo()
    assert (game.events, game.actions) == (opening, ())


def test_the_events_of_copies_whenever_made_are_those_of_what_they_went_through() -> None:
    """Made at rest, in the middle of an action, with the hidden tiles dealt anew, and at an end that is made up."""
    within: list[tuple[Game, Game, tuple[Event, ...]]] = []

    class Copying(Expansion):
        id = "copying"
        title = "Copying"

        def turn_ended(self, table: Table) -> None:
            assert isinstance(table, Game)
            within.append((table, table.copy(), table.events))

    game, choose = Game(seed=3, expansions=[Copying()]), random.Random(3).choice
    for _ in range(20):
        before, told = game.copy(), game.events
        ended = game.ended()
        other = game.determinize(random.Random(1))
        assert ended.events[: len(told)] == other.events == before.events == told
        assert isinstance(ended.events[-1], GameOver)
        happened = game.play(choose(list(game.legal_actions)))
        assert game.events == (*told, *happened)
        other.play(choose(list(other.legal_actions)))
        assert before.events == told
        assert other.events[: len(told)] == told
        assert len(other.events) > len(told)
    assert within
    for original, copied, so_far in within:
        assert copied.events == so_far == original.events[: len(so_far)]
        assert not isinstance(so_far[-1], TurnEnded)
        assert tuple(event for _, _, events in copied.course for event in events) == so_far
        with pytest.raises(CarcassonneError, match="no action to undo"):
            copied.undo()


def test_a_seats_score_is_the_sum_of_its_scores_and_each_the_sum_of_its_terms(games: list[Game]) -> None:
    for game in games:
        scores: Counter[int] = Counter()
        causes: Counter[tuple[int, str]] = Counter()
        for event in game.events:
            if isinstance(event, ScoreChanged):
                assert event.points == total(event.terms) == sum(term.count * term.each for term in event.terms)
                scores[event.seat] += event.points
                causes[event.seat, event.cause] += event.points
        assert tuple(scores[seat] for seat in range(len(game.players))) == game.scores
        for seat, by_cause in enumerate(game.breakdown()):
            assert by_cause == {cause: causes[seat, cause] for owner, cause in causes if owner == seat}


def test_a_scoring_names_the_seats_with_most_and_pays_exactly_them(games: list[Game]) -> None:
    for game in games:
        for index, event in enumerate(game.events):
            if isinstance(event, FeatureScored):
                most = max(event.counts)
                assert event.winners == tuple(seat for seat, count in enumerate(event.counts) if count == most > 0)
                paid = game.events[index + 1 : index + 1 + len(event.winners)]
                assert [e.seat for e in paid if isinstance(e, ScoreChanged)] == list(event.winners)
                assert {e.cause for e in paid if isinstance(e, ScoreChanged)} == {event.kind}


def test_every_turn_is_ended_once_in_order(games: list[Game]) -> None:
    for game in games:
        ended = [event for event in game.events if isinstance(event, TurnEnded)]
        assert ended == [TurnEnded(turn % len(game.players), turn + 1) for turn in range(len(ended))]
        assert len(ended) == sum(isinstance(event, TilePlaced) for event in game.events)


def test_every_tile_drawn_is_placed_or_set_aside(games: list[Game]) -> None:
    for game in games:
        drawn = [event.tile for event in game.events if isinstance(event, TileDrawn)]
        used = [event.tile for event in game.events if isinstance(event, TilePlaced | TileSetAside)]
        assert drawn == used == list(game.drawn)


def test_the_last_event_says_who_won(games: list[Game]) -> None:
    for game in games:
        assert game.events[-1] == GameOver(game.scores, game.winners, game.left_out)
        assert sum(isinstance(event, GameOver) for event in game.events) == 1


NAMESPACE = {**vars(actions), **vars(core_events), **vars(peasant_revolts)}
"""What evaluates the `repr` of events and actions."""


def test_the_repr_of_an_event_evaluates_back(games: list[Game]) -> None:
    for event, _ in all_events(games):
        assert eval(repr(event), NAMESPACE.copy()) == event
        assert hash(event) == hash(eval(repr(event), NAMESPACE.copy()))


def test_every_event_is_told_in_words(games: list[Game]) -> None:
    names = ("Ada", "Bob", "Cyd", "Dee", "Eve", "Fay")
    for event, _ in all_events(games):
        told = event.tell(names)
        assert bool(told) == (not isinstance(event, TurnEnded))
        assert told == told.strip()
        if isinstance(event, TileDrawn | TilePlaced | MeepleDeployed | MeepleReturned | ScoreChanged | RevoltReached):
            assert names[event.seat] in told
        if isinstance(event, ScoreChanged) and event.points:
            assert f"{event.points:+d} point" in told
        if isinstance(event, TilePlaced | MeepleDeployed | MeepleReturned | FeatureCompleted | MeepleProtected):
            assert f"({event.x},{event.y})" in told


def test_every_event_turns_into_json(games: list[Game]) -> None:
    for event, _ in all_events(games):
        data = event.to_json()
        assert data["event"] == event.name()
        assert json.loads(json.dumps(data)) == data
        assert len(data) == 1 + len(type(event).__slots__)


def test_json_says_it_all() -> None:
    assert TilePlaced(1, "E", 0, -1, 2).to_json() == {
        "event": "tile_placed", "seat": 1, "tile": "E", "x": 0, "y": -1, "rotation": 2,
    }  # fmt: skip
    assert ScoreChanged(0, 10, "city", (Term("tiles", 4, 2), Term("coats of arms", 1, 2))).to_json() == {
        "event": "score_changed", "seat": 0, "points": 10, "cause": "city",
        "terms": [{"name": "tiles", "count": 4, "each": 2}, {"name": "coats of arms", "count": 1, "each": 2}],
    }  # fmt: skip
    assert RevoltEnded((1, 0), None).to_json() == {"event": "revolt_ended", "reached": [1, 0], "stopped_by": None}
    assert FeatureScored("city", 0, 0, "city:N", True, (1, 0), (0,)).to_json()["counts"] == [1, 0]


def test_tallies_add_up_to_what_happened(games: list[Game]) -> None:
    for game in games:
        tally: Counter[str] = Counter()
        for event in game.events:
            if counted := event.tally():
                tally[counted[0]] += counted[1]
        assert tally["tiles set aside"] == len(game.set_aside)
        assert tally["revolts"] == sum(isinstance(event, RevoltBegan) for event in game.events)
        assert tally["protections bought"] == sum(isinstance(event, MeepleProtected) for event in game.events)
        home = [event for event in game.events if isinstance(event, MeepleReturned) and event.cause == "revolt"]
        assert tally["meeples sent home"] == len(home)


# actions


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_reads_back_from_its_text_and_its_repr(seed: int) -> None:
    game, rng = Game(3, seed=seed, expansions=REVOLTS), random.Random(seed)
    seen: set[type[Action]] = set()
    while not game.over:
        for action in game.legal_actions:
            seen.add(type(action))
            assert game.action(str(action)) == action
            assert eval(repr(action), NAMESPACE.copy()) == action
        game.play(rng.choice(game.legal_actions))
    assert seen == {Pass, Place, Deploy, Protect}


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Pass(), "pass"),
        (Draw("PR01"), "draw PR01"),
        (Place(1, 0, 2), "place 1,0 r2"),
        (Place(-12, -3, 0), "place -12,-3 r0"),
        (Deploy("city:N"), "deploy city:N"),
        (Deploy("monastery"), "deploy monastery"),
        (Deploy("monastery", "abbot"), "deploy monastery abbot"),
        (Deploy("field:I", "pig"), "deploy field:I pig"),
    ],
)
def test_the_text_of_an_action(action: Action, text: str) -> None:
    assert str(action) == text
    assert parse(text) == action
    assert eval(repr(action), NAMESPACE.copy()) == action


def test_the_text_of_an_action_of_the_expansion_is_read_by_its_games() -> None:
    action = Protect(-1, 2, "road:E")
    assert str(action) == "protect -1,2 road:E"
    assert Game(expansions=REVOLTS).action(str(action)) == action
    assert eval(repr(action), NAMESPACE.copy()) == action


def test_space_around_words_makes_no_difference() -> None:
    assert parse("  place   1,0\tr0 \n") == Place(1, 0, 0)


def test_events_and_terms_can_be_copied_and_sent_to_other_processes() -> None:
    game = play_out_first(Game(seed=3))
    assert any(isinstance(event, ScoreChanged) for event in game.events)
    for again in (pickle.loads(pickle.dumps(game.events)), copy.deepcopy(game.events), copy.copy(game.events)):
        assert again == game.events
        assert repr(again) == repr(game.events)


def play_out_first(game: Game) -> Game:
    while not game.over:
        game.play(game.legal_actions[-1])
    return game


def test_a_term_is_taken_apart_by_its_fields() -> None:
    match Term("tiles", 4, 2):
        case Term(name, count, each):
            assert (name, count, each) == ("tiles", 4, 2)
