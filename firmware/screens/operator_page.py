"""The operator's pages: which of them is open, under one head and over one foot."""

from __future__ import annotations

from firmware.cabinet.operator_menu.menu import LEAVES, Leaf
from firmware.screens import operator_errands, theme
from firmware.screens.leaf import below, leaf_scene
from firmware.screens.lettering import line
from firmware.screens.operator_best import PANELS as BEST_PANELS
from firmware.screens.operator_best import best_body
from firmware.screens.operator_books import books_body, books_panels, span_told
from firmware.screens.operator_cash import PANELS as CASH_PANELS
from firmware.screens.operator_cash import cash_body
from firmware.screens.operator_coin_test import PANELS as COIN_TEST_PANELS
from firmware.screens.operator_coin_test import coin_test_body
from firmware.screens.operator_credit import PANELS as CREDIT_PANELS
from firmware.screens.operator_credit import credit_body
from firmware.screens.operator_events import events_body, events_panels
from firmware.screens.operator_health import health_body, health_panels
from firmware.screens.operator_index import index_scene
from firmware.screens.operator_machine import machine_body, machine_panels
from firmware.screens.operator_panel_test import panel_test_body, panel_test_panels
from firmware.screens.operator_phone import PANELS as PHONE_PANELS
from firmware.screens.operator_phone import phone_body
from firmware.screens.operator_pins import PANELS as PINS_PANELS
from firmware.screens.operator_pins import pin_pad_scene, pins_body
from firmware.screens.operator_recall import recall_body, recall_panels
from firmware.screens.operator_reliability import PANELS as RELIABILITY_PANELS
from firmware.screens.operator_reliability import reliability_body
from firmware.screens.operator_returns import panels as returns_panels
from firmware.screens.operator_returns import returns_body
from firmware.screens.operator_screen_test import screen_test_scene
from firmware.screens.operator_settings import settings_body, settings_panels
from firmware.screens.operator_slots import panels as slot_panels
from firmware.screens.operator_slots import slots_body
from firmware.screens.operator_sound_test import PANELS as SOUND_TEST_PANELS
from firmware.screens.operator_sound_test import sound_test_body
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

FOOT = Box(24, 592, 1232, 32)
NOTE = Style("sans", 21, theme.IVORY)
VERSION_W = 240


def operator_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The page that is open."""
    menu = view.state.operator
    if menu.pad is not None:
        return pin_pad_scene(view, now_s, trace, words)
    leaf = menu.leaf
    if leaf is None:
        return index_scene(view, now_s, trace, words)
    if leaf is Leaf.SCREEN_TEST:
        return screen_test_scene(view, now_s, trace, words)
    place = LEAVES.index(leaf)
    under = below(FOOT, view)
    foot = (
        line(
            _foot(leaf, view, words), NOTE, 44, under.y + 22, "foot",
            width=under.w - 40 - VERSION_W, floor=15,
        ),
        line(
            words.text("operator.version", version=view.setup.version),
            NOTE._replace(align="right", colour=theme.SAND), under.right - 20, under.y + 22, "foot",
            width=VERSION_W - 20,
        ),
    )  # fmt: skip
    body, panels = _leaf(leaf, view, now_s, words)
    if leaf is not Leaf.RETURNS:  # which needs the room
        body, panels = (*body, *foot), (*panels, under)
    made = leaf_scene(
        view,
        now_s,
        trace,
        words,
        body,
        head=words.text("operator.title"),
        sub=words.text(f"operator.page.{leaf}"),
        page=place + 1,
        pages=len(LEAVES),
        room=theme.OPERATOR_ROOM,
        panels=panels,
    )
    return _ticking(made, leaf, view, now_s)


def _foot(leaf: Leaf, view: View, words: Speech) -> str:
    """How to leave; of the books what span of time they tell of; what the last press did."""
    menu = view.state.operator
    if leaf not in (Leaf.BOOKS, Leaf.MACHINE):
        return words.text("operator.leave")
    if menu.note is not None:
        return words.message(menu.note)
    return span_told(view, words) if leaf is Leaf.BOOKS else words.text("operator.leave")


def _ticking(made: Scene, leaf: Leaf, view: View, now_s: float) -> Scene:
    """The page of the clock is another one every second."""
    page = view.state.operator.clock
    if leaf is not Leaf.CLOCK or not page.wall:
        return made
    due_s = operator_errands.next_second_s(page, now_s)
    next_s = due_s if made.next_frame_s is None else min(made.next_frame_s, due_s)
    return made._replace(next_frame_s=next_s)


def _leaf(
    leaf: Leaf, view: View, now_s: float, words: Speech
) -> tuple[tuple[Sprite, ...], tuple[Box, ...]]:
    """What stands on a page, and the panels it stands in."""
    match leaf:
        case Leaf.BOOKS:
            return books_body(view, words), books_panels(view)
        case Leaf.CASH:
            return cash_body(view, words), CASH_PANELS
        case Leaf.CREDIT:
            return credit_body(view, words), CREDIT_PANELS
        case Leaf.RELIABILITY:
            return reliability_body(view, words), RELIABILITY_PANELS
        case Leaf.RETURNS:
            return returns_body(view, words), returns_panels(view)
        case Leaf.RECALL:
            return recall_body(view, words), recall_panels(view)
        case Leaf.EVENTS:
            return events_body(view, words), events_panels(view)
        case Leaf.PHONE:
            return phone_body(view, words), PHONE_PANELS
        case Leaf.EXPORT:
            return operator_errands.stick_body(view, words), operator_errands.one_panel(view)
        case Leaf.HEALTH:
            return health_body(view, words), health_panels(view)
        case Leaf.MACHINE:
            return machine_body(view, words), machine_panels(view)
        case Leaf.SLOTS:
            return slots_body(view, words), slot_panels(view)
        case Leaf.COIN_TEST:
            return coin_test_body(view, words), COIN_TEST_PANELS
        case Leaf.PANEL_TEST:
            return panel_test_body(view, words), panel_test_panels(view)
        case Leaf.SOUND_TEST:
            return sound_test_body(view, words), SOUND_TEST_PANELS
        case Leaf.SETTINGS:
            return settings_body(view, words), settings_panels(view)
        case Leaf.BEST:
            return best_body(view, words), BEST_PANELS
        case Leaf.PINS:
            return pins_body(view, words), PINS_PANELS
        case Leaf.CLOCK:
            body = operator_errands.clock_body(view, now_s, words)
            return body, operator_errands.two_panels(view)
        case Leaf.POWER:
            return operator_errands.power_body(view, words), operator_errands.two_panels(view)
        case Leaf.CLEAR:
            return operator_errands.clear_body(view, words), operator_errands.one_panel(view)
        case Leaf.PLAY_TEST:
            return operator_errands.play_body(view, words), operator_errands.one_panel(view)
        case Leaf.SCREEN_TEST:
            return (), ()
