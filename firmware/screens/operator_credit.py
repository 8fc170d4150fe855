"""The page of the credit: how much there is, why it may not move now, what each key does."""

from __future__ import annotations

from firmware.cabinet.operator_menu.credit import gift_limit
from firmware.cabinet.operator_menu.pages import GIFTS
from firmware.money import Account
from firmware.screens import theme
from firmware.screens.leaf import paragraphs
from firmware.screens.lettering import line
from firmware.screens.operator_rows import HEAD, Row, note_sprites, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

NOW = Box(24, 66, 606, 330)
NOTE = Box(24, 406, 606, 60)
GIFT = Box(24, 476, 606, 108)
ABOUT = Box(650, 66, 606, 518)
PANELS = (NOW, NOTE, GIFT, ABOUT)
CREDIT = Style("play_bold", 78, theme.AMBER_TEXT, "right")
WORD = Style("sans", 26, theme.SAND)
AMOUNT = Style("play_bold", 40, theme.AMBER_TEXT, "right")
SHOWN = (
    (Account.PENDING, "pending"),
    (Account.STAKE, "stake"),
    (Account.GAMBLE, "gamble"),
)
"""What keeps credit from being moved while it is not 0."""


def credit_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The credit in credits and money, what waits beside it, the gift, and how it goes."""
    state, menu = view.state, view.state.operator
    balances = state.balances
    minor = state.paid_credit * view.setup.credit_minor
    x, right = NOW.x + 24, NOW.right - 24
    rows = [
        Row(words.text(f"account.{name}"), words.number(balances.get(account, 0)))
        for account, name in SHOWN
    ]
    is_open = any(balances.get(account, 0) for account, _ in SHOWN)
    left_over = gift_limit(state.role) - menu.given
    texts = [
        words.text("operator.credit.about.hand_pay"),
        words.text("operator.credit.about.cancel"),
        words.text("operator.credit.about.give", limit=words.number(left_over)),
    ]
    if is_open:
        texts.insert(0, words.text("operator.credit.about.open"))
    box = Box(ABOUT.x + 22, ABOUT.y + 26, ABOUT.w - 44, ABOUT.h - 50)
    return (
        line(words.text("meter.credit"), HEAD, x, NOW.y + 40, "now", width=300),
        line(words.number(state.paid_credit), CREDIT, right, NOW.y + 96, "now", width=420),
        line(words.money(minor, view.setup.currency), AMOUNT, right, NOW.y + 148, "now", width=420),
        *rows_sprites(rows, Box(NOW.x, NOW.y + 176, NOW.w, 150), widget="now"),
        *note_sprites(view, words, NOTE),
        line(words.text("operator.credit.gift"), WORD, x, GIFT.y + 66, "gift", width=360),
        line(words.number(GIFTS[menu.gift]), AMOUNT, right, GIFT.y + 68, "gift", width=180),
        *paragraphs(tuple(texts), box, largest=26),
    )
