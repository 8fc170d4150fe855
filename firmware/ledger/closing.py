"""The full clear: a ledger is closed for good, and a new one goes on from it.

Never by itself: a technician asks for it, which is a document in the ledger, and the program
does it at the next boot, between two openings. First everything that could fail is made beside
the ledger: the closing report, and the new ledger, whose first row names the old head and the
digest of the report. Then one rename decides. A cut before it leaves the old ledger as it was;
after it the next opening carries on with the moves that are left. Nothing is deleted.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from firmware.clock import Clock
from firmware.errors import LedgerCorruptError, LedgerRefusedError, RuleError
from firmware.ledger import chain, database, store
from firmware.ledger.boot_check import proven_at_boot
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.closed import CLOSED, REPORT, name_of
from firmware.ledger.entries import STOP_ENTRY, Entry, Predecessor, boot_entry
from firmware.ledger.lock import hold
from firmware.ledger.migration import migrate
from firmware.ledger.second_copy import BEGUN
from firmware.ledger.standing import Standing
from firmware.log import LogEntry, LogKind
from firmware.money import Account
from firmware.program import Program
from firmware.transaction import Transaction

CLEARING = "clearing"
"""Name of the document by which a full clear is asked for; empty once it was refused."""
STAGED, DECIDED = "closing", "closing.decided"
"""The folder in which the new ledger is made, before and after the rename that decides."""

_OLD = (
    database.DATABASE,
    f"{database.DATABASE}-wal",
    f"{database.DATABASE}-shm",
    BEGUN,
    chain.KEY,
)
"""What is moved away, the key last."""
_EMPTY = (Account.CREDIT, Account.STAKE, Account.PENDING, Account.GAMBLE)


# --- asking -----------------------------------------------------------------------------------


def verify_clear(standing: Standing) -> None:
    """Between rounds, and with nobody's credit on the meter: it would be lost to him."""
    if standing.round is not None and not standing.round.is_over:
        raise RuleError(f"round {standing.round.number} is open")
    for account in _EMPTY:
        credits = standing.totals.balances[account]
        if credits:
            raise RuleError(f"{credits} credits stand on {account}: pay or cancel them first")


def request(standing: Standing, by: str, wall: str) -> Transaction:
    """Ask for a full clear: it is done at the next boot.

    Args:
        standing: how the books stand.
        by: the role of who asks.
        wall: when.

    Raises:
        RuleError: as `verify_clear`.
    """
    verify_clear(standing)
    return asked(by, wall)


def asked(by: str, wall: str) -> Transaction:
    """As `request`, for whoever has seen for himself that nothing is in the way."""
    text = chain.canonical({"by": by, "wall": wall})
    return Transaction((), {CLEARING: text}, log=(_line("asked", ("by", by)),))


def is_asked(documents: Mapping[str, str]) -> bool:
    """Whether a full clear was asked for and not refused."""
    return bool(documents.get(CLEARING))


def refused(reason: str) -> Transaction:
    """The clear that was asked for cannot be: the ledger goes on and tells why."""
    return Transaction((), {CLEARING: ""}, log=(_line("refused", ("reason", reason)),))


