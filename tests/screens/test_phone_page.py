"""The operator's page for a phone: its code is read off the drawn screen by another's reader."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
import zxingcpp

from firmware.operator.phone import METERS, phone_line
from firmware.screens import samples, theme
from firmware.screens.card_art import CardArt
from firmware.screens.kit import Kit, Kits
from firmware.screens.lettering import draw_line, width_of
from firmware.screens.operator_phone import (
    CODE,
    PANELS,
    TOLD,
    code_squares,
    draw_code,
    phone_body,
)
from firmware.screens.panels import ground
from firmware.screens.screen import Screen
from firmware.screens.speech import speech
from firmware.screens.stage import Stage
from firmware.screens.view import Figures, View
from firmware.words import Language

SIZES = ((1280, 720), (1920, 1080))
LARGE = dict.fromkeys(METERS.values(), 9_999_999_999)


def view_with(meters: dict[str, int]) -> View:
    view = samples.sample(next(iter(samples.SAMPLES)), Language.EN)[0]
    figures = Figures(meters, samples.HEAD, 9_315, ledger="1a2b3c4d", is_test=False)
    return replace(view, figures=figures)


def screen(size: tuple[int, int], meters: dict[str, int]) -> pygame.Surface:
    """The page without its head and its keys."""
    surface = pygame.Surface(size)
    stage = Stage(surface, Kits())
    body = phone_body(view_with(meters), speech(Language.EN))
    stage.draw((ground(theme.OPERATOR_ROOM, PANELS), *body))
    return surface


def read_off(surface: pygame.Surface) -> list[str]:
    pixels = pygame.surfarray.array3d(surface).swapaxes(0, 1).copy()
    return [each.text for each in zxingcpp.read_barcodes(pixels)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("meters", [samples.METERS, LARGE], ids=["young", "old"])
def test_the_code_on_the_screen_says_the_line(
    size: tuple[int, int], meters: dict[str, int]
) -> None:
    assert read_off(screen(size, meters)) == [phone_line(meters, "1a2b3c4d", 9_315, samples.HEAD)]


@pytest.mark.parametrize("size", SIZES)
def test_the_operators_page_shows_it_between_head_and_keys(size: tuple[int, int]) -> None:
    view, now_s = samples.sample("operator_phone", Language.EN)
    surface = pygame.Surface(size)
    screen_of = Screen(surface)
    screen_of.draw(view, now_s)
    screen_of.draw(view, now_s + 5)  # a fade is over by then
    figures = view.figures
    said = phone_line(
        figures.meters, figures.ledger, figures.row, figures.head, is_test=figures.is_test
    )
    assert read_off(surface) == [said]


@pytest.mark.parametrize("scale", [1.0, 1.5, 0.75])
def test_every_square_has_as_many_whole_pixels(scale: float) -> None:
    squares = code_squares("CABINATO:1 ROW:7")
    side = CODE.w - 34
    surface = draw_code(Kit(scale, CardArt(scale)), side, squares).surface
    dark = pygame.mask.from_threshold(surface, theme.CARD_INK, (1, 1, 1))
    (box,) = [pygame.Rect.unionall(rects[0], rects[1:]) for rects in [dark.get_bounding_rects()]]
    pixels, rest = divmod(box.w, len(squares))
    assert rest == 0
    for y, row in enumerate(squares):
        for x, square in enumerate(row):
            corners = (0, 0), (pixels - 1, 0), (0, pixels - 1), (pixels - 1, pixels - 1)
            seen = {
                dark.get_at((box.x + x * pixels + dx, box.y + y * pixels + dy))
                for dx, dy in corners
            }
            assert seen == {int(square)}


def test_the_quiet_zone_is_four_squares_wide() -> None:
    squares = code_squares("CABINATO:1 ROW:7")
    surface = draw_code(Kit(1.0, CardArt(1.0)), CODE.w - 34, squares).surface
    dark = pygame.mask.from_threshold(surface, theme.CARD_INK, (1, 1, 1))
    rects = dark.get_bounding_rects()
    box = rects[0].unionall(rects[1:])
    pixels = box.w // len(squares)
    right, bottom = surface.get_width() - box.right, surface.get_height() - box.bottom
    assert min(box.x, box.y, right, bottom) >= 4 * pixels  # ISO/IEC 18004


def test_without_books_there_is_no_code() -> None:
    view = replace(view_with({}), figures=Figures())
    (only,) = phone_body(view, speech(Language.EN))
    assert only.paint.args[0] == speech(Language.EN).text("operator.head_unread")


@pytest.mark.parametrize("language", Language)
def test_the_figures_beside_it_stay_in_their_panel(language: Language) -> None:
    body = phone_body(view_with(LARGE), speech(language))
    lines = [each for each in body if each.paint.draw is draw_line]
    assert max(each.y for each in lines) < TOLD.bottom - 8
    names = [speech(language).text(f"operator.meter.{meter}") for meter in METERS.values()]
    shown = [each.paint.args[0] for each in lines]
    assert [name for name in names if name not in shown] == []
    value = speech(language).number(9_999_999_999)
    assert shown.count(value) == len(METERS)
    assert width_of(value, theme.Style("play_bold", 20, theme.IVORY)) <= 180
