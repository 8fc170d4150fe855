"""The ledger: the only way to move money, durable before anything is shown.

One `Transaction` goes in at a time and is kept whole or not at all: postings, documents,
the round and the event log. It becomes one row of a chain that only grows; how the books
stand follows from the rows and is stored beside them, so that a boot knows at once where
the last run stood, to the card. Nothing is ever edited: a mistake is another posting.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from firmware.clock import Clock
from firmware.errors import (
    LedgerCorruptError,
    LedgerError,
    LedgerGoneError,
    LedgerRefusedError,
)
from firmware.events import CopyState
from firmware.ledger import chain, database, store
from firmware.ledger.boot_check import proven_at_boot
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.checkpoint import BATCH_ROUNDS, Checkpoint, advanced, checkpoint_of
from firmware.ledger.closing import finish
from firmware.ledger.entries import (
    STOP_ENTRY,
    Entry,
    Kind,
    Told,
    boot_entry,
    checkpoint_entry,
    told_by,
    transaction_entry,
)
from firmware.ledger.falls import is_falling
from firmware.ledger.files_in_place import FilesInPlace
from firmware.ledger.journal import Copied
from firmware.ledger.lock import hold
from firmware.ledger.migration import has_begun, migrate
from firmware.ledger.second_copy import SecondCopy
from firmware.ledger.standing import BEFORE_THE_FIRST_BOOT, Standing
from firmware.ledger.state import Sealed, State, clock_set, following
from firmware.ledger.store import SEALED_EVERY_ROWS
from firmware.money import Account
from firmware.program import Program
from firmware.transaction import RECENT_ROUNDS, RoundRecord, Transaction

KEEP_ROUNDS = 100_000
"""Rounds that stay to be recalled, with all their rows."""
COMMITS_IN_LOG = 128
"""Commits after which SQLite's log, about 1 MB by then, is carried into the database."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What stands once a transaction is durable.

    Attributes:
        balances: credits on every account.
        sequence: number of the newest row.
        head: hash of the newest row, hex; proves everything before it.
    """

    balances: Mapping[Account, int]
    sequence: int
    head: str


class Ledger:
    """The store of one cabinet, held by one process from `open` to `close`.

    Its attributes show the last durable state and never wait for the disk. They change on
    the executor's thread: what must belong together is read through `standing` at once.
    """

    # --- opening ------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: Clock,
        executor: Executor | None,
        is_test: bool,
        program: Program | None = None,
        copy: SecondCopy | None = None,
        keep_rounds: int = KEEP_ROUNDS,
    ) -> Ledger:
        """Open the ledger in `folder`, or begin one; counts a boot.

        Args:
            folder: made if it is missing.
            clock: stamps the rows.
            executor: one thread that does all the writing; None to write inline.
            is_test: whether a story plays on it. Test and real money never share a ledger.
            program: which program begins; the row of the boot tells it.
            copy: the second copy on another device, if there is to be one.
            keep_rounds: rounds that stay to be recalled; older ones are replaced by a
                checkpoint, unless they are disputed.

        Raises:
            LedgerInUseError: another process has this folder.
            LedgerRefusedError: it is of the other kind, or of a newer program.
            LedgerRolledBackError: the second copy tells more than this ledger.
            LedgerCorruptError: what is stored contradicts itself.
            LedgerError: the disk does not let us.
        """
        with database.plain_errors("use", folder):
            folder.mkdir(parents=True, exist_ok=True)
            lock = hold(folder)
        ledger = cls(folder, clock, executor, lock, program, copy, keep_rounds, is_test=is_test)
        try:
            ledger._start(ledger._open_store).result()
        except BaseException:
            os.close(lock)
            raise
        return ledger

    def retain(self, rounds: int) -> None:
        """From now on so many rounds stay to be recalled."""
        self._keep_rounds = rounds

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        executor: Executor | None,
        lock: int,
        program: Program | None,
        copy: SecondCopy | None,
        keep_rounds: int,
        *,
        is_test: bool,
    ) -> None:
        """For `open` only."""
        self.folder = folder
        self.is_test = is_test
        self._clock = clock
        self._executor = executor
        self._lock = lock
        self._database = folder / database.DATABASE
        self._program = program
        self._copy = copy
        self._keep_rounds = keep_rounds
        self._connection: sqlite3.Connection
        self._files: FilesInPlace
        self._version = -1
        self._key: bytes
        self._state: State
        self._sealed: Sealed | None = None
        self._checkpoint: Checkpoint | None = None
        self._first_round = 1
        self._uncopied: list[Copied] = []
        self._commits_in_log = COMMITS_IN_LOG  # what the last run left is carried over at once
        self._out: Future[Receipt] | None = None
        self._tidying: Future[None] | None = None
        self._failure: LedgerError | None = None
        self._is_closed = False
        self._is_falling = False

    def _open_store(self) -> None:
        finish(self.folder)
        with database.plain_errors("open", self._database):
            keys = chain.Keys(self.folder)
            if keys.is_kept() and not self._database.exists():
                raise LedgerGoneError(self._gone())
            self._connection = database.connect(self._database)
            try:
                self._refuse_other_kind()
                if has_begun(self._connection):
                    self._key = keys.read()
                    if not keys.is_kept():
                        keys.keep()  # a cut came between the first boot and this
                    self._go_on()
                elif keys.is_kept():
                    raise LedgerGoneError(f"{self._gone()}: it is empty")
                else:
                    if self._copy is not None:
                        self._copy.refuse_if_begun(self.folder)
                    self._key = keys.make()
                    self._begin()
                    keys.keep()
                    self._compare_copy()
                self._files = FilesInPlace(self._database)
            except BaseException:
                self._connection.close()
                raise
        self._tidy()

    def _gone(self) -> str:
        return (
            f"{self._database} is gone, its key is still there: put the database back, rebuild "
            f"it from its second copy (cabinato rebuild), or move {chain.KEY} away to begin "
            "an empty ledger"
        )

    def _begin(self) -> None:
        """The first boot of all."""
        migrate(self._connection, self._key, self._database)
        chain.sync_folder(self.folder)
        self._boot(BEFORE_THE_FIRST_BOOT, MappingProxyType({}))

    def _go_on(self) -> None:
        """A boot of a ledger that is there."""
        migrate(self._connection, self._key, self._database)
        chain.sync_folder(self.folder)
        stored = store.read_stored(self._connection)
        if stored is None:
            raise LedgerCorruptError(f"{self._database} has no rows")
        standing, self._first_round = proven_at_boot(self._connection, self._key, stored)
        documents = MappingProxyType(stored.documents)
        self._state = State(standing, documents, self._read_recent())
        self._compare_copy()
        self._boot(standing, documents)

    def _compare_copy(self) -> None:
        if self._copy is not None:
            now_s, standing = self._clock.now_s(), self._state.standing
            self._copy.compare(self._connection, self._key, self.folder, standing, now_s)

    def _refuse_other_kind(self) -> None:
        mark = store.read_mark(self._connection)
        if mark is not None and mark != self.is_test:
            raise LedgerRefusedError(
                f"{self.folder} holds a test ledger: a cabinet takes no real money on it"
                if mark
                else f"{self.folder} holds a real ledger: no story and no test may play on it"
            )

    def _read_recent(self) -> tuple[RoundRecord, ...]:
        kept = store.read_rounds(self._connection, RECENT_ROUNDS)
        return tuple(each.record for each in kept)

    def _boot(self, before: Standing, documents: Mapping[str, str]) -> None:
        last, stamp = before.last, self._stamp(before.boot + 1)
        was_clean = last is None or last.kind == Kind.STOP
        entry = boot_entry(
            was_clean=was_clean,
            is_test=self.is_test,
            program=self._program,
            switched_on=self._clock.switched_on(),
        )
        row = self._linked(last, stamp, entry)
        after = State(before.after(row), documents, self._read_recent())
        self._sealed = None  # a boot stores everything once
        with database.atomic(self._connection):
            if last is None:
                store.write_mark(self._connection, is_test=self.is_test)
            sealed = self._keep(row, after)
        self._is_falling = is_falling(self._connection)
        self._state, self._sealed = after, sealed
        self._uncopied.append(Copied((row,)))

    # --- what stands --------------------------------------------------------------------------

    @property
    def balances(self) -> Mapping[Account, int]:
        """Credits on every account."""
        return self._state.standing.totals.balances

    @property
    def meters(self) -> Mapping[str, int]:
        """Every meter by its flat name, see `meters`."""
        return self._state.standing.totals.meters

    @property
    def standing(self) -> Standing:
        """How the books stand: balances, meters, period, disputes."""
        return self._state.standing

    @property
    def documents(self) -> Mapping[str, str]:
        """The texts kept under their names."""
        return self._state.documents

    @property
    def sequence(self) -> int:
        """Number of the newest row."""
        return self._state.last.sequence

    @property
    def name(self) -> str:
        """By which this ledger is told from others, see `chain.name_of`."""
        return chain.name_of(self._key)

    @property
    def head(self) -> str:
        """Hash of the newest row, hex."""
        return self._state.last.hash.hex()

    @property
    def boot(self) -> int:
        """Number of this boot; the first ever is 1."""
        return self._state.standing.boot

    @property
    def is_falling(self) -> bool:
        """Whether this boot is one of several, minutes apart, that each followed a crash."""
        return self._is_falling

    @property
    def recent_rounds(self) -> tuple[RoundRecord, ...]:
        """The last rounds played, newest first, at most RECENT_ROUNDS."""
        return self._state.rounds

    @property
    def copy(self) -> CopyState:
        """How it is with the second copy."""
        return CopyState() if self._copy is None else self._copy.state

    def ask(self, read: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Read what is kept, between two commits, where the connection lives.

        Args:
            read: looks and writes nothing; a commit waits until it is through.

        Raises:
            RuntimeError: the ledger is closed.
        """
        if self._is_closed:
            raise RuntimeError(f"the ledger in {self.folder} is closed")
        return self._start(lambda: read(self._connection))

    # --- committing ---------------------------------------------------------------------------

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        """Make a transaction durable; the future answers once it is.

        A transaction that the rules of money refuse (an account below zero, an identity
        that would not hold, a finished round changed) fails with LedgerError and leaves
        everything as it was. After a failure of the disk every later commit fails too:
        only opening the ledger anew can tell what the disk has kept.

        Raises:
            RuntimeError: one is still out, or the ledger is closed. Not a fault of the
                store but of the caller.
        """
        if self._is_closed:
            raise RuntimeError(f"the ledger in {self.folder} is closed")
        if self._out is not None and not self._out.done():
            raise RuntimeError("a transaction is on its way: one at a time")
        if self._tidying is not None and self._tidying.done():
            self._tidying.result()  # what is wrong with it is ours, not the disk's
        self._out = self._start(lambda: self._write(transaction))
        # What nobody waits for comes after the answer.
        if self._executor is None:
            self._tidy()
        else:
            self._tidying = self._executor.submit(self._tidy)
        return self._out

    def _write(self, transaction: Transaction) -> Receipt:
        if self._failure is not None:
            raise type(self._failure)(f"nothing is written after a failure: {self._failure}")
        before = self._state
        told = told_by(transaction)
        if told == Told():
            return self._receipt()
        stamp = self._stamp(before.standing.boot)
        jump = clock_set(before.last.stamp, stamp)
        if jump:
            told = replace(told, log=(*told.log, *jump))
        row = self._linked(before.last, stamp, transaction_entry(told))
        after = following(before, row, told, transaction)
        self._sealed = self._make_durable(row, after, transaction)
        self._state = after
        record = transaction.round
        rounds = {} if record is None else {record.number: record.text}
        self._uncopied.append(Copied((row,), transaction.documents, rounds))
        return self._receipt()

    def _receipt(self) -> Receipt:
        return Receipt(self.balances, self.sequence, self.head)

    def _make_durable(self, row: Row, after: State, transaction: Transaction) -> Sealed | None:
        if transaction.dispute is not None and transaction.dispute.is_open:
            with database.plain_errors("read", self._database):
                self._verify_kept(transaction.dispute.round_number)
        try:
            with database.plain_errors("write", self._database):
                self._files.verify()
                with database.atomic(self._connection):
                    if transaction.postings:
                        self._verify_stored()
                    store.write_documents(self._connection, transaction.documents)
                    if transaction.round is not None:
                        assert after.standing.round is not None
                        text = transaction.round.text
                        store.write_round(self._connection, after.standing.round, text)
                    return self._keep(row, after)
        except LedgerError as error:
            self._failure = error
            raise

    def _verify_kept(self, number: int) -> None:
        if store.read_round(self._connection, number) is None:
            raise LedgerRefusedError(f"round {number} is not kept any more")

    def _verify_stored(self) -> None:
        version = store.read_version(self._connection)
        if version == self._version:
            return
        self._version = version
        if self._sealed is None or store.read_texts(self._connection) != self._sealed.texts:
            raise LedgerCorruptError(
                f"balances or meters in {self._database} were changed by another hand"
            )

    def _keep(self, row: Row, after: State) -> Sealed | None:
        """Write the row, and now and then how the books stand after it; what is sealed then."""
        store.write_row(self._connection, row)
        sealed = self._sealed
        if row.kind == Kind.TRANSACTION and sealed is not None:
            since = row.sequence - sealed.sequence
            if since < SEALED_EVERY_ROWS:
                store.write_newest(self._connection, self._key, row, is_test=self.is_test)
                return sealed
        before = None if sealed is None else (sealed.standing, sealed.texts)
        texts = store.write_standing(self._connection, self._key, after.standing, before)
        return Sealed(after.standing, texts)

    def _row(self, last: Row | None, boot: int, entry: Entry) -> Row:
        return self._linked(last, self._stamp(boot), entry)

    def _stamp(self, boot: int) -> Stamp:
        clock = self._clock
        return Stamp(boot, int(clock.now_s() * 1000), clock.wall(), clock.is_synced())

    def _linked(self, last: Row | None, stamp: Stamp, entry: Entry) -> Row:
        kind, payload = entry
        sequence = 1 if last is None else last.sequence + 1
        hash_before = chain.BEFORE_THE_FIRST if last is None else last.hash
        made = chain.link(self._key, hash_before, sequence, stamp, kind, payload)
        return Row(sequence, stamp, kind, payload, made)

    # --- tidying ------------------------------------------------------------------------------

    def _tidy(self) -> None:
        """What follows a commit and nobody waits for: old rounds, and the second copy."""
        if self._failure is not None:
            return
        try:
            with database.plain_errors("write", self._database):
                self._retain()
                self._shorten_log()
        except LedgerError as error:
            self._failure = error
        self._tell_copy()
        if self._copy is not None:
            now_s, standing = self._clock.now_s(), self._state.standing
            self._copy.tend(self._connection, self._key, self.folder, standing, now_s)

    def _tell_copy(self) -> None:
        if self._copy is not None:
            self._copy.append(self._uncopied, self._clock.now_s())
        self._uncopied.clear()

    def _retain(self) -> None:
        """Replace the oldest rounds by a checkpoint once there are more than are to be kept."""
        before = self._state
        line = before.standing.round
        if line is None or line.number - self._keep_rounds + 1 < self._first_round + BATCH_ROUNDS:
            return
        first_round = self._first_round + BATCH_ROUNDS
        with database.atomic(self._connection):
            if self._checkpoint is None:
                self._checkpoint = checkpoint_of(self._connection, before.standing)
            made = advanced(
                self._connection,
                self._key,
                self._checkpoint,
                first_round,
                before.standing.disputed,
            )
            text = made.text()
            upto = made.last.sequence
            row = self._row(before.last, before.standing.boot, checkpoint_entry(upto, text))
            after = following(before, row)
            store.write_checkpoint(self._connection, upto, text)
            kept = [each.line for each in made.stretches]
            store.remove_before(self._connection, upto, first_round, kept)
            sealed = self._keep(row, after)
        self._state, self._sealed = after, sealed
        self._checkpoint, self._first_round = made, first_round
        self._uncopied.append(Copied((row,)))

    def _shorten_log(self) -> None:
        """Carry SQLite's log into the database, here where no commit waits for it."""
        self._commits_in_log += 1
        if self._commits_in_log >= COMMITS_IN_LOG:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._commits_in_log = 0

    # --- closing ------------------------------------------------------------------------------

    def close(self, *, clean: bool = True) -> None:
        """Say goodbye and free the folder; a second call does nothing.

        Args:
            clean: False leaves out the goodbye, so that the next boot counts as unclean
                (the run ends in a fault).

        Raises:
            LedgerError: when the goodbye could not be written; the folder is free all the same.
        """
        self._end(lambda: self._say_goodbye(clean=clean))

    def abandon(self) -> None:
        """Leave the folder as a power cut would: no goodbye, no tidying, only the lock freed."""
        self._end(self._drop)

    def _end(self, work: Callable[[], None]) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        try:
            self._start(work).result()
            if self._tidying is not None and self._tidying.done():
                self._tidying.result()
        finally:
            if self._copy is not None:
                self._copy.close()
            os.close(self._lock)

    def _say_goodbye(self, *, clean: bool) -> None:
        try:
            with database.plain_errors("close", self._database):
                if clean and self._failure is None:
                    before = self._state
                    row = self._row(before.last, before.standing.boot, STOP_ENTRY)
                    after = following(before, row)
                    with database.atomic(self._connection):
                        self._keep(row, after)
                    self._state = after
                    self._uncopied.append(Copied((row,)))
                    self._tell_copy()
                if self._failure is None:
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            self._connection.close()

    def _drop(self) -> None:
        with database.plain_errors("leave", self._database):
            database.leave_untidied(self._connection, self._database)

    def _start(self, work: Callable[[], T]) -> Future[T]:
        """Run `work` where the connection lives; a failure waits in the future."""
        if self._executor is not None:
            return self._executor.submit(work)
        done: Future[T] = Future()
        try:
            done.set_result(work())
        except LedgerError as error:
            done.set_exception(error)
        return done
