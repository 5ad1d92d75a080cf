"""Any subset of our expansions, named in any order, makes one well-defined game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, pairwise
from random import Random

import pytest
from golden import OURS
from whole_games import assert_sound

from carcassonne import Game
from carcassonne.ruleset import CORE
from carcassonne.testing.playing import tightest

SUBSETS = list(chain.from_iterable(combinations(OURS, size) for size in range(len(OURS) + 1)))
PAIRS_AND_ALL = [*combinations(OURS, 2), OURS]


def ids(subset: Sequence[str]) -> str:
    return "+".join(subset) or "base"


def finished(expansions: Iterable[str], players: int, seed: int) -> Game:
    """A game between random players who like to fill gaps."""
    game, rng = Game(players, expansions=tuple(expansions), seed=seed), Random(seed)
    while not game.over:
        game.play(rng.choice(tightest(game, list(game.legal_actions))))
    return game


@pytest.mark.parametrize("subset", SUBSETS, ids=ids)
def test_the_order_in_which_expansions_are_named_makes_no_difference(subset: tuple[str, ...]) -> None:
    seed = SUBSETS.index(subset)
    anyhow = Random(seed).sample(subset, len(subset))
    one, *others = (finished(named, 2 + seed % 5, seed) for named in (subset, subset[::-1], anyhow))
    for other in others:
        assert other.key() == one.key()
        assert other.actions == one.actions
        assert other.events == one.events


@pytest.mark.parametrize("subset", SUBSETS, ids=ids)
def test_every_tile_of_every_expansion_is_there_and_no_other(subset: tuple[str, ...]) -> None:
    """Each brings its own, alone or with others, and changes none of another's but by what is drawn on it."""
    owned = Game(expansions=subset).ruleset.tiles_of
    assert set(owned) == {CORE, *subset}
    assert len(owned[CORE]) == 72
    for name in subset:
        alone = Game(expansions=(name,)).ruleset.tiles_of[name]
        assert len(owned[name]) == len(alone)


@pytest.mark.parametrize("seed", range(5))
def test_an_expansion_does_not_change_the_order_of_tiles_that_others_bring(seed: int) -> None:
    together = Game(expansions=OURS, seed=seed)
    for name in OURS:
        assert brought(Game(expansions=(name,), seed=seed), name) == brought(together, name)
    assert [tile.rstrip("G") or tile for tile in brought(together, CORE)] == [
        tile.rstrip("G") or tile for tile in brought(Game(seed=seed), CORE)
    ]


def brought(game: Game, owner: str) -> list[str]:
    """The tiles in the stack that the base or an expansion brings; with gardens in play E is E or EG."""
    return [tile for tile in game.stack if game.ruleset.owner_of[tile] == owner]


@pytest.mark.parametrize("subset", PAIRS_AND_ALL, ids=ids)
def test_whole_games_are_sound(subset: tuple[str, ...]) -> None:
    """Pieces and tiles conserved, points explained, undo and copy exact, texts, states and records read back."""
    number = PAIRS_AND_ALL.index(subset)
    assert_sound(subset, players=2 + number % 5, seed=number)


@pytest.mark.parametrize("subset", [(), *((name,) for name in OURS), *PAIRS_AND_ALL], ids=ids)
def test_what_nobody_knows_is_dealt_anew_and_nothing_else(subset: tuple[str, ...]) -> None:
    game, rng = Game(3, expansions=subset, seed=4), Random(4)
    while not game.over:
        if len(game.actions) % 40 == 7:
            before = game.key()
            other = game.determinize(rng, game.seat)
            assert game.key() == before
            assert list(other.legal_actions) == list(game.legal_actions)
            assert (other.drawn, other.unseen(), other.scores) == (game.drawn, game.unseen(), game.scores)
            assert hidden(other) == hidden(game)
            assert parts(other) == parts(game)
            while not other.over:
                other.play(rng.choice(other.legal_actions))
            assert sum(Counter(other.left_out).values()) == len(game.box)
        game.play(rng.choice(game.legal_actions))


def hidden(game: Game) -> Counter[str]:
    """All the tiles that are to be drawn or were left out."""
    return Counter(game.stack[game.top :]) + Counter(game.box)


def parts(game: Game) -> list[Counter[str]]:
    """For each part of the stack that was shuffled apart, who brought the tiles that are left in it."""
    edges = [game.top, *(end for end in game.blocks if end > game.top)]
    owner = game.ruleset.owner_of
    return [Counter(owner[t] for t in game.stack[a:b]) for a, b in pairwise(edges)]


def test_only_the_named_ones_take_part() -> None:
    for name in OURS:
        game = Game(expansions=(name,))
        assert [expansion.id for expansion in game.ruleset.expansions] == [name]
    assert Game().ruleset.expansions == ()
