"""`kill -9` of the whole running cabinet: what counted still stands, to the card."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from in_memory import tmp_path

from firmware.app.build import cabinet, fair, open_books
from firmware.cabinet import memory
from firmware.cabinet.state import Saved
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.ledger.verify import verify

__all__ = ["tmp_path"]  # what a kill leaves is in the system's hands, on a disk or not

CHILD = Path(__file__).with_name("kiosk_child.py")


def play_until_killed(folder: Path, commits: int) -> tuple[int, str]:
    """Sequence number and play state of the last transaction acknowledged before the kill."""
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(folder)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(commits)]
        child.kill()
        lines += child.stdout.readlines()
    whole = [line for line in lines if line.endswith("}\n")]
    assert len(whole) >= commits, "the child ended by itself"
    sequence, _, state = whole[-1].rstrip("\n").partition(" ")
    return int(sequence), state


@pytest.mark.timeout(300)
def test_a_killed_cabinet_stands_where_it_stood(tmp_path: Path) -> None:
    for kill, commits in enumerate((3, 8, 13), start=1):
        sequence, told = play_until_killed(tmp_path, commits)
        assert verify(tmp_path).faults == ()
        books = open_books(load_config(), tmp_path, VirtualClock(), None, is_test=False)
        ledger = books.ledger
        assert ledger is not None
        stored = ledger.documents[memory.PLAY]
        boots_row = 1
        is_last = ledger.sequence - boots_row == sequence
        # A transaction may have become durable whose acknowledgement the kill swallowed.
        assert stored == told if is_last else ledger.sequence - boots_row > sequence
        state = cabinet(load_config(), books, fair(), VirtualClock()).state
        assert state.saved == memory.read_saved({memory.PLAY: stored}, Saved())
        assert state.balances == ledger.balances
        assert ledger.meters["unclean_boots"] == 2 * kill - 1
        ledger.abandon()
