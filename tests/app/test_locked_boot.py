"""A cabinet whose ledger cannot be opened tells what that ledger last made durable, if it can."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.app.build import Books, cabinet, open_books
from firmware.app.display import figures_of
from firmware.cabinet import memory
from firmware.cabinet.state import CabinetState, Mode, Saved
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import LedgerRolledBackError
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.money import Account, Moment, Posting, Transfer
from firmware.operator.books import read_books
from firmware.transaction import Transaction

SAVED = Saved(mode=Mode.MENU, rounds=0)


def with_ten_credits(folder: Path) -> None:
    ledger = Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)
    coin = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),))
    ledger.commit(Transaction((coin,), {memory.PLAY: memory.write(SAVED)})).result()
    ledger.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with ten credits, on a disk that has no room for the row of another boot."""
    with_ten_credits(tmp_path)

    def full(*_arguments: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    monkeypatch.setattr("firmware.ledger.store.write_row", full)
    return tmp_path


def opened(folder: Path) -> Books:
    return open_books(load_config(), folder, VirtualClock(), None, is_test=True)


def started(folder: Path) -> CabinetState:
    chance = FairShuffler(SeededSource(1))
    return cabinet(load_config(), opened(folder), chance, VirtualClock()).state


def names(state: CabinetState) -> list[str]:
    return [fault.name for fault in state.faults]


@pytest.mark.promise("MEM-5")
def test_it_is_locked_all_the_same(folder: Path) -> None:
    state = started(folder)
    assert (state.mode, names(state), state.is_unread) == (Mode.FAULT, ["ledger_full"], False)


def test_the_credit_is_there(folder: Path) -> None:
    assert started(folder).credit == 10


def test_so_is_the_place_where_play_stood(folder: Path) -> None:
    assert started(folder).saved == SAVED


def test_the_operator_sees_figures_and_head(folder: Path) -> None:
    figures = figures_of(opened(folder).known)
    books = read_books(folder)
    assert (figures.meters["coin_in"], figures.head, figures.row) == (10, books.head, books.rows)


def test_looking_leaves_the_folder_free(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started(folder)
    monkeypatch.undo()
    assert names(started(folder)) == []


def test_a_figure_that_another_hand_wrote_is_not_shown(folder: Path) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        change = "UPDATE standing SET text = '[1]' WHERE name = 'disputed'"
        assert database.execute(change).rowcount == 1
    state = started(folder)
    assert (names(state), state.is_unread) == (["ledger_corrupt"], True)


def test_without_the_key_nothing_is_known(folder: Path) -> None:
    (folder / KEY).unlink()
    assert started(folder).is_unread


def test_an_older_image_does_not_tell_what_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rolled_back(*_arguments: object, **_options: object) -> Ledger:
        raise LedgerRolledBackError("the copy knows more")

    monkeypatch.setattr(Ledger, "open", rolled_back)
    assert started(folder).is_unread


def test_a_play_state_that_cannot_be_read_leaves_the_credit_and_the_first_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(*_arguments: object) -> Saved:
        raise LedgerRolledBackError("a play state of another program")

    monkeypatch.setattr(memory, "read_saved", spoilt)
    state = started(folder)
    assert (state.credit, names(state)) == (10, ["ledger_full"])
