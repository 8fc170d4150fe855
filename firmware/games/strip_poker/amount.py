"""What the player sets on the buttons for her next opening bet or raise, before she makes it.

An amount is no move: nothing is paid, and it belongs to the very next decision alone.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.errors import RuleError
from firmware.games.strip_poker.play import Play
from firmware.games.strip_poker.seat import Seat
from firmware.games.strip_poker.stakes import max_amount
from firmware.games.strip_poker.table import Table

STEPS = (5, 10, 25)
"""What the buttons add."""
PROPOSED = 5
"""What stands there before anything is set."""


def amount_in_force(table: Table) -> int:
    """What an opening bet or raise would be now; 0 where neither is allowed."""
    return min(table.amount or PROPOSED, max_amount(table, Seat.PLAYER))


def verify_add(table: Table, step: int) -> None:
    """A button 5, 10 or 25: where the amount would change."""
    _verify_change(table, _added(table, step))


def add(table: Table, step: int) -> Play:
    """That much more, at most the maximum; the first press replaces the proposal."""
    verify_add(table, step)
    return Play(replace(table, amount=_added(table, step)))


def verify_most(table: Table) -> None:
    """MAX: where the amount would change."""
    _verify_change(table, max_amount(table, Seat.PLAYER))


def most(table: Table) -> Play:
    """The most that the rules allow."""
    verify_most(table)
    return Play(replace(table, amount=max_amount(table, Seat.PLAYER)))


def verify_least(table: Table) -> None:
    """MINIMO: where the amount would change."""
    _verify_change(table, min(PROPOSED, max_amount(table, Seat.PLAYER)))


def least(table: Table) -> Play:
    """Back to the proposal."""
    verify_least(table)
    return Play(replace(table, amount=0))


def _added(table: Table, step: int) -> int:
    return min(table.amount + step, max_amount(table, Seat.PLAYER))


def _verify_change(table: Table, amount: int) -> None:
    if not max_amount(table, Seat.PLAYER):
        raise RuleError("nothing may be bet now")
    if amount == amount_in_force(table):
        raise RuleError(f"the amount is {amount} already")
