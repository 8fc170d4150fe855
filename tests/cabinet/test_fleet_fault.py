"""What keeps a fleet's broker from being told is a warning: play goes on."""

from cabinet_bench import Bench

from firmware.cabinet.state import Effect, FaultName
from firmware.events import FleetChanged


def test_what_must_be_mended_stands_with_the_fault() -> None:
    bench = Bench()
    bench.do(FleetChanged("no password; write one"))
    (fault,) = bench.state.faults
    assert (fault.name, fault.detail) == (FaultName.FLEET, "no password; write one")


def test_it_goes_when_the_broker_is_told_again() -> None:
    bench = Bench()
    bench.do(FleetChanged("no password"))
    bench.do(FleetChanged(""))
    assert bench.faults == []


def test_another_reason_takes_the_place_of_the_first() -> None:
    bench = Bench()
    bench.do(FleetChanged("no password"))
    bench.do(FleetChanged("refused"))
    assert [fault.detail for fault in bench.state.faults] == ["refused"]


def test_it_only_warns() -> None:
    assert FaultName.FLEET.effect is Effect.WARNS
