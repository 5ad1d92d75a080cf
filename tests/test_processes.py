"""Work shared between processes: the same results for any number of them, and an end to them whatever happens."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne.errors import CarcassonneError, SettingsError
from carcassonne.interrupts import interrupts_held
from carcassonne.processes import shared


def slow_at_first(number: int) -> int:
    """Work whose first numbers take longest, so that later ones are ready before them."""
    time.sleep(max(0.02 - number / 500, 0))
    return number**2


def fails_at_five(number: int) -> int:
    if number == 5:
        raise SettingsError("five is none")
    return number


class Elaborate(CarcassonneError):
    """An error that can be pickled, and then not be read."""

    def __init__(self, tile: str, fault: str) -> None:
        super().__init__(f"tile {tile} has {fault}")


class Held(CarcassonneError):
    """An error that cannot be pickled."""

    def __init__(self) -> None:
        super().__init__("it holds something")
        self.thing = lambda: None


def fails_elaborately(number: int) -> int:
    raise Elaborate("D", "no edges")


def fails_holding_something(number: int) -> int:
    raise Held


def dies_at_five(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def goes_on_for_ever(number: int) -> int:
    while number:
        time.sleep(0.1)
    return number


def ended(process: int) -> bool:
    """Whether a process has ended, soon."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@given(first=st.integers(0, 9), games=st.integers(0, 12), jobs=st.integers(1, 4), chunk=st.integers(1, 5))
def test_results_come_in_order_for_any_number_of_processes(first: int, games: int, jobs: int, chunk: int) -> None:
    numbers = range(first, first + games)
    assert list(shared(slow_at_first, numbers, jobs, chunk)) == [number**2 for number in numbers]


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_comes_where_its_result_would_have_come(jobs: int) -> None:
    results = shared(fails_at_five, range(20), jobs, 2)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(SettingsError, match="five is none") as caught:
        next(results)
    if jobs > 1:
        assert "in fails_at_five" in "".join(caught.value.__notes__)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (fails_elaborately, "Elaborate: tile D has no edges"),
        (fails_holding_something, "Held: it holds something"),
    ],
)
def test_an_error_that_cannot_travel_is_told_all_the_same(work: Callable[[int], int], told: str) -> None:
    with pytest.raises(CarcassonneError, match=told) as caught:
        list(shared(work, range(4), 2, 1))
    assert f"in {work.__name__}" in "".join(caught.value.__notes__)


def test_a_killed_worker_is_told_of_and_the_others_end() -> None:
    results = shared(dies_at_five, range(1000), 3, 1)
    with pytest.raises(CarcassonneError, match="a process that shared the work was killed; try fewer jobs"):
        list(results)
    assert multiprocessing.active_children() == []


def test_who_wants_no_more_results_ends_the_workers() -> None:
    results = shared(goes_on_for_ever, range(10), 2, 1)
    assert next(results) == 0
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_workers_end_with_the_program_that_is_killed() -> None:
    code = (
        "import multiprocessing, test_processes as t\n"
        "results = t.shared(t.slow_at_first, range(10**6), 3, 1)\n"
        "next(results)\n"
        "print(*(worker.pid for worker in multiprocessing.active_children()), flush=True)\n"
        "input()\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
    ) as program:
        assert program.stdout
        workers = [int(pid) for pid in program.stdout.readline().split()]
        program.kill()
    assert len(workers) == 3
    assert all(ended(worker) for worker in workers)


def test_a_program_may_end_with_results_to_come() -> None:
    code = (
        "import sys, test_processes as t\n"
        "results = t.shared(t.slow_at_first, range(10**6), 2, 1)\n"
        "print(next(results))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=Path(__file__).parent
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")


INTERRUPTED = """
import multiprocessing, os, signal, sys
import test_processes as t

signal.signal(signal.SIGINT, signal.default_int_handler)
program = os.getpid()

def start(moment):
    "Ask for a result, and be interrupted when so many lines have run; how it went, and whether it was at all."
    run = 0

    def count(frame, event, argument):
        nonlocal run
        if os.getpid() != program:
            sys.settrace(None)
            return None
        run += event == "line"
        if run == moment and event == "line":
            os.kill(program, signal.SIGINT)
        return count

    results = t.shared(t.fails_at_five, range(4), 2, 1)
    sys.settrace(count)
    try:
        next(results)
        went = "found a result"
    except KeyboardInterrupt:
        went = "interrupted"
    finally:
        sys.settrace(None)
    results.close()
    try:
        os.waitpid(-1, os.WNOHANG)
        went = "left a worker behind"
    except ChildProcessError:
        pass
    return went, run >= moment

moment, sent = FIRST, True
while sent:
    went, sent = start(moment)
    print(went)
    moment += 3
"""


@pytest.mark.parametrize("first", [1, 2, 3])
def test_an_interrupt_at_any_line_of_starting_ends_it(first: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.replace("FIRST", str(first))],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parent,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *interrupted, last = done.stdout.splitlines()
    assert len(interrupted) > 50
    assert (set(interrupted), last) == ({"interrupted"}, "found a result")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Interrupts raise KeyboardInterrupt, however the tests were started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(then: Callable[[], None]) -> None:
    """Be interrupted in a block that holds interrupts, twice over, and do something more in it."""
    with interrupts_held(), interrupts_held():
        signal.raise_signal(signal.SIGINT)
        then()


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_waits_until_the_block_has_ended() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: done.append("held"))
    assert done == ["held"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_comes_through_an_error_too() -> None:
    def fail() -> None:
        raise SettingsError("something else is wrong too")

    with pytest.raises(KeyboardInterrupt):
        interrupted(fail)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_that_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupted(lambda: None)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_other_threads_are_never_interrupted_and_may_share_work_too() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.extend(shared(slow_at_first, range(4), 2, 1)))
    thread.start()
    thread.join()
    assert found == [0, 1, 4, 9]
