"""States of the coin and bill slots, of both tests and of a shaken cabinet, to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet.coins import Counter
from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import LampTest, Tested
from firmware.cabinet.state import CabinetState, Confirmed, DeviceState, Fault, FaultName
from firmware.events import Health, LineCounts
from firmware.panel import Button

Make = Callable[[], CabinetState]

COIN_UNIT = "coin:Money Controls:SR5:1204711"
OTHER_UNIT = "coin:NRI:G-13.mft:88213"
NOTE_UNIT = "ssp:NV:EUR:5518203"
_COUNTS = LineCounts(
    polls=184_201, polls_per_s=4.9, retries=312, retries_percent=0.4, bad_frames=17, resets=2,
    rearms=1, rejected=214, inhibited=38, inserted=15_204, accepted=14_877, reject_count=327,
    fraud_count=0,
)  # fmt: skip
_BOOKED = Counter(
    value=88, events=15_310, returned=4, lost=0, coins=14_877, untold=0, unaccounted=0,
    quarantined=3, swallowed=1,
)  # fmt: skip
_NOTE_COUNTS = LineCounts(polls=91_004, polls_per_s=5.0, retries=4, rejected=61)
PATH = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"
TROUBLES = (
    (Health.OFF, ""), (Health.STARTING, ""), (Health.UNPLUGGED, PATH), (Health.NO_ANSWER, ""),
    (Health.NO_ANSWER, "encrypted"), (Health.NO_ANSWER, "refused"), (Health.WIRING, "no_echo"),
    (Health.WIRING, "wrong_echo"), (Health.WIRING, "garbled"), (Health.CLOSED, ""),
    (Health.READY, ""), (Health.DEGRADED, "retries"), (Health.DEGRADED, "rearmed"),
    (Health.DEGRADED, "bad_frames"), (Health.DEGRADED, "quarantine"), (Health.DEGRADED, "refused"),
    (Health.JAM, "6"),
    (Health.JAM, "escrow"), (Health.FAULT, "14"), (Health.FAULT, "33"), (Health.FAULT, "no_coins"),
    (Health.FAULT, "no_notes"), (Health.FAULT, "encrypted"), (Health.FAULT, "unsure"),
    (Health.FAULT, "setup"), (Health.FAULT, "event_ack"), (Health.OPEN, ""),
    (Health.FRAUD_LOCK, "20"), (Health.FULL, "full"), (Health.FULL, "stacker_out"),
)  # fmt: skip
"""What a driver can say of its line, each with its detail."""


def slot_samples(make: Make) -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time to look at it, from a table at rest."""

    def page(leaf: Leaf, **more: object) -> Make:
        return lambda: at_page(_working(make()), leaf, **more)

    tested = (
        Tested("coin", 5, 200), Tested("coin", 0, 0, 20), Tested("coin", 3, 50),
        Tested("coin", 0, 0, 130), Tested("coin", 4, 100), Tested("coin", 0, 0, 77),
        *(Tested("coin", 1 + index % 5, 20) for index in range(12)),
    )  # fmt: skip
    odd = (
        Tested("note", 0, 1_000, is_credit=True), Tested("coin", 0, 0, reason="lone_pulse"),
        Tested("coin", 0, 0, reason="extra_edge"),
        Tested("note", 0, 0, reason="cleared_to_cashbox"), Tested("coin", 4, 100),
        Tested("coin", 0, 25, reason="odd_value"),
    )  # fmt: skip
    tried = dict(zip(Button, (3, 2, 1, 1, 1, 14, 1, 0), strict=True))
    states: dict[str, Make] = {
        "slots": page(Leaf.SLOTS),
        "slots_other_unit": _other(page(Leaf.SLOTS), OTHER_UNIT),
        "slots_other_coins": _other(page(Leaf.SLOTS), COIN_UNIT),
        "slots_lost": _with_fault(page(Leaf.SLOTS), Fault(FaultName.COIN_LOST, "coin")),
        "slots_ledger": _with_fault(page(Leaf.SLOTS), Fault(FaultName.LEDGER_IO)),
        "slots_none": lambda: replace(page(Leaf.SLOTS)(), devices={}),
        "coin_test": _open(page(Leaf.COIN_TEST, tested=tested)),
        "coin_test_refused": _open(page(Leaf.COIN_TEST, tested=tested[1:])),
        "coin_test_odd": _open(page(Leaf.COIN_TEST, tested=odd)),
        "coin_test_empty": _open(page(Leaf.COIN_TEST)),
        "coin_test_jammed": _beside(page(Leaf.COIN_TEST), Health.JAM, "6"),
        "panel_test": page(Leaf.PANEL_TEST, tried=tried, down=frozenset({Button.HOLD2})),
        "panel_test_tilted": lambda: replace(
            page(Leaf.PANEL_TEST, tried=tried, lamp_test=LampTest.CHASE)(), is_tilted=True
        ),
        "fault_tilt": lambda: replace(
            make(), is_tilted=True, faults=(Fault(FaultName.TILT, since="2026-03-01T21:18:42"),)
        ),
        "coins_out_notes_in": _half_out(make, "coin"),
        "notes_out_coins_in": _half_out(make, "note"),
    }
    for health, detail in TROUBLES:
        name = f"slot_{health}" + (f"_{detail}" if detail and detail != PATH else "")
        states[name] = _alone(page(Leaf.SLOTS), health, detail)
        states[f"{name}_beside"] = _beside(page(Leaf.SLOTS), health, detail)
    return {name: (state, 0.3) for name, state in states.items()}


