"""A pulse unit on a mock pin: money, quarantine, health, and its inhibit wire."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from late_pins import make_late, tell, waiting

from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import HardwareError
from firmware.events import (
    DeviceCounted,
    DeviceHealth,
    Event,
    Health,
    LineCounts,
    MoneyQuestioned,
    MoneyTaken,
)
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.coin_port import NoCoinPort
from firmware.hardware.inhibit_line import InhibitedPort, InhibitLine
from firmware.hardware.pins import PinFactory, open_pins
from firmware.hardware.pulse_port import PulsePort, PulseSettings
from firmware.money import Tender

PIN, INHIBIT = 4, 5


@dataclass
class Wire:
    """A port, the pin that its unit pulls, and the clock of both."""

    factory: PinFactory
    clock: VirtualClock
    port: PulsePort
    events: list[Event] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Pump at every moment that the port asks for."""
        end_s = self.clock.now_s() + seconds
        while True:
            self.events += self.port.pump(self.clock.now_s())
            due_s = self.port.deadline_s()
            if due_s is None or due_s > end_s:
                break
            self.clock.advance_s(max(0.0, due_s - self.clock.now_s()))
        self.clock.advance_s(max(0.0, end_s - self.clock.now_s()))
        self.events += self.port.pump(self.clock.now_s())

    def drive(self, is_low: bool) -> None:
        pin = self.factory.pin(PIN)
        if is_low:
            pin.drive_low()
        else:
            pin.drive_high()

    def pulses(self, count: int, width_s: float = 0.020) -> None:
        for _ in range(count):
            self.drive(is_low=True)
            self.clock.advance_s(width_s)
            self.drive(is_low=False)
            self.clock.advance_s(0.020)

    def money(self) -> list[int]:
        return [each.value_minor for each in self.events if isinstance(each, MoneyTaken)]

    def health(self) -> list[tuple[Health, str]]:
        return [(each.health, each.detail) for each in self.events if type(each) is DeviceHealth]

    def questions(self) -> list[str]:
        return [each.reason for each in self.events if isinstance(each, MoneyQuestioned)]


def wire(
    *,
    with_inhibit: bool = False,
    active: str = "low",
    coins: tuple[int, ...] = (50,),
    is_late: bool = False,
) -> Wire:
    factory, clock = open_pins(load_config().hardware), VirtualClock(100.0)
    if is_late:
        make_late(factory, clock)
    profile = load_profile("ch926_fast", "pulse")
    settings = PulseSettings("coin", Tender.COIN, profile, 10, coins, PIN, active)
    inhibit = InhibitLine(INHIBIT, "low", factory) if with_inhibit else None
    return Wire(factory, clock, PulsePort(settings, factory, clock, inhibit))


def open_wire(**more: object) -> Wire:
    """After its quiet time, open."""
    made = wire(**more)
    made.port.set_open(["coin"])
    made.run(1.0)
    return made


def test_a_coin_is_money_of_the_profile() -> None:
    made = open_wire()
    made.pulses(5)
    made.run(1.0)
    taken = [each for each in made.events if isinstance(each, MoneyTaken)]
    assert taken == [MoneyTaken("coin", "pulse:ch926_fast", Tender.COIN, 50)]


def test_an_active_high_wire_counts_as_well() -> None:
    made = wire(active="high")
    made.drive(is_low=True)
    made.run(1.0)
    made.drive(is_low=False)
    made.clock.advance_s(0.020)
    for _ in range(4):
        made.drive(is_low=True)
        made.clock.advance_s(0.020)
        made.drive(is_low=False)
        made.clock.advance_s(0.020)
    made.drive(is_low=True)
    made.run(1.0)
    assert made.money() == [50]


def test_it_starts_then_is_closed_then_ready() -> None:
    made = wire()
    made.run(1.0)
    made.port.set_open(["coin"])
    made.run(0.1)
    assert made.health() == [(Health.STARTING, ""), (Health.CLOSED, ""), (Health.READY, "")]


def test_edges_of_the_quiet_time_are_no_money() -> None:
    made = wire()
    made.pulses(5)  # ends 200 ms after the start
    made.run(2.0)
    assert made.money() == []


def test_a_train_across_the_end_of_the_quiet_time_is_told() -> None:
    made = wire()
    made.clock.advance_s(0.450)
    made.pulses(5)
    made.run(2.0)
    assert made.money() == []
    assert made.questions() == ["startup"]


def test_money_while_closed_is_told_and_counted() -> None:
    made = wire()
    made.run(1.0)
    made.pulses(5)
    made.run(1.0)
    assert made.money() == [50]
    assert DeviceCounted("coin", LineCounts(inhibited=1)) in made.events


