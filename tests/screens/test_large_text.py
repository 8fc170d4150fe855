"""Large text: larger wherever there is room, never smaller, never another line."""

from __future__ import annotations

import pygame
import pytest

from firmware.screens import theme
from firmware.screens.kit import Kits
from firmware.screens.lettering import (
    LARGE,
    fit,
    grown,
    kept,
    large_type,
    line,
    width_of,
    wrapped,
    written,
)
from firmware.screens.stage import Sprite
from firmware.screens.table_cards import draw_tag
from firmware.screens.theme import Style

STYLE = Style("sans", 22, theme.IVORY)
SENTENCE = "Le carte segnate si tengono, le altre si cambiano una volta sola."


def size_of(sprite: Sprite) -> float:
    style = sprite.paint.args[1]
    assert isinstance(style, Style)
    return style.size


def shown(text: str, width: float | None = None) -> tuple[float, float]:
    """The em sizes of a line without and with large text."""
    with large_type(is_large=False):
        small = line(text, STYLE, 0, 0, "x", width=width)
    with large_type(is_large=True):
        large = line(text, STYLE, 0, 0, "x", width=width)
    return size_of(small), size_of(large)


def test_a_line_with_room_grows_by_a_sixth() -> None:
    small, large = shown("CREDITO", 400)
    assert large / small == pytest.approx(LARGE)
    assert LARGE >= 1.15


@pytest.mark.parametrize("room", [0.6, 0.9, 1.0, 1.05, 1.1, 1.3])
def test_a_line_never_shrinks_for_it_and_stays_in_its_box(room: float) -> None:
    width = width_of(SENTENCE, STYLE) * room
    small, large = shown(SENTENCE, width)
    assert large >= small - 1e-6
    with large_type(is_large=True):
        fitted = fit(SENTENCE, STYLE, width, 17)
        drawn = width_of(SENTENCE, STYLE._replace(size=fitted.size)) * fitted.squeeze
    assert drawn <= width + 0.5


def test_what_is_large_already_does_not_grow() -> None:
    assert grown(128, LARGE) == 128
    assert grown(40, LARGE) == 40


def test_larger_letters_stay_in_their_order() -> None:
    sizes = [grown(size, LARGE) for size in range(12, 60)]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("width", range(150, 700, 37))
def test_a_paragraph_gets_no_other_line(width: float) -> None:
    plain = wrapped(SENTENCE, STYLE, width)
    with large_type(is_large=True):
        large = wrapped(SENTENCE, STYLE, width)
    assert len(large) <= len(plain)
    assert " ".join(large) == SENTENCE


def test_all_lines_of_a_paragraph_are_equally_large() -> None:
    with large_type(is_large=True):
        lines = wrapped(SENTENCE, STYLE, 300)
        sizes = {size_of(line(each, STYLE, 0, 0, "x")) for each in lines}
    assert len(lines) > 1
    assert len(sizes) == 1


def test_what_is_remembered_for_small_letters_is_not_shown_for_large_ones() -> None:
    @kept(8)
    def made(text: str) -> float:
        return width_of(text, STYLE)

    small = made("CREDITO")
    with large_type(is_large=True):
        assert made("CREDITO") > small
    assert made("CREDITO") == small


def ink(growth: float) -> pygame.Rect:
    """Of the dark letters on the tag of a held card."""
    kit = Kits(growth=growth).at(2.0)
    tag = draw_tag(kit, "HOLD", is_bank=False, grown=6).surface
    light = [(x, y) for x in range(tag.get_width()) for y in range(tag.get_height())
             if tag.get_at((x, y)).a == 255 and max(tag.get_at((x, y))[:3]) < 80]  # fmt: skip
    return pygame.Rect(light[0], (1, 1)).unionall([pygame.Rect(each, (1, 1)) for each in light])


def test_a_word_on_a_tag_grows_and_stays_in_the_middle_of_it() -> None:
    plain, large = ink(1.0), ink(LARGE)
    assert large.h / plain.h == pytest.approx(LARGE, abs=0.08)
    assert large.w / plain.w == pytest.approx(LARGE, abs=0.08)
    for each in (plain, large):
        assert abs(each.centery - 26) <= 1
        assert abs(each.centerx - 116) <= 4


def test_a_word_that_fills_its_place_in_a_painting_does_not_grow_out_of_it() -> None:
    kit = Kits(growth=LARGE).at(1.0)
    width = width_of("TENUTO", STYLE) + 2
    assert written(kit, "TENUTO", STYLE, width, 15).surface.get_width() <= width + 1
    assert written(kit, "TENUTO", STYLE, width * 2, 15).surface.get_width() > width + 1
