"""What games need is there before they are entered, and nothing of it is fetched in a frame."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from firmware.app.readiness import LONG_S, SHORT_S, Readiness
from firmware.errors import StrategyError
from firmware.hardware.cctalk_unit import SHORTEST_POLL_S

_CHILD = """
import json, sys
import firmware.app.kiosk
from firmware.app.build import settings
from firmware.app.readiness import readiness_of
from firmware.config import load_config

ready = readiness_of(settings(load_config()), 1.0)
while ready.step(1.0):
    pass

from firmware.screens import fonts
from firmware.screens.samples import sample
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace

states = [sample(name) for name in sys.argv[1:]]
known, opened = set(sys.modules), fonts._opened.cache_info().misses
for view, now_s in states:
    scene_of(view)(view, now_s, Trace(), speech(view.state.saved.language))
print(json.dumps({
    "modules": [each for each in sys.modules if each.startswith("firmware.") and each not in known],
    "faces": fonts._opened.cache_info().misses - opened,
}))
"""
GAMES = "betting", "hold", "double", "strip_choose", "strip_facing", "cinque_build"
PAGES = "history_1", "rules_1", "options", "fault_ledger"


@pytest.fixture(scope="module")
def fetched() -> dict[str, object]:
    """What the first scenes of games and pages still fetch when all is ready."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, *GAMES, *PAGES],
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_no_scene_of_a_game_or_a_page_reads_a_module(fetched: dict[str, object]) -> None:
    assert fetched["modules"] == []


def test_the_scenes_measure_with_faces_that_are_open(fetched: dict[str, object]) -> None:
    """Each takes a millisecond to open; sizes that few texts have are left out."""
    assert isinstance(fetched["faces"], int)
    assert fetched["faces"] <= 12


def test_a_step_is_one_thing_and_the_last_one_says_so() -> None:
    done: list[int] = []

    def steps() -> Iterator[float]:
        for number in range(2):
            done.append(number)
            yield SHORT_S

    ready = Readiness(steps())
    assert ready.step(1.0)
    assert done == [0]
    assert ready.step(1.0)
    assert not ready.step(1.0)
    assert done == [0, 1]


def test_nothing_is_begun_that_would_take_what_is_due_its_time() -> None:
    done: list[str] = []

    def steps() -> Iterator[float]:
        done.append("short")
        yield LONG_S
        done.append("long")
        yield SHORT_S

    ready = Readiness(steps())
    assert not ready.step(SHORT_S / 2)
    assert done == []
    assert ready.step(SHORT_S)
    assert not ready.step(SHORT_S)
    assert done == ["short"]
    assert ready.step(LONG_S)
    assert done == ["short", "long"]


def test_what_cannot_be_made_ready_is_left_to_whoever_needs_it() -> None:
    def steps() -> Iterator[float]:
        yield SHORT_S
        raise StrategyError("strip_32.cfr is damaged")

    ready = Readiness(steps())
    assert [ready.step(1.0) for _ in range(3)] == [True, True, False]


def test_the_longest_steps_find_a_moment_between_two_looks_at_the_coin_line() -> None:
    assert SHORT_S < LONG_S < SHORTEST_POLL_S