def test_an_impossible_count_is_questioned() -> None:
    made = open_wire()
    made.pulses(3)
    made.run(1.0)
    assert [each for each in made.events if isinstance(each, MoneyQuestioned)] == [
        MoneyQuestioned("coin", "pulse:ch926_fast", "impossible_count", "3 pulses")
    ]


def test_a_stuck_wire_is_a_jam_that_clears() -> None:
    made = open_wire()
    made.drive(is_low=True)
    made.run(2.0)
    made.drive(is_low=False)
    made.run(1.0)
    assert made.health()[-2:] == [(Health.JAM, ""), (Health.READY, "")]


def test_the_third_doubtful_train_in_a_minute_degrades_for_a_minute() -> None:
    made = open_wire()
    for _ in range(2):
        made.pulses(3)
        made.run(1.0)
    assert made.health()[-1] == (Health.READY, "")
    made.pulses(3)
    made.run(1.0)
    assert made.health()[-1] == (Health.DEGRADED, "quarantine")
    made.run(60.0)
    assert made.health()[-1] == (Health.READY, "")


def test_a_lost_edge_is_found_by_the_level() -> None:
    made = open_wire()
    made.pulses(4)
    pin = made.factory.pin(PIN)
    pin.drive_low()
    made.clock.advance_s(0.020)
    callback, pin.when_changed = made.port._report, None
    pin.drive_high()  # nobody hears it
    pin.when_changed = callback
    made.run(1.5)
    assert made.money() == []
    assert made.questions() == ["lost_edge"]
    assert (Health.JAM, "") not in made.health()


def test_a_train_under_way_is_undelivered() -> None:
    made = open_wire()
    assert not made.port.has_undelivered()
    made.drive(is_low=True)
    assert made.port.has_undelivered()
    made.clock.advance_s(0.020)
    made.drive(is_low=False)
    made.port.pump(made.clock.now_s())
    assert made.port.has_undelivered()
    made.run(1.0)
    assert not made.port.has_undelivered()


def test_the_edges_of_a_whole_evening_wait_without_loss() -> None:
    made = open_wire()
    made.pulses(500)  # a thousand edges, while the loop is away
    made.run(1.0)
    assert made.money() == [5_000]


# --- edges that are told late -------------------------------------------------------------------


def late_coin(made: Wire, late_s: float, seconds: float = 2.0) -> None:
    """Five pulses of 20 ms, each edge told `late_s` after it, and a loop that looks every 2 ms."""
    began_s = made.clock.now_s()
    moments = [began_s + 0.020 * number for number in range(10)]
    happened = told = 0
    while made.clock.now_s() < began_s + seconds:
        now_s = made.clock.now_s()
        while happened < len(moments) and moments[happened] <= now_s:
            made.drive(is_low=happened % 2 == 0)
            happened += 1
        while waiting and moments[told] + late_s <= now_s:
            tell(1)
            told += 1
        made.events += made.port.pump(now_s)
        made.clock.advance_s(0.002)


@pytest.mark.parametrize("late_s", [0.016, 0.200, 0.240])
@pytest.mark.parametrize("after_s", [0.0, 0.63, 0.70, 0.745])
def test_a_coin_whose_edges_are_told_late_is_its_money(late_s: float, after_s: float) -> None:
    """Wherever in it the level is read."""
    made = open_wire(is_late=True)
    made.run(after_s)
    late_coin(made, late_s)
    assert made.money() == [50]
    assert made.questions() == []


def test_an_edge_that_is_lost_while_others_are_late_parts_no_train() -> None:
    made = open_wire(is_late=True)
    made.pulses(5)
    tell(4)
    made.clock.advance_s(0.040)
    made.port._queue.spoil()
    made.run(0.0)
    tell()
    made.run(1.0)
    assert made.questions() == ["lost_edge"]


def test_an_edge_that_is_lost_in_the_quiet_time_makes_the_first_train_a_question() -> None:
    made = wire()
    made.clock.advance_s(0.495)
    made.port._queue.spoil()
    made.run(0.0)
    made.clock.advance_s(0.010)
    made.pulses(5)
    made.run(1.0)
    assert made.questions() == ["startup"]


def test_edges_of_the_quiet_time_are_undelivered_until_it_is_over() -> None:
    made = wire()
    made.clock.advance_s(0.550)
    made.pulses(1)
    made.port.pump(made.clock.now_s())
    assert made.port.has_undelivered()


def test_a_coin_told_all_at_once_by_a_thread_that_slept_is_its_money() -> None:
    made = open_wire(is_late=True)
    made.pulses(5)
    tell()
    made.run(1.0)
    assert made.money() == [50]


