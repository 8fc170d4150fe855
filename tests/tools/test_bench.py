"""`tools/bench`: what it is compared to draws the same picture, and its topics are named."""

import subprocess
import sys
from importlib import import_module
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


@pytest.fixture
def unpresented(monkeypatch):
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    monkeypatch.setattr(pygame.display, "update", lambda regions: None)


@pytest.mark.usefixtures("unpresented")
@pytest.mark.parametrize("painter", ["naive.NaivePainter", "layered.LayeredPainter"])
@pytest.mark.parametrize("name", ["hold", "dealing", "counting", "double", "attract"])
def test_the_other_programs_draw_the_same_pictures(tmp_path, name, painter):
    module, kind = painter.split(".")
    store = SpriteStore(tmp_path)
    ours, theirs = pygame.Surface((1280, 720), 0, 32), pygame.Surface((1280, 720), 0, 32)
    screen, other = Screen(ours, store), getattr(import_module(module), kind)(theirs, store)
    view, now_s = sample(name)
    for later_s in (0.0, 0.1, 0.6):
        screen.draw(view, now_s + later_s)
        other.draw(view, now_s + later_s)
        assert pygame.image.tobytes(ours, "RGB") == pygame.image.tobytes(theirs, "RGB")


def test_every_screen_at_rest_and_every_animation_is_watched():
    from frame_scenes import animations, screens

    from firmware.screens.samples import SAMPLES

    moving = {name for name in SAMPLES if sample(name)[0].state.movement is not None}
    assert {each.name for each in screens()} == set(SAMPLES) - moving
    assert all(each.lasts_s > 0 for each in animations())


def test_a_moment_costs_what_the_cheapest_run_of_its_dearest_turn_did():
    from sessions import cheapest, moments_of

    runs = [
        moments_of([(1.0, 500, True, "a", [], [], 0), (1.0, us, True, "b", [], [], 0)])
        for us in (9000, 7000)
    ]
    assert [(each.cost_ms, each.where) for each in cheapest(runs)] == [(7.0, "b")]


def test_a_session_counts_and_names_the_turns_over_the_budget():
    from sessions import Moment, figures_of

    moments = [Moment(0.1 * at, 1.0, "menu", "bulbs") for at in range(9)]
    found = figures_of("joker", 60, [*moments, Moment(5.0, 6.5, "joker hold", "card.1")])
    assert [each.value for each in found if "over" in each.what] == [1]
    assert "5.00 s, joker hold: card.1" in [each.note for each in found]


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
