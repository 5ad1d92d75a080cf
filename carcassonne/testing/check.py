"""All promises at once: the one line that an author's test needs."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from carcassonne.expansion import Expansion
from carcassonne.testing.failures import Breach, BrokenPromise, ContractWarning
from carcassonne.testing.promises import FIRST, PROMISES
from carcassonne.testing.smells import SMELLS, speed_ratio
from carcassonne.testing.trial import Trial


@dataclass(frozen=True)
class Report:
    """What `check_expansion` found of a sound expansion."""

    expansion: str
    promises: tuple[str, ...]
    """The promises kept."""
    partners: tuple[str, ...]
    """The expansions that it was played with."""
    smells: tuple[str, ...]
    """The texts of the warnings."""
    speed: float
    """Turns a second as a share of the base game's."""

    def __str__(self) -> str:
        partners = f", together with {', '.join(self.partners)}" if self.partners else ""
        head = f"'{self.expansion}' keeps {len(self.promises)} promises{partners}; speed {self.speed:.2f} of base"
        return "\n".join([head, *(f"  smell: {smell}" for smell in self.smells)])


def check_expansion(
    expansion: Expansion, *, partners: Sequence[Expansion] | None = None, games: int = 6, seed: int = 0
) -> Report:
    """Try an expansion against every promise of the contract, alone and in pairs.

    `partners` are the expansions to combine it with (default: all others installed); `games` are played for each
    promise; `seed` fixes all chance. Raises BrokenPromise naming every promise broken; warns of smells with
    ContractWarning. In a test: `def test_sound(): check_expansion(MyExpansion())`.
    """
    trial = Trial(expansion, None if partners is None else tuple(partners), games, seed)
    breaches: dict[str, Breach] = {}
    for promise in PROMISES:
        if promise.__name__ in breaches or (breaches and promise is PROMISES[-1]):
            continue
        try:
            promise(trial)
        except BrokenPromise as found:
            for breach in found.breaches:
                breaches.setdefault(breach.promise, breach)
            if promise in FIRST:
                break
    if breaches:
        raise BrokenPromise(expansion.id, breaches.values())
    smells = tuple(f"{expansion.id}: {words}" for smell in SMELLS for words in smell(trial))
    for smell_words in smells:
        warnings.warn(smell_words, ContractWarning, stacklevel=2)
    return Report(
        expansion.id,
        tuple(promise.__name__ for promise in PROMISES),
        tuple(partner.id for partner in trial.companions()),
        smells,
        speed_ratio(trial),
    )
