"""Bugs that such machines were shipped with, each planted and caught (operators' list, 5).

Every check passes on the program as it is and falls when its bug is planted: a check that
could not fall would prove nothing. Checks play on a real ledger, most with the real cabinet.

Planted and caught elsewhere: a modulo-biased shuffle (`test_proofs.py`), settings of SQLite
that lose a commit at a power cut (`test_proof_crashes.py`), errors of the disk that are
swallowed (`test_proof_failing.py`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / "ledger"), str(TESTS / "cabinet")]

import money  # noqa: E402
from cabinet_bench import NOTHING, Bench, Store, reply  # noqa: E402
from forgery import tampered  # noqa: E402
from money import A, book, ledger_in, open_test_ledger  # noqa: E402

from firmware.cabinet import memory  # noqa: E402
from firmware.cabinet.state import Saved  # noqa: E402
from firmware.clock import VirtualClock  # noqa: E402
from firmware.errors import (  # noqa: E402
    LedgerError,
    LedgerInUseError,
    LedgerIoError,
    LedgerRolledBackError,
)
from firmware.ledger import chain, database, lock, meters, store  # noqa: E402
from firmware.ledger import ledger as ledger_module  # noqa: E402
from firmware.ledger import verify as verify_module  # noqa: E402
from firmware.ledger.chain import Row  # noqa: E402
from firmware.ledger.entries import Told, told_of  # noqa: E402
from firmware.ledger.journal import JOURNAL  # noqa: E402
from firmware.ledger.ledger import Ledger, Receipt  # noqa: E402
from firmware.ledger.second_copy import SecondCopy  # noqa: E402
from firmware.ledger.snapshot import reading  # noqa: E402
from firmware.ledger.standing import Standing  # noqa: E402
from firmware.ledger.totals import NOTHING as NO_TOTALS  # noqa: E402
from firmware.ledger.totals import Totals  # noqa: E402
from firmware.ledger.verify import verify  # noqa: E402
from firmware.log import LogEntry, LogKind  # noqa: E402
from firmware.money import Moment, Posting  # noqa: E402
from firmware.transaction import Transaction  # noqa: E402

pytestmark = pytest.mark.proof

Check = Callable[[Path], None]
"""Plays something in an empty folder; raises when what came of it is wrong."""
Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture
def folder() -> Iterator[Path]:
    in_memory = money.MEMORY if money.MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=in_memory) as name:
        yield Path(name)


# --- a cabinet on a real ledger -------------------------------------------------------------------


class OnDisk(Store):
    """What the bench's cabinet writes to, kept by the real ledger."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.ledger = open_test_ledger(folder)
        self.read()

    def read(self) -> None:
        self.balances = dict(self.ledger.balances)
        self.documents = dict(self.ledger.documents)
        self.rounds = {record.number: record for record in self.ledger.recent_rounds}

    def commit(self, transaction: Transaction) -> Mapping[A, int]:
        receipt = self.ledger.commit(transaction).result()
        self.read()
        return receipt.balances

    def cut(self) -> None:
        self.ledger.abandon()
        self.ledger = open_test_ledger(self.folder)
        self.read()


class Machine(Bench):
    """A cabinet whose power can be cut for real."""

    def __init__(self, folder: Path) -> None:
        self.on_disk = OnDisk(folder)
        super().__init__(store=self.on_disk)
        self.do(reply(0))

    def cut(self) -> None:
        self.on_disk.cut()
        super().cut()

    def end(self) -> None:
        """The evening is over: no fault came, and the ledger is whole."""
        assert self.faults == []
        self.on_disk.ledger.close()
        assert verify(self.on_disk.folder).faults == ()


# --- checks ---------------------------------------------------------------------------------------


def a_win_is_paid_once(folder: Path) -> None:
    """Bet 5 of 10 and win 5; the power goes right after the collect. The credit is 10."""
    machine = Machine(folder)
    machine.to_win(5)
    machine.press("DEAL")
    machine.cut()
    machine.settle()
    if machine.win:
        machine.press("DEAL")
    assert (machine.win, machine.credit) == (0, 10)
    machine.end()


