"""The five columns of Cinque Mani above their keys, and the cards out of play over them.

Hands are offered while they are built, stand in the rack when they are laid, rise when they are
lifted, change places before the player's eyes, and lie open as five large cards.
"""

from __future__ import annotations

from functools import lru_cache

from firmware.cabinet.motion import Movement, PartKind
from firmware.cards.card import Card
from firmware.games.cinque_mani.arranging import Arranging, Preview
from firmware.games.cinque_mani.building import candidates
from firmware.games.cinque_mani.hands import Made, Ranking
from firmware.games.cinque_mani.table import HANDS, POINTS, REMOVED_CARDS, Hand, Phase, Table
from firmware.screens import theme
from firmware.screens.cinque_art import (
    COLUMN_H,
    COLUMN_Y,
    GEM_X,
    HEADS,
    LIFT,
    ROOM,
    TILE_STEP,
    TILE_X,
    draw_arrow,
    draw_hand,
    draw_points,
    draw_star,
    draw_tag,
    draw_tile,
    draw_tile_slot,
)
from firmware.screens.cinque_bands import column, column_light, hidden_column
from firmware.screens.cinque_words import columns_of, laid, made_of, names
from firmware.screens.lettering import fit, kept, line, wrapped
from firmware.screens.panels import pane, plate
from firmware.screens.remembered import while_same
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.stillness import faded
from firmware.screens.table_cards import ENTRY_X, Look, card_sprites, ease_out
from firmware.screens.theme import CARD_BOXES, CARD_Y, COLUMN_W, COLUMNS_X, HOLD_S, Box, Style
from firmware.screens.view import Trace

MOVE_S = 0.18
"""A hand on its way to another place."""
SMALL_PITCH = 29.0
PREVIEW_Y, PREVIEW_H = 152, 152

STRIP_LABEL = Style("sans_bold", 18, ROOM.accent, "left", 0.4)
HEAD = Style("play_bold", 20, theme.IVORY, "left")
HEAD_W = 90
HEAD_LIT = theme.AMBER_TEXT
THEN = Style("play_bold", 18, theme.IVORY, "left")
NOW = Style("play_bold", 17, theme.SAND, "left")


# --- out of play ------------------------------------------------------------------------------


