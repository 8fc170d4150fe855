"""What the machine tells of itself becomes faults that stop nothing, and end by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import Bench

from firmware.cabinet import faults
from firmware.cabinet.memory import kept_faults
from firmware.cabinet.state import SEEN_FAULTS, CabinetState, Effect, Fault, FaultName
from firmware.events import Event, FactsRead, KeyTurned
from firmware.facts import NOTHING, MachineFacts, Reserve, Trouble
from firmware.hardware.scripted_facts import HEALTHY
from firmware.log import LogEntry, LogKind

BAD = {
    FaultName.HOT: MachineFacts(temperature_c=82.4),
    FaultName.UNDER_VOLTAGE: MachineFacts(under_voltage=True),
    FaultName.CLOCK_UNSET: MachineFacts(year=1970),
    FaultName.DISK_LOW: MachineFacts(disk_free_bytes=51_300_000),
    FaultName.DISK_READ_ONLY: MachineFacts(disk_read_only=True, storage="mmcblk0"),
    FaultName.MEMORY_LOW: MachineFacts(memory_free_bytes=40_999_999),
    FaultName.STORAGE_WORN: MachineFacts(
        storage="mmcblk0", storage_worn_percent=110, storage_reserve=Reserve.SPENT
    ),
}
DETAILS = ["82 °C", "", "1970", "51 MB", "mmcblk0", "40 MB", "mmcblk0 100 %"]


def names(state: CabinetState) -> list[FaultName]:
    return [fault.name for fault in state.faults]


def after(*told: MachineFacts, state: CabinetState | None = None) -> CabinetState:
    state = state or CabinetState()
    for number, facts in enumerate(told):
        state = faults.with_facts(state, facts, f"2026-11-30T12:00:{number:02d}+00:00")
    return state


def test_every_trouble_is_a_fault() -> None:
    assert {trouble.value for trouble in Trouble} == {name.value for name in BAD}


@pytest.mark.parametrize("name", BAD)
def test_err_2_each_is_told_by_its_name(name: FaultName) -> None:
    assert names(after(BAD[name])) == [name]


@pytest.mark.parametrize(("name", "detail"), list(zip(BAD, DETAILS, strict=True)))
def test_each_says_in_figures_what_exactly(name: FaultName, detail: str) -> None:
    (fault,) = after(BAD[name]).faults
    assert fault.detail == detail


@pytest.mark.parametrize("name", BAD)
def test_none_of_them_stops_play(name: FaultName) -> None:
    assert name.effect is Effect.WARNS


@pytest.mark.parametrize("name", [name for name in BAD if name is not FaultName.UNDER_VOLTAGE])
def test_each_goes_by_itself(name: FaultName) -> None:
    assert names(after(BAD[name], HEALTHY)) == []


@pytest.mark.parametrize("name", BAD)
def test_a_fact_that_is_told_no_more_is_no_trouble(name: FaultName) -> None:
    left = names(after(BAD[name], NOTHING))
    assert left == ([name] if name in SEEN_FAULTS else [])


def test_the_heat_must_go_well_below_what_it_came_by() -> None:
    warm, cool = MachineFacts(temperature_c=75.0), MachineFacts(temperature_c=74.9)
    assert names(after(BAD[FaultName.HOT], warm)) == [FaultName.HOT]
    assert names(after(BAD[FaultName.HOT], warm, cool)) == []


def test_a_fault_that_stays_keeps_its_beginning_and_its_words() -> None:
    """Its line in the log would else come again with every degree."""
    state = after(BAD[FaultName.HOT], MachineFacts(temperature_c=85.0))
    assert state.faults == (Fault(FaultName.HOT, "", "82 °C", "2026-11-30T12:00:00+00:00"),)


def test_the_facts_are_kept_for_the_operator_s_page() -> None:
    assert after(HEALTHY).facts == HEALTHY


def test_a_disk_that_the_ledger_knows_to_be_read_only_is_told_once() -> None:
    state = faults.add(CabinetState(), Fault(FaultName.LEDGER_READ_ONLY))
    told = after(BAD[FaultName.DISK_READ_ONLY], state=state)
    assert names(told) == [FaultName.LEDGER_READ_ONLY]


def test_other_faults_are_left_alone() -> None:
    state = faults.add(CabinetState(), Fault(FaultName.SOUND))
    assert names(after(BAD[FaultName.HOT], HEALTHY, state=state)) == [FaultName.SOUND]


# --- in the cabinet ---------------------------------------------------------------------------


def cabinet_after(*events: Event) -> Bench:
    bench = Bench()
    for event in events:
        bench.do(event)
    return bench


DIPPED = replace(HEALTHY, under_voltage_since_boot=True)


def test_a_dip_of_the_supply_is_there_until_the_key_was_turned() -> None:
    bench = cabinet_after(FactsRead(DIPPED), FactsRead(replace(DIPPED, temperature_c=60.0)))
    assert names(bench.state) == [FaultName.UNDER_VOLTAGE]
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    assert names(bench.state) == []


def test_a_dip_that_was_seen_does_not_come_back_by_itself() -> None:
    seen = KeyTurned(True), KeyTurned(False)
    bench = cabinet_after(FactsRead(DIPPED), *seen, FactsRead(replace(DIPPED, temperature_c=60.0)))
    assert names(bench.state) == []


def test_a_supply_that_is_too_low_still_comes_back() -> None:
    seen = KeyTurned(True), KeyTurned(False)
    low = replace(DIPPED, under_voltage=True)
    bench = cabinet_after(FactsRead(low), *seen, FactsRead(replace(low, temperature_c=60.0)))
    assert names(bench.state) == [FaultName.UNDER_VOLTAGE]


def test_a_dip_outlives_the_power_cut_that_it_may_lead_to() -> None:
    assert kept_faults(after(DIPPED).faults) == after(DIPPED).faults


def test_the_event_log_has_a_line_when_it_comes_and_one_when_it_goes() -> None:
    bench = cabinet_after(FactsRead(replace(HEALTHY, temperature_c=82.4)))
    bench.wait(2)
    bench.do(FactsRead(HEALTHY))
    bench.wait(2)
    details = (("detail", "82 °C"),)
    told = [line for line in bench.store.log() if line.subject == "hot"]
    assert told == [
        LogEntry(LogKind.FAULT, "hot", details),
        LogEntry(LogKind.FAULT_CLEARED, "hot", details),
    ]


def test_play_goes_on_over_all_of_them_at_once() -> None:
    bad = replace(
        HEALTHY,
        temperature_c=90.0,
        under_voltage=True,
        year=1970,
        disk_free_bytes=40_000_000,
        memory_free_bytes=10_000_000,
    )
    bench = cabinet_after(FactsRead(bad))
    assert bench.state.blocking is None
    assert bench.cabinet.shut_by("coin") is None