def a_win_outlives_a_cut_at_the_gamble_offer(folder: Path) -> None:
    """Bet 5 of 10 and win 5; the power goes while the double is on offer; then collect."""
    machine = Machine(folder)
    machine.to_win(5)
    machine.cut()
    machine.settle()
    assert (machine.win, machine.credit) == (5, 5)
    assert "DOUBLE" in machine.lit
    machine.press("DEAL")
    assert machine.credit == 10
    machine.end()


def a_double_is_no_turnover(folder: Path) -> None:
    """MET-3: a win and a double of it add the bet alone to turnover, and nothing to coins in."""
    machine = Machine(folder)
    machine.to_double(5)
    machine.press("HOLD2")
    told = machine.on_disk.ledger.meters
    assert (told["turnover"], told["coin_in"], told["gamble_staked"]) == (5, 10, 5)
    assert told["games.joker_poker.staked"] == 5
    machine.end()


def the_drawn_cards_are_those_of_the_deal(folder: Path) -> None:
    """RES-1: what is drawn after a cut was chosen before it."""
    machine = Machine(folder)
    machine.play(NOTHING)
    dealt = machine.state.saved.joker.round
    assert dealt is not None
    machine.cut()
    machine.settle()
    machine.press("DEAL")
    after = machine.state.saved.joker.round
    assert after is not None
    held = set(after.dealt) & set(after.final)
    drawn = [card for card in after.final if card not in held]
    assert after.dealt == dealt.dealt
    assert drawn == list(dealt.stock[: len(drawn)])
    machine.end()


def a_win_above_the_ceiling_is_whole(folder: Path) -> None:
    """9,990 credits, a win of 750: no ceiling cuts it."""
    with ledger_in(folder) as ledger:
        book(ledger, money.service(9_980))
    machine = Machine(folder)
    machine.to_win(750, credit=10)
    machine.press("DEAL")
    assert machine.credit == 9_990 - 1 + 750
    machine.end()


def a_period_leaves_the_lifetime_alone(folder: Path) -> None:
    """MET-6: every lifetime meter is the same before and after, over a boot too."""
    with ledger_in(folder) as ledger:
        book(ledger, money.coin(10), money.stake(5), money.lost(5))
        before = dict(ledger.meters)
        ledger.commit(Transaction(new_period_by="operator")).result()
        assert dict(ledger.meters) == before
    with ledger_in(folder) as ledger:
        assert {**ledger.meters, "power_ups": 1, "marks.power_up": 0} == before
    assert verify(folder).faults == ()


DOOR = LogEntry(LogKind.DOOR_OPENED, "main")


def every_line_of_the_event_log_is_kept(folder: Path) -> None:
    """SEC-8: what was logged is told by a row, and counted."""
    with ledger_in(folder) as ledger:
        for _ in range(3):
            ledger.commit(Transaction((money.coin(1),), log=(DOOR,))).result()
        counted = ledger.meters.get("counts.door_opened:main")
    with reading(folder) as connection:
        lines = [
            line
            for row in store.read_rows(connection)
            for line in told_of(row.kind, row.payload).log
        ]
    assert lines == [DOOR] * 3
    assert counted == 3


def a_removed_line_is_named(folder: Path) -> None:
    """SEC-8: whoever removes the row of a line, and moves the others up, is found."""
    with ledger_in(folder) as ledger:
        ledger.commit(Transaction(log=(DOOR,))).result()  # row 2
        ledger.commit(Transaction(documents={"play": "a"})).result()
        ledger.commit(Transaction(documents={"play": "b"})).result()
    moved = [f"UPDATE rows SET sequence = {n - 1} WHERE sequence = {n}" for n in (3, 4, 5)]
    verdict = tampered(folder, "DELETE FROM rows WHERE sequence = 2", *moved)
    assert verdict.faults[0].startswith("row 2 (")