def _working(state: CabinetState) -> CabinetState:
    """With a coin and a bill unit that have worked for years."""
    return replace(
        state,
        devices={
            "coin": DeviceState(
                Health.CLOSED, "", COIN_UNIT, "1=10 2=20 3=50 4=100 5=200", _COUNTS
            ),
            "note": DeviceState(Health.READY, "", NOTE_UNIT, "1=500 2=1000", _NOTE_COUNTS),
        },
        confirmed={
            "coin": Confirmed(COIN_UNIT, "1=10 2=20 3=50 4=100 5=200"),
            "note": Confirmed(NOTE_UNIT, "1=500 2=1000"),
        },
        counters={COIN_UNIT: _BOOKED, NOTE_UNIT: Counter(events=311, coins=311)},
    )


def _alone(make: Make, health: Health, detail: str) -> Make:
    """A single slot in that health."""

    def made() -> CabinetState:
        state = make()
        device = replace(state.devices["coin"], health=health, detail=detail)
        return replace(state, devices={"coin": device})

    return made


def _open(make: Make) -> Make:
    """As during the coin test: the coin slot open, the other shut."""

    def made() -> CabinetState:
        state = make()
        coin = replace(state.devices["coin"], health=Health.READY)
        note = replace(state.devices["note"], health=Health.CLOSED)
        return replace(state, devices={"coin": coin, "note": note})

    return made


def _beside(make: Make, health: Health, detail: str) -> Make:
    """Both slots in that health."""

    def made() -> CabinetState:
        state = make()
        devices = {
            slot: replace(device, health=health, detail=detail)
            for slot, device in state.devices.items()
        }
        return replace(state, devices=devices)

    return made


def _other(make: Make, identity: str) -> Make:
    """Another coin unit, or the same with other coins, than was confirmed."""

    def made() -> CabinetState:
        state = make()
        coins = "1=5 2=10 3=20 4=50 5=100 6=200"
        device = replace(state.devices["coin"], identity=identity, money_set=coins)
        return replace(state, devices={**state.devices, "coin": device})

    return made


def _with_fault(make: Make, fault: Fault) -> Make:
    return lambda: replace(make(), faults=(fault,))


def _half_out(make: Make, slot: str) -> Make:
    """One of two slots is unplugged; at the table."""
    fault = Fault(FaultName.COIN, slot, f"unplugged {PATH}", "2026-03-01T21:18:42")

    def made() -> CabinetState:
        state = _working(make())
        device = DeviceState(Health.UNPLUGGED, PATH)
        return replace(state, faults=(fault,), devices={**state.devices, slot: device})

    return made
