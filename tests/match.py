"""One game, played by the engine and on the table of oracle.py at once; a `Disagreement` where they differ.

A match is watched closely or lightly. Lightly, the table follows every turn by itself: whether there is nothing to
choose where the engine does not ask, whether each action chosen is legal, whose turn it is, every event (draws,
revolts, deployments, completed and scored features with their majorities and points, goods, meeples that go home),
scores and supplies, and in the end the whole scoring, winners, and who stands where. Closely, all that may be chosen is
worked out besides by trying everything, and every so many turns the whole position.

Games are numbered. A number gives the rules (any of our expansions, 2 to 6 players, all settings) and all the moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from golden import OURS
from oracle import MEEPLES, Cell, Feature, Spot, Table

from carcassonne import PASS, Action, Deploy, Game, Place
from carcassonne.events import (
    Event,
    FeatureCompleted,
    FeatureScored,
    GameOver,
    MeepleDeployed,
    MeepleReturned,
    ScoreChanged,
    TileDrawn,
    TileSetAside,
)
from carcassonne.expansions.abbot.actions import Recall
from carcassonne.expansions.peasant_revolts import PeasantRevolts, Protect, RevoltBegan, RevoltReached, protected
from carcassonne.expansions.traders_and_builders.events import GoodsTaken
from carcassonne.ruleset import installed
from carcassonne.testing import Setup
from carcassonne.testing.setups import any_settings


class Disagreement(Exception):
    """What the engine says, and what the table of oracle.py says."""


def agree(what: str, engine: object, table: object) -> None:
    """Raise Disagreement, naming what it is about, unless both say the same."""
    if engine == table:
        return
    if isinstance(engine, set | frozenset) and isinstance(table, set | frozenset):
        raise Disagreement(
            f"{what}: only the engine has {listed(engine - table)}, only the table {listed(table - engine)}"
        )
    if isinstance(engine, Counter) and isinstance(table, Counter):
        raise Disagreement(f"{what}: only the engine has {list(engine - table)}, only the table {list(table - engine)}")
    raise Disagreement(f"{what}: the engine says {engine}, the table {table}")


def listed(things: Iterable[object]) -> str:
    """All of them in words, sorted."""
    return ", ".join(sorted(map(str, things))) or "nothing"


# How a game is played

Policy = Callable[["Match", Sequence[Action]], Action]


def by_chance(match: "Match", actions: Sequence[Action]) -> Action:
    """Any action."""
    return match.random.choice(actions)


def tight(match: "Match", actions: Sequence[Action]) -> Action:
    """A placement with many neighbours, so that more gets completed; else any action."""
    cells = {(action.x, action.y) for action in actions if isinstance(action, Place)}
    if not cells:
        return match.random.choice(actions)
    filled = {cell: match.table.neighbours(*cell) for cell in cells}
    most = max(filled.values())
    return match.random.choice([place for place in actions if filled[place.x, place.y] == most])  # type: ignore[attr-defined]


def greedy(match: "Match", actions: Sequence[Action]) -> Action:
    """Of a few actions the one that leaves the seat farthest ahead at the end of the turn, if it then passes."""
    looked_at = match.random.sample(actions, min(len(actions), LOOKED_AT))
    return max(looked_at, key=lambda action: lead_after(match.game, action))


LOOKED_AT: Final = 3
"""So many actions at most does greed compare."""


def lead_after(game: Game, action: Action) -> int:
    """How far the deciding seat would be ahead of the best other at the end of its turn."""
    seat, turn, played = game.seat, game.turn, 1
    game.play(action)
    while game.turn == turn and not game.over:
        game.play(PASS)
        played += 1
    scores = list(game.scores)
    for _ in range(played):
        game.undo()
    return scores.pop(seat) - max(scores)


POLICIES: Final[tuple[Policy, ...]] = (by_chance, tight, greedy)


def some_policy(number: int) -> Policy:
    """How the game of a number is played: two of five by chance, two of five tight, one of five greedy."""
    return Random(f"policy {number}").choice((by_chance, by_chance, tight, tight, greedy))


# What is played


RULES: Final = 96
"""So many rulesets take turns, over and over: a ruleset costs more to make than a game to play."""
NEW_RULES: Final = 5000
"""After so many games come other rulesets."""


def some_rules(number: int) -> Setup:
    """A game for each number: no expansion, one, some or all; settings, numbers of players and stacks by chance."""
    table = number % RULES
    random = Random(f"ruleset {table} of {number // NEW_RULES}")
    names = ((), (OURS[table % len(OURS)],), tuple(n for n in OURS if random.random() < 0.5), OURS)[table % 4]
    expansions = tuple(installed()[name] for name in names)
    settings = any_settings(expansions, random) | {"sets": random.choice((1,) * 12 + (2,))}
    if random.random() < 0.4:
        settings = {}
    random = Random(f"rules {number}")
    setup = Setup(expansions, random.randint(2, 6), number, settings)
    return setup.with_stack(few_kinds(setup, random)) if random.random() < 0.15 else setup


def few_kinds(setup: Setup, random: Random) -> list[str]:
    """A stack of only a few kinds of tile, so that more of them fit nowhere."""
    kinds = random.sample(sorted(setup.game().ruleset.shapes), 6)
    return random.choices(kinds, k=random.randint(5, 60))


class Match:
    """One game of two referees, watched closely or lightly; every so many turns the whole position is compared."""

    def __init__(
        self, setup: Setup, policy: Policy = by_chance, compare_every: int = 1, *, closely: bool = True
    ) -> None:
        self.setup = setup
        self.game = game = setup.game()
        names = frozenset(expansion.id for expansion in setup.expansions)
        self.revolts = PeasantRevolts.id in names
        core = game.settings.core
        rules = (core.fields, core.two_tile_city, core.meeples, setup.settings.get(PeasantRevolts.id, {}))
        self.table = Table(len(game.players), *rules, expansions=names)
        self.random = Random(f"play {setup.seed}")
        self.policy = policy
        self.compare_every = compare_every
        self.closely = closely
        self.drawn = 0
        self.news: list[Event] = list(game.events)
        """What the engine told since it was last compared."""
        self.aside: list[str] = []

    def play(self) -> None:
        """Play to the end. Raises Disagreement at the first difference."""
        seat = 0
        while True:
            self.draw(seat)
            if self.game.over:
                break
            self.compare_turn(seat)
            if self.looks_at(self.game.turn):
                self.compare_position()
            seat = self.turn(seat)
        self.compare_end()

    def looks_at(self, turn: int) -> bool:
        """Whether the whole position is compared in a turn."""
        return self.closely and turn % self.compare_every == 0

    def draw(self, seat: int) -> None:
        """What the draws of a turn do: revolts, tiles that fit nowhere."""
        revolts = []
        tiles = self.game.drawn[self.drawn :]
        for index, tile in enumerate(tiles):
            revolt = expected_draw(self.table, tile, seat, replacement=index > 0) if self.revolts else None
            if revolt:
                revolts.append(revolt)
            if index < len(tiles) - 1 or self.game.over:
                agree(f"where tile {tile}, set aside, fits", set(), self.table.placements(tile))
                self.aside.append(tile)
        agree("tiles set aside", list(self.game.set_aside), self.aside)
        agree("revolts", self.told_revolts(seat), revolts)
        self.compare_told_draws(tiles)
        self.drawn = len(self.game.drawn)

    def told_revolts(self, seat: int) -> list[dict[str, Any]]:
        """The revolts that the engine's new events tell, in the form of a trace."""
        revolts: list[dict[str, Any]] = []
        for event in self.news:
            if isinstance(event, RevoltBegan):
                agree("who drew the revolt", event.seat, seat)
                revolts.append({"tile": event.tile, "kind": event.kind, "steps": []})
            elif isinstance(event, RevoltReached):
                step = {"player": event.seat, "protected": event.protected, "returned": event.returned}
                revolts[-1]["steps"].append(step)
        return revolts

    def compare_told_draws(self, tiles: tuple[str, ...]) -> None:
        """The draws that the engine's new events tell."""
        agree("tiles drawn", [event.tile for event in self.news if isinstance(event, TileDrawn)], list(tiles))
        set_aside = [event.tile for event in self.news if isinstance(event, TileSetAside)]
        agree("tiles told to be set aside", set_aside, list(tiles if self.game.over else tiles[:-1]))

    def turn(self, seat: int) -> int:
        """One turn from the placement on; whose turn is next."""
        game, table, tile = self.game, self.table, self.game.tile
        assert tile is not None
        turn = game.turn
        place = self.choose("place", lambda: {Place(*placement) for placement in table.placements(tile)}, self.lawful)
        agree("whether a tile is placed", type(place), Place)
        assert isinstance(place, Place)
        x, y = place.x, place.y
        table.place(tile, x, y, place.rotation, seat)
        if game.turn == turn and not game.over and self.looks_at(turn):
            self.compare_provisional_scores(seat)
        deployed, otherwise = self.deploy(seat, x, y)
        if self.revolts:
            self.protect(seat, deployed, otherwise)
        if not game.over:
            agree("the turn", game.turn, turn + 1)
        if self.closely:
            self.compare_completed()
        return table.end_turn(seat)

    def deploy(self, seat: int, x: int, y: int) -> tuple[Spot | None, bool]:
        """The decision to deploy: where a meeple was deployed, and whether something else was done instead."""
        table = self.table
        deploy = self.choose("deploy", lambda: self.deployments(seat, x, y), self.lawful)
        if isinstance(deploy, Recall):
            table.recall(seat, (deploy.x, deploy.y))
        if not isinstance(deploy, Deploy):
            return None, deploy is not PASS
        spot = (x, y, deploy.location)
        table.deploy(seat, spot, deploy.piece)
        return (spot, False) if deploy.piece in MEEPLES else (None, True)

    def deployments(self, seat: int, x: int, y: int) -> set[Action]:
        """What may be chosen to deploy: each figure where it may stand, and abbots to be taken back."""
        recalls = {Recall(*cell) for cell in self.table.recalls(seat)}
        return {PASS, *(Deploy(*deployment) for deployment in self.table.deployments(seat, x, y)), *recalls}

    def protect(self, seat: int, deployed: Spot | None, otherwise: bool) -> None:
        """The decision to protect."""
        table = self.table

        def choices() -> set[Action]:
            return {PASS, *(Protect(*spot) for spot in table.protections(seat, deployed, otherwise))}

        protect = self.choose("protect", choices, lambda action, _: action in choices())
        if isinstance(protect, Protect):
            spot = (protect.x, protect.y, protect.location)
            table.protect(seat, spot, table.protections(seat, deployed, otherwise)[spot])

    def choose(
        self, decision: str, choices: Callable[[], set[Action]], lawful: Callable[[Action, int], bool]
    ) -> Action:
        """The action that is chosen in a decision, which the engine has played; where it does not ask, passing.

        Closely watched, the engine asks exactly where there are choices on the table, and offers those. Else the table
        looks only whether there are none where it does not ask, and whether the action chosen is lawful for the seat.
        """
        game, seat = self.game, self.game.seat
        actions = list(game.legal_actions) if game.decision == decision else []
        if self.closely or not actions:
            compare_choices(decision, actions, choices())
        if not actions:
            return PASS
        action = self.policy(self, actions)
        if action is not PASS:
            agree(f"whether '{action}' is legal", True, lawful(action, seat))
        self.news += game.play(action)
        return action

    def lawful(self, action: Action, seat: int) -> bool:
        """Whether a seat may place or deploy so, as the table has it."""
        game, table = self.game, self.table
        if isinstance(action, Place):
            return game.tile is not None and table.fits(game.tile, action.x, action.y, action.rotation)
        if isinstance(action, Deploy):
            return table.may_deploy(seat, (*table.last, action.location), action.piece)
        return isinstance(action, Recall) and (action.x, action.y) in table.recalls(seat)

    def compare_turn(self, seat: int) -> None:
        """What is compared in every turn: whose it is, what happened since the last, scores and supplies."""
        game, table = self.game, self.table
        agree("whose turn it is", (game.seat, game.turn_seat), (seat, seat))
        agree("scores", game.scores, table.scores)
        agree("supplies", [game.supply_of(seat) for seat in range(table.players)], table.supplies())
        self.compare_told()

    def compare_told(self) -> None:
        """What happened since this was last compared, as the engine's events tell it and as the table does."""
        told, self.table.told = self.table.told, []
        news, self.news = self.news, []
        features = {spot: part for line in told for part in line if isinstance(part, frozenset) for spot in part}
        seen = [line for event in news if (line := in_short(event, features)) is not None]
        if seen != told:
            agree("what happened", Counter(map(with_names, seen)), Counter(map(with_names, told)))

    def compare_completed(self) -> None:
        """The table itself: looking only round the tile laid last misses nothing held that is complete."""
        table = self.table
        standing = [spot for spot in table.meeples if table.segment(spot).kind != "field"]
        held = [feature for feature in table.features(standing) if table.completed(feature)]
        here = [feature for feature in table.just_completed() if table.occupied(feature)]
        agree("what was completed, all held or near the last tile", set(held), set(here))

    def compare_position(self) -> None:
        """Everything that can be seen on the table, and what it would be worth now."""
        game, table = self.game, self.table
        self.compare_meeples()
        agree("points by cause", nonzero(game.breakdown()), nonzero(table.causes))
        self.compare_provisional_scores()
        agree("the frontier", set(game.board.frontier), table.frontier())
        features = Counter(
            (seen.kind, frozenset(seen.tiles), seen.open_edges, seen.coats_of_arms, seen.completed)
            for seen in game.board.features()
        )
        agree("features", features, Counter(expected_view(table, feature) for feature in table.features()))
        self.compare_last_tile()

    def compare_provisional_scores(self, scoring: int | None = None) -> None:
        """The scores if the game ended now, once a seat has scored what the tile just placed completed."""
        table = self.table
        if scoring is not None:
            table = table.copy()
            table.score_completed(scoring)
        final = tuple(score + added.total() for score, added in zip(table.scores, table.final(), strict=True))
        agree("scores if the game ended now", self.game.provisional_scores(), final)

    def compare_meeples(self) -> None:
        """Who stands where, who is protected, and what is left at hand."""
        game, table = self.game, self.table
        standing = {(m.x, m.y, m.location): (m.seat, m.piece, m.kind) for m in game.meeples}
        expected = {spot: (seat, table.figure(spot), table.segment(spot).kind) for spot, seat in table.meeples.items()}
        agree("who stands where", set(standing.items()), set(expected.items()))
        agree("supplies", [game.supply_of(seat) for seat in range(table.players)], table.supplies())
        if self.revolts:
            agree("who is protected", set(protected(game)), table.protected)

    def compare_last_tile(self) -> None:
        """The features that the tile placed last belongs to, asked for by every name of every segment."""
        game, table = self.game, self.table
        (x, y), tile = list(table.tiles.items())[-1]
        for segment in tile.segments:
            feature = table.feature((x, y, segment.location))
            for name in {segment.location, *(f"{segment.kind}:{side}" for side in segment.sides)}:
                seen = game.board.feature(x, y, name)
                found = (seen.kind, set(seen.tiles), (seen.x, seen.y, seen.location) in feature)
                agree(f"{name} of ({x},{y})", found, (segment.kind, table.cells(feature), True))
                ends = (open_edges(table, feature), table.completed(feature))
                agree(f"open edges of {name} of ({x},{y})", (seen.open_edges, seen.completed), ends)

    def compare_end(self) -> None:
        """The game's end: final scores and their causes, who wins, the meeples left standing."""
        game, table = self.game, self.table
        agree("tiles in all", len(game.drawn), len(table.tiles) - 1 + len(self.aside))
        self.compare_meeples()
        table.end()
        self.compare_told()
        agree("final scores", game.scores, table.scores)
        agree("points by cause", nonzero(game.breakdown()), nonzero(table.causes))
        agree("winners", game.winners, table.leaders)
        agree("what may be chosen in the end", (game.decision, list(game.legal_actions)), (None, []))


