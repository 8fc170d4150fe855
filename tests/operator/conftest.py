"""Ledgers of these tests lie in memory where the system has such a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from joker_evening import Evening, temporary_folder


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An open ledger in a folder of its own, with 100 credits."""
    made = Evening(tmp_path / "ledger")
    made.coin(100)
    yield made
    made.close()
