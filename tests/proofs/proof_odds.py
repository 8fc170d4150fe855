"""Two engines written apart come to the same analysis, to the last count."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from proof import Report, Track

from firmware.odds.full import Full
from firmware.odds.game import HANDS, JACKS_OR_BETTER, JOKER_POKER, Analysis, Game
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.reduced import Reduced

Pays = tuple[int, ...]

ROYAL_ONLY: Pays = (*(0 for _ in HANDS[1:]), 800)
"""Hundreds of thousands of deals have several best holds of as many cards."""
ANYTHING: Pays = (0, *(1 for _ in HANDS[1:]))
TWO_PAIR: Pays = (0, 0, 1, 2, 5, 6, 10, 20, 50, 50, 100, 1000)


def shipped(game: Game) -> Pays:
    """What five chips win by the shipped table."""
    return read_odds_table(shipped_table(game), game).pays(5)


def prove(full: bool, track: Track) -> Report:
    """The shipped table; with `full` tables with many ties and the game of 52 cards too."""
    cases = [(JOKER_POKER, shipped(JOKER_POKER))]
    if full:
        cases += [(JOKER_POKER, pays) for pays in (TWO_PAIR, ROYAL_ONLY, ANYTHING)]
        cases += [(JACKS_OR_BETTER, shipped(JACKS_OR_BETTER)), (JACKS_OR_BETTER, ROYAL_ONLY)]
    report = Report(())
    for game, pays in track(cases, "pay tables", len(cases)):
        report += agreed(game, pays)
    return report


def agreed(game: Game, pays: Pays) -> Report:
    """Ask both engines about a pay table for five chips."""
    by_class, by_deal = Reduced.of(game).analyse(pays, 5), full_engine(game).analyse(pays, 5)
    tried = f"{game.id} {list(pays)}: {by_deal.rtp}, {by_deal.tied:,} deals tied"
    fell = [f"{game.id} {list(pays)}: {line}" for line in differences(by_class, by_deal)]
    return Report((tried,), tuple(fell))


def differences(by_class: Analysis, by_deal: Analysis) -> list[str]:
    """What two analyses do not agree on."""
    return [
        f"{field.name} {getattr(by_class, field.name)}, deal by deal {getattr(by_deal, field.name)}"
        for field in fields(Analysis)
        if getattr(by_class, field.name) != getattr(by_deal, field.name)
    ]


@cache
def full_engine(game: Game) -> Full:
    """The engine of all deals, made once."""
    return Full.of(game)
