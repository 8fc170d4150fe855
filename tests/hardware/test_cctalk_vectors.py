"""Frames printed in the public ccTalk specification and CRCs computed by two other programs."""

import pytest

from firmware.hardware.cctalk import (
    Checksum,
    CoinId,
    Credit,
    Frame,
    FrameError,
    FrameReader,
    Rejected,
    ask,
    crc16,
    find_reply,
    header_name,
    parse,
    reply,
)


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


COMMANDS = [
    (254, "", "02 00 01 FE FF", "02 00 B1 FE 60"),
    (253, "", "02 00 01 FD 00", "02 00 D2 FD 50"),
    (249, "", "02 00 01 F9 04", "02 00 56 F9 10"),
    (246, "", "02 00 01 F6 07", "02 00 B9 F6 E1"),
    (245, "", "02 00 01 F5 08", "02 00 DA F5 D1"),
    (244, "", "02 00 01 F4 09", "02 00 FB F4 C1"),
    (242, "", "02 00 01 F2 0B", "02 00 3D F2 A1"),
    (232, "", "02 00 01 E8 15", "02 00 46 E8 12"),
    (231, "FF FF", "02 02 01 E7 FF FF 16", "02 02 45 E7 FF FF 91"),
    (231, "00 00", "02 02 01 E7 00 00 14", "02 02 4A E7 00 00 8C"),
    (230, "", "02 00 01 E6 17", "02 00 88 E6 F3"),
    (229, "", "02 00 01 E5 18", "02 00 EB E5 C3"),
    (228, "01", "02 01 01 E4 01 17", "02 01 0F E4 01 16"),
    (228, "00", "02 01 01 E4 00 18", "02 01 2E E4 00 06"),
    (227, "", "02 00 01 E3 1A", "02 00 2D E3 A3"),
    (226, "", "02 00 01 E2 1B", "02 00 0C E2 B3"),
    (225, "", "02 00 01 E1 1C", "02 00 6F E1 83"),
    (194, "", "02 00 01 C2 3B", "02 00 6E C2 97"),
    (193, "", "02 00 01 C1 3C", "02 00 0D C1 A7"),
    (210, "01 05", "02 02 01 D2 01 05 23", "02 02 8B D2 01 05 C1"),
    (197, "", "02 00 01 C5 38", "02 00 89 C5 E7"),
    (184, "01", "02 01 01 B8 01 43", "02 01 DD B8 01 5D"),
    (184, "10", "02 01 01 B8 10 34", "02 01 CD B8 10 5F"),
    (4, "", "02 00 01 04 F9", "02 00 E4 04 2E"),
    (2, "", "02 00 01 02 FB", "02 00 22 02 4E"),
    (1, "", "02 00 01 01 FC", "02 00 41 01 7E"),
]

