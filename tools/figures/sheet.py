"""A quick contact sheet of one guest, to look at while drawing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame

from .figure import FACES, Figure
from .layer import CANVAS
from .raster import pixels_of

MARGIN = 8
STATE_SCALE = 0.62
FACE_SCALE = 2.0
FACE_AREA = (190, 60, 220, 270)
SMALL_HEIGHT = 120
PAPER = "#171a1e"


def picture(svg: str, name: str) -> pygame.Surface:
    """A layer as a surface of the canvas's size."""
    pixels = pixels_of(svg, CANVAS, name)
    return pygame.image.frombytes(pixels.tobytes(), CANVAS, "RGBA")


class Easel:
    """Draws each layer of a guest once and composes them."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.drawings = figure.drawings()
        self.layer = cache(self._layer)

    def _layer(self, name: str) -> pygame.Surface:
        return picture(self.drawings[name]().svg(), name)

    def ground(self) -> pygame.Surface:
        lamp = self.figure.lamp
        ground = pygame.Surface(CANVAS)
        ground.fill(lamp.wall)
        pygame.draw.rect(ground, lamp.floor, (0, 915, 600, 85))
        pygame.draw.ellipse(ground, lamp.light, (8, 30, 584, 880))
        pygame.draw.ellipse(ground, lamp.light, (20, 934, 560, 52))
        return ground

    def over(self, ground: pygame.Surface, names: list[str]) -> pygame.Surface:
        for name in names:
            if name in self.drawings:
                ground.blit(self.layer(name), (0, 0))
        return ground

    def state(self, lost: int, face: str = "neutral") -> pygame.Surface:
        return self.over(self.ground(), self.figure.stack(lost, face))

    def screen(self) -> pygame.Surface:
        return self.over(self.ground(), list(self.figure.screen_stack))

    def black(self, names: list[str]) -> pygame.Surface:
        clear = self.over(pygame.Surface(CANVAS, pygame.SRCALPHA), names)
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
    faces = []
    for face in FACES:
        part = easel.state(1, face).subsurface(FACE_AREA)
        large = (FACE_AREA[2] * FACE_SCALE, FACE_AREA[3] * FACE_SCALE)
        faces.append(pygame.transform.smoothscale(part, large))
    small = (round(SMALL_HEIGHT * 0.6), SMALL_HEIGHT)
    tiny = [pygame.transform.smoothscale(state, small) for state in states]
    for lost in range(count):
        ground = pygame.Surface(CANVAS)
        ground.fill(figure.lamp.light)
        names = [name for name in figure.stack(lost, "neutral") if name != "table"]
        ground.blit(easel.black(names), (0, 0))
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
