"""The operator's page for a phone: main meters and chain head as a QR code, and as figures.

The cabinet sends nothing and needs no network: the phone's camera reads the line off the screen.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from firmware.operator.phone import METERS, phone_line
from firmware.screens import theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import line, wrapped
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Figures, View

CODE = Box(24, 66, 518, 518)
TOLD = Box(558, 66, 698, 518)
PANELS = (CODE, TOLD)
MARGIN = 17
"""From the edge of the panel to the paper."""
QUIET = 4
"""Empty squares round a QR code, by its standard: a reader needs them to find it."""
HEAD = Style("sans_bold", 22, theme.TEAL)
HOW = Style("sans", 20, theme.IVORY)
NAME = Style("sans", 20, theme.SAND)
VALUE = Style("play_bold", 20, theme.IVORY, "right")
DIGITS = Style("play_bold", 20, theme.AMBER_TEXT)
ROW_H = 26
GROUP = 4


def phone_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """The code, and beside it what it says; a sentence where there are no books to tell of."""
    figures = view.figures
    if not figures.head:
        text = words.text("operator.head_unread")
        return (line(text, HOW, TOLD.x + 20, TOLD.y + 44, "body", width=TOLD.w - 40),)
    squares = code_squares(
        phone_line(
            figures.meters, figures.ledger, figures.row, figures.head, is_test=figures.is_test
        )
    )
    side = CODE.w - 2 * MARGIN
    code = Sprite(Paint(draw_code, (side, squares)), CODE.x + MARGIN, CODE.y + MARGIN, "code")
    return (code, *_told(figures, words))


@lru_cache(maxsize=4)
def code_squares(text: str) -> tuple[str, ...]:
    """A QR code without its quiet zone: "1" for a dark square, a text for each row.

    Args:
        text: of letters that the code's alphanumeric mode holds.
    """
    import segno  # pure Python; 30 ms that only this page needs

    made = segno.make_qr(text, error="m")
    return tuple("".join("1" if dark else "0" for dark in row) for row in made.matrix)


def draw_code(kit: Kit, side: float, squares: tuple[str, ...]) -> Picture:
    """Paint: a square paper with the code in its middle, every square of it as many whole pixels.

    Squares of uneven sizes are what makes a code hard to read from afar.
    """
    whole = round(side * kit.scale)
    count = len(squares)
    pixels = whole // (count + 2 * QUIET)
    corner = (whole - pixels * count) // 2
    out = pygame.Surface((whole, whole), 0, 32)
    out.fill(theme.PAPER)
    dark, light = bytes(theme.CARD_INK), bytes(theme.PAPER)
    told = b"".join(dark if square == "1" else light for row in squares for square in row)
    small = pygame.image.frombuffer(told, (count, count), "RGB")
    out.blit(pygame.transform.scale(small, (pixels * count,) * 2), (corner, corner))
    return Picture(out)


def _told(figures: Figures, words: Speech) -> tuple[Sprite, ...]:
    x, right, width = TOLD.x + 22, TOLD.right - 22, TOLD.w - 44
    baseline = TOLD.y + 34
    sprites = [line(words.text("operator.phone.head"), HEAD, x, baseline, "body", width=width)]
    for part in wrapped(words.text("operator.phone.how"), HOW, width):
        baseline += 26
        sprites.append(line(part, HOW, x, baseline, "body", width=width))
    baseline += 10
    rows = [
        (words.text("operator.phone.ledger"), figures.ledger or "-"),
        *(
            (words.text(f"operator.meter.{meter}"), words.number(figures.meters.get(meter, 0)))
            for meter in METERS.values()
        ),
        (words.text("operator.head", row=words.number(figures.row)), ""),
    ]
    for name, value in rows:
        baseline += ROW_H
        sprites.append(line(name, NAME, x, baseline, "body", width=width - 190, floor=15))
        if value:
            sprites.append(line(value, VALUE, right, baseline, "body", width=180))
    half = len(figures.head) // 2
    for part in (figures.head[:half], figures.head[half:]):
        baseline += ROW_H
        groups = "  ".join(part[at : at + GROUP] for at in range(0, len(part), GROUP))
        sprites.append(line(groups, DIGITS, x, baseline, "body", width=width))
    return tuple(sprites)
