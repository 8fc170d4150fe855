"""The page of devices and faults: how each stands, what is wrong, what to do, who ends it."""

from __future__ import annotations

from firmware.cabinet import slots
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.money import Tender
from firmware.screens import theme
from firmware.screens.fault_signs import code
from firmware.screens.lettering import line, wrapped
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
