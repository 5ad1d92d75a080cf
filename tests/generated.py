"""Whole games out of a few small numbers, for tests to generate: rules to play by, picks among legal actions."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import strategies as st
from oracle import Table

from carcassonne import Action, Game, Place

REVOLTS = "peasant_revolts"
REVOLT_SETTINGS = (
    "unplaceable_tile_revolts",
    "replacement_draw_revolts",
    "farmer_closes_protection",
    "protect_completed",
    "redeploy_returned",
    "protect_with_empty_supply",
    "scores_below_zero",
)


@dataclass(frozen=True)
class Rules:
    """What a game is made of."""

    players: int = 2
    revolts: bool = False
    seed: int = 0
    fields: bool = True
    two_tile_city: int = 4
    meeples: int = 7
    sets: int = 1
    switched_off: frozenset[str] = frozenset()
    """The settings of The Peasant Revolts that are not at their default."""

    def game(self, **how: Any) -> Game:
        """A new game; `how` says where its tiles come from, if not from the seed."""
        settings: dict[str, object] = {
            "fields": self.fields,
            "two_tile_city": self.two_tile_city,
            "meeples": self.meeples,
            "sets": self.sets,
        }
        if self.revolts:
            settings[REVOLTS] = self._revolt_settings
        expansions = (REVOLTS,) if self.revolts else ()
        return Game(self.players, expansions=expansions, seed=self.seed, settings=settings, **how)

    def table(self) -> Table:
        """A new table for the oracle."""
        return Table(self.players, self.fields, self.two_tile_city, self.meeples, self._revolt_settings)

    @property
    def _revolt_settings(self) -> dict[str, bool]:
        return dict.fromkeys(sorted(self.switched_off), False)


def rules_of(seed: int) -> Rules:
    """Rules for a test that counts through seeds: every number of players, with and without revolts, by turns."""
    random = Random(f"rules {seed}")
    unusual = seed % 4 == 3
    return Rules(
        players=2 + seed // 2 % 5,
        revolts=bool(seed % 2),
        seed=seed,
        fields=random.random() < 0.8,
        two_tile_city=random.choice((4, 2)),
        meeples=random.choice((7, 7, 7, 5, 3, 1, 0)),
        switched_off=frozenset(name for name in REVOLT_SETTINGS if unusual and random.random() < 0.4),
    )


def rules(revolts: bool | None = None, max_sets: int = 1) -> st.SearchStrategy[Rules]:
    """Any rules; they shrink to two players and the defaults. `revolts` says whether the expansion is in."""
    with_revolts = st.booleans() if revolts is None else st.just(revolts)
    return with_revolts.flatmap(
        lambda chosen: st.builds(
            Rules,
            players=st.integers(2, 6),
            revolts=st.just(chosen),
            seed=st.integers(0, 2**32),
            fields=st.sampled_from((True, True, False)),
            two_tile_city=st.sampled_from((4, 2)),
            meeples=st.sampled_from((7, 7, 7, 5, 3, 1, 0)),
            sets=st.integers(1, max_sets),
            switched_off=st.frozensets(st.sampled_from(REVOLT_SETTINGS), max_size=7 if chosen else 0),
        )
    )


@dataclass(frozen=True)
class Picks:
    """How a game is played: the indices to pick from the legal actions, over and over.

    `tight` play picks only among the placements with most neighbours, so that more gets completed.
    """

    indices: tuple[int, ...] = (0,)
    tight: bool = False

    def __iter__(self) -> Iterator[int]:
        return itertools.cycle(self.indices)

    def pick(self, game: Game, index: int) -> Action:
        """One legal action."""
        actions = list(game.legal_actions)
        if self.tight:
            actions = tightest(game, actions)
        return actions[index % len(actions)]


def tightest(game: Game, actions: list[Action]) -> list[Action]:
    """The placements with most neighbours among the legal actions; all of them in another decision."""
    tiles = game.board.tiles

    def neighbours(action: Action) -> int:
        if not isinstance(action, Place):
            return 0
        return sum((action.x + dx, action.y + dy) in tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    ranked = [(neighbours(action), action) for action in actions]
    most = max(count for count, _ in ranked)
    return [action for count, action in ranked if count == most]


def picks() -> st.SearchStrategy[Picks]:
    """Any picks; they shrink to always the first."""
    return st.builds(Picks, st.lists(st.integers(0, 199), min_size=1, max_size=50).map(tuple), st.booleans())


@dataclass(frozen=True)
class Playthrough:
    """A game to be played by picks. Going through it gives the game after its opening and after each action."""

    rules: Rules = field(default_factory=Rules)
    picks: Picks = field(default_factory=Picks)

    def __iter__(self) -> Iterator[Game]:
        game = self.rules.game()
        yield game
        for index in self.picks:
            if game.over:
                return
            game.play(self.picks.pick(game, index))
            yield game

    @cached_property
    def finished(self) -> Game:
        """The game at its end."""
        *_, game = self
        return game


def playthroughs(revolts: bool | None = None) -> st.SearchStrategy[Playthrough]:
    """Any whole game."""
    return st.builds(Playthrough, rules(revolts), picks())


def positions(revolts: bool | None = None) -> st.SearchStrategy[tuple[Playthrough, int]]:
    """Any whole game, and how many actions into it to look (never beyond its last decision)."""
    return st.tuples(playthroughs(revolts), st.integers(0, 120))


def position(play: Playthrough, actions: int) -> Game:
    """The game after that many actions, or before its last one if it is shorter."""
    game = play.rules.game()
    for index in itertools.islice(play.picks, actions):
        if game.over:
            break
        game.play(play.picks.pick(game, index))
    if game.over:
        game.undo()
    return game
