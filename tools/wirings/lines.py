"""The drawings of the lines on which money is told."""

from __future__ import annotations

from sheet import Level, Net, Sheet
from symbols import (
    GROUND_12,
    GROUND_PI,
    SUPPLY_3,
    SUPPLY_5,
    SUPPLY_12,
    ground,
    npn,
    opto,
    resistor,
    supply,
)
from units import Wire, acceptor, gpio, pi, pi_3v3, pi_ground, usb_adapter

PULSE_PIN = 8
SERIAL_PIN = 15


def cctalk() -> Sheet:
    """A USB adapter's two lines made into one open-collector wire, for a coin and a bill unit."""
    sheet = Sheet("ccTalk: one wire for the coin and the bill unit", 600)
    data = Net("DATA", Level.S5)
    five, txd, rxd, zero = usb_adapter(
        sheet, (30, 80), (190, 420), "5 V logic (TTL)", is_left=True,
        wires=(Wire("+5 V", 50, 5), Wire("TXD", 190, 5), Wire("RXD", 310, 5), Wire("GND", 390, 0)),
    )  # fmt: skip
    coin = acceptor(
        sheet, "Coin unit", "ccTalk, address 2", (750, 100), (180, 170), is_left=False,
        wires=(Wire("+12 V", 70), Wire("DATA", 110, 5), Wire("0 V", 150, 0)),
    )  # fmt: skip
    bill = acceptor(
        sheet, "Bill unit", "ccTalk, address 40", (750, 310), (180, 170), is_left=False,
        wires=(Wire("+12 V", 70), Wire("DATA", 110, 5), Wire("0 V", 150, 0)),
    )  # fmt: skip
    r1 = resistor(sheet, "R1", "10 kΩ", (285, 270))
    q1 = npn(sheet, "Q1", "BC547", (370, 270))
    r2 = resistor(sheet, "R2", "10 kΩ", (380, 175), is_upright=True)
    r3 = resistor(sheet, "R3", "10 kΩ", (468, 222))
    q2 = npn(sheet, "Q2", "BC547", (550, 300))
    r4 = resistor(sheet, "R4", "4.7 kΩ", (620, 165), is_upright=True)
    r5 = resistor(sheet, "R5", "1 kΩ", (460, 390))
    sheet.wire(SUPPLY_5, five, (620, 130), r4.a)
    sheet.wire(SUPPLY_5, (380, 130), r2.a)
    sheet.wire(Net("TXD", Level.S5), txd, r1.a)
    sheet.wire(Net("base of Q1", Level.S5), r1.b, q1.base)
    sheet.wire(Net("turned TXD", Level.S5), r2.b, (380, 222), q1.collector)
    sheet.wire(Net("turned TXD", Level.S5), (380, 222), r3.a)
    sheet.wire(Net("base of Q2", Level.S5), r3.b, (504, 222), (504, 300), q2.base)
    sheet.wire(data, q2.collector, (560, 210), coin[1])
    sheet.wire(data, r4.b, (620, 210))
    sheet.wire(data, (690, 210), (690, 420), bill[1])
    sheet.wire(data, (650, 210), (650, 390), r5.b)
    sheet.wire(Net("RXD", Level.S5), r5.a, rxd)
    sheet.wire(GROUND_12, zero, (670, 470), (670, 460), bill[2])
    sheet.wire(GROUND_12, (670, 460), (670, 250), coin[2])
    sheet.wire(GROUND_12, q1.emitter, (380, 470))
    sheet.wire(GROUND_12, q2.emitter, (560, 470))
    ground(sheet, GROUND_12, (460, 470))
    sheet.wire(SUPPLY_12, bill[0], (715, 380), (715, 135))
    sheet.wire(SUPPLY_12, coin[0], (715, 170))
    supply(sheet, SUPPLY_12, (715, 135))
    sheet.label(SUPPLY_5, 240, 120, "+5 V from USB")
    sheet.label(data, 566, 200)
    sheet.notes(30, 535, "TXD high: Q2 is off, R4 holds DATA at 5 V, the wire rests."
                " TXD low: Q2 pulls DATA to 0 V.")  # fmt: skip
    return sheet


