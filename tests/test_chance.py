"""Chance is Python's own, spelled out."""

import random

from hypothesis import given
from hypothesis import strategies as st

from carcassonne.chance import shuffle


@given(st.lists(st.text(max_size=2), max_size=90), st.integers(0, 2**64))
def test_items_are_shuffled_as_python_does(items: list[str], seed: int) -> None:
    ours, theirs = items[:], items[:]
    shuffle(ours, random.Random(seed))
    random.Random(seed).shuffle(theirs)
    assert ours == theirs
