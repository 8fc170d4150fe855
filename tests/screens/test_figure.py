"""Figures are laid together from a pack's pictures, and never from less than there may be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pack_bench import write_pack

from firmware.errors import ArtError
from firmware.games.strip_poker.cast import Character, Face, Part
from firmware.games.strip_poker.packs import load_pack
from firmware.screens.card_art import CardArt
from firmware.screens.figure import (
    Pose,
    Spot,
    draw_breathing,
    draw_layers,
    draw_turned,
    farewell_sprites,
    figure_sprites,
    hung_box,
    rack_sprites,
    runs,
    worn_box,
)
from firmware.screens.kit import Kit
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Picture, Sprite

SPOT = Spot(100, 20, 100)
RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)


@pytest.fixture
def kit() -> Kit:
    return Kit(1.0, CardArt(1.0))


@pytest.fixture
def anna(tmp_path: Path) -> Character:
    return load_pack(write_pack(tmp_path / "tiny")).characters[0]


def names(files: tuple[str, ...]) -> list[str]:
    return [Path(file).stem for file in files]


def shown(sprites: tuple[Sprite, ...]) -> list[str]:
    """The pictures of sprites from back to front."""
    return [name for sprite in sprites for name in names(sprite.paint.args[0])]


def painted(folder: Path, name: str, box: tuple[int, int, int, int], colour=RED) -> str:
    """A layer of 60 x 100 px with one coloured box."""
    layer = pygame.Surface((60, 100), pygame.SRCALPHA, 32)
    layer.fill(colour, box)
    file = folder / f"{name}.png"
    pygame.image.save(layer, str(file))
    return str(file)


def box_of(picture: Picture) -> tuple[int, int, int, int]:
    """The box that is not clear, from the anchor."""
    x, y, w, h = picture.surface.get_bounding_rect(min_alpha=128)
    return picture.dx + x, picture.dy + y, w, h


# --- the pile ---------------------------------------------------------------------------------


def test_layers_lie_by_depth_and_move_with_their_part(anna: Character) -> None:
    assert [(run.part, names(run.files)) for run in runs(anna, 0)] == [
        (Part.BODY, ["coat_back", "body", "coat"]),
        (Part.HEAD, ["head", "neutral", "hat"]),
    ]


@pytest.mark.parametrize(
    ("lost", "worn"),
    [
        (0, ["coat_back", "body", "coat", "head", "neutral", "hat"]),
        (1, ["coat_back", "body", "coat", "head", "neutral"]),
        (2, ["body", "head", "neutral"]),
    ],
)
def test_what_is_off_is_not_drawn(anna: Character, lost: int, worn: list[str]) -> None:
    assert shown(figure_sprites(anna, lost, Pose(), SPOT)) == worn


@pytest.mark.parametrize("lost", [-1, 3])
def test_no_figure_is_drawn_without_its_last_garment(anna: Character, lost: int) -> None:
    with pytest.raises(ValueError, match=f"anna cannot be drawn with {lost} garments off"):
        figure_sprites(anna, lost, Pose(), SPOT)


def test_the_face_is_swapped_whole(anna: Character) -> None:
    assert shown(figure_sprites(anna, 2, Pose(Face.SHOCKED), SPOT)) == ["body", "head", "shocked"]


def test_lids_close_only_over_the_faces_they_are_made_for(anna: Character) -> None:
    neutral = figure_sprites(anna, 2, Pose(Face.NEUTRAL, is_blinking=True), SPOT)
    glad = figure_sprites(anna, 2, Pose(Face.GLAD, is_blinking=True), SPOT)
    assert shown(neutral) == ["body", "head", "neutral", "blink"]
    assert shown(glad) == ["body", "head", "glad"]


def test_a_still_pose_is_the_same_content_at_any_place(anna: Character) -> None:
    here = figure_sprites(anna, 0, Pose(), SPOT)
    there = figure_sprites(anna, 0, Pose(), replace(SPOT, x=300))
    assert [each.paint for each in here] == [each.paint for each in there]


def test_widgets_of_a_figure_are_told_apart(anna: Character) -> None:
    widgets = [sprite.widget for sprite in figure_sprites(anna, 0, Pose(), SPOT, "guest")]
    assert widgets == ["guest.0", "guest.1"]


# --- the farewell and the rack ----------------------------------------------------------------


def test_behind_the_screen_there_is_no_body(anna: Character) -> None:
    order = shown(farewell_sprites(anna, SPOT))
    assert order == ["prop", "head", "glad", "wave", "screen", "fingers"]


def test_a_head_with_a_long_beard_lies_before_the_screen(anna: Character) -> None:
    bearded = replace(anna, farewell=replace(anna.farewell, is_head_in_front=True))
    order = shown(farewell_sprites(bearded, SPOT))
    assert order == ["prop", "wave", "screen", "fingers", "head", "glad"]


def test_the_last_garment_comes_up_from_behind_the_rail(anna: Character) -> None:
    hidden = farewell_sprites(anna, SPOT, rise=0)
    half, whole = (farewell_sprites(anna, SPOT, rise=rise)[0] for rise in (0.5, 1))
    assert "prop" not in shown(hidden)
    assert (whole.x, whole.y) == (SPOT.x, SPOT.y)
    assert half.y > whole.y


def test_on_the_rack_the_outermost_hangs_in_front(anna: Character, tmp_path: Path) -> None:
    rack = tmp_path / "tiny" / "scene" / "rack.png"
    assert shown(rack_sprites(anna, 0, rack, SPOT)) == ["rack"]
    assert shown(rack_sprites(anna, 2, rack, SPOT)) == ["rack", "rack_coat", "rack_hat"]


def test_the_last_garment_never_hangs_on_the_rack(anna: Character) -> None:
    assert shown(rack_sprites(anna, 3, None, SPOT)) == ["rack_coat", "rack_hat"]
    with pytest.raises(ValueError, match="'dress' never hangs"):
        hung_box(anna.garments[2], SPOT)


def test_the_box_of_a_garment_is_where_it_shows(anna: Character, tmp_path: Path) -> None:
    coat = anna.garments[1]
    for file, spot in ((coat.layers[0].file, (1, 4)), (coat.layers[1].file, (3, 2))):
        layer = pygame.Surface((6, 10), pygame.SRCALPHA, 32)
        layer.fill(RED, (*spot, 2, 3))
        pygame.image.save(layer, str(file))
    # Together x 1..5, y 2..7 of a canvas 10 high, on a spot ten times as large.
    assert worn_box(coat, SPOT) == (110, 40, 40, 50)


# --- painting ---------------------------------------------------------------------------------


def test_layers_keep_their_place_and_order(kit: Kit, tmp_path: Path) -> None:
    low = painted(tmp_path, "low", (10, 40, 30, 20))
    high = painted(tmp_path, "high", (20, 50, 30, 20), BLUE)
    picture = draw_layers(kit, (low, high), 100)
    assert box_of(picture) == (10, 40, 40, 30)
    corner = picture.dx, picture.dy
    assert picture.surface.get_at((12 - corner[0], 42 - corner[1])) == RED
    assert picture.surface.get_at((25 - corner[0], 55 - corner[1])) == BLUE


def test_a_figure_is_scaled_to_its_height_and_the_display(tmp_path: Path) -> None:
    file = painted(tmp_path, "box", (10, 40, 30, 20))
    picture = draw_layers(Kit(1.5, CardArt(1.5)), (file,), 200)
    assert box_of(picture) == (30, 120, 90, 60)


def test_a_clear_layer_is_no_trouble(kit: Kit, tmp_path: Path) -> None:
    file = painted(tmp_path, "clear", (0, 0, 0, 0))
    for picture in (
        draw_layers(kit, (file,), 100),
        draw_breathing(kit, (file,), 100, 3),
        draw_turned(kit, (file,), 100, (0.5, 0.5), 3),
    ):
        assert picture.surface.get_bounding_rect().size == (0, 0)


def test_a_breath_raises_the_chest_and_leaves_the_feet(kit: Kit, tmp_path: Path) -> None:
    file = painted(tmp_path, "trunk", (10, 10, 20, 80))
    x, y, w, h = box_of(draw_breathing(kit, (file,), 1000, 3))
    # Full breath: 6 px at the top of the canvas, less down to nothing at 560.
    assert (x, w, y + h) == (100, 200, 900)
    assert y == 100 - round(6 * 460 / 560)


def test_what_lies_below_the_waist_does_not_breathe(kit: Kit, tmp_path: Path) -> None:
    file = painted(tmp_path, "feet", (10, 60, 20, 30))
    assert box_of(draw_breathing(kit, (file,), 1000, 3)) == (100, 600, 200, 300)


def test_a_head_is_carried_by_the_breath(anna: Character) -> None:
    spot = Spot(0, 0, 1000)
    _, still = figure_sprites(anna, 2, Pose(), spot)
    _, risen = figure_sprites(anna, 2, Pose(breath=1.0), spot)
    # The neck lies at 3 of 10: 6 px at the top, nothing at 560.
    assert still.y - risen.y == pytest.approx(6 * 260 / 560)


def test_a_turn_keeps_the_pivot_in_its_place(kit: Kit, tmp_path: Path) -> None:
    file = painted(tmp_path, "head", (24, 24, 12, 12))  # its middle is the pivot
    x, y, w, h = box_of(draw_turned(kit, (file,), 1000, (0.5, 0.3), 90))
    assert (x, y, w, h) == pytest.approx((240, 240, 120, 120), abs=2)


def test_a_positive_turn_tilts_to_the_left(kit: Kit, tmp_path: Path) -> None:
    file = painted(tmp_path, "head", (28, 10, 4, 20))  # stands on the pivot
    x, _, w, _ = box_of(draw_turned(kit, (file,), 1000, (0.5, 0.3), 20))
    assert x + w / 2 < 290


def test_a_tilt_has_its_limit(anna: Character) -> None:
    _, head = figure_sprites(anna, 2, Pose(tilt_deg=40), SPOT)
    assert head.paint.args[-1] == 3.0


def test_a_picture_that_cannot_be_read_is_named(kit: Kit, tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"no")
    with pytest.raises(ArtError, match=r"no\.png cannot be read"):
        draw_layers(kit, (str(tmp_path / "no.png"),), 100)


def test_a_kept_part_lies_where_it_was_drawn(tmp_path: Path) -> None:
    """The store keeps what shows of a layer, and beside it where that lies."""
    file = painted(tmp_path, "part", (10, 40, 30, 20))
    boxes = []
    for _ in range(2):  # drawn, then read
        store = SpriteStore(tmp_path / "kept", "0" * 16)
        boxes.append(box_of(draw_layers(Kit(1.0, CardArt(1.0), store), (file,), 1000)))
    assert boxes == [(100, 400, 300, 200)] * 2
