"""Credit that an attendant pays, takes off or gives: when it is allowed, what it moves."""

from collections.abc import Callable

import pytest

from firmware.cabinet import attendant
from firmware.cabinet.attendant import Balances
from firmware.errors import RuleError
from firmware.money import Account, Moment, Posting, Transfer

OUT = {
    attendant.hand_pay: (Moment.HAND_PAY, Account.HANDPAY),
    attendant.cancel: (Moment.CANCEL, Account.CANCELLED),
}
out = pytest.mark.parametrize("take", OUT)


@out
def test_the_whole_credit_leaves(take: Callable[[Balances], Posting]) -> None:
    moment, target = OUT[take]
    posting = take({Account.CREDIT: 42, Account.COINBOX: -42})
    assert posting == Posting(moment, (Transfer(Account.CREDIT, target, 42),))


@out
@pytest.mark.parametrize("balances", [{}, {Account.CREDIT: 0}])
def test_without_credit_there_is_nothing_to_take(
    take: Callable[[Balances], Posting], balances: Balances
) -> None:
    with pytest.raises(RuleError, match="no credit"):
        take(balances)


@pytest.mark.promise("LIM-2")
@out
@pytest.mark.parametrize("account", [Account.STAKE, Account.GAMBLE])
def test_nothing_leaves_while_a_round_is_open(
    take: Callable[[Balances], Posting], account: Account
) -> None:
    with pytest.raises(RuleError, match="with 3 credits at stake"):
        take({Account.CREDIT: 42, account: 3})


@out
def test_a_win_that_waits_is_collected_first(take: Callable[[Balances], Posting]) -> None:
    with pytest.raises(RuleError, match="win of 3 credits waits"):
        take({Account.CREDIT: 42, Account.PENDING: 3})


@pytest.mark.parametrize("credits", [1, 100])
def test_credit_is_given_as_service(credits: int) -> None:
    transfer = Transfer(Account.SERVICE, Account.CREDIT, credits)
    assert attendant.service_credit(credits) == Posting(Moment.SERVICE, (transfer,))


@pytest.mark.parametrize("credits", [-1, 0, 101])
def test_service_credit_is_limited(credits: int) -> None:
    with pytest.raises(RuleError, match=f"1 to 100 credits .* not {credits}"):
        attendant.service_credit(credits)
