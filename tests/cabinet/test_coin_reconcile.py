"""Exactly once: which coins of a reply are new, and that none is ever booked twice or guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from cabinet_bench import COINS, Bench
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cabinet.coins import Counter, Note, book, news
from firmware.events import BufferReply
from firmware.money import Account, Moment, Transfer

PAIRS = ((5, 1), (4, 1), (3, 1), (2, 1), (1, 1))
"""Newest first: the acceptor's five last coins."""


def told(
    counter: int,
    pairs: tuple[tuple[int, int], ...] = PAIRS,
    values: Mapping[int, int] = COINS,
    device: str = "unit",
) -> BufferReply:
    return BufferReply(device, counter, pairs, values)


# --- the counter ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "last", "fresh", "lost"),
    [
        (23, 23, 0, 0),
        (104, 102, 2, 0),
        (1, 255, 1, 0),
        (3, 253, 5, 0),
        (54, 48, 5, 1),
        (0, 67, 0, 0),
        (1, 0, 1, 0),
        (5, 0, 5, 0),
        (6, 0, 5, 1),
        (200, 0, 5, 195),  # after a reset every event is new, however many
        (255, 0, 5, 250),
        (0, 0, 0, 0),
        (128, 1, 5, 122),  # 127 forward: lost events
        (2, 130, 5, 122),  # 125 to the wrap at 255, then 1 and 2: 127 forward too
        (2, 129, 2, 0),  # 128 forward is backwards: everything since its reset is new
    ],
)
def test_the_step_of_the_counter(counter: int, last: int, fresh: int, lost: int) -> None:
    found = news(last, counter, PAIRS)
    assert (len(found.fresh), found.lost) == (fresh, lost)


def test_new_coins_are_told_oldest_first() -> None:
    assert news(10, 13, PAIRS).fresh == ((3, 1), (4, 1), (5, 1))


@pytest.mark.parametrize(
    ("last", "counter", "note"),
    [
        (None, 7, Note.FIRST_CONTACT),
        (None, 0, Note.FIRST_CONTACT),
        (67, 0, Note.RESET),
        (67, 67, Note.NOTHING),
        (67, 72, Note.NOTHING),
        (67, 73, Note.LOST),
        (67, 67 + 127, Note.LOST),
        (67, 67 + 128, Note.BACKWARDS),
        (67, 66, Note.BACKWARDS),
        (0, 200, Note.LOST),
    ],
)
def test_what_else_a_counter_tells(last: int | None, counter: int, note: Note) -> None:
    assert news(last, counter, PAIRS).note is note


@pytest.mark.parametrize(("counter", "fresh", "lost"), [(2, 2, 0), (5, 5, 0), (9, 5, 4)])
def test_a_counter_that_ran_backwards_began_at_nothing(counter: int, fresh: int, lost: int) -> None:
    found = news(100, counter, PAIRS)
    assert (len(found.fresh), found.lost, found.note) == (fresh, lost, Note.BACKWARDS)


# --- the booking ------------------------------------------------------------------------------


def test_first_contact_takes_the_counter_and_credits_nothing() -> None:
    booking = book(None, told(42), 10)
    assert booking is not None
    assert (booking.counter, booking.credits, booking.postings) == (Counter(42, pairs=PAIRS), 0, ())
    assert [line.kind for line in booking.log] == ["coin_first_contact"]


def test_first_contact_with_a_fresh_unit_is_kept_too() -> None:
    booking = book(None, told(0, ((0, 0),) * 5), 10)
    assert booking is not None
    assert booking.counter == Counter(0, pairs=((0, 0),) * 5)


def test_the_same_counter_is_no_news() -> None:
    assert book(Counter(42), told(42), 10) is None


def test_a_coin_is_booked_from_the_box_to_the_credit() -> None:
    booking = book(Counter(41), told(42), 10)
    assert booking is not None
    (posting,) = booking.postings
    assert (posting.moment, posting.block) == (Moment.COIN, None)
    assert posting.transfers == (Transfer(Account.COINBOX, Account.CREDIT, 20),)
    assert booking.counter == Counter(42, events=1, coins=1, pairs=PAIRS)
    assert booking.credits == 20


def test_a_coin_is_counted_under_its_slot_and_value() -> None:
    booking = book(Counter(41), replace(told(42), slot="second"), 10)
    assert booking is not None
    assert booking.postings[0].category == "second:200"


def test_what_a_slot_tells_beside_coins_is_counted_under_it() -> None:
    for last in (None, Counter(67)):
        booking = book(last, replace(told(0, ((0, 0),) * 5), slot="second"), 10)
        assert booking is not None
        assert [line.subject for line in booking.log] == ["second"]


def test_each_coin_has_its_own_posting_oldest_first() -> None:
    booking = book(Counter(40), told(43), 10)
    assert booking is not None
    assert [posting.transfers[0].credits for posting in booking.postings] == [5, 10, 20]
    assert booking.credits == 35


