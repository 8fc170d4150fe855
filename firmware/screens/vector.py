"""Drawings: SVG text with colour tokens becomes a surface of the wanted size.

The art of the cabinet is kept as vectors, so that one drawing serves every screen and
every colour. SDL's own reader does the work (paths, shapes, groups, plain gradients; no
text, filters, clipping or style sheets), reached through calls that pygame and pygame-ce
share. Nothing here needs a display, and nothing is converted: that is the caller's choice.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

import pygame

from firmware.errors import ArtError

Size = tuple[int, int]
Fit = Literal["stretch", "cover", "contain"]

_TOKEN = re.compile(r"\{([^{}]*)\}")
_ROOT = re.compile(r"<svg\b[^>]*>", re.DOTALL)
_SIZES = re.compile(r"\s(?:width|height|preserveAspectRatio)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_FITS: dict[Fit, str] = {
    "stretch": "none",
    "cover": "xMidYMid slice",
    "contain": "xMidYMid meet",
}


@lru_cache(maxsize=64)
def read_svg(path: Path) -> str:
    """The text of a drawing, read once.

    Raises:
        ArtError: if the file cannot be read or holds no SVG root.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArtError(f"the drawing {path} cannot be read: {error}") from error
    if not _ROOT.search(text):
        raise ArtError(f"the drawing {path} has no <svg> element")
    return text


def fill_tokens(text: str, tokens: Mapping[str, str], name: str = "drawing") -> str:
    """Put a value in the place of every `{token}`.

    >>> fill_tokens('<path fill="{robe}"/>', {"robe": "#B3121F"})
    '<path fill="#B3121F"/>'

    Raises:
        ArtError: naming the first token that has no value, and the drawing.
    """

    def value(match: re.Match[str]) -> str:
        token = match.group(1)
        if token not in tokens:
            known = ", ".join(sorted(tokens)) or "none"
            raise ArtError(f"{name}: no value for the token '{{{token}}}' (given: {known})")
        return tokens[token]

    return _TOKEN.sub(value, text)


def inner(text: str, name: str = "drawing") -> str:
    """What stands between the root tags, to be placed in a group of another drawing.

    Raises:
        ArtError: if there is no root element.
    """
    root = _ROOT.search(text)
    end = text.rfind("</svg>")
    if root is None or end < root.end():
        raise ArtError(f"{name} has no <svg> element")
    return text[root.end() : end].strip()


def render_svg(
    text: str,
    size: Size,
    tokens: Mapping[str, str] | None = None,
    *,
    fit: Fit = "stretch",
    name: str = "drawing",
) -> pygame.Surface:
    """Draw SVG text at exactly `size` pixels, on nothing (straight alpha, 32 bits).

    Args:
        text: the drawing; its root needs a `viewBox`, its own width and height are ignored.
        size: width and height in pixels.
        tokens: values for the `{token}` places, colours as `#RRGGBB`.
        fit: `stretch` fills the size, `cover` fills it and cuts what juts out,
            `contain` shows all of the drawing.
        name: how errors call the drawing.

    Raises:
        ArtError: for a token without a value, an unreadable drawing, a size under 1 x 1.
    """
    width, height = size
    if width < 1 or height < 1:
        raise ArtError(f"{name} cannot be drawn {width} x {height} px (at least 1 x 1)")
    filled = fill_tokens(text, tokens or {}, name)
    root = _ROOT.search(filled)
    if root is None or "viewBox" not in root.group():
        raise ArtError(f"{name} has no <svg> element with a viewBox")
    sized = (
        f'<svg width="{width}" height="{height}" preserveAspectRatio="{_FITS[fit]}"'
        + _SIZES.sub("", root.group())[len("<svg") :]
    )
    whole = filled[: root.start()] + sized + filled[root.end() :]
    try:
        drawn = pygame.image.load(io.BytesIO(whole.encode()), f"{name}.svg")
    except pygame.error as error:
        raise ArtError(f"{name} is not a drawing SDL can read: {error}") from error
    if drawn.get_size() != size:
        raise ArtError(f"{name} came out {drawn.get_size()} instead of {size}")
    return drawn


def render_fine(
    text: str,
    size: Size,
    tokens: Mapping[str, str] | None = None,
    *,
    fit: Fit = "stretch",
    name: str = "drawing",
    oversample: int = 4,
) -> pygame.Surface:
    """Like `render_svg`, but drawn larger and averaged down, for finer edges on level lines.

    Only for drawings that cover their whole area or are tinted afterwards: averaging mixes
    the black of clear pixels into a coloured edge. Raises as `render_svg` does.
    """
    large = (size[0] * oversample, size[1] * oversample)
    return pygame.transform.smoothscale(render_svg(text, large, tokens, fit=fit, name=name), size)


def document(body: str, view: tuple[float, float, float, float]) -> str:
    """Wrap elements into a drawing with the view box x, y, width, height."""
    box = " ".join(f"{value:g}" for value in view)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def placed(body: str, x: float, y: float, scale: float = 1.0, turn_deg: float = 0.0) -> str:
    """A group with elements moved to (x, y), scaled and turned about their origin."""
    turn = f" rotate({turn_deg:g})" if turn_deg else ""
    return f'<g transform="translate({x:g} {y:g}){turn} scale({scale:g})">{body}</g>'
