"""The doubling panel follows the mouse where its player wants that, and gets in nobody's way."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from firmware.cabinet.options import Options
from firmware.screens import theme
from firmware.screens.movable import METERS
from firmware.screens.samples import sample
from firmware.screens.screen import Screen
from firmware.screens.view import View

WANTED = Options(drag_double=True)
WIDE, TALL, UPRIGHT = (640, 360), (640, 480), (360, 640)
SHAPES = pytest.mark.parametrize("size", [WIDE, TALL, UPRIGHT], ids=["wide", "tall", "upright"])
FAR = 5000


def shown(
    name: str = "double", options: Options = WANTED, size: tuple[int, int] = WIDE
) -> tuple[Screen, View, float]:
    view, now_s = sample(name)
    saved = replace(view.state.saved, options=options)
    view = replace(view, state=replace(view.state, saved=saved))
    screen = Screen(pygame.Surface(size))
    screen.draw(view, now_s)
    return screen, view, now_s


def boxes(screen: Screen, *widgets: str) -> list[pygame.Rect]:
    """Where widgets lie, pixels."""
    return [each.rect for each in screen.placed if each.sprite.widget in widgets]


def panel(screen: Screen) -> pygame.Rect:
    """Where the panel lies, pixels."""
    (found,) = boxes(screen, "message.window")
    return found


def home(size: tuple[int, int]) -> tuple[int, int]:
    """The middle of its own place, pixels."""
    return panel(shown(size=size)[0]).center


def card(screen: Screen, place: int) -> tuple[int, int]:
    """The middle of a card, pixels."""
    return max(boxes(screen, f"card.{place}"), key=lambda rect: rect.w).center


def carry(screen: Screen, by: tuple[float, float], start: tuple[int, int]) -> None:
    """A mouse takes hold of it and moves, all in pixels, as the window tells it."""
    x, y = start
    over = screen.covers(x, y)
    at = over or screen.located(x, y)
    screen.touch(*at, is_panel=over is not None)
    screen.drag(*screen.located(x + by[0] / 2, y + by[1] / 2))
    screen.drag(*screen.located(x + by[0], y + by[1]))


@SHAPES
def test_it_follows_the_mouse(size: tuple[int, int]) -> None:
    screen, view, now_s = shown(size=size)
    before, by = panel(screen), (-60, -40) if size != UPRIGHT else (-60, 100)
    carry(screen, by, before.center)
    screen.draw(view, now_s)
    moved = panel(screen)
    assert abs(moved.x - before.x - by[0]) <= 1
    assert abs(moved.y - before.y - by[1]) <= 1
    assert moved.size == before.size


@SHAPES
def test_it_is_taken_again_where_it_was_put(size: tuple[int, int]) -> None:
    """Also where other blocks of the grid lie under it, in a scale of their own."""
    screen, view, now_s = shown(size=size)
    before = panel(screen)
    carry(screen, (-FAR, FAR), before.center)
    screen.drop()
    screen.draw(view, now_s)
    put = panel(screen)
    carry(screen, (30, -30), put.center)
    screen.draw(view, now_s)
    moved = panel(screen)
    assert abs(moved.x - put.x - 30) <= 1
    assert abs(moved.y - put.y + 30) <= 1


def test_it_stays_where_it_was_put_in_the_next_double_too() -> None:
    screen, view, now_s = shown()
    carry(screen, (-100, -45), home(WIDE))
    screen.drop()
    screen.draw(view, now_s)
    put = panel(screen)
    screen.draw(sample("hold")[0], now_s + 1)
    screen.draw(view, now_s + 2)
    assert panel(screen) == put


@SHAPES
@pytest.mark.parametrize("by", [(-FAR, 0), (FAR, 0), (0, -FAR), (0, FAR), (-FAR, FAR)])
def test_it_stays_on_the_display_and_off_meters_and_keys(
    size: tuple[int, int], by: tuple[float, float]
) -> None:
    screen, view, now_s = shown(size=size)
    carry(screen, by, home(size))
    screen.draw(view, now_s)
    box = panel(screen)
    assert screen.picture().get_rect().contains(box)
    layout = screen.layout
    below = [layout.device(each) for each in (*METERS, *theme.KEY_BOXES.values())]
    assert not [rect for rect in below if box.colliderect(rect)]
    assert box.bottom < min(rect.top for rect in below)


@SHAPES
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_it_may_go_to_every_edge(size: tuple[int, int], side: str) -> None:
    screen, view, now_s = shown(size=size)
    by = {"left": (-FAR, 0), "right": (FAR, 0), "top": (0, -FAR), "bottom": (0, FAR)}[side]
    carry(screen, by, home(size))
    screen.draw(view, now_s)
    meters = screen.layout.device(theme.CREDIT_METER).top
    ends = {"left": 0, "right": size[0], "top": 0, "bottom": meters}
    gap = 0 if side != "bottom" else 8 * screen.layout.scale
    assert abs(getattr(panel(screen), side) - ends[side]) <= gap + 2


@SHAPES
def test_what_it_says_goes_with_it(size: tuple[int, int]) -> None:
    screen, view, now_s = shown(size=size)
    start, before = panel(screen), boxes(screen, "message")
    carry(screen, (-50, 40), start.center)
    screen.draw(view, now_s)
    moved = panel(screen)
    x, y = moved.x - start.x, moved.y - start.y
    after = boxes(screen, "message")
    assert before
    assert x
    for was, now in zip(before, after, strict=True):
        assert abs(now.x - was.x - x) <= 1
        assert abs(now.y - was.y - y) <= 1


@SHAPES
def test_cards_under_it_are_covered_and_those_beside_it_are_not(size: tuple[int, int]) -> None:
    screen, view, now_s = shown(size=size)
    first, second = card(screen, 1), card(screen, 4)
    assert screen.covers(*panel(screen).center)
    assert not screen.covers(*first)
    start = panel(screen).center
    carry(screen, (first[0] - start[0], first[1] - start[1]), start)
    screen.drop()
    screen.draw(view, now_s)
    assert panel(screen).collidepoint(first)
    assert screen.covers(*first)
    assert not screen.covers(*second)


@SHAPES
def test_a_touch_beside_it_carries_nothing(size: tuple[int, int]) -> None:
    screen, view, now_s = shown(size=size)
    before = panel(screen)
    carry(screen, (60, 10), card(screen, 1))
    screen.draw(view, now_s)
    assert panel(screen) == before


@pytest.mark.parametrize("name", ["hold", "betting", "menu"])
def test_without_a_double_there_is_no_window(name: str) -> None:
    screen, _, _ = shown(name)
    assert not screen.covers(*home(WIDE))
    assert all(each.sprite.widget != "message.window" for each in screen.placed)


def test_nobody_moves_it_who_has_not_asked_for_that() -> None:
    screen, view, now_s = shown(options=Options())
    carry(screen, (-100, -45), home(WIDE))
    screen.draw(view, now_s)
    assert all(each.sprite.widget != "message.window" for each in screen.placed)


def test_where_there_is_no_mouse_there_is_no_window() -> None:
    """Whatever a stored option says: the cabinet has buttons alone."""
    screen, view, now_s = shown()
    buttons_alone = replace(view, setup=replace(view.setup, has_pointer=False))
    start = panel(screen).center
    screen.draw(buttons_alone, now_s)
    assert not screen.covers(*start)
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
