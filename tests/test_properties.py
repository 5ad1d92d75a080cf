"""What is true of every game, as sentences. Hypothesis looks for a game of which one of them is false."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import lying, printed, rotations, tile_file

from carcassonne import PASS, Action, CarcassonneError, Deploy, Draw, Game, IllegalAction, Pass, Place
from carcassonne.events import Event, MeepleDeployed, MeepleReturned, ScoreChanged, TurnEnded
from carcassonne.expansions.peasant_revolts import (
    MeepleProtected,
    Protect,
    RevoltBegan,
    RevoltEnded,
    RevoltReached,
    protected,
)
from carcassonne.testing import Playthrough, Setup, strategies
from carcassonne.testing.near_misses import misses_of

REVOLTS = "peasant_revolts"
REVOLT_TILES = set(tile_file(REVOLTS))

PLAYTHROUGHS = strategies.playthroughs(among=[REVOLTS])
OF_REVOLTS = strategies.playthroughs(among=(), always=[REVOLTS])
POSITIONS = strategies.games(among=[REVOLTS], unfinished=True)


# Meeples, points and edges


@given(PLAYTHROUGHS)
def test_meeples_are_conserved(play: Playthrough) -> None:
    for game in play:
        for seat, at_hand in enumerate(game.supply):
            assert at_hand + sum(meeple.seat == seat for meeple in game.meeples) == play.setup.settings["meeples"]
            assert game.supply_of(seat) == {"meeple": at_hand}


@given(PLAYTHROUGHS)
def test_every_change_of_a_score_equals_the_sum_of_its_terms_and_a_score_the_sum_of_its_changes(
    play: Playthrough,
) -> None:
    for game in play:
        changes = [event for event in game.events if isinstance(event, ScoreChanged)]
        for change in changes:
            assert change.points == sum(term.count * term.each for term in change.terms)
        sums = [sum(change.points for change in changes if change.seat == seat) for seat in range(len(game.players))]
        assert game.scores == tuple(sums)
        assert [sum(causes.values()) for causes in game.breakdown()] == sums


@given(POSITIONS)
def test_open_edges_equal_a_recount(game: Game) -> None:
    board = game.board
    tiles = board.tiles
    beyond = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    for kind in ("city", "road"):
        open_edges: Counter[object] = Counter()
        for placed in tiles.values():
            for segment in lying(placed.tile, placed.rotation).segments:
                if segment.kind == kind:
                    cells = [(placed.x + beyond[side][0], placed.y + beyond[side][1]) for side in segment.sides]
                    feature = board.feature(placed.x, placed.y, segment.location)
                    open_edges[feature.x, feature.y, feature.location] += sum(cell not in tiles for cell in cells)
        recount = {(feature.x, feature.y, feature.location): feature.open_edges for feature in board.features(kind)}
        assert recount == dict(open_edges)


# Legal actions and all others


class Dance(Action):
    """An action of no game."""

    __slots__ = ()
    verb = "dance"


ALWAYS_TRIED: tuple[Any, ...] = (
    *(PASS, Draw("D"), Draw("B"), Place(0, 0, 0), Place(1, 0, 0), Deploy("field:NL"), Deploy("city:N")),
    *(Protect(0, 0, "city:N"), Protect(0, 0, "field:EL"), Dance(), Action()),
    *(None, "pass", "place 1,0 r0", 0, 1.5, (), ("place", 1, 0, 0), Pass, Place, object()),
)


def meaning(game: Game, action: Any) -> Action | None:
    """The listed form of an action by another name, read from the tiles; None for what makes no sense."""
    match action:
        case Place(x=x, y=y, rotation=rotation):
            if any(type(number) is not int for number in (x, y, rotation)) or rotation not in range(4) or not game.tile:
                return None
            look = {(s.kind, s.sides) for s in lying(game.tile, rotation).segments}
            same = (
                other
                for other in rotations(game.tile)
                if {(s.kind, s.sides) for s in lying(game.tile, other).segments} == look
            )
            return Place(x, y, next(same))
        case Deploy(location=location, piece="meeple"):
            placed = list(game.board.tiles.values())[-1]
            name = canonical(game, placed.x, placed.y, location)
            return None if name is None else Deploy(name)
        case Protect(x=x, y=y, location=location):
            name = canonical(game, x, y, location)
            return None if name is None else Protect(x, y, name)
        case Pass() | Draw(tile=str()):
            return action
    return None


def canonical(game: Game, x: object, y: object, location: object) -> str | None:
    """The canonical name of a location of a placed tile, given any of its names."""
    if type(x) is not int or type(y) is not int or (x, y) not in game.board.tiles:
        return None
    placed = game.board.tiles[x, y]
    for segment in lying(placed.tile, placed.rotation).segments:
        if location in (segment.location, *(f"{segment.kind}:{side}" for side in segment.sides)):
            return segment.location
    return None


@given(POSITIONS, st.integers(0, 199))
def test_every_legal_action_applies_and_every_other_is_refused_and_changes_nothing(game: Game, index: int) -> None:
    legal = list(game.legal_actions)
    for action in legal:
        assert_accepted(game, action, action)
    for start in {legal[index % len(legal)], legal[-1]}:
        for action in misses_of(game, start):
            assert_lawful(game, action, legal)
    for action in ALWAYS_TRIED:
        assert_lawful(game, action, legal)


def assert_lawful(game: Game, action: Any, legal: list[Action]) -> None:
    """An action that means a legal one is accepted, any other refused."""
    meant = meaning(game, action)
    if meant in legal:
        assert meant is not None
        assert_accepted(game, action, meant)
    else:
        assert_refused(game, action)


def assert_accepted(game: Game, action: Action, meant: Action) -> None:
    """`in` and `why_not` say that an action is legal, its text reads back, and it does what its listed form does."""
    assert action in game.legal_actions
    assert game.why_not(action) is None
    assert game.action(str(action)) == action
    before = game.key()
    one, other = game.copy(), game.copy()
    assert one.play(action, seat=game.seat) == one.events[len(game.events) :]
    other.play(meant)
    assert one.key() == other.key() != before == game.key()


def assert_refused(game: Game, action: Any) -> None:
    """`in` and `why_not` say that an action is illegal, and playing it changes nothing."""
    key, events, legal = game.key(), game.events, list(game.legal_actions)
    assert action not in game.legal_actions
    assert game.why_not(action), action
    with pytest.raises(IllegalAction):
        game.play(action)
    assert (game.key(), game.events, list(game.legal_actions)) == (key, events, legal)


@given(strategies.setups(among=[REVOLTS]))
def test_by_hand_every_tile_that_may_still_come_can_be_drawn_and_no_other(chosen: Setup) -> None:
    game = chosen.game(by_hand=True)
    while not game.over:
        if game.decision == "draw":
            legal = list(game.legal_actions)
            assert legal == [Draw(tile) for tile in game.unseen()]
        if len(game.drawn) % 20 == 7:
            for action in [*misses_of(game, legal[0]), Draw("Z"), *map(Draw, tile_file("base")), *ALWAYS_TRIED]:
                assert_lawful(game, action, list(game.legal_actions))
        game.play(game.legal_actions[0])


@given(POSITIONS)
def test_only_the_seat_whose_decision_it_is_may_act(game: Game) -> None:
    key, action = game.key(), game.legal_actions[0]
    others: list[Any] = [seat for seat in range(-1, 8) if seat != game.seat]
    for seat in [*others, "Red", 1.5, ()]:
        with pytest.raises(IllegalAction):
            game.play(action, seat=seat)
    assert game.key() == key


@given(PLAYTHROUGHS)
def test_nothing_can_be_played_when_the_game_is_over(play: Playthrough) -> None:
    game = play.finished
    assert not game.legal_actions
    assert list(game.legal_actions) == []
    assert game.decision is None
    last = game.actions[-1]
    for action in (last, *ALWAYS_TRIED):
        assert_refused(game, action)


@given(PLAYTHROUGHS)
def test_length_truth_indices_and_iteration_of_the_legal_actions_agree(play: Playthrough) -> None:
    for game in play:
        view = game.legal_actions
        listed = list(view)
        assert len(view) == len(listed) == len(set(listed))
        assert bool(view) == bool(listed) == (not game.over)
        assert [view[index] for index in range(len(listed))] == listed
        assert [view[~index] for index in range(len(listed))] == listed[::-1] == list(reversed(view))
        assert list(view[1:3]) == listed[1:3]
        with pytest.raises(IndexError):
            view[len(listed)]
        assert listed == list(game.copy().legal_actions)


# Undo and copy


@given(PLAYTHROUGHS)
def test_undo_restores_everything(play: Playthrough) -> None:
    game = play.setup.game()
    past: list[tuple[object, object, object, object]] = []
    for index in play.picks:
        if game.over:
            break
        shown = game.board.features() if len(past) % 16 == 0 else None
        past.append((game.key(), game.events, list(game.legal_actions), shown))
        game.play(play.picks.pick(game, index))
    actions = game.actions
    final = game.key()
    for key, events, legal, features in reversed(past):
        action = game.undo()
        assert game.key() == key
        assert game.events == events
        assert list(game.legal_actions) == legal
        assert features is None or game.board.features() == features
        assert action in game.legal_actions
    with pytest.raises(CarcassonneError):
        game.undo()
    for action in actions:
        game.play(action)
    assert game.key() == final


@given(POSITIONS, st.integers(1, 12))
def test_a_copy_is_equal_and_independent_and_can_be_undone_as_far(original: Game, further: int) -> None:
    before, events, legal = original.key(), original.events, list(original.legal_actions)
    copy = original.copy()
    assert (copy.key(), copy.events, list(copy.legal_actions)) == (before, events, legal)
    assert hash(copy.key()) == hash(before)
    forward = play_on(copy, further)
    assert (original.key(), original.events, list(original.legal_actions)) == (before, events, legal)
    assert play_on(original, further) == forward
    while copy.actions:
        copy.undo()
    assert copy.key() == Setup.of(copy).game().key()
    assert original.key() == forward[-1]
    while original.actions:
        original.undo()
    assert original.key() == copy.key()


def play_on(game: Game, actions: int) -> list[object]:
    """Play so many actions further; the keys passed through."""
    keys: list[object] = []
    for step in range(actions):
        if not game.over:
            game.play(game.legal_actions[7 * step % len(game.legal_actions)])
        keys.append(game.key())
    return keys


# One seed, one game

TRANSCRIPT = """
import json, sys
from carcassonne.ruleset import load
from carcassonne.testing import Picks, Playthrough, Setup
ask = sys.argv[1] == "ask"
for number in range(4):
    setup = Setup((load("peasant_revolts"),) if number % 2 else (), 2 + number, seed=number)
    play = Playthrough(setup, Picks((3, 1, 4, 15, 92, 65), tight=number > 1))
    for game in play:
        if ask:
            game.provisional_scores(), game.unseen(), game.key(), game.board.features(), game.copy().events
            game.determinize(__import__("random").Random(1)).legal_actions
        print(game.scores, game.tile, [str(action) for action in game.legal_actions])
    print(json.dumps([event.to_json() for event in game.events]), game.left_out)
