"""`cabinato doctor --wiring`: the wires that a configuration asks for, and where they go."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.assets import shipped_config
from firmware.cli import main
from firmware.cli.doctor_wiring import POSITIONS, POWER, as_svg, as_text, wires
from firmware.config import Config, load_config

Capture = pytest.CaptureFixture[str]
COMMENT = re.compile(r"(lamp )?(\w+) +pin +(\d+) +GPIO(\d+)")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def config() -> Config:
    return load_config()


def changed(folder: Path, *pairs: tuple[str, str]) -> Config:
    text = shipped_config().read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    made = folder / "wired.toml"
    made.write_text(text)
    return load_config(made)


def test_forty_positions_are_pins_or_power() -> None:
    assert sorted([*POSITIONS, *POWER]) == list(range(1, 41))
    assert sorted(POSITIONS.values()) == list(range(28))


def test_every_wire_is_where_the_shipped_file_s_table_says(config: Config) -> None:
    table = shipped_config().read_text().partition("[panel]")[0]
    told = {
        (f"{lamp}{name}", int(position), int(gpio))
        for lamp, name, position, gpio in COMMENT.findall(table)
    }
    assert len(told) == 18
    assert {(wire.name, wire.position, wire.gpio) for wire in wires(config)} == told


def test_buttons_are_read_and_lamps_are_driven(config: Config) -> None:
    ways = {wire.key: wire.way for wire in wires(config)}
    assert (ways["panel.buttons.DEAL"], ways["panel.lamps.DEAL"]) == ("in", "out")


def test_the_door_says_when_it_counts_as_open(config: Config) -> None:
    (door,) = (wire for wire in wires(config) if wire.name == "door")
    assert door.how == "to ground; open when its contact is open"


def test_a_pulse_acceptor_has_its_two_wires(tmp_path: Path) -> None:
    config = changed(
        tmp_path,
        (
            'driver = "cctalk"',
            'driver = "pulse"\nprofile = "ch926_fast"\npulse_pin = 14\ninhibit_pin = 15',
        ),
        ('port = "emulator"', ""),
    )
    found = {wire.key: (wire.position, wire.way) for wire in wires(config)}
    assert found["coin.pulse_pin"] == (8, "in")
    assert found["coin.inhibit_pin"] == (10, "out")


def test_the_header_has_each_wire_beside_its_position(config: Config) -> None:
    lines = as_text(config).splitlines()
    assert "HOLD1 GPIO4 |  7  8 | GPIO14 -" in [line.strip() for line in lines]
    assert "key GPIO26 | 37 38 | GPIO20 lamp BET" in [line.strip() for line in lines]
    assert any(line.strip() == "ground | 39 40 | GPIO21 lamp DOUBLE" for line in lines)


def test_the_line_of_the_coins_is_named(config: Config) -> None:
    assert "coin: cctalk at emulator" in as_text(config).splitlines()


def test_the_drawing_shows_forty_pins_and_every_wire(config: Config) -> None:
    drawing = ElementTree.fromstring(as_svg(config))
    words = [element.text for element in drawing.iter(f"{SVG}text")]
    assert len(list(drawing.iter(f"{SVG}circle"))) == 40
    assert {wire.name for wire in wires(config)} <= set(words)


def test_the_drawing_fills_the_positions_in_use_alike(config: Config) -> None:
    circles = list(ElementTree.fromstring(as_svg(config)).iter(f"{SVG}circle"))
    fills = {position: circle.get("fill") for position, circle in enumerate(circles, start=1)}
    used = {wire.position for wire in wires(config)}
    assert {position for position, fill in fills.items() if fill == fills[7]} == used


def test_the_command_prints_it_and_asks_nothing(capsys: Capture, config: Config) -> None:
    assert main.run(["doctor", "--wiring"]) == 0
    assert capsys.readouterr().out == as_text(config) + "\n"


def test_the_command_writes_the_drawing(capsys: Capture, tmp_path: Path, config: Config) -> None:
    assert main.run(["doctor", "--wiring", "--svg", str(tmp_path / "header.svg")]) == 0
    assert (tmp_path / "header.svg").read_text() == as_svg(config)


def test_a_drawing_that_cannot_be_written_is_named(capsys: Capture, tmp_path: Path) -> None:
    assert main.run(["doctor", "--wiring", "--svg", str(tmp_path / "no" / "header.svg")]) == 2
    assert "header.svg: No such file or directory" in capsys.readouterr().err


def test_a_script_gets_it_as_json(capsys: Capture, config: Config) -> None:
    assert main.run(["doctor", "--wiring", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first = told["pins"][0]
    assert (first["key"], first["gpio"], first["position"]) == ("panel.buttons.HOLD1", 4, 7)
    assert told["serial"] == [{"slot": "coin", "driver": "cctalk", "port": "emulator"}]
