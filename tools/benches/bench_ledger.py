"""What a ledger that proves itself costs: per commit, per round, per boot, after years.

All of it is measured on this disk, with the transactions of real evenings (see
`ledger_evening`), beside plain SQLite (see `ledger_plain`) or beside a young ledger.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

from ledger_evening import recorded
from ledger_maker import Evenings, make
from ledger_plain import PlainLedger
from measured import Figure, Say, quantile

from firmware.app.frugal import spare_what_stays
from firmware.clock import MonotonicClock
from firmware.ledger.database import DATABASE, PAGE_BYTES
from firmware.ledger.journal import JOURNAL
from firmware.ledger.ledger import KEEP_ROUNDS, Ledger
from firmware.ledger.second_copy import SecondCopy
from firmware.operator.books import read_books
from firmware.transaction import Transaction

BUILD = Path(__file__).resolve().parent.parent.parent / "build"
COPY_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        evening_rounds: rounds of an evening.
        commits: of ours and of plain SQLite.
        block: commits of one kind in a row; then it is the other's turn.
        played: rounds that ledgers are compared after; whole evenings, the youngest first.
        keep_rounds: rounds that a ledger keeps.
        openings: of each ledger; the quickest counts.
    """

    evening_rounds: int = 500
    commits: int = 1500
    block: int = 50
    played: tuple[int, ...] = (1_000, 100_000, 1_000_000, 10_000_000)
    keep_rounds: int = KEEP_ROUNDS
    openings: int = 11


def measure(say: Say, plan: Plan | None = None) -> list[Figure]:
    """All figures of this topic."""
    plan = Plan() if plan is None else plan
    say("ledger: two evenings are played")
    evenings = Evenings(*recorded(plan.evening_rounds), plan.keep_rounds)
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=BUILD) as name:
        folder = Path(name)
        spare_what_stays()  # as a cabinet does once it has started
        say(f"ledger: {plan.commits} commits, and as many of plain SQLite")
        figures = _commits(folder / "commits", evenings, plan)
        say("ledger: years of play are made")
        stores = _made(folder, evenings, plan)
        say("ledger: opening what was made")
        figures += _openings(stores, plan)
        say("ledger: an evening with rounds to replace, and with a second copy")
        figures += _growth(stores[-2], evenings, plan)
    return figures


def _open(folder: Path, keep_rounds: int, copy: SecondCopy | None = None) -> Ledger:
    clock = MonotonicClock()
    return Ledger.open(
        folder, clock=clock, executor=None, is_test=True, copy=copy, keep_rounds=keep_rounds
    )


