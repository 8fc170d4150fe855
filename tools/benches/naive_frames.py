"""Frame parsers as one writes them first: a byte at a time, checksums by their definition.

They look at no gap, no echo and no address, and resynchronise on nothing: what our readers do
beyond them is what the comparison is about.
"""

from __future__ import annotations

from firmware.hardware.cctalk import Checksum

FRONT = 4
"""Bytes of a ccTalk packet before its data."""


class NaiveCctalk:
    """Collects a packet, checks it, begins the next."""

    def __init__(self, checksum: Checksum) -> None:
        self._checksum = checksum
        self._packet: list[int] = []

    def feed(self, received: bytes) -> list[tuple[int, int, bytes]]:
        """Destination, header and data of the packets that are whole now."""
        found = []
        for byte in received:
            self._packet.append(byte)
            if len(self._packet) < 2 or len(self._packet) < self._packet[1] + FRONT + 1:
                continue
            packet, self._packet = self._packet, []
            if self._is_right(packet):
                found.append((packet[0], packet[3], bytes(packet[FRONT:-1])))
        return found

    def _is_right(self, packet: list[int]) -> bool:
        if self._checksum is Checksum.SUM8:
            return sum(packet) % 256 == 0
        told = packet[2] | packet[-1] << 8
        return told == bitwise_crc(packet[:2] + packet[3:-1], polynomial=0x1021, start=0)


class NaiveSsp:
    """Waits for a start byte, takes the second of two away, checks what follows."""

    START = 0x7F

    def __init__(self) -> None:
        self._body: list[int] = []
        self._is_inside = self._was_start = False

    def feed(self, received: bytes) -> list[bytes]:
        """Data of the frames that are whole now."""
        found = []
        for byte in received:
            if byte == self.START and not self._is_inside:
                self._is_inside, self._body = True, []
                continue
            if byte == self.START and not self._was_start:
                self._was_start = True
                continue
            self._was_start = False
            self._body.append(byte)
            if len(self._body) < 2 or len(self._body) < self._body[1] + 4:
                continue
            body, self._is_inside = self._body, False
            told = body[-2] | body[-1] << 8
            if told == bitwise_crc(body[:-2], polynomial=0x8005, start=0xFFFF):
                found.append(bytes(body[2:-2]))
        return found


class NaiveDg600f:
    """Collects three bytes from the header on."""

    HEADER = 0xAA

    def __init__(self) -> None:
        self._frame: list[int] = []

    def feed(self, received: bytes) -> list[int]:
        """Values of the frames that are whole now."""
        found = []
        for byte in received:
            if not self._frame and byte != self.HEADER:
                continue
            self._frame.append(byte)
            if len(self._frame) == 3:
                header, value, check = self._frame
                self._frame = []
                if header ^ value == check:
                    found.append(value)
        return found


def bitwise_crc(checked: list[int], *, polynomial: int, start: int) -> int:
    """A 16-bit CRC, most significant bit first, bit by bit.

    >>> hex(bitwise_crc(list(b"123456789"), polynomial=0x1021, start=0))
    '0x31c3'
    """
    crc = start
    for byte in checked:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ polynomial if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc
