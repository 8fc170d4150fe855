"""A finished deal in one line: short enough that a match keeps all of its deals.

`7S8D9CTHJSQDKC AHKHQHJHTH/.../... AHKHQHJHTH/.../...`: the seven cards out of play, then the five
hands of every seat, first to fifth, the player's first. Who dealt follows from the order of the
deals, and who won what from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError
from firmware.games.cinque_mani.table import Arrangement, Deal

_BETWEEN_HANDS = "/"


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """What a line tells.

    Attributes:
        removed: the seven cards out of play, as they were drawn.
        arrangements: the hands of every seat, the player's first.
    """

    removed: tuple[Card, ...]
    arrangements: tuple[Arrangement, ...]


def write_deal(deal: Deal) -> str:
    """The line of a deal that is over."""
    return " ".join([_joined(deal.removed), *map(write_arrangement, deal.arrangements)])


def read_deal(line: str) -> ToldDeal:
    """What `write_deal` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    try:
        removed, *arrangements = line.split()
        return ToldDeal(_cards(removed), tuple(map(read_arrangement, arrangements)))
    except ValueError as error:
        raise LedgerCorruptError(f"a deal cannot be read ({error}): '{line[:120]}'") from error


def write_arrangement(arrangement: Arrangement) -> str:
    """Five hands in one word."""
    return _BETWEEN_HANDS.join(map(_joined, arrangement))


def read_arrangement(word: str) -> Arrangement:
    """What `write_arrangement` wrote.

    >>> [len(hand) for hand in read_arrangement("AHKH/QS")]
    [2, 1]

    Raises:
        ValueError: something in it is no card.
    """
    return tuple(map(_cards, word.split(_BETWEEN_HANDS)))


def _joined(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(_card(text[at : at + 2]) for at in range(0, len(text), 2))


_card = cache(Card.parse)  # a mix names each card dozens of times, and is read between two frames
