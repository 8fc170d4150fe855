"""Proof that a ledger is whole: everything that stands is counted again from the rows.

Writes nothing and works while the cabinet runs.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import Row, digest, proven, read_key
from firmware.ledger.database import KEY, plain_errors, verify_objects
from firmware.ledger.entries import Kind, posting_of
from firmware.ledger.snapshot import reading
from firmware.ledger.store import Stored, read_rounds, read_rows, read_stored
from firmware.ledger.totals import NOTHING, Totals


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the proof found.

    Attributes:
        faults: plain sentences, the first fault first; none when the ledger is whole.
        head: hash of the newest row that is proven, hex; empty when there is none.
        rows: how many rows are proven.
    """

    faults: tuple[str, ...]
    head: str
    rows: int

    @property
    def ok(self) -> bool:
        """Whether the ledger is proven whole."""
        return not self.faults


def verify(folder: Path, head: str | None = None) -> Verdict:
    """Prove the ledger in `folder`: chain, balances, meters, documents and rounds.

    Args:
        folder: the data folder.
        head: a head written down earlier, hex. Some row must carry it: then nothing up to
            that row was rewritten since, not even by someone who has the key.

    A store that cannot be read at all is a fault like any other; nothing is raised.
    """
    proof = _Proof(noted=None if head is None else head.lower())
    try:
        with reading(folder) as connection:
            with plain_errors("read", folder / KEY):
                key = read_key(folder / KEY)
            proof.run(connection, key)
    except LedgerError as error:
        proof.faults.append(str(error))
    last = proof.last
    return Verdict(
        faults=tuple(proof.faults),
        head="" if last is None else last.hash.hex(),
        rows=0 if last is None else last.sequence,
    )


@dataclass(slots=True)
class _Proof:
    """The rows told once more, from the first to the newest."""

    noted: str | None
    faults: list[str] = field(default_factory=list)
    last: Row | None = None
    totals: Totals = NOTHING
    is_test: bool | None = None
    boot: int = 0
    documents: dict[str, str] = field(default_factory=dict)
    """Name -> digest, as the rows have it."""
    rounds: dict[int, tuple[str, bool, str]] = field(default_factory=dict)
    """Number -> game, whether it is over, digest, as the rows have it."""
    was_noted: bool = False

    def run(self, connection: sqlite3.Connection, key: bytes) -> None:
        """Collect the faults; raises LedgerError where the proof cannot go on."""
        for row in proven(key, read_rows(connection), None):
            with _named(row):
                self._tell(row)
            self.last = row
            self.was_noted |= row.hash.hex() == self.noted
        stored = read_stored(connection)
        if stored is None:
            raise LedgerCorruptError("the ledger has no rows")
        stored.verify_not_cut()
        self._compare_totals(stored)
        self._compare_documents(stored)
        self._compare_rounds(connection)
        if self.noted is not None and not self.was_noted:
            self.faults.append(
                f"no row has the head {self.noted}: what was written up to it was rewritten or "
                "cut off since it was noted"
            )
        if not self.faults:
            stored.verify(key)
        self._check_objects(connection)
        self._check_pages(connection)

    def _tell(self, row: Row) -> None:
        match row.kind:
            case Kind.BOOT:
                self._tell_boot(row)
            case Kind.POSTING:
                self.totals = self.totals.after(posting_of(row.payload))
            case Kind.DOCUMENTS:
                self.documents.update(json.loads(row.payload))
            case Kind.ROUND:
                told = json.loads(row.payload)
                number = int(told["number"])
                self.rounds[number] = told["game"], bool(told["is_over"]), told["digest"]
            case Kind.LOG | Kind.STOP:
                pass
            case _:
                raise LedgerCorruptError("an unknown kind")
        if row.stamp.boot != self.boot:
            raise LedgerCorruptError(f"boot {row.stamp.boot} stands within boot {self.boot}")

    def _tell_boot(self, row: Row) -> None:
        told = json.loads(row.payload)
        was_clean = self.last is None or self.last.kind == Kind.STOP
        if told["was_clean"] != was_clean:
            raise LedgerCorruptError(f"a boot after a clean stop: {was_clean}, but it says not so")
        if self.is_test not in (None, told["is_test"]):
            raise LedgerCorruptError("a test ledger became a real one, or a real one a test")
        self.is_test = bool(told["is_test"])
        self.boot += 1
        self.totals = self.totals.after_boot(was_clean=was_clean)

    def _compare_totals(self, stored: Stored) -> None:
        pairs: list[tuple[str, int, int]] = [
            (f"balance of {account}", credits, self.totals.balances[account])
            for account, credits in stored.totals.balances.items()
        ]
        pairs += [
            (f"meter {name}", value, self.totals.meters[name])
            for name, value in stored.totals.meters.items()
        ]
        for name, is_, should in pairs:
            if is_ != should:
                self.faults.append(f"{name} is {is_}, the rows make it {should}")
        if stored.is_test != self.is_test:
            self.faults.append("the mark of a test ledger was changed")
        try:
            self.totals.check()
        except LedgerError as error:
            self.faults.append(str(error))

    def _compare_documents(self, stored: Stored) -> None:
        there = {name: digest(text) for name, text in stored.documents.items()}
        for name in sorted(there.keys() | self.documents.keys()):
            self._compare(f"document {name!r}", there.get(name), self.documents.get(name))

    def _compare_rounds(self, connection: sqlite3.Connection) -> None:
        left = dict(self.rounds)
        for record in read_rounds(connection):
            there = record.game.value, record.is_over, digest(record.text)
            self._compare(f"round {record.number}", there, left.pop(record.number, None))
        for number in left:
            self._compare(f"round {number}", None, left[number])

    def _compare(self, name: str, there: object, told: object) -> None:
        if told is None:
            self.faults.append(f"{name} was added: no row tells of it")
        elif there is None:
            self.faults.append(f"{name} is missing")
        elif there != told:
            self.faults.append(f"{name} is not what was written")

    def _check_objects(self, connection: sqlite3.Connection) -> None:
        try:
            verify_objects(connection)
        except LedgerCorruptError as error:
            self.faults.append(str(error))

    def _check_pages(self, connection: sqlite3.Connection) -> None:
        for (found,) in connection.execute("PRAGMA integrity_check(1)"):
            if found != "ok":
                self.faults.append(f"the database is damaged: {' '.join(found.split())}")


@contextmanager
def _named(row: Row) -> Iterator[None]:
    """Put the row's number before what is wrong with it."""
    try:
        yield
    except (LedgerError, ValueError, KeyError, TypeError) as error:
        raise LedgerCorruptError(f"row {row.sequence} ({row.kind!r}): {error}") from error
