"""A device that may hang: a stick that is failing, pulled half out, or busy with itself.

What is asked of it runs on a thread of its own, and whoever asks waits only so long. What
hangs is left hanging, and the device counts as lost until it has come back by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from firmware.errors import LedgerError, LedgerIoError

T = TypeVar("T")

PATIENCE_S = 3.0
"""How long one request may take: a slow stick tidies itself for a second at times."""


class Device(Protocol):
    """Where work on a device is done."""

    def run(self, work: Callable[[], T]) -> T:
        """Do `work` and give back what it gives back, or raise what it raises.

        Raises:
            LedgerError: the device does not answer.
        """


class Direct:
    """A device that is waited for: stories, tests, and what is known to answer."""

    def run(self, work: Callable[[], T]) -> T:
        return work()


class Patient:
    """A device that is waited for only so long.

    Args:
        patience_s: how long one request may take.
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._requests: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._late: Future[Any] | None = None
        # A daemon: what hangs on a dead stick must not keep the cabinet from ending.
        threading.Thread(target=self._serve, name="second copy", daemon=True).start()

    def run(self, work: Callable[[], T]) -> T:
        if self._late is not None and not self._late.done():
            raise LedgerError("the device still does not answer")
        self._late = None
        answer: Future[T] = Future()
        self._requests.put(lambda: _answered(answer, work))
        if not _is_done(answer, self._patience_s):
            self._late = answer
            raise LedgerIoError(f"the device has not answered within {self._patience_s:g} s")
        return answer.result()

    def _serve(self) -> None:
        while True:
            self._requests.get()()


def _answered(answer: Future[T], work: Callable[[], T]) -> None:
    try:
        answer.set_result(work())
    except BaseException as error:  # noqa: BLE001  it is raised again where it was asked for
        answer.set_exception(error)


def _is_done(answer: Future[T], patience_s: float) -> bool:
    # Not `result(timeout)`: a device may raise a TimeoutError of its own.
    came = threading.Event()
    answer.add_done_callback(lambda _: came.set())
    return came.wait(patience_s)
