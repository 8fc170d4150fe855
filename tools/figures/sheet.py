"""A quick contact sheet of one guest, to look at while drawing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pygame

from .figure import FACES, Figure
from .layer import CANVAS, Layer
from .raster import pixels_of
from .scene import lamplight, rack, table
from .shapes import box

MARGIN = 8
STATE_SCALE = 0.62
FACE_SCALE = 2.0
FACE_AREA: tuple[int, int, int, int] = (190, 60, 220, 270)
SMALL_HEIGHT = 120
PAPER = "#171a1e"


Area = tuple[int, int, int, int]
WHOLE: Area = (0, 0, *CANVAS)


def picture(svg: str, name: str, area: Area = WHOLE, zoom: float = 1.0) -> pygame.Surface:
    """Part of a layer as a surface, drawn at that size."""
    size = (round(area[2] * zoom), round(area[3] * zoom))
    view = f'viewBox="{area[0]} {area[1]} {area[2]} {area[3]}"'
    pixels = pixels_of(svg.replace(f'viewBox="0 0 {CANVAS[0]} {CANVAS[1]}"', view), size, name)
    return pygame.image.frombytes(pixels.tobytes(), size, "RGBA")


class Easel:
    """Draws each layer of a guest once and composes them."""

    def __init__(self, figure: Figure, area: Area = WHOLE, zoom: float = 1.0) -> None:
        self.figure = figure
        self.area, self.zoom = area, zoom
        self.drawings = {**figure.drawings(), "table": table, "rack": rack, "ground": self.ground}
        self.layer = cache(self._layer)

    def _layer(self, name: str) -> pygame.Surface:
        return picture(self.drawings[name]().svg(), name, self.area, self.zoom)

    def ground(self) -> Layer:
        lamp = self.figure.lamp
        layer = Layer()
        layer.fill(box(0, 0, *CANVAS), lamp.wall)
        layer.fill(box(0, 915, 600, 85), lamp.floor)
        layer.add(lamplight(lamp.light))
        return layer

    def over(self, names: Sequence[str], *, ground: bool = True) -> pygame.Surface:
        """The named layers on one another, before the guest's light or on nothing."""
        size = (round(self.area[2] * self.zoom), round(self.area[3] * self.zoom))
        result = pygame.Surface(size, pygame.SRCALPHA)
        for name in ["ground", *names] if ground else names:
            result.blit(self.layer(name), (0, 0))
        return result

    def state(self, lost: int, face: str = "neutral") -> pygame.Surface:
        return self.over(["table", *self.figure.stack(lost, face)])

    def screen(self) -> pygame.Surface:
        return self.over(self.figure.screen_stack)

    def black(self, names: list[str]) -> pygame.Surface:
        clear = self.over(names, ground=False)
        shape = pygame.mask.from_surface(clear, 60)
        return shape.to_surface(setcolor="#101114", unsetcolor=(0, 0, 0, 0))


def sheet(figure: Figure) -> pygame.Surface:
    """Row 1: every state; row 2: the faces, large; row 3: 120 px, coloured and black."""
    easel = Easel(figure)
    count = len(figure.garments) + 1
    states = [easel.state(lost) for lost in range(count)]
    if figure.screen_stack:
        states.append(easel.screen())
    size = (round(CANVAS[0] * STATE_SCALE), round(CANVAS[1] * STATE_SCALE))
    row = [pygame.transform.smoothscale(state, size) for state in states]
    close = Easel(figure, FACE_AREA, FACE_SCALE)
    faces = [close.over(figure.stack(1, face)) for face in FACES]
    small = (round(SMALL_HEIGHT * 0.6), SMALL_HEIGHT)
    tiny = [pygame.transform.smoothscale(state, small) for state in states]
    for lost in range(count):
        ground = pygame.Surface(CANVAS)
        ground.fill(figure.lamp.light)
        ground.blit(easel.black(figure.stack(lost, "neutral")), (0, 0))
        tiny.append(pygame.transform.smoothscale(ground, small))
    return _rows([row, faces, tiny])


def _rows(rows: list[list[pygame.Surface]]) -> pygame.Surface:
    widths = [sum(p.get_width() + MARGIN for p in row) + MARGIN for row in rows]
    heights = [max(p.get_height() for p in row) + MARGIN for row in rows]
    paper = pygame.Surface((max(widths), sum(heights) + MARGIN))
    paper.fill(PAPER)
    y = MARGIN
    for row, height in zip(rows, heights, strict=True):
        x = MARGIN
        for piece in row:
            paper.blit(piece, (x, y))
            x += piece.get_width() + MARGIN
        y += height
    return paper


def save(surface: pygame.Surface, path: Path) -> None:
    pygame.image.save(surface, str(path))
