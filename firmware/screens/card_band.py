"""A card as it stands in a column of Cinque Mani: index and suit across its top.

Of all but the last card of a column only that top is seen. Under it the last one has a window
with its pips laid across, or the court's head. Lengths are card units, as in `card_face`.
"""

from __future__ import annotations

import pygame

from firmware.cards.card import Card, Rank, Suit
from firmware.screens.brush import masked, rounded
from firmware.screens.card_face import (
    CARD_INK,
    CARD_RADIUS,
    CARD_WIDTH,
    COURT_NAMES,
    INDEX_EM,
    PANEL_PAPER,
    PANEL_RADIUS,
    PANEL_WIDTH,
    PAPER,
    PICTURE_EDGE,
    PIP_ROWS,
    court_body,
    letter_svg,
    oversampled,
    pip_svg,
    suit_ink,
)
from firmware.screens.vector import Size, document, placed, render_svg

BAND_HEIGHT, BAND_TOP, BAND_SHOWN = 140, 80, 64
"""How high the last card of a column stands, how much is drawn of the others, and how much of
those is seen: the round corners of the card over them let a little more show through."""

_INDEX_X, _INDEX_FOOT_Y, _INDEX_SQUEEZE = 36, 56, 0.92
_SQUEEZE = {"T": 0.70, "Q": 0.80}
_SUIT_X, _SUIT_Y, _SUIT_SIZE = 98, 32, 42
_WINDOW_X, _WINDOW_Y, _WINDOW_WIDTH, _WINDOW_HEIGHT = 10, 66, 140, 66
_PIP_X, _PIP_Y, _PIP_SIZE, _ACE_SIZE = 53, 21, 20, 52
_HEAD_TOP, _HEAD_HIGH = 1.5, 73
"""Where a court's head lies in its picture, with the crown."""


def draw_band(
    card: Card, size: Size, four_colour: bool = False, *, is_top: bool = False
) -> pygame.Surface:
    """A card in a column; its upper corners are round, its foot is square.

    Args:
        card: of the 32 from seven to ace.
        size: pixels; 160 x 140 or near that ratio, 160 x 80 for the top alone.
        four_colour: diamonds blue and clubs green.
        is_top: whether only the top is wanted, without the window.

    Raises:
        ValueError: for a joker.
    """
    if card.rank is None or card.suit is None:
        raise ValueError(f"a joker has no band: '{card}'")
    high = BAND_TOP if is_top else BAND_HEIGHT
    large, ink = oversampled(size), suit_ink(card.suit, four_colour)
    letter = card.rank.letter
    squeeze = _SQUEEZE.get(letter, _INDEX_SQUEEZE)
    body = (
        f'<rect width="{CARD_WIDTH}" height="{high}" fill="{PAPER}"/>'
        + letter_svg(letter, INDEX_EM, _INDEX_FOOT_Y, squeeze, ink, _INDEX_X)
        + pip_svg(card.suit, ink, _SUIT_X, _SUIT_Y, _SUIT_SIZE)
    )
    if not is_top:
        body += _window(card.rank, card.suit, ink)
    band = render_svg(document(body, (0, 0, CARD_WIDTH, high)), large, name=f"band {card}")
    if not is_top and card.rank in COURT_NAMES:
        _put_head(band, card.rank, card.suit, ink)
    out = pygame.transform.smoothscale(band, size)
    # The mask is taller than the card, so that only the upper corners come out round.
    return masked(out, rounded(size[0], size[1] * 2, CARD_RADIUS * size[0] / CARD_WIDTH))


def pips_across(rank: Rank, suit: Suit, ink: str) -> str:
    """The pips of a number card laid across a window, about its centre; all stand upright."""
    return "".join(
        pip_svg(suit, ink, row * _PIP_X, column * _PIP_Y, _PIP_SIZE)
        for columns, row in PIP_ROWS[int(rank)]
        for column in columns
    )


def _window(rank: Rank, suit: Suit, ink: str) -> str:
    """The window with what it shows, but for a head, which has to be cut."""
    box = (
        f'<rect x="{_WINDOW_X}" y="{_WINDOW_Y}" width="{_WINDOW_WIDTH}"'
        f' height="{_WINDOW_HEIGHT}" rx="{PANEL_RADIUS}"'
    )
    middle = _WINDOW_X + _WINDOW_WIDTH / 2, _WINDOW_Y + _WINDOW_HEIGHT / 2
    edge = f'{box} fill="none" stroke="{ink}" stroke-opacity="0.32"/>'
    shown = ""
    if rank in COURT_NAMES:
        edge = f'{box} fill="none" stroke="{CARD_INK}" stroke-width="{PICTURE_EDGE:g}"/>'
    elif rank is Rank.ACE:
        shown = pip_svg(suit, ink, *middle, _ACE_SIZE)
    else:
        shown = placed(pips_across(rank, suit, ink), *middle)
    return f'{box} fill="{PANEL_PAPER}"/>{shown}{edge}'


def _put_head(band: pygame.Surface, rank: Rank, suit: Suit, ink: str) -> None:
    """Lay a court's head into the window of a band, within its edge."""
    across, down = band.get_width() / CARD_WIDTH, band.get_height() / BAND_HEIGHT
    inset = PICTURE_EDGE / 2
    size = (
        round((_WINDOW_WIDTH - 2 * inset) * across),
        round((_WINDOW_HEIGHT - 2 * inset) * down),
    )
    body, tokens = court_body(rank, suit, ink)
    wide = _HEAD_HIGH * size[0] / size[1]
    view = (PANEL_WIDTH / 2 - wide / 2, _HEAD_TOP, wide, _HEAD_HIGH)
    head = pygame.Surface(size, pygame.SRCALPHA, 32)
    head.fill(PANEL_PAPER)
    head.blit(render_svg(document(body, view), size, tokens, name=f"head of {rank}{suit}"), (0, 0))
    masked(head, rounded(*size, (PANEL_RADIUS - inset) * across))
    band.blit(head, (round((_WINDOW_X + inset) * across), round((_WINDOW_Y + inset) * down)))
