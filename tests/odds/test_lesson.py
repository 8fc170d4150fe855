"""What the trainer says of a round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from firmware.cards.card import parse_cards
from firmware.config import load_config
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.table import Round
from firmware.odds.lesson import lesson

GAME = joker_poker(load_config().joker_poker)
ROYAL = Round(
    number=1,
    chips=5,
    chip_value=2,
    credit_before=100,
    dealt=parse_cards("AH KH QH JH TH"),
    stock=parse_cards("2C 3C 4C 5C 6C"),
    held=(1, 2, 3, 4, 5),
    table=GAME.pay_table.edition,
)


def test_the_best_choice_costs_nothing() -> None:
    assert lesson(ROYAL, GAME).cost == 0
    assert lesson(ROYAL, GAME).best == (1, 2, 3, 4, 5)


def test_giving_a_card_of_a_royal_away_costs_most_of_it_in_credits() -> None:
    # AH KH QH JH and one of 48: the joker (500), 9H (no royal: straight flush 250 needs 9..K, so
    # a flush) ... worked out card by card for five chips, in chips:
    #   TH is out of the deck, it was given away; the joker makes the royal with joker: 500
    #   eight hearts (2..9) make a flush: 25 each; TS TD TC make a straight: 15 each
    #   AS AD AC, KS KD KC make a pair of kings or aces: 5 each; the other 30 make nothing
    chips = Fraction(500 + 8 * 25 + 3 * 15 + 6 * 5, 48)
    played = replace(ROYAL, held=(1, 2, 3, 4))
    assert lesson(played, GAME).cost == 2 * (5000 - chips)
    assert lesson(played, GAME).best == (1, 2, 3, 4, 5)


def test_of_equally_good_choices_the_players_own_is_the_best() -> None:
    # a pat five of a kind, kept whole or with its joker and four aces and any fifth card: no;
    # but four of a kind and an odd card win the same with or without it in hand
    quads = replace(ROYAL, dealt=parse_cards("9H 9D 9S 9C 2H"))
    kept, whole = (replace(quads, held=held) for held in ((1, 2, 3, 4), (1, 2, 3, 4, 5)))
    assert lesson(kept, GAME).cost == 0  # the joker may still come
    assert lesson(whole, GAME).cost == 2 * Fraction(1000 - 85, 48)
    assert lesson(whole, GAME).best == (1, 2, 3, 4)


def test_a_round_is_judged_by_the_table_it_was_staked_under() -> None:
    single = replace(ROYAL, chips=1, held=())
    assert lesson(single, GAME).cost < lesson(replace(single, chips=5), GAME).cost
