"""The window: what a person does at keyboard, mouse and touch, as intents."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from firmware.panel import Button
from firmware.screens.window import (
    ButtonDown,
    ButtonUp,
    CardTouch,
    Coin,
    ColumnTouch,
    Door,
    Intent,
    MenuKey,
    Note,
    OperatorKey,
    OptionsKey,
    Quit,
    RulesKey,
    TableDrag,
    TableDrop,
    TableTouch,
    Tilt,
    UnplugCoin,
    UnplugNote,
    Window,
    missing_display,
)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window((640, 360))
    list(opened.intents())
    yield opened
    opened.close()


def key(which: int, *, is_down: bool = True, mod: int = 0) -> None:
    kind = pygame.KEYDOWN if is_down else pygame.KEYUP
    pygame.event.post(pygame.event.Event(kind, key=which, mod=mod, unicode="", scancode=0))


def mouse(x: int, y: int, *, is_down: bool = True, button: int = 1) -> None:
    kind = pygame.MOUSEBUTTONDOWN if is_down else pygame.MOUSEBUTTONUP
    pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=button, touch=False))


@pytest.mark.parametrize(
    ("which", "button"),
    [
        *zip((pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5), Button, strict=False),
        *zip((pygame.K_z, pygame.K_x, pygame.K_c, pygame.K_v, pygame.K_b), Button, strict=False),
        (pygame.K_SPACE, Button.DEAL),
        (pygame.K_RETURN, Button.DEAL),
        (pygame.K_m, Button.BET),
        (pygame.K_d, Button.DOUBLE),
    ],
)
def test_keys_are_buttons_as_long_as_they_are_down(
    window: Window, which: int, button: Button
) -> None:
    key(which)
    key(which, is_down=False)
    assert list(window.intents()) == [ButtonDown(button), ButtonUp(button)]


@pytest.mark.parametrize(
    ("which", "intent"),
    [
        (pygame.K_6, Coin(10)),
        (pygame.K_7, Coin(20)),
        (pygame.K_8, Coin(50)),
        (pygame.K_9, Coin(100)),
        (pygame.K_0, Coin(200)),
        (pygame.K_F1, RulesKey()),
        (pygame.K_F2, OperatorKey()),
        (pygame.K_F3, Door()),
        (pygame.K_F4, Tilt()),
        (pygame.K_F5, Note(500)),
        (pygame.K_F6, Note(1_000)),
        (pygame.K_F7, Note(2_000)),
        (pygame.K_F9, UnplugCoin()),
        (pygame.K_F10, UnplugNote()),
        (pygame.K_ESCAPE, MenuKey()),
    ],
)
def test_the_other_keys_do_one_thing(window: Window, which: int, intent: Intent) -> None:
    key(which)
    key(which, is_down=False)
    assert list(window.intents()) == [intent]


def test_two_fingers_on_one_button_are_one_press(window: Window) -> None:
    key(pygame.K_SPACE)
    key(pygame.K_RETURN)
    key(pygame.K_SPACE, is_down=False)
    assert list(window.intents()) == [ButtonDown(Button.DEAL)]
    key(pygame.K_RETURN, is_down=False)
    assert list(window.intents()) == [ButtonUp(Button.DEAL)]


def test_the_mouse_presses_the_drawn_key_until_it_is_let_go(window: Window) -> None:
    mouse(475, 335)  # the middle of DEAL at half size
    mouse(10, 10, is_down=False)
    assert list(window.intents()) == [ButtonDown(Button.DEAL), ButtonUp(Button.DEAL)]


def test_the_mouse_on_a_card_and_on_a_column(window: Window) -> None:
    mouse(140, 210)
    mouse(140, 210, is_down=False)
    mouse(400, 80)
    touched = [each for each in window.intents() if isinstance(each, CardTouch | ColumnTouch)]
    assert touched == [CardTouch(Button.HOLD2), ColumnTouch(5)]


def test_the_mouse_tells_where_it_goes_down_and_up_on_the_table(window: Window) -> None:
    mouse(560, 60)  # at half size
    mouse(20, 100, is_down=False)
    assert list(window.intents()) == [TableTouch(1120, 120), TableDrop(40, 200)]


def test_a_finger_tells_where_it_goes_down_and_up_on_the_table(window: Window) -> None:
    for kind, x in ((pygame.FINGERDOWN, 0.875), (pygame.FINGERUP, 0.25)):
        event = pygame.event.Event(kind, x=x, y=0.5, finger_id=4, touch_id=1, dx=0.0, dy=0.0)
        pygame.event.post(event)
    assert list(window.intents()) == [TableTouch(1120, 360), TableDrop(320, 360)]


def test_a_key_is_no_place_of_the_table(window: Window) -> None:
    mouse(475, 335)
    mouse(10, 10, is_down=False)
    assert not [each for each in window.intents() if isinstance(each, TableTouch | TableDrop)]


def test_of_two_fingers_on_the_table_the_first_one_carries(window: Window) -> None:
    for kind, finger in (
        (pygame.FINGERDOWN, 1), (pygame.FINGERDOWN, 2), (pygame.FINGERUP, 2), (pygame.FINGERUP, 1),
    ):  # fmt: skip
        event = pygame.event.Event(
            kind, x=0.875, y=0.25 * finger, finger_id=finger, touch_id=1, dx=0.0, dy=0.0
        )
        pygame.event.post(event)
    assert list(window.intents()) == [TableTouch(1120, 180), TableDrop(1120, 180)]


def test_another_mouse_button_does_nothing(window: Window) -> None:
    mouse(475, 335, button=3)
    assert list(window.intents()) == []


def test_a_finger_presses_the_drawn_key(window: Window) -> None:
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        event = pygame.event.Event(kind, x=0.08, y=0.93, finger_id=4, touch_id=1, dx=0.0, dy=0.0)
        pygame.event.post(event)
    assert list(window.intents()) == [ButtonDown(Button.HOLD1), ButtonUp(Button.HOLD1)]


def test_a_window_that_loses_the_keyboard_lets_every_button_go(window: Window) -> None:
    key(pygame.K_1)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert list(window.intents()) == [ButtonDown(Button.HOLD1), ButtonUp(Button.HOLD1)]


@pytest.mark.parametrize("how", ["cross", "control-q"])
def test_closing_the_window(window: Window, how: str) -> None:
    if how == "cross":
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    else:
        key(pygame.K_q, mod=pygame.KMOD_LCTRL)
    assert list(window.intents()) == [Quit()]


def test_waiting_intents_are_seen_and_not_taken(window: Window) -> None:
    assert not window.has_intents()
    key(pygame.K_1)
    assert window.has_intents()
    assert list(window.intents()) == [ButtonDown(Button.HOLD1)]


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_desktop_is_a_display(name: str) -> None:
    assert missing_display({name: ":0"}) is None


def test_without_a_desktop_and_a_card_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    reason = missing_display({})
    assert reason is not None
    assert "DISPLAY" in reason


def test_full_screen_takes_the_size_of_the_display(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    pygame.display.init()
    size = pygame.display.get_desktop_sizes()[0]
    opened = Window((640, 360), fullscreen=True)
    try:
        assert opened.surface.get_size() == size != (640, 360)
    finally:
        opened.close()


def wander(x: int, y: int) -> bool:
    """The mouse moves; whether anybody is told."""
    moved = pygame.event.Event(
        pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(1, 0, 0), touch=False
    )
    return bool(pygame.event.post(moved))


def test_a_mouse_that_only_wanders_wakes_nobody(window: Window) -> None:
    wander(300, 100)
    assert list(window.intents()) == []


def test_a_finger_on_the_table_is_followed_until_it_is_lifted(window: Window) -> None:
    mouse(540, 210)
    list(window.intents())
    wander(500, 200)
    mouse(500, 200, is_down=False)
    assert list(window.intents()) == [TableDrag(1000, 400), TableDrop(1000, 400)]
    wander(510, 200)
    assert list(window.intents()) == []


def test_a_key_that_is_held_down_drags_nothing(window: Window) -> None:
    mouse(470, 335)
    assert list(window.intents()) == [ButtonDown(Button.DEAL)]
    wander(480, 300)
    assert list(window.intents()) == []


def test_under_a_window_nothing_is_touched(window: Window) -> None:
    window.shield = lambda _x, _y: (30.0, 40.0)
    mouse(50, 200)
    assert list(window.intents()) == [TableTouch(30, 40, is_window=True)]


def test_f8_asks_for_the_options(window: Window) -> None:
    key(pygame.K_F8)
    assert list(window.intents()) == [OptionsKey()]
