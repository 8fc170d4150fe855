"""Hands of Cinque Mani for `cabinato compare`: a deck for each side, suits that decide last."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.cards.card import Card, parse_cards
from firmware.cli.rank_names import NAMES, SUIT_NAMES
from firmware.cli.verdict import Judge, Verdict, verify_in_deck, verify_two
from firmware.games.cinque_mani.hands import (
    DECK,
    Category,
    Comparison,
    Made,
    Ranking,
    Reason,
    Winner,
    compare,
)


def judge(ranking: Ranking) -> Judge:
    """Compares two hands, each of its own deck."""

    def compared(hands: Sequence[str]) -> Verdict:
        verify_two(hands)
        first, second = map(parse_cards, hands)
        verify_in_deck((*first, *second), DECK)
        found = compare(first, second, ranking)
        facts = _facts(first, found.first), _facts(second, found.second)
        return Verdict(found.winner.value, *facts, why(found))

    return compared


def why(found: Comparison) -> str:
    """What decided, as a sentence.

    >>> hands = parse_cards("KH QD JS TC 9H"), parse_cards("KH QS JH TH 9S")
    >>> why(compare(*hands))
    'both have a straight to the king: the suit of the queen, diamonds above spades'
    """
    if found.winner is Winner.SECOND:
        better, worse = found.second, found.first
    else:
        better, worse = found.first, found.second
    both = f"both have {named(better)}:"
    match found.reason:
        case Reason.EQUAL:
            return f"{both} the identical five cards, nobody scores"
        case Reason.MINIMA:
            return "the lowest straight flush above the highest"
        case Reason.SUIT:
            return f"{both if better.ranks == worse.ranks else 'two flushes:'} {_suits(found)}"
        case Reason.SIDE_CARD:
            what = "" if better.category is Category.NOTHING else "side card "
            return f"{both} {what}{_ranks(found)}"
        case _:
            if better.category is worse.category is Category.FLUSH and _same_top(better, worse):
                return f"{both} next card {_ranks(found)}"
            return f"{named(better)} above {named(worse)}"


def _same_top(better: Made, worse: Made) -> bool:
    return better.ranks[0] is worse.ranks[0]


def _ranks(found: Comparison) -> str:
    assert found.ranks is not None
    high, low = (NAMES[rank][0] for rank in sorted(found.ranks, reverse=True))
    return f"{high} above {low}"


def _suits(found: Comparison) -> str:
    assert found.cards is not None
    first, second = found.cards
    won, lost = (first, second) if found.winner is Winner.FIRST else (second, first)
    assert won.rank is not None
    assert won.suit is not None
    assert lost.suit is not None
    suits = f"{SUIT_NAMES[won.suit]} above {SUIT_NAMES[lost.suit]}"
    is_of_one = found.first.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    return suits if is_of_one else f"the suit of the {NAMES[won.rank][0]}, {suits}"


def named(made: Made) -> str:
    """A hand by its category and the ranks that make it."""
    one, many = NAMES[made.ranks[0]]
    match made.category:
        case Category.NOTHING:
            return f"nothing, {one} high"
        case Category.PAIR:
            return f"a pair of {many}"
        case Category.TWO_PAIR:
            return f"two pair, {many} and {NAMES[made.ranks[1]][1]}"
        case Category.TRIPS:
            return f"three {many}"
        case Category.STRAIGHT:
            return f"a straight to the {one}"
        case Category.FULL_HOUSE:
            return f"a full house of {many} and {NAMES[made.ranks[1]][1]}"
        case Category.FLUSH:
            return f"a flush, {one} high"
        case Category.QUADS:
            return f"four {many}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush to the {one}"


def _facts(cards: Sequence[Card], made: Made) -> dict[str, object]:
    """What JSON tells of a hand: the ranks that are compared, in their order, then the suits."""
    return {
        "cards": [str(card) for card in cards],
        "name": made.category.value,
        "ranks": [rank.letter for rank in made.ranks],
        "suits": [card.suit.value for card in made.cards if card.suit is not None],
        "positions": list(made.positions),
    }
