"""A playing card and the joker, as values, and their two-letter notation.

Rank then suit: ``AH``, ``TD``, ``9C``, ``2S``; ``JK`` is the joker.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@unique
class Rank(IntEnum):
    """A rank by its height, the ace on top."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The one-letter notation.

        >>> Rank.TEN.letter
        'T'
        """
        return _RANK_LETTERS[self]


@unique
class Suit(StrEnum):
    """A suit by its letter. Whether suits rank is a matter of the game, not of the card."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


_RANK_LETTERS = dict(zip(Rank, "23456789TJQKA", strict=True))
_RANKS = {letter: rank for rank, letter in _RANK_LETTERS.items()}
_SUITS = {suit.value: suit for suit in Suit}


@dataclass(frozen=True, slots=True)
class Card:
    """One card; the joker has neither rank nor suit.

    >>> Card.parse("TD")
    Card('TD')
    >>> Card.parse("JK").is_joker
    True
    """

    rank: Rank | None
    suit: Suit | None

    def __post_init__(self) -> None:
        if (self.rank is None) != (self.suit is None):
            raise ValueError(f"a card has a rank and a suit, the joker neither: {self!r}")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card.

        Raises:
            ValueError: naming the text and what a card looks like.
        """
        code = text.strip().upper()
        if code == "JK":
            return JOKER
        if len(code) == 2 and code[0] in _RANKS and code[1] in _SUITS:
            return cls(_RANKS[code[0]], _SUITS[code[1]])
        raise ValueError(
            f"not a card: '{text}' (rank {''.join(_RANKS)} then suit {''.join(_SUITS)}, or JK)"
        )

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.rank is None

    def __str__(self) -> str:
        if self.rank is None or self.suit is None:
            return "JK"
        return self.rank.letter + self.suit.value

    def __repr__(self) -> str:
        return f"Card('{self}')"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Stored and read as its two letters."""
        from pydantic_core import core_schema  # only where something is stored or read

        def read(value: str | Card) -> Card:
            return value if isinstance(value, Card) else cls.parse(value)

        return core_schema.no_info_plain_validator_function(
            read, serialization=core_schema.to_string_ser_schema()
        )


JOKER = Card(None, None)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by white space.

    >>> parse_cards("KH KD JK")
    (Card('KH'), Card('KD'), Card('JK'))

    Raises:
        ValueError: for something that is no card, or for a card named twice.
    """
    cards = tuple(Card.parse(word) for word in text.split())
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"the card {card} stands twice in '{text}'")
        seen.add(card)
    return cards


@cache
def standard_deck() -> tuple[Card, ...]:
    """The 52 cards, by suit and rank."""
    return tuple(Card(rank, suit) for suit in Suit for rank in Rank)


@cache
def joker_deck() -> tuple[Card, ...]:
    """The 52 cards and one joker."""
    return (*standard_deck(), JOKER)
