"""Whole sessions by the rules, with the opponent that the cabinet has on both chairs."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.action import can
from firmware.games.strip_poker.hands import Deck
from firmware.games.strip_poker.opponent import Opponent
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Phase, Seat
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.table import Result, Table, Terms

DEAL_S = 25
"""Of table time for a deal, as the rules of the game suppose: presses, thoughts and cards."""
GARMENTS = 5


@dataclass(frozen=True)
class Played:
    """A session.

    Attributes:
        deals: how many it took.
        is_won: whether the player won it.
        won_deals: deals that the player won.
    """

    deals: int
    is_won: bool


def play_session(deck: Deck, player: Opponent, character: Opponent, seed: int) -> Played:
    """One session to its end; the player buys back whenever that is possible."""
    source = SeededSource(f"session {seed}")
    shuffler = FairShuffler(source)
    game = StripPoker(Terms(), fixed_deck=deck)
    table = game.choose_opponent(Table(), "anybody").table
    table = game.sit_down(table, 100, 1, GARMENTS).table
    deals = 0
    while table.phase is not Phase.END:
        if table.phase is Phase.BETWEEN:
            if can(game.verify_buy_back, table):
                table = game.buy_back(table).table
            table = game.deal(table, shuffler).table
            deals += 1
        elif table.phase is Phase.SHOWDOWN:
            table = game.settle(table).table
        else:
            seat = _to_act(table)
            who = player if seat is Seat.PLAYER else character
            table = game.answer(table, seat, who.answer(view_of(table, seat), source)).table
    session = table.session
    assert session is not None
    return Played(deals, session.result is Result.WON)


def _to_act(table: Table) -> Seat:
    assert table.session is not None
    deal = table.session.deal
    assert deal is not None
    if table.phase is Phase.DRAW:
        return next(seat for seat in Seat if deal.holding(seat).change is None)
    assert deal.turn is not None
    return deal.turn
