"""Simulated fingers: every tap gets through the debounce."""

from __future__ import annotations

import pytest
from panel_bench import Bench, bench

from firmware.events import Event, Pressed, Released
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
