"""What the event log is told of faults: each once, and a flapping one not without end."""

from __future__ import annotations

from cabinet_bench import Bench

from firmware.cabinet.fault_log import FaultLog
from firmware.cabinet.state import STORE_FAULTS, Fault, FaultName
from firmware.errors import LedgerError
from firmware.events import (
    ButtonStuck,
    CopyChanged,
    CopyHealth,
    CopyState,
    DeviceHealth,
    DoorMoved,
    Health,
    KeyTurned,
    LogEntry,
    LogKind,
    Pressed,
    QueueFull,
    SoundChanged,
)
from firmware.panel import Button

SOUND = Fault(FaultName.SOUND)
JAM = Fault(FaultName.COIN, "coin", "jam 4")
UNPLUGGED = Fault(FaultName.COIN, "coin", "unplugged")


def come(fault: FaultName, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(LogKind.FAULT, fault.value, details)


def gone(fault: FaultName, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(LogKind.FAULT_CLEARED, fault.value, details)


def told(log: FaultLog) -> list[LogEntry]:
    return list(log.waiting)


# --- one fault ----------------------------------------------------------------------------------


def test_a_fault_that_comes_is_told() -> None:
    assert told(FaultLog().looked([SOUND], 5.0)) == [come(FaultName.SOUND)]


def test_a_fault_that_stays_is_told_once() -> None:
    log = FaultLog().looked([SOUND], 5.0).looked([SOUND], 500.0)
    assert told(log) == [come(FaultName.SOUND)]


def test_a_fault_that_goes_is_told() -> None:
    log = FaultLog().looked([SOUND], 5.0).written().looked([], 6.0)
    assert told(log) == [gone(FaultName.SOUND)]


def test_a_fault_that_came_and_went_before_it_was_written_is_told() -> None:
    log = FaultLog().looked([SOUND], 5.0).looked([], 5.5)
    assert told(log) == [come(FaultName.SOUND), gone(FaultName.SOUND)]


def test_whose_fault_it_is_and_what_exactly_stands_beside_it() -> None:
    details = ("subject", "coin"), ("detail", "jam 4")
    log = FaultLog().looked([JAM], 5.0).looked([], 6.0)
    assert told(log) == [come(FaultName.COIN, *details), gone(FaultName.COIN, *details)]


def test_what_was_told_by_an_earlier_run_is_not_told_again() -> None:
    log = FaultLog.knowing([SOUND]).looked([SOUND], 5.0)
    assert told(log) == []
    assert told(log.looked([], 6.0)) == [gone(FaultName.SOUND)]


def test_what_keeps_from_writing_and_the_door_are_not_told() -> None:
    there = [Fault(name) for name in (*STORE_FAULTS, FaultName.DOOR)]
    assert told(FaultLog().looked(there, 5.0).looked([], 6.0)) == []


# --- a flapping fault ---------------------------------------------------------------------------


def flap(log: FaultLog, fault: Fault, begins_s: float, times: int) -> FaultLog:
    for index in range(times):
        log = log.looked([fault], begins_s + index).looked([], begins_s + index + 0.5)
    return log


def test_a_flapping_fault_is_told_once_a_minute() -> None:
    log = flap(FaultLog(), SOUND, 0.0, 60)
    assert told(log) == [come(FaultName.SOUND), gone(FaultName.SOUND)]


def test_how_often_it_came_untold_stands_beside_the_next() -> None:
    log = flap(FaultLog(), SOUND, 0.0, 4).written().looked([SOUND], 60.0)
    assert told(log) == [come(FaultName.SOUND, ("unlogged", "3"))]


def test_the_count_begins_anew() -> None:
    log = flap(FaultLog(), SOUND, 0.0, 4).looked([SOUND], 60.0).looked([], 60.5).written()
    assert told(log.looked([SOUND], 120.0)) == [come(FaultName.SOUND)]


def test_a_fault_that_comes_too_early_and_stays_is_told_when_its_minute_is_over() -> None:
    log = flap(FaultLog(), SOUND, 0.0, 1).written().looked([SOUND], 2.0)
    assert (told(log), log.due_s()) == ([], 60.0)
    late = log.looked([SOUND], 60.0)
    assert (told(late), late.due_s()) == ([come(FaultName.SOUND)], None)


def test_nothing_is_due_for_a_fault_that_has_gone() -> None:
    assert flap(FaultLog(), SOUND, 0.0, 2).due_s() is None


def test_another_fault_of_the_same_device_is_another_fault() -> None:
    log = FaultLog().looked([JAM], 0.0).written().looked([UNPLUGGED], 60.0)
    assert told(log) == [
        gone(FaultName.COIN, ("subject", "coin"), ("detail", "jam 4")),
        come(FaultName.COIN, ("subject", "coin"), ("detail", "unplugged")),
    ]


def test_a_device_that_changes_from_fault_to_fault_is_told_once_a_minute() -> None:
    log = FaultLog()
    for index in range(20):
        log = log.looked([(JAM, UNPLUGGED)[index % 2]], float(index))
    assert [line.kind for line in log.waiting] == ["fault", "fault_cleared"]


def test_each_device_has_its_own_minute() -> None:
    other = Fault(FaultName.COIN, "second", "jam 4")
    log = FaultLog().looked([JAM], 0.0).looked([JAM, other], 1.0)
    assert [line.details[0] for line in log.waiting] == [
        ("subject", "coin"),
        ("subject", "second"),
    ]


# --- the second copy ----------------------------------------------------------------------------


def test_the_states_of_the_copy_are_told_by_their_own_kind() -> None:
    missing = Fault(FaultName.COPY_MISSING, detail="sda1")
    log = FaultLog().looked([missing], 0.0).looked([], 1.0)
    assert told(log) == [
        LogEntry(LogKind.COPY, "missing", (("detail", "sda1"),)),
        LogEntry(LogKind.COPY, "well", (("was", "missing"),)),
    ]


def test_a_copy_that_goes_from_one_fault_to_another_was_not_well() -> None:
    missing, foreign = Fault(FaultName.COPY_MISSING), Fault(FaultName.COPY_FOREIGN)
    log = FaultLog().looked([missing], 0.0).looked([foreign], 1.0)
    assert [line.subject for line in log.waiting] == ["missing", "foreign"]


# --- in the cabinet -----------------------------------------------------------------------------


def lines(bench: Bench) -> list[tuple[str, str]]:
    """Kind and subject of what has been written, without the first contact of the bench."""
    return [(line.kind.value, line.subject) for line in bench.store.log()[1:]]


def test_a_fault_is_written_after_a_quiet_second_and_presses_wait_for_it() -> None:
    bench = Bench()
    bench.do(SoundChanged(True))
    bench.wait(0.9)
    assert lines(bench) == []
    bench.wait(0.2)
    assert lines(bench) == [("fault", "sound")]


def test_the_writing_of_a_fault_is_soft() -> None:
    bench = Bench()
    bench.do(SoundChanged(True))
    assert bench.cabinet.keep(bench.now_s).is_soft


def test_a_fault_travels_with_the_next_transaction() -> None:
    bench = Bench()
    bench.do(SoundChanged(True))
    bench.coin(1)
    assert lines(bench) == [("fault", "sound")]
    bench.wait(10)
    assert len(bench.store.transactions) == 2  # the first contact, and the coin


def test_a_fault_at_the_goodbye_is_written() -> None:
    bench = Bench()
    bench.do(ButtonStuck(Button.BET, True))
    assert bench.cabinet.keep(bench.now_s).transaction is not None


def test_every_warning_is_written_as_it_comes_and_goes() -> None:
    bench = Bench()
    for there, over in (
        (SoundChanged(True), SoundChanged(False)),
        (ButtonStuck(Button.BET, True), ButtonStuck(Button.BET, False)),
        (DeviceHealth("coin", Health.JAM), DeviceHealth("coin", Health.READY)),
    ):
        bench.do(there)
        bench.do(over)
    bench.wait(2)
    assert lines(bench) == [
        (kind, name)
        for name in ("sound", "button_stuck", "coin")
        for kind in ("fault", "fault_cleared")
    ]


def test_a_broken_part_is_written() -> None:
    bench = Bench()
    bench.cabinet.break_down(Fault(FaultName.HARDWARE, detail="a pin"))
    bench.wait(2)
    assert lines(bench) == [("fault", "hardware")]


def test_a_part_that_breaks_while_a_transaction_is_out_is_written_after_it() -> None:
    bench = Bench()
    effects = bench.cabinet.step(DoorMoved(True), bench.now_s)
    bench.cabinet.break_down(Fault(FaultName.HARDWARE))
    assert effects.transaction is not None
    bench.cabinet.committed(bench.store.commit(effects.transaction), bench.now_s)
    bench.wait(2)
    assert lines(bench) == [("door_opened", ""), ("fault", "hardware")]


def test_a_silent_source_is_written_as_it_comes_and_goes() -> None:
    bench = Bench()
    bench.coin(1)
    bench.press("HOLD2", "BET")
    bench.chance.is_broken = True
    bench.press("DEAL")
    bench.wait(2)
    bench.chance.is_broken = False
    bench.wait(10)
    assert lines(bench) == [("fault", "chance"), ("fault_cleared", "chance")]


def test_a_flapping_device_writes_twice_a_minute_at_most() -> None:
    bench = Bench()
    for _ in range(150):
        bench.do(DeviceHealth("coin", Health.UNPLUGGED))
        bench.wait(1)
        bench.do(DeviceHealth("coin", Health.READY))
        bench.wait(1)
    assert len(lines(bench)) <= 2 * 6


def test_a_fault_that_could_not_be_told_yet_is_told_without_another_event() -> None:
    bench = Bench()
    for is_lost in (True, False, True):
        bench.do(SoundChanged(is_lost))
        bench.wait(2)
    assert lines(bench) == [("fault", "sound"), ("fault_cleared", "sound")]
    bench.wait(60)
    assert lines(bench)[2:] == [("fault", "sound")]


def test_nothing_is_written_without_a_store() -> None:
    bench = Bench()
    bench.store.failure = LedgerError("the disk is full")
    bench.do(DoorMoved(True))
    bench.do(SoundChanged(True))
    bench.store.failure = None
    bench.wait(100)
    assert lines(bench) == []


# --- the second copy in the cabinet -------------------------------------------------------------


def copied(bench: Bench, health: CopyHealth, detail: str = "") -> None:
    bench.do(CopyChanged(CopyState(health, detail)))


def test_a_copy_has_one_state_at_a_time() -> None:
    bench = Bench()
    for health in (CopyHealth.MISSING, CopyHealth.FOREIGN, CopyHealth.MISSING):
        copied(bench, health, "sda1")
    assert [(fault.name, fault.detail) for fault in bench.state.faults] == [
        (FaultName.COPY_MISSING, "sda1")
    ]
    copied(bench, CopyHealth.WELL)
    assert bench.faults == []


def test_play_goes_on_without_the_copy() -> None:
    bench = Bench()
    copied(bench, CopyHealth.FOREIGN)
    assert bench.state.blocking is None
    assert bench.cabinet.coins_open()


def test_that_the_copy_was_behind_stands_until_the_operator_has_seen_it() -> None:
    bench = Bench()
    copied(bench, CopyHealth.BEHIND)
    copied(bench, CopyHealth.WELL)
    bench.do(KeyTurned(True))
    assert bench.faults == ["copy_behind"]
    bench.do(KeyTurned(False))
    assert bench.faults == []


def test_a_copy_that_is_away_is_away_whoever_has_seen_it() -> None:
    bench = Bench()
    copied(bench, CopyHealth.MISSING)
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    assert bench.faults == ["copy_missing"]


# --- a power cut --------------------------------------------------------------------------------


def test_what_a_boot_cannot_look_for_is_still_there_after_it() -> None:
    bench = Bench()
    bench.do(QueueFull())
    copied(bench, CopyHealth.BEHIND, "sda1")
    bench.wait(2)
    before = bench.state.faults
    bench.cut()
    assert bench.state.faults == before
    bench.wait(2)
    assert lines(bench) == [("fault", "queue_full"), ("copy", "behind")]  # not told again


def test_what_a_boot_looks_for_itself_is_not_there_after_it() -> None:
    bench = Bench()
    bench.do(SoundChanged(True))
    bench.do(DeviceHealth("coin", Health.JAM))
    bench.wait(2)
    bench.cut()
    assert bench.faults == []


def test_what_the_operator_has_seen_is_gone_for_good() -> None:
    bench = Bench()
    bench.do(QueueFull())
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    bench.cut()
    assert bench.faults == []


def broken_chance() -> Bench:
    bench = Bench()
    bench.coin(1)
    bench.press("HOLD2", "BET")
    bench.chance.is_broken = True
    bench.press("DEAL")
    bench.wait(2)
    bench.cut()
    return bench


def test_a_source_that_is_still_silent_locks_the_next_boot_too() -> None:
    bench = broken_chance()
    bench.wait(20)
    assert bench.faults == ["chance"]


def test_a_source_that_is_back_is_noticed_at_once() -> None:
    bench = broken_chance()
    bench.chance.is_broken = False
    bench.wait(0)
    assert bench.faults == []


def test_a_press_is_no_fault() -> None:
    bench = Bench()
    bench.do(Pressed(Button.HOLD4))
    bench.wait(2)
    assert lines(bench) == []
