"""The other pictures of the page of returns: how often each hand came, and when people play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.money import GameId
from firmware.operator.chart_scale import bar_part
from firmware.operator.course import Busy
from firmware.operator.returns_books import HandShare, HandTable, Returns
from firmware.operator.returns_words import fit_message
from firmware.screens import theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line, wrapped
from firmware.screens.operator_chart import bar, columns
from firmware.screens.operator_figures import small_percent
from firmware.screens.panels import gem
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

DEALT = Box(24, 66, 606, 556)
ENDED = Box(650, 66, 606, 556)
HAND_PANELS = (DEALT, ENDED)
HOURS = Box(24, 66, 1232, 272)
DAYS = Box(24, 350, 1232, 272)
UPRIGHT_H = 604
"""Of a chart on an upright display, its words a line lower."""
HEAD = Style("sans_bold", 20, theme.IVORY)
LABEL = Style("sans_bold", 17, theme.SAND, "right")
NAME = Style("sans", 18, theme.SAND)
VALUE = Style("sans", 18, theme.IVORY, "right")
NOTE = Style("sans", 18, theme.SAND)
TICK = Style("sans", 18, theme.SAND, "centre")
ROW_H = 34
BAR_X, BAR_W = 196, 140
GAMES_X, SEEN_X, EXACT_X = 416, 502, 590
HOURS_A_DAY = 24


# --- hands ------------------------------------------------------------------------------------


def hands_body(found: Returns, words: Speech) -> tuple[Sprite, ...]:
    """The hands as they were dealt, and as games ended, beside how often they come."""
    games = (line.ends for line in found.life.games if line.game is GameId.JOKER_POKER)
    ended = next(games, None)
    told = words.message(fit_message(found.dealt.fit))
    return (
        *_hands("dealt", found.dealt, DEALT, told, words),
        *_hands("ended", ended, ENDED, words.text("operator.returns.ended_note"), words),
    )


def _hands(
    name: str, table: HandTable | None, box: Box, note: str, words: Speech
) -> tuple[Sprite, ...]:
    top = box.y + 66
    sprites = [line(words.text(f"operator.returns.{name}"), HEAD, box.x + 20, box.y + 30, "body")]
    scale = words.text("operator.returns.logarithmic")
    style = LABEL._replace(align="left", face="sans")
    sprites.append(line(scale, style, box.x + BAR_X, top - 6, "body", width=BAR_W, floor=13))
    for column, x, colour in (
        ("games", GAMES_X, theme.SAND),
        ("seen", SEEN_X, theme.AMBER_TEXT),
        ("exact", EXACT_X, theme.TEAL),
    ):
        text, style = words.text(f"operator.returns.{column}"), LABEL._replace(colour=colour)
        sprites.append(line(text, style, box.x + x, top - 6, "body", width=80, floor=13))
    if table is None:
        text = words.text("returns.none")
        return (*sprites, line(text, NAME, box.x + 20, top + 30, "body", width=box.w - 40))
    for number, row in enumerate(table.rows):
        sprites += _hand(row, box.x, top + 22 + ROW_H * number, words)
    for number, part in enumerate(wrapped(note, NOTE, box.w - 40)):
        sprites.append(line(part, NOTE, box.x + 20, box.bottom - 48 + 24 * number, "body"))
    return tuple(sprites)


def _hand(row: HandShare, x: float, baseline: float, words: Speech) -> list[Sprite]:
    name = words.text(f"hand.{row.hand}")
    sprites = [line(name, NAME, x + 20, baseline, "body", width=BAR_X - 30, floor=14)]
    for share, y, colour in ((row.share, -15, theme.AMBER), (row.exact, -5, theme.TEAL)):
        width = BAR_W * bar_part(float(share or 0))
        if width > 0:
            sprites.append(bar(x + BAR_X, baseline + y, width, 8, colour, "body"))
    for value, at in (
        (words.number(row.games), GAMES_X),
        (small_percent(row.share, words), SEEN_X),
        (small_percent(row.exact, words), EXACT_X),
    ):
        sprites.append(line(value, VALUE, x + at, baseline, "body", width=82, floor=13))
    return sprites


# --- times ------------------------------------------------------------------------------------


def time_panels(view: View) -> tuple[Box, ...]:
    """By hour, and by day."""
    if not view.is_upright:
        return HOURS, DAYS
    hours = narrowed(HOURS, view)._replace(h=UPRIGHT_H)
    return hours, hours._replace(y=hours.bottom + 12)


def times_body(view: View, found: Returns, words: Speech) -> tuple[Sprite, ...]:
    """Games and credits by hour of the day, and by day."""
    times = found.told.times
    hours = [(f"{hour:02}", times.hours.get(hour, Busy())) for hour in range(HOURS_A_DAY)]
    by_hour, by_day = time_panels(view)
    return (
        *_columns("by_hour", hours, by_hour, 3, words),
        *_columns("by_day", _days(times.days), by_day, 7, words),
    )


def _days(days: Mapping[str, Busy]) -> list[tuple[str, Busy]]:
    """Day and month of each, oldest first."""
    return [(f"{day[8:10]}.{day[5:7]}", busy) for day, busy in sorted(days.items())]


def _columns(
    name: str, told: Sequence[tuple[str, Busy]], box: Box, every: int, words: Speech
) -> tuple[Sprite, ...]:
    head = words.text(f"operator.returns.{name}")
    sprites = [line(head, HEAD, box.x + 20, box.y + 30, "body", width=480)]
    keys_x, lower = (560.0, 0.0) if box.w == HOURS.w else (20.0, 32.0)
    if not any(busy.rounds for _, busy in told):
        text = words.text("operator.returns.no_times")
        return (*sprites, line(text, NAME, box.x + 20, box.y + 76, "body", width=box.w - 40))
    rounds = [busy.rounds for _, busy in told]
    credits_in = [max(busy.credits_in, 0) for _, busy in told]
    for place, (key, values, colour) in enumerate(
        (("most_games", rounds, theme.AMBER), ("most_credits", credits_in, theme.TEAL))
    ):
        x = box.x + keys_x + 340 * place
        text = words.text(f"operator.returns.{key}", most=words.number(max(values)))
        sprites.append(gem(x + 6, box.y + 24 + lower, 11, 18, colour, "body"))
        sprites.append(line(text, NOTE, x + 20, box.y + 30 + lower, "body", width=310))
    plot = Box(box.x + 20, box.y + 50 + lower, box.w - 40, box.h - 86 - lower)
    sprites.append(columns(plot, (_parts(rounds), _parts(credits_in)), "body"))
    slot = plot.w / len(told)
    for place, (label, _) in enumerate(told):
        if place % every == 0:
            x = plot.x + slot * (place + 0.5)
            x = max(x, plot.x + 24)  # the first date of many would begin outside its panel
            sprites.append(line(label, TICK, x, plot.bottom + 24, "body"))
    return tuple(sprites)


def _parts(values: Sequence[int]) -> tuple[float, ...]:
    """Each as a part of the highest."""
    most = max(values) or 1
    return tuple(round(value / most, 4) for value in values)
