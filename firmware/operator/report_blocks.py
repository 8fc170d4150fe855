"""The parts of the printed report that tell what was returned: tables, hands, luck, doubles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from firmware.decimals import NONE
from firmware.money import GameId
from firmware.operator import report_sheet as sheet
from firmware.operator.chance import Fit, Verdict
from firmware.operator.luck import Luck
from firmware.operator.report_pictures import (
    course_picture,
    days_picture,
    hours_picture,
    points_bar,
    shares_bar,
)
from firmware.operator.report_words import ReportWords
from firmware.operator.returns import Doubles
from firmware.operator.returns_books import HandShare, Line, Pace, Returns, Span
from firmware.operator.returns_words import doubles_message, fit_message, messages

LEFT = "left"
"""How a session ends that its player leaves."""


# --- returns ----------------------------------------------------------------------------------


def course(found: Returns, words: ReportWords) -> str:
    """Joker Poker's return over the games, and what all of it means."""
    joker = joker_of(found.life)
    exact = None if joker is None else joker.returned.exact
    if exact is None or not found.curve:
        drawn = sheet.paragraph(words.text("operator.returns.no_chart"), "note")
    else:
        drawn = course_picture(found.curve, float(exact), words)
    said = sheet.listed(_said(found, words))
    return sheet.section(words.text("operator.returns.chart"), drawn, said)


def _said(found: Returns, words: ReportWords) -> Iterator[str]:
    """What the returns mean, the subject of each sentence in it."""
    for place, each in enumerate(messages(found)):
        text = words.message(each)
        yield text if place else words.text("report.return_said", where=text)


def joker_of(span: Span) -> Line | None:
    """All of Joker Poker in a span; None before the first game."""
    return next((each for each in span.games if each.game is GameId.JOKER_POKER), None)


def returns_table(span: Span, title: str, words: ReportWords) -> str:
    """What came back of what was staked, a row for each game and stake; nothing before a game."""
    if not span.total.returned.sums.staked:
        return sheet.section(title, sheet.paragraph(words.text("returns.none"), "note"))
    column = "operator.returns."
    head = (
        "",
        *(words.text(column + name) for name in ("games", "staked", "paid", "actual", "exact")),
        words.text("report.band", percent=95),
        "z",
        words.text(f"{column}verdict"),
    )
    rows = (_returned(line, words) for line in _lines(span))
    return sheet.section(title, sheet.table(head, rows))


def _returned(line: Line, words: ReportWords) -> str:
    returned, sums = line.returned, line.returned.sums
    pays = line.game is not GameId.STRIP_POKER  # a session is paid for and wins no credits
    return sheet.row(
        _named(line, words),
        sheet.cell(words.number(sums.games)),
        sheet.cell(words.number(sums.staked)),
        sheet.cell(words.number(sums.paid) if pays else NONE),
        sheet.cell(words.percent(returned.actual if pays else None)),
        sheet.cell(words.percent(returned.exact)),
        sheet.cell(words.band(returned.band(95))),
        sheet.cell(words.signed(returned.z)),
        verdict_cell(returned.verdict, words),
        is_sum=line.game is None,
    )


def spread_table(span: Span, words: ReportWords) -> str:
    """How far the returns may be off, how wild the games are, how often they pay."""
    head = (
        "",
        words.text("report.band", percent=99),
        words.text("report.effective"),
        words.text("report.volatility"),
        words.text("operator.returns.hit"),
        words.text("operator.returns.exact"),
        words.text("report.mean_stake"),
    )
    rows = (
        sheet.row(
            _named(line, words),
            sheet.cell(words.band(line.returned.band(99))),
            sheet.cell(words.number(round(line.returned.sums.effective_games))),
            sheet.cell(words.decimal(line.returned.volatility_index)),
            sheet.cell(words.percent(line.returned.hit_rate)),
            sheet.cell(words.percent(line.returned.exact_hit_rate)),
            sheet.cell(words.decimal(line.returned.mean_stake)),
        )
        for line in _lines(span)
    )
    return sheet.section(words.text("report.spread"), sheet.table(head, rows))


