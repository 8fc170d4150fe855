"""The 32 holds of one deal: values that can be counted by hand, their order, what is refused."""

from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest

from firmware.cards.card import parse_cards
from firmware.errors import OddsError, RuleError
from firmware.games.joker_poker.hands import evaluate
from firmware.odds import deal
from firmware.odds.deal import holds
from firmware.odds.game import HANDS, JACKS_OR_BETTER, JOKER_POKER

PAYS = (0, 5, 5, 10, 15, 25, 35, 85, 250, 500, 1000, 5000)
"""The shipped table for five chips, from nothing up."""


def value(cards: str, *positions: int) -> Fraction:
    (found,) = (each for each in holds(parse_cards(cards), PAYS) if each.positions == positions)
    return found.value


def test_all_five_held_are_paid_as_they_are() -> None:
    assert value("KS KH KD AC AS", 1, 2, 3, 4, 5) == 35


def test_four_of_a_kind_become_five_with_one_card_of_48() -> None:
    assert value("9S 9H 9D 9C 2D", 1, 2, 3, 4) == Fraction(1000 + 47 * 85, 48)


def test_two_cards_are_worth_the_mean_of_every_draw() -> None:
    dealt = parse_cards("9S KH 4D JK 2C")
    others = [card for card in JOKER_POKER.deck if card not in dealt]
    won = [
        PAYS[HANDS.index(evaluate((dealt[1], dealt[3], *draw)).hand)]
        for draw in combinations(others, 3)
    ]
    assert value("9S KH 4D JK 2C", 2, 4) == Fraction(sum(won), len(won))


def test_the_order_of_the_cards_is_the_askers() -> None:
    cards = parse_cards("KH KD 9S 4C JK")
    best = {
        frozenset(order[at - 1] for at in holds(order, PAYS)[0].positions)
        for order in permutations(cards)
    }
    assert best == {frozenset(parse_cards("KH KD JK"))}


def test_values_fall() -> None:
    values = [each.value for each in holds(parse_cards("AH KH QH JH 4C"), PAYS)]
    assert values == sorted(values, reverse=True)


def test_of_equally_good_holds_the_one_with_most_cards_is_first() -> None:
    anything = (0, *(1 for _ in HANDS[1:]))
    first = holds(parse_cards("9S 9H 9D 2C 4H"), anything)[:4]
    assert [len(each.positions) for each in first] == [5, 4, 4, 3]


def test_most_cards_come_before_the_highest() -> None:
    counts = [len(each.positions) for each in holds(parse_cards("9S 9H 3S 4H 2C"), (0,) * 12)]
    assert counts == sorted(counts, reverse=True)


def test_of_as_many_cards_the_highest_are_first() -> None:
    anything = (0, *(1 for _ in HANDS[1:]))
    first = holds(parse_cards("9S 9H 9D 2C 4H"), anything)
    assert [each.positions for each in first[1:3]] == [(1, 2, 3, 5), (1, 2, 3, 4)]


def test_of_equal_ranks_the_suit_with_the_higher_cards_is_first() -> None:
    nothing = (0,) * 12
    single = [
        h.positions for h in holds(parse_cards("9S 9H 3S 4H 2C"), nothing) if len(h.positions) == 1
    ]
    assert single == [(2,), (1,), (4,), (3,), (5,)]


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ("KH KD 9S 4C", "a hand has 5 cards, not 4: KH KD 9S 4C"),
        ("KH KD 9S 4C 4D 4S", "a hand has 5 cards, not 6"),
    ],
)
def test_what_is_no_deal_is_refused(cards: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        holds(parse_cards(cards), PAYS)


def test_a_card_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="a card stands twice in 'KH KH 9S 4C JK'"):
        holds((*parse_cards("KH"), *parse_cards("KH 9S 4C JK")), PAYS)


def test_a_joker_in_a_game_without_one_is_refused() -> None:
    with pytest.raises(ValueError, match="jacks-or-better has no joker: KH KD 9S 4C JK"):
        holds(parse_cards("KH KD 9S 4C JK"), PAYS, JACKS_OR_BETTER)


def test_payments_that_cannot_be_counted_with_are_refused() -> None:
    with pytest.raises(RuleError, match="12 hands are paid, not 2"):
        holds(parse_cards("KH KD 9S 4C JK"), (0, 1))


@pytest.mark.parametrize("content", [None, b"", b"no archive", "short"])
def test_a_damaged_file_of_counted_hands_is_named(
    content: bytes | str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "joker-poker.hands"
    if content is not None:
        path.write_bytes(deal.packed(bytes(400)) if isinstance(content, str) else content)
    monkeypatch.setattr(deal, "counted_path", lambda game: path)
    deal.hands_with.cache_clear()
    try:
        with pytest.raises(OddsError, match=r"joker-poker\.hands"):
            deal.hands_with(JOKER_POKER)
    finally:
        deal.hands_with.cache_clear()
