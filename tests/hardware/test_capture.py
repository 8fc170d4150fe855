"""Captures: the file's text, and a capture as a device."""

import re
from pathlib import Path

import pytest
from virtual_line import EURO, VirtualLine

from firmware.events import Health
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.capture import (
    CaptureError,
    Direction,
    Heard,
    RecordedDevice,
    Recorder,
    read_capture,
)
from firmware.hardware.replay_device import ReplayDevice, directed

CAPTURES = Path(__file__).parent / "captures"
POLL = bytes.fromhex("02 00 01 FE FF")
ACK = bytes.fromhex("01 00 02 00 FD")
CREDIT = bytes.fromhex("02 00 01 E5 18")


def committed(name: str) -> tuple[Heard, ...]:
    return read_capture((CAPTURES / name).read_text(encoding="ascii"))


# --- the text -----------------------------------------------------------------------------------


def test_a_capture_is_read_as_documented() -> None:
    text = "# cabinato capture 1\n# a remark\n\n0.000000 > 02 00 01 fe ff\n0.009 ? 01\n"
    assert read_capture(text) == (
        Heard(0.0, Direction.HOST, POLL),
        Heard(0.009, Direction.UNKNOWN, b"\x01"),
    )


def test_what_is_recorded_is_read_back() -> None:
    lines: list[str] = []
    recorder = Recorder(lines.append)
    recorder.note(100.0, Direction.HOST, POLL)
    recorder.note(100.25, Direction.UNIT, ACK)
    assert read_capture("".join(lines)) == (
        Heard(0.0, Direction.HOST, POLL),
        Heard(0.25, Direction.UNIT, ACK),
    )


def test_no_bytes_are_no_line() -> None:
    lines: list[str] = []
    Recorder(lines.append).note(1.0, Direction.HOST, b"")
    assert lines == ["# cabinato capture 1\n"]


def test_an_echo_is_not_recorded() -> None:
    lines: list[str] = []
    RecordedDevice(AcceptorEmulator(), Recorder(lines.append)).pump(0.0, POLL)
    assert lines[1:] == [
        "0.000000 > 02 00 01 fe ff\n",
        "0.000000 < 01 00 02 00 fd\n",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: ''"),
        ("0.0 > 02\n", "line 1: '0.0 > 02'"),
        ("# cabinato capture 1\n0.0 >\n", "line 2: '0.0 >': not seconds"),
        ("# cabinato capture 1\n0.0 ! 02\n", "direction '!'"),
        ("# cabinato capture 1\nsoon > 02\n", "line 2: 'soon > 02'"),
        ("# cabinato capture 1\n-1 > 02\n", "not a time: -1"),
        ("# cabinato capture 1\n0.0 > 0\n", "line 2: '0.0 > 0'"),
        ("# cabinato capture 1\n1.0 > 02\n0.5 > 02\n", "line 3: '0.5 > 02': before"),
    ],
)
def test_what_is_no_capture_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(CaptureError, match=re.escape(sentence)):
        read_capture(text)


# --- a capture as a device ----------------------------------------------------------------------


def exchange(*parts: tuple[float, str, bytes]) -> list[Heard]:
    return [Heard(time_s, Direction(way), data) for time_s, way, data in parts]


def test_it_answers_as_it_was_answered() -> None:
    device = ReplayDevice(exchange((0.0, ">", POLL), (0.0, "<", ACK)))
    assert device.pump(5.0, POLL) == POLL + ACK


def test_it_is_as_slow_as_it_was() -> None:
    device = ReplayDevice(exchange((1.0, ">", POLL), (1.02, "<", ACK[:2]), (1.03, "<", ACK[2:])))
    assert device.pump(5.0, POLL) == POLL
    assert device.deadline_s() == pytest.approx(5.02)
    assert [device.pump(at_s) for at_s in (5.021, 5.031)] == [ACK[:2], ACK[2:]]


def test_answers_to_one_question_come_in_their_order_and_the_last_stays() -> None:
    device = ReplayDevice(
        exchange((0.0, ">", POLL), (0.0, "<", b"1"), (1.0, ">", POLL), (1.0, "<", b"2")),
        has_echo=False,
    )
    assert [device.pump(n, POLL) for n in range(3)] == [b"1", b"2", b"2"]


def test_what_was_never_asked_meets_silence() -> None:
    device = ReplayDevice(exchange((0.0, ">", POLL), (0.0, "<", ACK)), has_echo=False)
    assert device.pump(1.0, CREDIT) == b""
    assert device.pump(2.0, POLL) == ACK


def test_what_was_not_answered_is_not_answered() -> None:
    device = ReplayDevice(
        exchange((0.0, ">", CREDIT), (1.0, ">", POLL), (1.0, "<", ACK)), has_echo=False
    )
    assert device.pump(0.0, CREDIT) == b""


def test_a_question_may_come_in_pieces() -> None:
    device = ReplayDevice(exchange((0.0, ">", POLL), (0.0, "<", ACK)), has_echo=False)
    assert device.pump(1.0, POLL[:2]) + device.pump(1.01, POLL[2:]) == ACK


def test_a_shared_wire_is_told_apart() -> None:
    heard = [
        Heard(0.0, Direction.UNKNOWN, POLL[:3]),
        Heard(0.01, Direction.UNKNOWN, POLL[3:] + ACK),
    ]
    assert directed(heard) == (
        Heard(0.01, Direction.HOST, POLL),
        Heard(0.01, Direction.UNIT, ACK),
    )


# --- the driver against a capture ---------------------------------------------------------------


def replayed(heard: tuple[Heard, ...]) -> VirtualLine:
    line = VirtualLine()
    line.unit = ReplayDevice(heard)
    line.driver.set_open({"coin"})
    return line.run(5.0)


def test_the_driver_hears_four_coins_again() -> None:
    line = replayed(committed("coin_four_coins.txt"))
    told = [reply.pairs[0] for reply in line.replies if reply.counter]
    assert told == [(5, 1), (6, 1), (0, 1), (4, 1)]
    assert line.health is Health.READY


def test_the_driver_knows_the_recorded_unit_again() -> None:
    line = replayed(committed("coin_four_coins.txt"))
    assert line.replies[0].device == "cctalk_coin:CAB:EMU-EURO:1234567"
    assert {line.replies[0].values_minor[position] for position in (2, 3, 4, 5, 6)} == EURO


def test_a_capture_of_a_shared_wire_does_as_well() -> None:
    wire = tuple(
        Heard(item.time_s, Direction.UNKNOWN, item.data)
        for item in committed("coin_four_coins.txt")
    )
    told = [reply.counter for reply in replayed(directed(wire)).replies]
    assert told == [0, 1, 2, 3, 4]
