"""The operator's pages: books and state at a glance, plain, changing nothing."""

from __future__ import annotations

from firmware.cabinet import slots
from firmware.cabinet.operator_menu.menu import LEAVES, Leaf
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.money import Tender
from firmware.screens import operator_errands, theme
from firmware.screens.fault_signs import code
from firmware.screens.leaf import leaf_scene
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_best import PANELS as BEST_PANELS
from firmware.screens.operator_best import best_body
from firmware.screens.operator_books import PANELS as BOOKS_PANELS
from firmware.screens.operator_books import books_body, span_told
from firmware.screens.operator_cash import PANELS as CASH_PANELS
from firmware.screens.operator_cash import cash_body
from firmware.screens.operator_coin_test import PANELS as COIN_TEST_PANELS
from firmware.screens.operator_coin_test import coin_test_body
from firmware.screens.operator_credit import PANELS as CREDIT_PANELS
from firmware.screens.operator_credit import credit_body
from firmware.screens.operator_events import PANELS as EVENTS_PANELS
from firmware.screens.operator_events import events_body
from firmware.screens.operator_health import PANELS as HEALTH_PANELS
from firmware.screens.operator_health import health_body
from firmware.screens.operator_index import index_scene
from firmware.screens.operator_panel_test import PANELS as PANEL_TEST_PANELS
from firmware.screens.operator_panel_test import panel_test_body
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
from firmware.screens.operator_settings import PANELS as SETTINGS_PANELS
from firmware.screens.operator_settings import settings_body
from firmware.screens.operator_slots import panels as slot_panels
from firmware.screens.operator_slots import pieces, slots_body, tender_of
from firmware.screens.operator_sound_test import PANELS as SOUND_TEST_PANELS
from firmware.screens.operator_sound_test import sound_test_body
from firmware.screens.scene import Scene
from firmware.screens.slot_sign import Standing, standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

LEFT = Box(24, 66, 606, 518)
RIGHT = Box(650, 66, 606, 518)
FOOT = Box(24, 592, 1232, 32)
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
NOTE = Style("sans", 21, theme.IVORY)
FAULT = Style("sans_bold", 21, theme.CORAL)
DETAIL = Style("sans", 18, theme.SAND)
WHO = Style("sans_bold", 18, theme.TEAL)
TODO = Style("sans", 19, theme.IVORY)
COPY_FAULTS = (FaultName.COPY_MISSING, FaultName.COPY_FOREIGN, FaultName.COPY_BEHIND)
"""Faults of the second copy, the gravest first."""


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
    foot = (
        line(_foot(leaf, view, words), NOTE, 44, 614, "foot", width=760, floor=15),
        line(
            words.text("operator.version", version=view.setup.version),
            NOTE._replace(align="right", colour=theme.SAND), 1236, 614, "foot", width=380,
        ),
    )  # fmt: skip
    body, panels = _leaf(leaf, view, now_s, words)
    if leaf is not Leaf.RETURNS:  # which needs the room
        body, panels = (*body, *foot), (*panels, FOOT)
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
            return books_body(view, words), BOOKS_PANELS
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
            return events_body(view, words), EVENTS_PANELS
        case Leaf.PHONE:
            return phone_body(view, words), PHONE_PANELS
        case Leaf.EXPORT:
            return operator_errands.stick_body(view, words), operator_errands.ONE_PANEL
        case Leaf.HEALTH:
            return health_body(view, words), HEALTH_PANELS
        case Leaf.MACHINE:
            return _state(view, words), (LEFT, RIGHT)
        case Leaf.SLOTS:
            return slots_body(view.state, words), slot_panels(view.state)
        case Leaf.COIN_TEST:
            return coin_test_body(view, words), COIN_TEST_PANELS
        case Leaf.PANEL_TEST:
            return panel_test_body(view, words), PANEL_TEST_PANELS
        case Leaf.SOUND_TEST:
            return sound_test_body(view, words), SOUND_TEST_PANELS
        case Leaf.SETTINGS:
            return settings_body(view, words), SETTINGS_PANELS
        case Leaf.BEST:
            return best_body(view, words), BEST_PANELS
        case Leaf.PINS:
            return pins_body(view, words), PINS_PANELS
        case Leaf.CLOCK:
            body = operator_errands.clock_body(view, now_s, words)
            return body, operator_errands.TWO_PANELS
        case Leaf.POWER:
            return operator_errands.power_body(view, words), operator_errands.TWO_PANELS
        case Leaf.CLEAR:
            return operator_errands.clear_body(view, words), operator_errands.ONE_PANEL
        case Leaf.PLAY_TEST:
            return operator_errands.play_body(view, words), operator_errands.ONE_PANEL
        case Leaf.SCREEN_TEST:
            return (), ()


# --- state ------------------------------------------------------------------------------------


