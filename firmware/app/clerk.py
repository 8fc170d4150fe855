"""Who does the jobs of the operator's pages, and how the loop hears what came of them.

A job is begun by whatever does its kind and answers through a future, on the ledger's thread or
one of its own; the loop never waits. An answer that nobody waits for any more is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from firmware.errors import CabinatoError
from firmware.events import Event
from firmware.jobs import Answer, Failed, Job, JobDone, JobMoved
from firmware.words import Message

log = logging.getLogger(__name__)

Progress = Callable[[int], None]
"""Told how far a job is, in percent; may be called on any thread."""
Doer = Callable[[Any, Progress], "Future[Answer]"]
"""Begins a wish of one kind."""
PROGRESS_S = 0.2
"""How often a job under way is looked at."""
CANNOT = Failed(Message("operator.cannot"))
"""What is told of a wish that this cabinet has nobody for, and of one that failed unexpectedly."""


class Clerk(Protocol):
    """Who does the jobs, as the machine sees him."""

    def ask(self, job: Job | None, now_s: float) -> None:
        """The job from now on; None: none is of interest any more."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """What there is to tell: `JobMoved`, `JobDone`; never blocks and never raises."""

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called again, or None."""


class DeskClerk:
    """Gives each job to whoever does its kind.

    Args:
        doers: by the type of the wish.
        on_answer: called, on any thread, when there is an answer, so that a sleeping loop wakes.
    """

    def __init__(
        self, doers: Mapping[type[Any], Doer], on_answer: Callable[[], None] = lambda: None
    ) -> None:
        self._doers = doers
        self._on_answer = on_answer
        self._job: Job | None = None
        self._answer: Future[Answer] | None = None
        self._percent = self._told = 0
        self._due_s: float | None = None

    def ask(self, job: Job | None, now_s: float) -> None:
        self._job, self._answer, self._due_s = job, None, None
        if job is None:
            return
        self._percent = self._told = 0
        self._due_s = now_s
        doer = self._doers.get(type(job.wanted))
        if doer is not None:
            self._answer = doer(job.wanted, self._moved)
            self._answer.add_done_callback(lambda _: self._on_answer())

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._job is None:
            return ()
        number = self._job.number
        if self._answer is None or self._answer.done():
            answer = CANNOT if self._answer is None else _result(self._answer)
            self._job = self._answer = self._due_s = None
            return (JobDone(number, answer),)
        self._due_s = now_s + PROGRESS_S
        if self._percent == self._told:
            return ()
        self._told = self._percent
        return (JobMoved(number, self._told),)

    def deadline_s(self) -> float | None:
        return self._due_s

    def _moved(self, percent: int) -> None:
        self._percent = min(max(percent, 0), 100)


class NoClerk(DeskClerk):
    """Nobody: every wish is answered with that."""

    def __init__(self) -> None:
        super().__init__({})


def _result(answer: Future[Answer]) -> Answer:
    try:
        return answer.result()
    except CabinatoError as error:
        log.error("a job of the operator's pages failed: %s", error)
        return CANNOT
