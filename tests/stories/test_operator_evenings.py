"""The operator at his pages, played through the whole cabinet."""

from __future__ import annotations

from pathlib import Path

import pytest
from story_evening import PULSES, check_evening, set_up

STORIES = sorted((Path(__file__).parent / "operator").glob("*.story"))
UNPOLLED = {"pins", "service", "technician"}
"""Stories into which no coin falls: minutes of waiting are soon played on a line nobody polls."""


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path, tmp_path: Path) -> None:
    check_evening(path, tmp_path, set_up(path.stem, PULSES if path.stem in UNPOLLED else {}))
