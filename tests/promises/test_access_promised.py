"""SEC and LIM: who may open what, and what nobody can reach. The table: docs/promises.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cabinet_bench import Bench
from places import PLACES, attract, double, hold

from firmware.cabinet.operator_menu.menu import PLACES as MENU
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import Fault, FaultName, Mode
from firmware.events import DoorMoved, KeyTurned
from firmware.operator.roles import Role
from firmware.panel import Button

Place = Callable[[], Bench]
ROOT = Path(__file__).parents[2]
INSTALLING = ROOT / "tools" / "installing"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("is_door_open", [False, True])
def test_sec_1_the_key_opens_them_in_any_state(place: Place, is_door_open: bool) -> None:
    bench = place()
    bench.do(DoorMoved(is_door_open))
    bench.do(KeyTurned(is_on=True))
    assert bench.state.mode is Mode.OPERATOR


@pytest.mark.parametrize("place", PLACES)
def test_sec_2_the_key_comes_back_to_the_very_same_state(place: Place) -> None:
    bench = place()
    before, lamps = bench.state, bench.lit
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    assert bench.state.mode is Mode.OPERATOR
    bench.do(KeyTurned(is_on=False))
    bench.settle()
    assert (bench.state.saved, bench.state.balances) == (before.saved, before.balances)
    assert bench.lit == lamps


READ = {leaf for leaf, place in MENU.items() if place.role is Role.ATTENDANT}
"""The pages that the key alone opens."""


@pytest.mark.parametrize("place", [attract, hold, double])
def test_sec_4_all_that_is_to_be_read_opens_with_the_key_even_over_a_fault(place: Place) -> None:
    told = {Leaf.BOOKS, Leaf.RETURNS, Leaf.RECALL, Leaf.EVENTS, Leaf.RELIABILITY, Leaf.MACHINE}
    assert told <= READ
    bench = place()
    bench.cabinet.break_down(Fault(FaultName.HARDWARE))
    bench.do(KeyTurned(is_on=True))
    for leaf in sorted(told):
        bench.to_page(leaf)
        assert bench.state.leaf is leaf


@pytest.mark.parametrize("place", PLACES)
def test_sec_3_a_door_alone_opens_no_page_of_the_operator(place: Place) -> None:
    bench = place()
    bench.do(DoorMoved(is_open=True))
    for button in Button:
        bench.press(button)
        assert bench.state.mode is Mode.FAULT


def test_sec_10_the_books_are_read_over_a_changed_program() -> None:
    bench = Bench()
    bench.coin(10)
    bench.cabinet.break_down(Fault(FaultName.PROGRAM))
    bench.do(KeyTurned(is_on=True))
    assert (bench.state.mode, bench.credit) == (Mode.OPERATOR, 10)


def told(name: str) -> set[str]:
    """The settings of one of the installer's files, without its comments."""
    lines = (INSTALLING / "files" / name).read_text("utf-8").splitlines()
    return {line.replace(" ", "") for line in lines if line and not line.startswith("#")}


def test_sec_12_no_second_console_and_no_command_to_the_kernel() -> None:
    assert {"NAutoVTs=0", "ReserveVT=0"} <= told("logind.conf")
    assert "kernel.sysrq=0" in told("sysctl.conf")


def test_sec_12_no_login_and_no_restart_by_three_keys() -> None:
    system = (INSTALLING / "system.sh").read_text("utf-8")
    masked = re.search(r'^MASKED="(.*)"$', system, re.M)
    assert masked is not None
    assert {"getty@tty1.service", "ctrl-alt-del.target"} <= set(masked[1].split())
    assert re.search(r"systemctl_there (--force )?mask \$MASKED", system)
    assert "--shell /usr/sbin/nologin" in system


def test_sec_12_what_is_plugged_in_starts_no_program() -> None:
    rules = [path.read_text("utf-8") for path in (INSTALLING / "files").glob("*.rules")]
    assert rules
    assert not re.search(r"\b(RUN|PROGRAM|IMPORT\{program\})\b", "\n".join(rules))