def dead_strip(
    table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """The seven cards that nobody plays with, or their empty places."""
    removed = () if table.dealt is None else table.dealt.removed
    if movement is None:
        return (*_strip_label(words), *_tiles(removed))
    sprites = [*_strip_label(words)]
    tiles: list[Sprite] = []
    for place in range(1, REMOVED_CARDS + 1):
        x, widget, alpha = float(TILE_X + TILE_STEP * (place - 1)), f"strip.{place}", 1.0
        flight = movement.of(PartKind.FLIGHT, place)
        is_there = bool(removed) and (flight is None or now_s >= flight.ends_s)
        if not is_there:
            sprites.append(Sprite(Paint(draw_tile_slot, ()), x, 15, widget))
        if flight is not None and flight.begins_s <= now_s < flight.ends_s:
            if movement.is_still:
                alpha = faded(flight, now_s)
            else:
                x = round((ENTRY_X + (x - ENTRY_X) * ease_out(flight.progress(now_s))) * 2) / 2
        elif not is_there:
            continue
        paint = Paint(draw_tile, (str(removed[place - 1]),))
        tiles.append(Sprite(paint, x, 15, widget, round(255 * alpha)))
    return (*sprites, *tiles)


@kept(4)
def _strip_label(words: Speech) -> tuple[Sprite, ...]:
    lines = wrapped(words.text("cinque.out_of_play"), STRIP_LABEL, 76)
    first = 41 - 10.5 * (len(lines) - 1) + 6
    return tuple(
        line(text, STRIP_LABEL, 40, first + 21 * at, "strip", width=72, floor=15)
        for at, text in enumerate(lines)
    )


@lru_cache(maxsize=8)
def _tiles(removed: tuple[Card, ...]) -> tuple[Sprite, ...]:
    """The cards out of play as they lie, or their empty places."""
    paints = [Paint(draw_tile, (str(card),)) for card in removed]
    return tuple(
        Sprite(paint, TILE_X + TILE_STEP * place, 15, f"strip.{place + 1}")
        for place, paint in enumerate(paints or [Paint(draw_tile_slot)] * REMOVED_CARDS)
    )


def is_dealing(movement: Movement | None, now_s: float) -> bool:
    """Whether a card out of play is still on its way."""
    return movement is not None and any(
        part.kind is PartKind.FLIGHT and now_s < part.ends_s for part in movement.parts
    )


# --- heads ------------------------------------------------------------------------------------


def head_lines(text: str, style: Style, width: float) -> tuple[str, ...]:
    """A name in one line, or broken at a space or hyphen in two."""
    if fit(text, style, width, 19).squeeze >= 1.0:
        return (text,)
    broken = text.replace("-", "- ") if " " not in text else text
    lines = tuple(wrapped(broken, style, width))
    return lines[:2] if len(lines) > 1 else (text,)


@kept(128)
def head(
    at: int,
    text: str,
    *,
    is_lit: bool = False,
    is_dull: bool = False,
    is_star: bool | None = None,
    lift: float = 0.0,
) -> tuple[Sprite, ...]:
    """The head of a column, 1..5: its points and a name; without points for what is offered.

    Args:
        at: the column.
        text: what the hand makes, or empty.
        is_lit: whether the light of the lamp is on it.
        is_dull: whether its points are out of reach.
        is_star: None for a head with points; else whether the star stands there.
        lift: how far it has risen.
    """
    box, widget = HEADS[at - 1], f"head.{at}"
    box = box._replace(y=box.y - lift)
    sprites = [plate(box, widget)] if is_lit else [*pane(ROOM, box, widget)]
    style = HEAD._replace(colour=HEAD_LIT if is_lit else theme.SAND if is_dull else theme.IVORY)
    x, width = box.x + 66, float(HEAD_W)
    if is_star is None:
        gem = Paint(draw_points, (POINTS[at - 1], is_dull))
        sprites.append(Sprite(gem, box.x + GEM_X, box.middle_y, widget))
    elif is_star:
        star = Paint(draw_star, (34, theme.AMBER))
        sprites.append(Sprite(star, box.x + 25, box.middle_y, widget))
        x, width = box.x + 48, box.w - 54
    else:
        style, x, width = style._replace(align="centre"), box.middle_x, box.w - 16
    lines = head_lines(text, style, width)
    first = box.middle_y - 11 * (len(lines) - 1) + 7
    sprites += [
        line(each, style, x, first + 22 * row, widget, width=width, floor=18)
        for row, each in enumerate(lines)
        if each
    ]
    return tuple(sprites)


# --- the rack ---------------------------------------------------------------------------------


def hidden(words: Speech) -> tuple[Sprite, ...]:
    """Before the cards: five hands face down, each with what it is worth."""
    del words
    sprites: list[Sprite] = []
    for at, x in enumerate(COLUMNS_X, start=1):
        sprites += head(at, "")
        sprites += hidden_column(x, COLUMN_Y, f"column.{at}")
    return tuple(sprites)


def offered(table: Table, trace: Trace, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    """While hands are built: the candidates, and the five cards that the rest needs least."""
    del trace, now_s
    return _offered(table, words)


@while_same
def _offered(table: Table, words: Speech) -> tuple[Sprite, ...]:
    deal = table.dealt
    assert deal is not None
    found = candidates(deal.left, table.page)
    sprites: list[Sprite] = []
    for at, hand in enumerate(columns_of(table), start=1):
        if at <= len(found):
            each = found[at - 1]
            sprites += head(
                at,
                words.message(laid(each.category)),
                is_lit=each.is_recommended,
                is_star=each.is_recommended,
            )
        elif at == HANDS:
            sprites += head(at, words.text("key.discard"), is_star=False)
        if hand:
            sprites += column(hand, COLUMNS_X[at - 1], COLUMN_Y, f"column.{at}")
    return tuple(sprites)


CARRIED_UP = 40
"""How far a hand that a finger carries may rise above the others."""


def standing(
    table: Table, ranking: Ranking, trace: Trace, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """A complete arrangement in the rack; a lifted hand stands higher."""
    deal = table.dealt
    assert deal is not None
    heads: list[Sprite] = []
    lights: list[Sprite] = []
    still: list[Sprite] = []
    moving: list[Sprite] = []
    for at, hand in enumerate(deal.hands, start=1):
        is_lifted = at == table.lifted
        x, y, is_moving = _place(at, hand, table, trace, now_s)
        name = _name(hand, ranking, words)
        heads += head(at, name, is_lit=is_lifted, lift=COLUMN_Y - y)
        gap = table.card if is_lifted and table.phase is Phase.CARD_IN_HAND else 0
        widget = f"column.{at}"
        if is_lifted:
            lights += column_light(x, y, COLUMN_H + LIFT, widget)
        (moving if is_moving else still).extend(column(hand, x, y, widget, gap=gap))
        if table.lifted and not is_lifted:
            what = "swap" if table.phase is Phase.LIFTED else "toward"
            tag = Paint(draw_tag, (what,))
            moving.append(Sprite(tag, x + COLUMN_W / 2, 524, widget))
    return (*heads, *lights, *still, *moving)


def _name(hand: Hand, ranking: Ranking, words: Speech) -> str:
    return words.message(laid(made_of(hand, ranking).category)) if hand else ""


def _place(
    at: int, hand: Hand, table: Table, trace: Trace, now_s: float
) -> tuple[float, float, bool]:
    """Where a column is now, and whether it is on its way from another one."""
    x, y = float(COLUMNS_X[at - 1]), float(COLUMN_Y)
    share = progress(trace, now_s)
    before = trace.laid_before
    if at == table.lifted:
        risen = 1.0
        if before is not None and before.lifted != at:
            risen = min(1.0, max(0.0, (now_s - trace.laid_since_s) / HOLD_S))
        y -= round(LIFT * (1 - (1 - risen) ** 2) * 2) / 2
        across, down = trace.carried.way
        if (across or down) and table.phase is Phase.LIFTED:
            return x + round(across), y + round(min(max(down, -CARRIED_UP), LIFT)), True
    if share >= 1.0 or before is None or before.dealt is None:
        return x, y, False
    came_from = _column_of(hand, before)
    if came_from in (0, at):
        return x, y, False
    start = COLUMNS_X[came_from - 1]
    return round((start + (x - start) * ease_out(share, 0.0)) * 2) / 2, y, True


def _column_of(hand: Hand, table: Table) -> int:
    """The column, 1..5, in which these five cards stood; 0 for none."""
    cards = frozenset(hand)
    columns = columns_of(table)
    return next((at for at, each in enumerate(columns, start=1) if frozenset(each) == cards), 0)


def came_from(hand: Hand, trace: Trace, now_s: float) -> int:
    """The column, 1..5, that a hand is on its way from now; 0 when it is on no way."""
    before = trace.laid_before
    if progress(trace, now_s) >= 1.0 or before is None or before.phase is not Phase.BUILD:
        return 0
    return _column_of(hand, before)


def progress(trace: Trace, now_s: float) -> float:
    """0..1 how far hands have come since the table changed."""
    return min(1.0, max(0.0, (now_s - trace.laid_since_s) / MOVE_S))


# --- opened hands -----------------------------------------------------------------------------


@while_same
def opened(table: Table, ranking: Ranking, words: Speech) -> tuple[Sprite, ...]:
    """A hand as five large cards above the keys, all hands small over them."""
    deal = table.dealt
    assert deal is not None
    sprites: list[Sprite] = []
    lights: list[Sprite] = []
    for at, hand in enumerate(deal.hands, start=1):
        is_open = at == table.lifted
        sprites += head(at, _name(hand, ranking, words), is_lit=is_open)
        x, widget = COLUMNS_X[at - 1], f"column.{at}"
        if is_open:
            lights += column_light(x, COLUMN_Y, 5 * SMALL_PITCH, widget)
        small = Paint(draw_hand, (names(hand), COLUMN_W, SMALL_PITCH, 0))
        sprites.append(Sprite(small, x, COLUMN_Y, widget))
    return (*lights, *sprites, *_large(deal.hands[table.lifted - 1]))


@while_same
def opened_second(table: Table, ranking: Ranking, words: Speech) -> tuple[Sprite, ...]:
    """The hand that a card goes to, and over each of its cards what an exchange would make."""
    deal = table.dealt
    assert deal is not None
    sprites: list[Sprite] = []
    for at, hand in enumerate(deal.hands, start=1):
        is_lit = at in (table.lifted, table.second)
        sprites += head(at, _name(hand, ranking, words), is_lit=is_lit, is_dull=not is_lit)
    for card in range(1, HANDS + 1):
        seen = Arranging().preview(table, card)
        sprites += _preview(card, table, seen, words)
    return (*sprites, *_large(deal.hands[table.second - 1]))


def _large(hand: Hand) -> tuple[Sprite, ...]:
    looks = [Look(str(card), box.x, CARD_Y) for card, box in zip(hand, CARD_BOXES, strict=True)]
    return card_sprites(looks)


def _preview(card: int, table: Table, seen: Preview, words: Speech) -> tuple[Sprite, ...]:
    """What both hands would make if this card came back."""
    box = Box(COLUMNS_X[card - 1], PREVIEW_Y, COLUMN_W, PREVIEW_H)
    widget = f"preview.{card}"
    sprites = [*pane(ROOM, box, widget)]
    for row, (hand, (now, then)) in enumerate(
        ((table.lifted, seen.lifted), (table.second, seen.second))
    ):
        top = box.y + 2 + row * 75
        sprites += _change(box.x, top, POINTS[hand - 1], now, then, widget, words)
    return tuple(sprites)


def _change(
    x: float, top: float, worth: int, now: Made, then: Made, widget: str, words: Speech
) -> tuple[Sprite, ...]:
    """The points of a hand, what it makes now, an arrow, and what it would make."""
    colour, arrow = theme.IVORY, theme.SAND
    if then.strength > now.strength:
        colour = arrow = theme.AMBER_TEXT
    elif then.strength < now.strength:
        colour = arrow = theme.CORAL
    return (
        Sprite(Paint(draw_points, (worth, False, 0.66)), x + 23, top + 37, widget),
        line(words.message(laid(now.category)), NOW, x + 46, top + 24, widget, width=110, floor=15),
        Sprite(Paint(draw_arrow, (16, "down", arrow)), x + 54, top + 38, widget),
        line(
            words.message(laid(then.category)),
            THEN._replace(colour=colour),
            x + 46,
            top + 66,
            widget,
            width=110,
            floor=15,
        ),
    )
