"""The pictures of the lobby: rays and bulbs, the fan, the posters, the four suits."""

from __future__ import annotations

import math
from functools import partial

import pygame

from firmware.cards.card import Suit
from firmware.money import GameId
from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.layout import UPRIGHT_Y, Layout
from firmware.screens.lettering import line
from firmware.screens.panels import draw_panes, draw_shelf, layout_for, outline_code
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour, Style

BULBS = Box(22, 20, 1236, 374)
UPRIGHT_BULBS = Box(20, UPRIGHT_Y + 20, 680, 700)
BULB_GAP = 34
_BULB_PAD = 16
_BULB_COLOURS = (
    theme.rgb("#FFF2CF"),
    theme.rgb("#F3AC3E"),
    theme.rgb("#8A5C18"),
    theme.rgb("#46300F"),
)
RAYS_AT = (1000, 250)
POSTERS = {
    GameId.STRIP_POKER: Box(24, 430, 160, 190),
    GameId.JOKER_POKER: Box(194, 430, 160, 190),
    GameId.CINQUE_MANI: Box(364, 430, 160, 190),
}
_COMING = theme.rgb("#B0AA9C")
_SECOND_COLOUR: dict[GameId, Colour] = {
    GameId.STRIP_POKER: theme.rgb("#F3A0CC"),
    GameId.JOKER_POKER: theme.AMBER_TEXT,
    GameId.CINQUE_MANI: theme.rgb("#CFEFDC"),
}


# --- ground -----------------------------------------------------------------------------------


def draw_lobby_ground(kit: Kit, panels: tuple[Box, ...]) -> Picture:
    """Paint: the night with rays behind the fan, dark below, and the empty panels."""
    layout = layout_for(kit)
    name = f"lobby-ground-{outline_code(panels, layout)}"
    draw = partial(_lobby_ground, kit, panels, layout)
    return Picture(kit.kept_opaque(name, layout.size, draw))


def _lobby_ground(kit: Kit, panels: tuple[Box, ...], layout: Layout) -> pygame.Surface:
    w, h = layout.size
    room = theme.JOKER_ROOM
    out = brush.vertical_gradient(w, h, (room.top, theme.rgb("#061116"), theme.rgb("#020506")))
    _rays(kit, out, layout)
    deep = brush.vertical_gradient(
        w, round(120 * kit.scale), ((2, 4, 6, 0), (2, 4, 6, 170), (2, 4, 6, 235))
    )
    top = layout.spot(100, 440).at(0, 430)[1] - round(70 * kit.scale)
    out.blit(deep, (0, top))
    out.fill((2, 4, 6), (0, top + deep.get_height(), w, h))
    draw_panes(kit, out, room, panels, layout)
    draw_shelf(kit, out, layout)
    return out


def _rays(kit: Kit, out: pygame.Surface, layout: Layout) -> None:
    layer = brush.blank(*out.get_size())
    x, y = layout.spot(*RAYS_AT, "slide").at(*RAYS_AT)
    reach = 1500 * kit.scale
    count = 48
    for ray in range(count):
        start = 2 * math.pi * ray / count
        points = [(x, y)] + [
            (x + reach * math.cos(start + turn), y + reach * math.sin(start + turn))
            for turn in (0.0, math.pi / count)
        ]
        pygame.draw.polygon(layer, (40, 80, 92, 78), points)
    mask = brush.pool(out.get_size(), (x, y), 1500 * kit.scale, theme.WHITE)
    mask.fill((255, 255, 255, 185), special_flags=pygame.BLEND_RGBA_MULT)
    mask.fill((0, 0, 0, 70), special_flags=pygame.BLEND_RGBA_ADD)  # nowhere quite without rays
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(layer, (0, 0))
    del layer, mask
    warm = brush.halo(720 * kit.scale, theme.rgb("#7A5A22"), 0.36)
    out.blit(warm, (round(x - 360 * kit.scale), round(y - 360 * kit.scale)))


# --- bulbs ------------------------------------------------------------------------------------


def bulbs(step: int, *, is_upright: bool = False) -> tuple[Sprite, ...]:
    """The row of bulbs around the slides, four strips; `step` 0..3 moves the light on by one."""
    box = UPRIGHT_BULBS if is_upright else BULBS
    return tuple(
        Sprite(Paint(draw_bulbs, (side, step, box.w, box.h)), x, y, "bulbs")
        for side, x, y in (
            ("top", box.x, box.y),
            ("right", box.right, box.y),
            ("bottom", box.x, box.bottom),
            ("left", box.x, box.y),
        )
    )


