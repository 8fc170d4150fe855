"""cabinet.service starts the program as it is: its options, its folders, its consoles."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from firmware.cli import run
from firmware.runtime import SERVICE_FOLDER

UNIT = Path(__file__).parents[1] / "cabinet.service"


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
