"""Charts of the operator's pages: a return with its narrowing bands, and rows of bars."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from firmware.operator.chart_scale import WIDER, reach, ticks
from firmware.operator.course import CurvePoint
from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.palette import seen
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour

_BAND, _WIDER_BAND = 52, 20
"""How strong the colour of a band is, of 255."""
_GRID = (*theme.SAND, 34)
_SMOOTH = 2
CHART_PARTS = 5
"""One under another: none takes a turn of the loop long to draw."""

Places = tuple[tuple[float, float], ...]


class Plot(NamedTuple):
    """Where the figures of a chart lie.

    Attributes:
        box: the area of the curve.
        games: at its right edge.
        low, high: returns at its foot and its top, of 1.
    """

    box: Box
    games: int
    low: float
    high: float

    def x(self, games: float) -> float:
        """Where so many games lie."""
        return self.box.x + self.box.w * games / self.games

    def y(self, value: float) -> float:
        """Where a return lies; beyond the picture at its edge."""
        part = (value - self.low) / (self.high - self.low)
        return self.box.bottom - self.box.h * min(max(part, 0.0), 1.0)


def plot_of(curve: tuple[CurvePoint, ...], exact: float, box: Box) -> Plot:
    """The picture that shows the later nine tenths of a curve whole, the exact return inside.

    Args:
        curve: at least one point.
        exact: the exact return.
        box: where to.
    """
    return Plot(box, curve[-1].games, *reach(curve, exact))


def chart(
    plot: Plot, curve: tuple[CurvePoint, ...], exact: float, widget: str
) -> tuple[Sprite, ...]:
    """The curve with its bands, the exact return and a grid line at each tick."""
    box = plot.box

    def placed(values: list[tuple[float, float]]) -> Places:
        return tuple(
            (round(plot.x(games) - box.x, 1), round(plot.y(value) - box.y, 1))
            for games, value in values
        )

    def edge(times: float, sign: int) -> Places:
        half = [(each.games, (each.high - exact) * times) for each in curve]
        first = [(0.0, exact + sign * 1e9)]
        return placed(first + [(games, exact + sign * by) for games, by in half])

    edges = edge(1.0, 1), edge(1.0, -1), edge(WIDER, 1), edge(WIDER, -1)
    actual = placed([(each.games, each.actual) for each in curve])
    grid = tuple(round(plot.y(at) - box.y, 1) for at in ticks(plot.low, plot.high))
    middle = round(plot.y(exact) - box.y, 1)
    drawn = box.w, box.h, edges, actual, grid, middle
    return tuple(
        Sprite(Paint(draw_chart, (*drawn, part)), box.x, box.y, widget)
        for part in range(CHART_PARTS)
    )


def draw_chart(
    kit: Kit,
    width: float,
    height: float,
    edges: tuple[Places, Places, Places, Places],
    actual: Places,
    grid: tuple[float, ...],
    middle: float,
    part: int,
) -> Picture:
    """Paint: see `chart`; anchored at the corner of its area, all places from there.

    The parts lie one under another; the uppermost is 0.
    """
    k = kit.scale * _SMOOTH
    pad = 8
    size = round((width + 2 * pad) * kit.scale), round((height + 2 * pad) * kit.scale)
    begin, end = (size[1] * place // CHART_PARTS for place in (part, part + 1))
    above = begin * _SMOOTH
    top, foot = int(pad * k) - above, int((height + pad) * k) - above

    def at(places: Places) -> list[tuple[int, int]]:
        # whole pixels of the whole picture, so that all parts round alike
        return [(int((x + pad) * k), int((y + pad) * k) - above) for x, y in places]

    out = brush.blank(size[0] * _SMOOTH, (end - begin) * _SMOOTH)
    upper, lower, wide_upper, wide_lower = (at(each) for each in edges)
    teal = seen(theme.TEAL)
    pygame.draw.polygon(out, (*teal, _WIDER_BAND), [*wide_upper, *reversed(wide_lower)])
    pygame.draw.polygon(out, (*teal, _BAND), [*upper, *reversed(lower)])
    for y in grid:
        _level(out, int((y + pad) * k) - above, pad * k, (width + pad) * k, _GRID, round(k))
    for places, colour, thick in (
        (wide_upper, (*teal, 110), k),
        (wide_lower, (*teal, 110), k),
        (upper, (*teal, 255), 1.6 * k),
        (lower, (*teal, 255), 1.6 * k),
    ):
        inside = _leaving(places, top, foot)
        pygame.draw.lines(out, colour, False, inside, max(1, round(thick)))
    for dash in range(0, round(width), 16):
        left, right = (dash + pad) * k, (min(dash + 10, width) + pad) * k
        _level(out, int((middle + pad) * k) - above, left, right, (*theme.IVORY, 255), round(2 * k))
    points = at(actual)
    if len(points) > 1:
        pygame.draw.lines(out, (*theme.AMBER, 255), False, points, max(1, round(2.6 * k)))
    pygame.draw.circle(out, (*theme.AMBER, 255), points[-1], 6 * k)
    _level(out, foot, pad * k, (width + pad) * k, (*theme.SAND, 120), round(k))
    shift = -round(pad * kit.scale)
    small = pygame.transform.smoothscale(out, (size[0], end - begin))
    return Picture(small, shift, shift + begin)


def _leaving(places: list[tuple[int, int]], top: int, foot: int) -> list[tuple[int, int]]:
    """A line from where it leaves the picture's upper or lower edge; at least two points."""
    beyond = sum(1 for _, y in places[:-2] if y <= top or y >= foot)
    return places[max(beyond - 1, 0) :]


