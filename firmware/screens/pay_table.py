"""The pay table of Joker Poker as it is drawn: rows, the lit column, the row that counts.

Each row is a picture, which no turn of the loop takes long to draw; the lit column, a made hand
and a won row are laid over them, so a bet that changes redraws one column.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line, fit, grown, kept
from firmware.screens.palette import seen
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import (
    BET_COLUMN_H,
    BET_COLUMN_W,
    BET_COLUMN_X,
    BET_COLUMN_Y,
    ROW_H,
    ROW_Y,
    TOP_PANEL,
    Box,
    Colour,
    Room,
    Style,
)

NAME_X = 58
NAME_W = 268
FIGURE = Style("play_bold", 20, theme.IVORY, "right")
HEAD = Style("sans_bold", 17, theme.SAND)
_BASELINE = 19
_OVERLAP = 4
"""Letters may reach so far into the next line."""
_DIM_COLUMN: tuple[Colour, ...] = ((54, 35, 8), (36, 23, 6))
_COLUMN_LIGHT = 14 * 0.6
"""Spread of the light around the lit column."""
RULED = (3, 7)
"""Rows with a hairline over them."""
WHITE_PATCH = theme.rgb("#FFF6DC")
WON_SHADE = 0.44
"""How dark the won row may go: its words keep a contrast of 7."""
WIDGET = "paytable"


@dataclass(frozen=True, eq=False, slots=True)
class Sheet:
    """A pay table in words: heading, and (name, figures for 1..5 chips) from the top.

    Made once for a language and equal only to itself, so that comparing pictures is cheap.
    """

    heading: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def column_box(column: int) -> Box:
    """The lit box of a bet of `column` chips, 1..5."""
    return Box(BET_COLUMN_X + BET_COLUMN_W * (column - 1), BET_COLUMN_Y, BET_COLUMN_W, BET_COLUMN_H)


def row_y(row: int) -> float:
    """Top of a row, 0 the highest."""
    return ROW_Y + ROW_H * row


def row_colour(row: int) -> Colour:
    """Three rows coral, four amber, the others ivory."""
    return theme.CORAL if row < 3 else theme.AMBER_TEXT if row < 7 else theme.IVORY


@kept(128)
def pay_table(
    sheet: Sheet,
    room: Room,
    *,
    column: int = 0,
    is_dim: bool = False,
    made_row: int | None = None,
    won_row: int | None = None,
    won_level: float = 1.0,
    outlined_row: int | None = None,
) -> tuple[Sprite, ...]:
    """The table in its panel (which the ground has).

    Args:
        sheet: the words.
        room: for the colour of its lines.
        column: chips of the bet, 1..5, whose column is lit; 0 none.
        is_dim: whether that column only glimmers, as during a double.
        made_row: row of the hand that the dealt cards make.
        won_row: row that was won.
        won_level: brightness of the won row, 0..1.
        outlined_row: row whose win is at risk.
    """
    sprites = [
        Sprite(Paint(draw_head, (sheet,)), TOP_PANEL.x, TOP_PANEL.y, WIDGET),
        *(
            Sprite(Paint(draw_row, (sheet, row)), TOP_PANEL.x, TOP_PANEL.y, WIDGET)
            for row in range(len(sheet.rows))
        ),
        *(
            Sprite(Paint(draw_rule, (row, room.edge)), TOP_PANEL.x, TOP_PANEL.y, WIDGET)
            for row in RULED
        ),
    ]
    if column:
        style = "dim" if is_dim else "lit"
        sprites.append(_laid(Paint(draw_column, (column, style)), "column"))
        half = (len(sheet.rows) + 1) // 2
        sprites += [
            _laid(Paint(draw_figures, (sheet, column, style, *rows)), "column")
            for rows in ((-1, half), (half, len(sheet.rows)))
        ]
    if made_row is not None:
        sprites.append(_laid(Paint(draw_made, (sheet, made_row, column, room.accent)), "row"))
    if won_row is not None:
        y = row_y(won_row)
        sprites.append(_laid(Paint(draw_won, (sheet, won_row, column)), "row"))
        if won_level < 1:
            shade = round(255 * WON_SHADE * (1 - won_level))
            sprites.append(
                Sprite(Paint(draw_shade, (column,)), TOP_PANEL.x, y, f"{WIDGET}.row", shade)
            )
    if outlined_row is not None:
        sprites.append(
            Sprite(
                Paint(draw_outlined, ()), TOP_PANEL.x + 4, row_y(outlined_row) - 2, f"{WIDGET}.row"
            )
        )
    return tuple(sprites)


def _laid(paint: Paint, part: str) -> Sprite:
    """Something over the table, anchored where the table is: both are rounded alike then."""
    return Sprite(paint, TOP_PANEL.x, TOP_PANEL.y, f"{WIDGET}.{part}")


_LARGEST = 22.5
"""Large letters, in rows that stand 24 apart."""


def sized(style: Style, growth: float) -> Style:
    """Letters of the table as large as wanted, as far as its rows allow."""
    return style._replace(size=max(style.size, min(grown(style.size, growth), _LARGEST)))


def _put(
    kit: Kit,
    out: pygame.Surface,
    text: str,
    style: Style,
    x: float,
    y: float,
    width: float = 0,
    corner: tuple[int, int] = (0, 0),
) -> None:
    """A line of text onto `out`.

    Args:
        kit: that draws.
        out: a part of the table.
        text: the line.
        style: its letters.
        x: in logical pixels of the whole table.
        y: its baseline, likewise.
        width: room, logical pixels; 0 any.
        corner: of `out` in the whole table, device pixels.
    """
    squeeze, style = 1.0, sized(style, kit.growth)
    if width:
        fitted = fit(text, style, width, 18)
        style, squeeze = style._replace(size=fitted.size), fitted.squeeze
    drawn = draw_line(kit, text, style, squeeze)
    at_x, at_y = round(x * kit.scale) - corner[0], round(y * kit.scale) - corner[1]
    out.blit(drawn.surface, (at_x + drawn.dx, at_y + drawn.dy))


def _corner(kit: Kit, x: float, y: float) -> tuple[int, int]:
    """A point of the grid in the whole table, device pixels."""
    return round((x - TOP_PANEL.x) * kit.scale), round((y - TOP_PANEL.y) * kit.scale)


def figure_x(column: int) -> float:
    """Right end of a figure of the column, 1..5."""
    return column_box(column).right - 16


def _strip(kit: Kit, top: float) -> tuple[pygame.Surface, tuple[int, int]]:
    """A line's part of the table, empty, and its corner in the whole; letters may overlap."""
    height = min(ROW_H + 2 * _OVERLAP, TOP_PANEL.bottom - (top - _OVERLAP))
    corner = _corner(kit, TOP_PANEL.x, top - _OVERLAP)
    return brush.blank(TOP_PANEL.w * kit.scale, height * kit.scale), corner


