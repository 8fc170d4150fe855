"""RES-5: what is done at the operator's pages is done once or not at all, wherever the power goes.

The real cabinet stands over a real ledger on a recorded disk. For every place in the record of the
confirming press the disks are made that a cut there may leave; the ledger that opens on each of
them must have all of it or nothing, all of it once it was acknowledged, and prove whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

import pytest
from apsw_connection import ApswConnection, Connect, LateCommit, ledgers_over
from cabinet_bench import KINGS, Bench, Store
from crash_disk import Disk
from looker import in_memory, leave, made_folder
from money import open_test_ledger
from recording_vfs import Entry, Recorder

from firmware.cabinet import memory
from firmware.cabinet.operator_menu.desk import Paper
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import Fault, FaultName
from firmware.events import DoorMoved, KeyTurned
from firmware.jobs import JobDone, RoundFound, RoundsFound
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify
from firmware.money import Account, Tender
from firmware.operator.cash import CashBox, cash_boxes, read_counts
from firmware.operator.roles import read_pins
from firmware.transaction import Transaction

pytestmark = pytest.mark.proof

PER_KIND = 1
"""Disks of each seeded kind for each place."""
OF_BOOTS = frozenset({"power_ups", "unclean_boots", "marks.power_up"})
"""Meters that the boot after the cut moves."""


class OnDisk(Store):
    """The bench's store, and a real ledger under it that has to take everything first."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    def commit(self, transaction: Transaction) -> Mapping[Account, int]:
        balances = self.ledger.commit(transaction).result().balances
        assert super().commit(transaction) == balances
        return balances


@dataclass(frozen=True)
class Act:
    """Something that is done at a page.

    Attributes:
        name: what.
        to_page: from a fresh cabinet to just before the press that confirms.
        confirm: that press.
        times: how often the books say that it was done.
    """

    name: str
    to_page: Callable[[Bench], None]
    confirm: str
    times: Callable[[Ledger], int]


def at(leaf: Leaf, *presses: str, pin: str = "") -> Callable[[Bench], None]:
    """The key, a PIN or none, the page and some presses there."""

    def to_page(bench: Bench) -> None:
        bench.do(KeyTurned(is_on=True))
        if pin:
            bench.pin(pin)
        bench.to_page(leaf)
        bench.press(*presses)

    return to_page


def choosing_a_pin(bench: Bench) -> None:
    at(Leaf.PINS, "DEAL", pin="12345")(bench)
    bench.pin("15243")
    bench.press(*(f"HOLD{digit}" for digit in "15243"))


def before_a_round(bench: Bench) -> None:
    bench.press("HOLD2", "BET")
    bench.chance.tops = [KINGS]
    bench.press("DEAL", "DEAL", "DEAL")
    at(Leaf.RECALL)(bench)
    job = bench.cabinet.job
    assert job is not None
    bench.do(JobDone(job.number, RoundsFound(RoundFound(1, "joker_poker"), newest=1)))
    bench.press("DOUBLE")


def before_a_fault(bench: Bench) -> None:
    bench.cabinet.break_down(Fault(FaultName.CALL_SERVICE))
    bench.do(DoorMoved(is_open=True))
    at(Leaf.MACHINE, "DEAL", pin="54321")(bench)


def mended(ledger: Ledger) -> int:
    there = [fault.name for fault in memory.read_faults(ledger.documents)]
    return int(FaultName.CALL_SERVICE not in there)


def credits_on(account: Account, each: int) -> Callable[[Ledger], int]:
    """How often so many credits went through an account."""
    return lambda ledger: abs(ledger.balances[account]) // each


