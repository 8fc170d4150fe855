"""Large shapes are drawn in parts, each of them quickly, and together they are the whole."""

from __future__ import annotations

import pygame
import pytest

from firmware.screens import brush, theme
from firmware.screens.cinque_bands import column_light
from firmware.screens.cinque_duel import row_boxes
from firmware.screens.kit import Kits
from firmware.screens.panels import draw_glass, pane
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box

OWN_BLOCK_PIXELS = 256 * 1024 // 4
"""A larger picture is given anew by the system each time, which takes longer than drawing it."""
ROW = row_boxes(2)[0]
PANE = pane(theme.CINQUE_ROOM, ROW, "glass")
LIGHT = column_light(24, 143, 405, "column.3")
KITS = Kits(None)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def together(parts: tuple[Sprite, ...], scale: float, size: tuple[int, int]) -> pygame.Surface:
    """The parts beside each other, the first in the corner."""
    out = brush.blank(*size)
    drawn = [each.paint.draw(KITS.at(scale), *each.paint.args) for each in parts]
    for picture in drawn:
        out.blit(picture.surface, (picture.dx - drawn[0].dx, picture.dy - drawn[0].dy))
    return out


@pytest.mark.parametrize("scale", [1.0, 0.5625, 1.5])
def test_the_parts_of_a_pane_make_the_pane(scale: float) -> None:
    whole = draw_glass(KITS.at(scale), theme.CINQUE_ROOM, ROW.w, ROW.h).surface
    assert pixels(together(PANE, scale, whole.get_size())) == pixels(whole)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_parts_of_a_light_make_the_light(scale: float) -> None:
    one = LIGHT[0]._replace(paint=LIGHT[0].paint._replace(args=(405, 0, 1)))
    whole = one.paint.draw(KITS.at(scale), *one.paint.args).surface
    assert pixels(together(LIGHT, scale, whole.get_size())) == pixels(whole)


@pytest.mark.parametrize("sprites", [PANE, LIGHT])
def test_no_part_is_a_block_of_its_own(sprites: tuple[Sprite, ...]) -> None:
    for each in sprites:
        width, height = each.paint.draw(KITS.at(1.0), *each.paint.args).surface.get_size()
        assert width * height < OWN_BLOCK_PIXELS


def test_a_small_pane_is_one_picture() -> None:
    assert len(pane(theme.CINQUE_ROOM, Box(0, 0, 160, 60), "head.1")) == 1


@pytest.mark.parametrize("part", [(0, 0, 200, 90), (5, 3, 60, 40), (70, 30, 130, 60)])
def test_a_part_of_a_stretched_shape_is_cut_from_it(part: tuple[int, int, int, int]) -> None:
    whole = brush.ring(200, 90, 12, 3)
    small = brush.ring(29, 29, 12, 3)
    cut = brush.stretched(small, (200, 90), pygame.Rect(part))
    assert pixels(cut) == pixels(whole.subsurface(part))
