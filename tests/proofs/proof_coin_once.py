"""Exactly once: no coin or note is booked twice, and each that is not booked is told of.

Random money meets random ends of the program, of the unit's power and of the line, through the
real drivers, the emulated units and the cabinet's own booking. After each evening a settled start
must bring the books to: taken = booked + told as unaccounted, or in quarantine.
"""

from __future__ import annotations

from concurrent.futures import as_completed
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from money_evenings import Evening, disturb
from proof import Report, Track, two_processes

from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_bill import CctalkBill
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings
from firmware.hardware.ssp_emulator import SspEmulator
from firmware.hardware.ssp_script import SspSettings
from firmware.hardware.ssp_validator import SspValidator
from firmware.money import Tender

COINS, COINS_FULL = 100_000, 1_000_000
NOTES, NOTES_FULL = 2_000, 20_000
A_COIN_EVENING, A_NOTE_EVENING = 2_500, 100
WORTHS = tuple(range(10, 170, 10))
NOTE_WORTHS = tuple(range(100, 1700, 100))


@dataclass(frozen=True)
class Outcome:
    """What an evening came to."""

    kind: str
    taken: int
    booked: int
    unaccounted: int
    lives: int
    fell: tuple[str, ...]


class CoinUnit(AcceptorEmulator):
    """An acceptor of sixteen coins that notes down what it takes."""

    def __init__(self, checksum: Checksum) -> None:
        self.taken: list[int] = []
        super().__init__(coins=tuple(f"EU{each:03d}A" for each in WORTHS), checksum=checksum)

    def _note(self, pair: tuple[int, int]) -> None:
        if pair[0]:
            self.taken.append(WORTHS[pair[0] - 1])
        super()._note(pair)


class BillUnit(BillEmulator):
    """A validator of sixteen notes that notes down what it stacks."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        super().__init__(bills=tuple(f"EU{each // 100:04d}A" for each in NOTE_WORTHS))

    def _stack_bill(self, bill: Any) -> None:
        before = self.in_box_minor
        super()._stack_bill(bill)
        self.taken.append(self.in_box_minor - before)


class SspUnit(SspEmulator):
    """An SSP validator of sixteen notes that notes down what it gives credit for or boxes."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        super().__init__(notes=dict(enumerate(NOTE_WORTHS, 1)))

    def _step(self, now_s: float) -> None:
        # A note counts from its credit on: it cannot come back from there.
        if self._stage == 2:
            self.taken.append(self._notes[self._channel])
        super()._step(now_s)

    def power_cut(self, now_s: float) -> None:
        self._move(now_s)
        if self._stage == 2:
            self.taken.append(self._notes[self._channel])
        super().power_cut(now_s)


def coin_evening(seed: int, coins: int = A_COIN_EVENING) -> Outcome:
    """Coins until so many were taken."""
    checksum = Checksum.CRC16 if seed % 2 else Checksum.SUM8
    unit = CoinUnit(checksum)
    settings = UnitSettings("coin", frozenset(WORTHS))
    evening = Evening(
        unit, unit.taken, lambda: CctalkBus([CctalkCoin(settings)], checksum), "coin", Tender.COIN
    )
    return _spent(evening, "cctalk coin", seed, coins, WORTHS)


def bill_evening(seed: int, notes: int = A_NOTE_EVENING) -> Outcome:
    """Notes through a ccTalk validator with escrow."""
    unit = BillUnit()
    settings = UnitSettings("note", frozenset(NOTE_WORTHS))
    evening = Evening(
        unit,
        unit.taken,
        lambda: CctalkBus([CctalkBill(settings)], Checksum.SUM8),
        "note",
        Tender.NOTE,
    )
    return _spent(evening, "cctalk bill", seed, notes, NOTE_WORTHS)


def ssp_evening(seed: int, notes: int = A_NOTE_EVENING) -> Outcome:
    """Notes through an SSP validator that repeats until it is thanked."""
    unit = SspUnit()
    settings = SspSettings("note", frozenset(NOTE_WORTHS))
    evening = Evening(unit, unit.taken, lambda: SspValidator(settings), "note", Tender.NOTE)
    return _spent(evening, "ssp", seed, notes, NOTE_WORTHS)


EVENINGS = {"coin": coin_evening, "bill": bill_evening, "ssp": ssp_evening}


def _spent(evening: Evening, kind: str, seed: int, wanted: int, worths: tuple[int, ...]) -> Outcome:
    random, turn = Random(f"{kind} {seed}"), count()

    def insert(pieces: int) -> None:
        for _ in range(pieces):
            evening.unit.insert(worths[next(turn) % len(worths)], evening.now_s)

    evening.run(2.0)
    for _ in range(50 * wanted):
        if len(evening.taken) >= wanted or evening.fell:
            break
        disturb(evening, random, insert)
    evening.settle()
    fell = tuple(f"{kind}, seed {seed}: {each}" for each in evening.balance())
    return Outcome(
        kind,
        len(evening.taken),
        len(evening.books.booked),
        evening.counter.unaccounted,
        evening.lives,
        fell,
    )


def prove(full: bool, track: Track) -> Report:
    """Evenings of every kind of unit, in processes."""
    notes = (NOTES_FULL if full else NOTES) // A_NOTE_EVENING
    many = {
        "coin": (COINS_FULL if full else COINS) // A_COIN_EVENING,
        "bill": notes,
        "ssp": notes,
    }
    outcomes: list[Outcome] = []
    with two_processes() as pool:
        jobs = [
            pool.submit(EVENINGS[kind], seed)
            for kind, times in many.items()
            for seed in range(times)
        ]
        for job in track(as_completed(jobs), "evenings", len(jobs)):
            outcomes.append(job.result())
    tried = []
    for kind in sorted({each.kind for each in outcomes}):
        of_kind = [each for each in outcomes if each.kind == kind]
        taken, booked, lost, lives = (
            sum(getattr(each, name) for each in of_kind)
            for name in ("taken", "booked", "unaccounted", "lives")
        )
        tried.append(
            f"{kind}: {taken} taken in {lives} lives of the program, {booked} booked,"
            f" {lost} told as unaccounted"
        )
    return Report(tuple(tried), tuple(line for each in outcomes for line in each.fell))
