"""What every named fault of an emulated ccTalk unit does, and several units on one wire."""

import pytest

from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Credit, Header, ask, parse
from firmware.hardware.cctalk_emulator import CctalkUnit, SharedWire
from firmware.hardware.cctalk_faults import (
    BILL_FAULTS,
    COIN_FAULTS,
    MEANINGS,
    Fault,
    fault_by_name,
)

POLL = bytes.fromhex("02 00 01 FE FF")
ACK = bytes.fromhex("01 00 02 00 FD")
NOTE_POLL = bytes.fromhex("28 00 01 FE D9")
NOTE_ACK = bytes.fromhex("01 00 28 00 D7")


def answer(unit: CctalkUnit, header: int, data: str = "", now_s: float = 0.0) -> bytes | None:
    sent = ask(header, bytes.fromhex(data))
    heard = unit.hear(now_s, sent)
    return parse(heard).data if heard else None


def credit(unit: CctalkUnit, now_s: float) -> Credit:
    data = answer(unit, Header.READ_BUFFERED_CREDIT, now_s=now_s)
    assert data is not None
    return Credit.parse(data)


def opened(fault: Fault | None = None) -> AcceptorEmulator:
    unit = AcceptorEmulator(fault=fault)
    answer(unit, Header.MODIFY_INHIBIT_STATUS, "ff ff")
    answer(unit, Header.MODIFY_MASTER_INHIBIT, "01")
    credit(unit, 0.0)
    return unit


def polled(unit: AcceptorEmulator, seconds: float) -> list[Credit]:
    """A poll every tenth of a second."""
    return [credit(unit, n / 10) for n in range(1, round(seconds * 10) + 1)]


def test_every_fault_says_what_it_does() -> None:
    assert set(MEANINGS) == set(Fault) == {*COIN_FAULTS, *BILL_FAULTS}


def test_a_bill_fault_is_none_of_a_coin_unit() -> None:
    with pytest.raises(ValueError, match="no fault 'jam'"):
        fault_by_name("jam", COIN_FAULTS)
    assert fault_by_name("jam", BILL_FAULTS) is Fault.JAM


# --- the wire -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "heard"),
    [
        (None, POLL + ACK),
        (Fault.NO_ECHO, ACK),
        (Fault.DOUBLE_ECHO, POLL + POLL + ACK),
        (Fault.WRONG_ECHO, b"\x42" + POLL[1:] + ACK),
        (Fault.SILENT, POLL),
        (Fault.ENCRYPTED, POLL),
        (Fault.NOISE, POLL + b"\x00\xa5" + ACK + b"\xff"),
    ],
)
def test_a_simple_poll_looks_so_on_the_wire(fault: Fault | None, heard: bytes) -> None:
    assert AcceptorEmulator(fault=fault).pump(0.0, POLL) == heard


def test_every_seventh_answer_is_late() -> None:
    unit = AcceptorEmulator(fault=Fault.LATE_REPLY)
    assert [unit.hear(n, POLL) for n in range(7)] == [ACK] * 6 + [b""]
    assert unit.deadline_s() == pytest.approx(6.23)
    assert unit.hear(6.23, b"") == ACK


def test_noise_damages_every_eleventh_answer() -> None:
    unit = AcceptorEmulator(fault=Fault.NOISE)
    assert [ACK in unit.hear(n, POLL) for n in range(11)] == [True] * 10 + [False]


def test_an_encrypting_unit_says_so() -> None:
    unit = AcceptorEmulator(fault=Fault.ENCRYPTED)
    said = answer(unit, Header.REQUEST_ENCRYPTION_SUPPORT, "AA 55 00 00 55 AA")
    assert said is not None
    assert len(said) == 16


def test_a_plain_unit_does_not_know_the_question_for_encryption() -> None:
    unit = AcceptorEmulator()
    assert answer(unit, Header.REQUEST_ENCRYPTION_SUPPORT, "AA 55 00 00 55 AA") is None


# --- the event counter --------------------------------------------------------------------------


def test_wrap_begins_at_252_and_goes_from_255_to_1() -> None:
    unit = opened(Fault.WRAP)
    counters = []
    for n in range(5):
        unit.insert(100, n / 2)
        counters.append(credit(unit, n / 2 + 0.2).counter)
    assert counters == [253, 254, 255, 1, 2]


def test_every_coin_is_six_between_two_polls() -> None:
    unit = opened(Fault.BURST_OF_SIX)
    unit.insert(100, 0.0)
    assert credit(unit, 0.5) == Credit(6, ((5, 1),) * 5)
    assert unit.accepted == 6


