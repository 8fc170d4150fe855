"""Simulated fingers: every tap gets through the debounce."""

from __future__ import annotations

import pytest
from panel_bench import Bench, bench

from firmware.events import Event, MoneyTaken, Pressed, Released
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.pulse_port import PulsePort, PulseSettings
from firmware.money import Tender
from firmware.panel import Button


def play(made: Bench, seconds: float) -> list[Event]:
    """Run fingers and panel to their own deadlines, as the loop does."""
    end_s, events = made.clock.now_s() + seconds, []
    while True:
        now_s = made.clock.now_s()
        made.fingers.pump(now_s)
        events += made.pump()
        due = [made.fingers.deadline_s(), made.panel.deadline_s()]
        waits = [moment for moment in due if moment is not None and moment <= end_s]
        if not waits:
            return events
        made.clock.advance_s(max(0.0, min(waits) - now_s))


def test_a_tap_holds_the_button_for_sixty_milliseconds() -> None:
    made = bench()
    made.pump()
    made.fingers.tap(Button.DEAL, made.clock.now_s())
    made.fingers.pump(100.0)
    assert made.pump() == [Pressed(Button.DEAL)]
    assert made.fingers.deadline_s() == pytest.approx(100.06)
    made.clock.advance_s(0.06)
    made.fingers.pump(made.clock.now_s())
    assert made.pump() == [Released(Button.DEAL)]


def test_a_tap_does_nothing_before_it_is_pumped() -> None:
    made = bench()
    made.pump()
    made.fingers.tap(Button.DEAL, 100.0)
    assert made.pump() == []
    assert made.fingers.deadline_s() == 100.0


@pytest.mark.parametrize("bounce_ms", [1, 8, 50])
def test_several_taps_in_a_row_all_get_through(bounce_ms: int) -> None:
    made = bench(bounce_ms=bounce_ms)
    made.pump()
    for _ in range(5):
        made.fingers.tap(Button.BET, made.clock.now_s())
    assert play(made, 5.0) == [Pressed(Button.BET), Released(Button.BET)] * 5
    assert made.fingers.deadline_s() is None


def test_each_step_of_a_row_of_taps_is_an_event_at_its_own_moment() -> None:
    made = bench(bounce_ms=50)
    made.pump()
    for _ in range(3):
        made.fingers.tap(Button.BET, made.clock.now_s())
    while (deadline_s := made.fingers.deadline_s()) is not None:
        made.clock.advance_s(deadline_s - made.clock.now_s())
        made.fingers.pump(made.clock.now_s())
        assert len(made.pump()) == 1


def test_a_tap_right_after_the_last_one_ended_waits_for_the_bounce_time() -> None:
    made = bench(bounce_ms=50)
    made.fingers.tap(Button.BET, 100.0)
    made.fingers.pump(100.0)
    made.fingers.pump(100.06)
    made.fingers.tap(Button.BET, 100.06)
    assert made.fingers.deadline_s() > 100.06 + 0.050


def test_a_late_loop_squeezes_no_taps_together() -> None:
    made = bench()
    made.pump()
    for _ in range(3):
        made.fingers.tap(Button.BET, made.clock.now_s())
    made.clock.advance_s(10.0)  # the loop was away
    assert play(made, 5.0) == [Pressed(Button.BET), Released(Button.BET)] * 3


def test_taps_of_different_buttons_keep_their_order() -> None:
    made = bench()
    made.pump()
    made.fingers.tap(Button.BET, 100.0)
    made.fingers.tap(Button.DEAL, 100.0)
    pressed = [event for event in play(made, 5.0) if isinstance(event, Pressed)]
    assert pressed == [Pressed(Button.BET), Pressed(Button.DEAL)]


def test_pressing_what_is_down_says_nothing_more() -> None:
    made = bench()
    made.pump()
    made.fingers.down(Button.DEAL)
    made.fingers.down(Button.DEAL)
    assert made.pump() == [Pressed(Button.DEAL)]


