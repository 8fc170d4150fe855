"""Several units on one ccTalk wire: each found, each read in time, none in the other's way."""

from itertools import pairwise

import pytest
from bus_line import BusLine, bill_driver, coin_driver

from firmware.events import DeviceCounted, Health
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_faults import Fault

UNIT_S = 1.0
"""A coin unit shuts itself when its credit is not read for so long."""


def pair(checksum: Checksum = Checksum.SUM8, **faults: Fault | None) -> BusLine:
    """A coin unit and a bill unit; the checksum is for the bus to find out."""
    units = [
        AcceptorEmulator(checksum=checksum, fault=faults.get("coin")),
        BillEmulator(checksum=checksum, fault=faults.get("note")),
    ]
    return BusLine(units, [coin_driver(), bill_driver()], None)


def insert(line: BusLine, value_minor: int) -> None:
    which = 0 if value_minor < 500 else 1
    line.wire.units[which].insert(value_minor, line.now_s)


def read_times(line: BusLine, header: Header) -> list[float]:
    return [at_s for at_s, data in line.sent if data[3] == header]


# --- found --------------------------------------------------------------------------------------


@pytest.mark.parametrize("checksum", Checksum)
def test_the_checksum_is_found_out_with_two_units_on_the_wire(checksum: Checksum) -> None:
    line = pair(checksum).opened(8.0)
    assert (line.health("coin"), line.health("note")) == (Health.READY, Health.READY)
    insert(line, 100)
    insert(line, 2_000)
    line.run(3.0)
    assert line.replies("coin")[-1].pairs[0] == (5, 1)
    assert line.replies("note")[-1].pairs[0] == (3, 0)


def test_once_a_unit_has_answered_its_checksum_is_the_lines() -> None:
    line = pair(Checksum.CRC16).opened(8.0)
    line.sent.clear()
    line.run(3.0)
    assert line.frames(Checksum.CRC16)  # raises where one has a sum


@pytest.mark.parametrize("checksum", Checksum)
@pytest.mark.parametrize("away_s", [0.5, 3.0, 60.0])
def test_a_line_that_is_sane_again_is_in_use_again_within_two_seconds(
    checksum: Checksum, away_s: float
) -> None:
    line = pair(checksum).opened(8.0)
    line.wire.power_cut(line.now_s)
    line.run(away_s)
    line.wire.power_up()
    line.run(2.0)
    assert (line.health("coin"), line.health("note")) == (Health.READY, Health.READY)


@pytest.mark.parametrize("checksum", Checksum)
def test_the_one_that_is_there_is_found_beside_the_one_that_is_not(checksum: Checksum) -> None:
    units = [BillEmulator(checksum=checksum)]
    line = BusLine(units, [coin_driver(), bill_driver()], None).opened(15.0)
    assert line.health("note") is Health.READY
    assert line.health("coin") is Health.NO_ANSWER


def test_an_address_that_is_taken_is_not_looked_at_for_another_unit() -> None:
    coins = AcceptorEmulator(address=11)
    drivers = [coin_driver(11), coin_driver()]
    BusLine([coins], drivers, Checksum.SUM8).opened(30.0)
    assert drivers[0].has_answered
    assert not drivers[1].has_answered


def test_an_encrypted_unit_is_named_and_the_other_is_in_use() -> None:
    line = pair(note=Fault.ENCRYPTED).opened(15.0)
    assert line.healths("note")[-1] == (Health.NO_ANSWER, "encrypted")
    assert line.health("coin") is Health.READY


def test_each_unit_has_its_own_name_and_slot() -> None:
    line = pair().opened()
    assert line.replies("coin")[0].device == "cctalk_coin:CAB:EMU-EURO:1234567"
    assert line.replies("note")[0].device == "cctalk_bill:CAB:EMU-NOTE:7654321"


# --- read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.ENCRYPTED, None])
def test_a_coin_unit_is_read_within_its_second_whatever_the_other_does(
    fault: Fault | None,
) -> None:
    line = pair(note=fault).opened(15.0)
    line.sent.clear()
    line.run(30.0)
    times = read_times(line, Header.READ_BUFFERED_CREDIT)
    assert max(later - earlier for earlier, later in pairwise(times)) < UNIT_S


