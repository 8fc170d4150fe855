"""What an attendant does with credit: pay it by hand, take it off, give some.

Written as every action of a game is: `verify_x` raises the reason why it is not allowed,
`can(verify_x, ...)` asks it, `x` makes the posting. Credit leaves only between rounds, and a
win that waits is collected first: so no posting here can ever cut into a game.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.errors import RuleError
from firmware.money import Account, Moment, Posting, Transfer

SERVICE_LIMIT = 100
"""Credits that may be given at a time."""

Balances = Mapping[Account, int]


def verify_hand_pay(balances: Balances) -> None:
    """All credit paid by hand: between rounds, when there is any."""
    _verify_between_rounds(balances)
    _credit(balances)


def hand_pay(balances: Balances) -> Posting:
    """The whole credit, paid out by hand."""
    verify_hand_pay(balances)
    return _posting(Moment.HAND_PAY, Account.CREDIT, Account.HANDPAY, _credit(balances))


def verify_cancel(balances: Balances) -> None:
    """All credit taken off without being paid: between rounds, when there is any."""
    _verify_between_rounds(balances)
    _credit(balances)


def cancel(balances: Balances) -> Posting:
    """The whole credit, taken off."""
    verify_cancel(balances)
    return _posting(Moment.CANCEL, Account.CREDIT, Account.CANCELLED, _credit(balances))


def verify_service_credit(credits: int) -> None:
    """Credit given without a coin: at least one, at most `SERVICE_LIMIT` at a time."""
    if not 1 <= credits <= SERVICE_LIMIT:
        raise RuleError(f"1 to {SERVICE_LIMIT} credits may be given at a time, not {credits}")


def service_credit(credits: int) -> Posting:
    """That much credit, given; counted apart from what was paid in."""
    verify_service_credit(credits)
    return _posting(Moment.SERVICE, Account.SERVICE, Account.CREDIT, credits)


def _verify_between_rounds(balances: Balances) -> None:
    for account in (Account.STAKE, Account.GAMBLE):
        at_stake = balances.get(account, 0)
        if at_stake:
            raise RuleError(f"a round is open, with {at_stake} credits at stake")
    waiting = balances.get(Account.PENDING, 0)
    if waiting:
        raise RuleError(f"a win of {waiting} credits waits: it is collected first")


def _credit(balances: Balances) -> int:
    credit = balances.get(Account.CREDIT, 0)
    if credit <= 0:
        raise RuleError("there is no credit")
    return credit


def _posting(moment: Moment, source: Account, target: Account, credits: int) -> Posting:
    return Posting(moment, (Transfer(source, target, credits),))
