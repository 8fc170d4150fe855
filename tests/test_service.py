"""cabinet.service starts the program as it is: its options, its folders, its consoles."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.app.selftest import DISPLAY_VARIABLE
from firmware.cli import run
from firmware.runtime import SERVICE_FOLDER

UNIT = Path(__file__).parents[1] / "cabinet.service"
GUIDE = UNIT.parent / "docs" / "service.md"
ANALYZE = shutil.which("systemd-analyze")
LARGEST_EXPOSURE = 20
"""In tenths; systemd calls up to 49 "OK". Another version of it may count a little otherwise."""
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="not run: no systemd-analyze here")


def settings(name: str) -> list[str]:
    """The values of a setting, in order."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def start() -> argparse.Namespace:
    """What the program makes of the words that the service starts it with."""
    (line,) = settings("ExecStart")
    program, *words = shlex.split(line)
    assert program == "/opt/cabinato/current/.venv/bin/cabinato"
    parser = argparse.ArgumentParser(exit_on_error=False)
    run.add_parser(parser.add_subparsers())
    return parser.parse_args(words)


def test_it_runs_the_cabinet_and_no_story() -> None:
    assert start().run is run.run
    assert not start().headless


def test_the_ledger_lies_in_the_folder_that_the_service_makes_and_waits_for() -> None:
    (state,) = settings("StateDirectory")
    assert str(start().data) == f"/var/lib/{state}"
    assert settings("RequiresMountsFor") == [f"/var/lib/{state}"]


def test_every_folder_that_the_program_writes_to_is_made() -> None:
    (runtime,) = settings("RuntimeDirectory")
    environment = " ".join(settings("Environment")).split()
    assert settings("WorkingDirectory") == [f"/run/{runtime}"]
    assert f"LG_WD=/run/{runtime}" in environment
    assert settings("CacheDirectory"), "pictures would be drawn anew at every start"


def test_the_configuration_lies_where_the_installer_puts_it() -> None:
    told = (UNIT.parent / "tools" / "installing" / "program.sh").read_text(encoding="utf-8")
    assert f"\nCONFIG={start().config}\n" in told


def test_it_waits_for_the_console_that_it_takes() -> None:
    (console,) = settings("TTYPath")
    terminal = Path(console).name
    assert settings("Conflicts") == [f"getty@{terminal}.service"]
    assert any(f"getty@{terminal}.service" in value for value in settings("After"))


def test_it_is_started_again_however_it_ended_and_however_often() -> None:
    assert settings("Restart") == ["always"]
    assert settings("StartLimitIntervalSec") == ["0"]


def test_a_shell_finds_what_the_running_cabinet_tells_of_itself() -> None:
    assert settings("RuntimeDirectory") == [SERVICE_FOLDER.name]


def analyzed(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of the unit, here where neither program nor user are installed."""
    assert ANALYZE is not None
    unit = folder / UNIT.name
    text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text("utf-8"), flags=re.M)
    unit.write_text(text)
    return subprocess.run(
        [ANALYZE, *words, str(unit)], check=False, capture_output=True, text=True, timeout=60
    )


def test_it_counts_as_started_when_the_program_says_so_and_is_watched_from_then_on() -> None:
    assert settings("Type") == ["notify"]
    assert settings("NotifyAccess") == ["main"]
    (limit_s,) = settings("WatchdogSec")
    assert 5 <= int(limit_s) <= 30


def test_no_list_of_devices_keeps_out_an_adapter_that_is_plugged_in_later() -> None:
    for name in ("DevicePolicy", "DeviceAllow", "PrivateDevices", "ProtectClock"):
        assert settings(name) == []


def test_every_line_is_justified_in_the_guide() -> None:
    names = set(re.findall(r"^(\w+)=", UNIT.read_text("utf-8"), flags=re.M))
    table = GUIDE.read_text("utf-8").partition("## Every line")[2].partition("Left out")[0]
    rows = re.findall(r"^\| (`.*?) \| .+ \|$", table, flags=re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == names


def test_the_guide_names_the_variable_that_allows_another_display() -> None:
    assert f"{DISPLAY_VARIABLE}=dummy" in GUIDE.read_text("utf-8")
    assert not any(DISPLAY_VARIABLE in value for value in settings("Environment"))


@needs_systemd
def test_systemd_finds_nothing_to_say_of_it(tmp_path: Path) -> None:
    found = analyzed(tmp_path, "verify")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@needs_systemd
def test_its_exposure_is_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = analyzed(
        tmp_path, "security", "--offline=true", f"--threshold={LARGEST_EXPOSURE}", "--no-pager"
    )
    with capsys.disabled():
        sys.stdout.write(f" {found.stdout.splitlines()[-1]} ")
    assert found.returncode == 0, found.stdout
