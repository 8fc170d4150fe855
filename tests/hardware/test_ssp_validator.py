"""The validator's driver against the emulated validator, in virtual time."""

import pytest
from ssp_line import NOTES, SspLine

from firmware.events import (
    DeviceCounted,
    DeviceFound,
    Health,
    MoneyQuestioned,
    MoneyTaken,
    MoneyThanked,
)
from firmware.hardware.ssp import Command, Frame
from firmware.hardware.ssp_emulator import SspFault, ssp_fault_by_name
from firmware.hardware.ssp_script import SspSettings
from firmware.hardware.ssp_validator import SspValidator
from firmware.money import Tender

IDENTITY = "ssp:NV:EUR:1234567"


# --- the start ----------------------------------------------------------------------------------


def test_it_closes_the_unit_before_it_asks_who_it_is() -> None:
    line = SspLine().run(1.0)
    commands = [each for each in line.commands if each != Command.SYNC]
    assert commands[0] == Command.DISABLE
    assert line.commands[0] == Command.SYNC


def test_it_says_who_the_unit_is_and_stays_closed() -> None:
    line = SspLine().run(1.0)
    assert line.of(DeviceFound) == [
        DeviceFound("note", IDENTITY, "1=500 2=1000 3=2000 4=5000"),
    ]
    assert line.healths == [(Health.STARTING, ""), (Health.CLOSED, "")]
    assert Command.ENABLE not in line.commands


def test_it_never_sends_a_reset() -> None:
    line = SspLine().ready().note(500)
    assert Command.RESET not in line.commands


def test_it_lets_in_only_the_listed_notes() -> None:
    line = SspLine().ready()
    assert line.unit._mask == 0b0111  # not the fourth, 50.00
    line.note(5_000)
    assert (line.taken, line.unit.in_box_minor, line.unit.returned) == ([], 0, 1)


def test_notes_of_another_country_are_not_taken() -> None:
    line = SspLine(country="GBP")
    line.driver.set_open({"note"})
    line.run(1.0)
    assert line.healths[-1] == (Health.FAULT, "no_notes")


# --- money --------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_note_is_told_once_and_only_when_it_is_credited(fault: SspFault | None) -> None:
    line = SspLine(fault).ready()
    line.note(1_000, 0.6)  # read, in escrow at most
    assert line.taken == []
    line.run(3.0)
    assert line.taken == [1_000]
    assert line.unit.in_box_minor == 1_000


def test_a_unit_without_acknowledge_is_not_thanked() -> None:
    line = SspLine(SspFault.NO_EVENT_ACK).ready().note(500)
    assert line.of(MoneyTaken) == [MoneyTaken("note", IDENTITY, Tender.NOTE, 500)]
    assert Command.EVENT_ACK not in line.commands


def test_the_unit_is_thanked_only_when_the_note_is_booked() -> None:
    line = SspLine().ready()
    line.books = False
    line.note(2_000)
    assert line.of(MoneyTaken) == [MoneyTaken("note", IDENTITY, Tender.NOTE, 2_000, "credit:3")]
    assert Command.EVENT_ACK not in line.commands
    assert line.driver.has_undelivered()
    line.driver.booked("note", "credit:3")
    line.run(0.1)
    assert line.commands[-1] == Command.EVENT_ACK
    assert line.of(MoneyThanked) == [MoneyThanked("note", IDENTITY, "credit:3")]


def test_it_polls_on_only_when_the_thanks_is_booked_too() -> None:
    line = SspLine().ready()
    line.books = False
    line.note(2_000)
    line.driver.booked("note", "credit:3")
    line.run(5.0)
    assert line.commands[-1] == Command.EVENT_ACK
    line.driver.booked("note", "credit:3")
    line.run(0.3)
    assert line.commands[-1] == Command.POLL_WITH_ACK
    assert line.taken == [2_000]


def test_another_token_books_nothing() -> None:
    line = SspLine().ready()
    line.books = False
    line.note(2_000)
    line.driver.booked("note", "credit:2")
    line.driver.booked("coin", "credit:3")
    line.run(1.0)
    assert Command.EVENT_ACK not in line.commands


