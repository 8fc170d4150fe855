"""What passes on a ccTalk line, in words: the pure half of the line monitor.

Both checksums may be mixed, and noise between packets does not hide them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firmware.hardware import cctalk, cctalk_words
from firmware.hardware.cctalk import (
    EVENTS_IN_REPLY,
    Checksum,
    CoinId,
    Credit,
    Frame,
    FrameError,
    FrameReader,
    Header,
    Rejected,
)
from firmware.hardware.line_rows import Row, not_a_packet

EVENTS_LENGTH = 1 + 2 * EVENTS_IN_REPLY
VERDICTS = {Checksum.SUM8: "8-bit ok", Checksum.CRC16: "CRC-16 ok"}
_OTHER = {Checksum.SUM8: Checksum.CRC16, Checksum.CRC16: Checksum.SUM8}
_REPLIES = frozenset({Header.ACK, Header.NAK, Header.BUSY})


class Monitor:
    """Turns the bytes of a line, both directions mixed, into rows.

    >>> monitor = Monitor()
    >>> [row] = monitor.feed(bytes.fromhex("02 00 01 fe ff"), 0.0)
    >>> row.direction, row.name, row.verdict
    ('host -> 2', 'simple poll', '8-bit ok')
    """

    def __init__(self) -> None:
        self._cutter = FrameCutter()
        self._asked: int | None = None
        self._asked_of = 0

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken packet time out."""
        return [self._row(item, now_s) for item in self._cutter.feed(received, now_s)]

    def deadline_s(self) -> float | None:
        """When a broken packet will have timed out, or None."""
        return self._cutter.deadline_s()

    def _row(self, item: Frame | Rejected, now_s: float) -> Row:
        if isinstance(item, Rejected):
            return not_a_packet(item.raw, item.reason, now_s)
        verdict = VERDICTS[Checksum.CRC16 if item.source is None else Checksum.SUM8]
        if is_reply(item):
            source = self._asked_of if item.source is None else item.source
            asked, self._asked = self._asked, None
            name = f"= {cctalk.header_name(asked)}" if asked is not None else "unasked answer"
            return Row(now_s, f"{source} -> host", name, _answer_meaning(asked, item), verdict)
        self._asked, self._asked_of = item.header, item.destination
        name = cctalk.header_name(item.header)
        meaning = _command_meaning(item.header, item.data)
        return Row(now_s, f"host -> {item.destination}", name, meaning, verdict)


class FrameCutter:
    """Cuts a line's bytes, both directions and both checksums mixed, into frames.

    Where the specification's way of reading finds none, a frame between noise is looked for.
    """

    def __init__(self) -> None:
        self._reader = FrameReader(Checksum.SUM8)
        self._usual = Checksum.SUM8

    def feed(self, received: bytes, now_s: float) -> list[Frame | Rejected]:
        """What `received` completes; b"" lets a broken packet time out."""
        found: list[Frame | Rejected] = []
        for item in self._reader.feed(received, now_s):
            raw = item.to_bytes() if isinstance(item, Frame) else item.raw
            frame = self._read(raw)
            if frame is not None:
                found.append(frame)
            else:
                reason = item.reason if isinstance(item, Rejected) else "bad checksum"
                found += self._salvage(raw, reason)
        return found

    def deadline_s(self) -> float | None:
        """When a broken packet will have timed out, or None."""
        return self._reader.deadline_s()

    def _read(self, raw: bytes) -> Frame | None:
        """The frame that `raw` is by either checksum; the one that was last seen goes first.

        One sum of 256 fits by chance, so a frame between two strangers is none.
        """
        for checksum in (self._usual, _OTHER[self._usual]):
            try:
                frame = cctalk.parse(raw, checksum)
            except FrameError:
                continue
            if cctalk.HOST in (frame.destination, frame.source) or frame.source is None:
                self._usual = checksum
                return frame
        return None

    def _salvage(self, raw: bytes, reason: str) -> Iterator[Frame | Rejected]:
        """The frames inside bytes that are none as a whole, and what is between them."""
        junk_from = offset = 0
        while offset < len(raw) - 1:
            end = offset + (cctalk.frame_length(raw[offset : offset + 2]) or 0)
            frame = self._read(raw[offset:end]) if end <= len(raw) else None
            if frame is None:
                offset += 1
                continue
            if junk_from < offset:
                yield Rejected(raw[junk_from:offset], "noise")
            yield frame
            junk_from = offset = end
        if junk_from < len(raw):
            yield Rejected(raw[junk_from:], "noise" if junk_from else reason)


def is_reply(frame: Frame) -> bool:
    """Whether it goes from a unit to the host."""
    return frame.destination == cctalk.HOST and frame.header in _REPLIES


# --- commands -----------------------------------------------------------------------------------


def _command_meaning(header: int, data: bytes) -> str:
    describe = _COMMANDS.get((header, len(data)))
    return describe(data) if describe is not None else data.hex(" ")


def _answer_meaning(asked: int | None, frame: Frame) -> str:
    data = frame.data
    if frame.header != Header.ACK:
        return cctalk.header_name(frame.header).upper()
    if not data:
        return "ack"
    if asked in _TEXTS:
        return repr(data.decode("ascii", "replace"))
    if asked in _NUMBERS:
        return str(int.from_bytes(data, "little"))
    describe = _ANSWERS.get((asked, len(data)))
    return describe(data) if describe is not None else data.hex(" ")