def test_edges_of_the_quiet_time_that_are_told_after_it_are_no_money() -> None:
    made = wire(is_late=True)
    made.clock.advance_s(0.290)
    made.pulses(5)  # the last edge 10 ms before the end of the quiet time
    made.run(0.2)
    tell()
    made.run(2.0)
    assert made.money() == []


def test_a_coin_right_after_the_quiet_time_is_money() -> None:
    made = wire(is_late=True)
    made.clock.advance_s(0.505)
    late_coin(made, 0.200)
    assert made.money() == [50]
    assert made.questions() == []


def test_an_edge_that_is_lost_on_its_way_here_is_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = open_wire()
    made.pulses(4)
    monkeypatch.setattr(made.port._queue, "put", lambda _edge: 1 / 0)
    made.drive(is_low=True)
    monkeypatch.undo()
    made.clock.advance_s(0.020)
    made.drive(is_low=False)
    made.run(1.0)
    assert made.money() == []
    assert made.questions() == ["lost_edge"]


# --- switches beside the wire -------------------------------------------------------------------


def test_static_of_a_lamp_is_no_question_but_is_counted() -> None:
    made = open_wire()
    made.port.hush(made.clock.now_s())
    made.pulses(1, width_s=0.008)
    made.run(6.0)
    assert made.questions() == []
    assert DeviceCounted("coin", LineCounts(bad_frames=1)) in made.events


def test_static_of_the_inhibit_wire_is_no_question() -> None:
    made = open_wire(with_inhibit=True)
    made.port.set_open([])
    made.pulses(1, width_s=0.008)
    made.run(1.0)
    assert made.questions() == []


def test_an_inhibit_wire_that_stays_as_it_is_makes_no_static() -> None:
    made = open_wire(with_inhibit=True)
    made.port.set_open(["coin"])
    made.pulses(1, width_s=0.008)
    made.run(1.0)
    assert made.questions() == ["bad_width"]


# --- the inhibit wire ---------------------------------------------------------------------------


def lets_in(made: Wire) -> bool:
    return bool(made.factory.pin(INHIBIT).state)


def test_the_inhibit_wire_refuses_from_the_start_and_while_the_unit_starts() -> None:
    made = wire(with_inhibit=True)
    assert not lets_in(made)
    made.port.set_open(["coin"])
    made.run(0.7)  # half a second of quiet, and a quarter for edges on their way
    assert not lets_in(made)
    made.run(0.1)
    assert lets_in(made)


def test_closing_the_slot_refuses_without_a_pump() -> None:
    made = open_wire(with_inhibit=True)
    made.port.set_open([])
    assert not lets_in(made)


def test_a_jam_refuses() -> None:
    made = open_wire(with_inhibit=True)
    made.drive(is_low=True)
    made.run(2.0)
    assert not lets_in(made)


def test_closing_the_port_refuses_and_may_be_done_twice() -> None:
    made = open_wire(with_inhibit=True)
    driven = [state.state for state in made.factory.pin(INHIBIT).states]
    made.port.close()
    made.port.close()
    after = [state.state for state in made.factory.pin(INHIBIT).states][len(driven) :]
    assert after[0] == 0
    assert made.port.pump(200.0) == ()
    assert made.port.deadline_s() is None


def test_a_wire_that_refuses_when_high() -> None:
    factory = open_pins(load_config().hardware)
    line = InhibitLine(INHIBIT, "high", factory)
    assert factory.pin(INHIBIT).state
    line.set(is_open=True)
    assert not factory.pin(INHIBIT).state


def test_a_pin_in_use_is_named() -> None:
    factory = open_pins(load_config().hardware)
    first = InhibitLine(INHIBIT, "low", factory)
    with pytest.raises(HardwareError, match=r"coin.inhibit_pin \(GPIO5\): the pin is in use"):
        InhibitLine(INHIBIT, "low", factory)
    assert not first.is_open


def test_a_port_without_commands_moves_its_wire() -> None:
    factory = open_pins(load_config().hardware)
    port = InhibitedPort(NoCoinPort("coin"), InhibitLine(INHIBIT, "low", factory))
    port.set_open(["coin"])
    assert factory.pin(INHIBIT).state
    port.set_open(["note"])
    assert not factory.pin(INHIBIT).state


def test_a_wire_refuses_while_its_line_cannot_be_heard() -> None:
    factory = open_pins(load_config().hardware)
    line = InhibitLine(INHIBIT, "low", factory)
    heard = True
    port = InhibitedPort(NoCoinPort("coin"), line, lambda: heard)
    port.set_open({"coin"})
    assert line.is_open
    heard = False
    port.set_open({"coin"})
    assert not line.is_open
