"""The bill validator's driver: the printed frames, ids, escrow, what becomes of a note."""

import pytest
from bus_line import BusLine, bill_driver, bill_line

from firmware.events import BufferReply, DeviceFound, Health, MoneyQuestioned
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Frame, Header
from firmware.hardware.cctalk_faults import Fault
from firmware.money import Tender

IDENTITY = "cctalk_bill:CAB:EMU-NOTE:7654321"
EMPTY = ((0, 0),) * 5
HELD, STACKED = 1, 0


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def unit(line: BusLine) -> BillEmulator:
    [found] = line.wire.units
    assert isinstance(found, BillEmulator)
    return found


def note(line: BusLine, value_minor: int, seconds: float = 3.0) -> BusLine:
    unit(line).insert(value_minor, line.now_s)
    return line.run(seconds)


def routes(line: BusLine) -> list[bytes]:
    """The ways that held notes were sent since the start, whose own route says "back"."""
    sent = [frame for frame in line.frames() if frame.header == Header.ROUTE_BILL]
    return [frame.data for frame in sent][1:]


# --- the printed frames -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sum8", "crc16"),
    [
        ("28 00 01 FE D9", "28 00 B6 FE 21"),
        ("28 01 01 9D 01 38", "28 01 2B 9D 01 FB"),
        ("28 02 01 9C 45 55 9F", "28 02 C0 9C 45 55 12"),
        ("28 01 01 9A 00 3C", "28 01 9D 9A 00 72"),
        ("28 01 01 E4 01 F1", "28 01 EA E4 01 49"),
        ("28 00 01 9F 38", "28 00 31 9F 5D"),
        ("28 01 01 9A 01 3B", "28 01 BC 9A 01 62"),
    ],
    ids=["simple poll", "id of bill 1", "scaling", "return", "open", "events", "stack"],
)
@pytest.mark.parametrize("checksum", Checksum)
def test_it_asks_as_printed(sum8: str, crc16: str, checksum: Checksum) -> None:
    line = note(bill_line(checksum=checksum).opened(), 2_000)
    printed = sum8 if checksum is Checksum.SUM8 else crc16
    assert hexed(printed) in [sent for _, sent in line.sent]


def test_it_asks_for_stacker_and_escrow_as_printed() -> None:
    assert hexed("28 01 01 99 03 3A") in [sent for _, sent in bill_line().opened().sent]


def test_it_never_sends_a_reset() -> None:
    line = note(bill_line().opened(), 2_000)
    assert hexed("28 00 01 01 D6") not in [sent for _, sent in line.sent]


@pytest.mark.parametrize(
    ("printed", "counter", "pairs"),
    [
        ("01 0B 28 00 01 03 01" + "00" * 8 + "C7", 1, ((3, 1), *EMPTY[:4])),
        ("01 0B 28 00 02 03 00 03 01" + "00" * 6 + "C3", 2, ((3, 0), (3, 1), *EMPTY[:3])),
        ("01 0B 28 00 02 00 01 03 01" + "00" * 6 + "C5", 2, ((0, 1), (3, 1), *EMPTY[:3])),
        (
            "01 0B 28 00 03 00 00 00 01 00 02" + "00" * 4 + "C6",
            3,
            ((0, 0), (0, 1), (0, 2), (0, 0), (0, 0)),
        ),
    ],
    ids=["escrow", "stacked", "returned", "inhibited after a poll gap"],
)
def test_it_tells_a_printed_reply(
    printed: str, counter: int, pairs: tuple[tuple[int, int], ...]
) -> None:
    line = bill_line().opened()
    known = unit(line)._answer

    def answer(frame: Frame, now_s: float) -> bytes:
        is_read = frame.header == Header.READ_BUFFERED_BILL_EVENTS
        return hexed(printed) if is_read else known(frame, now_s)

    unit(line)._answer = answer
    line.run(0.2)
    values = {1: 500, 2: 1_000, 3: 2_000, 4: 5_000}
    assert line.replies("note")[-1] == BufferReply(
        IDENTITY, counter, pairs, values, "note", Tender.NOTE
    )


@pytest.mark.parametrize(
    ("is_open", "printed"), [(True, "28 01 01 9A 01 3B"), (False, "28 01 01 9A 00 3C")]
)
def test_the_printed_escrow_is_answered_by_the_printed_route(is_open: bool, printed: str) -> None:
    line = bill_line().opened()
    line.bus.set_open({"note"} if is_open else ())
    line.run(0.5)
    unit(line)._note((3, HELD))
    line.sent.clear()
    line.run(0.5)
    assert [data for _, data in line.sent if data[3] == Header.ROUTE_BILL] == [hexed(printed)]


# --- what it is ---------------------------------------------------------------------------------


def test_it_says_who_the_unit_is_before_it_tells_of_money() -> None:
    line = bill_line().run(3.0)
    [found] = line.of(DeviceFound, "note")
    assert found.device == IDENTITY
    assert line.events.index(found) < line.events.index(line.replies("note")[0])


def test_its_category_tells_it_from_a_coin_unit() -> None:
    """A coin unit that was put at a bill unit's second address is not taken for one."""
    stranger = BillEmulator(address=41)
    stranger.CATEGORY = b"Coin Acceptor"
    line = BusLine([stranger], [bill_driver()], Checksum.SUM8).opened(15.0)
    assert line.health("note") is Health.NO_ANSWER
    assert line.replies("note") == []


def test_it_is_found_at_another_address_of_bill_units() -> None:
    line = BusLine([BillEmulator(address=43)], [bill_driver()], Checksum.SUM8).opened(15.0)
    assert line.health("note") is Health.READY


