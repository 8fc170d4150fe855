"""Whatever operation of the disk fails, and however: no credit that was acknowledged is lost.

A session is played again for every operation that it does on its disk and every way in
which that one can fail, once or from then on, until there is none left. After a failure
nothing more is acknowledged until the ledger is opened anew. What is there then, on the files as
the system shows them and on the disk as a power cut leaves it, is what was acknowledged, or
that and the step that failed.

A sync that fails is taken at its worst: the system forgets what it should have written, still
shows it to readers, and lets the next sync succeed.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path

import apsw
import money
from apsw_connection import ApswConnection, Connect, ledgers_over, unrecorded
from crash_disk import disk_after
from evenings import Standing, often, opened, standing_of, transactions
from looker import Found, Looker, in_memory, leave, made_folder, wrong
from money import A
from proof import Report, Track, two_processes
from recording_vfs import Fault, Recorder, can_fail, no_fault

from firmware.errors import LedgerError
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify
from firmware.transaction import Transaction

SEED, STEPS = 5, 16
BOOTS_BEFORE = (0, 7)
HOWS = ("EIO", "ENOSPC", "short write", "failed sync")
EVERY = 7
"""In the short form every so many of the failures are tried."""
PART = 40
"""Failures that go to a process at once."""
COIN = Transaction((money.coin(7),), {"coin": "after"})
NOT_PLAIN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    apsw.Error,
    sqlite3.Error,
)
"""What must not come out of a ledger: its callers know LedgerError."""


Operation = tuple[str, str]
"""What is done, and the file's name; the folder itself has none."""


@dataclass(frozen=True)
class Failure:
    """The `number`-th operation fails in the way `how`, and if it `lasts` all after it that can."""

    number: int
    how: str
    lasts: bool
    name: str
    """Of the file."""

    def __str__(self) -> str:
        where = self.name or "the folder"
        return f"operation {self.number} ({where}), {self.how}{', lasting' * self.lasts}"


@dataclass
class Outcome:
    """What came of some failures.

    Attributes:
        tried: how often each way was tried.
        said: failures that the ledger reported; the others did no harm.
        lost: credits that were acknowledged and gone.
        fell: what was wrong, in plain lines.
    """

    tried: Counter[str] = field(default_factory=Counter)
    said: int = 0
    lost: int = 0
    fell: list[str] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.tried + other.tried,
            self.said + other.said,
            self.lost + other.lost,
            self.fell + other.fell,
        )


def prove(full: bool, track: Track) -> Report:
    """Fail the operations of a session, one after the other."""
    operations = operations_of(ApswConnection)
    failures = list(failures_of(operations))[:: 1 if full else EVERY]
    parts = [failures[start : start + PART] for start in range(0, len(failures), PART)]
    with two_processes() as pool:
        made = pool.map(partial(fail_each, ApswConnection), parts)
        return report(operations, sum(track(made, "sessions", len(parts)), Outcome()))


def report(operations: list[Operation], outcome: Outcome) -> Report:
    """The figures in plain lines."""
    kinds = Counter(what for what, _ in operations)
    said = ", ".join(f"{what} {number}" for what, number in sorted(kinds.items()))
    hows = ", ".join(f"{how} {number}" for how, number in sorted(outcome.tried.items()))
    tried = (
        f"a session of {len(operations)} operations on the disk: {said}",
        f"operations failed: {outcome.tried.total()} ({hows}), {outcome.said} of them reported "
        f"by the ledger, the others without harm; credits lost: {outcome.lost}",
    )
    return Report(tried, tuple(outcome.fell))


def operations_of(connect: Connect) -> list[Operation]:
    """What the session does on its disk when nothing fails, in order."""
    done: list[Operation] = []

    def note(what: str, name: str) -> None:
        done.append((what, name))

    with in_memory() as folder:
        session = _Session(folder, connect, note, Looker(folder))
        session.play()
        assert not session.failed
    return done


def failures_of(operations: list[Operation]) -> Iterator[Failure]:
    """Every way in which one of the operations can fail."""
    for number, (what, name) in enumerate(operations, start=1):
        for how in HOWS:
            if can_fail(how, what):
                yield Failure(number, how, lasts=False, name=name)
                yield Failure(number, how, lasts=True, name=name)


def fail_each(connect: Connect, failures: list[Failure]) -> Outcome:
    """Play the session with each of the failures."""
    outcome = Outcome()
    with in_memory() as looks:
        looker = Looker(looks)
        for failure in failures:
            outcome += _fail(connect, failure, looker)
    return outcome