"""


def transcript(hash_seed: str, *arguments: str) -> str:
    """What another process, with another order of sets, prints of some games."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", TRANSCRIPT, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def test_the_same_seed_gives_the_same_game_in_every_process_whatever_is_asked_meanwhile() -> None:
    quiet = transcript("0", "quiet")
    assert quiet.count("\n") > 400
    assert transcript("1", "quiet") == quiet
    assert transcript("4242", "ask") == quiet


@given(PLAYTHROUGHS)
def test_the_same_seed_and_actions_give_the_same_game(play: Playthrough) -> None:
    first, second = play.finished, play.setup.game()
    for action in first.actions:
        second.play(action)
    assert second.key() == first.key()
    assert second.events == first.events


@given(PLAYTHROUGHS)
def test_a_game_from_a_given_stack_or_drawn_by_hand_is_the_game_with_those_tiles(play: Playthrough) -> None:
    game = play.finished
    given_stack = play.setup.with_stack(game.drawn).game()
    by_hand = play.setup.game(by_hand=True)
    draws = iter(game.drawn)
    for action in game.actions:
        given_stack.play(action)
        while by_hand.decision == "draw":
            by_hand.play(Draw(next(draws)))
        by_hand.play(action)
    while by_hand.decision == "draw":
        by_hand.play(Draw(next(draws)))
    for other in (given_stack, by_hand):
        assert other.over
        assert other.events[:-1] == game.events[:-1]
        assert (other.scores, other.winners) == (game.scores, game.winners)
        assert sorted(other.left_out) == sorted(game.left_out)