def test_after_a_crash_the_unit_tells_again_and_it_is_marked() -> None:
    line = SspLine().ready()
    line.books = False
    line.note(500)
    line.driver.forget_line()
    line.run(1.0)
    first, again = line.of(MoneyTaken)
    assert (first.token, first.is_first) == ("credit:1", False)
    assert (again.token, again.is_first) == ("credit:1", True)


def test_two_equal_notes_are_two() -> None:
    line = SspLine().ready().note(500).note(500)
    assert line.taken == [500, 500]


def test_a_note_in_escrow_goes_back_when_the_slot_has_closed() -> None:
    line = SspLine().ready()
    line.note(500, 0.0)
    while Command.REJECT not in line.commands and line.now_s < 5.0:
        line.run(0.05)
        if line.driver._notes.escrow:
            line.driver.set_open(())
    line.run(2.0)
    assert (line.taken, line.unit.in_box_minor, line.unit.returned) == ([], 0, 1)


def test_a_note_that_comes_back_is_counted_and_no_money() -> None:
    line = SspLine(SspFault.RETURNED).ready().note(500, 6.0)
    assert line.taken == []
    assert line.of(DeviceCounted)[-1].counts.rejected == 1


def _answer(line: SspLine, data: str) -> None:
    """The unit says so at its next poll."""
    line.unit._pending += tuple(bytes.fromhex(data))


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_credit_of_an_unknown_channel_is_questioned(fault: SspFault | None) -> None:
    line = SspLine(fault).ready()
    _answer(line, "EE 09")
    line.run(1.0)
    assert line.of(MoneyQuestioned) == [
        MoneyQuestioned("note", IDENTITY, "unknown_channel", "9: 0")
    ]
    assert line.taken == []


def test_a_credit_behind_an_unknown_event_is_questioned_not_guessed() -> None:
    line = SspLine(SspFault.NO_EVENT_ACK).ready()
    _answer(line, "99 EE 01")
    line.run(1.0)
    assert [event.reason for event in line.of(MoneyQuestioned)] == ["unknown_event"]
    assert line.taken == []


# --- power --------------------------------------------------------------------------------------


def _cut(line: SspLine) -> SspLine:
    line.unit.power_cut(line.now_s)
    line.unit.power_up()
    return line.run(5.0)


def test_a_note_cut_off_in_escrow_comes_back() -> None:
    line = SspLine().ready()
    line.note(500, 0.6)
    _cut(line)
    assert (line.taken, line.unit.returned) == ([], 1)


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_note_cut_off_behind_the_escrow_is_in_the_box_and_told(fault: SspFault | None) -> None:
    line = SspLine(fault).ready()
    line.note(500, 0.0)
    while line.unit._stage != 2:  # on its way from the escrow to the box
        line.run(0.05)
    assert line.taken == []
    _cut(line)
    assert (line.taken, line.unit.in_box_minor) == ([500], 500)


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_note_cut_off_between_credit_and_box_is_told_once(fault: SspFault | None) -> None:
    line = SspLine(fault).ready()
    line.unit.insert(500, line.now_s)
    while not line.taken:
        line.run(0.05)
    _cut(line)
    assert (line.taken, line.unit.in_box_minor) == ([500], 500)


def _crashed(line: SspLine) -> SspLine:
    """Another life of the program, past its first poll; the note inside moves on meanwhile."""
    line.driver = SspValidator(SspSettings("note", NOTES))
    line.events.clear()
    line.driver.set_open({"note"})
    return line.run(0.0)


def _booked_and_not_yet_in_the_box(fault: SspFault | None) -> SspLine:
    line = SspLine(fault).ready()
    line.unit.insert(500, line.now_s)
    while not line.taken:
        line.run(0.01)
    assert line.taken == [500]
    assert line.unit.in_box_minor == 0
    return line


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_note_booked_before_a_crash_is_not_booked_again_after_a_power_cut(
    fault: SspFault | None,
) -> None:
    """The new life has polled already when the power goes: only then the unit says which way the
    note went, and nobody can know whether it was booked before."""
    line = _crashed(_booked_and_not_yet_in_the_box(fault))
    assert line.of(DeviceFound), "it is past its start"
    _cut(line)
    assert line.unit.in_box_minor == 500
    assert line.taken == []
    assert [event.reason for event in line.of(MoneyQuestioned)] == ["cleared_to_cashbox"]


