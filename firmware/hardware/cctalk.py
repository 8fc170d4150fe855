"""ccTalk on the wire: frames, checksums, header names and coin ids.

Pure: bytes in, values out. No library speaks ccTalk, so the whole of the framing is
here, for the driver, the emulated acceptor and the line monitor alike.

>>> ask(Header.SIMPLE_POLL, destination=2).hex(" ")
'02 00 01 fe ff'
>>> CoinId.parse(b"EU2K5A").value_minor
2500
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass
from enum import Enum, IntEnum, unique
from fractions import Fraction

HOST = 1
"""Address of the master on every ccTalk line."""
COIN_ACCEPTOR = 2
"""Usual address of a coin acceptor."""
BILL_VALIDATOR = 40
"""Usual address of a bill validator."""
BYTE_GAP_S = 0.050
"""A longer silence inside a packet ends it."""
SHORTEST_FRAME = 5
LAST_COIN = 16
LAST_BILL = 16
EVENTS_IN_REPLY = 5

_ROUNDING_S = 1e-6


@unique
class Checksum(Enum):
    """How a line guards its frames; a unit is set to one of the two."""

    SUM8 = "8-bit"
    CRC16 = "crc-16"


@unique
class Header(IntEnum):
    """Commands and replies by their number; the name is the specification's, shortened."""

    ACK = 0
    RESET = 1
    REQUEST_COMMS_STATISTICS = 2
    CLEAR_COMMS_STATISTICS = 3
    REQUEST_COMMS_REVISION = 4
    NAK = 5
    BUSY = 6
    REQUEST_ENCRYPTION_SUPPORT = 111
    SWITCH_BAUD_RATE = 113
    REQUEST_HOPPER_COIN_VALUE = 131
    EMERGENCY_STOP_BY_VALUE = 132
    REQUEST_HOPPER_POLLING_VALUE = 133
    DISPENSE_HOPPER_BY_VALUE = 134
    REQUEST_BILL_OPERATING_MODE = 152
    MODIFY_BILL_OPERATING_MODE = 153
    ROUTE_BILL = 154
    REQUEST_BILL_POSITION = 155
    REQUEST_COUNTRY_SCALING = 156
    REQUEST_BILL_ID = 157
    READ_BUFFERED_BILL_EVENTS = 159
    TEST_HOPPER = 163
    ENABLE_HOPPER = 164
    MODIFY_VARIABLE_SET = 165
    REQUEST_HOPPER_STATUS = 166
    DISPENSE_HOPPER = 167
    REQUEST_HOPPER_DISPENSE_COUNT = 168
    REQUEST_ADDRESS_MODE = 169
    REQUEST_BASE_YEAR = 170
    MODIFY_HOPPER_FLOAT = 175
    REQUEST_ALARM_COUNTER = 176
    UPLOAD_WINDOW_DATA = 183
    REQUEST_COIN_ID = 184
    REQUEST_BUILD_CODE = 192
    REQUEST_FRAUD_COUNTER = 193
    REQUEST_REJECT_COUNTER = 194
    REQUEST_LAST_CHANGE_DATE = 195
    REQUEST_CREATION_DATE = 196
    CALCULATE_ROM_CHECKSUM = 197
    REQUEST_TEACH_STATUS = 201
    TEACH_MODE_CONTROL = 202
    REQUEST_SORTER_PATHS = 209
    MODIFY_SORTER_PATHS = 210
    REQUEST_OPTION_FLAGS = 213
    REQUEST_DATA_STORAGE = 216
    REQUEST_ACMI_DATA = 220
    REQUEST_SORTER_OVERRIDE = 221
    MODIFY_SORTER_OVERRIDE = 222
    MODIFY_ENCRYPTED_INHIBIT_REGISTERS = 223
    REQUEST_ENCRYPTED_PRODUCT_ID = 224
    REQUEST_ACCEPT_COUNTER = 225
    REQUEST_INSERTION_COUNTER = 226
    REQUEST_MASTER_INHIBIT = 227
    MODIFY_MASTER_INHIBIT = 228
    READ_BUFFERED_CREDIT = 229
    REQUEST_INHIBIT_STATUS = 230
    MODIFY_INHIBIT_STATUS = 231
    PERFORM_SELF_CHECK = 232
    LATCH_OUTPUT_LINES = 233
    READ_OPTO_STATES = 236
    REQUEST_SOFTWARE_REVISION = 241
    REQUEST_SERIAL_NUMBER = 242
    REQUEST_DATABASE_VERSION = 243
    REQUEST_PRODUCT_CODE = 244
    REQUEST_CATEGORY = 245
    REQUEST_MANUFACTURER = 246
    REQUEST_STATUS = 248
    REQUEST_POLLING_PRIORITY = 249
    ADDRESS_POLL = 253
    SIMPLE_POLL = 254


