"""Pictures from drawings: SVG text to pixels with fine edges, and PNG files that say
which drawing they were made from.

SDL's own reader draws everything four times as large; averaging happens on colours weighted
with their alpha, so that no dark of clear pixels mixes into an edge.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from firmware.screens.vector import render_svg

from .layer import CANVAS, digest

Pixels = Any  # height x width x 4, uint8, straight alpha
FINER = 4
TEXT_KEY = "Source-SHA256"
EDGE_STEPS = 52  # steps of alpha and colour at edges: fewer values pack tighter
EXACT_FROM = 60  # pixels: a colour this frequent is a fill and stays exact

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def pixels_of(svg: str, size: tuple[int, int] = CANVAS, name: str = "drawing") -> Pixels:
    """The drawing in pixels.

    Args:
        svg: the text.
        size: width and height.
        name: how errors call the drawing.
    """
    large = (size[0] * FINER, size[1] * FINER)
    drawn = render_svg(svg, large, name=name)
    raw = pygame.image.tobytes(drawn, "RGBA")
    fine = np.frombuffer(raw, np.uint8).reshape(size[1], FINER, size[0], FINER, 4)
    alpha = fine[..., 3:].astype(np.float32)
    weighted = (fine[..., :3] * alpha).sum(axis=(1, 3))
    total = alpha.sum(axis=(1, 3))
    result = np.zeros((size[1], size[0], 4), np.uint8)
    result[..., :3] = np.rint(weighted / np.maximum(total, 1e-6))
    result[..., 3] = np.rint(total[..., 0] / (FINER * FINER))
    result[result[..., 3] == 0] = 0
    return result


def tighten(pixels: Pixels) -> Pixels:
    """The same picture with fewer different values at its edges; its fills stay exact."""
    flat = pixels.reshape(-1, 4)
    words = flat.astype(np.uint32) @ np.array([1, 256, 65536, 16777216], np.uint32)
    _values, places, counts = np.unique(words, return_inverse=True, return_counts=True)
    step = 255 / (EDGE_STEPS - 1)
    rounded = np.rint(np.rint(flat / step) * step).astype(np.uint8)
    rounded[rounded[:, 3] == 0] = 0
    frequent = (counts >= EXACT_FROM)[places.ravel()] & (flat[:, 3] == 255)
    result = np.where(frequent[:, None], flat, rounded)
    return result.reshape(pixels.shape).astype(np.uint8)


def png_bytes(pixels: Pixels, source: str) -> bytes:
    """A PNG file with the digest of its drawing in a text chunk."""
    height, width = pixels.shape[:2]
    flat = pixels.reshape(-1, 4)
    values, places = np.unique(flat, axis=0, return_inverse=True)
    text = f"{TEXT_KEY}\0{source}".encode("latin-1")
    if len(values) <= 256:
        order = np.argsort(values[:, 3], kind="stable")  # clear ones first: a short tRNS
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        rows = rank[places.ravel()].astype(np.uint8).reshape(height, width)
        table = values[order]
        kind, extra = (
            3,
            [
                (b"PLTE", table[:, :3].astype(np.uint8).tobytes()),
                (b"tRNS", table[:, 3].astype(np.uint8).tobytes()),
            ],
        )
    else:
        kind, extra = 6, []
        rows = pixels.reshape(height, width * 4)
    lines = np.zeros((height, rows.shape[1] + 1), np.uint8)
    lines[:, 1:] = rows
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"tEXt", text),
        *extra,
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in chunks)


def write_png(path: Path, svg: str, size: tuple[int, int] = CANVAS) -> None:
    """Draw and write one picture."""
    path.write_bytes(png_bytes(tighten(pixels_of(svg, size, path.stem)), digest(svg)))


def source_of(path: Path) -> str | None:
    """The digest a PNG file carries; None when it carries none."""
    data = path.read_bytes()
    place = len(_SIGNATURE)
    while place < len(data):
        (length,) = struct.unpack_from(">I", data, place)
        name = data[place + 4 : place + 8]
        body = data[place + 8 : place + 8 + length]
        if name == b"tEXt" and body.startswith(TEXT_KEY.encode() + b"\0"):
            return body.split(b"\0", 1)[1].decode("latin-1")
        place += length + 12
    return None


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
