"""The pictures of a fault: the band of lozenges and the cabinet with its door open or shut."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from firmware.screens import brush, theme
from firmware.screens.brush import OVERSAMPLING
from firmware.screens.fault_signs import SIDE
from firmware.screens.kit import Kit
from firmware.screens.panels import layout_for
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Colour
from firmware.screens.vector import document, render_svg

_LEFT, _TOP, _WIDTH, _HEIGHT = 90, 50, 390, 510
"""Where the cabinet stands on the grid."""
_DOOR_MIDDLE = 234, 401
_SIGN = 152
"""Side of the square for a sign on the door."""
CABINET_PARTS = 6
"""One under another: none takes a turn of the loop long to draw."""


def draw_band(kit: Kit) -> Picture:
    """Paint: the hazard band along the upper edge of the display."""
    s = kit.scale
    w, h = layout_for(kit).size[0], round(34 * s)
    out = brush.blank(w, h + kit.px(2))
    out.fill((*theme.rgb("#8E0F1A"), 255), (0, 0, w, h))
    dark = brush.lozenge(40 * s, 56 * s, theme.rgb("#150405"))
    gem = brush.lozenge(14 * s, 20 * s, theme.AMBER)
    band = out.subsurface((0, 0, w, h))
    for index in range(int(w / (40 * s)) + 1):
        x = round((index * 40 + 20) * s)
        band.blit(dark, (x - dark.get_width() // 2, h // 2 - dark.get_height() // 2))
        band.blit(gem, (x - gem.get_width() // 2, h // 2 - gem.get_height() // 2))
    out.fill((*theme.rgb("#F2A65A"), 255), (0, h, w, kit.px(2)))
    return Picture(out)


def draw_cabinet(kit: Kit, is_open: bool, part: int) -> Picture:
    """Paint: a part of a cabinet of lines, its door hanging open, or shut; the uppermost is 0.

    Nothing of it is read: the disk may be what has failed.
    """
    fine = OVERSAMPLING // 2
    k = kit.scale * fine
    width, height = round(_WIDTH * kit.scale), round(_HEIGHT * kit.scale)
    top, foot = (height * place // CABINET_PARTS for place in (part, part + 1))
    big = brush.blank(width * fine, (foot - top) * fine)

    def at(points: Sequence[tuple[float, float]]) -> Points:
        return [((x - _LEFT) * k, (y - _TOP) * k - top * fine) for x, y in points]

    def area(points: Sequence[tuple[float, float]], colour: Colour) -> None:
        pygame.draw.polygon(big, (*colour, 255), at(points))

    def outline(points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        spots = at(points)
        for start, end in zip(spots, spots[1:] + spots[:1], strict=True):
            pygame.draw.line(big, (*colour, 255), start, end, max(1, round(width * k)))
        for spot in spots:
            pygame.draw.circle(big, (*colour, 255), spot, width * k / 2)

    def box(x: float, y: float, w: float, h: float, colour: Colour, radius: float) -> None:
        rect = pygame.Rect(
            round((x - _LEFT) * k), round((y - _TOP) * k) - top * fine, round(w * k), round(h * k)
        )
        pygame.draw.rect(big, (*colour, 255), rect, border_radius=round(radius * k))

    body = [(144, 66), (324, 66), (354, 125), (354, 506), (114, 506), (114, 125)]
    area(body, theme.rgb("#14080B"))
    outline(body, theme.IVORY, 5)
    box(140, 92, 188, 22, theme.AMBER, 6)
    box(138, 134, 192, 110, theme.IVORY, 10)
    box(142, 138, 184, 102, theme.rgb("#3A0E16"), 7)
    for index, x in enumerate((152, 186, 220, 254, 288)):
        lit = index in (0, 2)
        box(x, 158, 28, 42, theme.IVORY if lit else theme.rgb("#8E5A5E"), 4)
    shelf = [(126, 256), (342, 256), (360, 292), (108, 292)]
    area(shelf, theme.rgb("#3A0E16"))
    outline(shelf, theme.IVORY, 4)
    for x in (140, 167, 194, 221, 248, 281, 308, 335):
        pygame.draw.circle(big, (*theme.rgb("#8E5A5E"), 255), at([(x, 275)])[0], 7 * k)
    hole = [(148, 316), (320, 316), (320, 486), (148, 486)]
    area(hole, theme.BLACK if is_open else theme.rgb("#240A0E"))
    outline(hole, theme.rgb("#FFD9D0"), 4)
    if is_open:
        box(168, 394, 54, 74, theme.rgb("#F0A52A"), 0)
        box(171, 397, 48, 68, theme.rgb("#5B3A10"), 0)
        door = [(320, 316), (426, 348), (426, 536), (320, 486)]
        area(door, theme.rgb("#C01624"))
        outline(door, theme.rgb("#FFD9D0"), 4)
        pygame.draw.circle(big, (*theme.rgb("#FFF4DC"), 255), at([(407, 438)])[0], 8 * k)
        _arrow(big, at, k)
    small = pygame.transform.smoothscale(big, (width, foot - top))
    return Picture(small, round(_LEFT * kit.scale), round(_TOP * kit.scale) + top)


def draw_door_light(kit: Kit) -> Picture:
    """Paint: the light behind the open door; anchored as the cabinet."""
    s = kit.scale
    light, pad = brush.glow(round(104 * s), round(190 * s), 8 * s, 16 * s, 0.7)
    x, y = round((321 - _LEFT) * s), round((330 - _TOP) * s)
    shown = brush.tint(light, theme.rgb("#E0202E"))
    return Picture(shown, round(_LEFT * s) + x - pad, round(_TOP * s) + y - pad)


def draw_sign(kit: Kit, on_door: str) -> Picture:
    """Paint: the sign on a shut door; anchored as the cabinet.

    Args:
        kit: the painter's.
        on_door: the sign's SVG elements, as `fault_signs.sign` gives them.
    """
    side = round(_SIGN * kit.scale)
    drawing = document(on_door, (-SIDE / 2, -SIDE / 2, SIDE, SIDE))
    (x, y), s = _DOOR_MIDDLE, kit.scale
    middle = round((x - _LEFT) * s), round((y - _TOP) * s)
    picture = render_svg(drawing, (side, side), name="sign of a fault")
    corner = picture.get_rect(center=middle)
    return Picture(picture, round(_LEFT * s) + corner.x, round(_TOP * s) + corner.y)


def cabinet(on_door: str | None) -> tuple[Sprite, ...]:
    """The cabinet with a sign on its door, or with its door open.

    Args:
        on_door: the sign's SVG elements; None for an open door.
    """
    is_open = on_door is None
    paints = [Paint(draw_cabinet, (is_open, part)) for part in range(CABINET_PARTS)]
    if is_open:
        paints.insert(0, Paint(draw_door_light, ()))
    else:
        paints.append(Paint(draw_sign, (on_door,)))
    return tuple(Sprite(paint, 0, 0, "picture") for paint in paints)


Points = list[tuple[float, float]]
Placing = Callable[[Sequence[tuple[float, float]]], Points]


def _arrow(big: pygame.Surface, at: Placing, k: float) -> None:
    """The arc that says which way the door goes."""
    spots: Points = []
    for step in range(17):
        angle = math.radians(-4 - step * 4.6)
        spots.append((384 + 78 * math.cos(angle) - 2, 338 + 58 * math.sin(angle) - 2))
    placed = at([(x, y - 4) for x, y in spots])
    for start, end in pairwise(placed):
        pygame.draw.line(big, (*theme.AMBER, 255), start, end, max(1, round(6 * k)))
        pygame.draw.circle(big, (*theme.AMBER, 255), end, 3 * k)
    tip = at([(372, 278), (398, 266), (394, 294)])
    pygame.draw.polygon(big, (*theme.AMBER, 255), tip)
