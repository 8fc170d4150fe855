"""What is looked for on every picture of the contact sheet, and what is found.

Text out of its box or squeezed, two texts over each other, letters that the face has not,
text that something lies over, and contrast under 7:1.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
import pygame
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from picture_texts import INK_ALPHA, Text, is_only_words, texts_of

from firmware.screens import keys, panels, strip_figure
from firmware.screens.fonts import font_path
from firmware.screens.layout import BACKDROPS, Layout
from firmware.screens.lettering import SQUEEZE
from firmware.screens.lobby_art import draw_lobby_ground
from firmware.screens.palette import PLAIN, Palette, in_force, seen
from firmware.screens.stage import Placed
from firmware.screens.theme import Colour

CONTRAST = 7.0
"""Least contrast of a text against what it lies on, as WCAG 2 measures it."""
LEAST_EM = 15.0
"""No text is set smaller, in units of the grid."""
LEAST_UPRIGHT = 12.0
"""Nor on an upright display, whose blocks are narrowed, in units of its page."""
LEGEND_EM = 18.0
"""No legend of a key is."""
CROSSED = 2.0
"""Two texts may overlap by so many units of the grid: soft edges, an accent and a tail."""
OVER_EDGE = 1.0
"""So far the ink may lie over the edge of its box: the box's line and rounding."""

EXCEPTED = {
    ("contrast", "operator_screen_red", "label"): "on pure red neither black nor white has 7",
}
"""Findings that are meant: kind, state and widget, and why."""

Pixels = NDArray[Any]


class Finding(NamedTuple):
    """Something on a picture that should not be so.

    Attributes:
        kind: "out", "squeezed", "small", "overlap", "glyph", "covered" or "contrast".
        state: name of the sample.
        language: of the words.
        size: of the display.
        widget: that the text belongs to.
        words: the text.
        detail: by how much, and against what.
        place: the text's box on the display: left, top, width, height.
    """

    kind: str
    state: str
    language: str
    size: tuple[int, int]
    widget: str
    words: str
    detail: str
    place: tuple[int, int, int, int]

    @property
    def line(self) -> str:
        """One line of a report."""
        where = f"{self.state} {self.language} {self.size[0]}x{self.size[1]}"
        return f"{self.kind:9} {where}  {self.widget}  '{self.words}'  {self.detail}"


class _Seen(NamedTuple):
    kind: str
    text: Text
    detail: str


class Shown(Protocol):
    """A picture that can be judged: a stage, or a screen."""

    @property
    def placed(self) -> tuple[Placed, ...]:
        """What it is made of, from the back to the front."""

    @property
    def layout(self) -> Layout:
        """Where the blocks of the grid lie."""


def findings_of(
    stage: Shown, state: str, language: str, palette: Palette = PLAIN, growth: float = 1.0
) -> list[Finding]:
    """All that is wrong with a picture.

    Args:
        stage: what shows it.
        state: its name.
        language: of its words.
        palette: that it is drawn with.
        growth: of the letters inside its paintings.
    """
    with in_force(palette):
        return _findings(stage, state, language, growth)


def _findings(stage: Shown, state: str, language: str, growth: float) -> list[Finding]:
    placed = stage.placed
    texts = texts_of(placed, growth)
    size = stage.layout.size
    seen = itertools.chain(
        _small(texts, stage.layout),
        _glyphs(texts),
        _out(texts, stage),
        _crossed(texts),
        _dull(texts, placed, size),
    )
    return [
        Finding(
            kind, state, language, size, text.widget, text.words, detail,
            (text.ink.x, text.ink.y, text.ink.w, text.ink.h),
        )
        for kind, text, detail in seen
        if (kind, state, text.widget) not in EXCEPTED
    ]  # fmt: skip


# --- how it is set ----------------------------------------------------------------------------


def _small(texts: Iterable[Text], layout: Layout) -> Iterator[_Seen]:
    for text in texts:
        if text.squeeze < SQUEEZE:
            yield _Seen("squeezed", text, f"to {text.squeeze:.0%}")
        least = LEGEND_EM if text.widget.startswith("key.") else LEAST_EM
        if text.style.size < least:
            yield _Seen("small", text, f"{text.style.size:g} (at least {least:g})")
        scale = layout.scale if text.widget in BACKDROPS else text.scale
        on_page = text.style.size * scale / layout.scale
        if on_page < LEAST_UPRIGHT:
            yield _Seen("small", text, f"{on_page:.1f} on the page (at least {LEAST_UPRIGHT:g})")


@lru_cache(maxsize=8)
def _letters(face: Any) -> frozenset[int]:
    path = font_path(face)
    if path is None:
        return frozenset()
    with TTFont(path, lazy=True) as opened:
        return frozenset(opened.getBestCmap())


