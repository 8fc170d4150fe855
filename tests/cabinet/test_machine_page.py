"""Who ends which fault: by itself, by the key, by a start, or by a technician's word."""

from __future__ import annotations

import pytest
from cabinet_bench import Bench

from firmware.cabinet.operator_menu.machine import BY_WORD, ELSEWHERE
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import SEEN_FAULTS, ClearedBy, Effect, Fault, FaultName
from firmware.errors import LedgerFullError
from firmware.events import DoorMoved, KeyTurned
from firmware.jobs import Restart
from firmware.log import LogKind

LOCKS = [name for name in FaultName if name.effect is Effect.LOCKS]
BOOT_LOOKS = [name for name in LOCKS if name not in BY_WORD | ELSEWHERE]
"""Locking faults that a boot looks at again."""


def at_machine(*faults: FaultName, pin: str = "54321", is_door_open: bool = True) -> Bench:
    """At the page of the machine, over some faults."""
    bench = Bench()
    bench.coin(10)
    for name in faults:
        bench.cabinet.break_down(Fault(name))
    bench.do(DoorMoved(is_door_open))
    bench.do(KeyTurned(is_on=True))
    if pin:
        bench.pin(pin)
    bench.to_page(Leaf.MACHINE)
    return bench


def lines(bench: Bench, kind: LogKind) -> list[tuple[str, dict[str, str]]]:
    return [(line.subject, dict(line.details)) for line in bench.store.log() if line.kind is kind]


# --- the table --------------------------------------------------------------------------------


def test_whatever_the_key_ends_says_so() -> None:
    by_key = {name for name in FaultName if name.cleared_by is ClearedBy.KEY}
    assert by_key == SEEN_FAULTS


def test_no_fault_of_the_books_ends_without_a_technician() -> None:
    books = {name for name in FaultName if name.value.startswith("ledger")}
    assert {name.cleared_by for name in books} == {ClearedBy.TECHNICIAN}


@pytest.mark.parametrize(
    ("name", "who"),
    [
        (FaultName.DOOR, ClearedBy.ITSELF),
        (FaultName.CHANCE, ClearedBy.ITSELF),
        (FaultName.TILT, ClearedBy.KEY),
        (FaultName.PROGRAM, ClearedBy.TECHNICIAN),
        (FaultName.CALL_SERVICE, ClearedBy.TECHNICIAN),
        (FaultName.COPY_MISSING, ClearedBy.ITSELF),
        (FaultName.THINKER, ClearedBy.RESTART),
    ],
)
def test_who_ends_a_fault(name: FaultName, who: ClearedBy) -> None:
    assert name.cleared_by is who


# --- the program fell again and again ---------------------------------------------------------


def test_turning_the_key_does_not_end_it() -> None:
    bench = at_machine(FaultName.CALL_SERVICE, pin="", is_door_open=False)
    bench.do(KeyTurned(is_on=False))
    assert bench.faults == ["call_service"]


@pytest.mark.promise("ERR-1")
@pytest.mark.parametrize(("pin", "is_open"), [("", True), ("12345", True), ("54321", False)])
def test_nobody_but_a_technician_at_the_open_door_ends_it(pin: str, is_open: bool) -> None:
    bench = at_machine(FaultName.CALL_SERVICE, pin=pin, is_door_open=is_open)
    bench.press("DEAL", "DEAL")
    assert "call_service" in bench.faults


def test_a_technician_ends_it_at_the_second_press() -> None:
    bench = at_machine(FaultName.CALL_SERVICE)
    bench.press("DEAL")
    assert "call_service" in bench.faults
    bench.press("DEAL")
    assert bench.faults == ["door"]
    assert bench.cabinet.job is None
    assert lines(bench, LogKind.FAULT_MENDED) == [("call_service", {"by": "technician"})]


def test_what_a_technician_ended_does_not_come_back_with_the_power() -> None:
    bench = at_machine(FaultName.CALL_SERVICE)
    bench.press("DEAL", "DEAL")
    bench.cut()
    assert "call_service" not in bench.faults


@pytest.mark.promise("RES-4")
def test_before_he_did_it_comes_back_with_the_power() -> None:
    bench = at_machine(FaultName.CALL_SERVICE)
    bench.cut()
    assert bench.faults == ["call_service"]


def test_what_could_not_be_stored_did_not_end() -> None:
    bench = at_machine(FaultName.CALL_SERVICE)
    bench.store.failure = LedgerFullError("full")
    bench.press("DEAL", "DEAL")
    assert {"call_service", "ledger_full"} <= set(bench.faults)


# --- what a boot looks at again ---------------------------------------------------------------


@pytest.mark.parametrize("name", BOOT_LOOKS)
def test_a_technician_starts_the_cabinet_anew_at_the_second_press(name: FaultName) -> None:
    bench = at_machine(name)
    bench.press("DEAL")
    assert bench.cabinet.job is None
    bench.press("DEAL")
    job = bench.cabinet.job
    assert job is not None
    assert job.wanted == Restart()


@pytest.mark.parametrize("name", BOOT_LOOKS)
def test_the_fault_stands_until_the_boot_has_looked(name: FaultName) -> None:
    bench = at_machine(name)
    bench.press("DEAL", "DEAL")
    assert name in bench.faults


def test_who_started_it_anew_is_told_to_the_log() -> None:
    bench = at_machine(FaultName.PROGRAM)
    bench.press("DEAL", "DEAL")
    assert lines(bench, LogKind.POWER_ASKED) == [("restart", {"by": "technician"})]


@pytest.mark.parametrize("pin", ["", "12345"])
def test_others_find_no_key_for_it(pin: str) -> None:
    assert "DEAL" not in at_machine(FaultName.PROGRAM, pin=pin).lit.split()


@pytest.mark.parametrize("faults", [(), (FaultName.PIN_SHIPPED,), (FaultName.COIN_JUMP,)])
def test_without_a_fault_that_a_start_may_end_there_is_no_key(faults: tuple[FaultName]) -> None:
    assert "DEAL" not in at_machine(*faults).lit.split()


def test_his_word_comes_first_and_then_the_start() -> None:
    bench = at_machine(FaultName.PROGRAM, FaultName.CALL_SERVICE)
    bench.press("DEAL", "DEAL")
    assert bench.cabinet.job is None
    assert "program" in bench.faults
    bench.press("DEAL", "DEAL")
    assert bench.cabinet.job is not None


def test_a_word_that_cannot_be_stored_is_not_asked_for() -> None:
    bench = at_machine(FaultName.CALL_SERVICE, FaultName.LEDGER_FULL)
    bench.press("DEAL", "DEAL")
    assert bench.cabinet.job is not None
    assert "call_service" in bench.faults