@given(strategies.setups(among=(), always=[REVOLTS]))
def test_adding_the_expansion_does_not_change_the_order_of_the_base_tiles(chosen: Setup) -> None:
    with_revolts = Playthrough(chosen).finished
    settings = {name: choice for name, choice in chosen.settings.items() if name != REVOLTS}
    without = Playthrough(replace(chosen, expansions=(), settings=settings)).finished
    assert [tile for tile in with_revolts.drawn if tile not in REVOLT_TILES] == list(without.drawn)


@given(strategies.playthroughs(among=()))
def test_a_game_with_the_expansion_installed_but_not_enabled_is_the_base_game(play: Playthrough) -> None:
    for game in play:
        assert game.decision in ("place", "deploy", None)
        assert not REVOLT_TILES & {*game.drawn, *game.unseen(), *game.left_out}
    assert play.finished.ruleset.expansions == ()
    assert Counter(game.drawn) == Counter(base_stack())
    with pytest.raises(IllegalAction):
        game.action("protect 0,0 city:N")
    assert {type(event).__module__ for event in game.events} == {"carcassonne.events"}


def base_stack() -> list[str]:
    """The tiles of a base game's stack, counted from the tile file."""
    tiles = [tile.id for tile in tile_file("base").values() for _ in range(tile.count)]
    tiles.remove("D")
    return tiles