def a_commit_waits_for_the_disk(folder: Path) -> None:
    """WAL with FULL: what a cut can lose with less is proven by `test_proof_crashes`."""
    ledger = open_test_ledger(folder)
    connection = ledger._connection
    (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    ledger.close()
    assert (journal, synchronous) == ("wal", 2)


@dataclass
class FailingSync:
    """A connection whose commit fails once, as it does when the disk refuses a sync."""

    connection: sqlite3.Connection
    has_failed: bool = False

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement == "COMMIT" and not self.has_failed:
            self.has_failed = True
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error
        return self.connection.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def a_failed_sync_is_never_a_done_commit(folder: Path) -> None:
    """One failed sync: the commit is not acknowledged, and nothing more is taken after it."""
    ledger = open_test_ledger(folder)
    book(ledger, money.coin(10))
    ledger._connection = FailingSync(ledger._connection)  # type: ignore[assignment]
    with pytest.raises(LedgerIoError):
        book(ledger, money.coin(5))
    with pytest.raises(LedgerError, match="nothing is written after a failure"):
        book(ledger, money.coin(5))
    assert ledger.balances[A.CREDIT] == 10
    ledger._connection = ledger._connection.connection  # type: ignore[attr-defined]
    ledger.abandon()
    with ledger_in(folder) as again:
        assert again.balances[A.CREDIT] == 10
    assert verify(folder).faults == ()


def a_boot_after_a_cut_has_the_last_commit(folder: Path) -> None:
    """The last commits stand only in the log that the cut left."""
    ledger = open_test_ledger(folder)
    acknowledged = book(ledger, money.coin(7))
    ledger.abandon()
    with ledger_in(folder) as again:
        assert again.balances[A.CREDIT] == 7
        assert again.sequence == acknowledged.sequence + 1


class WrongClock(VirtualClock):
    """A wall clock that can be set; the monotonic one goes on."""

    year = 2026

    def wall(self) -> str:
        now = datetime.fromtimestamp(self.seconds, UTC).replace(year=self.year)
        return now.isoformat(timespec="seconds")


def aclock_set_back_changes_no_order(folder: Path) -> None:
    """SEC-8: one year back in the middle of an evening: told by a line, order by sequence."""
    clock = WrongClock(seconds=100.0)
    ledger = Ledger.open(folder, clock=clock, executor=None, is_test=True)
    for number in (1, 2):
        ledger.commit(money.round_over(number)).result()
        clock.advance_s(60)
        clock.year = 2025
    ledger.abandon()
    again = Ledger.open(folder, clock=clock, executor=None, is_test=True)
    assert [record.number for record in again.recent_rounds] == [2, 1]
    assert again.meters.get("counts.clock_set") == 1
    again.close()
    assert verify(folder).faults == ()


def an_old_image_is_missed_by_its_copy(folder: Path) -> None:
    """SEC-9: last week's data folder put back; the stick was never away."""
    data, stick = folder / "data", folder / "stick"
    stick.mkdir()

    def opened() -> Ledger:
        return open_test_ledger(data, copy=SecondCopy(stick, 1 << 20))

    ledger = opened()
    book(ledger, money.coin(10))
    ledger.close()
    shutil.copytree(data, folder / "image")
    ledger = opened()
    book(ledger, money.cancel(10))
    ledger.close()
    shutil.rmtree(data)
    shutil.copytree(folder / "image", data)
    with pytest.raises(LedgerRolledBackError, match="older image of itself"):
        opened()


def an_old_image_is_missed_by_a_noted_head(folder: Path) -> None:
    """SEC-9 without a second device: the operator wrote the head down."""
    data = folder / "data"
    with ledger_in(data) as ledger:
        book(ledger, money.coin(10))
    shutil.copytree(data, folder / "image")
    with ledger_in(data) as ledger:
        noted = book(ledger, money.cancel(10)).head
    shutil.rmtree(data)
    shutil.copytree(folder / "image", data)
    assert verify(data).ok  # it contradicts itself in nothing
    assert f"no row has the head {noted}" in "".join(verify(data, noted).faults)


def one_cabinet_holds_a_ledger(folder: Path) -> None:
    """A second opening is refused, and the first goes on."""
    ledger = open_test_ledger(folder)
    with pytest.raises(LedgerInUseError):
        open_test_ledger(folder)
    assert book(ledger, money.coin(1)).balances[A.CREDIT] == 1
    ledger.close()


# --- bugs -----------------------------------------------------------------------------------------


def play_state_saved_apart(patch: pytest.MonkeyPatch) -> None:
    """The collect is booked, its state is to be saved "in a moment"; the cut comes first."""
    real = Ledger.commit

    def commit(self: Ledger, transaction: Transaction) -> Future[Receipt]:
        if any(posting.moment is Moment.COLLECT for posting in transaction.postings):
            transaction = replace(transaction, documents={}, round=None)
        return real(self, transaction)

    patch.setattr(Ledger, "commit", commit)


def on_posting(
    patch: pytest.MonkeyPatch, moment: Moment, wrong: Callable[[Totals], Totals]
) -> None:
    """Change how things stand after each posting of a moment."""
    real = Totals.after

    def after(self: Totals, posting: Posting) -> Totals:
        totals = real(self, posting)
        return wrong(totals) if posting.moment is moment else totals

    patch.setattr(Totals, "after", after)


def collect_paid_twice(patch: pytest.MonkeyPatch) -> None:
    def twice(totals: Totals) -> Totals:
        credit = totals.balances[A.CREDIT] + 5
        return replace(totals, balances={**totals.balances, A.CREDIT: credit})

    on_posting(patch, Moment.COLLECT, twice)


def collect_paid_twice_by_the_house(patch: pytest.MonkeyPatch) -> None:
    """The accounts still sum to nothing: only the meters know better."""

    def twice(totals: Totals) -> Totals:
        balances = totals.balances
        more = {A.CREDIT: balances[A.CREDIT] + 5, A.HOUSE: balances[A.HOUSE] - 5}
        return replace(totals, balances={**balances, **more})

    on_posting(patch, Moment.COLLECT, twice)


def win_not_resumed(patch: pytest.MonkeyPatch) -> None:
    """A boot always begins at the attract page."""
    patch.setattr(memory, "read_saved", lambda _documents, fresh: fresh)


def win_dropped_at_boot(patch: pytest.MonkeyPatch) -> None:
    """A boot "tidies" a win that nobody collected."""
    real = Standing.after

    def after(self: Standing, row: Row, told: Told | None = None) -> Standing:
        made = real(self, row, told)
        if row.kind != "boot":
            return made
        balances = {**made.totals.balances, A.PENDING: 0}
        return replace(made, totals=replace(made.totals, balances=balances))

    patch.setattr(Standing, "after", after)


def double_counted_as_turnover(patch: pytest.MonkeyPatch) -> None:
    real = meters._RULES[Moment.GAMBLE_STAKED]

    def rule(posting: Posting) -> dict[str, int]:
        moved = real(posting)
        return {**moved, "turnover": moved["gamble_staked"]}

    patch.setattr(meters, "_RULES", {**meters._RULES, Moment.GAMBLE_STAKED: rule})


def double_counted_as_coins(patch: pytest.MonkeyPatch) -> None:
    real = meters._RULES[Moment.GAMBLE_STAKED]

    def rule(posting: Posting) -> dict[str, int]:
        moved = real(posting)
        return {**moved, "coin_in": moved["gamble_staked"]}

    patch.setattr(meters, "_RULES", {**meters._RULES, Moment.GAMBLE_STAKED: rule})


def double_counted_as_turnover_without_a_check(patch: pytest.MonkeyPatch) -> None:
    """The identity would see it: the check must see it even where nobody asks the identity."""
    double_counted_as_turnover(patch)
    patch.setattr(Totals, "check", lambda self: None)


def deck_reshuffled_at_boot(patch: pytest.MonkeyPatch) -> None:
    real = memory.read_saved

    def read(documents: Mapping[str, str], fresh: Saved) -> Saved:
        saved = real(documents, fresh)
        played = saved.joker.round
        if played is None:
            return saved
        other = replace(played, stock=played.stock[::-1])
        return replace(saved, joker=replace(saved.joker, round=other))

    patch.setattr(memory, "read_saved", read)


def ceiling_truncates(patch: pytest.MonkeyPatch) -> None:
    def cut_off(totals: Totals) -> Totals:
        balances = totals.balances
        over = max(0, balances[A.CREDIT] - 10_000)
        less = {A.CREDIT: balances[A.CREDIT] - over, A.HOUSE: balances[A.HOUSE] + over}
        return replace(totals, balances={**balances, **less})

    on_posting(patch, Moment.COLLECT, cut_off)


def ceiling_truncates_without_a_check(patch: pytest.MonkeyPatch) -> None:
    ceiling_truncates(patch)
    patch.setattr(Totals, "check", lambda self: None)


def on_period(patch: pytest.MonkeyPatch, wrong: Callable[[Standing], Standing]) -> None:
    real = Standing.after

    def after(self: Standing, row: Row, told: Told | None = None) -> Standing:
        made = real(self, row, told)
        return wrong(made) if made.period is not self.period else made

    patch.setattr(Standing, "after", after)


def period_clears_lifetime(patch: pytest.MonkeyPatch) -> None:
    on_period(patch, lambda made: replace(made, totals=NO_TOTALS))


def period_clears_one_meter(patch: pytest.MonkeyPatch) -> None:
    """One that no identity ties down."""

    def cleared(made: Standing) -> Standing:
        groups = {**made.totals.groups, "coins": {}}
        return replace(made, totals=replace(made.totals, groups=groups))

    on_period(patch, cleared)


def log_dropped(patch: pytest.MonkeyPatch) -> None:
    real = ledger_module.told_by
    patch.setattr(ledger_module, "told_by", lambda tx: replace(real(tx), log=()))


def log_cut_to_one_line(patch: pytest.MonkeyPatch) -> None:
    """Only the newest line is kept: rows are replaced instead of added."""
    real = ledger_module.told_by
    kept: list[LogEntry] = []

    def told(transaction: Transaction) -> Told:
        made = real(transaction)
        log = made.log if not kept else ()
        kept.extend(made.log)
        return replace(made, log=log)

    patch.setattr(ledger_module, "told_by", told)


def chain_not_followed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verify_module, "proven", lambda _key, rows, _after: rows)


