"""The proof by power cuts, and that it can fall."""

import pytest
from apsw_connection import (
    ApswConnection,
    Delete,
    DeleteExtra,
    LateCommit,
    LyingConnection,
    Normal,
    Off,
    Truncate,
)
from looker import EVERY
from proof import untracked
from proof_crashes import crashes, evening

pytestmark = pytest.mark.proof


@pytest.mark.timeout(600)  # 20 s on a PC, minutes on a busy Raspberry Pi
def test_no_power_cut_loses_what_was_acknowledged() -> None:
    evenings = 2  # `tools/proofs crashes` plays more
    figures = crashes(evenings, EVERY, untracked)
    assert figures.fell == ()
    assert figures.images.total() >= 10_000
    assert figures.database_syncs >= 10 * evenings


@pytest.mark.parametrize("connection", [Normal, Off, Delete, LateCommit])
def test_planted_fault_is_caught(connection: type[ApswConnection]) -> None:
    """Settings that SQLite says it took and did not; an answer before the commit."""
    fell = evening(connection, seed=1, steps=4, per_kind=1).fell
    assert len(fell) > 1  # the first acknowledged step is a boot, the others are commits


@pytest.mark.parametrize("connection", [Truncate, DeleteExtra])
def test_settings_known_to_be_safe_are_not_accused(connection: type[LyingConnection]) -> None:
    assert evening(connection, seed=1, steps=4, per_kind=1).fell == ()
