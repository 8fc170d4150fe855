"""Whole units as boxes: the Pi's header, adapters, acceptors, the lamp driver.

A pin of the header is named by its BCM number and given its place from the table below, so
that no drawing can misplace one.
"""

from __future__ import annotations

from typing import NamedTuple

from sheet import BODY, INK, SOFT, Point, Sheet

PIN_BEARS = 3.3
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35,
    16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""BCM number -> position on the 40-pin header."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES_3 = (1, 17)
SUPPLIES_5 = (2, 4)


class Wire(NamedTuple):
    """A connection of a box.

    Attributes:
        name: what its maker calls it, or what it does.
        drop: how far below the box's top it is (pixels).
        bears: the highest voltage that it stands (volts).
    """

    name: str
    drop: float
    bears: float = 12.0


def box(
    sheet: Sheet,
    title: str,
    at: Point,
    size: Point,
    left: tuple[Wire, ...] = (),
    right: tuple[Wire, ...] = (),
    kind: str = "",
    fill: str = BODY,
) -> dict[str, Point]:
    """A unit with its connections on its sides; gives each its point by name."""
    (x, y), (width, height) = at, size
    sheet.rect(x, y, width, height, fill=fill)
    sheet.text(x + width / 2, y + 24, title, 14.5, "middle", True)
    if kind:
        sheet.text(x + width / 2, y + 42, kind, 12, "middle", colour=SOFT)
    points = {}
    for wires, edge, inward, anchor in ((left, x, 12, "start"), (right, x + width, -12, "end")):
        for wire in wires:
            point = (edge, y + wire.drop)
            sheet.circle(*point, 5, INK)
            sheet.text(edge + inward, y + wire.drop + 4.5, wire.name, 12.5, anchor)
            points[wire.name] = sheet.terminal(title, wire.name, point, wire.bears)
    return points


def gpio(number: int, drop: float, use: str = "") -> Wire:
    """A GPIO of the header: it stands 3.3 V and not a tenth more."""
    return Wire(f"{use} GPIO{number} (pin {HEADER[number]})".strip(), drop, PIN_BEARS)


def pi_ground(position: int, drop: float) -> Wire:
    """A ground of the header."""
    assert position in GROUNDS
    return Wire(f"GND (pin {position})", drop, 0.0)


def pi_3v3(position: int, drop: float) -> Wire:
    """The header's 3.3 V."""
    assert position in SUPPLIES_3
    return Wire(f"3.3 V (pin {position})", drop, PIN_BEARS)


def pi(
    sheet: Sheet, at: Point, height: float, wires: tuple[Wire, ...], is_left: bool = False
) -> list[Point]:
    """The Raspberry Pi with some pins of its header, on its left side or (standing at the
    left of the sheet) on its right; gives their points in order."""
    sides: dict[str, tuple[Wire, ...]] = {"right" if is_left else "left": wires}
    points = box(
        sheet, "Raspberry Pi", at, (190, height), kind="40-pin header", fill="#eaf4ea", **sides
    )
    return [points[wire.name] for wire in wires]


def usb_adapter(
    sheet: Sheet, at: Point, size: Point, kind: str, wires: tuple[Wire, ...], is_left: bool = False
) -> list[Point]:
    """An adapter that goes into the Pi's USB socket; gives its points in order."""
    sides: dict[str, tuple[Wire, ...]] = {"right" if is_left else "left": wires}
    points = box(sheet, "USB adapter", at, size, kind=kind, fill="#e9f1fb", **sides)
    return [points[wire.name] for wire in wires]


def acceptor(
    sheet: Sheet, title: str, kind: str, at: Point, size: Point, wires: tuple[Wire, ...],
    is_left: bool = True,
) -> list[Point]:  # fmt: skip
    """A coin or bill unit, at the left of the sheet or at its right; gives its points in
    order."""
    sides: dict[str, tuple[Wire, ...]] = {"right" if is_left else "left": wires}
    points = box(sheet, title, at, size, kind=kind, fill="#fbf1e3", **sides)
    return [points[wire.name] for wire in wires]
