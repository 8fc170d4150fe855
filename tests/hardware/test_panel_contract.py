"""What every PanelPort does: one test for each sentence of the Protocol."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest
from panel_bench import Bench, bench

from firmware.config import MeterTable, SwitchTable
from firmware.events import DoorMoved, Event, KeyTurned, MeterPulsed, Pressed, Released, TiltMoved
from firmware.hardware.ports import PanelPort
from firmware.money import MechanicalMeter
from firmware.panel import Button

WIRED: dict[str, object] = {
    "switches": SwitchTable(operator_key=26, door=7, tilt=8),
    "meters": MeterTable(money_in=9, cash_box=10, pulse_ms=50),
}
KINDS = {
    "gpio with pwm": {"pwm": True, **WIRED},
    "gpio without pwm": {"pwm": False, **WIRED},
}


@pytest.fixture(params=KINDS)
def made(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Each implementation on its bench, after the first reading."""
    made = bench(**KINDS[request.param])
    made.pump()
    yield made
    made.panel.close()


def test_it_has_the_methods_of_the_port_with_the_same_parameters(made: Bench) -> None:
    for name, method in vars(PanelPort).items():
        if not name.startswith("_") and callable(method):
            own = inspect.signature(getattr(type(made.panel), name))
            assert list(own.parameters) == list(inspect.signature(method).parameters)


def test_it_has_a_descriptor(made: Bench) -> None:
    assert made.panel.fileno() >= 0


def test_at_rest_it_says_nothing_and_wants_nothing(made: Bench) -> None:
    assert made.pump() == []
    assert made.panel.deadline_s() is None


def test_a_press_is_an_event_at_once(made: Bench) -> None:
    made.fingers.down(Button.HOLD5)
    assert made.pump() == [Pressed(Button.HOLD5)]


@pytest.mark.parametrize("button", Button)
def test_every_button_is_pressed_and_released(made: Bench, button: Button) -> None:
    made.fingers.down(button)
    made.clock.advance_s(0.1)
    made.fingers.up(button)
    assert made.pump() == [Pressed(button), Released(button)]


def moved(made: Bench, move: str, is_on: bool) -> list[Event]:
    made.clock.advance_s(1.0)
    getattr(made.fingers, move)(is_on)
    return made.pump()


@pytest.mark.parametrize(
    ("move", "event"), [("key", KeyTurned), ("door", DoorMoved), ("tilt", TiltMoved)]
)
def test_every_switch_tells_how_it_moves(
    made: Bench, move: str, event: Callable[[bool], Event]
) -> None:
    assert moved(made, move, True) == [event(True)]
    assert moved(made, move, True) == []
    assert moved(made, move, False) == [event(False)]


def test_it_names_the_meters_that_are_wired(made: Bench) -> None:
    assert set(made.panel.meters()) == {MechanicalMeter.MONEY_IN, MechanicalMeter.CASH_BOX}


def until_rest(made: Bench) -> list[Event]:
    events: list[Event] = []
    while (deadline_s := made.panel.deadline_s()) is not None:
        made.clock.advance_s(deadline_s - made.clock.now_s())
        events += made.pump()
    return events


def test_a_meter_makes_its_step_by_the_moments_that_the_panel_names(made: Bench) -> None:
    assert made.panel.pulse(MechanicalMeter.CASH_BOX)
    assert until_rest(made) == [MeterPulsed(MechanicalMeter.CASH_BOX)]
    assert made.clock.now_s() == pytest.approx(100.1)
    assert made.fingers.steps(MechanicalMeter.CASH_BOX) == 1
    assert made.fingers.steps(MechanicalMeter.MONEY_IN) == 0


def test_a_meter_takes_a_step_when_its_last_one_is_over(made: Bench) -> None:
    assert made.panel.pulse(MechanicalMeter.CASH_BOX)
    assert not made.panel.pulse(MechanicalMeter.CASH_BOX)
    assert made.panel.pulse(MechanicalMeter.MONEY_IN)
    until_rest(made)
    assert made.panel.pulse(MechanicalMeter.CASH_BOX)


def test_a_meter_that_is_not_wired_makes_no_step(made: Bench) -> None:
    assert not made.panel.pulse(MechanicalMeter.MONEY_OUT)
    assert made.panel.deadline_s() is None


def test_after_an_edge_it_names_a_moment_and_waiting_for_each_ends(made: Bench) -> None:
    made.fingers.down(Button.HOLD5)
    made.pump()
    moments = 0
    while (deadline_s := made.panel.deadline_s()) is not None:
        made.clock.advance_s(deadline_s - made.clock.now_s())
        made.pump()
        moments += 1
    assert moments == 1  # the end of patience with a held button


def test_a_lamp_at_zero_is_dark_and_at_one_is_full(made: Bench) -> None:
    made.panel.show({button: float(button is Button.DEAL) for button in Button})
    assert [made.fingers.lamp(button) for button in Button] == [
        float(button is Button.DEAL) for button in Button
    ]


def test_it_may_be_closed_twice_and_is_silent_afterwards(made: Bench) -> None:
    made.panel.close()
    made.panel.close()
    made.fingers.down(Button.DEAL)
    made.fingers.tilt(is_tilted=True)
    made.panel.show({Button.DEAL: 1.0})
    assert not made.panel.pulse(MechanicalMeter.CASH_BOX)
    assert made.pump() == []
    assert made.panel.deadline_s() is None
    assert made.fingers.lamp(Button.DEAL) == 0.0
    assert made.fingers.steps(MechanicalMeter.CASH_BOX) == 0


def test_before_its_first_reading_it_wants_to_be_called_now() -> None:
    fresh = bench()
    assert fresh.panel.deadline_s() == fresh.clock.now_s()
    fresh.panel.close()
