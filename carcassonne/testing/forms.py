"""Things taken apart into plain tuples, so that two of them can be compared whatever classes they are of."""

from enum import Enum
from typing import Any, Final

from carcassonne.table import Table

PLAIN: Final = (str, bytes, int, float, complex, bool, type(None), type, Enum)


def form(thing: object, above: tuple[int, ...] = ()) -> object:
    """All that an object holds, to any depth, as tuples; equal for equal content, independent of the object."""
    if isinstance(thing, PLAIN):
        return (type(thing).__name__, repr(thing) if isinstance(thing, float) else thing)
    if id(thing) in above or callable(thing):
        return type(thing).__qualname__
    above = (*above, id(thing))
    if isinstance(thing, dict):
        return ("dict", tuple((form(key, above), form(item, above)) for key, item in thing.items()))
    if isinstance(thing, list | tuple):
        return (type(thing).__name__, tuple(form(item, above) for item in thing))
    if isinstance(thing, set | frozenset):
        return ("set", tuple(sorted((form(item, above) for item in thing), key=repr)))
    names = {name for kind in type(thing).__mro__ for name in slots_of(kind)} | set(getattr(thing, "__dict__", ()))
    held = tuple((name, form(getattr(thing, name), above)) for name in sorted(names) if hasattr(thing, name))
    if not held and isinstance(thing, bytearray):
        return ("bytearray", bytes(thing))
    return (type(thing).__qualname__, held or repr_of(thing))


def slots_of(kind: type) -> tuple[str, ...]:
    """The slots that a class declares itself."""
    slots = vars(kind).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def repr_of(thing: object) -> str:
    """How an object of a foreign kind prints, unless that says where in memory it lies."""
    text = repr(thing)
    return "" if hex(id(thing))[2:] in text else text


def states_form(table: Table) -> dict[str, object]:
    """The form of each expansion's state, by expansion id."""
    return {name: form(state) for name, state in table.states.items()}


def board_form(table: Table) -> tuple[object, ...]:
    """All that a board holds, as it can be compared."""
    board = table.board
    nodes = len(board.cells) * board.stride
    return (
        tuple(cell.number for cell in board.cells),
        *(tuple(row[:nodes]) for row in (board.parent, board.ring, board.open, board.held)),
        tuple(sorted(board.pieces.items())),
        (tuple(board.node_of), board.standing, tuple(board.on_kind)),
        tuple((cell.number, demand) for cell, demand in zip(board.spots, board.demands, strict=True) if demand),
        tuple(board.foreign.items()),
    )


def table_form(table: Table) -> tuple[Any, ...]:
    """All of a table that rules can change, cheap enough to take around every hook."""
    return (
        table.scores,
        (table.turn, table.turn_seat, table.seat, table.step, table.asked, table.deployed),
        (table.instead, table.redrawn, table.over, table.set_aside, table.box, table.top, tuple(table.stack)),
        None if table.shape is None else table.shape.id,
        board_form(table),
        (id(table.log), len(table.log)),
        tuple(states_form(table).items()),
    )
