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
from operator import mul
from pathlib import Path

from firmware.assets import asset
from firmware.cards.card import JOKER, Card, Rank, Suit
from firmware.cards.evaluate import HAND_SIZE
from firmware.errors import OddsError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.classes import subset_number, subsets
from firmware.odds.game import HANDS, JOKER_POKER, Game, verify_pays

_WHOLE = 2**HAND_SIZE - 1
_POSITIONS = tuple(
    tuple(at + 1 for at in range(HAND_SIZE) if part >> at & 1) for part in range(2**HAND_SIZE)
)
"""The cards that each hold keeps; bit p of a hold's number keeps the one in place p."""
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
    height = _heights(cards)
    found = []
    for part, chips in enumerate(_won(cards, pays, game)):
        positions = _POSITIONS[part]
        kept = sum([height[at - 1] for at in positions])
        order = (chips * game.chip_units[len(positions)], len(positions), kept)
        found.append((order, positions, chips))
    found.sort(reverse=True)
    return [
        Hold(positions, Fraction(chips, game.draws(len(positions))))
        for _, positions, chips in found
    ]


def _verify_cards(cards: Sequence[Card], game: Game) -> None:
    shown = " ".join(map(str, cards))
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand has {HAND_SIZE} cards, not {len(cards)}: {shown}")
    if len(set(cards)) != HAND_SIZE:
        raise ValueError(f"a card stands twice in '{shown}'")
    if sum(card.is_joker for card in cards) > game.jokers:
        raise ValueError(f"{game.id} has no joker: {shown}")


def _won(cards: Sequence[Card], pays: Sequence[int], game: Game) -> list[int]:
    """Chips won by all draws of each hold."""
    (won,) = _sums(cards, (pays,), game)
    return won


def _sums(cards: Sequence[Card], pays: Sequence[Sequence[int]], game: Game) -> list[list[int]]:
    """The same by several pay tables, one after the other."""
    counted, kinds = hands_with(game), len(HANDS)
    classes = [class_number([cards[at - 1] for at in held]) for held in _POSITIONS[:_WHOLE]]
    kept = [counted[number * kinds : (number + 1) * kinds] for number in classes]
    made = HANDS.index(game.hand(cards))
    return [_without_the_thrown(_paid(kept, paid), paid[made]) for paid in pays]


def _paid(kept: Sequence[Sequence[int]], pays: Sequence[int]) -> list[int]:
    return [sum(map(mul, pays, counts)) for counts in kept]


def _without_the_thrown(won: list[int], pat: int) -> list[int]:
    """By inclusion and exclusion: what contains a card that is thrown away cannot come."""
    won.append(pat)
    for card in range(HAND_SIZE):
        for part in range(_WHOLE):
            if not part >> card & 1:
                won[part] -= won[part | 1 << card]
    return won


@dataclass(frozen=True, slots=True)
class Choice:
    """What a deal was worth, and the hold that was chosen of it: whole numbers, to be summed.

    Attributes:
        best: chips that the best hold brings on average, in `Game.draw_unit`s of a chip.
        chosen: the same of the chosen hold.
        spread: variance of what its draw brings, chips squared, in `draw_unit`s squared.
        made: what the five cards were as they were dealt.
    """

    best: int
    chosen: int
    spread: int
    made: Hand


def choice(
    cards: Sequence[Card], held: Sequence[int], pays: Sequence[int], game: Game = JOKER_POKER
) -> Choice:
    """What a deal was worth, and what was made of it.

    Args:
        cards: the five dealt.
        held: positions, 1..5, of the cards that were kept.
        pays: chips won by each of `HANDS` for the whole bet.

    Raises:
        ValueError, RuleError, OddsError: as `holds`; ValueError for a position beyond 1..5 too.
    """
    _verify_cards(cards, game)
    verify_pays(pays)
    if not set(held) <= set(_POSITIONS[_WHOLE]):
        raise ValueError(f"cards stand in places 1 to {HAND_SIZE}, not in {tuple(held)}")
    won, squares = _sums(cards, (pays, [pay * pay for pay in pays]), game)
    units = [game.chip_units[len(positions)] for positions in _POSITIONS]
    part = sum(1 << at - 1 for at in set(held))
    chosen = won[part] * units[part]
    return Choice(
        best=max(map(mul, won, units)),
        chosen=chosen,
        spread=squares[part] * units[part] * game.draw_unit - chosen * chosen,
        made=game.hand(cards),
    )


def class_number(cards: Sequence[Card]) -> int:
    """The number of the class of 0..4 cards."""
    masks = dict.fromkeys(_SUITS, 0)
    for card in cards:
        if card.rank is not None and card.suit is not None:
            masks[card.suit] |= 1 << (card.rank - Rank.TWO)
    return subset_number(tuple(masks.values()), JOKER in cards)


def _heights(cards: Sequence[Card]) -> list[int]:
    """A bit for each card, the higher the card the higher: of as many cards more is higher.

    Ranks decide, the joker on top; of equal ranks the suit with the higher cards in the deal.
    """
    masks = dict.fromkeys(_SUITS, 0)
    for card in cards:
        if card.suit is not None:
            masks[card.suit] |= 1 << (card.rank or 0)
    keys = [
        (card.rank or Rank.ACE + 1, masks[card.suit] if card.suit else 0, str(card.suit))
        for card in cards
    ]
    return [1 << sum([other < key for other in keys]) for key in keys]


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
