"""The right side of Cinque Mani: its name, who sits opposite, the small rack, the score."""

from __future__ import annotations

import math
from dataclasses import replace

from firmware.cabinet.motion import Movement
from firmware.games.cinque_mani.table import (
    ARRANGING,
    HANDS,
    PERSON,
    POINTS,
    Arrangement,
    Deal,
    Phase,
    Result,
    Round,
    Table,
)
from firmware.screens import theme
from firmware.screens.cinque_art import (
    COLUMN_Y,
    ROOM,
    UPPER,
    draw_hand,
    draw_hand_shadow,
    draw_pile,
    draw_place,
    suit_order,
)
from firmware.screens.cinque_columns import came_from, progress
from firmware.screens.cinque_duel import shown_now
from firmware.screens.cinque_words import names, player, score
from firmware.screens.lettering import kept, line, width_of, wrapped
from firmware.screens.marquee import draw_neon
from firmware.screens.panels import gem, plate
from firmware.screens.remembered import while_same
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.table_cards import ease_out
from firmware.screens.theme import COLUMNS_X, Box, Style
from firmware.screens.view import Trace, View

MIDDLE = UPPER.middle_x
TEXT_W = UPPER.w - 40
CLOCK = Box(1182, 84, 74, 46)
URGENT_S = 10
RACK_W, RACK_STEP, RACK_PITCH = 60.0, 68.4, 20.0
RACK_X, RACK_Y = UPPER.x + 19, UPPER.y + 46
PILE_X, PILE_STEP = 910, 68.6

NEON = 62
LABEL = Style("sans_bold", 20, ROOM.accent, "left", 0.4)
STATE = Style("play_bold", 19, theme.AMBER_TEXT, "right")
WORTH = Style("play_bold", 23, theme.AMBER_TEXT, "centre")
CAPTION = Style("sans_bold", 20, ROOM.accent, "centre")
TITLE = Style("play_bold", 33, theme.IVORY, "centre")
DEAL = Style("sans_bold", 18, ROOM.accent, "centre", 0.4)
TIME = Style("play_bold", 30, theme.AMBER_TEXT, "centre")
SCORE = Style("play_bold", 68, theme.AMBER_TEXT, "centre")
COLON = Style("play_bold", 44, theme.SAND, "centre")


# --- over both panels -------------------------------------------------------------------------


@kept(4)
def name(words: Speech) -> tuple[Sprite, ...]:
    """The game's name in neon, and the order of the suits, which always lies on the table."""
    first, second = words.text("lobby.cinque_mani.first"), words.text("lobby.cinque_mani.second")
    return (
        Sprite(Paint(draw_neon, (first.lower(), NEON, "chalk")), MIDDLE, 67, "name"),
        Sprite(Paint(draw_neon, (second.lower(), NEON, "amber")), MIDDLE, 125, "name"),
        *suit_order(),
    )


