"""For each smell an expansion that has it. All are sound."""

from carcassonne import Action
from carcassonne.expansion import Expansion
from carcassonne.pieces import PieceKind
from carcassonne.table import Table
from carcassonne.values import value


class Misspelt(Expansion):
    id = "misspelt"
    title = "A hook that is never called"

    def tile_place(self, table: Table) -> None:
        """It should be named tile_placed."""


class Crossed(Expansion):
    id = "crossed"
    title = "Parameters in another order"

    def may_deploy(self, table: Table, kind: int, seat: PieceKind, node: int) -> str | None:  # type: ignore[override]
        return None


class Unasked(Expansion):
    id = "unasked"
    title = "A hook that never runs"

    def apply_action(self, table: Table, action: Action) -> None:
        """Nothing is ever offered."""


@value
class Whistle(Action):
    verb = "whistle"
    form = "whistle"


class Unoffered(Expansion):
    id = "unoffered"
    title = "An action that is never offered"
    actions = (Whistle,)


class Boasts(Expansion):
    id = "boasts"
    title = "A change declared that does not show"
    changes_base = "everything is different"


class Particular(Expansion):
    id = "particular"
    title = "An object that holds something of its own"

    def __init__(self) -> None:
        self.colour = "green"


class Dawdles(Expansion):
    id = "dawdles"
    title = "A slow hook"

    def tile_placed(self, table: Table) -> None:
        sum(range(200_000))


SMELLY: dict[str, Expansion] = {
    "a_method_is_named_nearly_like_a_hook": Misspelt(),
    "parameters_have_other_names": Crossed(),
    "a_hook_never_runs": Unasked(),
    "an_action_is_never_offered": Unoffered(),
    "the_declared_change_to_the_base_game_does_not_show": Boasts(),
    "hash_seeds_cannot_be_tried": Particular(),
    "it_is_slow": Dawdles(),
}
"""By the name of the smell."""
