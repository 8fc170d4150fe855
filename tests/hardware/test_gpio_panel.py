"""The panel on mock pins: edges become events, levels become lamps."""

from __future__ import annotations

import select
import threading
from collections.abc import Iterator

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockPin, MockPWMPin
from late_pins import make_late, tell, waiting
from panel_bench import Bench, bench

from firmware.clock import VirtualClock
from firmware.config import MeterTable, SwitchTable, load_config
from firmware.errors import HardwareError
from firmware.events import (
    ButtonStuck,
    DoorMoved,
    KeyTurned,
    MeterPulsed,
    Pressed,
    QueueFull,
    Released,
    TiltMoved,
)
from firmware.hardware.edge_queue import LATEST_S, QUEUE_BOUND
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.pins import open_pins
from firmware.money import MechanicalMeter
from firmware.panel import Button


@pytest.fixture
def quiet() -> Iterator[Bench]:
    """A bench after its first reading, with nothing pressed."""
    made = bench()
    assert made.pump() == []
    yield made
    made.panel.close()


# --- edges in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("button", Button)
def test_a_button_down_and_up_is_a_press_and_a_release(quiet: Bench, button: Button) -> None:
    quiet.fingers.down(button)
    assert quiet.pump() == [Pressed(button)]
    quiet.clock.advance_s(0.06)
    quiet.fingers.up(button)
    assert quiet.pump() == [Released(button)]


def test_events_keep_the_order_of_their_moments(quiet: Bench) -> None:
    quiet.fingers.down(Button.DEAL)
    quiet.clock.advance_s(0.002)
    quiet.fingers.up(Button.DEAL)  # counts when the bounce time is over, at 0.008
    quiet.clock.advance_s(0.018)
    quiet.fingers.down(Button.BET)
    quiet.clock.advance_s(1.0)
    assert quiet.pump() == [Pressed(Button.DEAL), Released(Button.DEAL), Pressed(Button.BET)]


def test_a_short_press_asks_to_be_woken_for_its_release(quiet: Bench) -> None:
    quiet.fingers.down(Button.DEAL)
    quiet.clock.advance_s(0.002)
    quiet.fingers.up(Button.DEAL)
    quiet.pump()
    assert quiet.panel.deadline_s() == pytest.approx(100.008 + LATEST_S)


def test_the_bounce_time_is_the_one_of_the_wiring_table() -> None:
    slow = bench(bounce_ms=50)
    slow.pump()
    slow.fingers.down(Button.DEAL)
    slow.clock.advance_s(0.040)
    slow.fingers.up(Button.DEAL)
    assert slow.pump() == [Pressed(Button.DEAL)]
    assert slow.after(0.009 + LATEST_S) == []
    assert slow.after(0.002) == [Released(Button.DEAL)]


def test_a_button_held_too_long_is_stuck_until_it_comes_up(quiet: Bench) -> None:
    quiet.fingers.down(Button.DEAL)
    quiet.pump()
    assert quiet.after(29.9) == []
    assert quiet.after(0.2) == [ButtonStuck(Button.DEAL, is_stuck=True)]
    quiet.fingers.up(Button.DEAL)
    assert quiet.pump() == [Released(Button.DEAL), ButtonStuck(Button.DEAL, is_stuck=False)]


@pytest.mark.promise("RULE-3")
def test_a_button_held_at_boot_is_not_a_press() -> None:
    made = bench()
    made.fingers.down(Button.DEAL)
    assert made.pump() == []
    made.fingers.up(Button.DEAL)
    assert made.after(1.0) == []
    made.fingers.down(Button.DEAL)
    assert made.pump() == [Pressed(Button.DEAL)]


def test_the_operators_key_turns(quiet: Bench) -> None:
    quiet.fingers.key(is_on=True)
    assert quiet.pump() == [KeyTurned(is_on=True)]
    quiet.clock.advance_s(1.0)
    quiet.fingers.key(is_on=False)
    assert quiet.pump() == [KeyTurned(is_on=False)]


