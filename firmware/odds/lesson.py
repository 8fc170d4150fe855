"""What a finished draw of Joker Poker teaches: the best hold, and what the chosen one cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from firmware.cards.card import Card
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Round
from firmware.odds.deal import holds
from firmware.odds.game import HANDS


@dataclass(frozen=True, slots=True)
class Lesson:
    """The choice of a round, judged.

    Attributes:
        best: positions, 1..5, of the cards that were best to keep; where several holds are as
            good as the best and the player's is among them, hers.
        cost: credits that her hold wins less than that, on average; 0 when it was the best.
    """

    best: tuple[int, ...]
    cost: Fraction


def lesson(played: Round, game: JokerPoker) -> Lesson:
    """What a round teaches, by the pay table that it was staked under; doubling is left out,
    for it is an even game.

    Raises:
        OddsError: the counted hands beside the program cannot be read.
    """
    pays = [0 if hand is Hand.NOTHING else game.pays_for(played, hand) for hand in HANDS]
    return _lesson(played.dealt, played.held, tuple(pays))


@lru_cache(maxsize=1)  # a picture asks for it again and again
def _lesson(dealt: tuple[Card, ...], held: tuple[int, ...], pays: tuple[int, ...]) -> Lesson:
    found = holds(dealt, pays)
    best = found[0]
    own = next(hold for hold in found if hold.positions == held)
    cost = best.value - own.value
    return Lesson(best.positions if cost else own.positions, cost)
