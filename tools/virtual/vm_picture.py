"""Pictures of a screen, and whether two show the same.

The eye of the test: a graphics card that reports success may still show black, so nothing is
believed but pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LIT = 64
"""A pixel with a colour above this belongs to what is drawn, not to the dark behind it."""
NEAR = 12
"""Colours that differ by no more are the same."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Red, green and blue of each pixel, row by row from the top.

    Attributes:
        width: pixels.
        height: pixels.
        data: three bytes a pixel.
    """

    width: int
    height: int
    data: bytes

    def save(self, path: Path) -> None:
        """Keep it as a file that anybody can look at."""
        import pygame

        image = pygame.image.frombytes(self.data, (self.width, self.height), "RGB")
        pygame.image.save(image, path)


def read_ppm(data: bytes) -> Picture:
    """A picture in the format P6 with 256 steps.

    Raises:
        ValueError: it is none.
    """
    words = data.split(maxsplit=4)
    if len(words) < 4 or words[0] != b"P6" or words[3] != b"255":
        raise ValueError(f"no P6 picture with 256 steps: {data[:20]!r}")
    width, height = int(words[1]), int(words[2])
    pixels = data[-width * height * 3 :]
    if len(data) < width * height * 3:
        raise ValueError(f"{width} x {height} pixels need more than {len(data)} bytes")
    return Picture(width, height, pixels)


def likeness(seen: Picture, expected: Picture) -> float:
    """Share of the lit pixels of `expected` that are the same in `seen`, 0 to 1.

    Raises:
        ValueError: they differ in size, or nothing is lit in `expected`.
    """
    import numpy as np

    if (seen.width, seen.height) != (expected.width, expected.height):
        raise ValueError(
            f"{seen.width}x{seen.height} against {expected.width}x{expected.height} pixels"
        )
    ours, wanted = (
        np.frombuffer(each.data, np.uint8).reshape(-1, 3).astype(np.int16)
        for each in (seen, expected)
    )
    lit = wanted.max(axis=1) > LIT
    if not lit.any():
        raise ValueError("nothing is lit in the expected picture")
    same = np.abs(ours - wanted).max(axis=1) <= NEAR
    return float(same[lit].mean())


def lit_share(picture: Picture) -> float:
    """Share of the pixels that are lit, 0 to 1."""
    import numpy as np

    pixels = np.frombuffer(picture.data, np.uint8).reshape(-1, 3)
    return float((pixels.max(axis=1) > LIT).mean())
