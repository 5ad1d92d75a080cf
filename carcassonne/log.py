"""The log: what happened, noted while a game runs and read when somebody asks."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from mypy_extensions import mypyc_attr

from carcassonne.errors import CarcassonneError
from carcassonne.events import Event

Log = list[Any]
"""Events one after the other, each as its class and then all its fields.

A game notes many events that nobody ever reads. Once the action is done that brought them about it is never changed.
"""


SIZES: dict[type[Event], int] = {}
"""How many fields each kind of event has that was told of so far."""


def fields_of(kind: type[Event]) -> tuple[str, ...]:
    """The names of the fields of a kind of event, in the order in which it takes them."""
    names: tuple[str, ...] = getattr(kind, "__match_args__", ())
    return names


def check_told(kind: object, fields: Sequence[object]) -> None:
    """Raise CarcassonneError unless the class and all the fields of an event are told of."""
    if not (isinstance(kind, type) and issubclass(kind, Event)):
        raise CarcassonneError(f"{kind!r} is no kind of event; tell takes the class of one and then its fields")
    names = fields_of(kind)
    if len(fields) != len(names):
        wanted = ", ".join([kind.__name__, *names])
        raise CarcassonneError(f"tell({wanted}) takes all fields of the event, not {len(fields)}")
    SIZES[kind] = len(fields)


@mypyc_attr(allow_interpreted_subclasses=True)
class Events(Sequence[Event]):
    """What happened, in order, as `game.play` returns it. The events are made when they are first read.

    Made by `events_of`, or where one more call counts as that does it.
    """

    __slots__ = ("log", "made")
    log: Log
    made: list[Event]

    def _read(self) -> list[Event]:
        try:
            return self.made
        except AttributeError:
            self.made = made = []
            log, place = self.log, 0
            while place < len(log):
                kind, first = log[place], place + 1
                place = first + len(fields_of(kind))
                made.append(kind(*log[first:place]))
            return made

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._read())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return tuple(self._read())[index]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Events | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def events_of(log: Log) -> Events:
    """The events that are noted in a log."""
    events = Events()
    events.log = log
    return events
