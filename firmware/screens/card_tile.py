"""A card as a small tile: its rank beside its suit, for rows that show many cards at once."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.cards.card import Card
from firmware.screens import brush, theme
from firmware.screens.card_face import suit_ink
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Style


def tile_row(
    cards: Sequence[Card],
    x: float,
    y: float,
    widget: str,
    *,
    width: float = 62,
    height: float = 40,
    gap: float = 4,
    alpha: int = 255,
) -> tuple[Sprite, ...]:
    """Cards in a row from a corner, `gap` between two."""
    return tuple(
        tile(card, x + (width + gap) * place, y, widget, width=width, height=height, alpha=alpha)
        for place, card in enumerate(cards)
    )


def tile(
    card: Card, x: float, y: float, widget: str, *, width: float, height: float, alpha: int = 255
) -> Sprite:
    """One card, anchored at its corner."""
    return Sprite(Paint(draw_tile, (str(card), width, height)), x, y, widget, alpha)


def draw_tile(kit: Kit, face: str, width: float, height: float) -> Picture:
    """Paint: see `tile`; the rank and the suit stand in the two halves."""
    s = kit.scale
    w, h = round(width * s), round(height * s)
    out = brush.tint(brush.rounded(w, h, 0.12 * h), theme.PAPER)
    card = Card.parse(face)
    if card.is_joker:
        sign = kit.cards.mark(0.72 * h, "paper")
        out.blit(sign, sign.get_rect(center=(w // 2, h // 2)))
        return Picture(out)
    assert card.rank is not None
    assert card.suit is not None
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    ink = theme.rgb(suit_ink(card.suit, kit.cards.four_colour))
    style = Style("play_bold", 0.86 * height, ink, "centre")
    drawn = draw_line(kit, rank, style, 0.85 if len(rank) == 1 else 0.68)
    baseline = round(0.5 * h + 0.31 * height * s)
    out.blit(drawn.surface, (round(0.29 * w) + drawn.dx, baseline + drawn.dy))
    sign = kit.cards.suit(card.suit, min(0.6 * height, 0.38 * width) * s)
    out.blit(sign, sign.get_rect(center=(round(0.735 * w), h // 2)))
    return Picture(out)
