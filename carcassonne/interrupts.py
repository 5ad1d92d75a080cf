"""Interrupts (Ctrl-C) that wait for a better moment."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until the block has ended.

    For a block in which one would be lost or do harm, as where modules are imported or processes started: what Python
    runs on those occasions prints a KeyboardInterrupt and goes on. Does nothing where Python does not handle them: in
    other threads than the main one, while it ends, or where they were given to somebody else.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
