"""The rows of the compiled core do what those of pure Python do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

pytest.importorskip("librt", reason="the native arrays of the compiled core are not installed")

from librt.vecs import vec
from mypy_extensions import i64, u8

from carcassonne import native_rows as native
from carcassonne import rows
from carcassonne.geometry import STRIDE, cell_at

plain: Any = rows
"""What pure Python has, whatever a type checker takes it for."""
ROWS = st.lists(st.integers(0, 255), max_size=90)
MASKS = st.lists(st.integers(0, 15), max_size=90)


@given(ROWS, st.lists(st.integers(0, 15), min_size=256, max_size=256))
def test_a_row_is_translated_as_bytes_are(row: list[int], table: list[int]) -> None:
    assert list(native.translated(vec[u8](row), vec[u8](table))) == list(bytes(row).translate(bytes(table)))


@given(MASKS)
def test_bits_are_counted_and_found_in_order(masks: list[int]) -> None:
    row = vec[u8](masks)
    bits = [(place, bit) for place, mask in enumerate(masks) for bit in range(4) if mask >> bit & 1]
    assert native.bits_in(row) == plain.bits_in(bytearray(masks)) == len(bits)
    assert native.any_in(row) == plain.any_in(bytearray(masks)) == bool(bits)
    assert [native.bit_at(row, index) for index in range(len(bits))] == bits
    assert [plain.bit_at(bytearray(masks), index) for index in range(len(bits))] == bits
    for beyond in (-1, len(bits)):
        with pytest.raises(IndexError):
            plain.bit_at(bytearray(masks), beyond)


@given(st.integers(0, 5000), st.integers(0, 200))
def test_numbers_are_those_of_a_range(start: int, size: int) -> None:
    row = native.numbers(start, start + size)
    assert isinstance(row, vec[i64])
    assert list(row) == plain.numbers(start, start + size) == list(range(start, start + size))


NEAR = st.builds(cell_at, st.integers(-3, 3), st.integers(-3, 3))
FAR = st.builds(cell_at, st.integers(-70, 70), st.integers(-70, 70))
CELLS = NEAR | FAR
NUMBERS = st.integers(-5000, 5000)


class Planes(RuleBasedStateMachine):
    """A native plane against a dict; wide boards are met, and copies."""

    def __init__(self) -> None:
        super().__init__()
        self.plane: Any = native.Plane()
        self.numbers: dict[int, int] = {}

    @rule(cell=CELLS, number=NUMBERS)
    def note(self, cell: int, number: int) -> None:
        self.plane[cell] = self.numbers[cell] = number

    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        if self.numbers:
            cell = data.draw(st.sampled_from(sorted(self.numbers)))
            del self.plane[cell], self.numbers[cell]

    @rule(cell=CELLS)
    def ask(self, cell: int) -> None:
        assert self.plane.get(cell, -9999) == self.numbers.get(cell, -9999)
        if cell not in self.numbers:
            with pytest.raises(KeyError):
                self.plane[cell]

    @rule(cell=CELLS)
    def go_on_with_a_copy(self, cell: int) -> None:
        old, self.plane = self.plane, self.plane.copy()
        old[cell] = 1

    @invariant()
    def all_is_as_noted(self) -> None:
        assert {cell: self.plane[cell] for cell in self.numbers} == self.numbers
        for cell in self.numbers:
            for beside in (cell - STRIDE, cell - 1, cell + 1, cell + STRIDE, cell + 32, cell + 32 * STRIDE):
                assert self.plane.get(beside, -9999) == self.numbers.get(beside, -9999)


TestPlanes = Planes.TestCase
