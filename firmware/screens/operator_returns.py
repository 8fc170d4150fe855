"""The operator's page of returns: over the games with its bands, in sum, and by game and stake.

DEAL goes on to its other pictures, which `operator_shares` draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from firmware.cabinet.operator_menu.pages import RETURNS_ROWS, ReturnsRow, ReturnsView
from firmware.games.joker_poker.paytable import MAX_CHIPS
from firmware.money import GameId
from firmware.operator.chance import BANDS, Verdict
from firmware.operator.luck import Luck
from firmware.operator.returns import Doubles, Returned
from firmware.operator.returns_books import Pace, Returns, Span
from firmware.operator.rounds_told import Length
from firmware.screens import operator_shares, theme
from firmware.screens.leaf import narrowed
from firmware.screens.lettering import line, width_of, wrapped
from firmware.screens.operator_chart import badge, bar, warning
from firmware.screens.operator_course import CHART, HEAD, NAME, course_chart
from firmware.screens.operator_figures import MINUS, NONE, decimal, percent, signed
from firmware.screens.panels import gem, plate
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

SUMMARY = Box(884, 66, 372, 306)
TABLE = Box(24, 382, 1232, 240)
NAME_BOLD = Style("sans_bold", 20, theme.IVORY)
VALUE = Style("sans", 20, theme.IVORY, "right")
VALUE_BOLD = Style("sans_bold", 20, theme.IVORY, "right")
COLUMN = Style("sans_bold", 19, theme.SAND, "right")
BIG = Style("play_bold", 50, theme.AMBER_TEXT)
ROW_H = 34


class Ruling(NamedTuple):
    """How the table is ruled: where each column ends, and how far below the row's first line.

    Attributes:
        columns: of figures, by their names.
        z: likewise.
        verdict: likewise.
        row_h: from one row to the next.
        head_h: from the first line of the head to that of the first row.
    """

    columns: tuple[tuple[str, float, float], ...]
    z: tuple[float, float]
    verdict: tuple[float, float]
    row_h: float
    head_h: float


WIDE = Ruling(
    (
        ("games", 480, 0),
        ("staked", 620, 0),
        ("paid", 750, 0),
        ("actual", 870, 0),
        ("exact", 985, 0),
    ),
    (1070, 0),
    (1236, 0),
    ROW_H,
    32,
)
UPRIGHT = Ruling(
    (
        ("games", 250, 25),
        ("staked", 400, 25),
        ("paid", 545, 25),
        ("actual", 690, 0),
        ("exact", 690, 25),
    ),
    (844, 25),
    (844, 0),
    60,
    66,
)
"""On an upright display, where a row takes two lines."""
PART_REACH = 44
"""Pixels of the longest bar of the split to either side."""
_GAMES = {ReturnsRow.STRIP_POKER: GameId.STRIP_POKER, ReturnsRow.CINQUE_MANI: GameId.CINQUE_MANI}
_COLOURS = {
    Verdict.INSIDE: theme.TEAL,
    Verdict.WATCH: theme.AMBER_TEXT,
    Verdict.OUTSIDE: theme.CORAL,
    Verdict.ALARM: theme.CORAL,
}


def panels(view: View) -> tuple[Box, ...]:
    """The panels of the picture that is looked at."""
    match view.state.operator.returns.view:
        case ReturnsView.TABLE:
            return CHART, SUMMARY, _table_box(view)
        case ReturnsView.HANDS:
            return operator_shares.HAND_PANELS
        case ReturnsView.TIMES:
            return operator_shares.time_panels(view)


def returns_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """What stands in them; a sentence where there are no books to read."""
    found = view.figures.returns()
    if found is None:
        return (line(words.text("operator.returns.unread"), HEAD, 44, 112, "body", width=780),)
    match view.state.operator.returns.view:
        case ReturnsView.TABLE:
            return _table_view(view, found, words)
        case ReturnsView.HANDS:
            return operator_shares.hands_body(found, words)
        case ReturnsView.TIMES:
            return operator_shares.times_body(view, found, words)


def _table_view(view: View, found: Returns, words: Speech) -> tuple[Sprite, ...]:
    page = view.state.operator.returns
    span = found.period if page.is_period else found.life
    rows = {row: _row(row, span) for row in RETURNS_ROWS}
    return (
        *course_chart(found, words),
        *_summary(page.row, rows[page.row], found, words, is_period=page.is_period),
        *_table(page.row, rows, view, words),
    )


# --- rows -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: what one game, some of its stakes, or the doubles returned."""

    games: int = 0
    staked: int = 0
    paid: int | None = None
    actual: Fraction | None = None
    exact: Fraction | None = None
    half: float | None = None
    z: float | None = None
    verdict: Verdict | None = None
    returned: Returned | None = None
    doubles: Doubles | None = None


