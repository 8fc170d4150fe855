"""The four type faces of the screens, opened once for each size and kept.

The faces come from installed font packages, so nothing of the system is asked for. A
missing face must not stop the cabinet: pygame's own font takes its place and the log says so.
"""

from __future__ import annotations

import importlib.resources
import logging
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

import pygame

Face = Literal["play_bold", "sans", "sans_bold", "sans_italic"]

_FILES: dict[Face, tuple[str, str]] = {
    "play_bold": ("fontpkg_play", "Play-Bold.ttf"),
    "sans": ("fontpkg_pt_sans", "PT_Sans-Web-Regular.ttf"),
    "sans_bold": ("fontpkg_pt_sans", "PT_Sans-Web-Bold.ttf"),
    "sans_italic": ("fontpkg_pt_sans", "PT_Sans-Web-Italic.ttf"),
}

FREQUENT: dict[Face, tuple[int, ...]] = {
    "play_bold": (18, 20, 22, 24, 25, 30, 34, 35, 39, 40, 48, 52, 62, 84, 128),
    "sans": (19, 20, 22, 30, 34),
    "sans_bold": (17, 18, 19, 20, 21, 22, 24),
    "sans_italic": (24, 25),
}
"""Sizes that the games use all the time, em of the grid."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?+-'$"
"""A letter is brought into a size at its first use: a face is opened with these."""
_DRAWN_MOST = 40
"""Larger ones are only measured: their letters take room, and few of them are used."""
MEASURED = 4
"""Widths are measured at this many times the size: finer than whole pixels."""

_log = logging.getLogger(__name__)


@lru_cache(maxsize=8)
def font_path(face: Face) -> Path | None:
    """Where the file of a face lies, or None (logged once) if its package is not usable."""
    package, name = _FILES[face]
    try:
        path = importlib.resources.files(package) / "files" / name
    except ModuleNotFoundError:
        _log.warning("font package %s is not installed: pygame's own font is used", package)
        return None
    if not path.is_file():
        _log.warning("font file %s is missing: pygame's own font is used", path)
        return None
    return Path(str(path))  # installed unpacked, so it is a path in the file system


@lru_cache(maxsize=128)
def _opened(face: Face, size_px: int) -> pygame.font.Font:
    path = font_path(face)
    if path is not None:
        try:
            return pygame.font.Font(str(path), size_px)
        except (pygame.error, OSError) as error:
            _log.warning("font %s cannot be read (%s): pygame's own font is used", path, error)
    return pygame.font.Font(None, size_px)


def font(face: Face, size_px: float) -> pygame.font.Font:
    """The face at an em size in pixels (fractions are rounded), opened once and kept.

    The font module is started when needed, so this works before a display exists.
    A font's `set_bold` and the like must not be touched: everyone shares the object.

    Raises:
        ValueError: for a size under one pixel or an unknown face.
    """
    if face not in _FILES:
        raise ValueError(f"no face '{face}' (there are {', '.join(_FILES)})")
    size = round(size_px)
    if size < 1:
        raise ValueError(f"a font of {size_px} px cannot be drawn (at least 1)")
    if not pygame.font.get_init():
        pygame.font.init()
        _opened.cache_clear()  # fonts opened before a restart of the module are dead
    return _opened(face, size)


def opening(scale: float) -> Iterator[object]:
    """Open what games use all the time, a face in one size at each step, with its letters.

    Args:
        scale: device pixels a unit of the grid.
    """
    for face, sizes in FREQUENT.items():
        for size in sizes:
            yield font(face, size * MEASURED).size(LETTERS)
            drawn = font(face, size * scale)
            if size <= _DRAWN_MOST:
                yield drawn.render(LETTERS, True, (255, 255, 255))
            else:
                yield drawn.size(LETTERS)
