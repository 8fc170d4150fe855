"""The hands of all players against each other, position over position.

Each player is a row and each position a column, the player's own row lowest, next to her keys.
A hand that has won is outlined and marked with a lozenge; of one that has not, the light goes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pygame

from firmware.cabinet.motion import OPPOSITE, Movement, PartKind
from firmware.games.cinque_mani.hands import Ranking
from firmware.games.cinque_mani.table import HANDS, PERSON, Arrangement, Deal, Hand, Result, Round
from firmware.screens import brush, theme
from firmware.screens.cinque_art import (
    COLUMN_Y,
    RAIL_Y,
    ROOM,
    draw_hand,
    draw_pile,
    draw_row,
)
from firmware.screens.cinque_columns import head
from firmware.screens.cinque_words import laid, made_of, names, player, score, totals, won_by
from firmware.screens.kit import Kit
from firmware.screens.lettering import kept, line, width_of
from firmware.screens.panels import gem, pane
from firmware.screens.remembered import while_same
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.stillness import stepped
from firmware.screens.table_cards import TURN_STEPS
from firmware.screens.theme import COLUMN_W, COLUMNS_X, Box, Style

GAP = 5.0
ROW_X, ROW_W = 16, 856
INSET = 8
VEIL = 102
"""40 %: what is out of the game."""

WHO = Style("sans_bold", 19, ROOM.accent, "left", 0.4)
POINTS = Style("play_bold", 22, theme.AMBER_TEXT, "right")
TOTAL = Style("sans_bold", 18, theme.SAND, "right", 0.4)
MADE = Style("play_bold", 18, theme.SAND, "centre")


def shown_now(deal: Deal, movement: Movement | None, now_s: float) -> int:
    """How many positions are seen to be turned up."""
    if movement is None:
        return deal.shown
    coming = [
        at
        for at in range(1, deal.shown + 1)
        if (flip := movement.of(PartKind.FLIP, OPPOSITE + at)) is not None and now_s < flip.ends_s
    ]
    return min(coming) - 1 if coming else deal.shown


def duel(
    played: Round,
    deal: Deal,
    movement: Movement | None,
    now_s: float,
    words: Speech,
    best: Arrangement | None = None,
    *,
    is_counted: bool = False,
) -> tuple[Sprite, ...]:
    """Everybody's hands; with `best` that arrangement stands where the player's own stood.

    Args:
        played: the round.
        deal: the deal that is turned up.
        movement: what still moves.
        now_s: the time.
        words: the language.
        best: the best answer to what the others laid, while the player looks at it.
        is_counted: whether the points of the round have those of this deal.
    """
    if movement is None:
        return _at_rest(played, deal, words, best, is_counted)
    return _hands(played, deal, movement, now_s, words, best, is_counted=is_counted)


@while_same
def _at_rest(
    played: Round, deal: Deal, words: Speech, best: Arrangement | None, is_counted: bool
) -> tuple[Sprite, ...]:
    return _hands(played, deal, None, 0.0, words, best, is_counted=is_counted)


def _hands(
    played: Round,
    deal: Deal,
    movement: Movement | None,
    now_s: float,
    words: Speech,
    best: Arrangement | None,
    *,
    is_counted: bool,
) -> tuple[Sprite, ...]:
    shown = shown_now(deal, movement, now_s)
    own = deal.hands if best is None else best
    arrangements = (own, *deal.opponents)
    ranking = played.terms.ranking
    won = won_by(arrangements, ranking)
    seen = _replaced(deal, own)
    gained = score(played, seen, shown)
    standing = totals(played, deal, shown, is_counted=is_counted)
    is_still = movement is not None and movement.is_still
    sprites: list[Sprite] = []
    for at in range(1, HANDS + 1):
        sprites += _head(at, won[at - 1], words, is_open=at <= shown)
    seats = (*range(1, played.players), PERSON)
    rows = row_boxes(played.players)
    for seat, box in zip(seats, rows, strict=True):
        name = player(seat, played.players, words)
        if seat == PERSON and best is not None:
            name = words.text("cinque.best_answer")
        total = standing[seat] if played.is_match and best is None else None
        sprites += _row_head(seat, name, gained[seat], total, box, played.players, words)
        for at, hand in enumerate(arrangements[seat], start=1):
            turn = 1.0
            if seat != PERSON:
                turn = _turn(at, deal, movement, now_s)
            mark = _mark(seat, at, won[at - 1], arrangements, ranking) if at <= shown else ""
            name = words.message(laid(made_of(hand, ranking).category))
            sprites += _cell(
                seat, at, hand, name, turn, mark, box, played.players, is_still=is_still
            )
            if seat == PERSON and best is None and mark in ("won", "level"):
                sprites += _dimmed(_block(at, box, played.players), played, movement, now_s)
    return tuple(sprites)


@lru_cache(maxsize=4)
def row_boxes(players: int) -> tuple[Box, ...]:
    """The rows from the top; as many as players."""
    whole = RAIL_Y - 4 - COLUMN_Y
    high = (whole - (players - 1) * GAP) / players
    return tuple(
        Box(ROW_X, COLUMN_Y + place * (high + GAP), ROW_W, high) for place in range(players)
    )


def _replaced(deal: Deal, own: Arrangement) -> Deal:
    return deal if own is deal.hands else replace(deal, hands=own)


def _turn(at: int, deal: Deal, movement: Movement | None, now_s: float) -> float:
    """0 face down .. 1 face up, of the others' hands at a position; on the way in the middle of
    a step, so that the cells of a step are alike."""
    if at > deal.shown:
        return 0.0
    flip = None if movement is None else movement.of(PartKind.FLIP, OPPOSITE + at)
    if movement is None or flip is None:
        return 1.0
    turn = flip.progress(now_s)
    if movement.is_still or turn in (0.0, 1.0):
        return turn
    return (int(turn * 2 * TURN_STEPS) + 0.5) / (2 * TURN_STEPS)


def _mark(
    seat: int,
    at: int,
    winner: int | None,
    arrangements: tuple[Arrangement, ...],
    ranking: Ranking,
) -> str:
    """What has come of a seat's hand: "won", "lost", or "level" with another just as good."""
    if winner is not None:
        return "won" if winner == seat else "lost"
    strengths = [made_of(hands[at - 1], ranking).strength for hands in arrangements]
    best = max(strengths)
    if strengths.count(best) == 1:  # they beat each other in a circle
        return "level"
    return "level" if strengths[seat] == best else "lost"


