"""The emulated bill validator alone: what a host sees of it."""

import pytest

from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Credit, Header, ask, parse
from firmware.hardware.cctalk_faults import Fault


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def answer(unit: BillEmulator, header: int, data: str = "", now_s: float = 0.0) -> str | None:
    """The data of its answer, or None for silence."""
    sent = ask(header, hexed(data), destination=40)
    heard = unit.pump(now_s, sent)[len(sent) :]
    return parse(heard).data.hex(" ") if heard else None


def events(unit: BillEmulator, now_s: float) -> Credit:
    data = answer(unit, Header.READ_BUFFERED_BILL_EVENTS, now_s=now_s)
    assert data is not None
    return Credit.parse(hexed(data))


def told(unit: BillEmulator, now_s: float) -> list[tuple[int, int]]:
    """Every event so far, newest first, while no more than five."""
    credit = events(unit, now_s)
    return list(credit.pairs[: credit.counter])


def opened(mode: str = "03", **settings: Fault) -> BillEmulator:
    unit = BillEmulator(**settings)
    answer(unit, Header.MODIFY_BILL_OPERATING_MODE, mode)
    answer(unit, Header.MODIFY_INHIBIT_STATUS, "ff ff")
    answer(unit, Header.MODIFY_MASTER_INHIBIT, "01")
    events(unit, 0.0)
    return unit


def polled(unit: BillEmulator, from_s: float, to_s: float) -> list[tuple[int, int]]:
    """Poll once a second from one whole second to another; the events at the end."""
    for second in range(round(from_s), round(to_s)):
        events(unit, float(second))
    return told(unit, to_s)


def holding(value_minor: int = 2000, **settings: Fault) -> BillEmulator:
    """A unit with a note in escrow since 1.0."""
    unit = opened(**settings)
    unit.insert(value_minor, 0.2)
    events(unit, 1.0)
    return unit


STACK, BACK, EXTEND = "01", "00", "ff"


def routed(unit: BillEmulator, way: str, now_s: float = 1.0) -> str | None:
    return answer(unit, Header.ROUTE_BILL, way, now_s)


# --- the printed frames -------------------------------------------------------------------------


def printed(unit: BillEmulator, command: str, now_s: float) -> bytes:
    return unit.pump(now_s, hexed(command))[len(hexed(command)) :]


def test_a_note_in_escrow_is_told_as_printed() -> None:
    unit = holding()
    assert printed(unit, "28 00 01 9F 38", 1.1) == hexed("01 0B 28 00 01 03 01" + "00" * 8 + "C7")


def test_a_stacked_note_is_told_as_printed() -> None:
    unit = holding()
    assert printed(unit, "28 01 01 9A 01 3B", 1.1) == hexed("01 00 28 00 D7")
    assert printed(unit, "28 00 01 9F 38", 2.0) == hexed(
        "01 0B 28 00 02 03 00 03 01" + "00" * 6 + "C3"
    )


def test_a_returned_note_is_told_as_printed() -> None:
    unit = holding()
    printed(unit, "28 01 01 9A 00 3C", 1.1)
    assert printed(unit, "28 00 01 9F 38", 2.0) == hexed(
        "01 0B 28 00 02 00 01 03 01" + "00" * 6 + "C5"
    )


def test_a_poll_gap_is_told_as_printed() -> None:
    unit = opened()
    unit.tell(2)
    unit.tell(1)
    assert printed(unit, "28 00 01 9F 38", 9.0) == hexed(
        "01 0B 28 00 03 00 00 00 01 00 02" + "00" * 4 + "C6"
    )


def test_it_speaks_crc_16_as_printed() -> None:
    unit = BillEmulator(checksum=Checksum.CRC16)
    assert printed(unit, "28 00 46 01 3F", 0.0) == hexed("01 00 30 00 37")


@pytest.mark.parametrize(
    "command",
    [
        "28 00 B6 FE 21",
        "28 00 31 9F 5D",
        "28 01 2B 9D 01 FB",
        "28 02 C0 9C 45 55 12",
        "28 01 BC 9A 01 62",
        "28 01 9D 9A 00 72",
        "28 01 6D 9A FF 6C",
        "28 01 EA E4 01 49",
    ],
)
def test_every_printed_crc_command_is_answered(command: str) -> None:
    assert printed(BillEmulator(checksum=Checksum.CRC16), command, 0.0)


