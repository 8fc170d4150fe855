"""The event log is everything but the games, in the order of the rows."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from joker_evening import Evening, evening_in, temporary_folder

from firmware.ledger.chain import Row, Stamp
from firmware.ledger.entries import Kind
from firmware.ledger.snapshot import reading
from firmware.log import LogKind
from firmware.operator.event_log import Event, events_of, newest_events, read_events


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An open ledger with 100 credits."""
    with evening_in(tmp_path / "ledger") as made:
        yield made


def kinds(evening: Evening, limit: int = 100) -> list[str]:
    return [event.kind for event in read_events(evening.folder, limit)]


def row(sequence: int, wall: str, payload: str = "{}", kind: str = Kind.TRANSACTION) -> Row:
    return Row(sequence, Stamp(1, 0, wall, is_clock_synced=False), kind, payload, b"")


def test_the_newest_line_comes_first(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.DOOR_CLOSED)
    assert kinds(evening) == ["door_closed", "door_opened", "boot"]


def test_no_more_than_asked_for(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    evening.log(LogKind.DOOR_CLOSED)
    assert kinds(evening, 1) == ["door_closed"]


def test_games_and_coins_are_no_events(evening: Evening) -> None:
    evening.win()
    evening.coin(10)
    assert kinds(evening) == ["boot"]


def test_a_goodbye_and_what_follows_it(evening: Evening) -> None:
    evening.close()
    again = Evening(evening.folder)
    newest, stop, _ = read_events(evening.folder, 10)
    again.close()
    assert (newest.kind, dict(newest.details)["was_clean"]) == ("boot", "true")
    assert stop.kind == "stop"


def test_a_boot_after_a_cut_was_not_clean(evening: Evening) -> None:
    evening.cut()
    (newest, *_) = read_events(evening.folder, 1)
    assert dict(newest.details)["was_clean"] == "false"
    assert newest.stamp.boot == 2


def test_a_setting_with_old_and_new_value(evening: Evening) -> None:
    evening.log(LogKind.SETTING, key="coin.credit_minor", old="10", new="20", by="hw_config.toml")
    (newest, *_) = read_events(evening.folder, 1)
    assert newest.as_report()["details"] == {
        "key": "coin.credit_minor",
        "old": "10",
        "new": "20",
        "by": "hw_config.toml",
    }


def test_a_dispute_and_its_end(evening: Evening) -> None:
    evening.lose()
    evening.dispute(1)
    evening.dispute(1, is_open=False)
    ended, opened, _ = read_events(evening.folder, 10)
    assert (opened.kind, opened.subject) == ("dispute_opened", "1")
    assert (ended.kind, ended.details) == ("dispute_ended", (("by", "the operator"),))


def test_a_new_period(evening: Evening) -> None:
    evening.new_period("Anna")
    (newest, *_) = read_events(evening.folder, 1)
    assert (newest.kind, newest.details) == ("new_period", (("by", "Anna"),))


def test_more_lines_than_are_read_at_a_time(evening: Evening) -> None:
    # 700 rows: more than two of the windows that are read from the newest back.
    for number in range(700):
        evening.log(LogKind.FAULT, detail=str(number))
    found = read_events(evening.folder, 1000)
    told = [dict(event.details)["detail"] for event in found if event.kind == "fault"]
    assert told == [str(number) for number in reversed(range(700))]


def test_the_next_page_goes_on_below_a_row(evening: Evening) -> None:
    for number in range(5):
        evening.log(LogKind.FAULT, detail=str(number))
    first = read_events(evening.folder, 2)
    second = read_events(evening.folder, 2, below=first[-1].sequence)
    assert [dict(event.details)["detail"] for event in (*first, *second)] == ["4", "3", "2", "1"]


def test_only_as_many_rows_are_read_as_are_needed(evening: Evening) -> None:
    for _ in range(600):
        evening.log(LogKind.DOOR_OPENED)
    with reading(evening.folder) as connection:
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        assert len(list(islice(newest_events(connection, []), 10))) == 10
    assert sum("FROM rows WHERE sequence >" in each for each in asked) == 1


# --- wall time --------------------------------------------------------------------------------


@pytest.mark.promise("ERR-2")
@pytest.mark.parametrize(
    ("before", "now", "is_back"),
    [
        ("2026-05-01T12:00:00+00:00", "2026-05-01T12:00:01+00:00", False),
        ("2026-05-01T12:00:00+00:00", "2026-05-01T12:00:00+00:00", False),
        ("2026-05-01T12:00:00+00:00", "2026-05-01T11:59:59+00:00", True),
        ("2026-05-01T12:00:00+00:00", "2026-05-01T13:00:00+02:00", True),  # an hour earlier
        ("2026-05-01T12:00:00+00:00", "1970-01-01T00:00:00", True),
        ("never", "1970-01-01T00:00:00+00:00", False),
    ],
)
def test_a_row_whose_wall_time_went_back(before: str, now: str, is_back: bool) -> None:
    stop = row(2, now, kind=Kind.STOP)
    assert [event.is_wall_back for event in events_of(stop, row(1, before))] == [is_back]


def test_wall_time_that_went_back_where_nothing_else_happened_is_a_line() -> None:
    (event,) = events_of(row(2, "1970-01-01"), row(1, "2026-05-01"))
    assert (event.kind, event.details) == (
        "wall_back",
        (("was", "2026-05-01"), ("now", "1970-01-01")),
    )


def test_an_uneventful_row_is_no_line() -> None:
    assert events_of(row(2, "2026-05-02"), row(1, "2026-05-01")) == ()


@pytest.mark.parametrize("payload", ["", "[]", '{"log": [["no_such_kind", "", []]]}', '{"log": 1}'])
def test_a_row_that_tells_nothing_known_is_a_line_all_the_same(payload: str) -> None:
    (event,) = events_of(row(2, "2026-05-02", payload), row(1, "2026-05-01"))
    assert isinstance(event, Event)
    assert (event.kind, event.subject) == ("unreadable", "transaction")
