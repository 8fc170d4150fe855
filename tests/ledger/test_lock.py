"""One cabinet on a folder; a reader that only looks is in nobody's way."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.errors import LedgerInUseError
from firmware.ledger.lock import LOCK, hold, is_held


def test_a_folder_is_held_until_the_descriptor_closes(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    lock = hold(tmp_path)
    assert is_held(tmp_path)
    os.close(lock)
    assert not is_held(tmp_path)


def test_looking_leaves_no_lock_file(tmp_path: Path) -> None:
    is_held(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[int]:
    """A reader in the middle of its look."""
    descriptor = os.open(tmp_path / LOCK, os.O_RDONLY | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    yield descriptor
    os.close(descriptor)


def test_a_reader_that_looks_for_an_instant_does_not_keep_a_cabinet_out(
    tmp_path: Path, reader: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock

    def the_reader_goes_meanwhile(lock: int, kind: int) -> None:
        if kind == fcntl.LOCK_UN:
            real(reader, fcntl.LOCK_UN)
        real(lock, kind)

    monkeypatch.setattr(fcntl, "flock", the_reader_goes_meanwhile)
    os.close(hold(tmp_path))


def test_a_lock_that_is_shared_for_good_is_given_up(tmp_path: Path, reader: int) -> None:
    with pytest.raises(LedgerInUseError):
        hold(tmp_path)
