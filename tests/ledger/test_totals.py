"""The identity of the books holds at every moment and sees every single credit."""

from dataclasses import replace

import money
import pytest

from firmware.errors import IdentityError, LedgerError
from firmware.events import Account, Posting
from firmware.ledger.meters import ALL_METERS
from firmware.ledger.totals import NOTHING, Totals

ROUND = [
    money.coin(10),
    money.stake(5),
    money.won(5, 21),
    money.gamble_staked(21),
    money.gamble_tied(21),
    money.gamble_staked(10, banked=11),
    money.gamble_won(10),
    money.collect(20),
    money.stake(5),
    money.lost(5),
]


def after(*postings: Posting) -> Totals:
    totals = NOTHING
    for posting in postings:
        totals = totals.after(posting)
    return totals


@pytest.mark.parametrize("steps", range(len(ROUND) + 1))
def test_the_identity_holds_after_every_step_of_a_round_and_its_doubles(steps: int) -> None:
    after(*ROUND[:steps]).check()


def test_credits_after_the_round() -> None:
    # 10 in, - 5 bet, + 11 banked, + 20 collected, - 5 lost
    assert after(*ROUND).balances[Account.CREDIT] == 31


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("account", Account)
def test_a_balance_off_by_one_is_seen(account: Account, by: int) -> None:
    totals = after(*ROUND)
    off = {**totals.balances, account: totals.balances[account] + by}
    with pytest.raises(IdentityError):
        replace(totals, balances=off).check()


NOT_IN_A_SUM = {"coin_test", "games_lost", "power_ups", "unclean_boots"}


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("name", sorted(set(ALL_METERS) - NOT_IN_A_SUM))
def test_a_meter_off_by_one_is_seen(name: str, by: int) -> None:
    totals = after(*ROUND)
    off = {**totals.meters, name: totals.meters[name] + by}
    with pytest.raises(IdentityError):
        replace(totals, meters=off).check()


def test_the_identity_holds_far_beyond_ten_digits() -> None:
    after(money.coin(2**63 - 2), money.stake(10**10), money.won(10**10, 10**11)).check()


@pytest.mark.parametrize(
    ("postings", "account"),
    [
        ((money.stake(1),), "credit"),
        ((money.lost(1),), "stake"),
        ((money.collect(1),), "pending"),
        ((money.gamble_lost(1),), "gamble"),
    ],
)
def test_an_account_of_the_player_never_goes_below_zero(
    postings: tuple[Posting, ...], account: str
) -> None:
    with pytest.raises(LedgerError, match=f"from {account} .* only 0 are there"):
        after(*postings)
