"""The drawings of supply, header, buttons, lamps and meters; pins are the configuration's."""

from __future__ import annotations

from inhibit import INHIBIT_PIN
from lines import PULSE_PIN
from sheet import INK, SOFT, Level, Net, Sheet
from symbols import (
    GROUND_12,
    SUPPLY_5,
    SUPPLY_12,
    contact,
    diode_right,
    fuse,
    ground,
    lamp,
    meter,
    supply,
)
from units import GROUNDS, HEADER, SUPPLIES_3, SUPPLIES_5, Wire, acceptor, box, gpio, pi, pi_ground

from firmware.config import PanelTable

TILT_PIN = 2
METER_PINS = {"money_in": 9, "cash_box": 10}
SPARE = {
    PULSE_PIN: "pulses of the coin unit",
    INHIBIT_PIN: "inhibit of the coin unit",
    9: "meter money_in, or pulses of notes",
    10: "meter cash_box, or inhibit of notes",
    TILT_PIN: "tilt, or the clock module's SDA",
    3: "free, or the clock module's SCL",
    14: "free, or TXD",
    15: "free, or RXD",
}
"""What we suggest for pins that the configuration leaves free."""
RESERVED = (0, 1)


def power() -> Sheet:
    """Two supplies, one fuse, one star of grounds."""
    sheet = Sheet("Supply: a fuse, and one point where all grounds meet", 500)
    twelve = box(
        sheet, "12 V supply", (30, 90), (190, 120),
        right=(Wire("+12 V", 60), Wire("0 V", 95, 0)), fill="#f3f1ea",
    )  # fmt: skip
    five = box(
        sheet, "Supply of the Pi", (30, 290), (190, 120),
        right=(Wire("+5.1 V", 60, 5.1), Wire("GND", 95, 0)), fill="#f3f1ea",
    )  # fmt: skip
    unit = acceptor(
        sheet, "Coin and bill units", "", (740, 80), (190, 110), is_left=False,
        wires=(Wire("+12 V", 70), Wire("0 V", 95, 0)),
    )  # fmt: skip
    lights = box(
        sheet, "Lamps and meters", (740, 210), (190, 110),
        left=(Wire("+12 V", 60), Wire("0 V", 90, 0)), fill="#f3f1ea",
    )  # fmt: skip
    computer = box(
        sheet, "Raspberry Pi", (740, 340), (190, 110),
        left=(Wire("USB-C, 5 V", 60, 5.1), Wire("GND", 90, 0)), fill="#eaf4ea",
    )  # fmt: skip
    f1 = fuse(sheet, "see text", (320, 150))
    sheet.wire(SUPPLY_12, twelve["+12 V"], f1.a)
    fused = Net("fused +12 V", Level.V12)
    sheet.wire(fused, f1.b, unit[0])
    sheet.wire(fused, (640, 150), (640, 270), lights["+12 V"])
    sheet.wire(SUPPLY_5, five["+5.1 V"], (450, 350), (450, 400), computer["USB-C, 5 V"])
    star = (540, 300)
    sheet.wire(GROUND_12, twelve["0 V"], (540, 185), star)
    sheet.wire(GROUND_12, five["GND"], (420, 385), (420, 300), star)
    sheet.wire(GROUND_12, unit[1], (580, 175), (580, 300), star)
    sheet.wire(GROUND_12, lights["0 V"], star)
    sheet.wire(GROUND_12, computer["GND"], (540, 430), star)
    sheet.rect(530, 291, 62, 18, 4, INK)
    sheet.text(526, 282, "star point", 12.5, "end", True)
    return sheet


def header(panel: PanelTable) -> Sheet:
    """All forty pins of the header, and what each is for."""
    sheet = Sheet("The Pi's header as hw_config.toml ships it", 720)
    uses = {pin: f"lamp {button.value}" for button, pin in panel.lamps.pins.items()}
    uses |= {pin: f"button {button.value}" for button, pin in panel.buttons.pins.items()}
    switches = panel.switches
    for name, pin in (("operator's key", switches.operator_key), ("door", switches.door)):
        if pin is not None:
            uses[pin] = name
    sheet.rect(400, 70, 160, 592, 12, "#eaf4ea")
    gpios = {position: number for number, position in HEADER.items()}
    for position in range(1, 41):
        row, is_left = (position - 1) // 2, position % 2 == 1
        x, y = (450 if is_left else 510), 90 + 29 * row
        number = gpios.get(position)
        name, use, level = _pin_words(position, number, uses)
        sheet.circle(x, y, 11, level.colour if level else "#ffffff")
        colour = "#ffffff" if level else INK
        sheet.text(x, y + 4, str(position), 11, "middle", True, colour)
        turn, anchor = (-1, "end") if is_left else (1, "start")
        sheet.text(480 + 95 * turn, y + 4.5, name, 12.5, anchor, True)
        is_ours = number in uses
        sheet.text(480 + 175 * turn, y + 4.5, use, 12.5, anchor, colour=INK if is_ours else SOFT)
    sheet.notes(30, 690, "Black text: in the shipped table. Grey: free there; what these pages use"
                " it for. Pin 1 is at the end away from the USB sockets.")  # fmt: skip
    return sheet


def _pin_words(
    position: int, number: int | None, uses: dict[int, str]
) -> tuple[str, str, Level | None]:
    """A pin's name, its use and the level that colours it."""
    if position in GROUNDS:
        return "GND", "", Level.GROUND
    if position in SUPPLIES_3:
        return "3.3 V", "", Level.V3
    if position in SUPPLIES_5:
        return "5 V", "never to a GPIO", Level.V5
    assert number is not None
    if number in RESERVED:
        return f"GPIO{number}", "reserved", None
    if number in uses:
        return f"GPIO{number}", uses[number], Level.S3
    return f"GPIO{number}", SPARE[number], None


