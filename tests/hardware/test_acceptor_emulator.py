"""The emulated acceptor alone: what a host sees of it."""

import pytest

from firmware.hardware.acceptor_emulator import AcceptorEmulator, Fault, fault_by_name
from firmware.hardware.cctalk import Credit, Header, ask, parse


def answer(
    unit: AcceptorEmulator, header: int, data: bytes = b"", now_s: float = 0.0
) -> bytes | None:
    """The data of its answer, or None for silence; the echo must be exact."""
    sent = ask(header, data)
    heard = unit.pump(now_s, sent)
    assert heard.startswith(sent)
    return parse(heard[len(sent) :]).data if heard != sent else None


def credit(unit: AcceptorEmulator, now_s: float) -> Credit:
    data = answer(unit, Header.READ_BUFFERED_CREDIT, now_s=now_s)
    assert data is not None
    return Credit.parse(data)


def opened() -> AcceptorEmulator:
    unit = AcceptorEmulator()
    answer(unit, Header.MODIFY_INHIBIT_STATUS, b"\xff\xff")
    answer(unit, Header.MODIFY_MASTER_INHIBIT, b"\x01")
    credit(unit, 0.0)
    return unit


def test_it_is_closed_after_power_up() -> None:
    unit = AcceptorEmulator()
    assert answer(unit, Header.REQUEST_INHIBIT_STATUS) == b"\0\0"
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT) == b"\0"
    assert credit(unit, 0.0) == Credit(0, ((0, 0),) * 5)


def test_it_has_six_euro_coins_and_ten_empty_positions() -> None:
    unit = AcceptorEmulator()
    texts = [answer(unit, Header.REQUEST_COIN_ID, bytes((n,))) for n in range(1, 17)]
    assert texts[:6] == [b"EU005A", b"EU010A", b"EU020A", b"EU050A", b"EU100A", b"EU200A"]
    assert texts[6:] == [b"......"] * 10
    assert answer(unit, Header.REQUEST_COIN_ID, bytes((17,))) is None
    assert answer(unit, Header.REQUEST_COIN_ID, bytes((0,))) is None


@pytest.mark.parametrize(
    "sent",
    ["02 00 01 63 9A", "03 00 01 FE FE", "02 00 01 FE FE", "02 00 01 FE", "02 01 01 FE 00 FE"],
    ids=["unknown header", "other address", "bad sum", "short", "data too many"],
)
def test_it_does_not_answer_this(sent: str) -> None:
    raw = bytes.fromhex(sent)
    assert AcceptorEmulator().pump(0.0, raw) == raw


def test_it_answers_a_broadcast() -> None:
    raw = bytes.fromhex("00 00 01 FE 01")
    assert AcceptorEmulator().pump(0.0, raw) == raw + bytes.fromhex("01 00 02 00 FD")


def test_a_coin_takes_150_ms_to_be_decided() -> None:
    unit = opened()
    unit.insert(100, 0.5)
    assert unit.deadline_s() == pytest.approx(0.65)
    assert credit(unit, 0.64).counter == 0
    assert credit(unit, 0.65) == Credit(1, ((5, 1), (0, 0), (0, 0), (0, 0), (0, 0)))
    assert unit.in_box_minor == 100


def test_a_second_without_reading_the_credit_closes_it() -> None:
    unit = opened()
    credit(unit, 1.0)
    unit.insert(100, 1.85)  # decided at 2.00: exactly a second is still open
    unit.insert(100, 1.86)
    unit.pump(3.0)
    assert (unit.accepted, unit.returned) == (1, 1)


def test_a_simple_poll_does_not_keep_it_open() -> None:
    unit = opened()
    answer(unit, Header.SIMPLE_POLL, now_s=1.5)
    unit.insert(100, 1.5)
    unit.pump(2.0)
    assert (unit.accepted, unit.returned) == (0, 1)


def test_the_oldest_of_six_events_is_lost_and_the_counter_knows() -> None:
    unit = opened()
    for value in (10, 20, 50, 100, 200, 200):
        unit.insert(value, 0.1)
    assert credit(unit, 0.6) == Credit(6, ((6, 1), (6, 1), (5, 1), (4, 1), (3, 1)))


def test_coins_held_to_the_slot_at_once_roll_in_one_behind_the_other() -> None:
    unit = opened()
    for _ in range(3):
        unit.insert(100, 0.1)
    assert [credit(unit, at_s).counter for at_s in (0.26, 0.32, 0.38)] == [1, 2, 3]


def test_statistics_outlive_a_power_cut_and_the_buffer_does_not() -> None:
    unit = opened()
    unit.insert(100, 0.1)
    unit.insert(3, 0.1)
    unit.pump(0.5)
    unit.power_cut(0.6)
    unit.power_up()
    assert credit(unit, 1.0) == Credit(0, ((0, 0),) * 5)
    assert answer(unit, Header.REQUEST_INSERTION_COUNTER) == b"\x02\0\0"
    assert answer(unit, Header.REQUEST_ACCEPT_COUNTER) == b"\x01\0\0"
    assert answer(unit, Header.REQUEST_REJECT_COUNTER) == b"\x01\0\0"
    assert answer(unit, Header.REQUEST_INHIBIT_STATUS) == b"\0\0"


def test_a_coin_that_falls_during_a_power_cut_comes_back() -> None:
    unit = opened()
    unit.insert(100, 0.5)
    unit.power_cut(0.6)
    assert (unit.in_box_minor, unit.returned) == (0, 1)
    unit.insert(100, 0.7)
    unit.pump(1.0)
    assert (unit.in_box_minor, unit.returned) == (0, 2)


def test_without_power_the_wire_still_echoes() -> None:
    unit = opened()
    unit.power_cut(0.5)
    assert answer(unit, Header.SIMPLE_POLL, now_s=0.6) is None


def test_a_slip_in_a_fault_name_is_answered_with_the_right_one() -> None:
    assert fault_by_name("reset-mid-poll") is Fault.RESET_MID_POLL
    with pytest.raises(ValueError, match="did you mean 'noise'"):
        fault_by_name("noize")
    with pytest.raises(ValueError, match="allowed: silent, noise, wrong-echo, no-echo"):
        fault_by_name("xyz")