def draw_head(kit: Kit, sheet: Sheet) -> Picture:
    """Paint: heading and numbers of the columns; anchored as the whole table."""
    left, top = TOP_PANEL.x, TOP_PANEL.y
    out, corner = _strip(kit, 27 - _BASELINE)
    _put(kit, out, sheet.heading, HEAD, NAME_X - left, 27 - top, corner=corner)
    for column in range(1, 6):
        style = HEAD._replace(align="right")
        _put(kit, out, str(column), style, figure_x(column) - left, 27 - top, corner=corner)
    return Picture(out, *corner)


def draw_row(kit: Kit, sheet: Sheet, row: int) -> Picture:
    """Paint: a name and its figures, nothing lit; anchored as the whole table."""
    left, top = TOP_PANEL.x, TOP_PANEL.y
    name, figures = sheet.rows[row]
    out, corner = _strip(kit, row_y(row))
    colour = row_colour(row)
    baseline = row_y(row) + _BASELINE - top
    named = FIGURE._replace(colour=colour, align="left")
    _put(kit, out, name, named, NAME_X - left, baseline, NAME_W, corner)
    duller = tuple(round(part * 0.92) for part in seen(colour))
    style = FIGURE._replace(colour=(duller[0], duller[1], duller[2]))
    for column, text in enumerate(figures, start=1):
        _put(kit, out, text, style, figure_x(column) - left, baseline, corner=corner)
    return Picture(out, *corner)


