"""Rows of whole numbers: builtins in pure Python, native arrays in the compiled core.

To a type checker, and so to the compiler, a row is a `vec` of the compiler's runtime library, and what is done to whole
rows is in `native_rows`. Without a compiler the same lines run on what Python has: a `vec[i64](...)` is a list, a
`vec[u8](...)` a bytearray, a `Plane` a dict, and the functions are methods of theirs.
"""

from typing import TYPE_CHECKING

__all__ = ["Plane", "any_in", "append", "bit_at", "bits_in", "extend", "i64", "numbers", "translated", "u8", "vec"]

if TYPE_CHECKING:
    from librt.vecs import append, extend, vec
    from mypy_extensions import i64, u8

    from carcassonne.native_rows import Plane, any_in, bit_at, bits_in, numbers, translated
else:
    from importlib import import_module
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import find_spec
    from operator import iadd as extend

    NATIVE = "carcassonne.native_rows"
    if isinstance(find_spec(NATIVE).loader, ExtensionFileLoader):
        import_module(NATIVE)  # what is compiled calls it without a look at this module

    i64, u8 = "i64", "u8"
    vec = {i64: list, u8: bytearray}
    Plane = dict
    translated = bytearray.translate
    any_in = any

    def append(row, item):
        """A row with one item more."""
        row.append(item)
        return row

    counted = []

    def numbers(start, end):
        """The numbers from a first one up to before an end; few objects for many rows."""
        global counted
        known = counted
        if len(known) < end:
            counted = known = list(range(2 * end))
        return known[start:end]

    def bits_in(row):
        """How many bits are set in all the items of a row together, each of four bits."""
        return int.from_bytes(row, "little").bit_count()

    BITS = [[bit for bit in range(4) if mask >> bit & 1] for mask in range(16)]
    COUNTS = bytes([len(BITS[mask & 15]) for mask in range(256)])

    def bit_at(row, index):
        """Which item of a row, each of four bits, has the set bit of this index counted from 0, and which bit it is."""
        if index < 0:
            raise IndexError(index)
        place = 0
        for count in row.translate(COUNTS):
            if index < count:
                return place, BITS[row[place]][index]
            index -= count
            place += 1  # noqa: SIM113 (hot)
        raise IndexError(index)
