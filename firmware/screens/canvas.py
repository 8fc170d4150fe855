"""A surface to draw on where there is no window, and pictures of it."""

from __future__ import annotations

from pathlib import Path

import pygame


def plain_surface(size: tuple[int, int]) -> pygame.Surface:
    """A surface of that many pixels, 32 bits, that needs no display."""
    return pygame.Surface(size, 0, 32)


def save_png(surface: pygame.Surface, path: Path) -> None:
    """Write a surface as a PNG.

    Raises:
        OSError: the file cannot be written.
    """
    try:
        pygame.image.save(surface, str(path))
    except pygame.error as error:
        raise OSError(f"{path}: cannot be written: {error}") from error