def crc16(checked: bytes) -> int:
    """CRC-16/XMODEM: polynomial 0x1021, start 0, not reflected."""
    return crc_hqx(checked, 0)


def header_name(header: int) -> str:
    """The name of `header` in words, or its number when it has none here."""
    try:
        return Header(header).name.lower().replace("_", " ")
    except ValueError:
        return f"header {header}"


class FrameError(ValueError):
    """Bytes that are not a ccTalk frame; says which rule they break and quotes them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One packet.

    Attributes:
        destination: address it goes to, 0..255.
        header: command number, or 0 in a reply.
        data: 0..255 bytes.
        source: address it comes from; None under CRC-16, whose frames carry none.
    """

    destination: int
    header: int
    data: bytes = b""
    source: int | None = HOST

    def to_bytes(self) -> bytes:
        """The packet as it goes over the wire: CRC-16 when there is no source, else the sum."""
        if self.source is None:
            body = bytes((self.destination, len(self.data)))
            tail = bytes((self.header,)) + self.data
            crc = crc16(body + tail)
            return body + bytes((crc & 255,)) + tail + bytes((crc >> 8,))
        body = bytes((self.destination, len(self.data), self.source, self.header)) + self.data
        return body + bytes((-sum(body) & 255,))


def ask(
    header: int,
    data: bytes = b"",
    *,
    destination: int = COIN_ACCEPTOR,
    checksum: Checksum = Checksum.SUM8,
) -> bytes:
    """The bytes of a command from the host."""
    return Frame(destination, header, data, HOST if checksum is Checksum.SUM8 else None).to_bytes()


def reply(
    header: int = Header.ACK,
    data: bytes = b"",
    *,
    source: int = COIN_ACCEPTOR,
    checksum: Checksum = Checksum.SUM8,
) -> bytes:
    """The bytes of a device's answer to the host."""
    return Frame(HOST, header, data, source if checksum is Checksum.SUM8 else None).to_bytes()


def frame_length(start: bytes | bytearray) -> int | None:
    """Length of the packet that begins with `start`, or None before its second byte is in."""
    return SHORTEST_FRAME + start[1] if len(start) > 1 else None


def parse(raw: bytes, checksum: Checksum = Checksum.SUM8) -> Frame:
    """The frame that `raw` is, exactly.

    Raises:
        FrameError: too short, too long, or a checksum that does not fit.
    """
    length = frame_length(raw)
    if length is None or len(raw) < length:
        raise FrameError(f"short frame: {raw.hex(' ')}")
    if len(raw) > length:
        raise FrameError(f"long frame: {raw.hex(' ')}")
    if checksum is Checksum.SUM8:
        if sum(raw) & 255:
            raise FrameError(f"bad checksum: {raw.hex(' ')}")
        return Frame(raw[0], raw[3], raw[4:-1], raw[2])
    if crc16(raw[:2] + raw[3:-1]) != raw[2] | raw[-1] << 8:
        raise FrameError(f"bad CRC: {raw.hex(' ')}")
    return Frame(raw[0], raw[3], raw[4:-1], None)


@dataclass(frozen=True, slots=True)
class Rejected:
    """Bytes that arrived and are no frame, with the reason in words."""

    raw: bytes
    reason: str


class FrameReader:
    """Cuts a stream of bytes into frames as a ccTalk unit does.

    A silence of more than 50 ms drops a packet that is not complete; a packet whose
    checksum does not fit is dropped whole. Both are handed out as `Rejected`.
    """

    def __init__(self, checksum: Checksum = Checksum.SUM8) -> None:
        self._checksum = checksum
        self._buffer = bytearray()
        self._last_byte_s = 0.0

    def feed(self, received: bytes, now_s: float) -> list[Frame | Rejected]:
        """What `received` completes; call it with b"" to let a partial packet time out."""
        found: list[Frame | Rejected] = []
        if self._buffer and is_gap(self._last_byte_s, now_s):
            found.append(Rejected(bytes(self._buffer), "gap of more than 50 ms inside"))
            self._buffer.clear()
        if received:
            self._buffer += received
            self._last_byte_s = now_s
        while (length := frame_length(self._buffer)) and len(self._buffer) >= length:
            raw = bytes(self._buffer[:length])
            del self._buffer[:length]
            try:
                found.append(parse(raw, self._checksum))
            except FrameError as error:
                found.append(Rejected(raw, str(error).partition(":")[0]))
        return found

    def deadline_s(self) -> float | None:
        """When a packet that is only partly there will have timed out, or None."""
        return self._last_byte_s + BYTE_GAP_S + 2 * _ROUNDING_S if self._buffer else None


