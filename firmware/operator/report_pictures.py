"""The pictures of the printed report as SVG: those of the operator's page, drawn in ink.

All lengths are units of the picture's own grid; what a line means is told by its kind as well as
by its colour, for many a printer has only black.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware.operator.chart_scale import WIDER, apart, bar_part, reach, ticks
from firmware.operator.course import Busy, CurvePoint
from firmware.operator.report_sheet import BRASS, INK, LINE, PETROL, RED, SOFT, escaped
from firmware.operator.report_words import ReportWords

WIDTH = 640
GAME_TICKS_MAX = 7
HOURS_A_DAY = 24


@dataclass(frozen=True, slots=True)
class _Plot:
    """The area of a curve: where returns and games lie in it."""

    left: float
    top: float
    right: float
    bottom: float
    games: int
    low: float
    high: float

    def x(self, games: float) -> float:
        return self.left + (self.right - self.left) * games / self.games

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.bottom - (self.bottom - self.top) * min(max(share, 0.0), 1.0)

    def places(self, values: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(games):.1f},{self.y(value):.1f}" for games, value in values)


def course_picture(curve: tuple[CurvePoint, ...], exact: float, words: ReportWords) -> str:
    """A return over the games, with its narrowing bands of 95 and 99 %.

    Args:
        curve: at least one point.
        exact: the exact return, of 1.
        words: of the report.
    """
    height = 232
    low, high = reach(curve, exact)
    plot = _Plot(52, 8, 562, height - 24, curve[-1].games, low, high)
    halves = [(float(each.games), each.high - exact) for each in curve]
    # The curve begins at its first point: what a band is before it, is a wall as high as the chart.
    halves = [(0.0, halves[0][1] * 1e3), *halves]

    def edge(times: float) -> list[tuple[float, float]]:
        return [(games, exact + times * half) for games, half in halves]

    def band(times: float, opacity: float) -> str:
        outline = plot.places([*edge(times), *reversed(edge(-times))])
        return f'<polygon points="{outline}" fill="{PETROL}" opacity="{opacity}"/>'

    def line(values: list[tuple[float, float]], style: str) -> str:
        return f'<polyline points="{plot.places(values)}" fill="none" {style}/>'

    thin = f'stroke="{PETROL}" stroke-width="0.6"'
    firm = f'stroke="{PETROL}" stroke-width="1.1"'
    actual = [(float(each.games), each.actual) for each in curve]
    end_x, end_y = plot.x(curve[-1].games), plot.y(curve[-1].actual)
    return _picture(
        height,
        words.text("operator.returns.chart"),
        band(WIDER, 0.1),
        band(1.0, 0.14),
        _returns_axis(plot, words),
        *(line(edge(sign * WIDER), thin) for sign in (1, -1)),
        *(line(edge(sign), firm) for sign in (1, -1)),
        line(
            [(0.0, exact), (float(plot.games), exact)],
            f'stroke="{INK}" stroke-width="1" stroke-dasharray="6 4"',
        ),
        line(actual, f'stroke="{BRASS}" stroke-width="2" stroke-linejoin="round"'),
        f'<circle cx="{end_x:.1f}" cy="{end_y:.1f}" r="3.4" fill="{BRASS}"/>',
        _games_axis(plot, words),
        _edges(plot, curve[-1], exact, words),
    )


def _returns_axis(plot: _Plot, words: ReportWords) -> str:
    returns = ticks(plot.low, plot.high)
    is_fine = len(returns) > 1 and returns[1] - returns[0] < 0.01
    return "".join(
        f'<line x1="{plot.left}" x2="{plot.right}" y1="{plot.y(at):.1f}" y2="{plot.y(at):.1f}" '
        f'stroke="{LINE}" stroke-width="0.6"/>'
        + _text(plot.left - 6, plot.y(at) + 3, words.percent(at, 1 if is_fine else 0), "end")
        for at in returns
    )


def _games_axis(plot: _Plot, words: ReportWords) -> str:
    base = (
        f'<line x1="{plot.left}" x2="{plot.right}" y1="{plot.bottom}" y2="{plot.bottom}" '
        f'stroke="{SOFT}" stroke-width="0.8"/>'
    )
    return base + "".join(
        _text(plot.x(at), plot.bottom + 14, words.number(int(at)), "middle" if at else "start")
        for at in ticks(0, plot.games, GAME_TICKS_MAX)
        if at == int(at)
    )


def _edges(plot: _Plot, last: CurvePoint, exact: float, words: ReportWords) -> str:
    """What each line is, at its right end, one under the other."""
    bands = words.text("operator.returns.bands")
    names = sorted(
        [
            (plot.y(last.high), bands, PETROL),
            (plot.y(exact), words.text("operator.returns.exact_line"), INK),
            (plot.y(last.actual), words.text("operator.returns.actual_line"), BRASS),
            (plot.y(2 * exact - last.high), bands, PETROL),
        ],
        key=lambda each: each[0],
    )
    heights = apart([y for y, _, _ in names], 11, plot.top, plot.bottom)
    return "".join(
        _text(plot.right + 9, y + 3, text, "start", colour)
        for y, (_, text, colour) in zip(heights, names, strict=True)
    )


def shares_bar(seen: float, exact: float) -> str:
    """How often a hand came over how often it comes: two bars on a logarithmic scale.

    Args:
        seen: its share of 1.
        exact: likewise; 0 where it is not known.
    """
    wide = 66
    return (
        f'<svg width="{wide}" height="9" viewBox="0 0 {wide} 9" aria-hidden="true">'
        f'<rect width="{wide * bar_part(seen):.1f}" height="4.4" fill="{BRASS}"/>'
        f'<rect y="5" width="{wide * bar_part(exact):.1f}" height="3" fill="{PETROL}"/></svg>'
    )


def points_bar(points: float, most: float) -> str:
    """A distance to either side of a middle line.

    Args:
        points: what it is.
        most: the longest of its table, above 0.
    """
    half = 42
    long = half * min(abs(points) / most, 1.0)
    colour, left = (PETROL, half) if points >= 0 else (RED, half - long)
    return (
        f'<svg width="{2 * half}" height="9" viewBox="0 0 {2 * half} 9" aria-hidden="true">'
        f'<rect x="{left:.1f}" y="1" width="{long:.1f}" height="7" fill="{colour}"/>'
        f'<path d="M{half} 0v9" stroke="{INK}" stroke-width="0.7"/></svg>'
    )


def hours_picture(hours: Mapping[int, Busy], words: ReportWords) -> str:
    """Games and credits in, by hour of the day."""
    told = [(f"{hour:02}", hours.get(hour, Busy())) for hour in range(HOURS_A_DAY)]
    return _columns(told, 1, words.text("operator.returns.by_hour"), words)


def days_picture(days: Mapping[str, Busy], words: ReportWords) -> str:
    """Games and credits in, by day, oldest first."""
    told = [(f"{day[8:10]}.{day[5:7]}.", busy) for day, busy in sorted(days.items())]
    every = max(1, -(-len(told) // 16))
    return _columns(told, every, words.text("operator.returns.by_day"), words)


def _columns(told: Sequence[tuple[str, Busy]], every: int, title: str, words: ReportWords) -> str:
    height, base, top = 150, 132, 22
    rounds = [busy.rounds for _, busy in told]
    credits_in = [max(busy.credits_in, 0) for _, busy in told]
    slot = WIDTH / len(told)
    wide = min(slot * 0.38, 26.0)
    parts: list[str] = []
    legend = (("most_games", rounds, BRASS), ("most_credits", credits_in, PETROL))
    for place, (key, values, colour) in enumerate(legend):
        most = max(values)
        x = 250 * place
        text = words.text(f"operator.returns.{key}", most=words.number(most))
        parts.append(f'<rect x="{x}" y="2" width="8" height="8" fill="{colour}"/>')
        parts.append(_text(x + 13, 9.5, text, "start"))
        for at, value in enumerate(values):
            tall = (base - top) * value / (most or 1)
            left = slot * (at + 0.5) + (place - 1) * wide
            parts.append(
                f'<rect x="{left:.1f}" y="{base - tall:.1f}" width="{wide:.1f}" '
                f'height="{tall:.1f}" fill="{colour}"/>'
            )
    parts.append(f'<path d="M0 {base}h{WIDTH}" stroke="{SOFT}" stroke-width="0.8"/>')
    parts += [
        _text(slot * (at + 0.5), base + 13, label, "middle" if at or slot > 30 else "start")
        for at, (label, _) in enumerate(told)
        if at % every == 0
    ]
    return _picture(height, title, *parts)


def _text(x: float, y: float, text: str, anchor: str, colour: str = "") -> str:
    ink = f' style="fill:{colour};font-weight:700"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{ink}>{escaped(text)}</text>'


def _picture(height: float, title: str, *parts: str) -> str:
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escaped(title)}">'
        f"{''.join(parts)}</svg></figure>\n"
    )
