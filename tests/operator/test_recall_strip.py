"""A session of Strip Poker on a real ledger: its price, its end, and how it is recalled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from joker_evening import Evening, Top, evening_in

from firmware.games.strip_poker.play import Play
from firmware.games.strip_poker.records import record_of
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Seat
from firmware.games.strip_poker.table import Table
from firmware.money import Account
from firmware.operator.recall import Recalled, reading_rounds
from firmware.transaction import Transaction

GAME = StripPoker()
KINGS_AGAINST_NOTHING = "KH KD 9S 8C 7H AC QD JS TC 7S"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with evening_in(tmp_path) as opened:
        yield opened


def tell(evening: Evening, play: Play) -> Table:
    record = None if play.record is None else record_of(play.record)
    evening.tell(Transaction(play.postings, round=record))
    return play.table


def seated(evening: Evening) -> Table:
    credit = evening.ledger.balances[Account.CREDIT]
    return tell(evening, GAME.sit_down(Table(opponent="vera"), credit, 1, 5))


def one_deal(evening: Evening, table: Table) -> Table:
    """A deal that the character gives up."""
    table = tell(evening, GAME.deal(table, Top(KINGS_AGAINST_NOTHING)))
    table = tell(evening, GAME.open(table, Seat.PLAYER, 10))
    return tell(evening, GAME.answer(table, Seat.CHARACTER, Answer(MoveKind.FOLD)))


def recalled(evening: Evening) -> Recalled:
    with reading_rounds(evening.folder) as rounds:
        return rounds.one(1)


def test_the_price_is_turnover_and_leaves_the_credit_at_once(evening: Evening) -> None:
    seated(evening)
    assert evening.ledger.balances[Account.CREDIT] == 95
    assert evening.ledger.meters["turnover"] == 5
    assert evening.ledger.meters["games.strip_poker.staked"] == 5
    assert evening.ledger.meters["games_played"] == 0


def test_a_deal_moves_no_credit(evening: Evening) -> None:
    one_deal(evening, seated(evening))
    assert evening.ledger.balances[Account.CREDIT] == 95


def test_a_session_that_goes_on_evaluates_to_the_same_so_far(evening: Evening) -> None:
    one_deal(evening, seated(evening))
    found = recalled(evening)
    assert (found.line.is_over, found.differences) == (False, ())


def test_a_session_that_was_left_is_played_and_neither_won_nor_lost(evening: Evening) -> None:
    tell(evening, GAME.leave(one_deal(evening, seated(evening))))
    meters = evening.ledger.meters
    assert [meters[f"games_{name}"] for name in ("played", "won", "lost")] == [1, 0, 0]


def test_a_session_that_is_over_is_recalled_as_it_was(evening: Evening) -> None:
    tell(evening, GAME.leave(one_deal(evening, seated(evening))))
    found = recalled(evening)
    assert (found.line.is_over, found.differences) == (True, ())
    report = json.loads(json.dumps(found.as_report()))
    assert (report["game"], report["bet"], report["result"]) == ("strip_poker", 5, "left")
    assert report["play"]["deal_lines"] == ["KHKD9S8C7H ACQDJSTC7S - O10 F"]


def test_the_credit_of_a_session_follows_from_its_price(evening: Evening) -> None:
    tell(evening, GAME.leave(seated(evening)))
    report = recalled(evening).as_report()
    assert (report["credit_before"], report["credit_after"], report["same"]) == (100, 95, True)
