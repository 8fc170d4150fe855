"""An evening under a configuration of its own, played from its story to books that prove whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from blank_display import made

from firmware.app.script import read_script
from firmware.app.story import play
from firmware.assets import shipped_config
from firmware.config import Config, load_config, parse_config
from firmware.ledger.verify import verify

PULSES = {
    'driver = "cctalk"': 'driver = "pulse"\nprofile = "ch926_fast"\npulse_pin = 8\ninhibit_pin = 11'
}
"""A coin line that nobody polls, so that waiting is soon played: for stories of a game."""
ON_THE_LINE = {"crash", "cuts", "cuts_late", "disturbed", "left"}
"""Stories of games that need the shipped coin line: its counter, its plug, its inhibit."""


def set_up(name: str, chosen: Mapping[str, str]) -> Config:
    """The shipped configuration with some of its lines replaced: shipped text -> chosen text."""
    text = shipped_config().read_text("utf-8")
    for shipped, instead in chosen.items():
        assert shipped in text
        text = text.replace(shipped, instead, 1)
    return parse_config(text, f"{name}.toml")


def few_small_pictures() -> Config:
    """The shipped configuration with the smallest pictures, and no more of them than it allows.

    Every state of a story is still drawn; at full size, drawing takes most of its time.
    """
    shipped = load_config()
    small = shipped.display.model_copy(update={"size": (640, 360), "fps_max": 10})
    return shipped.model_copy(update={"display": small})


def game_set_up(name: str, chosen: Mapping[str, Mapping[str, str]]) -> Config:
    """What the story of a game is played under: `chosen` has what its name asks for."""
    return set_up(name, {**({} if name in ON_THE_LINE else PULSES), **chosen.get(name, {})})


def check_evening(path: Path, data: Path, config: Config) -> None:
    """Play a story: it must expect something and get it, and the ledger must prove whole."""
    outcome = play(path.name, read_script(path, has_seed=True), made(data, config=config))
    assert not outcome.failures, "\n".join(outcome.failures)
    assert outcome.expectations > 0
    assert verify(data).faults == ()
