"""Lines of every protocol with a wire that damages what it carries, and what a right frame is.

A check can only protect from what it sees: damage that happens to make another *right* frame is a
lie that no program can tell, so the wire never does that. What is right is read here, apart from
the program: sums, CRCs and framings are written anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from random import Random
from typing import Any

from proof_coin_once import NOTE_WORTHS, WORTHS, BillUnit, CoinUnit, SspUnit

from firmware.hardware.acceptor_profiles import FrameProfile, load_profile
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_bill import CctalkBill
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings
from firmware.hardware.coin_port import LineDriver
from firmware.hardware.frame_emulator import FrameEmulator
from firmware.hardware.serial_frame import FrameSettings, SerialFrameDriver
from firmware.hardware.ssp_emulator import SspFault
from firmware.hardware.ssp_script import SspSettings
from firmware.hardware.ssp_validator import SspValidator
from firmware.money import Tender

REMEMBERED = 40
"""Bytes of what was heard before that a frame may have begun in."""

Frames = Callable[[bytes], list[bytes]]
"""Every right frame from a unit in a stretch of bytes."""
Forge = Callable[[bytes, Random], bytes]
"""A frame that tells of money and whose check is wrong, made of an answer or of nothing."""


class FrameUnit(FrameEmulator):
    """A unit that only talks, and notes down what it takes."""

    def __init__(self, profile: FrameProfile, worths: tuple[int, ...]) -> None:
        self.taken: list[int] = []
        super().__init__(
            profile,
            unit_minor=10,
            channels_minor=worths if profile.money.by == "channel" else (),
        )

    def _decide(self, value_minor: int) -> bytes:
        before = self.accepted
        said = super()._decide(value_minor)
        if self.accepted > before:
            self.taken.append(value_minor)
        return said


@dataclass
class FuzzedLine:
    """A driver, its unit, and the wire from the unit to the driver.

    Attributes:
        worths: what goes in, in turn.
        keeps: whether the unit keeps what it could not tell.
        is_one_way: whether it only talks; silence is its normal state.
        frames: the right frames in what the driver hears.
        forge: money with a wrong check.
    """

    driver: LineDriver
    unit: Any
    slot: str
    tender: Tender
    worths: tuple[int, ...]
    keeps: bool
    frames: Frames
    forge: Forge
    is_one_way: bool = False
    _heard: bytes = field(default=b"", init=False)

    def damage(self, answer: bytes, random: Random) -> bytes:
        """What the driver hears in place of an answer; never a right frame that nobody sent."""
        spoiled = _spoiled(answer, random, self.forge)
        before = self.frames(self._heard)
        allowed = [*before, *self.frames(answer)]
        for frame in self.frames(self._heard + spoiled):
            if frame not in allowed:
                spoiled = answer
                break
            allowed.remove(frame)
        self._heard = (self._heard + spoiled)[-REMEMBERED:]
        return spoiled


def _spoiled(answer: bytes, random: Random, forge: Forge) -> bytes:
    """Most often what was said with a few bytes changed, lost or put in; else anything."""
    what = random.random()
    if what < 0.25:
        return answer
    if what < 0.35:
        return forge(answer, random)
    out = bytearray(answer)
    if what < 0.8 and out:
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(out) + 1)
            if random.random() < 0.4 and place < len(out):
                out[place] ^= 1 << random.randrange(8)
            elif random.random() < 0.5 and place < len(out):
                del out[place]
            else:
                out[place:place] = random.randbytes(random.randint(1, 2))
        return bytes(out)
    noise = random.randbytes(random.randint(0, 24))
    return random.choice((noise, noise + answer, answer + noise))


def _wrong(check: int, random: Random) -> int:
    return check ^ random.randint(1, 255)


# --- ccTalk ---------------------------------------------------------------------------------------


def _crc_xmodem(data: bytes) -> int:
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def _is_cctalk(frame: bytes, checksum: Checksum) -> bool:
    if checksum is Checksum.SUM8:
        return sum(frame) % 256 == 0
    return _crc_xmodem(frame[:2] + frame[3:-1]) == frame[2] + 256 * frame[-1]


def _cctalk_frames(checksum: Checksum) -> Frames:
    def frames(data: bytes) -> list[bytes]:
        places = [place for place in range(len(data) - 4) if data[place] == 1]
        whole = [data[place : place + 5 + data[place + 1]] for place in places]
        return [
            frame
            for frame in whole
            if len(frame) == 5 + frame[1] and frame[3] in (0, 5, 6) and _is_cctalk(frame, checksum)
        ]

    return frames


def _cctalk_forge(second: int) -> Forge:
    def forge(answer: bytes, random: Random) -> bytes:
        """The echo and a credit of position 1, where the unit told its events."""
        reply = answer[5:]
        if len(reply) != 16:
            return answer
        money = bytes((reply[4] % 255 + 1, 1, second)) + reply[5:13]
        return answer[:5] + reply[:4] + money + reply[15:]

    return forge


def _cctalk_coin(checksum: Checksum) -> FuzzedLine:
    unit = CoinUnit(checksum)
    driver = CctalkBus([CctalkCoin(UnitSettings("coin", frozenset(WORTHS)))], None)
    frames, forge = _cctalk_frames(checksum), _cctalk_forge(1)
    return FuzzedLine(driver, unit, "coin", Tender.COIN, WORTHS, True, frames, forge)


def _cctalk_bill() -> FuzzedLine:
    driver = CctalkBus([CctalkBill(UnitSettings("note", frozenset(NOTE_WORTHS)))], None)
    frames, forge = _cctalk_frames(Checksum.SUM8), _cctalk_forge(0)
    return FuzzedLine(driver, BillUnit(), "note", Tender.NOTE, NOTE_WORTHS, True, frames, forge)


# --- SSP ------------------------------------------------------------------------------------------


def _crc_ssp(data: bytes) -> int:
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x8005 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def _ssp_frames(data: bytes) -> list[bytes]:
    found = []
    for place in range(len(data) - 5):
        if data[place] != 0x7F or data[place + 1] == 0x7F:
            continue
        body = data[place + 1 :].replace(b"\x7f\x7f", b"\x7f")
        body = body[: body[1] + 4]
        if len(body) == body[1] + 4 and _crc_ssp(body[:-2]) == body[-2] + 256 * body[-1]:
            found.append(body)
    return found


def _ssp_forge(answer: bytes, random: Random) -> bytes:
    """Credit of a channel, behind the head and with the check of what was said."""
    if len(answer) < 6:
        return answer
    return answer[:2] + bytes((3, 0xF0, 0xEE, random.randint(1, 16))) + answer[-2:]


def _ssp(fault: SspFault | None) -> FuzzedLine:
    unit = SspUnit()
    unit._fault = fault
    driver = SspValidator(SspSettings("note", frozenset(NOTE_WORTHS)))
    keeps = fault is not SspFault.NO_EVENT_ACK
    return FuzzedLine(
        driver, unit, "note", Tender.NOTE, NOTE_WORTHS, keeps, _ssp_frames, _ssp_forge
    )


# --- one-way frames -------------------------------------------------------------------------------


def _dg600f_frames(data: bytes) -> list[bytes]:
    cut = [data[place : place + 3] for place in range(len(data) - 2)]
    return [each for each in cut if each[0] == 0xAA and each[0] ^ each[1] == each[2]]


def _dg600f_forge(_: bytes, random: Random) -> bytes:
    value = random.randint(1, 100)
    return bytes((0xAA, value, _wrong(0xAA ^ value, random)))


def _jy910_frames(data: bytes) -> list[bytes]:
    cut = [data[place : place + 5] for place in range(len(data) - 4)]
    heads = (0x91, 0x92, 0x93, 0x94, 0x97, 0x98)
    return [each for each in cut if each[0] in heads and sum(each[:4]) % 256 == each[4]]


def _jy910_forge(_: bytes, random: Random) -> bytes:
    """The three groups of a coin, each with a wrong sum."""
    out = b""
    for head in (0x97, 0x91, 0x94):
        front = bytes((head, 0, 0, random.randint(1, 10)))
        out += front + bytes((_wrong(sum(front) % 256, random),))
    return out


def _jy23_frames(data: bytes) -> list[bytes]:
    found = []
    for place in range(len(data) - 4):
        frame = data[place : place + data[place + 1] + 4]
        if frame[0] == 0xF2 and len(frame) == frame[1] + 4 and frame[-1] == 0xF3:
            check = reduce(xor, frame[1:-2], 0)
            found += [frame] if check == frame[-2] else []
    return found


def _jy23_forge(_: bytes, random: Random) -> bytes:
    front = bytes((3, 1, random.randint(1, 16), 0))
    return b"\xf2" + front + bytes((_wrong(reduce(xor, front), random),)) + b"\xf3"


def _nv_simple_frames(data: bytes) -> list[bytes]:
    """Without a check every byte with a meaning is right."""
    signs = (20, 30, 40, 50, 60, 70, 80, 120, 121, 184, 185, 255)
    return [bytes((each,)) for each in data if 1 <= each <= 16 or each in signs]


def _nv_simple_forge(_: bytes, random: Random) -> bytes:
    return bytes((random.randint(86, 119),))


def _frames(name: str, frames: Frames, forge: Forge) -> FuzzedLine:
    profile = load_profile(name, "serial_frame")
    is_note = name == "nv_simple"
    slot, tender = ("note", Tender.NOTE) if is_note else ("coin", Tender.COIN)
    worths = NOTE_WORTHS if is_note else WORTHS[:10]
    channels = worths if profile.money.by == "channel" else ()
    settings = FrameSettings(slot, tender, frozenset(worths), 10, channels, profile)
    unit = FrameUnit(profile, worths)
    driver = SerialFrameDriver(settings)
    return FuzzedLine(driver, unit, slot, tender, worths, False, frames, forge, is_one_way=True)


LINES: dict[str, Callable[[], FuzzedLine]] = {
    "cctalk coin 8-bit": lambda: _cctalk_coin(Checksum.SUM8),
    "cctalk coin crc-16": lambda: _cctalk_coin(Checksum.CRC16),
    "cctalk bill": _cctalk_bill,
    "ssp": lambda: _ssp(None),
    "ssp without ack": lambda: _ssp(SspFault.NO_EVENT_ACK),
    "dg600f": lambda: _frames("dg600f", _dg600f_frames, _dg600f_forge),
    "jy910": lambda: _frames("jy910", _jy910_frames, _jy910_forge),
    "jy23": lambda: _frames("jy23", _jy23_frames, _jy23_forge),
    "nv_simple": lambda: _frames("nv_simple", _nv_simple_frames, _nv_simple_forge),
}
"""Every kind of line, new."""
