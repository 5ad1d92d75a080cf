"""The log: what happened, noted while a game runs and read when somebody asks."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from mypy_extensions import mypyc_attr

from carcassonne.events import Event

Log = list[Any]
"""Events one after the other, each as what makes it, its class (or `told`), and then all its fields.

A game notes many events that nobody ever reads. Once the action is done that brought them about it is never changed.
"""


def told(event: Event) -> Event:
    """What makes an event in a log of one that there is already."""
    return event


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
                place = first + (1 if kind is told else len(kind.__match_args__))
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
