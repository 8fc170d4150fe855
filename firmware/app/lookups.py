"""What the operator's pages look up in an open ledger: rounds and the event log.

A search goes on a stretch at a time on the ledger's thread; a commit gets its turn in between.
A new search ends the one before it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any, Protocol

from firmware.app.clerk import CANNOT, Doer, Progress
from firmware.errors import LedgerError
from firmware.jobs import Answer, FindRounds, LogRead, ReadLog, RoundsFound
from firmware.ledger.ledger import Ledger

Step = Future[RoundsFound | LogRead | None]


class Search(Protocol):
    """A search that goes on step by step."""

    @property
    def percent(self) -> int:
        """How far it is."""

    def step(self, ledger: Any) -> RoundsFound | LogRead | None:
        """One step; None when it must go on."""


class Lookups:
    """Does them, one after the other.

    Args:
        ledger: of the cabinet.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._newest: Future[Answer] | None = None

    def doers(self) -> Mapping[type[Any], Doer]:
        """By the type of the wish."""
        return {FindRounds: self._find, ReadLog: self._read}

    def _find(self, wish: FindRounds, progress: Progress) -> Future[Answer]:
        from firmware.operator.lookup import RoundSearch  # at the first wish, not at the start

        return self._begun(RoundSearch(wish), progress)

    def _read(self, wish: ReadLog, progress: Progress) -> Future[Answer]:
        from firmware.operator.lookup import LogSearch

        return self._begun(LogSearch(wish), progress)

    def _begun(self, search: Search, progress: Progress) -> Future[Answer]:
        answer: Future[Answer] = Future()
        self._newest = answer
        self._go_on(search, progress, answer)
        return answer

    def _go_on(self, search: Search, progress: Progress, answer: Future[Answer]) -> None:
        """Steps until one is still out: that one goes on from where the ledger lives."""
        while self._newest is answer:
            try:
                step = self._ledger.ask(lambda connection: self._step(search, connection))
            except RuntimeError:  # the goodbye has begun
                answer.set_result(CANNOT)
                return
            if not step.done():
                step.add_done_callback(partial(self._came, search, progress, answer))
                return
            if not self._taken(step, search, progress, answer):
                return

    def _came(self, search: Search, progress: Progress, answer: Future[Answer], step: Step) -> None:
        if self._taken(step, search, progress, answer):
            self._go_on(search, progress, answer)

    def _taken(
        self,
        step: Step,
        search: Search,
        progress: Progress,
        answer: Future[Answer],
    ) -> bool:
        """Whether the search must go on after a step."""
        try:
            found = step.result()
        except (LedgerError, sqlite3.Error) as error:
            answer.set_exception(LedgerError(str(error)))
            return False
        if found is not None:
            answer.set_result(found)
            return False
        progress(search.percent)
        return True

    def _step(self, search: Search, connection: sqlite3.Connection) -> RoundsFound | LogRead | None:
        from firmware.operator.lookup import Open

        return search.step(Open(connection, self._ledger.standing, self._ledger.documents))