# What players know


@given(PLAYTHROUGHS)
def test_asking_for_provisional_scores_changes_nothing(play: Playthrough) -> None:
    for game in play:
        key, events, legal = game.key(), game.events, list(game.legal_actions)
        first = game.provisional_scores()
        assert game.provisional_scores() == first
        assert (game.key(), game.events, list(game.legal_actions)) == (key, events, legal)
    assert game.provisional_scores() == game.scores


def known(game: Game) -> tuple[object, ...]:
    """Everything about a game that its players can see."""
    return (
        *(game.players, game.scores, game.supply, game.meeples, game.turn, game.turn_seat, game.seat, game.decision),
        *(game.tile, game.drawn, game.set_aside, game.stack_size, game.unseen(), game.left_out, game.over),
        *(list(game.board.tiles.items()), game.board.frontier, game.board.features(), list(game.legal_actions)),
        *(game.events, game.actions, game.provisional_scores(), game.breakdown()),
    )


@given(POSITIONS, st.randoms(use_true_random=False))
def test_determinizing_keeps_all_that_players_know_and_leaves_the_original_alone(game: Game, random: Random) -> None:
    before = game.key()
    other = game.determinize(random)
    assert known(other) == known(game)
    finish(other)
    assert game.key() == before
    assert other.drawn[: len(game.drawn)] == game.drawn
    assert sorted([*other.drawn, *other.left_out]) == sorted([*finish(game).drawn, *game.left_out])
    assert len(other.left_out) == (3 if game.ruleset.expansions else 0)


@given(strategies.setups(among=(), always=[REVOLTS]))
def test_determinizing_shuffles_the_stack_and_what_was_left_out(chosen: Setup) -> None:
    game = chosen.game()
    others = [game.determinize(Random(number)) for number in range(12)]
    assert len({other.key() for other in others}) == 12
    assert game.determinize(Random(5)).key() == others[5].key()
    assert len({finish(other).left_out for other in others}) > 6


def finish(game: Game) -> Game:
    """The game, played to its end by first choices."""
    while not game.over:
        game.play(game.legal_actions[0])
    return game


# The Peasant Revolts


@given(OF_REVOLTS)
def test_twelve_revolt_tiles_are_drawn_or_in_the_stack_or_left_out(play: Playthrough) -> None:
    for game in play:
        drawn = {tile for tile in game.drawn if tile in REVOLT_TILES}
        unseen = {tile for tile in game.unseen() if tile in REVOLT_TILES}
        # Whoever has seen nine knows that the other three are in the box.
        box = REVOLT_TILES - drawn if len(drawn) == 9 else set()
        assert drawn | unseen | box == REVOLT_TILES
        assert len(drawn) + len(unseen) + len(box) == 12
        assert sum(game.unseen().values()) == game.stack_size + (3 if unseen else 0)
        assert set(game.left_out) == (box if game.over else set())


def revolts_in(events: tuple[Event, ...]) -> Iterator[list[Event]]:
    """The events of each revolt, from its beginning to its end."""
    revolt: list[Event] | None = None
    for event in events:
        if isinstance(event, RevoltBegan):
            assert revolt is None
            revolt = []
        if revolt is not None:
            revolt.append(event)
        if isinstance(event, RevoltEnded):
            assert revolt is not None
            yield revolt
            revolt = None
    assert revolt is None


