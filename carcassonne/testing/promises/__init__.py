"""The promises of the contract. Each is one function of a Trial that raises BrokenPromise where it is not kept."""

from collections.abc import Callable
from typing import Final

from carcassonne.testing.promises.accounts import events_can_be_told, pieces_are_conserved, scores_are_explained
from carcassonne.testing.promises.base_game import the_base_game_is_unchanged_without_its_tiles
from carcassonne.testing.promises.choices import actions_survive_text, every_legal_action_applies, nothing_else_applies
from carcassonne.testing.promises.declaration import (
    hooks_have_the_signatures_of_the_contract,
    it_is_named_well,
    it_makes_a_ruleset,
    its_tiles_are_sound,
)
from carcassonne.testing.promises.hooks import (
    games_end,
    hooks_answer_in_kind,
    hooks_do_not_fail,
    pure_hooks_answer_the_same_twice,
    pure_hooks_change_nothing,
    states_change_by_copy,
)
from carcassonne.testing.promises.pairs import pairs_are_sound
from carcassonne.testing.promises.repetition import (
    games_are_the_same_under_every_hash_seed,
    replays_are_identical,
    the_seed_fixes_the_game,
)
from carcassonne.testing.promises.restoring import copies_are_independent, states_survive_json, undo_is_exact
from carcassonne.testing.trial import Trial

PROMISES: Final[tuple[Callable[[Trial], None], ...]] = (
    it_is_named_well,
    hooks_have_the_signatures_of_the_contract,
    it_makes_a_ruleset,
    its_tiles_are_sound,
    games_end,
    hooks_do_not_fail,
    hooks_answer_in_kind,
    pure_hooks_change_nothing,
    pure_hooks_answer_the_same_twice,
    states_change_by_copy,
    every_legal_action_applies,
    nothing_else_applies,
    undo_is_exact,
    copies_are_independent,
    states_survive_json,
    actions_survive_text,
    events_can_be_told,
    pieces_are_conserved,
    scores_are_explained,
    the_seed_fixes_the_game,
    replays_are_identical,
    games_are_the_same_under_every_hash_seed,
    the_base_game_is_unchanged_without_its_tiles,
    pairs_are_sound,
)
"""All promises, in the order in which they are best asked for."""
FIRST: Final = PROMISES[:6]
"""Where one of these is broken, no game can be played to its end."""
