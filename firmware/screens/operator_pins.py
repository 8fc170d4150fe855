"""The PIN pad over the operator's pages, and the page on which PINs are changed."""

from __future__ import annotations

from math import ceil

from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.operator.roles import LONGEST, SHORTEST, WITH_PIN
from firmware.screens import theme
from firmware.screens.leaf import NARROW_W, leaf_scene, narrowed, paragraphs
from firmware.screens.lettering import line
from firmware.screens.operator_rows import Row, note_sprites, rows_sprites
from firmware.screens.panels import gem
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

PAD = Box(24, 66, 1232, 330)
HOW = Box(24, 406, 1232, 212)
LIST = Box(24, 66, 606, 200)
NOTE = Box(24, 276, 606, 60)
ABOUT = Box(650, 66, 606, 518)
PANELS = (LIST, NOTE, ABOUT)
TITLE = Style("play_bold", 40, theme.IVORY, "centre")
TOLD = Style("sans_bold", 26, theme.AMBER_TEXT, "centre")
GEM_W, GEM_H, STEP = 40, 62, 84


def pin_pad_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """A lozenge for each digit, lit for those entered; how the buttons stand for digits."""
    state = view.state
    pad = state.operator.pad
    assert pad is not None
    how = narrowed(HOW, view)._replace(h=420) if view.is_upright else HOW
    box = Box(how.x + 24, how.y + 22, how.w - 48, how.h - 40)
    texts = (
        words.text("operator.pin.how", shortest=SHORTEST, longest=LONGEST),
        words.text(f"operator.pin.why.{pad.asking}"),
    )
    body = (
        line(
            _title(pad, words),
            TITLE,
            PAD.middle_x,
            PAD.y + 80,
            "pad",
            width=narrow_pad(view).w - 60,
        ),
        *_digits(pad),
        *_told(view, words, now_s),
        *paragraphs(texts, box),
    )
    made = leaf_scene(
        view,
        now_s,
        trace,
        words,
        body,
        head=words.text("operator.title"),
        sub=words.text("operator.pin.title"),
        page=0,
        pages=0,
        room=theme.OPERATOR_ROOM,
        panels=(narrow_pad(view), how),
    )
    left_s = _left_s(view, now_s)
    if left_s <= 1:  # the end of the wait is the cabinet's own news
        return made
    next_s = view.state.pin_free_s - (left_s - 1)
    due_s = next_s if made.next_frame_s is None else min(made.next_frame_s, next_s)
    return made._replace(next_frame_s=due_s)


def narrow_pad(view: View) -> Box:
    """The panel of the digits, which stand in its middle."""
    return PAD if not view.is_upright else PAD._replace(x=PAD.middle_x - NARROW_W / 2, w=NARROW_W)


def pins_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Whose PINs there are, which of them are still the shipped ones, what they are for."""
    state = view.state
    rows = []
    for role in WITH_PIN:
        is_chosen = role in state.pins.hashes
        stands = words.text("operator.pin.chosen" if is_chosen else "operator.pin.shipped")
        colour = theme.AMBER_TEXT if is_chosen else theme.CORAL
        name, is_shut = words.text(f"operator.role.{role}"), not state.role.may(role)
        rows.append(Row(name, stands, is_shut, colour))
    box = Box(ABOUT.x + 22, ABOUT.y + 26, ABOUT.w - 44, ABOUT.h - 60)
    texts = tuple(words.text(f"operator.pins.about.{place}") for place in (1, 2, 3))
    return (
        *rows_sprites(
            rows, LIST, chosen=state.operator.row, head=words.text("operator.page.pins"), row_h=56,
            value_w=300,
        ),
        *note_sprites(view, words, NOTE),
        *paragraphs(texts, box, largest=26),
    )  # fmt: skip


def _title(pad: PinPad, words: Speech) -> str:
    if pad.asking is Asking.LOGIN:
        return words.text("operator.pin.login")
    return words.text(f"operator.pin.{pad.asking}", role=words.text(f"operator.role.{pad.target}"))


def _digits(pad: PinPad) -> tuple[Sprite, ...]:
    """At least as many places as a PIN has; what was entered is not shown."""
    places = max(SHORTEST, len(pad.digits))
    left = PAD.middle_x - STEP * (places - 1) / 2
    return tuple(
        gem(
            left + STEP * place, PAD.y + 176, GEM_W, GEM_H,
            theme.AMBER if place < len(pad.digits) else theme.OPERATOR_ROOM.edge, f"digit.{place}",
        )
        for place in range(places)
    )  # fmt: skip


def _left_s(view: View, now_s: float) -> int:
    """Whole seconds until the next try; 0 when nobody waits."""
    free_s = view.state.pin_free_s
    return max(1, ceil(free_s - now_s)) if free_s else 0


def _told(view: View, words: Speech, now_s: float) -> tuple[Sprite, ...]:
    """What was wrong, and how long there is still to wait."""
    state, told = view.state, []
    if state.operator.note is not None:
        told.append(words.message(state.operator.note))
    left_s = _left_s(view, now_s)
    if left_s:
        told.append(words.counted("operator.pin.wait", left_s))
    text = " ".join(told)
    if not text:
        return ()
    return (
        line(
            text, TOLD, PAD.middle_x, PAD.y + 284, "told", width=narrow_pad(view).w - 60, floor=18
        ),
    )
