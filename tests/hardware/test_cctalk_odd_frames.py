"""The sixteen kinds of odd frames that hosts have met on real ccTalk wires, under both checksums.

A question is asked on a wire whose echo is known; bytes come; it has its answer, or is asked
again after the quiet, or was refused. Bytes are written out, none is computed by the program.
"""

from dataclasses import dataclass

import pytest

from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_exchange import Exchange, Outcome, Question, Silence, Wire

POLL = Question(Header.READ_BUFFERED_CREDIT, shortest=11, longest=11, wait_s=0.2)
COIN = bytes.fromhex("01 01 05 00 00 00 00 00 00 00 00")


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


@dataclass(frozen=True)
class Spoken:
    """The frames of one checksum.

    Attributes:
        sent: "read buffered credit" to unit 2.
        answer: counter 1, coin 1 by path 5.
        longer: an answer with a byte of data more.
        to_another: the answer, to address 4.
        to_zero: an answer whose checksum ends in 0.
        late: the answer to an earlier command that has no data.
        nak: the unit refuses.
        busy: the unit is busy.
    """

    sent: bytes
    answer: bytes
    longer: bytes
    to_another: bytes
    to_zero: bytes
    late: bytes
    nak: bytes
    busy: bytes


SPOKEN = {
    Checksum.SUM8: Spoken(
        hexed("02 00 01 E5 18"),
        hexed("01 0B 02 00 01 01 05 00 00 00 00 00 00 00 00 EB"),
        hexed("01 0C 02 00 01 01 05 00 00 00 00 00 00 00 00 00 EA"),
        hexed("04 0B 02 00 01 01 05 00 00 00 00 00 00 00 00 E8"),
        hexed("01 0B 02 00 F1 01 00 00 00 00 00 00 00 00 00 00"),
        hexed("01 00 02 00 FD"),
        hexed("01 00 02 05 F8"),
        hexed("01 00 02 06 F7"),
    ),
    Checksum.CRC16: Spoken(
        hexed("02 00 EB E5 C3"),
        hexed("01 0B 5E 00 01 01 05 00 00 00 00 00 00 00 00 7F"),
        hexed("01 0C 7E 00 01 01 05 00 00 00 00 00 00 00 00 00 A1"),
        hexed("04 0B 9A 00 01 01 05 00 00 00 00 00 00 00 00 F9"),
        hexed("01 0B 3C 00 E6 05 01 00 00 00 00 00 00 00 00 00"),
        hexed("01 00 30 00 37"),
        hexed("01 00 95 05 67"),
        hexed("01 00 F6 06 57"),
    ),
}
ANSWER, AGAIN, REFUSED = Outcome(COIN), None, Outcome(None, Silence.REFUSED)

Heard = list[tuple[float, bytes]]
"""What comes, and how many seconds after the question."""


def turned(frame: bytes, place: int) -> bytes:
    """The frame with a bit of one byte turned."""
    place %= len(frame)
    return frame[:place] + bytes((frame[place] ^ 0x10,)) + frame[place + 1 :]


def at_once(data: bytes) -> Heard:
    return [(0.01, data)]


def odd(kind: str, said: Spoken) -> tuple[Heard, Outcome | None]:
    """What comes over the wire, and what the question comes to; None: it is asked again."""
    sent, answer = said.sent, said.answer
    match kind:
        case "short":
            return at_once(sent + answer[:-1]), AGAIN
        case "long":
            return at_once(sent + said.longer), AGAIN
        case "wrong address":
            return at_once(sent + said.to_another), AGAIN
        case "bad sum":
            return at_once(sent + turned(answer, -1)), AGAIN
        case "bad CRC":  # its low byte, which is the sender of a frame with a sum
            return at_once(sent + turned(answer, 2)), AGAIN
        case "zero checksum":
            return at_once(sent + said.to_zero), Outcome(said.to_zero[4:-1])
        case "echo missing":
            return at_once(answer), AGAIN
        case "echo doubled":
            return at_once(sent + sent + answer), ANSWER
        case "echo corrupted":
            return at_once(turned(sent, 0) + answer), AGAIN
        case "late reply to the previous command":
            return at_once(sent + said.late), AGAIN
        case "NAK":
            return at_once(sent + said.nak), REFUSED
        case "BUSY":
            return at_once(sent + said.busy), AGAIN
        case "noise before":
            return at_once(sent + b"\x00\xa5" + answer), ANSWER
        case "noise after":
            return at_once(sent + answer + b"\xff\x01"), ANSWER
        case "two replies glued":
            return at_once(sent + answer + said.to_zero), ANSWER
        case "gap of 51 ms":
            return [(0.010, sent + answer[:6]), (0.061, answer[6:])], AGAIN
    raise AssertionError(kind)


KINDS = (
    "short", "long", "wrong address", "bad sum", "bad CRC", "zero checksum",
    "echo missing", "echo doubled", "echo corrupted", "late reply to the previous command",
    "NAK", "BUSY", "noise before", "noise after", "two replies glued", "gap of 51 ms",
)  # fmt: skip


def asked(checksum: Checksum) -> Exchange:
    """An exchange that has just sent the question at 0 s."""
    exchange = Exchange(2, Wire(checksum))
    exchange.wire.has_echo = True
    exchange.ask(POLL)
    assert exchange.pump(0.0, b"") == SPOKEN[checksum].sent
    return exchange


@pytest.mark.parametrize("checksum", Checksum)
@pytest.mark.parametrize("kind", KINDS)
def test_an_odd_frame(kind: str, checksum: Checksum) -> None:
    said = SPOKEN[checksum]
    heard, outcome = odd(kind, said)
    exchange = asked(checksum)
    for at_s, data in heard:
        assert exchange.pump(at_s, data) == b""
    assert exchange.take_outcome() == outcome
    if outcome is None:
        again = exchange.pump(0.2, b"") + exchange.pump(0.26, b"")
        assert again == said.sent, "it is asked again, after the quiet"
        exchange.pump(0.27, said.sent + said.answer)
        assert exchange.take_outcome() == ANSWER


@pytest.mark.parametrize("checksum", Checksum)
def test_a_gap_of_50_ms_is_allowed(checksum: Checksum) -> None:
    said, exchange = SPOKEN[checksum], asked(checksum)
    exchange.pump(0.010, said.sent + said.answer[:6])
    exchange.pump(0.060, said.answer[6:])
    assert exchange.take_outcome() == ANSWER


def test_they_are_sixteen() -> None:
    assert len(set(KINDS)) == 16