def _events(data: bytes, event: Callable[[tuple[int, int]], str], told: int) -> str:
    """The counter and its newest `told` events."""
    credit = Credit.parse(data)
    words = ", ".join(event(pair) for pair in credit.pairs[:told])
    return f"counter {credit.counter}" + (f": {words}" if words else "")


def _last_event(data: bytes) -> int:
    """How many pairs there are up to the oldest that is not (0, 0)."""
    return max((n for n, pair in enumerate(Credit.parse(data).pairs, 1) if any(pair)), default=0)


def _coin_events(data: bytes) -> str:
    return _events(data, cctalk_words.coin_event, _last_event(data))


def _bill_events(data: bytes) -> str:
    """(0, 0) is an event of a bill unit: the counter says whether it happened."""
    return _events(data, cctalk_words.bill_event, max(data[0], _last_event(data)))


def _mask(data: bytes) -> str:
    bits = int.from_bytes(data, "little")
    return _listed("takes", [n for n in range(1, 17) if bits >> (n - 1) & 1])


def _listed(what: str, numbers: Iterable[int]) -> str:
    text = " ".join(str(number) for number in numbers)
    return f"{what} {text}" if text else f"{what} nothing"


def _master(data: bytes) -> str:
    return "open" if data[0] & 1 else "closed"


def _coin_id(data: bytes) -> str:
    coin = CoinId.parse(data)
    return f"{coin.text} = {coin.value_minor if coin.value_minor is not None else 'no value'}"


def _bill_id(data: bytes) -> str:
    return data.decode("ascii", "replace")


def _scaling(data: bytes) -> str:
    factor = int.from_bytes(data[:2], "little")
    return f"times {factor}, {data[2]} decimals" if factor else "country not supported"


def _mode(data: bytes) -> str:
    parts = [word for bit, word in ((1, "stacker"), (2, "escrow")) if data[0] & bit]
    return " and ".join(parts) or "neither stacker nor escrow"


def _options(data: bytes) -> str:
    return f"{data[0]:08b}"


def _statistics(data: bytes) -> str:
    return f"{data[0]} time-outs, {data[1]} bytes ignored, {data[2]} bad checksums"


def _revision(data: bytes) -> str:
    return f"level {data[0]}, {data[1]}.{data[2]}"


_TEXTS = frozenset(
    {
        Header.REQUEST_MANUFACTURER,
        Header.REQUEST_CATEGORY,
        Header.REQUEST_PRODUCT_CODE,
        Header.REQUEST_BUILD_CODE,
        Header.REQUEST_SOFTWARE_REVISION,
    }
)
_NUMBERS = frozenset(
    {
        Header.REQUEST_SERIAL_NUMBER,
        Header.REQUEST_DATABASE_VERSION,
        Header.REQUEST_INSERTION_COUNTER,
        Header.REQUEST_ACCEPT_COUNTER,
        Header.REQUEST_REJECT_COUNTER,
        Header.REQUEST_FRAUD_COUNTER,
        Header.REQUEST_ALARM_COUNTER,
    }
)
_COMMANDS: dict[tuple[int, int], Callable[[bytes], str]] = {
    (Header.MODIFY_INHIBIT_STATUS, 2): _mask,
    (Header.MODIFY_MASTER_INHIBIT, 1): _master,
    (Header.REQUEST_COIN_ID, 1): lambda data: f"coin {data[0]}",
    (Header.MODIFY_SORTER_PATHS, 2): lambda data: f"coin {data[0]} to path {data[1]}",
    (Header.REQUEST_SORTER_PATHS, 1): lambda data: f"coin {data[0]}",
    (Header.REQUEST_BILL_ID, 1): lambda data: f"note {data[0]}",
    (Header.REQUEST_COUNTRY_SCALING, 2): _bill_id,
    (Header.REQUEST_BILL_POSITION, 2): _bill_id,
    (Header.MODIFY_BILL_OPERATING_MODE, 1): _mode,
    (Header.ROUTE_BILL, 1): lambda data: cctalk_words.route(data[0]),
}
"""By header and number of data bytes, as a strange number means that it is something else."""
_ANSWERS: dict[tuple[int | None, int], Callable[[bytes], str]] = {
    (Header.READ_BUFFERED_CREDIT, EVENTS_LENGTH): _coin_events,
    (Header.READ_BUFFERED_BILL_EVENTS, EVENTS_LENGTH): _bill_events,
    (Header.REQUEST_COIN_ID, 6): _coin_id,
    (Header.REQUEST_BILL_ID, 7): _bill_id,
    (Header.REQUEST_COUNTRY_SCALING, 3): _scaling,
    (Header.REQUEST_BILL_POSITION, 2): _mask,
    (Header.REQUEST_BILL_OPERATING_MODE, 1): _mode,
    (Header.ROUTE_BILL, 1): lambda data: cctalk_words.route_answer(data[0]),
    (Header.REQUEST_INHIBIT_STATUS, 2): _mask,
    (Header.REQUEST_MASTER_INHIBIT, 1): _master,
    (Header.PERFORM_SELF_CHECK, 1): lambda data: cctalk_words.self_check(data[0]),
    (Header.PERFORM_SELF_CHECK, 2): lambda data: cctalk_words.self_check(data[0]),
    (Header.REQUEST_POLLING_PRIORITY, 2): lambda data: cctalk_words.poll_every(*data),
    (Header.REQUEST_OPTION_FLAGS, 1): _options,
    (Header.REQUEST_COMMS_STATISTICS, 3): _statistics,
    (Header.REQUEST_COMMS_REVISION, 3): _revision,
}