# --- coins of a pulse unit ----------------------------------------------------------------------

COIN_PIN = 8


def levels(made: Bench, until_s: float) -> list[tuple[float, bool]]:
    """Drive the pin by the moments that the fingers ask for: when it changed, and to what."""
    pin, found = made.factory.pin(COIN_PIN), []
    while (due_s := made.fingers.deadline_s()) is not None and due_s <= until_s:
        made.clock.advance_s(max(0.0, due_s - made.clock.now_s()))
        before = bool(pin.state)
        made.fingers.pump(made.clock.now_s())
        if bool(pin.state) != before:
            found.append((round(made.clock.now_s(), 6), bool(pin.state)))
    return found


def coin_bench(*, is_high: bool = True) -> Bench:
    made = bench()
    pin = made.factory.pin(COIN_PIN)
    pin.drive_high() if is_high else pin.drive_low()
    return made


def test_pulses_pull_the_pin_low_and_let_it_go() -> None:
    made = coin_bench()
    made.fingers.pulses(COIN_PIN, 2, 100.0, width_s=0.030, pause_s=0.050)
    assert levels(made, 200.0) == [(100.0, False), (100.03, True), (100.08, False), (100.11, True)]
    assert made.fingers.deadline_s() is None


def test_pulses_of_an_active_high_unit_push_it_up() -> None:
    made = coin_bench(is_high=False)
    made.fingers.pulses(COIN_PIN, 1, 100.0, active="high")
    assert levels(made, 200.0) == [(100.0, True), (100.02, False)]


def test_pulses_do_nothing_before_they_are_pumped() -> None:
    made = coin_bench()
    made.fingers.pulses(COIN_PIN, 3, 100.5)
    assert made.factory.pin(COIN_PIN).state
    assert made.fingers.deadline_s() == 100.5
    made.fingers.pump(100.4)
    assert made.factory.pin(COIN_PIN).state


def test_pulses_of_a_second_coin_come_after_those_of_the_first() -> None:
    made = coin_bench()
    made.fingers.pulses(COIN_PIN, 1, 100.0)
    made.fingers.pulses(COIN_PIN, 1, 100.0)
    falls = [at_s for at_s, is_high in levels(made, 200.0) if not is_high]
    assert falls == [100.0, 100.04]


def test_a_late_loop_makes_no_pulse_shorter() -> None:
    made = coin_bench()
    made.fingers.pulses(COIN_PIN, 1, 100.0, width_s=0.020)
    made.clock.advance_s(5.0)
    assert levels(made, 200.0) == [(105.0, False), (105.02, True)]


def test_pulses_of_two_pins_and_a_tap_do_not_wait_for_each_other() -> None:
    made = coin_bench()
    made.factory.pin(9).drive_high()
    made.fingers.pulses(COIN_PIN, 1, 100.0)
    made.fingers.pulses(9, 1, 100.0)
    made.fingers.tap(Button.DEAL, 100.0)
    made.fingers.pump(100.0)
    pins = (COIN_PIN, 9, made.wiring.buttons.DEAL)
    assert [bool(made.factory.pin(pin).state) for pin in pins] == [False, False, False]


def test_a_pulse_unit_reads_what_fingers_drive() -> None:
    made = coin_bench()
    settings = PulseSettings("coin", Tender.COIN, load_profile("ch926_fast", "pulse"), 10, (50,), 8)
    port = PulsePort(settings, made.factory, made.clock)
    said = list(port.pump(100.0))
    made.clock.advance_s(1.0)
    said += port.pump(101.0)
    made.fingers.pulses(8, 5, 101.0)
    while made.fingers.deadline_s() is not None or port.has_undelivered():
        due = [made.fingers.deadline_s(), port.deadline_s()]
        made.clock.advance_s(max(0.0, min(at for at in due if at) - made.clock.now_s()))
        made.fingers.pump(made.clock.now_s())
        said += port.pump(made.clock.now_s())
    assert [each.value_minor for each in said if isinstance(each, MoneyTaken)] == [50]
