"""The identity of the books holds at every moment and sees every single credit."""

from collections.abc import Mapping
from dataclasses import replace

import money
import pytest

from firmware.errors import IdentityError, LedgerError
from firmware.ledger.meters import BLOCK, GAMBLE, grouped
from firmware.ledger.totals import NOTHING, Totals
from firmware.money import Account, Block, GameId, Posting

OTHER = Block(GameId.JOKER_POKER, "other@00000000", 1)
EVENING = [
    money.coin(60),
    money.note(20),
    money.service(5),
    money.coin_test(10),
    money.stake(5),
    money.won(5, 21),
    money.gamble_staked(21),
    money.gamble_tied(21),
    money.gamble_staked(10, banked=11),
    money.gamble_won(10),
    money.gamble_staked(20),
    money.gamble_lost(20),
    money.stake(5),
    money.lost(5),
    money.stake(1, OTHER),
    money.lost(1, OTHER),
    money.stake(3, money.DUEL),
    money.level(3, 2),
    money.stake(3, money.DUEL),
    money.prize(3, 6),
    money.strip_price(40),
    money.strip_end(is_won=True),
    money.hand_pay(7),
    money.cancel(4),
    money.free_game("won", staked=5, paid=20),
    money.free_game("level", staked=3, paid=2, game=GameId.CINQUE_MANI),
    money.free_game("lost", game=GameId.STRIP_POKER),
    money.stake(2),
]
"""Every moment once, but the collect; a stake is on the table at its end."""


def after(*postings: Posting) -> Totals:
    totals = NOTHING
    for posting in postings:
        totals = totals.after(posting)
    return totals


def with_meters(totals: Totals, meters: Mapping[str, int]) -> Totals:
    return replace(totals, groups=grouped(meters))


@pytest.mark.promise("MEM-3")
@pytest.mark.parametrize("steps", range(len(EVENING) + 1))
def test_the_identity_holds_after_every_step_of_an_evening(steps: int) -> None:
    after(*EVENING[:steps]).check()


def test_credits_after_the_evening() -> None:
    # In 60 + 20 + 5; joker - 5 + 11 banked - 5 - 1; duel - 3 + 2 - 3 + 6; strip - 40;
    # hand-pay - 7; cancel - 4; the last stake - 2.
    assert after(*EVENING).balances[Account.CREDIT] == 34


@pytest.mark.promise("DOOR-4")
def test_coin_test_is_in_the_box_and_never_credit() -> None:
    balances = after(money.coin(10), money.coin_test(20)).balances
    assert balances[Account.CREDIT] == 10
    assert balances[Account.COIN_TEST] == 20
    assert balances[Account.COINBOX] == -30


def test_a_free_game_changes_no_account_of_the_player_or_the_house() -> None:
    before = after(money.coin(10)).balances
    balances = after(money.coin(10), money.free_game("won", staked=5, paid=20)).balances
    assert {each for each in Account if balances[each] != before[each]} == {
        Account.FREE,
        Account.FREE_STAKED,
        Account.FREE_PAID,
    }


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("account", Account)
def test_met_2_a_balance_off_by_one_is_seen(account: Account, by: int) -> None:
    totals = after(*EVENING)
    off = {**totals.balances, account: totals.balances[account] + by}
    with pytest.raises(IdentityError):
        replace(totals, balances=off).check()


UNTIED = ("power_ups", "unclean_boots")
"""Counts that no sum ties down: the seal and the rows do."""


def is_in_a_sum(name: str) -> bool:
    squares = (".SBB", ".SBW", ".SWW")
    return (
        name not in UNTIED
        and not name.startswith(("coins.", "hands."))
        and name[-4:] not in squares
    )


IN_A_SUM = sorted(filter(is_in_a_sum, after(*EVENING).meters))


def test_every_meter_of_money_and_games_is_in_a_sum() -> None:
    # 19 of the cabinet less the two counts of boots, and 4 of free play; 4 of 3 games, the same of
    # free play; of the 14 of a block, less the three squares, what moved of 4 blocks.
    assert {"coin_test", "games_lost", "hand_paid", "cancelled"} <= set(IN_A_SUM)
    assert len([name for name in IN_A_SUM if "." not in name]) == 21
    assert len([name for name in IN_A_SUM if name.startswith("games.")]) == 12
    assert len([name for name in IN_A_SUM if name.startswith("free.")]) == 12


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("name", IN_A_SUM)
def test_met_2_a_meter_off_by_one_is_seen(name: str, by: int) -> None:
    totals = after(*EVENING)
    off = {**totals.meters, name: totals.meters[name] + by}
    with pytest.raises(IdentityError):
        with_meters(totals, off).check()


