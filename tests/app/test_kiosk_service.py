"""When a running cabinet says that it is ready, and what its self-test holds back."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from machine_bench import DisplayStub

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.app.machine import Machine
from firmware.app.selftest import Finding, Part
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import Config, load_config
from firmware.ledger.ledger import Ledger
from firmware.panel import Panel
from firmware.screens import window
from firmware.screens.canvas import plain_surface

Told = list[str]


class WatchedWindow:
    """Notes its pictures; somebody closes it at the second look at the keys."""

    driver = "dummy"

    def __init__(self, note: Callable[[str], None]) -> None:
        self.surface = plain_surface((640, 360))
        self._note = note
        self._looks = 0

    def intents(self) -> Iterator[window.Intent]:
        self._looks += 1
        if self._looks > 1:
            yield window.Quit()

    def has_intents(self) -> bool:
        return True

    def present(self, regions: object) -> None:
        self._note("picture")

    def close(self) -> None:
        pass


class PresentingStub(DisplayStub):
    """Draws nothing, and presents it."""

    def __init__(self, present: Callable[[object], None]) -> None:
        super().__init__()
        self._present = present

    def draw(self, state: CabinetState, keys: Panel, now_s: float) -> bool:
        has_drawn = super().draw(state, keys, now_s)
        if has_drawn:
            self._present(())
        return has_drawn


class WatchedMachine(Machine):
    """Notes what faults it began with."""

    began_with: tuple[FaultName, ...] = ()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        faults = self.cabinet.state.faults
        WatchedMachine.began_with = tuple(fault.name for fault in faults)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Told]]:
    """Runs an evening under a service manager; what happened, in order."""
    told: Told = []
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.setblocking(False)

    def heard() -> None:
        while True:
            try:
                told.extend(line.recv(4096).decode().split("\n"))
            except BlockingIOError:
                return

    def note(what: str) -> None:
        heard()
        told.append(what)

    @contextmanager
    def opened(config: Config, *, windowed: bool) -> Iterator[WatchedWindow]:
        yield WatchedWindow(note)

    parts, findings = kiosk.Kiosk._parts, kiosk.findings

    def watched_parts(self: kiosk.Kiosk, *args: object) -> object:
        note("pins")
        return parts(self, *args)  # type: ignore[arg-type]

    def watched_findings(*args: object) -> Iterator[Finding]:
        note("test")
        return findings(*args)  # type: ignore[arg-type]

    def run() -> Told:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "10000000")
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        silent = load_config().sound.model_copy(update={"enabled": False})
        config = load_config().model_copy(update={"sound": silent})
        kiosk.Kiosk(config, tmp_path / "data", fair(), MonotonicClock()).run(windowed=True)
        heard()
        return told

    monkeypatch.setattr(kiosk, "_window", opened)
    monkeypatch.setattr(kiosk, "ScreenDisplay", lambda *given: PresentingStub(given[-1]))
    monkeypatch.setattr(kiosk, "Machine", WatchedMachine)
    monkeypatch.setattr(kiosk, "findings", watched_findings)
    monkeypatch.setattr(kiosk.Kiosk, "_parts", watched_parts)
    monkeypatch.setattr(kiosk.Kiosk, "_thinker", lambda *_: kiosk.NoThinker())
    yield run
    line.close()


@pytest.mark.promise("RES-3")
def test_ready_comes_after_picture_self_test_and_pins(evening: Callable[[], Told]) -> None:
    told = evening()
    marks = [mark for mark in told if mark in ("picture", "test", "pins", "READY=1", "STOPPING=1")]
    assert list(dict.fromkeys(marks)) == ["picture", "test", "pins", "READY=1", "STOPPING=1"]
    assert "WATCHDOG=1" in told


@pytest.mark.promise("RES-3")
def test_what_the_self_test_finds_is_there_before_a_pin_is(
    evening: Callable[[], Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Finding(Part.PROGRAM, False, "changed", "firmware/coins.py (changed)", "")
    monkeypatch.setattr(kiosk, "findings", lambda *_: iter([wrong]))
    told = evening()
    assert WatchedMachine.began_with == (FaultName.PROGRAM,)
    assert "STATUS=Play has stopped: program (P-01)." in told
    assert "READY=1" in told  # its page is what it is there to show


def test_a_cabinet_that_is_well_begins_without_a_fault(evening: Callable[[], Told]) -> None:
    evening()
    assert WatchedMachine.began_with == ()


def test_a_cabinet_that_falls_again_and_again_calls_for_service(
    evening: Callable[[], Told], tmp_path: Path
) -> None:
    clock = VirtualClock(MonotonicClock().now_s() - 1)
    for _ in range(4):
        clock.advance_s(0.01)
        Ledger.open(tmp_path / "data", clock=clock, executor=None, is_test=False).close(clean=False)
    evening()
    assert WatchedMachine.began_with == (FaultName.CALL_SERVICE,)


class Quiet:
    """A cabinet in which nothing is due, and a window that must not be asked for keys."""

    def __init__(self) -> None:
        self.ports = SimpleNamespace(panel=self, thinker=SimpleNamespace(fileno=lambda: None))
        self.cabinet = SimpleNamespace(state=CabinetState())
        self._line = os.eventfd(0)

    def fileno(self) -> int:
        return self._line

    def turn_due_s(self) -> None:
        return None

    def listen_due_s(self) -> None:
        return None

    def coin_descriptors(self) -> list[int]:
        return []

    def has_intents(self) -> bool:
        raise AssertionError("it slept on")


def test_a_beat_that_is_due_wakes_a_cabinet_in_which_nothing_happens(tmp_path: Path) -> None:
    clock = MonotonicClock()
    made = kiosk.Kiosk(load_config(), tmp_path, fair(), clock)
    quiet = Quiet()
    made._status._seen = quiet.cabinet.state
    service = SimpleNamespace(deadline_s=clock.now_s)
    made._sleep(quiet, quiet, None, service)  # type: ignore[arg-type]
    os.close(quiet.fileno())


@pytest.mark.parametrize(("mode", "count"), [("real", 1), ("simulated", 0)])
def test_only_a_real_cabinet_must_draw_on_its_own_screen(
    tmp_path: Path, mode: str, count: int
) -> None:
    shipped = load_config()
    hardware = shipped.hardware.model_copy(update={"mode": mode})
    made = kiosk.Kiosk(
        shipped.model_copy(update={"hardware": hardware}), tmp_path, fair(), MonotonicClock()
    )
    found: list[Fault] = []
    cabinet, service = SimpleNamespace(break_down=found.append), SimpleNamespace(is_watched=False)
    made._test(cabinet, None, service, "x11")  # type: ignore[arg-type]
    assert [fault.subject for fault in found] == ["display"] * count
