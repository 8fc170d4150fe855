"""The display list: what it redraws is exactly what a full redraw would show."""

from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.screens.kit import Kits
from firmware.screens.layout import Plan
from firmware.screens.regions import merged
from firmware.screens.stage import Paint, Picture, Sprite, Stage
from firmware.screens.theme import Box


def block(_kit: object, width: int, height: int, colour: tuple[int, int, int, int]) -> Picture:
    surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    surface.fill(colour)
    return Picture(surface)


def ground(_kit: object) -> Picture:
    surface = pygame.Surface((1280, 720), 0, 32)
    surface.fill((10, 20, 30))
    return Picture(surface)


GROUND = Sprite(Paint(ground), 0, 0, "ground")
RED = Paint(block, (60, 40, (200, 0, 0, 255)))
GLASS = Paint(block, (90, 90, (0, 120, 0, 128)))
BLUE = Paint(block, (30, 200, (0, 0, 250, 255)))


def stage() -> Stage:
    return Stage(pygame.Surface((1280, 720), 0, 32), Kits())


def full(sprites: tuple[Sprite, ...]) -> bytes:
    fresh = stage()
    fresh.draw(sprites)
    return pygame.image.tobytes(fresh.canvas, "RGB")


sprites = st.builds(
    Sprite,
    st.sampled_from([RED, GLASS, BLUE]),
    st.integers(-40, 300),
    st.integers(-40, 300),
    st.sampled_from(["a", "b"]),
    st.sampled_from([255, 255, 90, 0]),
    st.sampled_from([None, None, Box(50, 50, 120, 120)]),
)
lists = st.lists(sprites, max_size=7, unique=True).map(lambda some: (GROUND, *some))


@settings(max_examples=40, deadline=None)
@given(st.lists(lists, min_size=2, max_size=5))
def test_any_sequence_of_lists_ends_as_a_full_redraw_of_the_last(
    sequence: list[tuple[Sprite, ...]],
) -> None:
    kept = stage()
    for each in sequence:
        kept.draw(each)
    assert pygame.image.tobytes(kept.canvas, "RGB") == full(sequence[-1])


def test_an_equal_list_draws_nothing() -> None:
    kept = stage()
    kept.draw((GROUND, Sprite(RED, 5, 5, "a")))
    assert kept.draw((GROUND, Sprite(RED, 5, 5, "a"))) == ([], frozenset())


def test_a_moved_sprite_redraws_where_it_was_and_where_it_is() -> None:
    kept = stage()
    kept.draw((GROUND, Sprite(RED, 0, 0, "a"), Sprite(BLUE, 900, 0, "b")))
    regions, widgets = kept.draw((GROUND, Sprite(RED, 600, 600, "a"), Sprite(BLUE, 900, 0, "b")))
    assert sorted(tuple(region) for region in regions) == [(0, 0, 60, 40), (600, 600, 60, 40)]
    assert widgets == {"a"}


def test_sprites_that_change_places_in_the_order_are_redrawn() -> None:
    kept = stage()
    red, blue = Sprite(RED, 0, 0, "a"), Sprite(BLUE, 10, 10, "b")
    kept.draw((GROUND, red, blue))
    kept.draw((GROUND, blue, red))
    assert kept.canvas.get_at((20, 20))[:3] == (200, 0, 0)


def test_forget_redraws_everything_though_nothing_changed() -> None:
    kept = stage()
    kept.draw((GROUND,))
    kept.forget()
    assert kept.draw((GROUND,))[0] == [pygame.Rect(0, 0, 1280, 720)]


def test_a_change_of_most_of_the_display_is_redrawn_in_two_turns() -> None:
    kept = stage()
    wide = Paint(block, (1280, 600, (90, 0, 0, 255)))
    kept.draw((GROUND, Sprite(wide, 0, 0, "a")))
    drawn = []
    while not drawn or kept.is_behind:
        regions, _ = kept.draw((GROUND, Sprite(wide, 0, 60, "a")), is_time_left=lambda: True)
        drawn.append(sum(region.w * region.h for region in regions) / (1280 * 720))
    assert len(drawn) == 2
    assert max(drawn) < 0.65
    assert pygame.image.tobytes(kept.canvas, "RGB") == full((GROUND, Sprite(wide, 0, 60, "a")))


def test_a_change_of_half_of_the_display_is_redrawn_at_once() -> None:
    kept = stage()
    half = Paint(block, (640, 600, (90, 0, 0, 255)))
    kept.draw((GROUND,))
    kept.draw((GROUND, Sprite(half, 0, 0, "a")), is_time_left=lambda: True)
    assert not kept.is_behind


def test_the_cache_stays_bounded() -> None:
    kept = Stage(pygame.Surface((1280, 720), 0, 32), Kits())
    kept.cache._capacity = 4 * 100 * 100 * 5
    kit = Kits().at(1.0)
    for shade in range(40):
        kept.cache.get(Paint(block, (100, 100, (shade, 0, 0, 255))), kit)
    assert len(kept.cache) == 5


def test_another_plan_redraws_everything_on_a_display_that_arranges_it_otherwise() -> None:
    kept = Stage(pygame.Surface((720, 1280), 0, 32), Kits())
    kept.draw((GROUND,), Plan.TABLE)
    regions, _ = kept.draw((GROUND,), Plan.STRIP)
    assert [tuple(region) for region in regions] == [(0, 0, 720, 1280)]


def test_another_plan_redraws_nothing_where_the_grid_lies_as_it_is() -> None:
    kept = stage()
    kept.draw((GROUND,), Plan.TABLE)
    assert kept.draw((GROUND,), Plan.STRIP) == ([], frozenset())


def test_merged_regions_never_overlap_and_cover_all() -> None:
    rects = [pygame.Rect(x * 30, (x * 37) % 300, 50, 60) for x in range(20)]
    regions = merged(rects, pygame.Rect(0, 0, 1280, 720))
    assert all(any(region.contains(rect) for region in regions) for rect in rects)
    pairs = [(a, b) for i, a in enumerate(regions) for b in regions[i + 1 :]]
    assert not any(a.colliderect(b) for a, b in pairs)


def test_the_strips_of_a_frame_stay_strips_without_overlap_or_gap() -> None:
    strips = [
        pygame.Rect(0, 0, 1000, 30),
        pygame.Rect(970, 0, 30, 400),
        pygame.Rect(0, 370, 1000, 30),
        pygame.Rect(0, 0, 30, 400),
    ]
    regions = merged(strips, pygame.Rect(0, 0, 1280, 720))
    area = 1000 * 400 - 940 * 340
    assert sum(region.w * region.h for region in regions) == area
    assert all(any(strip.contains(region) for strip in strips) for region in regions)