def serial_adapter() -> Sheet:
    """A TTL output into a USB adapter."""
    sheet = Sheet("TTL serial output into a USB adapter", 360)
    unit = acceptor(
        sheet, "Coin unit", "DG600F, serial", (30, 80), (190, 200),
        wires=(Wire("+12 V", 70), Wire("serial out", 120, 5), Wire("0 V", 170, 0)),
    )  # fmt: skip
    rxd, zero = usb_adapter(
        sheet, (740, 80), (190, 200), "5 V logic (TTL)",
        (Wire("RXD", 120, 5), Wire("GND", 170, 0)),
    )  # fmt: skip
    r1 = resistor(sheet, "R1", "1 kΩ", (480, 200))
    sheet.wire(Net("serial out", Level.S5), unit[1], r1.a)
    sheet.wire(Net("RXD", Level.S5), r1.b, rxd)
    sheet.wire(GROUND_12, unit[2], zero)
    ground(sheet, GROUND_12, (480, 250))
    sheet.wire(SUPPLY_12, unit[0], (300, 150))
    supply(sheet, SUPPLY_12, (300, 150))
    sheet.notes(340, 120, "R1 protects both ends while only one of them has power.",
                "TXD of the adapter stays free: the unit only talks.")  # fmt: skip
    return sheet


def serial_pin() -> Sheet:
    """A TTL output through a divider into the header's RXD."""
    sheet = Sheet("TTL serial output into the header: only through a divider", 390)
    unit = acceptor(
        sheet, "Coin unit", "DG600F, serial", (30, 80), (190, 220),
        wires=(Wire("+12 V", 70), Wire("serial out", 110, 5), Wire("0 V", 200, 0)),
    )  # fmt: skip
    rxd, zero = pi(sheet, (740, 80), 220, (gpio(SERIAL_PIN, 110, "RXD"), pi_ground(14, 200)))
    r1 = resistor(sheet, "R1", "1.8 kΩ", (440, 190))
    r2 = resistor(sheet, "R2", "3.3 kΩ", (540, 235), is_upright=True)
    sheet.wire(Net("serial out", Level.S5), unit[1], r1.a)
    sheet.wire(Net("divided", Level.S3), r1.b, (540, 190), rxd)
    sheet.wire(Net("divided", Level.S3), (540, 190), r2.a)
    sheet.wire(GROUND_12, r2.b, (540, 280))
    sheet.wire(GROUND_12, unit[2], zero)
    ground(sheet, GROUND_12, (440, 280))
    sheet.wire(SUPPLY_12, unit[0], (300, 150))
    supply(sheet, SUPPLY_12, (300, 150))
    sheet.notes(360, 120, "5 V at the unit are 3.2 V at the pin.",
                "Measure that the output never rises above 5 V first.")  # fmt: skip
    return sheet


def serial_rs232() -> Sheet:
    """An RS-232 unit into a USB adapter for RS-232."""
    sheet = Sheet("RS-232 unit into a USB adapter for RS-232", 400)
    unit = acceptor(
        sheet, "Coin unit or box", "JY-910, JY-23", (30, 80), (190, 240),
        wires=(Wire("+12 V", 70), Wire("TXD, it talks", 120), Wire("RXD, it hears", 170),
               Wire("0 V", 220, 0)),
    )  # fmt: skip
    rxd, txd, zero = usb_adapter(
        sheet, (740, 80), (190, 240), "RS-232, 9-pole plug",
        (Wire("2 RXD", 120), Wire("3 TXD", 170), Wire("5 GND", 220, 0)),
    )  # fmt: skip
    sheet.wire(Net("unit talks", Level.RS232), unit[1], rxd)
    sheet.wire(Net("unit hears", Level.RS232), unit[2], txd)
    sheet.wire(GROUND_12, unit[3], zero)
    ground(sheet, GROUND_12, (480, 300))
    sheet.wire(SUPPLY_12, unit[0], (300, 150))
    supply(sheet, SUPPLY_12, (300, 150))
    sheet.label(Net("", Level.RS232), 480, 190, "what the unit says", "middle")
    sheet.label(Net("", Level.RS232), 480, 240, "what it is asked (JY-23)", "middle")
    sheet.notes(340, 120, "Never to a TTL adapter, never to a pin:", "these wires swing below 0 V.")
    return sheet


