"""Where blocks lie on displays of other shapes."""

from __future__ import annotations

import itertools

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.panel import Button
from firmware.screens.blocks import stacked
from firmware.screens.layout import PAGES, Layout, Plan, Shape, layout_of, shape_of
from firmware.screens.theme import CARD_BOXES, KEY_BOXES, Box

SIZES = [
    (1280, 720), (1920, 1080), (1024, 600), (800, 480), (1366, 768), (2560, 1080),
    (1280, 1024), (1024, 768), (640, 480), (720, 1280), (1080, 1920), (768, 1024), (480, 800),
]  # fmt: skip
EVERYWHERE = list(itertools.product(SIZES, Plan))


def keys(layout: Layout) -> dict[Button, pygame.Rect]:
    return {
        button: layout.spot(box.middle_x, box.middle_y, f"key.{button}").device(box)
        for button, box in KEY_BOXES.items()
    }


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((1280, 720), Shape.WIDE),
        ((800, 480), Shape.WIDE),
        ((1024, 600), Shape.WIDE),
        ((1280, 1024), Shape.TALL),
        ((1024, 768), Shape.TALL),
        ((720, 1280), Shape.UPRIGHT),
        ((768, 1024), Shape.UPRIGHT),
    ],
)
def test_a_display_has_a_shape(size: tuple[int, int], shape: Shape) -> None:
    assert shape_of(*size) is shape


@pytest.mark.parametrize(("size", "plan"), EVERYWHERE)
def test_every_key_is_on_the_display_and_none_covers_another(
    size: tuple[int, int], plan: Plan
) -> None:
    found = list(keys(layout_of(*size, plan)).values())
    display = pygame.Rect(0, 0, *size)
    assert all(display.contains(rect) for rect in found)
    assert not any(a.colliderect(b) for a, b in itertools.combinations(found, 2))


@pytest.mark.parametrize(("size", "plan"), EVERYWHERE)
def test_the_keys_stand_at_one_place_whatever_is_shown(size: tuple[int, int], plan: Plan) -> None:
    assert keys(layout_of(*size, plan)) == keys(layout_of(*size, Plan.TABLE))


@pytest.mark.parametrize(("size", "plan"), EVERYWHERE)
def test_a_finger_on_a_key_finds_that_key(size: tuple[int, int], plan: Plan) -> None:
    layout = layout_of(*size, plan)
    for button, rect in keys(layout).items():
        x, y = layout.logical(*rect.center)
        box = KEY_BOXES[button]
        assert box.x < x < box.right
        assert box.y < y < box.bottom


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_stand_over_their_keys(size: tuple[int, int]) -> None:
    layout = layout_of(*size, Plan.TABLE)
    under = keys(layout)
    for place, box in enumerate(CARD_BOXES, start=1):
        card = layout.spot(box.x, box.y, f"card.{place}").device(box)
        assert abs(card.centerx - under[Button(f"HOLD{place}")].centerx) <= 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("plan", list(Plan))
def test_a_block_keeps_its_proportions_and_stays_on_the_page(
    size: tuple[int, int], plan: Plan
) -> None:
    layout = layout_of(*size, plan)
    page_w, _ = PAGES[layout.shape]
    for spot in layout.spots:
        rect = spot.device(spot.source)
        assert rect.w / spot.source.w == pytest.approx(rect.h / spot.source.h, abs=0.02)
        # The margins of a block may hang over; what it holds begins 24 within.
        assert rect.x >= (size[0] - page_w * layout.scale) / 2 - 30 * spot.scale
        assert rect.bottom <= size[1] + 1


def test_the_wide_grid_lies_in_the_middle_and_its_head_at_the_edge() -> None:
    layout = layout_of(1024, 600, Plan.LEAF)
    assert layout.spot(58, 48, "head").at(0, 0) == (0, 0)
    assert layout.spot(500, 146, "body").at(0, 0) == (0, 12)


BOXES = st.lists(
    st.tuples(
        st.integers(24, 640), st.integers(66, 400), st.integers(100, 616), st.integers(30, 190)
    ).map(lambda sides: Box(*map(float, sides))),
    min_size=1,
    max_size=6,
).map(tuple)


@given(BOXES)
def test_the_panels_of_a_leaf_never_overlap_on_an_upright_display(panels: tuple[Box, ...]) -> None:
    blocks = stacked(panels)
    assert len(blocks) == len(panels)
    seats = [
        (block.x + 4 * block.scale, block.y + 4 * block.scale,
         (block.source.w - 8) * block.scale, (block.source.h - 8) * block.scale)
        for block in blocks
    ]  # fmt: skip
    for x, y, w, h in seats:
        assert x >= 23.9
        assert x + w <= 696.1
        assert y >= 45.9
        assert y + h <= 1054.1
    for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(seats, 2):
        apart = ax + aw <= bx or bx + bw <= ax or ay + ah <= by + 0.01 or by + bh <= ay + 0.01
        assert apart