def _glyphs(texts: Iterable[Text]) -> Iterator[_Seen]:
    for text in texts:
        missing = sorted(
            {each for each in text.words if ord(each) not in _letters(text.style.face)}
        )
        if missing:
            codes = " ".join(f"U+{ord(each):04X}" for each in missing)
            yield _Seen("glyph", text, f"{text.style.face} has no {codes}")


# --- where it lies ----------------------------------------------------------------------------


def boxes_of(stage: Shown) -> list[tuple[str, pygame.Rect]]:
    """Panels, panes, plates and keys of a picture, device pixels."""
    boxes: list[tuple[str, pygame.Rect]] = []
    for each in stage.placed:
        draw, args = each.sprite.paint
        widget = each.sprite.widget
        if draw is panels.draw_ground:
            boxes += [("panel", stage.layout.device(box)) for box in args[1]]
        elif draw is draw_lobby_ground:
            boxes += [("panel", stage.layout.device(box)) for box in args[0]]
        elif draw is panels.draw_glass:
            if not args[3:4] or not args[3]:  # a pane in parts is one pane
                boxes.append((widget, _pane(each, *args[1:3])))
        elif draw in (panels.draw_plate, strip_figure.draw_plate, keys.draw_face):
            boxes.append((widget, _body(each, *args[:2])))
    return boxes


def _pane(placed: Placed, width: float, height: float) -> pygame.Rect:
    """The box of a pane, of which this may be the leftmost part."""
    scale = 1.0 if placed.spot is None else placed.spot.scale
    return pygame.Rect(placed.corner, (round(width * scale), round(height * scale)))


def _body(placed: Placed, width: float, height: float) -> pygame.Rect:
    """The box of a pane without the light around it: it lies in the middle of its picture."""
    scale = 1.0 if placed.spot is None else placed.spot.scale
    body = pygame.Rect(0, 0, round(width * scale), round(height * scale))
    body.center = pygame.Rect(placed.corner, placed.surface.get_size()).center
    return body


def _out(texts: Iterable[Text], stage: Shown) -> Iterator[_Seen]:
    whole = pygame.Rect((0, 0), stage.layout.size)
    boxes = boxes_of(stage)
    for text in texts:
        scale = text.scale
        if not whole.contains(text.ink):
            yield _Seen("out", text, "of the screen")
        for sprite in text.sprites:
            if sprite.sprite.clip is not None and not sprite.rect.contains(text.ink):
                yield _Seen("out", text, "of what is shown of it")
        around = [box for box in boxes if box[1].collidepoint(text.ink.center)]
        own = min(around, key=lambda box: box[1].w * box[1].h, default=None)
        if own is not None:
            over = _over(text.ink, own[1])
            if over > round(OVER_EDGE * scale):
                yield _Seen("out", text, f"of {own[0]} by {over / scale:.0f}")
            continue
        for name, box in boxes:
            shared = box.clip(text.ink)
            if min(shared.w, shared.h) > CROSSED * scale:
                yield _Seen("out", text, f"over the edge of {name}")
                break


def _over(ink: pygame.Rect, box: pygame.Rect) -> int:
    """How far a box of ink sticks out of another box at most."""
    return max(
        box.left - ink.left, ink.right - box.right, box.top - ink.top, ink.bottom - box.bottom
    )


def _crossed(texts: Sequence[Text]) -> Iterator[_Seen]:
    for first, second in itertools.combinations(texts, 2):
        if not first.ink.colliderect(second.ink) or first.words == second.words:
            continue
        if not first.sprites or not second.sprites:
            continue  # one lies over the other on purpose: a lit column over its table
        shared = first.ink.clip(second.ink)
        if min(shared.w, shared.h) > CROSSED * first.scale and _touch(first, second, shared):
            yield _Seen("overlap", first, f"with '{second.words}' by {shared.w}x{shared.h} px")


def _touch(first: Text, second: Text, shared: pygame.Rect) -> bool:
    """Whether both have ink there, and not only an empty corner of their boxes."""
    return all(
        any(
            each.surface.subsurface(part.move(-each.corner[0], -each.corner[1]))
            .get_bounding_rect(min_alpha=INK_ALPHA)
            .w
            for each in text.sprites
            if (part := shared.clip(pygame.Rect(each.corner, each.surface.get_size()))).w and part.h
        )
        for text in (first, second)
    )


# --- what it lies on --------------------------------------------------------------------------

_LINEAR = np.array(
    [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
     for part in (level / 255 for level in range(256))]
)  # fmt: skip


def luminance(pixels: Pixels) -> Pixels:
    """Relative luminance 0..1 of pixels, red, green and blue along the last axis."""
    linear = _LINEAR[pixels]
    return linear[..., 0] * 0.2126 + linear[..., 1] * 0.7152 + linear[..., 2] * 0.0722