def _line(subject: str, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(LogKind.CLEARING, subject, details)


# --- closing ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Closed:
    """What a full clear came to.

    Attributes:
        folder: where the old ledger lies.
        predecessor: what the new one says of it.
    """

    folder: Path
    predecessor: Predecessor


def close_for_good(folder: Path, clock: Clock, program: Program | None = None) -> Closed:
    """Close the ledger in `folder` and begin the next one; nobody may have it open.

    Args:
        folder: the data folder.
        clock: stamps the first rows of the new ledger: the boot in which it was made.
        program: which program that is.

    Raises:
        LedgerInUseError: a cabinet runs on the folder.
        LedgerRefusedError: nobody asked for it, or it must not be now; nothing was changed.
        LedgerError: the ledger is not whole, or the disk does not let us; unless it was already
            decided, which the next opening finishes, nothing was changed.
    """
    with database.plain_errors("close for good", folder):
        lock = hold(folder)
        try:
            _finish(folder)
            standing, documents = _read(folder)
            try:
                verify_clear(standing)
            except RuleError as error:
                raise LedgerRefusedError(str(error)) from error
            report = _report(standing, documents)
            head = _last(standing).hash.hex()
            predecessor = Predecessor(standing.generation, head, chain.digest(report))
            _stage(folder, report, predecessor, standing, clock, program)
            (folder / STAGED).rename(folder / DECIDED)
            chain.sync_folder(folder)
            _finish(folder)
        finally:
            os.close(lock)
    return Closed(folder / CLOSED / name_of(standing.generation, head), predecessor)


def _read(folder: Path) -> tuple[Standing, dict[str, str]]:
    """How the ledger stands, proven as at a boot."""
    with closing(database.connect(folder / database.DATABASE)) as connection:
        stored = store.read_stored(connection)
        if stored is None:
            raise LedgerCorruptError(f"{folder / database.DATABASE} has no rows")
        standing, _first_round = proven_at_boot(connection, chain.Keys(folder).read(), stored)
        if not is_asked(stored.documents):
            raise LedgerRefusedError(f"nobody asked to close the ledger in {folder} for good")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return standing, stored.documents


def _report(standing: Standing, documents: Mapping[str, str]) -> str:
    """Everything that the books came to, as JSON; its digest begins the new chain."""
    last, totals, period = _last(standing), standing.totals, standing.period
    before = standing.predecessor
    told = {
        "ledger": standing.generation,
        "predecessor": None if before is None else before.head,
        "is_test": standing.is_test,
        "head": last.hash.hex(),
        "rows": last.sequence,
        "boots": standing.boot,
        "ended": last.stamp.wall,
        "asked": json.loads(documents[CLEARING]),
        "rounds": 0 if standing.round is None else standing.round.number,
        "disputed": standing.disputed,
        "balances": dict(totals.balances),
        "meters": dict(sorted(totals.meters.items())),
        "period": {
            "number": period.number,
            "begun_at_row": period.sequence,
            "begun": period.wall,
            "begun_by": period.by,
            "meters": dict(sorted(period.since(totals.meters).items())),
        },
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _stage(
    folder: Path,
    report: str,
    predecessor: Predecessor,
    before: Standing,
    clock: Clock,
    program: Program | None,
) -> None:
    """Make the report and the new ledger, durable, beside the old one."""
    staged = folder / STAGED
    staged.mkdir()
    _write(staged / REPORT, report.encode())
    _write(staged / _NAME, name_of(predecessor.generation, predecessor.head).encode())
    keys = chain.Keys(staged)
    key = keys.make()
    path = staged / database.DATABASE
    with closing(database.connect(path)) as connection:
        migrate(connection, key, path)
        stamp = Stamp(1, int(clock.now_s() * 1000), clock.wall(), clock.is_synced())
        boot = boot_entry(
            was_clean=True, is_test=before.is_test, program=program, predecessor=predecessor
        )
        with database.atomic(connection):
            store.write_mark(connection, is_test=before.is_test)
            standing = Standing()
            for entry in (boot, STOP_ENTRY):
                row = _row(key, standing.last, stamp, entry)
                store.write_row(connection, row)
                standing = standing.after(row)
            store.write_standing(connection, key, standing)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    keys.keep()
    chain.sync_folder(folder)


def _row(key: bytes, last: Row | None, stamp: Stamp, entry: Entry) -> Row:
    kind, payload = entry
    sequence, before = (1, chain.BEFORE_THE_FIRST) if last is None else (2, last.hash)
    made = chain.link(key, before, sequence, stamp, kind, payload)
    return Row(sequence, stamp, kind, payload, made)


_NAME = "name"
"""In the staged folder: what the old ledger's folder will be called."""


def _write(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        chain.write_all(file, content)
        os.fsync(file)
    finally:
        os.close(file)


# --- finishing --------------------------------------------------------------------------------


def is_unfinished(folder: Path) -> bool:
    """Whether a full clear was cut short, before or after it was decided."""
    return (folder / STAGED).exists() or (folder / DECIDED).exists()


def finish(folder: Path) -> None:
    """Undo a full clear that was not decided yet, or finish one that was; the folder is held.

    Raises:
        LedgerError: the disk does not let us; the next opening tries again.
    """
    if is_unfinished(folder):
        with database.plain_errors("finish the full clear in", folder):
            _finish(folder)


def _finish(folder: Path) -> None:
    if (folder / STAGED).exists():
        shutil.rmtree(folder / STAGED)
        chain.sync_folder(folder)
    decided = folder / DECIDED
    if not decided.exists():
        return
    if (decided / chain.KEY).exists():  # until it is in place, what stands there is the old ledger
        _move_old(folder, decided)
        (decided / chain.KEY).rename(folder / chain.KEY)
        chain.sync_folder(folder)
    if (decided / database.DATABASE).exists():
        (decided / database.DATABASE).rename(folder / database.DATABASE)
        chain.sync_folder(folder)
    shutil.rmtree(decided)
    chain.sync_folder(folder)


def _move_old(folder: Path, decided: Path) -> None:
    closed = folder / CLOSED / (decided / _NAME).read_text("utf-8")
    closed.mkdir(parents=True, exist_ok=True)
    chain.sync_folder(folder)
    chain.sync_folder(closed.parent)
    if (decided / REPORT).exists():
        (decided / REPORT).rename(closed / REPORT)
    for name in _OLD:
        if (folder / name).exists():
            (folder / name).rename(closed / name)
    chain.sync_folder(closed)
    chain.sync_folder(folder)
    chain.sync_folder(decided)


def _last(standing: Standing) -> Row:
    assert standing.last is not None
    return standing.last
