"""An expansion under watch: the same rules, every hook seen as it is called and as it answers.

The watched expansion is an object of a class derived from the expansion's own, so it enters a game by the front door.
What is found is noted in `Watch.faults`, never raised: the rules go on as they would.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from inspect import signature
from typing import Any, Final

from carcassonne.actions import Action
from carcassonne.expansion import HOOKS, Expansion, Insertion, Phase
from carcassonne.ruleset import overrides
from carcassonne.scoring import Adjustment
from carcassonne.table import GAME_OVER, NOBODY, Table
from carcassonne.testing.failures import Fault
from carcassonne.testing.forms import form, states_form, table_form

IN_KIND: Final = "hooks_answer_in_kind"
PURE: Final = "pure_hooks_change_nothing"
SAME_TWICE: Final = "pure_hooks_answer_the_same_twice"
BY_COPY: Final = "states_change_by_copy"
ENDS: Final = "games_end"

ALSO_PURE: Final = {"seen_ahead", "save_state", "actions", "why_not"}
"""Pure besides the hooks of a pure kind."""
PURE_KINDS: Final = {"veto", "collect", "score"}
MOST_CALLS: Final = 20_000
"""So many calls of hooks within one action never end."""
MOST_CHECKS: Final = 60
"""So many calls within one action are checked for purity; more would only take longer."""
WATCHED_IN_PHASES: Final = ("enter", "actions", "why_not", "apply", "apply_pass")


class Endless(Exception):
    """Too many calls within one action."""


class Watch:
    """What was seen of one expansion: calls by hook, and faults."""

    def __init__(self, expansion: Expansion) -> None:
        self.faults: list[Fault] = []
        self.calls: dict[str, int] = {}
        self.since_action = 0
        self.expansion = self._watched(expansion)

    def raise_first(self) -> None:
        """Raise the first fault seen, and forget all."""
        self.since_action = 0
        if self.faults:
            first = self.faults[0]
            self.faults.clear()
            raise first

    def _watched(self, expansion: Expansion) -> Expansion:
        kind = type(expansion)
        members: dict[str, Any] = {"__slots__": (), "__module__": kind.__module__, "__qualname__": kind.__qualname__}
        for name in HOOKS:
            if overrides(expansion, name):
                members[name] = self._method(kind, name, HOOKS[name])
        watched = copy(expansion)
        watched.__class__ = type(kind.__name__, (kind,), members)
        return watched

    def _method(self, kind: type, name: str, law: str) -> Callable[..., Any]:
        original = getattr(kind, name)

        def call(own: Any, *arguments: Any) -> Any:
            self._count(name)
            return self._seen(name, law, lambda: original(own, *arguments), arguments)

        call.__signature__ = signature(original)  # type: ignore[attr-defined]
        call.__code__ = call.__code__.replace(co_name=name)
        return call

    def _count(self, name: str) -> None:
        self.calls[name] = self.calls.get(name, 0) + 1
        self.since_action += 1
        if self.since_action > MOST_CALLS:
            self.note(ENDS, f"one action has led to more than {MOST_CALLS} calls of hooks, {name} among them")
            raise Endless(name)

    def note(self, promise: str, what: str) -> None:
        """Take note of a fault."""
        self.faults.append(Fault(promise, what))

    def _seen(self, name: str, law: str, call: Callable[[], Any], arguments: tuple[Any, ...]) -> Any:
        table = arguments[0] if arguments and isinstance(arguments[0], Table) else None
        pure = self.since_action <= MOST_CHECKS and (law in PURE_KINDS or name.partition(" of ")[0] in ALSO_PURE)
        before = table_form(table) if table is not None and pure else None
        states = {} if table is None else dict(table.states)
        state_forms = {} if table is None or pure else states_form(table)
        answer = call()
        if (
            isinstance(answer, Iterable)
            and not isinstance(answer, str | bytes | Mapping)
            and law in ("collect", "score")
        ):
            answer = list(answer)
        if table is not None:
            for owner, shape in state_forms.items():
                if form(states[owner]) != shape:
                    self.note(
                        BY_COPY, f"{name} changes the state of '{owner}' in place: take table.change_state('{owner}')"
                    )
        if pure:
            if table is not None and table_form(table) != before:
                self.note(PURE, f"{name} is pure, and changes {_difference(before, table_form(table))}")
            again = call()
            if isinstance(answer, list):
                again = list(again)
            if _comparable(name, answer, arguments) != _comparable(name, again, arguments):
                self.note(SAME_TWICE, f"{name} answers {_short(answer)}, and asked again {_short(again)}")
        wrong = _not_in_kind(name, law, answer, arguments)
        if wrong:
            self.note(IN_KIND, f"{name} {wrong}")
        if name == "phases" and isinstance(answer, list):
            return [self._watched_phase(i) if isinstance(i, Insertion) else i for i in answer]
        return answer

    def _watched_phase(self, insertion: Insertion) -> Insertion:
        phase = copy(insertion.phase)
        kind: Any = type(phase)
        members: dict[str, Any] = {"__slots__": (), "__module__": kind.__module__, "__qualname__": kind.__qualname__}
        for name in WATCHED_IN_PHASES:
            if getattr(kind, name) is not getattr(Phase, name):
                members[name] = self._method_of_phase(kind, name)
        phase.__class__ = type(kind.__name__, (kind,), members)
        return Insertion(phase, insertion.after)

    def _method_of_phase(self, kind: Any, name: str) -> Callable[..., Any]:
        original = getattr(kind, name)
        law = "own"

        def call(own: Any, *arguments: Any) -> Any:
            label = f"{name} of phase '{kind.name}'"
            self._count(label)
            return self._seen(label, law, lambda: original(own, *arguments), arguments)

        call.__code__ = call.__code__.replace(co_name=name)
        return call


def _difference(before: Any, after: Any) -> str:
    names = (
        "the scores", "turn, seat or what is asked for", "the stack or the turn's flags", "the drawn tile",
        "the board", "the events told", "a state",
    )  # fmt: skip
    found = [name for name, old, new in zip(names, before, after, strict=True) if old != new]
    return " and ".join(found) or "something"


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 120 else text[:117] + "..."


def _comparable(name: str, answer: Any, arguments: tuple[Any, ...]) -> Any:
    """What two answers of a hook are compared by: objects made anew each time go by what they hold."""
    if name == "tile_changes" and isinstance(answer, list):
        (tiles,) = arguments
        return [(c.tile, c.place, form(tuple(c.change(tiles[c.tile])))) for c in answer if c.tile in tiles]
    if name in ("phases", "tiles", "feature_kinds", "pieces", "save_state"):
        return form(answer)
    return answer


def _not_in_kind(name: str, law: str, answer: Any, arguments: tuple[Any, ...]) -> str | None:
    """What is wrong with the kind of an answer, None where nothing is."""
    bare = name.partition(" of ")[0]
    match law:
        case "veto":
            good = answer is None or (isinstance(answer, str) and answer.strip() != "")
            return None if good else f"is a veto: it answers None or the reason why not, never {_short(answer)}"
        case "notify":
            return None if answer is None else f"only takes notice: its answer {_short(answer)} is ignored"
        case "collect" | "score" if not isinstance(answer, list):
            return f"should answer something to go through, not {_short(answer)}"
        case "score":
            bad = [item for item in answer if not isinstance(item, Adjustment)]
            return f"should give Adjustments, not {_short(bad[0])}" if bad else None
        case "collect":
            return _not_collected(name, answer)
    if bare == "next_seat":
        seats = len(arguments[0].players)
        good = answer is None or (type(answer) is int and 0 <= answer < seats)
        return None if good else f"should answer a seat, 0 to {seats - 1}, or None, not {_short(answer)}"
    if bare == "seen_ahead":
        return None if type(answer) is int and answer >= 0 else f"should answer a number of tiles, not {_short(answer)}"
    if bare == "prepare":
        return None if answer is None else f"changes the preparation: its answer {_short(answer)} is ignored"
    if bare == "enter":
        known = range(len(arguments[0].players))
        good = type(answer) is int and (answer in known or answer in (NOBODY, GAME_OVER))
        return None if good else f"should answer a seat, NOBODY or GAME_OVER, not {_short(answer)}"
    if bare == "why_not":
        good = answer is None or (isinstance(answer, str) and answer.strip() != "")
        return None if good else f"should answer None or the reason why not, never {_short(answer)}"
    return None


def _not_collected(name: str, answer: list[Any]) -> str | None:
    if name == "extra_actions":
        bad = [item for item in answer if not isinstance(item, Action)]
    elif name == "piece_marks":
        bad = [item for item in answer if not isinstance(item, str)]
    elif name == "phases":
        bad = [item for item in answer if not isinstance(item, Insertion)]
    else:
        return None
    wanted = {"extra_actions": "Actions", "piece_marks": "words", "phases": "Insertions"}
    return f"should give {wanted[name]}, not {_short(bad[0])}" if bad else None