def draw_bulbs(kit: Kit, side: str, step: int, width: float, height: float) -> Picture:
    """Paint: one strip of bulbs; anchored on its first bulb (top left for all but `right`)."""
    across = round(width / BULB_GAP)
    down = round(height / BULB_GAP)
    first, count, dx, dy = {
        "top": (0, across + 1, width / across, 0.0),
        "right": (across + 1, down - 1, 0.0, height / down),
        "bottom": (across + down, across + 1, width / across, 0.0),
        "left": (2 * across + down + 1, down - 1, 0.0, height / down),
    }[side]
    backwards = side in ("bottom", "left")
    offset = 1 if side in ("left", "right") else 0
    pad = round(_BULB_PAD * kit.scale)
    end = count - 1 + 2 * offset
    out = brush.blank(end * dx * kit.scale + 2 * pad + 1, end * dy * kit.scale + 2 * pad + 1)
    lamps = [_bulb(kit, state) for state in range(4)]
    for index in range(count):
        number = first + (count - 1 - index if backwards else index)
        lamp = lamps[(number - step) % 4]
        at = (
            pad + round((index + offset) * dx * kit.scale) - lamp.get_width() // 2,
            pad + round((index + offset) * dy * kit.scale) - lamp.get_height() // 2,
        )
        out.blit(lamp, at)
    return Picture(out, -pad, -pad)


def _bulb(kit: Kit, state: int) -> pygame.Surface:
    side = round(30 * kit.scale) // 2 * 2 + 1
    out = brush.blank(side, side)
    if state == 0:
        light = brush.halo(side, theme.AMBER, 0.8)
        out.blit(light, (0, 0))
    dot = brush.disc((8.6 if state else 9.6) * kit.scale, _BULB_COLOURS[state])
    at = (side - dot.get_width()) // 2
    out.blit(dot, (at, at))
    return out


# --- slides -----------------------------------------------------------------------------------


def draw_fan(kit: Kit) -> Picture:
    """Paint: ten to king of hearts and the joker."""
    return Picture(kit.cards.fan())


