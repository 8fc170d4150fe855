"""A recalled round is the round that was played, and a changed one is told from it."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import HIGHER, KINGS, NOTHING, SHIPPED, Evening, evening_in, temporary_folder

from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.records import read_round, write_round
from firmware.games.joker_poker.rules import JokerPoker
from firmware.ledger.checkpoint import BATCH_ROUNDS
from firmware.ledger.database import DATABASE
from firmware.ledger.verify import verify
from firmware.money import GameId
from firmware.operator import recall
from firmware.operator.recall import NotKeptError, Recalled, reading_rounds
from firmware.transaction import RoundRecord, Transaction


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An open ledger with 100 credits."""
    with evening_in(tmp_path / "ledger") as made:
        yield made


def recalled(evening: Evening, number: int) -> Recalled:
    with reading_rounds(evening.folder) as rounds:
        found = rounds.one(number)
    assert found is not None
    assert rounds.faults == []
    return found


def report(evening: Evening, number: int) -> dict[str, object]:
    return recalled(evening, number).as_report()


def play(evening: Evening, number: int) -> dict[str, object]:
    facts = report(evening, number)["play"]
    assert isinstance(facts, dict)
    return facts


# --- what was played --------------------------------------------------------------------------


def test_the_deal_the_hold_and_the_draw(evening: Evening) -> None:
    evening.deal(KINGS)  # the machine proposes the kings
    evening.hold(3)
    evening.draw()
    facts = play(evening, 1)
    assert facts["dealt"] == ["KH", "KD", "9S", "4C", "2D"]
    assert facts["held"] == [1, 2, 3]
    assert facts["drawn"] == ["3H", "7H"]
    assert facts["final"] == ["KH", "KD", "9S", "3H", "7H"]
    assert facts["hand"] == "kings_or_better"


def test_what_was_staked_won_and_collected(evening: Evening) -> None:
    evening.deal(KINGS, chips=5, chip_value=10)
    evening.draw()
    evening.collect()
    found = report(evening, 1)
    # Five chips of ten on a pair of kings, which pays five for five chips.
    assert (found["bet"], found["won"], found["collected"]) == (50, 50, 50)
    assert play(evening, 1)["chips"] == 5
    assert play(evening, 1)["chip_value"] == 10


