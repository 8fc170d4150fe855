"""Cards as text, decks, and what is refused."""

import pytest

from firmware.cards.card import JOKER, Card, Rank, Suit, joker_deck, parse_cards, standard_deck


@pytest.mark.parametrize("card", joker_deck(), ids=str)
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    assert Card.parse(str(card)) == card


def test_ten_of_diamonds() -> None:
    assert Card.parse("TD") == Card(Rank.TEN, Suit.DIAMONDS)


def test_small_letters_and_spaces_are_read() -> None:
    assert Card.parse(" jk ") == JOKER


@pytest.mark.parametrize("text", ["", "1H", "10H", "HA", "AX", "J", "JKK", "A♠"])
def test_what_is_no_card_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(ValueError, match=f"^not a card: '{text}' "):
        Card.parse(text)


def test_card_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="the card KH stands twice in 'KH 2D kh'"):
        parse_cards("KH 2D kh")


def test_half_a_joker_is_refused() -> None:
    with pytest.raises(ValueError, match="the joker neither"):
        Card(None, Suit.SPADES)


def test_decks_have_52_and_53_different_cards() -> None:
    assert len(set(standard_deck())) == 52
    assert set(joker_deck()) - set(standard_deck()) == {JOKER}
