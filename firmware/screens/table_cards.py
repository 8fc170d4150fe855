"""Cards on the table: lying, flying, turning, held, in a win, out of it, hidden and swaying.

A place of the table is a small value (`Look`) that says what to show; `card_sprites` turns five
of them into sprites, all light first and all cards after it, so no glow lies on a neighbour.
Angles and widths go in steps that nobody sees, which keeps every picture in the cache.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from firmware.cabinet.motion import Part
from firmware.cards.card import Card
from firmware.screens import brush, lettering, theme
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.stillness import faded, stepped
from firmware.screens.theme import CARD_BOXES, CARD_H, CARD_W, Colour, Style

RADIUS = 12
OUTLINE = 4
TURN_STEPS = 5
"""Pictures of each half of a turn."""
SWAY_STEP_DEG = 0.2
SWAY_STEPS = round(theme.SWAY_DEG / SWAY_STEP_DEG)
TAG_W, TAG_H, TAG_X = 116, 26, 22
ENTRY_X = 1300
"""Where a card starts to fly: just beyond the right edge."""
BACK = "back"


class Look(NamedTuple):
    """What lies at one place.

    Attributes:
        face: a card's two letters, or "back".
        x: left edge.
        y: top edge.
        turn: 0 the back is seen .. 1 the face is; between, the card is turning.
        angle: degrees it leans.
        outline: "", "held", "won" or "bank".
        veil: 0..1 how far it is out of the hand.
        dim: 0..1 how much light it has lost.
        tag: word at its foot, or empty.
        tag_grown: 0..1 how far the tag has grown.
        level: brightness of the outline, 0..1.
        alpha: 0..1 how far it has faded in.
    """

    face: str
    x: float
    y: float
    turn: float = 1.0
    angle: float = 0.0
    outline: str = ""
    veil: float = 0.0
    dim: float = 0.0
    tag: str = ""
    tag_grown: float = 1.0
    level: float = 1.0
    alpha: float = 1.0


def ease_out(progress: float, overshoot: float = 0.6) -> float:
    """0..1 with a small overshoot near the end.

    >>> ease_out(0.0), ease_out(1.0)
    (0.0, 1.0)
    """
    back = progress - 1
    return 1 + (overshoot + 1) * back**3 + overshoot * back**2 if progress > 0 else 0.0


def flight_x(place: int, progress: float) -> float:
    """Left edge of a card on its way to a place (1..5), in half pixels."""
    end = CARD_BOXES[place - 1].x
    return round((ENTRY_X + (end - ENTRY_X) * ease_out(progress)) * 2) / 2


def flying(place: int, flight: Part, now_s: float, *, is_still: bool) -> Look:
    """A card on its way to a place of the table; where nothing may fly, it fades in there."""
    if is_still:
        box = CARD_BOXES[place - 1]
        return Look(BACK, box.x, box.y, turn=0.0, alpha=faded(flight, now_s))
    x = flight_x(place, flight.progress(now_s))
    return Look(BACK, x, CARD_BOXES[place - 1].y, turn=0.0)


def sway_angle(place: int, now_s: float) -> float:
    """How far the hidden card of a place leans now, degrees, in visible steps."""
    phase = now_s / theme.SWAY_S * 2 * math.pi + place * 1.9
    return round(theme.SWAY_DEG * math.sin(phase) / SWAY_STEP_DEG) * SWAY_STEP_DEG


def card_sprites(looks: Sequence[Look | None], *, is_still: bool = False) -> tuple[Sprite, ...]:
    """The cards of places 1..5; None where nothing lies.

    Where nothing may move, a card that turns stays as wide as it is: its face fades in over its
    back.
    """
    lights: list[Sprite] = []
    cards: list[Sprite] = []
    for place, look in enumerate(looks, start=1):
        if look is None:
            continue
        name = f"card.{place}"
        light = _OUTLINES.get(look.outline)
        alpha = round(255 * look.level)
        upright = abs(look.angle) < SWAY_STEP_DEG / 2
        if light is not None and upright and look.turn >= 1.0:
            lights.append(Sprite(Paint(draw_light, (light,)), look.x, look.y, name, alpha))
        elif upright and look.turn >= 1.0:
            lights.append(Sprite(Paint(draw_shadow, ()), look.x, look.y, name))
        if is_still and 0.0 < look.turn < 1.0:
            cards += _fading(look, name)
        else:
            cards.append(_body(look, name)._replace(alpha=round(255 * look.alpha)))
        if look.veil > 0:
            cards.append(
                Sprite(
                    Paint(draw_cover, (theme.VEIL,)),
                    look.x,
                    look.y,
                    name,
                    round(255 * 0.4 * look.veil),
                )
            )
        if look.dim > 0:
            cards.append(
                Sprite(
                    Paint(draw_cover, (theme.BLACK,)),
                    look.x,
                    look.y,
                    name,
                    round(255 * 0.3 * look.dim),
                )
            )
        if light is not None and look.turn >= 1.0:
            cards.append(Sprite(Paint(draw_outline, (light,)), look.x, look.y, name, alpha))
        if look.tag:
            grown = max(1, round(look.tag_grown * 6))
            cards.append(
                Sprite(
                    Paint(draw_tag, (look.tag, look.outline == "bank", grown)),
                    look.x + TAG_X + TAG_W / 2,
                    look.y + CARD_H - 4,
                    f"tag.{place}",
                )
            )
    return (*lights, *cards)


_OUTLINES: dict[str, Colour] = {"held": theme.AMBER, "won": theme.AMBER, "bank": theme.CORAL}


def _fading(look: Look, name: str) -> tuple[Sprite, ...]:
    """The back, and the face over it as far as it is there."""
    return tuple(
        Sprite(Paint(draw_card, (face,)), look.x, look.y, name, round(255 * share))
        for face, share in ((BACK, 1.0), (look.face, stepped(look.turn)))
        if share
    )


def _body(look: Look, name: str) -> Sprite:
    if abs(look.angle) >= SWAY_STEP_DEG / 2:
        steps = round(look.angle / SWAY_STEP_DEG)
        return Sprite(
            Paint(draw_leaning, (look.face, steps)),
            look.x + CARD_W / 2,
            look.y + CARD_H / 2,
            name,
        )
    if look.turn >= 1.0:
        return Sprite(Paint(draw_card, (look.face,)), look.x, look.y, name)
    if look.turn <= 0.0:
        return Sprite(Paint(draw_card, (BACK,)), look.x, look.y, name)
    step = min(2 * TURN_STEPS - 1, int(look.turn * 2 * TURN_STEPS))
    face = BACK if step < TURN_STEPS else look.face
    away = step + 1 if step < TURN_STEPS else 2 * TURN_STEPS - step
    return Sprite(Paint(draw_turning, (face, away)), look.x + CARD_W / 2, look.y, name)


def _surface(kit: Kit, face: str) -> pygame.Surface:
    return kit.cards.back() if face == BACK else kit.cards.face(Card.parse(face))


def draw_card(kit: Kit, face: str) -> Picture:
    """Paint: a card as it lies, anchored at its top left corner."""
    return Picture(_surface(kit, face))


def draw_turning(kit: Kit, face: str, away: int) -> Picture:
    """Paint: a card narrowed by its turn, `away` of TURN_STEPS from flat; anchored top centre."""
    full = _surface(kit, face)
    width = max(2, round(full.get_width() * math.cos(away / (TURN_STEPS + 1) * math.pi / 2)))
    out = pygame.transform.smoothscale(full, (width, full.get_height()))
    if away >= TURN_STEPS - 1:  # the edge catches the light
        out.fill((60, 54, 36, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return Picture(out, -(width // 2))


def draw_leaning(kit: Kit, face: str, steps: int) -> Picture:
    """Paint: a card that leans by `steps`, with its shadow, anchored in its centre."""
    if face != BACK or abs(steps) > SWAY_STEPS:
        out = _leaning(kit, face, steps)
    else:  # a hidden card is drawn thirty times a second, and turning it takes a millisecond
        widest = math.radians(SWAY_STEPS * SWAY_STEP_DEG)
        w, h = (side + 2 * kit.px(14) for side in _card_size(kit))
        size = math.ceil(w + h * math.sin(widest)) + 2, math.ceil(h + w * math.sin(widest)) + 2

        def draw() -> pygame.Surface:
            middle, turned = brush.blank(*size), _leaning(kit, face, steps)
            x, y = (
                whole // 2 - side // 2 for whole, side in zip(size, turned.get_size(), strict=True)
            )
            middle.blit(turned, (x, y))
            return middle

        out = kit.kept(f"leaning-{steps}", size, draw)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))


def _leaning(kit: Kit, face: str, steps: int) -> pygame.Surface:
    full = _surface(kit, face)
    pad = kit.px(14)
    room = brush.blank(full.get_width() + 2 * pad, full.get_height() + 2 * pad)
    shadow = draw_shadow(kit)
    room.blit(shadow.surface, (pad + shadow.dx, pad + shadow.dy))
    room.blit(full, (pad, pad))
    return pygame.transform.rotozoom(room, -steps * SWAY_STEP_DEG, 1.0)


def _card_size(kit: Kit) -> tuple[int, int]:
    return round(CARD_W * kit.scale), round(CARD_H * kit.scale)


def draw_shadow(kit: Kit) -> Picture:
    """Paint: the soft shadow under a card: 5 down, blur 6, 45 % black."""
    w, h = _card_size(kit)
    light, pad = brush.glow(w, h, RADIUS * kit.scale, 5 * kit.scale, 0.45)
    return Picture(brush.tint(light, theme.BLACK), -pad, round(5 * kit.scale) - pad)


def draw_light(kit: Kit, colour: Colour) -> Picture:
    """Paint: the light around a card that counts."""
    w, h = _card_size(kit)
    light, pad = brush.glow(w, h, RADIUS * kit.scale, 18 * kit.scale, 0.66)
    return Picture(brush.tint(light, colour), -pad, -pad)


def draw_outline(kit: Kit, colour: Colour) -> Picture:
    """Paint: the outline of a card that counts, mostly outside it."""
    out_by = 3
    w, h = round((CARD_W + 2 * out_by) * kit.scale), round((CARD_H + 2 * out_by) * kit.scale)
    ring = brush.ring(w, h, (RADIUS + out_by) * kit.scale, OUTLINE * kit.scale)
    at = -round(out_by * kit.scale)
    return Picture(brush.tint(ring, colour), at, at)


def draw_cover(kit: Kit, colour: Colour) -> Picture:
    """Paint: a card-shaped area in one colour, for veils."""
    w, h = _card_size(kit)
    return Picture(brush.tint(brush.rounded(w, h, RADIUS * kit.scale), colour))


TAG = Style("play_bold", 18, theme.LAMP_INK, "centre", 1.6)


def draw_tag(kit: Kit, word: str, is_bank: bool, grown: int) -> Picture:
    """Paint: the tag at a card's foot, `grown` of 6 from its centre; anchored top centre."""
    w, h = round(TAG_W * kit.scale), round(TAG_H * kit.scale)
    stops = (
        (theme.rgb("#FFC2B4"), theme.rgb("#FF8E7A"))
        if is_bank
        else (theme.rgb("#FFDF90"), theme.rgb("#F9AE26"))
    )
    face = brush.vertical_gradient(w, h, stops)
    out = brush.masked(face, brush.rounded(w, h, 6 * kit.scale))
    drawn = lettering.written(kit, word, TAG, TAG_W - 12, 15)
    baseline = TAG_H / 2 + 0.35 * lettering.grown(TAG.size, kit.growth)
    out.blit(drawn.surface, (w // 2 + drawn.dx, round(baseline * kit.scale) + drawn.dy))
    if grown < 6:
        out = pygame.transform.smoothscale(out, (max(2, w * grown // 6), max(2, h * grown // 6)))
    return Picture(out, -(out.get_width() // 2), (h - out.get_height()) // 2)
