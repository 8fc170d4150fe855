"""Deals and matches of Cinque Mani, played through the whole cabinet."""

from __future__ import annotations

from pathlib import Path

import pytest
from blank_display import made
from story_evening import check_evening, game_set_up

from firmware.app.script import parse_script
from firmware.app.story import play
from firmware.app.thinker import answered

STORIES = sorted((Path(__file__).parent / "cinque").glob("*.story"))
CHOSEN = {
    "bonus": {"bonus = 0": "bonus = 2"},
    "clock": {"clock_s = 0": "clock_s = 90"},
    "clock_half_made": {"clock_s = 0": "clock_s = 30"},
    "match": {"deals = 1": "deals = 5", "bonus = 0": "bonus = 1"},
    "match_shared": {"deals = 1": "deals = 5"},
    "minima": {"minima_batte_massima = false": "minima_batte_massima = true"},
    "suit_first": {'flush = "ranks_first"': 'flush = "suit_first"'},
}
"""Lines of the configuration that a story is played under, in place of the shipped ones."""


def test_every_configuration_has_its_story() -> None:
    assert CHOSEN.keys() <= {path.stem for path in STORIES}


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    check_evening(path, tmp_path, game_set_up(path.stem, CHOSEN))


def test_a_seed_gives_the_same_evening(tmp_path: Path) -> None:
    lines = "coin 100;settle;press HOLD3;settle;press DEAL;settle;press DOUBLE;settle;press DEAL"
    steps = parse_script(
        f"{lines};settle;press DOUBLE;settle".replace(";", "\n"), "", has_seed=True
    )
    answered.cache_clear()
    evenings = []
    for name in ("first", "second"):
        evenings.append(play("", steps, made(tmp_path / name)).report["cinque"])
        answered.cache_clear()
    assert evenings[0]["opponents"] == evenings[1]["opponents"]
    assert evenings[0] == evenings[1]
