"""What the kit has to say: a promise broken, and the shortest game that shows it."""

from collections.abc import Iterable
from typing import NamedTuple


class ContractWarning(UserWarning):
    """A smell: nothing that the contract forbids, and seldom what an author means."""


class Breach(NamedTuple):
    """One promise broken."""

    promise: str
    """The name of the function in `carcassonne.testing.promises` that asks for it."""
    what: str
    """What was promised and what happened instead; names the hook where one is to blame."""
    where: str = ""
    """Turn, decision and action, where it was found in a game."""
    game: str = ""
    """Python lines that play the shortest game found that shows it."""

    def __str__(self) -> str:
        lines = [f"{self.promise}: {self.what}"]
        if self.where:
            lines.append(f"  at {self.where}")
        if self.game:
            lines += ["  the shortest game found that shows it:", *(f"    {line}" for line in self.game.splitlines())]
        return "\n".join(lines)


class Fault(Exception):
    """Raised by a check on a position: the promise broken, and how. The player of games adds where."""

    def __init__(self, promise: str, what: str) -> None:
        super().__init__(promise, what)
        self.promise = promise
        self.what = what


class BrokenPromise(AssertionError):
    """An expansion does not keep the contract. `breaches` holds one Breach for each promise broken."""

    def __init__(self, expansion: str, breaches: Iterable[Breach]) -> None:
        self.expansion = expansion
        self.breaches = tuple(breaches)
        more = "\nThe first may be the cause of the others." if len(self.breaches) > 1 else ""
        super().__init__(f"expansion '{expansion}' breaks:\n" + "\n".join(map(str, self.breaches)) + more)

    @property
    def promises(self) -> tuple[str, ...]:
        """The names of the broken promises."""
        return tuple(breach.promise for breach in self.breaches)

    @classmethod
    def of(cls, expansion: str, fault: Fault) -> "BrokenPromise":
        """What a check on one position found."""
        return cls(expansion, [Breach(fault.promise, fault.what)])