def test_the_door_opens_and_shuts(quiet: Bench) -> None:
    quiet.fingers.door(is_open=True)
    assert quiet.pump() == [DoorMoved(is_open=True)]
    quiet.clock.advance_s(1.0)
    quiet.fingers.door(is_open=False)
    assert quiet.pump() == [DoorMoved(is_open=False)]


def test_a_cut_wire_at_the_door_counts_as_open(quiet: Bench) -> None:
    quiet.factory.pin(quiet.wiring.switches.door).drive_high()  # the pull-up alone
    assert quiet.pump() == [DoorMoved(is_open=True)]


def test_a_turned_key_and_an_open_door_are_known_from_the_first_reading() -> None:
    made = bench()
    made.fingers.key(is_on=True)
    made.fingers.door(is_open=True)
    assert set(made.pump()) == {KeyTurned(is_on=True), DoorMoved(is_open=True)}


def test_switches_with_the_opposite_contact() -> None:
    opposite = SwitchTable(
        operator_key=26, operator_key_on_when="open", door=7, door_open_when="closed"
    )
    made = bench(switches=opposite)
    assert made.pump() == []
    made.factory.pin(26).drive_high()
    made.factory.pin(7).drive_low()
    assert set(made.pump()) == {KeyTurned(is_on=True), DoorMoved(is_open=True)}


def test_a_cabinet_without_switches_says_nothing_of_them() -> None:
    made = bench(switches=SwitchTable())
    assert made.pump() == []
    with pytest.raises(HardwareError, match=r"panel\.switches\.door"):
        made.fingers.door(is_open=True)


# --- the queue ----------------------------------------------------------------------------------


def is_awake(panel: GpioPanel) -> bool:
    return bool(select.select([panel], [], [], 0)[0])


def test_an_edge_wakes_a_select_and_a_pump_puts_it_to_sleep(quiet: Bench) -> None:
    assert not is_awake(quiet.panel)
    quiet.fingers.down(Button.DEAL)
    assert is_awake(quiet.panel)
    quiet.pump()
    assert not is_awake(quiet.panel)


def toggle(made: Bench, button: Button, edges: int) -> None:
    for number in range(edges):
        (made.fingers.up if number % 2 else made.fingers.down)(button)


def test_a_full_queue_that_lost_nothing_is_no_fault(quiet: Bench) -> None:
    toggle(quiet, Button.BET, QUEUE_BOUND)
    assert QueueFull() not in quiet.pump()


def test_one_edge_too_many_is_an_overflow(quiet: Bench) -> None:
    toggle(quiet, Button.BET, QUEUE_BOUND + 1)
    assert QueueFull() in quiet.pump()


def test_an_overflow_is_said_once(quiet: Bench) -> None:
    toggle(quiet, Button.BET, QUEUE_BOUND + 100)
    assert quiet.pump().count(QueueFull()) == 1
    assert quiet.after(1.0).count(QueueFull()) == 0


def test_a_later_overflow_is_said_again(quiet: Bench) -> None:
    toggle(quiet, Button.BET, QUEUE_BOUND + 2)
    quiet.pump()
    toggle(quiet, Button.BET, QUEUE_BOUND + 2)
    assert QueueFull() in quiet.pump()


def test_an_overflow_never_drops_the_door(quiet: Bench) -> None:
    toggle(quiet, Button.BET, QUEUE_BOUND + 100)
    quiet.clock.advance_s(1.0)
    quiet.fingers.door(is_open=True)
    assert DoorMoved(is_open=True) in quiet.pump()


def test_a_release_lost_in_an_overflow_is_found_again(quiet: Bench) -> None:
    quiet.fingers.down(Button.DEAL)
    toggle(quiet, Button.BET, QUEUE_BOUND + 100)
    quiet.clock.advance_s(1.0)
    quiet.fingers.up(Button.DEAL)  # dropped
    events = quiet.pump()
    assert Pressed(Button.DEAL) in events
    assert Released(Button.DEAL) in events