def verdict_cell(verdict: Verdict | None, words: ReportWords) -> str:
    """A verdict in a word, in its colour."""
    if verdict is None:
        return sheet.cell(NONE)
    return sheet.cell(words.text(f"operator.returns.{verdict}"), verdict.value)


def _lines(span: Span) -> Iterator[Line]:
    """Blocks, then what is the sum of more than one of them."""
    yield from span.blocks
    yield from (line for line in span.tables if len(line.returned.parts) > 1)
    tables = {line.game: 0 for line in span.games}
    for line in span.tables:
        tables[line.game] += 1
    yield from (line for line in span.games if tables[line.game] > 1)
    if len(span.games) > 1:
        yield span.total


def _named(line: Line, words: ReportWords) -> str:
    if line.game is None:
        return sheet.cell(words.text("report.all"))
    name = words.game(line.game)
    if line.chips:
        name = words.counted("report.chips", line.chips, game=name)
    table = line.table if line.game is GameId.JOKER_POKER else None
    return sheet.noted(name, table or "")


# --- hands ------------------------------------------------------------------------------------


def hands(found: Returns, words: ReportWords) -> str:
    """The hands as they were dealt, and as games ended, beside how often they come."""
    joker = joker_of(found.life)
    dealt, ended = found.dealt, None if joker is None else joker.ends
    title = words.text("report.hands")
    if ended is None:
        return sheet.section(title, sheet.paragraph(words.text("returns.none"), "note"))
    names = tuple(words.text(f"operator.returns.{name}") for name in ("games", "seen", "exact"))
    rows = (
        sheet.row(
            sheet.cell(words.text(f"hand.{first.hand}")),
            *_hand(first, words),
            *_hand(last, words),
        )
        for first, last in zip(dealt.rows, ended.rows, strict=True)
    )
    over = ("", 1), *((words.text(f"operator.returns.{name}"), 4) for name in ("dealt", "ended"))
    told = [words.message(fit_message(dealt.fit))]
    if dealt.fit is not None:
        told.append(_chi_square(dealt.fit, words))
    told += [words.text("operator.returns.ended_note"), words.text("report.bars")]
    return sheet.section(
        title,
        sheet.table(("", *2 * ("", *names)), rows, over, is_close=True),
        *(sheet.paragraph(each, "note") for each in (" ".join(told[:-2]), " ".join(told[-2:]))),
    )


def _hand(row: HandShare, words: ReportWords) -> tuple[str, ...]:
    return (
        sheet.drawn(shares_bar(float(row.share or 0), float(row.exact or 0))),
        sheet.cell(words.number(row.games)),
        sheet.cell(words.small_percent(row.share)),
        sheet.cell(words.small_percent(row.exact)),
    )


def _chi_square(fit: Fit, words: ReportWords) -> str:
    return words.text(
        "report.chi_square",
        statistic=words.decimal(fit.statistic),
        freedom=fit.freedom,
        tail=words.decimal(fit.tail, 4),
    )


# --- luck and doubles -------------------------------------------------------------------------


def luck_and_doubles(found: Returns, words: ReportWords) -> str:
    """Where the result comes from, and the doubles apart."""
    return sheet.side_by_side(
        sheet.section(words.text("report.luck"), _split(found, words)),
        sheet.section(words.text("operator.returns.row.doubles"), _doubles(found, words)),
    )


