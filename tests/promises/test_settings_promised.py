"""SEC-7: what changes the mathematics changes at no credit, in a new block, with a line. The
table: docs/promises.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cabinet_bench import KINGS
from whole import Whole

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.ledger.verify import verify
from firmware.log import LogKind
from firmware.operator.roles import Role
from firmware.operator.settings import BY_KEY, SETTINGS, When

LIMIT, TABLE = "joker_poker.double_limit", "joker_poker.paytable"
OF_THE_MATHS = [each.key for each in SETTINGS if each.is_maths and each.key != TABLE]
"""But for the pay table, as long as the program comes with one alone."""


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Whole]:
    made = Whole(tmp_path)
    yield made
    made.ledger.close()
    assert verify(tmp_path).faults == ()


def change(whole: Whole, key: str) -> None:
    """Go to a setting, take the next value that there is, and say yes."""
    row = [setting.key for setting in SETTINGS].index(key)
    for _ in range(row):
        whole.press("HOLD2")
    whole.press("HOLD4" if "HOLD4" in whole.lit.split() else "HOLD3")
    whole.press("DEAL")
    if whole.state.asked is not None:
        whole.press("DEAL")


def in_force(whole: Whole, key: str) -> object:
    chosen = whole.cabinet.settings.chosen
    assert chosen is not None
    (setting,) = [each for each in SETTINGS if each.key == key]
    return setting.of(chosen.config)


def lines(whole: Whole, key: str) -> list[dict[str, str]]:
    """The lines of the event log about a setting."""
    told = [dict(line.details) for line in whole.store.log() if line.kind is LogKind.SETTING]
    return [details for details in told if details["key"] == key]


@pytest.mark.parametrize("key", OF_THE_MATHS)
def test_sec_7_with_credit_on_the_meter_the_mathematics_stay(whole: Whole, key: str) -> None:
    whole.coin(10)
    before = in_force(whole, key)
    whole.stand(Role.TECHNICIAN, Leaf.SETTINGS)
    change(whole, key)
    assert (in_force(whole, key), lines(whole, key)) == (before, [])


@pytest.mark.parametrize("key", OF_THE_MATHS)
def test_sec_7_without_credit_they_change_with_a_line_and_a_new_period(
    whole: Whole, key: str
) -> None:
    before = in_force(whole, key)
    whole.stand(Role.TECHNICIAN, Leaf.SETTINGS)
    change(whole, key)
    after = in_force(whole, key)
    assert after != before
    (line,) = lines(whole, key)
    assert (line["by"], line["old"] != line["new"]) == ("technician", True)
    assert whole.ledger.standing.period.by == "technician"
    whole.cut()
    assert in_force(whole, key) == after


def test_sec_7_an_operator_does_not_change_the_set_up(whole: Whole) -> None:
    before = in_force(whole, "cinque_mani.level")
    whole.stand(Role.OPERATOR, Leaf.SETTINGS)
    change(whole, "cinque_mani.level")
    assert in_force(whole, "cinque_mani.level") == before


def test_sec_7_the_pay_table_is_the_technicians_at_no_credit(whole: Whole) -> None:
    table = BY_KEY[TABLE]
    assert (table.is_maths, table.role, table.when) == (True, Role.TECHNICIAN, When.NO_CREDIT)


def test_sec_7_with_a_game_open_the_mathematics_stay(whole: Whole) -> None:
    whole.play(KINGS, credit=1)
    whole.stand(Role.TECHNICIAN, Leaf.SETTINGS)
    change(whole, LIMIT)
    assert (in_force(whole, LIMIT), lines(whole, LIMIT)) == (1000, [])
