"""The amount that the player sets on the buttons: 5, 10, 25, MAX and MINIMO."""

from __future__ import annotations

import pytest
from strip_bench import GAME, P, dealt, played, seated, with_sides

from firmware.errors import RuleError
from firmware.games.action import can
from firmware.games.strip_poker import amount
from firmware.games.strip_poker.amount import add, amount_in_force, least, most
from firmware.games.strip_poker.table import Side, Table


def after(table: Table, *steps: int) -> int:
    for step in steps:
        table = add(table, step).table
    return amount_in_force(table)


def test_five_are_proposed() -> None:
    assert amount_in_force(dealt()) == 5


def test_less_is_proposed_where_there_is_less() -> None:
    table = dealt(table=with_sides(seated(), Side(8, 3, lost=3), Side(167, 5)))
    assert amount_in_force(table) == 3


def test_the_first_press_replaces_the_proposal() -> None:
    assert after(dealt(), 10) == 10


def test_the_next_ones_add() -> None:
    assert after(dealt(), 10, 25, 5) == 40


def test_no_press_leads_above_the_most() -> None:
    assert after(dealt(), 25, 25, 25) == 70


def test_a_button_that_changes_nothing_is_dark() -> None:
    assert not can(amount.verify_add, dealt(), 5)
    assert not can(amount.verify_add, most(dealt()).table, 5)


def test_most_is_the_most() -> None:
    table = most(dealt()).table
    assert amount_in_force(table) == 70
    assert not can(amount.verify_most, table)


def test_least_is_the_proposal_again() -> None:
    table = least(add(dealt(), 25).table).table
    assert amount_in_force(table) == 5
    assert not can(amount.verify_least, table)


def test_after_least_the_first_press_replaces_again() -> None:
    assert after(least(add(dealt(), 25).table).table, 10) == 10


def test_an_amount_is_for_one_bet_alone() -> None:
    table = add(dealt(), 25).table
    table = GAME.open(table, P, amount_in_force(table)).table
    assert amount_in_force(played("R5", table)) == 5


@pytest.mark.parametrize("moves", ["W", "W C", "O1 R1 R1 R1 R1", "W C X X C"])
def test_where_nothing_may_be_bet_there_is_no_amount(moves: str) -> None:
    table = played(moves)
    assert amount_in_force(table) == 0
    with pytest.raises(RuleError, match="nothing may be bet now"):
        amount.verify_most(table)
    assert not can(amount.verify_add, table, 10)
    assert not can(amount.verify_least, table)
