"""The PIN pad while it waits: what is left of the wait, second by second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.screens import samples
from firmware.screens.lettering import draw_line
from firmware.screens.operator_pins import pin_pad_scene
from firmware.screens.scene import Scene
from firmware.screens.speech import speech
from firmware.screens.view import Trace
from firmware.words import Language

FREE_S = 1_060.0


def pad(now_s: float) -> Scene:
    view, _ = samples.sample("operator_pin_wrong", Language.EN)
    view = replace(view, state=replace(view.state, pin_free_s=FREE_S))
    return pin_pad_scene(view, now_s, Trace(), speech(Language.EN))


def told(scene: Scene) -> str:
    return next(
        each.paint.args[0]
        for each in scene.sprites
        if each.paint.draw is draw_line and "Wait" in each.paint.args[0]
    )


@pytest.mark.parametrize(
    ("now_s", "words"),
    [
        (1_000.0, "Wait 60 seconds."),
        (1_000.5, "Wait 60 seconds."),
        (1_001.0, "Wait 59 seconds."),
        (1_059.0, "Wait 1 second."),
        (1_059.9, "Wait 1 second."),
    ],
)
def test_it_says_what_is_left(now_s: float, words: str) -> None:
    assert told(pad(now_s)).endswith(words)


def test_it_is_drawn_anew_at_the_next_second() -> None:
    assert pad(1_000.5).next_frame_s == pytest.approx(1_001.0)


def test_its_last_second_ends_by_the_cabinets_own_news() -> None:
    assert pad(1_059.5).next_frame_s is None
