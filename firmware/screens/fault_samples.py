"""States with a fault, and the operator's way in, to look at, to measure and to test the screens
with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.cabinet.state import CabinetState, DeviceState, Effect, Fault, FaultName
from firmware.events import Health
from firmware.operator.roles import Pins, Role
from firmware.screens.joker_samples import NOW_S, Make, hold
from firmware.words import Message

COIN_FAULT = Fault(
    FaultName.COIN, "coin", "unplugged: /dev/serial/by-id/usb-FTDI-if00", "2026-03-01T21:18:42"
)
DETAILS = {
    FaultName.LEDGER_FULL: "database or disk is full: /var/lib/cabinato/ledger.db",
    FaultName.LEDGER_READ_ONLY: "attempt to write a readonly database",
    FaultName.LEDGER_IO: "disk I/O error: fsync of /var/lib/cabinato/ledger.db-wal",
    FaultName.LEDGER_CORRUPT: "row 8817: its hash is not that of its content",
    FaultName.LEDGER_IDENTITY: "coin_in 1500 is not what the accounts hold: 1490",
    FaultName.LEDGER_SCHEMA: "schema 9 is newer than this program's 4",
    FaultName.LEDGER_GONE: "/var/lib/cabinato/ledger.db is not there, although its key is",
    FaultName.LEDGER_ROLLED_BACK: "the books end at row 8200, the second copy at row 9315",
    FaultName.CREDIT_VALUE: "[coin] credit_minor is 20, the 1240 credits were bought at 10",
    FaultName.COIN_JUMP: "coin: 240 credits within 2 s",
    FaultName.COPY_MISSING: "/media/stick/cabinato.journal: no such file or directory",
    FaultName.COPY_BEHIND: "it ended at row 9101, the books at row 9315",
    FaultName.CHANCE: "getrandom: Function not implemented",
    FaultName.HARDWARE: "[panel.lamps] HOLD3 = 24: GPIO24 is in use by another program",
    FaultName.PROGRAM: "firmware/cabinet/coins.py (changed)",
    FaultName.CALL_SERVICE: "boot 412",
    FaultName.COPY_FOREIGN: "it begins with another ledger's first row",
}
SINCE = "2026-03-01T21:18:42+00:00"


def _fault(name: FaultName) -> Make:
    return lambda: replace(hold(), faults=(Fault(name, detail=DETAILS.get(name, ""), since=SINCE),))


def _unread(name: FaultName) -> Make:
    """The same found at a start: no books, no credit to show."""
    fault = Fault(name, detail=DETAILS[name], since=SINCE)
    return lambda: CabinetState(faults=(fault,))


def _with_key(make: Make) -> Make:
    """The same with the operator's key turned, on the page of the machine."""
    return lambda: at_page(make(), Leaf.MACHINE)


def _technician_at(name: FaultName) -> Make:
    """A technician at the open door, before a fault that waits for him."""

    def make() -> CabinetState:
        there = _fault(name)()
        faults = (*there.faults, Fault(FaultName.DOOR, since=SINCE))
        return at_page(replace(there, faults=faults), Leaf.MACHINE, role=Role.TECHNICIAN)

    return make


def _many_faults() -> CabinetState:
    faults = tuple(
        Fault(name, detail=DETAILS.get(name, ""), since=SINCE)
        for name in (
            FaultName.LEDGER_ROLLED_BACK, FaultName.LEDGER_CORRUPT, FaultName.CHANCE,
            FaultName.DOOR, FaultName.COPY_MISSING, FaultName.SOUND,
        )
    )  # fmt: skip
    return at_page(replace(hold(), faults=faults), Leaf.MACHINE)


def _operator(leaf: Leaf | None) -> Make:
    def make() -> CabinetState:
        return at_page(hold(), leaf)

    return make


def _login(leaf: Leaf | None) -> Make:
    """An operator has said who he is."""
    return lambda: at_page(hold(), leaf, role=Role.OPERATOR)


def _pad(pad: PinPad) -> Make:
    return lambda: at_page(hold(), None, pad=pad)


def _refused() -> CabinetState:
    state = at_page(hold(), None, pad=PinPad(), note=Message("operator.pin.wrong"))
    return replace(state, pins=Pins(failures=4), pin_free_s=NOW_S + 100)


def out(make: Make) -> Make:
    """The same with the acceptor pulled."""
    return lambda: replace(
        make(),
        faults=(COIN_FAULT,),
        devices={"coin": DeviceState(Health.UNPLUGGED, "/dev/serial/by-id/usb-FTDI-if00")},
    )


def fault_samples() -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time after `NOW_S` to look at it."""
    locks = [name for name in FaultName if name.effect is Effect.LOCKS]
    return {
        "fault_door": (_fault(FaultName.DOOR), 0.3),
        **{f"fault_{name}": (_fault(name), 0.3) for name in locks},
        "fault_gone_unread": (_unread(FaultName.LEDGER_GONE), 0.3),
        "fault_schema_unread": (_unread(FaultName.LEDGER_SCHEMA), 0.3),
        "operator_index": (_operator(None), 0.3),
        "operator_index_operator": (_login(None), 0.3),
        "operator_pin": (_pad(PinPad(digits="123")), 0.3),
        "operator_pin_wrong": (_refused, 0.3),
        "operator_pin_new": (_pad(PinPad(Asking.NEW, Role.TECHNICIAN)), 0.3),
        "operator_pin_again": (_pad(PinPad(Asking.AGAIN, Role.OPERATOR, "1524", "15243")), 0.3),
        "operator_pins": (_login(Leaf.PINS), 0.3),
        "operator_1": (_operator(Leaf.BOOKS), 0.3),
        "operator_2": (_operator(Leaf.MACHINE), 0.3),
        "operator_faults": (out(_operator(Leaf.MACHINE)), 0.3),
        **{f"operator_{name}": (_with_key(_fault(name)), 0.3) for name in FaultName},
        "operator_many_faults": (_many_faults, 0.3),
        "operator_try_again": (_technician_at(FaultName.PROGRAM), 0.3),
        "operator_mended": (_technician_at(FaultName.CALL_SERVICE), 0.3),
        "operator_unread": (
            lambda: at_page(_unread(FaultName.LEDGER_GONE)(), Leaf.BOOKS), 0.3,
        ),
    }  # fmt: skip
