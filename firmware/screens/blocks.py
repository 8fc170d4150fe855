"""The blocks of the grid and where each goes, for every shape of display and every plan.

A plan says which blocks a scene is made of; the tables here say where these lie on a display
that is not wide. What a display then is in pixels, only `layout` knows.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import NamedTuple

from firmware.screens.theme import HEIGHT, KEY_Y, SHELF_Y, WIDTH, Box


@unique
class Shape(StrEnum):
    """What kind of display it is, by its sides."""

    WIDE = "wide"
    """16:9 and whatever is near it: the grid as it is."""
    TALL = "tall"
    """5:4 and 4:3: the rows of the grid moved apart."""
    UPRIGHT = "upright"
    """Higher than wide: blocks stacked."""


@unique
class Plan(StrEnum):
    """Which blocks a scene is made of."""

    TABLE = "table"
    """Joker Poker: pay table, name, cards, message."""
    STRIP = "strip"
    """Strip Poker: table, scene, cards."""
    STRIP_FILM = "strip_film"
    """The same in attract, over the bar of attract."""
    CAST = "cast"
    """Strip Poker: who sits opposite; four cards of the cast, the scene."""
    CINQUE = "cinque"
    """Cinque Mani: columns in their rack, three panels."""
    LOBBY = "lobby"
    """Attract and menu: the framed slide, the row of posters."""
    LEAF = "leaf"
    """A page: head, and panels that are stacked as they come."""
    INDEX = "index"
    """The list of the operator's pages, four columns."""
    FAULT = "fault"
    """A fault: band, picture, words."""
    GALLERY = "gallery"
    """The cast in attract: portraits, and the bar of attract."""
    WHOLE = "whole"
    """One picture over everything."""


PAGES: dict[Shape, tuple[int, int]] = {
    Shape.WIDE: (WIDTH, HEIGHT),
    Shape.TALL: (1280, 960),
    Shape.UPRIGHT: (720, 1280),
}
"""Width and height of what the blocks are arranged on, in its own units."""


class Block(NamedTuple):
    """A part of the grid, and where it goes.

    Attributes:
        source: which part.
        x: where its left edge goes, units of the page.
        y: where its upper edge goes.
        scale: units of the page a logical pixel.
        widgets: names of widgets that belong to it wherever they are, with all their parts.
    """

    source: Box
    x: float
    y: float
    scale: float = 1.0
    widgets: tuple[str, ...] = ()


UPRIGHT_Y = 3000
"""From here on a scene lays what has a place of its own on an upright display."""


def _moved(x: float, y: float, w: float, h: float, down: float, *widgets: str) -> Block:
    """A part of the grid, so much lower."""
    return Block(Box(x, y, w, h), x, y + down, 1.0, widgets)


_SCENE = ("room", "figure", "farewell", "garment", "pledge", "plate", "rack", "their_lives")
"""Widgets of the scene of Strip Poker, which lean over its edges."""
_KEYS_TALL = _moved(0, SHELF_Y, WIDTH, HEIGHT - SHELF_Y, 222, "key")
_METERS_TALL = _moved(0, 562, WIDTH, SHELF_Y - 562, 186)
_HEAD_TALL = _moved(0, 0, WIDTH, 60, 0, "head")

_STRIP_TALL = (
    _moved(874, 0, 406, 562, 76, *_SCENE),
    _moved(0, 0, 874, 304, 40, "opposite"),
    _moved(0, 304, 874, 258, 112, "card", "tag"),
    _METERS_TALL,
    _KEYS_TALL,
)
_TALL: dict[Plan, tuple[Block, ...]] = {
    Plan.TABLE: (
        _moved(0, 0, WIDTH, 304, 28, "paytable", "marquee"),
        _moved(0, 304, WIDTH, 258, 112, "card", "tag", "message"),
        _METERS_TALL,
        _KEYS_TALL,
    ),
    Plan.STRIP: _STRIP_TALL,
    Plan.STRIP_FILM: _STRIP_TALL,
    Plan.CAST: (_moved(0, 0, WIDTH, 562, 76), _METERS_TALL, _KEYS_TALL),
    Plan.CINQUE: (_moved(0, 0, WIDTH, 562, 90), _METERS_TALL, _KEYS_TALL),
    Plan.LOBBY: (
        _moved(0, 0, WIDTH, 416, 56),
        _moved(0, 416, WIDTH, SHELF_Y - 416, 150),
        _KEYS_TALL,
    ),
    Plan.LEAF: (_HEAD_TALL, _moved(0, 60, WIDTH, SHELF_Y - 60, 84), _KEYS_TALL),
    Plan.INDEX: (_HEAD_TALL, _moved(0, 60, WIDTH, SHELF_Y - 60, 84), _KEYS_TALL),
    Plan.FAULT: (
        _HEAD_TALL,
        _moved(0, 60, WIDTH, 502, 90, "picture"),
        _METERS_TALL,
        _KEYS_TALL,
    ),
    Plan.WHOLE: (_moved(0, 0, WIDTH, SHELF_Y, 111), _KEYS_TALL),
    Plan.GALLERY: (_moved(0, 0, WIDTH, 562, 76), _METERS_TALL, _KEYS_TALL),
}

