"""The drawings of the wire that refuses money: in all of them a dead pin refuses."""

from __future__ import annotations

from lines import PULSE_PIN
from sheet import Level, Net, Sheet
from symbols import (
    GROUND_12,
    GROUND_PI,
    SUPPLY_12,
    diode_up,
    ground,
    npn,
    opto,
    relay,
    resistor,
    supply,
)
from units import Wire, acceptor, gpio, pi, pi_ground

INHIBIT_PIN = 11
assert INHIBIT_PIN >= 9, "the Pi pulls pins 0 to 8 up while it starts: that would accept"
assert INHIBIT_PIN != PULSE_PIN


def inhibit_low() -> Sheet:
    """For units that refuse at 0 V and accept when the wire is open."""
    sheet = Sheet("Inhibit A: the unit refuses at 0 V and accepts when open", 470)
    unit = acceptor(
        sheet, "Coin or bill unit", "HX-616, DG600F", (30, 100), (190, 230),
        wires=(Wire("+12 V", 70), Wire("INHIBIT", 110), Wire("0 V", 200, 0)),
    )  # fmt: skip
    pin, zero = pi(sheet, (740, 100), 230, (gpio(INHIBIT_PIN, 150), pi_ground(25, 200)))
    q1 = npn(sheet, "Q1", "BC547", (350, 250), is_mirrored=True)
    r1 = resistor(sheet, "R1", "22 kΩ", (440, 190), is_upright=True)
    coupler = opto(sheet, "U2", (580, 275), is_mirrored=True)
    r2 = resistor(sheet, "R2", "470 Ω", (690, 250))
    base = Net("base of Q1", Level.S12)
    sheet.wire(SUPPLY_12, unit[0], (260, 170))
    supply(sheet, SUPPLY_12, (260, 170))
    sheet.wire(Net("INHIBIT", Level.S12), unit[1], (340, 210), q1.collector)
    sheet.wire(GROUND_12, q1.emitter, (340, 300), unit[2])
    ground(sheet, GROUND_12, (280, 300))
    supply(sheet, SUPPLY_12, r1.a)
    sheet.wire(base, q1.base, (440, 250), coupler.collector)
    sheet.wire(base, r1.b, (440, 250))
    sheet.wire(GROUND_12, coupler.emitter, (340, 300))
    sheet.wire(Net("anode", Level.S3), coupler.anode, r2.a)
    sheet.wire(Net("accept", Level.S3), r2.b, pin)
    sheet.wire(GROUND_PI, coupler.cathode, zero)
    ground(sheet, GROUND_PI, (690, 300))
    sheet.notes(
        30,
        382,
        "Pin low, or a Pi that is off or starting: U2 is dark, R1 turns Q1 on,"
        " INHIBIT is at 0 V: refuses.",
        "Pin high: U2 takes the current of R1, Q1 is off, INHIBIT is open: accepts.",
    )
    return sheet


def inhibit_ground() -> Sheet:
    """For units that accept only while a wire is tied to 0 V."""
    sheet = Sheet("Inhibit B: the unit refuses when open and accepts at 0 V", 430)
    unit = acceptor(
        sheet, "Coin or bill unit", "with such an input", (30, 90), (190, 200),
        wires=(Wire("+12 V", 70), Wire("INHIBIT", 120), Wire("0 V", 170, 0)),
    )  # fmt: skip
    pin, zero = pi(sheet, (740, 90), 200, (gpio(INHIBIT_PIN, 120), pi_ground(25, 170)))
    coupler = opto(sheet, "U2", (450, 235), is_mirrored=True)
    r2 = resistor(sheet, "R2", "470 Ω", (600, 210))
    sheet.wire(SUPPLY_12, unit[0], (280, 160))
    supply(sheet, SUPPLY_12, (280, 160))
    sheet.wire(Net("INHIBIT", Level.S12), unit[1], coupler.collector)
    sheet.wire(GROUND_12, unit[2], coupler.emitter)
    ground(sheet, GROUND_12, (300, 260))
    sheet.wire(Net("anode", Level.S3), coupler.anode, r2.a)
    sheet.wire(Net("accept", Level.S3), r2.b, pin)
    sheet.wire(GROUND_PI, coupler.cathode, zero)
    ground(sheet, GROUND_PI, (600, 260))
    sheet.notes(
        30,
        342,
        "Pin low, or a Pi that is off or starting: U2 is dark, INHIBIT is open: refuses.",
        "Pin high: U2 ties INHIBIT to 0 V: accepts.",
    )
    return sheet


def inhibit_relay() -> Sheet:
    """For units without an input: their supply is switched."""
    sheet = Sheet("Inhibit C: no such input, so a relay switches the supply", 520)
    unit = acceptor(
        sheet, "Coin or bill unit", "CH-926, JY-910, NV", (30, 180), (190, 170),
        wires=(Wire("+12 V", 70), Wire("0 V", 130, 0)),
    )  # fmt: skip
    pin, zero = pi(sheet, (740, 180), 230, (gpio(INHIBIT_PIN, 130), pi_ground(25, 200)))
    switch = relay(sheet, "K1", (510, 175))
    diode = diode_up(sheet, "D1", "1N4007", (600, 175), is_named_left=False)
    q1 = npn(sheet, "Q1", "BC337", (520, 310), is_mirrored=True)
    r1 = resistor(sheet, "R1", "1 kΩ", (680, 310))
    r2 = resistor(sheet, "R2", "10 kΩ", (600, 350), is_upright=True)
    coil, base = Net("coil", Level.S12), Net("base of Q1", Level.S3)
    sheet.wire(SUPPLY_12, switch.common, (400, 115), (600, 115), diode.a)
    sheet.wire(SUPPLY_12, (510, 115), switch.coil_a)
    supply(sheet, SUPPLY_12, (455, 115))
    sheet.wire(Net("switched +12 V", Level.V12), unit[0], (400, 250), switch.normally_open)
    sheet.label(SUPPLY_12, 240, 240, "switched")
    sheet.wire(coil, switch.coil_b, q1.collector)
    sheet.wire(coil, diode.b, (600, 235), (510, 235))
    sheet.wire(base, q1.base, r1.a)
    sheet.wire(base, (600, 310), r2.a)
    sheet.wire(Net("accept", Level.S3), r1.b, pin)
    sheet.wire(GROUND_12, q1.emitter, (510, 380), (260, 380), (260, 310), unit[1])
    sheet.wire(GROUND_12, r2.b, (600, 380))
    sheet.wire(GROUND_12, (510, 380), zero)
    ground(sheet, GROUND_12, (400, 380))
    sheet.notes(
        30,
        446,
        "Pin low, or a Pi that is off or starting: R2 keeps Q1 off, K1 is open, the"
        " unit has no power: refuses.",
        "D1 takes the coil's kick. K1: 12 V coil of at most 100 mA, contact 5 A.",
    )
    return sheet
