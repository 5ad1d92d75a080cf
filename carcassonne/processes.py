"""Work that several processes share: any number of them gives the same results in the same order.

Written without threads and locks, because an interrupt may come at any moment: one that meets a pool of the standard
library while it starts its workers or hands out work may be lost, or leave the program waiting for ever.
"""

import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, Process
from multiprocessing.connection import wait
from traceback import format_exc
from typing import Any, TypeVar

from carcassonne.errors import CarcassonneError
from carcassonne.interrupts import interrupts_held

Result = TypeVar("Result")

AHEAD = 2
"""How many chunks a worker has at a time: one to work on, and one to go on with at once."""


def shared(work: Callable[[int], Result], numbers: range, jobs: int, chunk: int) -> Iterator[Result]:
    """What `work` makes of each number, in order, by `jobs` processes that take `chunk` numbers at a time.

    Work and results travel between processes, so they can be pickled. An error of `work` is raised where its result
    would have come, with a note that shows where in the work it arose. Workers live as long as the iterator, and
    ignore interrupts: those are for the process that started them.

    Raises:
        CarcassonneError: a worker was killed.
    """
    chunks = [numbers[start : start + chunk] for start in range(0, len(numbers), chunk)]
    jobs = min(jobs, len(chunks))
    if jobs <= 1:
        yield from map(work, numbers)
        return
    workers: dict[Any, Process] = {}
    """Each worker by our end of the pipe to it."""
    try:
        with interrupts_held():
            for _ in range(jobs):
                ours, theirs = Pipe()
                worker = Process(target=_work, args=(work, theirs, ours), daemon=True)
                worker.start()
                theirs.close()
                workers[ours] = worker
        yield from _in_order(workers, chunks)
    finally:
        with interrupts_held():
            for ours, worker in workers.items():
                worker.kill()
                worker.join()
                ours.close()


def _in_order(workers: dict[Any, Process], chunks: Sequence[range]) -> Iterator[Any]:
    """Hand out the chunks, and yield the results in order, however they come."""
    to_do = iter(enumerate(chunks))
    done: dict[int, tuple[list[Any], Exception | None]] = {}

    def hand_out(pipe: Any) -> None:
        if task := next(to_do, None):
            pipe.send(task)

    with _loss_told():
        for pipe in [*workers] * AHEAD:
            hand_out(pipe)
    for index in range(len(chunks)):
        with _loss_told():
            while index not in done:
                ready: list[Any] = wait([*workers])
                for pipe in ready:
                    number, results, error = pipe.recv()
                    done[number] = results, error
                    hand_out(pipe)
        results, error = done.pop(index)
        yield from results
        if error is not None:
            raise error


def _work(work: Callable[[int], Any], pipe: Any, other_end: Any) -> None:
    """What a worker does: chunk by chunk, until nobody wants more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()  # a forked worker has it too, and would not notice that nobody else does any more
    with suppress(EOFError, OSError):
        while True:
            index, numbers = pipe.recv()
            results = []
            error = None
            try:
                for number in numbers:
                    results.append(work(number))
            except Exception as raised:
                error = _portable(raised)
            pipe.send((index, results, error))


def _portable(error: Exception) -> Exception:
    """An error with a note of where it arose; one that cannot travel between processes as one that says the same."""
    where = format_exc()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = CarcassonneError(f"{type(error).__name__}: {error}")
    error.add_note(where)
    return error


@contextmanager
def _loss_told() -> Iterator[None]:
    """A worker that is not there any more is told of as the loss that it is."""
    try:
        yield
    except (EOFError, OSError):
        raise CarcassonneError("a process that shared the work was killed; try fewer jobs") from None
