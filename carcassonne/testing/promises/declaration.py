"""What an expansion says of itself before any game: its name, its hooks, its ruleset, its tiles."""

import re
from collections import Counter
from random import Random

from carcassonne.expansion import HOOKS, Expansion
from carcassonne.orientations import FeatureKind
from carcassonne.ruleset import ruleset, wrong_signatures
from carcassonne.scoring import CORE_KINDS
from carcassonne.testing.failures import Breach, BrokenPromise
from carcassonne.testing.promises.asking import broken
from carcassonne.testing.setups import any_settings, with_required
from carcassonne.testing.trial import Trial
from carcassonne.tiles import Tile


def it_is_named_well(trial: Trial) -> None:
    """Its id is of lower case words joined by underscores; title and version are texts; it is no class."""
    expansion: object = trial.expansion
    if not isinstance(expansion, Expansion):
        raise BrokenPromise(str(expansion), [Breach("it_is_named_well", f"{expansion!r} is no Expansion object")])
    name = getattr(expansion, "id", None)
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        what = f"id is {name!r}, and should be lower case words joined by underscores"
        raise BrokenPromise(str(name), [Breach("it_is_named_well", what)])
    for attribute in ("title", "version"):
        text = getattr(expansion, attribute, None)
        if not isinstance(text, str) or not text.strip():
            raise broken(trial, "it_is_named_well", f"{attribute} is {text!r}, and should be a text")


def hooks_have_the_signatures_of_the_contract(trial: Trial) -> None:
    """Each hook that it overrides is a method with the parameters that the contract gives."""
    no_methods = [name for name in HOOKS if not callable(getattr(type(trial.expansion), name))]
    faults = [f"{name} is no method" for name in no_methods] or wrong_signatures(trial.expansion)
    if faults:
        raise broken(trial, "hooks_have_the_signatures_of_the_contract", "; ".join(faults))


def it_makes_a_ruleset(trial: Trial) -> None:
    """The base game and it make a ruleset, with its defaults and with any settings."""
    chosen = with_required((trial.expansion,))
    for settings in ({}, any_settings(chosen, Random(trial.seed))):
        try:
            ruleset(chosen, settings)
        except Exception as error:
            raise broken(trial, "it_makes_a_ruleset", f"{type(error).__name__}: {error}") from error


def its_tiles_are_sound(trial: Trial) -> None:
    """Each edge of its tiles has the one owner that it should have, and the neighbours of an edge can join it."""
    kinds = (*CORE_KINDS, *trial.expansion.feature_kinds())
    shapes = ruleset().shapes.values()
    split = {letter: halves for shape in shapes for letter, halves in halves_of(shape.tile)}
    for tile in trial.expansion.tiles():
        for fault in tile_faults(tile, kinds, split):
            raise broken(trial, "its_tiles_are_sound", f"tile '{tile.id}': {fault}")


def tile_faults(tile: Tile, kinds: tuple[FeatureKind, ...], split: dict[str, int]) -> list[str]:
    """What is wrong with a tile; `split` says how many half edges beside an edge of each letter belong to fields."""
    owners = {kind.edge: kind.name for kind in kinds if kind.edge is not None}
    known = {kind.name for kind in kinds}
    faults = [f"'{s.kind}' is no kind of feature in this game" for s in tile.segments if s.kind not in known]
    if len(tile.edges) != 4 or not set(tile.edges) <= set(owners):
        return [*faults, f"edges {tile.edges!r} should be four letters of {', '.join(sorted(owners))}"]
    for edge, letter in enumerate(tile.edges):
        holders = [segment.kind for segment in tile.segments if edge in segment.edges]
        wanted = [] if owners[letter] == "field" else [owners[letter]]
        if holders != wanted:
            faults.append(f"edge {'NESW'[edge]} is {letter} and should belong to {wanted}, not to {holders}")
    for letter, halves in halves_of(tile):
        if halves != split.setdefault(letter, halves):
            faults.append(f"beside an edge {letter} fields own {split[letter]} half edges, not {halves}")
    if tile.count < 1:
        faults.append(f"there are {tile.count} of it")
    return faults


def halves_of(tile: Tile) -> list[tuple[str, int]]:
    """For each edge its letter and how many half edges beside it belong to fields."""
    owned = Counter(half for segment in tile.segments for half in segment.half_edges)
    return [(letter, owned[2 * edge] + owned[2 * edge + 1]) for edge, letter in enumerate(tile.edges)]