def test_edges_from_another_thread_all_arrive(quiet: Bench) -> None:
    holds = (Button.HOLD1, Button.HOLD2, Button.HOLD3, Button.HOLD4)

    def press(button: Button) -> None:
        for _ in range(20):
            toggle(quiet, button, 2)

    threads = [threading.Thread(target=press, args=(button,)) for button in holds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert is_awake(quiet.panel)
    events = quiet.after(1.0)
    # The clock stood still, so each button's forty edges are the chatter of one press.
    for button in holds:
        assert [event for event in events if getattr(event, "button", None) is button] == [
            Pressed(button),
            Released(button),
        ]


# --- edges that are told late -------------------------------------------------------------------


def late_bench(**changed: object) -> Bench:
    """A bench after its first reading, whose edges wait until they are told."""
    made = bench(prepare=make_late, **changed)
    tell()
    made.pump()
    made.clock.advance_s(1.0)
    return made


def test_a_press_and_its_release_told_late_are_as_long_as_they_were() -> None:
    made = late_bench()
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.060)
    made.fingers.up(Button.DEAL)
    made.clock.advance_s(0.200)
    tell()
    assert made.pump() == [Pressed(Button.DEAL), Released(Button.DEAL)]


def test_presses_told_in_another_order_are_told_in_that_of_their_moments() -> None:
    made = late_bench()
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.050)
    made.fingers.down(Button.BET)
    waiting.rotate()  # each pin keeps its own order only
    tell()
    assert made.pump() == [Pressed(Button.DEAL), Pressed(Button.BET)]


def test_chatter_told_late_is_one_press() -> None:
    made = late_bench()
    made.fingers.down(Button.DEAL)
    tell()
    assert made.pump() == [Pressed(Button.DEAL)]
    made.clock.advance_s(0.002)
    made.fingers.up(Button.DEAL)
    made.clock.advance_s(0.001)
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.050)
    made.pump()
    tell(1)
    assert made.pump() == []
    tell(1)
    assert made.after(1.0) == []


def test_a_spike_whose_end_is_told_late_is_no_press() -> None:
    made = late_bench(spike_us=500)
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.0003)
    made.fingers.up(Button.DEAL)
    tell(1)
    assert made.after(0.010) == []
    assert made.after(0.180) == []
    tell()
    assert made.after(1.0) == []


def test_a_spike_of_a_switch_whose_end_is_told_late_moves_no_door() -> None:
    made = late_bench(spike_us=500)
    made.fingers.door(is_open=True)
    made.clock.advance_s(0.0003)
    made.fingers.door(is_open=False)
    tell(1)
    assert made.after(0.010) == []
    tell()
    assert made.after(1.0) == []


def test_an_edge_before_the_first_reading_that_is_told_after_it_is_no_press() -> None:
    made = bench(prepare=make_late)
    tell()
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.030)
    made.fingers.up(Button.DEAL)
    made.clock.advance_s(0.030)
    assert made.pump() == []
    tell()
    assert made.after(1.0) == []


class BrokenClock(VirtualClock):
    """A clock that fails inside the callback."""

    def now_s(self) -> float:
        raise OSError("no time")


def test_a_callback_never_raises_and_its_loss_is_told() -> None:
    config = load_config()
    factory = open_pins(config.hardware)
    panel = GpioPanel(config.panel, factory, BrokenClock())
    panel.pump(0.0)
    factory.pin(config.panel.buttons.DEAL).drive_low()  # in this thread: would raise here
    assert panel.pump(0.0) == [QueueFull(), Pressed(Button.DEAL)]
    panel.close()


def test_no_thread_is_started() -> None:
    before = threading.enumerate()
    made = bench()
    made.fingers.down(Button.DEAL)
    assert threading.enumerate() == before
    made.panel.close()


# --- lamps --------------------------------------------------------------------------------------


