"""What the devices of the slots report: notes, thanks, quarantine, audits, another unit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import COINS, SETTINGS, Bench, reply
from hypothesis import given
from hypothesis import strategies as st

from firmware.cabinet.coins import Counter, book
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.slots import SlotSettings, shown
from firmware.errors import LedgerFullError
from firmware.events import (
    BufferReply,
    DeviceCounted,
    DeviceFound,
    DeviceHealth,
    Health,
    KeyTurned,
    LineCounts,
    MoneyQuestioned,
    MoneyTaken,
    MoneyThanked,
)
from firmware.money import Tender

BOTH = replace(
    SETTINGS,
    slots={"coin": SlotSettings(Tender.COIN, 20), "note": SlotSettings(Tender.NOTE, 200)},
    jump_credits=0,
)
NOTES = {1: 500, 2: 1_000, 3: 2_000}
UNIT, OTHER = "cctalk_coin:CAB:EMU-EURO:1", "cctalk_coin:CAB:EMU-EURO:2"


def bench() -> Bench:
    return Bench(BOTH)


def bills(counter: int, *pairs: tuple[int, int], device: str = "bill unit") -> BufferReply:
    padded = (*pairs, *((0, 0),) * (5 - len(pairs)))
    return BufferReply(device, counter, padded, NOTES, slot="note", tender=Tender.NOTE)


def taken(value_minor: int = 500, token: str = "", *, is_first: bool = False) -> MoneyTaken:
    return MoneyTaken("note", "ssp:NV:EUR:7", Tender.NOTE, value_minor, token, is_first)


def kinds(made: Bench) -> list[str]:
    return [line.kind.value for line in made.store.log()]


# --- notes ----------------------------------------------------------------------------------------


def test_a_note_in_escrow_is_no_money() -> None:
    made = bench()
    made.do(bills(0))
    made.do(bills(1, (3, 1)))
    assert (made.credit, made.store.balances["notes"]) == (0, 0)


def test_a_stacked_note_is_credit_from_the_notes() -> None:
    made = bench()
    made.do(bills(0))
    made.do(bills(1, (3, 1)))
    made.do(bills(2, (3, 0), (3, 1)))
    assert (made.credit, made.store.balances["notes"], made.store.balances["coinbox"]) == (
        200,
        -200,
        0,
    )


def test_a_returned_note_is_counted_and_no_credit() -> None:
    made = bench()
    made.do(bills(0))
    made.do(bills(2, (0, 1), (3, 1)))
    assert (made.credit, made.state.counters["bill unit"].returned) == (0, 1)


def test_a_note_is_counted_under_its_slot_and_value() -> None:
    made = bench()
    made.do(bills(0))
    made.do(bills(1, (1, 0)))
    (posting,) = made.store.transactions[-1].postings
    assert (posting.moment.value, posting.category) == ("note", "note:500")


def test_code_36_of_a_bill_unit_is_no_swallowed_coin() -> None:
    made = bench()
    made.do(bills(0))
    made.do(bills(1, (0, 36)))
    assert "coin_swallowed" not in kinds(made)


# --- units that tell once, or until they are thanked ----------------------------------------------


def test_money_that_is_told_once_is_booked_at_once() -> None:
    made = bench()
    made.do(taken(1_000))
    assert (made.credit, made.thanks) == (100, [])


def test_a_coin_of_a_one_way_line_comes_from_the_coin_box() -> None:
    made = bench()
    made.do(MoneyTaken("coin", "serial_frame:dg600f", Tender.COIN, 50))
    assert (made.credit, made.store.balances["coinbox"]) == (5, -5)


def test_it_is_thanked_when_it_is_durable_and_not_before() -> None:
    made = bench()
    made.store.failure = LedgerFullError("no space")
    made.do(taken(token="credit:1"))
    assert (made.credit, made.thanks) == (0, [])
    made = bench()
    made.do(taken(token="credit:1"))
    assert (made.credit, made.thanks) == (50, [("note", "credit:1")])


def test_a_unit_that_was_thanked_may_go_on_when_that_is_durable() -> None:
    made = bench()
    made.do(taken(token="credit:1"))
    made.do(MoneyThanked("note", "ssp:NV:EUR:7", "credit:1"))
    assert made.thanks == [("note", "credit:1")] * 2
    assert made.state.counters["ssp:NV:EUR:7"].unthanked == ""


def test_what_is_repeated_after_a_crash_before_the_thanks_is_not_booked_twice() -> None:
    made = bench()
    made.do(taken(token="credit:1"))
    made.cut()
    made.do(taken(token="credit:1", is_first=True))
    assert (made.credit, made.thanks[-1]) == (50, ("note", "credit:1"))
    assert kinds(made)[-1] == "coin_repeated"


def test_the_same_note_again_after_the_thanks_is_another_note() -> None:
    made = bench()
    for _ in range(2):
        made.do(taken(token="credit:1"))
        made.do(MoneyThanked("note", "ssp:NV:EUR:7", "credit:1"))
    assert made.credit == 100


def test_another_note_at_the_start_is_no_repetition() -> None:
    made = bench()
    made.do(taken(token="credit:1"))
    made.cut()
    made.do(taken(1_000, token="credit:2", is_first=True))
    assert made.credit == 150


def test_money_of_no_whole_credit_is_told_and_not_guessed() -> None:
    made = bench()
    made.do(taken(505))
    assert (made.credit, kinds(made)[-1]) == (0, "coin_unbooked")


def test_what_could_be_no_money_is_counted_and_told() -> None:
    made = bench()
    made.do(MoneyQuestioned("coin", "pulse:ch926_fast", "lone_pulse", "1 pulse"))
    assert (made.credit, made.state.counters["pulse:ch926_fast"].quarantined) == (0, 1)
    assert dict(made.store.log()[-1].details)["reason"] == "lone_pulse"


# --- the unit's own count -------------------------------------------------------------------------


def first(counter: int, *coins: int, accepted: int | None = None) -> BufferReply:
    return replace(reply(counter, *coins), is_first=True, accepted=accepted)


def booked(last: Counter | None, told: BufferReply) -> Counter:
    booking = book(last, told, 10)
    assert booking is not None
    return booking.counter


def test_the_first_count_is_where_the_comparison_begins() -> None:
    assert booked(None, first(7, accepted=1_000)).untold == 1_000


def test_coins_that_were_told_are_accounted_for() -> None:
    last = booked(None, first(7, accepted=1_000))
    after = booked(last, first(9, 1, 2, accepted=1_002))
    assert (after.unaccounted, after.untold, after.coins) == (0, 1_000, 2)


def test_a_coin_that_was_never_told_is_unaccounted_and_no_credit() -> None:
    made = bench()
    made.do(first(1, 1, accepted=500))
    made.do(first(2, 1, 1, accepted=503))
    credit = made.credit
    assert made.state.counters["coin unit 1"].unaccounted == 2
    assert "coin_unaccounted" in made.faults
    made.do(first(2, 1, 1, accepted=503))
    assert (made.credit, made.state.counters["coin unit 1"].unaccounted) == (credit, 2)


def test_a_power_cut_between_two_coins_tells_how_many_were_lost() -> None:
    last = Counter(value=20, coins=20, untold=0)
    after = booked(last, first(0, accepted=23))
    assert (after.value, after.unaccounted) == (0, 3)


def test_a_unit_that_forgets_its_count_begins_anew() -> None:
    after = booked(Counter(value=20, coins=20, untold=0), first(21, 1, accepted=1))
    assert (after.unaccounted, after.untold) == (0, 1 - 21)


@given(start=st.integers(0, 2**24 - 1), told=st.integers(0, 5), untold=st.integers(0, 1000))
def test_the_count_may_wrap(start: int, told: int, untold: int) -> None:
    last = booked(None, first(10, accepted=start))
    after = (
        booked(
            last,
            first(10 + told + 1, *(1,) * (told + 1), accepted=(start + told + 1 + untold) % 2**24),
        )
        if told < 5
        else booked(last, first(15, *(1,) * 5, accepted=(start + 5 + untold) % 2**24))
    )
    assert after.unaccounted == untold


# --- what a start tells ---------------------------------------------------------------------------


def test_a_unit_that_was_without_power_meanwhile_is_no_news() -> None:
    made = bench()
    made.coin(10)
    made.do(first(0))
    assert (made.faults, "coin_reset" in kinds(made)) == ([], False)


def test_a_unit_that_loses_its_memory_under_our_eyes_is_a_warning() -> None:
    made = bench()
    made.coin(10)
    made.do(reply(0))
    assert (made.faults, kinds(made)[-1]) == (["coin_lost"], "fault")
    assert "coin_reset" in kinds(made)
    assert shown(made.state, "coin") == (Health.OFF, "")


def test_lost_events_are_shown_over_a_unit_that_is_ready_until_they_are_seen() -> None:
    made = bench()
    made.do(DeviceHealth("coin", Health.READY))
    made.do(reply(9, 1, 1, 1, 1, 1))
    assert shown(made.state, "coin")[0] is Health.LOST_EVENTS
    assert made.cabinet.shut_by("coin") is None
    made.cut()
    assert "coin_lost" in made.faults
    made.do(KeyTurned(is_on=True))
    made.do(KeyTurned(is_on=False))
    assert made.faults == []


def test_a_memory_that_does_not_continue_is_told() -> None:
    made = bench()
    made.do(reply(2, 1, 2))
    made.do(replace(first(3, 5), pairs=((5, 1), (4, 1), (4, 1), (0, 0), (0, 0))))
    assert "coin_discontinuity" in kinds(made)


def test_a_memory_that_continues_is_no_news() -> None:
    made = bench()
    made.do(reply(2, 1, 2))
    made.do(first(3, 5, 1, 2))
    assert "coin_discontinuity" not in kinds(made)


def test_a_swallowed_coin_is_told_and_never_credited() -> None:
    made = bench()
    made.do(replace(reply(1), pairs=((0, 36), *((0, 0),) * 4)))
    assert (made.credit, made.state.counters["coin unit 1"].swallowed) == (0, 1)
    assert "coin_swallowed" in kinds(made)


# --- another unit ---------------------------------------------------------------------------------


def ready(device: str, made: Bench, money_set: str = "coins") -> None:
    made.do(DeviceFound("coin", device, money_set))
    made.do(DeviceHealth("coin", Health.READY))


def test_the_first_unit_ever_is_taken_without_a_question() -> None:
    made = bench()
    ready(UNIT, made)
    made.do(replace(reply(5), device=UNIT))
    assert shown(made.state, "coin")[0] is Health.READY
    made.cut()
    assert made.state.confirmed["coin"].identity == UNIT


@pytest.mark.parametrize(
    ("device", "money_set", "detail"), [(OTHER, "coins", "unit"), (UNIT, "others", "money_set")]
)
def test_another_unit_or_other_coins_are_a_wrong_device(
    device: str, money_set: str, detail: str
) -> None:
    made = bench()
    ready(UNIT, made)
    ready(device, made, money_set)
    assert shown(made.state, "coin") == (Health.WRONG_DEVICE, detail)
    assert "coin" in made.faults
    assert "device_other" in kinds(made)


def test_what_another_unit_tells_is_no_credit_and_no_baseline() -> None:
    made = bench()
    ready(UNIT, made)
    ready(OTHER, made)
    made.do(replace(reply(7, 5, 5), device=OTHER))
    assert (made.credit, OTHER in made.state.counters) == (0, False)


def at_the_slots(made: Bench) -> None:
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.SLOTS)


def test_the_operator_confirms_it_and_it_counts_from_there() -> None:
    made = bench()
    ready(UNIT, made)
    ready(OTHER, made)
    made.do(replace(reply(7, 5, 5), device=OTHER))
    at_the_slots(made)
    made.press("DEAL")
    made.do(KeyTurned(is_on=False))
    assert (made.credit, made.state.counters[OTHER].value) == (0, 7)
    assert shown(made.state, "coin")[0] is Health.READY
    made.do(replace(reply(8, 4, 5, 5), device=OTHER))
    assert made.credit == 10
    made.cut()
    assert made.state.confirmed["coin"].identity == OTHER
    assert "device_confirmed" in kinds(made)


def test_the_confirm_key_is_dark_while_nothing_is_to_be_confirmed() -> None:
    made = bench()
    ready(UNIT, made)
    at_the_slots(made)
    assert "DEAL" not in made.lit


def test_the_old_unit_back_in_its_place_needs_no_confirmation() -> None:
    made = bench()
    ready(UNIT, made)
    made.do(replace(reply(5), device=UNIT))
    ready(OTHER, made)
    ready(UNIT, made)
    made.do(replace(reply(6, 4), device=UNIT))
    assert (shown(made.state, "coin")[0], made.credit) == (Health.READY, 10)


def test_money_of_an_unconfirmed_unit_goes_into_quarantine_and_is_thanked() -> None:
    made = bench()
    made.do(DeviceFound("note", "ssp:NV:EUR:6", "notes"))
    made.do(DeviceFound("note", "ssp:NV:EUR:7", "notes"))
    made.do(taken(token="credit:1"))
    assert (made.credit, made.thanks) == (0, [("note", "credit:1")])
    assert made.state.counters["ssp:NV:EUR:7"].quarantined == 1


# --- health and counts ----------------------------------------------------------------------------


@pytest.mark.parametrize("health", [Health.UNPLUGGED, Health.NO_ANSWER, Health.JAM, Health.OPEN])
def test_a_line_that_is_down_is_told_as_that(health: Health) -> None:
    made = bench()
    ready(UNIT, made)
    ready(OTHER, made)
    made.do(DeviceHealth("coin", health, "x"))
    assert shown(made.state, "coin") == (health, "x")


def test_a_store_that_cannot_write_is_a_ledger_error_of_every_slot() -> None:
    made = bench()
    ready(UNIT, made)
    made.store.failure = LedgerFullError("no space")
    made.coin(10)
    assert shown(made.state, "coin")[0] is Health.LEDGER_ERROR


def test_counts_are_kept_beside_the_health() -> None:
    made = bench()
    ready(UNIT, made)
    made.do(DeviceCounted("coin", LineCounts(polls=7)))
    device = made.state.devices["coin"]
    assert (device.counts.polls, device.health) == (7, Health.READY)


def test_fraud_marks_what_came_in() -> None:
    made = bench()
    made.coin(20)
    made.do(DeviceHealth("coin", Health.FRAUD_LOCK, "20"))
    entry = next(line for line in made.store.log() if line.kind == "coin_suspect")
    assert dict(entry.details)["credits"] == "20"
    assert made.credit == 20


# --- the coin test --------------------------------------------------------------------------------


def test_the_coin_test_shows_what_fell_newest_first() -> None:
    made = bench()
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.COIN_TEST)
    made.do(replace(reply(2), pairs=((0, 1), (4, 1), *((0, 0),) * 3)))
    assert [
        (each.position, each.value_minor, each.code) for each in made.state.operator.tested
    ] == [
        (0, 0, 1),
        (4, COINS[4], 0),
    ]


def at_the_coin_test() -> Bench:
    made = bench()
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.COIN_TEST)
    return made


def test_a_note_that_falls_into_the_coin_test_is_credit_and_told_as_that() -> None:
    made = at_the_coin_test()
    made.do(taken(500))
    assert (made.credit, made.store.balances["coin_test"]) == (50, 0)
    assert [(each.value_minor, each.is_credit) for each in made.state.operator.tested] == [
        (500, True)
    ]


@pytest.mark.parametrize(
    "odd",
    [
        MoneyTaken("coin", "serial_frame:dg600f", Tender.COIN, 25),
        BufferReply(UNIT, 1, ((7, 0),) + ((0, 0),) * 4, {7: 25}),
    ],
)
def test_an_odd_coin_of_the_test_is_named_and_in_no_sum(odd: MoneyTaken | BufferReply) -> None:
    """Half a credit cannot be booked: the page says so, and the books stay as they are."""
    made = bench()
    if isinstance(odd, BufferReply):
        made.do(replace(odd, counter=0, pairs=((0, 0),) * 5))
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.COIN_TEST)
    before = dict(made.state.balances)
    made.do(odd)
    assert [(each.value_minor, each.reason) for each in made.state.operator.tested] == [
        (25, "odd_value")
    ]
    assert dict(made.state.balances) == before
    assert kinds(made)[-1] == "coin_unbooked"


def test_a_bill_in_escrow_is_not_shown_by_the_coin_test_before_it_is_stacked() -> None:
    made = bench()
    made.do(bills(1))
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.COIN_TEST)
    made.do(bills(2, (1, 1)))
    assert made.state.operator.tested == ()
    made.do(bills(3, (1, 0), (1, 1)))
    assert [(each.value_minor, each.is_credit) for each in made.state.operator.tested] == [
        (500, True)
    ]
    assert made.credit == 50


def test_a_coin_of_the_coin_test_is_no_credit_on_its_page() -> None:
    made = at_the_coin_test()
    made.coin(10)
    assert [each.is_credit for each in made.state.operator.tested] == [False]


def test_the_coin_test_shows_what_goes_into_quarantine() -> None:
    made = at_the_coin_test()
    made.do(MoneyQuestioned("coin", "pulse:8", "lone_pulse", "1 pulses"))
    assert [(each.value_minor, each.reason) for each in made.state.operator.tested] == [
        (0, "lone_pulse")
    ]


def test_no_other_page_keeps_what_goes_into_quarantine() -> None:
    made = bench()
    made.do(MoneyQuestioned("coin", "pulse:8", "lone_pulse", "1 pulses"))
    assert made.state.operator.tested == ()


def test_the_coin_test_forgets_when_the_key_is_turned() -> None:
    made = bench()
    made.do(KeyTurned(is_on=True))
    made.to_page(Leaf.COIN_TEST)
    made.coin(10)
    made.do(KeyTurned(is_on=False))
    assert made.state.operator.tested == ()
