"""Sessions of Strip Poker, played through the whole cabinet and its screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from blank_display import made

from firmware.app.script import read_script
from firmware.app.story import play
from firmware.assets import shipped_config
from firmware.config import Config, parse_config
from firmware.ledger.verify import verify

STORIES = sorted((Path(__file__).parent / "strip").glob("*.story"))
SET_UP = {
    "flush_all_cards": {'flush_tie = "top_card"': 'flush_tie = "all_cards"'},
    "neutral": {'deck = "choice"': 'deck = "52"', "theme = true": "theme = false"},
    "neutral_won": {"theme = true": "theme = false"},
    "one_sided": {"lives = 3": "lives = 0"},
}
"""Lines of the configuration that a story is played under, in place of the shipped ones."""


def set_up(name: str) -> Config:
    text = shipped_config().read_text("utf-8")
    for shipped, chosen in SET_UP.get(name, {}).items():
        assert shipped in text
        text = text.replace(shipped, chosen, 1)
    return parse_config(text, f"{name}.toml")


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    steps = read_script(path, has_seed=True)
    outcome = play(path.name, steps, made(tmp_path, config=set_up(path.stem)))
    assert outcome.failures == ()
    assert outcome.expectations > 0
    assert verify(tmp_path).faults == ()
