"""What the operator's pages look up: rounds and events of a real ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from joker_evening import HIGHER, KINGS, Evening, evening_in, temporary_folder

from firmware.jobs import FindRounds, LogRead, ReadLog, RoundFound, RoundsFound, Topic
from firmware.ledger import event_search, round_search
from firmware.log import LogEntry, LogKind
from firmware.operator import lookup
from firmware.operator.lookup import LogSearch, Open, RoundSearch
from firmware.transaction import Transaction


@pytest.fixture
def evening() -> Iterator[Evening]:
    with temporary_folder() as name, evening_in(Path(name) / "ledger") as opened:
        yield opened


def opened(evening: Evening) -> Open:
    ledger = evening.ledger
    connection = ledger.ask(lambda connection: connection).result()
    return Open(connection, ledger.standing, ledger.documents)


def found(evening: Evening, wish: FindRounds) -> RoundsFound:
    search, ledger = RoundSearch(wish), opened(evening)
    for _ in range(1000):
        answer = search.step(ledger)
        if answer is not None:
            return answer
    raise AssertionError("the search has no end")


def number_of(evening: Evening, wish: FindRounds) -> int | None:
    answer = found(evening, wish)
    return None if answer.round is None else answer.round.number


def shown(evening: Evening, number: int) -> RoundFound:
    round_ = found(evening, FindRounds(number)).round
    assert round_ is not None
    return round_


def read(evening: Evening, wish: ReadLog) -> LogRead:
    search, ledger = LogSearch(wish), opened(evening)
    for _ in range(1000):
        answer = search.step(ledger)
        if answer is not None:
            return answer
    raise AssertionError("the search has no end")


# --- which round ------------------------------------------------------------------------------


def test_before_the_first_round_there_is_none(evening: Evening) -> None:
    assert found(evening, FindRounds()) == RoundsFound(None)


def test_without_a_number_it_is_the_newest(evening: Evening) -> None:
    evening.lose()
    evening.lose()
    answer = found(evening, FindRounds())
    assert (answer.round and answer.round.number, answer.has_older, answer.has_newer) == (
        2,
        True,
        False,
    )


def test_from_the_first_round_none_is_older(evening: Evening) -> None:
    evening.lose()
    evening.lose()
    answer = found(evening, FindRounds(1))
    assert (answer.has_older, answer.has_newer, answer.newest) == (False, True, 2)


def test_a_number_that_was_not_played_yet_is_none_towards_newer(evening: Evening) -> None:
    evening.lose()
    assert number_of(evening, FindRounds(2, is_older=False)) is None


def test_a_number_that_was_not_played_yet_is_the_newest_towards_older(evening: Evening) -> None:
    evening.lose()
    assert number_of(evening, FindRounds(99)) == 1


def test_a_gain_leaves_out_what_was_lost(evening: Evening) -> None:
    evening.deal(KINGS)  # 5 for 5: no gain; doubled twice to 20: a gain of 15
    evening.draw()
    for _ in range(2):
        evening.double(HIGHER)
        evening.pick(2)
    evening.collect()
    evening.win()
    evening.lose()
    assert number_of(evening, FindRounds(least_gain=10)) == 1


def test_a_coin_during_a_round_is_no_gain(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.coin(50)
    evening.draw()
    evening.collect()
    assert number_of(evening, FindRounds(least_gain=10)) is None


def test_of_rounds_that_fit_the_next_older_one_comes(evening: Evening) -> None:
    for _ in range(2):
        evening.deal(KINGS)
        evening.draw()
        for _ in range(2):
            evening.double(HIGHER)
            evening.pick(2)
        evening.collect()
    evening.lose()
    assert number_of(evening, FindRounds(1, least_gain=10, is_older=True)) == 1


def test_a_search_goes_on_over_stretches(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_search, "STRETCH", 2)
    evening.deal(KINGS)
    evening.draw()
    for _ in range(2):
        evening.double(HIGHER)
        evening.pick(2)
    evening.collect()
    for _ in range(6):
        evening.lose()
    search, ledger = RoundSearch(FindRounds(least_gain=10)), opened(evening)
    assert search.step(ledger) is None
    assert 0 < search.percent < 100


def test_a_search_over_stretches_ends_at_the_round(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_search, "STRETCH", 2)
    evening.deal(KINGS)
    evening.draw()
    for _ in range(2):
        evening.double(HIGHER)
        evening.pick(2)
    evening.collect()
    for _ in range(6):
        evening.lose()
    assert number_of(evening, FindRounds(least_gain=10)) == 1


def test_a_day_is_that_of_the_stake(evening: Evening) -> None:
    evening.lose()
    day = shown(evening, 1).at[:10]
    evening.clock.advance_s(86_400)
    evening.lose()
    assert number_of(evening, FindRounds(day=day)) == 1


def test_a_day_without_a_round_has_none(evening: Evening) -> None:
    evening.lose()
    assert number_of(evening, FindRounds(day="1999-12-31")) is None


def test_only_rounds_in_dispute(evening: Evening) -> None:
    for _ in range(3):
        evening.lose()
    evening.dispute(2)
    assert number_of(evening, FindRounds(is_disputed=True)) == 2


def test_a_dispute_that_does_not_fit_is_not_found(evening: Evening) -> None:
    evening.lose()
    evening.dispute(1)
    assert number_of(evening, FindRounds(is_disputed=True, least_gain=10)) is None


# --- retention --------------------------------------------------------------------------------


@pytest.fixture
def short() -> Iterator[Evening]:
    """A ledger that keeps 16 rounds, of 40 that were played the second in dispute."""
    with temporary_folder() as name:
        evening = Evening(Path(name) / "ledger", keep=16)
        evening.coin(100)
        for number in range(1, 41):
            evening.lose()
            if number == 2:
                evening.dispute(2)
        yield evening
        evening.close()


def test_a_dispute_protects_a_round_from_retention(short: Evening) -> None:
    assert shown(short, 2).number == 2


def test_older_than_the_kept_ones_is_the_one_in_dispute(short: Evening) -> None:
    first = number_of(short, FindRounds(3, is_older=False))
    assert first is not None
    assert number_of(short, FindRounds(first - 1)) == 2


def test_a_number_that_is_not_kept_leads_to_the_next_that_is(short: Evening) -> None:
    first = number_of(short, FindRounds(3, is_older=False))
    assert first is not None
    assert 3 < first <= 40 - 16 + 1


def test_older_than_the_oldest_there_is_none(short: Evening) -> None:
    assert number_of(short, FindRounds(1)) is None


def test_a_round_whose_dispute_has_ended_goes_with_the_others(short: Evening) -> None:
    short.dispute(2, is_open=False)
    for _ in range(16):
        short.lose()
    assert number_of(short, FindRounds(2)) is None


# --- what is shown of it ----------------------------------------------------------------------


def test_credits_before_and_after_and_added_since(evening: Evening) -> None:
    evening.lose(chips=1)  # 100 - 1
    evening.coin(20)
    evening.win()  # 5 for 5
    one = shown(evening, 2)
    assert (one.credit_before, one.added_before, one.bet, one.credit_after) == (119, 20, 5, 119)


def test_a_round_evaluates_to_the_same(evening: Evening) -> None:
    evening.win()
    assert shown(evening, 1).differences == ()


def test_a_round_that_the_power_cut_is_incomplete(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.cut()
    one = shown(evening, 1)
    assert (one.is_over, one.is_interrupted) == (False, True)


def test_it_is_complete_later(evening: Evening) -> None:
    evening.deal(KINGS)
    evening.cut()
    evening.draw()
    evening.collect()
    one = shown(evening, 1)
    assert (one.is_over, one.is_interrupted) == (True, True)


def test_a_win_that_was_changed_is_told_as_a_difference(evening: Evening) -> None:
    evening.win()
    text = "UPDATE rounds SET text = replace(text, '\"paid\":5', '\"paid\":9')"
    opened(evening).connection.execute(text)
    assert "paid is 9, the rules make it 5" in shown(evening, 1).differences


def test_a_record_that_cannot_be_read_has_no_steps_and_says_why(evening: Evening) -> None:
    evening.win()
    opened(evening).connection.execute("UPDATE rounds SET text = '{}'")
    one = shown(evening, 1)
    assert (one.steps, one.bet) == ((), None)
    assert one.differences[0].startswith("a round cannot be read")


def test_two_hundred_disputes_leave_no_room(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "DISPUTES_MAX", 1)
    evening.lose()
    assert found(evening, FindRounds()).can_dispute
    evening.dispute(1)
    assert not found(evening, FindRounds()).can_dispute


# --- the event log ----------------------------------------------------------------------------


def kinds(answer: LogRead) -> list[str]:
    return [line.kind for line in answer.lines]


def test_the_newest_line_comes_first(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.DOOR_CLOSED)
    assert kinds(read(evening, ReadLog(count=2))) == ["door_closed", "door_opened"]


def test_a_log_that_fits_has_nothing_older(evening: Evening) -> None:
    assert (kinds(read(evening, ReadLog())), read(evening, ReadLog()).has_older) == (
        ["boot"],
        False,
    )


def test_the_next_screenful_goes_on_behind_the_last_line(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.DOOR_CLOSED)
    first = read(evening, ReadLog(count=2))
    assert first.has_older
    assert kinds(read(evening, ReadLog(after=first.lines[-1].place, count=2))) == ["boot"]


def test_a_row_of_many_lines_goes_over_several_screenfuls(evening: Evening) -> None:
    entries = tuple(LogEntry(LogKind.SETTING, "", (("key", str(n)),)) for n in range(5))
    evening.tell(Transaction(log=entries))
    told, after = [], None
    for _ in range(3):
        answer = read(evening, ReadLog(after=after, topic=Topic.SETTINGS, count=2))
        told += [dict(line.details)["key"] for line in answer.lines]
        after = answer.lines[-1].place
    assert told == ["4", "3", "2", "1", "0"]


def test_games_tell_of_no_event(evening: Evening) -> None:
    evening.win()
    assert kinds(read(evening, ReadLog())) == ["boot"]


def test_a_topic_leaves_the_others_out(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.FAULT, "coin")
    assert kinds(read(evening, ReadLog(topic=Topic.ACCESS))) == ["door_opened"]


def test_a_dispute_is_told_of_under_money(evening: Evening) -> None:
    evening.lose()
    evening.dispute(1)
    line = read(evening, ReadLog(topic=Topic.MONEY)).lines[0]
    assert (line.kind, line.subject) == ("dispute_opened", "1")


def test_far_back_takes_several_steps(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_search, "STRETCH", 4)
    for _ in range(4):
        evening.lose()  # two rows each
    search = LogSearch(ReadLog())
    assert search.step(opened(evening)) is None
    assert 0 < search.percent < 100


def test_a_period_is_told_of_though_it_has_no_line_of_its_own(evening: Evening) -> None:
    evening.new_period("operator")
    assert kinds(read(evening, ReadLog(count=1))) == ["new_period"]


def test_behind_many_quiet_rows_the_first_line_is_found(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_search, "STRETCH", 4)
    for _ in range(6):
        evening.lose()
    assert kinds(read(evening, ReadLog())) == ["boot"]


def test_a_clock_that_went_back_is_told_where_nothing_else_was(evening: Evening) -> None:
    evening.win()
    connection = opened(evening).connection
    connection.execute("DROP TRIGGER rows_are_never_edited")
    connection.execute("UPDATE rows SET wall = '1900-01-01T00:00:00+00:00' WHERE sequence = 4")
    (line,) = read(evening, ReadLog(count=1)).lines
    assert (line.kind, line.row, line.is_wall_back) == ("wall_back", 4, True)


def test_a_row_that_cannot_be_read_is_told_of_and_the_others_stay(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.DOOR_CLOSED)
    connection = opened(evening).connection
    connection.execute("DROP TRIGGER rows_are_never_edited")
    number = read(evening, ReadLog(count=1)).lines[0].row
    connection.execute("PRAGMA ignore_check_constraints = 1")
    connection.execute("UPDATE rows SET is_clock_synced = 7 WHERE sequence = ?", (number,))
    answer = read(evening, ReadLog())
    assert kinds(answer) == ["door_opened", "boot"]
    assert answer.unread[0].startswith(f"row {number} is lost")
