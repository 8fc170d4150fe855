"""Cinque Mani on a real ledger: its stake, its prize, and how it is recalled deal by deal."""

from __future__ import annotations

import argparse
import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import Evening, Top, evening_in, temporary_folder

from firmware.cards.card import parse_cards
from firmware.cli import recall
from firmware.games.cinque_mani.play import Play
from firmware.games.cinque_mani.records import record_of
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Arrangement, Phase, Plan, Table, Terms
from firmware.ledger.database import DATABASE
from firmware.money import Account
from firmware.operator.export import export
from firmware.operator.recall import Recalled, reading_rounds
from firmware.transaction import Transaction

REMOVED = "7S 7C 8S 8C 9S 9C TS"
LAID: Arrangement = tuple(
    map(
        parse_cards,
        (
            "7H 8D 9H JS QC",  # nothing
            "7D 8H TC TD JC",  # a pair of tens
            "9D JD KD QD AD",  # a flush
            "QS KS KC KH AS",  # three kings
            "TH JH QH AH AC",  # a pair of aces
        ),
    )
)
"""The player's hands."""
TURNED: Arrangement = (*LAID[1:], LAID[0])
"""The same, every one a place lower and the first for 7."""
GAME = CinqueMani()
MATCH = CinqueMani(Terms(deals=5))


@pytest.fixture
def evening() -> Iterator[Evening]:
    with temporary_folder() as name, evening_in(Path(name) / "ledger") as opened:
        yield opened


def tell(evening: Evening, play: Play) -> Table:
    record = None if play.record is None else record_of(play.record)
    evening.tell(Transaction(play.postings, round=record))
    return play.table


def dealt(evening: Evening, table: Table, game: CinqueMani = GAME) -> Table:
    credit = evening.ledger.balances[Account.CREDIT]
    return tell(evening, game.deal(table, credit, 1, Top(REMOVED)))


def shown(evening: Evening, table: Table, *others: Arrangement, game: CinqueMani = GAME) -> Table:
    """All hands laid, the player's always the same, and turned up."""
    assert table.round is not None
    assert table.round.deal is not None
    deal = replace(table.round.deal, hands=LAID, own=LAID, plan=Plan.MINE)
    table = replace(table, phase=Phase.TABLE, round=replace(table.round, deal=deal))
    table = tell(evening, game.lay(table, others))
    table = tell(evening, game.confirm(table))
    return tell(evening, game.reveal_all(table))


def won(evening: Evening) -> Table:
    """18 to 7 for a stake of 2: every hand of the other but his last is a place too high."""
    return shown(evening, dealt(evening, Table(stake=2)), TURNED)


def recalled(evening: Evening) -> Recalled:
    with reading_rounds(evening.folder) as rounds:
        found = rounds.one(1)
    assert found is not None
    return found


def report(evening: Evening) -> dict[str, object]:
    made: dict[str, object] = json.loads(json.dumps(recalled(evening).as_report()))
    return made


def deals(evening: Evening) -> list[dict[str, object]]:
    play = report(evening)["play"]
    assert isinstance(play, dict)
    found: list[dict[str, object]] = play["deals"]
    return found


# --- one deal ---------------------------------------------------------------------------------


def test_the_stake_leaves_the_credit_with_the_cards(evening: Evening) -> None:
    dealt(evening, Table(stake=2))
    assert evening.ledger.balances[Account.CREDIT] == 98
    assert evening.ledger.meters["games.cinque_mani.staked"] == 2


def test_the_prize_of_two_players_is_two_for_one(evening: Evening) -> None:
    won(evening)
    assert evening.ledger.balances[Account.CREDIT] == 102
    assert evening.ledger.meters["games.cinque_mani.paid"] == 4


def test_a_won_round_evaluates_to_the_same_win(evening: Evening) -> None:
    won(evening)
    found = report(evening)
    assert (found["bet"], found["result"], found["won"], found["collected"]) == (2, "won", 4, 4)
    assert (found["credit_before"], found["credit_after"], found["same"]) == (100, 102, True)


def test_an_open_deal_is_interrupted_by_a_cut_and_hides_the_hands(evening: Evening) -> None:
    dealt(evening, Table(stake=2))
    evening.cut()
    found = recalled(evening)
    assert (found.line.is_over, found.is_interrupted, found.differences) == (False, True, ())
    assert deals(evening) == []


