"""Grounds, glass panels, meters and rules: the still furniture of every room."""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from itertools import pairwise

import pygame

from firmware.screens import brush, theme
from firmware.screens.curtain import draw_folds
from firmware.screens.kit import Kit
from firmware.screens.layout import Layout, layout_of
from firmware.screens.lettering import kept, line, width_of
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour, Room, Style

LATTICE_W, LATTICE_H = 128, 176
PANEL_RADIUS = 10
PANEL_EDGE = 1.5
PANE_PART = 60_000
"""Square units of a pane that are drawn at once: what is larger than a block that the system
gives anew each time (`frugal`) costs several times as much."""


@lru_cache(maxsize=16)
def ground(room: Room, panels: tuple[Box, ...], has_shelf: bool = True) -> Sprite:
    """The opaque background of a room with its empty panels; nothing lies under it."""
    return Sprite(Paint(draw_ground, (room, panels, has_shelf)), 0, 0, "ground")


def draw_ground(kit: Kit, room: Room, panels: tuple[Box, ...], has_shelf: bool) -> Picture:
    """Paint: shading, lattice, the dark shelf of the keys, and glass."""
    layout = layout_for(kit)
    name = f"ground-{room.name}-{outline_code(panels, layout)}"
    return Picture(
        kit.kept_opaque(name, layout.size, lambda: _ground(kit, room, panels, has_shelf, layout))
    )


def layout_for(kit: Kit) -> Layout:
    """The layout of what lies behind everything; of the bare grid where a kit has none."""
    if kit.layout is not None:
        return kit.layout
    return layout_of(round(theme.WIDTH * kit.scale), round(theme.HEIGHT * kit.scale))


def outline_code(panels: tuple[Box, ...], layout: Layout) -> str:
    """Eight hexadecimal digits that tell one arrangement of panels from another."""
    outline = "-".join(f"{edge}" for box in panels for edge in layout.device(box))
    return f"{zlib.crc32(outline.encode()):08x}"


def _ground(
    kit: Kit, room: Room, panels: tuple[Box, ...], has_shelf: bool, layout: Layout
) -> pygame.Surface:
    out = brush.vertical_gradient(*layout.size, (room.top, room.bottom))
    if room.lattice is not None:
        _light(kit, out, room)
        _lattice(kit, out, room.lattice)
    if room.name == "fault":
        _warm(kit, out)
    if room.name == "strip":
        draw_folds(out, theme.rgb("#6B3A64"), kit.scale)
    draw_panes(kit, out, room, panels, layout)
    if has_shelf:
        draw_shelf(kit, out, layout)
    return out


def draw_panes(
    kit: Kit, out: pygame.Surface, room: Room, panels: tuple[Box, ...], layout: Layout
) -> None:
    """The empty panels, where they lie on this display, onto `out`."""
    for box in panels:
        rect, scale = layout.device(box), layout.scale_at(box)
        glass = draw_glass(kit.at(scale), room, rect.w / scale, rect.h / scale)
        out.blit(glass.surface, rect.topleft)


def _light(kit: Kit, out: pygame.Surface, room: Room) -> None:
    """A little light high in the middle, dark corners: the picture is not flat."""
    s = kit.scale
    colour = room.lattice or room.top
    out.blit(brush.pool(out.get_size(), (out.get_width() / 2, 0), 1700 * s, colour, 0.5), (0, 0))


def _warm(kit: Kit, out: pygame.Surface) -> None:
    s = kit.scale
    colour = theme.rgb("#6A1018")
    out.blit(brush.pool(out.get_size(), (270 * s, 300 * s), 900 * s, colour, 0.7), (0, 0))


