"""The one question a screen asks, at title size, and a win that counts up."""

from __future__ import annotations

from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import balanced, line, shining, width_of, wrapped
from firmware.screens.panels import gem, rule
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import MESSAGE, Colour, Room, Style

GEMS = 17
WIDGET = "message"
MIDDLE = MESSAGE.middle_x
ROOM_W = MESSAGE.w - 36
AMOUNT = Style("play_bold", 52, theme.AMBER_TEXT)
UNIT = Style("sans_bold", 24, theme.SAND)
SENTENCE = theme.SENTENCE
FOOTNOTE = Style("sans", 20, theme.CORAL, "centre")
SHOUT = Style("play_bold", 128, theme.rgb("#FFEBB4"), "centre")


def title(
    text: str, *, baseline: float = 360, colour: Colour = theme.IVORY, alpha: int = 255
) -> Sprite:
    """The question."""
    style = theme.TITLE._replace(colour=colour)
    return line(text, style, MIDDLE, baseline, WIDGET, width=ROOM_W, floor=24, alpha=alpha)


def amount(label: str, figure: str, *, baseline: float = 426) -> tuple[Sprite, ...]:
    """A label and an amount beside it, centred together."""
    gap = 18 if label else 0
    width = width_of(label, UNIT) + gap + width_of(figure, AMOUNT)
    left = MIDDLE - width / 2
    return (
        line(label, UNIT, left, baseline - 5, WIDGET),
        line(figure, AMOUNT, left + width_of(label, UNIT) + gap, baseline, WIDGET),
    )


def divider(room: Room, y: float = 454) -> Sprite:
    """The hairline with its lozenge."""
    return rule(MESSAGE.x + 24, y, MESSAGE.w - 48, room.edge, room.accent, WIDGET)


def sentences(text: str, *, baseline: float = 490, most: int = 2) -> tuple[Sprite, ...]:
    """A sentence or two under the rule, broken where they must be."""
    style = SENTENCE
    lines = wrapped(text, style, ROOM_W)
    while len(lines) > most and style.size > 19:
        style = style._replace(size=style.size - 1)
        lines = wrapped(text, style, ROOM_W)
    lines = balanced(text, style, ROOM_W)
    return tuple(
        line(each, style, MIDDLE, baseline + 28 * index, WIDGET, width=ROOM_W, floor=18)
        for index, each in enumerate(lines)
    )


def footnote(text: str, *, most: int = 2) -> tuple[Sprite, ...]:
    """A small warning at the foot of the panel, in so many lines; nothing for an empty text."""
    if not text:
        return ()
    width = ROOM_W + 16
    lines = balanced(text, FOOTNOTE, width)
    if len(lines) > most:
        lines = (text,)
    return tuple(
        line(
            each, FOOTNOTE, MIDDLE, 545 - 24 * (len(lines) - 1 - at), WIDGET, width=width, floor=15
        )
        for at, each in enumerate(lines)
    )


def counting(figure: str, share: float, below: str) -> tuple[Sprite, ...]:
    """The running win, its seventeen lozenges and what it runs to.

    Args:
        figure: the amount now.
        share: 0..1 of the lozenges that are filled.
        below: the line under them.
    """
    size = 128.0
    while size > 60 and width_of(figure, SHOUT._replace(size=size)) > ROOM_W:
        size -= 4
    style = SHOUT._replace(size=size)
    filled = round(share * GEMS)
    left = MIDDLE - 9.5 * (GEMS - 1)
    return (
        *shining(
            figure,
            style,
            theme.AMBER,
            theme.AMBER,
            12.0,
            MIDDLE,
            421 + 0.36 * size,
            f"{WIDGET}.amount",
        ),
        *(
            gem(
                left + 19 * index,
                497,
                12,
                19,
                theme.AMBER if index < filled else theme.rgb("#2C1C06"),
                f"{WIDGET}.gems",
            )
            for index in range(GEMS)
        ),
        line(below, UNIT._replace(align="centre"), MIDDLE, 537, WIDGET, width=ROOM_W),
    )


def at_risk(left_label: str, left: str, right_label: str, right: str) -> tuple[Sprite, ...]:
    """What is staked, an arrow, and what it may become."""
    label = UNIT._replace(size=22, align="centre")
    figure = AMOUNT._replace(align="centre")
    left_x, right_x = MIDDLE - 94, MIDDLE + 93
    return (
        line(left_label, label, left_x, 393, WIDGET, width=160),
        line(left, figure, left_x, 448, WIDGET, width=160, floor=30),
        Sprite(Paint(draw_pointer, ()), MIDDLE, 429, WIDGET),
        line(right_label, label, right_x, 393, WIDGET, width=170),
        line(right, figure._replace(colour=theme.IVORY), right_x, 448, WIDGET, width=160, floor=30),
    )


def draw_pointer(kit: Kit) -> Picture:
    """Paint: an amber triangle to the right."""
    w, h = 17 * kit.scale, 27 * kit.scale
    out = brush.polygon(w, h, [(0, 0), (w, h / 2), (0, h)], theme.AMBER)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))