def chain_without_the_row_before(patch: pytest.MonkeyPatch) -> None:
    """Each row is hashed alone: whoever renumbers nothing else can take one out."""
    real = chain._keyed

    def keyed(key: bytes, purpose: bytes, told: object) -> bytes:
        alone = [None, None, *told[2:]] if purpose == b"cabinato row" else told  # type: ignore[index]
        return real(key, purpose, alone)

    patch.setattr(chain, "_keyed", keyed)


def synchronous_off(patch: pytest.MonkeyPatch) -> None:
    with_off = [(n, 0 if n == "synchronous" else v) for n, v in database._PRAGMAS]
    patch.setattr(database, "_PRAGMAS", tuple(with_off))


def synchronous_normal(patch: pytest.MonkeyPatch) -> None:
    with_normal = [(n, 1 if n == "synchronous" else v) for n, v in database._PRAGMAS]
    patch.setattr(database, "_PRAGMAS", tuple(with_normal))


def no_settings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(database, "_PRAGMAS", ())


def at_commit(patch: pytest.MonkeyPatch, answer: str) -> None:
    """What is done about a commit that fails: the statement that follows it."""

    @contextmanager
    def atomic(connection: sqlite3.Connection) -> Iterator[None]:
        connection.execute("BEGIN IMMEDIATE")
        yield
        try:
            connection.execute("COMMIT")
        except sqlite3.OperationalError:
            connection.execute(answer)

    patch.setattr(database, "atomic", atomic)