def test_who_laid_what_and_who_won_each_position(evening: Evening) -> None:
    won(evening)
    (deal,) = deals(evening)
    assert deal["removed"] == REMOVED.split()
    hands = deal["hands"]
    assert isinstance(hands, list)
    assert [hand["name"] for hand in hands[0]] == ["nothing", "pair", "flush", "trips", "pair"]
    assert [hand["name"] for hand in hands[1]] == ["pair", "flush", "trips", "pair", "nothing"]
    # Nothing and a pair lose to the pair and the flush; flush over trips, trips over a pair.
    assert deal["winners"] == [1, 1, 0, 0, 0]
    assert deal["points"] == [18, 7]


# --- more players, more deals -----------------------------------------------------------------


def test_four_players_level_at_the_top_share_the_stakes(evening: Evening) -> None:
    """All four lay the same hands: nobody has a point, so each gets his stake back."""
    table = dealt(evening, Table(stake=3, players=4))
    shown(evening, table, LAID, LAID, LAID)
    found = report(evening)
    assert (found["result"], found["won"], found["same"]) == ("level", 3, True)
    (deal,) = deals(evening)
    assert (deal["winners"], deal["points"]) == ([None] * 5, [0, 0, 0, 0])


def match(evening: Evening, count: int) -> Table:
    """Deals of a match, won 18 to 7 each."""
    table = Table(stake=2)
    for _ in range(count):
        table = shown(evening, dealt(evening, table, MATCH), TURNED, game=MATCH)
    return table


def test_a_match_is_one_stake_and_five_deals(evening: Evening) -> None:
    match(evening, 5)
    assert [deal["dealer"] for deal in deals(evening)] == [0, 1, 0, 1, 0]
    found = report(evening)
    assert (found["bet"], found["result"], found["won"], found["same"]) == (2, "won", 4, True)


def test_a_match_goes_on_over_a_cut(evening: Evening) -> None:
    table = match(evening, 2)
    evening.cut()
    shown(evening, dealt(evening, table, MATCH), TURNED, game=MATCH)
    assert len(deals(evening)) == 3
    assert recalled(evening).differences == ()


def test_a_match_that_was_left_has_lost_its_stake(evening: Evening) -> None:
    tell(evening, MATCH.leave(match(evening, 2)))
    found = report(evening)
    assert (found["result"], found["won"], found["credit_after"]) == ("left", 0, 98)
    assert found["same"] is True


# --- what was changed -------------------------------------------------------------------------


def test_hands_that_were_exchanged_in_the_ledger_are_named(evening: Evening) -> None:
    won(evening)
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        (text,) = database.execute("SELECT text FROM rounds").fetchone()
        line = json.loads(text)["told"][0]
        first, second = line.split()[1].split("/")[:2]
        forged = line.replace(f"{first}/{second}", f"{second}/{first}", 1)
        database.execute("UPDATE rounds SET text = ?", (text.replace(line, forged),))
    told = recalled(evening).differences
    # Both now have the pair of tens at 3 points, which nobody takes any more.
    assert "points is 18; 7, the rules make it 18; 4" in told
    assert any(sentence.startswith("its record is not the one") for sentence in told)


# --- for people and for a spreadsheet ---------------------------------------------------------


def cabinato(*words: str) -> int:
    """The exit code of a command line."""
    parser = argparse.ArgumentParser()
    recall.add_parser(parser.add_subparsers())
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def test_recall_prints_each_hand_and_who_took_it(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    won(evening)
    assert cabinato("recall", "1", "--data", str(evening.folder)) == 0
    printed = capsys.readouterr().out
    assert "flush, takes 5" in printed
    assert "won 18 to 7, 4 paid" in printed
    assert "it evaluates to the same win" in printed


def test_the_list_of_rounds_has_the_points(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    won(evening)
    assert cabinato("recall", "--game", "cinque-mani", "--data", str(evening.folder)) == 0
    assert "18 to 7" in capsys.readouterr().out


def test_an_export_has_a_line_a_round_with_every_deal_in_it(evening: Evening) -> None:
    match(evening, 5)
    with temporary_folder() as name:
        done = export(evening.folder, Path(name))
        with (Path(name) / "rounds.csv").open(encoding="utf-8", newline="") as stream:
            (row,) = csv.DictReader(stream)
        (told,) = json.loads((Path(name) / "rounds.json").read_text("utf-8"))
    assert done.faults == ()
    assert (row["game"], row["players"], row["level"]) == ("cinque_mani", "2", "hard")
    assert (row["deals"], row["points"], row["won"]) == ("5", "90 to 35", "4")
    assert len(row["deal_lines"].split("; ")) == 5
    assert len(told["play"]["deals"]) == 5
