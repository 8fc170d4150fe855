"""`tools/bench`: what it is compared to draws the same picture, and its topics are named."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from firmware.app.script import parse_script
from firmware.screens.samples import sample
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _benches_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "benches"))


def test_a_topic_that_is_none_is_refused_with_those_allowed():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "bench"), "fames"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    allowed = "audit, boot, cinque, coins, frames, ledger, odds, opponents, strip"
    assert f"no topic 'fames'; allowed: {allowed}\n" in done.stderr


@pytest.mark.parametrize("name", ["hold", "dealing", "counting", "double_won", "attract"])
def test_the_naive_program_draws_the_same_picture(monkeypatch, tmp_path, name):
    from naive import NaivePainter

    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    store = SpriteStore(tmp_path)
    ours, naive = pygame.Surface((1280, 720)), pygame.Surface((1280, 720))
    screen = Screen(ours, store)
    view, now_s = sample(name)
    screen.draw(view, now_s)
    NaivePainter(naive, store).draw(view, now_s)
    assert pygame.image.tobytes(ours, "RGB") == pygame.image.tobytes(naive, "RGB")


def test_the_evening_is_a_story_that_can_be_played():
    from bench_boot import evening_story

    steps = parse_script(evening_story(), "evening", has_seed=True)
    assert sum(step.text == "press DOUBLE" for step in steps) == 60


def test_a_ratio_is_the_value_to_what_it_stands_beside():
    from measured import Figure

    assert Figure("a", 1.0, "ms", "b", 4.0).ratio == 0.25
    assert Figure("a", 1.0, "ms").ratio is None


def test_what_cannot_be_measured_here_has_no_ratio_and_no_number():
    from measured import Figure

    figure = Figure("a", None, "ms", "b", 4.0)
    assert (figure.ratio, figure.said(figure.value)) == (None, "")
