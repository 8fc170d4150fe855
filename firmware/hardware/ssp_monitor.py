"""What passes on an SSP line, in words: the pure half of the line monitor for note validators."""

from __future__ import annotations

from firmware.hardware.line_rows import Row, not_a_packet
from firmware.hardware.ssp import (
    WITH_CHANNEL,
    Command,
    Frame,
    FrameReader,
    PollEvent,
    Status,
    Told,
    parse_events,
)

GAP_S = 0.100
"""A longer silence inside a frame ends it."""
_FIRST_STATUS = 0xF0
_COMMANDS = frozenset(int(command) for command in Command)
_STATUSES = frozenset(int(status) for status in Status)
_POLLS = (Command.POLL, Command.POLL_WITH_ACK)
_TEXTS = {
    Told.CLEARED_TO_FRONT: "note handed back at power-up",
    Told.CLEARED_TO_CASHBOX: "note stacked at power-up",
    Told.CASHBOX_REMOVED: "cash box taken out",
    Told.CASHBOX_REPLACED: "cash box put in",
    Told.FRAUD: "fraud",
    Told.FULL: "stacker full",
    Told.DISABLED: "disabled",
    Told.UNSAFE_JAM: "note jammed within reach",
    Told.SAFE_JAM: "note jammed out of reach",
    Told.STACKED: "stacked",
    Told.REJECTED: "note rejected",
    Told.REJECTING: "rejecting a note",
    Told.CREDIT: "credit",
    Told.READ: "held in escrow",
    Told.RESET: "was reset",
    Told.STACKING: "stacking",
}


class SspMonitor:
    """Turns the bytes of a line, both directions mixed, into rows.

    >>> [row] = SspMonitor().feed(bytes.fromhex("7F 80 01 11 65 82"), 0.0)
    >>> row.direction, row.name, row.verdict
    ('host -> 0', 'sync', 'CRC ok')
    """

    def __init__(self) -> None:
        self._reader = FrameReader()
        self._raw = bytearray()
        self._last_byte_s = 0.0
        self._asked: int | None = None
        self._last: Frame | None = None

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken frame time out."""
        rows: list[Row] = []
        if self._raw and now_s - self._last_byte_s >= GAP_S:
            rows.append(self._reject("gap of more than 100 ms inside", now_s))
        for byte in received:
            self._last_byte_s = now_s
            rows += self._take(byte, now_s)
        return rows

    def deadline_s(self) -> float | None:
        """When a broken frame will have timed out, or None."""
        return self._last_byte_s + GAP_S if self._raw else None

    def _take(self, byte: int, now_s: float) -> list[Row]:
        self._raw.append(byte)
        bad = self._reader.bad_frames
        frames = self._reader.feed(bytes((byte,)))
        if not frames:
            is_bad = self._reader.bad_frames > bad and self._reader.is_idle
            return [self._reject("bad CRC", now_s)] if is_bad else []
        [frame] = frames
        noise = bytes(self._raw).removesuffix(frame.to_bytes())
        self._raw.clear()
        told = [not_a_packet(noise, "noise", now_s)] if noise else []
        return [*told, self._describe(frame, now_s)]

    def _reject(self, reason: str, now_s: float) -> Row:
        row = not_a_packet(bytes(self._raw), reason, now_s)
        self._raw.clear()
        self._reader.reset()
        return row

    def _describe(self, frame: Frame, now_s: float) -> Row:
        code, data = (frame.data[0], frame.data[1:]) if frame.data else (0, b"")
        if code >= _FIRST_STATUS:
            asked, self._asked = self._asked, None
            name = f"= {_name(asked)}" if asked is not None else "unasked answer"
            meaning = _answer_meaning(asked, code, data)
            return Row(now_s, f"{frame.address} -> host", name, meaning, "CRC ok")
        is_repeat = frame == self._last and code != Command.SYNC
        self._asked, self._last = code, frame
        verdict = "CRC ok, a repeat" if is_repeat else "CRC ok"
        meaning = _command_meaning(code, data)
        return Row(now_s, f"host -> {frame.address}", _name(code), meaning, verdict)


def event_words(event: PollEvent) -> str:
    """An event of a poll, for a person.

    >>> event_words(PollEvent(Told.CREDIT, 3)), event_words(PollEvent(Told.READ, 0))
    ('credit channel 3', 'reading a note')
    """
    if event == PollEvent(Told.READ):
        return "reading a note"
    text = _TEXTS[event.told]
    return f"{text} channel {event.channel}" if event.told in WITH_CHANNEL else text


def _name(code: int) -> str:
    if code in _COMMANDS:
        return Command(code).name.lower().replace("_", " ")
    return f"command {code:02x}"


def _command_meaning(code: int, data: bytes) -> str:
    if code == Command.SET_INHIBITS:
        bits = int.from_bytes(data, "little")
        open_channels = [str(n + 1) for n in range(8 * len(data)) if bits >> n & 1]
        return f"takes {' '.join(open_channels) or 'nothing'}"
    return data.hex(" ")


def _answer_meaning(asked: int | None, code: int, data: bytes) -> str:
    if code != Status.OK:
        status = Status(code).name.lower().replace("_", " ") if code in _STATUSES else f"{code:02x}"
        return f"{status} {data.hex(' ')}".strip()
    if asked in _POLLS:
        events, rest = parse_events(data)
        words = [event_words(event) for event in events]
        return ", ".join([*words, rest.hex(" ")] if rest else words) or "nothing"
    return data.hex(" ") or "ok"