def _head(at: int, winner: int | None, words: Speech, *, is_open: bool) -> tuple[Sprite, ...]:
    """A position and, once it is turned up, whether its points are the player's."""
    if not is_open:
        return head(at, "")
    if winner is None:
        return head(at, words.text("cinque.level"), is_dull=True)
    if winner == PERSON:
        return head(at, words.text("cinque.yours"), is_lit=True)
    return head(at, words.text("cinque.lost"), is_dull=True)


def _dimmed(
    block: Box, played: Round, movement: Movement | None, now_s: float
) -> tuple[Sprite, ...]:
    """How far the light has gone from the player's hands when the stake is lost."""
    if played.result is not Result.LOST:
        return ()
    part = None if movement is None else movement.of(PartKind.DIM)
    share = 1.0
    if movement is not None:
        share = 0.0 if part is None else int(part.progress(now_s) * 8) / 8
    alpha = round(255 * 0.3 * share)
    if not alpha:
        return ()
    dark = Paint(draw_block_dark, (block.w, block.h))
    return (Sprite(dark, block.x, block.y, "duel.dim", alpha),)


# --- a row ------------------------------------------------------------------------------------


def _measures(players: int) -> tuple[float, float, float]:
    """Baselines of a row's head and of its names, and where its cards begin, from its top."""
    return {2: (21, 46, 54), 3: (19, 44, 52)}.get(players, (16, 38, 44))


@kept(64)
def _row_head(
    seat: int, name: str, points: int, total: int | None, box: Box, players: int, words: Speech
) -> tuple[Sprite, ...]:
    widget = f"duel.{seat}"
    baseline = box.y + _measures(players)[0]
    style, worth = (
        (WHO, POINTS) if players < 4 else (WHO._replace(size=17), POINTS._replace(size=19))
    )
    if seat == PERSON:
        style = style._replace(colour=theme.IVORY)
    figure = words.number(points)
    sprites = [
        *pane(ROOM, box, f"{widget}.glass"),
        line(name, style, box.x + INSET + 4, baseline, widget, width=300, floor=17),
        line(figure, worth, box.right - INSET - 4, baseline, f"{widget}.points"),
    ]
    if total is not None:
        text = words.text("cinque.total", total=total)
        x = box.right - INSET - 4 - width_of("00", POINTS) - 16
        sprites.append(line(text, TOTAL, x, baseline - 1, f"{widget}.points"))
    return tuple(sprites)


