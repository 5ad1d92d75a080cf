"""For each promise an expansion that breaks it, as an author might by mistake."""

import itertools
import random
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from carcassonne import Action
from carcassonne.board import bits
from carcassonne.events import Event, Term
from carcassonne.expansion import Expansion, Insertion, Phase
from carcassonne.pieces import PieceKind
from carcassonne.scoring import Adjustment, Scoring
from carcassonne.table import Preparation, Table
from carcassonne.tile_files import shipped
from carcassonne.tiles import FIELD, Segment, Tile
from carcassonne.values import value

GREETINGS = "a point for a greeting"


class NamedLikeATitle(Expansion):
    id = "Market Day"
    title = "Market Day"


class TakesNoTable(Expansion):
    id = "takes_no_table"
    title = "A hook without its table"

    def tile_placed(self) -> None:  # type: ignore[override]
        """It should take the table."""


class BringsTileD(Expansion):
    id = "brings_tile_d"
    title = "A tile that exists already"

    def tiles(self) -> Iterable[Tile]:
        return [tile for tile in shipped("base").tiles if tile.id == "D"]


class RoadWithoutOwner(Expansion):
    id = "road_without_owner"
    title = "A tile whose road nobody drew"

    def tiles(self) -> Iterable[Tile]:
        return [Tile("X1", "RFFF", (Segment(FIELD, half_edges=tuple(range(8))),), 1)]


class GoesInCircles(Expansion):
    id = "goes_in_circles"
    title = "A phase that goes back to the one before it"

    class Circle(Phase[Action]):
        name = "circle"

        def enter(self, table: Table) -> int:
            table.go_back_to("score")
            return -1

    def phases(self) -> Iterable[Insertion]:
        return [Insertion(self.Circle(), after="score")]


class DividesByNothing(Expansion):
    id = "divides_by_nothing"
    title = "A hook that raises now and then"

    def feature_completed(self, table: Table, scoring: Scoring) -> None:
        _ = 12 // table.board.coats_of(scoring.root)


class SaysYes(Expansion):
    id = "says_yes"
    title = "A veto that answers True where it should answer None"
    changes_base = "nobody may deploy, by mistake"

    def may_deploy(self, table: Table, seat: int, kind: PieceKind, node: int) -> str | None:
        return True  # type: ignore[return-value]


class PaysWhileCounting(Expansion):
    id = "pays_while_counting"
    title = "A score hook that pays instead of saying what is to be paid"
    changes_base = "all features bring more"

    def adjust_score(self, table: Table, scoring: Scoring, seat: int) -> Iterable[Adjustment]:
        table.change_score(seat, "bonus", (Term("bonus", 1, 1),))
        return ()


class MarksAnew(Expansion):
    id = "marks_anew"
    title = "A query that never answers the same twice"
    numbers = itertools.count()

    def piece_marks(self, table: Table, piece: int) -> Iterable[str]:
        return (f"number {next(self.numbers)}",)


class Tally:
    """A count of turns."""

    def __init__(self, turns: int = 0) -> None:
        self.turns = turns

    def copy(self) -> "Tally":
        return Tally(self.turns)


class Remembers(Expansion):
    """What those have in common that keep a tally; soundly, as far as it goes."""

    def new_state(self, seats: int) -> Any:
        return Tally()

    def save_state(self, table: Table) -> Any:
        return {"turns": table.states[self.id].turns}

    def load_state(self, table: Table, data: Any) -> Any:
        return Tally(data["turns"])


class CountsInPlace(Remembers):
    id = "counts_in_place"
    title = "A state changed in place"

    def tile_placed(self, table: Table) -> None:
        table.states[self.id].turns += 1


class Diary:
    """A list of turns; its copy shares the list."""

    def __init__(self, turns: list[int]) -> None:
        self.turns = turns

    def copy(self) -> "Diary":
        return Diary(self.turns)


