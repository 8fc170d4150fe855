"""Raster tools that pygame has not: soft edges, gradients and light, at any scale.

Everything works on device pixels and on plain alpha surfaces, so it needs no display.
Rounded shapes are drawn small at four times their size, scaled down and stretched, so a
large panel costs no more than its corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import pygame

from firmware.screens.palette import seen
from firmware.screens.theme import Colour

OVERSAMPLING = 4
GLOW_REACH = 2.2
"""How far light reaches beyond its shape, of its spread."""
_POOL = 4


def blank(width: float, height: float) -> pygame.Surface:
    """An empty alpha surface, at least one pixel each way."""
    return pygame.Surface((max(1, round(width)), max(1, round(height))), pygame.SRCALPHA, 32)


def tint(mask: pygame.Surface, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """Colour a white mask in place and return it."""
    mask.fill((*seen(colour), alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def vertical_gradient(
    width: int, height: int, stops: Sequence[Colour | tuple[int, int, int, int]]
) -> pygame.Surface:
    """Colours spread evenly from top to bottom; an alpha may stand as a fourth figure."""
    shown = tuple((*seen((stop[0], stop[1], stop[2])), *stop[3:]) for stop in stops)
    column = _gradient_column(max(2, height), shown)
    return pygame.transform.scale(column, (max(1, width), max(1, height)))


@lru_cache(maxsize=128)
def _gradient_column(rows: int, stops: tuple[Colour | tuple[int, ...], ...]) -> pygame.Surface:
    """The gradient one pixel wide; shared, so only ever read."""
    colours = [(*stop, 255) if len(stop) == 3 else stop for stop in stops]
    last = len(colours) - 1
    pixels = bytearray()
    for y in range(rows):
        place = y / (rows - 1) * (len(colours) - 1)
        low = min(int(place), len(colours) - 2) if len(colours) > 1 else 0
        part = place - low
        (r, g, b, a), (to_r, to_g, to_b, to_a) = colours[low], colours[min(low + 1, last)]
        pixels += bytes(
            (
                round(r + (to_r - r) * part),
                round(g + (to_g - g) * part),
                round(b + (to_b - b) * part),
                round(a + (to_a - a) * part),
            )
        )
    return _of_pixels(bytes(pixels), (1, rows))


@lru_cache(maxsize=64)
def _corner_template(radius: float, ring: float) -> pygame.Surface:
    """A rounded square just large enough for its corners; `ring` 0 fills it."""
    side = 2 * math.ceil(radius) + 4
    big = blank(side * OVERSAMPLING, side * OVERSAMPLING)
    rect = big.get_rect()
    r = round(radius * OVERSAMPLING)
    pygame.draw.rect(big, (255, 255, 255, 255), rect, border_radius=r)
    if ring:
        inset = round(ring * OVERSAMPLING)
        inner = rect.inflate(-2 * inset, -2 * inset)
        pygame.draw.rect(big, (255, 255, 255, 0), inner, border_radius=max(0, r - inset))
    return pygame.transform.smoothscale(white_under(big), (side, side))


def white_under(surface: pygame.Surface) -> pygame.Surface:
    """White in every pixel, alpha kept: scaling then never darkens an edge."""
    surface.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return surface


def _stretch(template: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """Nine slices: corners kept, the middle row and column stretched."""
    tw, th = template.get_size()
    if width < tw or height < th:
        return pygame.transform.smoothscale(template, (width, height))
    wide = blank(width, th)
    for source, target in _slices(tw, width):
        piece = template.subsurface((source[0], 0, source[1], th))
        wide.blit(pygame.transform.scale(piece, (target[1], th)), (target[0], 0))
    out = blank(width, height)
    for source, target in _slices(th, height):
        piece = wide.subsurface((0, source[0], width, source[1]))
        out.blit(pygame.transform.scale(piece, (width, target[1])), (0, target[0]))
    return out


def stretched(small: pygame.Surface, size: tuple[int, int], part: pygame.Rect) -> pygame.Surface:
    """A part of what `small` becomes when its middle row and column are stretched to `size`.

    The whole of a large shape is never there, only the part.

    Args:
        small: what is alike over its middle; no larger than `size`.
        size: of the whole, pixels.
        part: what of the whole is wanted, within it.
    """
    out = blank(*part.size)
    for (source_x, wide), (x, shown_w) in _slices(small.get_width(), size[0]):
        for (source_y, high), (y, shown_h) in _slices(small.get_height(), size[1]):
            place = pygame.Rect(x, y, shown_w, shown_h).clip(part)
            if not place.w or not place.h:
                continue
            source = pygame.Rect(source_x, source_y, wide, high)
            if wide == shown_w:
                source.x, source.w = source_x + place.x - x, place.w
            if high == shown_h:
                source.y, source.h = source_y + place.y - y, place.h
            room = out.subsurface(place.move(-part.x, -part.y))
            pygame.transform.scale(small.subsurface(source), place.size, room)
    return out


def _slices(length: int, wanted: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """(start, length) of source and target for both ends and the stretched middle."""
    if length == wanted:
        return [((0, length), (0, length))]
    half = length // 2
    far = length - half
    middle = ((half, 1), (half, wanted - half - far))
    slices = [((0, half), (0, half)), middle, ((half, far), (wanted - far, far))]
    return [each for each in slices if each[1][1] > 0]


def rounded(width: int, height: int, radius: float) -> pygame.Surface:
    """A white filled rounded rectangle with soft edges."""
    return _stretch(_corner_template(min(radius, width / 2 - 2, height / 2 - 2), 0), width, height)


def ring(width: int, height: int, radius: float, thickness: float) -> pygame.Surface:
    """A white rounded outline; `thickness` may be a fraction."""
    usable = max(0.0, min(radius, width / 2 - 2, height / 2 - 2))
    side = 2 * math.ceil(usable) + 4
    if thickness * 2 >= side / 2:
        usable = max(usable, thickness * 2)
    return _stretch(_corner_template(usable, thickness), width, height)


@lru_cache(maxsize=64)
def _glow_template(
    core_w: int, core_h: int, radius: float, spread: float, strength: float
) -> pygame.Surface:
    """Light around a small rounded rectangle, falling off as a blurred edge does.

    Wide light has no detail, so it is computed on a coarser raster and scaled up.
    """
    pad = math.ceil(spread * GLOW_REACH)
    w, h = core_w + 2 * pad, core_h + 2 * pad
    coarse = max(1.0, spread / 3)
    columns, rows = max(2, round(w / coarse)), max(2, round(h / coarse))
    down = _beyond(h, rows, core_h, radius)
    across = _beyond(w, columns, core_w, radius)
    upper = [_light_row(qy, across, columns, radius, spread, strength) for qy in down]
    alpha = b"".join((*upper, *reversed(upper[: rows // 2])))
    pixels = bytearray(b"\xff") * (4 * columns * rows)
    pixels[3::4] = alpha
    out = _of_pixels(bytes(pixels), (columns, rows))
    return pygame.transform.smoothscale(out, (w, h)) if coarse > 1 else out


def _beyond(length: int, steps: int, core: int, radius: float) -> list[float]:
    """How far outside the straight part of the outline the first half of the raster lies."""
    return [
        length / 2 - (step + 0.5) * length / steps - core / 2 + radius
        for step in range((steps + 1) // 2)
    ]


def _light_row(
    qy: float, across: Sequence[float], columns: int, radius: float, spread: float, strength: float
) -> bytes:
    """The light of a row of the raster; its right half mirrors the left."""
    left = []
    for qx in across:
        outside = math.hypot(max(qx, 0.0), max(qy, 0.0)) + min(max(qx, qy), 0.0) - radius
        level = 0.5 * math.erfc(outside / (spread * 0.9))
        left.append(min(255, round(255 * strength * level)))
    return bytes(left + left[: columns // 2][::-1])


def _of_pixels(pixels: bytes, size: tuple[int, int]) -> pygame.Surface:
    """A surface like those of `blank` from red, green, blue and alpha of each pixel."""
    out = blank(*size)
    drawn = pygame.image.frombuffer(pixels, size, "RGBA")
    out.blit(drawn, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return out


def glow(
    width: int, height: int, radius: float, spread: float, strength: float = 0.55
) -> tuple[pygame.Surface, int]:
    """White light of a rounded rectangle and the margin that it needs on every side."""
    spread = max(0.5, spread)
    core = 2 * math.ceil(radius + spread * GLOW_REACH) + 4
    template = _glow_template(min(core, width), min(core, height), radius, spread, strength)
    pad = math.ceil(spread * GLOW_REACH)
    return _stretch(template, width + 2 * pad, height + 2 * pad), pad


def polygon(
    width: float, height: float, points: Sequence[tuple[float, float]], colour: Colour
) -> pygame.Surface:
    """A filled polygon with soft edges; points in device pixels within the surface."""
    k = OVERSAMPLING
    big = blank(math.ceil(width) * k, math.ceil(height) * k)
    pygame.draw.polygon(big, (255, 255, 255, 255), [(x * k, y * k) for x, y in points])
    small = pygame.transform.smoothscale(white_under(big), (math.ceil(width), math.ceil(height)))
    return tint(small, colour)


def lozenge(width: float, height: float, colour: Colour) -> pygame.Surface:
    """The ornament: a rhombus that fills a box of this size."""
    w, h = math.ceil(width) + 2, math.ceil(height) + 2
    cx, cy = w / 2, h / 2
    a, b = width / 2, height / 2
    return polygon(w, h, [(cx, cy - b), (cx + a, cy), (cx, cy + b), (cx - a, cy)], colour)


def disc(diameter: float, colour: Colour) -> pygame.Surface:
    """A filled circle with soft edges."""
    side = max(2, math.ceil(diameter) + 1)
    k = OVERSAMPLING
    big = blank(side * k, side * k)
    pygame.draw.circle(
        big, (255, 255, 255, 255), (side * k / 2, side * k / 2), max(1.0, diameter * k / 2)
    )
    return tint(pygame.transform.smoothscale(white_under(big), (side, side)), colour)


def halo(diameter: float, colour: Colour, strength: float = 1.0) -> pygame.Surface:
    """A disc of light that fades from its centre to nothing."""
    out = tint(_halo_template(strength).copy(), colour)
    return pygame.transform.smoothscale(out, (max(1, round(diameter)), max(1, round(diameter))))


def pool(
    size: tuple[int, int],
    centre: tuple[float, float],
    diameter: float,
    colour: Colour,
    strength: float = 1.0,
) -> pygame.Surface:
    """A halo, perhaps larger than the surface of this size that it lies on.

    Worked out coarsely: a wide halo has no detail, and whole it would take tens of megabytes.
    """
    small = blank(size[0] / _POOL, size[1] / _POOL)
    light = halo(diameter / _POOL, (255, 255, 255), strength)
    small.blit(light, light.get_rect(center=(centre[0] / _POOL, centre[1] / _POOL)))
    return tint(white_under(pygame.transform.smoothscale(small, size)), colour)


@lru_cache(maxsize=8)
def _halo_template(strength: float) -> pygame.Surface:
    """A small white halo; shared, so only ever read."""
    side = 64
    out = blank(side, side)
    for y in range(side // 2):
        for x in range(side // 2):
            away = math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) / (side / 2)
            level = max(0.0, 1.0 - away)
            alpha = round(255 * strength * level * level * (3 - 2 * level))
            for px in (x, side - 1 - x):
                for py in (y, side - 1 - y):
                    out.set_at((px, py), (255, 255, 255, min(255, alpha)))
    return out


def masked(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """The picture, in place, only where the white mask is."""
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def tinted(shape: pygame.Surface, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A copy of any surface's shape in one colour."""
    return tint(white_under(shape.copy()), colour, alpha)


