"""The full engine: all 2,869,685 deals one by one, so that nobody needs to believe the classes.

Written apart from the reduced engine, on purpose without its shortcuts: no suit symmetry, every
deal by its own number, every hold by its own sum, and what five cards are is asked of the
rules that the cabinet plays by. Only the principle is common: of a deal with K held, the hands
that can come are those that contain K and none of the other cards, by inclusion and exclusion.

A set of cards has the number that its place in colexicographic order is:
c1 + C(c2, 2) + C(c3, 3) + ..., its cards ascending; a card is rank * 4 + suit, the joker last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from firmware.cards.card import Card, Rank, Suit
from firmware.cards.evaluate import HAND_SIZE
from firmware.odds.game import HANDS, Analysis, Game, verify_pays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Places = tuple[int, ...]
"""Which cards of a deal, 0..4 from the lowest."""

_CHUNK, _BLOCK = 400_000, 16_384
"""Deals at once: for a table that is large itself, and where all stays near the processor."""
_SUITS = tuple(Suit)
_HOLDS = tuple(
    places for held in range(HAND_SIZE + 1) for places in combinations(range(HAND_SIZE), held)
)


@cache
def _wider(places: Places) -> tuple[tuple[Places, int], ...]:
    """Every set of places that contains these, and the sign of inclusion and exclusion."""
    others = [at for at in range(HAND_SIZE) if at not in places]
    return tuple(
        (tuple(sorted(places + extra)), -1 if more % 2 else 1)
        for more in range(len(others) + 1)
        for extra in combinations(others, more)
    )


@dataclass(frozen=True, eq=False)
class Full:
    """The engine for one game.

    Attributes:
        game: which.
        deals: (5, deals) the cards of each deal, ascending.
        hand: (deals) the number of what the five cards are, in `HANDS`.
    """

    game: Game
    deals: NDArray[np.uint8]
    hand: NDArray[np.uint8]

    @classmethod
    def of(cls, game: Game) -> Full:
        """The engine; it is some seconds at work and takes up to half a gigabyte."""
        deals = _deals(game.size)
        return cls(game, deals, _hands(deals, game))

    def rtp(self, pays: Sequence[int], bet: int) -> Fraction:
        """The exact return of best play; as `Reduced.rtp`."""
        import numpy as np

        verify_pays(pays)
        chips = self._chips(np.array(pays, np.int64)[self.hand])
        total = 0
        for here in self._chunks(_BLOCK):
            worth = self._worth(_numbers(self.deals[:, here]), chips)
            total += sum(worth.max(0).tolist())  # in Python: it may leave 64 bits
        return Fraction(total, self.game.outcomes * bet)

    def analyse(self, pays: Sequence[int], bet: int) -> Analysis:
        """The return with everything that it comes from; as `Reduced.analyse`."""
        import numpy as np

        verify_pays(pays)
        chips = self._chips(np.array(pays, np.int64)[self.hand])
        hands_with = self._hands_with()
        counts = np.zeros(len(HANDS), np.int64)
        held = [0] * (HAND_SIZE + 1)
        tied = 0
        for here in self._chunks(_BLOCK):
            deals = self.deals[:, here]
            numbers = _numbers(deals)
            taken, is_tied = _taken(deals, self._worth(numbers, chips))
            tied += int(is_tied.sum())
            for nth, places in enumerate(_HOLDS):
                who = np.flatnonzero(taken == nth)
                held[len(places)] += len(who)
                counts += self._outcomes(places, numbers, who, hands_with)
        return Analysis(self.game, tuple(pays), bet, tuple(map(int, counts)), tuple(held), tied)

    def _chips(self, paid: Ints) -> list[Ints]:
        """For 0..5 cards, the chips won by all hands that contain a set; `paid` of each hand."""
        import numpy as np

        found = [np.zeros(comb(self.game.size, cards)) for cards in range(HAND_SIZE)]
        for here in self._chunks(_CHUNK):
            for places, number in _numbers(self.deals[:, here]).items():
                if len(places) < HAND_SIZE:
                    total = found[len(places)]
                    total += np.bincount(number, paid[here], len(total))
        return [*(total.astype(np.int64) for total in found), paid]

    def _hands_with(self) -> list[Floats]:
        """For 0..5 cards, (sets, 12) how many hands contain a set, by what they are.

        Whole numbers all the same: as floats they are added up many times faster, and exactly,
        since no sum of a block comes near 2**53.
        """
        import numpy as np

        kinds = len(HANDS)
        found = [np.zeros(comb(self.game.size, cards) * kinds) for cards in range(HAND_SIZE)]
        for here in self._chunks(_CHUNK):
            for places, number in _numbers(self.deals[:, here]).items():
                if len(places) < HAND_SIZE:
                    total = found[len(places)]
                    total += np.bincount(number * kinds + self.hand[here], minlength=len(total))
        return [*(total.reshape(-1, kinds) for total in found), np.eye(kinds)[self.hand]]

    def _chunks(self, size: int) -> Iterator[slice]:
        """All deals, so many at a time."""
        for begin in range(0, self.deals.shape[1], size):
            yield slice(begin, begin + size)

    def _worth(self, numbers: dict[Places, Ints], chips: Sequence[Ints]) -> Ints:
        """(32, block) what each hold is worth, in units of `Game.draw_unit`."""
        import numpy as np

        with_set = {places: chips[len(places)][of] for places, of in numbers.items()}
        worth = np.zeros((len(_HOLDS), len(numbers[()])), np.int64)
        for places, won in zip(_HOLDS, worth, strict=True):
            for wider, sign in _wider(places):
                (np.add if sign > 0 else np.subtract)(won, with_set[wider], out=won)
            won *= self.game.chip_units[len(places)]
        return worth

    def _outcomes(
        self, places: Places, numbers: dict[Places, Ints], who: Ints, hands_with: Sequence[Floats]
    ) -> Ints:
        """How often each hand comes of holding `places` in the deals `who` of a block."""
        import numpy as np

        found = np.zeros(len(HANDS))
        each = np.ones(len(who))
        for wider, sign in _wider(places):
            found += sign * (each @ hands_with[len(wider)].take(numbers[wider][who], axis=0))
        return found.astype(np.int64) * self.game.chip_units[len(places)]


def _taken(deals: Any, worth: Ints) -> tuple[Ints, Any]:
    """The hold of each deal (its place in `_HOLDS`), and whether another is as good."""
    import numpy as np

    height = _heights(deals)
    best = worth.max(0)
    rank = np.full(len(best), -1)
    taken = np.zeros(len(best), np.int64)
    equal = np.zeros(len(best), np.int64)
    for nth, places in enumerate(_HOLDS):
        is_best = worth[nth] == best
        equal += is_best
        kept = np.full(len(best), 2**HAND_SIZE * len(places))
        for at in places:
            kept += height[at]
        takes = is_best & (kept > rank)
        rank = np.where(takes, kept, rank)
        taken = np.where(takes, nth, taken)
    return taken, equal > 1


def _deals(size: int) -> Any:
    """(5, deals) every deal of a deck, ascending, in colexicographic order."""
    import numpy as np

    found = np.empty((0, 1), np.uint8)
    for cards in range(1, HAND_SIZE + 1):
        lower = [found[:, : comb(top, cards - 1)] for top in range(size)]
        tops = np.repeat(np.arange(size, dtype=np.uint8), [part.shape[1] for part in lower])
        found = np.vstack([np.hstack(lower), tops])
    return found


@cache
def _choose(count: int) -> Ints:
    """In how many ways `count` cards can be chosen of those below a card."""
    import numpy as np

    return np.array([comb(card, count) for card in range(64)])


def _numbers(deals: Any) -> dict[Places, Ints]:
    """For every choice of places the number of the cards there, of each deal.

    Each goes on from the choice without its last card.
    """
    import numpy as np

    digits = {
        (at, nth): _choose(nth)[deals[at]] for at in range(HAND_SIZE) for nth in range(1, at + 2)
    }
    found: dict[Places, Ints] = {(): np.zeros(deals.shape[1], np.int64)}
    for places in _HOLDS[1:]:
        found[places] = found[places[:-1]] + digits[places[-1], len(places)]
    return found


def _heights(deals: Any) -> Ints:
    """(5, deals) a bit for each card, the higher the higher: the rule between equal holds.

    Ranks decide, the joker on top; between equal ranks the suit with the higher cards in the
    deal; between suits of the same ranks it does not matter, so long as it is always the same.
    """
    import numpy as np

    rank, suit = (deals >> 2).astype(np.int64), (deals & 3).astype(np.int64)
    is_natural = rank < len(Rank)
    own = np.zeros(deals.shape, np.int64)
    for one in range(len(_SUITS)):
        here = (suit == one) & is_natural
        own = np.where(here, np.where(here, 1 << rank, 0).sum(0), own)
    key = (rank << 20) | (own << 4) | (3 - suit)
    return np.stack([1 << (key < one).sum(0) for one in key])


# --- what five cards are ----------------------------------------------------------------------


def _hands(deals: Any, game: Game) -> Any:
    """What every deal is: the rules are asked once for each pattern of ranks and one suit."""
    import numpy as np

    ranks = deals >> 2
    naturals = np.where(ranks < len(Rank), deals & 3, deals[0] & 3)
    is_flush = (naturals == naturals[0]).all(0)
    pattern = np.zeros(deals.shape[1], np.int64)
    for nth in range(1, HAND_SIZE + 1):
        pattern += np.array([comb(rank + nth - 1, nth) for rank in range(16)])[ranks[nth - 1]]
    pattern = pattern * 2 + is_flush
    sample = np.full(int(pattern.max()) + 1, -1)
    sample[pattern] = np.arange(deals.shape[1])
    known = np.zeros(len(sample), np.uint8)
    for number in np.flatnonzero(sample >= 0):
        cards = [_card(int(card)) for card in deals[:, sample[number]]]
        known[number] = HANDS.index(game.hand(cards))
    return known[pattern]


def _card(number: int) -> Card:
    if number >= len(Rank) * len(_SUITS):
        return Card(None, None)
    return Card(Rank(number // 4 + Rank.TWO), _SUITS[number % 4])