def test_met_2_no_stake_is_taken_on_books_that_do_not_hold() -> None:
    totals = after(money.coin(10))
    off = with_meters(totals, {**totals.meters, "coin_in": 11})
    with pytest.raises(IdentityError, match="credit \\+ pending = "):
        off.after_all([money.stake(1)])


@pytest.mark.parametrize("paying", [money.hand_pay(1), money.cancel(1)])
def test_met_2_nothing_is_paid_on_books_that_do_not_hold(paying: Posting) -> None:
    totals = after(money.coin(10))
    off = with_meters(totals, {**totals.meters, "won": 1})
    with pytest.raises(IdentityError):
        off.after_all([paying])


@pytest.mark.parametrize("posting", [money.stake(11), money.hand_pay(11), money.cancel(11)])
def test_met_2_the_check_comes_before_the_stake_or_the_payment(posting: Posting) -> None:
    # Eleven of ten is refused anyway; that the books do not hold must be said first.
    totals = after(money.coin(10))
    off = with_meters(totals, {**totals.meters, "coin_in": 11})
    with pytest.raises(IdentityError):
        off.after_all([posting])


@pytest.mark.parametrize("start", [10**10 - 1, 2**63 - 2, 2**64, 10**40])
def test_met_4_the_identity_holds_far_beyond_ten_digits(start: int) -> None:
    played = (money.coin(10), money.stake(5), money.won(5, 20), money.collect(20))
    totals = after(money.coin(start), *played)
    totals.check()
    assert totals.meters["coin_in"] == start + 10
    assert totals.balances[Account.CREDIT] == start + 10 - 5 + 20


def test_met_7_the_blocks_sum_to_the_totals() -> None:
    meters = after(*EVENING).meters
    blocks = {
        name: sum(
            v
            for each, v in meters.items()
            if each.startswith("blocks.") and each.endswith(f".{name}")
        )
        for name in BLOCK
    }
    assert blocks["N"] == meters["games_played"] == 6
    assert blocks["won"] == meters["games_won"] == 3
    assert blocks["lost"] == meters["games_lost"] == 2
    assert blocks["W"] == meters["won"] == 21 + 2 + 6
    # The last stake is not decided.
    assert blocks["B"] == meters["turnover"] - 2 == 5 + 5 + 1 + 3 + 3 + 40
    assert {name: blocks[name] for name in GAMBLE} == {name: meters[name] for name in GAMBLE}


def test_met_7_the_games_sum_to_the_totals() -> None:
    meters = after(*EVENING).meters
    for game_meter, total in (
        ("played", "games_played"),
        ("won", "games_won"),
        ("staked", "turnover"),
        ("paid", "won"),
    ):
        assert sum(meters[f"games.{game}.{game_meter}"] for game in GameId) == meters[total]


def test_met_13_the_hands_sum_to_the_games() -> None:
    meters = after(*EVENING).meters
    hands = sum(value for name, value in meters.items() if name.startswith("hands."))
    assert hands == meters["games_played"] == 6


@pytest.mark.parametrize(
    ("postings", "account"),
    [
        ((money.stake(1),), "credit"),
        ((money.lost(1),), "stake"),
        ((money.collect(1),), "pending"),
        ((money.gamble_lost(1),), "gamble"),
        ((money.hand_pay(1),), "credit"),
        ((money.cancel(1),), "credit"),
    ],
)
def test_an_account_of_the_player_never_goes_below_zero(
    postings: tuple[Posting, ...], account: str
) -> None:
    with pytest.raises(LedgerError, match=f"from {account} .* only 0 are there"):
        after(*postings)


def test_money_in_is_what_came_less_what_went_out() -> None:
    # 60 + 20 + 5 came in, 7 and 4 went out; coins of a test are no credit.
    assert after(*EVENING).money_in == 74


@pytest.mark.parametrize("name", ["coin_in", "power_ups", "games.strip_poker.paid"])
def test_nothing_stands_at_nothing(name: str) -> None:
    assert NOTHING.meters[name] == 0
