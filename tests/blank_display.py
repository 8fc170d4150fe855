"""A screen that draws nothing, for stories whose pictures nobody looks at."""

from __future__ import annotations

from pathlib import Path

from firmware.app.script import parse_script
from firmware.app.story import Outcome, Story, play
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.config import Config, load_config
from firmware.panel import Button, Panel
from firmware.screens.view import Setup


class Blank:
    """Draws and keeps nothing."""

    is_settling = False

    def draw(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        return False

    def begin(self) -> None:
        """Nothing is left to a later turn."""

    def look_ahead(self) -> bool:
        return False

    def press(self, button: Button, now_s: float) -> None:
        pass

    def next_frame_s(self) -> float | None:
        return None

    def set_up(self, setup: Setup) -> None:
        pass

    def save(self, path: Path) -> None:
        path.write_bytes(b"")


def made(data: Path, shots: Path | None = None, config: Config | None = None) -> Story:
    """A story's cabinet; None is the shipped configuration."""
    chance = ScriptedShuffler(SeededSource(1))
    return Story(config or load_config(), data, chance, lambda meters: Blank(), shots)


def played(text: str, data: Path, shots: Path | None = None) -> Outcome:
    """A story played to its end."""
    return play("a.story", parse_script(text, "a.story", has_seed=True), made(data, shots))
