"""What passes on a ccTalk line, in words: the pure half of the line monitor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.hardware import cctalk
from firmware.hardware.cctalk import (
    Checksum,
    CoinId,
    Credit,
    Frame,
    FrameError,
    FrameReader,
    Header,
    Rejected,
)

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
    }
)
_REPLIES = frozenset({Header.ACK, Header.NAK, Header.BUSY})


@dataclass(frozen=True, slots=True)
class Row:
    """One packet as a person reads it.

    Attributes:
        time_s: when it was complete, in the clock that fed the monitor.
        direction: `host -> 2`, `2 -> host`, or empty when it is no packet.
        name: the header's name; of an answer the name of what it answers.
        meaning: its data in words, or in hexadecimal figures.
        verdict: which checksum fits, or what is wrong.
    """

    time_s: float
    direction: str
    name: str
    meaning: str
    verdict: str

    def __str__(self) -> str:
        return (
            f"{self.time_s:10.3f}  {self.direction:<10}  {self.name:<24}  "
            f"{self.meaning:<40}  {self.verdict}"
        )


class Monitor:
    """Turns the bytes of a line, both directions mixed, into rows.

    >>> monitor = Monitor()
    >>> [row] = monitor.feed(bytes.fromhex("02 00 01 fe ff"), 0.0)
    >>> row.direction, row.name, row.verdict
    ('host -> 2', 'simple poll', '8-bit ok')
    """

    def __init__(self) -> None:
        self._reader = FrameReader(Checksum.SUM8)
        self._asked: int | None = None
        self._asked_of = 0

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken packet time out."""
        return [self._row(item, now_s) for item in self._reader.feed(received, now_s)]

    def deadline_s(self) -> float | None:
        """When a broken packet will have timed out, or None."""
        return self._reader.deadline_s()

    def _row(self, item: Frame | Rejected, now_s: float) -> Row:
        if isinstance(item, Frame):
            return self._describe(item, now_s, "8-bit ok")
        try:
            frame = cctalk.parse(item.raw, Checksum.CRC16)
        except FrameError:
            return Row(now_s, "", "not a packet", item.raw.hex(" "), item.reason)
        return self._describe(frame, now_s, "CRC-16 ok")

    def _describe(self, frame: Frame, now_s: float, verdict: str) -> Row:
        if frame.destination == cctalk.HOST and frame.header in _REPLIES:
            source = self._asked_of if frame.source is None else frame.source
            asked, self._asked = self._asked, None
            name = f"= {cctalk.header_name(asked)}" if asked is not None else "unasked answer"
            return Row(now_s, f"{source} -> host", name, _answer_meaning(asked, frame), verdict)
        self._asked, self._asked_of = frame.header, frame.destination
        name = cctalk.header_name(frame.header)
        meaning = _command_meaning(frame.header, frame.data)
        return Row(now_s, f"host -> {frame.destination}", name, meaning, verdict)


def _command_meaning(header: int, data: bytes) -> str:
    if header == Header.MODIFY_INHIBIT_STATUS and len(data) == 2:
        return _mask_meaning(data)
    if header == Header.MODIFY_MASTER_INHIBIT and len(data) == 1:
        return _master_meaning(data)
    if header == Header.REQUEST_COIN_ID and len(data) == 1:
        return f"coin {data[0]}"
    return data.hex(" ")


def _answer_meaning(asked: int | None, frame: Frame) -> str:
    data = frame.data
    if frame.header != Header.ACK:
        return cctalk.header_name(frame.header).upper()
    if not data:
        return "ack"
    if asked == Header.READ_BUFFERED_CREDIT and len(data) == 11:
        return _credit_meaning(Credit.parse(data))
    if asked == Header.REQUEST_COIN_ID:
        coin = CoinId.parse(data)
        return f"{coin.text} = {coin.value_minor if coin.value_minor is not None else 'no value'}"
    if asked == Header.REQUEST_INHIBIT_STATUS and len(data) == 2:
        return _mask_meaning(data)
    if asked == Header.REQUEST_MASTER_INHIBIT and len(data) == 1:
        return _master_meaning(data)
    if asked == Header.PERFORM_SELF_CHECK:
        return f"fault {data[0]}" if data[0] else "no fault"
    if asked in _NUMBERS:
        return str(int.from_bytes(data, "little"))
    if asked in _TEXTS:
        return repr(data.decode("ascii", "replace"))
    return data.hex(" ")


def _credit_meaning(credit: Credit) -> str:
    events = [
        f"coin {coin} path {detail}" if coin else f"code {detail}"
        for coin, detail in credit.pairs
        if coin or detail
    ]
    return f"counter {credit.counter}" + (f": {', '.join(events)}" if events else "")


def _mask_meaning(data: bytes) -> str:
    bits = int.from_bytes(data, "little")
    return _listed("takes coins", [n for n in range(1, 17) if bits >> (n - 1) & 1])


def _listed(what: str, numbers: Iterable[int]) -> str:
    text = " ".join(str(number) for number in numbers)
    return f"{what} {text}" if text else "takes no coin"


def _master_meaning(data: bytes) -> str:
    return "open" if data[0] & 1 else "closed"