def contrast(one: Pixels | float, other: Pixels | float) -> Pixels:
    """Contrast of luminances, 1..21."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)


def compose(placed: Iterable[Placed], out: pygame.Surface) -> None:
    """Draw sprites over what is there, as the stage does."""
    for each in placed:
        surface, alpha, clip = each.surface, each.sprite.alpha, each.sprite.clip
        before = out.get_clip()
        if clip is not None:
            out.set_clip(before.clip(each.rect))
        if surface.get_flags() & pygame.SRCALPHA:
            if alpha < 255:
                surface = surface.copy()
                surface.fill((alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
            out.blit(surface, each.corner, special_flags=pygame.BLEND_PREMULTIPLIED)
        else:
            surface.set_alpha(alpha if alpha < 255 else None)
            out.blit(surface, each.corner)
        out.set_clip(before)


def _dull(
    texts: Sequence[Text], placed: Sequence[Placed], size: tuple[int, int]
) -> Iterator[_Seen]:
    """Texts that hardly stand out, or over which something lies."""
    bare = pygame.Surface(size, 0, 32)
    compose((each for each in placed if not is_only_words(each)), bare)
    whole = pygame.Surface(size, 0, 32)
    compose(placed, whole)
    for text in texts:
        ink = text.ink.clip(bare.get_rect())
        if not ink.w or not ink.h:
            continue
        over = [
            each
            for each in placed[text.order + 1 :]
            if not is_only_words(each) and each.rect.colliderect(ink)
        ]
        if not text.sprites:
            if not over:
                yield from _on_plate(text, whole, ink)
            continue
        mask = _mask(text, ink)
        if over:
            under, letters = _seen_through(text, placed, over, ink)
            apart = contrast(luminance(letters[mask]), luminance(under[mask]))
            hidden = float(np.mean(apart < 1.05))
            if hidden > 0.97:
                continue  # another says it there: a lit face over a dim one
            if hidden > 0.03:
                names = ", ".join(sorted({each.sprite.widget for each in over}))
                yield _Seen("covered", text, f"{hidden:.0%} of it, by {names}")
            apart = apart[apart >= 1.05]
        else:
            under = luminance(pygame.surfarray.array3d(bare.subsurface(ink))[mask])
            colours = [text.style.colour, *([text.also] if text.also is not None else [])]
            apart = np.minimum.reduce([contrast(_of(colour), under) for colour in colours])
        worst = float(np.percentile(apart, 5))
        if worst < CONTRAST:
            yield _Seen("contrast", text, f"{worst:.1f}")


def _of(colour: Colour) -> float:
    return float(luminance(np.array(seen(colour), dtype=np.uint8)))


def _mask(text: Text, ink: pygame.Rect) -> Pixels:
    """Where the letters are, within their box."""
    mask = np.zeros(ink.size, dtype=bool)
    for each in text.sprites:
        shared = ink.clip(pygame.Rect(each.corner, each.surface.get_size()))
        if not shared.w or not shared.h:
            continue
        inside = each.surface.subsurface(shared.move(-each.corner[0], -each.corner[1]))
        x, y = shared.x - ink.x, shared.y - ink.y
        alpha = pygame.surfarray.array_alpha(inside)
        mask[x : x + shared.w, y : y + shared.h] |= alpha >= INK_ALPHA
    return mask


def _seen_through(
    text: Text, placed: Sequence[Placed], over: Sequence[Placed], ink: pygame.Rect
) -> tuple[Pixels, Pixels]:
    """Pixels of the box without the text, and as if all of it were ink, under what lies over."""
    both = []
    for is_ink in (False, True):
        out = pygame.Surface(ink.size, 0, 32)
        below = [
            each
            for each in placed[: text.order]
            if each.rect.colliderect(ink) and not is_only_words(each)
        ]
        compose([_moved(each, ink) for each in below], out)
        if is_ink:
            out.fill(seen(text.style.colour))
        compose([_moved(each, ink) for each in over], out)
        both.append(pygame.surfarray.array3d(out))
    return both[0], both[1]


def _moved(placed: Placed, ink: pygame.Rect) -> Placed:
    corner = placed.corner[0] - ink.x, placed.corner[1] - ink.y
    return Placed(placed.sprite, placed.surface, corner, placed.rect.move(-ink.x, -ink.y))


def _on_plate(text: Text, whole: pygame.Surface, ink: pygame.Rect) -> Iterator[_Seen]:
    """Words inside a painting: what is most of a plate, or left and right of them."""
    if text.is_on_plate:
        ink = ink.inflate(-ink.w // 3, -ink.h // 3)
    around = ink.inflate(round(12 * text.scale), 0).clip(whole.get_rect())
    levels = luminance(pygame.surfarray.array3d(whole.subsurface(around)))
    beside = np.ones(around.size, dtype=bool)
    x, y = ink.x - around.x, ink.y - around.y
    beside[x : x + ink.w, y : y + ink.h] = text.is_on_plate
    under = float(np.median(levels[beside]))
    worst = float(contrast(_of(text.style.colour), under))
    if worst < CONTRAST:
        yield _Seen("contrast", text, f"{worst:.1f}")
