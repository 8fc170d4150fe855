"""The symbols of small parts. Each function draws one and gives back its connections.

Resistors are the IEC box, arrows on an opto-coupler are light, every part has its name and
value beside it. Coordinates are those of the sheet, in pixels.
"""

from __future__ import annotations

from typing import NamedTuple

from sheet import INK, SOFT, Level, Net, Point, Sheet

GROUND_12 = Net("0 V", Level.GROUND)
"""The minus of the 12 V supply."""
GROUND_PI = Net("GND", Level.GROUND)
"""The ground of the Pi; both are joined once, at the supply."""
SUPPLY_12 = Net("+12 V", Level.V12)
SUPPLY_5 = Net("+5 V", Level.V5)
SUPPLY_3 = Net("3.3 V", Level.V3)


class Two(NamedTuple):
    """The ends of a part with two wires: left or upper, right or lower."""

    a: Point
    b: Point


class Npn(NamedTuple):
    """A transistor's three."""

    base: Point
    collector: Point
    emitter: Point


class Opto(NamedTuple):
    """An opto-coupler's four."""

    anode: Point
    cathode: Point
    collector: Point
    emitter: Point


class Relay(NamedTuple):
    """A relay's coil and one change-over contact."""

    coil_a: Point
    coil_b: Point
    common: Point
    normally_open: Point


def ground(sheet: Sheet, net: Net, at: Point) -> None:
    """The three bars, hanging from a point; the name of the ground below."""
    x, y = at
    sheet.flag(net, at)
    sheet.path(f"M{x} {y} v10 M{x - 14} {y + 10} h28 M{x - 9} {y + 15} h18 M{x - 4} {y + 20} h8")
    sheet.text(x, y + 36, net.name, 12, "middle", True)


def supply(sheet: Sheet, net: Net, at: Point) -> None:
    """An arrow up from a point to a supply, whose name stands above."""
    x, y = at
    sheet.flag(net, at)
    colour = net.level.colour
    sheet.path(f"M{x} {y} v-14 M{x - 8} {y - 8} L{x} {y - 18} L{x + 8} {y - 8}", colour=colour)
    sheet.label(net, x, y - 26, anchor="middle")


def resistor(sheet: Sheet, name: str, value: str, at: Point, is_upright: bool = False) -> Two:
    """A resistor round its middle, 60 px from end to end."""
    x, y = at
    if is_upright:
        sheet.path(f"M{x} {y - 30} V{y + 30}")
        sheet.rect(x - 8, y - 20, 16, 40, 2)
        sheet.text(x + 16, y - 3, name, 12.5, is_bold=True)
        sheet.text(x + 16, y + 13, value, 12.5)
        ends = ((x, y - 30), (x, y + 30))
    else:
        sheet.path(f"M{x - 30} {y} H{x + 30}")
        sheet.rect(x - 20, y - 8, 40, 16, 2)
        sheet.text(x, y - 16, f"{name}, {value}", 12.5, "middle", True)
        ends = ((x - 30, y), (x + 30, y))
    return Two(sheet.terminal(name, "1", ends[0]), sheet.terminal(name, "2", ends[1]))


def npn(sheet: Sheet, name: str, kind: str, at: Point, is_mirrored: bool = False) -> Npn:
    """A transistor round its middle: collector up, emitter down, base left (right where
    mirrored)."""
    x, y = at
    turn = -1 if is_mirrored else 1
    bar, out = x - 8 * turn, x + 10 * turn
    sheet.circle(x, y, 22)
    sheet.path(f"M{x - 40 * turn} {y} H{bar} M{bar} {y - 13} V{y + 13}", width=2.5)
    sheet.path(f"M{bar} {y - 6} L{out} {y - 16} V{y - 40}")
    sheet.path(f"M{bar} {y + 6} L{out} {y + 16} V{y + 40}")
    sheet.path(f"M{out - turn} {y + 15} l{-9 * turn} 0 l{5 * turn} -8 z", fill=INK, width=1)
    side, anchor = x + 30 * turn, "end" if is_mirrored else "start"
    sheet.text(side, y - 2, name, 12.5, anchor, True)
    sheet.text(side, y + 14, kind, 12.5, anchor)
    return Npn(
        sheet.terminal(name, "base", (x - 40 * turn, y)),
        sheet.terminal(name, "collector", (out, y - 40)),
        sheet.terminal(name, "emitter", (out, y + 40)),
    )


