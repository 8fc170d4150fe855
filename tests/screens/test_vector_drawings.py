"""Drawings become surfaces of the size asked for, and say plainly when they cannot."""

import pygame
import pytest

from firmware.errors import ArtError
from firmware.screens.vector import (
    document,
    fill_tokens,
    inner,
    read_svg,
    render_fine,
    render_svg,
)

SQUARE = (
    '<svg width="4" height="4" viewBox="0 0 10 10">'
    '<rect width="10" height="10" fill="{ink}"/></svg>'
)


def test_the_size_asked_for_wins_over_the_drawings_own():
    assert render_svg(SQUARE, (30, 50), {"ink": "#A60B19"}).get_size() == (30, 50)


def test_a_token_becomes_its_colour():
    drawn = render_svg(SQUARE, (10, 10), {"ink": "#A60B19"})
    assert tuple(drawn.get_at((5, 5))) == (0xA6, 0x0B, 0x19, 255)


def test_a_token_without_a_value_is_named_with_its_drawing():
    with pytest.raises(ArtError, match=r"king: no value for the token '\{ink\}' \(given: robe\)"):
        render_svg(SQUARE, (10, 10), {"robe": "#000000"}, name="king")


def test_a_value_is_not_searched_for_tokens_again():
    assert fill_tokens("{a}", {"a": "{b}"}) == "{b}"


@pytest.mark.parametrize(
    ("fit", "corner_is_inked"), [("stretch", True), ("cover", True), ("contain", False)]
)
def test_a_square_drawing_in_a_wide_place(fit, corner_is_inked):
    drawn = render_svg(SQUARE, (40, 10), {"ink": "#FFFFFF"}, fit=fit)
    assert (drawn.get_at((1, 5)).a > 0) is corner_is_inked


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (-1, 5)])
def test_no_size_no_drawing(size):
    with pytest.raises(ArtError, match="at least 1 x 1"):
        render_svg(SQUARE, size, {"ink": "#000000"})


@pytest.mark.parametrize("text", ["", "<p>no drawing</p>", '<svg width="3" height="3"></svg>'])
def test_what_is_no_drawing_is_refused(text):
    with pytest.raises(ArtError, match="viewBox"):
        render_svg(text, (10, 10))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ArtError, match=r"gone\.svg cannot be read"):
        read_svg(tmp_path / "gone.svg")


def test_the_inside_of_a_drawing_can_be_placed_in_another():
    assert inner(document("<path/>", (0, 0, 1, 1))) == "<path/>"


def test_drawing_fine_keeps_size_and_colour():
    drawn = render_fine(SQUARE, (9, 7), {"ink": "#12566B"})
    assert drawn.get_size() == (9, 7)
    assert tuple(drawn.get_at((4, 3))) == (0x12, 0x56, 0x6B, 255)


def test_drawings_need_no_display():
    pygame.display.quit()
    assert render_svg(SQUARE, (5, 5), {"ink": "#000000"}).get_bitsize() == 32