# --- commits ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Spent:
    """What commits took.

    Attributes:
        each_s: wall seconds of each.
        cpu_s: CPU seconds of all of them.
        written: bytes handed to the system to be written.
        to_disk: bytes the system counts as sent to the disk.
    """

    each_s: list[float] = field(default_factory=list)
    cpu_s: float = 0.0
    written: int = 0
    to_disk: int = 0

    @property
    def a_second(self) -> float:
        return len(self.each_s) / sum(self.each_s)

    def ms(self, share: float) -> float:
        return 1000 * quantile(self.each_s, share)

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_s / len(self.each_s)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Count what is spent inside, but for the time of each commit."""
        written, to_disk = _io_bytes()
        begin_s = process_time()
        yield
        self.cpu_s += process_time() - begin_s
        after = _io_bytes()
        self.written += after[0] - written
        self.to_disk += after[1] - to_disk

    def run(self, commit: Callable[[Transaction], object], block: Sequence[Transaction]) -> None:
        """Commit one after the other."""
        with self.watch():
            for transaction in block:
                begin_s = perf_counter()
                commit(transaction)
                self.each_s.append(perf_counter() - begin_s)


def _io_bytes() -> tuple[int, int]:
    """Bytes that this process has written, and those of them that dirtied pages of the disk.

    SQLite's log, its checkpoints into the database and the second copy's journal all go
    through `write`; its index of the log is shared memory and never counts.
    """
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(told["wchar"]), int(told["write_bytes"])


def _commits(folder: Path, evenings: Evenings, plan: Plan) -> list[Figure]:
    """The third evening, in blocks in turn, so that a busy disk hits both."""
    make(folder / "ours", evenings, 2, plan.keep_rounds)
    ledger = _open(folder / "ours", plan.keep_rounds)
    (folder / "plain").mkdir()
    plain = PlainLedger(folder / "plain" / DATABASE, MonotonicClock(), PAGE_BYTES)
    todo = _transactions(evenings, 2)[: plan.commits]
    kinds = (
        (our := Spent(), lambda transaction: ledger.commit(transaction).result()),
        (other := Spent(), plain.commit),
    )
    for number, begin in enumerate(range(0, len(todo), plan.block)):
        for spent, commit in kinds if number % 2 else kinds[::-1]:
            spent.run(commit, todo[begin : begin + plan.block])
    ledger.close()
    plain.close()
    rounds = len({each.round.number for each in todo if each.round is not None})
    beside = "plain SQLite, same settings, no proof"
    return [
        Figure(
            f"durable commits a second, of {len(todo)}",
            our.a_second,
            "/s",
            beside,
            other.a_second,
            "at least 0.7 of it",
        ),
        Figure("a commit, median", our.ms(0.5), "ms", beside, other.ms(0.5)),
        Figure("a commit, 99 of 100", our.ms(0.99), "ms", beside, other.ms(0.99)),
        Figure("CPU of a commit", our.cpu_ms, "ms", beside, other.cpu_ms),
        Figure(
            f"written for a round of {len(todo) / rounds:.1f} commits, log and tables",
            our.written / rounds,
            "bytes",
            beside,
            other.written / rounds,
        ),
        Figure(
            "the same as the system counts it, in whole blocks of the disk",
            our.to_disk / rounds,
            "bytes",
            beside,
            other.to_disk / rounds,
        ),
    ]


def _transactions(evenings: Evenings, evening: int) -> list[Transaction]:
    shift = evenings.shift(evening)
    return [again.transaction(shift) for again in evenings.form(evening).transactions]


# --- years ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Made:
    """A ledger after so many rounds."""

    folder: Path
    played: int
    stored: int

    @property
    def label(self) -> str:
        return f"{self.played:,} rounds played, {self.stored:,} stored"


def _made(folder: Path, evenings: Evenings, plan: Plan) -> list[Made]:
    stores = [
        Made(folder / str(played), played, min(played, plan.keep_rounds)) for played in plan.played
    ]
    with ProcessPoolExecutor(2) as pool:
        done = [
            pool.submit(
                make, each.folder, evenings, each.played // evenings.rounds, plan.keep_rounds
            )
            for each in stores
        ]
        for each in done:
            each.result()
    return stores


def _openings(stores: Sequence[Made], plan: Plan) -> list[Figure]:
    books_ms: dict[int, list[float]] = {each.played: [] for each in stores}
    open_ms: dict[int, list[float]] = {each.played: [] for each in stores}
    for _ in range(plan.openings):
        for each in stores:  # in turn, so that a busy moment hits all
            begin_s = perf_counter()
            read_books(each.folder).as_report()
            books_ms[each.played].append(1000 * (perf_counter() - begin_s))
            open_ms[each.played].append(_opening_ms(each.folder, plan.keep_rounds))
    young = stores[0]
    figures = []
    for what, found in (("the audit", books_ms), ("opening", open_ms)):
        least = min(found[young.played])
        figures += [
            Figure(
                f"{what}, {each.label}, best of {plan.openings}",
                min(found[each.played]),
                "ms",
                young.label,
                least,
                "at most 1.5 of it",
            )
            for each in stores[1:]
        ]
    return figures


def _opening_ms(folder: Path, keep_rounds: int, copy: SecondCopy | None = None) -> float:
    begin_s = perf_counter()
    ledger = _open(folder, keep_rounds, copy)
    took_s = perf_counter() - begin_s
    ledger.close()
    if copy is not None:
        copy.close()
    return 1000 * took_s


# --- growth -----------------------------------------------------------------------------------


def _growth(made: Made, evenings: Evenings, plan: Plan) -> list[Figure]:
    """Two evenings on a ledger that replaces old rounds; the second with a second copy."""
    count = made.played // evenings.rounds
    size = (made.folder / DATABASE).stat().st_size
    alone, with_copy = Spent(), Spent()
    ledger = _open(made.folder, plan.keep_rounds)
    alone.run(lambda each: ledger.commit(each).result(), _transactions(evenings, count))
    ledger.close()
    copy = SecondCopy(made.folder.parent / "copy", COPY_BYTES)
    ledger = _open(made.folder, plan.keep_rounds, copy)
    journal = made.folder.parent / "copy" / JOURNAL
    before = journal.stat().st_size
    with_copy.run(lambda each: ledger.commit(each).result(), _transactions(evenings, count + 1))
    copied = journal.stat().st_size - before
    ledger.close()
    copy.close()
    rounds = evenings.rounds
    without_ms, with_ms = [], []
    for _ in range(plan.openings):
        without_ms.append(_opening_ms(made.folder, plan.keep_rounds))
        again = SecondCopy(made.folder.parent / "copy", COPY_BYTES)
        with_ms.append(_opening_ms(made.folder, plan.keep_rounds, again))
    return [
        Figure(
            f"written for a round while old ones are replaced, {made.label}",
            alone.written / rounds,
            "bytes",
        ),
        Figure(
            "the same with the second copy",
            with_copy.written / rounds,
            "bytes",
            "without",
            alone.written / rounds,
        ),
        Figure(
            "commits a second with the second copy on the same disk",
            with_copy.a_second,
            "/s",
            "without",
            alone.a_second,
        ),
        Figure("kept on disk for a stored round", size / made.stored, "bytes"),
        Figure("kept by the second copy for a round", copied / rounds, "bytes"),
        Figure(
            f"opening with the second copy, best of {plan.openings}",
            min(with_ms),
            "ms",
            "without",
            min(without_ms),
        ),
    ]
