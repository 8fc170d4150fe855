"""The running cabinet and its worker: a deal is thought about, and nobody is left behind."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from machine_bench import DisplayStub

from firmware.app import kiosk, thinking_process
from firmware.app.build import fair
from firmware.app.machine import Machine
from firmware.app.thinking_process import WorkerThinker
from firmware.cabinet.state import FaultName, Mode
from firmware.clock import MonotonicClock
from firmware.config import Config, load_config
from firmware.games.cinque_mani.mix import read_mix
from firmware.games.cinque_mani.table import Phase
from firmware.panel import Button
from firmware.screens import window
from firmware.screens.canvas import plain_surface

UNHURRIED = (sys.executable, "-P", "-c", "from firmware.app.worker import work; work()")
"""The worker without its priority: on a busy machine that could take minutes."""
SOON_S = 60.0
PRESS_EVERY_S = 0.1

machines: list[Machine] = []


class WatchedMachine(Machine):
    """Can be looked at."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        machines.append(self)


class PatientPlayer:
    """A window at which somebody deals, waits for a thought, takes AUTO and goes when the
    computer has laid its hands."""

    driver = "dummy"

    def __init__(self) -> None:
        self.surface = plain_surface((640, 360))
        self._next_s = 0.0

    def intents(self) -> Iterator[window.Intent]:
        if time.monotonic() < self._next_s or not machines:
            return
        self._next_s = time.monotonic() + PRESS_EVERY_S
        state = machines[0].cabinet.state
        table = state.saved.cinque
        if state.saved.mode is not Mode.CINQUE_MANI:
            yield from tap(Button.HOLD3)
        elif not state.credit and table.phase is Phase.STAKE:
            yield window.Coin(100)  # comes back from an acceptor that is not ready yet
        elif table.phase is Phase.STAKE:
            yield from tap(Button.DEAL)
        elif table.phase is Phase.BUILD and state.found:
            yield from tap(Button.DOUBLE)
        elif table.dealt is not None and table.dealt.opponents:
            yield window.Quit()

    def has_intents(self) -> bool:
        return time.monotonic() >= self._next_s

    def present(self, regions: object) -> None:
        pass

    def close(self) -> None:
        pass


def tap(button: Button) -> Iterator[window.Intent]:
    yield window.ButtonDown(button)
    yield window.ButtonUp(button)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """An evening of one deal, as far as the computer's hands."""

    @contextmanager
    def opened(config: Config, *, windowed: bool) -> Iterator[PatientPlayer]:
        yield PatientPlayer()

    machines.clear()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(kiosk, "_window", opened)
    monkeypatch.setattr(kiosk, "Machine", WatchedMachine)
    monkeypatch.setattr(kiosk, "ScreenDisplay", lambda *_: DisplayStub())
    monkeypatch.setattr(thinking_process, "WorkerThinker", partial(WorkerThinker, UNHURRIED))
    silent = load_config().sound.model_copy(update={"enabled": False})
    config = load_config().model_copy(update={"sound": silent})
    kiosk.Kiosk(config, tmp_path / "data", fair(), MonotonicClock()).run(windowed=True)
    return machines[0]


def test_a_deal_is_played_against_what_the_worker_found(evening: Machine) -> None:
    state = evening.cabinet.state
    assert read_mix(state.mix).rounds > 0
    assert not [fault for fault in state.faults if fault.name is FaultName.THINKER]
    assert evening.ports.thinker.fileno() is None


def test_a_killed_cabinet_leaves_no_worker() -> None:
    cabinet = (
        "import select, sys\n"
        "from firmware.app.thinking_process import WorkerThinker\n"
        "from thinking_bench import TASK\n"
        f"thinker = WorkerThinker({UNHURRIED!r})\n"
        "thinker.start(0.0)\n"
        "thinker.ask(TASK, 0.0)\n"
        "select.select([thinker.fileno()], [], [])\n"
        "print(thinker.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", cabinet],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as child:
        assert child.stdout is not None
        watched = os.pidfd_open(int(child.stdout.readline()))
        child.kill()
    assert select.select([watched], [], [], SOON_S)[0]
    os.close(watched)
