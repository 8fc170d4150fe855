"""Millions of rounds a second by a written-down way to play, card by card.

A round is one number below deals x `Game.draw_unit`, each equally likely: which deal, and which
draw, whatever is held, since every number of draws divides the unit. So the same seed deals the
same first five cards to every player. The numbers come from reproducible bytes; those that fall
above the last whole multiple are passed over.

A card is rank * 4 + suit, the joker last; five of them ascending have the number that their
place in colexicographic order is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, Any

from firmware.cards.card import Rank
from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import seeded_bytes
from firmware.odds.classes import SUITS
from firmware.odds.game import HANDS, Game
from firmware.odds.strategy import ruled_hands
from firmware.odds.tables import PARTS, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

Progress = Callable[[int, int], None]
"""Told how much of how much is done."""

_BLOCK = 1 << 16
"""Rounds at once; part of what a seed means."""
_JOKER_RANK = Rank.ACE + 1
_NETWORK = ((0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2))
"""Comparisons that put any five in order."""


@dataclass(frozen=True, eq=False)
class Player:
    """One who holds by heart.

    Attributes:
        game: what is played.
        deals: (deals) eight bytes each, so that one look takes all of it: the cards, ascending;
            then what is held, bit p the card in place p; then nothing. In colexicographic order.
        hand: (deals) what five cards are, a number of `HANDS`.
    """

    game: Game
    deals: NDArray[np.uint64]
    hand: Bytes

    @classmethod
    def of(cls, tables: Tables, hold: Bytes) -> Player:
        """One who plays every deal as `hold` says of its class; what hands are, the rules say."""
        import numpy as np

        game = tables.game
        deals, hand = np.zeros((game.deals, 8), np.uint8), np.empty(game.deals, np.uint8)
        deals[:, :HAND_SIZE] = _combinations(game.size, HAND_SIZE).T
        by_class = ruled_hands(tables)
        for number, kept in _members(tables, hold):
            deals[number, HAND_SIZE] = kept
            hand[number] = by_class
        return cls(game, deals.view(np.uint64)[:, 0], hand)

    def play(self, rounds: int, seed: int | str, progress: Progress) -> tuple[int, ...]:
        """How often each of `HANDS` ended a round.

        Args:
            rounds: how many are played.
            seed: the same one gives the same rounds on every machine.
            progress: told after each block.
        """
        import numpy as np

        counts = np.zeros(len(HANDS), np.int64)
        done = 0
        for deal, draw in _drawn(self.game, seed):
            left = rounds - done
            counts += np.bincount(self.final(deal[:left], draw[:left]), minlength=len(HANDS))
            done += min(left, len(deal))
            progress(done, rounds)
            if done == rounds:
                break
        return tuple(int(count) for count in counts)

    def final(self, deal: Ints, draw: Ints) -> Bytes:
        """What rounds end with (numbers of `HANDS`), in no order.

        Args:
            deal: numbers of the first five cards.
            draw: 0 .. `Game.draw_unit` - 1, which of the draws comes.
        """
        import numpy as np

        dealt = np.ascontiguousarray(self.deals[deal].view(np.uint8).reshape(-1, 8).T)
        held = dealt[HAND_SIZE]
        order = np.argsort(held, kind="stable")
        ends = np.searchsorted(held, np.arange(PARTS + 1), sorter=order)
        final = np.empty(len(deal), np.uint8)
        for part, (begin, end) in enumerate(pairwise(ends)):
            rounds = order[begin:end]
            cards = [row[rounds] for row in dealt[:HAND_SIZE]]
            final[begin:end] = self._after_draw(part, cards, draw[rounds])
        return final

    def _after_draw(self, part: int, dealt: Sequence[Bytes], draw: Ints) -> Bytes:
        """The same for rounds that all hold the places `part` of `dealt`, five ascending cards."""
        import numpy as np

        held = part.bit_count()
        if held == HAND_SIZE:
            return np.take(self.hand, _number(dealt))
        number = draw // self.game.chip_units[held]
        draws = _combinations(self.game.size - HAND_SIZE, HAND_SIZE - held)
        drawn = np.stack([np.take(row, number) for row in draws])
        for card in dealt:  # ascending: each card that is gone moves those from it on up by one
            drawn += drawn >= card
        kept = [dealt[place] for place in range(HAND_SIZE) if part >> place & 1]
        return np.take(self.hand, _number(_ascending([*kept, *drawn])))


def _members(tables: Tables, hold: Bytes) -> Iterator[tuple[Ints, Bytes]]:
    """For every way to name the suits: the deal's number of each class, and what it holds."""
    import numpy as np

    ranks = (tables.cards - np.uint8(Rank.TWO)) * np.uint8(SUITS)
    is_joker = tables.cards == _JOKER_RANK
    kept = np.stack([hold >> place & 1 for place in range(HAND_SIZE)])
    for names in permutations(range(SUITS)):
        suits = np.array(names, np.uint8)[tables.suits]
        marked = (ranks + np.where(is_joker, np.uint8(0), suits)) * np.uint8(2) + kept
        ascending = _ascending(list(marked))
        held = np.zeros(len(hold), np.uint8)
        for place, card in enumerate(ascending):
            held |= (card & 1) << place
        yield _number([card >> np.uint8(1) for card in ascending]), held


def _ascending(cards: Sequence[Bytes]) -> list[Bytes]:
    import numpy as np

    row = list(cards)
    for low, high in _NETWORK:
        row[low], row[high] = np.minimum(row[low], row[high]), np.maximum(row[low], row[high])
    return row


def _number(cards: Sequence[Bytes]) -> Ints:
    """The numbers of five ascending cards each."""
    number: Ints = _choose(1)[cards[0]]
    for count, card in enumerate(cards[1:], start=2):
        number = number + _choose(count)[card]
    return number


@cache
def _choose(count: int) -> Any:
    import numpy as np

    return np.array([comb(card, count) for card in range(64)], np.int32)


@cache
def _combinations(size: int, count: int) -> Bytes:
    """(count, combinations) all of `count` below `size`, ascending, in colexicographic order."""
    import numpy as np

    found = np.empty((0, 1), np.uint8)
    for cards in range(1, count + 1):
        below = [found[:, : comb(top, cards - 1)] for top in range(size)]
        tops = np.repeat(np.arange(size, dtype=np.uint8), [part.shape[1] for part in below])
        found = np.vstack([np.hstack(below), tops])
    return found


def _drawn(game: Game, seed: int | str) -> Iterator[tuple[Ints, Ints]]:
    """Deals and draws without end, a block at a time."""
    import numpy as np

    bound, unit = np.uint64(game.outcomes), np.uint64(game.draw_unit)
    whole = np.uint64(2**64 // game.outcomes * game.outcomes)
    block = 0
    while True:
        words = np.frombuffer(seeded_bytes(seed, block, 8 * _BLOCK), "<u8").astype(np.uint64)
        words = words[words < whole]
        words -= words // bound * bound
        deal = words // unit
        yield deal.astype(np.int64), (words - deal * unit).astype(np.int64)
        block += 1
