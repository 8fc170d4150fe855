"""A table of Cinque Mani to test at: a known deal, and hands laid by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards.card import Card, parse_cards
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Deal, Phase, Plan, Round, Table, Terms

REMOVED = "7S 7C 8S 8C 9S 9C TS"
"""Out of play in the deal of these tests."""
HANDS = (
    "7H 8D 9H JS QC",  # nothing
    "7D 8H TC TD JC",  # a pair of tens
    "9D JD KD QD AD",  # a flush
    "QS KS KC KH AS",  # three kings
    "TH JH QH AH AC",  # a pair of aces
)
"""The twenty-five cards that are left, in no good order."""
GAME = CinqueMani()


class Stacked:
    """Puts the given cards on top; remembers the decks it was handed."""

    def __init__(self, top: str = REMOVED) -> None:
        self.top = parse_cards(top)
        self.decks: list[tuple[Card, ...]] = []

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        self.decks.append(tuple(deck))
        return (*self.top, *(card for card in deck if card not in self.top))


def hands(*texts: str) -> Arrangement:
    return tuple(map(parse_cards, texts))


LAID = hands(*HANDS)
TURNED = (*LAID[1:], LAID[0])
"""The same hands, every one a place lower and the first for 7."""


def dealt(players: int = 2, terms: Terms | None = None, stake: int = 2) -> Table:
    """A deal of these cards, to be built."""
    game = CinqueMani(terms or Terms())
    return game.deal(Table(stake=stake, players=players), 100, 1, Stacked()).table


def arranged(table: Table | None = None, laid: Arrangement = LAID) -> Table:
    """The same with these hands on the table."""
    table = table or dealt()
    deal = replace(the_deal(table), hands=laid, own=laid, plan=Plan.MINE)
    return replace(table, phase=Phase.TABLE, round=replace(the_round(table), deal=deal))


def confirmed(*others: Arrangement, table: Table | None = None, own: Arrangement = LAID) -> Table:
    """All hands face down; as many play as lay."""
    table = arranged(table or dealt(players=1 + len(others)), own)
    return GAME.confirm(GAME.lay(table, others).table).table


def the_round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def the_deal(table: Table) -> Deal:
    assert table.dealt is not None
    return table.dealt
