"""What the line monitor makes of printed frames."""

import pytest

from firmware.hardware.cctalk import Header, header_name
from firmware.hardware.cctalk_monitor import Monitor
from firmware.hardware.line_rows import Row


def rows(*frames: str) -> list[Row]:
    monitor = Monitor()
    return [row for frame in frames for row in monitor.feed(bytes.fromhex(frame), 1.5)]


@pytest.mark.parametrize(
    ("command", "answer", "name", "meaning"),
    [
        ("02 00 01 FE FF", "01 00 02 00 FD", "= simple poll", "ack"),
        (
            "02 00 01 E5 18",
            "01 0B 02 00 06 00 14 01 01 01 01 00 00 00 00 D4",
            "= read buffered credit",
            "counter 6: coin on a string, coin 1 path 1, coin 1 path 1",
        ),
        (
            "02 01 01 B8 01 43",
            "01 06 02 00 47 42 32 30 30 41 9B",
            "= request coin id",
            "GB200A = 200",
        ),
        (
            "02 01 01 B8 10 34",
            "01 06 02 00 2E 2E 2E 2E 2E 2E E3",
            "= request coin id",
            "...... = no value",
        ),
        ("02 00 01 F2 0B", "01 03 02 00 4E 61 BC 8F", "= request serial number", "12345678"),
        (
            "02 00 01 F5 08",
            "01 0D 02 00 43 6F 69 6E 20 41 63 63 65 70 74 6F 72 16",
            "= request category",
            "'Coin Acceptor'",
        ),
        ("02 00 01 FE FF", "01 00 02 05 F8", "= simple poll", "NAK"),
        ("02 00 01 FE FF", "01 00 02 06 F7", "= simple poll", "BUSY"),
    ],
)
def test_an_answer_is_told_in_words(command: str, answer: str, name: str, meaning: str) -> None:
    assert rows(command, answer)[1] == Row(1.5, "2 -> host", name, meaning, "8-bit ok")


