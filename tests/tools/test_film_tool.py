"""What a film keeps of what was shown."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from firmware.app.script import read_script

TOOL = Path(__file__).parents[2] / "tools" / "film"
FILMS = sorted((TOOL.parent / "films").glob("*.story"))


@pytest.fixture(scope="module")
def film() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("film", str(TOOL))
    spec = importlib.util.spec_from_loader("film", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def screen(shade: int) -> pygame.Surface:
    surface = pygame.Surface((128, 72))
    surface.fill((shade, shade, shade))
    return surface


def test_a_still_picture_is_cut_short(film: ModuleType) -> None:
    camera = film.Camera(64)
    camera.see(screen(10), 0.0)
    camera.see(screen(20), 60.0)
    (first, stands_ms), _ = camera.frames()
    assert first.get_size() == (64, 36)
    assert stands_ms == 1600


def test_of_pictures_within_a_frame_the_last_counts(film: ModuleType) -> None:
    camera = film.Camera(64)
    for at in range(6):
        camera.see(screen(10 * at), at / 60)
    assert [each.get_at((5, 5)).r for each, _ in camera.frames()] == [40, 50]


def test_the_film_lies_between_its_cues(film: ModuleType) -> None:
    camera = film.Camera(64)
    camera.see(screen(10), 0.0)
    camera.cue("begin")
    camera.see(screen(20), 1.0)
    camera.cue("end")
    camera.see(screen(30), 2.0)
    assert [each.get_at((5, 5)).r for each, _ in camera.frames()] == [20]


@pytest.mark.parametrize("story", FILMS, ids=lambda path: path.stem)
def test_every_story_of_a_film_can_be_read(story: Path) -> None:
    texts = [step.text for step in read_script(story, has_seed=True)]
    assert texts.index("shot begin") < texts.index("shot end")