def compare_choices(decision: str, actions: Sequence[Action], expected: set[Action]) -> None:
    """Both offer the same in a decision. Where nothing but passing is expected, the engine should not ask."""
    if expected <= {PASS}:
        expected = set()
    agree(f"whether each choice to {decision} is listed once", len(actions), len(set(actions)))
    agree(f"what may be chosen to {decision}", set(actions), expected)


def with_names(line: tuple[Any, ...]) -> tuple[Any, ...]:
    """What happened, each feature named by the first of its segments."""
    return tuple(min(part) if isinstance(part, frozenset) else part for part in line)


def in_short(event: Event, features: Mapping[Spot, Feature]) -> tuple[Any, ...] | None:
    """An event in the form in which the table tells it; None where the table tells no such thing."""
    match event:
        case MeepleDeployed():
            return ("deployed", event.seat, event.piece, (event.x, event.y, event.location))
        case MeepleReturned():
            return ("returned", event.seat, event.piece, (event.x, event.y, event.location), event.cause)
        case ScoreChanged():
            agree("the sum of the terms", sum(term.count * term.each for term in event.terms), event.points)
            return ("points", event.seat, event.cause, event.points)
        case GameOver():
            return ("over", event.scores, event.winners)
        case FeatureCompleted() | FeatureScored() | GoodsTaken():
            spot = (event.x, event.y, event.location)
            return about_feature(event, features.get(spot, spot))
    return None


