"""The reliability block: MET-8 as the page, the report and the JSON show it."""

import json
from pathlib import Path

from firmware.clock import VirtualClock
from firmware.events import CopyHealth, CopyState
from firmware.ledger.ledger import Ledger
from firmware.log import LogEntry, LogKind
from firmware.operator.books import books_of, read_books
from firmware.operator.reliability import Reliability, reliability
from firmware.operator.settings_kept import Kept
from firmware.program import Program
from firmware.transaction import Transaction

PROGRAM = Program("0.6.0", "ab" * 32)
COPY = CopyState(CopyHealth.WELL, "/media/copy")


def opened(folder: Path, name: str) -> Ledger:
    """A run on a machine that is on under this name until its power is cut."""
    clock = VirtualClock(switched_on_name=name)
    return Ledger.open(folder, clock=clock, executor=None, is_test=True)


def lived(folder: Path) -> Ledger:
    """A boot, a fall, a power cut, a goodbye; on the last run doors, faults and a copy."""
    opened(folder, "a").close(clean=False)
    opened(folder, "a").close(clean=False)
    opened(folder, "b").close()
    ledger = opened(folder, "b")
    log = (
        LogEntry(LogKind.DOOR_OPENED),
        LogEntry(LogKind.DOOR_CLOSED),
        LogEntry(LogKind.DOOR_OPENED, "cash"),
        LogEntry(LogKind.FAULT, "hot"),
        LogEntry(LogKind.FAULT, "hot"),
        LogEntry(LogKind.FAULT_CLEARED, "hot"),
        LogEntry(LogKind.FAULT, "sound"),
        LogEntry(LogKind.COPY, "missing"),
    )
    ledger.commit(Transaction(log=log)).result()
    return ledger


def block(folder: Path) -> Reliability:
    ledger = lived(folder)
    made = reliability(books_of(ledger), copy=COPY, program=PROGRAM)
    ledger.close()
    return made


def test_met_8_boots_and_how_runs_ended_are_counted(tmp_path: Path) -> None:
    made = block(tmp_path)
    assert (made.power_ups, made.unclean_boots, made.falls) == (4, 2, 1)


def test_met_8_faults_are_counted_by_type(tmp_path: Path) -> None:
    assert block(tmp_path).faults == {"hot": 2, "sound": 1}


def test_met_8_doors_are_counted_by_door(tmp_path: Path) -> None:
    assert block(tmp_path).doors == {"main": 1, "cash": 1}


def test_the_second_copy_is_told_as_it_is_and_as_it_was(tmp_path: Path) -> None:
    made = block(tmp_path)
    assert (made.copy, made.copies) == (COPY, {"missing": 1})


def test_sec_4_the_head_and_the_program_are_told(tmp_path: Path) -> None:
    made = block(tmp_path)
    assert made.program == PROGRAM
    assert len(made.head) == 64
    assert made.rows == 6  # four boots, a goodbye, the log


def test_a_cabinets_first_ledger_is_the_first(tmp_path: Path) -> None:
    made = block(tmp_path)
    assert (made.generation, made.predecessor) == (1, None)


def test_what_is_not_known_is_none(tmp_path: Path) -> None:
    lived(tmp_path).close()
    made = reliability(read_books(tmp_path)).as_report()
    assert made["copy"] is None
    assert made["program"] is None


def test_it_is_json(tmp_path: Path) -> None:
    told = json.loads(json.dumps(block(tmp_path).as_report()))
    assert told["copy"] == {"health": "well", "detail": "/media/copy"}
    assert told["program"] == {"version": "0.6.0", "digest": "ab" * 32}
    assert (told["generation"], told["predecessor"]) == (1, None)


def test_another_setting_is_another_configuration() -> None:
    before, after = Kept({"coin.credit_minor": "10"}), Kept({"coin.credit_minor": "20"})
    assert before.identity != after.identity
    assert before.identity == Kept({"coin.credit_minor": "10"}).identity
