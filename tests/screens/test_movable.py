"""The doubling panel follows the mouse where its player wants that, and gets in nobody's way."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from firmware.cabinet.options import Options
from firmware.screens import theme
from firmware.screens.samples import sample
from firmware.screens.screen import Screen
from firmware.screens.theme import MESSAGE
from firmware.screens.view import View

WANTED = Options(drag_double=True)


def shown(name: str = "double", options: Options = WANTED) -> tuple[Screen, View, float]:
    view, now_s = sample(name)
    saved = replace(view.state.saved, options=options)
    view = replace(view, state=replace(view.state, saved=saved))
    screen = Screen(pygame.Surface((640, 360)))
    screen.draw(view, now_s)
    return screen, view, now_s


def place(screen: Screen) -> tuple[float, float]:
    """Where the panel stands."""
    found = [each.sprite for each in screen.placed if each.sprite.widget == "message.window"]
    assert len(found) == 1
    return found[0].x, found[0].y


def carry(screen: Screen, by: tuple[float, float]) -> None:
    x, y = MESSAGE.middle_x, MESSAGE.middle_y
    screen.touch(x, y)
    screen.drag(x + by[0] / 2, y + by[1] / 2)
    screen.drag(x + by[0], y + by[1])


def test_it_follows_the_mouse() -> None:
    screen, view, now_s = shown()
    carry(screen, (-200, -90))
    screen.draw(view, now_s)
    assert place(screen) == (MESSAGE.x - 200, MESSAGE.y - 90)


def test_it_stays_where_it_was_put_in_the_next_double_too() -> None:
    screen, view, now_s = shown()
    carry(screen, (-200, -90))
    screen.drop()
    screen.draw(sample("hold")[0], now_s + 1)
    screen.draw(view, now_s + 2)
    assert place(screen) == (MESSAGE.x - 200, MESSAGE.y - 90)


@pytest.mark.parametrize("by", [(-5000, 0), (5000, 0), (0, -5000), (0, 5000), (-5000, 5000)])
def test_it_stays_on_the_display_and_off_meters_and_keys(by: tuple[float, float]) -> None:
    screen, view, now_s = shown()
    carry(screen, by)
    screen.draw(view, now_s)
    x, y = place(screen)
    assert 0 <= x <= theme.WIDTH - MESSAGE.w
    assert 0 <= y <= theme.METER_Y - MESSAGE.h


def test_what_it_says_goes_with_it() -> None:
    screen, view, now_s = shown()
    before = {s.sprite.paint: (s.sprite.x, s.sprite.y) for s in screen.placed}
    carry(screen, (-100, -50))
    screen.draw(view, now_s)
    words = [s.sprite for s in screen.placed if s.sprite.widget == "message"]
    assert words
    for sprite in words:
        was = before[sprite.paint]
        assert (sprite.x, sprite.y) == (was[0] - 100, was[1] - 50)


def test_cards_under_it_are_covered_and_those_beside_it_are_not() -> None:
    screen, _, _ = shown()
    assert screen.covers(MESSAGE.middle_x, MESSAGE.middle_y)
    assert not screen.covers(theme.CARD_BOXES[1].middle_x, theme.CARD_BOXES[1].middle_y)
    carry(screen, (-5000, 0))
    screen.drop()
    assert screen.covers(theme.CARD_BOXES[0].middle_x, theme.CARD_BOXES[0].middle_y)


@pytest.mark.parametrize("name", ["hold", "betting", "menu"])
def test_without_a_double_there_is_no_window(name: str) -> None:
    screen, _, _ = shown(name)
    assert not screen.covers(MESSAGE.middle_x, MESSAGE.middle_y)
    assert all(each.sprite.widget != "message.window" for each in screen.placed)


def test_nobody_moves_it_who_has_not_asked_for_that() -> None:
    screen, view, now_s = shown(options=Options())
    carry(screen, (-200, -90))
    screen.draw(view, now_s)
    assert all(each.sprite.widget != "message.window" for each in screen.placed)


def test_a_hand_of_cinque_mani_follows_the_finger_that_lifted_it() -> None:
    screen, view, now_s = shown("cinque_lifted")
    table = view.state.saved.cinque
    widget = f"column.{table.lifted}"

    def lefts() -> set[float]:
        return {each.sprite.x for each in screen.placed if each.sprite.widget == widget}

    before = lefts()
    screen.touch(100, 300)
    screen.drag(190, 300)
    screen.draw(view, now_s)
    assert max(lefts()) == max(before) + 90