def _row(row: ReturnsRow, span: Span) -> _Row:
    if row is ReturnsRow.DOUBLES:
        return _doubles(span.total.doubles)
    game = _GAMES.get(row, GameId.JOKER_POKER)
    parts = tuple(
        part
        for block in span.blocks
        if block.game is game and _is_of(row, block.chips or 0)
        for part in block.returned.parts
    )
    returned = Returned(parts)
    sums, half = returned.sums, returned.deviation if returned.exact is not None else None
    pays = row is not ReturnsRow.STRIP_POKER  # a session is paid for and wins no credits
    return _Row(
        games=sums.games,
        staked=sums.staked,
        paid=sums.paid if pays else None,
        actual=returned.actual if pays else None,
        exact=returned.exact,
        half=None if half is None else BANDS[95] * half,
        z=returned.z,
        verdict=returned.verdict,
        returned=returned,
    )


def _is_of(row: ReturnsRow, chips: int) -> bool:
    match row:
        case ReturnsRow.FULL_BET:
            return chips == MAX_CHIPS
        case ReturnsRow.SMALL_BETS:
            return chips < MAX_CHIPS
        case _:
            return True


def _doubles(doubles: Doubles) -> _Row:
    return _Row(
        games=doubles.rounds,
        staked=doubles.staked,
        paid=doubles.returned,
        actual=doubles.actual,
        exact=Fraction(1) if doubles.rounds else None,
        z=doubles.z,
        verdict=doubles.verdict,
        doubles=doubles,
    )


# --- table ------------------------------------------------------------------------------------


def _table_box(view: View) -> Box:
    if not view.is_upright:
        return TABLE
    return narrowed(TABLE, view)._replace(h=UPRIGHT.head_h + UPRIGHT.row_h * len(RETURNS_ROWS) + 24)


def _table(
    chosen: ReturnsRow, rows: dict[ReturnsRow, _Row], view: View, words: Speech
) -> tuple[Sprite, ...]:
    box, ruling = _table_box(view), UPRIGHT if view.is_upright else WIDE
    baseline = TABLE.y + 27
    is_period = view.state.operator.returns.is_period
    span = "operator.returns.in_period" if is_period else "operator.returns.in_life"
    left = COLUMN._replace(align="left")
    sprites = [line(words.text(span), left, 44, baseline, "body", width=310)]
    for name, x, down in ruling.columns:
        text = words.text(f"operator.returns.{name}")
        sprites.append(line(text, COLUMN, x, baseline + down, "body", width=118))
    sprites.append(line("z", COLUMN, ruling.z[0], baseline + ruling.z[1], "body"))
    text = words.text("operator.returns.verdict")
    at_x, down = ruling.verdict
    sprites.append(line(text, COLUMN, at_x, baseline + down, "body", width=130))
    first = baseline + ruling.head_h
    top = first + ruling.row_h * RETURNS_ROWS.index(chosen) - 24
    chosen_box = Box(box.x + 8, top, box.w - 16, ruling.row_h - 1)
    sprites.append(plate(chosen_box, "body", glow=2))
    for number, (row, told) in enumerate(rows.items()):
        sprites += _table_row(row, told, first + ruling.row_h * number, ruling, words)
    return tuple(sprites)


