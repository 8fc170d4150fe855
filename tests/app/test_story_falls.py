"""MET-8: what a story does to the cabinet is told apart: a crash is a fall, a cut is none."""

from pathlib import Path

import pytest

from firmware.cli.main import run
from firmware.operator.books import read_books


@pytest.mark.parametrize(
    ("steps", "unclean", "falls"),
    [
        ("crash\nboot\n", 1, 1),
        ("cut\n", 1, 0),
        ("cut\ncrash\nboot\ncut\ncrash\nboot\ncrash\nboot\n", 5, 3),
    ],
)
def test_met_8_a_crash_is_a_fall_and_a_cut_is_none(
    steps: str, unclean: int, falls: int, tmp_path: Path
) -> None:
    story, data = tmp_path / "a.story", tmp_path / "data"
    story.write_text(steps)
    assert run(["run", "--headless", "--script", str(story), "--data", str(data)]) == 0
    books = read_books(data)
    assert (books.life.meters["unclean_boots"], books.falls) == (unclean, falls)