def diode_up(sheet: Sheet, name: str, kind: str, at: Point, is_named_left: bool = True) -> Two:
    """A diode round its middle, its cathode (bar) up: `a` is the cathode."""
    x, y = at
    sheet.path(f"M{x} {y - 30} V{y + 30} M{x - 10} {y - 9} H{x + 10}")
    sheet.path(f"M{x - 10} {y + 9} H{x + 10} L{x} {y - 9} Z", fill="#ffffff")
    side, anchor = (x - 18, "end") if is_named_left else (x + 18, "start")
    sheet.text(side, y - 3, name, 12.5, anchor, True)
    sheet.text(side, y + 13, kind, 12.5, anchor)
    upper = sheet.terminal(name, "cathode", (x, y - 30))
    return Two(upper, sheet.terminal(name, "anode", (x, y + 30)))


def opto(sheet: Sheet, name: str, at: Point, is_mirrored: bool = False) -> Opto:
    """A PC817 round its middle, with the numbers of its legs: the diode on the left (on the
    right where mirrored), the transistor across from it."""
    x, y = at
    turn = -1 if is_mirrored else 1
    near, far = x - 60 * turn, x + 60 * turn
    sheet.rect(x - 60, y - 45, 120, 90, 6)
    lamp, base = x - 26 * turn, x + 18 * turn
    sheet.path(f"M{near} {y - 25} H{lamp} V{y + 25} H{near}")
    sheet.path(f"M{lamp - 10} {y - 9} h20 L{lamp} {y + 9} Z", fill="#ffffff")
    sheet.path(f"M{lamp - 10} {y + 9} h20")
    for shift in (-6, 6):
        tip = lamp + 30 * turn
        sheet.path(f"M{lamp + 15 * turn} {y + shift} H{tip} l{-5 * turn} -3 m{5 * turn} 3")
        sheet.path(f"M{tip} {y + shift} l{-5 * turn} 3")
    sheet.path(f"M{base} {y - 15} V{y + 15}", width=2.5)
    out = base + 16 * turn
    sheet.path(f"M{base} {y - 7} L{out} {y - 17} V{y - 25} H{far}")
    sheet.path(f"M{base} {y + 7} L{out} {y + 17} V{y + 25} H{far}")
    sheet.path(f"M{out} {y + 17} l{-9 * turn} -1 l{5 * turn} -7 z", fill=INK, width=1)
    left, right = ("3", "2") if is_mirrored else ("2", "3")
    upper_left, upper_right = ("4", "1") if is_mirrored else ("1", "4")
    for text, place, anchor in (
        (upper_left, (x - 55, y - 31), "start"),
        (left, (x - 55, y + 40), "start"),
        (upper_right, (x + 55, y - 31), "end"),
        (right, (x + 55, y + 40), "end"),
    ):
        sheet.text(*place, text, 10.5, anchor, colour=SOFT)
    sheet.text(x, y - 54, f"{name}, PC817", 12.5, "middle", True)
    return Opto(
        sheet.terminal(name, "1, anode", (near, y - 25)),
        sheet.terminal(name, "2, cathode", (near, y + 25)),
        sheet.terminal(name, "4, collector", (far, y - 25)),
        sheet.terminal(name, "3, emitter", (far, y + 25)),
    )


def fuse(sheet: Sheet, value: str, at: Point) -> Two:
    """A fuse lying on a wire."""
    x, y = at
    sheet.path(f"M{x - 30} {y} H{x + 30}")
    sheet.rect(x - 20, y - 8, 40, 16, 2)
    sheet.path(f"M{x - 20} {y} H{x + 20}")
    sheet.text(x, y - 16, f"F1, {value}", 12.5, "middle", True)
    return Two(sheet.terminal("F1", "1", (x - 30, y)), sheet.terminal("F1", "2", (x + 30, y)))


