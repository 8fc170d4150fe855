"""The page about the settings is the one that the table makes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from firmware.operator.settings import SETTINGS

ROOT = Path(__file__).parents[2]


def test_the_page_is_what_the_table_makes() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "settings"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_setting_has_its_row() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert [each.key for each in SETTINGS if f"| `{each.key}` |" not in text] == []
