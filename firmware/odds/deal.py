"""What each of the 32 holds of one deal is worth, exactly and at once.

How many hands contain each class of 0..4 cards is counted beforehand (`tools/odds`) and lies
beside the program, ten thousand bytes; what one deal needs of it is looked up without numpy.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from firmware.assets import asset
from firmware.cards.card import Card, Rank, Suit
from firmware.cards.evaluate import HAND_SIZE
from firmware.errors import OddsError
from firmware.odds.classes import subset_number, subsets
from firmware.odds.game import HANDS, JOKER_POKER, Game, verify_pays

_WHOLE = 2**HAND_SIZE - 1
_SUITS = tuple(Suit)


@dataclass(frozen=True, slots=True)
class Hold:
    """One way to hold.

    Attributes:
        positions: 1..5, ascending, of the cards that are kept.
        value: chips that come back on average for the whole bet, played on to its end.
    """

    positions: tuple[int, ...]
    value: Fraction


def holds(cards: Sequence[Card], pays: Sequence[int], game: Game = JOKER_POKER) -> list[Hold]:
    """All 32 holds of a deal, the best first.

    Of equally good ones that with the most cards comes first; of those, that with the highest
    cards; of those, that of the suit with the higher cards in the deal.

    Args:
        cards: the five dealt.
        pays: chips won by each of `HANDS` for the whole bet.

    Raises:
        ValueError: for anything but five different cards of the game's deck.
        RuleError: `pays` cannot be counted with.
        OddsError: the counted hands beside the program cannot be read.
    """
    _verify_cards(cards, game)
    verify_pays(pays)
    won = _won(cards, pays, game)
    height = _heights(cards)
    found = []
    for part, chips in enumerate(won):
        kept = [at for at in range(HAND_SIZE) if part >> at & 1]
        value = Fraction(chips, game.draws(len(kept)))
        order = (value, len(kept), sorted((height[at] for at in kept), reverse=True))
        found.append((order, Hold(tuple(at + 1 for at in kept), value)))
    found.sort(key=lambda each: each[0], reverse=True)
    return [hold for _, hold in found]


def _verify_cards(cards: Sequence[Card], game: Game) -> None:
    shown = " ".join(map(str, cards))
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand has {HAND_SIZE} cards, not {len(cards)}: {shown}")
    if len(set(cards)) != HAND_SIZE:
        raise ValueError(f"a card stands twice in '{shown}'")
    if sum(card.is_joker for card in cards) > game.jokers:
        raise ValueError(f"{game.id} has no joker: {shown}")


def _won(cards: Sequence[Card], pays: Sequence[int], game: Game) -> list[int]:
    """Chips won by all draws of each hold; bit p of a hold's number keeps the card in place p."""
    counted = hands_with(game)
    won = []
    for part in range(_WHOLE):
        number = class_number([card for at, card in enumerate(cards) if part >> at & 1])
        row = counted[number * len(HANDS) : (number + 1) * len(HANDS)]
        won.append(sum(pay * count for pay, count in zip(pays, row, strict=True)))
    won.append(pays[HANDS.index(game.hand(cards))])
    for card in range(HAND_SIZE):
        for part in range(_WHOLE):
            if not part >> card & 1:
                won[part] -= won[part | 1 << card]
    return won


def class_number(cards: Sequence[Card]) -> int:
    """The number of the class of 0..4 cards."""
    masks = dict.fromkeys(_SUITS, 0)
    for card in cards:
        if card.rank is not None and card.suit is not None:
            masks[card.suit] |= 1 << (card.rank - Rank.TWO)
    return subset_number(list(masks.values()), any(card.is_joker for card in cards))


def _heights(cards: Sequence[Card]) -> list[tuple[int, list[int]]]:
    """Rank of each card, the joker on top, and the ranks of its suit in the deal."""
    of_suit = {
        suit: sorted((card.rank or 0 for card in cards if card.suit is suit), reverse=True)
        for suit in _SUITS
    }
    return [(card.rank or Rank.ACE + 1, of_suit[card.suit] if card.suit else []) for card in cards]


# --- the counted hands ------------------------------------------------------------------------


def counted_path(game: Game) -> Path:
    """Where the counted hands of a game lie."""
    return asset("odds", f"{game.id}.hands")


def packed(counts: bytes) -> bytes:
    """Counts as they are kept: little-endian numbers of 32 bits, class by class."""
    return lzma.compress(counts, preset=9 | lzma.PRESET_EXTREME)


@lru_cache
def hands_with(game: Game) -> Sequence[int]:
    """For every class of 0..4 cards, twelve numbers: hands that contain it, by what they are.

    Raises:
        OddsError: the file is missing or is not whole.
    """
    path = counted_path(game)
    counts = array("i")
    try:
        counts.frombytes(lzma.decompress(path.read_bytes()))
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        raise OddsError(f"{path} cannot be read: {error}") from error
    if len(counts) != subsets(game.jokers) * len(HANDS):
        raise OddsError(f"{path} holds {len(counts)} numbers, not those of {game.id}")
    if sys.byteorder == "big":
        counts.byteswap()
    return counts