def draw_rule(kit: Kit, row: int, colour: Colour) -> Picture:
    """Paint: the hairline over a row; anchored as the whole table."""
    out = brush.blank(round((TOP_PANEL.w - 28) * kit.scale), kit.px(1.3))
    out.fill((*colour, 255))
    return Picture(out, round(14 * kit.scale), _corner(kit, 0, row_y(row))[1])


def draw_column(kit: Kit, column: int, style: str) -> Picture:
    """Paint: a bet column, `lit` or `dim`, without its figures; anchored as the whole table."""
    box = column_box(column)
    w, h = round(box.w * kit.scale), round(box.h * kit.scale)
    pad = math.ceil(_COLUMN_LIGHT * kit.scale * brush.GLOW_REACH) if style == "lit" else 0
    size = w + 2 * pad, h + 2 * pad
    face = theme.LIT_COLUMN if style == "lit" else _DIM_COLUMN
    colours = "".join(f"{part:02x}" for colour in face for part in colour)
    name = f"column-{style}-{colours}"
    out = kit.kept(name, size, lambda: _column(kit.scale, w, h, style))
    corner = _corner(kit, box.x, box.y)
    return Picture(out, corner[0] - pad, corner[1] - pad)


def _column(s: float, w: int, h: int, style: str) -> pygame.Surface:
    radius = 7 * s
    mask = brush.rounded(w, h, radius)
    if style == "lit":
        light, pad = brush.glow(w, h, radius, _COLUMN_LIGHT * s, 0.42)
        out = brush.tint(light, theme.AMBER)
        out.blit(brush.masked(brush.vertical_gradient(w, h, theme.LIT_COLUMN), mask), (pad, pad))
        return out
    out = brush.masked(brush.vertical_gradient(w, h, _DIM_COLUMN), mask)
    edge = brush.ring(w, h, radius, 1.5 * s)
    out.blit(brush.tint(edge, theme.BRASS_DEEP, 190), (0, 0))
    return out


def draw_figures(kit: Kit, sheet: Sheet, column: int, style: str, first: int, end: int) -> Picture:
    """Paint: the figures of a bet column from one row to before another; -1 is its number."""
    box, is_lit = column_box(column), style == "lit"
    upper, lower = row_y(first) - _OVERLAP, row_y(end) + _OVERLAP
    corner = _corner(kit, box.x, upper)
    out = brush.blank(box.w * kit.scale, (lower - upper) * kit.scale)
    right = figure_x(column) - TOP_PANEL.x
    for row in range(first, end):
        if row < 0:
            head = theme.rgb("#4A3008") if is_lit else theme.SAND
            style_of_head = HEAD._replace(align="right", colour=head)
            _put(kit, out, str(column), style_of_head, right, 27 - TOP_PANEL.y, corner=corner)
            continue
        colour = theme.LAMP_INK if is_lit else row_colour(row)
        _put(
            kit, out, sheet.rows[row][1][column - 1], FIGURE._replace(colour=colour), right,
            row_y(row) + _BASELINE - TOP_PANEL.y, corner=corner,
        )  # fmt: skip
    return Picture(out, *corner)


