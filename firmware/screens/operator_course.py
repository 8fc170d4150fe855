"""The chart of the page of returns with its words: axes, what each line is, the warning."""

from __future__ import annotations

from firmware.money import GameId
from firmware.operator.chart_scale import apart, ticks
from firmware.operator.returns import Returned, royals
from firmware.operator.returns_books import Returns
from firmware.screens import theme
from firmware.screens.lettering import line
from firmware.screens.operator_chart import Plot, chart, plot_of
from firmware.screens.operator_figures import decimal, percent
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style

CHART = Box(24, 66, 840, 306)
PLOT = Box(104, 106, 644, 226)
HEAD = Style("sans_bold", 20, theme.IVORY)
NAME = Style("sans", 19, theme.SAND)
TICK = Style("sans", 18, theme.SAND)
EDGE = Style("sans_bold", 18, theme.TEAL)
GAME_TICKS_MAX = 7


def course_chart(found: Returns, words: Speech) -> tuple[Sprite, ...]:
    """Joker Poker's return over the rounds judged: the mix of all stakes, since the first boot."""
    title = line(
        words.text("operator.returns.chart"), HEAD, PLOT.x, CHART.y + 30, "body", width=740
    )
    joker = next((each for each in found.life.games if each.game is GameId.JOKER_POKER), None)
    curve = found.curve
    if joker is None or joker.returned.exact is None or not curve:
        text = words.text("operator.returns.no_chart")
        return title, line(text, NAME, PLOT.x, CHART.y + 90, "body", width=720)
    exact = float(joker.returned.exact)
    plot = plot_of(curve, exact, PLOT)
    return (
        title,
        *chart(plot, curve, exact, "body"),
        *_axes(plot, words),
        *_edges(plot, curve[-1].high, exact, curve[-1].actual, words),
        *_royals(joker.returned, words),
    )


def _axes(plot: Plot, words: Speech) -> tuple[Sprite, ...]:
    right = TICK._replace(align="right")
    returns = ticks(plot.low, plot.high)
    is_fine = len(returns) > 1 and returns[1] - returns[0] < 0.01
    upright = tuple(
        line(
            percent(at, words, 1 if is_fine else 0), right, PLOT.x - 8, plot.y(at) + 6, "body",
            width=66, floor=13,
        )
        for at in returns
    )  # fmt: skip
    games = tuple(
        line(
            words.number(int(at)),
            TICK._replace(align="centre" if at else "left"),
            plot.x(at),
            PLOT.bottom + 24,
            "body",
        )
        for at in ticks(0, plot.games, GAME_TICKS_MAX)
        if at == int(at) and plot.x(at) < PLOT.right + 10
    )
    return upright + games


def _edges(
    plot: Plot, high: float, exact: float, actual: float, words: Speech
) -> tuple[Sprite, ...]:
    """What each line is, at its right end, one under the other."""
    names: list[tuple[float, str, Style]] = [
        (plot.y(high), words.text("operator.returns.bands"), EDGE),
        (
            plot.y(exact),
            words.text("operator.returns.exact_line"),
            EDGE._replace(colour=theme.IVORY),
        ),
        (
            plot.y(actual),
            words.text("operator.returns.actual_line"),
            EDGE._replace(colour=theme.AMBER_TEXT),
        ),
        (plot.y(2 * exact - high), words.text("operator.returns.bands"), EDGE),
    ]
    names.sort(key=lambda each: each[0])
    heights = apart([y for y, _, _ in names], 21, PLOT.y, PLOT.bottom)
    return tuple(
        line(text, style, PLOT.right + 14, y + 6, "body", width=96, floor=14)
        for y, (_, text, style) in zip(heights, names, strict=True)
    )


def _royals(returned: Returned, words: Speech) -> tuple[Sprite, ...]:
    """The warning while too few royals could have come."""
    found = royals(returned)
    if found is None or not found.are_few:
        return ()
    expected = decimal(found.expected, words, 1)
    text = words.text("operator.returns.few_royals", expected=expected)
    style = Style("sans", 18, theme.SAND, "right")
    return (line(text, style, PLOT.right - 10, PLOT.bottom - 10, "body", width=620),)