@given(OF_REVOLTS)
def test_a_revolt_goes_at_most_once_round_from_the_drawer_to_the_left_and_stops_at_the_first_loss(
    play: Playthrough,
) -> None:
    players = play.setup.players
    for began, *middle, ended in revolts_in(play.finished.events):
        assert isinstance(began, RevoltBegan)
        assert isinstance(ended, RevoltEnded)
        assert printed(began.tile).symbol == began.kind
        reached = [event for event in middle if isinstance(event, RevoltReached)]
        lap = [(began.seat + step) % players for step in range(players)]
        assert [event.seat for event in reached] == lap[: len(reached)] == list(ended.reached)
        assert all(event.returned == 0 for event in reached[:-1])
        assert ended.stopped_by == (reached[-1].seat if reached[-1].returned else None)
        assert ended.stopped_by is not None or len(reached) == players


@given(OF_REVOLTS)
def test_the_points_and_returns_of_a_revolt_are_those_that_it_tells(play: Playthrough) -> None:
    for _, *middle, _ in revolts_in(play.finished.events):
        seat = -1
        told: Counter[tuple[int, str]] = Counter()
        happened: Counter[tuple[int, str]] = Counter()
        for event in middle:
            if isinstance(event, RevoltReached):
                seat = event.seat
                told[seat, "points"] += 2 * event.protected
                told[seat, "returned"] += event.returned
            elif isinstance(event, ScoreChanged):
                assert (event.seat, event.cause) == (seat, "revolt")
                happened[seat, "points"] += event.points
            else:
                assert isinstance(event, MeepleReturned)
                assert (event.seat, event.cause) == (seat, "revolt")
                happened[seat, "returned"] += 1
        assert +happened == +told


@given(OF_REVOLTS)
def test_no_farmer_is_ever_protected_or_sent_home_before_the_end(play: Playthrough) -> None:
    for event in play.finished.events:
        if isinstance(event, MeepleProtected | MeepleReturned):
            assert not event.location.startswith("field")


@given(OF_REVOLTS)
def test_the_protected_are_always_standing_meeples_that_are_no_farmers(play: Playthrough) -> None:
    for game in play:
        standing = {(meeple.x, meeple.y, meeple.location) for meeple in game.meeples if meeple.kind != "field"}
        assert protected(game) <= standing
        marked = {(meeple.x, meeple.y, meeple.location) for meeple in game.meeples if "protected" in meeple.marks}
        assert marked == protected(game)


@given(OF_REVOLTS)
def test_at_most_one_meeple_is_protected_a_turn_for_4_points_if_just_deployed_and_otherwise_for_2(
    play: Playthrough,
) -> None:
    deployed: MeepleDeployed | None = None
    bought: list[MeepleProtected] = []
    scores = Counter[int]()
    for event in play.finished.events:
        if isinstance(event, TurnEnded):
            deployed, bought = None, []
        elif isinstance(event, MeepleDeployed):
            deployed = event
        elif isinstance(event, MeepleProtected):
            bought.append(event)
            assert len(bought) == 1
            if deployed is None or deployed.location.startswith("field"):
                assert event.price == 2
            else:
                assert (event.x, event.y, event.location) == (deployed.x, deployed.y, deployed.location)
                assert event.price == 4
        elif isinstance(event, ScoreChanged):
            scores[event.seat] += event.points
            if event.cause == "protection":
                assert (event.seat, event.points) == (bought[0].seat, -bought[0].price)
                assert play.setup.settings[REVOLTS]["scores_below_zero"] or scores[event.seat] >= 0


@given(OF_REVOLTS)
def test_prices_are_paid_once_and_nothing_else_costs_points(play: Playthrough) -> None:
    events = play.finished.events
    prices = Counter[int]()
    paid = Counter[int]()
    for event in events:
        if isinstance(event, MeepleProtected):
            prices[event.seat] += event.price
        elif isinstance(event, ScoreChanged) and event.cause == "protection":
            paid[event.seat] -= event.points
        elif isinstance(event, ScoreChanged):
            assert event.points >= 0
    assert paid == prices


@given(PLAYTHROUGHS)
def test_every_event_turns_into_json_and_tells_itself(play: Playthrough) -> None:
    game = play.finished
    for event in game.events:
        assert json.loads(json.dumps(event.to_json()))["event"] == event.name()
        assert isinstance(event.tell(game.players), str)
