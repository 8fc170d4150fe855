"""Mechanical meters: how many steps each still owes.

The books are the queue: what a meter should show follows from the balances, which are durable,
and the steps it has made are stored with the play state. So a power cut loses no step; it can
only repeat those of the last second, whose making was not stored yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from firmware.money import Account, MechanicalMeter

_OF: Mapping[MechanicalMeter, Mapping[Account, int]] = MappingProxyType(
    {
        # Money comes in from accounts outside, which stand below nothing by what they gave.
        MechanicalMeter.MONEY_IN: {Account.COINBOX: -1, Account.NOTES: -1, Account.COIN_TEST: -1},
        MechanicalMeter.MONEY_OUT: {Account.HANDPAY: 1, Account.CANCELLED: 1},
        MechanicalMeter.CASH_BOX: {Account.COINBOX: -1, Account.NOTES: -1},
    }
)


def credits_of(meter: MechanicalMeter, balances: Mapping[Account, int]) -> int:
    """The credits that the meter counts, ever."""
    return sum(sign * balances.get(account, 0) for account, sign in _OF[meter].items())


def steps_due(meter: MechanicalMeter, balances: Mapping[Account, int], per_step: int) -> int:
    """Steps that the meter should have made; what is less than a step waits."""
    return credits_of(meter, balances) // per_step


def with_new(
    pulsed: Mapping[MechanicalMeter, int],
    wired: Iterable[MechanicalMeter],
    balances: Mapping[Account, int],
    per_step: int,
) -> dict[MechanicalMeter, int]:
    """The steps made, with meters that were wired since: they begin where the books stand."""
    fresh = {meter: steps_due(meter, balances, per_step) for meter in wired}
    return {**fresh, **pulsed}
