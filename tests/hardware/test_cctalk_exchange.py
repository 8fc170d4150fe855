"""What counts as an answer on a shared wire beside the sixteen odd frames; echo, quiet, tries."""

import pytest

from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_exchange import Exchange, Outcome, Question, Silence, Wire

POLL = Question(Header.READ_BUFFERED_CREDIT, shortest=11, longest=11, wait_s=0.2)
SENT = bytes.fromhex("02 00 01 E5 18")
DATA = bytes.fromhex("01 01 05 00 00 00 00 00 00 00 00")
ANSWER = bytes.fromhex("01 0B 02 00 01 01 05 00 00 00 00 00 00 00 00 EB")
ACK = bytes.fromhex("01 00 02 00 FD")
BUSY = bytes.fromhex("01 00 02 06 F7")


def asked(has_echo: bool | None = True) -> Exchange:
    """An exchange that has just sent the poll at 0 s."""
    exchange = Exchange(2)
    exchange.wire.has_echo = has_echo
    exchange.ask(POLL)
    assert exchange.pump(0.0, b"") == SENT
    return exchange


def first_answer(exchange: Exchange, *received: bytes) -> Outcome | None:
    for index, data in enumerate(received):
        exchange.pump(0.01 * (index + 1), data)
    return exchange.take_outcome()


def test_echo_and_answer_is_an_answer() -> None:
    assert first_answer(asked(), SENT + ANSWER) == Outcome(DATA)


def test_it_may_come_byte_by_byte() -> None:
    exchange = asked()
    for index, byte in enumerate(SENT + ANSWER):
        exchange.pump(0.001 * index, bytes((byte,)))
    assert exchange.take_outcome() == Outcome(DATA)


def test_an_answer_is_told_once() -> None:
    exchange = asked()
    assert first_answer(exchange, SENT + ANSWER) is not None
    assert exchange.take_outcome() is None


@pytest.mark.parametrize(
    ("received", "why"),
    [
        (SENT, "silence"),
        (SENT + bytes.fromhex("01 0B 03 00 01 01 05 00 00 00 00 00 00 00 00 EA"), "wrong source"),
        (
            SENT + bytes.fromhex("01 0B 02 01 01 01 05 00 00 00 00 00 00 00 00 EA"),
            "no reply header",
        ),
        (SENT + bytes.fromhex("01 06 02 00 47 42 32 30 30 41 9B"), "other length"),
        (b"\x00" + SENT + ANSWER, "noise before the echo"),
    ],
)
def test_this_is_no_answer_and_it_is_asked_again(received: bytes, why: str) -> None:
    exchange = asked()
    assert first_answer(exchange, received) is None, why
    assert exchange.pump(0.2, b"") == b""
    assert exchange.pump(0.249, b"") == b"", "50 ms of quiet come first"
    assert exchange.pump(0.25, b"") == SENT
    exchange.pump(0.26, SENT + ANSWER)
    assert exchange.take_outcome() == Outcome(DATA)


@pytest.mark.parametrize(
    "received",
    [
        SENT + b"\x00" + ANSWER,
        SENT + ACK + ANSWER,
    ],
    ids=["0 at turn-round", "late ack"],
)
def test_this_is_an_answer_all_the_same(received: bytes) -> None:
    assert first_answer(asked(), received) == Outcome(DATA)


def test_the_unit_may_think_for_longer_than_a_gap() -> None:
    assert asked().has_outcome is False
    exchange = asked()
    exchange.pump(0.001, SENT)
    exchange.pump(0.150, ANSWER)
    assert exchange.take_outcome() == Outcome(DATA)


def test_a_late_answer_falls_into_the_quiet_and_lengthens_it() -> None:
    exchange = asked()
    exchange.pump(0.2, SENT)
    exchange.pump(0.24, ANSWER)
    assert exchange.take_outcome() is None
    assert exchange.pump(0.289, b"") == b""
    assert exchange.pump(0.29, b"") == SENT


def test_three_tries_and_then_silence() -> None:
    exchange = asked()
    sent = []
    now_s = 0.0
    while not exchange.has_outcome:
        now_s += 0.01
        sent.append(exchange.pump(now_s, b""))
    assert sum(bool(data) for data in sent) == 2
    assert exchange.take_outcome() == Outcome(None, Silence.NO_ECHO)


def test_busy_is_asked_again_after_a_while_without_costing_a_try() -> None:
    exchange = asked()
    now_s = 0.0
    for _ in range(5):
        exchange.pump(now_s + 0.01, SENT + BUSY)
        assert exchange.pump(now_s + 0.10, b"") == b""
        now_s += 0.12
        assert exchange.pump(now_s, b"") == SENT
    exchange.pump(now_s + 0.01, SENT + ANSWER)
    assert exchange.take_outcome() == Outcome(DATA)


def test_a_line_that_babbles_is_not_waited_for_for_ever() -> None:
    exchange = asked()
    now_s, sent = 0.0, 0
    while now_s < 3.0:
        now_s += 0.02
        sent += bool(exchange.pump(now_s, b"\x55"))
    assert sent >= 1


# --- learning the echo --------------------------------------------------------------------------


def test_an_exact_copy_teaches_that_there_is_an_echo() -> None:
    exchange = asked(None)
    assert first_answer(exchange, SENT, ANSWER) == Outcome(DATA)
    assert exchange.wire.has_echo is True


def test_an_answer_alone_teaches_that_there_is_none() -> None:
    exchange = asked(None)
    assert first_answer(exchange, ANSWER) == Outcome(DATA)
    assert exchange.wire.has_echo is False


def test_a_slow_unit_teaches_the_echo_too() -> None:
    exchange = asked(None)
    exchange.pump(0.001, SENT)
    exchange.pump(0.100, ANSWER)
    assert exchange.take_outcome() == Outcome(DATA)
    assert exchange.wire.has_echo is True


@pytest.mark.parametrize(
    ("received", "silence"),
    [
        (b"", Silence.NO_ECHO),
        (SENT, Silence.NO_ANSWER),
        (SENT + SENT + ANSWER, Silence.WRONG_ECHO),
        (b"\x42" + SENT[1:] + ANSWER, Silence.WRONG_ECHO),
        (b"\x00", Silence.WRONG_ECHO),
        (SENT[:3], Silence.WRONG_ECHO),
    ],
    ids=["nothing", "echo only", "doubled", "corrupt", "noise", "half an echo"],
)
def test_anything_else_teaches_nothing(received: bytes, silence: Silence) -> None:
    exchange = Exchange(2)
    exchange.ask(Question(POLL.header, shortest=11, longest=11, wait_s=0.2, tries=1))
    exchange.pump(0.0, b"")
    exchange.pump(0.01, received)
    exchange.pump(0.2, b"")
    assert exchange.take_outcome() == Outcome(None, silence)
    assert exchange.wire.has_echo is None


def test_a_crc_line_is_asked_and_heard_in_crc() -> None:
    exchange = Exchange(2, Wire(Checksum.CRC16))
    exchange.wire.has_echo = True
    exchange.ask(POLL)
    sent = exchange.pump(0.0, b"")
    assert sent == bytes.fromhex("02 00 EB E5 C3")
    exchange.pump(0.01, sent + bytes.fromhex("01 0B 5E 00 01 01 05 00 00 00 00 00 00 00 00 7F"))
    assert exchange.take_outcome() == Outcome(DATA)
