"""Whether a slot takes money, as a colour and a sign: told by shape, not by colour alone."""

from __future__ import annotations

from enum import StrEnum, unique

from firmware.events import Health
from firmware.screens import theme
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.vector import document, render_svg


@unique
class Standing(StrEnum):
    """How a slot stands, at a glance."""

    OPEN = "open"
    """Takes money."""
    WATCH = "watch"
    """Takes money, but somebody should look at it."""
    SHUT = "shut"
    """Takes none, and nothing is wrong."""
    TROUBLE = "trouble"
    """Takes none until something is done, or is over."""


_STANDINGS = {
    Health.READY: Standing.OPEN,
    Health.DEGRADED: Standing.WATCH,
    Health.LOST_EVENTS: Standing.WATCH,
    Health.OFF: Standing.SHUT,
    Health.STARTING: Standing.SHUT,
    Health.CLOSED: Standing.SHUT,
}
COLOURS = {
    Standing.OPEN: theme.TEAL,
    Standing.WATCH: theme.AMBER_TEXT,
    Standing.SHUT: theme.SAND,
    Standing.TROUBLE: theme.CORAL,
}
_LINE = 'fill="none" stroke="{colour}" stroke-width="5" stroke-linecap="round"'
_MARK = '<path d="M0 -9V6" ' + _LINE + '/><circle cx="0" cy="15" r="3.4" fill="{colour}"/>'
_SIGNS = {
    Standing.OPEN: (
        '<circle r="27" ' + _LINE + '/><path d="M-12 1L-4 10L13 -9" ' + _LINE + " "
        'stroke-linejoin="round"/>'
    ),
    Standing.WATCH: (
        '<path d="M0 -29L29 0L0 29L-29 0Z" ' + _LINE + ' stroke-linejoin="round"/>'
        '<path d="M0 -13V3" ' + _LINE + '/><circle cx="0" cy="13" r="3.4" fill="{colour}"/>'
    ),
    Standing.SHUT: (
        '<rect x="-25" y="-25" width="50" height="50" rx="8" ' + _LINE + "/>"
        '<path d="M-12 0H12" ' + _LINE + "/>"
    ),
    Standing.TROUBLE: '<path d="M0 -27L29 24H-29Z" ' + _LINE + ' stroke-linejoin="round"/>' + _MARK,
}
_VIEW = (-32, -32, 64, 64)


def standing(health: Health) -> Standing:
    """How a slot of this health stands."""
    return _STANDINGS.get(health, Standing.TROUBLE)


def slot_sign(health: Health, x: float, y: float, side: float, widget: str) -> Sprite:
    """The sign of a health, its square of `side` with the top left corner at (x, y)."""
    return Sprite(Paint(draw_slot_sign, (standing(health), side)), x, y, widget)


def draw_slot_sign(kit: Kit, shown: Standing, side: float) -> Picture:
    """Paint: ring with a tick, lozenge with a mark, box with a bar, triangle with a mark."""
    size = kit.px(side)
    colour = "#" + "".join(f"{part:02X}" for part in COLOURS[shown])
    drawing = document(_SIGNS[shown], _VIEW)
    return Picture(render_svg(drawing, (size, size), {"colour": colour}, name="sign of a slot"))
