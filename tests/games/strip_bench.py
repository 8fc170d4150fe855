"""A strip table to test at: stacked decks, and the moves that lead to a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards.card import Card, parse_cards
from firmware.games.strip_poker.notation import read_answers
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Seat
from firmware.games.strip_poker.table import Deal, Session, Side, Table, Terms

P, C = Seat.PLAYER, Seat.CHARACTER
GAME = StripPoker()

PLAYER_BETTER = "KH KD 9S 8C 7H AC QD JS TC 7S"
"""The player's pair of kings against nothing."""
CHARACTER_BETTER = "AC QD JS TC 7S KH KD 9S 8C 7H"
LEVEL = "AH KD QS JC 9H AS KC QD JH 9S"
"""Both A K Q J 9: a push."""


class Stacked:
    """Puts the given cards on top; remembers the decks it was handed."""

    def __init__(self, top: str = "") -> None:
        self.top = parse_cards(top)
        self.decks: list[tuple[Card, ...]] = []

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        self.decks.append(tuple(deck))
        return (*self.top, *(card for card in deck if card not in self.top))


def seated(terms: Terms | None = None, garments: int = 5) -> Table:
    """A session just bought."""
    game = replace(GAME, terms=terms or Terms(), fixed_deck=None)
    table = Table(opponent="vera", deck=game.terms.deck)
    return game.sit_down(table, 100, 1, garments).table


def with_sides(
    table: Table,
    player: Side | None = None,
    character: Side | None = None,
    pot: int = 0,
    pushes: int = 0,
) -> Table:
    """The same with other means in front of the two, and perhaps a carried pot."""
    session = the_session(table)
    session = replace(
        session,
        player=player or session.player,
        character=character or session.character,
        pot=pot,
        pushes=pushes,
    )
    return replace(table, session=session)


def dealt(top: str = PLAYER_BETTER, table: Table | None = None) -> Table:
    """The next deal with these cards."""
    return GAME.deal(table or seated(), Stacked(top)).table


def played(moves: str, table: Table | None = None) -> Table:
    """The table after moves such as "W O10 C X X12", each by whoever's turn it is."""
    table = table or dealt()
    for answer in read_answers(moves):
        table = GAME.answer(table, GAME.awaited(table)[0], answer).table
    return table


def settled(moves: str, table: Table | None = None) -> Table:
    """The same, settled after the showdown."""
    return GAME.settle(played(moves, table)).table


def the_session(table: Table) -> Session:
    assert table.session is not None
    return table.session


def the_deal(table: Table) -> Deal:
    deal = the_session(table).deal
    assert deal is not None
    return deal


def banks(table: Table) -> tuple[int, int, int]:
    """Player, character, pot."""
    session = the_session(table)
    return session.player.bank, session.character.bank, session.pot