def _table_row(
    row: ReturnsRow, told: _Row, baseline: float, ruling: Ruling, words: Speech
) -> list[Sprite]:
    values = (
        words.number(told.games),
        words.number(told.staked),
        NONE if told.paid is None else words.number(told.paid),
        percent(told.actual, words),
        percent(told.exact, words),
    )
    name = words.text(f"operator.returns.row.{row}")
    sprites = [line(name, NAME_BOLD, 44, baseline, "body", width=310)]
    for (column, x, down), value in zip(ruling.columns, values, strict=True):
        style = VALUE_BOLD if column == "actual" else VALUE
        sprites.append(line(value, style, x, baseline + down, "body", width=118))
    z_x, down = ruling.z
    sprites.append(line(signed(told.z, words), VALUE, z_x, baseline + down, "body", width=76))
    verdict_x, down = ruling.verdict
    baseline += down
    if told.verdict is None:
        return [*sprites, line(NONE, VALUE, verdict_x, baseline, "body")]
    word = words.text(f"operator.returns.{told.verdict}")
    style = VALUE._replace(colour=_COLOURS[told.verdict])
    width = min(width_of(word, style), 110)
    return [
        *sprites,
        line(word, style, verdict_x, baseline, "body", width=110),
        _sign(told.verdict, verdict_x - width - 18, baseline - 7),
    ]


def _sign(verdict: Verdict, x: float, y: float) -> Sprite:
    """A lozenge where all is well, a triangle where it is not."""
    colour = _COLOURS[verdict]
    if verdict is Verdict.INSIDE:
        return gem(x, y, 10, 16, colour, "body")
    return warning(x, y, 14, colour, "body")


# --- summary ----------------------------------------------------------------------------------


def _summary(
    row: ReturnsRow, told: _Row, found: Returns, words: Speech, *, is_period: bool
) -> tuple[Sprite, ...]:
    x, right = SUMMARY.x + 20, SUMMARY.right - 20
    title = line(
        words.text(f"operator.returns.row.{row}"), HEAD, x, SUMMARY.y + 30, "body", width=332
    )
    if row in _GAMES:
        return (title, *_pace(_pace_of(_GAMES[row], told, found), words))
    is_share = told.doubles is not None
    share = told.doubles.won_share if told.doubles is not None else told.actual
    exact, half = (Fraction(1, 2), _half(told.doubles)) if is_share else (told.exact, told.half)
    sprites = [title, line(percent(share, words), BIG, x, 156, "body", width=206, floor=30)]
    if told.verdict is not None:
        box = Box(right - 122, 124, 122, 36)
        word = words.text(f"operator.returns.{told.verdict}").upper()
        style = Style("play_bold", 19, _COLOURS[told.verdict], "centre")
        sprites.append(badge(box, _COLOURS[told.verdict], "body"))
        sprites.append(line(word, style, box.middle_x, box.y + 25, "body", width=108, floor=15))
    if exact is not None and share is not None:
        within = words.text(
            "operator.returns.around",
            exact=percent(exact, words),
            half=decimal(None if half is None else 100 * half, words),
        )
        sprites.append(line(within, NAME, x, 190, "body", width=230))
        z = f"z {signed(told.z, words)}"
        sprites.append(line(z, VALUE_BOLD, right, 190, "body", width=96))
    sprites.append(bar(x, 203, right - x, 1.5, theme.OPERATOR_ROOM.edge, "body"))
    if told.doubles is not None:
        return (*sprites, *_listed(_doubles_told(told.doubles, words), words, 234))
    return (*sprites, *_split(_luck(row, found, is_period), words), *_shape(told, words))


def _half(doubles: Doubles | None) -> float | None:
    """Half the width of the 95 % band of the share of wins."""
    band = None if doubles is None else doubles.band(95)
    return None if band is None else (band[1] - band[0]) / 2


def _luck(row: ReturnsRow, found: Returns, is_period: bool) -> Luck | None:
    """The split of the stakes of a row; of a period alone none is kept."""
    lucks = [luck for block, luck in found.luck if _is_of(row, block.level)]
    return sum(lucks[1:], lucks[0]) if lucks and not is_period else None


