"""`cabinato rtp --batch FILE`: what each of many pay tables returns."""

from __future__ import annotations

import argparse
import json

from firmware.cli.data import complain
from firmware.cli.progress import EVERY, progress_bar
from firmware.clock import MonotonicClock
from firmware.odds.batch import read_batch
from firmware.odds.game import Analysis, Game
from firmware.odds.paytables import OddsTable

_Found = list[tuple[OddsTable, Analysis]]


def batch(args: argparse.Namespace, game: Game, chips: int) -> str:
    """An analysis of each table, in words or JSON.

    Raises:
        ValueError: a file that cannot be used.
    """
    now_s = MonotonicClock().now_s
    begin_s = now_s()
    tables = read_batch(args.batch, game)
    from firmware.odds.reduced import Reduced

    found: _Found = []
    with progress_bar("laying out the odds", "analysing") as progress:
        engine = Reduced.of(game)
        for done, table in enumerate(tables, start=1):
            found.append((table, engine.analyse(table.pays(chips), chips)))
            progress(done * EVERY, len(tables) * EVERY)
    took_s = round(now_s() - begin_s, 6)
    for table, _ in found:
        if crossed := table.crossing(chips):
            lower, higher = (game.names[hand] for hand in crossed)
            complain(f"{table.name}: {lower} pays more than {higher}")
    if args.json:
        told: dict[str, object] = {"game": game.id, "chips": chips, "kernel": "numpy"}
        told |= {"tables": [_told(*each) for each in found], "seconds": {"total": took_s}}
        return json.dumps(told)
    return _said(found, game, chips, took_s)


def _told(table: OddsTable, found: Analysis) -> dict[str, object]:
    return {
        "paytable": table.name,
        "rtp": {"fraction": _fraction(found), "percent": float(found.rtp * 100)},
        "variance": float(found.variance),
        "hit_rate": float(found.hit_rate),
    }


def _said(found: _Found, game: Game, chips: int, took_s: float) -> str:
    wide = max(len("pay table"), *(len(table.name) for table, _ in found))
    bet = "1 chip" if chips == 1 else f"{chips} chips"
    lines = [
        f"{game.id}, {bet}",
        "",
        f"{'pay table':<{wide}}{'return':>14}{'variance':>12}{'hit rate':>13}   exactly",
    ]
    lines += [
        f"{table.name:<{wide}}{float(each.rtp * 100):>12.6f} %{float(each.variance):>12.4f}"
        f"{float(each.hit_rate * 100):>11.4f} %   {_fraction(each)}"
        for table, each in found
    ]
    return "\n".join([*lines, "", f"pay tables analysed: {len(found):,}, in {took_s:.2f} s"])


def _fraction(found: Analysis) -> str:
    return f"{found.rtp.numerator}/{found.rtp.denominator}"