def test_a_unit_that_only_speaks_in_cipher_is_named() -> None:
    line = bill_line(Fault.ENCRYPTED).opened(60.0)
    assert line.healths("note") == [(Health.STARTING, ""), (Health.NO_ANSWER, "encrypted")]


def test_a_note_without_a_scaling_stays_refused() -> None:
    line = bill_line()
    known = unit(line)._answer
    unit(line)._answer = lambda frame, now_s: (
        b"" if frame.header == Header.REQUEST_COUNTRY_SCALING else known(frame, now_s)
    )
    line.opened(20.0)
    assert line.healths("note")[-1] == (Health.FAULT, "no_coins")
    assert unit(line)._mask == 0


# --- a note -------------------------------------------------------------------------------------


def test_a_wanted_note_is_stacked_and_only_then_told_as_stacked() -> None:
    line = note(bill_line().opened(), 1_000)
    told = [reply.pairs[:2] for reply in line.replies("note")]
    assert told == [((0, 0), (0, 0)), ((2, HELD), (0, 0)), ((2, STACKED), (2, HELD))]
    assert unit(line).in_box_minor == 1_000


def test_an_unlisted_note_never_reaches_the_escrow() -> None:
    line = note(bill_line().opened(), 5_000)
    assert (unit(line).in_box_minor, unit(line).returned) == (0, 1)
    assert routes(line) == []


def test_a_note_held_when_the_slot_closes_goes_back() -> None:
    line = bill_line().opened()
    unit(line).insert(500, line.now_s)
    line.run(0.75)
    line.bus.set_open(())
    line.run(3.0)
    assert (unit(line).in_box_minor, unit(line).returned) == (0, 1)


def test_a_note_held_since_before_the_start_goes_back() -> None:
    line = bill_line().opened()
    route = unit(line)._route
    unit(line)._route = lambda way, now_s: None  # the old life dies before it can route
    note(line, 2_000, 1.0)
    unit(line)._route = route
    held = BusLine([unit(line)], [bill_driver()], Checksum.SUM8)
    held.now_s = line.now_s
    held.run(3.0)
    assert (unit(line).in_box_minor, unit(line).returned) == (0, 1)
    assert held.replies("note")[-1].pairs[0] == (0, 1)


@pytest.mark.parametrize(
    "later", [(0, 2), (0, 4), (0, 8)], ids=["invalid note", "inhibited", "fraud"]
)
def test_a_note_stays_decided_under_later_events(later: tuple[int, int]) -> None:
    """What else is told while a note is held does not hide it: it is still routed."""
    line = bill_line(Fault.STUCK_IN_ESCROW).opened()
    note(line, 2_000, 1.5)
    for _ in range(2):
        unit(line)._note(later)
        line.run(0.3)
    assert line.bus.has_undelivered(), "it still holds something"
    line.sent.clear()
    line.run(3.0)
    assert len([1 for _, data in line.sent if data[3] == Header.ROUTE_BILL]) >= 2


def test_a_note_that_came_to_an_end_is_not_routed_again() -> None:
    line = note(bill_line().opened(), 500)
    unit(line)._note((0, 2))
    line.run(5.0)
    assert routes(line) == [b"\1"]
    assert not line.bus.has_undelivered() or line.bus._units[0]._pause is None


def test_a_note_that_moves_neither_way_is_a_jam() -> None:
    line = note(bill_line(Fault.STUCK_IN_ESCROW).opened(), 500)
    assert line.healths("note")[-1] == (Health.JAM, "escrow")


def test_a_note_that_is_handed_back_is_no_money() -> None:
    line = note(bill_line(Fault.RETURNED).opened(), 500)
    assert line.replies("note")[-1].pairs[:2] == ((0, 1), (1, HELD))
    assert unit(line).in_box_minor == 0


def test_a_note_in_the_box_that_the_unit_cannot_name_is_questioned() -> None:
    line = bill_line().opened()
    unit(line).tell(21)
    line.run(0.5)
    assert line.of(MoneyQuestioned, "note") == [
        MoneyQuestioned("note", IDENTITY, "unknown_stacked")
    ]


def test_a_unit_that_inhibited_itself_is_opened_again() -> None:
    line = bill_line().opened()
    unit(line)._is_master_open = False
    unit(line)._note((0, 0))
    line.run(1.0)
    assert unit(line)._is_master_open
    assert note(line, 500).replies("note")[-1].pairs[0] == (1, STACKED)


@pytest.mark.parametrize(
    ("fault", "code"), [(Fault.FULL, "full"), (Fault.STACKER_OUT, "stacker_out")]
)
def test_a_box_that_takes_no_more_is_told(fault: Fault, code: str) -> None:
    line = bill_line(fault).opened()
    for _ in range(3):
        note(line, 500)
    assert line.healths("note")[-1] == (Health.FULL, code)
    assert unit(line)._mask == 0


# --- the unit's own count -----------------------------------------------------------------------


def test_the_first_reading_carries_the_units_own_count() -> None:
    line = note(bill_line().opened(), 500)
    again = BusLine([unit(line)], [bill_driver()], Checksum.SUM8)
    again.now_s = line.now_s
    again.run(3.0)
    [reply] = again.replies("note")
    assert (reply.is_first, reply.accepted) == (True, 1)


def test_a_note_that_fell_while_its_power_was_off_shows_only_in_the_count() -> None:
    line = bill_line().opened()
    unit(line).insert(2_000, line.now_s)
    line.run(1.2)  # on its way to the stacker
    unit(line).power_cut(line.now_s)
    line.run(3.0)
    unit(line).power_up()
    line.run(3.0)
    reply = line.replies("note")[-1]
    assert (reply.counter, reply.pairs, reply.accepted) == (0, EMPTY, 1)
