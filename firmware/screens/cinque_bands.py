"""Columns of Cinque Mani in their rack: five cards behind each other, open or face down.

Each card is a picture of its own, so that another hand draws only cards that were not seen before.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from firmware.cards.card import Card
from firmware.screens import brush, theme
from firmware.screens.card_band import BAND_HEIGHT, BAND_SHOWN
from firmware.screens.cinque_art import LIFT, RACK, RADIUS, SLOT
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import COLUMN_W

LIGHT_PART = 210
"""How much of a column's light is drawn at once; see `PANE_PART`."""


@lru_cache(maxsize=64)
def column(
    cards: tuple[Card, ...], x: float, y: float, widget: str, *, gap: int = 0
) -> tuple[Sprite, ...]:
    """A hand of five as it stands in the rack, from the hindmost card; `gap` is the place of
    one that is out."""
    sprites = []
    for at, card in enumerate(cards, start=1):
        is_last = at == len(cards)
        if at == gap:
            paint = Paint(draw_slot, (is_last,))
        else:
            is_top = not is_last and at + 1 != gap
            paint = Paint(draw_band, (str(card), is_top, is_last, at > 1 and at - 1 != gap))
        sprites.append(_standing(paint, at, x, y, widget, is_last=is_last))
    return tuple(sprites)


@lru_cache(maxsize=8)
def hidden_column(x: float, y: float, widget: str) -> tuple[Sprite, ...]:
    """A hand face down in the rack."""
    return tuple(
        _standing(Paint(draw_back_band, (at == 5, at > 1)), at, x, y, widget, is_last=at == 5)
        for at in range(1, 6)
    )


def _standing(paint: Paint, at: int, x: float, y: float, widget: str, *, is_last: bool) -> Sprite:
    """A card of a column; the last one reaches below the rail."""
    clip = RACK if is_last else None
    return Sprite(paint, x, y + (at - 1) * BAND_SHOWN, widget, clip=clip)


def draw_band(kit: Kit, name: str, is_top: bool, is_last: bool, is_on_card: bool) -> Picture:
    """Paint: a card in a column, with its shadow on the one behind it.

    Args:
        kit: the painter's.
        name: the card's two letters.
        is_top: whether the next one hides all but its top.
        is_last: whether it stands foremost, on a foot of paper.
        is_on_card: whether the paper of another card shows beside its round corners.
    """
    band = kit.cards.band(Card.parse(name), is_top=is_top)
    paper = brush.blank(band.get_width(), _corner(kit))
    paper.fill(theme.PAPER)
    return _shaded(kit, band, paper if is_on_card else None, is_top=is_top, is_last=is_last)


def draw_back_band(kit: Kit, is_last: bool, is_on_card: bool) -> Picture:
    """Paint: a card face down in a column; see `draw_band`."""
    back = kit.cards.back()
    w = back.get_width()
    behind = back.subsurface((0, round(BAND_SHOWN * kit.scale), w, _corner(kit)))
    band = back.subsurface((0, 0, w, _band_height(kit)))
    return _shaded(kit, band, behind if is_on_card else None, is_top=not is_last, is_last=is_last)


def draw_slot(kit: Kit, is_last: bool) -> Picture:
    """Paint: the dark place of a card that is out, with a brass edge."""
    w, h = round(COLUMN_W * kit.scale), _band_height(kit)
    out = brush.tint(brush.rounded(w, h * 2, RADIUS * kit.scale), SLOT)
    edge = brush.ring(w, h * 2, RADIUS * kit.scale, 2.5 * kit.scale)
    out.blit(brush.tint(edge, theme.BRASS_DEEP), (0, 0))
    return _shaded(kit, out.subsurface((0, 0, w, h)), None, is_top=not is_last, is_last=is_last)


def _band_height(kit: Kit) -> int:
    return round(BAND_HEIGHT * kit.scale)


def _corner(kit: Kit) -> int:
    return math.ceil(RADIUS * kit.scale)


def _shaded(
    kit: Kit,
    band: pygame.Surface,
    behind: pygame.Surface | None,
    *,
    is_top: bool,
    is_last: bool,
) -> Picture:
    """A card of a column over its shadow; anchored at its own top left corner.

    What the next one hides is not in it: it would be drawn twice. What of the card behind it
    shows beside its corners is in it: an edge that is half seen over a shadow that is half seen
    would come out too dark.
    """
    w, foot = round(COLUMN_W * kit.scale), round(LIFT * kit.scale)
    h = round(BAND_SHOWN * kit.scale) + _corner(kit) // 2 if is_top else _band_height(kit)
    shade, pad = brush.glow(w, h, RADIUS * kit.scale, 4.5 * kit.scale, 0.6)
    brush.tint(shade, theme.BLACK)
    out = brush.blank(w + 2 * pad, pad + h + (foot if is_last else pad))
    if behind is not None:
        out.blit(behind, (pad, pad))
    out.blit(shade, (0, 0))
    out.blit(band, (pad, pad))
    if is_last:
        inset = kit.px(1)
        out.fill((*theme.PAPER, 255), (pad, pad + h - inset, w, foot + inset))
    return Picture(out, -pad, -pad)


def column_light(x: float, y: float, height: float, widget: str) -> tuple[Sprite, ...]:
    """Outline and glow of a column that is lifted, to lie under it; in parts that are each drawn
    quickly."""
    parts = math.ceil(height / LIGHT_PART)
    return tuple(
        Sprite(Paint(draw_column_light, (height, part, parts)), x, y, widget, clip=RACK)
        for part in range(parts)
    )


def draw_column_light(kit: Kit, height: float, part: int, parts: int) -> Picture:
    """Paint: one of the parts of a column's light, from its top; anchored as all of it.

    It is drawn short and stretched, for it is alike between its ends.
    """
    out_by, spread = 4, 15 * kit.scale
    w, h = round((COLUMN_W + 2 * out_by) * kit.scale), round((height + 2 * out_by) * kit.scale)
    radius = (RADIUS + out_by) * kit.scale
    short = min(h, 2 * math.ceil(radius + spread * brush.GLOW_REACH) + 5)
    light, pad = brush.glow(w, short, radius, spread, 0.62)
    whole = brush.tint(light, theme.AMBER)
    whole.blit(brush.tint(brush.rounded(w, short, radius), theme.AMBER), (pad, pad))
    wide, high = w + 2 * pad, h + 2 * pad
    top, foot = high * part // parts, high * (part + 1) // parts
    out = brush.stretched(whole, (wide, high), pygame.Rect(0, top, wide, foot - top))
    at = -round(out_by * kit.scale) - pad
    return Picture(out, at, at + top)
