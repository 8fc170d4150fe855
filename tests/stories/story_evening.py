"""An evening under a configuration of its own, played from its story to books that prove whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from blank_display import made

from firmware.app.script import read_script
from firmware.app.story import play
from firmware.assets import shipped_config
from firmware.config import Config, parse_config
from firmware.ledger.verify import verify


def set_up(name: str, chosen: Mapping[str, str]) -> Config:
    """The shipped configuration with some of its lines replaced: shipped text -> chosen text."""
    text = shipped_config().read_text("utf-8")
    for shipped, instead in chosen.items():
        assert shipped in text
        text = text.replace(shipped, instead, 1)
    return parse_config(text, f"{name}.toml")


def check_evening(path: Path, data: Path, config: Config) -> None:
    """Play a story: it must expect something and get it, and the ledger must prove whole."""
    outcome = play(path.name, read_script(path, has_seed=True), made(data, config=config))
    assert not outcome.failures, "\n".join(outcome.failures)
    assert outcome.expectations > 0
    assert verify(data).faults == ()
