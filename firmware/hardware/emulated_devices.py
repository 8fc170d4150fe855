"""The devices that can be emulated, by name: how each is made, its faults, a person's hint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_faults import BILL_FAULTS, COIN_FAULTS, MEANINGS, Fault
from firmware.hardware.frame_emulator import FrameEmulator, FrameFault
from firmware.hardware.ssp_emulator import SspEmulator, SspFault
from firmware.suggestion import suggestion


class EmulatedUnit(Protocol):
    """An emulated device that takes money, as a person at a console meets it.

    Attributes:
        in_box_minor: worth of what it took, ever; minor units.
        accepted: coins or notes taken, ever.
        returned: coins or notes given back, ever.
    """

    in_box_minor: int
    accepted: int
    returned: int

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Bytes that the host sent in; bytes that appear on the wire out."""

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes."""

    def insert(self, value_minor: int, now_s: float) -> None:
        """Money of that worth goes into the slot."""

    def power_cut(self, now_s: float) -> None:
        """No power."""

    def power_up(self) -> None:
        """Power again."""

    def has_undelivered(self) -> bool:
        """Whether money is on its way through it, or not told yet."""


@dataclass(frozen=True, slots=True)
class EmulatedKind:
    """A device that can be emulated.

    Attributes:
        title: what it is, for a person.
        hint: how a host reaches it and what may be put in.
        faults: name -> what it does.
        make: makes one with the fault of a name, or None, and a checksum.
        has_checksums: whether its line knows both checksums.
    """

    title: str
    hint: str
    faults: Mapping[str, str]
    make: Callable[[str | None, Checksum], EmulatedUnit]
    has_checksums: bool = False


def _coin(fault: str | None, checksum: Checksum) -> EmulatedUnit:
    return AcceptorEmulator(fault=_cctalk_fault(fault), checksum=checksum)


def _bill(fault: str | None, checksum: Checksum) -> EmulatedUnit:
    return BillEmulator(fault=_cctalk_fault(fault), checksum=checksum)


def _ssp(fault: str | None, checksum: Checksum) -> EmulatedUnit:  # noqa: ARG001 - it has its own
    return SspEmulator(fault=None if fault is None else SspFault(fault))


def _cctalk_fault(name: str | None) -> Fault | None:
    return None if name is None else Fault(name)


def _frames(
    profile: str, title: str, line: str, money: str, *, channels_minor: tuple[int, ...] = ()
) -> EmulatedKind:
    """A unit that only talks; its file is read when one is made."""

    def make(fault: str | None, checksum: Checksum) -> EmulatedUnit:  # noqa: ARG001 - its own
        return FrameEmulator(
            load_profile(profile, "serial_frame"),
            unit_minor=FRAME_UNIT_MINOR,
            channels_minor=channels_minor,
            fault=None if fault is None else FrameFault(fault),
        )

    hint = f"open the path above at {line} and listen.\nType {money}"
    return EmulatedKind(title, hint, _FRAME_MEANINGS, make)


FRAME_UNIT_MINOR = 10
"""What a unit of value, or a pulse, of the one-way units is worth."""
EURO_COINS_MINOR = (5, 10, 20, 50, 100, 200)
EURO_NOTES_MINOR = (500, 1000, 2000, 5000)
_FRAME_MEANINGS: Mapping[str, str] = {
    FrameFault.SILENT: "never says a word",
    FrameFault.NOISE: "strange bytes before and after messages",
    FrameFault.WRONG_CHECK: "every second message is damaged",
    FrameFault.JAM: "right money gets stuck, where the unit can tell so",
}
_SSP_MEANINGS = {
    SspFault.SILENT: "never answers",
    SspFault.NOISE: "strange bytes before and after answers",
    SspFault.WRONG_CRC: "every fifth answer is damaged",
    SspFault.LATE_REPLY: "every seventh answer comes after the host's patience",
    SspFault.RESET_MID_POLL: "every hundredth poll resets it",
    SspFault.NO_EVENT_ACK: "knows no poll with acknowledge",
    SspFault.JAM: "a note gets stuck out of reach, until power is cut and comes back",
    SspFault.FULL: "its stacker is full",
    SspFault.FRAUD: "every note is pulled back on a string",
    SspFault.RETURNED: "gives back every note that the host would take",
    SspFault.ENCRYPTED: "answers polls only to a host that has a key",
}
DEFAULT_DEVICE = "cctalk-coin"
DEVICES: Mapping[str, EmulatedKind] = {
    DEFAULT_DEVICE: EmulatedKind(
        "coin acceptor",
        "open the path above at 9600 8N1 and speak ccTalk to address 2.\n"
        "Type a coin in minor units (10 20 50 100 200 are euro coins; 5 is there and mostly\n"
        "refused; others it does not know)",
        {fault: MEANINGS[fault] for fault in COIN_FAULTS},
        _coin,
        has_checksums=True,
    ),
    "cctalk-bill": EmulatedKind(
        "bill validator",
        "open the path above at 9600 8N1 and speak ccTalk to address 40.\n"
        "Type a note in minor units (500 1000 2000 5000 are euro notes; others it does not know)",
        {fault: MEANINGS[fault] for fault in BILL_FAULTS},
        _bill,
        has_checksums=True,
    ),
    "dg600f": _frames(
        "dg600f",
        "DG600F coin acceptor",
        "9600 8N1",
        "a coin in minor units (any multiple of 10 up to 2550; its value byte is a tenth of it)",
    ),
    "jy910": _frames(
        "jy910",
        "JY-910 coin acceptor",
        "9600 8N1",
        "a coin in minor units (5 10 20 50 100 200 are its channels 1 to 6)",
        channels_minor=EURO_COINS_MINOR,
    ),
    "jy23": _frames(
        "jy23",
        "JY-23 pulse box",
        "9600 8N1",
        "a coin in minor units (a pulse for every 10)",
    ),
    "nv-simple": _frames(
        "nv_simple",
        "note validator with one-way output",
        "300 8N2, send 184 to let notes in",
        "a note in minor units (500 1000 2000 5000 are its channels 1 to 4)",
        channels_minor=EURO_NOTES_MINOR,
    ),
    "ssp": EmulatedKind(
        "note validator",
        "open the path above at 9600 8N2 and speak SSP to address 0.\n"
        "Type a note in minor units (500 1000 2000 5000 are euro notes; others it does not know)",
        {fault: _SSP_MEANINGS[fault] for fault in SspFault},
        _ssp,
    ),
}


def unknown_fault(device: str, name: str) -> str:
    """What is wrong with a fault's name for a device, or nothing."""
    faults = DEVICES[device].faults
    return "" if name in faults else f"no fault '{name}' ({suggestion(name, faults)})"
