"""Exact figures of a pay table without waiting for an engine: those of the shipped tables are kept.

A report of the books must open at once, and numpy alone takes longer. What is kept beside the
program is what the reduced engine counted; `tools/odds` writes it, a test asks the engine again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.assets import asset
from firmware.errors import OddsError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.deal import class_number, hands_with
from firmware.odds.game import HANDS, JOKER_POKER, Analysis, verify_pays

if TYPE_CHECKING:  # at run time for a pay table that is not kept
    from firmware.odds.reduced import Reduced


@dataclass(frozen=True, slots=True)
class Exact:
    """All that is exact about the rounds of one pay table and one bet.

    Attributes:
        analysis: return, variance and hands under best play.
        deal_variance: the part of the variance that dealing makes: of what the best hold of a
            deal is worth, per chip bet. The draw makes the rest.
    """

    analysis: Analysis
    deal_variance: Fraction


@dataclass(frozen=True, slots=True)
class Counted:
    """What an engine counted for payments in lowest terms.

    Attributes:
        counts, held, tied: as in `Analysis`.
        square_of_best: as `Reduced.square_of_best`.
    """

    counts: tuple[int, ...]
    held: tuple[int, ...]
    tied: int
    square_of_best: int


def kept_exact(pays: Sequence[int], bet: int) -> Exact | None:
    """The exact figures where they are kept, at once; None where an engine has to be asked.

    Args:
        pays: chips won by each of `HANDS` for the whole bet.
        bet: chips staked.

    Raises:
        RuleError: `pays` cannot be counted with.
        OddsError: what is kept cannot be read.
    """
    verify_pays(pays)
    lowest, factor = _in_lowest_terms(pays)
    counted = _kept().get(lowest)
    return None if counted is None else _exact(counted, pays, bet, factor)


def exact(pays: Sequence[int], bet: int) -> Exact:
    """The exact figures, kept or computed: an engine takes about a second on a PC.

    Args, Raises: as `kept_exact`.
    """
    verify_pays(pays)
    lowest, factor = _in_lowest_terms(pays)
    counted = _kept().get(lowest) or _count(lowest)
    return _exact(counted, pays, bet, factor)


def dealt_counts() -> dict[Hand, int]:
    """Of the deals of Joker Poker how many are what, before anything is held or drawn.

    Raises:
        OddsError: the counted hands beside the program cannot be read.
    """
    begin = class_number([]) * len(HANDS)
    counted = hands_with(JOKER_POKER)[begin : begin + len(HANDS)]
    return dict(zip(HANDS, map(int, counted), strict=True))


def counted_by(engine: Reduced, pays: tuple[int, ...]) -> Counted:
    """Ask an engine for Joker Poker.

    Args:
        pays: chips won by each of `HANDS`, in lowest terms.
    """
    found = engine.analyse(pays, 1)
    return Counted(found.counts, found.held, found.tied, engine.square_of_best(pays))


@lru_cache(maxsize=64)
def _count(pays: tuple[int, ...]) -> Counted:
    from firmware.odds.reduced import Reduced

    return counted_by(Reduced.of(JOKER_POKER), pays)  # its tables are large, and are let go again


def _in_lowest_terms(pays: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Twice the payments are played the same way; what is kept once serves both."""
    factor = gcd(*pays) or 1
    return tuple(pay // factor for pay in pays), factor


def _exact(counted: Counted, pays: Sequence[int], bet: int, factor: int) -> Exact:
    game = JOKER_POKER
    analysis = Analysis(game, tuple(pays), bet, counted.counts, counted.held, counted.tied)
    square = Fraction(counted.square_of_best * factor**2, game.deals * game.draw_unit**2 * bet**2)
    return Exact(analysis, square - analysis.rtp**2)


# --- what is kept -----------------------------------------------------------------------------


def kept_path() -> Path:
    """Where the counted figures lie."""
    return asset("odds", "joker-poker.analyses.json")


def kept_text(engine: Reduced, pay_tables: Sequence[Sequence[int]]) -> str:
    """What is to be kept for these payments, each for its whole bet: JSON, a line each."""
    lowest = dict.fromkeys(_in_lowest_terms(pays)[0] for pays in pay_tables)
    lines = [json.dumps(_told(pays, counted_by(engine, pays))) for pays in lowest]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _told(pays: tuple[int, ...], counted: Counted) -> dict[str, object]:
    return {
        "pays": pays,
        "counts": counted.counts,
        "held": counted.held,
        "tied": counted.tied,
        "square_of_best": counted.square_of_best,
    }


@cache
def _kept() -> dict[tuple[int, ...], Counted]:
    path = kept_path()
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return {
            tuple(map(int, each["pays"])): Counted(
                tuple(map(int, each["counts"])),
                tuple(map(int, each["held"])),
                int(each["tied"]),
                int(each["square_of_best"]),
            )
            for each in told
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OddsError(f"{path} cannot be read: {error}") from error
