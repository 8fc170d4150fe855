"""What the pages laid over a place share: a head, a body of glass, and the eight keys."""

from __future__ import annotations

from firmware.panel import Light
from firmware.screens import theme
from firmware.screens.credit import credit_line
from firmware.screens.keys import key_sprites, next_blink_s
from firmware.screens.layout import UPRIGHT_Y, Plan
from firmware.screens.lettering import growth_in_force, large_type, line, wrapped
from firmware.screens.panels import gem, ground
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Room, Style
from firmware.screens.view import Trace, View

BODY = Box(24, 66, 1232, 552)
HEAD = Style("play_bold", 34, theme.IVORY)
SUB = Style("sans_bold", 24, theme.SAND)
CREDIT = Style("play_bold", 24, theme.AMBER_TEXT, "right")
PAGE = Style("sans_bold", 22, theme.IVORY, "right")
TEXT = Style("sans", 30, theme.IVORY)


NARROW_W = 840
"""The width of what is read on an upright display: more of it would be too small there."""
_UPRIGHT_BODY_H = 1150


def narrowed(box: Box, view: View) -> Box:
    """A panel as wide as can be read; on a display that is not upright as it is."""
    return box._replace(w=min(box.w, NARROW_W)) if view.is_upright else box


def below(box: Box, view: View) -> Box:
    """A strip at the foot of a page; on an upright display it comes after panels of any height."""
    return narrowed(box, view)._replace(y=box.y + UPRIGHT_Y) if view.is_upright else box


def body_box(view: View) -> Box:
    """The one panel of a page that is nothing but text."""
    return narrowed(BODY, view)._replace(h=_UPRIGHT_BODY_H) if view.is_upright else BODY


def leaf_scene(
    view: View,
    now_s: float,
    trace: Trace,
    words: Speech,
    body: tuple[Sprite, ...],
    *,
    head: str,
    sub: str,
    page: int,
    pages: int,
    room: Room = theme.JOKER_ROOM,
    panels: tuple[Box, ...] = (BODY,),
    plan: Plan = Plan.LEAF,
) -> Scene:
    """A page: title, subtitle, credit, which page of how many, its body, the keys.

    The credit, because coins are taken here too: one that falls must be seen to arrive.
    """
    told = "" if view.state.operator_on else credit_line(view, words)
    number = words.text("page.of", page=page, pages=pages) if pages else ""
    sprites = (
        ground(room, panels),
        gem(36, 36, 14, 22, room.accent, "head"),
        line(head, HEAD, 58, 48, "head", width=420),
        line(sub, SUB, 500, 47, "head", width=360 if told else 560),
        *((line(told, CREDIT, 1080, 48, "credit", width=200, floor=18),) if told else ()),
        line(number, PAGE, 1250, 47, "head", width=170),
        *body,
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    is_calling = any(key.light is Light.NEXT for key in view.panel.values())
    due = [next_blink_s(now_s)] if is_calling else []
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    return Scene(sprites, min(due, default=None), plan=plan, panels=panels)


def paragraphs(
    texts: tuple[str, ...],
    box: Box,
    *,
    bullet: theme.Colour = theme.TEAL,
    gap: float = 22,
    largest: float = TEXT.size,
) -> tuple[Sprite, ...]:
    """Sentences one under the other, each after a lozenge, as large as they fit in the box.

    All are equally large, so large letters are tried for the whole of them.
    """
    growth = growth_in_force()
    with large_type(is_large=False):
        return _paragraphs(texts, box, bullet, gap, largest * growth)


def _paragraphs(
    texts: tuple[str, ...], box: Box, bullet: theme.Colour, gap: float, largest: float
) -> tuple[Sprite, ...]:
    style = TEXT._replace(size=largest)
    while style.size > 18:
        lines = [wrapped(text, style, box.w - 30) for text in texts]
        step = style.size * 1.34
        if sum(len(each) * step + gap for each in lines) - gap <= box.h:
            break
        style = style._replace(size=style.size - 1)
    sprites: list[Sprite] = []
    step = style.size * 1.34
    baseline = box.y + style.size
    for text in texts:
        sprites.append(gem(box.x + 6, baseline - style.size * 0.33, 10, 15, bullet, "body"))
        for part in wrapped(text, style, box.w - 30):
            sprites.append(line(part, style, box.x + 30, baseline, "body", width=box.w - 30))
            baseline += step
        baseline += gap
    return tuple(sprites)
