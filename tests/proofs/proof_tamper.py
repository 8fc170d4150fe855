"""Whatever is changed in a store by hand or by a failing disk is seen, or changes nothing.

Every byte of a small store is flipped, one at a time: of the database, its key, the log that
a cut leaves beside it, and the journal of the second copy. Every row is deleted, swapped,
edited and doubled, every text edited. Each time one of these must hold:

- *detected*: `verify` says that the store is not whole, and a boot refuses it, or stands
  exactly as before and leaves it for `verify` to be seen;
- *harmless*: every value in every table, the tables themselves and SQLite's own check of
  its pages are the same as before;
- *earlier*, in the log and at the end of the journal only: what is left is exactly how things
  stood some commits earlier. SQLite drops a torn end without a word, and so must the journal,
  for a power cut leaves the same. Such a store contradicts itself in nothing: only a head
  noted elsewhere, or the second copy, knows more, and both are shown to see it.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from proof import Report, Track, two_processes

LEDGER_TESTS = Path(__file__).resolve().parents[1] / "ledger"
sys.path.append(str(LEDGER_TESTS))

import money  # noqa: E402
from forgery import EDITS, swap, tampering  # noqa: E402

from firmware.clock import VirtualClock  # noqa: E402
from firmware.errors import LedgerError, LedgerRolledBackError  # noqa: E402
from firmware.ledger import ledger as ledger_module  # noqa: E402
from firmware.ledger.chain import KEY  # noqa: E402
from firmware.ledger.database import DATABASE  # noqa: E402
from firmware.ledger.journal import JOURNAL  # noqa: E402
from firmware.ledger.ledger import Ledger  # noqa: E402
from firmware.ledger.rebuild import rebuild_ledger, verify_copy  # noqa: E402
from firmware.ledger.second_copy import SecondCopy  # noqa: E402
from firmware.ledger.verify import verify  # noqa: E402
from firmware.log import LogEntry, LogKind  # noqa: E402
from firmware.transaction import Dispute, RoundRecord, Transaction  # noqa: E402

LOG = f"{DATABASE}-wal"
OPENED_EVERY = 12
"""Of the detected flips, which a boot tries too in the short form of the proof."""
LOG_STRIDE, JOURNAL_STRIDE = 5, 5
"""Of the log and the journal, which byte is flipped in the short form; all are in full."""
CHUNK = 64
COPY_BYTES = 1 << 20


def prove(full: bool, track: Track) -> Report:
    """Flip bytes (all 8 bits of each in full, one otherwise), then edit rows and texts."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        folder = Path(name)
        return (
            flipped_database(folder / "database", full, track)
            + flipped_key(folder / "key", track)
            + flipped_log(folder / "log", full, track)
            + flipped_journal(folder / "journal", full, track)
            + edited_rows(folder / "rows", track)
            + edited_texts(folder / "texts", track)
        )


def in_memory() -> Path | None:
    return money.MEMORY if money.MEMORY.is_dir() else None


# --- stores ---------------------------------------------------------------------------------------


def replaced_store(folder: Path) -> None:
    """A closed store with all there can be: a checkpoint, a round in dispute behind it, ..."""
    with (
        patch.object(ledger_module, "BATCH_ROUNDS", 1),
        money.ledger_in(folder, keep_rounds=1) as ledger,
    ):
        money.play_rounds(ledger, 1)
        ledger.commit(Transaction(dispute=Dispute(1, True, "operator"))).result()
        ledger.commit(
            Transaction(
                documents={"play": "here"},
                log=(LogEntry(LogKind.KEY_ON),),
                new_period_by="operator",
            )
        ).result()
        money.play_rounds(ledger, 3)


def long_store(folder: Path) -> None:
    """A closed store with every kind of row but a checkpoint."""
    money.evening(folder)
    with money.ledger_in(folder) as ledger:
        money.log(ledger, LogEntry(LogKind.DOOR_OPENED, "main"))
        ledger.commit(Transaction(new_period_by="operator")).result()
        ledger.commit(Transaction(dispute=Dispute(2, True, "operator"))).result()
        money.book(ledger, money.coin(5), money.hand_pay(2))


