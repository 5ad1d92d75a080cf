"""Terms: the lines of an explanation, whose sum is the score."""

from typing import ClassVar, final


@final
class Term:
    """One line of an explanation: `count` things at `each` points. Not to be changed once it is made."""

    __slots__ = ("count", "each", "name")
    __match_args__: ClassVar[tuple[str, str, str]] = ("name", "count", "each")

    def __init__(self, name: str, count: int, each: int) -> None:
        self.name = name
        self.count = count
        self.each = each

    @property
    def points(self) -> int:
        """count times each."""
        return self.count * self.each

    def __reduce__(self) -> tuple[type["Term"], tuple[str, int, int]]:
        return Term, (self.name, self.count, self.each)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Term):
            return NotImplemented
        return (self.name, self.count, self.each) == (other.name, other.count, other.each)

    def __hash__(self) -> int:
        return hash((self.name, self.count, self.each))

    def __repr__(self) -> str:
        return f"Term(name={self.name!r}, count={self.count!r}, each={self.each!r})"

    def __str__(self) -> str:
        return f"{counted(self.count, self.name)} at {self.each}"


Terms = tuple[Term, ...]


def total(terms: Terms) -> int:
    """The points that the terms add up to."""
    points = 0
    for term in terms:
        points += term.count * term.each
    return points


def counted(count: int, plural: str) -> str:
    """A number with its noun, given in the plural: `2 coats of arms`, `1 coat of arms`, `1 completed city`."""
    if count != 1:
        return f"{count} {plural}"
    head, of, rest = plural.partition(" of ")
    singular = head.removesuffix("ies") + "y" if head.endswith("ies") else head.removesuffix("s")
    return f"1 {singular}{of}{rest}"
