"""What the line monitor makes of SSP, of units that only talk, and of a line it does not know."""

import pytest

from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.capture import Direction, Heard
from firmware.hardware.frame_monitor import FrameMonitor
from firmware.hardware.line_monitor import monitor_of, protocols, rows_of
from firmware.hardware.line_rows import Row
from firmware.hardware.ssp_monitor import SspMonitor

POLL, OK = "7F 80 01 07 12 02", "7F 80 01 F0 23 80"


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def ssp(*frames: str) -> list[Row]:
    monitor = SspMonitor()
    return [row for frame in frames for row in monitor.feed(hexed(frame), 1.5)]


def spoken(profile: str, *frames: str) -> list[tuple[str, str, str]]:
    monitor = FrameMonitor(load_profile(profile, "serial_frame"))
    rows = [row for frame in frames for row in monitor.feed(hexed(frame), 1.5)]
    return [(row.name, row.meaning, row.verdict) for row in rows]


# --- SSP ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "name", "meaning"),
    [
        ("7F 80 01 11 65 82", "sync", ""),
        (POLL, "poll", ""),
        ("7F 80 01 0A 3F 82", "enable", ""),
        ("7F 80 01 09 35 82", "disable", ""),
        ("7F 80 01 01 06 02", "reset", ""),
        ("7F 80 01 18 53 82", "hold", ""),
        ("7F 80 01 08 30 02", "reject", ""),
        (
            "7F 80 03 02 FF FF 25 A4",
            "set inhibits",
            "takes 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
        ),
    ],
)
def test_a_printed_ssp_command_is_told(frame: str, name: str, meaning: str) -> None:
    assert ssp(frame) == [Row(1.5, "host -> 0", name, meaning, "CRC ok")]


@pytest.mark.parametrize(
    ("frame", "meaning"),
    [
        (OK, "nothing"),
        ("7F 80 03 F0 EF 03 C5 CA", "held in escrow channel 3"),
        ("7F 80 03 F0 EE 03 C6 4C", "credit channel 3"),
        ("7F 80 02 F0 E8 4F A2", "disabled"),
    ],
)
def test_a_printed_answer_to_a_poll_is_told(frame: str, meaning: str) -> None:
    assert ssp(POLL, frame)[1] == Row(1.5, "0 -> host", "= poll", meaning, "CRC ok")


def test_an_ok_to_a_command_is_ok() -> None:
    assert ssp("7F 80 01 0A 3F 82", OK)[1].meaning == "ok"


def test_a_repeated_command_is_called_so() -> None:
    assert [row.verdict for row in ssp(POLL, POLL)] == ["CRC ok", "CRC ok, a repeat"]


def test_a_new_command_with_the_other_bit_is_no_repeat() -> None:
    assert ssp(POLL, "7F 00 01 07 11 88")[1].verdict == "CRC ok"


def test_a_bad_crc_is_shown_as_it_is() -> None:
    assert ssp("7F 80 01 07 12 03") == [
        Row(1.5, "", "not a packet", "7f 80 01 07 12 03", "bad CRC")
    ]


def test_noise_before_a_frame_is_shown_by_itself() -> None:
    assert [row.meaning for row in ssp("00 A5 " + POLL)] == ["00 a5", ""]


def test_a_frame_that_ends_too_soon_is_shown_after_a_gap() -> None:
    monitor = SspMonitor()
    monitor.feed(hexed("7F 80 01"), 1.0)
    deadline_s = monitor.deadline_s()
    assert deadline_s is not None
    assert [row.meaning for row in monitor.feed(b"", deadline_s)] == ["7f 80 01"]


# --- units that only talk -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "value"), [("AA 01 AB", 1), ("AA 03 A9", 3), ("AA 32 98", 50), ("AA 64 CE", 100)]
)
def test_a_dg600f_frame_is_money(frame: str, value: int) -> None:
    assert spoken("dg600f", frame) == [("money", f"value {value}", "xor ok")]


def test_a_bad_frame_is_no_money_and_the_next_is() -> None:
    assert spoken("dg600f", "AA 32 99", "AA 01 AB") == [
        ("not a packet", "aa 32 99", "noise"),
        ("money", "value 1", "xor ok"),
    ]


def test_a_jy23_frame_tells_its_pulses() -> None:
    assert spoken("jy23", "F2 03 01 05 00 07 F3") == [("money", "channel 1, 5 pulses", "xor ok")]


def test_a_jy23_frame_with_another_tail_is_none() -> None:
    assert spoken("jy23", "F2 03 01 05 00 07 F4", "F2 03 01 05 00 07 F3") == [
        ("not a packet", "f2 03 01 05 00 07 f4", "noise"),
        ("money", "channel 1, 5 pulses", "xor ok"),
    ]


def test_a_frame_may_come_in_pieces() -> None:
    assert spoken("jy23", "F2", "03 01 05", "00 07 F3") == [
        ("money", "channel 1, 5 pulses", "xor ok")
    ]


def test_a_jy910_coin_is_three_groups() -> None:
    # header, three bytes, the sum of those before; channel 2 in the fourth byte
    groups = ("97 00 00 64 FB", "91 00 00 00 91", "94 00 00 02 96")
    assert [name for name, _, _ in spoken("jy910", *groups)] == [
        "part of a coin",
        "part of a coin",
        "money",
    ]
    assert spoken("jy910", *groups)[2][1] == "channel 2"


def test_a_sign_is_named() -> None:
    assert spoken("jy910", "98 00 00 00 98", "92 00 00 00 92")[0][0] == "idle"
    assert spoken("jy910", "92 00 00 00 92")[0][0] == "rejected"


def test_a_byte_of_nv_simple_is_a_channel() -> None:
    assert spoken("nv_simple", "03") == [("money", "channel 3", "no check")]


# --- which protocol -----------------------------------------------------------------------------


def test_the_protocols_are_two_and_the_profiles() -> None:
    assert protocols() == ["auto", "cctalk", "ssp", "dg600f", "jy23", "jy910", "nv_simple"]


def test_a_profile_says_how_bytes_stand_on_the_line() -> None:
    settings = monitor_of("nv_simple")[1]
    assert (settings.baud, settings.parity, settings.stop_bits) == (300, "N", 2)


def heard(*frames: str) -> list[Heard]:
    return [Heard(n, Direction.UNKNOWN, hexed(frame)) for n, frame in enumerate(frames)]


@pytest.mark.parametrize(
    ("frame", "name"),
    [("02 00 01 FE FF", "simple poll"), (POLL, "poll"), ("02 00 B1 FE 60", "simple poll")],
)
def test_the_protocol_is_found_out(frame: str, name: str) -> None:
    assert [row.name for row in rows_of(heard(frame))] == [name]


def test_it_is_found_out_behind_noise() -> None:
    assert [row.name for row in rows_of(heard("55 AA", POLL, OK))] == [
        "not a packet",
        "poll",
        "= poll",
    ]


def test_noise_alone_is_shown_in_the_end() -> None:
    assert [row.name for row in rows_of(heard("55", "AA"))] == ["not a packet", "not a packet"]


def test_much_noise_is_shown_without_waiting_for_the_end() -> None:
    monitor, _ = monitor_of("auto")
    shown = [row for n in range(20) for row in monitor.feed(b"\x55", float(n))]
    assert shown