@pytest.mark.parametrize(
    ("command", "meaning"),
    [
        ("02 02 01 E7 FF FF 16", "takes 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
        ("02 02 01 E7 00 00 14", "takes nothing"),
        ("02 01 01 E4 01 17", "open"),
        ("02 01 01 E4 00 18", "closed"),
        ("02 01 01 B8 10 34", "coin 16"),
        ("02 02 01 D2 01 05 23", "coin 1 to path 5"),
    ],
)
def test_a_command_is_told_in_words(command: str, meaning: str) -> None:
    [row] = rows(command)
    assert (row.direction, row.meaning) == ("host -> 2", meaning)


def test_crc_frames_are_recognised() -> None:
    command, answer = rows("02 00 EB E5 C3", "01 0B 9E 00" + "00" * 11 + "BF")
    assert (command.name, command.verdict) == ("read buffered credit", "CRC-16 ok")
    assert (answer.direction, answer.meaning) == ("2 -> host", "counter 0")


def test_a_bad_sum_is_shown_as_it_is() -> None:
    [row] = rows("02 00 01 FE FE")
    assert row == Row(1.5, "", "not a packet", "02 00 01 fe fe", "bad checksum")


def test_an_answer_without_a_question_is_called_so() -> None:
    [row] = rows("01 00 02 00 FD")
    assert row.name == "unasked answer"


@pytest.mark.parametrize(
    ("command", "answer", "name", "meaning"),
    [
        (
            "28 00 01 9F 38",
            "01 0B 28 00 01 03 01" + "00" * 8 + "C7",
            "= read buffered bill events",
            "counter 1: note 3 held in escrow",
        ),
        (
            "28 00 01 9F 38",
            "01 0B 28 00 02 03 00 03 01" + "00" * 6 + "C3",
            "= read buffered bill events",
            "counter 2: note 3 stacked, note 3 held in escrow",
        ),
        (
            "28 00 01 9F 38",
            "01 0B 28 00 02 00 01 03 01" + "00" * 6 + "C5",
            "= read buffered bill events",
            "counter 2: note handed back, note 3 held in escrow",
        ),
        (
            "28 00 01 9F 38",
            "01 0B 28 00 03 00 00 00 01 00 02" + "00" * 4 + "C6",
            "= read buffered bill events",
            "counter 3: master inhibit is active, note handed back, note not recognised",
        ),
        (
            "28 00 01 9F 38",
            "01 0B 28 00 01" + "00" * 10 + "CB",
            "= read buffered bill events",
            "counter 1: master inhibit is active",
        ),
        ("28 01 01 9A 01 3B", "01 00 28 00 D7", "= route bill", "ack"),
        ("28 01 01 9A 01 3B", "01 01 28 00 FE D8", "= route bill", "escrow is empty"),
        (
            "28 02 01 9C 45 55 9F",
            "01 03 28 00 64 00 02 6E",
            "= request country scaling",
            "times 100, 2 decimals",
        ),
    ],
)
def test_an_answer_about_notes_is_told_in_words(
    command: str, answer: str, name: str, meaning: str
) -> None:
    assert rows(command, answer)[1] == Row(1.5, "40 -> host", name, meaning, "8-bit ok")


@pytest.mark.parametrize(
    ("command", "meaning"),
    [
        ("28 01 01 9D 01 38", "note 1"),
        ("28 02 01 9C 45 55 9F", "EU"),
        ("28 01 01 9A 01 3B", "stack"),
        ("28 01 01 9A 00 3C", "hand back"),
        ("28 01 01 9A FF 3D", "hold on"),
        ("28 01 01 99 03 3A", "stacker and escrow"),
        ("28 01 01 E4 01 F1", "open"),
    ],
)
def test_a_command_about_notes_is_told_in_words(command: str, meaning: str) -> None:
    [row] = rows(command)
    assert (row.direction, row.meaning) == ("host -> 40", meaning)


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        ("01 0B 02 00 07 00 24" + "00" * 8 + "C7", "counter 7: coin swallowed"),
        ("01 0B 02 00 08 00 FE" + "00" * 8 + "EC", "counter 8: return lever or flight deck"),
        ("01 0B 02 00 09 00 80" + "00" * 8 + "69", "counter 9: coin 1 inhibited"),
        ("01 0B 02 00 F1 01 00" + "00" * 8 + "00", "counter 241: coin 1 path 0"),
    ],
)
def test_a_coin_event_is_told_in_words(answer: str, meaning: str) -> None:
    assert rows("02 00 01 E5 18", answer)[1].meaning == meaning


def test_both_checksums_may_be_mixed() -> None:
    told = rows("02 00 EB E5 C3", "01 0B 9E 00" + "00" * 11 + "BF", "28 00 01 9F 38")
    assert [row.verdict for row in told] == ["CRC-16 ok", "CRC-16 ok", "8-bit ok"]


def test_an_answer_between_noise_is_found() -> None:
    monitor = Monitor()
    monitor.feed(bytes.fromhex("02 00 01 FE FF 00 A5 01 00 02 00 FD FF"), 0.0)
    told = monitor.feed(b"", 1.0)
    assert [(row.name, row.verdict) for row in told] == [
        ("not a packet", "noise"),
        ("= simple poll", "8-bit ok"),
        ("not a packet", "noise"),
    ]


def test_a_broken_packet_is_shown_after_its_gap() -> None:
    monitor = Monitor()
    monitor.feed(bytes.fromhex("02 00 01"), 0.0)
    deadline_s = monitor.deadline_s()
    assert deadline_s is not None
    [row] = monitor.feed(b"", deadline_s)
    assert (row.meaning, row.verdict) == ("02 00 01", "gap of more than 50 ms inside")


NEEDED = """254 249 246 245 244 192 241 4 242 243 236 233 232 231 230 229 228 227 226 225 194 193
222 221 210 209 224 223 220 216 197 213 202 201 196 195 170 169 184 183 176 2 3 1
159 157 156 155 154 153 152 175 168 167 166 164 163 134 133 132 131 165"""


@pytest.mark.parametrize("header", [int(number) for number in NEEDED.split()])
def test_every_header_of_need_has_a_name(header: int) -> None:
    assert header_name(header) == Header(header).name.lower().replace("_", " ")