# Upright: the five columns at four fifths, so that they fill the width; the keys of the right
# zone as a second row, as on the panel below.
_NARROW = 0.8
_PAGE_W, MARGIN = PAGES[Shape.UPRIGHT][0], 24
_HOLDS_Y, _ROW_Y, _ROW_SCALE = 1064.0, 1142.0, 1.5
_HOLD_KEYS = Block(
    Box(0, SHELF_Y, 874, HEIGHT - SHELF_Y),
    24 - 24 * _NARROW,
    _HOLDS_Y,
    _NARROW,
    ("key.HOLD1", "key.HOLD2", "key.HOLD3", "key.HOLD4", "key.HOLD5"),
)
_ROW_KEYS = Block(
    Box(874, KEY_Y, 406, 76),
    360 - (884 + 372 / 2 - 874) * _ROW_SCALE,
    _ROW_Y,
    _ROW_SCALE,
    ("key.DEAL", "key.BET", "key.DOUBLE"),
)
_KEYS_UPRIGHT = (_HOLD_KEYS, _ROW_KEYS)


def _row(y: float, scale: float, *parts: tuple[float, float]) -> tuple[Block, ...]:
    """Meters side by side over the width of the page, by where each begins and ends."""
    blocks: list[Block] = []
    wide = sum(end - begin for begin, end in parts) * scale
    gap = (_PAGE_W - 2 * MARGIN - wide) / max(1, len(parts) - 1)
    x = float(MARGIN)
    for begin, end in parts:
        # A meter reaches a little into the gaps beside it: the light of a hot one.
        source = Box(begin - 5, 562, end - begin + 10, 67)
        blocks.append(Block(source, x - 5 * scale, y - 6 * scale, scale))
        x += (end - begin) * scale + gap
    return tuple(blocks)


_CREDIT, _SMALL, _THIRD, _RIGHT = (24, 354), (364, 524), (534, 864), (884, 1256)


_FILLING = (_PAGE_W - 2 * MARGIN - 12) / (160 + 372)
"""The small meter and the one of the right zone are so much larger: both rows end alike then."""


def _meters(y: float, step: float = 66) -> tuple[Block, ...]:
    """Two rows of two: credit and bet, the small one and the win."""
    return (*_row(y, 1.0, _CREDIT, _THIRD), *_row(y + step, _FILLING, _SMALL, _RIGHT))


def _narrow(y: float, h: float, to_y: float, *widgets: str) -> Block:
    """A part of the left zone at four fifths."""
    return Block(Box(0, y, 874, h), 24 - 24 * _NARROW, to_y, _NARROW, widgets)