@pytest.mark.parametrize("fault", [None, SspFault.NO_EVENT_ACK])
def test_a_note_that_fell_during_a_long_power_cut_is_money(fault: SspFault | None) -> None:
    """The same life saw it in escrow and no credit for it: it can have been booked by nobody."""
    line = SspLine(fault).ready()
    line.unit.insert(500, line.now_s)
    while line.unit._stage != 2:
        line.run(0.01)
    line.unit.power_cut(line.now_s)
    line.run(20.0)
    assert line.health is Health.NO_ANSWER
    line.unit.power_up()
    line.run(5.0)
    assert (line.taken, line.of(MoneyQuestioned)) == ([500], [])


def test_what_another_unit_held_is_no_money_of_the_one_that_took_its_place() -> None:
    line = SspLine().ready()
    line.unit.insert(500, line.now_s)
    while line.unit._stage != 2:
        line.run(0.01)
    line.unit.power_cut(line.now_s)
    line.run(5.0)
    line.unit._serial += 1
    line.unit.power_up()
    line.run(5.0)
    assert line.taken == []
    assert [event.reason for event in line.of(MoneyQuestioned)] == ["cleared_to_cashbox"]


def test_the_next_note_of_its_kind_is_money_again() -> None:
    line = _crashed(_booked_and_not_yet_in_the_box(None))
    _cut(line).note(500)
    assert line.taken == [500]


def test_what_was_thanked_twice_is_told_as_thanked() -> None:
    """The cabinet must not wait for ever for a note that it has booked to be told again."""
    line = SspLine().ready()
    line.books = False
    line.unit.insert(500, line.now_s)
    while not line.taken:
        line.run(0.01)
    line.driver.booked("note", "credit:1")
    line.unit.power_cut(line.now_s)  # before the thanks reaches it
    line.run(5.0)
    line.books = True
    line.unit.power_up()
    line.run(15.0)
    assert line.taken == [500]
    assert line.of(MoneyThanked) == [MoneyThanked("note", IDENTITY, "credit:1")]


def test_a_note_of_unknown_worth_that_went_into_the_box_is_questioned() -> None:
    line = SspLine(SspFault.NO_EVENT_ACK).ready()
    _answer(line, "E2 00")
    line.run(1.0)
    assert [e.reason for e in line.of(MoneyQuestioned)] == ["cleared_to_cashbox"]


def test_after_a_reset_the_unit_is_opened_again() -> None:
    line = _cut(SspLine().ready())
    assert line.health is Health.READY
    assert line.note(1_000).taken == [1_000]
    line.run(6.0)
    assert line.of(DeviceCounted)[-1].counts.resets == 1


def test_a_unit_that_forgot_that_it_is_open_is_told_again() -> None:
    line = SspLine().ready()
    line.unit._is_enabled = False
    line.run(1.0)
    assert line.unit._is_enabled


# --- troubles -----------------------------------------------------------------------------------


def test_a_unit_that_wants_a_key_is_named() -> None:
    line = SspLine(SspFault.ENCRYPTED)
    line.driver.set_open({"note"})
    line.run(20.0)
    assert line.healths[-1] == (Health.FAULT, "encrypted")
    assert len(line.healths) == 2  # no flicker
    assert Command.ENABLE not in line.commands


def test_silence_is_named_after_ten_seconds() -> None:
    line = SspLine(SspFault.SILENT).run(9.0)
    assert line.healths == [(Health.STARTING, "")]
    assert line.run(3.0).healths[-1] == (Health.NO_ANSWER, "")


def test_garbage_alone_is_bad_wiring() -> None:
    line = SspLine(SspFault.SILENT)
    line.damage = lambda data: b"\x55"
    assert line.run(12.0).healths[-1] == (Health.WIRING, "garbled")