ACTS = [
    Act("hand_pay", at(Leaf.CREDIT, "DEAL"), "DEAL", credits_on(Account.HANDPAY, 30)),
    Act("cancel", at(Leaf.CREDIT, "DOUBLE"), "DOUBLE", credits_on(Account.CANCELLED, 30)),
    Act("service", at(Leaf.CREDIT, "HOLD1"), "HOLD1", credits_on(Account.SERVICE, 10)),
    Act(
        "count",
        at(Leaf.CASH, "DOUBLE", "DEAL", pin="12345"),
        "DEAL",
        lambda ledger: len(read_counts(ledger.documents)),
    ),
    Act(
        "period",
        at(Leaf.BOOKS, "DEAL", pin="12345"),
        "DEAL",
        lambda ledger: ledger.standing.period.number - 1,
    ),
    Act("pin", choosing_a_pin, "DEAL", lambda ledger: len(read_pins(ledger.documents).hashes)),
    Act("dispute", before_a_round, "DOUBLE", lambda ledger: len(ledger.standing.disputed)),
    Act("fault", before_a_fault, "DEAL", mended),
]


def boxes() -> Mapping[Tender, CashBox]:
    return {box.tender: box for box in cash_boxes({"coin:100": 3}, {}, {}, [])}


def told(ledger: Ledger) -> str:
    """Everything that stands, but for boots."""
    meters = {name: n for name, n in ledger.meters.items() if name not in OF_BOOTS}
    standing = ledger.standing
    said = [
        sorted(ledger.balances.items()), sorted(meters.items()), sorted(ledger.documents.items()),
        standing.period.number, standing.period.by, sorted(standing.disputed),
        [record.text for record in ledger.recent_rounds],
    ]  # fmt: skip
    return json.dumps(said)


@dataclass(frozen=True)
class Played:
    """The record of a press.

    Attributes:
        log: of the disk from the beginning on.
        since: where in it the confirming press begins.
        before, after: what stood before it and after it.
    """

    log: list[Entry]
    since: int
    before: str
    after: str


def played(act: Act, connect: Connect, folder: Path) -> Played:
    """Do it once, on a recorded disk."""
    recorder = Recorder(made_folder(folder / "run"))
    with recorder.installed(), ledgers_over(connect):
        ledger = open_test_ledger(recorder.folder)
        bench = Bench(store=OnDisk(ledger), paper=lambda: Paper(boxes(), {}))
        coins = Bench()
        coins.coin(30)
        for transaction in coins.store.transactions:  # the coins of an evening before
            bench.store.commit(transaction)
        bench.cut()
        act.to_page(bench)
        bench.settle()
        since, before = len(recorder.log), told(ledger)
        assert act.times(ledger) == 0
        bench.press(act.confirm)
        assert act.times(ledger) == 1
        made = Played(list(recorder.log), since, before, told(ledger))
        leave(ledger)
    return made


@contextmanager
def opened(image: Mapping[str, bytes], folder: Path) -> Iterator[Ledger]:
    """The ledger as the boot after the cut has it; the books prove whole before and after."""
    for name, content in image.items():
        (folder / name).write_bytes(content)
    assert verify(folder).faults == ()
    ledger = open_test_ledger(folder)
    yield ledger
    leave(ledger)


def fallen(act: Act, connect: Connect = ApswConnection) -> list[str]:
    """The cuts after which there was a part of it, or too much, or what had been there no more."""
    found, seen = [], set()
    with in_memory() as folder:
        record = played(act, connect, folder)
        disk = Disk()
        for place, entry in enumerate(record.log):
            disk.follow(entry)
            if place < record.since - 1:
                continue
            is_done = place == len(record.log) - 1
            allowed = [record.after] if is_done else [record.before, record.after]
            for kind, image in disk.images(f"{act.name} {place}", PER_KIND):
                mark = is_done, sha1(repr(image).encode(), usedforsecurity=False).digest()
                if mark in seen:
                    continue
                seen.add(mark)
                with opened(image, made_folder(folder / f"{len(seen)}")) as ledger:
                    if told(ledger) not in allowed or act.times(ledger) > 1:
                        found.append(f"{place} of {len(record.log)} ({entry[0]}), {kind}")
    assert len(seen) > 5
    return found


@pytest.mark.promise("RES-5")
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_wherever_the_power_goes_it_is_done_once_or_not_at_all(act: Act) -> None:
    assert fallen(act) == []


def test_a_commit_that_comes_after_its_answer_is_caught() -> None:
    assert fallen(ACTS[0], LateCommit) != []
