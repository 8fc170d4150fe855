"""The tools of the art: outlines are what Play Bold says, and the sheet can be drawn."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / tool), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_outlines_kept_are_those_of_the_font():
    pytest.importorskip("fontTools")
    done = run("neon", "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("sheet", ["deck", "lights"])
def test_a_sheet_has_the_size_asked_for(tmp_path, sheet):
    import pygame

    out = tmp_path / "sheet.png"
    done = run("art", "--size", "320x180", "--sheet", sheet, "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert pygame.image.load(out).get_size() == (320, 180)


def test_a_size_that_is_none_is_explained(tmp_path):
    done = run("art", "--size", "large", "--out", str(tmp_path / "x.png"))
    assert done.returncode == 2
    assert "WIDTHxHEIGHT, not 'large'" in done.stderr
