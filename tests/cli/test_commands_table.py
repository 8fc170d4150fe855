"""The commands by name: the help and the choice of what runs come from one table."""

import importlib
import re
import subprocess
import sys

import pytest

from firmware.cli.commands import COMMANDS

SLOW = {"numpy", "pydantic", "pygame", "rich", "babel", "sqlite3"}
LOADED = """
import sys
from firmware.cli.main import run
try:
    run(sys.argv[1:])
except SystemExit:
    pass
print("LOADED", *sys.modules)
"""


def outcome(*words: str) -> tuple[str, set[str]]:
    """What a Python of its own says to these words, and what it has loaded at the end."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=True
    )
    said, _, loaded = done.stdout.rpartition("LOADED ")
    return said, set(loaded.split())


def command_modules(loaded: set[str]) -> set[str]:
    return {f"firmware.cli.{name}" for name in COMMANDS} & loaded


def test_the_help_names_every_command_and_loads_none() -> None:
    said, loaded = outcome("--help")
    named = [line.split()[0] for line in said.splitlines() if re.match("    [a-z]", line)]
    assert named == list(COMMANDS)
    assert "what a pay table returns, exactly" in said
    assert command_modules(loaded) == set()
    assert loaded & SLOW == set()


def test_the_version_loads_no_command() -> None:
    said, loaded = outcome("--version")
    assert said.startswith("cabinato ")
    assert command_modules(loaded) == set()


def test_a_command_loads_no_other() -> None:
    _, loaded = outcome("holds", "--help")
    assert command_modules(loaded) == {"firmware.cli.holds"}


def test_help_before_a_command_is_that_of_them_all() -> None:
    assert outcome("--help", "holds")[0] == outcome("--help")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_that_answers_to_its_name(name: str) -> None:
    module = importlib.import_module(f"firmware.cli.{name}")
    assert callable(module.add_parser)
    assert callable(module.run)


def loaded_by(*modules: str) -> set[str]:
    """What a Python of its own has loaded when it has these modules."""
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_an_audit_loads_neither_the_cabinet_nor_what_judges_files() -> None:
    loaded = loaded_by("firmware.cli.main", "firmware.cli.audit")
    needless = {"pydantic", "tomllib", "secrets", "difflib", "rich"}
    rooms = {f"firmware.{name}" for name in ("events", "jobs", "facts", "shown", "cabinet")}
    assert loaded & (needless | rooms) == set()


START = ("firmware.cli.run", "firmware.app.build", "firmware.app.kiosk", "firmware.screens.window")
"""What the first picture of a cabinet needs."""


def test_a_start_loads_nothing_that_only_the_operators_room_asks_for() -> None:
    loaded = loaded_by(*START)
    libraries = {"numpy", "rich", "babel", "paho", "segno", "ssl", "asyncio", "gpiozero", "serial"}
    assert loaded & libraries == set()
    rooms = r"screens\.operator_|operator\.(report|returns|export)|odds"
    assert {name for name in loaded if re.match(rf"firmware\.({rooms})", name)} == set()
