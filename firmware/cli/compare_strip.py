"""Hands of Strip Poker for `cabinato compare`: one deck, suits that never count."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.cards.card import Card, parse_cards
from firmware.cli.rank_names import NAMES
from firmware.cli.verdict import Judge, Verdict, verify_in_deck, verify_two
from firmware.games.strip_poker.hands import (
    Category,
    Comparison,
    Made,
    Ranking,
    Reason,
    Winner,
    compare,
)


def judge(ranking: Ranking) -> Judge:
    """Compares two hands of one deck."""

    def compared(hands: Sequence[str]) -> Verdict:
        verify_two(hands)
        cards = parse_cards(" ".join(hands))  # refuses a card that stands in both
        verify_in_deck(cards, ranking.deck.cards)
        first, second = map(parse_cards, hands)
        found = compare(first, second, ranking)
        facts = _facts(first, found.first), _facts(second, found.second)
        return Verdict(found.winner.value, *facts, why(found))

    return compared


def why(found: Comparison) -> str:
    """What decided, as a sentence.

    >>> hands = parse_cards("KH KD 9S 8C 7H"), parse_cards("KS KC TS 8D 7S")
    >>> why(compare(*hands, Ranking()))
    'both have a pair of kings: side card ten above nine'
    """
    if found.winner is Winner.SECOND:
        better, worse = found.second, found.first
    else:
        better, worse = found.first, found.second
    if found.reason is Reason.CATEGORY:
        return f"{_named(better)} above {_named(worse)}"
    if found.ranks is None:
        return f"both have {_named(better)}: equal in all that counts, the pot stays"
    high, low = (NAMES[rank][0] for rank in sorted(found.ranks, reverse=True))
    if found.reason is Reason.SIDE_CARD:
        what = "" if better.category is Category.NOTHING else "side card "
        return f"both have {_named(better)}: {what}{high} above {low}"
    if better.category is Category.FLUSH and better.ranks[0] is worse.ranks[0]:
        return f"both have {_named(better)}: next card {high} above {low}"
    return f"{_named(better)} above {_named(worse)}"


def _named(made: Made) -> str:
    """A hand by its category and what counts of it."""
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
        case Category.FLUSH:
            return f"a flush, {one} high"
        case Category.FULL_HOUSE:
            return f"a full house of {many}"
        case Category.QUADS:
            return f"four {many}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush to the {one}"


def _facts(cards: Sequence[Card], made: Made) -> dict[str, object]:
    """What JSON tells of a hand; its `ranks` are those that count, in their order."""
    return {
        "cards": [str(card) for card in cards],
        "name": made.category.value,
        "ranks": [rank.letter for rank in made.ranks],
        "positions": list(made.positions),
    }
