"""What a cabinet asks of the machine: by one file, with an answer, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from firmware.app.host import RESTARTED, SWITCHED_OFF, PcHost, RequestHost, host_of
from firmware.assets import asset
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import HostError

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROOTS_PROGRAM = asset().parent / "tools" / "installing" / "files" / "host.py"


class Machine:
    """A made-up machine: whatever is asked, root answers `answer` at the second look."""

    def __init__(self, folder: Path, answer: str | None = "done") -> None:
        (folder / "run").mkdir()
        self.folder = folder / "run" / "requests"
        self.unit = folder / "unit.path"
        self.unit.touch()
        self.clock = VirtualClock()
        self.answer = answer
        self.asked: list[str] = []
        self.host = self.made(self._wait)

    def made(self, pause: Callable[[float], object]) -> RequestHost:
        return RequestHost(self.clock, self.folder, self.unit, pause)

    def _wait(self, seconds: float) -> None:
        self.clock.advance_s(seconds)
        ask = self.folder / "ask"
        if self.answer is not None and ask.exists():
            self.asked.append(ask.read_text())
            ask.unlink()
            (self.folder / "answer").write_text(self.answer + "\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_real_cabinet_asks_root_and_a_simulated_one_nobody() -> None:
    shipped = load_config()
    real = shipped.model_copy(
        update={"hardware": shipped.hardware.model_copy(update={"mode": "real"})}
    )
    assert isinstance(host_of(real), RequestHost)
    assert isinstance(host_of(shipped), PcHost)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (RequestHost.power_off, "power-off"),
        (RequestHost.restart, "restart"),
        (RequestHost.eject, "eject"),
        (lambda host: host.set_clock(NOON), "clock 2026-11-30T12:00:00+00:00"),
    ],
)
def test_one_file_says_what_is_wanted(
    machine: Machine, ask: Callable[[RequestHost], object], words: str
) -> None:
    assert ask(machine.host) in (None, 0)
    assert machine.asked == [words]


def test_the_clock_is_told_in_universal_time(machine: Machine) -> None:
    machine.host.set_clock(NOON.astimezone(timezone(timedelta(hours=2))))
    assert machine.asked == ["clock 2026-11-30T12:00:00+00:00"]


def test_a_refusal_is_told_in_the_words_of_the_answer(machine: Machine) -> None:
    machine.answer = "failed umount: target is busy."
    with pytest.raises(HostError, match="target is busy") as told:
        machine.host.eject()
    assert told.value.why.key == "host.refused"


def test_who_does_not_answer_is_not_waited_for_without_end_nor_heard_later(tmp_path: Path) -> None:
    machine = Machine(tmp_path, answer=None)
    with pytest.raises(HostError) as told:
        machine.host.power_off()
    assert told.value.why.key == "host.silent"
    assert machine.clock.now_s() < 15  # TimeoutStopSec of the service
    assert list(machine.folder.iterdir()) == []


def test_the_answer_to_an_earlier_question_is_none_to_this_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path, answer=None)
    machine.folder.mkdir()
    (machine.folder / "answer").write_text("done\n")
    with pytest.raises(HostError):
        machine.host.power_off()


def test_a_real_cabinet_whose_helper_is_missing_says_so_before_its_goodbye(
    machine: Machine,
) -> None:
    machine.unit.unlink()
    for ask in (machine.host.verify, machine.host.eject):
        with pytest.raises(HostError) as told:
            ask()
        assert told.value.why.key == "host.not_installed"
    assert machine.asked == []


def test_a_folder_that_cannot_be_written_is_a_refusal(machine: Machine) -> None:
    machine.folder.write_text("in the way")
    with pytest.raises(HostError) as told:
        machine.host.eject()
    assert told.value.why.key == "host.refused"


def test_roots_own_program_understands_what_is_asked(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "usr/bin").mkdir(parents=True)
    (root / "run/cabinato").mkdir(parents=True)
    date = root / "usr/bin/date"
    date.write_text(f'#!/bin/sh\necho "$*" > "{root}/set"\n')
    date.chmod(0o755)
    unit = tmp_path / "unit.path"
    unit.touch()

    def answered(_seconds: float) -> None:
        command = [sys.executable, "-I", str(ROOTS_PROGRAM), "--root", str(root), "requests"]
        subprocess.run(command, check=True, timeout=60, env=os.environ)

    folder = root / "run/cabinato/requests"
    RequestHost(VirtualClock(), folder, unit, answered).set_clock(NOON)
    assert (root / "set").read_text() == f"--utc --set=@{int(NOON.timestamp())}\n"


def test_a_pc_is_left_on() -> None:
    host = PcHost()
    host.verify()
    assert (host.power_off(), host.restart()) == (SWITCHED_OFF, RESTARTED) == (10, 11)


def test_the_clock_of_a_pc_is_its_own_systems() -> None:
    with pytest.raises(HostError) as told:
        PcHost().set_clock(NOON)
    assert told.value.why.key == "host.clock_of_pc"


def test_the_service_stays_off_with_the_code_that_says_so_only() -> None:
    unit = (asset().parent / "cabinet.service").read_text("utf-8")
    assert f"\nRestartPreventExitStatus={SWITCHED_OFF}\n" in unit
    assert f"\nSuccessExitStatus={SWITCHED_OFF} {RESTARTED}\n" in unit