def _split(found: Returns, words: ReportWords) -> str:
    luck = found.luck_total
    if luck is None or not luck.staked:
        return sheet.paragraph(words.text("operator.returns.no_split"), "note")
    parts: tuple[tuple[str, Fraction, float | None], ...] = (
        ("deal", luck.deal, luck.deal_z),
        ("skill", luck.skill, None),
        ("draw", luck.draw, luck.draw_z),
    )
    most = max(abs(_points(credits, luck)) for _, credits, _ in parts) or 1.0
    rows = [
        sheet.row(
            sheet.cell(words.text(f"operator.returns.part.{name}")),
            sheet.drawn(points_bar(_points(credits, luck), most)),
            sheet.cell(words.signed(_points(credits, luck))),
            sheet.cell(words.number(round(credits))),
            sheet.cell(words.signed(z)),
        )
        for name, credits, z in parts
    ]
    games = words.number(luck.games)
    rows.append(
        sheet.row(
            sheet.spanning(words.text("operator.returns.part.result", games=games), 2),
            sheet.cell(words.signed(_points(luck.result, luck))),
            sheet.cell(words.number(round(luck.result))),
            sheet.cell(""),
            is_sum=True,
        )
    )
    head = ("", "", words.text("report.points"), words.text("report.credits"), "z")
    note = sheet.paragraph(words.text("report.luck_note"), "note")
    return sheet.table(head, rows, is_close=True) + note


def _points(credits: Fraction, luck: Luck) -> float:
    return float(100 * credits / luck.staked)


def _doubles(found: Returns, words: ReportWords) -> str:
    life, period = found.life.total.doubles, found.period.total.doubles
    if not life.rounds:
        return sheet.paragraph(words.text("returns.none"), "note")
    of = "operator.returns.of."
    rows = [
        (words.text(f"{of}wins"), words.number(life.wins), words.number(period.wins)),
        (words.text(f"{of}losses"), words.number(life.losses), words.number(period.losses)),
        (words.text(f"{of}ties"), words.number(life.ties), words.number(period.ties)),
        (
            words.text("operator.returns.staked"),
            words.number(life.staked),
            words.number(period.staked),
        ),
        (
            words.text("operator.returns.paid"),
            words.number(life.returned),
            words.number(period.returned),
        ),
        (words.text(f"{of}actual"), words.percent(life.actual), words.percent(period.actual)),
        (
            words.text("report.won_share"),
            words.percent(life.won_share),
            words.percent(period.won_share),
        ),
        (words.text("report.band", percent=95), _band(life, words), _band(period, words)),
        ("z", words.signed(life.z), words.signed(period.z)),
    ]
    head = ("", words.text("operator.returns.in_life"), words.text("operator.returns.in_period"))
    said = sheet.paragraph(words.message(doubles_message(life)), "note")
    return sheet.table(head, (sheet.texts(*each) for each in rows)) + said


def _band(doubles: Doubles, words: ReportWords) -> str:
    return words.band(doubles.band(95))


# --- times and pace ---------------------------------------------------------------------------


def times(found: Returns, words: ReportWords) -> str:
    """When people play."""
    told = found.told.times
    if not any(busy.rounds for busy in told.hours.values()):
        return sheet.section(
            words.text("report.times"),
            sheet.paragraph(words.text("operator.returns.no_times"), "note"),
        )
    return sheet.section(
        words.text("operator.returns.by_hour"), hours_picture(told.hours, words)
    ) + sheet.section(words.text("operator.returns.by_day"), days_picture(told.days, words))


def pace(found: Returns, words: ReportWords) -> str:
    """How each game is played and what it brings."""
    of = "operator.returns.of."
    names = ("played", "won", "left", "income", "length", "hourly")
    head = ("", *(words.text(of + name) for name in names))
    rows = (_pace(each, words) for each in found.paces)
    return sheet.section(words.text("report.pace"), sheet.table(head, rows))


def _pace(each: Pace, words: ReportWords) -> str:
    minutes = None if each.mean_length_s is None else each.mean_length_s / 60
    return sheet.texts(
        words.game(each.game),
        words.number(each.played),
        words.number(each.won),
        words.number(each.endings.get(LEFT, 0)),
        words.number(each.income),
        words.decimal(minutes, 1),
        words.decimal(each.income_per_hour, 1),
    )
