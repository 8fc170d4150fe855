"""Which faults there are now, the gravest first, and since when."""

import pytest
from cabinet_bench import Bench

from firmware.cabinet import faults
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.errors import (
    IdentityError,
    LedgerCorruptError,
    LedgerError,
    LedgerFullError,
    LedgerGoneError,
    LedgerInUseError,
    LedgerIoError,
    LedgerReadOnlyError,
    LedgerRolledBackError,
    LedgerSchemaError,
)
from firmware.events import CopyHealth, CopyState, DeviceHealth, Health

WELL = {
    Health.LEDGER_ERROR,  # the fault of the ledger itself is told
    Health.OFF,
    Health.STARTING,
    Health.CLOSED,
    Health.READY,
    Health.DEGRADED,
    Health.LOST_EVENTS,
}


@pytest.mark.parametrize("health", Health)
def test_a_device_that_takes_no_coin_and_ought_to_is_a_fault(health: Health) -> None:
    fault = faults.of_device(DeviceHealth("coin", health, "35"))
    if health in WELL:
        assert fault is None
    else:
        assert fault == Fault(FaultName.COIN, "coin", f"{health} 35")


def test_a_health_without_a_detail_is_said_without_a_space() -> None:
    fault = faults.of_device(DeviceHealth("coin", Health.FULL))
    assert fault is not None
    assert fault.detail == "full"


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (LedgerError, FaultName.LEDGER),
        (LedgerInUseError, FaultName.LEDGER),
        (LedgerFullError, FaultName.LEDGER_FULL),
        (LedgerReadOnlyError, FaultName.LEDGER_READ_ONLY),
        (LedgerIoError, FaultName.LEDGER_IO),
        (LedgerCorruptError, FaultName.LEDGER_CORRUPT),
        (IdentityError, FaultName.LEDGER_IDENTITY),
        (LedgerSchemaError, FaultName.LEDGER_SCHEMA),
        (LedgerGoneError, FaultName.LEDGER_GONE),
        (LedgerRolledBackError, FaultName.LEDGER_ROLLED_BACK),
    ],
)
def test_a_store_that_failed_is_called_by_its_most_special_name(
    error: type[LedgerError], name: FaultName
) -> None:
    assert faults.of_ledger(error("why")) == Fault(name, detail="why")


@pytest.mark.parametrize(
    ("health", "name"),
    [
        (CopyHealth.MISSING, FaultName.COPY_MISSING),
        (CopyHealth.BEHIND, FaultName.COPY_BEHIND),
        (CopyHealth.FOREIGN, FaultName.COPY_FOREIGN),
    ],
)
def test_a_second_copy_that_is_not_what_it_ought_to_be(health: CopyHealth, name: FaultName) -> None:
    assert faults.of_copy(CopyState(health, "sda1")) == Fault(name, detail="sda1")


@pytest.mark.parametrize("health", [CopyHealth.OFF, CopyHealth.WELL])
def test_a_second_copy_that_is_well_or_not_wanted_is_no_fault(health: CopyHealth) -> None:
    assert faults.of_copy(CopyState(health)) is None


def test_what_locks_stands_before_what_freezes_and_that_before_what_warns() -> None:
    state = CabinetState()
    for name in (FaultName.SOUND, FaultName.DOOR, FaultName.CHANCE, FaultName.QUEUE_FULL):
        state = faults.add(state, Fault(name))
    found = [fault.name for fault in state.faults]
    assert found == [FaultName.CHANCE, FaultName.DOOR, FaultName.SOUND, FaultName.QUEUE_FULL]


def test_a_fault_replaces_the_one_of_its_name_and_subject_alone() -> None:
    state = CabinetState()
    for subject, detail in (("coin", "jam 4"), ("notes", "full"), ("coin", "unplugged")):
        state = faults.add(state, Fault(FaultName.COIN, subject, detail))
    assert {(each.subject, each.detail) for each in state.faults} == {
        ("coin", "unplugged"),
        ("notes", "full"),
    }


def test_a_part_that_breaks_down_is_stamped_with_its_moment() -> None:
    bench = Bench()
    bench.cabinet.break_down(Fault(FaultName.HARDWARE, detail="a pin"))
    (fault,) = bench.state.faults
    assert fault.since == bench.clock.wall()
