"""The page of the cash: pieces in the boxes since the last count, the count, the difference."""

from __future__ import annotations

from firmware.cabinet.operator_menu.cash import DIGITS
from firmware.cabinet.operator_menu.pages import CashPage
from firmware.money import Tender
from firmware.operator.cash import CashBox
from firmware.operator.roles import Role
from firmware.screens import theme
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_rows import HEAD, NAME, Row, note_sprites, rows_sprites
from firmware.screens.panels import plate
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

COINS = Box(24, 66, 400, 518)
NOTES = Box(440, 66, 300, 300)
LAST = Box(440, 376, 300, 208)
ENTRY = Box(756, 66, 500, 300)
ABOUT = Box(756, 376, 500, 208)
PANELS = (COINS, NOTES, LAST, ENTRY, ABOUT)
SUM = Style("play_bold", 30, theme.AMBER_TEXT, "right")
DIGIT = Style("play_bold", 46, theme.IVORY, "centre")
WORD = Style("sans", 21, theme.SAND)
TOLD = Style("sans", 21, theme.IVORY)
FIGURE = Style("play_bold", 22, theme.AMBER_TEXT, "right")
DIGIT_W = 56


def cash_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Both boxes, the last count of the one that is looked at, and the count that is entered."""
    boxes = {box.tender: box for box in view.figures.boxes()}
    page = view.state.operator.cash
    if not boxes:
        return (line(words.text("operator.cash.unread"), TOLD, 44, 110, "body", width=360),)
    box = boxes[page.tender]
    return (
        *_pieces(boxes[Tender.COIN], COINS, view, words),
        *_pieces(boxes[Tender.NOTE], NOTES, view, words),
        *_last(box, view, words),
        *_entry(box, page, view, words),
        *_about(box, view, words),
    )


def _money(minor: int, view: View, words: Speech) -> str:
    return words.money(minor, view.setup.currency)


def _pieces(box: CashBox, panel: Box, view: View, words: Speech) -> tuple[Sprite, ...]:
    """How many of each value, and what they come to."""
    rows = [
        Row(
            words.text("operator.cash.pieces", number=words.number(each.number),
                       value=_money(each.value_minor, view, words)),
            _money(each.sum_minor, view, words),
        )
        for each in box.pieces
    ]  # fmt: skip
    told = _money(box.expected_minor, view, words)
    baseline = panel.bottom - 20
    list_box = Box(panel.x, panel.y, panel.w, panel.h - 60)
    return (
        *rows_sprites(
            rows, list_box, head=words.text(f"operator.cash.box.{box.tender}"), row_h=34,
            value_w=130, widget=f"box.{box.tender}",
        ),
        line(words.text("operator.cash.expected"), WORD, panel.x + 20, baseline, "sum",
             width=panel.w - 210, floor=14),
        line(told, SUM, panel.right - 20, baseline, "sum", width=190, floor=16),
    )  # fmt: skip


def _last(box: CashBox, view: View, words: Speech) -> tuple[Sprite, ...]:
    x, right, width = LAST.x + 20, LAST.right - 20, LAST.w - 40
    head = line(words.text("operator.cash.last"), HEAD, x, LAST.y + 30, "last", width=width)
    last = box.last
    if last is None:
        never = words.text("operator.cash.never")
        return (head, line(never, TOLD, x, LAST.y + 70, "last", width=width, floor=14))
    rows = (
        ("counted", _money(last.counted_minor, view, words)),
        ("expected", _money(last.expected_minor, view, words)),
        ("difference", _signed(last.difference_minor, view, words)),
    )
    when = last.wall[:16].replace("T", " ")
    sprites = [head, line(when, WORD, x, LAST.y + 62, "last", width=width)]
    for index, (name, told) in enumerate(rows):
        baseline = LAST.y + 100 + 36 * index
        name_told = words.text(f"operator.cash.{name}")
        sprites.append(line(name_told, WORD, x, baseline, "last", width=width - 140, floor=14))
        sprites.append(line(told, FIGURE, right, baseline, "last", width=135, floor=14))
    return tuple(sprites)


def _entry(box: CashBox, page: CashPage, view: View, words: Speech) -> tuple[Sprite, ...]:
    """The wheels of the amount; only told where an operator must come to turn them."""
    x, width = ENTRY.x + 20, ENTRY.w - 40
    head = line(words.text("operator.cash.count"), HEAD, x, ENTRY.y + 30, "entry", width=width)
    if not view.state.role.may(Role.OPERATOR):
        told = words.text("operator.cash.operator")
        return (head, line(told, TOLD, x, ENTRY.y + 76, "entry", width=width, floor=14))
    name = words.text(f"operator.cash.box.{page.tender}")
    sprites = [head]
    if page.place == 0:
        sprites.append(plate(Box(x - 8, ENTRY.y + 52, width + 16, 40), "entry.plate"))
    sprites.append(line(name, NAME, x, ENTRY.y + 80, "entry", width=width))
    shown = f"{page.counted_minor:0{DIGITS}d}"
    left = ENTRY.middle_x - DIGIT_W * (DIGITS - 1) / 2
    for place, digit in enumerate(shown, start=1):
        at = left + DIGIT_W * (place - 1) + (8 if place > DIGITS - 2 else -4)
        if place == page.place:
            sprites.append(plate(Box(at - 25, ENTRY.y + 116, 50, 66), "entry.plate"))
        sprites.append(line(digit, DIGIT, at, ENTRY.y + 166, "entry"))
    comma = left + DIGIT_W * (DIGITS - 2.5) + 2
    sprites.append(line(words.language.manner.point, DIGIT, comma, ENTRY.y + 166, "entry"))
    told = _money(page.counted_minor, view, words)
    sprites.append(line(told, SUM, ENTRY.right - 20, ENTRY.y + 228, "entry", width=300))
    difference = _signed(page.counted_minor - box.expected_minor, view, words)
    baseline = ENTRY.y + 270
    sprites.append(
        line(words.text("operator.cash.difference"), WORD, x, baseline, "entry", width=250)
    )
    sprites.append(line(difference, FIGURE, ENTRY.right - 20, baseline, "entry", width=200))
    return tuple(sprites)


def _about(box: CashBox, view: View, words: Speech) -> tuple[Sprite, ...]:
    """What came of the last press; signals that may explain a difference."""
    x, width = ABOUT.x + 20, ABOUT.w - 40
    signals = sum(box.signals.values())
    told = words.counted("operator.cash.signals", signals) if signals else ""
    if not told:
        told = words.text("operator.cash.no_signals")
    top = Box(ABOUT.x, ABOUT.y + 4, ABOUT.w, 60)
    sprites = list(note_sprites(view, words, top))
    baseline = ABOUT.y + 92
    for text, style in ((told, TOLD), (words.text("operator.cash.how"), WORD)):
        for part in wrapped(text, style, width):
            sprites.append(line(part, style, x, baseline, "about", width=width, floor=14))
            baseline += 26
        baseline += 8
    return tuple(sprites)


def _signed(minor: int, view: View, words: Speech) -> str:
    """A difference with its sign; nothing is `0,00`."""
    told = _money(abs(minor), view, words)
    return told if not minor else f"+{told}" if minor > 0 else f"−{told}"