def _split(luck: Luck | None, words: Speech) -> tuple[Sprite, ...]:
    """Where the difference comes from, in points of the return."""
    x, right = SUMMARY.x + 20, SUMMARY.right - 20
    if luck is None:
        style = NAME._replace(size=18)
        parts = wrapped(words.text("operator.returns.no_split"), style, right - x)
        return tuple(
            line(part, style, x, 229 + 25 * number, "body") for number, part in enumerate(parts)
        )
    names = ("deal", "skill", "draw", "result")
    points = [_points(getattr(luck, name), luck) for name in names]
    reach = max(map(abs, points[:3])) or 1.0
    middle = right - 78 - PART_REACH
    sprites: list[Sprite] = []
    for number, (name, value) in enumerate(zip(names, points, strict=True)):
        baseline = 229 + 25 * number
        games = words.number(luck.games)
        text = words.text(f"operator.returns.part.{name}", games=games)
        is_sum = name == "result"
        width = 332 - 82 if is_sum else 332 - 90 - 2 * PART_REACH
        sprites.append(line(text, NAME, x, baseline, "body", width=width, floor=15))
        style = VALUE_BOLD if is_sum else VALUE
        if not is_sum:
            colour = theme.TEAL if value >= 0 else theme.CORAL
            style = style._replace(colour=colour)
            long = PART_REACH * abs(value) / reach
            left = middle if value >= 0 else middle - long
            sprites.append(bar(left, baseline - 15, long, 17, colour, "body"))
        sprites.append(line(signed(value, words), style, right, baseline, "body", width=74))
    sprites.append(bar(middle - 0.5, 210, 1, 74, theme.SAND, "body"))
    return tuple(sprites)


def _points(credits: Fraction, luck: Luck) -> float:
    return float(100 * credits / luck.staked) if luck.staked else 0.0


def _shape(told: _Row, words: Speech) -> tuple[Sprite, ...]:
    """Games of one size, how wild the game is, how often it pays."""
    returned = told.returned
    if returned is None or not told.games:
        return ()
    hit = percent(returned.hit_rate, words, 1)
    exact_hit = returned.exact_hit_rate
    if exact_hit is not None:
        hit = words.text("operator.returns.beside", seen=hit, exact=percent(exact_hit, words, 1))
    effective = words.number(int(returned.sums.effective_games))
    index = decimal(returned.volatility_index, words)
    both = words.text("operator.returns.effective", games=effective, index=index)
    x, right = SUMMARY.x + 20, SUMMARY.right - 20
    return (
        line(both, NAME._replace(size=18), x, 336, "body", width=332, floor=14),
        line(words.text("operator.returns.hit"), NAME._replace(size=18), x, 361, "body", width=160),
        line(hit, VALUE._replace(size=18), right, 361, "body", width=168, floor=14),
    )


def _doubles_told(doubles: Doubles, words: Speech) -> list[tuple[str, str]]:
    return [
        ("wins", words.number(doubles.wins)),
        ("losses", words.number(doubles.losses)),
        ("ties", words.number(doubles.ties)),
        ("actual", percent(doubles.actual, words)),
    ]


def _pace_of(game: GameId, told: _Row, found: Returns) -> Pace:
    """Of the span that is looked at; how long a game takes is known of all of them alone."""
    assert told.returned is not None
    sums, length = told.returned.sums, found.told.lengths.get(game, Length())
    return Pace(game, sums.games, sums.won, sums.staked, sums.paid, told.returned.hands, length)


def _pace(pace: Pace, words: Speech) -> tuple[Sprite, ...]:
    """How a game without an exact return is played, and what it brings."""
    minutes = None if pace.mean_length_s is None else pace.mean_length_s / 60
    rows = [
        ("played", words.number(pace.played)),
        ("won", words.number(pace.won)),
        ("left", words.number(pace.endings.get("left", 0))),
        ("income", words.number(pace.income).replace("-", MINUS)),
        ("length", decimal(minutes, words, 1)),
        ("hourly", decimal(pace.income_per_hour, words, 1)),
    ]
    return _listed(rows, words, SUMMARY.y + 74, 38)


def _listed(
    rows: list[tuple[str, str]], words: Speech, first: float, step: float = 34
) -> tuple[Sprite, ...]:
    x, right = SUMMARY.x + 20, SUMMARY.right - 20
    sprites: list[Sprite] = []
    for number, (name, value) in enumerate(rows):
        baseline = first + step * number
        text = words.text(f"operator.returns.of.{name}")
        sprites.append(line(text, NAME, x, baseline, "body", width=224))
        sprites.append(line(value, VALUE_BOLD, right, baseline, "body", width=104))
    return tuple(sprites)