REPLIES = [
    (0, "", "01 00 02 00 FD", "01 00 30 00 37"),
    (5, "", "01 00 02 05 F8", None),
    (6, "", "01 00 02 06 F7", None),
    (0, "00" * 11, "01 0B 02 00" + "00" * 11 + "F2", "01 0B 9E 00" + "00" * 11 + "BF"),
    (
        0,
        "01 01 05" + "00" * 8,
        "01 0B 02 00 01 01 05" + "00" * 8 + "EB",
        "01 0B 5E 00 01 01 05" + "00" * 8 + "7F",
    ),
    (0, "02 01 05 01 05" + "00" * 6, "01 0B 02 00 02 01 05 01 05" + "00" * 6 + "E4", None),
    (
        0,
        "03 05 05 01 05 01 05" + "00" * 4,
        "01 0B 02 00 03 05 05 01 05 01 05" + "00" * 4 + "D9",
        None,
    ),
    (
        0,
        "04 00 01 05 05 01 05 01 05 00 00",
        "01 0B 02 00 04 00 01 05 05 01 05 01 05 00 00 D7",
        None,
    ),
    (
        0,
        "FF" + "03 01" * 5,
        "01 0B 02 00 FF" + "03 01" * 5 + "DF",
        "01 0B 42 00 FF" + "03 01" * 5 + "A1",
    ),
    (
        0,
        "01 02 00" + "03 01" * 4,
        "01 0B 02 00 01 02 00" + "03 01" * 4 + "DF",
        "01 0B 66 00 01 02 00" + "03 01" * 4 + "44",
    ),
    (
        0,
        "36" + "01 00" * 5,
        "01 0B 02 00 36" + "01 00" * 5 + "B7",
        "01 0B 9E 00 36" + "01 00" * 5 + "99",
    ),
    (
        0,
        "06 00 14 01 01 01 01" + "00" * 4,
        "01 0B 02 00 06 00 14 01 01 01 01" + "00" * 4 + "D4",
        "01 0B 38 00 06 00 14 01 01 01 01" + "00" * 4 + "91",
    ),
    (
        0,
        "07 00 24" + "00" * 8,
        "01 0B 02 00 07 00 24" + "00" * 8 + "C7",
        "01 0B 30 00 07 00 24" + "00" * 8 + "AD",
    ),
    (
        0,
        "08 00 FE" + "00" * 8,
        "01 0B 02 00 08 00 FE" + "00" * 8 + "EC",
        "01 0B 0E 00 08 00 FE" + "00" * 8 + "7A",
    ),
    (
        0,
        "09 00 80" + "00" * 8,
        "01 0B 02 00 09 00 80" + "00" * 8 + "69",
        "01 0B EB 00 09 00 80" + "00" * 8 + "7A",
    ),
    (0, "F1 01 00" + "00" * 8, "01 0B 02 00 F1 01 00" + "00" * 8 + "00", None),
    (
        0,
        "47 42 32 30 30 41",
        "01 06 02 00 47 42 32 30 30 41 9B",
        "01 06 06 00 47 42 32 30 30 41 C5",
    ),
    (0, "2E" * 6, "01 06 02 00" + "2E" * 6 + "E3", None),
    (
        0,
        b"Coin Acceptor".hex(),
        "01 0D 02 00 43 6F 69 6E 20 41 63 63 65 70 74 6F 72 16",
        "01 0D BA 00 43 6F 69 6E 20 41 63 63 65 70 74 6F 72 BC",
    ),
    (0, "4E 61 BC", "01 03 02 00 4E 61 BC 8F", None),
]


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), COMMANDS)
def test_a_command_is_built_as_printed(header: int, data: str, sum8: str, crc16: str) -> None:
    assert ask(header, hexed(data)) == hexed(sum8)
    assert ask(header, hexed(data), checksum=Checksum.CRC16) == hexed(crc16)


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), COMMANDS)
def test_a_printed_command_is_read(header: int, data: str, sum8: str, crc16: str) -> None:
    assert parse(hexed(sum8)) == Frame(2, header, hexed(data), 1)
    assert parse(hexed(crc16), Checksum.CRC16) == Frame(2, header, hexed(data), None)


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), REPLIES)
def test_a_reply_is_built_as_printed(header: int, data: str, sum8: str, crc16: str | None) -> None:
    assert reply(header, hexed(data)) == hexed(sum8)
    if crc16 is not None:
        assert reply(header, hexed(data), checksum=Checksum.CRC16) == hexed(crc16)


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), REPLIES)
def test_a_printed_reply_is_read(header: int, data: str, sum8: str, crc16: str | None) -> None:
    assert parse(hexed(sum8)) == Frame(1, header, hexed(data), 2)
    if crc16 is not None:
        assert parse(hexed(crc16), Checksum.CRC16) == Frame(1, header, hexed(data), None)


BILL_COMMANDS = [
    (254, "", "28 00 01 FE D9", "28 00 B6 FE 21"),
    (159, "", "28 00 01 9F 38", "28 00 31 9F 5D"),
    (157, "01", "28 01 01 9D 01 38", "28 01 2B 9D 01 FB"),
    (156, "45 55", "28 02 01 9C 45 55 9F", "28 02 C0 9C 45 55 12"),
    (154, "01", "28 01 01 9A 01 3B", "28 01 BC 9A 01 62"),
    (154, "00", "28 01 01 9A 00 3C", "28 01 9D 9A 00 72"),
    (154, "FF", "28 01 01 9A FF 3D", "28 01 6D 9A FF 6C"),
    (153, "03", "28 01 01 99 03 3A", None),
    (228, "01", "28 01 01 E4 01 F1", "28 01 EA E4 01 49"),
    (1, "", "28 00 01 01 D6", "28 00 46 01 3F"),
]