def about_feature(event: FeatureCompleted | FeatureScored | GoodsTaken, feature: Feature | Spot) -> tuple[Any, ...]:
    """An event about a feature in the form in which the table tells it."""
    match event:
        case FeatureCompleted():
            return ("completed", event.kind, feature, event.tiles)
        case FeatureScored():
            return ("scored", event.kind, feature, event.completed, event.counts, event.winners)
        case GoodsTaken():
            return ("goods", event.seat, feature, event.wine, event.grain, event.cloth)


def expected_draw(table: Table, tile: str, seat: int, replacement: bool) -> dict[str, Any] | None:
    """The revolt that the table sees when this tile is drawn, in the form of a trace."""
    kind = table.revolts_at(tile, replacement)
    if kind is None:
        return None
    steps = [
        {"player": reached, "protected": safe, "returned": returned}
        for reached, safe, returned in table.revolt(kind, seat)
    ]
    return {"tile": tile, "kind": kind, "steps": steps}


def open_edges(table: Table, feature: Feature) -> int:
    """Open edges of a city, road or river; the empty cells round a monastery or garden; a field counts none."""
    kind = table.kind(feature)
    if kind in ("monastery", "garden"):
        ((x, y, _),) = feature
        return 8 - table.neighbours(x, y)
    return 0 if kind == "field" else table.open_sides(feature)


def expected_view(table: Table, feature: Feature) -> tuple[str, frozenset[Cell], int, int, bool]:
    """What the engine should show of a feature."""
    return (
        table.kind(feature),
        frozenset(table.cells(feature)),
        open_edges(table, feature),
        table.coats_of_arms(feature),
        table.completed(feature),
    )


def nonzero(seats: Iterable[Mapping[str, int]]) -> list[dict[str, int]]:
    """The points of each seat by cause, without causes that brought none."""
    return [{cause: points for cause, points in causes.items() if points} for causes in seats]
