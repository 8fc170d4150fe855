"""The ledger: the only way to move money, durable before anything is shown.

One `Transaction` goes in at a time and is kept whole or not at all: postings, documents,
the round and the event log. What happened is a chain of rows that only grows; balances,
meters and documents follow from it and stand beside it, so that a boot knows at once where
the last run stood, to the card. Nothing is ever edited: a mistake is another posting.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from firmware.clock import Clock
from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.events import RECENT_ROUNDS, Account, RoundRecord, Transaction
from firmware.ledger import chain, database, store
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.entries import STOP_ENTRY, Entry, Kind, boot_entry, entries_of
from firmware.ledger.lock import hold
from firmware.ledger.totals import NOTHING, Totals

ROWS_PROVEN_AT_OPEN = 1000
"""How far back the chain is followed at a boot; `verify` follows all of it."""

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


@dataclass(frozen=True, slots=True)
class _State:
    """Everything durable that the cabinet asks for; replaced whole, after the commit."""

    last: Row
    totals: Totals
    documents: Mapping[str, str]
    digests: Mapping[str, str]
    rounds: tuple[RoundRecord, ...]
    """The newest first, at most RECENT_ROUNDS."""


class Ledger:
    """The store of one cabinet, held by one process from `open` to `close`.

    Its attributes show the last durable state and never wait for the disk. They change
    when a commit is done, so the loop reads them between commits.
    """

    # --- opening ------------------------------------------------------------------------------

    @classmethod
    def open(
        cls, folder: Path, *, clock: Clock, executor: Executor | None, is_test: bool
    ) -> Ledger:
        """Open the ledger in `folder`, or begin one; counts a boot.

        Args:
            folder: made if it is missing.
            clock: stamps the rows.
            executor: one thread that does all the writing; None to write inline.
            is_test: whether a story plays on it. Test and real money never share a ledger.

        Raises:
            LedgerInUseError: another process has this folder.
            LedgerRefusedError: it is of the other kind, or of a newer program.
            LedgerCorruptError: what is stored contradicts itself.
            LedgerError: the disk does not let us.
        """
        with database.plain_errors("use", folder):
            folder.mkdir(parents=True, exist_ok=True)
            lock = hold(folder)
        ledger = cls(folder, clock, executor, lock, is_test=is_test)
        try:
            ledger._start(ledger._open_store).result()
        except BaseException:
            os.close(lock)
            raise
        return ledger

    def __init__(
        self, folder: Path, clock: Clock, executor: Executor | None, lock: int, *, is_test: bool
    ) -> None:
        """For `open` only."""
        self.folder = folder
        self.is_test = is_test
        self._clock = clock
        self._executor = executor
        self._lock = lock
        self._database = folder / database.DATABASE
        self._connection: sqlite3.Connection
        self._inode: int
        self._key: bytes
        self._state: _State
        self._out: Future[Receipt] | None = None
        self._failure: LedgerError | None = None
        self._is_closed = False

    def _open_store(self) -> None:
        key_file = self.folder / database.KEY
        with database.plain_errors("open", self._database):
            if key_file.exists() and not self._database.exists():
                raise LedgerCorruptError(
                    f"{self._database} is gone, its key is still there: put the database back, "
                    f"or move {database.KEY} away to begin an empty ledger"
                )
            self._connection = database.connect(self._database)
            try:
                self._inode = self._database.stat().st_ino
                self._refuse_other_kind()
                database.migrate(self._connection)
                chain.sync_folder(self.folder)
                stored = store.read_stored(self._connection)
                is_new = stored is None and not key_file.exists()
                self._key = chain.make_key(key_file) if is_new else chain.read_key(key_file)
                if stored is not None:
                    self._prove(stored)
                self._boot(stored)
            except BaseException:
                self._connection.close()
                raise

    def _refuse_other_kind(self) -> None:
        mark = store.read_mark(self._connection)
        if mark is not None and mark != self.is_test:
            raise LedgerRefusedError(
                f"{self.folder} holds a test ledger: a cabinet takes no real money on it"
                if mark
                else f"{self.folder} holds a real ledger: no story and no test may play on it"
            )

    def _prove(self, stored: store.Stored) -> None:
        """The checks of a boot: they cost the same however long the ledger is."""
        stored.verify(self._key)
        newest = store.read_newest_rows(self._connection, ROWS_PROVEN_AT_OPEN)
        known = None if newest[0].sequence == 1 else newest.pop(0)
        for _row in chain.proven(self._key, newest, known):
            pass

    def _boot(self, stored: store.Stored | None) -> None:
        before = None if stored is None else stored.totals
        last = None if stored is None else stored.last
        documents = {} if stored is None else stored.documents
        was_clean = last is None or last.kind == Kind.STOP
        number = 1 if last is None else last.stamp.boot + 1
        row = self._row(last, number, boot_entry(was_clean=was_clean, is_test=self.is_test))
        state = _State(
            last=row,
            totals=(before or NOTHING).after_boot(was_clean=was_clean),
            documents=MappingProxyType(documents),
            digests=_digests(documents),
            rounds=tuple(store.read_rounds(self._connection, RECENT_ROUNDS)),
        )
        with database.atomic(self._connection):
            self._keep([row], before, state)
        self._state = state

    # --- what stands --------------------------------------------------------------------------

    @property
    def balances(self) -> Mapping[Account, int]:
        """Credits on every account."""
        return self._state.totals.balances

    @property
    def meters(self) -> Mapping[str, int]:
        """Every meter by its flat name, see `meters.ALL_METERS`."""
        return self._state.totals.meters

    @property
    def documents(self) -> Mapping[str, str]:
        """The texts kept under their names."""
        return self._state.documents

    @property
    def sequence(self) -> int:
        """Number of the newest row."""
        return self._state.last.sequence

    @property
    def head(self) -> str:
        """Hash of the newest row, hex."""
        return self._state.last.hash.hex()

    @property
    def boot(self) -> int:
        """Number of this boot; the first ever is 1."""
        return self._state.last.stamp.boot

    @property
    def recent_rounds(self) -> tuple[RoundRecord, ...]:
        """The last rounds played, newest first, at most RECENT_ROUNDS."""
        return self._state.rounds

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
        self._out = self._start(lambda: self._write(transaction))
        return self._out

    def _write(self, transaction: Transaction) -> Receipt:
        if self._failure is not None:
            raise LedgerError(f"nothing is written after a failure: {self._failure}")
        before = self._state
        totals = before.totals.after_all(transaction.postings)
        rounds = _with_round(before.rounds, transaction.round)
        rows = self._chained(before.last, entries_of(transaction))
        after = replace(
            before,
            last=rows[-1] if rows else before.last,
            totals=totals,
            documents=MappingProxyType({**before.documents, **transaction.documents}),
            digests={**before.digests, **_digests(transaction.documents)},
            rounds=rounds,
        )
        if rows:
            self._make_durable(rows, before, after, transaction)
        self._state = after
        return Receipt(totals.balances, after.last.sequence, after.last.hash.hex())

    def _make_durable(
        self, rows: list[Row], before: _State, after: _State, transaction: Transaction
    ) -> None:
        try:
            with database.plain_errors("write", self._database):
                self._verify_in_place()
                with database.atomic(self._connection):
                    if transaction.postings:
                        self._verify_stored(before.totals)
                    store.write_documents(self._connection, transaction.documents)
                    if transaction.round is not None:
                        store.write_round(self._connection, transaction.round)
                    self._keep(rows, before.totals, after)
        except LedgerError as error:
            self._failure = error
            raise

    def _verify_in_place(self) -> None:
        # A database removed under a running program goes on taking writes that no one
        # will ever find again.
        if self._database.stat().st_ino != self._inode:
            raise LedgerCorruptError(f"{self._database} was replaced while the cabinet runs")

    def _verify_stored(self, expected: Totals) -> None:
        stored = store.read_totals(self._connection)
        stored.check()
        if stored != expected:
            raise LedgerCorruptError(
                f"balances or meters in {self._database} were changed by another hand"
            )

    def _keep(self, rows: list[Row], before: Totals | None, after: _State) -> None:
        for row in rows:
            store.write_row(self._connection, row)
        store.write_totals(self._connection, before, after.totals)
        seal = chain.seal(self._key, after.last, after.totals, after.digests, is_test=self.is_test)
        store.write_seal(self._connection, after.last.sequence, seal, is_test=self.is_test)

    def _chained(self, last: Row, entries: Iterable[Entry]) -> list[Row]:
        rows: list[Row] = []
        for entry in entries:
            last = self._row(last, last.stamp.boot, entry)
            rows.append(last)
        return rows

    def _row(self, last: Row | None, boot: int, entry: Entry) -> Row:
        kind, payload = entry
        clock = self._clock
        stamp = Stamp(boot, int(clock.now_s() * 1000), clock.wall(), clock.is_synced())
        sequence = 1 if last is None else last.sequence + 1
        hash_before = chain.BEFORE_THE_FIRST if last is None else last.hash
        made = chain.link(self._key, hash_before, sequence, stamp, kind, payload)
        return Row(sequence, stamp, kind, payload, made)

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
        finally:
            os.close(self._lock)

    def _say_goodbye(self, *, clean: bool) -> None:
        try:
            with database.plain_errors("close", self._database):
                if clean and self._failure is None:
                    before = self._state
                    rows = self._chained(before.last, [STOP_ENTRY])
                    with database.atomic(self._connection):
                        self._keep(rows, before.totals, replace(before, last=rows[-1]))
                    self._state = replace(before, last=rows[-1])
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            self._connection.close()

    def _drop(self) -> None:
        # SQLite tidies its log away when the last connection closes. A reader that
        # outlives the writer keeps it from that, and may not do it itself.
        address = f"{self._database.absolute().as_uri()}?mode=ro"
        with (
            database.plain_errors("leave", self._database),
            closing(sqlite3.connect(address, uri=True, isolation_level=None)) as reader,
            closing(self._connection),
        ):
            reader.execute("SELECT count(*) FROM store").fetchall()

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


def _with_round(
    rounds: tuple[RoundRecord, ...], record: RoundRecord | None
) -> tuple[RoundRecord, ...]:
    """The rounds at hand once `record` is among them: the newest one again, or the next."""
    if record is None:
        return rounds
    newest = rounds[0] if rounds else None
    if newest is not None and record.number == newest.number:
        if newest.is_over:
            raise LedgerError(f"round {record.number} is over, nothing about it changes any more")
        return (record, *rounds[1:])
    following = 1 if newest is None else newest.number + 1
    if record.number != following:
        raise LedgerError(f"round {record.number} cannot be kept: the next one is {following}")
    return (record, *rounds)[:RECENT_ROUNDS]


def _digests(documents: Mapping[str, str]) -> dict[str, str]:
    return {name: chain.digest(text) for name, text in documents.items()}