def relay(sheet: Sheet, name: str, at: Point) -> Relay:
    """A relay round its coil's middle, drawn without current: the contact on its left is open."""
    x, y = at
    left = x - 110
    sheet.path(f"M{x} {y - 40} V{y + 40}")
    sheet.rect(x - 26, y - 20, 52, 40, 2)
    sheet.path(f"M{x - 26} {y + 20} L{x + 26} {y - 20}")
    sheet.path(f"M{x - 26} {y} h-8 m-8 0 h-8 m-8 0 h-8 m-8 0 h-8 m-8 0 h-8", colour=SOFT)
    sheet.path(f"M{left} {y + 40} V{y + 20} L{left + 18} {y - 16}", width=3)
    sheet.path(f"M{left} {y - 40} V{y - 20}", width=3)
    sheet.circle(left, y + 20, 3.5)
    sheet.circle(left, y - 20, 3.5)
    sheet.text(x + 36, y + 5, name, 12.5, is_bold=True)
    sheet.text(left - 14, y - 3, f"{name}, contact", 12.5, "end", True)
    sheet.text(left - 14, y + 13, "open without current", 12.5, "end")
    return Relay(
        sheet.terminal(name, "coil +", (x, y - 40)),
        sheet.terminal(name, "coil -", (x, y + 40)),
        sheet.terminal(name, "common", (left, y - 40)),
        sheet.terminal(name, "normally open", (left, y + 40)),
    )


def lamp(sheet: Sheet, name: str, at: Point) -> Two:
    """A lamp lying on a wire."""
    x, y = at
    sheet.path(f"M{x - 30} {y} H{x + 30}")
    sheet.circle(x, y, 13)
    sheet.path(f"M{x - 9} {y - 9} L{x + 9} {y + 9} M{x - 9} {y + 9} L{x + 9} {y - 9}")
    sheet.text(x + 36, y - 7, name, 12.5, is_bold=True)
    return Two(
        sheet.terminal(f"lamp {name}", "-", (x - 30, y)),
        sheet.terminal(f"lamp {name}", "+", (x + 30, y)),
    )


def contact(sheet: Sheet, name: str, at: Point, is_closed: bool = False) -> Two:
    """A push button's or a switch's contact lying on a wire, as it is at rest."""
    x, y = at
    sheet.path(f"M{x - 30} {y} H{x - 16} M{x + 16} {y} H{x + 30}")
    sheet.path(f"M{x - 16} {y} L{x + 18} {y - (1 if is_closed else 13)}", width=3)
    sheet.circle(x - 16, y, 3.5)
    sheet.circle(x + 16, y, 3.5)
    return Two(sheet.terminal(name, "1", (x - 30, y)), sheet.terminal(name, "2", (x + 30, y)))


def meter(sheet: Sheet, name: str, at: Point) -> Two:
    """A mechanical meter lying on a wire."""
    x, y = at
    sheet.path(f"M{x - 70} {y} H{x + 70}")
    sheet.rect(x - 46, y - 17, 92, 34, 5)
    for digit in range(5):
        sheet.rect(x - 37 + 15 * digit, y - 9, 14, 18, 2, "#eef1f5")
        sheet.text(x - 30 + 15 * digit, y + 5, "00042"[digit], 12, "middle", True)
    sheet.text(x, y + 36, name, 12.5, "middle", True)
    return Two(sheet.terminal(name, "-", (x - 70, y)), sheet.terminal(name, "+", (x + 70, y)))


def diode_right(sheet: Sheet, name: str, at: Point) -> Two:
    """A diode lying on a wire, its cathode (bar) right."""
    x, y = at
    sheet.path(f"M{x - 30} {y} H{x + 30} M{x + 9} {y - 10} V{y + 10}")
    sheet.path(f"M{x - 9} {y - 10} V{y + 10} L{x + 9} {y} Z", fill="#ffffff")
    sheet.text(x, y - 16, name, 12.5, "middle", True)
    return Two(
        sheet.terminal(name, "anode", (x - 30, y)), sheet.terminal(name, "cathode", (x + 30, y))
    )
