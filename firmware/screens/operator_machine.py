"""The page of devices and faults: how each stands, what is wrong, what to do, who ends it."""

from __future__ import annotations

from firmware.cabinet import slots
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.money import Tender
from firmware.screens import theme
from firmware.screens.fault_signs import code
from firmware.screens.lettering import line, width_of, wrapped
from firmware.screens.operator_slots import pieces, tender_of
from firmware.screens.slot_sign import Standing, standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

LEFT = Box(24, 66, 606, 518)
RIGHT = Box(650, 66, 606, 518)
UPRIGHT_H = 400
"""Of the devices on an upright display, where the faults stand below them."""
HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 21, theme.SAND)
VALUE = Style("play_bold", 21, theme.IVORY, "right")
FAULT = Style("sans_bold", 21, theme.CORAL)
DETAIL = Style("sans", 18, theme.SAND)
WHO = Style("sans_bold", 18, theme.TEAL)
TODO = Style("sans", 19, theme.IVORY)
LARGER = (1.25, 1.12, 1.0)
"""Letters are so many times as large as there are few of them."""
COPY_FAULTS = (FaultName.COPY_MISSING, FaultName.COPY_FOREIGN, FaultName.COPY_BEHIND)
"""Faults of the second copy, the gravest first."""


def machine_panels(view: View) -> tuple[Box, ...]:
    """The devices, and the faults."""
    return (_devices_box(view), RIGHT)


def _devices_box(view: View) -> Box:
    return LEFT._replace(h=UPRIGHT_H) if view.is_upright else LEFT


def machine_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The devices at the left, the faults at the right."""
    devices = [_standing(name, view.state, words) for name in view.state.devices]
    returned = sum(counter.returned for counter in view.state.counters.values())
    devices.append((words.text("operator.returned"), words.number(returned), ""))
    return (
        *_list(words.text("operator.devices"), [*devices, *_copy(view, words)], _devices_box(view)),
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
    """Each fault with its time, its code, what exactly it is and what to do about it.

    As large as all of them fit; where they fit at no size, as many as there is room for.
    """
    x, width = RIGHT.x + 22, RIGHT.w - 44
    head = line(words.text("operator.faults"), HEAD, x, RIGHT.y + 36, "body", width=280)
    if not state.faults:
        none = words.text("operator.no_faults")
        return head, line(none, NAME, x, RIGHT.y + 76, "body", width=width)
    for times in LARGER:
        sprites, untold = _faults_set(state, words, times)
        if not untold:
            return head, *sprites
    more = words.counted("operator.more_faults", untold)
    right = NAME._replace(align="right")
    return head, *sprites, line(more, right, RIGHT.right - 22, RIGHT.y + 36, "body", width=270)


def _faults_set(state: CabinetState, words: Speech, times: float) -> tuple[list[Sprite], int]:
    """The faults in letters so many times as large, and how many have no room."""
    x, width, step = RIGHT.x + 22, RIGHT.w - 44, 25 * times
    fault_style, who_style, detail_style, todo_style = (
        style._replace(size=style.size * times) for style in (FAULT, WHO, DETAIL, TODO)
    )
    sprites: list[Sprite] = []
    baseline = RIGHT.y + 70 + 6 * times
    for index, fault in enumerate(state.faults):
        name, exactly, to_do = _told(fault, state, words)
        detail = pieces(exactly, detail_style, width)[:2] if exactly else ()
        todo = wrapped(to_do, todo_style, width)
        if baseline + step * (1 + len(detail) + len(todo)) > RIGHT.bottom - 14:
            return sprites, len(state.faults) - index
        sprites.append(line(name, fault_style, x, baseline, "body", width=width - 220))
        sprites.append(line(_when(fault), VALUE, RIGHT.right - 22, baseline, "body", width=210))
        who = f"{code(fault.name)}  {words.text(f'operator.cleared_by.{fault.name.cleared_by}')}"
        for style, parts in ((who_style, (who,)), (detail_style, detail), (todo_style, todo)):
            for part in parts:
                baseline += step
                sprites.append(line(part, style, x, baseline, "body", width=width))
        baseline += 42 * times
    return sprites, 0


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
    for times in LARGER:
        sprites, bottom = _list_set(rows, box, times)
        if bottom <= box.bottom - 16:
            break
    return (
        line(head, HEAD, box.x + 22, box.y + 36, "body", width=box.w - 44),
        *(sprite for sprite in sprites if sprite.y <= box.bottom - 16),
    )


def _list_set(
    rows: list[tuple[str, str, str]], box: Box, times: float
) -> tuple[list[Sprite], float]:
    """The rows in letters so many times as large, and the last baseline."""
    x, right, width = box.x + 22, box.right - 22, box.w - 44
    names, values, details = (
        style._replace(size=style.size * times) for style in (NAME, VALUE, DETAIL)
    )
    sprites: list[Sprite] = []
    baseline, last = box.y + 70 + 6 * times, box.y
    for name, value, detail in rows:
        value_w = min(210 * times, width_of(value, values))
        sprites.append(line(name, names, x, baseline, "body", width=width - value_w - 12))
        sprites.append(line(value, values, right, baseline, "body", width=value_w))
        for part in pieces(detail, details, width)[:3] if detail else ():
            baseline += 26 * times
            sprites.append(line(part, details, x, baseline, "body", width=width))
        last = baseline
        baseline += 40 * times
    return sprites, last