class SharesItsList(Expansion):
    id = "shares_its_list"
    title = "A state whose copy shares what changes"

    def new_state(self, seats: int) -> Any:
        return Diary([])

    def save_state(self, table: Table) -> Any:
        return list(table.states[self.id].turns)

    def load_state(self, table: Table, data: Any) -> Any:
        return Diary(list(data))

    def tile_placed(self, table: Table) -> None:
        table.change_state(self.id).turns.append(table.turn)


class NoCopy(Remembers):
    id = "no_copy"
    title = "A state that does not copy"

    def new_state(self, seats: int) -> Any:
        return {"turns": 0}.items()

    def save_state(self, table: Table) -> Any:
        return None

    def load_state(self, table: Table, data: Any) -> Any:
        return self.new_state(2)

    def tile_placed(self, table: Table) -> None:
        table.change_state(self.id)


@value
class Dance(Action):
    verb = "dance"
    form = "dance"


class NobodyDances(Expansion):
    id = "nobody_dances"
    title = "An action that nobody applies"
    changes_base = "instead of deploying one may dance"
    actions = (Dance,)

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        return [Dance()] if decision == "deploy" else []


@value
class Greet(Action):
    """Greet some seats. Text: `greet 2`."""

    verb = "greet"
    form = "greet SEAT"
    seat: int

    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Greet":
        (seat,) = words
        return cls(int(seat))


class GreetPhase(Phase[Greet]):
    name = "greet"
    answers = (Greet,)
    passable = True

    def enter(self, table: Table) -> int:
        return table.turn_seat

    def actions(self, table: Table) -> Sequence[Action]:
        return [Greet(seat) for seat in range(len(table.players)) if seat != table.seat]

    def why_not(self, table: Table, action: Greet) -> str | None:
        return None

    def apply(self, table: Table, action: Greet) -> None:
        table.change_score(table.seat, "greeting", (Term("greeting", 1, action.seat),))


class GreetsAnybody(Expansion):
    id = "greets_anybody"
    title = "A phase that lets through what it does not list"
    changes_base = GREETINGS
    actions = (Greet,)

    def phases(self) -> Iterable[Insertion]:
        return [Insertion(GreetPhase(), after="deploy")]


class PaintsTheBoard(Expansion):
    id = "paints_the_board"
    title = "A change to the board past the methods of the table"
    changes_base = "the first city gets more open edges"

    def tile_placed(self, table: Table) -> None:
        table.board.open[0] += 1


class SwapsInPlace(Expansion):
    id = "swaps_in_place"
    title = "A stack changed instead of replaced"
    changes_base = "the last two tiles change places"

    def tile_placed(self, table: Table) -> None:
        if table.top + 2 <= len(table.stack):
            table.stack[-1], table.stack[-2] = table.stack[-2], table.stack[-1]


class Forgets(Remembers):
    id = "forgets"
    title = "A state that is not saved whole"
    changes_base = "every turn brings what was counted"

    def save_state(self, table: Table) -> Any:
        return {"turns": 0}

    def tile_placed(self, table: Table) -> None:
        state = table.change_state(self.id)
        state.turns += 1
        table.change_score(table.turn_seat, "tally", (Term("tally", 1, state.turns % 3),))


@value
class Mumble(Action):
    """An action whose text leaves something out."""

    verb = "mumble"
    form = "mumble"
    loud: bool = False


class Mumbles(Expansion):
    id = "mumbles"
    title = "An action whose text leaves something out"
    changes_base = "instead of deploying one may mumble"
    actions = (Mumble,)

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        return [Mumble(True)] if decision == "deploy" else []

    def apply_action(self, table: Table, action: Action) -> None:
        """Nothing comes of it."""


@value
class Silence(Event):
    """An event that has no words."""

    seat: int


class SaysNothing(Expansion):
    id = "says_nothing"
    title = "An event that cannot be told"
    changes_base = "there is silence after every turn"

    def turn_ended(self, table: Table) -> None:
        table.tell(Silence, table.turn_seat)


class LiftsSilently(Expansion):
    id = "lifts_silently"
    title = "A piece that leaves the board unseen"
    changes_base = "all meeples go home after every turn"

    def turn_ended(self, table: Table) -> None:
        for piece in bits(table.board.standing):
            table.board.lift(piece)


