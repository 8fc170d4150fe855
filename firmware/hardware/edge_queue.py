"""Brings time-stamped edges from lgpio's thread to the loop, and wakes it.

A callback may come in lgpio's only thread, which dies of an exception. So it does next to
nothing: it puts an edge here. Everything else happens in the loop's own thread.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

Line = TypeVar("Line")

LATEST_S = 0.25
"""An edge is told so late at most: what waits for silence, waits for so long more. lgpio's thread
waits for the interpreter while a frame is drawn, some 16 ms, and for the kernel while a slow card
holds everything up, some 200 ms. A player does not notice so late a credit."""
QUEUE_BOUND = 256
"""Edges that may wait before those that may be dropped are."""


@dataclass(frozen=True, slots=True)
class Edge(Generic[Line]):
    """A line went to a level: active (`is_down`) or not, at `at_s`."""

    line: Line
    is_down: bool
    at_s: float


def _never(_: object) -> bool:
    return False


class EdgeQueue(Generic[Line]):
    """Edges on their way from any thread to the loop, and the descriptor that wakes it.

    Past the bound the edges of lines that `may_drop` names are dropped and `take` tells; all
    others, money and what people move by hand, never are.
    """

    def __init__(self, may_drop: Callable[[Line], bool] = _never) -> None:
        self._may_drop = may_drop
        self._edges: deque[Edge[Line]] = deque()
        self._lock = Lock()
        self._overflowed = False
        self.descriptor = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def put(self, edge: Edge[Line]) -> None:
        """Add an edge and wake the loop; from any thread."""
        with self._lock:
            if self._may_drop(edge.line) and len(self._edges) >= QUEUE_BOUND:
                self._overflowed = True
            else:
                self._edges.append(edge)
            self._wake()

    def spoil(self) -> None:
        """An edge was lost on its way here."""
        with self._lock, suppress(OSError):
            self._overflowed = True
            self._wake()

    def take(self) -> tuple[list[Edge[Line]], bool]:
        """All that waits, oldest first, and whether edges were lost before."""
        with self._lock:
            if self.descriptor >= 0:
                with suppress(BlockingIOError):
                    os.eventfd_read(self.descriptor)
            edges, overflowed = list(self._edges), self._overflowed
            self._edges.clear()
            self._overflowed = False
        return edges, overflowed

    def has_waiting(self) -> bool:
        """Whether an edge waits."""
        with self._lock:
            return bool(self._edges)

    def close(self) -> None:
        """Free the descriptor; may be called twice."""
        with self._lock:
            if self.descriptor >= 0:
                os.close(self.descriptor)
                self.descriptor = -1

    def _wake(self) -> None:
        if self.descriptor >= 0:
            os.eventfd_write(self.descriptor, 1)