def blurred(shape: pygame.Surface, blur_px: float) -> pygame.Surface:
    """The surface's shape in white, softened; as large as the surface.

    Args:
        shape: its alpha counts; leave room for the softness (about 2.5 times `blur_px`).
        blur_px: standard deviation of the softening.
    """
    size = shape.get_size()
    coarse = max(1, int(blur_px / 2.5))  # what is soft can be worked out small
    small = (max(1, round(size[0] / coarse)), max(1, round(size[1] / coarse)))
    source = shape if coarse == 1 else pygame.transform.smoothscale(shape, small)
    soft = _softened(pygame.image.tobytes(source, "RGBA")[3::4], small, blur_px / coarse)
    pixels = bytearray(b"\xff") * (4 * len(soft))
    pixels[3::4] = soft
    out = pygame.image.frombuffer(bytes(pixels), small, "RGBA")
    return out.copy() if coarse == 1 else white_under(pygame.transform.smoothscale(out, size))


def _softened(alpha: bytes, size: tuple[int, int], blur_px: float) -> bytes:
    """A plane of bytes blurred down and across: three means in a row are nearly Gaussian."""
    width = size[0]
    rows = [alpha[start : start + width] for start in range(0, len(alpha), width)]
    for _ in range(2):
        columns = [_mean_row(bytes(column), blur_px) for column in zip(*rows, strict=True)]
        rows = columns
    return b"".join(rows)