def switches(panel: PanelTable) -> Sheet:
    """Buttons and switches: a contact to ground each."""
    rows = [(button.value, pin, False) for button, pin in panel.buttons.pins.items()]
    table = panel.switches
    assert table.operator_key is not None
    assert table.door is not None
    rows.append(("operator's key", table.operator_key, False))
    rows.append(("door", table.door, table.door_open_when == "open"))
    rows.append(("tilt", table.tilt or TILT_PIN, False))
    sheet = Sheet("Buttons, key, door, tilt: each contact ties its pin to ground", 670)
    wires = tuple(gpio(pin, 70 + 38 * row) for row, (_, pin, _) in enumerate(rows))
    *pins, zero = pi(sheet, (740, 70), 510, (*wires, pi_ground(39, 488)))
    for (name, number, is_closed), point in zip(rows, pins, strict=True):
        y = point[1]
        ends = contact(sheet, name, (360, y), is_closed)
        sheet.text(190, y + 4.5, name, 13, "end", True)
        sheet.wire(GROUND_12, (230, y), ends.a)
        sheet.wire(Net(f"GPIO{number}", Level.S3), ends.b, point)
    sheet.wire(GROUND_12, (230, pins[0][1]), (230, zero[1]), zero)
    ground(sheet, GROUND_12, (480, zero[1]))
    sheet.notes(
        30, 618, "Drawn at rest, cabinet shut: the door's contact is closed, and a cut wire counts"
        " as an open door.",
    )  # fmt: skip
    return sheet


def lamps(panel: PanelTable) -> Sheet:
    """Eight lamps through a ULN2803."""
    pins = list(panel.lamps.pins.items())
    sheet = Sheet("Lamps: eight pins drive eight 12 V lamps through a ULN2803", 590)
    *outputs, zero = pi(
        sheet, (30, 70), 440, is_left=True,
        wires=(*(gpio(pin, 70 + 40 * row) for row, (_, pin) in enumerate(pins)),
               pi_ground(34, 410)),
    )  # fmt: skip
    driver = box(
        sheet, "ULN2803", (370, 70), (160, 440), kind="legs by number",
        left=(*(Wire(f"{leg}", 30 + 40 * leg, 5) for leg in range(1, 9)), Wire("9 GND", 410, 0)),
        right=(*(Wire(f"{19 - leg}", 30 + 40 * leg) for leg in range(1, 9)), Wire("COM 10", 380)),
    )  # fmt: skip
    for leg, ((button, pin), point) in enumerate(zip(pins, outputs, strict=True), start=1):
        sheet.wire(Net(f"GPIO{pin}", Level.S3), point, driver[f"{leg}"])
        light = lamp(sheet, button.value, (660, point[1]))
        sheet.wire(Net(f"lamp {button.value}", Level.S12), driver[f"{19 - leg}"], light.a)
        sheet.wire(SUPPLY_12, light.b, (840, point[1]))
    sheet.wire(SUPPLY_12, (840, 110), (840, 450), driver["COM 10"])
    sheet.wire(SUPPLY_12, (840, outputs[0][1]), (840, 110))
    supply(sheet, SUPPLY_12, (840, 110))
    sheet.wire(GROUND_12, zero, driver["9 GND"])
    ground(sheet, GROUND_12, (295, zero[1]))
    sheet.notes(560, 500, "LED lamps: their plus goes to +12 V.")
    return sheet


def meters() -> Sheet:
    """Mechanical meters through a ULN2803, a diode over each coil."""
    sheet = Sheet("Mechanical meters: a ULN2803, and a diode over each coil", 490)
    names = list(METER_PINS)
    *outputs, zero = pi(
        sheet, (30, 80), 330, is_left=True,
        wires=(*(gpio(METER_PINS[name], 80 + 130 * row) for row, name in enumerate(names)),
               pi_ground(25, 300)),
    )  # fmt: skip
    driver = box(
        sheet, "ULN2803", (370, 80), (160, 330), kind="a second one",
        left=(Wire("1", 80, 5), Wire("2", 210, 5), Wire("9 GND", 300, 0)),
        right=(Wire("18", 80), Wire("17", 210), Wire("COM 10", 280)),
    )  # fmt: skip
    for row, (name, point) in enumerate(zip(names, outputs, strict=True)):
        y = point[1]
        sheet.wire(Net(name, Level.S3), point, driver[str(row + 1)])
        counter = meter(sheet, name, (700, y))
        diode = diode_right(sheet, f"D{row + 1}, 1N4007", (700, y - 44))
        coil = Net(f"coil {name}", Level.S12)
        sheet.wire(coil, driver[str(18 - row)], counter.a)
        sheet.wire(coil, (600, y), (600, y - 44), diode.a)
        sheet.wire(SUPPLY_12, diode.b, (800, y - 44), (800, y), counter.b)
        sheet.wire(SUPPLY_12, (800, y), (870, y))
    sheet.wire(SUPPLY_12, (870, outputs[0][1]), (870, 360), driver["COM 10"])
    sheet.wire(SUPPLY_12, (870, outputs[0][1]), (870, 120))
    supply(sheet, SUPPLY_12, (870, 120))
    sheet.wire(GROUND_12, zero, driver["9 GND"])
    ground(sheet, GROUND_12, (295, zero[1]))
    return sheet
