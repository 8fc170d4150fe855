"""The exactly-once proof, short, and that it can fall."""

from collections.abc import Mapping

import money_evenings
import proof_coin_once
import pytest
from money_evenings import Books

from firmware.cabinet import memory
from firmware.cabinet.coins import Counter
from firmware.money import Account
from firmware.transaction import Transaction

pytestmark = pytest.mark.proof


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(6))
def test_each_coin_is_booked_once_or_told_as_missing(seed: int) -> None:
    assert proof_coin_once.coin_evening(seed, 1_000).fell == ()


@pytest.mark.parametrize("seed", range(4))
def test_each_note_that_was_stacked_is_booked_once_or_told_as_missing(seed: int) -> None:
    assert proof_coin_once.bill_evening(seed, 60).fell == ()


def test_each_note_over_ssp_is_booked_once_or_in_quarantine() -> None:
    assert [proof_coin_once.ssp_evening(seed, 60).fell for seed in range(2)] == [(), ()]


def test_a_baseline_at_every_start_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgotten(documents: Mapping[str, str]) -> dict[str, Counter]:
        return {}

    monkeypatch.setattr(money_evenings.memory, "read_counters", forgotten)
    assert proof_coin_once.coin_evening(0, 300).fell


def test_credit_whose_counter_is_kept_in_a_later_step_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Books.commit

    def in_two_steps(books: Books, transaction: Transaction) -> Mapping[Account, int]:
        kept = dict(books.documents)
        balances = whole(books, transaction)
        if transaction.postings and len(books.booked) % 10 == 0:  # it ended between the two
            for name in transaction.documents:
                if name.startswith(memory.DEVICE) and name in kept:
                    books.documents[name] = kept[name]
        return balances

    monkeypatch.setattr(Books, "commit", in_two_steps)
    assert "is of no piece" in proof_coin_once.coin_evening(0, 600).fell[0]
