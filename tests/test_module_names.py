"""Tests import each other's helpers, and those of the benches, by their bare names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_two_files_that_tests_can_import_share_a_name() -> None:
    files = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("tools/benches/*.py")]
    names = Counter(path.name for path in files)
    shared = {"__init__.py", "conftest.py"}
    assert [name for name, count in names.items() if count > 1 and name not in shared] == []