def _lattice(kit: Kit, out: pygame.Surface, colour: Colour) -> None:
    """Lozenges over the whole ground, a few of them filled, on one transparent layer."""
    s = kit.scale
    layer = brush.blank(*out.get_size())
    tile = _lattice_tile(kit, colour)
    filled = brush.lozenge(LATTICE_W * s, LATTICE_H * s, colour)
    filled.fill((255, 255, 255, 84), special_flags=pygame.BLEND_RGBA_MULT)
    for row in range(math.ceil(out.get_height() / s / LATTICE_H) + 1):
        for column in range(math.ceil(out.get_width() / s / LATTICE_W) + 1):
            x, y = column * LATTICE_W * s, row * LATTICE_H * s
            layer.blit(tile, (round(x), round(y)))
            for half in (0, 1):
                if (row * 7 + half * 4 + column * 3) % 11 in (0, 8):
                    middle = x + LATTICE_W * s * (1 - half / 2), y + LATTICE_H * s * (half + 1) / 2
                    layer.blit(filled, filled.get_rect(center=(round(middle[0]), round(middle[1]))))
    fade = brush.vertical_gradient(
        1, out.get_height(), ((255, 255, 255, 255), (255, 255, 255, 235), (255, 255, 255, 120))
    )
    for y in range(out.get_height()):  # row by row: a whole layer of it would take 8 MB at 1080p
        line_of_it = (0, y, out.get_width(), 1)
        layer.fill(fade.get_at((0, y)), line_of_it, special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(layer, (0, 0))


def _lattice_tile(kit: Kit, colour: Colour) -> pygame.Surface:
    """One period of the lattice: the lines of a lozenge and of the quarters around it."""
    k = kit.scale * brush.OVERSAMPLING
    w, h = LATTICE_W * k, LATTICE_H * k
    big = brush.blank(w, h)
    width = max(1, round(1.5 * k))
    for start, end in (((0, h / 2), (w / 2, 0)), ((w / 2, 0), (w, h / 2))):
        pygame.draw.line(big, (255, 255, 255, 255), start, end, width)
        pygame.draw.line(
            big, (255, 255, 255, 255), (start[0], h - start[1]), (end[0], h - end[1]), width
        )
    size = math.ceil(LATTICE_W * kit.scale), math.ceil(LATTICE_H * kit.scale)
    big.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return brush.tint(pygame.transform.smoothscale(big, size), colour)


def draw_shelf(kit: Kit, out: pygame.Surface, layout: Layout) -> None:
    """The dark shelf on which the keys stand, onto `out`."""
    top = layout.shelf_y
    shade = brush.vertical_gradient(
        out.get_width(), out.get_height() - top, ((5, 6, 7, 150), (3, 4, 5, 215), (2, 3, 4, 235))
    )
    out.blit(shade, (0, top))
    out.fill((28, 40, 46), (0, top - kit.px(1), out.get_width(), kit.px(1)))


def pane(room: Room, box: Box, widget: str) -> tuple[Sprite, ...]:
    """A dark pane that the ground has not; a wide one in parts that are each drawn quickly."""
    parts = math.ceil(box.w * box.h / PANE_PART)
    whole = Sprite(Paint(draw_glass, (room, box.w, box.h)), box.x, box.y, widget)
    if parts < 2:
        return (whole,)
    edges = [box.w * place / parts for place in range(parts + 1)]
    return tuple(
        whole._replace(paint=Paint(draw_glass, (room, box.w, box.h, left, right)))
        for left, right in pairwise(edges)
    )


def draw_glass(
    kit: Kit, room: Room, width: float, height: float, left: float = 0, right: float | None = None
) -> Picture:
    """Paint: a dark pane with a thin edge and a breath of light at its top.

    It is drawn narrow and stretched, for it is alike between its corners.

    Args:
        kit: the painter's.
        room: whose glass.
        width: of the pane.
        height: of the pane.
        left: where the part that is wanted begins, from the left edge of the pane.
        right: where it ends; None at the right edge.
    """
    w, h = round(width * kit.scale), round(height * kit.scale)
    radius = PANEL_RADIUS * kit.scale
    narrow = min(w, 2 * math.ceil(radius) + 5)
    face = brush.vertical_gradient(
        narrow,
        h,
        (
            (*_lighter(room.glass, 15), 222),
            (*_lighter(room.glass, 4), 226),
            (*room.glass, 228),
            (*room.glass, 228),
        ),
    )
    out = brush.masked(face, brush.rounded(narrow, h, radius))
    edge = brush.ring(narrow, h, radius, PANEL_EDGE * kit.scale)
    out.blit(brush.tint(edge, room.edge), (0, 0))
    begin = round(left * kit.scale)
    end = w if right is None else round(right * kit.scale)
    return Picture(brush.stretched(out, (w, h), pygame.Rect(begin, 0, end - begin, h)), begin)


def _lighter(colour: Colour, by: int) -> Colour:
    red, green, blue = (min(255, part + by) for part in colour)
    return red, green, blue


def plate(box: Box, widget: str, *, glow: float = 6.0) -> Sprite:
    """The face of something hot: amber-dark with an amber edge and its light."""
    return Sprite(Paint(draw_plate, (box.w, box.h, glow)), box.x, box.y, widget)


def draw_plate(kit: Kit, width: float, height: float, glow: float) -> Picture:
    """Paint: see `plate`."""
    w, h = round(width * kit.scale), round(height * kit.scale)
    radius = PANEL_RADIUS * kit.scale
    light, pad = brush.glow(w, h, radius, glow * kit.scale, 0.42)
    out = brush.tint(light, theme.AMBER)
    face = brush.vertical_gradient(w, h, theme.AMBER_DARK)
    out.blit(brush.masked(face, brush.rounded(w, h, radius)), (pad, pad))
    edge = brush.tint(brush.ring(w, h, radius, 2 * kit.scale), theme.AMBER)
    out.blit(edge, (pad, pad))
    return Picture(out, -pad, -pad)


METER_LABEL = Style("sans_bold", 18, theme.SAND, "left", 0.4)
METER_AMOUNT = Style("play_bold", 39, theme.AMBER_TEXT, "right")


@kept(256)
def meter(
    box: Box, label: str, amount: str, widget: str, *, is_hot: bool = False, is_dull: bool = False
) -> tuple[Sprite, ...]:
    """A label and an amount in a panel that the ground has; hot while it moves or is at risk."""
    colour = theme.HOT if is_hot else theme.SAND if is_dull else theme.AMBER_TEXT
    figure = METER_AMOUNT._replace(colour=colour)
    amount_w = min(width_of(amount, figure), box.w * 0.56)
    sprites = (
        line(
            label, METER_LABEL, box.x + 14, box.y + 35, widget, width=box.w - 37 - amount_w,
            floor=15,
        ),
        line(amount, figure, box.right - 14, box.y + 42, widget, width=amount_w, floor=24),
    )  # fmt: skip
    return (plate(box, widget), *sprites) if is_hot else sprites


def rule(x: float, y: float, width: float, colour: Colour, accent: Colour, widget: str) -> Sprite:
    """A hairline with a lozenge in its middle; `y` is its centre."""
    return Sprite(Paint(draw_rule, (width, colour, accent)), x, y, widget)


def draw_rule(kit: Kit, width: float, colour: Colour, accent: Colour) -> Picture:
    """Paint: see `rule`."""
    w, h = round(width * kit.scale), kit.px(16)
    out = brush.blank(w, h)
    thick = kit.px(1.5)
    out.fill((*colour, 255), (0, (h - thick) // 2, w, thick))
    gem = brush.lozenge(10 * kit.scale, 15 * kit.scale, accent)
    out.blit(gem, ((w - gem.get_width()) // 2, (h - gem.get_height()) // 2))
    return Picture(out, 0, -(h // 2))


def gem(x: float, y: float, w: float, h: float, colour: Colour, widget: str) -> Sprite:
    """A lozenge centred on a point."""
    return Sprite(Paint(draw_gem, (w, h, colour)), x, y, widget)


def draw_gem(kit: Kit, w: float, h: float, colour: Colour) -> Picture:
    """Paint: see `gem`."""
    out = brush.lozenge(w * kit.scale, h * kit.scale, colour)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))