class PaysSilently(Expansion):
    id = "pays_silently"
    title = "Points that nobody explains"
    changes_base = "every turn brings a point"

    def turn_ended(self, table: Table) -> None:
        table.scores = (table.scores[0] + 1, *table.scores[1:])


class ShufflesByItself(Expansion):
    id = "shuffles_by_itself"
    title = "Chance from the process instead of from the seed"
    changes_base = "the stack is shuffled once more"

    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        if not preparation.given:
            random.shuffle(preparation.stack)


class AddsToEveryStack(Expansion):
    id = "adds_to_every_stack"
    title = "A stack that was given, added to"
    changes_base = "a tile D comes first"

    def prepare(self, preparation: Preparation, own: list[str], rng: Random) -> None:
        preparation.put_on_top(["D"])


@value
class Sing(Action):
    """Sing something. Text: `sing spring`."""

    verb = "sing"
    form = "sing SONG"
    song: str

    def words(self) -> tuple[str, ...]:
        return (self.song,)

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> "Sing":
        (song,) = words
        return cls(song)


class SingsInAnyOrder(Expansion):
    id = "sings_in_any_order"
    title = "Actions in the order of a set"
    changes_base = "instead of deploying one may sing"
    actions = (Sing,)

    def extra_actions(self, table: Table, decision: str) -> Iterable[Action]:
        songs = {"spring", "summer", "autumn", "winter", "harvest", "wedding"}
        return [Sing(song) for song in songs] if decision == "deploy" else []

    def apply_action(self, table: Table, action: Action) -> None:
        """It sounds well."""


class PaysEveryTurn(Expansion):
    id = "pays_every_turn"
    title = "A change to the base game that is not declared"

    def turn_ended(self, table: Table) -> None:
        table.change_score(table.turn_seat, "wages", (Term("wages", 1, 1),))


class AlwaysTheNext(Expansion):
    id = "always_the_next"
    title = "Somebody who says whose turn it is"

    def next_seat(self, table: Table) -> int | None:
        return None


class TheNextToo(Expansion):
    id = "the_next_too"
    title = "Somebody else who says whose turn it is"

    def next_seat(self, table: Table) -> int | None:
        return None


BROKEN: dict[str, Expansion] = {
    "it_is_named_well": NamedLikeATitle(),
    "hooks_have_the_signatures_of_the_contract": TakesNoTable(),
    "it_makes_a_ruleset": BringsTileD(),
    "its_tiles_are_sound": RoadWithoutOwner(),
    "games_end": GoesInCircles(),
    "hooks_do_not_fail": DividesByNothing(),
    "hooks_answer_in_kind": SaysYes(),
    "pure_hooks_change_nothing": PaysWhileCounting(),
    "pure_hooks_answer_the_same_twice": MarksAnew(),
    "states_change_by_copy": CountsInPlace(),
    "every_legal_action_applies": NobodyDances(),
    "nothing_else_applies": GreetsAnybody(),
    "undo_is_exact": PaintsTheBoard(),
    "copies_are_independent": SwapsInPlace(),
    "states_survive_json": Forgets(),
    "actions_survive_text": Mumbles(),
    "events_can_be_told": SaysNothing(),
    "pieces_are_conserved": LiftsSilently(),
    "scores_are_explained": PaysSilently(),
    "the_seed_fixes_the_game": ShufflesByItself(),
    "replays_are_identical": AddsToEveryStack(),
    "games_are_the_same_under_every_hash_seed": SingsInAnyOrder(),
    "the_base_game_is_unchanged_without_its_tiles": PaysEveryTurn(),
    "pairs_are_sound": AlwaysTheNext(),
}
"""By the name of the promise that each breaks."""
ALSO_BROKEN: tuple[tuple[str, Expansion], ...] = (
    ("states_change_by_copy", SharesItsList()),
    ("states_change_by_copy", NoCopy()),
)
"""Other ways to break some."""
PARTNERS: tuple[Expansion, ...] = (TheNextToo(),)
"""With whom they are tried."""
