"""The process that thinks beside the cabinet: `python -m firmware.app.worker`.

It reads an order a line, `7 {task}`, and answers each with lines of JSON, better and better; a new
order, or `8` alone, ends its interest in the one before. It has the lowest priority that there
is, one thread, and no life of its own: it ends when its standard input does, so the cabinet
leaves no orphan however it dies. What it needs it imports when it has stepped back, and no screen
and no pin is among it.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from firmware.clock import Clock, MonotonicClock

if TYPE_CHECKING:
    from firmware.games.cinque_mani.task import Task

STREAM_PAUSE_S = 0.5
"""Between two answers that something better will follow."""
LOWEST_PRIORITY = 19
_OOM_SCORE = Path("/proc/self/oom_score_adj")
_IN, _OUT = 0, 1
_READ_BYTES = 65_536

Answers = Callable[["Task"], Iterator[str]]
"""Answers a task, better and better."""


class NewOrderError(Exception):
    """Something else is asked, or nothing any more: what is being thought is of no interest."""


class Orders:
    """What the cabinet has asked, the newest alone.

    A thought may take long, so the system is asked to signal when something else is said.

    Args:
        line: the descriptor it comes from.
    """

    def __init__(self, line: int) -> None:
        self._line = line
        self._read = b""
        self._may_interrupt = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Have it signalled when something is said."""
        flags = fcntl.fcntl(self._line, fcntl.F_GETFL)
        before = signal.signal(signal.SIGIO, self._signalled)
        fcntl.fcntl(self._line, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(self._line, fcntl.F_SETFL, flags | os.O_ASYNC)
        try:
            yield
        finally:
            fcntl.fcntl(self._line, fcntl.F_SETFL, flags)
            signal.signal(signal.SIGIO, before)

    def _signalled(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a handler
        if self._may_interrupt:
            self._may_interrupt = False  # once: what unwinds must not be interrupted again
            raise NewOrderError

    @contextmanager
    def interrupting(self) -> Iterator[None]:
        """Whatever is done in here ends with NewOrderError when something is said."""
        self._may_interrupt = True
        try:
            if self.is_waiting():
                raise NewOrderError
            yield
        finally:
            self._may_interrupt = False

    def wait(self) -> tuple[int, str] | None:
        """The newest order, its number and its task ("" for none); None when there will be no
        more. Waits for one."""
        while True:
            if not self._take():
                return None
            whole, found, rest = self._read.rpartition(b"\n")
            if found:
                self._read = rest
                number, _, task = whole.rpartition(b"\n")[2].decode().partition(" ")
                return int(number), task

    def is_waiting(self) -> bool:
        """Whether something was said since the last order, or the cabinet is gone."""
        return bool(select.select([self._line], [], [], 0)[0])

    def _take(self) -> bool:
        """Read on, waiting for it; False at the end."""
        data = os.read(self._line, _READ_BYTES)
        self._read += data
        return bool(data)


def serve(line_in: int, line_out: int, answers: Answers, clock: Clock) -> None:
    """Answer until the cabinet is gone.

    Args:
        line_in: descriptor of the orders.
        line_out: descriptor of the answers.
        answers: finds them.
        clock: paces them.
    """
    from firmware.games.cinque_mani.task import read_task

    orders = Orders(line_in)
    with suppress(BrokenPipeError), orders.watched():
        while (order := orders.wait()) is not None:
            number, text = order
            if text:
                with suppress(NewOrderError):
                    _answer(number, answers(read_task(text)), orders, line_out, clock)


def _answer(number: int, found: Iterator[str], orders: Orders, line_out: int, clock: Clock) -> None:
    """Tell what is found as it becomes better, and the last of it as final.

    Raises:
        NewOrderError: something else is asked.
    """
    told_s, best = float("-inf"), ""
    while True:
        with orders.interrupting():
            better = next(found, None)
        if better is None:
            break
        best, now_s = better, clock.now_s()
        if now_s - told_s >= STREAM_PAUSE_S:
            told_s = now_s
            _tell(line_out, number, best, is_final=False)
    _tell(line_out, number, best, is_final=True)


def _tell(line_out: int, number: int, answer: str, *, is_final: bool) -> None:
    said = {"number": number, "answer": answer, "is_final": is_final}
    left = json.dumps(said, separators=(",", ":")).encode() + b"\n"
    while left:
        left = left[os.write(line_out, left) :]


def step_back() -> None:
    """Take the processor only when nobody else wants it, and be the first to go when memory is
    short; leave keys and stop signals, which are meant for the cabinet, to it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.setpriority(os.PRIO_PROCESS, 0, LOWEST_PRIORITY)
    with suppress(OSError, AttributeError):  # of Linux alone
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):
        _OOM_SCORE.write_text("1000")


def work() -> None:
    """Be the worker, at whatever priority."""
    from firmware.games.cinque_mani.thinking import answers, warm_up

    warm_up()
    serve(_IN, _OUT, answers, MonotonicClock())


if __name__ == "__main__":
    step_back()
    work()
