"""Where a result comes from: luck with the deal, the player's skill, luck with the draw.

Of a game with stake b that paid w, with R the exact return of best play:

- deal luck is what the dealt hand was worth under best play, less R b;
- skill is what the chosen hold was worth, less the best hold: never above 0;
- draw luck is w less what the chosen hold was worth.

The three are w - R b, exactly. Both lucks are chance and must look like it; skill is the
player's, and explains most of what a cabinet returns less than its pay table.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from math import sqrt

from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.table import Round
from firmware.odds.deal import choice
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.known import Exact
from firmware.operator.chance import Verdict, verdict_of_z

_UNIT = JOKER_POKER.draw_unit


@dataclass(frozen=True, slots=True)
class Judged:
    """Games of one block whose choices were judged: whole numbers that only add up.

    Attributes:
        games: their number.
        staked, paid: credits, doubles apart.
        staked_squared: sum of the squares of the stakes.
        best: what their deals were worth under best play, in `Game.draw_unit`s of a credit.
        chosen: what the chosen holds were worth, likewise.
        spread: variance of what their draws paid, in `draw_unit`s squared.
    """

    games: int = 0
    staked: int = 0
    paid: int = 0
    staked_squared: int = 0
    best: int = 0
    chosen: int = 0
    spread: int = 0

    def __add__(self, other: Judged) -> Judged:
        names = [each.name for each in fields(self)]
        return Judged(*(getattr(self, name) + getattr(other, name) for name in names))


def judged(played: Round, pay_table: PayTable) -> tuple[Judged, Hand]:
    """A round whose draw is done, judged, and what its five cards were as they were dealt.

    Args:
        played: the round.
        pay_table: the one it was staked under.

    Raises:
        ValueError: its cards, chips or holds are none that the rules deal.
        OddsError: the counted hands beside the program cannot be read.
    """
    if played.bet < 1:
        raise ValueError(f"nobody stakes {played.bet} credits")
    pays = [pay_table.pays(hand, played.chips) for hand in HANDS]
    found, value = choice(played.dealt, played.held, pays), played.chip_value
    sums = Judged(
        games=1,
        staked=played.bet,
        paid=played.paid,
        staked_squared=played.bet**2,
        best=found.best * value,
        chosen=found.chosen * value,
        spread=found.spread * value**2,
    )
    return sums, found.made


@dataclass(frozen=True, slots=True)
class Luck:
    """The result of some games, split; credits.

    Attributes:
        games: their number.
        staked: what was staked on them.
        result: paid less the exact return of the stakes: the sum of the three.
        deal, skill, draw: its parts.
        deal_deviation, draw_deviation: standard deviations of the two that are chance.
    """

    games: int
    staked: int
    result: Fraction
    deal: Fraction
    skill: Fraction
    draw: Fraction
    deal_deviation: float
    draw_deviation: float

    @classmethod
    def of(cls, sums: Judged, exact: Exact) -> Luck:
        """That of the games of one block.

        Args:
            sums: of its games.
            exact: the figures of its pay table.
        """
        mean = exact.analysis.rtp * sums.staked
        return cls(
            games=sums.games,
            staked=sums.staked,
            result=sums.paid - mean,
            deal=Fraction(sums.best, _UNIT) - mean,
            skill=Fraction(sums.chosen - sums.best, _UNIT),
            draw=sums.paid - Fraction(sums.chosen, _UNIT),
            deal_deviation=sqrt(exact.deal_variance * sums.staked_squared),
            draw_deviation=sqrt(Fraction(sums.spread, _UNIT**2)),
        )

    def __add__(self, other: Luck) -> Luck:
        return Luck(
            self.games + other.games,
            self.staked + other.staked,
            self.result + other.result,
            self.deal + other.deal,
            self.skill + other.skill,
            self.draw + other.draw,
            sqrt(self.deal_deviation**2 + other.deal_deviation**2),
            sqrt(self.draw_deviation**2 + other.draw_deviation**2),
        )

    @property
    def deal_z(self) -> float | None:
        """Standard deviations that the deals lie above the mean."""
        return float(self.deal) / self.deal_deviation if self.deal_deviation else None

    @property
    def draw_z(self) -> float | None:
        """Standard deviations that the draws lie above what they were worth."""
        return float(self.draw) / self.draw_deviation if self.draw_deviation else None

    @property
    def deal_verdict(self) -> Verdict | None:
        """What to call the luck with the deals."""
        return None if self.deal_z is None else verdict_of_z(self.deal_z)

    @property
    def draw_verdict(self) -> Verdict | None:
        """What to call the luck with the draws."""
        return None if self.draw_z is None else verdict_of_z(self.draw_z)
