"""`kill -9` at any moment loses nothing that was acknowledged.

CABINATO_KILLS sets how many times (default 4; the proof by command takes 1,000).
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from money import ledger_in

from firmware.ledger.verify import verify

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("CABINATO_KILLS", "4"))

PLAYER = """
import sys, pathlib
sys.path[:0] = [".", "tests/ledger"]
import money
from firmware.events import RoundRecord, Transaction
ledger = money.open_test_ledger(pathlib.Path(sys.argv[1]))
while True:
    number = ledger.next_round_number
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


@pytest.mark.timeout(60 + KILLS)
def test_nothing_acknowledged_is_missing_after_a_kill(tmp_path: Path) -> None:
    for kill in range(KILLS):
        player = [sys.executable, "-c", PLAYER, str(tmp_path)]
        with subprocess.Popen(player, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            # Another number of commits each time, so that the kill falls on another place.
            said = [child.stdout.readline() for _ in range(1 + 7 * kill % 23)]
            child.kill()
            said += child.stdout.readlines()
        sequence, number, text = said[-1].split()
        assert verify(tmp_path).faults == ()
        with ledger_in(tmp_path) as ledger:
            newest = ledger.recent_rounds(1)[0]
            assert ledger.sequence > int(sequence)
            assert ledger.documents["play"] == f"{newest.number} {newest.text}"
            # At most one commit was on its way beyond the last one acknowledged.
            steps = ("dealt", "won", "over")
            known = 3 * int(number) + steps.index(text)
            assert known <= 3 * newest.number + steps.index(newest.text) <= known + 1
