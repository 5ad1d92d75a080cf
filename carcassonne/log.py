"""The log: what happened, noted while a game runs and read when somebody asks."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from mypy_extensions import mypyc_attr

from carcassonne.events import Event

Log = tuple[Any, ...] | None
"""What happened before, and then one event more: itself, or what makes it, its class and then its fields.

A game notes many events that nobody ever reads. Shared by copies, never changed.
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class Events(Sequence[Event]):
    """What happened, in order, as `game.play` returns it. The events are made when they are first read.

    Made by `events_between`, or where one more call counts as that does it.
    """

    __slots__ = ("after", "before", "made")
    before: Log
    after: Log
    made: list[Event]

    def _read(self) -> list[Event]:
        try:
            return self.made
        except AttributeError:
            self.made = made = []
            after = self.after
            while after is not self.before:
                assert after is not None
                after, kind, *content = after
                made.append(kind(*content) if isinstance(kind, type) else kind)
            made.reverse()
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


def events_between(before: Log, after: Log) -> Events:
    """The events that were noted since `before`, in the order that they happened."""
    events = Events()
    events.before, events.after = before, after
    return events
