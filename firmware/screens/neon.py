"""Neon lettering, for the wordmark and the names of games and for nothing else.

A word is its letters' outline bent from glass tube: a lit tube with a bright core, a dim
fill behind it, and a glow round the whole. The outlines are drawings under `assets/neon/`,
written from Play Bold by `tools/neon`; a word that is not there cannot be lit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pygame

from firmware.assets import asset
from firmware.errors import ArtError
from firmware.screens import brush, theme
from firmware.screens.sprites import SpriteStore
from firmware.screens.vector import document, read_svg, render_svg

_EM = 1000  # units of the drawings
_GLOW_BLUR, _GLOW_OPACITY, _GLOW_REACH = 9, 0.65, 27
_FILL_SHADE, _FILL_OPACITY = 0.52, 0.85
_VIEW = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
_OUTLINE = re.compile(r'\sd="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Tube:
    """A colour of neon: the glass and the bright line in it, as `#RRGGBB`."""

    glass: str
    core: str


WORDMARK = Tube("#FF4A36", "#FFE6DF")
CORAL = Tube("#FF5A44", "#FFE3DB")
AMBER = Tube("#FFB72B", "#FFF6DA")
CHALK = Tube("#4FE0A4", "#EAFFF4")


@dataclass(frozen=True, slots=True)
class Lettering:
    """A lit word.

    Attributes:
        surface: the word with its glow, straight alpha.
        margin_px: from the surface's edges to the outline of the letters.
        width_px: from the first letter's outline to the last one's.
        baseline_px: from the surface's top to the foot of the letters.
    """

    surface: pygame.Surface
    margin_px: int
    width_px: int
    baseline_px: int

    def left_at(self, left: float, baseline: float) -> tuple[int, int]:
        """Where to blit so that the letters begin at `left` and stand on `baseline`."""
        return round(left) - self.margin_px, round(baseline) - self.baseline_px

    def centred_at(self, middle: float, baseline: float) -> tuple[int, int]:
        """Where to blit so that the letters are centred on `middle`, standing on `baseline`."""
        return self.left_at(middle - self.width_px / 2, baseline)


def _outline(word: str) -> tuple[str, tuple[float, float, float, float]]:
    """The path of a word's letters and its box: left, top, width, height, baseline at 0."""
    text = read_svg(asset("neon", f"{word.lower()}.svg"))
    box, path = _VIEW.search(text), _OUTLINE.search(text)
    if box is None or path is None:
        raise ArtError(f"assets/neon/{word.lower()}.svg has no viewBox or no path")
    left, top, width, height = (float(value) for value in box.groups())
    return path.group(1), (left, top, width, height)


def neon(
    word: str,
    tube: Tube,
    em: float,
    scale: float = 1.0,
    *,
    squeeze: float = 1.0,
    store: SpriteStore | None = None,
) -> Lettering:
    """Light a word.

    Args:
        word: one of those under `assets/neon/`, without spaces.
        tube: its colour.
        em: type size in units of the look (142 for the wordmark).
        scale: pixels for one unit.
        squeeze: width of the letters against their natural one (0.95 for the wordmark).
        store: where the drawn word is kept.

    Raises:
        ArtError: if there is no such word.
    """
    path, (left, top, width, height) = _outline(word)
    across, down = em * scale * squeeze / _EM, em * scale / _EM
    margin = round(_GLOW_REACH * scale)
    ink = (round(width * across), round(height * down))
    size = (ink[0] + 2 * margin, ink[1] + 2 * margin)

    def layer(fill: str, stroke: str, stroke_px: float) -> pygame.Surface:
        # SDL's reader scales a stroke by the mean of both scales, so it is divided by that.
        units = 2 * stroke_px / (across + down)
        body = (
            f'<path transform="translate({margin - left * across:.3f} {margin - top * down:.3f})'
            f' scale({across:.6f} {down:.6f})" d="{path}" fill="{fill}" stroke="{stroke}"'
            f' stroke-width="{units:.3f}" stroke-linejoin="round"/>'
        )
        return render_svg(document(body, (0, 0, *size)), size, name=f"neon {word}")

    def draw() -> pygame.Surface:
        tube_px, core_px = em * scale / 15, em * scale / 40
        shape = layer("#fff", "#fff", tube_px)
        light = theme.rgb(tube.glass)
        strength = round(255 * _GLOW_OPACITY)
        lit = brush.shine(shape, light, strength, _GLOW_BLUR * scale, 0)
        red, green, blue = (round(part * _FILL_SHADE) for part in light)
        filled = layer("#fff", "none", 0)
        lit.blit(brush.tinted(filled, (red, green, blue), round(255 * _FILL_OPACITY)), (0, 0))
        lit.blit(layer("none", tube.glass, tube_px), (0, 0))
        lit.blit(layer("none", tube.core, core_px), (0, 0))
        return lit

    name = f"neon-{word.lower()}-{tube.glass.lstrip('#').lower()}-{em:g}-{squeeze:g}"
    surface = draw() if store is None else store.get(name, size, draw)
    return Lettering(surface, margin, ink[0], margin + round(-top * down))


def words() -> tuple[str, ...]:
    """The words that can be lit."""
    return tuple(sorted(path.stem.upper() for path in asset("neon").glob("*.svg")))
