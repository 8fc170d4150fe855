"""Charts: what lines see, the search against every list there is, and a list read card by card."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from firmware.cards.card import Card, Rank, Suit, parse_cards
from firmware.games.joker_poker.hands import Hand
from firmware.odds.chart import Chart, _Section, chart
from firmware.odds.chart_lines import Held, Kind, Line, lines
from firmware.odds.game import HANDS, JACKS_OR_BETTER, JOKER_POKER
from firmware.odds.reduced import Reduced
from firmware.odds.strategy import class_cards

PAYS = (0, 5, 5, 10, 15, 25, 35, 85, 250, 500, 1000, 5000)
SUITS = tuple(Suit)


def held(text: str) -> Held:
    return Held.of(parse_cards(text), JOKER_POKER)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("6S 7S 8S", 3),
        ("6S 7H 9S", 2),
        ("6S 7H TS", 1),
        ("6S 7H JS", 0),
        ("AS 2S 3S", 1),
        ("2S 3S 4S", 2),
        ("AS KS QS", 1),
        ("QS JS TS", 3),
        ("9S", 5),
        ("AS", 2),
        ("6S 6H", 0),
        ("6S 7S 8S JK", 3),
    ],
)
def test_runs_are_the_straights_that_contain_the_cards(text: str, runs: int) -> None:
    assert held(text).runs == runs


ROYAL_WITH_ONE = Line(Kind.ROYAL, 2, highs=1)
FLUSH_RUN = Line(Kind.STRAIGHT_FLUSH, 3, runs=2)


@pytest.mark.parametrize(
    ("line", "fitting", "others"),
    [
        (ROYAL_WITH_ONE, ["KS TS", "AH QH JK"], ["QS JS", "KS TH", "KS 9S", "KS QS JS", "KS"]),
        (FLUSH_RUN, ["6S 7S 9S", "2H 3H 4H"], ["6S 7S TS", "6S 7H 9S", "AS 2S 3S"]),
        (Line(Kind.FLUSH, 3), ["2S 9S KS"], ["2S 9S KH", "2S 9S"]),
        (Line(Kind.STRAIGHT, 4, runs=2), ["6S 7H 8D 9C"], ["6S 7H 8D TC", "6S 6H 7D 8C"]),
        (Line(Kind.HIGH, 2), ["KS AH", "KS AS"], ["KS KH", "KS QH"]),
        (Line(Kind.SAME, 2, counts=(2,), low=Rank.KING), ["KS KH", "AS AH"], ["QS QH", "KS AS"]),
        (Line(Kind.SAME, 4, counts=(2, 2)), ["KS KH 2S 2D"], ["KS KH KD 2D", "KS KH"]),
        (Line(Kind.SINGLE, 1, low=Rank.SIX, high=Rank.EIGHT), ["7S", "6H JK"], ["9S", "5S"]),
        (Line(Kind.NOTHING, 0), ["", "JK"], ["2S"]),
    ],
)
def test_a_line_fits_such_cards_and_no_others(
    line: Line, fitting: list[str], others: list[str]
) -> None:
    assert [text for text in fitting + others if line.fits(held(text))] == fitting


def test_jacks_are_high_where_they_pay() -> None:
    assert Held.of(parse_cards("JS QH TD"), JACKS_OR_BETTER).highs == 2
    assert held("JS QH TD").highs == 0


# --- the search -------------------------------------------------------------------------------


def section(seed: int, count: int = 4, groups: int = 9) -> _Section:
    """Random deals: any line fits about half of them; the last fits all, and is worth least."""
    random = np.random.default_rng(seed)
    fits = (random.random((count + 1, groups)) < 0.5).astype(np.uint8)
    fits[-1] = 1
    sums = random.integers(10, 100, fits.shape).astype(float) * fits
    sums[-1] = 1
    names = [*list(lines())[:count], Line(Kind.NOTHING, 0)]
    return _Section(names, np.zeros((count + 1, 1), np.uint8), fits, sums, np.ones(groups))


def by_hand(tried: _Section, chosen: tuple[int, ...]) -> float:
    return sum(
        next(tried.sums[line, group] for line in chosen if tried.fits[line, group])
        for group in range(tried.sums.shape[1])
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_search_ends_where_no_move_gains(seed: int) -> None:
    tried = section(seed)
    chosen = tried.search(1)
    assert chosen[-1] == 4
    value = by_hand(tried, tuple(chosen))
    assert tried.value(chosen) == value
    for line in range(4):
        rest = [other for other in chosen if other != line]
        for at in range(len(rest)):
            assert by_hand(tried, (*rest[:at], line, *rest[at:])) < value + 1


def test_the_search_finds_the_best_list_that_there_is() -> None:
    tried = section(3)
    best = max(
        by_hand(tried, (*order, 4))
        for count in range(5)
        for some in combinations(range(4), count)
        for order in permutations(some)
    )
    assert tried.value(tried.search(1)) == best


def test_a_line_not_worth_it_is_left_out() -> None:
    assert section(3).search(10_000) == [4]


# --- the whole game ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine() -> Reduced:
    return Reduced.of(JOKER_POKER)


@pytest.fixture(scope="module")
def short(engine: Reduced) -> Chart:
    """A chart of few lines, since those that win back less than half a percent are left out."""
    return chart(engine, PAYS, 5, Fraction(1, 200))


def height(cards: tuple[Card, ...], deal: tuple[Card, ...]) -> list[tuple[int, list[int]]]:
    """The higher of as many cards; of equal ranks that of the suit with the higher cards."""

    def of(card: Card) -> tuple[int, list[int]]:
        same = [other.rank or 0 for other in deal if other.suit is card.suit]
        return (15, []) if card.rank is None else (card.rank, sorted(same, reverse=True))

    return sorted(map(of, cards), reverse=True)


def read_off(deal: tuple[Card, ...], found: Chart) -> set[Card]:
    """What a person holds who reads the chart from the top."""
    joker = tuple(card for card in deal if card.is_joker)
    others = tuple(card for card in deal if not card.is_joker)
    for line in found.joker if joker else found.natural:
        if line.hand is not None:
            if JOKER_POKER.hand(deal) is line.hand:
                return set(deal)
            continue
        ways = [
            cards
            for cards in combinations(others, line.cards)
            if line.fits(Held.of(cards, JOKER_POKER))
        ]
        if ways:
            return {*max(ways, key=lambda cards: height(cards, deal)), *joker}
    raise AssertionError(deal)


def test_the_chart_is_read_as_it_is_counted(engine: Reduced, short: Chart) -> None:
    tables = engine.tables
    for number in range(0, len(tables.weight), 301):
        deal = class_cards(tables, number)
        kept = {card for at, card in enumerate(deal) if int(short.hold[number]) >> at & 1}
        wanted = read_off(deal, short)
        assert height(tuple(kept), deal) == height(tuple(wanted), deal), deal
        assert len(kept) == len(wanted)


def test_a_short_chart_is_short_and_costs_something(short: Chart) -> None:
    assert len(short.natural) + len(short.joker) < 25
    assert short.cost == short.best.rtp - short.followed.rtp
    assert 0 < short.cost < Fraction(5, 100)
    assert short.best.rtp == Fraction(183519471067, 186127769100)


def test_every_hand_that_five_cards_make_may_be_a_line() -> None:
    pat = {line.hand for line in lines() if line.hand is not None}
    four_or_less = {Hand.NOTHING, Hand.KINGS_OR_BETTER, Hand.TWO_PAIR, Hand.TRIPS, Hand.QUADS}
    assert pat == set(HANDS) - four_or_less