BILL_REPLIES = [
    ("", "01 00 28 00 D7", "01 00 30 00 37"),
    ("01 03 01" + "00" * 8, "01 0B 28 00 01 03 01" + "00" * 8 + "C7", None),
    ("02 03 00 03 01" + "00" * 6, "01 0B 28 00 02 03 00 03 01" + "00" * 6 + "C3", None),
    ("02 00 01 03 01" + "00" * 6, "01 0B 28 00 02 00 01 03 01" + "00" * 6 + "C5", None),
    (
        "03 00 00 00 01 00 02" + "00" * 4,
        "01 0B 28 00 03 00 00 00 01 00 02" + "00" * 4 + "C6",
        None,
    ),
]
"""ACK; bill 3 in escrow, then stacked, or given back; the master inhibit after a poll gap."""


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), BILL_COMMANDS)
def test_a_command_to_a_bill_unit_is_built_as_printed(
    header: int, data: str, sum8: str, crc16: str | None
) -> None:
    assert ask(header, hexed(data), destination=40) == hexed(sum8)
    if crc16 is not None:
        built = ask(header, hexed(data), destination=40, checksum=Checksum.CRC16)
        assert built == hexed(crc16)


@pytest.mark.parametrize(("header", "data", "sum8", "crc16"), BILL_COMMANDS)
def test_a_printed_command_to_a_bill_unit_is_read(
    header: int, data: str, sum8: str, crc16: str | None
) -> None:
    assert parse(hexed(sum8)) == Frame(40, header, hexed(data), 1)
    if crc16 is not None:
        assert parse(hexed(crc16), Checksum.CRC16) == Frame(40, header, hexed(data), None)


@pytest.mark.parametrize(("data", "sum8", "crc16"), BILL_REPLIES)
def test_a_reply_of_a_bill_unit_is_built_as_printed(
    data: str, sum8: str, crc16: str | None
) -> None:
    assert reply(0, hexed(data), source=40) == hexed(sum8)
    if crc16 is not None:
        assert reply(0, hexed(data), source=40, checksum=Checksum.CRC16) == hexed(crc16)


@pytest.mark.parametrize(("data", "sum8", "crc16"), BILL_REPLIES)
def test_a_printed_reply_of_a_bill_unit_is_read(data: str, sum8: str, crc16: str | None) -> None:
    assert parse(hexed(sum8)) == Frame(1, 0, hexed(data), 40)
    if crc16 is not None:
        assert parse(hexed(crc16), Checksum.CRC16) == Frame(1, 0, hexed(data), None)


@pytest.mark.parametrize(
    ("checked", "crc"),
    [
        ("49D5F2", "A6B3"),
        ("2FBD9D", "90B2"),
        ("D953D1", "7BB5"),
        ("70B8D9640415", "FB00"),
        ("7261B94ED078", "93E3"),
        ("63FAD19FE619", "5BB3"),
        ("280001", "3F46"),
        ("010000", "3730"),
        ("313233343536373839", "31C3"),
    ],
)
def test_the_crc_agrees_with_the_check_data(checked: str, crc: str) -> None:
    assert crc16(hexed(checked)) == int(crc, 16)


def test_the_crc_bytes_stand_around_header_and_data() -> None:
    # CRC of (1, 0, 0) is 3730: low byte third, high byte last.
    assert Frame(1, 0, b"", None).to_bytes() == hexed("01 00 30 00 37")


# --- broken frames ------------------------------------------------------------------------------


def test_the_reply_that_lost_a_byte_in_print_is_short() -> None:
    # The specification's third credit reply says 11 bytes and ten follow.
    with pytest.raises(FrameError, match="short frame: 01 0b 02"):
        parse(hexed("01 0B 02 00 03 05 05 01 05 01 05 00 00 00 D9"))


@pytest.mark.parametrize("raw", ["", "02", "02 00 01 FE"])
def test_a_short_frame_is_refused(raw: str) -> None:
    with pytest.raises(FrameError, match="short frame"):
        parse(hexed(raw))


def test_a_long_frame_is_refused() -> None:
    with pytest.raises(FrameError, match="long frame"):
        parse(hexed("02 00 01 FE FF 00"))


def test_a_wrong_sum_is_refused() -> None:
    with pytest.raises(FrameError, match="bad checksum: 02 00 01 fe fe"):
        parse(hexed("02 00 01 FE FE"))


@pytest.mark.parametrize("raw", ["02 00 B1 FE 61", "02 00 B0 FE 60", "02 00 B1 FD 60"])
def test_a_wrong_crc_is_refused(raw: str) -> None:
    with pytest.raises(FrameError, match="bad CRC"):
        parse(hexed(raw), Checksum.CRC16)


# --- the reader ---------------------------------------------------------------------------------


