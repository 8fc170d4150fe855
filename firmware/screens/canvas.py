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
_M_TRIM_THRESHOLD = -1
OWN_BLOCK_BYTES = 256 * 1024
"""Larger pictures, those of rooms and persons, are blocks of their own, given back when freed."""
SPARE_BYTES = 1024 * 1024
"""At most so much of the heap stays unused: to touch fresh memory takes five times as long as to
draw on it, so a frame should not pay for fresh pages."""


def return_freed_pictures() -> bool:
    """Have the system's allocator give back what pictures took: an evening is long.

    glibc raises the size from which it asks the system for a block of its own each time such a
    block is freed; after a few large pictures they all come from one heap, which cannot shrink
    while anything above them lives. Fixed sizes keep an evening some 20 to 40 MB smaller.

    Returns:
        Whether this allocator can be told.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library, as on Alpine
        return False
    is_fixed = mallopt(_M_MMAP_THRESHOLD, OWN_BLOCK_BYTES)
    return bool(is_fixed and mallopt(_M_TRIM_THRESHOLD, SPARE_BYTES))
