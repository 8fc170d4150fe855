"""An emulated unit that tells of money in one-way frames, as a pure machine."""

from __future__ import annotations

from enum import StrEnum, unique

from firmware.hardware.acceptor_profiles import COUNTED, FrameProfile
from firmware.hardware.frame_shape import finished, trailer_length
from firmware.suggestion import suggestion

DECISION_S = 0.150
IDLE_EVERY_S = 1.0


@unique
class FrameFault(StrEnum):
    """Faults that can be asked for by name."""

    SILENT = "silent"
    NOISE = "noise"
    """Strange bytes before and after frames."""
    WRONG_CHECK = "wrong-check"
    """Every second message is damaged."""
    JAM = "jam"
    """Right money gets stuck, where the unit can tell so."""


def frame_fault_by_name(name: str) -> FrameFault:
    """The fault called `name`.

    Raises:
        ValueError: there is none; says which there are and which was perhaps meant.
    """
    try:
        return FrameFault(name)
    except ValueError:
        raise ValueError(f"no fault '{name}' ({suggestion(name, FrameFault)})") from None


class FrameEmulator:
    """The unit and its box.

    Attributes:
        in_box_minor: worth of what it took, ever.
        accepted: coins or notes taken, ever.
        returned: given back, ever.
    """

    def __init__(
        self,
        profile: FrameProfile,
        *,
        unit_minor: int,
        channels_minor: tuple[int, ...] = (),
        fault: FrameFault | None = None,
    ) -> None:
        self.in_box_minor = self.accepted = self.returned = 0
        self._profile = profile
        self._unit_minor = unit_minor
        self._channels_minor = channels_minor
        self._fault = fault
        self._is_powered = True
        self._is_open = not profile.has_commands
        self._falling: list[tuple[float, int]] = []
        self._idle_s = float("-inf")
        self._messages = 0
        self._pulses = [0] * (profile.audit.counts if profile.audit is not None else 0)

    def insert(self, value_minor: int, now_s: float) -> None:
        """Money goes into the slot; what becomes of it shows a moment later."""
        last_s = self._falling[-1][0] if self._falling else now_s
        self._falling.append((max(now_s, last_s) + DECISION_S, value_minor))

    def power_cut(self, now_s: float) -> None:
        """No power: what falls comes back; what was decided by then is in the box, untold."""
        self.pump(now_s)
        self.returned += len(self._falling)
        self._falling.clear()
        self._is_powered = False

    def power_up(self) -> None:
        """Power again."""
        self._is_powered = True
        self._is_open = not self._profile.has_commands

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        if not self._is_powered:
            return b""
        out = b""
        commands, audit = self._profile.commands, self._profile.audit
        if self._profile.has_commands:
            for byte in received:
                if byte in (*commands.open, *commands.close):
                    self._is_open = byte in commands.open
        if audit is not None and bytes(audit.ask) in received:
            totals = b"".join(pulses.to_bytes(4, "little") for pulses in self._pulses)
            out += self._frame(0, bytes((audit.answer,)) + totals)
        while self._falling and self._falling[0][0] <= now_s:
            out += self._spoil(self._decide(self._falling.pop(0)[1]))
        if self._profile.is_chatty and now_s >= self._idle_s:
            self._idle_s = now_s + IDLE_EVERY_S
            out += self._frame(self._profile.signs.idle[0])
        return b"" if self._fault is FrameFault.SILENT else out

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes."""
        moments = [due_s for due_s, _ in self._falling]
        if self._is_powered and self._profile.is_chatty:
            moments.append(self._idle_s)
        return min(moments, default=None)

    def has_undelivered(self) -> bool:
        """Whether something is falling."""
        return bool(self._falling)

    def _decide(self, value_minor: int) -> bytes:
        money, signs = self._profile.money, self._profile.signs
        said = self._said(value_minor)
        if said is None or not self._is_open:
            self.returned += 1
            return self._frame(signs.rejected[0]) if signs.rejected and self._is_open else b""
        if self._fault is FrameFault.JAM and signs.jammed:
            self.returned += 1
            return self._frame(signs.jammed[0]) + self._frame(signs.rejected[0])
        self.accepted += 1
        self.in_box_minor += value_minor
        if not money.sequence:
            return said
        if self._profile.frame.length == COUNTED:
            self._pulses[said[0] - 1] += int.from_bytes(said[1:], "little")
            return self._frame(0, said)
        before = b"".join(self._frame(header) for header in money.sequence[:-1])
        return before + self._frame(money.sequence[-1], bytes(money.at - 1) + said)

    def _said(self, value_minor: int) -> bytes | None:
        """How the worth is told; None where the unit does not know such money."""
        match self._profile.money.by:
            case "channel":
                if value_minor not in self._channels_minor:
                    return None
                return bytes((self._channels_minor.index(value_minor) + 1,))
            case "pulses":
                return self._said_in_pulses(value_minor)
        units, rest = divmod(value_minor, self._unit_minor)
        return bytes((units,)) if not rest and 0 < units < 1 << 8 else None

    def _said_in_pulses(self, value_minor: int) -> bytes | None:
        """The first input whose pulses come to the worth, and how many."""
        worths = self._channels_minor or (self._unit_minor,)
        for channel, worth in enumerate(worths[: self._profile.money.channels], 1):
            pulses, rest = divmod(value_minor, worth) if worth else (0, 1)
            if not rest and 0 < pulses < 1 << 16:
                return bytes((channel, *pulses.to_bytes(2, "little")))
        return None

    def _frame(self, header: int, data: bytes = b"") -> bytes:
        shape = self._profile.frame
        if shape.length == COUNTED:
            return finished(shape, bytes((shape.headers[0], len(data))) + data)
        front = bytes((header,)) + data
        return finished(shape, front.ljust(shape.length - trailer_length(shape), b"\0"))

    def _spoil(self, message: bytes) -> bytes:
        if not message:
            return message
        self._messages += 1
        if self._fault is FrameFault.NOISE:
            return b"\x00\xa5" + message + b"\xff"
        if self._fault is FrameFault.WRONG_CHECK and self._messages % 2 == 0:
            return message[:-1] + bytes((message[-1] ^ 0x10,))
        return message
