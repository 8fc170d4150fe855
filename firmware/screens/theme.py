"""Every token of the look in one place: colours, rooms, type, grid and times.

All lengths are logical pixels of the 1280 x 720 grid; `stage.Grid` turns them into the
display's own. Colours are (red, green, blue), 0..255.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from firmware.panel import Button
from firmware.screens.fonts import Face

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its hexadecimal notation.

    >>> rgb("#FFB72B")
    (255, 183, 43)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


# --- colours ----------------------------------------------------------------------------------

IVORY = rgb("#FFF4DC")
SAND = rgb("#D2C4A3")
AMBER = rgb("#FFB72B")
AMBER_TEXT = rgb("#FFC962")
HOT = rgb("#FFE3A3")
AMBER_DARK = (rgb("#3B2708"), rgb("#1F1404"))
LAMP_INK = rgb("#1A1002")
CORAL = rgb("#FF9A86")
TEAL = rgb("#7BE3D4")
BRASS = rgb("#E0A526")
BRASS_DEEP = rgb("#B57C12")
PAPER = rgb("#FCF5E4")
CARD_RED = rgb("#A60B19")
CARD_INK = rgb("#15171C")
CRIMSON = rgb("#B3121F")
PETROL = rgb("#12566B")
WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
VEIL = rgb("#06161C")
SHELF = rgb("#050607")


@dataclass(frozen=True, slots=True)
class Room:
    """The mood of a room: everything of a background and of its panels that changes."""

    name: str
    top: Colour
    bottom: Colour
    lattice: Colour | None
    edge: Colour
    glass: Colour
    accent: Colour


JOKER_ROOM = Room(
    "joker", rgb("#0C2730"), rgb("#04090C"), rgb("#15404D"), rgb("#2B5562"), rgb("#070E12"), TEAL
)
STRIP_ROOM = Room(
    "strip", rgb("#331630"), rgb("#0C050D"), None, rgb("#6B3F63"), rgb("#12070F"), rgb("#F6C4D6")
)
CINQUE_ROOM = Room(
    "cinque",
    rgb("#0F4634"),
    rgb("#041510"),
    rgb("#1A5B45"),
    rgb("#3B7D63"),
    rgb("#06130E"),
    rgb("#CFEFDC"),
)
CINQUE_PAGES = replace(CINQUE_ROOM, name="cinque-pages", top=rgb("#0A3024"), lattice=rgb("#113E2E"))
STRIP_PAGES = replace(STRIP_ROOM, name="strip-pages", top=rgb("#24101F"))
"""The same for pages, whose heads stand on the ground itself: it is darker there, and for the
second without the curtain's folds."""
OPERATOR_ROOM = Room(
    "operator", rgb("#10171C"), rgb("#10171C"), None, rgb("#33434C"), rgb("#0A1014"), TEAL
)
FAULT_ROOM = Room(
    "fault", rgb("#2A080C"), rgb("#080203"), None, rgb("#6E2026"), rgb("#100506"), CORAL
)


class Plastic(NamedTuple):
    """The faces of a family of keys, unlit and lit, and its text while dim."""

    dark: tuple[Colour, Colour]
    lit: tuple[Colour, Colour, Colour]
    text: Colour
    edge: Colour


AMBER_PLASTIC = Plastic(
    (rgb("#402B09"), rgb("#251705")),
    (rgb("#FFE6A6"), rgb("#FFBE40"), rgb("#F2A01A")),
    rgb("#FFCB66"),
    rgb("#96651A"),
)
OPAL_PLASTIC = Plastic(
    (rgb("#2F2E29"), rgb("#1B1A17")),
    (rgb("#FFFDF3"), rgb("#F8ECCB"), rgb("#E6D3A2")),
    IVORY,
    rgb("#77725F"),
)
CORAL_PLASTIC = Plastic(
    (rgb("#42121A"), rgb("#260A0E")),
    (rgb("#FFC9BC"), rgb("#FF9480"), rgb("#FF7F68")),
    rgb("#FFB8A9"),
    rgb("#94323A"),
)
OFF_FACE = rgb("#0C1317")
OFF_EDGE = rgb("#1F2C33")
LIT_COLUMN = (rgb("#FFD67A"), rgb("#F4A51F"))

PLASTICS: dict[Button, Plastic] = {
    **dict.fromkeys(Button, AMBER_PLASTIC),
    Button.DEAL: OPAL_PLASTIC,
    Button.BET: OPAL_PLASTIC,
    Button.DOUBLE: CORAL_PLASTIC,
}

# --- grid -------------------------------------------------------------------------------------

WIDTH = 1280
HEIGHT = 720


class Box(NamedTuple):
    """A rectangle of the grid: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The first x beyond the box."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The first y below the box."""
        return self.y + self.h

    @property
    def middle_x(self) -> float:
        """The x of the centre."""
        return self.x + self.w / 2

    @property
    def middle_y(self) -> float:
        """The y of the centre."""
        return self.y + self.h / 2

    def grown(self, by: float) -> Box:
        """The box with every side moved out by `by`."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


COLUMNS_X = (24, 194, 364, 534, 704)
COLUMN_W = 160
CARD_W = 160
CARD_H = 228
CARD_Y = 314
HELD_LIFT = 10

TOP_PANEL = Box(24, 8, 840, 292)
MARQUEE = Box(884, 8, 372, 292)
MESSAGE = Box(884, 308, 372, 248)
METER_Y = 568
METER_H = 56
CREDIT_METER = Box(24, METER_Y, 330, METER_H)
VALUE_METER = Box(364, METER_Y, 160, METER_H)
BET_METER = Box(534, METER_Y, 330, METER_H)
WIN_METER = Box(884, METER_Y, 372, METER_H)
SHELF_Y = 629
KEY_Y = 634
KEY_H = 76

KEY_BOXES: dict[Button, Box] = {
    **{
        button: Box(x, KEY_Y, COLUMN_W, KEY_H)
        for button, x in zip(
            (Button.HOLD1, Button.HOLD2, Button.HOLD3, Button.HOLD4, Button.HOLD5),
            COLUMNS_X,
            strict=True,
        )
    },
    Button.DEAL: Box(884, KEY_Y, 132, KEY_H),
    Button.BET: Box(1024, KEY_Y, 112, KEY_H),
    Button.DOUBLE: Box(1144, KEY_Y, 112, KEY_H),
}
CARD_BOXES = tuple(Box(x, CARD_Y, CARD_W, CARD_H) for x in COLUMNS_X)

ROW_Y = 31
ROW_H = 24
BET_COLUMN_X = 346
BET_COLUMN_W = 102
BET_COLUMN_Y = 11
BET_COLUMN_H = 286

# --- type -------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How a line of text is set: face, em size, colour, alignment, letter spacing."""

    face: Face
    size: float
    colour: Colour
    align: str = "left"
    spacing: float = 0.0


NAME = Style("play_bold", 20, IVORY)
AMOUNT = Style("play_bold", 40, AMBER_TEXT, "right")
TITLE = Style("play_bold", 35, IVORY, "centre")
KEY_ONE = 24
KEY_TWO = 20
KEY_FLOOR = 18
SENTENCE = Style("sans", 22, IVORY, "centre")
LABEL = Style("sans_bold", 20, SAND, "left", 0.4)

# --- times, in seconds ------------------------------------------------------------------------

FRAME_S = 1 / 60
BLINK_S = 1.0
BLINK_FADE_S = 0.06
WON_BLINK_S = 1 / 1.5
HOLD_S = 0.09
SWAY_S = 2.4
SWAY_DEG = 1.6
FADE_S = 0.2
PRESS_S = 0.08
