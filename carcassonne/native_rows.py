"""What the compiled core does to whole rows of numbers; see `rows`. Only its tests run it uncompiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from carcassonne.geometry import STRIDE

ROW: Final = STRIDE.bit_length() - 1
"""From which bit of the number of a cell on its row is found; its column stands below."""
COLUMN: Final = STRIDE - 1
BITS_IN: Final[i64] = 0x4332322132212110
"""How many bits are set in each number of four bits, four bits for each, from 0 up."""
NOTHING: Final = -(2**30)
"""What is noted of a cell that has no number."""


def translated(row: vec[u8], table: vec[u8]) -> vec[u8]:
    """The items of a table that the items of a row are the places of."""
    size = len(row)
    result = vec[u8]([0] * size)
    place: i64 = 0
    while place < size:
        result[place] = table[i64(row[place])]
        place += 1
    return result


def any_in(row: vec[u8]) -> bool:
    """Whether any of the items of a row is not 0."""
    for item in row:  # noqa: SIM110 (hot)
        if item:
            return True
    return False


def bits_in(row: vec[u8]) -> int:
    """How many bits are set in all the items of a row together, each of four bits."""
    bits_in: i64 = BITS_IN
    bits: i64 = 0
    for item in row:
        bits += bits_in >> (i64(item) << 2) & 7
    return bits


def bit_at(row: vec[u8], index: int) -> tuple[int, int]:
    """Which item of a row, each of four bits, has the set bit of this index counted from 0, and which bit it is."""
    bits_in: i64 = BITS_IN
    rest: i64 = index
    place: i64 = 0
    if rest < 0:
        raise IndexError(index)
    while True:
        mask: i64 = i64(row[place])
        bits: i64 = bits_in >> (mask << 2) & 7
        if rest < bits:
            break
        rest -= bits
        place += 1
    bit: i64 = 0
    while True:
        if mask >> bit & 1:
            if rest == 0:
                return place, bit
            rest -= 1
        bit += 1


def numbers(start: int, end: int) -> vec[i64]:
    """The numbers from a first one up to before an end."""
    number: i64 = start
    size: i64 = end - start
    row = vec[i64]([0] * size)
    place: i64 = 0
    while place < size:
        row[place] = number
        number += 1
        place += 1
    return row


@final
class Plane:
    """A number for some cells, by the number of the cell: a window on the plane that grows with what it has to show.

    It is as wide as high, a power of two, and shows each cell at the last bits of its column and row.
    """

    __slots__ = ("_bits", "_bottom", "_left", "_places", "_right", "_top")

    def __init__(self) -> None:
        self._bits: i64 = 5
        self._places = vec[i32]([NOTHING] * 1024)
        self._left: i64 = STRIDE
        self._right: i64 = 0
        self._top: i64 = STRIDE
        self._bottom: i64 = 0

    def copy(self) -> "Plane":
        """An independent one with the same numbers."""
        other = Plane.__new__(Plane)
        other._bits = self._bits
        other._places = self._places[:]
        other._left, other._right = self._left, self._right
        other._top, other._bottom = self._top, self._bottom
        return other

    def get(self, cell: i64, default: i64) -> i64:
        """The number of a cell, the default where it has none."""
        column, row = cell & COLUMN, cell >> ROW
        if column < self._left or column > self._right or row < self._top or row > self._bottom:
            return default
        bits = self._bits
        last = (1 << bits) - 1
        found = self._places[(row & last) << bits | column & last]
        return default if found == NOTHING else i64(found)

    def __getitem__(self, cell: i64) -> i64:
        found = self.get(cell, NOTHING)
        if found == NOTHING:
            raise KeyError(cell)
        return found

    def __setitem__(self, cell: i64, number: i64) -> None:
        column, row = cell & COLUMN, cell >> ROW
        if column < self._left or column > self._right or row < self._top or row > self._bottom:
            self._show(column, row)
        bits = self._bits
        last = (1 << bits) - 1
        self._places[(row & last) << bits | column & last] = i32(number)

    def __delitem__(self, cell: i64) -> None:
        self[cell] = NOTHING

    def _show(self, column: i64, row: i64) -> None:
        """Make the window show a cell too."""
        left, right = min(self._left, column), max(self._right, column)
        top, bottom = min(self._top, row), max(self._bottom, row)
        while max(right - left, bottom - top) >> self._bits:
            self._widen()
        self._left, self._right, self._top, self._bottom = left, right, top, bottom

    def _widen(self) -> None:
        """Make the window twice as wide and high."""
        narrow, bits = self._places, self._bits
        last, wide = (1 << bits) - 1, bits + 1
        wide_last = (1 << wide) - 1
        self._bits = wide
        self._places = vec[i32]([NOTHING] * (1 << 2 * wide))
        row = self._top
        while row <= self._bottom:
            column = self._left
            while column <= self._right:
                found = narrow[(row & last) << bits | column & last]
                self._places[(row & wide_last) << wide | column & wide_last] = found
                column += 1
            row += 1
