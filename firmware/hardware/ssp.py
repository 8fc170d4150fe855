"""Frames of SSP, the serial protocol of many bill validators: how bytes guard a message.

A frame is `7F`, sequence and address, length, data, and a checksum, low byte first. A `7F` inside
is doubled, so a single one always begins a frame. Bit 7 of the second byte turns with every new
command: a command with the bit of the last one is a repeat, and gets the last answer again.

Source: coin line notes of this project; every vector is in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique
from functools import cache

START = 0x7F
SEQUENCE_BIT = 0x80
LONGEST_DATA = 255
_POLYNOMIAL = 0x8005


@unique
class Command(IntEnum):
    """What a host asks of a validator."""

    RESET = 0x01
    SET_INHIBITS = 0x02
    SETUP_REQUEST = 0x05
    PROTOCOL_VERSION = 0x06
    POLL = 0x07
    REJECT = 0x08
    DISABLE = 0x09
    ENABLE = 0x0A
    SERIAL_NUMBER = 0x0C
    SYNC = 0x11
    HOLD = 0x18
    POLL_WITH_ACK = 0x56
    EVENT_ACK = 0x57


@unique
class Status(IntEnum):
    """The first byte of every answer."""

    OK = 0xF0
    UNKNOWN_COMMAND = 0xF2
    WRONG_PARAMETERS = 0xF3
    OUT_OF_RANGE = 0xF4
    CANNOT_PROCESS = 0xF5
    SOFTWARE_ERROR = 0xF6
    FAIL = 0xF8
    KEY_NOT_SET = 0xFA


@unique
class Told(IntEnum):
    """Events in the answer to a poll; those of `WITH_CHANNEL` carry one more byte."""

    CLEARED_TO_FRONT = 0xE1
    CLEARED_TO_CASHBOX = 0xE2
    CASHBOX_REMOVED = 0xE3
    CASHBOX_REPLACED = 0xE4
    FRAUD = 0xE6
    FULL = 0xE7
    DISABLED = 0xE8
    UNSAFE_JAM = 0xE9
    SAFE_JAM = 0xEA
    STACKED = 0xEB
    REJECTED = 0xEC
    REJECTING = 0xED
    CREDIT = 0xEE
    READ = 0xEF
    """Channel 0 while a note is still being read; a channel when it is held in escrow."""
    RESET = 0xF1
    STACKING = 0xCC


WITH_CHANNEL = frozenset(
    {Told.CLEARED_TO_FRONT, Told.CLEARED_TO_CASHBOX, Told.FRAUD, Told.CREDIT, Told.READ}
)


_TOLD = {int(told): told for told in Told}


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame whose checksum is right.

    Attributes:
        address: of the unit, 0..127.
        bit: its sequence bit.
        data: a command or a status, and what belongs to it.
    """

    address: int
    bit: bool
    data: bytes

    def to_bytes(self) -> bytes:
        """As it goes over the line.

        >>> Frame(0, True, bytes([Command.SYNC])).to_bytes().hex(" ")
        '7f 80 01 11 65 82'
        """
        body = bytes((self.address | self.bit * SEQUENCE_BIT, len(self.data))) + self.data
        body += crc(body).to_bytes(2, "little")
        return bytes((START,)) + body.replace(b"\x7f", b"\x7f\x7f")


@dataclass(frozen=True, slots=True)
class PollEvent:
    """One event of a poll; `channel` is 0 where it has none."""

    told: Told
    channel: int = 0


def crc(body: bytes) -> int:
    """Checksum of what stands between the start byte and itself, before doubling.

    >>> hex(crc(bytes.fromhex("80 01 07")))
    '0x212'
    """
    table = _crc_table()
    value = 0xFFFF
    for byte in body:
        value = (value << 8 & 0xFFFF) ^ table[value >> 8 ^ byte]
    return value


@cache
def _crc_table() -> tuple[int, ...]:
    """What each byte does to an empty checksum; made when the first frame comes."""
    table = []
    for byte in range(256):
        value = byte << 8
        for _ in range(8):
            value = (value << 1 ^ _POLYNOMIAL if value & 0x8000 else value << 1) & 0xFFFF
        table.append(value)
    return tuple(table)


def parse_events(data: bytes) -> tuple[list[PollEvent], bytes]:
    """The events behind the status of a poll's answer, oldest first; and what is left where
    an event is not known, whose length is not known either.

    >>> parse_events(bytes.fromhex("EE 03 E8"))
    ([PollEvent(told=<Told.CREDIT: 238>, channel=3), PollEvent(told=<Told.DISABLED: 232>, \
channel=0)], b'')
    """
    events: list[PollEvent] = []
    place = 0
    while place < len(data):
        told = _TOLD.get(data[place])
        if told is None:
            return events, data[place:]
        if told not in WITH_CHANNEL:
            events.append(PollEvent(told))
            place += 1
        elif place + 1 < len(data):
            events.append(PollEvent(told, data[place + 1]))
            place += 2
        else:
            return events, data[place:]
    return events, b""


class FrameReader:
    """Finds frames in a stream of bytes.

    Attributes:
        bad_frames: frames that were damaged or cut short, ever.
    """

    def __init__(self) -> None:
        self.bad_frames = 0
        self._body: bytearray | None = None
        self._had_start = False

    @property
    def is_idle(self) -> bool:
        """Whether it is between frames."""
        return self._body is None and not self._had_start

    def reset(self) -> None:
        """Forget what has begun."""
        self._body = None
        self._had_start = False

    def feed(self, received: bytes) -> list[Frame]:
        """The frames that are whole now."""
        frames = []
        for byte in received:
            frame = self._take(byte)
            if frame is not None:
                frames.append(frame)
        return frames

    def _take(self, byte: int) -> Frame | None:
        if self._had_start:
            is_doubled = byte == START
            if is_doubled and self._body is None:
                return None  # a stray start byte before a frame: this one may begin it
            self._had_start = False
            if not is_doubled:
                self.bad_frames += self._body is not None
                self._body = bytearray()
        elif byte == START:
            self._had_start = True
            return None
        if self._body is None:
            return None
        self._body.append(byte)
        return self._whole()

    def _whole(self) -> Frame | None:
        body = self._body
        if body is None or len(body) < 2 or len(body) < body[1] + 4:
            return None
        self._body = None
        if crc(bytes(body[:-2])) != int.from_bytes(body[-2:], "little"):
            self.bad_frames += 1
            return None
        return Frame(body[0] & ~SEQUENCE_BIT, bool(body[0] & SEQUENCE_BIT), bytes(body[2:-2]))
