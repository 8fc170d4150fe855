"""The doubling panel of Joker Poker as a window that its player moves with the mouse."""

from __future__ import annotations

import math

from firmware.cabinet.state import Mode, Page
from firmware.games.joker_poker.table import Phase
from firmware.screens import brush, theme
from firmware.screens.carried import Carried
from firmware.screens.kit import Kit
from firmware.screens.layout import Layout, Spot
from firmware.screens.panels import PANEL_RADIUS, draw_glass
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import MESSAGE, Box, Room
from firmware.screens.view import View

METERS = (theme.CREDIT_METER, theme.VALUE_METER, theme.BET_METER, theme.WIN_METER)
GRIPS = 5
"""Lozenges at its upper edge, to take it by."""


def is_movable(view: View) -> bool:
    """Whether the panel is there and follows the mouse: while a win is doubled, on a PC."""
    state = view.state
    if not (view.options.drag_double and view.setup.has_pointer):
        return False
    if state.mode is not Mode.JOKER_POKER or state.saved.page is not Page.NONE:
        return False
    played = state.saved.joker.round
    is_doubled = played is not None and bool(played.doubles)
    return (
        is_doubled
        and state.dark_since_s is None
        and state.saved.joker.phase in (Phase.DOUBLE, Phase.WIN)
    )


def frame_of(layout: Layout) -> Spot:
    """The block that the panel lies in, wherever it was put: its points are on that grid."""
    return layout.spot(MESSAGE.middle_x, MESSAGE.middle_y, "message")


def room_of(layout: Layout) -> Box:
    """The part of its block's grid that lies on the display and above the meters."""
    frame, size = frame_of(layout), layout.size
    left, top = frame.point(0, 0)
    right, _ = frame.point(size[0], 0)
    meters = min(layout.device(box).top for box in METERS)
    bottom = frame.point(0, meters)[1]
    return Box(math.ceil(left), math.ceil(top), int(right - left), int(bottom - top))


def window(message: tuple[Sprite, ...], carried: Carried, room: Room) -> tuple[Sprite, ...]:
    """The panel with what it says, where it was put; over the cards."""
    x, y = carried.offset
    box = carried.panel
    pane = Paint(draw_window, (room, box.w, box.h))
    moved = tuple(sprite._replace(x=sprite.x + x, y=sprite.y + y) for sprite in message)
    return (Sprite(pane, box.x, box.y, "message.window"), *moved)


def draw_window(kit: Kit, room: Room, width: float, height: float) -> Picture:
    """Paint: a pane that nothing shines through, with an amber edge and its grips."""
    s = kit.scale
    w, h, radius = round(width * s), round(height * s), PANEL_RADIUS * s
    out = brush.tint(brush.rounded(w, h, radius), room.glass)
    out.blit(draw_glass(kit, room, width, height).surface, (0, 0))
    out.blit(brush.tint(brush.ring(w, h, radius, 2 * s), theme.AMBER), (0, 0))
    grip = brush.lozenge(6 * s, 9 * s, theme.BRASS)
    for index in range(GRIPS):
        x = w / 2 + (index - GRIPS // 2) * 14 * s
        out.blit(grip, (round(x - grip.get_width() / 2), round(6 * s)))
    return Picture(out)