def test_a_unit_that_falls_silent_in_the_middle_of_a_command_keeps_no_other_waiting() -> None:
    line = pair().opened()
    line.wire.units[1].power_cut(line.now_s)
    line.bus.set_open({"coin"})
    line.sent.clear()
    line.run(10.0)
    assert line.health("note") is Health.NO_ANSWER
    times = read_times(line, Header.READ_BUFFERED_CREDIT)
    assert max(later - earlier for earlier, later in pairwise(times)) < UNIT_S


def test_a_coin_is_told_while_the_other_unit_is_silent() -> None:
    line = pair(note=Fault.SILENT).opened(15.0)
    insert(line, 200)
    line.run(1.5)
    assert line.replies("coin")[-1].pairs[0] == (6, 1)


def test_an_open_slot_does_not_open_the_other() -> None:
    line = pair().run(3.0)
    line.bus.set_open({"note"})
    line.run(1.0)
    assert (line.wire.units[0]._mask, line.wire.units[1]._mask) == (0, 0b0111)


def test_a_note_waits_for_its_escrow_while_coins_are_told() -> None:
    line = pair().opened()
    insert(line, 1_000)
    for _ in range(4):
        insert(line, 50)
    line.run(4.0)
    assert line.wire.units[0].in_box_minor == 200
    assert line.wire.units[1].in_box_minor == 1_000
    assert line.replies("coin")[-1].counter == 4


# --- the units' own counts ----------------------------------------------------------------------


def test_the_audit_never_keeps_an_open_coin_unit_from_being_read() -> None:
    """The four counters are asked for once a minute, each for itself, between two readings."""
    line = pair().opened()
    line.sent.clear()
    line.run(130.0)
    assert len(read_times(line, Header.REQUEST_ACCEPT_COUNTER)) >= 4  # two units, two minutes
    times = read_times(line, Header.READ_BUFFERED_CREDIT)
    assert max(later - earlier for earlier, later in pairwise(times)) < 0.8


def test_the_units_own_counts_are_told() -> None:
    line = pair().opened()
    for value_minor in (100, 3):
        insert(line, value_minor)
        line.run(1.0)
    line.run(130.0)
    counts = line.of(DeviceCounted, "coin")[-1].counts
    assert (counts.inserted, counts.accepted, counts.reject_count) == (2, 1, 1)


def test_the_count_of_accepted_coins_comes_with_a_still_buffer() -> None:
    """A coin that falls between reading the buffer and the count would look like a lost one."""
    line = pair()
    coins = line.wire.units[0]
    known, fallen = coins._answer, []

    def answer(frame, now_s):
        said = known(frame, now_s)
        if frame.header == Header.READ_BUFFERED_CREDIT and not fallen:
            fallen.append(now_s)
            coins.accepted += 1
            coins._note((5, 1))
        return said

    coins._answer = answer
    line.run(3.0)
    first = line.replies("coin")[0]
    assert (first.counter, first.accepted) == (1, 1)


# --- the end ------------------------------------------------------------------------------------


def test_the_goodbye_of_two_units_is_two_frames_back_to_back_and_closes_both() -> None:
    line = pair().opened()
    goodbye = line.bus.goodbye()
    assert goodbye == bytes.fromhex("02 02 01 E7 00 00 14") + bytes.fromhex("28 02 01 E7 00 00 EE")
    line.wire.pump(line.now_s, goodbye)
    assert [unit._mask for unit in line.wire.units] == [0, 0]


def test_the_goodbye_speaks_the_lines_checksum() -> None:
    line = pair(Checksum.CRC16).opened(8.0)
    line.wire.pump(line.now_s, line.bus.goodbye())
    assert [unit._mask for unit in line.wire.units] == [0, 0]


def test_nobody_is_told_goodbye_who_does_not_answer() -> None:
    line = pair(note=Fault.SILENT).opened(15.0)
    assert line.bus.goodbye() == bytes.fromhex("02 02 01 E7 00 00 14")


def test_a_line_that_went_away_is_searched_again_for_both() -> None:
    line = pair().opened()
    line.bus.forget_line()
    line.run(4.0)
    assert (line.health("coin"), line.health("note")) == (Health.READY, Health.READY)
