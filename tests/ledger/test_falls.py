"""A cabinet that falls again and again is known by the boots in its ledger."""

from __future__ import annotations

from pathlib import Path

import money

from firmware.clock import VirtualClock
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify


def boot(folder: Path, at_s: float, *, clean: bool = False) -> bool:
    """A run that begins `at_s` after the machine was switched on; what it says of itself."""
    ledger = Ledger.open(folder, clock=VirtualClock(at_s), executor=None, is_test=False)
    told = ledger.is_falling
    ledger.close(clean=clean)
    return told


def test_the_fourth_crash_within_five_minutes_is_one_too_many(tmp_path: Path) -> None:
    assert [boot(tmp_path, at_s) for at_s in (10, 40, 70, 100, 310)] == [False] * 4 + [True]


def test_crashes_that_are_further_apart_are_only_counted(tmp_path: Path) -> None:
    assert [boot(tmp_path, at_s) for at_s in (10, 40, 140, 240, 340.1)] == [False] * 4 + [False]


def test_five_minutes_exactly_are_within_them(tmp_path: Path) -> None:
    assert [boot(tmp_path, at_s) for at_s in (10, 40, 140, 240, 340)][-1]


def test_power_cuts_are_no_crashes(tmp_path: Path) -> None:
    assert not any(boot(tmp_path, at_s) for at_s in (10, 13, 12, 11, 10, 12))


def test_a_goodbye_between_them_begins_anew(tmp_path: Path) -> None:
    for at_s in (10, 20, 30):
        boot(tmp_path, at_s)
    assert not boot(tmp_path, 40, clean=True)
    assert [boot(tmp_path, at_s) for at_s in (50, 60, 70, 80)] == [False, False, False, False]
    assert boot(tmp_path, 90)


# --- MET-8: counted -------------------------------------------------------------------------------


def counted(folder: Path) -> int:
    with money.ledger_in(folder) as ledger:
        return ledger.meters.get("falls", 0)


def run(folder: Path, name: str, *, clean: bool = False) -> None:
    """A run of a test ledger, on a machine that is on under this name."""
    clock = VirtualClock(switched_on_name=name)
    Ledger.open(folder, clock=clock, executor=None, is_test=True).close(clean=clean)


def test_met_8_a_fall_is_counted_for_ever(tmp_path: Path) -> None:
    for _ in range(4):
        run(tmp_path, "a")
    run(tmp_path, "b", clean=True)
    assert counted(tmp_path) == 3
    assert verify(tmp_path).ok


def test_met_8_a_power_cut_is_no_fall(tmp_path: Path) -> None:
    for name in "abc":
        run(tmp_path, name)
    run(tmp_path, "d", clean=True)
    assert counted(tmp_path) == 0


def test_met_8_a_goodbye_is_no_fall(tmp_path: Path) -> None:
    for _ in range(3):
        run(tmp_path, "a", clean=True)
    assert counted(tmp_path) == 0


def test_met_8_where_nobody_knows_of_power_cuts_no_fall_is_told(tmp_path: Path) -> None:
    for _ in range(2):
        run(tmp_path, "")
    run(tmp_path, "", clean=True)
    assert counted(tmp_path) == 0


def test_a_ledger_is_whole_after_a_run_that_did_not_know(tmp_path: Path) -> None:
    run(tmp_path, "a")
    run(tmp_path, "")
    assert verify(tmp_path).ok
    run(tmp_path, "a", clean=True)  # the machine stayed on all the time
    assert counted(tmp_path) == 1
    assert verify(tmp_path).ok