def cut_store(folder: Path) -> list[str]:
    """A store that a cut left, its last commits in the log; the heads that stood, oldest first."""
    money.evening(folder)
    ledger = money.open_test_ledger(folder)
    heads = [verify(folder).head]
    money.book(ledger, money.coin(3))
    heads.append(ledger.head)
    record = RoundRecord(3, money.JOKER, "lost", True)
    round_ = Transaction((money.stake(2), money.lost(2)), {"play": "lost"}, record)
    ledger.commit(round_).result()
    heads.append(ledger.head)
    ledger.abandon()
    return heads


# --- what a store holds ---------------------------------------------------------------------------

Dump = tuple[object, ...] | None
_TABLES = (
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 2",
    "SELECT * FROM rows ORDER BY 1",
    "SELECT * FROM standing ORDER BY 1",
    "SELECT * FROM documents ORDER BY 1",
    "SELECT * FROM rounds ORDER BY 1",
    "SELECT * FROM checkpoint",
    "SELECT * FROM store",
    "PRAGMA user_version",
    "PRAGMA application_id",
    "PRAGMA integrity_check",
)


def dump(folder: Path) -> Dump:
    """Every value that can be read from a store, as SQLite gives it; None when it gives none."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        log = folder / LOG
        if log.exists():
            shutil.copyfile(log, Path(name) / LOG)
            shutil.copyfile(folder / DATABASE, Path(name) / DATABASE)
            address = f"file:{name}/{DATABASE}"
        else:
            address = f"file:{folder / DATABASE}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as connection:
                connection.text_factory = bytes
                return tuple(tuple(connection.execute(told)) for told in _TABLES)
        except (sqlite3.Error, UnicodeDecodeError):  # its messages quote damaged names
            return None


def stands(ledger: Ledger) -> tuple[object, ...]:
    """What a boot gives to the cabinet; the boot itself moves no money."""
    texts = ledger.standing.texts()
    return (
        dict(ledger.balances),
        {name: text for name, text in texts.items() if name != "meters.cabinet"},
        {n: v for n, v in ledger.meters.items() if n not in ("power_ups", "unclean_boots")},
        dict(ledger.documents),
        ledger.recent_rounds,
        ledger.standing.disputed,
    )


# --- flips ----------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of some tries."""

    seen: Counter[str] = field(default_factory=Counter)
    fell: list[str] = field(default_factory=list)

    def add(self, outcome: str, what: str) -> None:
        if outcome in ("detected", "harmless", "earlier"):
            self.seen[outcome] += 1
        else:
            self.seen["accepted"] += 1
            self.fell.append(f"{what}: {outcome}")

    def report(self, what: str) -> Report:
        """How many of which, in a line."""
        parts = ", ".join(f"{count:,} {name}" for name, count in sorted(self.seen.items()))
        return Report((f"{self.seen.total():,} {what}: {parts}",), tuple(self.fell))


Judge = Callable[[Path, int], str]
"""What came of a change: (the changed store, number of the try) -> outcome."""


@dataclass(frozen=True)
class Flips:
    """Bytes of one file of a store to be flipped, each with a few bits."""

    store: Path
    file: str
    judge: Judge

    def __call__(self, places: Sequence[tuple[int, int]]) -> Tally:
        """Flip at each (place, bit), look, and put right again."""
        tally = Tally()
        with tempfile.TemporaryDirectory(dir=in_memory()) as name:
            tempfile.tempdir = name
            folder = Path(shutil.copytree(self.store, Path(name) / "store"))
            file = folder / self.file
            good = file.read_bytes()
            for place, bit in places:
                file.write_bytes(flipped(good, place, bit))
                outcome = self.judge(folder, place)
                tally.add(outcome, f"{self.file}: byte {place}, bit {bit}")
            tempfile.tempdir = None
        return tally


def flipped(good: bytes, place: int, bit: int) -> bytes:
    return good[:place] + bytes([good[place] ^ (1 << bit)]) + good[place + 1 :]