# --- what it is ---------------------------------------------------------------------------------


def test_it_has_four_euro_notes_and_twelve_empty_positions() -> None:
    unit = BillEmulator()
    texts = [answer(unit, Header.REQUEST_BILL_ID, f"{n:02x}") for n in range(1, 17)]
    assert [hexed(text or "") for text in texts[:4]] == [
        b"EU0005A",
        b"EU0010A",
        b"EU0020A",
        b"EU0050A",
    ]
    assert {hexed(text or "") for text in texts[4:]} == {b"......."}
    assert answer(unit, Header.REQUEST_BILL_ID, "11") is None


def test_a_note_is_scaled_to_cents() -> None:
    assert answer(BillEmulator(), Header.REQUEST_COUNTRY_SCALING, b"EU".hex()) == "64 00 02"


def test_an_unknown_country_has_no_scaling() -> None:
    assert answer(BillEmulator(), Header.REQUEST_COUNTRY_SCALING, b"GB".hex()) == "00 00 00"


def test_it_is_closed_after_power_up() -> None:
    unit = BillEmulator()
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT) == "00"
    assert answer(unit, Header.REQUEST_INHIBIT_STATUS) == "00 00"
    assert answer(unit, Header.REQUEST_BILL_OPERATING_MODE) == "00"


# --- notes --------------------------------------------------------------------------------------


def test_a_held_note_is_not_in_the_box() -> None:
    unit = holding()
    assert (unit.held_minor, unit.in_box_minor, unit.accepted) == (2000, 0, 0)


def test_a_stacked_note_is_in_the_box() -> None:
    unit = holding()
    routed(unit, STACK)
    assert polled(unit, 1, 2) == [(3, 0), (3, 1)]
    assert (unit.held_minor, unit.in_box_minor, unit.accepted) == (0, 2000, 1)


def test_a_note_that_nobody_routes_comes_back_after_thirty_seconds() -> None:
    unit = holding()
    assert polled(unit, 1, 30) == [(3, 1)]
    assert polled(unit, 31, 32) == [(0, 1), (3, 1)]
    assert (unit.in_box_minor, unit.returned) == (0, 1)


def test_an_extended_escrow_begins_anew() -> None:
    unit = holding()
    polled(unit, 1, 20)
    routed(unit, EXTEND, 20.0)
    assert polled(unit, 20, 49) == [(3, 1)]
    assert polled(unit, 49, 51) == [(0, 1), (3, 1)]


def test_routing_an_empty_escrow_is_answered_254() -> None:
    assert routed(opened(), STACK) == "fe"


def test_a_note_under_way_cannot_be_routed_again() -> None:
    unit = holding()
    routed(unit, STACK)
    assert routed(unit, BACK, 1.1) == "fe"


def test_without_escrow_a_note_is_stacked_at_once() -> None:
    unit = opened("01")
    unit.insert(500, 0.2)
    assert polled(unit, 1, 2) == [(1, 0)]


def test_a_second_note_waits_for_the_first() -> None:
    unit = holding()
    unit.insert(500, 1.0)
    assert polled(unit, 1, 3) == [(3, 1)]
    routed(unit, STACK, 3.0)
    assert polled(unit, 3, 5) == [(1, 1), (3, 0), (3, 1)]


def test_the_second_note_is_read_only_when_the_way_is_free() -> None:
    unit = holding()
    unit.insert(500, 1.0)
    routed(unit, STACK, 3.0)  # in the box at 3.6, so the next is read at 4.4
    assert told(unit, 4.3) == [(3, 0), (3, 1)]
    assert told(unit, 4.5) == [(1, 1), (3, 0), (3, 1)]


def test_an_inhibited_note_comes_back() -> None:
    unit = opened()
    answer(unit, Header.MODIFY_INHIBIT_STATUS, "fb ff")
    unit.insert(2000, 0.2)
    assert told(unit, 1.0) == [(0, 4)]


def test_an_unknown_note_comes_back() -> None:
    unit = opened()
    unit.insert(1234, 0.2)
    assert told(unit, 1.0) == [(0, 2)]


# --- the watchdog -------------------------------------------------------------------------------


