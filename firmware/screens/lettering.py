"""Lines of text: measured, fitted into a width, set with a face, drawn as sprites.

Fitting is done on the grid (one unit of an em size is one logical pixel), so a text that fits
at one display size fits at all of them up to the rounding of a glyph.

Scenes name the sizes of the look. Where a player wants large text, everything here that a scene
asks (`line`, `width_of`, `fit`, `wrapped`) answers for letters a sixth larger, or as much larger
as the place allows: no line leaves its box for it and no paragraph gets another line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from itertools import accumulate
from typing import NamedTuple, ParamSpec, TypeVar, cast

import pygame

from firmware.screens.brush import blank, blurred, masked, tint, vertical_gradient
from firmware.screens.fonts import MEASURED, font
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Colour, Style

SQUEEZE = 0.9
"""A word may be narrowed to this share of its width, never further."""
_WIDER_PX = 1.5
"""A drawn line may be so much wider than it was measured."""
_LEAST_GAP = 0.75
"""What is left of a gap at least."""
_WHITE = (255, 255, 255)


LARGE = 1.18
"""How many times larger than in the look."""
_GROWS_FULLY, _GROWS = 26.0, 40.0
"""Up to the first size letters grow by all of that, from the second on not at all: what is large
already can be read."""
_NARROWER = 8.0
"""A paragraph is balanced by steps of so much."""
_STEPS = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Shares of the growth that a paragraph is tried with."""

P = ParamSpec("P")
T = TypeVar("T")
_growth: ContextVar[float] = ContextVar("growth", default=1.0)


@contextmanager
def large_type(*, is_large: bool) -> Iterator[None]:
    """What a scene asks within is answered for large letters, where they are wanted."""
    token = _growth.set(LARGE if is_large else 1.0)
    try:
        yield
    finally:
        _growth.reset(token)


def growth_in_force() -> float:
    """How many times larger small letters are now."""
    return _growth.get()