def test_lost_events_are_counted_and_never_guessed() -> None:
    booking = book(Counter(48, events=100, lost=2), told(54), 10)
    assert booking is not None
    assert booking.counter == Counter(54, events=105, lost=3, coins=5, pairs=PAIRS)
    assert booking.credits == 1 + 2 + 5 + 10 + 20
    assert dict(booking.log[0].details) == {"device": "unit", "counter": "54", "lost": "1"}


def test_a_reset_is_kept_and_named() -> None:
    booking = book(Counter(67, events=9), told(0, ((0, 0),) * 5), 10)
    assert booking is not None
    assert booking.counter == Counter(0, events=9, pairs=((0, 0),) * 5)
    assert [line.kind for line in booking.log] == ["coin_reset"]


@pytest.mark.parametrize("code", [1, 2, 128, 159])
def test_coins_that_came_back_are_counted(code: int) -> None:
    booking = book(Counter(5), told(6, ((0, code), *PAIRS[1:])), 10)
    assert booking is not None
    assert (booking.credits, booking.counter.returned, booking.log) == (0, 1, ())


@pytest.mark.parametrize("code", [0, 3, 20, 127, 160, 254, 255])
def test_other_events_are_no_coin_that_came_back(code: int) -> None:
    booking = book(Counter(5), told(6, ((0, code), *PAIRS[1:])), 10)
    assert booking is not None
    assert (booking.credits, booking.counter.returned, booking.counter.events) == (0, 0, 1)


@pytest.mark.parametrize(
    ("values", "minor"),
    [({}, "None"), ({5: 5}, "5"), ({5: 205}, "205"), ({5: 0}, "0")],
)
def test_a_coin_that_is_no_whole_credit_is_logged_and_not_guessed(
    values: Mapping[int, int], minor: str
) -> None:
    booking = book(Counter(5), told(6, values=values), 10)
    assert booking is not None
    assert (booking.credits, booking.postings) == (0, ())
    assert [(line.kind, line.subject) for line in booking.log] == [("coin_unbooked", "coin")]
    assert dict(booking.log[0].details) == {"device": "unit", "coin": "5", "minor": minor}
    assert booking.counter == Counter(6, events=1, coins=1, pairs=PAIRS)


def test_the_sorter_path_is_no_part_of_the_value() -> None:
    booking = book(Counter(5), told(6, ((4, 0), *PAIRS[1:])), 10)
    assert booking is not None
    assert booking.credits == 10


def test_another_price_of_a_credit() -> None:
    booking = book(Counter(5), told(6), 50)
    assert booking is not None
    assert booking.credits == 4


def test_another_unit_is_a_first_contact() -> None:
    bench = Bench()
    bench.coin(10)
    bench.do(told(7, device="another unit"))
    assert bench.credit == 10
    assert bench.state.counters["another unit"] == Counter(7, pairs=PAIRS)


def test_counter_and_coin_are_one_transaction() -> None:
    bench = Bench()
    bench.coin(10)
    last = bench.store.transactions[-1]
    assert [posting.moment for posting in last.postings] == [Moment.COIN]
    assert "device:coin unit 1" in last.documents


# --- exactly once -----------------------------------------------------------------------------


class Unit:
    """An acceptor as the specification tells it: a counter 1..255 and its last five events."""

    def __init__(self) -> None:
        self.counter = 0
        self.pairs: list[tuple[int, int]] = [(0, 0)] * 5
        self.inserted = 0
        self.unread: list[int] = []
        self.overwritten = 0

    def insert(self, coin: int) -> None:
        self.counter = self.counter % 255 + 1
        self.pairs = [(coin, 1), *self.pairs[:4]]
        self.inserted += COINS[coin] // 10
        self.unread = [coin, *self.unread]
        if len(self.unread) > 5:
            self.overwritten += COINS[self.unread.pop()] // 10

    def reply(self) -> BufferReply:
        return told(self.counter, tuple(self.pairs))


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.sampled_from(sorted(COINS))),
        st.tuples(st.just("insert"), st.sampled_from(sorted(COINS))),
        st.tuples(
            st.sampled_from(["poll", "poll", "crash before commit", "crash after commit", "crash"]),
            st.none(),
        ),
    ),
    max_size=80,
)


@given(EVENTS, st.integers(0, 255))
@settings(max_examples=300, deadline=None)
def test_every_coin_is_booked_once_or_reported_lost(
    events: list[tuple[str, int | None]], start: int
) -> None:
    bench, unit = Bench(), Unit()
    unit.counter = start
    bench.do(unit.reply())
    for kind, coin in [*events, ("poll", None)]:
        if coin is not None:
            unit.insert(coin)
            continue
        if kind == "crash":
            bench.cut()
            continue
        effects = bench.cabinet.step(unit.reply(), bench.now_s)
        if effects.transaction is None:
            assert unit.unread == []
        elif kind == "crash before commit":
            bench.cut()
        else:
            balances = bench.store.commit(effects.transaction)
            unit.unread = []
            if kind == "crash after commit":
                bench.cut()
            else:
                bench.cabinet.committed(balances, bench.now_s)
        if kind == "poll":
            bench.do(unit.reply())  # a repeated reply
    assert bench.credit == unit.inserted - unit.overwritten
    assert (bench.state.counters["unit"].lost > 0) is (unit.overwritten > 0)