def _mean_row(row: bytes, blur_px: float) -> bytes:
    for reach in _reaches(blur_px):
        if reach:
            sums = list(accumulate(bytes(reach + 1) + row + bytes(reach)))
            span = 2 * reach + 1
            row = bytes(
                (after - before + reach) // span
                for before, after in zip(sums, sums[span:], strict=False)
            )
    return row


@lru_cache(maxsize=64)
def _reaches(blur_px: float) -> tuple[int, ...]:
    """Half widths of the three means whose variances add up best to that of the blur."""
    whole = 12 * blur_px * blur_px
    low = max(0, int((math.sqrt(whole / 3 + 1) - 1) / 2))
    span = 2 * low + 1
    small = min(3, max(0, round((whole - 3 * (span * span + 4 * span + 3)) / (-4 * span - 4))))
    return tuple(low if index < small else low + 1 for index in range(3))


def shine(
    shape: pygame.Surface, colour: Colour, alpha: int, blur_px: float, margin_px: int
) -> pygame.Surface:
    """Light (or shadow) around any shape, `margin_px` larger on every side.

    Blit it at the shape's place minus the margin, before the shape itself.
    """
    width, height = shape.get_size()
    room = blank(width + 2 * margin_px, height + 2 * margin_px)
    room.blit(shape, (margin_px, margin_px))
    return tint(blurred(room, blur_px), colour, alpha)