def test_a_lamp_with_pwm_shines_as_brightly_as_told(quiet: Bench) -> None:
    quiet.panel.show({Button.DEAL: 0.3, Button.BET: 1.0})
    assert quiet.fingers.lamp(Button.DEAL) == 0.3
    assert quiet.fingers.lamp(Button.BET) == 1.0
    assert quiet.fingers.lamp(Button.DOUBLE) == 0.0


def test_a_lamp_without_pwm_is_on_above_zero() -> None:
    made = bench(pwm=False)
    made.panel.show({Button.DEAL: 0.3})
    assert made.fingers.lamp(Button.DEAL) == 1.0
    assert made.fingers.lamp(Button.BET) == 0.0


def test_a_faint_lamp_is_still_lit(quiet: Bench) -> None:
    quiet.panel.show({Button.DEAL: 0.001})
    assert quiet.fingers.lamp(Button.DEAL) == 0.01


def test_a_lamp_that_is_not_named_goes_dark(quiet: Bench) -> None:
    quiet.panel.show({Button.DEAL: 1.0})
    quiet.panel.show({})
    assert quiet.fingers.lamp(Button.DEAL) == 0.0


def test_only_lamps_that_change_are_written(quiet: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet.panel.show({Button.DEAL: 0.5, Button.BET: 0.5})
    written = []
    real = MockPWMPin._set_state

    def spy(pin: MockPWMPin, value: float) -> None:
        written.append(pin.info.name)
        real(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_state", spy)
    quiet.panel.show({Button.DEAL: 0.5, Button.BET: 1.0})
    assert written == [f"GPIO{quiet.wiring.lamps.BET}"]


@pytest.mark.parametrize("level", [-0.1, 1.1, float("nan")])
def test_a_level_outside_its_range_is_refused(quiet: Bench, level: float) -> None:
    with pytest.raises(ValueError, match=r"outside 0\.\.1"):
        quiet.panel.show({Button.DEAL: level})


# --- claiming and freeing -----------------------------------------------------------------------


@pytest.mark.parametrize(("pwm", "pin_class"), [(True, MockPWMPin), (False, MockPin)])
def test_closing_darkens_the_lamps(pwm: bool, pin_class: type[MockPin]) -> None:
    made = bench(pin_class=pin_class, pwm=pwm)
    made.panel.show(dict.fromkeys(Button, 1.0))
    made.panel.close()
    assert [made.fingers.lamp(button) for button in Button] == [0.0] * 8


def test_closing_frees_the_pins_for_another_panel(quiet: Bench) -> None:
    quiet.panel.close()
    GpioPanel(quiet.wiring, quiet.factory, quiet.clock).close()


def test_a_pin_in_use_is_named_with_its_key(quiet: Bench) -> None:
    with pytest.raises(HardwareError) as caught:
        GpioPanel(quiet.wiring, quiet.factory, quiet.clock)
    assert isinstance(caught.value.__cause__, GPIOPinInUse)
    assert str(caught.value) == (
        "panel.lamps.HOLD1 (GPIO18): the pin is in use by another program or device; "
        "stop that, or choose another pin"
    )


def test_a_panel_that_could_not_be_claimed_leaves_nothing_claimed(quiet: Bench) -> None:
    other = open_pins(load_config().hardware)
    other.reserve_pins(quiet, quiet.wiring.buttons.DOUBLE)
    with pytest.raises(HardwareError, match=r"panel\.buttons\.DOUBLE"):
        GpioPanel(quiet.wiring, other, quiet.clock)
    other.release_pins(quiet, quiet.wiring.buttons.DOUBLE)
    GpioPanel(quiet.wiring, other, quiet.clock).close()


# --- tilt, spikes and meters --------------------------------------------------------------------

METERS = MeterTable(money_in=8, pulse_ms=50)


def test_the_cabinet_is_tilted_and_stood_up() -> None:
    made = bench(switches=SwitchTable(tilt=8))
    assert made.pump() == []
    made.fingers.tilt(is_tilted=True)
    assert made.pump() == [TiltMoved(is_tilted=True)]
    made.clock.advance_s(0.1)
    made.fingers.tilt(is_tilted=False)
    assert made.pump() == [TiltMoved(is_tilted=False)]


def test_a_cabinet_tilted_at_boot_is_told() -> None:
    made = bench(switches=SwitchTable(tilt=8))
    made.fingers.tilt(is_tilted=True)
    assert made.pump() == [TiltMoved(is_tilted=True)]


def test_with_a_spike_time_a_press_waits_for_it() -> None:
    made = bench(spike_us=500)
    made.pump()
    made.fingers.down(Button.DEAL)
    assert made.pump() == []
    assert made.panel.deadline_s() == pytest.approx(100.0005)
    assert made.after(0.0005) == [Pressed(Button.DEAL)]


def test_what_is_shorter_than_the_spike_time_is_nothing() -> None:
    made = bench(spike_us=500)
    made.pump()
    made.fingers.down(Button.DEAL)
    made.clock.advance_s(0.0004)
    made.fingers.up(Button.DEAL)
    assert made.after(1.0) == []


def test_a_meter_makes_one_step_and_tells_when_its_pause_is_over() -> None:
    made = bench(meters=METERS)
    made.pump()
    pin = made.factory.pin(8)
    assert made.panel.pulse(MechanicalMeter.MONEY_IN)
    assert pin.state
    assert made.after(0.049) == []
    assert pin.state
    assert made.after(0.001) == []
    assert not pin.state
    assert made.after(0.049) == []
    assert made.after(0.001) == [MeterPulsed(MechanicalMeter.MONEY_IN)]
    assert made.fingers.steps(MechanicalMeter.MONEY_IN) == 1


def test_a_meter_takes_no_second_step_before_the_first_is_over() -> None:
    made = bench(meters=METERS)
    made.pump()
    assert made.panel.pulse(MechanicalMeter.MONEY_IN)
    assert not made.panel.pulse(MechanicalMeter.MONEY_IN)
    made.after(0.05)
    assert not made.panel.pulse(MechanicalMeter.MONEY_IN)
    made.after(0.05)
    assert made.panel.pulse(MechanicalMeter.MONEY_IN)


def test_a_meter_at_work_asks_for_its_moment() -> None:
    made = bench(meters=METERS)
    made.pump()
    made.panel.pulse(MechanicalMeter.MONEY_IN)
    assert made.panel.deadline_s() == pytest.approx(100.05)


def test_a_meter_that_is_not_wired_makes_no_step(quiet: Bench) -> None:
    assert quiet.panel.meters() == ()
    assert not quiet.panel.pulse(MechanicalMeter.MONEY_IN)


def test_closing_leaves_a_meter_low() -> None:
    made = bench(meters=METERS)
    made.pump()
    made.panel.pulse(MechanicalMeter.MONEY_IN)
    pin = made.factory.pin(8)
    made.panel.close()
    assert not pin.state
    assert not made.panel.pulse(MechanicalMeter.MONEY_IN)


# --- what else a switch disturbs ----------------------------------------------------------------


def switching(made: Bench) -> list[float]:
    """The moments at which the panel, made anew on the pins of that bench, switches something."""
    moments: list[float] = []
    made.panel.close()
    made.panel = GpioPanel(made.wiring, made.factory, made.clock, moments.append)
    made.pump()
    return moments


def test_a_lamp_that_goes_on_or_off_is_told_and_one_that_dims_is_not() -> None:
    made = bench()
    moments = switching(made)
    made.panel.show({Button.DEAL: 0.5})
    assert moments == [100.0]
    made.panel.show({Button.DEAL: 1.0})
    assert moments == [100.0]
    made.clock.advance_s(1.0)
    made.panel.show({})
    assert moments == [100.0, 101.0]


def test_both_edges_of_a_meters_coil_are_told() -> None:
    made = bench(meters=METERS)
    moments = switching(made)
    made.panel.pulse(MechanicalMeter.MONEY_IN)
    made.after(0.05)
    made.after(0.05)
    assert moments == pytest.approx([100.0, 100.05])
