"""Ways to play that can be written down beforehand, and what each of them returns, exactly.

A way to play is one hold for every class of deals: the best one, or what the machine proposes,
or what a chart on the wall says. What comes of any of them is counted like the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from firmware.cards.card import JOKER, Card, Rank, Suit
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.joker_poker.hands import proposal
from firmware.odds.game import HANDS, Analysis
from firmware.odds.reduced import Reduced
from firmware.odds.tables import PARTS, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

_SUITS = tuple(Suit)
_JOKER_RANK = Rank.ACE + 1


def made_holds(tables: Tables) -> Bytes:
    """For every class the hold that the machine proposes: bit p keeps the card in place p."""
    import numpy as np

    first, pattern = _patterns(tables)
    keeps = np.zeros((len(first), _JOKER_RANK + 1), np.uint8)  # which ranks each pattern keeps
    for nth, number in enumerate(first):
        cards = class_cards(tables, int(number))
        for position in proposal(cards):
            keeps[nth, cards[position - 1].rank or _JOKER_RANK] = 1
    hold = np.zeros(len(pattern), np.uint8)
    for place, ranks in enumerate(tables.cards):
        hold |= keeps[pattern, ranks] << place
    return hold


def ruled_hands(tables: Tables) -> Bytes:
    """For every class what its cards are (a number of `HANDS`), asked of the cabinet's rules."""
    import numpy as np

    first, pattern = _patterns(tables)
    hands = [tables.game.hand(class_cards(tables, int(number))) for number in first]
    found: Bytes = np.array([HANDS.index(hand) for hand in hands], np.uint8)[pattern]
    return found


def followed(engine: Reduced, pays: Sequence[int], bet: int, hold: Bytes) -> Analysis:
    """What comes of playing by `hold`, exactly; `tied` is 0, since nothing was compared.

    Args:
        engine: of the game.
        pays: chips won by each of `HANDS` for the whole bet.
        bet: chips staked.
        hold: for every class, which cards are kept.
    """
    import numpy as np

    held = np.bincount(part_sizes()[hold], engine.tables.weight, HAND_SIZE + 1)
    counts = engine.counts(hold)
    return Analysis(engine.tables.game, tuple(pays), bet, counts, tuple(map(int, held)), 0)


def class_cards(
    tables: Tables, number: int, places: Sequence[int] = range(HAND_SIZE)
) -> tuple[Card, ...]:
    """One deal of a class, its cards in their places, or those of some places only."""
    ranks, suits = tables.cards[:, number].tolist(), tables.suits[:, number].tolist()
    return tuple(
        JOKER if ranks[at] == _JOKER_RANK else Card(Rank(ranks[at]), _SUITS[suits[at]])
        for at in places
    )


@cache
def part_sizes() -> Bytes:
    """How many cards each hold keeps."""
    import numpy as np

    return np.array([part.bit_count() for part in range(PARTS)], np.uint8)


def _patterns(tables: Tables) -> tuple[Any, Any]:
    """A class of each pattern of ranks and one suit, and the pattern of every class."""
    import numpy as np

    key = np.zeros(tables.cards.shape[1], np.int64)
    for ranks in np.sort(tables.cards, axis=0):
        key = key * 16 + ranks
    key = key * 2 + (tables.suits == 0).all(0)  # the longest suit is 0, and the joker's too
    _, first, pattern = np.unique(key, return_index=True, return_inverse=True)
    return first, pattern.reshape(-1)
