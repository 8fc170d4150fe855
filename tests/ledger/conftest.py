"""Ledgers of these tests lie in memory where the system has such a folder.

Every commit waits for the disk, and hundreds of small ledgers would wait for minutes on a
busy one. No test here cuts the power below SQLite, so no disk is needed.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from money import MEMORY


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)
