"""Surfaces out of light and glass: glows, shadows, panels, tints and rounded cuts.

These are the few effects of the look (section "four materials"), built from calls that
pygame and pygame-ce share. Lengths are pixels of the surface; nothing needs a display.
Blurring borrows numpy, imported on first use only: results are meant to be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from firmware.screens.vector import Size, document, render_fine, render_svg

ColourValue = str | tuple[int, int, int] | tuple[int, int, int, int] | pygame.Color

_WHITE_CLEAR = (255, 255, 255, 0)


def colour(value: ColourValue, opacity: float = 1.0) -> pygame.Color:
    """A colour value with its alpha set from `opacity` (0 to 1).

    >>> tuple(colour("#FFB72B", 0.5))
    (255, 183, 43, 128)
    """
    made = pygame.Color(value)
    made.a = round(255 * opacity)
    return made


def clear(size: Size) -> pygame.Surface:
    """An empty surface with straight alpha."""
    return pygame.Surface(size, pygame.SRCALPHA, 32)


def tinted(surface: pygame.Surface, value: ColourValue) -> pygame.Surface:
    """A copy in one colour: the shape is kept as alpha, times the colour's own alpha."""
    made = surface.copy()
    made.fill(_WHITE_CLEAR, special_flags=pygame.BLEND_RGBA_MAX)
    made.fill(pygame.Color(value), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def faded(surface: pygame.Surface, opacity: float) -> pygame.Surface:
    """A copy whose alpha is multiplied by `opacity` (0 to 1)."""
    made = surface.copy()
    made.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def gradient(size: Size, stops: Sequence[ColourValue]) -> pygame.Surface:
    """An opaque area shading from the first colour at the top to the last at the bottom.

    Two or more stops at equal distances; one stop gives a plain area.
    """
    colours = [pygame.Color(stop) for stop in stops]
    strip = pygame.Surface((1, size[1]), pygame.SRCALPHA, 32)
    last = len(colours) - 1
    for y in range(size[1]):
        at = last * y / max(1, size[1] - 1)
        low = min(int(at), max(0, last - 1))
        here = colours[low].lerp(colours[min(low + 1, last)], at - low) if last else colours[0]
        strip.set_at((0, y), here)
    return pygame.transform.scale(strip, size)


def shaded(surface: pygame.Surface, stops: Sequence[ColourValue]) -> pygame.Surface:
    """A copy of a shape (say, white letters) coloured by a vertical gradient."""
    made = surface.copy()
    made.fill(_WHITE_CLEAR, special_flags=pygame.BLEND_RGBA_MAX)
    made.blit(gradient(made.get_size(), stops), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@lru_cache(maxsize=16)
def rounded_mask(size: Size, radius_px: float) -> pygame.Surface:
    """A white area with round corners; white also where it is clear, so cuts have no fringe.

    Kept and shared: copy it before changing it.
    """
    width, height = size
    body = f'<rect width="{width}" height="{height}" rx="{radius_px:g}" fill="#fff"/>'
    text = document(body, (0, 0, width, height))
    mask = render_fine(text, size, name="rounded mask", oversample=4 if max(size) <= 400 else 1)
    mask.fill(_WHITE_CLEAR, special_flags=pygame.BLEND_RGBA_MAX)
    return mask


def cut(surface: pygame.Surface, mask: pygame.Surface) -> None:
    """Multiply the surface's alpha by the mask's, in place; both have the same size."""
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def rounded(surface: pygame.Surface, radius_px: float) -> pygame.Surface:
    """A copy with round corners."""
    made = surface.copy()
    cut(made, rounded_mask(made.get_size(), radius_px))
    return made


def panel(
    size: Size,
    fill: Sequence[ColourValue],
    *,
    radius_px: float = 10.0,
    edge: ColourValue | None = None,
    edge_px: float = 1.5,
    opacity: float = 1.0,
) -> pygame.Surface:
    """A pane of glass: round corners, a vertical gradient, an edge line wholly inside.

    Args:
        size: width and height in pixels, edge included.
        fill: one colour, or two and more for a gradient from top to bottom.
        radius_px: of the outer corners.
        edge: colour of the line round it, or None.
        edge_px: width of that line.
        opacity: of the fill; the edge stays full.
    """
    width, height = size
    pane = gradient(size, fill)
    cut(pane, rounded_mask(size, radius_px))
    if opacity < 1.0:
        pane = faded(pane, opacity)
    if edge is not None and edge_px > 0:
        tone = pygame.Color(edge)
        half = edge_px / 2
        body = (
            f'<rect x="{half:g}" y="{half:g}" width="{width - edge_px:g}"'
            f' height="{height - edge_px:g}" rx="{max(0.0, radius_px - half):g}" fill="none"'
            f' stroke="#fff" stroke-width="{edge_px:g}"/>'
        )
        line = render_svg(document(body, (0, 0, width, height)), size, name="panel edge")
        pane.blit(tinted(line, tone), (0, 0))
    return pane


def blurred(surface: pygame.Surface, value: ColourValue, blur_px: float) -> pygame.Surface:
    """The surface's shape in one colour, softened; as large as the surface.

    Args:
        surface: its alpha is the shape; leave room for the blur (about 2.5 times `blur_px`).
        value: the colour, whose alpha weakens the whole.
        blur_px: standard deviation of the softening.
    """
    made = tinted(surface, value)
    if blur_px <= 0:
        return made
    size = made.get_size()
    coarse = max(1, int(blur_px / 3))  # what is soft can be worked out small
    if coarse > 1:
        small = (max(1, size[0] // coarse), max(1, size[1] // coarse))
        made = pygame.transform.smoothscale(made, small)
    _soften(made, blur_px / coarse)
    if coarse == 1:
        return made
    plain = pygame.Color(value)
    plain.a = 255
    return tinted(pygame.transform.smoothscale(made, size), plain)  # scaling dims a little


def _soften(surface: pygame.Surface, blur_px: float) -> None:
    """Blur the alpha in place, first down and then across."""
    import numpy as np

    reach = max(1, round(3 * blur_px))
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / blur_px) ** 2).astype(np.float32)
    taps /= taps.sum()
    alpha = pygame.surfarray.array_alpha(surface).astype(np.float32)
    for _ in range(2):
        length = alpha.shape[0]
        wide = np.pad(alpha, ((reach, reach), (0, 0)))
        alpha = np.zeros_like(alpha)
        for shift, weight in enumerate(taps):
            alpha += weight * wide[shift : shift + length]
        alpha = np.ascontiguousarray(alpha.T)
    pixels = pygame.surfarray.pixels_alpha(surface)
    pixels[:] = np.clip(np.rint(alpha), 0, 255).astype(np.uint8)
    del pixels  # unlocks the surface


def glow(
    shape: pygame.Surface, value: ColourValue, blur_px: float, margin_px: int
) -> pygame.Surface:
    """Light round a shape: blurred, in one colour, `margin_px` larger on every side.

    Blit it at the shape's place minus the margin, before the shape itself.
    """
    width, height = shape.get_size()
    room = clear((width + 2 * margin_px, height + 2 * margin_px))
    room.blit(shape, (margin_px, margin_px))
    return blurred(room, value, blur_px)
