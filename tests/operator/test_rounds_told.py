"""The running sum over kept rounds: each counted once, however often it is gone on with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from joker_evening import KINGS, NOTHING, Evening, evening_in, temporary_folder

from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.records import read_round
from firmware.ledger.database import DATABASE
from firmware.ledger.readable import readable_documents
from firmware.ledger.snapshot import reading
from firmware.money import GameId
from firmware.operator.course import Busy, Point, Times
from firmware.operator.luck import judged
from firmware.operator.rounds_told import (
    DOCUMENT,
    Length,
    RoundsTold,
    newest_told,
    read_on,
    read_told,
)
from firmware.transaction import Transaction


@pytest.fixture
def evening() -> Iterator[Evening]:
    with temporary_folder() as folder, evening_in(Path(folder)) as made:
        yield made


def told(
    evening: Evening, before: RoundsTold | None = None, limit: int | None = None
) -> RoundsTold:
    with reading(evening.folder) as connection:
        documents = readable_documents(connection, [])
        return read_on(connection, documents, before or RoundsTold(), limit)


def newest(evening: Evening, rounds: int | None) -> RoundsTold:
    with reading(evening.folder) as connection:
        return newest_told(connection, readable_documents(connection, []), rounds)


def block(evening: Evening, chips: int) -> str:
    return f"joker_poker/{evening.game.pay_table.edition}/{chips}"


def test_nothing_was_played(evening: Evening) -> None:
    assert told(evening) == RoundsTold()


def test_rounds_are_judged_by_block(evening: Evening) -> None:
    evening.win()
    evening.lose()
    evening.lose()
    found = told(evening)
    assert (found.first, found.upto, found.missing) == (1, 3, 0)
    assert {name: sums.games for name, sums in found.judged.items()} == {
        block(evening, 5): 1,
        block(evening, 1): 2,
    }


def test_a_round_is_judged_as_it_was_played(evening: Evening) -> None:
    evening.win()
    record = evening.ledger.recent_rounds[0]
    sums, _ = judged(read_round(record.text), evening.game.pay_table)
    assert told(evening).judged == {block(evening, 5): sums}


def test_dealt_hands_are_counted(evening: Evening) -> None:
    evening.win()
    evening.lose()
    evening.lose()
    assert told(evening).dealt == {Hand.KINGS_OR_BETTER: 1, Hand.NOTHING: 2}


def test_lengths(evening: Evening) -> None:
    evening.win()  # deal, draw and collect take a second each: two from the stake on
    evening.lose()  # one
    assert told(evening).lengths == {GameId.JOKER_POKER: Length(2, 3000)}


def test_course(evening: Evening) -> None:
    evening.win()
    evening.lose()
    assert told(evening).course.points == (Point(1, 5, 5, 25), Point(2, 6, 5, 26))


def test_times_need_a_clock_that_is_right(evening: Evening) -> None:
    evening.lose()
    assert told(evening).times == Times()


def test_times(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(evening.clock), "is_synced", lambda _: True)
    evening.lose()
    evening.deal(KINGS)
    evening.coin(7)
    evening.draw()
    evening.collect()
    # 100 credits came before the first round.
    assert told(evening).times.hours == {0: Busy(2, 107)}


def test_a_round_over_a_power_cut_has_no_length(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.cut()
    evening.draw()
    evening.collect()
    found = told(evening)
    assert (found.lengths, found.upto) == ({}, 1)


def test_an_open_round_waits(evening: Evening) -> None:
    evening.lose()
    evening.deal(KINGS)
    evening.draw()
    open_ = told(evening)
    assert open_.upto == 1
    evening.collect()
    assert told(evening, open_).upto == 2


def test_going_on_is_the_same_as_all_at_once(evening: Evening) -> None:
    evening.win()
    evening.lose()
    first = told(evening)
    evening.win(3)
    evening.lose()
    assert told(evening, read_told(first.text())) == told(evening)


def test_a_limit_reads_the_oldest_first(evening: Evening) -> None:
    for _ in range(4):
        evening.lose()
    assert told(evening, limit=3).upto == 3


def test_no_round_is_read_twice(evening: Evening) -> None:
    evening.lose()
    seen = told(evening)
    assert told(evening, seen) == seen


def test_a_round_that_cannot_be_read_is_missing(evening: Evening) -> None:
    for _ in range(3):
        evening.lose()
    evening.ledger.close()
    with sqlite3.connect(evening.folder / DATABASE) as connection:
        connection.execute("DELETE FROM rounds WHERE number = 2")
    connection.close()
    found = told(evening)
    assert (found.upto, found.missing, found.judged[block(evening, 1)].games) == (3, 1, 2)


def test_a_round_whose_pay_table_is_lost_is_missing(evening: Evening) -> None:
    evening.lose()
    with reading(evening.folder) as connection:
        found = read_on(connection, {}, RoundsTold())
    assert (found.upto, found.missing, found.judged) == (1, 1, {})


def test_rounds_that_are_not_kept_any_more_are_missing() -> None:
    with temporary_folder() as folder:
        evening = Evening(Path(folder), keep=10)
        evening.coin(1000)
        evening.lose()
        seen = told(evening)
        for _ in range(600):
            evening.lose()
        with reading(evening.folder) as connection:
            oldest = connection.execute("SELECT min(number) FROM rounds").fetchone()[0]
        assert oldest > 2  # some are gone
        found = told(evening, seen)
        assert (found.first, found.upto, found.missing) == (1, 601, oldest - 2)
        assert 602 - oldest < 590  # fewer are kept than asked for
        asked = newest(evening, 590)
        assert (asked.first, asked.missing) == (oldest, 0)
        evening.close()


# --- what an audit asks for -------------------------------------------------------------------


def test_the_newest_rounds_only(evening: Evening) -> None:
    for _ in range(5):
        evening.lose()
    found = newest(evening, 2)
    assert (found.first, found.upto, found.missing) == (4, 5, 0)


def test_more_rounds_than_there_are(evening: Evening) -> None:
    evening.lose()
    assert newest(evening, 100).first == 1


def test_all_rounds(evening: Evening) -> None:
    for _ in range(5):
        evening.lose()
    assert newest(evening, None).first == 1


def test_what_the_cabinet_kept_is_gone_on_with(evening: Evening) -> None:
    evening.lose()
    evening.win()
    evening.tell(Transaction(documents={DOCUMENT: told(evening).text()}))
    evening.lose()
    assert newest(evening, 1) == told(evening)


def test_what_was_kept_and_cannot_be_read_is_made_again(evening: Evening) -> None:
    evening.lose()
    evening.tell(Transaction(documents={DOCUMENT: "{}x"}))
    assert newest(evening, None) == told(evening)


# --- its text ---------------------------------------------------------------------------------


def test_text_is_read_back(evening: Evening) -> None:
    evening.deal(NOTHING)
    evening.draw()
    found = told(evening)
    assert read_told(found.text()) == found


@pytest.mark.parametrize(
    "text", ["", "[]", '{"judged": {"poker": {}}}', '{"upto": "one"}', '{"dealt": {"six": 1}}']
)
def test_no_text_of_ours(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match="what the rounds told cannot be read"):
        read_told(text)
