"""A surface to draw on where there is no window, pictures of it, and the memory of both."""

from __future__ import annotations

import ctypes
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


_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1024 * 1024


def return_large_blocks() -> bool:
    """Have the system's allocator give large surfaces back as soon as they are freed.

    glibc would learn from the first freed picture to keep blocks of that size, and a fade or a
    new room would then leave its megabytes behind for good: 20 MB at 1920 x 1080.

    Returns:
        Whether this allocator can be told.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and bool(mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES))
