"""What a running cabinet tells of itself, and who believes it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.app.status import StatusFile, file_name, read_status, status_of
from firmware.cabinet.state import CabinetState, DeviceState, Fault, FaultName, Mode, Saved
from firmware.clock import VirtualClock
from firmware.events import Health, LineCounts
from firmware.games.joker_poker.table import Phase, Table
from firmware.ledger.lock import hold
from firmware.money import Account

JAMMED = CabinetState(
    devices={"coin": DeviceState(Health.JAM, "6", "unit 7", "", LineCounts(polls=3))},
    faults=(Fault(FaultName.COIN, "coin", "jam"),),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The run-time folder."""
    made = tmp_path / "run"
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(made))
    return made


@pytest.fixture
def data(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


def test_what_is_published_is_read_while_the_folder_is_held(folder: Path, data: Path) -> None:
    lock = hold(data)
    StatusFile(data, VirtualClock()).publish(JAMMED)
    status = read_status(data)
    os.close(lock)
    assert status is not None
    assert (status.slots["coin"].health, status.slots["coin"].detail) == (Health.JAM, "6")
    assert status.slots["coin"].counts.polls == 3
    assert status.faults == (("coin", "coin", "jam"),)


def test_a_file_whose_cabinet_is_gone_is_not_believed(folder: Path, data: Path) -> None:
    os.close(hold(data))
    StatusFile(data, VirtualClock()).publish(JAMMED)
    assert (folder / file_name(data)).exists()
    assert read_status(data) is None


def test_it_is_written_once_a_second_at_most(folder: Path, data: Path) -> None:
    clock = VirtualClock()
    told = StatusFile(data, clock)
    told.publish(JAMMED)
    before = (folder / file_name(data)).read_bytes()
    later = replace(JAMMED, faults=())
    clock.advance_s(0.5)
    told.publish(later)
    assert (folder / file_name(data)).read_bytes() == before
    assert told.deadline_s(later) == 1.0
    clock.advance_s(0.5)
    told.publish(later)
    assert (folder / file_name(data)).read_bytes() != before
    assert told.deadline_s(later) is None


def test_nothing_is_written_when_nothing_that_is_told_changed(folder: Path, data: Path) -> None:
    clock = VirtualClock()
    told = StatusFile(data, clock)
    told.publish(JAMMED)
    (folder / file_name(data)).unlink()
    clock.advance_s(5)
    told.publish(replace(JAMMED, touched_at_s=5.0))
    assert list(folder.iterdir()) == []


def test_a_run_time_folder_that_cannot_be_made_is_borne(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "file" / "run"))
    told = StatusFile(data, VirtualClock())
    told.publish(JAMMED)
    told.remove()


def test_the_end_removes_it(folder: Path, data: Path) -> None:
    told = StatusFile(data, VirtualClock())
    told.publish(JAMMED)
    told.remove()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text", ["", "[]", "{", '{"slots": {"coin": 1}}', '{"slots": 3}'])
def test_a_file_that_is_none_of_ours_is_passed_over(folder: Path, data: Path, text: str) -> None:
    folder.mkdir()
    (folder / file_name(data)).write_text(text)
    lock = hold(data)
    assert read_status(data) is None
    os.close(lock)


def test_a_stake_without_credit_is_somebodys_money() -> None:
    waiting = Saved(mode=Mode.JOKER_POKER, joker=Table(phase=Phase.HOLD))
    assert status_of(CabinetState(saved=waiting), 1, "").is_paid
    assert not status_of(CabinetState(saved=replace(waiting, joker=Table())), 1, "").is_paid


def test_credit_is_told_to_those_who_read(folder: Path, data: Path) -> None:
    lock = hold(data)
    StatusFile(data, VirtualClock()).publish(CabinetState(balances={Account.CREDIT: 1}))
    status = read_status(data)
    os.close(lock)
    assert status is not None
    assert status.is_paid
