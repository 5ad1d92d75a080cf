"""The decorator for small values: frozen to the type checker, cheap to make while a game runs."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a slotted dataclass that compares, hashes and prints by its fields.

    A type checker refuses to assign to a field. At run time nothing does: a truly frozen dataclass
    costs three times as much to create, and a game creates several hundred.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
