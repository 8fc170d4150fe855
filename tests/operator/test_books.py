"""The books show every meter, always, and nothing but the books."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from contract import METERS

from firmware.clock import VirtualClock
from firmware.errors import LedgerError
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.ledger.meters import free_game
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer
from firmware.operator.books import books_of, read_books
from firmware.transaction import Transaction

BLOCK = Block(GameId.JOKER_POKER, "kings_or_better@5f2c7a10", 5)


def played(folder: Path) -> Ledger:
    """10 credits in, a bet of 5 on Joker Poker that wins 20."""
    ledger = Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)
    coin = Posting(Moment.COIN, (Transfer(Account.COINBOX, Account.CREDIT, 10),))
    stake = Posting(Moment.STAKE, (Transfer(Account.CREDIT, Account.STAKE, 5),), BLOCK)
    won = Posting(
        Moment.WON,
        (
            Transfer(Account.STAKE, Account.HOUSE, 5),
            Transfer(Account.HOUSE, Account.PENDING, 20),
        ),
        BLOCK,
        "trips",
    )
    ledger.commit(Transaction((coin, stake, won))).result()
    return ledger


def test_all_meters_of_the_contract_are_there_from_the_first_boot(tmp_path: Path) -> None:
    Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=True).close()
    assert list(read_books(tmp_path).life.meters) == METERS


def test_a_round_in_the_books(tmp_path: Path) -> None:
    played(tmp_path).close()
    report = read_books(tmp_path).as_report()
    moved = {name: n for name, n in report["meters"].items() if n}  # type: ignore[attr-defined]
    assert moved == {
        "coin_in": 10,
        "turnover": 5,
        "won": 20,
        "games_played": 1,
        "games_won": 1,
        "power_ups": 1,
    }
    assert report["games"] == {
        "strip_poker": {"played": 0, "won": 0, "staked": 0, "paid": 0},
        "joker_poker": {"played": 1, "won": 1, "staked": 5, "paid": 20},
        "cinque_mani": {"played": 0, "won": 0, "staked": 0, "paid": 0},
    }
    assert report["boots"] == 1
    assert report["is_test"] is True


def test_free_play_is_shown_and_enters_no_other_figure(tmp_path: Path) -> None:
    ledger = played(tmp_path)
    before = books_of(ledger).as_report()
    game = free_game(Block(GameId.CINQUE_MANI), "won", staked=3, paid=12)
    ledger.commit(Transaction((game,))).result()
    after = books_of(ledger).as_report()
    ledger.close()
    free = {"free_played": 1, "free_won": 1, "free_staked": 3, "free_paid": 12}
    assert after["meters"] == {**before["meters"], **free}  # type: ignore[dict-item]
    assert after["free"]["cinque_mani"] == {  # type: ignore[index]
        "played": 1,
        "won": 1,
        "staked": 3,
        "paid": 12,
    }
    assert all(after[name] == before[name] for name in ("games", "blocks"))


def test_equal_books_give_equal_bytes_wherever_they_lie(tmp_path: Path) -> None:
    played(tmp_path / "first").close()
    (tmp_path / "first").rename(tmp_path / "second")
    once, again = (json.dumps(read_books(tmp_path / "second").as_report()) for _ in range(2))
    assert once == again
    assert str(tmp_path) not in once


def test_the_books_of_a_running_cabinet_are_the_ones_read_beside_it(tmp_path: Path) -> None:
    ledger = played(tmp_path)
    assert read_books(tmp_path) == books_of(ledger)
    ledger.close()


def test_sums_that_do_not_hold_are_shown_and_named(tmp_path: Path) -> None:
    played(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database, database:
        database.execute("UPDATE standing SET text = replace(text, '\"credit\":5', '\"credit\":6')")
    books = read_books(tmp_path)
    assert books.balances[Account.CREDIT] == 6
    fault, _broken_seal = books.faults
    assert fault.startswith("the books do not hold: credit + pending = ")
    assert fault.endswith("but 26 is not 25")


def test_a_folder_without_a_ledger(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger in"):
        read_books(tmp_path)
