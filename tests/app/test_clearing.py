"""A full clear that was asked for is done at the next boot, or taken back with the reason."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from firmware.app import clearing
from firmware.clock import VirtualClock
from firmware.errors import LedgerFullError
from firmware.ledger.closed import CLOSED, verify_closed
from firmware.ledger.closing import is_asked, request
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify
from firmware.money import Account, Moment, Posting, Transfer
from firmware.transaction import Transaction

COIN = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),), category="coin:100")


def boot(folder: Path) -> Ledger:
    clock = VirtualClock()
    open_ledger = partial(Ledger.open, folder, clock=clock, executor=None, is_test=True)
    return clearing.opened(open_ledger, folder, clock, None)


def ask(folder: Path, *afterwards: Posting) -> None:
    """A full clear is asked for; then something comes in all the same."""
    ledger = boot(folder)
    ledger.commit(request(ledger.standing, "technician", "")).result()
    if afterwards:
        ledger.commit(Transaction(afterwards)).result()
    ledger.close()


def test_nothing_is_cleared_that_nobody_asked_for(tmp_path: Path) -> None:
    boot(tmp_path).close()
    ledger = boot(tmp_path)
    assert (ledger.boot, ledger.standing.generation) == (2, 1)
    ledger.close()


def test_what_was_asked_for_is_done_at_the_next_boot(tmp_path: Path) -> None:
    ask(tmp_path)
    ledger = boot(tmp_path)
    assert ledger.standing.generation == 2
    assert not is_asked(ledger.documents)
    ledger.close()
    assert verify(tmp_path).ok
    assert verify_closed(tmp_path) == ()


def test_it_is_done_once(tmp_path: Path) -> None:
    ask(tmp_path)
    boot(tmp_path).close()
    ledger = boot(tmp_path)
    assert ledger.standing.generation == 2
    ledger.close()


def test_credit_that_came_in_meanwhile_takes_it_back(tmp_path: Path) -> None:
    ask(tmp_path, COIN)
    ledger = boot(tmp_path)
    assert ledger.balances[Account.CREDIT] == 10
    assert ledger.standing.generation == 1
    assert not is_asked(ledger.documents)
    assert ledger.meters["counts.clearing:refused"] == 1
    ledger.close()
    assert not (tmp_path / CLOSED).exists()


def test_a_disk_without_room_takes_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise LedgerFullError("the disk is full")

    ask(tmp_path)
    monkeypatch.setattr(clearing, "close_for_good", no_room)
    ledger = boot(tmp_path)
    assert ledger.standing.generation == 1
    assert not is_asked(ledger.documents)
    ledger.close()