def flip_all(flips: Flips, full: bool, track: Track, stride: int = 1) -> Tally:
    """Every byte of the file, every `stride`-th in short; the processors share the work."""
    size = (flips.store / flips.file).stat().st_size
    places = [
        (place, bit)
        for place in range(0, size, 1 if full else stride)
        # One bit of each byte; which one changes from byte to byte.
        for bit in (range(8) if full else [place * 5 % 8])
    ]
    chunks = [places[start : start + CHUNK] for start in range(0, len(places), CHUNK)]
    whole = Tally()
    with two_processes() as pool:
        done = pool.map(flips, chunks)
        for tally in track(done, f"flips of {flips.file}", len(chunks)):
            whole.seen += tally.seen
            whole.fell += tally.fell
    return whole


# --- the database ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class WholeStore:
    """Judges a closed store against how it was."""

    wanted: Dump
    standing: tuple[object, ...]
    every: int

    def __call__(self, folder: Path, number: int) -> str:
        if dump(folder) == self.wanted:
            return "harmless"
        if verify(folder).ok:
            return "other values, and verify found nothing"
        if number % self.every:
            return "detected"
        return boot_of(folder, self.standing)


def boot_of(folder: Path, standing: tuple[object, ...]) -> str:
    """What a boot makes of a store that is not whole."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        copy = Path(shutil.copytree(folder, Path(name) / "booted"))
        try:
            ledger = money.open_test_ledger(copy)
        except LedgerError:
            return "detected"
        there = stands(ledger)
        ledger.abandon()
        if there != standing:
            return "a boot stands on other values"
        return "a boot made it whole for verify" if verify(copy).ok else "detected"


def judged(folder: Path, full: bool) -> WholeStore:
    """The judge of the closed store in `folder`."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        ledger = money.open_test_ledger(Path(shutil.copytree(folder, Path(name) / "whole")))
        standing = stands(ledger)
        ledger.abandon()
    wanted = dump(folder)
    assert wanted is not None
    return WholeStore(wanted, standing, 1 if full else OPENED_EVERY)


def flipped_database(folder: Path, full: bool, track: Track) -> Report:
    """Every byte of the database of a closed store."""
    replaced_store(folder)
    tally = flip_all(Flips(folder, DATABASE, judged(folder, full)), full, track)
    return tally.report("flips of the database")


def flipped_key(folder: Path, track: Track) -> Report:
    """Every bit of the key."""
    replaced_store(folder)
    tally = flip_all(Flips(folder, KEY, _key_is_missed), True, track)
    return tally.report("flips of the key")


def _key_is_missed(folder: Path, _number: int) -> str:
    if verify(folder).ok:
        return "verify took another key"
    try:
        money.open_test_ledger(folder).abandon()
    except LedgerError:
        return "detected"
    return "a boot took another key"


# --- the log that a cut leaves --------------------------------------------------------------------


@dataclass(frozen=True)
class CutStore:
    """Judges a store whose last commits stand in the log."""

    states: Mapping[str, Dump]
    """How it stood after each of the last commits, by the head."""
    newest: str

    def __call__(self, folder: Path, _number: int) -> str:
        there = dump(folder)
        if there == self.states[self.newest]:
            return "harmless"
        if there in self.states.values():
            return "earlier"
        return "values that never stood" if verify(folder).ok else "detected"


def flipped_log(folder: Path, full: bool, track: Track) -> Report:
    """Every byte of the log of a store that a cut left."""
    heads = cut_store(folder)
    cut = CutStore(earlier_states(folder, heads), heads[-1])
    tally = flip_all(Flips(folder, LOG, cut), full, track, LOG_STRIDE)
    report = tally.report("flips of the log that a cut leaves")
    return report + seen_by_the_copy(folder.with_name("copied"))