@kept(128)
def _cell(
    seat: int,
    at: int,
    hand: Hand,
    name: str,
    turn: float,
    mark: str,
    box: Box,
    players: int,
    *,
    is_still: bool,
) -> tuple[Sprite, ...]:
    """One hand of a player: what it makes, and its cards, or their backs; where nothing may move
    the cards fade in over the backs."""
    widget = f"duel.{seat}.{at}"
    _, name_y, _ = _measures(players)
    x, y, _, high = _block(at, box, players)
    middle = x + COLUMN_W / 2
    inner: tuple[Callable[..., Picture], tuple[Any, ...]]
    if players == 2:
        inner = (draw_hand, (names(hand), COLUMN_W, high / 5, 0))
    else:
        inner = (draw_row, (names(hand), COLUMN_W, high, 0))
    sprites: list[Sprite] = []
    if turn >= 0.5:
        colour = {"won": theme.AMBER_TEXT, "level": ROOM.accent}.get(mark, theme.SAND)
        style = MADE._replace(colour=theme.IVORY if not mark else colour)
        sprites.append(line(name, style, middle, box.y + name_y, widget, width=124, floor=15))
    if mark == "won":
        sprites.append(gem(x + 10, box.y + name_y - 6, 12, 18, theme.AMBER, widget))
        sprites.append(gem(x + COLUMN_W - 10, box.y + name_y - 6, 12, 18, theme.AMBER, widget))
        light = Paint(draw_block_light, (COLUMN_W, high, True))
        sprites.append(Sprite(light, x, y, widget))
    elif mark == "level":
        light = Paint(draw_block_light, (COLUMN_W, high, False))
        sprites.append(Sprite(light, x, y, widget))
    if turn <= 0.0:
        return (*sprites, _backs(x, y, high, widget))
    if turn < 1.0 and is_still:
        over = round(255 * stepped(turn))
        face = (Sprite(Paint(*inner), x, y, widget, over),) if over else ()
        return (*sprites, _backs(x, y, high, widget), *face)
    if turn < 1.0:
        step = min(2 * TURN_STEPS - 1, int(turn * 2 * TURN_STEPS))
        if step < TURN_STEPS:
            inner = (draw_block_back, (COLUMN_W, high))
            away = step + 1
        else:
            away = 2 * TURN_STEPS - step
        turning = Paint(draw_turning_block, (*inner, away))
        return (*sprites, Sprite(turning, middle, y, widget))
    paint = Paint(draw_veiled, inner) if mark == "lost" else Paint(*inner)
    return (*sprites, Sprite(paint, x, y, widget))


def _block(at: int, box: Box, players: int) -> Box:
    """Where the cards of a position lie in a row."""
    _, _, top = _measures(players)
    below = INSET if players == 2 else INSET - 2
    return Box(COLUMNS_X[at - 1], box.y + top, COLUMN_W, box.h - top - below)


def _backs(x: float, y: float, high: float, widget: str) -> Sprite:
    return Sprite(Paint(draw_block_back, (COLUMN_W, high)), x, y, widget)


def draw_block_back(kit: Kit, w: float, h: float) -> Picture:
    """Paint: a hand face down in the place where it will lie open."""
    out = brush.blank(round(w * kit.scale), round(h * kit.scale))
    scale = round((h - 8) / theme.CARD_H, 3)
    step = min(20.0, (w - theme.CARD_W * scale) / 5)
    wide = theme.CARD_W * scale + 4 * step
    pile = draw_pile(kit, scale, 0)
    for place in range(HANDS):
        left = round(((w - wide) / 2 + place * step) * kit.scale)
        out.blit(pile.surface, (left + pile.dx, round(4 * kit.scale) + pile.dy))
    return Picture(out)


def draw_turning_block(
    kit: Kit, draw: Callable[..., Picture], args: tuple[Any, ...], away: int
) -> Picture:
    """Paint: a hand narrowed by its turn, `away` of TURN_STEPS from flat; anchored top centre."""
    full = draw(kit, *args).surface
    width = max(2, round(full.get_width() * math.cos(away / (TURN_STEPS + 1) * math.pi / 2)))
    return Picture(pygame.transform.smoothscale(full, (width, full.get_height())), -(width // 2))


def draw_block_light(kit: Kit, w: float, h: float, is_won: bool) -> Picture:
    """Paint: the outline of a hand that has won, with its light; of a level one a thin line."""
    out_by = 3.5 if is_won else 2.5
    size = round((w + 2 * out_by) * kit.scale), round((h + 2 * out_by) * kit.scale)
    radius = 11 * kit.scale
    colour = theme.AMBER if is_won else ROOM.accent
    face = brush.tint(brush.rounded(*size, radius), colour)
    if not is_won:
        at = -round(out_by * kit.scale)
        return Picture(face, at, at)
    light, pad = brush.glow(*size, radius, 9 * kit.scale, 0.55)
    out = brush.tint(light, theme.AMBER)
    out.blit(face, (pad, pad))
    at = -round(out_by * kit.scale) - pad
    return Picture(out, at, at)


def draw_block_dark(kit: Kit, w: float, h: float) -> Picture:
    """Paint: black in the shape of a hand."""
    size = round(w * kit.scale), round(h * kit.scale)
    return Picture(brush.tint(brush.rounded(*size, 8 * kit.scale), theme.BLACK))


def draw_veiled(kit: Kit, draw: Callable[..., Picture], args: tuple[Any, ...]) -> Picture:
    """Paint: a hand that has lost its position, under the veil."""
    picture = draw(kit, *args)
    veil = brush.tinted(picture.surface, theme.VEIL, VEIL)
    picture.surface.blit(veil, (0, 0))
    return picture
