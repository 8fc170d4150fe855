"""What the operator's pages list with: rows of a name and a value, of which one may be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.screens import theme
from firmware.screens.lettering import grown, growth_in_force, line, width_of, wrapped
from firmware.screens.panels import gem, plate
from firmware.screens.refusal import fault_text
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Colour, Style
from firmware.screens.view import View
from firmware.words import Message

HEAD = Style("sans_bold", 22, theme.TEAL)
NAME = Style("sans", 23, theme.IVORY)
VALUE = Style("play_bold", 23, theme.AMBER_TEXT, "right")
DETAIL = Style("sans", 19, theme.SAND)
NOTE = Style("sans_bold", 24, theme.AMBER_TEXT)
NOTE_FLOOR = 16
ROW_H = 40
TOP = 30
"""From the edge of the box to the baseline of its head."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list.

    Attributes:
        name: at its left.
        value: at its right, or empty.
        is_shut: whether it cannot be opened or changed by whoever stands there.
        colour: of the value.
    """

    name: str
    value: str = ""
    is_shut: bool = False
    colour: Colour = theme.AMBER_TEXT


def rows_sprites(
    rows: Sequence[Row],
    box: Box,
    *,
    chosen: int | None = None,
    head: str = "",
    row_h: float = ROW_H,
    value_w: float = 200,
    widget: str = "body",
) -> tuple[Sprite, ...]:
    """Rows one under the other from the top of the box; the chosen one on a lit plate.

    Where there are more than fit, those round the chosen one are shown.
    """
    sprites: list[Sprite] = []
    top = box.y + 8
    if head:
        sprites.append(line(head, HEAD, box.x + 20, box.y + TOP, widget, width=box.w - 40))
        top = box.y + TOP + 10
    room = int((box.bottom - 8 - top) // row_h)
    first = 0
    if len(rows) > room and chosen is not None:
        first = min(max(chosen - room // 2, 0), len(rows) - room)
    for index, row in list(enumerate(rows))[first : first + room]:
        y = top + row_h * (index - first)
        is_chosen = index == chosen
        ink = theme.HOT
        if is_chosen:
            sprites.append(plate(Box(box.x + 8, y, box.w - 16, row_h - 4), f"{widget}.plate"))
        plain = theme.SAND if row.is_shut else NAME.colour
        name = NAME._replace(colour=ink if is_chosen else plain)
        value = VALUE._replace(colour=ink if is_chosen else row.colour)
        baseline = y + (row_h - 4) / 2 + 8  # capitals in the middle of the plate
        taken = 28.0 if row.is_shut else 0.0
        if row.value:
            taken = min(value_w, width_of(row.value, value)) + 10
        sprites.append(
            line(row.name, name, box.x + 20, baseline, widget, width=box.w - 44 - taken, floor=15)
        )
        if row.value:
            right = box.right - 20
            sprites.append(line(row.value, value, right, baseline, widget, width=value_w, floor=15))
        elif row.is_shut:
            colour = ink if is_chosen else theme.CORAL
            sprites.append(gem(box.right - 30, baseline - 8, 11, 17, colour, widget))
    return tuple(sprites)


def note_sprites(view: View, words: Speech, box: Box) -> tuple[Sprite, ...]:
    """What the last press came to, or how far a job is; nothing where there is nothing to say."""
    menu = view.state.operator
    told = ""
    if menu.note is not None:
        told = words.message(_in_words(menu.note, words))
    elif menu.job is not None:
        told = words.text("operator.working", percent=menu.percent)
    if not told:
        return ()
    return note_lines(told, NOTE, box)


def _in_words(note: Message, words: Speech) -> Message:
    """A note whose reason is a fault of the configuration, with it in the reader's language."""
    values = tuple(
        (name, fault_text(value, words) if name == "why" and isinstance(value, str) else value)
        for name, value in note.values
    )
    return replace(note, values=values)


def note_lines(told: str, style: Style, box: Box) -> tuple[Sprite, ...]:
    """A sentence in a strip of glass, as large as it fits there in one line or in two."""
    width = box.w - 40
    lines: tuple[str, ...] = (told,)
    for size in range(round(style.size), NOTE_FLOOR, -1):
        smaller = style._replace(size=size)
        broken = wrapped(told, smaller, width)
        room = box.h - 8 if len(broken) > 1 else box.h
        if len(broken) * 1.2 * grown(size, growth_in_force()) <= room:
            style, lines = smaller, broken
            break
    step = 1.2 * grown(style.size, growth_in_force())
    first = box.y + box.h / 2 + 8 - step * (len(lines) - 1) / 2
    return tuple(
        line(part, style, box.x + 20, first + step * at, "note", width=width, floor=NOTE_FLOOR)
        for at, part in enumerate(lines)
    )
