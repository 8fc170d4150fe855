"""A setting that is taken reaches the screen at once, and at every boot after it."""

from __future__ import annotations

from pathlib import Path

from blank_display import Blank

from firmware.app.script import parse_script
from firmware.app.story import Story, play
from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.config import load_config
from firmware.screens.view import Setup

TAKEN = """
key operator on
settle
pin 12345
page settings
press BET
settle
press HOLD2
settle
press HOLD4
settle
press DEAL
settle
"""


class Watched(Blank):
    """Remembers how it was set up."""

    def __init__(self, seen: list[Setup]) -> None:
        self._seen = seen

    def set_up(self, setup: Setup) -> None:
        self._seen.append(setup)


def setups(text: str, folder: Path) -> list[int]:
    """How loud it sounds, each time that the screen was set up anew."""
    seen: list[Setup] = []
    chance = ScriptedShuffler(SeededSource(1))
    story = Story(load_config(), folder, chance, lambda _: Watched(seen))
    play("text", parse_script(text, "text", has_seed=True), story)
    return [setup.volume_percent for setup in seen]


def test_a_setting_that_is_taken_reaches_the_screen(tmp_path: Path) -> None:
    assert setups(TAKEN, tmp_path) == [75]


def test_a_cabinet_that_boots_shows_what_was_chosen(tmp_path: Path) -> None:
    assert setups(TAKEN + "cut\nsettle\n", tmp_path) == [75, 75]
