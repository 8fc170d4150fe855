"""Tells a fleet's broker of the cabinet: what, when, and from which row of the ledger on.

A thread of its own does it. The loop hands over its newest state, which never waits, and takes
back what the operator must know; whatever happens to the network, play does not notice.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial

from firmware import __version__
from firmware.app.mqtt import RETRIES_S, Line, broker_of
from firmware.app.status import status_of
from firmware.cabinet.state import CabinetState, Fault
from firmware.clock import Clock
from firmware.config import MqttTable
from firmware.errors import BrokerError
from firmware.events import FleetChanged
from firmware.ledger.ledger import Ledger
from firmware.operator.books import books_of
from firmware.operator.telemetry import (
    OFFLINE,
    ONLINE,
    Cursor,
    HealthTold,
    Place,
    Topics,
    event_texts,
    meters_text,
    place_of,
    rows_after,
)
from firmware.screens.fault_signs import code

CURSOR = "fleet.json"
"""In the data folder: how far the events were told."""
KEPT_EVERY_ROWS = 1_000
"""The cursor is kept with every event, and so often where there is none."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast it is told.

    Attributes:
        pause_s: between two looks at what is new.
        retries_s: between two tries to connect, the first pause and the longest.
        goodbye_s: how long a goodbye may take.
    """

    pause_s: float = 0.5
    retries_s: tuple[int, int] = RETRIES_S
    goodbye_s: float = 1.5


class MqttFleet:
    """Tells a broker, from `start` to `close`.

    Args:
        table: which, and how often.
        ledger: of the cabinet; its thread reads the rows.
        clock: the cabinet's.
        wake: makes a loop that sleeps call `pump`; called on another thread.
        pace: how fast.
    """

    def __init__(
        self,
        table: MqttTable,
        ledger: Ledger,
        clock: Clock,
        wake: Callable[[], None],
        pace: Pace = Pace(),
    ) -> None:
        self._table = table
        self._ledger = ledger
        self._clock = clock
        self._wake_loop = wake
        self._pace = pace
        self._topics = Topics(table.prefix, table.cabinet)
        self._started = clock.wall()
        self._kept_in = ledger.folder / CURSOR
        self._thread = threading.Thread(target=self._run, name="fleet", daemon=True)
        # Between the loop and the thread: each is replaced whole, or safe by itself.
        self._state: CabinetState | None = None
        self._sequence = -1
        self._woken = threading.Event()
        self._closing = threading.Event()
        self._changes: deque[FleetChanged] = deque()
        # Of the thread alone.
        self._line: Line | None = None
        self._problem = ""
        self._openings = 0
        self._health: HealthTold | None = None
        self._health_of: CabinetState | None = None
        self._meters_due_s = float("-inf")
        self._meters_row = -1
        self._place: Place | None = None
        self._kept_row = 0
        self._out: frozenset[int] = frozenset()
        self._out_upto: Place | None = None
        self._is_log_lost = False

    # --- the loop's side --------------------------------------------------------------------------

    def start(self) -> None:
        """Begin; comes back at once."""
        self._thread.start()

    def publish(self, state: CabinetState) -> None:
        sequence = self._ledger.sequence
        if state is not self._state or sequence != self._sequence:
            self._state, self._sequence = state, sequence
            self._woken.set()

    def pump(self) -> Sequence[FleetChanged]:
        changes = []
        with suppress(IndexError):
            while True:
                changes.append(self._changes.popleft())
        return changes

    def close(self) -> None:
        self._closing.set()
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join(self._pace.goodbye_s + self._pace.pause_s)

    # --- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        will = self._topics.online, OFFLINE
        name = f"cabinato-{self._table.cabinet}"
        try:
            broker = broker_of(self._table)
            line = Line(broker, name, will, self._woken.set, self._pace.retries_s)
        except BrokerError as error:
            log.error("no broker is told: %s", error)
            self._found(str(error))
            return
        self._line = line
        line.begin()
        while not self._closing.is_set():
            self._woken.wait(self._left_s(line))
            self._woken.clear()
            trouble = line.trouble
            self._found(trouble.text if trouble is not None and trouble.is_lasting else "")
            if line.is_open:
                self._tell(line)
            if not self._out:
                # Not `_woken`: what comes within the pause is told after it, all at once.
                self._closing.wait(self._pace.pause_s)
        self._say_goodbye(line)

    def _left_s(self, line: Line) -> float | None:
        """Until the meters are due; None: whatever comes will wake us."""
        if not line.is_open:
            return None
        return max(0.0, self._meters_due_s - self._clock.now_s())

    def _found(self, problem: str) -> None:
        if problem != self._problem and not self._closing.is_set():
            self._problem = problem
            self._changes.append(FleetChanged(problem))
            self._wake_loop()

    def _tell(self, line: Line) -> None:
        """All that is new."""
        if line.openings != self._openings:
            self._openings = line.openings
            line.send(self._topics.online, ONLINE, is_retained=True)
            self._health, self._health_of = None, None
            self._meters_due_s, self._meters_row = float("-inf"), -1
        is_due = self._clock.now_s() >= self._meters_due_s
        self._tell_health(line, is_due=is_due)
        if is_due:
            self._tell_meters(line)
        if not self._is_log_lost:
            self._tell_events(line)

    def _tell_health(self, line: Line, *, is_due: bool) -> None:
        state = self._state
        if state is None or (state is self._health_of and not is_due):
            return
        self._health_of = state
        health = health_of(state, self._ledger, self._started)
        if health.differs(self._health) or (is_due and health != self._health):
            self._health = health
            line.send(self._topics.health, health.text(self._clock.wall()), is_retained=True)

    def _tell_meters(self, line: Line) -> None:
        self._meters_due_s = self._clock.now_s() + self._table.every_s
        books = books_of(self._ledger)
        if books.rows != self._meters_row:
            self._meters_row = books.rows
            text = meters_text(books, self._ledger.name, self._clock.wall())
            line.send(self._topics.meters, text, is_retained=True)

    # --- events -----------------------------------------------------------------------------------

    def _tell_events(self, line: Line) -> None:
        """A page of the ledger at a time; the next when this one is acknowledged."""
        try:
            while self._has_told_page(line):
                if not self._next_page(line):
                    return
        except (sqlite3.Error, RuntimeError) as error:  # a LedgerError is one
            log.error("the events are not told any more: %s", error)
            self._is_log_lost = True
            self._out = frozenset()

    def _has_told_page(self, line: Line) -> bool:
        """Whether what was sent is acknowledged; the cursor is kept then."""
        if not line.has(self._out):
            return False
        if self._out_upto is not None:
            self._place = self._out_upto
            is_event = bool(self._out)
            self._out, self._out_upto = frozenset(), None
            if is_event or self._place.number - self._kept_row >= KEPT_EVERY_ROWS:
                self._keep(self._place)
        return True

    def _next_page(self, line: Line) -> bool:
        """Send the events of the next rows; False where there are no rows."""
        if self._place is None:
            self._place = self._ledger.ask(partial(place_of, cursor=self._kept())).result()
            self._kept_row = self._place.number
        place = self._place
        rows = self._ledger.ask(partial(rows_after, place=place)).result()
        if not rows:
            return False
        line.forget()
        self._out_upto = Place(rows[-1].sequence, rows[-1])
        texts = list(event_texts(rows, place, self._ledger.name))
        topic = self._topics.events
        self._out = frozenset(line.send(topic, text, is_retained=False) for text in texts)
        return True

    def _kept(self) -> Cursor | None:
        try:
            return Cursor.parse(self._kept_in.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def _keep(self, place: Place) -> None:
        """Without a sync: after a power cut a few events may come twice, by the same numbers."""
        cursor = place.cursor
        if cursor is None:
            return
        self._kept_row = place.number
        fresh = self._kept_in.with_suffix(".new")
        try:
            fresh.write_text(cursor.text(), encoding="utf-8")
            fresh.replace(self._kept_in)
        except OSError as error:
            log.warning("%s: %s; events may be told twice", self._kept_in, error.strerror)

    # --- the end ----------------------------------------------------------------------------------

    def _say_goodbye(self, line: Line) -> None:
        if line.is_open:
            self._meters_due_s = float("-inf")
            self._tell(line)
            last = line.send(self._topics.online, OFFLINE, is_retained=True)
            end_s = self._clock.now_s() + self._pace.goodbye_s
            while line.is_open and not line.has({*self._out, last}):
                left_s = end_s - self._clock.now_s()
                if left_s <= 0:
                    break
                self._woken.wait(left_s)
                self._woken.clear()
            self._has_told_page(line)
        if self._place is not None:
            self._keep(self._place)
        line.close()


def health_of(state: CabinetState, ledger: Ledger, started: str) -> HealthTold:
    """What is told of a state."""
    status = status_of(state, os.getpid(), started)
    return HealthTold(
        ledger=ledger.name,
        version=__version__,
        boot=ledger.boot,
        started=started,
        is_paid=status.is_paid,
        slots={
            name: {"health": slot.health.value, "detail": slot.detail, "identity": slot.identity}
            for name, slot in status.slots.items()
        },
        counts={name: asdict(slot.counts) for name, slot in status.slots.items()},
        faults=tuple(_told(fault) for fault in state.faults),
        facts=asdict(state.facts),
    )


def _told(fault: Fault) -> dict[str, str]:
    return {
        "name": fault.name.value,
        "code": code(fault.name),
        "effect": fault.name.effect.value,
        "subject": fault.subject,
        "detail": fault.detail,
        "since": fault.since,
    }
