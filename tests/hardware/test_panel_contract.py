"""What every PanelPort does: one test for each sentence of the Protocol."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
from panel_bench import Bench, bench

from firmware.events import Pressed
from firmware.hardware.ports import PanelPort
from firmware.panel import Button

KINDS = {"gpio with pwm": {"pwm": True}, "gpio without pwm": {"pwm": False}}


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
    made.panel.show({Button.DEAL: 1.0})
    assert made.pump() == []
    assert made.panel.deadline_s() is None
    assert made.fingers.lamp(Button.DEAL) == 0.0


def test_before_its_first_reading_it_wants_to_be_called_now() -> None:
    fresh = bench()
    assert fresh.panel.deadline_s() == fresh.clock.now_s()
    fresh.panel.close()