def ssp() -> Sheet:
    """A note validator's two serial lines on a TTL adapter."""
    sheet = Sheet("SSP: a note validator on a USB adapter", 480)
    five, rxd, txd, zero = usb_adapter(
        sheet, (30, 80), (190, 290), "5 V logic (TTL)", is_left=True,
        wires=(Wire("+5 V", 70, 5), Wire("RXD", 150, 5), Wire("TXD", 210, 5), Wire("GND", 270, 0)),
    )  # fmt: skip
    unit = acceptor(
        sheet, "Note validator", "NV9, NV10 on SSP", (740, 80), (190, 290), is_left=False,
        wires=(Wire("+12 V", 70), Wire("serial out", 150, 5), Wire("serial in", 210, 5),
               Wire("0 V", 270, 0)),
    )  # fmt: skip
    out = Net("RXD", Level.S5)
    r1 = resistor(sheet, "R1", "4.7 kΩ", (400, 190), is_upright=True)
    r2 = resistor(sheet, "R2", "1 kΩ", (520, 230))
    r3 = resistor(sheet, "R3", "1 kΩ", (300, 290))
    sheet.wire(SUPPLY_5, five, (400, 150), r1.a)
    sheet.wire(out, r1.b, (400, 230))
    sheet.wire(out, (400, 230), r2.a)
    sheet.wire(out, rxd, (400, 230))
    sheet.wire(Net("from unit", Level.S5), r2.b, unit[1])
    sheet.wire(Net("TXD", Level.S5), txd, r3.a)
    sheet.wire(Net("serial in", Level.S5), r3.b, unit[2])
    sheet.wire(GROUND_12, zero, unit[3])
    ground(sheet, GROUND_12, (480, 350))
    sheet.wire(SUPPLY_12, unit[0], (660, 150))
    supply(sheet, SUPPLY_12, (660, 150))
    sheet.label(SUPPLY_5, 240, 140, "+5 V from USB")
    sheet.notes(30, 415, "A unit with a USB socket of its own needs none of this: plug it in."
                " R1: its output is an open collector.")  # fmt: skip
    return sheet


def pulse() -> Sheet:
    """An open-collector COIN wire through an opto-coupler to a pin."""
    sheet = Sheet("Pulse unit: the COIN wire through an opto-coupler", 450)
    unit = acceptor(
        sheet, "Pulse unit", "CH-926, HX-616, DG600F", (30, 90), (190, 230),
        wires=(Wire("+12 V", 80), Wire("COIN", 130), Wire("0 V", 190, 0)),
    )  # fmt: skip
    three, pin, zero = pi(
        sheet, (740, 90), 230, (pi_3v3(17, 70), gpio(PULSE_PIN, 140), pi_ground(20, 200))
    )
    coupler = opto(sheet, "U1", (450, 195))
    r1 = resistor(sheet, "R1", "2.2 kΩ", (330, 170))
    r2 = resistor(sheet, "R2", "10 kΩ", (640, 195), is_upright=True)
    signal = Net("pulse", Level.S3)
    sheet.wire(SUPPLY_12, unit[0], r1.a)
    supply(sheet, SUPPLY_12, (260, 170))
    sheet.wire(Net("anode", Level.S12), r1.b, coupler.anode)
    sheet.wire(Net("COIN", Level.S12), unit[1], coupler.cathode)
    sheet.wire(GROUND_12, unit[2], (260, 280), (260, 290))
    ground(sheet, GROUND_12, (260, 290))
    sheet.wire(SUPPLY_3, three, (640, 160), r2.a)
    sheet.wire(signal, coupler.collector, (570, 170), (570, 230), pin)
    sheet.wire(signal, r2.b, (640, 230))
    sheet.wire(GROUND_PI, coupler.emitter, (540, 220), (540, 290), zero)
    ground(sheet, GROUND_PI, (640, 290))
    sheet.notes(
        30,
        362,
        "At rest COIN is open, U1 is dark, the pin is high. A pulse ties COIN to"
        " 0 V, U1 shines, the pin is low.",
        "R2 helps on long cables; on short ones the Pi's own pull-up is enough.",
    )
    return sheet
