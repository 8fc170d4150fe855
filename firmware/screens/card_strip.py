"""The waiting hand in one low row: of each card a strip, its rank beside its suit."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from firmware.cards.card import Card
from firmware.screens import brush, theme
from firmware.screens.card_face import suit_ink
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Style

STRIP_W, STRIP_H = 136, 76


def card_strips(
    cards: Sequence[Card | None], held: Collection[int], left: float, step: float, y: float
) -> tuple[Sprite, ...]:
    """The places of a table from `left`, one every `step`; the held ones are framed."""
    return tuple(
        Sprite(
            Paint(draw_strip, ("" if card is None else str(card), place in held)),
            left + step * (place - 1),
            y,
            "hand",
        )
        for place, card in enumerate(cards, start=1)
    )


def draw_strip(kit: Kit, face: str, is_held: bool) -> Picture:
    """Paint: a card as a strip, its rank beside its suit; nothing of a hidden one."""
    s = kit.scale
    w, h = round(STRIP_W * s), round(STRIP_H * s)
    out = brush.tint(brush.rounded(w, h, 6 * s), theme.PAPER if face else theme.PETROL)
    if face == "JK":
        drawn = draw_line(kit, "JOKER", Style("play_bold", 28, theme.rgb("#7E0B18"), "centre"), 1.0)
        out.blit(drawn.surface, (w // 2 + drawn.dx, round(48 * s) + drawn.dy))
    elif face:
        card = Card.parse(face)
        assert card.rank is not None
        assert card.suit is not None
        rank = "10" if card.rank.letter == "T" else card.rank.letter
        ink = theme.rgb(suit_ink(card.suit, kit.cards.four_colour))
        style = Style("play_bold", 62, ink, "centre")
        drawn = draw_line(kit, rank, style, 0.8 if len(rank) == 1 else 0.7)
        middle = 46 if len(rank) == 1 else 43
        out.blit(drawn.surface, (round(middle * s) + drawn.dx, round(60 * s) + drawn.dy))
        sign = kit.cards.suit(card.suit, 46 * s)
        out.blit(sign, sign.get_rect(center=(round(96 * s), round(38 * s))))
    else:
        mark = kit.cards.mark(46 * s)
        out.blit(mark, mark.get_rect(center=(w // 2, h // 2)))
    if not is_held:
        return Picture(out)
    pad = kit.px(3)
    framed = brush.blank(w + 2 * pad, h + 2 * pad)
    framed.blit(out, (pad, pad))
    ring = brush.ring(w + 2 * pad, h + 2 * pad, 6 * s + pad, 3.5 * s)
    framed.blit(brush.tint(ring, theme.AMBER), (0, 0))
    return Picture(framed, -pad, -pad)