def earlier_states(folder: Path, heads: Sequence[str]) -> dict[str, Dump]:
    """How a store stood, by cutting its log at every frame: head -> everything in it."""
    states: dict[str, Dump] = {}
    content = (folder / LOG).read_bytes()
    frame = 24 + int.from_bytes(content[8:12], "big")
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        copy = Path(shutil.copytree(folder, Path(name) / "cut"))
        for end in range(32, len(content) + 1, frame):
            (copy / LOG).write_bytes(content[:end])
            verdict = verify(copy)
            if verdict.ok:
                states.setdefault(verdict.head, dump(copy))
            # Not even a store that contradicts itself in nothing deceives a noted head.
            if verdict.head != heads[-1]:
                assert not verify(copy, heads[-1]).ok
    assert set(heads) <= states.keys()
    return states


def seen_by_the_copy(folder: Path) -> Report:
    """A store that lost its last commits without a word is older than its second copy."""
    stick = folder.with_name("stick")
    stick.mkdir()
    money.evening(folder)
    ledger = money.open_test_ledger(folder, copy=SecondCopy(stick, COPY_BYTES))
    for _ in range(3):
        money.book(ledger, money.coin(1))
    ledger.abandon()
    # Row 8 is the goodbye of the evening; the boot and three coins are behind it.
    content = (folder / LOG).read_bytes()
    fell: list[str] = []
    heads = set()
    frame = 24 + int.from_bytes(content[8:12], "big")
    for end in range(32, len(content), frame):
        (folder / LOG).write_bytes(content[:end])
        (folder / f"{DATABASE}-shm").unlink(missing_ok=True)
        heads.add(verify(folder).head)
        try:
            money.open_test_ledger(folder, copy=SecondCopy(stick, COPY_BYTES)).abandon()
            fell.append(f"a log cut at byte {end}: the second copy was not missed")
        except LedgerRolledBackError:
            pass
    tried = f"{len(heads)} earlier states of a store: each reported as rolled back by the copy"
    return Report((tried,), tuple(fell))


# --- the journal of the second copy ---------------------------------------------------------------


@dataclass(frozen=True)
class CopiedStore:
    """Judges a journal against the ledger that it copies, and the one that it makes."""

    wanted: Dump
    short: Dump
    """What a journal makes whose last line was torn off."""

    def __call__(self, folder: Path, _number: int) -> str:
        if verify_copy(folder / "data", folder / "stick", VirtualClock()):
            return "detected"
        made = made_from(folder / "stick")
        if made == self.wanted:
            return "harmless"
        return "earlier" if made == self.short else "a ledger of other values is made of it"


def made_from(stick: Path) -> Dump:
    """The ledger that a second copy makes, but for the row that tells of the making."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        rebuild_ledger(Path(name) / "made", stick, VirtualClock())
        return dump(Path(name) / "made")


def flipped_journal(folder: Path, full: bool, track: Track) -> Report:
    """Every byte of the journal of the second copy of a store."""
    stick, data = folder / "stick", folder / "data"
    stick.mkdir(parents=True)
    with patch.object(ledger_module, "BATCH_ROUNDS", 1):
        ledger = money.open_test_ledger(data, keep_rounds=1, copy=SecondCopy(stick, COPY_BYTES))
        money.play_rounds(ledger, 2)
        ledger.commit(Transaction(documents={"play": "here"})).result()
        ledger.close()
    journal = stick / JOURNAL
    good = journal.read_bytes()
    wanted = made_from(stick)
    journal.write_bytes(good[: good.rstrip(b"\n").rfind(b"\n") + 1])
    short = made_from(stick)
    journal.write_bytes(good)
    assert wanted is not None
    assert wanted != short
    tally = flip_all(
        Flips(folder, f"stick/{JOURNAL}", CopiedStore(wanted, short)), full, track, JOURNAL_STRIDE
    )
    return tally.report("flips of the second copy's journal")


# --- rows and texts in an editor ------------------------------------------------------------------


@dataclass(frozen=True)
class Edit:
    """A forger's statements, and how the first fault must begin."""

    name: str
    statements: tuple[str, ...]
    fault: str


def edited_rows(folder: Path, track: Track) -> Report:
    """Every row deleted, swapped with the next, doubled, and edited in every column."""
    long_store(folder)
    return judge_edits(folder, list(row_edits(folder)), "edits of rows", track)


