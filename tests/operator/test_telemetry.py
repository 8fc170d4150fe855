"""What a broker is told: the books, the health, and the event log row by row."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import Evening, evening_in, temporary_folder

from firmware.ledger import ledger
from firmware.log import LogEntry, LogKind
from firmware.operator.books import books_of
from firmware.operator.telemetry import (
    PAGE_ROWS,
    Cursor,
    HealthTold,
    Place,
    Topics,
    event_texts,
    meters_text,
    place_of,
    rows_after,
)
from firmware.transaction import Transaction

AT = "2026-03-01T21:18:42+00:00"
HEALTH = HealthTold(
    ledger="L",
    version="1.2",
    boot=3,
    started=AT,
    is_paid=False,
    slots={"coin": {"health": "ready", "detail": "", "identity": "X"}},
    counts={"coin": {"polls": 7}},
)


@pytest.fixture
def evening() -> Iterator[Evening]:
    with temporary_folder() as name, evening_in(Path(name) / "ledger") as made:
        yield made


def place(evening: Evening, cursor: Cursor | None = None) -> Place:
    return evening.ledger.ask(lambda connection: place_of(connection, cursor)).result()


def told(evening: Evening, place: Place) -> list[dict[str, object]]:
    rows = evening.ledger.ask(lambda connection: rows_after(connection, place)).result()
    return [json.loads(text) for text in event_texts(rows, place, "L")]


def cursor(evening: Evening) -> Cursor:
    """At the newest row."""
    return Cursor(evening.ledger.sequence, evening.ledger.head)


def boot_again(evening: Evening) -> None:
    evening.close()
    evening.ledger = evening._opened()


# --- topics, meters, health -----------------------------------------------------------------------


def test_every_topic_has_the_prefix_and_the_cabinet() -> None:
    topics = Topics("bars/roma", "uno")
    assert (topics.online, topics.meters, topics.health, topics.events) == (
        "bars/roma/uno/online",
        "bars/roma/uno/meters",
        "bars/roma/uno/health",
        "bars/roma/uno/events",
    )


def test_the_meters_are_the_audit_and_when(evening: Evening) -> None:
    books = books_of(evening.ledger)
    assert json.loads(meters_text(books, "L", AT)) == {"at": AT, "ledger": "L", **books.as_report()}


def test_the_health_names_its_parts() -> None:
    fault = {"name": "sound", "code": "S-01"}
    assert json.loads(replace(HEALTH, faults=(fault,), facts={"temperature_c": 51}).text(AT)) == {
        "at": AT,
        "ledger": "L",
        "version": "1.2",
        "boot": 3,
        "started": AT,
        "is_paid": False,
        "slots": {
            "coin": {"health": "ready", "detail": "", "identity": "X", "counts": {"polls": 7}}
        },
        "faults": [fault],
        "facts": {"temperature_c": 51},
    }


def test_counts_alone_are_nothing_new() -> None:
    assert not replace(HEALTH, counts={"coin": {"polls": 8}}).differs(HEALTH)


def test_a_fault_is_something_new() -> None:
    assert replace(HEALTH, faults=({"name": "door"},)).differs(HEALTH)


def test_the_first_is_something_new() -> None:
    assert HEALTH.differs(None)


# --- the cursor -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"row": 7}', '{"row": "x", "hash": ""}'])
def test_half_a_cursor_is_none(text: str) -> None:
    assert Cursor.parse(text) is None


def test_without_a_cursor_it_begins_with_this_boot(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    boot_again(evening)
    evening.log(LogKind.KEY_ON)
    assert [each["kind"] for each in told(evening, place(evening))] == ["boot", "key_on"]


def test_on_a_new_ledger_it_begins_with_the_first_row(evening: Evening) -> None:
    assert place(evening) == Place(0, None)


def test_a_boot_too_many_rows_ago_is_left_out(evening: Evening) -> None:
    for _ in range(PAGE_ROWS):
        evening.log(LogKind.DOOR_OPENED)
    assert place(evening).number == evening.ledger.sequence


def test_with_a_cursor_it_goes_on_behind_it(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    kept = cursor(evening)
    evening.log(LogKind.DOOR_CLOSED)
    assert [each["kind"] for each in told(evening, place(evening, kept))] == ["door_closed"]


def test_what_a_clean_goodbye_wrote_is_told_at_the_next_boot(evening: Evening) -> None:
    kept = cursor(evening)
    boot_again(evening)
    assert [each["kind"] for each in told(evening, place(evening, kept))] == ["stop", "boot"]


def of_other_ledger(evening: Evening) -> Cursor:
    return Cursor(evening.ledger.sequence, "00" * 32)


def test_a_ledger_that_has_just_followed_another_is_told_whole(evening: Evening) -> None:
    boot_again(evening)
    assert place(evening, of_other_ledger(evening)) == Place(0, None)


def test_another_ledger_with_a_past_is_told_from_this_boot_on(evening: Evening) -> None:
    for _ in range(PAGE_ROWS):
        evening.log(LogKind.DOOR_OPENED)
    boot_again(evening)
    begun = place(evening, of_other_ledger(evening))
    assert [each["kind"] for each in told(evening, begun)] == ["boot"]


def test_a_cursor_beyond_an_older_image_begins_with_this_boot(evening: Evening) -> None:
    for _ in range(PAGE_ROWS):
        evening.log(LogKind.DOOR_OPENED)
    boot_again(evening)
    beyond = Cursor(10_000, evening.ledger.head)
    assert place(evening, beyond) == place(evening)


def test_after_rows_that_a_checkpoint_replaced_it_goes_on_with_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ledger, "BATCH_ROUNDS", 2)
    with temporary_folder() as name:
        evening = Evening(Path(name) / "ledger", keep=2)
        evening.coin(100)
        kept = cursor(evening)
        for _ in range(4):
            evening.lose()
        evening.log(LogKind.DOOR_OPENED)
        begun = place(evening, kept)
        events = [each["kind"] for each in told(evening, begun)]
        evening.close()
    assert begun == Place(kept.row, None)
    assert events == ["checkpoint", "door_opened"]


def test_a_place_is_kept_as_its_row(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    kept = cursor(evening)
    assert place(evening, kept).cursor == kept


def test_nothing_is_kept_of_a_place_without_a_row() -> None:
    assert Place(7, None).cursor is None


# --- events ---------------------------------------------------------------------------------------


def test_an_event_begins_with_what_names_it(evening: Evening) -> None:
    evening.log(LogKind.DOOR_OPENED)
    event = told(evening, place(evening))[-1]
    names = [("ledger", "L"), ("sequence", evening.ledger.sequence), ("line", 0)]
    assert list(event.items())[:3] == names


def test_events_of_one_row_are_counted(evening: Evening) -> None:
    lines = LogEntry(LogKind.DOOR_OPENED), LogEntry(LogKind.KEY_ON)
    evening.tell(Transaction(log=lines))
    assert [(each["line"], each["kind"]) for each in told(evening, place(evening))[-2:]] == [
        (0, "door_opened"),
        (1, "key_on"),
    ]


def test_games_are_no_events(evening: Evening) -> None:
    kept = cursor(evening)
    evening.lose()
    assert told(evening, place(evening, kept)) == []


def test_no_more_rows_than_a_page_are_read_at_once(evening: Evening) -> None:
    begun = place(evening)
    for _ in range(PAGE_ROWS + 1):
        evening.log(LogKind.DOOR_OPENED)
    rows = evening.ledger.ask(lambda connection: rows_after(connection, begun)).result()
    assert len(rows) == PAGE_ROWS


def test_a_clock_set_back_is_told_across_pages(evening: Evening) -> None:
    """The row before the first of a page is looked at, too."""
    evening.clock.advance_s(1_000)
    evening.log(LogKind.DOOR_OPENED)
    kept = cursor(evening)
    evening.clock.seconds -= 500
    evening.log(LogKind.DOOR_CLOSED)
    assert told(evening, place(evening, kept))[-1]["wall_back"] is True
