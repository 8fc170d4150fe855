"""The wiring of a configuration as a table, and on the 40-pin header: in a terminal or as SVG.

A builder reads it with the soldering iron in the other hand: what is shown is what the program
will drive and read, never what a page of a guide once said.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

from firmware.config import COIN_SLOT, NOTE_SLOT, Config

POSITIONS: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Position on the header -> BCM number, as the Pi's makers print it."""
POWER: Mapping[int, str] = {
    1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}  # fmt: skip
_PLACES = {bcm: position for position, bcm in POSITIONS.items()}
_RESERVED = frozenset({0, 1})
_FREE = "-"
_COLOURS = {"ground": "#30343a", "3.3 V": "#d98b1f", "5 V": "#c0392b"}
_USED, _IDLE, _INK, _SOFT = "#2f7d4f", "#ffffff", "#1c1f24", "#8a8f98"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire between the header and the cabinet.

    Attributes:
        key: of the configuration, such as "panel.buttons.HOLD1".
        name: as it is written beside the pin.
        gpio: BCM number.
        position: on the header, 1 to 40.
        way: "in" or "out", seen from the Pi.
        how: what closes, lights or is told by it.
    """

    key: str
    name: str
    gpio: int
    position: int
    way: str
    how: str


def wires(config: Config) -> list[Wire]:
    """Every pin that the configuration uses, in the order of its file."""
    panel = config.panel
    switches, meters = panel.switches, panel.meters
    lamp = "drives the lamp's driver" + (", dimmed" if panel.pwm else "")
    found = [
        *(
            (f"panel.buttons.{button.value}", button.value, pin, "in", "closes to ground")
            for button, pin in panel.buttons.pins.items()
        ),
        *(
            (f"panel.lamps.{button.value}", f"lamp {button.value}", pin, "out", lamp)
            for button, pin in panel.lamps.pins.items()
        ),
        *(
            (
                f"panel.switches.{key}",
                name,
                pin,
                "in",
                f"to ground; {word} when its contact is {when}",
            )
            for key, name, pin, word, when in (
                ("operator_key", "key", switches.operator_key, "on", switches.operator_key_on_when),
                ("door", "door", switches.door, "open", switches.door_open_when),
                ("tilt", "tilt", switches.tilt, "tilted", switches.tilt_when),
            )
        ),
        *(
            (f"panel.meters.{meter.value}", meter.value, pin, "out", f"{meters.pulse_ms} ms a step")
            for meter, pin in meters.wired.items()
        ),
    ]
    for slot, table in ((COIN_SLOT, config.coin), (NOTE_SLOT, config.note)):
        if table.driver == "none":
            continue
        pulse = f"a pulse is {table.pulse_when}"
        found.append((f"{slot}.pulse_pin", f"{slot} pulse", table.pulse_pin, "in", pulse))
        refuses = f"{table.inhibit_when} refuses"
        found.append((f"{slot}.inhibit_pin", f"{slot} inhibit", table.inhibit_pin, "out", refuses))
    return [
        Wire(key, name, pin, _PLACES[pin], way, how)
        for key, name, pin, way, how in found
        if pin is not None
    ]


def serial_lines(config: Config) -> list[tuple[str, str, str]]:
    """Slot, driver and port of every unit on a serial line."""
    slots = ((COIN_SLOT, config.coin), (NOTE_SLOT, config.note))
    return [
        (slot, table.driver, table.port)
        for slot, table in slots
        if table.driver not in ("none", "pulse")
    ]


def as_text(config: Config) -> str:
    """The table and the header for a terminal."""
    told = wires(config)
    rows = [("position", "pin", "way", "what", "how", "key")]
    rows += [
        (str(each.position), f"GPIO{each.gpio}", each.way, each.name, each.how, each.key)
        for each in told
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = [
        "  ".join(
            cell.rjust(width) if number == 0 else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines = [f"{slot}: {driver} at {port}" for slot, driver, port in serial_lines(config)]
    return "\n".join([*table, *([""] if lines else []), *lines, "", *_header_text(told)])


def _header_text(told: list[Wire]) -> list[str]:
    """Seen with the USB sockets below: the odd positions on the left."""
    labels = _labels(told)
    texts = {
        position: (f"{use} {pin}" if position % 2 else f"{pin} {use}").strip()
        for position, (pin, use) in labels.items()
    }
    width = max(len(text) for position, text in texts.items() if position % 2)
    frame = " " * width + " +-------+"
    rows = [
        f"{texts[odd]:>{width}} | {odd:>2} {odd + 1:>2} | {texts[odd + 1]}"
        for odd in range(1, 41, 2)
    ]
    return [frame, *rows, frame, " " * width + "    USB"]


def _labels(told: list[Wire]) -> dict[int, tuple[str, str]]:
    """Position -> the pin's own name, and what is on it."""
    names = {wire.position: wire.name for wire in told}
    labels = {position: (name, "") for position, name in POWER.items()}
    for position, gpio in POSITIONS.items():
        use = "reserved" if gpio in _RESERVED else names.get(position, _FREE)
        labels[position] = f"GPIO{gpio}", use
    return labels


def as_svg(config: Config) -> str:
    """The header as a drawing."""
    told = wires(config)
    used = {wire.position for wire in told}
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 660" width="720" height="660" '
        'font-family="sans-serif" font-size="14">',
        '<rect width="720" height="660" fill="#ffffff"/>',
        f'<text x="360" y="28" text-anchor="middle" font-size="16" fill="{_INK}">'
        "40-pin header, USB sockets below</text>",
        '<rect x="318" y="42" width="84" height="592" rx="10" fill="#e6e9ee"/>',
    ]
    for position, (pin, use) in sorted(_labels(told).items()):
        is_left = position % 2 == 1
        x, y = (340 if is_left else 380), 62 + 29 * ((position - 1) // 2)
        fill = _USED if position in used else _COLOURS.get(pin, _IDLE)
        ink = _INK if fill == _IDLE else "#ffffff"
        side, anchor = (-1, "end") if is_left else (1, "start")
        words = _INK if position in used or not use else _SOFT
        parts += [
            f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="{_INK}"/>',
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{ink}">'
            f"{position}</text>",
            f'<text x="{360 + 55 * side}" y="{y + 5}" text-anchor="{anchor}" fill="{_SOFT}">'
            f"{pin}</text>",
            f'<text x="{360 + 135 * side}" y="{y + 5}" text-anchor="{anchor}" fill="{words}">'
            f"{html.escape(use)}</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])
