"""The acceptor's driver against the emulated acceptor, in virtual time."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from virtual_line import VirtualLine

from firmware.events import BufferReply, DeviceHealth, Health
from firmware.hardware.acceptor_emulator import Fault
from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings

EMPTY = ((0, 0),) * 5
INHIBIT = Header.MODIFY_INHIBIT_STATUS
MASTER = Header.MODIFY_MASTER_INHIBIT


# --- the start ----------------------------------------------------------------------------------


def test_it_closes_the_unit_before_it_asks_anything_else() -> None:
    line = VirtualLine().run(0.5)
    assert line.headers()[:3] == [Header.SIMPLE_POLL, INHIBIT, MASTER]
    assert [frame for _, frame in line.sent[1:3]] == [
        bytes.fromhex("02 02 01 E7 00 00 14"),
        bytes.fromhex("02 01 01 E4 00 18"),
    ]


def test_it_reports_what_the_unit_holds_once_and_stays_closed() -> None:
    line = VirtualLine().run(1.0)
    [reply] = line.replies
    assert reply == BufferReply(
        "cctalk_coin:CAB:EMU-EURO:1234567",
        0,
        EMPTY,
        {1: 5, 2: 10, 3: 20, 4: 50, 5: 100, 6: 200},
        is_first=True,
        accepted=0,
    )
    assert [health for health, _ in line.healths] == [Health.STARTING, Health.CLOSED]


def test_a_reply_names_the_slot_it_came_from() -> None:
    line = VirtualLine()
    line.driver = CctalkBus([CctalkCoin(UnitSettings("second", frozenset()))])
    assert [reply.slot for reply in line.run(1.0).replies] == ["second"]


def test_it_never_sends_a_reset() -> None:
    line = VirtualLine().ready().coin(100)
    assert Header.RESET not in line.headers()


def test_it_works_without_an_echo() -> None:
    line = VirtualLine()
    line.unit._echo = lambda received: b""  # a tunnelled unit: no wire to echo on
    line.ready().coin(50)
    assert line.replies[-1].pairs[0] == (4, 1)


def test_it_works_with_crc_frames() -> None:
    line = VirtualLine(checksum=Checksum.CRC16).ready().coin(200)
    assert (line.replies[-1].counter, line.replies[-1].pairs[0]) == (1, (6, 1))


def test_a_unit_of_the_other_checksum_does_not_answer() -> None:
    line = VirtualLine()
    line.driver = CctalkBus([CctalkCoin(UnitSettings("coin", frozenset()))], Checksum.CRC16)
    line.run(11.0)
    assert line.healths == [(Health.STARTING, ""), (Health.NO_ANSWER, "")]


# --- open and closed ----------------------------------------------------------------------------


def test_it_opens_exactly_the_listed_coins() -> None:
    line = VirtualLine(accepted_minor=frozenset({10, 100, 3})).ready()
    # positions 2 and 5: bits 1 and 4
    assert line.unit._mask == 0b010010
    assert line.unit._is_master_open


def test_coins_of_another_country_stay_refused() -> None:
    line = VirtualLine(country="GB")
    line.driver.set_open({"coin"})
    line.run(0.5)
    assert line.unit._mask == 0
    assert line.healths[-1] == (Health.FAULT, "no_coins")


def test_an_accepted_coin_is_reported_with_its_position() -> None:
    line = VirtualLine().ready().coin(100)
    assert (line.replies[-1].counter, line.replies[-1].pairs[0]) == (1, (5, 1))
    assert line.unit.in_box_minor == 100


def test_an_equal_reply_is_not_reported_again() -> None:
    line = VirtualLine().ready().coin(100).run(5.0)
    assert [reply.counter for reply in line.replies] == [0, 1]


def test_an_unlisted_coin_comes_back() -> None:
    line = VirtualLine().ready().coin(5)
    assert line.replies[-1].pairs[0] == (0, 128)
    assert (line.unit.in_box_minor, line.unit.returned) == (0, 1)
    assert line.health is Health.READY


def test_an_unknown_coin_comes_back() -> None:
    line = VirtualLine().ready().coin(3)
    assert line.replies[-1].pairs[0] == (0, 1)
    assert (line.unit.in_box_minor, line.unit.returned) == (0, 1)


def test_it_closes_at_once_when_told() -> None:
    line = VirtualLine().ready()
    line.driver.set_open(())
    line.run(0.0)
    assert line.unit._mask == 0
    assert not line.unit._is_master_open
    assert line.health is Health.CLOSED


def test_a_coin_into_a_closed_unit_comes_back_and_is_reported() -> None:
    line = VirtualLine().run(1.0).coin(100)
    assert line.replies[-1].pairs[0] == (0, 2)
    assert line.unit.in_box_minor == 0


def test_a_coin_just_before_closing_is_still_reported() -> None:
    line = VirtualLine().ready()
    line.unit.insert(100, line.now_s)
    line.run(0.150)
    line.driver.set_open(())
    line.run(0.5)
    assert line.unit.in_box_minor == 100
    assert line.replies[-1].pairs[0] == (5, 1)


@pytest.mark.parametrize(("is_open", "step_s"), [(True, 0.1), (False, 0.2)])
def test_it_never_stops_polling(is_open: bool, step_s: float) -> None:
    line = VirtualLine().ready() if is_open else VirtualLine().run(1.0)
    line.sent.clear()
    line.run(8.0)
    times = [t for t, frame in line.sent if frame[3] == Header.READ_BUFFERED_CREDIT]
    assert all(later - earlier < step_s + 0.001 for earlier, later in pairwise(times))
    assert len(times) == pytest.approx(8.0 / step_s, abs=1)


def test_the_unit_shuts_itself_when_nobody_polls() -> None:
    line = VirtualLine().ready()
    line.unit.insert(100, line.now_s + 2.0)
    line.unit.pump(line.now_s + 5.0)
    assert (line.unit.accepted, line.unit.returned) == (0, 1)


def turn_slowly(line: VirtualLine, turn_s: float, coin_after_s: float) -> None:
    """A loop that draws so long that the line gets one word in each turn; after eight of them a
    coin falls."""
    answer = b""
    for turn in range(12):
        if turn == 8:
            line.unit.insert(100, line.now_s + coin_after_s)
        sent, events = line.driver.pump(line.now_s, answer)
        line.events += events
        answer = line.unit.pump(line.now_s, sent)
        next_s = line.now_s + turn_s
        while (due_s := line.unit.deadline_s()) is not None and due_s <= next_s:
            answer += line.unit.pump(due_s, b"")
        line.now_s = next_s


def test_a_line_that_is_read_late_is_degraded_and_takes_money_all_the_same() -> None:
    line = VirtualLine().ready()
    turn_slowly(line, 0.9, 0.7)
    assert line.healths[-1] == (Health.DEGRADED, "late")
    assert (line.unit.accepted, line.unit.returned) == (1, 0)
    assert line.replies[-1].pairs[0] == (5, 1)


def test_a_unit_that_is_read_too_seldom_gives_coins_back_and_nothing_is_booked() -> None:
    line = VirtualLine().ready()
    turn_slowly(line, 1.4, 1.2)
    assert line.healths[-1] == (Health.DEGRADED, "late")
    assert (line.unit.accepted, line.unit.returned) == (0, 1)
    assert all(coin == 0 for reply in line.replies for coin, _ in reply.pairs)


def test_inhibits_are_read_back_every_ten_seconds() -> None:
    line = VirtualLine().ready()
    line.sent.clear()
    line.run(30.5)
    assert line.headers().count(Header.REQUEST_INHIBIT_STATUS) == 3


def test_a_forgotten_inhibit_is_armed_again_when_a_coin_was_refused() -> None:
    line = VirtualLine().ready()
    line.unit._boot()  # a reset before the first event: its counter stays 0
    line.coin(100)
    assert line.unit.in_box_minor == 0
    line.coin(100)
    assert line.unit.in_box_minor == 100


def test_two_rearms_within_a_minute_are_degraded_and_pass() -> None:
    line = VirtualLine().ready()
    for _ in range(2):
        line.unit._mask = 0
        line.run(10.5)
    assert line.health is Health.DEGRADED
    line.run(70.0)
    assert line.health is Health.READY


# --- counters -----------------------------------------------------------------------------------


def test_the_counter_wraps_from_255_to_1() -> None:
    line = VirtualLine(fault=Fault.WRAP).ready()
    for _ in range(5):
        line.coin(10)
    assert [reply.counter for reply in line.replies] == [252, 253, 254, 255, 1, 2]


def test_six_coins_at_once_are_reported_raw() -> None:
    line = VirtualLine(fault=Fault.BURST_OF_SIX).ready().coin(20)
    assert (line.replies[-1].counter, line.replies[-1].pairs) == (6, ((3, 1),) * 5)


def test_a_reset_between_polls_is_reported_and_armed_again() -> None:
    line = VirtualLine().ready().coin(100)
    line.unit._boot()
    line.run(0.5)
    assert [reply.counter for reply in line.replies] == [0, 1, 0, 0]
    assert line.health is Health.READY
    line.coin(50)
    assert line.unit.in_box_minor == 150


def test_a_counter_that_ran_backwards_is_an_unseen_reset() -> None:
    line = VirtualLine().ready()
    for _ in range(3):
        line.coin(10)
    line.unit._boot()
    line.unit._note((0, 1))
    line.run(0.5)
    assert line.health is Health.READY
    line.coin(50)
    assert line.unit.in_box_minor == 80


def test_every_reset_in_the_middle_of_a_poll_is_survived() -> None:
    line = VirtualLine(fault=Fault.RESET_MID_POLL).ready()
    line.coin(10)
    line.run(60.0)
    line.coin(10)
    assert line.unit.in_box_minor == 20


# --- silence ------------------------------------------------------------------------------------


def test_a_silent_unit_has_no_answer() -> None:
    line = VirtualLine(fault=Fault.SILENT).run(60.0)
    assert line.healths == [(Health.STARTING, ""), (Health.NO_ANSWER, "")]
    assert not line.replies


def test_a_wrong_echo_is_wiring() -> None:
    line = VirtualLine(fault=Fault.WRONG_ECHO).run(60.0)
    assert line.healths == [(Health.STARTING, ""), (Health.WIRING, "wrong_echo")]


def test_no_echo_and_no_answer_is_wiring() -> None:
    line = VirtualLine()
    line.is_mute = True
    line.run(11.0)
    assert line.health is Health.WIRING


def test_a_power_cut_of_the_unit_is_noticed_within_a_second() -> None:
    line = VirtualLine().ready().coin(100)
    line.unit.power_cut(line.now_s)
    line.run(1.0)
    assert line.healths[-1] == (Health.NO_ANSWER, "")


def test_after_a_power_cut_it_starts_anew_and_reports_the_empty_counter() -> None:
    line = VirtualLine().ready().coin(100)
    line.unit.power_cut(line.now_s)
    line.run(30.0)
    line.unit.power_up()
    line.run(2.0)
    assert line.health is Health.READY
    assert line.replies[-1].counter == 0
    line.coin(50)
    assert line.unit.in_box_minor == 150


def test_another_serial_number_is_another_device() -> None:
    line = VirtualLine(fault=Fault.SERIAL_NUMBER_CHANGE).ready()
    line.unit.power_cut(line.now_s)
    line.run(3.0)
    line.unit.power_up()
    line.run(2.0)
    assert line.replies[-1].device == "cctalk_coin:CAB:EMU-EURO:1234568"


@pytest.mark.parametrize("fault", [Fault.NOISE, Fault.LATE_REPLY])
def test_a_bad_line_costs_time_and_no_coin(fault: Fault) -> None:
    line = VirtualLine(fault=fault)
    line.driver.set_open({"coin"})
    line.run(20.0)
    assert line.health in (Health.READY, Health.DEGRADED)
    for _ in range(20):
        line.coin(10)
        line.run(1.0)
    assert line.unit.accepted == 20
    assert line.replies[-1].counter == 20
    assert line.replies[-1].values_minor == {1: 5, 2: 10, 3: 20, 4: 50, 5: 100, 6: 200}


@pytest.mark.parametrize("late_s", [0.49, 0.51, 0.56, 0.65, 0.79, 0.86, 0.95, 1.06, 1.3, 1.6])
def test_late_answers_never_shift_the_coin_table(late_s: float) -> None:
    line = VirtualLine()

    def late(answer: bytes, now_s: float) -> bytes:
        if answer[3:6] in (b"", b"\x00EU", b"\x00.."):
            line.unit._late.append((now_s + late_s, answer))
            return b""
        return answer

    line.unit._spoil = late
    line.driver.set_open({"coin"})
    line.run(60.0)
    right = {1: 5, 2: 10, 3: 20, 4: 50, 5: 100, 6: 200}
    assert line.replies[-1].values_minor.items() <= right.items()
    # An answer inside the quiet between two tries is never heard: the table stays empty.
    is_in_quiet = late_s % 0.55 >= 0.5
    assert line.replies[-1].values_minor or is_in_quiet


# --- troubles -----------------------------------------------------------------------------------


def event(line: VirtualLine, code: int) -> VirtualLine:
    line.unit._note((0, code))
    return line.run(0.3)


def test_a_steady_fault_closes_until_the_self_check_is_clean() -> None:
    line = VirtualLine().ready()
    line.unit.self_check = 13
    event(line, 13)
    assert line.healths[-1] == (Health.FAULT, "13")
    assert line.unit._mask == 0
    line.run(5.0)
    assert line.health is Health.FAULT
    line.unit.self_check = 0
    line.run(1.5)
    assert line.health is Health.READY


def test_a_unit_that_starts_with_a_fault_stays_closed() -> None:
    line = VirtualLine()
    line.unit.self_check = 29
    line.driver.set_open({"coin"})
    line.run(5.0)
    assert line.healths[-1] == (Health.FAULT, "29")
    assert line.unit._mask == 0


def test_three_jams_in_a_minute_are_a_jam_and_two_are_not() -> None:
    line = VirtualLine().ready()
    event(event(line, 4), 31)
    assert line.health is Health.READY
    line.unit.self_check = 4
    event(line, 35)
    assert line.healths[-1] == (Health.JAM, "35")


def test_jams_far_apart_are_no_jam() -> None:
    line = VirtualLine().ready()
    for _ in range(6):
        event(line, 4).run(31.0)
    assert Health.JAM not in [health for health, _ in line.healths]


def test_an_open_lever_closes_the_unit_until_it_is_shut() -> None:
    line = VirtualLine().ready()
    line.unit.status = 1
    event(line, 254)
    assert line.health is Health.OPEN
    line.run(3.0)
    assert line.health is Health.OPEN
    line.unit.status = 0
    line.run(1.5)
    assert line.health is Health.READY


def test_three_frauds_lock_for_a_minute_and_then_for_two() -> None:
    line = VirtualLine().ready()
    for code in (20, 17, 24):
        event(line, code)
    assert line.health is Health.FRAUD_LOCK
    line.run(58.0)
    assert line.health is Health.FRAUD_LOCK
    line.run(4.0)
    assert line.health is Health.READY
    for code in (20, 17, 24):
        event(line, code)
    line.run(118.0)
    assert line.health is Health.FRAUD_LOCK
    line.run(4.0)
    assert line.health is Health.READY


def test_a_sorter_path_is_no_error_code() -> None:
    line = VirtualLine().ready()
    for _ in range(3):
        line.unit._note((5, 20))
        line.run(0.2)
    assert line.health is Health.READY


# --- what is on its way -------------------------------------------------------------------------


def test_nothing_is_undelivered_at_rest() -> None:
    line = VirtualLine().ready().coin(100)
    assert not line.unit.has_undelivered()
    assert not line.driver.has_undelivered()


def test_a_coin_is_undelivered_until_it_is_told() -> None:
    line = VirtualLine().ready()
    line.unit.insert(100, line.now_s)
    assert line.unit.has_undelivered()
    line.unit.pump(line.now_s + 0.15)
    assert line.unit.has_undelivered()
    line.run(0.3)
    assert not line.unit.has_undelivered()


def test_closing_is_undelivered_until_a_quarter_second_of_quiet() -> None:
    line = VirtualLine().ready()
    line.driver.set_open(())
    assert line.driver.has_undelivered()
    line.run(0.1)
    assert line.driver.has_undelivered()
    line.run(0.5)
    assert not line.driver.has_undelivered()


def test_an_absent_unit_has_nothing_undelivered() -> None:
    line = VirtualLine(fault=Fault.SILENT).run(11.0)
    assert not line.driver.has_undelivered()


# --- noise --------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 0.3), st.binary(min_size=1, max_size=40)), max_size=30))
def test_noise_brings_no_coin_and_the_line_recovers(noise: list[tuple[float, bytes]]) -> None:
    line = VirtualLine().ready().coin(100)
    line.is_mute = True
    for wait_s, data in noise:
        line.run(wait_s)
        _, events = line.driver.pump(line.now_s, data)
        line.events += events
    line.is_mute = False
    told = [(reply.counter, reply.pairs) for reply in line.replies]
    assert told == [(0, EMPTY), (1, ((5, 1), *EMPTY[:4]))]
    line.run(2.0)
    assert line.health is Health.READY
    line.coin(50)
    assert line.unit.in_box_minor == 150
    assert line.replies[-1].counter == 2


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_mutated_answers_bring_no_coin(data: st.DataObject) -> None:
    line = VirtualLine().ready()

    def damage(answer: bytes) -> bytes:
        if len(answer) < 6 or not data.draw(st.booleans()):
            return answer
        index = data.draw(st.integers(5, len(answer) - 1))
        return (
            answer[:index]
            + bytes((answer[index] ^ data.draw(st.integers(1, 255)),))
            + answer[index + 1 :]
        )

    line.damage = damage
    line.run(1.5)
    line.damage = lambda answer: answer
    assert all((reply.counter, reply.pairs) == (0, EMPTY) for reply in line.replies)
    line.run(2.0)
    assert line.health in (Health.READY, Health.DEGRADED)


def test_health_is_reported_only_when_it_changes() -> None:
    line = VirtualLine().ready().run(30.0)
    healths = [event for event in line.events if isinstance(event, DeviceHealth)]
    assert all(first != second for first, second in pairwise(healths))
