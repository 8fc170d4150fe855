"""Every story of this folder, played through the whole cabinet and its screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from story_evening import few_small_pictures

from firmware.app.headless import make_display_of
from firmware.app.script import read_script
from firmware.app.story import Story, play
from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.ledger.verify import verify

STORIES = sorted(Path(__file__).parent.glob("*.story"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    config = few_small_pictures()
    steps = read_script(path, has_seed=True)
    chance = ScriptedShuffler(SeededSource(1))
    story = Story(config, tmp_path, chance, make_display_of(config))
    outcome = play(path.name, steps, story)
    assert outcome.failures == ()
    assert outcome.expectations > 0
    verdict = verify(tmp_path)
    assert verdict.faults == ()
