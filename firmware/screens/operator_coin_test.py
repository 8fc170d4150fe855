"""The operator's page of the coin test: what falls is named, counted, and becomes no credit.

Notes are not taken here: the books have test coins and no test notes. One that falls all the
same, because it was on its way, is credit and is told as that.
"""

from __future__ import annotations

from firmware.cabinet import slots
from firmware.cabinet.operator_menu.pages import Tested
from firmware.events import Health
from firmware.money import Tender
from firmware.screens import theme
from firmware.screens.lettering import line
from firmware.screens.operator_slots import tender_of
from firmware.screens.slot_sign import COLOURS, Standing, slot_sign, standing
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

LAST = Box(24, 66, 740, 518)
LIST = Box(784, 66, 472, 518)
PANELS = (LAST, LIST)
HEAD = Style("sans_bold", 22, theme.TEAL)
TEXT = Style("sans", 24, theme.IVORY)
NAME = Style("sans", 22, theme.SAND)
BIG = Style("play_bold", 92, theme.AMBER_TEXT)
REFUSED = Style("play_bold", 60, theme.CORAL)
SUM = Style("play_bold", 40, theme.AMBER_TEXT, "right")
ROW = Style("sans", 20, theme.IVORY)
AMOUNT = Style("play_bold", 20, theme.AMBER_TEXT, "right")
ROWS = 15
ROW_H = 30


def coin_test_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The last coin, the sum, the slots, and the coins before."""
    x, width = LAST.x + 22, LAST.w - 44
    tested = view.state.operator.tested
    taken = [each for each in tested if each.value_minor and not each.is_credit and not each.reason]
    total = sum(each.value_minor for each in taken)
    count = words.number(len(taken))
    return (
        line(words.text("operator.coin_test.box"), TEXT, x, LAST.y + 42, "body", width=width),
        line(words.text("operator.coin_test.books"), NAME, x, LAST.y + 74, "body", width=width),
        *_last(view, words),
        line(words.text("operator.coin_test.count"), NAME, x, 420, "body", width=200),
        line(count, SUM, x + 320, 424, "body", width=110),
        line(words.text("operator.coin_test.sum"), NAME, x + 360, 420, "body", width=120),
        line(_money(total, view, words), SUM, LAST.right - 22, 424, "body", width=220, floor=26),
        *_slots(view, words),
        *_before(view, words),
    )


def _last(view: View, words: Speech) -> tuple[Sprite, ...]:
    x, width = LAST.x + 22, LAST.w - 44
    if not view.state.operator.tested:
        text = words.text("operator.coin_test.none")
        return (line(text, REFUSED._replace(colour=theme.SAND), x, 292, "body", width=width),)
    last = view.state.operator.tested[0]
    head = line(words.text("operator.coin_test.last"), HEAD, x, LAST.y + 128, "body", width=width)
    what = line(_what(last, words), TEXT, x, 338, "body", width=width)
    if last.value_minor:
        return head, line(_money(last.value_minor, view, words), BIG, x, 294, "body"), what
    refused = words.text("operator.coin_test.refused")
    return head, line(refused, REFUSED, x, 284, "body", width=width, floor=40), what


def _slots(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Whether each slot is open, with its sign."""
    sprites: list[Sprite] = []
    for index, slot in enumerate(sorted(view.state.devices)[:2]):
        health, _ = slots.shown(view.state, slot)
        y = 466 + 52 * index
        is_open = standing(health) in (Standing.OPEN, Standing.WATCH)
        told = words.text("operator.slot.open" if is_open else "operator.slot.shut")
        if tender_of(slot) is Tender.NOTE and not is_open:
            told = f"{told}: {words.text('operator.coin_test.no_notes')}"
        if standing(health) is Standing.TROUBLE or health in (Health.OFF, Health.STARTING):
            shut = words.text("operator.slot.shut")
            told = f"{shut}: {words.text(f'health.{health}')}"
        style = TEXT._replace(colour=COLOURS[standing(health)])
        sprites += [
            slot_sign(health, LAST.x + 22, y, 40, "body"),
            line(words.text(f"device.{slot}"), NAME, LAST.x + 78, y + 28, "body", width=220),
            line(told, style, LAST.x + 312, y + 28, "body", width=LAST.w - 334),
        ]
    return tuple(sprites)


def _before(view: View, words: Speech) -> tuple[Sprite, ...]:
    """All that fell before the last, the newest at the top, as far as there is room."""
    x, right = LIST.x + 22, LIST.right - 22
    sprites = [line(words.text("operator.coin_test.list"), HEAD, x, LIST.y + 36, "body")]
    for index, each in enumerate(view.state.operator.tested[1 : 1 + ROWS]):
        baseline = LIST.y + 72 + ROW_H * index
        is_taken = each.value_minor > 0 and not each.reason
        style = ROW if is_taken else ROW._replace(colour=theme.CORAL)
        width = 290 if is_taken else LIST.w - 44
        sprites.append(line(_what(each, words), style, x, baseline, "body", width=width))
        if is_taken:
            amount = _money(each.value_minor, view, words)
            sprites.append(line(amount, AMOUNT, right, baseline, "body"))
    return tuple(sprites)


def _money(minor: int, view: View, words: Speech) -> str:
    return words.money(minor, view.setup.currency)


def _what(tested: Tested, words: Speech) -> str:
    """Slot and position of a coin; or what the unit said instead, in words."""
    if tested.reason:
        return words.quarantine(tested.reason)
    if tested.code:
        told = words.event(tested.code, tender_of(tested.slot))
        return told or words.text("operator.coin_test.code", code=str(tested.code))
    device = words.text(f"device.{tested.slot}")
    if tested.is_credit:
        return f"{device}: {words.text('operator.coin_test.credited')}"
    if not tested.position:
        return device
    position = words.text("operator.coin_test.position", position=tested.position)
    return f"{device}: {position}"