def test_five_seconds_without_reading_close_it_until_it_is_opened() -> None:
    unit = opened()
    events(unit, 5.0)
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT, now_s=5.0) == "00"
    events(unit, 5.1)
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT, now_s=5.1) == "00"
    answer(unit, Header.MODIFY_MASTER_INHIBIT, "01", 5.2)
    assert answer(unit, Header.REQUEST_MASTER_INHIBIT, now_s=5.2) == "01"


def test_a_simple_poll_does_not_keep_it_open() -> None:
    unit = opened()
    answer(unit, Header.SIMPLE_POLL, now_s=4.9)
    assert told(unit, 5.0) == [(0, 0)]


def test_it_says_when_it_will_close() -> None:
    unit = opened()
    events(unit, 1.0)
    assert unit.deadline_s() == 6.0
    unit.pump(6.0)
    assert unit.deadline_s() is None


# --- power --------------------------------------------------------------------------------------


def test_a_note_in_escrow_comes_back_after_a_power_cut() -> None:
    unit = holding()
    unit.power_cut(1.2)
    unit.power_up()
    assert events(unit, 2.0).counter == 0
    assert (unit.in_box_minor, unit.returned) == (0, 1)


def test_a_note_that_was_being_stacked_is_counted_and_not_told() -> None:
    unit = holding()
    routed(unit, STACK)
    unit.power_cut(1.2)
    unit.power_up()
    assert events(unit, 2.0).counter == 0
    assert (unit.in_box_minor, unit.returned) == (2000, 0)
    assert answer(unit, Header.REQUEST_ACCEPT_COUNTER, now_s=2.0) == "01 00 00"


def test_without_power_a_note_comes_back() -> None:
    unit = opened()
    unit.power_cut(0.5)
    unit.insert(500, 0.6)
    assert (unit.returned, unit.deadline_s()) == (1, None)


# --- faults -------------------------------------------------------------------------------------


def test_a_stuck_note_moves_neither_way() -> None:
    unit = holding(fault=Fault.STUCK_IN_ESCROW)
    assert [routed(unit, way) for way in (STACK, BACK, EXTEND)] == ["ff", "ff", "ff"]
    assert polled(unit, 1, 40) == [(3, 1)]
    assert unit.held_minor == 2000


def test_a_jammed_note_is_out_of_reach_and_the_self_check_says_so() -> None:
    unit = holding(fault=Fault.JAM)
    routed(unit, STACK)
    assert polled(unit, 1, 2) == [(0, 16), (3, 1)]
    assert answer(unit, Header.PERFORM_SELF_CHECK, now_s=2.0) == "27"
    assert (unit.in_box_minor, unit.returned) == (0, 0)


def test_a_power_up_clears_a_jam() -> None:
    unit = holding(fault=Fault.JAM)
    routed(unit, STACK)
    polled(unit, 1, 2)
    unit.power_cut(3.0)
    unit.power_up()
    assert answer(unit, Header.PERFORM_SELF_CHECK, now_s=3.0) == "00"
    assert unit.returned == 1


def test_after_a_jam_was_cleared_the_next_note_is_drawn_in() -> None:
    unit = holding(fault=Fault.JAM)
    routed(unit, STACK)
    polled(unit, 1, 2)
    unit.power_cut(3.0)
    unit.power_up()
    unit.insert(500, 3.0)
    assert told(unit, 4.0) == [(0, 4)]


def test_a_stacker_may_be_taken_out_and_put_back() -> None:
    unit = holding(fault=Fault.STACKER_OUT)
    routed(unit, STACK)
    assert polled(unit, 1, 2) == [(0, 11), (3, 0), (3, 1)]
    unit.power_cut(3.0)
    unit.power_up()
    assert told(unit, 3.0) == [(0, 12)]


def test_the_third_note_fills_the_stacker() -> None:
    unit = opened("01", fault=Fault.FULL)
    for _ in range(3):
        unit.insert(500, 0.0)
    assert polled(unit, 0, 5) == [(0, 14), (1, 0), (1, 0), (1, 0)]
    unit.insert(500, 5.0)
    assert polled(unit, 5, 6)[0] == (0, 4)


def test_a_note_that_was_to_be_stacked_may_come_back() -> None:
    unit = holding(fault=Fault.RETURNED)
    routed(unit, STACK)
    assert polled(unit, 1, 2) == [(0, 1), (3, 1)]
    assert (unit.in_box_minor, unit.returned) == (0, 1)
