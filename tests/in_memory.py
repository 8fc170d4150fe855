"""Folders of tests in memory, where the system has such a place.

Every commit of a ledger waits for the disk, and tests together would wait for minutes on a
busy one. Not for tests that cut the power below SQLite, nor for those that run a script from
their folder, which such a place may forbid.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In the place of pytest's own fixture; a conftest.py or a test file takes it by import."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)
