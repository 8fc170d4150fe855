"""The bands of a return hold as many honest cabinets as they say, and the verdicts go with them.

Whole cabinets are drawn by numpy from the exact shares of the hands, and looked at through the
very code that an operator's page uses. A million games each: fewer, and the rarest hand, a
fortieth of the return, leaves the normal band too narrow at one end, which the page says.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from proof import Report, Track

from firmware.assets import asset
from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import SeededSource, TopShuffler
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Table
from firmware.money import GameId
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.known import Exact, dealt_counts, exact
from firmware.odds.reduced import Reduced
from firmware.odds.strategy import followed, made_holds
from firmware.operator.chance import Verdict, fit
from firmware.operator.luck import Judged, Luck, judged
from firmware.operator.returns import Doubles, Part, Returned, Sums

CABINETS = 10_000
TABLE = load_pay_table(asset("paytables", "kings_or_better.toml"))


@dataclass(frozen=True, slots=True)
class Stakes:
    """So many games of so many chips worth so many credits."""

    games: int
    chips: int
    chip_value: int

    @property
    def exact(self) -> Exact:
        """The figures of the table for these chips."""
        return exact(tuple(TABLE.pays(hand, self.chips) for hand in HANDS), self.chips)

    def paid(self, cabinets: int, chance: np.random.Generator) -> Any:
        """(cabinets) credits paid by honest ones."""
        shares = [float(self.exact.analysis.share(hand)) for hand in HANDS]
        counts = chance.multinomial(self.games, shares, cabinets)
        return counts @ np.array(self.exact.analysis.pays, np.int64) * self.chip_value

    def part(self, known: Exact) -> Part:
        """The block, but for what was paid: no band depends on it."""
        bet = self.chips * self.chip_value
        sums = Sums(self.games, self.games * bet, 0, self.games * bet**2, 0, 0, 0)
        return Part(GameId.JOKER_POKER, sums, {}, known)


MIXES = {
    "five chips": (Stakes(1_000_000, 5, 1),),
    "one chip": (Stakes(1_000_000, 1, 1),),
    "small and large stakes": (
        Stakes(600_000, 1, 1),
        Stakes(300_000, 5, 1),
        Stakes(200_000, 5, 4),
    ),
}


def prove(full: bool, track: Track) -> Report:
    """10,000 cabinets for each mix of stakes, with `full` a hundred times as many; and rounds
    that are played and judged one by one."""
    cabinets = CABINETS * (100 if full else 1)
    report = Report(())
    for name, mix in track(MIXES.items(), "mixes of stakes", len(MIXES)):
        report += coverage(name, mix, cabinets)
    report += doubles(cabinets) + dealt(CABINETS if full else CABINETS // 10)
    return report + split(30_000 if full else 1_000)


def coverage(
    name: str, mix: tuple[Stakes, ...], cabinets: int, known: Exact | None = None
) -> Report:
    """How many of the cabinets are inside the 95 % band.

    Args:
        known: figures to judge by instead of the right ones: a mistake, planted.
    """
    chance = np.random.default_rng(20261130)
    paid = sum(stakes.paid(cabinets, chance) for stakes in mix)
    returned = Returned(tuple(stakes.part(known or stakes.exact) for stakes in mix))
    band = returned.band(95)
    assert band is not None
    actual = paid / returned.sums.staked
    return _between(name, float(np.mean((actual >= band[0]) & (actual <= band[1]))), 0.94, 0.96)


def doubles(cabinets: int) -> Report:
    """How many of the cabinets win doubles within the 95 % band: 10,001 each, none level."""
    rounds = 10_001
    won = np.random.default_rng(53).binomial(rounds, 0.5, cabinets) / rounds
    band = Doubles(rounds, rounds, 0, 0, rounds, rounds).band(95)
    assert band is not None
    inside = float(np.mean((won >= band[0]) & (won <= band[1])))
    return _between("doubles", inside, 0.94, 0.96)


def dealt(cabinets: int) -> Report:
    """How many of the cabinets fit the exact shares of dealt hands: all but 2 %, both ends."""
    shares = [float(each) / 2_869_685 for each in dealt_counts().values()]
    counted = np.random.default_rng(17).multinomial(100_000, shares, cabinets).tolist()
    exact_shares = _exact_shares()
    verdicts = [found.verdict for row in counted if (found := fit(row, exact_shares))]
    odd = sum(verdict is not Verdict.INSIDE for verdict in verdicts)
    inside = 1 - odd / cabinets
    return _between("dealt hands", inside, 0.965, 0.995)


def split(rounds: int) -> Report:
    """Rounds held as the machine proposes: both lucks are noise, and skill is what this way to
    play returns less, which the engine counts over all deals."""
    rules, shuffler = JokerPoker(TABLE, (1,), 0), TopShuffler(SeededSource(8), 2 * HAND_SIZE)
    total, skills = Judged(), []
    for number in range(1, rounds + 1):
        table = rules.deal(Table(chips=5), 5, number, shuffler).table
        played = rules.draw(table).table.round
        assert played is not None
        one, _ = judged(played, TABLE)
        total += one
        skills.append((one.chosen - one.best) / JOKER_POKER.draw_unit)
    known = Stakes(1, 5, 1).exact
    engine = Reduced.of(JOKER_POKER)
    proposed = followed(engine, known.analysis.pays, 5, made_holds(engine.tables))
    gap = float(5 * (proposed.rtp - known.analysis.rtp))
    skill_z = (float(np.mean(skills)) - gap) / (float(np.std(skills)) / sqrt(rounds))
    luck = Luck.of(total, known)
    report = Report(())
    for name, z in (("deal", luck.deal_z), ("skill", skill_z), ("draw", luck.draw_z)):
        line = f"{rounds:,} rounds, {name}: {z or 0:+.2f} standard deviations"
        report += Report((line,), () if z is not None and abs(z) < 4 else (line,))
    return report


def _exact_shares() -> list[Fraction]:
    counts = dealt_counts()
    return [Fraction(each, sum(counts.values())) for each in counts.values()]


def _between(name: str, inside: float, least: float, most: float) -> Report:
    line = f"{name}: {inside:.2%} of honest cabinets inside"
    return Report((line,), () if least < inside < most else (line,))