_HEAD_SCALE = 0.8
HEAD_H = 62
"""Title and credit over what the page is about and its number: in one row all were too small."""
_HEAD_UPRIGHT = (
    Block(Box(0, 0, 490, HEAD_H), 26 - 29 * _HEAD_SCALE, -6, _HEAD_SCALE),
    Block(Box(490, 0, 370, HEAD_H), 26 - 500 * _HEAD_SCALE + 490 * _HEAD_SCALE, 22, _HEAD_SCALE),
    Block(Box(860, 0, 225, HEAD_H), _PAGE_W - MARGIN - (1080 - 860) * _HEAD_SCALE, -6, _HEAD_SCALE),
    Block(
        Box(1085, 0, WIDTH - 1085, HEAD_H),
        _PAGE_W - MARGIN - (1250 - 1085) * _HEAD_SCALE,
        22,
        _HEAD_SCALE,
    ),
)
_STRIP_UPRIGHT = (
    Block(Box(874, 0, 406, 562), 168, 4, 0.86, _SCENE),
    _narrow(0, 304, 488, "opposite"),
    _narrow(304, 258, 724, "card", "tag"),
)
_UPRIGHT: dict[Plan, tuple[Block, ...]] = {
    Plan.TABLE: (
        _narrow(0, 304, 24, "paytable"),
        Block(Box(874, 0, 406, 304), 24 - 10 * 0.76, 322, 0.76, ("marquee",)),
        Block(Box(874, 304, 406, 258), 324 - 10, 306, 1.0, ("message",)),
        _narrow(304, 258, 604, "card", "tag"),
        *_meters(862),
        *_KEYS_UPRIGHT,
    ),
    Plan.STRIP: (
        *_STRIP_UPRIGHT,
        *_row(932, 1.0, _CREDIT, (364, 694)),
        *_row(992, _FILLING, (704, 864), _RIGHT),
        *_KEYS_UPRIGHT,
    ),
    Plan.STRIP_FILM: (*_STRIP_UPRIGHT, *_meters(932, 60), *_KEYS_UPRIGHT),
    Plan.CAST: (
        Block(Box(874, 0, 406, 562), 168, 4, 0.86, _SCENE),
        _narrow(0, 304, 488),
        _narrow(304, 258, 724, "card", "tag", "portrait", "deck"),
        *_row(936, 0.944, _CREDIT, _RIGHT),
        *_row(998, 1.0, (364, 864)),
        *_KEYS_UPRIGHT,
    ),
    Plan.CINQUE: (
        Block(Box(874, 0, 406, 136), 157, 8, 1.0, ("name", "match", "clock")),
        Block(Box(874, 136, 406, 204), 24 - 10 * 0.88, 160, 0.88, ("opponent", "score", "rack")),
        Block(Box(874, 340, 406, 210), 369 - 10 * 0.88, 160, 0.88, ("message", "suits")),
        _narrow(0, 562, 366, "rail", "card", "duel", "column", "head", "strip", "preview"),
        *_meters(852),
        *_KEYS_UPRIGHT,
    ),
    Plan.LOBBY: (
        Block(Box(0, UPRIGHT_Y, 720, 760), 0, 0, 1.0, ("bulbs",)),
        Block(Box(0, 0, 700, 416), 360 - 395 * 0.95, 0, 0.95),
        Block(Box(700, 0, 580, 416), 360 - (985 - 700) * 0.92, 340, 0.92),
        _narrow(416, SHELF_Y - 416, 740),
        Block(Box(874, 416, 406, SHELF_Y - 416), 360 - 196 * 0.76, 899, 0.76),
        *_KEYS_UPRIGHT,
    ),
    Plan.GALLERY: (
        Block(Box(0, UPRIGHT_Y, 816, 1200), 360 - 408 * 0.8, 4, 0.8, ("cast",)),
        *_meters(926, 62),
        *_KEYS_UPRIGHT,
    ),
    Plan.LEAF: (*_HEAD_UPRIGHT, *_KEYS_UPRIGHT),
    Plan.INDEX: (
        *_HEAD_UPRIGHT,
        *(
            Block(Box(x - 6, 60, 311, 458), to_x - 6 * 1.06, to_y, 1.06, (f"column.{group}",))
            for x, to_x, to_y, group in (
                (24, 24, 66, "books"),
                (335, 379, 66, "machine"),
                (646, 24, 530, "tests"),
                (957, 379, 530, "setup"),
            )
        ),
        Block(Box(0, 518, 880, 58), 24 - 24 * _NARROW, 981, _NARROW, ("note",)),
        Block(Box(0, 576, 880, 53), 24 - 24 * _NARROW, 1022, _NARROW, ("foot",)),
        *_KEYS_UPRIGHT,
    ),
    Plan.FAULT: (
        Block(Box(60, 40, 430, 520), 170, 44, 0.84, ("picture",)),
        Block(Box(490, 40, 790, 525), 24 - 10 * 0.888, 470, 0.888, ("fault", "hand", "detail")),
        *_row(930, 0.944, (24, 524)),
        *_row(992, 0.944, _THIRD, _RIGHT),
        *_KEYS_UPRIGHT,
    ),
    Plan.WHOLE: (
        Block(Box(0, 0, WIDTH, SHELF_Y), 0, 300, 0.5625),
        Block(Box(0, UPRIGHT_Y, 720, 1000), 0, 0, 1.0),
        *_KEYS_UPRIGHT,
    ),
}


_STACK_Y, _STACK_H, _STACK_GAP = 70.0, 984.0, 10.0
_PAIR_W = 800
"""Two panels that are together at most so wide stand side by side."""
_LARGEST = 1.15


def stacked(panels: tuple[Box, ...]) -> tuple[Block, ...]:
    """The panels of a leaf one under the other, two narrow ones side by side, in reading order."""
    wide = _PAGE_W - 2 * MARGIN
    rows: list[list[Box]] = []
    for box in sorted(panels, key=lambda box: (box.y, box.x)):
        beside = rows[-1][0] if rows and len(rows[-1]) == 1 else None
        if beside is not None and beside.w + box.w <= _PAIR_W and beside.right <= box.x:
            rows[-1].append(box)
        else:
            rows.append([box])
    scales = [
        min(_LARGEST, (wide - _STACK_GAP * (len(row) - 1)) / sum(box.w for box in row))
        for row in rows
    ]
    heights = [max(box.h for box in row) * scale for row, scale in zip(rows, scales, strict=True)]
    room = _STACK_H - _STACK_GAP * (len(rows) - 1)
    shrink = min(1.0, room / sum(heights)) if heights else 1.0
    blocks: list[Block] = []
    y = _STACK_Y
    for row, scale, height in zip(rows, scales, heights, strict=True):
        s = scale * shrink
        across = sum(box.w for box in row) * s + _STACK_GAP * (len(row) - 1)
        x = (_PAGE_W - across) / 2
        for box in row:
            blocks.append(Block(box.grown(4), x - 4 * s, y - 4 * s, s))
            x += box.w * s + _STACK_GAP
        y += height * shrink + _STACK_GAP
    return tuple(blocks)


def blocks_of(plan: Plan, shape: Shape, panels: tuple[Box, ...] = ()) -> tuple[Block, ...]:
    """The blocks of a plan on a display that is not wide.

    Args:
        plan: which.
        shape: of the display.
        panels: of a leaf.
    """
    if shape is Shape.TALL:
        return _TALL[plan]
    return (*(stacked(panels) if plan is Plan.LEAF else ()), *_UPRIGHT[plan])
