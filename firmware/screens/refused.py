"""The page of a cabinet that could not begin: what is wrong, line by line, and what to do.

It comes from a service that has no pins, no coins and no books yet, so it promises only what
holds without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware.cabinet.state import FaultName
from firmware.screens import theme
from firmware.screens.fault_art import cabinet, draw_band
from firmware.screens.fault_signs import sign
from firmware.screens.keys import key_sprites
from firmware.screens.layout import Plan
from firmware.screens.lettering import kept, line, width_of, wrapped
from firmware.screens.panels import ground
from firmware.screens.refusal import CODES, Refusal, RefusalKind, fault_text, read_fault
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View

ROOM = theme.FAULT_ROOM
LEFT = 500
WIDTH = theme.WIDTH - 24 - LEFT
LIST = Box(LEFT, 332, WIDTH, 226)
PLACE = Box(24, 568, 500, 56)
COINS = Box(534, 568, 330, 56)
CREDIT = Box(884, 568, 372, 56)
STEP, FIRST = 27, 42
ROWS = 7
"""Lines of text in the list."""
LEAF_S = 8.0
"""How long a leaf of the list is seen where there are several."""
SHOUT = Style("play_bold", 72, theme.IVORY)
WHAT = Style("sans", 30, theme.IVORY)
HOW = Style("sans", 25, theme.rgb("#F1D5C4"))
AT = Style("sans_bold", 21, theme.AMBER_TEXT)
SAID = Style("sans", 21, theme.IVORY)
STEPS = Style("sans", 25, theme.IVORY)
STEPS_STEP = 34
CODE = Style("play_bold", 17, theme.AMBER_TEXT, "right")
_LABEL = Style("sans_bold", 18, theme.SAND, "left", 0.4)
_VALUE = Style("play_bold", 29, theme.IVORY, "right")
_PATH = Style("sans", 22, theme.IVORY, "right")
_SIGNS = {
    RefusalKind.CONFIG: FaultName.PROGRAM,
    RefusalKind.IN_USE: FaultName.LEDGER,
    RefusalKind.FOREIGN: FaultName.LEDGER_IDENTITY,
}


class Row(NamedTuple):
    """A line of the list: where in the file, at the first line of a fault, and the words."""

    at: str
    said: str


def refused_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of what keeps the cabinet from beginning."""
    del trace
    refusal = view.refusal
    assert refusal is not None, "the screen asks for this page only with a refusal"
    kind = refusal.kind
    leaves = leaves_of(refusal, words) if kind is RefusalKind.CONFIG else ((),)
    leaf = int(now_s // LEAF_S) % len(leaves)
    number = len(refusal.faults)
    what = (
        words.counted("refused.config.what", number)
        if kind is RefusalKind.CONFIG
        else words.text(f"refused.{kind}.what")
    )
    sprites = (
        ground(ROOM, (LIST, PLACE, COINS, CREDIT)),
        Sprite(Paint(draw_band, ()), 0, 0, "band"),
        *cabinet(sign(_SIGNS[kind])),
        line(words.text(f"refused.{kind}.first"), SHOUT, LEFT, 126, "fault", width=WIDTH, floor=40),
        line(
            words.text(f"refused.{kind}.second"),
            SHOUT._replace(colour=theme.CORAL),
            LEFT,
            202,
            "fault",
            width=WIDTH,
            floor=40,
        ),
        line(what, WHAT, LEFT, 260, "fault", width=WIDTH, floor=22),
        line(words.text(f"refused.{kind}.how"), HOW, LEFT, 306, "fault", width=WIDTH, floor=19),
        *(_list(leaves[leaf]) if kind is RefusalKind.CONFIG else _steps(kind, words)),
        line(_corner(kind, leaf, len(leaves)), CODE, LIST.right - 14, LIST.y + 21, "detail"),
        *_note(PLACE, words.text(f"refused.{kind}.place"), refusal.path, _PATH),
        *_note(
            COINS,
            words.text("fault.coins"),
            words.text("fault.closed"),
            _VALUE._replace(colour=theme.CORAL),
        ),
        *_note(CREDIT, words.text("meter.credit"), words.text("refused.safe"), _VALUE),
        *key_sprites(view.panel, words.legend, words.number, now_s),
    )
    turns_s = (now_s // LEAF_S + 1) * LEAF_S if len(leaves) > 1 else None
    return Scene(sprites, turns_s, plan=Plan.FAULT)


@kept(8)
def leaves_of(refusal: Refusal, words: Speech) -> tuple[tuple[Row, ...], ...]:
    """The rows of the list, leaf by leaf; a fault stays on one leaf where it can."""
    leaves: list[tuple[Row, ...]] = [()]
    for told in refusal.faults:
        rows = tuple(_rows(told, refusal, words))
        for begin in range(0, len(rows), ROWS):
            part = rows[begin : begin + ROWS]
            if len(leaves[-1]) + len(part) <= ROWS:
                leaves[-1] += part
            else:
                leaves.append(part)
    return tuple(leaves)


def _rows(told: str, refusal: Refusal, words: Speech) -> Iterator[Row]:
    fault = read_fault(told)
    at = "" if fault.line is None else words.text("refused.line", line=str(fault.line))
    said = fault_text(fault.problem, words)
    if fault.file not in ("", refusal.path):
        said = f"{fault.file.rpartition('/')[2]}: {said}"
    for index, part in enumerate(wrapped(said, SAID, _said_w(at))):
        yield Row(at if index == 0 else "", part)


def _said_w(at: str) -> float:
    return WIDTH - 40 - max(_AT_W, width_of(at, AT) + 14)


_AT_W = 96


def _list(rows: tuple[Row, ...]) -> Iterator[Sprite]:
    for index, row in enumerate(rows):
        y = LIST.y + FIRST + STEP * index
        if row.at:
            yield line(row.at, AT, LIST.x + 20, y, "detail", width=_AT_W - 8)
        yield line(row.said, SAID, LIST.x + 20 + _AT_W, y, "detail", width=_said_w(row.at))


def _steps(kind: RefusalKind, words: Speech) -> Iterator[Sprite]:
    """What to do about a folder, in sentences."""
    width = WIDTH - 40
    for index, part in enumerate(wrapped(words.text(f"refused.{kind}.steps"), STEPS, width)):
        y = LIST.y + FIRST + 14 + STEPS_STEP * index
        yield line(part, STEPS, LIST.x + 20, y, "detail", width=width)


def _corner(kind: RefusalKind, leaf: int, leaves: int) -> str:
    """The code for the telephone, and which leaf of the list this is where there are several."""
    return CODES[kind] if leaves == 1 else f"{leaf + 1}/{leaves}  {CODES[kind]}"


def _note(box: Box, label: str, text: str, style: Style) -> tuple[Sprite, ...]:
    left = width_of(label, _LABEL) + 29
    return (
        line(label, _LABEL, box.x + 15, box.y + 35, "note", width=150),
        line(
            text, style, box.right - 19, box.y + 38, "note", width=box.w - 19 - left - 8, floor=14
        ),
    )
