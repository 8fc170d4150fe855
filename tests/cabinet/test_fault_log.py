"""What the event log is told of faults: each once, and a flapping one not without end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import Bench

from firmware.cabinet import memory
from firmware.cabinet.fault_log import Condition, FaultLog, conditions
from firmware.cabinet.operator_menu.menu import OperatorMenu
from firmware.cabinet.state import STORE_FAULTS, CabinetState, Fault, FaultName
from firmware.errors import LedgerError
from firmware.events import (
    ButtonStuck,
    CopyChanged,
    CopyHealth,
    CopyState,
    DeviceHealth,
    DoorMoved,
    Event,
    Health,
    KeyTurned,
    Pressed,
    QueueFull,
    SoundChanged,
)
from firmware.log import LogEntry, LogKind
from firmware.panel import Button

SOUND = Fault(FaultName.SOUND)
JAM = Fault(FaultName.COIN, "coin", "jam 4")
UNPLUGGED = Fault(FaultName.COIN, "coin", "unplugged")


def come(fault: FaultName, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(LogKind.FAULT, fault.value, details)


def gone(fault: FaultName, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(LogKind.FAULT_CLEARED, fault.value, details)


def there(*faults: Fault, is_key_on: bool = False) -> tuple[Condition, ...]:
    return conditions(CabinetState(faults=faults, operator=OperatorMenu(is_open=is_key_on)))


def told(log: FaultLog) -> list[LogEntry]:
    return list(log.waiting)


NONE = there()

# --- one condition ------------------------------------------------------------------------------


def test_a_fault_that_comes_is_told() -> None:
    assert told(FaultLog().looked(there(SOUND), 5.0)) == [come(FaultName.SOUND)]


def test_a_fault_that_stays_is_told_once() -> None:
    log = FaultLog().looked(there(SOUND), 5.0).looked(there(SOUND), 500.0)
    assert told(log) == [come(FaultName.SOUND)]


def test_a_fault_that_goes_is_told() -> None:
    log = FaultLog().looked(there(SOUND), 5.0).written().looked(NONE, 6.0)
    assert told(log) == [gone(FaultName.SOUND)]


def test_a_fault_that_came_and_went_before_it_was_written_is_told() -> None:
    log = FaultLog().looked(there(SOUND), 5.0).looked(NONE, 5.5)
    assert told(log) == [come(FaultName.SOUND), gone(FaultName.SOUND)]


def test_since_when_it_is_there_makes_no_other_fault() -> None:
    log = FaultLog().looked(there(SOUND), 5.0)
    again = log.looked(there(replace(SOUND, since="2026-03-01T21:18:42")), 6.0)
    assert told(again) == [come(FaultName.SOUND)]


def test_whose_fault_it_is_and_what_exactly_stands_beside_it() -> None:
    details = ("subject", "coin"), ("detail", "jam 4")
    log = FaultLog().looked(there(JAM), 5.0).looked(NONE, 6.0)
    assert told(log) == [come(FaultName.COIN, *details), gone(FaultName.COIN, *details)]


def test_the_door_has_lines_of_its_own() -> None:
    log = FaultLog().looked(there(Fault(FaultName.DOOR)), 5.0).looked(NONE, 6.0)
    assert told(log) == [LogEntry(LogKind.DOOR_OPENED), LogEntry(LogKind.DOOR_CLOSED)]


def test_the_key_is_told_as_the_door_is() -> None:
    log = FaultLog().looked(there(is_key_on=True), 5.0).looked(NONE, 6.0)
    assert told(log) == [LogEntry(LogKind.KEY_ON), LogEntry(LogKind.KEY_OFF)]


def test_what_was_told_by_an_earlier_run_is_not_told_again() -> None:
    log = FaultLog.knowing(there(SOUND)).looked(there(SOUND), 5.0)
    assert told(log) == []
    assert told(log.looked(NONE, 6.0)) == [gone(FaultName.SOUND)]


@pytest.mark.parametrize("name", sorted(STORE_FAULTS))
def test_what_keeps_from_writing_is_not_told(name: FaultName) -> None:
    assert told(FaultLog().looked(there(Fault(name)), 5.0).looked(NONE, 6.0)) == []


# --- a flapping one -----------------------------------------------------------------------------


def flap(log: FaultLog, fault: Fault, begins_s: float, times: int) -> FaultLog:
    for index in range(times):
        log = log.looked(there(fault), begins_s + index).looked(NONE, begins_s + index + 0.5)
    return log


def flapped() -> FaultLog:
    """Sound has come and gone five times from 0 s on, all told."""
    return flap(FaultLog(), SOUND, 0.0, 5).written()


def test_five_comings_are_told_however_fast() -> None:
    log = flap(FaultLog(), SOUND, 0.0, 5)
    assert told(log) == [come(FaultName.SOUND), gone(FaultName.SOUND)] * 5


def test_a_flapping_fault_is_told_once_a_minute_after_that() -> None:
    log = flap(flapped(), SOUND, 5.0, 3595)  # an hour in all
    # A minute's line pair, and one of its own for what is there when the minute is over.
    assert [(line.kind, line.times) for line in log.waiting[4:8]] == [
        (LogKind.FAULT, 59),
        (LogKind.FAULT_CLEARED, 59),
        (LogKind.FAULT, 1),
        (LogKind.FAULT_CLEARED, 1),
    ]
    assert len(log.waiting) == 4 * 59


def test_what_came_and_went_untold_is_told_before_what_is_there() -> None:
    log = flap(flapped(), SOUND, 5.0, 3).looked(there(SOUND), 60.0)
    assert told(log) == [
        come(FaultName.SOUND, ("unlogged", "2")),
        gone(FaultName.SOUND, ("unlogged", "2")),
        come(FaultName.SOUND),
    ]


def test_the_count_begins_anew() -> None:
    log = flap(flapped(), SOUND, 5.0, 3).looked(there(SOUND), 60.0).looked(NONE, 60.5)
    assert told(log.written().looked(there(SOUND), 120.0)) == [come(FaultName.SOUND)]


def test_a_long_quiet_gives_all_five_back_and_no_more() -> None:
    log = flap(flapped(), SOUND, 10_000.0, 8)
    assert len(log.waiting) == 2 * 5


def test_a_fault_that_comes_too_early_and_stays_is_told_when_its_minute_is_over() -> None:
    log = flapped().looked(there(SOUND), 6.0)
    assert (told(log), log.due_s()) == ([], 60.0)
    assert told(log.looked(there(SOUND), 59.9)) == []
    late = log.looked(there(SOUND), 60.0)
    assert (told(late), late.due_s()) == ([come(FaultName.SOUND)], None)


def test_a_fault_that_came_too_early_and_has_gone_is_told_when_its_minute_is_over() -> None:
    log = flap(flapped(), SOUND, 6.0, 2)
    assert (told(log), log.due_s()) == ([], 60.0)
    late = log.looked(NONE, 60.0)
    pair = [come(FaultName.SOUND, ("unlogged", "1")), gone(FaultName.SOUND, ("unlogged", "1"))]
    assert (told(late), late.due_s()) == (pair, None)


def test_one_that_came_and_went_untold_has_a_plain_pair_of_lines() -> None:
    log = flap(flapped(), SOUND, 6.0, 1).looked(NONE, 60.0)
    assert told(log) == [come(FaultName.SOUND), gone(FaultName.SOUND)]


def test_nothing_is_due_once_all_is_told() -> None:
    assert flap(FaultLog(), SOUND, 0.0, 5).due_s() is None


def test_the_telling_of_what_has_gone_takes_its_minute_too() -> None:
    log = flap(flapped(), SOUND, 6.0, 2).looked(NONE, 60.0).written()
    assert flap(log, SOUND, 61.0, 1).due_s() == 120.0


def test_a_transaction_that_is_made_anyway_takes_the_pair_along() -> None:
    log = flap(flapped(), SOUND, 6.0, 2).summed()
    pair = [come(FaultName.SOUND, ("unlogged", "1")), gone(FaultName.SOUND, ("unlogged", "1"))]
    assert (told(log), log.due_s()) == (pair, None)


def test_a_transaction_that_is_made_anyway_takes_no_minute() -> None:
    log = flap(flapped(), SOUND, 6.0, 2).summed().written()
    assert flap(log, SOUND, 9.0, 1).due_s() == 60.0


def test_what_is_there_untold_makes_no_lines_by_going_after_a_transaction() -> None:
    log = flapped().looked(there(SOUND), 6.0).summed().looked(NONE, 6.5)
    assert told(log) == []


def test_a_last_look_tells_what_is_there_untold() -> None:
    log = flapped().looked(there(SOUND), 6.0, is_last=True)
    assert told(log) == [come(FaultName.SOUND)]


def test_a_last_look_tells_what_is_told_already_no_second_time() -> None:
    assert told(FaultLog.knowing(there(SOUND)).looked(there(SOUND), 6.0, is_last=True)) == []


def test_another_fault_of_the_same_device_is_another_fault() -> None:
    log = FaultLog().looked(there(JAM), 0.0).written().looked(there(UNPLUGGED), 1.0)
    assert told(log) == [
        gone(FaultName.COIN, ("subject", "coin"), ("detail", "jam 4")),
        come(FaultName.COIN, ("subject", "coin"), ("detail", "unplugged")),
    ]


def test_a_device_that_goes_from_fault_to_fault_is_one_that_flaps() -> None:
    log = FaultLog()
    for index in range(20):
        log = log.looked(there((JAM, UNPLUGGED)[index % 2]), float(index))
    assert len(log.waiting) == 2 * 5


def test_each_device_has_minutes_of_its_own() -> None:
    log = flap(FaultLog(), JAM, 0.0, 8).written()
    other = Fault(FaultName.COIN, "second", "jam 4")
    assert len(log.looked(there(other), 9.0).waiting) == 1


# --- the second copy ----------------------------------------------------------------------------


def test_the_states_of_the_copy_are_told_by_their_own_kind() -> None:
    missing = Fault(FaultName.COPY_MISSING, detail="sda1")
    log = FaultLog().looked(there(missing), 0.0).looked(NONE, 1.0)
    assert told(log) == [
        LogEntry(LogKind.COPY, "missing", (("detail", "sda1"),)),
        LogEntry(LogKind.COPY, "well", (("was", "missing"),)),
    ]


def test_a_copy_that_goes_from_one_trouble_to_another_was_not_well() -> None:
    missing, foreign = Fault(FaultName.COPY_MISSING), Fault(FaultName.COPY_FOREIGN)
    log = FaultLog().looked(there(missing), 0.0).looked(there(foreign), 1.0)
    assert [line.subject for line in log.waiting] == ["missing", "foreign"]


def test_a_copy_that_goes_on_in_an_untold_trouble_was_not_well() -> None:
    missing, foreign = Fault(FaultName.COPY_MISSING), Fault(FaultName.COPY_FOREIGN)
    log = flap(FaultLog(), missing, 0.0, 5).written()
    log = log.looked(there(missing), 6.0).looked(there(foreign), 7.0).summed()
    assert [(line.subject, line.times) for line in log.waiting] == [("foreign", 1), ("missing", 1)]


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


@pytest.mark.promise("ERR-1")
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


@pytest.mark.promise("ERR-4")
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


@pytest.mark.parametrize(
    ("come", "go"),
    [
        (DeviceHealth("coin", Health.UNPLUGGED), DeviceHealth("coin", Health.READY)),
        (SoundChanged(True), SoundChanged(False)),
        (DoorMoved(True), DoorMoved(False)),
        (KeyTurned(True), KeyTurned(False)),
        (
            CopyChanged(CopyState(CopyHealth.MISSING)),
            CopyChanged(CopyState(CopyHealth.WELL)),
        ),
    ],
)
def test_what_flaps_does_not_grow_the_ledger(come: Event, go: Event) -> None:
    bench = Bench()
    for _ in range(150):
        bench.do(come)
        bench.wait(1)
        bench.do(go)
        bench.wait(1)
    assert 2 * 5 <= len(lines(bench)) <= 2 * (5 + 5)
    assert len(bench.store.transactions) <= 1 + 2 * (5 + 5)


def test_a_fault_that_could_not_be_told_yet_is_told_without_another_event() -> None:
    bench = Bench()
    for _ in range(5):
        bench.do(SoundChanged(True))
        bench.do(SoundChanged(False))
    bench.do(SoundChanged(True))
    bench.wait(2)
    assert len(lines(bench)) == 2 * 5
    bench.wait(60)
    assert lines(bench)[10:] == [("fault", "sound")]


def flapped_door(times: int) -> Bench:
    bench = Bench()
    for _ in range(times):
        bench.do(DoorMoved(True))
        bench.do(DoorMoved(False))
    return bench


def counted(bench: Bench) -> tuple[int, int]:
    """How often the door opened and closed, by what has been written."""
    of = [LogKind.DOOR_OPENED, LogKind.DOOR_CLOSED]
    opened, closed = (
        sum(line.times for line in bench.store.log() if line.kind is kind) for kind in of
    )
    return opened, closed


def test_a_coin_takes_along_what_was_untold() -> None:
    bench = flapped_door(8)
    assert counted(bench) == (5, 5)
    bench.coin(1)
    assert counted(bench) == (8, 8)


def test_what_was_untold_is_written_when_its_minute_is_over_without_another_event() -> None:
    bench = flapped_door(8)
    bench.wait(62)
    assert counted(bench) == (8, 8)


def test_a_goodbye_tells_what_was_untold() -> None:
    bench = flapped_door(8)
    effects = bench.cabinet.keep(bench.now_s)
    assert effects.transaction is not None
    bench.cabinet.committed(bench.store.commit(effects.transaction), bench.now_s)
    assert counted(bench) == (8, 8)


def test_a_goodbye_with_the_door_open_tells_that_it_is_open() -> None:
    bench = flapped_door(8)
    bench.do(DoorMoved(True))
    effects = bench.cabinet.keep(bench.now_s)
    assert effects.transaction is not None
    bench.cabinet.committed(bench.store.commit(effects.transaction), bench.now_s)
    assert counted(bench) == (9, 8)


def test_a_goodbye_that_has_nothing_to_tell_writes_nothing() -> None:
    assert flapped_door(5).cabinet.keep(1000.0).transaction is None


def test_a_goodbye_without_a_store_writes_nothing() -> None:
    bench = flapped_door(8)
    bench.store.failure = LedgerError("the disk is full")
    bench.coin(1)
    assert bench.cabinet.keep(bench.now_s).transaction is None


def test_what_was_untold_stays_untold_where_its_transaction_failed() -> None:
    bench = flapped_door(8)
    bench.store.failure = LedgerError("the disk is full")
    bench.coin(1)
    bench.store.failure = None
    bench.put(faults=())
    bench.coin(1)
    assert counted(bench) == (8, 8)


def test_faults_to_keep_are_written_again_where_their_transaction_failed() -> None:
    bench = Bench()
    bench.do(QueueFull())
    there = bench.state.faults
    bench.store.failure = LedgerError("the disk is full")
    bench.coin(1)
    bench.store.failure = None
    bench.put(faults=there)
    bench.coin(1)
    assert memory.read_faults(bench.store.documents) == there


def test_faults_that_are_kept_are_written_once() -> None:
    bench = Bench()
    bench.do(QueueFull())
    bench.coin(1)
    bench.coin(1)
    assert [memory.FAULTS in each.documents for each in bench.store.transactions[1:]] == [
        True,
        False,
    ]


def test_a_door_that_opens_is_durable_before_it_is_shown() -> None:
    bench = Bench()
    effects = bench.cabinet.step(DoorMoved(True), bench.now_s)
    assert effects.transaction is not None
    assert not effects.is_soft
    assert bench.faults == []


def test_a_door_that_flaps_still_freezes_play() -> None:
    bench = Bench()
    for _ in range(10):
        bench.do(DoorMoved(True))
        assert bench.faults == ["door"]
        bench.do(DoorMoved(False))
        assert bench.faults == []


def test_nothing_is_written_without_a_store() -> None:
    bench = Bench()
    bench.store.failure = LedgerError("the disk is full")
    bench.do(DoorMoved(True))
    bench.do(SoundChanged(True))
    bench.store.failure = None
    bench.do(KeyTurned(True))
    bench.do(DoorMoved(False))
    bench.wait(100)
    assert lines(bench) == []


def test_without_a_store_nothing_is_due_for_the_log() -> None:
    bench = Bench()
    for _ in range(6):
        bench.do(SoundChanged(False))
        bench.do(SoundChanged(True))
    bench.wait(2)
    bench.store.failure = LedgerError("the disk is full")
    bench.coin(1)
    assert bench.cabinet.deadline_s(bench.now_s) is None


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
    assert bench.cabinet.shut_by("coin") is None


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


@pytest.mark.promise("RES-4")
def test_what_a_boot_cannot_look_for_is_still_there_after_it() -> None:
    bench = Bench()
    bench.do(QueueFull())
    copied(bench, CopyHealth.BEHIND, "sda1")
    bench.wait(2)
    before = bench.state.faults
    bench.cut()
    assert bench.state.faults == before
    bench.do(SoundChanged(False))
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
