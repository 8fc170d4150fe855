"""The ledger as the cabinet uses it: open, commit, close, and open again."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import money
import pytest
from money import JOKER, book, keep, ledger_in, open_test_ledger

from firmware.clock import VirtualClock
from firmware.errors import (
    IdentityError,
    LedgerError,
    LedgerInUseError,
    LedgerRefusedError,
)
from firmware.ledger.ledger import Ledger, Receipt
from firmware.ledger.verify import verify
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Moment, Posting, Transfer
from firmware.transaction import RoundRecord, Transaction


def round_of(number: int, *, is_over: bool, text: str = "{}") -> Transaction:
    return Transaction(round=RoundRecord(number, JOKER, text, is_over))


# --- committing ---------------------------------------------------------------------------------


def test_a_coin_becomes_credit(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        assert book(ledger, money.coin(10)).balances[Account.CREDIT] == 10


def test_balances_are_shown_after_the_commit(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(4))
        assert (ledger.balances[Account.CREDIT], ledger.balances[Account.STAKE]) == (6, 4)
        assert ledger.meters["turnover"] == 4


def test_a_transaction_is_one_row_whatever_it_holds(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        whole = Transaction(
            (money.coin(10), money.stake(5)),
            {"play": "a", "coin": "b"},
            RoundRecord(1, JOKER, "{}", False),
            (LogEntry(LogKind.DOOR_OPENED, "main"),),
        )
        assert ledger.commit(whole).result().sequence == 2  # the boot is row 1


def test_nothing_to_write_writes_nothing(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        assert ledger.commit(Transaction()).result().sequence == 1


def test_the_head_moves_with_every_row(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        heads = [ledger.head, keep(ledger, play="a").head, keep(ledger, play="a").head]
        assert len(set(heads)) == 3
        assert ledger.head == heads[-1]


def test_an_overdraft_is_refused_whole_and_the_ledger_goes_on(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(3))
        refused = ledger.commit(Transaction((money.coin(1), money.stake(5)), {"play": "dealt"}))
        with pytest.raises(LedgerError, match="5 credits cannot go from credit to stake"):
            refused.result()
        assert ledger.balances[Account.CREDIT] == 3
        assert dict(ledger.documents) == {}
        assert book(ledger, money.coin(1)).balances[Account.CREDIT] == 4


def test_a_transfer_that_is_not_of_its_moment_is_never_written(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(5))
        gift = Transfer(Account.HOUSE, Account.CREDIT, 7)
        with pytest.raises(LedgerError, match="collect moves nothing from house to credit"):
            book(ledger, Posting(Moment.COLLECT, (gift,), money.TABLE))
        assert ledger.balances[Account.CREDIT] == 5
        assert ledger.sequence == 2


def test_a_posting_that_breaks_the_identity_is_never_written(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10), money.stake(5), money.won(5, 8), money.gamble_staked(8))
        # A double that is over has nothing at risk any more.
        with pytest.raises(IdentityError, match="doubles open"):
            book(ledger, Posting(Moment.GAMBLE_LOST, (), money.TABLE))
        assert ledger.balances[Account.GAMBLE] == 8
        assert ledger.meters["gamble_losses"] == 0
        assert verify(tmp_path).ok


class HeldExecutor(Executor):
    """Runs work at once until it is told to hold it back."""

    def __init__(self) -> None:
        self.is_holding = False

    def submit(self, work, /, *args, **named):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        if not self.is_holding:
            future.set_result(work(*args, **named))
        return future


def test_a_second_transaction_while_one_is_out_is_a_programming_error(tmp_path: Path) -> None:
    executor = HeldExecutor()
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=executor, is_test=True)
    executor.is_holding = True
    assert not ledger.commit(Transaction((money.coin(1),))).done()
    with pytest.raises(RuntimeError, match="one at a time"):
        ledger.commit(Transaction((money.coin(1),)))
    executor.is_holding = False
    ledger.close()


def test_a_closed_ledger_takes_nothing(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    ledger.close()
    with pytest.raises(RuntimeError, match="closed"):
        ledger.commit(Transaction((money.coin(1),)))


def test_a_thread_of_its_own_does_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=thread, is_test=True)
        receipt = book(ledger, money.coin(10))
        with pytest.raises(LedgerError):
            book(ledger, money.stake(11))
        ledger.abandon()
    assert isinstance(receipt, Receipt)
    with ledger_in(tmp_path) as ledger:
        assert ledger.balances[Account.CREDIT] == 10


# --- documents and rounds -----------------------------------------------------------------------


def test_a_document_replaces_the_one_of_its_name_and_no_other(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        keep(ledger, play="a", coin="1")
        keep(ledger, play="b")
        assert dict(ledger.documents) == {"play": "b", "coin": "1"}


def test_the_first_round_is_number_one(tmp_path: Path) -> None:
    with (
        ledger_in(tmp_path) as ledger,
        pytest.raises(LedgerError, match="round 2 cannot be kept: the next one is 1"),
    ):
        ledger.commit(round_of(2, is_over=False)).result()


def test_a_round_is_replaced_until_it_is_over(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        ledger.commit(round_of(1, is_over=False, text="dealt")).result()
        ledger.commit(round_of(1, is_over=True, text="lost")).result()
        assert ledger.recent_rounds == (RoundRecord(1, JOKER, "lost", True),)


def test_a_finished_round_never_changes(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        ledger.commit(round_of(1, is_over=True)).result()
        with pytest.raises(LedgerError, match="round 1 is over"):
            ledger.commit(round_of(1, is_over=True, text="won")).result()


def test_no_round_number_is_left_out(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        ledger.commit(round_of(1, is_over=True)).result()
        with pytest.raises(LedgerError, match="round 3 cannot be kept: the next one is 2"):
            ledger.commit(round_of(3, is_over=False)).result()


def test_the_last_fifty_rounds_are_at_hand_newest_first(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        for number in range(1, 54):
            ledger.commit(round_of(number, is_over=True)).result()
        numbers = [record.number for record in ledger.recent_rounds]
        assert numbers == list(range(53, 3, -1))
    with ledger_in(tmp_path) as ledger:
        assert [record.number for record in ledger.recent_rounds] == numbers


# --- boots --------------------------------------------------------------------------------------


def test_the_first_boot_is_clean(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        assert ledger.boot == 1
        assert (ledger.meters["power_ups"], ledger.meters["unclean_boots"]) == (1, 0)


def test_a_boot_after_a_goodbye_is_clean(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    with ledger_in(tmp_path) as ledger:
        assert (ledger.meters["power_ups"], ledger.meters["unclean_boots"]) == (2, 0)


def test_a_boot_after_a_power_cut_is_unclean(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).abandon()
    with ledger_in(tmp_path) as ledger:
        assert (ledger.meters["power_ups"], ledger.meters["unclean_boots"]) == (2, 1)


def test_a_close_without_a_goodbye_makes_the_next_boot_unclean(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close(clean=False)
    with ledger_in(tmp_path) as ledger:
        assert ledger.meters["unclean_boots"] == 1


def test_after_a_power_cut_all_is_as_it_was(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    whole = Transaction(
        (money.coin(10), money.stake(5)), {"play": "dealt"}, RoundRecord(1, JOKER, "x", False)
    )
    ledger.commit(whole).result()
    balances, rounds = dict(ledger.balances), ledger.recent_rounds
    ledger.abandon()
    with ledger_in(tmp_path) as again:
        assert dict(again.balances) == balances
        assert dict(again.documents) == {"play": "dealt"}
        assert again.recent_rounds == rounds


def test_a_power_cut_leaves_the_log_untidied(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    ledger.abandon()
    assert (tmp_path / "ledger.db-wal").stat().st_size > 0


def test_a_goodbye_tidies_the_log_away(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    assert {file.name for file in tmp_path.iterdir()} == {"ledger.db", "ledger.key", "ledger.lock"}


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    ledger.close()
    ledger.close()
    ledger.abandon()
    assert verify(tmp_path).ok


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    assert (tmp_path / "ledger.key").stat().st_mode & 0o777 == 0o600


# --- who may open it ----------------------------------------------------------------------------


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    with ledger_in(tmp_path), pytest.raises(LedgerInUseError, match=r"another cabinet is running"):
        open_test_ledger(tmp_path)


def test_a_refused_second_opening_leaves_the_first_at_work(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        with pytest.raises(LedgerInUseError):
            open_test_ledger(tmp_path)
        assert book(ledger, money.coin(1)).balances[Account.CREDIT] == 1


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True)])
def test_test_money_and_real_money_never_mix(tmp_path: Path, first: bool, second: bool) -> None:
    Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=first).close()
    before = (tmp_path / "ledger.db").read_bytes()
    with pytest.raises(LedgerRefusedError, match="test ledger" if first else "real ledger"):
        Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=second)
    assert (tmp_path / "ledger.db").read_bytes() == before


def test_a_refusal_frees_the_folder(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    with pytest.raises(LedgerRefusedError):
        Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=False)
    open_test_ledger(tmp_path).close()
