"""From configuration and ledger to a cabinet that stands where it stood."""

import sqlite3
from pathlib import Path

import pytest

from firmware.app.build import Books, cabinet, open_books, settings
from firmware.app.machine import NoStore
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.state import Mode
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import Config, load_config
from firmware.errors import LedgerError, LedgerInUseError, LedgerRefusedError
from firmware.events import Account, Moment, Posting, Transaction, Transfer
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger

CHANCE = FairShuffler(SeededSource(1))


def changed(part: str, **values: object) -> Config:
    config = load_config()
    table = getattr(config, part).model_copy(update=values)
    return config.model_copy(update={part: table})


def opened(folder: Path) -> Ledger:
    return Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)


def test_the_shipped_settings() -> None:
    made = settings(load_config())
    assert made.joker.chip_values == (1, 2, 5, 10, 20)
    assert made.joker.double_limit == 1000
    assert (made.credit_minor, made.largest_coin_credits, made.credit_ceiling) == (10, 20, 10_000)


def test_without_an_acceptor_no_coin_is_the_largest() -> None:
    assert settings(changed("coin", driver="none")).largest_coin_credits == 0


def test_a_fresh_ledger_begins_with_the_smallest_chip_offered(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    config = changed("joker_poker", chip_values=(5, 10))
    made = cabinet(config, Books(ledger, ledger), CHANCE, VirtualClock())
    assert made.state.saved.joker.chip_value == 5
    ledger.close()


def test_the_waiting_times_begin_at_the_boot(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    made = cabinet(load_config(), Books(ledger, ledger), CHANCE, VirtualClock(5000.0))
    assert made.deadline_s(5000.0) is None  # attract waits for nobody
    assert (made.state.touched_at_s, made.state.waiting_since_s) == (5000.0, 5000.0)
    ledger.close()


def with_credit(folder: Path, play: str = "") -> None:
    """A ledger with ten credits, and perhaps a text for its play state."""
    ledger = opened(folder)
    coin = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),))
    documents = {"play": play} if play else {}
    ledger.commit(Transaction((coin,), documents)).result()
    ledger.close()


def started(folder: Path) -> Cabinet:
    books = open_books(folder, VirtualClock(), None, is_test=True)
    made = cabinet(load_config(), books, CHANCE, VirtualClock())
    if books.ledger is not None:
        books.ledger.close()
    return made


def test_a_whole_ledger_opens_with_its_credit(tmp_path: Path) -> None:
    with_credit(tmp_path)
    made = started(tmp_path)
    assert (made.state.credit, made.state.faults) == (10, ())


def test_a_ledger_that_contradicts_itself_locks_play(tmp_path: Path) -> None:
    with_credit(tmp_path)
    with sqlite3.connect(tmp_path / DATABASE) as database:
        database.execute("UPDATE balances SET credits = credits + 1")
    database.close()
    made = started(tmp_path)
    assert made.state.mode is Mode.FAULT
    assert [fault.name for fault in made.state.faults] == ["ledger_corrupt"]
    assert not made.coins_open()
    assert made.deadline_s(1e6) is None


def test_a_folder_that_cannot_be_used_locks_play_and_says_why(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    made = started(in_the_way)
    (fault,) = made.state.faults
    assert fault.name == "ledger"
    assert str(in_the_way) in fault.detail
    assert not made.coins_open()


def test_a_play_state_that_cannot_be_read_locks_play_and_keeps_the_credit(tmp_path: Path) -> None:
    with_credit(tmp_path, play="nonsense")
    made = started(tmp_path)
    assert [fault.name for fault in made.state.faults] == ["ledger_corrupt"]
    assert made.state.credit == 10
    assert not made.coins_open()


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    opened(tmp_path).close()
    with pytest.raises(LedgerRefusedError):
        open_books(tmp_path, VirtualClock(), None, is_test=False)


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    with pytest.raises(LedgerInUseError):
        open_books(tmp_path, VirtualClock(), None, is_test=True)
    ledger.close()


def test_nothing_is_durable_without_a_ledger() -> None:
    with pytest.raises(LedgerError, match="there is no ledger"):
        NoStore().commit(Transaction()).result()
