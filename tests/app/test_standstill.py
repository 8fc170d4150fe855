"""A service that cannot begin: what it tells, what it watches, and when it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.app.service import Notifier
from firmware.app.standstill import (
    DISPLAY_S,
    Blind,
    FileWatch,
    Standstill,
    files_of,
    is_free,
    language_of,
    of_folder,
)
from firmware.assets import shipped_config
from firmware.cli import main
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import load_config
from firmware.errors import ConfigError, DisplayError, LedgerInUseError, LedgerRefusedError
from firmware.ledger import lock
from firmware.ledger.ledger import Ledger
from firmware.screens.refusal import Refusal, RefusalKind
from firmware.words import Language

LIMIT_S = 10.0


class Line(Notifier):
    """A line to a service manager that notes what it is told."""

    def __init__(self) -> None:
        super().__init__("")
        self.lines: list[str] = []

    def send(self, *lines: str) -> None:
        self.lines += lines


class Waiting:
    """A standstill on a virtual clock."""

    def __init__(self, refusal: Refusal, *files: Path) -> None:
        self.clock, self.line = VirtualClock(50.0), Line()
        self.shown: list[float] = []
        self.still = Standstill(
            refusal, self.shown.append, self.line, LIMIT_S, FileWatch(files), self.clock
        )

    def lasts(self, seconds: float) -> float | None:
        """After how long it is over; None: it still waits after `seconds`."""
        begun_s = self.clock.now_s()
        while self.clock.now_s() - begun_s <= seconds:
            if self.still.turn():
                return self.clock.now_s() - begun_s
            self.clock.advance_s(0.25)
        return None


def of_file(path: Path, *faults: str) -> Refusal:
    return Refusal(RefusalKind.CONFIG, str(path), faults or (f"{path}:3: wrong",))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hw.toml"
    path.write_text("x = 1\n")
    return path


def written(path: Path, text: str) -> None:
    """Write it as an editor does: another file in its place."""
    other = path.with_suffix(".new")
    other.write_text(text)
    other.replace(path)


# --- what is told ---------------------------------------------------------------------------------


def test_the_first_turn_shows_the_page_and_says_ready_and_why(file: Path) -> None:
    waiting = Waiting(of_file(file), file)
    waiting.still.turn()
    assert waiting.shown == [50.0]
    assert waiting.line.lines == [
        "READY=1",
        "STATUS=The cabinet cannot begin: the configuration has faults (F-01).",
        "WATCHDOG=1",
    ]


def test_it_beats_four_times_within_the_limit(file: Path) -> None:
    waiting = Waiting(of_file(file), file)
    waiting.lasts(3 * LIMIT_S)
    assert waiting.line.lines.count("WATCHDOG=1") in (12, 13)


# --- when it is over ------------------------------------------------------------------------------


def test_it_waits_while_the_file_is_as_it_was(file: Path) -> None:
    assert Waiting(of_file(file), file).lasts(60) is None


def test_a_second_after_the_file_was_saved_it_is_over(file: Path) -> None:
    waiting = Waiting(of_file(file), file)
    waiting.still.turn()
    written(file, "x = 2\n")
    after_s = waiting.lasts(5)
    assert after_s is not None
    assert after_s <= 1.0


def test_a_file_that_was_not_there_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    waiting = Waiting(of_file(path), path)
    waiting.still.turn()
    path.write_text("")
    assert waiting.lasts(5) is not None


def test_another_file_that_a_fault_names_is_watched_too(file: Path) -> None:
    refusal = of_file(file, "/opt/tables/ours.toml:7: wrong", "words: without a file")
    assert files_of(refusal) == [Path("/opt/tables/ours.toml")]


def test_a_folder_in_use_is_tried_every_ten_seconds(tmp_path: Path) -> None:
    held = lock.hold(tmp_path)
    waiting = Waiting(of_folder(LedgerInUseError("in use"), tmp_path))
    assert waiting.lasts(35) is None
    os.close(held)
    after_s = waiting.lasts(15)
    assert after_s is not None
    assert after_s <= 10.0


def test_a_test_ledger_in_the_folder_keeps_it_waiting(tmp_path: Path) -> None:
    Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=True).close()
    refusal = of_folder(LedgerRefusedError("a test ledger"), tmp_path)
    assert refusal.kind is RefusalKind.FOREIGN
    assert not is_free(refusal)


def test_a_folder_from_which_the_test_ledger_is_gone_is_free(tmp_path: Path) -> None:
    assert is_free(of_folder(LedgerRefusedError("a test ledger"), tmp_path))


# --- the language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('[cabinet]\nlanguage = "ru"\ndata = 3\n', Language.RU),
        ('[cabinet]\nlanguage = "xx"\n', Language.IT),
        ("cabinet = 3\n", Language.IT),
        ("[cabinet\n", Language.IT),
        ("", Language.IT),
    ],
)
def test_the_language_is_the_files_where_it_can_be_read(
    text: str, language: Language, file: Path
) -> None:
    file.write_text(text)
    assert language_of(file) is language


# --- without a display ----------------------------------------------------------------------------


def test_without_a_display_the_service_manager_is_told_why_and_that_it_lives() -> None:
    clock, line = VirtualClock(50.0), Line()
    blind = Blind(lambda: False, line, LIMIT_S, clock)
    for _ in range(4 * 30):
        assert not blind.turn()
        clock.advance_s(0.25)
    assert line.lines[:2] == [
        "READY=1",
        "STATUS=The cabinet cannot begin: no display can be opened (H-01).",
    ]
    assert line.lines.count("WATCHDOG=1") in (12, 13)


def test_a_display_that_comes_ends_the_wait_within_seconds() -> None:
    clock = VirtualClock(50.0)
    is_there = False
    blind = Blind(lambda: is_there, Line(), LIMIT_S, clock)
    assert not blind.turn()
    is_there = True
    begun_s = clock.now_s()
    while not blind.turn():
        clock.advance_s(0.25)
    assert clock.now_s() - begun_s <= DISPLAY_S


# --- the real process -----------------------------------------------------------------------------


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.settimeout(60)
    yield line
    line.close()


def started(tmp_path: Path, *words: str, driver: str = "dummy") -> subprocess.Popen[str]:
    """The cabinet as a service manager starts it, on no screen."""
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "10000000",
        "SDL_VIDEODRIVER": driver,
        "SDL_AUDIODRIVER": "dummy",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    environment.pop("WATCHDOG_PID", None)
    return subprocess.Popen(
        [sys.executable, "-m", "firmware", "run", "--windowed", *words],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_faulty_file_is_a_page_until_it_is_mended(tmp_path: Path, manager: socket.socket) -> None:
    file = tmp_path / "hw.toml"
    text = shipped_config().read_text(encoding="utf-8")
    file.write_text(text.replace("\nHOLD2 = 17", "\nHOLD2 = 4"), encoding="utf-8")
    process = started(tmp_path, "--config", str(file), "--data", str(tmp_path / "data"))
    told = manager.recv(4096).decode().split("\n")
    written(file, text)
    assert process.communicate(timeout=60)[1].count("pin already used by buttons.HOLD1") == 1
    assert told[:2] == [
        "READY=1",
        "STATUS=The cabinet cannot begin: the configuration has faults (F-01).",
    ]
    assert process.returncode == 0
    assert not (tmp_path / "data").exists()


def test_a_folder_in_use_is_a_page_until_the_service_is_stopped(
    tmp_path: Path, manager: socket.socket
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    held = lock.hold(data)
    process = started(tmp_path, "--data", str(data))
    told = manager.recv(4096).decode()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    os.close(held)
    assert "another cabinet runs on its ledger (F-02)" in told
    assert process.returncode == 0
    assert "STOPPING=1" in manager.recv(4096).decode()


def test_without_a_display_it_waits_and_touches_no_ledger(
    tmp_path: Path, manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    process = started(tmp_path, "--data", str(tmp_path / "data"), driver="no such driver")
    told = manager.recv(4096).decode().split("\n")
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    assert told[:2] == [
        "READY=1",
        "STATUS=The cabinet cannot begin: no display can be opened (H-01).",
    ]
    assert said.startswith("cabinato run: no display can be opened: ")
    assert process.returncode == 0
    assert "STOPPING=1" in manager.recv(4096).decode()


def test_without_a_service_manager_it_ends_with_2_and_a_line_a_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert main.run(["run", "--config", str(file)]) == 2
    assert f"{file}:1: x: unknown key" in capsys.readouterr().err


# --- what such an end is to the ledger ------------------------------------------------------------


def test_a_file_to_mend_found_beside_an_open_ledger_is_no_crash(
    tmp_path: Path,
) -> None:
    shipped = load_config()
    wrong = shipped.joker_poker.model_copy(update={"paytable": "nowhere"})
    config = shipped.model_copy(update={"joker_poker": wrong})
    for _ in range(2):
        with pytest.raises(ConfigError):
            kiosk.Kiosk(config, tmp_path, fair(), MonotonicClock()).run(windowed=True)
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=False)
    assert ledger.meters["power_ups"] == 3
    assert ledger.meters["unclean_boots"] == 0
    ledger.close()


def test_a_display_that_cannot_be_opened_beside_an_open_ledger_is_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise DisplayError("no display can be opened: unplugged")

    monkeypatch.setattr(kiosk.window, "Window", refuses)
    for _ in range(2):
        with pytest.raises(DisplayError):
            kiosk.Kiosk(load_config(), tmp_path, fair(), MonotonicClock()).run(windowed=True)
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=False)
    assert ledger.meters["power_ups"] == 3
    assert ledger.meters["unclean_boots"] == 0
    ledger.close()
