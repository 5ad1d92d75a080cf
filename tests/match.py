"""One game, played by the engine and on the table of oracle.py at once; a `Disagreement` where they differ.

Games are numbered. A number gives the rules (any of our expansions, 2 to 6 players, all settings) and all the moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from golden import OURS
from oracle import BROUGHT_BY, MEEPLES, Cell, Feature, Table

from carcassonne import PASS, Action, Deploy, Game, Place
from carcassonne.events import Event, TileDrawn, TileSetAside
from carcassonne.expansions.abbot.actions import Recall
from carcassonne.expansions.peasant_revolts import PeasantRevolts, Protect, RevoltBegan, RevoltReached, protected
from carcassonne.ruleset import installed
from carcassonne.testing import Setup
from carcassonne.testing.playing import tightest
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

Policy = Callable[[Game, Sequence[Action], Random], Action]


def by_chance(game: Game, actions: Sequence[Action], random: Random) -> Action:
    """Any action."""
    return random.choice(actions)


def tight(game: Game, actions: Sequence[Action], random: Random) -> Action:
    """A placement with many neighbours, so that more gets completed; else any action."""
    return random.choice(tightest(game, actions))


def greedy(game: Game, actions: Sequence[Action], random: Random) -> Action:
    """Of a few actions the one after which the seat would be farthest ahead if the game ended then."""
    looked_at = random.sample(actions, min(len(actions), 3))
    return max(looked_at, key=lambda action: lead_after(game, action))


def lead_after(game: Game, action: Action) -> int:
    """How far the deciding seat would be ahead of the best other."""
    seat = game.seat
    game.play(action)
    scores = list(game.provisional_scores())
    game.undo()
    return scores.pop(seat) - max(scores)


POLICIES: Final[tuple[Policy, ...]] = (by_chance, tight, greedy)


# What is played


def some_rules(number: int) -> Setup:
    """A game for each number: no expansion, one, some or all; settings, numbers of players and stacks by chance."""
    random = Random(f"rules {number}")
    names = ((), (OURS[number % len(OURS)],), tuple(n for n in OURS if random.random() < 0.5), OURS)[number % 4]
    expansions = tuple(installed()[name] for name in names)
    settings = any_settings(expansions, random) | {"sets": random.choice((1,) * 12 + (2,))}
    if random.random() < 0.4:
        settings = {}
    setup = Setup(expansions, random.randint(2, 6), number, settings)
    return setup.with_stack(few_kinds(setup, random)) if random.random() < 0.15 else setup


def few_kinds(setup: Setup, random: Random) -> list[str]:
    """A stack of only a few kinds of tile, so that more of them fit nowhere."""
    kinds = random.sample(sorted(setup.game().ruleset.shapes), 6)
    return random.choices(kinds, k=random.randint(5, 60))


class Match:
    """One game of two referees; every so many turns they are compared in full."""

    def __init__(self, setup: Setup, policy: Policy = by_chance, compare_every: int = 1) -> None:
        self.setup = setup
        self.game = game = setup.game()
        names = frozenset(expansion.id for expansion in setup.expansions)
        self.revolts = PeasantRevolts.id in names
        self.figures = ("meeple", *(figure for figure, owner in BROUGHT_BY.items() if owner in names))
        core = game.settings.core
        rules = (core.fields, core.two_tile_city, core.meeples, setup.settings.get(PeasantRevolts.id, {}))
        self.table = Table(len(game.players), *rules, expansions=names)
        self.random = Random(f"play {setup.seed}")
        self.policy = policy
        self.compare_every = compare_every
        self.drawn = 0
        self.news: list[Event] = list(game.events)
        """What the engine told since the last draw was compared."""
        self.aside: list[str] = []

    def play(self) -> None:
        """Play to the end. Raises Disagreement at the first difference."""
        seat = 0
        while True:
            self.draw(seat)
            if self.game.over:
                break
            agree("whose turn it is", (self.game.seat, self.game.turn_seat), (seat, seat))
            if self.game.turn % self.compare_every == 0:
                self.compare_position()
            seat = self.turn(seat)
        self.compare_end()

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
        agree("revolts", self.told_revolts(seat, tiles), revolts)
        self.drawn = len(self.game.drawn)

    def told_revolts(self, seat: int, tiles: tuple[str, ...]) -> list[dict[str, Any]]:
        """The revolts that the engine's new events tell, in the form of a trace."""
        revolts: list[dict[str, Any]] = []
        events, self.news = self.news, []
        for event in events:
            if isinstance(event, RevoltBegan):
                agree("who drew the revolt", event.seat, seat)
                revolts.append({"tile": event.tile, "kind": event.kind, "steps": []})
            elif isinstance(event, RevoltReached):
                step = {"player": event.seat, "protected": event.protected, "returned": event.returned}
                revolts[-1]["steps"].append(step)
        agree("tiles drawn", [event.tile for event in events if isinstance(event, TileDrawn)], list(tiles))
        set_aside = [event.tile for event in events if isinstance(event, TileSetAside)]
        agree("tiles told to be set aside", set_aside, list(tiles if self.game.over else tiles[:-1]))
        return revolts

    def choose(self, decision: str, expected: set[Action]) -> Action:
        """Both offer the same in a decision; the action that is chosen, which the engine has played.

        Where nothing but passing is expected, the engine should not ask.
        """
        game = self.game
        actions = list(game.legal_actions) if game.decision == decision else []
        if expected <= {PASS}:
            expected = set()
        agree(f"whether each choice to {decision} is listed once", len(actions), len(set(actions)))
        agree(f"what may be chosen to {decision}", set(actions), expected)
        if not expected:
            return PASS
        action = self.policy(game, actions, self.random)
        self.news += game.play(action)
        return action

    def turn(self, seat: int) -> int:
        """One turn from the placement on; whose turn is next."""
        game, table, tile = self.game, self.table, self.game.tile
        assert tile is not None
        turn = game.turn
        place = self.choose("place", {Place(*placement) for placement in table.placements(tile)})
        assert isinstance(place, Place)
        x, y = place.x, place.y
        table.place(tile, x, y, place.rotation, seat)
        if game.turn == turn and not game.over and turn % self.compare_every == 0:
            self.compare_provisional_scores(seat)

        deployed = None
        recalls = {Recall(*cell) for cell in table.recalls(seat)}
        deploys = {Deploy(*deployment) for deployment in table.deployments(seat, x, y)}
        deploy = self.choose("deploy", {PASS, *deploys, *recalls})
        if isinstance(deploy, Deploy):
            spot = (x, y, deploy.location)
            table.deploy(seat, spot, deploy.piece)
            deployed = spot if deploy.piece in MEEPLES else None
        elif isinstance(deploy, Recall):
            table.recall(seat, (deploy.x, deploy.y))
        otherwise = deploy is not PASS and deployed is None

        if self.revolts:
            prices = table.protections(seat, deployed, otherwise)
            protect = self.choose("protect", {PASS, *(Protect(*spot) for spot in prices)})
            if isinstance(protect, Protect):
                spot = (protect.x, protect.y, protect.location)
                table.protect(seat, spot, prices[spot])
        if not game.over:
            agree("the turn", game.turn, turn + 1)
        return table.end_turn(seat)

    def compare_position(self) -> None:
        """Everything that can be seen on the table, and what it would be worth now."""
        game, table = self.game, self.table
        self.compare_meeples()
        agree("scores", game.scores, table.scores)
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
        supplies = [{figure: table.supply(seat, figure) for figure in self.figures} for seat in range(table.players)]
        agree("supplies", [game.supply_of(seat) for seat in range(table.players)], supplies)
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
        for causes, added in zip(table.causes, table.final(), strict=True):
            causes.update(added)
        agree("final scores", game.scores, table.scores)
        agree("points by cause", nonzero(game.breakdown()), nonzero(table.causes))
        winners = tuple(seat for seat in range(table.players) if table.scores[seat] == max(table.scores))
        agree("winners", game.winners, winners)
        agree("what may be chosen in the end", (game.decision, list(game.legal_actions)), (None, []))


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
