"""The JSON of the returns: `returns` in `audit --json`. Equal books give equal bytes.

Exact values stand as fractions in text, beside numbers to be read; returns and shares are
percent, distances between returns are points of a percent.
"""

from __future__ import annotations

from fractions import Fraction

from firmware.money import Block
from firmware.operator.chance import Fit
from firmware.operator.course import Busy, CurvePoint
from firmware.operator.luck import Luck
from firmware.operator.returns import Doubles, Royals, royals
from firmware.operator.returns_books import HandTable, Line, Pace, Returns, Span

Report = dict[str, object]


def returns_report(found: Returns) -> Report:
    """All of it."""
    told, total = found.told, found.luck_total
    return {
        "life": _span(found.life),
        "period": _span(found.period),
        "rounds": {"first": told.first, "upto": told.upto, "missing": told.missing},
        "split": {
            "blocks": [_block(block) | _luck(luck) for block, luck in found.luck],
            "total": None if total is None else _luck(total),
        },
        "dealt": _hands(found.dealt),
        "course": [_curve_point(point) for point in found.curve],
        "hours": {f"{hour:02}": _busy(busy) for hour, busy in sorted(told.times.hours.items())},
        "days": {day: _busy(busy) for day, busy in sorted(told.times.days.items())},
        "pace": {pace.game.value: _pace(pace) for pace in found.paces},
        "faults": list(found.faults),
    }


def _span(span: Span) -> Report:
    return {
        "blocks": [
            {
                "game": line.game,
                "table": line.table,
                "chips": line.chips,
                **_line(line),
                "hands": None if line.ends is None else _hands(line.ends),
                "endings": dict(line.returned.hands),
            }
            for line in span.blocks
        ],
        "tables": [{"game": line.game, "table": line.table, **_line(line)} for line in span.tables],
        "games": {str(line.game): _line(line) for line in span.games},
        "total": _line(span.total),
    }


def _line(line: Line) -> Report:
    returned = line.returned
    sums, waiting = returned.sums, royals(returned)
    return {
        "games": sums.games,
        "won": sums.won,
        "staked": sums.staked,
        "paid": sums.paid,
        "actual_percent": _percent(returned.actual),
        "exact": None if returned.exact is None else str(returned.exact),
        "exact_percent": _percent(returned.exact),
        "z": returned.z,
        "verdict": returned.verdict,
        "band_95": _band(returned.band(95)),
        "band_99": _band(returned.band(99)),
        "effective_games": float(sums.effective_games),
        "deviation_points": _percent(returned.deviation),
        "observed_deviation_points": _percent(sums.observed_deviation),
        "volatility_index": returned.volatility_index,
        "hit_percent": _percent(returned.hit_rate),
        "exact_hit_percent": _percent(returned.exact_hit_rate),
        "mean_stake": None if returned.mean_stake is None else float(returned.mean_stake),
        "royals": None if waiting is None else _royals(waiting),
        "gamble": _doubles(line.doubles),
    }


def _royals(found: Royals) -> Report:
    return {
        "seen": found.seen,
        "expected": float(found.expected),
        "few": found.are_few,
        "chance_of_none": found.chance_of_none,
        "actual_without_percent": _percent(found.actual_without),
        "exact_without_percent": _percent(found.exact_without),
    }


def _doubles(doubles: Doubles) -> Report:
    return {
        "rounds": doubles.rounds,
        "wins": doubles.wins,
        "ties": doubles.ties,
        "losses": doubles.losses,
        "staked": doubles.staked,
        "returned": doubles.returned,
        "actual_percent": _percent(doubles.actual),
        "won_percent": _percent(doubles.won_share),
        "z": doubles.z,
        "verdict": doubles.verdict,
        "band_95": _band(doubles.band(95)),
        "band_99": _band(doubles.band(99)),
    }


def _hands(table: HandTable) -> Report:
    return {
        "rows": [
            {
                "hand": row.hand,
                "games": row.games,
                "percent": _percent(row.share),
                "exact_percent": _percent(row.exact),
            }
            for row in table.rows
        ],
        "fit": None if table.fit is None else _fit(table.fit),
    }


def _fit(found: Fit) -> Report:
    return {
        "games": found.games,
        "chi_square": found.statistic,
        "degrees_of_freedom": found.freedom,
        "upper_tail": found.tail,
        "verdict": found.verdict,
    }


def _block(block: Block) -> Report:
    return {"game": block.game, "table": block.table, "chips": block.level}


def _luck(luck: Luck) -> Report:
    parts = {"result": luck.result, "deal": luck.deal, "skill": luck.skill, "draw": luck.draw}
    return {
        "games": luck.games,
        "staked": luck.staked,
        "exact": {name: str(credits) for name, credits in parts.items()},
        **{name: float(credits) for name, credits in parts.items()},
        "skill_points": float(100 * luck.skill / luck.staked),
        "deal_z": luck.deal_z,
        "deal_verdict": luck.deal_verdict,
        "draw_z": luck.draw_z,
        "draw_verdict": luck.draw_verdict,
    }


def _curve_point(point: CurvePoint) -> Report:
    return {
        "games": point.games,
        "actual_percent": 100 * point.actual,
        "band_95": [100 * point.low, 100 * point.high],
    }


def _busy(busy: Busy) -> Report:
    return {"rounds": busy.rounds, "credits_in": busy.credits_in}


def _pace(pace: Pace) -> Report:
    return {
        "played": pace.played,
        "won": pace.won,
        "staked": pace.staked,
        "paid": pace.paid,
        "endings": dict(pace.endings),
        "income": pace.income,
        "timed_rounds": pace.length.rounds,
        "mean_length_s": pace.mean_length_s,
        "income_per_hour": pace.income_per_hour,
    }


def _percent(share: Fraction | float | None) -> float | None:
    return None if share is None else float(share * 100)


def _band(band: tuple[float, float] | None) -> list[float] | None:
    return None if band is None else [100 * edge for edge in band]