def draw_made(kit: Kit, sheet: Sheet, row: int, column: int, accent: Colour) -> Picture:
    """Paint: the row of a hand already made; anchored as the whole table."""
    s = kit.scale
    out = brush.blank(TOP_PANEL.w * s, ROW_H * s)
    end = (column_box(column).x if column == 5 else TOP_PANEL.right - 4) - TOP_PANEL.x
    w, h = round((end - 4 - 6) * s), round((ROW_H - 0.5) * s)
    left = round(6 * s)
    radius = 5 * s
    out.blit(brush.tint(brush.rounded(w, h, radius), accent, 62), (left, 0))
    out.blit(brush.tint(brush.ring(w, h, radius, 1.6 * s), accent, 200), (left, 0))
    bullet = brush.lozenge(8 * s, 13 * s, accent)
    out.blit(
        bullet,
        (round(20 * s) - bullet.get_width() // 2, h // 2 - bullet.get_height() // 2),
    )
    name, figures = sheet.rows[row]
    corner = _corner(kit, TOP_PANEL.x, row_y(row))
    baseline = row_y(row) + _BASELINE - TOP_PANEL.y
    left_style = FIGURE._replace(align="left")
    _put(kit, out, name, left_style, NAME_X - 24, baseline, NAME_W, corner)
    for index, text in enumerate(figures, start=1):
        if index == column:
            box = column_box(index)
            patch_w, patch_h = round((box.w - 8) * s), round((ROW_H - 3) * s)
            out.blit(
                brush.tint(brush.rounded(patch_w, patch_h, 4 * s), WHITE_PATCH),
                (round((box.x + 4 - 24) * s), round(1.5 * s)),
            )
        style = FIGURE._replace(colour=theme.LAMP_INK if index == column else theme.IVORY)
        _put(kit, out, text, style, figure_x(index) - 24, baseline, corner=corner)
    return Picture(out, *corner)


def draw_won(kit: Kit, sheet: Sheet, row: int, column: int) -> Picture:
    """Paint: the won row, bright, its amount framed in red; anchored as the whole table."""
    s = kit.scale
    over = 4
    out = brush.blank(TOP_PANEL.w * s, (ROW_H + 2 * over) * s)
    end = column_box(5).x if column == 5 else TOP_PANEL.right - 4
    w, h = round((end - 29) * s), round((ROW_H + 2) * s)
    left, top = round(5 * s), round((over - 1) * s)
    face = brush.vertical_gradient(1, h, (theme.rgb("#FFE9BC"), theme.rgb("#F7C877")))
    face = pygame.transform.scale(face, (w, h))
    out.blit(brush.masked(face, brush.rounded(w, h, 5 * s)), (left, top))
    name, figures = sheet.rows[row]
    ink = FIGURE._replace(colour=theme.LAMP_INK)
    top_x, top_y = _corner(kit, TOP_PANEL.x, row_y(row))
    corner = top_x, top_y - round(over * s)
    baseline = row_y(row) + _BASELINE - TOP_PANEL.y
    _put(kit, out, name, ink._replace(align="left"), NAME_X - 24, baseline, NAME_W, corner)
    for index, text in enumerate(figures, start=1):
        if index != column:
            _put(kit, out, text, ink, figure_x(index) - 24, baseline, corner=corner)
    if column:
        box = column_box(column)
        frame_w, frame_h = round((box.w + 10) * s), round((ROW_H + 5) * s)
        at = (round((box.x - 5 - 24) * s), round((over - 2.5) * s))
        frame = brush.rounded(frame_w, frame_h, 6 * s)
        out.blit(brush.tint(frame, theme.WHITE), at)
        edge = brush.ring(frame_w, frame_h, 6 * s, 2.2 * s)
        out.blit(brush.tint(edge, theme.CRIMSON), at)
        style = FIGURE._replace(colour=theme.CARD_RED, size=22)
        x = figure_x(column) - 24
        _put(kit, out, figures[column - 1], style, x, baseline + 0.5, corner=corner)
    return Picture(out, *corner)


def draw_shade(kit: Kit, column: int) -> Picture:
    """Paint: the won row gone dark, its framed amount excepted; anchored at left and top of it."""
    s = kit.scale
    end = column_box(5).x - 2 if column == 5 else TOP_PANEL.right - 4
    w, h = round((end - 29) * s), round((ROW_H + 2) * s)
    shade = brush.tint(brush.rounded(w, h, 5 * s), theme.AMBER_DARK[1])
    return Picture(shade, round(5 * s), -round(s))


def draw_outlined(kit: Kit) -> Picture:
    """Paint: the outline around the row whose win is at risk."""
    s = kit.scale
    w, h = round((TOP_PANEL.w - 8) * s), round((ROW_H + 4) * s)
    return Picture(brush.tint(brush.ring(w, h, 6 * s, 1.8 * s), theme.AMBER))