def draw_motto(kit: Kit, width: float) -> Picture:
    """Paint: the brass line with five lozenges."""
    w, h = round(width * kit.scale), kit.px(26)
    out = brush.blank(w, h)
    thick = kit.px(1.8)
    out.fill((*theme.BRASS_DEEP, 255), (0, (h - thick) // 2, w, thick))
    colours = (
        theme.CRIMSON, theme.BRASS, theme.rgb("#1E7E9C"), theme.BRASS, theme.CRIMSON,
    )  # fmt: skip
    for index, colour in enumerate(colours):
        gem = brush.lozenge(14 * kit.scale, 22 * kit.scale, colour)
        x = w / 2 + (index - 2) * 26 * kit.scale - gem.get_width() / 2
        out.blit(gem, (round(x), (h - gem.get_height()) // 2))
    return Picture(out, 0, -(h // 2))


# --- posters ----------------------------------------------------------------------------------


def poster(
    game: GameId, box: Box, first: str, second: str, sub: str, is_there: bool
) -> tuple[Sprite, ...]:
    """A game's poster over its key; dark while the game is not there."""
    name = f"poster.{game}"
    heading = Style("play_bold", 24, theme.IVORY, "centre")
    colours = (theme.IVORY, _SECOND_COLOUR[game], theme.SAND)
    if not is_there:
        colours = (_COMING,) * 3
    width = box.w - 16
    return (
        Sprite(Paint(draw_poster, (game, is_there)), box.x, box.y, name),
        line(first, heading._replace(colour=colours[0]), box.middle_x, 558, name, width=width),
        line(second, heading._replace(colour=colours[1]), box.middle_x, 583, name, width=width),
        line(
            sub, Style("sans", 19, colours[2], "centre"), box.middle_x, 607, name, width=width,
            floor=16,
        ),
    )  # fmt: skip


def draw_poster(kit: Kit, game: GameId, is_there: bool) -> Picture:
    """Paint: the picture of a poster, a dark foot for its words, and its frame."""
    box = POSTERS[game]
    size = round(box.w * kit.scale), round(box.h * kit.scale)
    name = f"poster-{game.value}{'' if is_there else '-dark'}-{kit.scale:.4f}"
    return Picture(kit.kept(name, size, lambda: _poster(kit, size, game, is_there)))


def _poster(kit: Kit, size: tuple[int, int], game: GameId, is_there: bool) -> pygame.Surface:
    w, h, radius = *size, 10 * kit.scale
    grounds = {
        GameId.STRIP_POKER: ("#5A3458", "#2A1430", "#140819"),
        GameId.JOKER_POKER: ("#0E2A34", "#0B1E27", "#070E12"),
        GameId.CINQUE_MANI: ("#2E6B52", "#144532", "#06130E"),
    }
    stops = tuple(theme.rgb(code) for code in grounds[game])
    out = brush.vertical_gradient(w, h, stops)
    draw = {
        GameId.STRIP_POKER: _figure,
        GameId.JOKER_POKER: _joker,
        GameId.CINQUE_MANI: _hands,
    }
    draw[game](kit, out)
    foot = brush.vertical_gradient(
        w, round(118 * kit.scale), tuple((*stops[2], alpha) for alpha in (0, 205, 245, 250))
    )
    out.blit(foot, (0, h - foot.get_height()))
    if not is_there:
        out.blit(brush.tint(brush.rounded(w, h, 0), theme.rgb("#05080A"), 150), (0, 0))
    out = brush.masked(out, brush.rounded(w, h, radius))
    edge = (
        theme.BRASS
        if game is GameId.JOKER_POKER
        else theme.rgb("#8A6C3C" if is_there else "#3A3328")
    )
    out.blit(brush.tint(brush.ring(w, h, radius, 2 * kit.scale), edge), (0, 0))
    return out


def _figure(kit: Kit, out: pygame.Surface) -> None:
    """A lamp disc and the silhouette of somebody with a wide hat."""
    s = kit.scale
    lamp = brush.disc(124 * s, theme.rgb("#C8803A"))
    out.blit(lamp, (round(18 * s), round(-4 * s)))
    out.blit(brush.halo(120 * s, theme.rgb("#FFC274"), 0.9), (round(20 * s), round(-2 * s)))
    ink = theme.rgb("#26142E")
    big = 4 * s
    figure = brush.blank(160 * big, 190 * big)

    def shape(points: list[tuple[float, float]]) -> None:
        pygame.draw.polygon(figure, (*ink, 255), [(x * big, y * big) for x, y in points])

    def oval(x: float, y: float, w: float, h: float) -> None:
        pygame.draw.ellipse(figure, (*ink, 255), (x * big, y * big, w * big, h * big))

    oval(45, 26, 66, 15)
    oval(58, 8, 36, 30)
    oval(66, 30, 26, 38)
    shape([(73, 60), (86, 60), (88, 82), (112, 92), (120, 190), (40, 190), (48, 92), (71, 82)])
    soft = pygame.transform.smoothscale(figure, out.get_size())
    out.blit(soft, (0, 0))
    feather = [(92, 30), (98, 12), (108, 2), (104, 20)]
    out.blit(
        brush.polygon(*out.get_size(), [(x * s, y * s) for x, y in feather], theme.rgb("#F6C4D6")),
        (0, 0),
    )


def _joker(kit: Kit, out: pygame.Surface) -> None:
    """The portrait, as tall as the poster."""
    width = round(84 * kit.scale)
    height = round(width * 268 / 128)
    art = kit.cards.joker((width, height))
    left = (out.get_width() - width) // 2
    bar = kit.px(2)
    out.fill((*theme.BRASS, 255), (left - bar, 0, width + 2 * bar, height))
    out.blit(art, (left, 0))


def _hands(kit: Kit, out: pygame.Surface) -> None:
    """A fan of five backs on their shadows, drawn at twice the size: smooth edges."""
    fine = 2 * kit.scale
    large = pygame.transform.smoothscale(out, (out.get_width() * 2, out.get_height() * 2))
    size = 2 * 0.52
    for index in range(5):
        lean_deg = 15.0 * (index - 2)
        lean = math.radians(lean_deg)
        x, y = 80 + 80 * math.sin(lean), 164 - 80 * math.cos(lean)
        for sprite in (kit.cards.shadow(size), kit.cards.back(size)):
            turned = pygame.transform.rotozoom(sprite, -lean_deg, 1.0)
            large.blit(turned, turned.get_rect(center=(round(x * fine), round(y * fine))))
    out.blit(pygame.transform.smoothscale(large, out.get_size()), (0, 0))


# --- suits ------------------------------------------------------------------------------------


def signs(box: Box, words: str) -> tuple[Sprite, ...]:
    """The four suits over the rules key."""
    return (
        Sprite(Paint(draw_signs, ()), box.x, box.y, "rules"),
        line(
            words, Style("sans_bold", 21, theme.IVORY, "centre"), box.middle_x, box.y + 168,
            "rules", width=box.w - 16,
        ),
    )  # fmt: skip


def draw_signs(kit: Kit) -> Picture:
    """Paint: spade, heart, diamond and club, anchored at the panel's corner."""
    s = kit.scale
    out = brush.blank(160 * s, 140 * s)
    ivory, coral = "#FFF4DC", "#FF9A86"
    for suit, ink, x, y in (
        (Suit.SPADES, ivory, 47, 46),
        (Suit.HEARTS, coral, 113, 46),
        (Suit.DIAMONDS, coral, 47, 102),
        (Suit.CLUBS, ivory, 113, 102),
    ):
        sign = kit.cards.suit(suit, 41 * s, ink)
        out.blit(sign, sign.get_rect(center=(round(x * s), round(y * s))))
    return Picture(out)