def kept(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A memory for what has text in it: as `lru_cache`, apart for small and large letters."""

    def wrap(make: Callable[P, T]) -> Callable[P, T]:
        memories: dict[float, Callable[P, T]] = {}

        @wraps(make)
        def found(*args: P.args, **kwargs: P.kwargs) -> T:
            growth = _growth.get()
            memory = memories.get(growth)
            if memory is None:
                memory = cast("Callable[P, T]", lru_cache(maxsize=maxsize)(make))
                memories[growth] = memory
            return memory(*args, **kwargs)

        return found

    return wrap


def grown(size: float, growth: float) -> float:
    """The em size that a size of the look becomes.

    >>> grown(20, 1.25), grown(40, 1.25), grown(20, 1.0)
    (25.0, 40, 20)
    """
    if growth == 1.0 or size >= _GROWS:
        return size
    share = min(1.0, (_GROWS - size) / (_GROWS - _GROWS_FULLY))
    return size + min(size, _GROWS_FULLY) * (growth - 1) * share


class Line(str):
    """A line of a paragraph, which knows how far all of its lines may grow."""

    growth: float = 1.0


class Fitted(NamedTuple):
    """A line as it fits: the words, the em size of the look and how far it is squeezed."""

    text: str
    size: float
    squeeze: float


@lru_cache(maxsize=4096)
def _width(text: str, style: Style) -> float:
    face = font(style.face, style.size * MEASURED)
    return face.size(text)[0] / MEASURED + style.spacing * max(0, len(text) - 1)


def _sized(style: Style, growth: float) -> Style:
    return style if growth == 1.0 else style._replace(size=grown(style.size, growth))


def width_of(text: str, style: Style) -> float:
    """Logical width of a line."""
    return _width(text, _sized(style, _growth.get()))


def fit(text: str, style: Style, width: float, floor: float) -> Fitted:
    """The largest setting of one line within `width`: smaller first, then squeezed.

    A text that fits at no allowed size is squeezed as far as it must be: a wrong look is
    better than a cut word, and the tests refuse such a text.
    """
    return _fit(text, style, width, floor, _growth.get())


@lru_cache(maxsize=2048)
def _fit(text: str, style: Style, width: float, floor: float, growth: float) -> Fitted:
    if growth != 1.0:
        return _fit_larger(_fit(text, style, width, floor, 1.0), style, width, growth)
    size = style.size
    while size > floor and _width(text, style._replace(size=size)) > width:
        size = max(floor, size - 1)
    natural = _width(text, style._replace(size=size))
    return Fitted(text, size, min(1.0, width / natural) if natural else 1.0)


def _fit_larger(plain: Fitted, style: Style, width: float, growth: float) -> Fitted:
    """The same line as much larger as there is room for, never smaller."""
    if plain.squeeze == 1.0:
        size = style.size
        while (drawn := grown(size, growth)) > plain.size:
            if _width(plain.text, style._replace(size=drawn)) <= width:
                return plain._replace(size=size)
            size -= 0.5
    return plain._replace(size=_grown_from(plain.size, growth))


def _grown_from(size: float, growth: float) -> float:
    """The size of the look that becomes `size`."""
    low, high = size / growth, size
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (low, middle) if grown(middle, growth) >= size else (middle, high)
    return high


def wrapped(text: str, style: Style, width: float) -> tuple[str, ...]:
    """The text broken between words into lines of at most `width`; newlines are kept."""
    return _wrapped(text, style, width, _growth.get())


@lru_cache(maxsize=1024)
def _wrapped(text: str, style: Style, width: float, growth: float) -> tuple[str, ...]:
    plain = _broken(text, style, width)
    if growth == 1.0:
        return plain
    for share in _STEPS:
        more = 1 + (growth - 1) * share
        lines = _broken(text, _sized(style, more), width)
        if len(lines) <= len(plain):
            return tuple(_line_of(each, more) for each in lines)
    return tuple(_line_of(each, 1.0) for each in plain)


def balanced(text: str, style: Style, width: float) -> tuple[str, ...]:
    """The same in as few lines, all about as long: no last word stands alone."""
    return _balanced(text, style, width, _growth.get())


@lru_cache(maxsize=1024)
def _balanced(text: str, style: Style, width: float, growth: float) -> tuple[str, ...]:
    lines = _wrapped(text, style, width, growth)
    narrow = width - _NARROWER
    while narrow > width / 2 and _is_as_good(even := _wrapped(text, style, narrow, growth), lines):
        lines, narrow = even, narrow - _NARROWER
    return lines


def _is_as_good(even: tuple[str, ...], lines: tuple[str, ...]) -> bool:
    """Whether lines are no more than others, nor smaller."""
    return len(even) == len(lines) and all(
        getattr(one, "growth", 1.0) >= getattr(other, "growth", 1.0)
        for one, other in zip(even, lines, strict=True)
    )


def _line_of(text: str, growth: float) -> Line:
    made = Line(text)
    made.growth = growth
    return made


def _broken(text: str, style: Style, width: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        plain, together = _filled(words, style, width), _bound(words)
        bound = plain if together == words else _filled(together, style, width)
        is_wide = any(_width(each, style) > width for each in bound)
        lines += plain if is_wide or len(bound) != len(plain) else bound
    return tuple(lines)


def _filled(words: Sequence[str], style: Style, width: float) -> list[str]:
    """Lines of as many words as go into `width`."""
    lines, line = [], ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and _width(longer, style) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def _bound(words: Sequence[str]) -> list[str]:
    """The same, a word of one letter together with the next: it does not end a line.

    >>> _bound("Chi vince a carte e a dadi".split())
    ['Chi', 'vince', 'a carte', 'e a', 'dadi']
    """
    bound: list[str] = []
    is_open = False
    for word in words:
        if is_open:
            bound[-1] += f" {word}"
            is_open = False
        else:
            bound.append(word)
            is_open = len(word) == 1 and word.isalpha()
    return bound


def line(
    text: str,
    style: Style,
    x: float,
    baseline: float,
    widget: str,
    *,
    width: float | None = None,
    floor: float = 17,
    alpha: int = 255,
) -> Sprite:
    """A line of text; with `width` it is made to fit."""
    squeeze, growth = 1.0, _growth.get()
    if growth != 1.0 and isinstance(text, Line):
        growth = text.growth
    if width is not None:
        fitted = _fit(text, style, width, floor, growth)
        style, squeeze = style._replace(size=fitted.size), fitted.squeeze
    style = _sized(style, growth)
    return Sprite(Paint(draw_line, (text, style, squeeze)), x, baseline, widget, alpha)


def written(kit: Kit, text: str, style: Style, width: float, floor: float) -> Picture:
    """A line inside a larger painting, made to fit in `width`; it grows as the kit says."""
    fitted = _fit(text, style, width, floor, kit.growth)
    style = _sized(style._replace(size=fitted.size), kit.growth)
    return draw_line(kit, text, style, fitted.squeeze)


def _white_line(kit: Kit, text: str, style: Style, squeeze: float) -> pygame.Surface:
    """The line in white, as narrow as asked."""
    scale = kit.scale
    if squeeze < 1.0:  # drawn at double size and scaled down: no jagged stems
        big = _set(text, style, scale * 2)
        return _narrowed(big, big.get_width() * squeeze / 2)
    return _set(text, style, scale)


def _narrowed(big: pygame.Surface, width: float) -> pygame.Surface:
    """A line of double size as so wide a one of its own size."""
    return pygame.transform.smoothscale(big, (max(1, round(width)), max(1, big.get_height() // 2)))


def _set(text: str, style: Style, scale: float) -> pygame.Surface:
    face = font(style.face, style.size * scale)
    gap = style.spacing * scale
    if gap < 0.75:  # less than a pixel would only make the gaps uneven
        return _set_in_words(face, text, style, scale) or face.render(text, True, _WHITE)
    out = blank(face.size(text)[0] + gap * len(text) + 2, face.get_linesize())
    for index, letter in enumerate(text):
        x = face.size(text[:index])[0] + gap * index
        out.blit(
            face.render(letter, True, _WHITE),
            (round(x), 0),
            special_flags=pygame.BLEND_RGBA_MAX,
        )
    return out


def _set_in_words(
    face: pygame.font.Font, text: str, style: Style, scale: float
) -> pygame.Surface | None:
    """A line that whole pixels of em size made wider than on the grid, as wide as there: what is
    too much is taken from the gaps between its words, from each the same, or where that would be
    most of them from the whole line. None where none has to be."""
    words = [word for word in text.split(" ") if word]
    room = _width(text, style) * scale
    if len(words) < 2 or face.size(text)[0] <= room + _WIDER_PX:
        return None
    drawn = [face.render(word, True, _WHITE) for word in words]
    gap = (room - sum(each.get_width() for each in drawn)) / (len(words) - 1)
    if gap < _LEAST_GAP * face.size(" ")[0]:
        return _narrowed(font(style.face, style.size * scale * 2).render(text, True, _WHITE), room)
    starts = accumulate((each.get_width() + gap for each in drawn), initial=0.0)
    pieces = [(each, round(x)) for each, x in zip(drawn, starts, strict=False)]
    out = blank(max(x + each.get_width() for each, x in pieces), face.get_linesize())
    for each, x in pieces:
        out.blit(each, (x, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return out


def draw_line(kit: Kit, text: str, style: Style, squeeze: float) -> Picture:
    """Paint: a line in one colour, anchored on its baseline at its alignment."""
    surface = tint(_white_line(kit, text, style, squeeze), style.colour)
    ascent = font(style.face, style.size * kit.scale).get_ascent()
    return Picture(surface, -_lead(surface.get_width(), style.align), -ascent)


def shining(
    text: str,
    style: Style,
    bottom: Colour,
    light: Colour,
    spread: float,
    x: float,
    baseline: float,
    widget: str,
) -> tuple[Sprite, ...]:
    """An amount shaded from its colour down to `bottom`, with light around it.

    Each figure is a picture of its own, so a running amount draws nothing new; the light of
    all figures lies under all of them.
    """
    style = _sized(style, _growth.get())
    own = style._replace(align="left")
    left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[style.align] * _width(text, style)
    places = [
        (letter, left + _width(text[:index], own))
        for index, letter in enumerate(text)
        if not letter.isspace()
    ]
    lit = tuple(
        Sprite(Paint(draw_glimmer, (letter, own, light, spread)), at, baseline, widget)
        for letter, at in places
    )
    return lit + tuple(
        Sprite(Paint(draw_shaded, (letter, own, bottom)), at, baseline, widget)
        for letter, at in places
    )


def draw_glimmer(kit: Kit, letter: str, style: Style, light: Colour, spread: float) -> Picture:
    """Paint: the light around a letter."""
    mask = _white_line(kit, letter, style, 1.0)
    pad = math.ceil(spread * kit.scale * 2)
    size = mask.get_width() + 2 * pad, mask.get_height() + 2 * pad

    def draw() -> pygame.Surface:
        room = blank(*size)
        room.blit(mask, (pad, pad))
        return tint(blurred(room, GLIMMER * spread * kit.scale), light, 170)

    colour = "".join(f"{part:02x}" for part in light)
    name = f"glimmer-{ord(letter):x}-{style.face}-{style.size:g}-{style.spacing:g}-{colour}"
    ascent = font(style.face, style.size * kit.scale).get_ascent()
    shown = kit.kept(f"{name}-{spread:g}-{kit.scale:.4f}", size, draw)
    return Picture(shown, -pad, -ascent - pad)


def draw_shaded(kit: Kit, letter: str, style: Style, bottom: Colour) -> Picture:
    """Paint: a letter shaded from the top of the capitals to the baseline."""
    mask = _white_line(kit, letter, style, 1.0)
    ascent = font(style.face, style.size * kit.scale).get_ascent()
    top = ascent - round(ascent * 0.78)
    shade = blank(*mask.get_size())
    shade.fill(style.colour)
    body = vertical_gradient(mask.get_width(), ascent - top, (style.colour, bottom))
    shade.blit(body, (0, top))
    shade.fill(bottom, (0, ascent, *mask.get_size()))
    return Picture(masked(shade, mask), 0, -ascent)


GLIMMER = 0.55
"""Standard deviation of the light around a letter, of its spread."""


def _lead(width: int, align: str) -> int:
    return {"left": 0, "centre": width // 2, "right": width}[align]