def is_gap(last_byte_s: float, now_s: float) -> bool:
    """Whether the line was silent for longer than a packet allows between its bytes."""
    return now_s - last_byte_s > BYTE_GAP_S + _ROUNDING_S


def find_reply(
    received: bytes | bytearray,
    shortest: int,
    longest: int,
    *,
    source: int = COIN_ACCEPTOR,
    checksum: Checksum = Checksum.SUM8,
) -> tuple[int, Frame] | None:
    """The first whole reply to the host in `received`, and the offset where it begins.

    Bytes before it are noise or somebody else's. A reply with data must have
    `shortest`..`longest` bytes of them; NAK and BUSY always count.
    """
    for offset in range(len(received) - SHORTEST_FRAME + 1):
        if received[offset] != HOST:
            continue
        end = offset + SHORTEST_FRAME + received[offset + 1]
        if end > len(received):
            continue
        try:
            frame = parse(bytes(received[offset:end]), checksum)
        except FrameError:
            continue
        if frame.source is not None and frame.source != source:
            continue
        if frame.header in (Header.NAK, Header.BUSY) and not frame.data:
            return offset, frame
        if frame.header == Header.ACK and shortest <= len(frame.data) <= longest:
            return offset, frame
    return None


_MULTIPLIERS = {
    ".": Fraction(1),
    "m": Fraction(1, 1000),
    "K": Fraction(1000),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
}


@dataclass(frozen=True, slots=True)
class CoinId:
    """A coin's six characters.

    Attributes:
        text: the characters as they came.
        country: two letters; `TK` for a token, `..` for an empty position.
        value_minor: whole minor units (cents), or None when it is empty, a token, a
            fraction of a minor unit or unreadable; such a coin stays refused.
    """

    text: str
    country: str
    value_minor: int | None

    @classmethod
    def parse(cls, raw: bytes) -> CoinId:
        """Read the six bytes of a coin id; nothing in them is an error, at worst no value."""
        text = raw.decode("ascii", "replace")
        country = text[:2]
        if len(raw) != 6 or not (country.isascii() and country.isalpha()) or country == "TK":
            return cls(text, country, None)
        return cls(text, country, _value_minor(text[2:5]))


def _value_minor(digits: str) -> int | None:
    """`050` -> 50, `5K0` -> 5000, `M10` -> 100000; None unless it is whole and positive."""
    mark = next((letter for letter in digits if letter in _MULTIPLIERS), "")
    before, _, after = digits.partition(mark) if mark else (digits, "", "")
    figures = before + after
    if not (figures.isascii() and figures.isdecimal()):
        return None
    value = Fraction(int(figures), 10 ** len(after)) * _MULTIPLIERS.get(mark, Fraction(1))
    return int(value) if value.denominator == 1 and value > 0 else None


MINOR_DIGITS = 2
"""Decimal places of a currency: cents, kopecks, pence."""


@dataclass(frozen=True, slots=True)
class BillId:
    """A bill's seven characters.

    Attributes:
        text: the characters as they came.
        country: two letters.
        value: the four figures, or None when it is empty or unreadable.
    """

    text: str
    country: str
    value: int | None

    @classmethod
    def parse(cls, raw: bytes) -> BillId:
        """Read the seven bytes of a bill id; nothing in them is an error, at worst no value."""
        text = raw.decode("ascii", "replace")
        country, figures = text[:2], text[2:6]
        is_known = country.isascii() and country.isalpha() and len(raw) == 7
        is_number = figures.isascii() and figures.isdecimal() and int(figures) > 0
        return cls(text, country, int(figures) if is_known and is_number else None)

    def value_minor(self, scaling: tuple[int, int] | None) -> int | None:
        """Whole minor units, by the country's (factor, decimal places); None without them.

        >>> BillId.parse(b"EU0005A").value_minor((100, 2))
        500
        """
        if self.value is None or scaling is None or not scaling[0]:
            return None
        factor, decimals = scaling
        value = Fraction(self.value * factor * 10**MINOR_DIGITS, 10**decimals)
        return int(value) if value.denominator == 1 else None


@dataclass(frozen=True, slots=True)
class Credit:
    """The eleven bytes of "read buffered credit": the counter and five pairs, newest first."""

    counter: int
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, data: bytes) -> Credit:
        """Split the reply's data.

        Raises:
            FrameError: not eleven bytes.
        """
        if len(data) != 1 + 2 * EVENTS_IN_REPLY:
            raise FrameError(f"not a credit reply: {data.hex(' ')}")
        return cls(data[0], tuple(zip(data[1::2], data[2::2], strict=True)))

    def to_bytes(self) -> bytes:
        """The data of the reply."""
        return bytes((self.counter, *(value for pair in self.pairs for value in pair)))
