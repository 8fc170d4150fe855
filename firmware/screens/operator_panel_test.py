"""The operator's page of the panel test: every button, every lamp, every switch as it is."""

from __future__ import annotations

from firmware.cabinet.state import CabinetState, FaultName
from firmware.cabinet.switches_seen import SUSPICIOUS
from firmware.panel import Button, Key
from firmware.screens import theme
from firmware.screens.keys import draw_face
from firmware.screens.leaf import NARROW_W, narrowed
from firmware.screens.lettering import line, wrapped
from firmware.screens.slot_sign import COLOURS, Standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import KEY_BOXES, Box, Style
from firmware.screens.view import View

BUTTONS = Box(24, 66, 1232, 290)
LAMPS = Box(24, 366, 606, 218)
SWITCHES = Box(650, 366, 606, 218)
UPRIGHT_H = 524
SECOND_ROW = 232
"""On an upright display the buttons stand in two rows, as on the panel below it."""
TOP = 120
FACE_H = 96
RIGHT_ZONE = 626
"""How far the keys of the right zone lie right of the middle of the others."""
INSET = 8
"""Keeps the outer buttons off the edge of their panel."""
HEAD = Style("sans_bold", 22, theme.TEAL)
TEXT = Style("sans", 24, theme.IVORY)
SMALL = Style("sans", 22, theme.SAND)
NAME = Style("sans_bold", 19, theme.SAND, "centre")
COUNT = Style("play_bold", 40, theme.AMBER_TEXT, "centre")
LAMP = Style("sans", 19, theme.IVORY, "centre")
UNSEEN = Style("sans_bold", 17, COLOURS[Standing.TROUBLE], "centre")
SINCE = Style("sans", 18, theme.SAND, "centre")
SHOWN = Style("play_bold", 40, theme.AMBER_TEXT)
STATE = Style("play_bold", 24, theme.IVORY, "right")


def panel_test_panels(view: View) -> tuple[Box, ...]:
    """Buttons, lamps, switches."""
    below = _below(view)
    return _buttons_box(view), _lower(LAMPS, below), _lower(SWITCHES, below)


def _buttons_box(view: View) -> Box:
    return narrowed(BUTTONS, view)._replace(h=UPRIGHT_H) if view.is_upright else BUTTONS


def _below(view: View) -> float:
    """How much lower the other panels lie than on a wide display."""
    return UPRIGHT_H - BUTTONS.h if view.is_upright else 0.0


def _lower(box: Box, by: float) -> Box:
    return box._replace(y=box.y + by)


def panel_test_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Buttons over the keys they stand for, the lamp test, the switches."""
    x = BUTTONS.x + 20
    how = words.text("operator.panel_test.presses")
    left, right = LAMPS.x + 22, LAMPS.w - 44
    lamps, switches = _lower(LAMPS, _below(view)), _lower(SWITCHES, _below(view))
    return (
        line(how, HEAD, x, BUTTONS.y + 36, "body", width=_buttons_box(view).w - 40),
        *(sprite for button in Button for sprite in _button(view, button, words)),
        line(words.text("operator.panel_test.lamps"), HEAD, left, lamps.y + 36, "body"),
        line(
            words.text(f"operator.lamps.{view.state.operator.lamp_test}"), SHOWN, left,
            lamps.y + 104, "body", width=right, floor=28,
        ),
        line(words.text("operator.panel_test.how"), SMALL, left, lamps.y + 156, "body",
             width=right),
        line(words.text("operator.switches"), HEAD, switches.x + 22, switches.y + 36, "body"),
        *_switches(view.state, switches, words),
    )  # fmt: skip


def _button(view: View, button: Button, words: Speech) -> tuple[Sprite, ...]:
    """The button as on the cabinet: its lamp as it shines, sunk and named while it is down."""
    box, top = KEY_BOXES[button], float(TOP)
    if view.is_upright and box.x > BUTTONS.x + NARROW_W:
        box, top = box._replace(x=box.x - RIGHT_ZONE), top + SECOND_ROW
    is_down = button in view.state.operator.down
    key = view.panel.get(button, Key())
    sink = 5 if is_down else 0
    face = Paint(
        draw_face, (box.w - 2 * INSET, FACE_H, theme.PLASTICS[button], _face(key, is_down))
    )
    told = words.text("operator.down" if is_down else f"operator.lamp.{key.light}")
    count = view.state.operator.tried.get(button, 0)
    lit = LAMP._replace(colour=theme.TEAL if is_down else theme.IVORY)
    is_bright = _face(key, is_down) in ("full", "down", "next")
    ink = COUNT._replace(colour=theme.LAMP_INK if is_bright else COUNT.colour)
    middle = box.middle_x
    return (
        line(button.value, NAME, middle, top + 16, "body", width=box.w - 20, floor=16),
        Sprite(face, box.x + INSET, top + 40 + sink, f"try.{button}"),
        line(words.number(count), ink, middle, top + 102 + sink, f"try.{button}", width=box.w - 16),
        line(told, lit, middle, top + 182, f"try.{button}", width=box.w),
        *_unseen(view.state, button, (middle, top + 205), words, box.w),
    )


def _unseen(
    state: CabinetState, button: Button, at: tuple[float, float], words: Speech, width: float
) -> tuple[Sprite, ...]:
    """How many games nobody has pressed it for, where that makes one doubt it."""
    games = state.operator.unseen.get(button.value, state.saved.rounds)
    if games < SUSPICIOUS or button in state.operator.tried:
        return ()
    told = words.counted("operator.unseen", games)
    return tuple(
        line(part, UNSEEN, at[0], at[1] + 20 * row, f"try.{button}", width=width - 8)
        for row, part in enumerate(wrapped(told, UNSEEN, width - 8))
    )


def _face(key: Key, is_down: bool) -> str:
    if is_down:
        return "down"
    return "full" if key.light == "next" else key.light.value


def _switches(state: CabinetState, box: Box, words: Speech) -> tuple[Sprite, ...]:
    is_door_open = any(fault.name is FaultName.DOOR for fault in state.faults)
    rows = (
        ("key", "on", False),
        ("door", "on" if is_door_open else "off", is_door_open),
        ("tilt", "on" if state.is_tilted else "off", state.is_tilted),
    )
    sprites: list[Sprite] = []
    for index, (name, stands, is_alarming) in enumerate(rows):
        baseline = box.y + 88 + 44 * index
        colour = COLOURS[Standing.TROUBLE] if is_alarming else theme.IVORY
        told = words.text(f"operator.switch.{name}.{stands}")
        right = box.right - 22
        games = state.operator.unseen.get(name)
        if games:
            since = words.counted("operator.unmoved", games)
            x = box.middle_x - 40
            sprites.append(line(since, SINCE, x, baseline, "body", width=190, floor=14))
        sprites += [
            line(words.text(f"operator.switch.{name}"), TEXT, box.x + 22, baseline, "body"),
            line(told, STATE._replace(colour=colour), right, baseline, "body", width=300),
        ]
    return tuple(sprites)
