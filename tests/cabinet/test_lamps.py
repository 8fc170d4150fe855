"""How bright the lamps are, and when that changes by time alone."""

import pytest

from firmware.cabinet.lamps import DIM, FULL, lamp_levels, next_lamp_change_s
from firmware.cabinet.state import Mode
from firmware.panel import Button, Key, Light, panel
from firmware.words import Message


def keys(**lights: Light) -> dict[Button, Key]:
    return dict(
        panel({Button(name): Key(Message("key.deal"), light) for name, light in lights.items()})
    )


GAME = keys(HOLD1=Light.FULL, HOLD2=Light.ON, DEAL=Light.NEXT)
ATTRACT = keys(HOLD2=Light.ON, HOLD4=Light.ON, HOLD5=Light.ON, DEAL=Light.NEXT)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("now_s", [0.0, 0.3, 0.5, 0.7, 12_345.6])
def test_lit_keys_shine_and_dark_ones_do_not(mode: Mode, now_s: float) -> None:
    for shown in (GAME, ATTRACT):
        levels = lamp_levels(shown, mode, now_s)
        assert {button for button, level in levels.items() if level > 0} == {
            button for button, key in shown.items() if key.is_lit
        }
        assert set(levels) == set(Button)


def test_held_is_brighter_than_available() -> None:
    levels = lamp_levels(GAME, Mode.JOKER_POKER, 0.0)
    assert (levels[Button.HOLD1], levels[Button.HOLD2]) == (FULL, DIM)


def test_the_next_key_blinks_once_a_second() -> None:
    seen = [lamp_levels(GAME, Mode.JOKER_POKER, at_s)[Button.DEAL] for at_s in (0, 0.49, 0.5, 0.99)]
    assert seen == [FULL, FULL, DIM, DIM]


def test_the_chase_visits_every_lit_key_of_attract_alone() -> None:
    leaders = []
    for step in range(3):
        levels = lamp_levels(ATTRACT, Mode.ATTRACT, step / 6 + 0.01)
        leaders.append([b for b in (Button.HOLD2, Button.HOLD4, Button.HOLD5) if levels[b] == FULL])
    assert leaders == [[Button.HOLD2], [Button.HOLD4], [Button.HOLD5]]


def test_nothing_chases_for_whom_movement_troubles() -> None:
    for step in range(3):
        levels = lamp_levels(ATTRACT, Mode.ATTRACT, step / 6 + 0.01, is_still=True)
        assert {levels[b] for b in (Button.HOLD2, Button.HOLD4, Button.HOLD5)} == {DIM}
    change_s = next_lamp_change_s(ATTRACT, Mode.ATTRACT, 10.2, is_still=True)
    assert change_s == pytest.approx(10.5)


def test_the_next_change_is_the_blink() -> None:
    assert next_lamp_change_s(GAME, Mode.JOKER_POKER, 10.2) == pytest.approx(10.5)


def test_nothing_blinks_nothing_changes() -> None:
    assert next_lamp_change_s(keys(DEAL=Light.ON), Mode.JOKER_POKER, 10.2) is None


@pytest.mark.parametrize("now_s", [0.0, 0.5, 1 / 6, 2 / 6, 7.5, 123_456.5, 99_999.999_999_9])
def test_the_next_change_lies_ahead(now_s: float) -> None:
    for mode in (Mode.JOKER_POKER, Mode.ATTRACT):
        change_s = next_lamp_change_s(ATTRACT, mode, now_s)
        assert change_s is not None
        assert change_s > now_s