def sync_error_ignored(patch: pytest.MonkeyPatch) -> None:
    at_commit(patch, "ROLLBACK")


def sync_error_retried(patch: pytest.MonkeyPatch) -> None:
    """A second sync succeeds although the pages of the first are lost."""
    at_commit(patch, "COMMIT")


def play_goes_on_after_a_sync_error(patch: pytest.MonkeyPatch) -> None:
    """The first error is reported, the next commit is taken as if nothing had been."""
    real = Ledger._write

    def write(self: Ledger, transaction: Transaction) -> Receipt:
        self._failure = None
        return real(self, transaction)

    patch.setattr(Ledger, "_write", write)


def log_file_deleted_at_boot(patch: pytest.MonkeyPatch) -> None:
    real = database.connect

    def connect(path: Path) -> sqlite3.Connection:
        for end in ("-wal", "-shm"):
            path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
        return real(path)

    patch.setattr(database, "connect", connect)


def clock_jump_not_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ledger_module, "clock_set", lambda _last, _now: ())


def rows_by_wall_time(patch: pytest.MonkeyPatch) -> None:
    def newest(connection: sqlite3.Connection, limit: int, after: int = 0) -> list[Row]:
        rows = sorted(store.read_rows(connection, after), key=lambda row: row.stamp.wall)
        return rows[-limit:]

    patch.setattr(store, "read_newest_rows", newest)


