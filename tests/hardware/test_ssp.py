"""Frames of SSP against the known vectors, both ways, and against damaged bytes."""

import pytest

from firmware.hardware.ssp import Frame, FrameReader, PollEvent, Told, parse_events

VECTORS = [
    ("sync", True, "11", "7F 80 01 11 65 82"),
    ("poll", True, "07", "7F 80 01 07 12 02"),
    ("poll, other bit", False, "07", "7F 00 01 07 11 88"),
    ("enable", True, "0A", "7F 80 01 0A 3F 82"),
    ("disable", True, "09", "7F 80 01 09 35 82"),
    ("reset", True, "01", "7F 80 01 01 06 02"),
    ("hold", True, "18", "7F 80 01 18 53 82"),
    ("reject", True, "08", "7F 80 01 08 30 02"),
    ("inhibits", True, "02 FF FF", "7F 80 03 02 FF FF 25 A4"),
    ("ok", True, "F0", "7F 80 01 F0 23 80"),
    ("ok, other bit", False, "F0", "7F 00 01 F0 20 0A"),
    ("read channel 3", True, "F0 EF 03", "7F 80 03 F0 EF 03 C5 CA"),
    ("credit channel 3", True, "F0 EE 03", "7F 80 03 F0 EE 03 C6 4C"),
    ("disabled", True, "F0 E8", "7F 80 02 F0 E8 4F A2"),
    ("protocol version 8", True, "06 08", "7F 80 02 06 08 03 94"),
]
_IDS = [name for name, *_ in VECTORS]


@pytest.mark.parametrize(("_name", "bit", "data", "raw"), VECTORS, ids=_IDS)
def test_a_frame_is_written_as_the_vector_says(_name: str, bit: bool, data: str, raw: str) -> None:
    assert Frame(0, bit, bytes.fromhex(data)).to_bytes() == bytes.fromhex(raw)


@pytest.mark.parametrize(("_name", "bit", "data", "raw"), VECTORS, ids=_IDS)
def test_a_vector_is_read_as_its_frame(_name: str, bit: bool, data: str, raw: str) -> None:
    assert FrameReader().feed(bytes.fromhex(raw)) == [Frame(0, bit, bytes.fromhex(data))]


def test_a_start_byte_inside_is_doubled() -> None:
    raw = Frame(0, True, b"\x7f\x01").to_bytes()
    assert raw.startswith(bytes.fromhex("7F 80 02 7F 7F 01"))
    assert FrameReader().feed(raw) == [Frame(0, True, b"\x7f\x01")]


def test_every_frame_comes_back_byte_by_byte() -> None:
    reader = FrameReader()
    for value in range(256):
        frame = Frame(5, bool(value % 2), bytes((0x7F, value, 0x7F)))
        found = [each for byte in frame.to_bytes() for each in reader.feed(bytes((byte,)))]
        assert found == [frame]
    assert reader.bad_frames == 0


@pytest.mark.parametrize("place", range(1, 8))
def test_a_turned_bit_makes_no_frame(place: int) -> None:
    raw = bytearray.fromhex("7F 80 03 F0 EE 03 C6 4C")
    raw[place] ^= 0x10
    assert FrameReader().feed(bytes(raw)) == []


def test_a_wrong_checksum_is_counted() -> None:
    reader = FrameReader()
    reader.feed(bytes.fromhex("7F 80 01 F0 23 81"))
    assert reader.bad_frames == 1


def test_a_frame_that_was_cut_short_does_not_cost_the_next_one() -> None:
    reader = FrameReader()
    raw = bytes.fromhex("7F 80 03 F0 EE 7F 80 01 F0 23 80")
    assert [frame.data for frame in reader.feed(raw)] == [b"\xf0"]
    assert reader.bad_frames == 1


@pytest.mark.parametrize("noise", ["00 A5 FF", "7F", "7F 7F", "7F 7F 7F"])
def test_noise_before_a_frame_does_not_hide_it(noise: str) -> None:
    raw = bytes.fromhex(noise) + bytes.fromhex("7F 80 01 F0 23 80")
    assert [frame.data for frame in FrameReader().feed(raw)] == [b"\xf0"]


def test_events_are_read_in_order() -> None:
    assert parse_events(bytes.fromhex("EF 00 E8 EE 02")) == (
        [PollEvent(Told.READ, 0), PollEvent(Told.DISABLED), PollEvent(Told.CREDIT, 2)],
        b"",
    )


def test_behind_an_unknown_event_nothing_is_guessed() -> None:
    assert parse_events(bytes.fromhex("CC 99 EE 02")) == (
        [PollEvent(Told.STACKING)],
        bytes.fromhex("99 EE 02"),
    )


def test_an_event_without_its_channel_is_none() -> None:
    assert parse_events(b"\xee") == ([], b"\xee")
