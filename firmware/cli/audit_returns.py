"""The returns of `cabinato audit` for people: tables, and sentences for what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from firmware.cli.audit_books import block_name
from firmware.operator.chance import Fit, Verdict
from firmware.operator.luck import Luck
from firmware.operator.returns import FEW_ROYALS, Doubles, royals
from firmware.operator.returns_books import HandTable, Line, Returns, Span

if TYPE_CHECKING:
    from rich.table import Table

NewTable = Callable[..., "Table"]
"""(title, *columns): the first column to the left, the others to the right."""

RETURN_WORDS = {
    Verdict.INSIDE: "inside the 95 % band",
    Verdict.WATCH: "outside the 95 % band: watch",
    Verdict.OUTSIDE: "outside the 99 % band",
    Verdict.ALARM: "far outside: find out why",
}
FIT_WORDS = {
    Verdict.INSIDE: "as chance has it",
    Verdict.WATCH: "one sample in fifty is as odd: watch",
    Verdict.ALARM: "not as chance has it: find out why",
}
NONE = "-"


def tables(found: Returns, table: NewTable) -> Iterator[Table]:
    """Everything that has a table."""
    for name, span in (("lifetime", found.life), ("period", found.period)):
        if span.total.returned.sums.games:
            yield _returns(span, table(f"returns, {name}", *_RETURNS))
            yield _spread(span, table(f"how far they may be off, {name}", *_SPREAD))
    if found.life.total.doubles.rounds:
        yield _doubles(found, table("doubles", *_DOUBLES))
    for line in found.life.games:
        if line.ends is not None:
            yield _hands(line.ends, table(f"hands that ended {line.game}", *_HANDS))
    if found.told.dealt:
        yield _hands(found.dealt, table("hands as dealt, in the rounds judged", *_HANDS))
    if found.luck:
        yield _split(found, table("where the result comes from (credits)", *_SPLIT))
    yield _pace(found, table("pace", *_PACE))


def sentences(found: Returns) -> Iterator[str]:
    """What the tables mean, and what they cannot tell."""
    for line in found.life.games:
        yield from _return_sentences(line)
    if found.dealt.fit is not None:
        yield f"hands as dealt: {_fit_words(found.dealt.fit)}"
    luck = found.luck_total
    if luck is not None:
        told = found.told
        yield (
            f"rounds {told.first} to {told.upto} judged, {luck.games:,} of Joker Poker"
            + (f", {told.missing:,} missing" if told.missing else "")
            + f": players gave {float(-100 * luck.skill / luck.staked):.2f} points of the return "
            "away by what they held"
        )
        yield f"luck with the deal: {_z_words(luck.deal_z, luck.deal_verdict)}"
        yield f"luck with the draw: {_z_words(luck.draw_z, luck.draw_verdict)}"
    yield from found.faults


def _return_sentences(line: Line) -> Iterator[str]:
    returned = line.returned
    if returned.verdict is not None:
        yield f"return of {line.game}: {_z_words(returned.z, returned.verdict)}"
    waiting = royals(returned)
    if waiting is not None and waiting.are_few:
        yield (
            f"only {float(waiting.expected):.2f} natural royals were to be expected so far, "
            f"{waiting.seen} came: below {FEW_ROYALS} the bands are a rough guide. Without "
            f"royals {_share(waiting.actual_without)} came back of {_share(waiting.exact_without)}"
        )
    if line.doubles.verdict is not None:
        yield f"doubles: {_z_words(line.doubles.z, line.doubles.verdict)}"


def _z_words(z: float | None, verdict: Verdict | None) -> str:
    if z is None or verdict is None:
        return "nothing to tell yet"
    return f"{z:+.2f} standard deviations, {RETURN_WORDS[verdict]}"


def _fit_words(found: Fit) -> str:
    return (
        f"chi-square {found.statistic:.2f} with {found.freedom} degrees of freedom, "
        f"upper tail {found.tail:.4f}, {FIT_WORDS[found.verdict]}"
    )


# --- tables -----------------------------------------------------------------------------------

_RETURNS = ("", "games", "actual", "exact", "95 % band", "z", "")
_SPREAD = ("", "99 % band", "worth games", "volatility", "hits", "exact hits")


def _returns(span: Span, table: Table) -> Table:
    """What came back; how far that may be off is the other half, for a terminal is narrow."""
    for line in _lines(span):
        returned = line.returned
        table.add_row(
            _name(line),
            f"{returned.sums.games:,}",
            _share(returned.actual),
            _share(returned.exact),
            _band(returned.band(95)),
            _number(returned.z),
            NONE if returned.verdict is None else returned.verdict.value,
        )
    return table


def _spread(span: Span, table: Table) -> Table:
    for line in _lines(span):
        returned = line.returned
        index = returned.volatility_index
        table.add_row(
            _name(line),
            _band(returned.band(99)),
            f"{float(returned.sums.effective_games):,.0f}",
            NONE if index is None else f"{index:.2f}",
            _share(returned.hit_rate),
            _share(returned.exact_hit_rate),
        )
    return table


def _lines(span: Span) -> list[Line]:
    lines = [*span.blocks]
    lines += [line for line in span.tables if len(line.returned.parts) > 1]
    lines += [line for line in span.games if len(line.returned.parts) > 1]
    return lines + ([span.total] if len(span.games) > 1 else [])


def _name(line: Line) -> str:
    """What a row is about, as short as it can be told: "joker_poker 5 chips"."""
    if line.game is None:
        return "all"
    return (
        block_name(line.table, line.chips) if line.table and "@" in line.table else line.game.value
    )


_DOUBLES = ("", "lifetime", "period")


def _doubles(found: Returns, table: Table) -> Table:
    names = ("decided", "level", "won", "95 % band", "z", "verdict", "returned")
    spans = (_told(span.total.doubles) for span in (found.life, found.period))
    for name, *values in zip(names, *spans, strict=True):
        table.add_row(name, *values)
    return table


def _told(doubles: Doubles) -> tuple[str, ...]:
    return (
        f"{doubles.decided:,}",
        f"{doubles.ties:,}",
        _share(doubles.won_share),
        _band(doubles.band(95)),
        _number(doubles.z),
        NONE if doubles.verdict is None else doubles.verdict.value,
        _share(doubles.actual),
    )


_HANDS = ("hand", "games", "share", "exact")


def _hands(hands: HandTable, table: Table) -> Table:
    for row in hands.rows:
        table.add_row(row.hand, f"{row.games:,}", _rare(row.share), _rare(row.exact))
    return table


_SPLIT = (
    "",
    "games",
    "result",
    "deal luck",
    "skill",
    "draw luck",
    "deal z",
    "draw z",
)


def _split(found: Returns, table: Table) -> Table:
    for block, luck in found.luck:
        table.add_row(block_name(block.table, block.level), *_luck(luck))
    total = found.luck_total
    if total is not None and len(found.luck) > 1:
        table.add_row("all", *_luck(total))
    return table


def _luck(luck: Luck) -> tuple[str, ...]:
    credits = (luck.result, luck.deal, luck.skill, luck.draw)
    return (
        f"{luck.games:,}",
        *(f"{float(each):+,.1f}" for each in credits),
        _number(luck.deal_z),
        _number(luck.draw_z),
    )


_PACE = ("game", "played", "won", "left", "income", "mean length (s)", "income an hour")


def _pace(found: Returns, table: Table) -> Table:
    for pace in found.paces:
        length, income = pace.mean_length_s, pace.income_per_hour
        table.add_row(
            pace.game.value,
            f"{pace.played:,}",
            f"{pace.won:,}",
            f"{pace.endings.get('left', 0):,}",
            f"{pace.income:,}",
            NONE if length is None else f"{length:,.1f}",
            NONE if income is None else f"{income:,.1f}",
        )
    return table


def _share(share: Fraction | None) -> str:
    return NONE if share is None else f"{float(share * 100):.2f} %"


def _rare(share: Fraction | None) -> str:
    return NONE if share is None else f"{float(share * 100):.5f} %"


def _band(band: tuple[float, float] | None) -> str:
    return NONE if band is None else f"{100 * band[0]:.2f} - {100 * band[1]:.2f}"


def _number(z: float | None) -> str:
    return NONE if z is None else f"{z:+.2f}"
