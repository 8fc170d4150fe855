"""`cabinato rtp --chart`: best play as a list in words, with what following it costs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

from firmware.cards.card import Rank
from firmware.cli.progress import progress_bar
from firmware.cli.rank_names import NAMES
from firmware.clock import MonotonicClock
from firmware.games.joker_poker.hands import Hand
from firmware.odds.chart import Chart
from firmware.odds.chart_lines import Kind, Line
from firmware.odds.game import Game
from firmware.odds.paytables import read_odds_table, shipped_table

_NUMBERS = ("no", "one", "two", "three", "four", "five")
_SAME = {(4,): "four of a kind", (3,): "three of a kind", (2, 2): "two pair"}
_NOTES = (
    "Hold by the first line that fits; where it fits more than one way, the highest cards.",
    "Runs are five ranks in a row, the ace at either end, that contain the cards: "
    "6-7-8 fits three runs, 6-7-9 two, A-2-3 one.",
)


def chart(args: argparse.Namespace, game: Game, chips: int) -> str:
    """The chart, in words or JSON.

    Raises:
        ValueError: a file that cannot be used.
    """
    now_s = MonotonicClock().now_s
    begin_s = now_s()
    table = read_odds_table(args.paytable or shipped_table(game), game)
    from firmware.odds.chart import chart as charted
    from firmware.odds.reduced import Reduced

    with progress_bar("finding the list", "finding the list"):
        found = charted(Reduced.of(game), table.pays(chips), chips)
    took_s = round(now_s() - begin_s, 6)
    if args.json:
        told = {"game": game.id, "paytable": table.name, "chips": chips}
        return json.dumps(told | _told(found, game) | {"seconds": {"total": took_s}})
    bet = "1 chip" if chips == 1 else f"{chips} chips"
    title = f"{game.id}, pay table {table.name}, {bet}: how to hold"
    return "\n".join([title, "", *_said(found, game), "", f"found in {took_s:.1f} s"])


def in_words(line: Line, game: Game, has_joker: bool) -> str:
    """One line of a chart, as a person reads it."""
    if line.hand is not None:
        return f"{game.names[line.hand].replace('_', ' ')}: all five"
    if line.kind is Kind.NOTHING:
        return "the joker alone" if has_joker else "nothing: five new cards"
    cards = _cards(line, game)
    return f"the joker and {cards}" if has_joker else cards


def _cards(line: Line, game: Game) -> str:
    count = _NUMBERS[line.cards]
    match line.kind:
        case Kind.SAME:
            return _SAME.get(line.counts) or "a pair" + _ranks(line, "of ", 1)
        case Kind.SINGLE:
            return "one card" + _ranks(line, "", 0)
        case Kind.HIGH:
            return f"{count} {_high(game)} of different ranks"
        case Kind.ROYAL:
            what = "of a royal"
        case Kind.STRAIGHT_FLUSH:
            what = "of a straight flush"
        case Kind.FLUSH:
            what = "of a flush"
        case _:
            what = "of a straight"
    conditions = []
    if line.runs > 1:
        conditions.append(f"that fit {_NUMBERS[line.runs]} runs or more")
    if line.highs:
        conditions.append(f"with {_at_least(line.highs, line.cards)} {_high(game)}")
    return " ".join([count, what, *conditions]).replace("five runs or more", "five runs")


def _at_least(highs: int, cards: int) -> str:
    return _NUMBERS[highs] if highs == cards else f"{_NUMBERS[highs]} or more"


def _high(game: Game) -> str:
    """Ranks that pay as a pair: "kings or aces"."""
    names = [NAMES[rank][1] for rank in Rank if rank >= game.lowest_pair]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _ranks(line: Line, of: str, several: int) -> str:
    low, high = NAMES[line.low][several], NAMES[line.high][several]
    if line.low is Rank.TWO and line.high is Rank.ACE:
        return ""
    if line.low == line.high:
        return f" {of}{low}" if of else f", {_article(low)} {low}"
    if line.high is Rank.ACE:
        return f" {of}{low} or higher" if of else f", {low} or higher"
    return f" {of}{low} to {high}" if of else f", {low} to {high}"


def _article(rank: str) -> str:
    return "an" if rank[0] in "ae" else "a"


# --- telling ----------------------------------------------------------------------------------


def _sections(found: Chart) -> Iterator[tuple[str, Sequence[Line], bool]]:
    yield "natural", found.natural, False
    if found.joker:
        yield "joker", found.joker, True


def _told(found: Chart, game: Game) -> dict[str, object]:
    told: dict[str, object] = {
        name: [in_words(line, game, has_joker) for line in lines]
        for name, lines, has_joker in _sections(found)
    }
    return told | {
        "notes": list(_NOTES),
        "rtp": _returned(found.followed.rtp),
        "optimal": _returned(found.best.rtp),
        "cost": _returned(found.cost),
    }


def _returned(value: Fraction) -> dict[str, object]:
    return {"fraction": f"{value.numerator}/{value.denominator}", "percent": float(value * 100)}


def _said(found: Chart, game: Game) -> list[str]:
    said: list[str] = []
    for _, lines, has_joker in _sections(found):
        if found.joker:
            said += ["With the joker" if has_joker else "Without the joker", ""]
        said += [f"{nth:>4}  {each}" for nth, each in enumerate(_merged(lines, game, has_joker), 1)]
        said.append("")
    cost, rtp, best = found.cost, found.followed.rtp, found.best.rtp
    return [
        *said,
        *_NOTES,
        "",
        f"Followed  {rtp.numerator}/{rtp.denominator} = {float(rtp * 100):.6f} %",
        f"best play {best.numerator}/{best.denominator} = {float(best * 100):.6f} %",
        f"so the list costs {cost.numerator}/{cost.denominator} = {float(cost * 100):.6f} % "
        "of the bet, exactly, over all deals",
    ]


def _merged(lines: Sequence[Line], game: Game, has_joker: bool) -> list[str]:
    """The lines in words, hands of all five cards that follow one another as one."""
    said: list[str] = []
    pat: list[Hand] = []
    for line in lines:
        if line.hand is not None:
            pat.append(line.hand)
            continue
        said += _pat(pat, game)
        pat = []
        said.append(in_words(line, game, has_joker))
    return said + _pat(pat, game)


def _pat(hands: Sequence[Hand], game: Game) -> list[str]:
    names = [game.names[hand].replace("_", " ") for hand in hands]
    if not names:
        return []
    *more, last = names
    return [f"{', '.join(more)} or {last}: all five" if more else f"{last}: all five"]