def _fail(connect: Connect, failure: Failure, looker: Looker) -> Outcome:
    with in_memory() as folder:
        session = _Session(folder, connect, _injected(failure), looker)
        session.play()
        session.look(killed=failure.number % 2 == 1)
    fell = [f"{failure}: {fault}" for fault in session.fell]
    return Outcome(Counter([failure.how]), int(session.failed), session.lost, fell)


def _injected(failure: Failure) -> Fault:
    numbers = count(1)

    def fault(what: str, name: str) -> str | None:
        number = next(numbers)
        is_hit = number == failure.number or (failure.lasts and number > failure.number)
        return failure.how if is_hit and can_fail(failure.how, what) else None

    return fault


# --- one session ------------------------------------------------------------------------------


class _Session:
    """Boots, plays and stops until the ledger reports a failure."""

    def __init__(self, folder: Path, connect: Connect, fault: Fault, looker: Looker) -> None:
        self.failed = False
        self.fell: list[str] = []
        self.lost = 0
        self._folder = folder
        self._connect = connect
        self._looker = looker
        self._recorder = Recorder(made_folder(folder / "store"), fault)
        self._stands = Standing()
        self._next = Standing()
        self._ledger: Ledger | None = None

    def play(self) -> None:
        """All of it, or up to the failure and what must follow it."""
        with self._recorded():
            try:
                self._play()
            except LedgerError:
                self.failed = True
                if self._ledger is not None:
                    self._verify_locked(self._ledger)

    def _play(self) -> None:
        for number, step in enumerate(transactions(SEED, STEPS)):
            if number in BOOTS_BEFORE:
                self._stop()
                self._boot()
            self._commit(step)
        self._stop()

    def _boot(self) -> None:
        self._next = self._stands.booted()
        self._ledger = opened(self._recorder.folder)
        self._stands = self._next

    def _commit(self, step: Transaction) -> None:
        assert self._ledger is not None
        self._next = self._stands.after(step)
        self._ledger.commit(step).result()
        self._stands = self._next

    def _stop(self) -> None:
        if self._ledger is not None:
            ledger, self._ledger = self._ledger, None
            self._next = self._stands.stopped()
            ledger.close()
            self._stands = self._next

    def _verify_locked(self, ledger: Ledger) -> None:
        if standing_of(ledger) != replace(self._stands, said_goodbye=False):
            self.fell.append(f"after the failure it shows {standing_of(ledger)}")
        for _ in range(2):
            try:
                ledger.commit(COIN).result()
            except LedgerError:
                continue
            self.fell.append("a coin was acknowledged after the failure")

    # --- afterwards ---------------------------------------------------------------------------

    def look(self, *, killed: bool) -> None:
        """See what is there once the disk works again.

        Args:
            killed: whether the process ended at the failure, or closed the ledger first.
        """
        with self._recorded():
            if not killed and self._ledger is not None:
                with suppress(LedgerError):
                    self._ledger.close()
            self._recorder.fault = no_fault
            if killed:
                self._recorder.kill(made_folder(self._folder / "again"))
                if self._ledger is not None:
                    leave(self._ledger)
        self._look_at_disks("a power cut", [self._stands, self._next])
        with self._recorded():
            try:
                ledger = opened(self._recorder.folder)
            except LedgerError as error:
                self.fell.append(f"does not open again: {error}")
                return
            found = Found("", standing=standing_of(ledger))
            self._judge("opened again", found, [self._stands, self._next])
            self._look_at_disks("a power cut after that", [standing_of(ledger)])
            ledger.commit(COIN).result()
            self._look_at_disks("a power cut after a coin", [standing_of(ledger)])
            ledger.close()
        self.fell += [f"opened again: {fault}" for fault in verify(self._recorder.folder).faults]

    def _look_at_disks(self, when: str, allowed: list[Standing]) -> None:
        disk = disk_after(self._recorder.log)
        with ledgers_over(unrecorded):
            for kind, image in disk.images("failing", per_kind=1):
                self._judge(f"{when}, {kind}", self._looker.look(image), allowed)

    def _judge(self, when: str, found: Found, allowed: list[Standing]) -> None:
        said = wrong(found, allowed)
        if said:
            self.fell.append(f"{when}: {said}")
            least = min(dict(standing.balances).get(A.CREDIT, 0) for standing in allowed)
            there = () if found.standing is None else found.standing.balances
            self.lost += max(0, least - dict(there).get(A.CREDIT, 0))

    @contextmanager
    def _recorded(self) -> Iterator[None]:
        with self._recorder.installed(), ledgers_over(self._connect), often():
            try:
                yield
            except NOT_PLAIN as error:
                self.failed = True
                self.fell.append(f"raised {type(error).__name__}: {error}")