def _level(
    out: pygame.Surface,
    y: float,
    begin: float,
    end: float,
    colour: tuple[int, int, int, int],
    thick: int,
) -> None:
    pygame.draw.line(out, colour, (begin, y), (end, y), max(1, thick))


# --- bars -------------------------------------------------------------------------------------


def bar(x: float, y: float, width: float, height: float, colour: Colour, widget: str) -> Sprite:
    """A plain bar; one without a width is a hairline."""
    return Sprite(Paint(draw_bar, (round(width, 1), height, colour)), x, y, widget)


def draw_bar(kit: Kit, width: float, height: float, colour: Colour) -> Picture:
    """Paint: see `bar`."""
    out = brush.blank(width * kit.scale, height * kit.scale)
    out.fill((*seen(colour), 255))
    return Picture(out)


def columns(box: Box, series: tuple[tuple[float, ...], ...], widget: str) -> Sprite:
    """Columns side by side for each place of one or two series, each to its own scale.

    Args:
        box: where to.
        series: heights of 0..1, all equally long; amber, then teal.
        widget: its name.
    """
    return Sprite(Paint(draw_columns, (box.w, box.h, series)), box.x, box.y, widget)


def draw_columns(
    kit: Kit, width: float, height: float, series: tuple[tuple[float, ...], ...]
) -> Picture:
    """Paint: see `columns`."""
    w, h = round(width * kit.scale), round(height * kit.scale)
    out = brush.blank(w, h)
    count = max(len(series[0]), 1)
    slot = w / count
    each = slot * 0.76 / len(series)
    for number, (heights, colour) in enumerate(
        zip(series, (theme.AMBER, seen(theme.TEAL))[: len(series)], strict=True)
    ):
        for place, part in enumerate(heights):
            tall = math.ceil(part * h)
            left = slot * place + slot * 0.12 + each * number
            out.fill((*colour, 255), (round(left), h - tall, max(1, math.floor(each)), tall))
    out.fill((*theme.SAND, 120), (0, h - kit.px(1), w, kit.px(1)))
    return Picture(out)


# --- signs ------------------------------------------------------------------------------------


def warning(x: float, y: float, size: float, colour: Colour, widget: str) -> Sprite:
    """A triangle on a point, its centre; beside the lozenge it is told apart without colours."""
    return Sprite(Paint(draw_warning, (size, colour)), x, y, widget)


def draw_warning(kit: Kit, size: float, colour: Colour) -> Picture:
    """Paint: see `warning`."""
    side = round(size * kit.scale)
    out = brush.polygon(side, side, [(side / 2, 0), (side, side), (0, side)], colour)
    return Picture(out, -(side // 2), -(side // 2))


def badge(box: Box, colour: Colour, widget: str) -> Sprite:
    """A small frame round a word."""
    return Sprite(Paint(draw_badge, (box.w, box.h, colour)), box.x, box.y, widget)


def draw_badge(kit: Kit, width: float, height: float, colour: Colour) -> Picture:
    """Paint: see `badge`."""
    w, h, radius = round(width * kit.scale), round(height * kit.scale), 7 * kit.scale
    out = brush.tint(brush.rounded(w, h, radius), colour, 46)
    out.blit(brush.tint(brush.ring(w, h, radius, 1.5 * kit.scale), colour), (0, 0))
    return Picture(out)
