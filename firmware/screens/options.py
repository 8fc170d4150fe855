"""OPTIONS: what a player sets for herself, with the chosen row told and shown at the side."""

from __future__ import annotations

from firmware.cabinet.options import Options, Speed, rows
from firmware.panel import Light
from firmware.screens import theme
from firmware.screens.credit import credit_line
from firmware.screens.history import draw_small
from firmware.screens.keys import key_sprites, next_blink_s
from firmware.screens.layout import Plan
from firmware.screens.leaf import CREDIT, HEAD
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_rows import Row, rows_sprites
from firmware.screens.panels import gem, ground
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

LIST = Box(24, 66, 660, 552)
ABOUT = Box(704, 66, 552, 286)
SHOWN = Box(704, 362, 552, 256)
UPRIGHT_LIST_H = 420
"""Where the panels are stacked, so that they are read larger."""
ROW_H = 50
SIZE = 0.74
_STEP = 130
_CARDS = (("AH", "won"), ("QD", "held"), ("JC", "bank"), ("TS", "out"))
"""Every suit, and every mark that a card can have."""
LABEL = Style("sans_bold", 28, theme.IVORY)
VALUE = Style("play_bold", 40, theme.AMBER_TEXT)
TOLD = Style("sans", 24, theme.IVORY)
LASTING = Style("sans", 22, theme.SAND)


def options_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The rows, the chosen one of them, and four cards as they look now."""
    names = rows(has_pointer=view.setup.has_pointer)
    chosen = min(view.state.saved.page_number, len(names) - 1)
    told = credit_line(view, words)
    # in an upright head the credit has a place of its own
    right, room_w = (1080, 220) if view.is_upright else (1250, 420)
    room = theme.JOKER_ROOM
    listed = LIST._replace(h=UPRIGHT_LIST_H) if view.is_upright else LIST
    panels = (listed, ABOUT, SHOWN)
    sprites = (
        ground(room, panels),
        gem(36, 36, 14, 22, room.accent, "head"),
        line(words.text("options.title"), HEAD, 58, 48, "head", width=420),
        *((line(told, CREDIT, right, 48, "credit", width=room_w, floor=18),) if told else ()),
        *rows_sprites(
            [_row(name, view.options, words) for name in names],
            listed,
            chosen=chosen,
            value_w=190,
            row_h=ROW_H,
        ),
        *_lasting(listed, words),
        *_about(names[chosen], view.options, words),
        *_shown(),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    is_calling = any(key.light is Light.NEXT for key in view.panel.values())
    due = [next_blink_s(now_s)] if is_calling else []
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    return Scene(sprites, min(due, default=None), plan=Plan.LEAF, panels=panels)


def _row(name: str, options: Options, words: Speech) -> Row:
    return Row(words.text(f"setting.play.{name}"), _value(name, options, words))


def _value(name: str, options: Options, words: Speech) -> str:
    value: Speed | bool = getattr(options, name)
    word = value.value if isinstance(value, Speed) else str(value).lower()
    return words.text(f"setting.word.{word}")


def _lasting(box: Box, words: Speech) -> tuple[Sprite, ...]:
    """How long they hold, at the foot of the list."""
    width = box.w - 40
    lines = wrapped(words.text("options.lasting"), LASTING, width)
    first = box.bottom - 24 - 30 * (len(lines) - 1)
    return tuple(
        line(part, LASTING, box.x + 20, first + 30 * index, "body", width=width)
        for index, part in enumerate(lines)
    )


def _about(name: str, options: Options, words: Speech) -> tuple[Sprite, ...]:
    x, width = ABOUT.x + 24, ABOUT.w - 48
    label = words.text(f"setting.play.{name}")
    parts = wrapped(words.text(f"options.about.{name}"), TOLD, width)
    return (
        line(label, LABEL, x, ABOUT.y + 46, "about", width=width),
        line(_value(name, options, words), VALUE, x, ABOUT.y + 104, "about", width=width),
        *(
            line(part, TOLD, x, ABOUT.y + 154 + 34 * index, "about", width=width)
            for index, part in enumerate(parts)
        ),
    )


def _shown() -> tuple[Sprite, ...]:
    left = SHOWN.middle_x - (_STEP * 3 + 160 * SIZE) / 2
    top = SHOWN.middle_y - 228 * SIZE / 2
    return tuple(
        Sprite(Paint(draw_small, (face, kind, SIZE)), left + _STEP * index, top, "cards")
        for index, (face, kind) in enumerate(_CARDS)
    )