@pytest.mark.parametrize("fault", [SspFault.NOISE, SspFault.WRONG_CRC, SspFault.LATE_REPLY])
def test_a_bad_line_costs_no_money_and_makes_none(fault: SspFault) -> None:
    line = SspLine(fault)
    line.driver.set_open({"note"})
    line.run(10.0)
    for _ in range(5):
        line.note(500, 20.0)
    assert line.taken == [500] * line.unit.accepted == [500] * 5


def test_many_retries_are_shown() -> None:
    line = SspLine(SspFault.WRONG_CRC)
    line.driver.set_open({"note"})
    assert line.run(20.0).healths[-1] == (Health.DEGRADED, "retries")


@pytest.mark.parametrize("cut_s", [0.0, 0.05, 0.1, 0.19])
def test_a_unit_in_use_is_missed_within_a_second(cut_s: float) -> None:
    line = SspLine().ready().run(cut_s)
    line.unit.power_cut(line.now_s)
    assert line.run(1.0).health is Health.NO_ANSWER


@pytest.mark.parametrize("times", [1, 3])
def test_a_power_cut_is_no_bad_line(times: int) -> None:
    line = SspLine().ready()
    for _ in range(times):
        line.unit.power_cut(line.now_s)
        line.run(4.0).unit.power_up()
        line.run(3.0)
    line.run(10.0)
    assert (Health.DEGRADED, "retries") not in line.healths
    assert line.health is Health.READY


def test_resets_cost_no_money() -> None:
    line = SspLine(SspFault.RESET_MID_POLL).ready()
    for _ in range(40):
        line.note(500, 4.0)
    assert line.taken == [500] * line.unit.accepted
    assert len(line.taken) > 30


def test_a_jam_closes_it_and_passes() -> None:
    line = SspLine(SspFault.JAM).ready().note(500)
    assert line.healths[-1] == (Health.JAM, "unsafe")
    assert not line.unit._is_enabled
    assert _cut(line).run(8.0).health is Health.READY


def test_a_full_unit_is_closed() -> None:
    line = SspLine(SspFault.FULL)
    line.driver.set_open({"note"})
    assert line.run(2.0).healths[-1] == (Health.FULL, "full")
    assert not line.unit._is_enabled


def test_three_frauds_within_a_minute_lock_it_for_one() -> None:
    line = SspLine(SspFault.FRAUD).ready()
    line.note(500).note(500)
    assert line.health is Health.READY
    line.note(500)
    assert line.health is Health.FRAUD_LOCK
    assert line.run(50.0).health is Health.FRAUD_LOCK
    assert line.run(15.0).health is Health.READY
    assert line.taken == []


def test_goodbye_disables() -> None:
    line = SspLine().ready()
    line.unit.pump(line.now_s, line.driver.goodbye())
    assert not line.unit._is_enabled


def test_nothing_is_said_to_nobody() -> None:
    assert SspLine(SspFault.SILENT).run(3.0).driver.goodbye() == b""


def test_counts_come_every_five_seconds_at_most() -> None:
    line = SspLine().ready().run(20.0)
    assert 3 <= len(line.of(DeviceCounted)) <= 5
    assert line.of(DeviceCounted)[-1].counts.polls > 50


# --- the emulated unit --------------------------------------------------------------------------


def test_a_repeated_command_gets_the_last_answer() -> None:
    line = SspLine(SspFault.NO_EVENT_ACK)
    poll = Frame(0, True, bytes([Command.POLL])).to_bytes()
    first = line.unit.pump(0.0, poll)
    assert line.unit.pump(0.1, poll) == first
    assert bytes((0xF1,)) in first


def test_after_sync_the_same_bit_is_no_repeat() -> None:
    line = SspLine(SspFault.NO_EVENT_ACK)
    poll = Frame(0, True, bytes([Command.POLL])).to_bytes()
    first = line.unit.pump(0.0, poll)
    line.unit.pump(0.1, Frame(0, True, bytes([Command.SYNC])).to_bytes())
    assert line.unit.pump(0.2, poll) != first


def test_a_misspelt_fault_is_refused_with_a_hint() -> None:
    with pytest.raises(ValueError, match="did you mean 'wrong-crc'"):
        ssp_fault_by_name("wrong_crcs")
