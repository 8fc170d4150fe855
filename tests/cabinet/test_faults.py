"""Which faults there are now, the gravest first, and since when."""

import pytest
from cabinet_bench import Bench

from firmware.cabinet import faults
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.errors import IdentityError, LedgerError
from firmware.events import DeviceHealth, Health

WELL = {
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
        (LedgerError("the disk is full"), FaultName.LEDGER),
        (IdentityError("the disk is full"), FaultName.LEDGER_CORRUPT),
    ],
)
def test_a_store_that_contradicts_itself_is_called_so(error: LedgerError, name: FaultName) -> None:
    assert faults.of_ledger(error) == Fault(name, detail="the disk is full")


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
