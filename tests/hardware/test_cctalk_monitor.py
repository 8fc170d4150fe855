"""What the line monitor makes of printed frames."""

import pytest

from firmware.hardware.cctalk_monitor import Monitor, Row


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
            "counter 6: code 20, coin 1 path 1, coin 1 path 1",
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
        ("02 02 01 E7 FF FF 16", "takes coins 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
        ("02 02 01 E7 00 00 14", "takes no coin"),
        ("02 01 01 E4 01 17", "open"),
        ("02 01 01 E4 00 18", "closed"),
        ("02 01 01 B8 10 34", "coin 16"),
        ("02 02 01 D2 01 05 23", "01 05"),
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
