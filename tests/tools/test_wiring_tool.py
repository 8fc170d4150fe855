"""The wiring drawings are what their tool draws, and the tool refuses what would break hardware."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
DRAWINGS = sorted((ROOT / "docs" / "wiring").glob("*.svg"))
sys.path.insert(0, str(ROOT / "tools" / "wirings"))

from drawings import sheets  # noqa: E402
from sheet import Level, Net, Sheet  # noqa: E402
from units import GROUNDS, HEADER, SUPPLIES_3, SUPPLIES_5, box, gpio  # noqa: E402

from firmware.config import load_config  # noqa: E402

SHEETS = sheets(load_config(ROOT / "hw_config.toml"))


@pytest.fixture
def sheet() -> Sheet:
    return Sheet("A trial", 300)


def faults_of_a_pin_on(sheet: Sheet, level: Level) -> list[str]:
    pins = box(sheet, "Pi", (400, 80), (190, 100), left=(gpio(8, 70),))
    sheet.wire(Net("a wire", level), (100, 150), pins["GPIO8 (pin 24)"])
    return sheet.faults()


def test_the_drawings_kept_are_what_the_tool_draws():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "wiring"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_drawing_kept_is_one_of_the_tools():
    assert {path.stem for path in DRAWINGS} == set(SHEETS)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_no_fault(name: str):
    assert SHEETS[name].faults() == []


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_is_well_formed_and_has_a_title(path: Path):
    root = ElementTree.parse(path).getroot()
    assert root.findtext("{http://www.w3.org/2000/svg}title")


@pytest.mark.parametrize("level", [Level.V12, Level.V5, Level.S12, Level.S5, Level.RS232])
def test_a_pin_that_would_see_more_than_it_bears_is_a_fault(sheet: Sheet, level: Level):
    assert faults_of_a_pin_on(sheet, level) == ["Pi, GPIO8 (pin 24): bears 3.3 V, on a wire"]


@pytest.mark.parametrize("level", [Level.V3, Level.S3, Level.GROUND])
def test_a_pin_may_see_what_it_bears(sheet: Sheet, level: Level):
    assert faults_of_a_pin_on(sheet, level) == []


def test_a_connection_without_a_wire_is_a_fault(sheet: Sheet):
    sheet.terminal("R1", "1", (100, 100))
    assert sheet.faults() == ["R1, 1: on 0 nets []"]


def test_two_nets_on_one_connection_are_a_fault(sheet: Sheet):
    end = sheet.terminal("R1", "1", (100, 100))
    sheet.wire(Net("one", Level.S3), (50, 100), end)
    sheet.wire(Net("two", Level.S3), end, (150, 100))
    assert "R1, 1: on 2 nets ['one', 'two']" in sheet.faults()


def test_a_wire_that_ends_on_another_net_is_a_fault(sheet: Sheet):
    sheet.wire(Net("one", Level.S3), (50, 150), (250, 150))
    sheet.wire(Net("two", Level.S3), (150, 250), (150, 150))
    assert sheet.faults() == ["one touches two at (150, 250)"]


def test_wires_that_cross_are_no_fault_and_get_no_dot(sheet: Sheet):
    sheet.wire(Net("one", Level.S3), (50, 150), (250, 150))
    sheet.wire(Net("two", Level.S3), (150, 250), (150, 80))
    assert sheet.faults() == []
    assert "<circle" not in sheet.svg()


def test_wires_of_one_net_that_meet_get_a_dot(sheet: Sheet):
    net = Net("one", Level.S3)
    sheet.wire(net, (50, 150), (250, 150))
    sheet.wire(net, (150, 250), (150, 150))
    assert '<circle cx="150" cy="150"' in sheet.svg()


def test_a_text_on_a_wire_is_a_fault(sheet: Sheet):
    sheet.wire(Net("one", Level.S3), (50, 150), (250, 150))
    sheet.text(100, 154, "hidden")
    assert sheet.faults() == ["'hidden' lies on a wire of one"]


def test_a_text_on_a_text_is_a_fault(sheet: Sheet):
    sheet.text(100, 150, "first")
    sheet.text(110, 155, "second")
    assert sheet.faults() == ["texts overlap: 'first' and 'second'"]


def test_every_place_of_the_header_is_one_thing():
    places = [*HEADER.values(), *GROUNDS, *SUPPLIES_3, *SUPPLIES_5]
    assert sorted(places) == list(range(1, 41))


def test_the_places_agree_with_those_that_the_configuration_tells():
    text = (ROOT / "hw_config.toml").read_text("utf-8")
    told = [f"pin {place:>2}   GPIO{number}" for number, place in HEADER.items()]
    assert sum(words in text for words in told) == 18  # 8 buttons, 8 lamps, key, door
