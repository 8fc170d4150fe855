"""`cabinato rtp --target P --vary HANDS`: whole-number pay tables near a return."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction

from firmware.cli.progress import EVERY, progress_bar
from firmware.clock import MonotonicClock
from firmware.odds.design import Design, Proposal, percent_named, propose, rows_named
from firmware.odds.game import Game
from firmware.odds.paytables import read_odds_table, shipped_table

_SOON_DONE = 2
"""Rows that vary: up to here some 20 returns are worked out, of three rows a hundred."""


def design(args: argparse.Namespace, game: Game, chips: int) -> str:
    """The proposals, in words or JSON.

    Raises:
        ValueError: an option or a file that cannot be used.
    """
    now_s = MonotonicClock().now_s
    begin_s = now_s()
    table = read_odds_table(args.paytable or shipped_table(game), game)
    target = percent_named(args.target)
    vary = rows_named(args.vary, table, game.names)
    from firmware.odds.reduced import Reduced

    with progress_bar("laying out the odds", "trying rows") as progress:
        engine = Reduced.of(game, many=len(vary) > _SOON_DONE)
        found = propose(
            engine,
            table,
            chips,
            target,
            vary,
            lambda done, of: progress(done * EVERY, of * EVERY),
        )
    took_s = round(now_s() - begin_s, 6)
    if args.json:
        told = {"game": game.id, "paytable": table.name, "chips": chips, "kernel": engine.kernel}
        return json.dumps(told | _told(found, target, game, took_s))
    bet = "1 chip" if chips == 1 else f"{chips} chips"
    title = f"{game.id}, pay table {table.name}, {bet}: returns {_percent(found.base)} %"
    return f"{title}, wanted {_percent(target)} %\n\n" + _said(
        found, target, game, took_s, engine.kernel
    )


def _told(found: Design, target: Fraction, game: Game, took_s: float) -> dict[str, object]:
    return {
        "base": {"fraction": _fraction(found.base), "percent": float(found.base * 100)},
        "target": {"fraction": _fraction(target), "percent": float(target * 100)},
        "proposals": [
            {
                "rtp": {"fraction": _fraction(each.rtp), "percent": float(each.rtp * 100)},
                "off_percent": float((each.rtp - target) * 100),
                "pays_a_chip": {game.names[hand]: pays for hand, pays in each.rows.items()},
                "moved": {game.names[hand]: float(by) for hand, by in each.moved.items()},
            }
            for each in found.proposals
        ],
        "returns": found.returns,
        "complete": found.is_whole,
        "seconds": {"total": took_s},
    }


def _said(found: Design, target: Fraction, game: Game, took_s: float, kernel: str) -> str:
    hands = list(found.proposals[0].rows) if found.proposals else []
    head = f"{'return':>12}{'off by':>12}"
    lines = [head + "".join(f"{game.names[hand]:>20}" for hand in hands) + "   exactly"]
    lines += [_line(each, target) for each in found.proposals]
    lines += [
        "",
        "a row is what a hand wins for each chip bet, and by how much it moved",
        f"{found.returns} returns worked out in {took_s:.2f} s by {kernel}",
    ]
    if not found.is_whole:
        lines.append(
            "there were more tables to try: these lie about the one to begin with, "
            "and a nearer one may lie farther off"
        )
    return "\n".join(lines)


def _line(proposal: Proposal, target: Fraction) -> str:
    off = float((proposal.rtp - target) * 100)
    rows = "".join(
        f"{f'{pays} ({float(proposal.moved[hand]):+g})':>20}"
        for hand, pays in proposal.rows.items()
    )
    return f"{_percent(proposal.rtp):>10} %{off:>+12.6f}{rows}   {_fraction(proposal.rtp)}"


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _percent(value: Fraction) -> str:
    return f"{float(value * 100):.6f}"
