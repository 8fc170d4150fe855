"""Deals of Strip Poker played by anybody through the rules, seen from the seat that acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.cards.shuffle import FairShuffler, SeededSource, Source, below
from firmware.games.strip_poker.hands import Deck
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat, View
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.table import Table, Terms

Plays = Callable[[View, Source], Answer]


@dataclass(frozen=True)
class Turn:
    """Somebody is to act."""

    game: StripPoker
    table: Table
    seat: Seat
    view: View


def at_random(view: View, chance: Source) -> Answer:
    """Anything that is allowed."""
    if view.phase is Phase.DRAW:
        count = below(chance, 6)
        places = [1, 2, 3, 4, 5]
        while len(places) > count:
            places.pop(below(chance, len(places)))
        return Answer(MoveKind.EXCHANGE, change=tuple(places))
    stay = MoveKind.WAIT if view.phase is Phase.B1_FIRST else MoveKind.CALL
    drawn = below(chance, 10)
    if view.max_amount and drawn < 4:
        amount = 1 + below(chance, view.max_amount)
        return Answer(MoveKind.RAISE if view.facing else MoveKind.OPEN, amount)
    return Answer(MoveKind.FOLD if drawn == 9 else stay)


def turns(
    players: dict[Seat, Plays], seed: int, terms: Terms, deals: int, deck: Deck = Deck.SHORT
) -> Iterator[Turn]:
    """Every turn of a session's first deals, told before it is played."""
    source = SeededSource(seed)
    shuffler = FairShuffler(source)
    game = StripPoker(terms, fixed_deck=deck)
    table = game.choose_opponent(Table(), "anybody").table
    table = game.sit_down(table, 100, 1, 5).table
    while table.phase is not Phase.END:
        if table.phase is Phase.BETWEEN:
            if deals == 0:
                return
            deals -= 1
            table = game.deal(table, shuffler).table
            continue
        if table.phase is Phase.SHOWDOWN:
            table = game.settle(table).table
            continue
        seat = to_act(table)
        view = view_of(table, seat)
        yield Turn(game, table, seat, view)
        table = game.answer(table, seat, players[seat](view, source)).table


def to_act(table: Table) -> Seat:
    """Whose turn it is; of two who change cards the player's first."""
    assert table.session is not None
    deal = table.session.deal
    assert deal is not None
    if table.phase is Phase.DRAW:
        return next(seat for seat in Seat if deal.holding(seat).change is None)
    assert deal.turn is not None
    return deal.turn
