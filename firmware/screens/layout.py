"""Where things lie on a display of any size and shape.

Every scene is composed on one grid of 1280 x 720 logical pixels. A display of another shape
gets the same blocks of that grid in another arrangement (`blocks`): moved apart on a squarer
one, stacked on an upright one. Only this file knows; a scene says which plan it follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pygame

from firmware.screens.blocks import HEAD_H, PAGES, UPRIGHT_Y, Plan, Shape, blocks_of
from firmware.screens.theme import HEIGHT, SHELF_Y, WIDTH, Box

__all__ = [
    "BACKDROPS",
    "PAGES",
    "UPRIGHT_Y",
    "Layout",
    "Plan",
    "Shape",
    "Spot",
    "layout_of",
    "shape_of",
]

BACKDROPS = frozenset({"ground", "backdrop", "band", "test_band"})
"""Widgets that cover the whole display, whatever its shape; nothing of the grid is beside them."""


def shape_of(width: int, height: int) -> Shape:
    """The shape of a display.

    >>> shape_of(1024, 600).value, shape_of(1280, 1024).value, shape_of(720, 1280).value
    ('wide', 'tall', 'upright')
    """
    aspect = width / height
    return Shape.WIDE if aspect >= 1.5 else Shape.TALL if aspect >= 1.0 else Shape.UPRIGHT


class Spot(NamedTuple):
    """A block on a display.

    Attributes:
        source: its part of the grid.
        scale: device pixels a logical pixel.
        dx: device x of the grid's own corner, if the whole grid went with this block.
        dy: device y of it.
        widgets: see `Block`.
    """

    source: Box
    scale: float
    dx: float
    dy: float
    widgets: tuple[str, ...]

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Device pixel of a point of the grid."""
        return round(x * self.scale + self.dx), round(y * self.scale + self.dy)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The point of the grid at a device pixel, if the whole grid went with this block."""
        return (x - self.dx) / self.scale, (y - self.dy) / self.scale

    def device(self, box: Box) -> pygame.Rect:
        """A box in device pixels."""
        left, top = self.at(box.x, box.y)
        return pygame.Rect(left, top, round(box.w * self.scale), round(box.h * self.scale))


@dataclass(frozen=True, slots=True)
class Layout:
    """A plan on a display.

    Attributes:
        width: of the display, pixels.
        height: of the display.
        plan: which.
        scale: device pixels a unit of the page; what lies behind everything is drawn by it.
        spots: the blocks.
    """

    width: int
    height: int
    plan: Plan
    scale: float
    spots: tuple[Spot, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Of the display, pixels."""
        return self.width, self.height

    @property
    def shape(self) -> Shape:
        """Of the display."""
        return shape_of(self.width, self.height)

    def spot(self, x: float, y: float, widget: str = "") -> Spot:
        """The block of a widget at a point of the grid: by its name, else the nearest."""
        spots = self.spots
        if len(spots) == 1:
            return spots[0]
        if widget:
            for spot in spots:
                for name in spot.widgets:
                    if widget == name or widget.startswith(f"{name}."):
                        return spot
        return min(spots, key=lambda spot: _off(spot.source, x, y))

    def device(self, box: Box) -> pygame.Rect:
        """Where a box of the grid lies: as far as its corners' blocks take it."""
        first = self.spot(box.x + 1, box.y + 1).device(box)
        last = self.spot(box.right - 1, box.bottom - 1).device(box)
        return pygame.Rect(
            first.x, first.y, max(1, last.right - first.x), max(1, last.bottom - first.y)
        )

    def scale_at(self, box: Box) -> float:
        """Device pixels a logical pixel at a box."""
        return self.spot(box.x + 1, box.y + 1).scale

    @property
    def shelf_y(self) -> int:
        """Where the shelf of the keys begins, device pixels."""
        return self.spot(0, HEIGHT - 20, "key.HOLD1").at(0, SHELF_Y)[1]

    def logical(self, x: float, y: float) -> tuple[float, float]:
        """The point of the grid under a pixel of the display."""
        best, found = float("inf"), (0.0, 0.0)
        for spot in self.spots:
            at = spot.point(x, y)
            off = _off(spot.source, *at) * spot.scale
            if off < best:
                best, found = off, at
        return found


def _off(box: Box, x: float, y: float) -> float:
    """How far a point lies outside a box."""
    return max(box.x - x, x - box.right, 0.0) + max(box.y - y, y - box.bottom, 0.0)


@lru_cache(maxsize=64)
def layout_of(
    width: int, height: int, plan: Plan = Plan.TABLE, panels: tuple[Box, ...] = ()
) -> Layout:
    """The plan as it lies on a display of that many pixels.

    Args:
        width: of the display, pixels.
        height: of the display.
        plan: which.
        panels: of a leaf.

    The page is scaled evenly and lies in the middle; what is left over belongs to the ground.
    """
    shape = shape_of(width, height)
    page_w, page_h = PAGES[shape]
    scale = min(width / page_w, height / page_h)
    left, top = (width - page_w * scale) / 2, (height - page_h * scale) / 2
    if shape is Shape.WIDE:
        return Layout(width, height, plan, scale, _wide(plan, scale, left, top))
    spots = tuple(
        Spot(
            block.source,
            scale * block.scale,
            left + (block.x - block.source.x * block.scale) * scale,
            (0 if plan in _PAGED and block.source.bottom <= HEAD_H else top)
            + (block.y - block.source.y * block.scale) * scale,
            block.widgets,
        )
        for block in blocks_of(plan, shape, panels)
    )
    return Layout(width, height, plan, scale, spots)


_PAGED = (Plan.LEAF, Plan.INDEX)


def _wide(plan: Plan, scale: float, left: float, top: float) -> tuple[Spot, ...]:
    """The grid as it is; where rows are left over, a head stays at the upper edge."""
    everything = Spot(Box(0, 0, WIDTH, HEIGHT), scale, round(left), round(top), ())
    if plan not in _PAGED or round(top) == 0:
        return (everything,)
    head = Spot(Box(0, 0, WIDTH, 56), scale, round(left), 0, ("head",))
    return head, everything._replace(source=Box(0, 56, WIDTH, HEIGHT - 56))
