"""Sessions of Strip Poker, played through the whole cabinet."""

from __future__ import annotations

from pathlib import Path

import pytest
from story_evening import check_evening, game_set_up

STORIES = sorted((Path(__file__).parent / "strip").glob("*.story"))
CHOSEN = {
    "flush_all_cards": {'flush_tie = "top_card"': 'flush_tie = "all_cards"'},
    "neutral": {'deck = "choice"': 'deck = "52"', "theme = true": "theme = false"},
    "neutral_won": {"theme = true": "theme = false"},
    "one_sided": {"lives = 3": "lives = 0"},
}
"""Lines of the configuration that a story is played under, in place of the shipped ones."""


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    check_evening(path, tmp_path, game_set_up(path.stem, CHOSEN))