def row_edits(folder: Path) -> Iterator[Edit]:
    """The edits of the rows of a store whose rows begin with row 1."""
    newest = verify(folder).rows
    values = "boot, monotonic_ms, wall, is_clock_synced, kind, payload, hash FROM rows"
    for n in range(1, newest + 1):
        is_last = n == newest
        yield Edit(
            f"row {n} deleted",
            (f"DELETE FROM rows WHERE sequence = {n}",),
            f"row {n} is missing",
        )
        yield Edit(
            f"row {n} doubled at the end",
            (f"INSERT INTO rows SELECT {newest + 1}, {values} WHERE sequence = {n}",),
            f"row {newest + 1} (",
        )
        yield Edit(
            f"row {n} doubled over the next",
            (
                f"DELETE FROM rows WHERE sequence = {n + 1}",
                f"INSERT INTO rows SELECT {n + 1}, {values} WHERE sequence = {n}",
            )[is_last:],
            f"row {n + 1} (",
        )
        for column, value in EDITS.items():
            yield Edit(
                f"{column} of row {n} edited",
                (f"UPDATE rows SET {column} = {value} WHERE sequence = {n}",),
                f"row {n} (",
            )
        if not is_last:
            yield Edit(f"rows {n} and {n + 1} swapped", swap(n), f"row {n} (")


def edited_texts(folder: Path, track: Track) -> Report:
    """Every text that is kept beside the rows, longer, shorter, empty, with a digit changed."""
    replaced_store(folder)
    return judge_edits(folder, list(text_edits(folder)), "edits of texts", track)


def text_edits(folder: Path) -> Iterator[Edit]:
    """The edits of the texts of a store: standing, documents, rounds and checkpoint."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        for table, key in (("standing", "name"), ("documents", "name"), ("rounds", "number")):
            found = database.execute(f"SELECT {key}, text FROM {table}").fetchall()
            for name, text in found:
                where = f"WHERE {key} = '{name}'"
                fault = {
                    "standing": _named(str(name)),
                    "documents": f"document '{name}'",
                    "rounds": f"round {name} ",
                }[table]
                for changed in _changed(text):
                    yield Edit(f"{table} {name}", (_set(table, changed, where),), fault)
                yield Edit(f"{table} {name} deleted", (f"DELETE FROM {table} {where}",), fault)
        (text,) = database.execute("SELECT text FROM checkpoint").fetchone()
    for changed in _changed(text):
        yield Edit("checkpoint", (_set("checkpoint", changed, ""),), "")
    yield Edit("checkpoint deleted", ("DELETE FROM checkpoint",), "row 1 is missing")


def _named(name: str) -> str:
    """How a fault in a text of how the books stand begins."""
    if name == "balances":
        return "balance"
    if name in ("seal", "newest", "documents"):
        return "the "
    return "meter" if name.startswith("meters.") else f"{name} of the books"


def _changed(text: str) -> Iterator[str]:
    yield f"{text} "
    yield text[:-1]
    yield ""
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    for place in digits[:: max(1, len(digits) // 8)]:
        yield f"{text[:place]}{(int(text[place]) + 1) % 10}{text[place + 1 :]}"


def _set(table: str, text: str, where: str) -> str:
    quoted = text.replace("'", "''")
    return f"UPDATE {table} SET text = '{quoted}' {where}"


def judge_edits(store: Path, edits: Sequence[Edit], what: str, track: Track) -> Report:
    """Make each edit on a copy of the store, and look whether it is named for what it is."""
    tally = Tally()
    for edit in track(edits, what, len(edits)):
        with tempfile.TemporaryDirectory(dir=in_memory()) as name:
            folder = Path(shutil.copytree(store, Path(name) / "store"))
            with tampering(folder) as database:
                changed = [database.execute(each).rowcount for each in edit.statements]
            verdict = verify(folder)
            if not all(changed):
                outcome = "nothing was edited"
            elif verdict.ok:
                outcome = "verify found nothing"
            elif not verdict.faults[0].startswith(edit.fault):
                outcome = f"named as {verdict.faults[0]!r}"
            else:
                outcome = "detected"
            tally.add(outcome, edit.name)
    return tally.report(what)