def test_a_frame_may_arrive_byte_by_byte() -> None:
    reader = FrameReader()
    found = [reader.feed(bytes((b,)), i * 0.010) for i, b in enumerate(hexed("02 00 01 FE FF"))]
    assert found == [[], [], [], [], [Frame(2, 254)]]


def test_a_gap_of_50_ms_is_still_one_frame() -> None:
    reader = FrameReader()
    reader.feed(hexed("02 00"), 1.000)
    assert reader.feed(hexed("01 FE FF"), 1.050) == [Frame(2, 254)]


def test_a_gap_of_51_ms_drops_what_came_before() -> None:
    reader = FrameReader()
    reader.feed(hexed("02 00 01"), 1.000)
    found = reader.feed(hexed("02 00 01 FE FF"), 1.051)
    assert found == [Rejected(hexed("02 00 01"), "gap of more than 50 ms inside"), Frame(2, 254)]


def test_two_glued_frames_are_two() -> None:
    found = FrameReader().feed(hexed("02 00 01 FE FF 02 00 01 E5 18"), 0.0)
    assert found == [Frame(2, 254), Frame(2, 229)]


def test_a_bad_frame_is_dropped_whole_and_the_next_is_read() -> None:
    found = FrameReader().feed(hexed("02 00 01 FE FE 02 00 01 E5 18"), 0.0)
    assert found == [Rejected(hexed("02 00 01 FE FE"), "bad checksum"), Frame(2, 229)]


def test_a_partial_frame_has_a_deadline_and_an_empty_reader_none() -> None:
    reader = FrameReader()
    assert reader.deadline_s() is None
    reader.feed(hexed("02"), 1.0)
    deadline_s = reader.deadline_s()
    assert deadline_s is not None
    assert [type(item) for item in reader.feed(b"", deadline_s)] == [Rejected]
    assert reader.deadline_s() is None


# --- finding a reply ----------------------------------------------------------------------------


def test_a_reply_is_found_behind_noise() -> None:
    assert find_reply(hexed("00 A5 01 00 02 00 FD FF"), 0, 0) == (2, Frame(1, 0, b"", 2))


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("01 00 03 00 FC", "another unit"),
        ("04 00 02 00 FA", "not for the host"),
        ("01 01 02 00 07 F5", "another length"),
        ("01 00 02 01 FC", "a header that is no reply"),
        ("01 00 02 00 FC", "bad sum"),
        ("01 00 02 00", "short"),
    ],
)
def test_what_is_not_the_reply_is_not_found(raw: str, why: str) -> None:
    assert find_reply(hexed(raw), 0, 0) is None, why


# --- coins and counters -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value_minor"),
    [
        ("EU005A", 5),
        ("EU010A", 10),
        ("EU200A", 200),
        ("GB200A", 200),
        ("XX5K0A", 5000),
        ("XX50KA", 50_000),
        ("XX2K5A", 2500),
        ("XXM10A", 100_000),
        ("XX1M0A", 1_000_000),
        ("XXG10A", 10**8),
        ("RU1K0A", 1000),
        ("XX1.0A", 1),
        ("XX.50A", None),
        ("XX5m0A", None),
        ("XX25mA", None),
        ("......", None),
        ("TK000A", None),
        ("TK100A", None),
        ("EU000A", None),
        ("EU1 0A", None),
        ("EUKK0A", None),
        ("EUK00A", None),
        ("12100A", None),
        ("EU10", None),
    ],
)
def test_a_coin_id_has_this_value(text: str, value_minor: int | None) -> None:
    assert CoinId.parse(text.encode()).value_minor == value_minor


def test_a_coin_id_that_is_no_ascii_has_no_value() -> None:
    assert CoinId.parse(b"\xb2\xb3100A").value_minor is None
    assert CoinId.parse(b"EU\xb2\xb3\xb9A").value_minor is None


def test_a_credit_reply_is_a_counter_and_five_pairs() -> None:
    data = hexed("04 00 01 05 05 01 05 01 05 00 00")
    credit = Credit.parse(data)
    assert credit == Credit(4, ((0, 1), (5, 5), (1, 5), (1, 5), (0, 0)))
    assert credit.to_bytes() == data


def test_a_credit_reply_of_ten_bytes_is_refused() -> None:
    with pytest.raises(FrameError, match="not a credit reply"):
        Credit.parse(bytes(10))


def test_an_unknown_header_is_named_by_its_number() -> None:
    assert header_name(229) == "read buffered credit"
    assert header_name(99) == "header 99"
