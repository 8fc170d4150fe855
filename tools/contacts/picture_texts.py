"""The words of a drawn picture and where they lie: what the checks of the contact sheet judge.

Read off what the stage has placed, so they follow whatever layout and scale put it there.
Words inside a larger painting (the pay table, the tags) are found by painting it once more with
the painter's pen watched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pygame

from firmware.screens import lettering, pay_table, play_test_bands, strip_figure, table_cards
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_glimmer, draw_line, draw_shaded
from firmware.screens.stage import Paint, Picture, Placed
from firmware.screens.theme import Colour, Style

INK_ALPHA = 96
"""From here on a pixel of a letter counts as ink; fainter ones are its soft edge."""
PLATES = {
    table_cards.draw_tag: lettering,
    strip_figure.draw_pledge_tag: strip_figure,
    play_test_bands.draw_band: lettering,
}
"""Painters of plates with words centred on them, and the module whose pen is watched."""
SHEETS = (
    pay_table.draw_head,
    pay_table.draw_row,
    pay_table.draw_figures,
    pay_table.draw_made,
    pay_table.draw_won,
)
"""Painters of tables, whose words have a place of their own each."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they lie on a picture.

    Attributes:
        words: what is read.
        style: face, em size in units of the grid, colour.
        squeeze: width of its letters against their natural one.
        widget: the name of the widget that they belong to.
        ink: the letters' own box, device pixels.
        order: place from the back of the topmost sprite that draws them.
        scale: device pixels a unit of the grid there.
        sprites: those that draw them and nothing else; none inside a larger painting.
        also: a second colour that the letters are shaded into.
        is_on_plate: whether `ink` is a whole plate of which the letters cover a part.
    """

    words: str
    style: Style
    squeeze: float
    widget: str
    ink: pygame.Rect
    order: int
    scale: float
    sprites: tuple[Placed, ...] = ()
    also: Colour | None = None
    is_on_plate: bool = False


def texts_of(placed: Sequence[Placed], growth: float = 1.0) -> list[Text]:
    """All words of a picture, from the back to the front.

    Args:
        placed: what the picture is made of.
        growth: of the letters inside its paintings.
    """
    found: list[Text] = []
    for order, each in enumerate(placed):
        draw, args = each.sprite.paint
        if draw is draw_line:
            words, style, squeeze = args
            if words.strip():
                place = each.sprite.widget, _ink(each), order, _scale(each)
                found.append(Text(words, style, squeeze, *place, (each,)))
        elif draw is draw_shaded:
            letter, style, bottom = args
            before = found[-1] if found else None
            if before is not None and _goes_on(before, order, each):
                found.pop()
                ink = before.ink.union(_ink(each))
                words, sprites = before.words + letter, (*before.sprites, each)
            else:
                words, sprites, ink = letter, (each,), _ink(each)
            place = each.sprite.widget, ink, order, _scale(each)
            found.append(Text(words, style, 1.0, *place, sprites, bottom))
        elif draw in SHEETS or draw in PLATES:
            found += _within(each, order, growth)
    return found


def is_only_words(placed: Placed) -> bool:
    """Whether a sprite is letters, or the light around them, and nothing else."""
    return placed.sprite.paint.draw in (draw_line, draw_shaded, draw_glimmer)


def _goes_on(before: Text, order: int, each: Placed) -> bool:
    """Whether a shaded letter is the next one of an amount."""
    if before.order != order - 1 or before.also is None or before.widget != each.sprite.widget:
        return False
    return before.sprites[-1].sprite.y == each.sprite.y


def _ink(placed: Placed) -> pygame.Rect:
    return placed.surface.get_bounding_rect(min_alpha=INK_ALPHA).move(placed.corner)


def _scale(placed: Placed) -> float:
    return 1.0 if placed.spot is None else placed.spot.scale


def _within(placed: Placed, order: int, growth: float) -> Iterator[Text]:
    """The words inside a painting, at the scale at which it was painted."""
    draw = placed.sprite.paint.draw
    width, height, inside = _painted(placed.sprite.paint, growth)
    across = placed.surface.get_width() / width
    down = placed.surface.get_height() / height
    for words, style, squeeze, (x, y, w, h) in inside:
        ink = pygame.Rect(round(x * across), round(y * down), round(w * across), round(h * down))
        place = placed.sprite.widget, ink.move(placed.corner), order, _scale(placed)
        yield Text(words, style, squeeze, *place, is_on_plate=draw in PLATES)


_Inside = tuple[tuple[str, Style, float, tuple[int, int, int, int]], ...]


@lru_cache(maxsize=512)
def _painted(paint: Paint, growth: float) -> tuple[int, int, _Inside]:
    """Size of a painting at scale 1 and the words in it, with their boxes."""
    kit = Kit(1.0, None, growth=growth)  # type: ignore[arg-type]  # none of these paints a card
    if paint.draw in PLATES:
        with _watched_line(PLATES[paint.draw]) as said:
            surface = paint.draw(kit, *paint.args).surface
        whole = surface.get_bounding_rect(min_alpha=INK_ALPHA)
        return *surface.get_size(), tuple((*each, tuple(whole)) for each in said)
    with _watched_put() as put:
        surface = paint.draw(kit, *paint.args).surface
    return *surface.get_size(), tuple(put)


@contextmanager
def _watched_line(module: Any) -> Iterator[list[tuple[str, Style, float]]]:
    """What the painters of a module write while this lasts."""
    said: list[tuple[str, Style, float]] = []

    def noting(kit: Kit, text: str, style: Style, squeeze: float) -> Picture:
        said.append((text, style, squeeze))
        return draw_line(kit, text, style, squeeze)

    module.draw_line = noting
    try:
        yield said
    finally:
        module.draw_line = draw_line


@contextmanager
def _watched_put() -> Iterator[list[tuple[str, Style, float, tuple[int, int, int, int]]]]:
    """What is written onto the pay table while this lasts, and where."""
    put: list[tuple[str, Style, float, tuple[int, int, int, int]]] = []
    real = pay_table._put

    def noting(
        kit: Kit,
        out: pygame.Surface,
        text: str,
        style: Style,
        x: float,
        y: float,
        width: float = 0,
        corner: tuple[int, int] = (0, 0),
    ) -> None:
        real(kit, out, text, style, x, y, width, corner)
        squeeze, style = 1.0, pay_table.sized(style, kit.growth)
        if width:
            fitted = pay_table.fit(text, style, width, 18)
            style, squeeze = style._replace(size=fitted.size), fitted.squeeze
        drawn = draw_line(kit, text, style, squeeze)
        left, top = out.get_abs_offset()
        ink = drawn.surface.get_bounding_rect(min_alpha=INK_ALPHA)
        left, top = left - corner[0], top - corner[1]
        place = ink.move(left + round(x) + drawn.dx, top + round(y) + drawn.dy)
        put.append((text, style, squeeze, (place.x, place.y, place.w, place.h)))

    pay_table._put = noting
    try:
        yield put
    finally:
        pay_table._put = real
