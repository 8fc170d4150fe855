"""`kill -9` of a playing process at any moment loses nothing that was acknowledged.

It proves the end of a process, not of the power: what the system has taken stays.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from proof import Report, Track

from firmware.clock import VirtualClock
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify

ROOT = Path(__file__).resolve().parents[2]
KILLS, KILLS_FULL = 40, 1_000
A_LEDGER = 100
"""Kills that a ledger suffers before the next one begins."""
STEPS = ("dealt", "won", "over")

_PLAYER = """
import sys, pathlib
sys.path[:0] = [".", "tests/ledger"]
import money
from firmware.transaction import RoundRecord, Transaction
ledger = money.open_test_ledger(pathlib.Path(sys.argv[1]))
newest = next(iter(ledger.recent_rounds), None)
number = 0 if newest is None else newest.number
while True:
    number += 1
    for text, postings in (
        ("dealt", (money.coin(5), money.stake(5))),
        ("won", (money.won(5, 4),)),
        ("over", (money.gamble_staked(4), money.gamble_lost(4))),
    ):
        record = RoundRecord(number, money.JOKER, text, text == "over")
        kept = {"play": f"{number} {text}"}
        receipt = ledger.commit(Transaction(postings, kept, record)).result()
        print(receipt.sequence, number, text, flush=True)
"""


def prove(full: bool, track: Track) -> Report:
    """Kill a player again and again on a ledger, and look at it after each kill."""
    count = KILLS_FULL if full else KILLS
    tried: list[str] = []
    fell: list[str] = []
    for first in range(0, count, A_LEDGER):
        # Each proof reads the whole ledger: a long one would take all the time.
        with tempfile.TemporaryDirectory() as name:
            report = kills(Path(name), min(A_LEDGER, count - first), track)
        tried += report.tried
        fell += report.fell
    return Report(tuple(tried), tuple(fell))


def kills(folder: Path, count: int, track: Track) -> Report:
    """`count` kills on the ledger in `folder`, which may be new."""
    fell: list[str] = []
    acknowledged = 0
    for kill in track(range(count), "kills", count):
        # Another number of commits each time, so that the kill falls on another place.
        said = play_and_kill(folder, commits=1 + 7 * kill % 23)
        acknowledged += len(said)
        fell += [f"kill {kill + 1}: {what}" for what in missing(folder, said[-1])]
    tried = f"{count} kills of a playing process, {acknowledged} commits acknowledged"
    return Report((tried,), tuple(fell))


def play_and_kill(folder: Path, commits: int) -> list[str]:
    """What the player said: a line for each acknowledged commit."""
    player = [sys.executable, "-c", _PLAYER, str(folder)]
    with subprocess.Popen(player, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(commits)]
        child.kill()
        return said + child.stdout.readlines()


def missing(folder: Path, acknowledged: str) -> list[str]:
    """What of the last acknowledged commit is not there; counts a boot."""
    sequence, number, text = acknowledged.split()
    faults = list(verify(folder).faults)
    ledger = Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)
    newest = ledger.recent_rounds[0]
    if ledger.sequence <= int(sequence):
        faults.append(f"row {sequence} was acknowledged and is gone")
    if ledger.documents["play"] != f"{newest.number} {newest.text}":
        faults.append(f"half a transaction: {ledger.documents['play']} with round {newest}")
    # At most one commit was on its way beyond the last one acknowledged.
    known = 3 * int(number) + STEPS.index(text)
    if not known <= 3 * newest.number + STEPS.index(newest.text) <= known + 1:
        faults.append(f"round {newest} after {acknowledged.strip()!r} was acknowledged")
    ledger.close()
    return faults
