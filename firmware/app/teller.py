"""What the rounds told, gone on with while nobody plays: for the operator's page of returns.

Four rounds at a time on the ledger's thread, a couple of milliseconds, and only after a while in
which nothing moved and nobody touched the cabinet, or under the operator's key. What it came to
is stored by riding on a transaction that goes to the disk anyhow: it costs no commit of its own.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Protocol

from firmware.cabinet.state import CabinetState, Saved
from firmware.errors import LedgerError, OddsError
from firmware.ledger.ledger import Ledger

if TYPE_CHECKING:  # at run time when the first rounds are read, long after the first picture
    from firmware.operator.rounds_told import RoundsTold

ROUNDS_A_STEP = 4
"""Half a millisecond each on a PC."""
STEP_PAUSE_S = 0.25
QUIET_S = 10.0
"""How long nobody has touched the cabinet before its rounds are read on."""
BUSY_S = 1.0
"""When to look again while something moves or is being stored."""
STORED_EVERY_ROUNDS = 256
"""Read again after a power cut at most, in some seconds."""

log = logging.getLogger(__name__)


class Teller(Protocol):
    """Who reads on, as the machine sees him."""

    def tend(self, state: CabinetState, now_s: float, *, is_at_rest: bool) -> None:
        """Read on a little, if this is the moment for it.

        Args:
            state: the cabinet.
            now_s: the time.
            is_at_rest: whether nothing moves, waits, or is on its way to the disk.
        """

    def deadline_s(self) -> float | None:
        """When `tend` wants to be called again, or None."""

    def riders(self) -> Mapping[str, str]:
        """Documents to go with the next transaction; mostly none."""


class NoTeller:
    """Where no rounds are read: stories, and a cabinet without a ledger."""

    def tend(self, state: CabinetState, now_s: float, *, is_at_rest: bool) -> None:
        """Nothing is read."""

    def deadline_s(self) -> float | None:
        return None

    def riders(self) -> Mapping[str, str]:
        return {}


class LedgerTeller:
    """Reads on in an open ledger.

    Args:
        ledger: of the cabinet.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._told: RoundsTold | None = None
        self._stored_upto = 0
        self._step: Future[RoundsTold] | None = None
        self._step_saved: Saved | None = None
        self._read_saved: Saved | None = None
        self._due_s: float | None = None
        self._is_broken = False

    @property
    def told(self) -> RoundsTold:
        """What the rounds told so far."""
        if self._told is None:
            from firmware.operator.rounds_told import kept_told

            self._told = kept_told(self._ledger.documents)
            self._stored_upto = self._told.upto
        return self._told

    def tend(self, state: CabinetState, now_s: float, *, is_at_rest: bool) -> None:
        if self._step is not None and not self._take():
            self._due_s = now_s + STEP_PAUSE_S
            return
        if self._is_broken or state.saved is self._read_saved:
            self._due_s = None
            return
        free_s = now_s if state.operator_on else state.touched_at_s + QUIET_S
        if free_s > now_s:
            self._due_s = free_s
        elif not is_at_rest:
            self._due_s = now_s + BUSY_S
        elif self._due_s is None or self._due_s <= now_s:
            self._begin(state, now_s)

    def deadline_s(self) -> float | None:
        return self._due_s

    def riders(self) -> Mapping[str, str]:
        told = self._told
        if told is None or told.upto - self._stored_upto < STORED_EVERY_ROUNDS:
            return {}
        from firmware.operator.rounds_told import DOCUMENT

        self._stored_upto = told.upto
        return {DOCUMENT: told.text()}

    def _begin(self, state: CabinetState, now_s: float) -> None:
        self._due_s = now_s + STEP_PAUSE_S
        self._step_saved = state.saved
        self._step = self._ledger.ask(
            partial(_read, documents=self._ledger.documents, told=self.told)
        )

    def _take(self) -> bool:
        """Whether the step is through; one that came no further has read all there is."""
        assert self._step is not None
        if not self._step.done():
            return False
        step, self._step = self._step, None
        before = self.told.upto
        try:
            self._told = step.result()
        except (LedgerError, OddsError, sqlite3.Error) as error:
            log.error("the rounds are not read on: %s", error)
            self._is_broken = True
        if self.told.upto == before:
            self._read_saved = self._step_saved
        return True


def _read(
    connection: sqlite3.Connection, documents: Mapping[str, str], told: RoundsTold
) -> RoundsTold:
    from firmware.operator.rounds_told import read_on

    return read_on(connection, documents, told, ROUNDS_A_STEP)