@pytest.mark.promise("REC-1")
def test_a_double_with_its_cards_pick_and_outcome(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.draw()
    evening.half_double(HIGHER)
    evening.pick(2)
    assert play(evening, 1)["doubles"] == [
        {
            "stake": 2,  # half of five, rounded down
            "banked": 3,
            "dealer": "5C",
            "cards": ["9H", "2D", "5S", "4C"],
            "pick": 2,
            "picked": "9H",
            "outcome": "won",
            "won": 4,
        }
    ]


def test_an_open_double_hides_nothing_that_is_kept(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.draw()
    evening.double(HIGHER)
    (double,) = play(evening, 1)["doubles"]  # type: ignore[misc]
    assert (double["pick"], double["outcome"], double["won"]) == (None, None, None)


@pytest.mark.promise("REC-1")
def test_the_pay_table_of_its_day(evening: Evening) -> None:
    evening.win()
    table = play(evening, 1)["pay_table"]
    assert isinstance(table, dict)
    assert table["edition"] == SHIPPED.edition
    assert table["rows"]["kings_or_better"] == [1, 2, 3, 4, 5]


def test_credits_before_and_after_and_those_that_came_in(evening: Evening) -> None:
    evening.lose(chips=5)
    evening.coin(20)
    evening.hand_pay(15)
    evening.deal(KINGS)
    evening.coin(10)
    evening.draw()
    evening.collect()
    found = report(evening, 2)
    assert found["added_before"] == 5  # 20 came in, 15 were paid out
    assert found["credit_before"] == 100  # 100 - 5 + 5
    assert found["added_during"] == 10
    assert found["credit_after"] == 110  # 100 - 5 + 10 + 5


def test_when_it_was_played(evening: Evening) -> None:
    # Row 1 is the boot, 2 the pay table, 3 the coin; each action takes a second.
    evening.win()
    found = report(evening, 1)
    assert found["opened"] == {
        "row": 4,
        "boot": 1,
        "wall": "1970-01-01T00:00:03+00:00",
        "synced": False,
    }
    changed = found["changed"]
    assert isinstance(changed, dict)
    assert (changed["row"], changed["wall"]) == (6, "1970-01-01T00:00:05+00:00")


def test_a_round_in_dispute(evening: Evening) -> None:
    evening.win()
    evening.lose()
    evening.dispute(1)
    assert (report(evening, 1)["disputed"], report(evening, 2)["disputed"]) == (True, False)


# --- a cut ------------------------------------------------------------------------------------


@pytest.mark.promise("REC-2")
def test_a_round_cut_by_a_power_loss_is_incomplete_and_then_completed(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.cut()
    before = report(evening, 1)
    assert (before["is_over"], before["interrupted"], before["collected"]) == (False, True, 0)
    evening.draw()
    evening.collect()
    after = report(evening, 1)
    assert (after["is_over"], after["interrupted"], after["collected"]) == (True, True, 5)
    assert after["differences"] == []


def test_an_open_round_is_not_interrupted_by_being_open(evening: Evening) -> None:
    evening.deal(KINGS)
    assert report(evening, 1)["interrupted"] is False
    assert report(evening, 1)["differences"] == []


def test_a_cut_after_a_round_does_not_belong_to_it(evening: Evening) -> None:
    evening.win()
    evening.cut()
    assert report(evening, 1)["interrupted"] is False


def test_an_open_round_has_no_credit_after_it_yet(evening: Evening) -> None:
    """What came in since its last change is in no row of the round: no figure may stand there."""
    evening.deal(KINGS)
    evening.coin(4)
    found = report(evening, 1)
    assert (found["credit_after"], found["added_during"], found["credit_before"]) == (
        None,
        None,
        100,
    )


def test_the_credits_of_an_open_round_are_checked_all_the_same(evening: Evening) -> None:
    evening.deal(KINGS)
    forge = "UPDATE rounds SET credit_after = credit_after + 1 WHERE number = 1"
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        database.execute(forge)
    assert recalled(evening, 1).differences[0].startswith("credit after is 96, but 100 before")


# --- evaluated once more ----------------------------------------------------------------------


@pytest.mark.promise("REC-1")
def test_whatever_was_played_evaluates_to_the_same(evening: Evening) -> None:
    evening.lose(5)
    evening.win(3)
    evening.deal(KINGS)
    evening.hold(1, 2)  # a pair given away
    evening.draw()
    for pick in (2, 4, 3):  # won, tied, lost
        evening.deal(KINGS)
        evening.draw()
        evening.double()
        evening.pick(pick)
        if pick != 3:
            evening.half_double()
            evening.pick(2)
            evening.collect()
    with reading_rounds(evening.folder) as rounds:
        assert [(each.line.number, each.differences) for each in rounds.every()] == [
            (number, ()) for number in range(1, 7)
        ]


def kept_as(evening: Evening, number: int, **changes: object) -> tuple[str, ...]:
    """The differences once a round was kept otherwise, with a digest in its row to match."""
    with reading_rounds(evening.folder) as rounds:
        kept = rounds.connection.execute(
            "SELECT text FROM rounds WHERE number = ?", (number,)
        ).fetchone()
    forged = replace(read_round(kept[0]), **changes)  # type: ignore[arg-type]
    rewrite(evening, number, write_round(forged))
    return recalled(evening, number).differences


def rewrite(evening: Evening, number: int, text: str) -> None:
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        database.execute("UPDATE rounds SET text = ? WHERE number = ?", (text, number))


def test_a_hand_that_was_made_better_is_named(evening: Evening) -> None:
    evening.win()
    told = kept_as(evening, 1, hand=Hand.TRIPS)
    assert "hand is trips, the rules make it kings_or_better" in told


def test_a_win_that_was_made_larger_is_named(evening: Evening) -> None:
    evening.win()
    told = kept_as(evening, 1, paid=10, collected=10)
    assert "paid is 10, the rules make it 5" in told
    assert "collected is 10, the rules make it 5" in told


def test_credits_that_do_not_follow_from_the_round_are_named(evening: Evening) -> None:
    evening.win()
    told = kept_as(evening, 1, collected=10)
    assert (
        "credit after is 100, but 100 before, 0 added, 5 staked and 10 collected make 105" in told
    )


def test_a_card_that_decides_nothing_is_told_apart_by_its_row(evening: Evening) -> None:
    evening.lose()
    with reading_rounds(evening.folder) as rounds:
        (text,) = rounds.connection.execute("SELECT text FROM rounds").fetchone()
    rewrite(evening, 1, text.replace('"KD"', '"AD"', 1))
    assert recalled(evening, 1).differences == ("its record is not the one that row 5 tells of",)


def test_a_card_that_lies_twice_is_named(evening: Evening) -> None:
    evening.lose()
    with reading_rounds(evening.folder) as rounds:
        (text,) = rounds.connection.execute("SELECT text FROM rounds").fetchone()
    rewrite(evening, 1, text.replace('"KD"', '"9S"', 1))
    assert recalled(evening, 1).differences[0] == (
        "it cannot be evaluated: the card 9S is not in the deck, or was drawn twice"
    )


def test_a_lost_double_that_was_turned_into_a_won_one_is_named(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.draw()
    evening.double()
    evening.pick(3)
    with reading_rounds(evening.folder) as rounds:
        (text,) = rounds.connection.execute("SELECT text FROM rounds").fetchone()
    rewrite(evening, 1, text.replace('"lost"', '"won"'))
    (told, *_) = recalled(evening, 1).differences
    assert told == (
        "doubles is (5C 9H 2D 5S 4C, stake 5, banked 0, 3 won), "
        "the rules make it (5C 9H 2D 5S 4C, stake 5, banked 0, 3 lost)"
    )


def test_a_record_that_nobody_wrote_is_named_and_its_money_still_told(evening: Evening) -> None:
    evening.win()
    rewrite(evening, 1, "{}")
    found = recalled(evening, 1)
    assert found.told is None
    assert found.line.credit_before == 100
    assert found.differences[0].startswith("a round cannot be read")


def test_what_recall_tells_from_the_played_is_no_longer_proven(evening: Evening) -> None:
    evening.win()
    kept_as(evening, 1, paid=10)
    assert "round 1 is not what was written" in verify(evening.folder).faults


def test_a_credit_that_does_not_follow_from_the_round_before(evening: Evening) -> None:
    evening.lose()
    evening.lose()
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        database.execute("UPDATE rounds SET added_before = 7 WHERE number = 2")
    assert recalled(evening, 2).differences == (
        "credit before is 99, but 99 after the round before and 7 added make 106",
    )


# --- pay tables -------------------------------------------------------------------------------


def generous() -> PayTable:
    """The shipped table with a pair of kings paying double."""
    rows = {**SHIPPED.rows, Hand.KINGS_OR_BETTER: (2, 4, 6, 8, 10)}
    return replace(SHIPPED, rows=rows)


def test_a_round_is_evaluated_by_the_table_it_was_staked_under(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=JokerPoker(generous(), (1,), 5000))
    evening.coin(100)
    evening.win()
    found = recalled(evening, 1)
    assert found.differences == ()
    assert found.told is not None
    assert found.told.won == 10
    evening.close()


def test_a_pay_table_that_is_gone_is_named(evening: Evening) -> None:
    evening.win()
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        database.execute("DELETE FROM documents")
    assert recalled(evening, 1).differences == (
        f"it cannot be evaluated: its pay table {SHIPPED.edition} is not among the documents",
    )


def test_a_round_of_0_1_0_kept_no_table_and_is_evaluated_by_the_shipped_one(
    evening: Evening,
) -> None:
    evening.win()
    assert "table" not in " ".join(kept_as(evening, 1, table="", paid=6))
    assert "paid is 6, the rules make it 5" in kept_as(evening, 1, table="", paid=6)


# --- which rounds -----------------------------------------------------------------------------


def numbers(evening: Evening, limit: int, game: GameId | None = None) -> list[int]:
    with reading_rounds(evening.folder) as rounds:
        return [each.line.number for each in rounds.newest(limit, game)]


def test_the_newest_come_first(evening: Evening) -> None:
    for _ in range(4):
        evening.lose()
    assert numbers(evening, 3) == [4, 3, 2]


def test_before_the_first_round_there_is_none(evening: Evening) -> None:
    assert numbers(evening, 10) == []
    refused = pytest.raises(NotKeptError, match="round 1 is not kept: none was played yet")
    with reading_rounds(evening.folder) as rounds, refused:
        rounds.one(1)


def test_a_round_beyond_the_last_names_the_range(evening: Evening) -> None:
    evening.lose()
    evening.lose()
    refused = pytest.raises(NotKeptError, match=r"^round 3 is not kept: kept are 1 to 2$")
    with reading_rounds(evening.folder) as rounds, refused:
        rounds.one(3)


def test_rounds_of_one_game(evening: Evening) -> None:
    evening.lose()
    strip = RoundRecord(2, GameId.STRIP_POKER, "{}", True)
    evening.tell(Transaction(round=strip))
    evening.table = replace(evening.table, round=None)
    evening.lose()
    assert numbers(evening, 10, GameId.JOKER_POKER) == [3, 1]
    assert numbers(evening, 10, GameId.STRIP_POKER) == [2]


def test_a_game_that_cannot_be_told_says_so(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.win()
    monkeypatch.setattr(recall, "TELLERS", {})
    found = recalled(evening, 1)
    assert found.differences == ("this program cannot tell rounds of joker_poker",)
    assert (found.told, found.line.credit_after) == (None, 100)


FIRST_KEPT = 1 + (200 - 10) // BATCH_ROUNDS * BATCH_ROUNDS
"""Rounds go in batches while ten stay: of 200 as many whole batches as are in 190."""


@pytest.fixture
def short(tmp_path: Path) -> Evening:
    """A ledger that keeps at least ten rounds, after 200, the third in dispute."""
    evening = Evening(tmp_path, keep=10)
    evening.coin(500)
    for number in range(200):
        evening.lose()
        if number == 2:
            evening.dispute(3)
    evening.close()
    return evening


def test_behind_a_checkpoint_the_range_begins_later(short: Evening) -> None:
    with reading_rounds(short.folder) as rounds:
        assert list(rounds.numbers()) == [3, *range(FIRST_KEPT, 201)]
        message = (
            rf"^round {FIRST_KEPT - 1} is not kept: kept are {FIRST_KEPT} to 200, and in dispute 3$"
        )
        with pytest.raises(NotKeptError, match=message):
            rounds.one(FIRST_KEPT - 1)


def test_a_disputed_round_is_recalled_from_behind_a_checkpoint(short: Evening) -> None:
    assert recalled(short, 3).differences == ()
    assert report(short, 3)["disputed"] is True


def test_all_that_is_kept_behind_a_checkpoint_evaluates_to_the_same(short: Evening) -> None:
    with reading_rounds(short.folder) as rounds:
        found = list(rounds.every())
    assert len(found) == 1 + 200 - FIRST_KEPT + 1
    assert [each.differences for each in found if each.differences] == []
    assert rounds.faults == []


def test_recalling_one_round_reads_no_other_than_the_one_before(evening: Evening) -> None:
    for _ in range(20):
        evening.lose()
    with reading_rounds(evening.folder) as rounds:
        asked: list[str] = []
        rounds.connection.set_trace_callback(asked.append)
        rounds.one(10)
    of_rounds = [each for each in asked if "FROM rounds WHERE number" in each]
    assert [each.rpartition(" ")[2] for each in of_rounds] == ["10", "9"]


# --- reports ----------------------------------------------------------------------------------


def test_equal_books_give_equal_bytes_wherever_they_lie(evening: Evening, tmp_path: Path) -> None:
    evening.win()
    evening.close()
    once = json.dumps(report(evening, 1))
    evening.folder = evening.folder.rename(tmp_path / "elsewhere")
    assert json.dumps(report(evening, 1)) == once
    assert str(tmp_path) not in once


def test_recall_leaves_no_byte_behind(evening: Evening) -> None:
    evening.deal(NOTHING)
    evening.close()
    before = {path.name: path.read_bytes() for path in evening.folder.iterdir()}
    recalled(evening, 1)
    after = {path.name: path.read_bytes() for path in evening.folder.iterdir()}
    assert after == before
