"""What the cabinet proves of itself before it opens a pin: each part, well and not."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from itertools import repeat
from pathlib import Path

import pytest

import firmware
from firmware.app import selftest
from firmware.app.selftest import (
    MANIFEST,
    Finding,
    Part,
    disk_space,
    display_fault,
    faults,
    graphics_card,
    manifest_path,
    program_files,
    random_source,
)
from firmware.cabinet.state import FaultName
from firmware.cards.shuffle import SystemSource


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small installed program; its manifest is sha256sum's own."""
    package = tmp_path / "firmware"
    package.mkdir()
    (package / "__init__.py").write_text('"""A program."""\n')
    (package / "coins.py").write_text("worth = 10\n")
    (tmp_path / "hw config.toml").write_text("[cabinet]\n")
    names = ["./firmware/__init__.py", "./firmware/coins.py", "./hw config.toml"]
    program = shutil.which("sha256sum")
    assert program is not None
    told = subprocess.run([program, *names], cwd=tmp_path, check=True, capture_output=True).stdout
    (tmp_path / MANIFEST).write_bytes(told)
    monkeypatch.setattr(firmware, "__file__", str(package / "__init__.py"))
    return tmp_path


def test_a_program_as_it_was_installed_is_well(installed: Path) -> None:
    assert program_files(installed / MANIFEST).state == "intact"


def test_the_list_is_found_beside_the_program(installed: Path) -> None:
    assert manifest_path() == installed / MANIFEST


def test_the_list_is_found_beside_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / MANIFEST).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert manifest_path() == tmp_path / MANIFEST


def test_sources_without_a_list_are_well() -> None:
    found = program_files(None)
    assert (found.is_well, found.state) == (True, "unlisted")


@pytest.mark.promise("SEC-10", "ERR-2")
@pytest.mark.parametrize("at", [0, -2])
def test_one_changed_byte_is_named_and_stops_play(installed: Path, at: int) -> None:
    file = installed / "firmware" / "coins.py"
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)
    found = program_files(installed / MANIFEST)
    assert found.detail == "firmware/coins.py (changed)"
    assert [fault.name for fault in faults([found])] == [FaultName.PROGRAM]


def test_a_file_that_is_gone_is_named(installed: Path) -> None:
    (installed / "firmware" / "coins.py").unlink()
    found = program_files(installed / MANIFEST)
    assert found.detail == "firmware/coins.py (No such file or directory)"


def test_a_file_that_nobody_installed_is_named(installed: Path) -> None:
    (installed / "firmware" / "extra.py").touch()
    assert program_files(installed / MANIFEST).detail == "firmware/extra.py (not on the list)"


def test_it_is_named_behind_a_link_to_the_program_too(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = installed.parent / f"{installed.name}-current"
    current.symlink_to(installed)
    monkeypatch.setattr(firmware, "__file__", str(current / "firmware" / "__init__.py"))
    assert program_files(current / MANIFEST).is_well
    (installed / "firmware" / "extra.py").touch()
    assert program_files(current / MANIFEST).detail == "firmware/extra.py (not on the list)"


def test_of_many_files_three_are_named(installed: Path) -> None:
    for number in range(5):
        (installed / "firmware" / f"extra{number}.py").touch()
    detail = program_files(installed / MANIFEST).detail
    assert detail.count("not on the list") == 3
    assert detail.endswith(" and 2 more")


@pytest.mark.parametrize(
    "text", ["", "no list\n", hashlib.sha256(b"").hexdigest() + " one-space\n"]
)
def test_a_list_that_cannot_be_read_vouches_for_nothing(installed: Path, text: str) -> None:
    (installed / MANIFEST).write_text(text)
    found = program_files(installed / MANIFEST)
    assert not found.is_well
    assert MANIFEST in found.detail


def test_a_source_that_repeats_itself_stops_play(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = repeat(bytes(range(64)))
    monkeypatch.setattr("firmware.cards.shuffle.os.urandom", lambda _: next(blocks))
    found = random_source(SystemSource())
    assert [fault.name for fault in faults([found])] == [FaultName.CHANCE]


def test_the_system_s_source_is_well() -> None:
    assert random_source(SystemSource()).is_well


def test_a_disk_without_room_stops_play(tmp_path: Path) -> None:
    found = disk_space(tmp_path, 2**62)
    assert [fault.name for fault in faults([found])] == [FaultName.LEDGER_FULL]
    assert found.detail.endswith("4611686018427 MB are wanted")


def test_a_ledger_that_is_not_there_yet_has_its_parent_s_room(tmp_path: Path) -> None:
    assert disk_space(tmp_path / "not" / "yet", 1).is_well


def test_a_part_that_is_well_is_no_fault() -> None:
    assert faults([Finding(part, True, "", "", "") for part in Part]) == []


@pytest.mark.parametrize("driver", ["kmsdrm", "KMSDRM"])
def test_a_cabinet_that_draws_straight_to_its_screen_is_well(driver: str) -> None:
    assert display_fault(driver, {}) == []


@pytest.mark.promise("ERR-2")
@pytest.mark.parametrize("driver", ["dummy", "offscreen", "x11"])
def test_a_cabinet_that_draws_elsewhere_is_stopped(driver: str) -> None:
    (fault,) = display_fault(driver, {})
    assert (fault.name, fault.subject) == (FaultName.HARDWARE, "display")
    assert repr(driver) in fault.detail


def test_another_display_can_be_allowed_by_name_alone() -> None:
    allowed = {selftest.DISPLAY_VARIABLE: "dummy"}
    assert display_fault("dummy", allowed) == []
    assert display_fault("offscreen", allowed) != []


def test_a_graphics_card_that_may_be_used_is_well(tmp_path: Path) -> None:
    (tmp_path / "card1").touch()
    assert graphics_card(tmp_path).is_well


def test_a_machine_without_a_graphics_card_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "renderD128").touch()
    assert graphics_card(tmp_path).state == "none"
