"""The sign of each fault: what is drawn on the shut door, and the short code for a call.

The drawings stand here and not in files: they are wanted just when a disk cannot be read.
All lie in a square of 160 around the origin and go with the lines of `fault_art`.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.cabinet.state import FaultName
from firmware.screens.vector import placed

SIDE = 160

_IVORY = "#FFF4DC"
_AMBER = "#FFB72B"
_CORAL = "#FF9A86"
_DULL = "#8E5A5E"
_PAGE = "#3A0E16"
_DARK = "#14080B"
_DOOR = "#240A0E"
"""The face of the door that the signs lie on."""

_CODES: Mapping[FaultName, str] = {
    FaultName.LEDGER: "L-01",
    FaultName.LEDGER_FULL: "L-02",
    FaultName.LEDGER_READ_ONLY: "L-03",
    FaultName.LEDGER_IO: "L-04",
    FaultName.LEDGER_CORRUPT: "L-05",
    FaultName.LEDGER_IDENTITY: "L-06",
    FaultName.LEDGER_SCHEMA: "L-07",
    FaultName.LEDGER_GONE: "L-08",
    FaultName.LEDGER_ROLLED_BACK: "L-09",
    FaultName.CREDIT_VALUE: "V-01",
    FaultName.COPY_MISSING: "K-01",
    FaultName.COPY_BEHIND: "K-02",
    FaultName.COPY_FOREIGN: "K-03",
    FaultName.CHANCE: "R-01",
    FaultName.HARDWARE: "H-01",
    FaultName.DOOR: "D-01",
    FaultName.COIN: "C-01",
    FaultName.COIN_JUMP: "C-02",
    FaultName.COIN_LOST: "C-03",
    FaultName.COIN_UNACCOUNTED: "C-04",
    FaultName.TILT: "T-01",
    FaultName.SOUND: "S-01",
    FaultName.CAST: "A-01",
    FaultName.PACK: "A-02",
    FaultName.THINKER: "A-03",
    FaultName.BUTTON_STUCK: "B-01",
    FaultName.QUEUE_FULL: "E-01",
    FaultName.FLEET: "N-01",
    FaultName.PROGRAM: "P-01",
    FaultName.CALL_SERVICE: "P-02",
    FaultName.HOT: "M-01",
    FaultName.UNDER_VOLTAGE: "M-02",
    FaultName.CLOCK_UNSET: "M-03",
    FaultName.DISK_LOW: "M-04",
    FaultName.DISK_READ_ONLY: "M-05",
    FaultName.MEMORY_LOW: "M-06",
    FaultName.STORAGE_WORN: "M-07",
    FaultName.PIN_SHIPPED: "P-03",
    FaultName.LARGE_WIN: "W-01",
}
"""What an attendant says on the telephone; the same in every language."""


def code(name: FaultName) -> str:
    """The code of a fault: a letter for the part, a number. Empty for a fault without one."""
    return _CODES.get(name, "")


def sign(name: FaultName) -> str:
    """SVG elements of the sign of a fault; one without its own gets the exclamation mark."""
    return _SIGNS.get(name, _MARK)


# --- parts ------------------------------------------------------------------------------------


def _line(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _shape(path: str, fill: str, edge: str = _IVORY, width: float = 5) -> str:
    return (
        f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="{width:g}" '
        'stroke-linejoin="round"/>'
    )


def _box(x: float, y: float, w: float, h: float, fill: str, radius: float = 3) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius:g}" fill="{fill}"/>'


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _lozenge(x: float, y: float, w: float, h: float, fill: str) -> str:
    a, b = w / 2, h / 2
    return f'<path d="M{x:g} {y - b:g}l{a:g} {b:g}l{-a:g} {b:g}l{-a:g} {-b:g}z" fill="{fill}"/>'


def _badge(inside: str) -> str:
    """An amber disc with a dark rim, so that it stands off what it lies on."""
    return _disc(0, 0, 31, _DOOR) + _disc(0, 0, 26, _AMBER) + inside


_MARK = _badge(_box(-3, -17, 6, 22, _DOOR, 2) + _box(-3, 10, 6, 6, _DOOR, 2))
_UNEQUAL = _badge(
    _line("M-12 -6H12M-12 6H12", _DOOR, 5.5) + _line("M8 -15L-8 15", _DOOR, 5.5)
)  # fmt: skip


def _memory_card(on_it: str) -> str:
    contacts = "".join(_box(x, -56, 8, 19, _DULL, 2) for x in (-32, -19, -6, 7))
    body = _shape("M-44 -66H20L44 -42V60Q44 66 38 66H-38Q-44 66 -44 60Z", _DARK)
    return body + contacts + on_it


_LEFT_PAGE = "M0 -38C-18 -50 -46 -50 -66 -44V44C-46 38 -18 38 0 50Z"
_RIGHT_PAGE = "M0 -38C18 -50 46 -50 66 -44V44C46 38 18 38 0 50Z"


def _rows(side: int, *heights: float) -> str:
    """Written lines on a page: left of the fold with side -1, right of it with 1."""
    a, b = 12 * side, 54 * side
    path = "".join(
        f"M{a} {y:g}C{a * 2} {y - 6:g} {b * 0.8:g} {y - 7:g} {b} {y - 5:g}" for y in heights
    )
    return _line(path, _DULL, 4.5)


_BOOK = (
    _shape(_LEFT_PAGE, _PAGE) + _shape(_RIGHT_PAGE, _PAGE)
    + _rows(-1, -22, -6, 10, 26) + _rows(1, -22, -6, 10, 26)
)  # fmt: skip


def _spine(x: float, w: float, top: float, fill: str, edge: str = _IVORY) -> str:
    """A book standing on the shelf, whose board is at y = 52."""
    band = _line(f"M{x + 5:g} {top + 14:g}H{x + w - 5:g}", edge, 3.5)
    return _shape(f"M{x:g} {top:g}h{w:g}V50h{-w:g}z", fill, edge, 4) + band


_BOARD = _line("M-70 54H70", _IVORY, 6)

# --- signs ------------------------------------------------------------------------------------

_FULL = _memory_card(
    _box(-28, -22, 56, 14, _CORAL) + "".join(_box(-28, y, 56, 14, _AMBER) for y in (-4, 14, 32))
)
_READ_ONLY = _memory_card(
    _line("M-14 10V-6A14 14 0 0 1 14 -6V10", _AMBER, 7)
    + _box(-25, 8, 50, 40, _AMBER, 6)
    + _disc(0, 24, 6, _DARK)
    + _box(-2.5, 24, 5, 14, _DARK, 2)
)
_BROKEN_CARD = (
    _shape("M-44 -66H-2L-14 -30L4 -12L-14 18L0 34L-12 66H-38Q-44 66 -44 60Z", _DARK)
    + "".join(_box(x, -56, 8, 19, _DULL, 2) for x in (-34, -22))
    + _line("M-2 -66L-14 -30L4 -12L-14 18L0 34L-12 66", _CORAL, 5)
    + placed(
        _shape("M-2 -66H20L44 -42V60Q44 66 38 66H-12L0 34L-14 18L4 -12L-14 -30Z", _DARK)
        + _box(14, -52, 8, 19, _DULL, 2)
        + _line("M-2 -66L-14 -30L4 -12L-14 18L0 34L-12 66", _CORAL, 5),
        15, 6, 1, 5,
    )
)  # fmt: skip
_TORN_BOOK = (
    _shape(_LEFT_PAGE, _PAGE) + _rows(-1, -22, -6, 10, 26)
    + _shape("M0 -38C18 -50 46 -50 66 -44V-14L50 -2L38 -16L26 0L14 -14L0 -2Z", _PAGE)
    + _rows(1, -24)
    + _line("M66 -14L50 -2L38 -16L26 0L14 -14L0 -2", _CORAL, 5)
    + placed(
        _shape("M66 -14L50 -2L38 -16L26 0L14 -14L0 -2V50C18 38 46 38 66 44Z", _PAGE)
        + _rows(1, 14, 30) + _line("M66 -14L50 -2L38 -16L26 0L14 -14L0 -2", _CORAL, 5),
        5, 15, 1, 5,
    )
)  # fmt: skip
_GAP = "M-14 -28V-14M-14 -4V10M-14 20V34M18 -28V-14M18 -4V10M18 20V34M-14 -36H-6M-2 -36H6M10 -36H18"
_EMPTY_PLACE = (
    _BOARD
    + _spine(-66, 20, -44, _PAGE) + _spine(-42, 20, -30, _PAGE)
    + _spine(26, 18, -38, _PAGE) + _spine(48, 18, -22, _PAGE)
    + _line(_GAP, _CORAL, 4)
)  # fmt: skip
_TURNED_BACK = (
    placed(_BOOK, 0, 0, 0.64)
    + _line("M46 46A65 65 0 1 0 -46 -46", _AMBER, 7)
    + f'<path d="M-64 -28L-56 -60L-32 -38Z" fill="{_AMBER}" stroke="{_AMBER}" '
    'stroke-width="4" stroke-linejoin="round"/>'
)  # fmt: skip
_TOO_TALL = (
    _BOARD + _line("M-70 -30H2M46 -30H70", _IVORY, 6)
    + _spine(-66, 20, -14, _PAGE) + _spine(-42, 20, -8, _PAGE) + _spine(-18, 20, -14, _PAGE)
    + _spine(8, 32, -66, _PAGE, _CORAL)
    + _spine(46, 20, -10, _PAGE)
)  # fmt: skip
_OTHER_VALUE = (
    _disc(-42, 26, 28, _IVORY) + _disc(-42, 26, 23, _PAGE) + _lozenge(-42, 26, 15, 22, _DULL)
    + _disc(32, 8, 40, _AMBER) + _disc(32, 8, 34, "#5B3A10")
    + _lozenge(20, 8, 17, 26, _AMBER) + _lozenge(44, 8, 17, 26, _AMBER)
    + _line("M-44 -18C-42 -42 -30 -52 -14 -52", _CORAL, 6)
    + f'<path d="M-14 -64L6 -52L-14 -40Z" fill="{_CORAL}"/>'
)  # fmt: skip
_SHUFFLE = (
    _line("M-62 -28H-44C-12 -28 12 28 44 28", _IVORY, 7)
    + _line("M-62 28H-44C-12 28 12 -28 44 -28", _DULL, 7)
    + f'<path d="M42 14L64 28L42 42Z" fill="{_IVORY}"/>'
    + f'<path d="M42 -42L64 -28L42 -14Z" fill="{_DULL}"/>'
    + _MARK
)  # fmt: skip
_SHAKEN = (
    placed(
        _shape("M-30 -52H30L38 -30V48H-38V-30Z", _PAGE) + _box(-24, -24, 48, 30, _DULL)
        + _line("M-24 24H24", _AMBER, 5),
        0, 0, 1, 14,
    )
    + _line("M-60 58H60", _IVORY, 6)
    + _line("M-58 -30C-66 -12 -66 6 -58 24M-44 -20C-49 -8 -49 2 -44 14", _CORAL, 5)
    + _line("M62 -34C70 -16 70 2 62 20", _CORAL, 5)
)  # fmt: skip
_OTHER_PROGRAM = (
    _shape("M-44 -62H16L42 -36V62H-44Z", _PAGE)
    + _line("M16 -62V-36H42", _IVORY, 5)
    + _line("M-28 -34H0M-28 -14H24M-28 6H24M-28 26H24M-28 46H8", _DULL, 4.5)
    + placed(_UNEQUAL, 20, 28)
)
_AGAIN_AND_AGAIN = (
    _line("M40 -40A57 57 0 1 0 57 4", _IVORY, 7)
    + f'<path d="M26 -22L54 -18L50 -48Z" fill="{_IVORY}"/>'
    + _MARK
)

_PIN_PAD = "".join(
    f'<circle cx="{x}" cy="{y}" r="9" fill="{_IVORY}"/>' for x in (-28, 0, 28) for y in (-28, 0, 28)
) + placed(_MARK, 34, 34)

_PRIZE = "".join(
    f'<path d="M{x} {y - 26}L{x + 17} {y}L{x} {y + 26}L{x - 17} {y}Z" fill="{_AMBER}"/>'
    for x, y in ((0, -26), (-30, 20), (30, 20))
)

_SIGNS: Mapping[FaultName, str] = {
    FaultName.LEDGER: _BOOK + placed(_MARK, 0, 6),
    FaultName.LEDGER_FULL: _FULL,
    FaultName.LEDGER_READ_ONLY: _READ_ONLY,
    FaultName.LEDGER_IO: placed(_BROKEN_CARD, -6, -2),
    FaultName.LEDGER_CORRUPT: placed(_TORN_BOOK, 0, -4),
    FaultName.LEDGER_IDENTITY: _BOOK + placed(_UNEQUAL, 0, 6),
    FaultName.LEDGER_SCHEMA: _TOO_TALL,
    FaultName.LEDGER_GONE: _EMPTY_PLACE,
    FaultName.LEDGER_ROLLED_BACK: placed(_TURNED_BACK, 0, 8),
    FaultName.CREDIT_VALUE: placed(_OTHER_VALUE, 0, 4),
    FaultName.CHANCE: _SHUFFLE,
    FaultName.TILT: _SHAKEN,
    FaultName.PROGRAM: _OTHER_PROGRAM,
    FaultName.CALL_SERVICE: _AGAIN_AND_AGAIN,
    FaultName.PIN_SHIPPED: _PIN_PAD,
    FaultName.LARGE_WIN: _PRIZE,
}
