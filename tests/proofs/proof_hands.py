"""Every five-card hand of the 53-card deck is what the rules say it is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

from proof import Report, Track

from firmware.cards.card import JOKER, Card, Rank, Suit, joker_deck, standard_deck
from firmware.games.joker_poker.hands import Hand, evaluate

DEALT = {
    Hand.NOTHING: 2_307_672,
    Hand.KINGS_OR_BETTER: 262_956,
    Hand.TWO_PAIR: 123_552,
    Hand.TRIPS: 137_280,
    Hand.STRAIGHT: 20_532,
    Hand.FLUSH: 7_804,
    Hand.FULL_HOUSE: 6_552,
    Hand.QUADS: 3_120,
    Hand.STRAIGHT_FLUSH: 180,
    Hand.JOKER_ROYAL: 20,
    Hand.FIVE_OF_A_KIND: 13,
    Hand.NATURAL_ROYAL: 4,
}
"""How many of the 2,869,685 hands are what: published, and found by two other programs."""

MAKERS = {
    Hand.NOTHING: 0,
    Hand.KINGS_OR_BETTER: 2,
    Hand.TWO_PAIR: 4,
    Hand.TRIPS: 3,
    Hand.QUADS: 4,
}
"""How many cards make the hand; five where it is not listed."""


def prove(full: bool, track: Track) -> Report:
    """All hands counted, and the joker against everything it could stand for."""
    return every_hand(track) + joker_is_best(track)


def every_hand(track: Track) -> Report:
    """Classify all hands; counts of hands and of the cards that make them."""
    deck = joker_deck()
    total = comb(len(deck), 5)
    found: Counter[tuple[Hand, int]] = Counter()
    for cards in track(combinations(deck, 5), "hands", total):
        made = evaluate(cards)
        found[made.hand, len(made.positions)] += 1
    expected = {(hand, MAKERS.get(hand, 5)): count for hand, count in DEALT.items()}
    fell = [
        f"{hand} made by {makers} cards: {found[hand, makers]:,} hands, "
        f"{expected.get((hand, makers), 0):,} expected"
        for hand, makers in sorted(found.keys() | expected.keys())
        if found[hand, makers] != expected.get((hand, makers), 0)
    ]
    return Report((f"{found.total():,} five-card hands classified",), tuple(fell))


def joker_is_best(track: Track) -> Report:
    """The joker beside every pattern of four cards is worth the best card it can stand for."""
    rests = _patterns_of_four()
    fell = []
    for rest in track(rests, "jokers", len(rests)):
        best = max((_with(rest, card) for card in standard_deck()), key=list(Hand).index)
        found = evaluate((*rest, JOKER)).hand
        if found is not best:
            fell.append(f"{' '.join(map(str, rest))} JK: {found}, but {best} is possible")
    tried = f"{len(rests):,} patterns of four cards: the joker against all 52 cards"
    return Report((tried,), tuple(fell))


def _with(rest: tuple[Card, ...], card: Card) -> Hand:
    """The hand when the joker stands for `card`, which the hand may already hold."""
    hand = evaluate((*rest, card)).hand
    return Hand.JOKER_ROYAL if hand is Hand.NATURAL_ROYAL else hand


def _patterns_of_four() -> list[tuple[Card, ...]]:
    """One hand of four for each multiset of ranks, unsuited and, where it can be, suited."""
    unsuited = [
        tuple(Card(rank, suit) for rank, suit in zip(ranks, Suit, strict=True))
        for ranks in combinations_with_replacement(Rank, 4)
    ]
    suited = [tuple(Card(rank, Suit.SPADES) for rank in ranks) for ranks in combinations(Rank, 4)]
    return unsuited + suited