def _state(view: View, words: Speech) -> tuple[Sprite, ...]:
    devices = [_standing(name, view.state, words) for name in view.state.devices]
    returned = sum(counter.returned for counter in view.state.counters.values())
    devices.append((words.text("operator.returned"), words.number(returned), ""))
    return (
        *_list(words.text("operator.devices"), [*devices, *_copy(view, words)], LEFT),
        *_faults(view.state, words),
    )


def _copy(view: View, words: Speech) -> list[tuple[str, str, str]]:
    """The row of the second copy, when something is amiss with it."""
    there = [fault.name for fault in view.state.faults]
    found = [name for name in COPY_FAULTS if name in there][:1]
    return [(words.text("operator.copy"), words.text(f"operator.{name}"), "") for name in found]


def _standing(slot: str, state: CabinetState, words: Speech) -> tuple[str, str, str]:
    """The row of a slot: its device, its health and, where something is amiss, what that means."""
    health, detail = slots.shown(state, slot)
    told = words.health(health, detail, tender_of(slot))
    is_fine = standing(health) in (Standing.OPEN, Standing.SHUT)
    return _device(slot, words), told.name, "" if is_fine else told.what


def _told(fault: Fault, state: CabinetState, words: Speech) -> tuple[str, str, str]:
    """Name, what exactly, and what to do; of a slot's device by its health."""
    if fault.name is FaultName.COIN and fault.subject in state.devices:
        health, detail = slots.shown(state, fault.subject)
        if standing(health) is Standing.TROUBLE:
            told = words.health(health, detail, tender_of(fault.subject))
            return f"{_device(fault.subject, words)}: {told.name}", told.what, told.todo
    name, todo = words.text(f"fault.name.{fault.name}"), words.text(f"fault.todo.{fault.name}")
    return name, _what(fault, words), todo


def _faults(state: CabinetState, words: Speech) -> tuple[Sprite, ...]:
    """Each fault with its time, its code, what exactly it is and what to do about it."""
    faults = state.faults
    x, width = RIGHT.x + 22, RIGHT.w - 44
    sprites = [line(words.text("operator.faults"), HEAD, x, RIGHT.y + 36, "body", width=280)]
    baseline = RIGHT.y + 76
    if not faults:
        return (*sprites, line(words.text("operator.no_faults"), NAME, x, baseline, "body"))
    for index, fault in enumerate(faults):
        name, exactly, to_do = _told(fault, state, words)
        detail = pieces(exactly, DETAIL, width)[:2] if exactly else ()
        todo = wrapped(to_do, TODO, width)
        ends = baseline + 25 * (1 + len(detail) + len(todo))
        if ends > RIGHT.bottom - 14:
            more = words.counted("operator.more_faults", len(faults) - index)
            right = NAME._replace(align="right")
            sprites.append(line(more, right, RIGHT.right - 22, RIGHT.y + 36, "body", width=270))
            break
        sprites.append(line(name, FAULT, x, baseline, "body", width=width - 220))
        sprites.append(line(_when(fault), VALUE, RIGHT.right - 22, baseline, "body", width=210))
        who = f"{code(fault.name)}  {words.text(f'operator.cleared_by.{fault.name.cleared_by}')}"
        for style, parts in ((WHO, (who,)), (DETAIL, detail), (TODO, todo)):
            for part in parts:
                baseline += 25
                sprites.append(line(part, style, x, baseline, "body", width=width))
        baseline += 42
    return tuple(sprites)


def _device(slot: str, words: Speech) -> str:
    """The slot of the acceptor by its name; another by the name it is wired under."""
    return words.text(f"device.{slot}") if slot in tuple(Tender) else slot


def _when(fault: Fault) -> str:
    return fault.since[:19].replace("T", " ")


def _what(fault: Fault, words: Speech) -> str:
    """Whose fault and which, in the system's own words."""
    subject = fault.subject and _device(fault.subject, words)
    return ": ".join(part for part in (subject, fault.detail) if part)


def _list(head: str, rows: list[tuple[str, str, str]], box: Box) -> tuple[Sprite, ...]:
    """(name, value, detail) one under the other; a detail takes lines of its own."""
    sprites = [line(head, HEAD, box.x + 22, box.y + 36, "body", width=box.w - 44)]
    baseline = box.y + 76
    for name, value, detail in rows:
        if baseline > box.bottom - 16:
            break
        sprites.append(line(name, NAME, box.x + 22, baseline, "body", width=box.w - 260))
        sprites.append(line(value, VALUE, box.right - 22, baseline, "body", width=210))
        for part in pieces(detail, DETAIL, box.w - 44)[:3] if detail else ():
            baseline += 26
            sprites.append(line(part, DETAIL, box.x + 22, baseline, "body", width=box.w - 44))
        baseline += 40
    return tuple(sprites)
