"""Glows, panes, tints, faces of type and neon words."""

import math

import pygame
import pytest

from firmware.cards.card import JOKER, Suit
from firmware.errors import ArtError
from firmware.screens import fonts
from firmware.screens.brush import blank, blurred, pool, shine, tinted, vertical_gradient
from firmware.screens.card_art import CardArt
from firmware.screens.kit import Kits
from firmware.screens.lettering import (
    LARGE,
    Line,
    balanced,
    draw_line,
    large_type,
    width_of,
    wrapped,
)
from firmware.screens.neon import AMBER, WORDMARK, neon, words
from firmware.screens.sprites import SpriteStore
from firmware.screens.theme import Style


def square(size: int = 21, ink: str = "#FFFFFF") -> pygame.Surface:
    surface = blank(size, size)
    surface.fill(ink, (size // 3, size // 3, size // 3, size // 3))
    return surface


def test_a_tint_keeps_the_shape_and_gives_one_colour():
    made = tinted(square(ink="#123456"), (0xFF, 0xB7, 0x2B), 102)
    assert tuple(made.get_at((10, 10))) == (0xFF, 0xB7, 0x2B, 102)
    assert made.get_at((0, 0)).a == 0


def test_a_gradient_goes_from_the_first_colour_to_the_last_through_the_middle():
    made = vertical_gradient(3, 101, [(0, 0, 0), (255, 0, 0), (0, 0, 255)])
    assert [tuple(made.get_at((1, y)))[:3] for y in (0, 50, 100)] == [
        (0, 0, 0),
        (255, 0, 0),
        (0, 0, 255),
    ]


@pytest.mark.parametrize("blur_px", [1.5, 4.0, 9.0])
def test_a_blur_spreads_what_was_solid(blur_px):
    wide = blank(120, 120)
    wide.fill("#FFFFFF", (50, 50, 20, 20))
    made = blurred(wide, blur_px)
    assert made.get_size() == (120, 120)
    assert tuple(made.get_at((60, 60)))[:3] == (255, 255, 255)
    at_edge, outside = made.get_at((60, 49)).a, made.get_at((60, 5)).a
    assert 0 < at_edge < made.get_at((60, 60)).a
    assert outside < at_edge


@pytest.mark.parametrize("blur_px", [2, 4, 9])
def test_a_blur_is_a_gaussian_of_that_deviation(blur_px):
    half = blank(100, 100)
    half.fill("#FFFFFF", (0, 0, 50, 100))
    made = blurred(half, blur_px)
    for away in (-1.0, 0.0, 1.0):  # in deviations beyond the edge
        at = 50 + round(away * blur_px)
        expected = 255 * 0.5 * math.erfc((at - 50) / blur_px / math.sqrt(2))
        level = (made.get_at((at - 1, 50)).a + made.get_at((at, 50)).a) / 2
        assert level == pytest.approx(expected, abs=8)


def test_a_blur_treats_both_directions_alike():
    made = blurred(square(63), 3)
    assert [made.get_at((x, 31)).a for x in range(63)] == [
        made.get_at((31, y)).a for y in range(63)
    ]


def test_light_leaves_its_margin_on_every_side():
    assert shine(square(21), (255, 183, 43), 255, 3, 10).get_size() == (41, 41)


def test_a_pool_of_light_is_brightest_at_its_centre_and_ends_at_its_rim():
    made = pool((160, 80), (40, 40), 60, (1, 2, 3))
    assert made.get_size() == (160, 80)
    levels = [made.get_at((x, 40)).a for x in (40, 55, 68)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > 200
    assert made.get_at((120, 40)).a == 0


@pytest.mark.parametrize("face", ["play_bold", "sans", "sans_bold"])
def test_figures_are_of_equal_width_where_counters_are_shown(face):
    type_face = fonts.font(face, 24)
    assert len({type_face.size(figure)[0] for figure in "0123456789"}) == 1


def test_a_font_is_opened_once_for_a_size():
    assert fonts.font("sans", 20) is fonts.font("sans", 20.3)


def test_a_face_that_is_not_installed_falls_back_and_says_so(monkeypatch, caplog):
    monkeypatch.setitem(fonts._FILES, "sans", ("no_such_font_package", "x.ttf"))
    fonts.font_path.cache_clear()
    fonts._opened.cache_clear()
    try:
        assert fonts.font("sans", 20).size("x")[0] > 0
        assert "no_such_font_package is not installed" in caplog.text
    finally:
        fonts.font_path.cache_clear()
        fonts._opened.cache_clear()


def test_an_unknown_face_and_no_size_are_refused():
    with pytest.raises(ValueError, match="no face 'comic'"):
        fonts.font("comic", 20)
    with pytest.raises(ValueError, match="at least 1"):
        fonts.font("sans", 0)


def test_the_words_of_the_games_and_the_house_can_be_lit():
    assert {"CABINATO", "JOKER", "POKER", "STRIP", "CINQUE", "MANI"} <= set(words())


def test_a_lit_word_is_its_letters_and_the_room_for_its_glow():
    lit = neon("JOKER", AMBER, 60, 1.0)
    assert lit.surface.get_width() == lit.width_px + 2 * lit.margin_px
    assert lit.surface.get_bounding_rect(min_alpha=200).width >= lit.width_px


def test_a_lit_word_stands_where_it_is_put():
    lit = neon("CABINATO", WORDMARK, 142, 0.5, squeeze=0.95)
    left, top = lit.left_at(68, 188)
    core = lit.surface.get_bounding_rect(min_alpha=255)
    assert left + core.left == pytest.approx(68, abs=4)  # half the tube juts out
    assert top + core.bottom == pytest.approx(188, abs=5)
    middle = lit.centred_at(400, 188)[0] + lit.surface.get_width() / 2
    assert middle == pytest.approx(400, abs=1)


def test_a_word_that_was_never_bent_is_refused():
    with pytest.raises(ArtError, match=r"roulette\.svg"):
        neon("ROULETTE", AMBER, 60)


def test_a_lit_word_is_kept(tmp_path):
    store = SpriteStore(tmp_path)
    assert (
        neon("MANI", AMBER, 20, store=store).surface is neon("MANI", AMBER, 20, store=store).surface
    )


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_lights_and_shadow_reach_over_the_card_by_their_margin(scale):
    art = CardArt(scale)
    width, height = art.size()
    grown = (width + 2 * art.margin_px(), height + 2 * art.margin_px())
    assert art.shadow().get_size() == grown
    assert art.outline("amber").get_size() == grown
    assert art.outline("coral").get_size() == grown
    assert art.veil().get_size() == (width, height)


def test_the_outline_lies_four_units_round_the_card():
    art = CardArt(1.0)
    light, margin = art.outline("amber"), art.margin_px()
    middle = light.get_height() // 2
    assert tuple(light.get_at((margin - 2, middle))) == (0xFF, 0xB7, 0x2B, 255)
    assert light.get_at((margin - 6, middle)).a < 160


def test_the_veil_is_forty_per_cent_of_its_dark():
    assert tuple(CardArt(1.0).veil().get_at((80, 114))) == (0x06, 0x16, 0x1C, 102)


def test_the_portrait_fills_any_size():
    art = CardArt(1.0)
    for size in ((128, 268), (95, 206), (160, 190)):
        portrait = art.joker(size)
        assert portrait.get_size() == size
        corners = [portrait.get_at((x, y)).a for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
        assert corners == [255, 255, 255, 255]


def test_a_sign_is_drawn_in_the_colour_asked_for():
    art = CardArt(1.0)
    assert tuple(art.suit(Suit.DIAMONDS, 40, "#7BE3D4").get_at((22, 22)))[:3] == (123, 227, 212)
    assert tuple(art.lozenge(40, "#E0A526").get_at((13, 20))) == (0xE0, 0xA5, 0x26, 255)
    assert art.mark(40).get_size() == (28, 40)


def test_the_fan_scales_and_ends_inside_its_surface():
    fan = CardArt(0.5).fan()
    assert fan.get_size() == (260, 185)
    box = fan.get_bounding_rect(min_alpha=250)
    assert box.left > 0
    assert box.top > 0
    assert box.right < 260
    assert box.bottom < 185


def test_without_a_store_a_drawing_is_still_kept_for_the_run():
    art = CardArt(0.5)
    assert art.face(JOKER) is art.face(JOKER)


LONG = "La macchina non riceve segnali dalla gettoniera e resta accesa per chi guarda."


@pytest.mark.parametrize("scale", [0.8, 0.67, 0.944, 1.0, 1.3])
@pytest.mark.parametrize("size", [18, 19, 20, 21, 22, 23, 24])
def test_a_line_is_as_wide_as_on_the_grid_at_every_scale(scale: float, size: int) -> None:
    style = Style("sans", size, (255, 255, 255))
    drawn = draw_line(Kits().at(scale), LONG, style, 1.0).surface.get_bounding_rect()
    assert drawn.w <= width_of(LONG, style) * scale + 2.5


def gaps_of(text: str, scale: float) -> list[int]:
    """Columns without ink between words that have a bar all along."""
    drawn = draw_line(Kits().at(scale), text, Style("sans", 22, (255, 255, 255)), 1.0).surface
    columns = [
        any(drawn.get_at((x, y)).a > 40 for y in range(drawn.get_height()))
        for x in range(drawn.get_width())
    ]
    runs = "".join("x" if each else "." for each in columns).strip(".").split("x")
    return [len(each) for each in runs if len(each) >= 3]


def test_words_are_not_drawn_over_each_other_where_a_line_is_closed_up() -> None:
    assert len(gaps_of("zzzzzz zzzzzz zzzzzz", 0.8)) == 2


@pytest.mark.parametrize("scale", [0.68, 0.8, 1.0])
def test_the_gaps_of_a_line_that_is_closed_up_are_alike(scale: float) -> None:
    gaps = gaps_of("zz zzzzzzz zz zzzzz zzz", scale)
    assert len(gaps) == 4
    assert max(gaps) - min(gaps) <= 1


def test_no_last_word_stands_alone_where_the_lines_can_be_alike() -> None:
    style = Style("sans", 20, (255, 255, 255))
    text = "ab ab ab ab ab ab ab ab ab ab ab"
    width = width_of("ab ab ab ab ab ab ab ab ab ab", style) + 2
    assert [len(each.split()) for each in wrapped(text, style, width)] == [10, 1]
    assert [len(each.split()) for each in balanced(text, style, width)] == [6, 5]


def test_a_word_of_one_letter_does_not_end_a_line() -> None:
    style = Style("sans", 30, (255, 255, 255))
    width = width_of("Вы играете с", style) + 1
    assert wrapped("Вы играете с подругой", style, width) == ("Вы играете", "с подругой")


def test_it_does_where_it_would_not_go_before_the_next_nor_before_all_that_follow() -> None:
    style = Style("sans", 30, (255, 255, 255))
    width = width_of("Вы играете с", style) + 1
    long = "п"
    while width_of(long + "п", style) <= width:
        long += "п"
    assert wrapped(f"Вы играете с {long}", style, width) == ("Вы играете с", long)
    words = f"Вы играете с {long[:-3]} ад"
    assert width_of(f"{long[:-3]} ад", style) <= width < width_of(f"с {long[:-3]} ад", style)
    assert wrapped(words, style, width) == ("Вы играете с", f"{long[:-3]} ад")


def test_a_balanced_paragraph_keeps_the_breaks_it_was_given() -> None:
    style = Style("sans", 20, (255, 255, 255))
    assert balanced("ab\nab ab ab", style, 400) == ("ab", "ab ab ab")


def test_a_paragraph_is_not_balanced_into_smaller_letters() -> None:
    style = Style("sans", 20, (255, 255, 255))
    text = "ab ab ab ab ab ab ab ab ab ab ab"
    with large_type(is_large=True):
        width = width_of("ab ab ab ab ab ab ab", style) + 2
        grown = [line.growth for line in balanced(text, style, width) if isinstance(line, Line)]
    assert grown == [LARGE, LARGE]