def copy_not_compared(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SecondCopy, "compare", lambda *_: None)


def copy_brought_back_too(patch: pytest.MonkeyPatch) -> None:
    """A copy that differs is taken for a broken one, and made anew from the ledger."""
    real = SecondCopy.compare

    def compare(self: SecondCopy, *where: Any) -> None:
        try:
            real(self, *where)
        except LedgerRolledBackError:
            (self.folder / JOURNAL).unlink()
            real(self, *where)

    patch.setattr(SecondCopy, "compare", compare)


def noted_head_not_sought(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verify_module._Proof, "_find_noted", lambda *_: None)


def folder_not_held(patch: pytest.MonkeyPatch) -> None:
    def hold(folder: Path) -> int:
        return os.open(folder / lock.LOCK, os.O_RDWR | os.O_CREAT, 0o644)

    patch.setattr(ledger_module, "hold", hold)


PLANTED: list[tuple[Check, Plant]] = [
    (a_win_is_paid_once, play_state_saved_apart),
    (a_win_is_paid_once, collect_paid_twice),
    (a_win_is_paid_once, collect_paid_twice_by_the_house),
    (a_win_outlives_a_cut_at_the_gamble_offer, win_not_resumed),
    (a_win_outlives_a_cut_at_the_gamble_offer, win_dropped_at_boot),
    (a_double_is_no_turnover, double_counted_as_turnover),
    (a_double_is_no_turnover, double_counted_as_coins),
    (a_double_is_no_turnover, double_counted_as_turnover_without_a_check),
    (the_drawn_cards_are_those_of_the_deal, deck_reshuffled_at_boot),
    (a_win_above_the_ceiling_is_whole, ceiling_truncates),
    (a_win_above_the_ceiling_is_whole, ceiling_truncates_without_a_check),
    (a_period_leaves_the_lifetime_alone, period_clears_lifetime),
    (a_period_leaves_the_lifetime_alone, period_clears_one_meter),
    (every_line_of_the_event_log_is_kept, log_dropped),
    (every_line_of_the_event_log_is_kept, log_cut_to_one_line),
    (a_removed_line_is_named, chain_not_followed),
    (a_removed_line_is_named, chain_without_the_row_before),
    (a_commit_waits_for_the_disk, synchronous_off),
    (a_commit_waits_for_the_disk, synchronous_normal),
    (a_commit_waits_for_the_disk, no_settings),
    (a_failed_sync_is_never_a_done_commit, sync_error_ignored),
    (a_failed_sync_is_never_a_done_commit, sync_error_retried),
    (a_failed_sync_is_never_a_done_commit, play_goes_on_after_a_sync_error),
    (a_boot_after_a_cut_has_the_last_commit, log_file_deleted_at_boot),
    (aclock_set_back_changes_no_order, clock_jump_not_told),
    (aclock_set_back_changes_no_order, rows_by_wall_time),
    (an_old_image_is_missed_by_its_copy, copy_not_compared),
    (an_old_image_is_missed_by_its_copy, copy_brought_back_too),
    (an_old_image_is_missed_by_a_noted_head, noted_head_not_sought),
    (one_cabinet_holds_a_ledger, folder_not_held),
]
CHECKS = dict.fromkeys(check for check, _ in PLANTED)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_program_as_it_is_passes(check: Check, folder: Path) -> None:
    check(folder)


@pytest.mark.parametrize(
    ("check", "plant"), PLANTED, ids=[f"{plant.__name__}" for _, plant in PLANTED]
)
def test_a_planted_bug_is_caught(
    check: Check, plant: Plant, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        plant(patch)
        caught = ""
        try:
            check(folder)
        except (AssertionError, LedgerError, pytest.fail.Exception) as error:
            caught = repr(error)
    assert caught, f"{plant.__name__} was not caught by {check.__name__}"