def beside_name(view: View, table: Table, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    """Which deal of a match this is, and the time that is left to arrange."""
    played, sprites = table.round, []
    if played is not None and played.is_match and played.deal is not None:
        text = words.text("cinque.deal", number=played.deal.number, deals=played.terms.deals)
        lines = wrapped(text, DEAL, 96)
        sprites += [
            line(each, DEAL, 932, 104 + 22 * at, "match", width=92, floor=15)
            for at, each in enumerate(lines[:2])
        ]
    left_s = seconds_left(view, now_s)
    if left_s is not None:
        # on an upright display it stands in the light of the room, where amber is too pale
        style = TIME._replace(colour=theme.IVORY) if view.is_upright else TIME
        if left_s <= URGENT_S:
            sprites.append(plate(CLOCK, "clock"))
            style = TIME._replace(colour=theme.HOT)
        minutes, seconds = divmod(left_s, 60)
        text = f"{minutes}:{seconds:02d}"
        sprites.append(line(text, style, CLOCK.middle_x, CLOCK.y + 33, "clock", width=CLOCK.w - 12))
    return tuple(sprites)


def seconds_left(view: View, now_s: float) -> int | None:
    """Whole seconds left to arrange; None where no clock runs."""
    table = view.state.saved.cinque
    if table.round is None or table.phase not in (Phase.BUILD, *ARRANGING):
        return None
    clock_s = table.round.terms.clock_s
    if not clock_s:
        return None
    return max(0, math.ceil(view.state.arranging_since_s + clock_s - now_s))


# --- the upper panel --------------------------------------------------------------------------


def opponents(table: Table, words: Speech) -> tuple[Sprite, ...]:
    """Who sits opposite, their hands face down, and whether they have laid them."""
    players = table.players if table.round is None else table.round.players
    deal = table.dealt
    state = ""
    if deal is not None and table.phase is not Phase.STAKE:
        state = words.text("cinque.ready" if deal.opponents else "cinque.thinks")
    others = players - 1
    if others == 1:
        return _one_opponent(state, words)
    high = (UPPER.h - 20) / others
    sprites: list[Sprite] = []
    scale = 0.30 if others == 2 else 0.205
    for seat in range(1, players):
        top, widget = UPPER.y + 10 + (seat - 1) * high, f"opponent.{seat}"
        middle = top + high / 2
        text = player(seat, players, words)
        sprites.append(line(text, LABEL, 904, middle - 3, widget, width=132, floor=15))
        if state:
            sprites += _state(state, 904, middle + 21, widget, align="left")
        pile = Paint(draw_pile, (scale, 2))
        step = 36.0
        first = UPPER.right - 14 - 4 * step - theme.CARD_W * scale
        for at in range(HANDS):
            x = first + at * step
            sprites.append(Sprite(pile, x, middle - theme.CARD_H * scale / 2, widget))
    return tuple(sprites)


@kept(16)
def _one_opponent(state: str, words: Speech) -> tuple[Sprite, ...]:
    widget = "opponent.1"
    label = words.text("cinque.opponent")
    sprites = [line(label, LABEL, 904, 172, widget, width=180)]
    if state:
        sprites += _state(state, 1236, 172, widget, align="right")
    for at, points in enumerate(POINTS):
        x = PILE_X + at * PILE_STEP
        sprites.append(Sprite(Paint(draw_pile, (0.385, 2)), x, 197, widget))
        sprites.append(line(str(points), WORTH, x + 28, 326, widget))
    return tuple(sprites)


def _state(text: str, x: float, baseline: float, widget: str, *, align: str) -> tuple[Sprite, ...]:
    style = STATE._replace(align="left")
    width = min(width_of(text, style), 110)
    left = x - width if align == "right" else x + 18
    return (
        gem(left - 9, baseline - 7, 10, 16, theme.AMBER, widget),
        line(text, style, left, baseline, widget, width=110),
    )


def rack(deal: Deal, trace: Trace, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    """The hands that are laid already while the others are built."""
    if progress(trace, now_s) >= 1.0:
        return _rack_at_rest(deal, words)
    return _rack(deal, trace, now_s, words)


@while_same
def _rack_at_rest(deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    return _rack(deal, None, 0.0, words)


def _rack(deal: Deal, trace: Trace | None, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    left = len(deal.left)
    count = words.counted("cinque.cards_left", left)
    sprites = [
        line(words.text("cinque.own_hands"), LABEL, 904, 172, "rack", width=170),
        line(count, STATE, 1236, 172, "rack", width=150),
    ]
    share = 1.0 if trace is None else progress(trace, now_s)
    for at, hand in enumerate(deal.hands, start=1):
        x, y = RACK_X + (at - 1) * RACK_STEP, RACK_Y
        is_next = at == deal.building
        style = WORTH if hand or is_next else WORTH._replace(colour=theme.SAND)
        sprites.append(line(str(POINTS[at - 1]), style, x + RACK_W / 2, 326, "rack"))
        widget = f"rack.{at}"
        if not hand:
            paint = Paint(draw_place, (RACK_W, 5 * RACK_PITCH, is_next))
            sprites.append(Sprite(paint, x, y, widget))
            continue
        start = 0 if trace is None else came_from(hand, trace, now_s)
        if start:
            eased = ease_out(share, 0.0)
            x = round((COLUMNS_X[start - 1] + (x - COLUMNS_X[start - 1]) * eased) * 2) / 2
            y = round((COLUMN_Y + (y - COLUMN_Y) * eased) * 2) / 2
            shadow = Paint(draw_hand_shadow, (RACK_W, 5 * RACK_PITCH))
            sprites.append(Sprite(shadow, x, y, widget))
        small = Paint(draw_hand, (names(hand), RACK_W, RACK_PITCH, 0))
        sprites.append(Sprite(small, x, y, widget))
    return tuple(sprites)


def standing(
    played: Round,
    deal: Deal,
    movement: Movement | None,
    now_s: float,
    words: Speech,
    best: Arrangement | None = None,
) -> tuple[Sprite, ...]:
    """The points of everybody, and at the end what they mean; or what `best` would have made."""
    if movement is None:
        return _standing_at_rest(played, deal, words, best)
    return _standing(played, deal, movement, now_s, words, best)


@while_same
def _standing_at_rest(
    played: Round, deal: Deal, words: Speech, best: Arrangement | None
) -> tuple[Sprite, ...]:
    return _standing(played, deal, None, 0.0, words, best)


def _standing(
    played: Round,
    deal: Deal,
    movement: Movement | None,
    now_s: float,
    words: Speech,
    best: Arrangement | None,
) -> tuple[Sprite, ...]:
    shown = shown_now(deal, movement, now_s)
    if best is not None:
        heading = words.text("cinque.review.score")
        points = score(played, replace(deal, hands=best), HANDS)
        return (
            line(heading, TITLE, MIDDLE, 184, "score", width=TEXT_W, floor=24),
            *_numbers(points, words, words.text("cinque.review.answer")),
        )
    points = score(played, deal, shown)
    is_over = shown == HANDS and deal.shown == HANDS
    if not is_over:
        heading = words.text("cinque.reveal")
    elif played.result is None:
        ahead = _ahead(points)
        heading = words.text(f"cinque.deal.{ahead}")
    else:
        heading = words.text(f"cinque.result.{played.result.value}")
    is_end_of_match = played.is_match and played.result is not None
    if is_over and points[PERSON] == sum(POINTS) and not is_end_of_match:
        heading = words.text("cinque.sweep")
    sprites = [line(heading, TITLE, MIDDLE, 184, "score", width=TEXT_W, floor=24)]
    sprites += _numbers(points, words)
    return tuple(sprites)


def _ahead(points: tuple[int, ...]) -> Result:
    if points[PERSON] < max(points):
        return Result.LOST
    return Result.WON if points.count(points[PERSON]) == 1 else Result.LEVEL


@kept(16)
def _numbers(points: tuple[int, ...], words: Speech, own: str = "") -> tuple[Sprite, ...]:
    """The points side by side, the player's first, and whose they are."""
    count = len(points)
    step = 170.0 if count == 2 else 340 / count
    size = {2: 76.0, 3: 60.0}.get(count, 48.0)
    style = SCORE._replace(size=size)
    sprites: list[Sprite] = []
    best = max(points)
    for seat, number in enumerate(points):
        x = MIDDLE + (seat - (count - 1) / 2) * step
        is_first = number == best and number > 0
        figure = style._replace(colour=theme.AMBER_TEXT if is_first else theme.SAND)
        label = player(seat, count, words) if count == 2 or seat == PERSON else str(seat)
        if seat == PERSON and own:
            label = own
        sprites.append(line(words.number(number), figure, x, 272, f"score.{seat}"))
        caption = CAPTION._replace(colour=theme.IVORY if seat == PERSON else ROOM.accent)
        sprites.append(line(label, caption, x, 314, "score", width=step - 14, floor=17))
        if seat:
            sprites.append(line(":", COLON._replace(size=size * 0.7), x - step / 2, 266, "score"))
    return tuple(sprites)