def test_a_deep_stack_tells_two_a_poll_and_loses_none() -> None:
    unit = opened(Fault.DEEP_STACK)
    unit.insert(100, 0.0)
    assert [credit(unit, at_s).counter for at_s in (0.5, 0.6, 0.7, 0.8)] == [2, 4, 6, 6]


def test_a_deep_stack_has_something_to_tell_until_it_is_empty() -> None:
    unit = opened(Fault.DEEP_STACK)
    unit.insert(100, 0.0)
    waits = []
    for at_s in (0.5, 0.6, 0.7):
        credit(unit, at_s)
        waits.append(unit.has_undelivered())
    assert waits == [True, True, False]


def test_the_hundredth_poll_resets_it_and_is_not_answered() -> None:
    unit = opened(Fault.RESET_MID_POLL)
    unit.insert(100, 0.0)
    polled(unit, 9.8)
    assert answer(unit, Header.READ_BUFFERED_CREDIT, now_s=9.9) is None
    assert credit(unit, 10.0).counter == 0


def test_a_reset_before_the_first_event_shows_only_in_a_refused_coin() -> None:
    unit = opened(Fault.RESET_BEFORE_FIRST_EVENT)
    assert {c.counter for c in polled(unit, 3.0)} == {0}
    unit.insert(100, 3.0)
    assert credit(unit, 3.2) == Credit(1, ((0, 2), *((0, 0),) * 4))


def test_after_its_first_event_it_resets_itself_no_more() -> None:
    unit = opened(Fault.RESET_BEFORE_FIRST_EVENT)
    unit.insert(100, 0.0)
    assert {c.counter for c in polled(unit, 9.0)[2:]} == {1}


def test_an_auto_step_is_a_dummy_event_at_the_first_poll() -> None:
    unit = AcceptorEmulator(fault=Fault.AUTO_STEP)
    assert credit(unit, 0.0) == Credit(1, ((0, 0),) * 5)
    assert credit(unit, 0.1).counter == 1


def test_the_counter_may_run_five_ahead_with_every_poll() -> None:
    unit = AcceptorEmulator(fault=Fault.COUNTER_PLUS_FIVE)
    assert [credit(unit, n / 10).counter for n in range(3)] == [0, 5, 10]


def test_the_two_result_bytes_may_be_swapped() -> None:
    unit = opened(Fault.SWAPPED_RESULTS)
    unit.insert(100, 0.0)
    assert credit(unit, 0.2).pairs[0] == (1, 5)


def test_another_serial_number_after_every_power_up() -> None:
    unit = AcceptorEmulator(fault=Fault.SERIAL_NUMBER_CHANGE, serial=7)
    unit.power_cut(1.0)
    unit.power_up()
    assert answer(unit, Header.REQUEST_SERIAL_NUMBER) == b"\x08\0\0"


def test_a_unit_without_master_inhibit_is_open_by_its_mask_alone() -> None:
    unit = opened(Fault.NO_MASTER_INHIBIT)
    assert answer(unit, Header.MODIFY_MASTER_INHIBIT, "00") is None
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT) is None
    unit.insert(100, 0.0)
    assert credit(unit, 0.2).pairs[0] == (5, 1)


def test_a_unit_without_coin_ids_is_silent_about_them() -> None:
    assert answer(AcceptorEmulator(fault=Fault.NO_COIN_IDS), Header.REQUEST_COIN_ID, "01") is None


# --- what a service menu asks -------------------------------------------------------------------


def test_comms_statistics_count_bad_frames_until_they_are_cleared() -> None:
    unit = AcceptorEmulator()
    unit.hear(0.0, bytes.fromhex("02 00 01 FE FE"))
    unit.hear(0.1, bytes.fromhex("02 00 01"))
    assert answer(unit, Header.REQUEST_COMMS_STATISTICS, now_s=1.0) == b"\x01\0\x01"
    answer(unit, Header.CLEAR_COMMS_STATISTICS, now_s=1.1)
    assert answer(unit, Header.REQUEST_COMMS_STATISTICS, now_s=1.2) == b"\0\0\0"


def test_an_address_poll_is_answered_by_the_bare_address_in_its_moment() -> None:
    unit = AcceptorEmulator(address=5)
    assert unit.hear(1.0, bytes.fromhex("00 00 01 FD 02")) == b""
    assert unit.deadline_s() == pytest.approx(1.02)
    assert unit.hear(1.02, b"") == b"\x05"


def test_a_sorter_path_is_told_with_the_coin() -> None:
    unit = opened()
    answer(unit, Header.MODIFY_SORTER_PATHS, "01 05")
    unit.insert(5, 0.0)
    assert credit(unit, 0.2).pairs[0] == (1, 5)


@pytest.mark.parametrize(
    ("codes", "frame"),
    [
        ([20], "01 0B 02 00 01 00 14" + "00" * 8 + "DD"),
        ([1, 36], "01 0B 02 00 02 00 24 00 01" + "00" * 6 + "CB"),
    ],
)
def test_an_event_code_is_told(codes: list[int], frame: str) -> None:
    unit = AcceptorEmulator()
    for code in codes:
        unit.tell(code)
    assert unit.hear(0.0, bytes.fromhex("02 00 01 E5 18")) == bytes.fromhex(frame)


def test_six_coins_told_as_printed_when_the_counter_wraps() -> None:
    unit = opened()
    answer(unit, Header.MODIFY_SORTER_PATHS, "02 00")
    for _ in range(255):
        unit.insert(20, 0.0)
    polled(unit, 20.0)
    command = bytes.fromhex("02 00 01 E5 18")
    assert unit.hear(20.0, command) == bytes.fromhex("01 0B 02 00 FF" + "03 01" * 5 + "DF")
    unit.insert(10, 20.0)
    assert unit.hear(20.2, command) == bytes.fromhex("01 0B 02 00 01 02 00" + "03 01" * 4 + "DF")


def test_the_first_coin_and_a_reject_are_told_as_printed() -> None:
    unit = opened()
    command = bytes.fromhex("02 00 01 E5 18")
    for position in ("01 05", "05 05"):
        answer(unit, Header.MODIFY_SORTER_PATHS, position)
    told = []
    for n, value_minor in enumerate((5, 5, 100, 3)):
        unit.insert(value_minor, n / 2)
        told.append(unit.hear(n / 2 + 0.2, command).hex(" "))
    assert told == [
        "01 0b 02 00 01 01 05 00 00 00 00 00 00 00 00 eb",
        "01 0b 02 00 02 01 05 01 05 00 00 00 00 00 00 e4",
        "01 0b 02 00 03 05 05 01 05 01 05 00 00 00 00 d9",
        "01 0b 02 00 04 00 01 05 05 01 05 01 05 00 00 d7",
    ]


def test_it_speaks_crc_16_as_printed() -> None:
    unit = AcceptorEmulator(checksum=Checksum.CRC16)
    assert unit.hear(0.0, bytes.fromhex("02 00 EB E5 C3")) == bytes.fromhex(
        "01 0B 9E 00" + "00" * 11 + "BF"
    )


def test_a_unit_of_crc_16_is_deaf_to_the_other_checksum() -> None:
    assert AcceptorEmulator(checksum=Checksum.CRC16).hear(0.0, POLL) == b""


# --- several on one wire ------------------------------------------------------------------------


def test_two_units_share_a_wire_with_one_echo() -> None:
    wire = SharedWire(AcceptorEmulator(), BillEmulator())
    assert wire.pump(0.0, POLL) == POLL + ACK
    assert wire.pump(0.1, NOTE_POLL) == NOTE_POLL + NOTE_ACK


def test_a_spoilt_echo_is_the_echo_of_the_wire() -> None:
    wire = SharedWire(AcceptorEmulator(), BillEmulator(fault=Fault.NO_ECHO))
    assert wire.pump(0.0, POLL) == ACK


def test_all_units_of_a_wire_lose_power_together() -> None:
    wire = SharedWire(AcceptorEmulator(), BillEmulator())
    wire.power_cut(1.0)
    assert wire.pump(1.1, POLL + NOTE_POLL) == POLL + NOTE_POLL
    wire.power_up()
    assert wire.pump(1.2, POLL) == POLL + ACK


def test_a_wire_wakes_for_the_first_of_its_units() -> None:
    coins, notes = AcceptorEmulator(), BillEmulator()
    wire = SharedWire(coins, notes)
    assert (wire.deadline_s(), wire.has_undelivered()) == (None, False)
    notes.insert(500, 0.0)
    coins.insert(100, 0.0)
    assert (wire.deadline_s(), wire.has_undelivered()) == (0.15, True)


def test_every_unit_of_a_wire_answers_an_address_poll_in_turn() -> None:
    wire = SharedWire(BillEmulator(), AcceptorEmulator())
    wire.pump(0.0, bytes.fromhex("00 00 01 FD 02"))
    assert wire.pump(0.008) + wire.pump(0.16) == b"\x02\x28"
