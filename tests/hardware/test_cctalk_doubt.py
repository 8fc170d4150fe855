"""Event buffers that cannot be true: swapped result bytes, a counter that runs by itself."""

import pytest
from bus_line import BusLine, bill_driver, bill_line
from virtual_line import EURO, VirtualLine

from firmware.events import Health
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Credit, Frame, Header
from firmware.hardware.cctalk_bill import CctalkBill
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_doubt import (
    RunningCounter,
    is_never_held,
    is_swapped_bill,
    is_swapped_coin,
)
from firmware.hardware.cctalk_faults import Fault
from firmware.hardware.cctalk_script import UnitSettings

EMPTY = ((0, 0),) * 5
EVERY_COIN = frozenset({5, 10, 20, 50, 100, 200})
ONE_PATH = {position: {1} for position in range(1, 7)}
SWAPPED = (Health.FAULT, "swapped_results")
RUNNING = (Health.FAULT, "counter_runs")


# --- single pairs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "let_in", "paths", "why"),
    [
        ((1, 5), {5}, {}, "coin 1 is refused, coin 5 goes by path 1"),
        ((1, 5), {1, 5}, ONE_PATH, "coin 1 never goes by path 5"),
        ((1, 12), {1, 12}, {}, "there is no path 12"),
        ((1, 0), {1}, ONE_PATH, "coin 1 never goes by path 0: a reject"),
        ((20, 0), {1}, {}, "there is no position 20: coin on a string"),
        ((254, 0), {1}, {}, "there is no position 254: the lever"),
    ],
)
def test_a_coin_pair_that_makes_sense_only_the_other_way_round(
    pair: tuple[int, int], let_in: set[int], paths: dict[int, set[int]], why: str
) -> None:
    assert is_swapped_coin(pair, let_in, paths), why


@pytest.mark.parametrize(
    ("pair", "let_in", "paths", "why"),
    [
        ((0, 0), {1}, ONE_PATH, "nothing"),
        ((0, 5), {5}, ONE_PATH, "an event code that is also a position"),
        ((5, 1), {5}, ONE_PATH, "coin 5 by its path"),
        ((5, 1), {1, 5}, {}, "coin 5 by path 1, of a unit that tells no paths"),
        ((5, 0), {5}, {}, "a unit without a sorter"),
        ((5, 0), {5}, {5: {0}}, "a unit without a sorter that says so"),
        ((1, 2), {1, 2}, {1: {2}, 2: {2}}, "coin 1 by path 2, which it has told"),
        ((2, 1), {1, 2}, {1: {2}, 2: {2, 1}}, "one of several paths"),
        ((3, 3), {3}, {3: {1}}, "both ways the same"),
        ((2, 5), {5}, {2: {5}, 5: {5}}, "a coin that is refused now and was not then"),
        ((5, 20), {5}, {}, "what is no position cannot be one"),
    ],
)
def test_a_coin_pair_that_may_be_true(
    pair: tuple[int, int], let_in: set[int], paths: dict[int, set[int]], why: str
) -> None:
    assert not is_swapped_coin(pair, let_in, paths), why


@pytest.mark.parametrize(
    ("pair", "is_swapped"),
    [
        ((3, 0), False), ((3, 1), False), ((0, 14), False), ((0, 0), False), ((255, 1), False),
        ((1, 3), True), ((17, 0), True),
    ],
)  # fmt: skip
def test_a_bill_is_held_or_stacked(pair: tuple[int, int], is_swapped: bool) -> None:
    assert is_swapped_bill(pair) is is_swapped


def test_a_bill_is_held_before_it_is_stacked() -> None:
    assert is_never_held([(2, 0)], EMPTY)
    assert is_never_held([(2, 0), (3, 1)], EMPTY)
    assert not is_never_held([(2, 0)], [(2, 1), *EMPTY[:4]])
    assert not is_never_held([(2, 0), (0, 2), (2, 1)], EMPTY)


# --- counters -----------------------------------------------------------------------------------


def steps(pairs: tuple[tuple[int, int], ...], step: int, times: int) -> list[bool]:
    watch, credit = RunningCounter(), Credit(1, pairs)
    return [watch.is_running(credit, Credit(1 + step, pairs), step) for _ in range(times)]


def test_a_counter_that_goes_on_over_an_unchanged_buffer_runs() -> None:
    assert steps(EMPTY, 5, 1) == [True]
    assert steps(((5, 1), *EMPTY[:4]), 6, 1) == [True]


def test_equal_coins_may_fill_the_buffer_twice_but_not_for_ever() -> None:
    assert steps(((5, 1),) * 5, 5, 3) == [False, False, True]


def test_fewer_than_the_buffer_holds_may_be_true() -> None:
    assert steps(((5, 1),) * 5, 4, 9) == [False] * 9


# --- coin units ---------------------------------------------------------------------------------


def test_a_unit_that_swaps_its_results_is_named_with_its_first_coin_and_closed() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS).ready().coin(100)
    assert line.healths[-1] == SWAPPED
    assert line.unit._mask == 0
    assert [(reply.counter, reply.pairs) for reply in line.replies] == [(0, EMPTY)]
    line.run(60.0)
    assert line.healths[-1] == SWAPPED


def test_it_is_named_also_where_every_position_is_let_in() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS, accepted_minor=EVERY_COIN).ready().coin(200)
    assert line.healths[-1] == SWAPPED
    assert len(line.replies) == 1


def test_a_reject_is_not_taken_for_a_coin() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS, accepted_minor=EVERY_COIN).ready().coin(3)
    assert line.healths[-1] == SWAPPED
    assert len(line.replies) == 1


def test_a_start_with_a_swapped_buffer_believes_it_as_little() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS).ready().coin(100)
    line.driver = CctalkBus([CctalkCoin(UnitSettings("coin", EURO))])
    line.events.clear()
    line.driver.set_open({"coin"})
    line.run(3.0)
    assert line.healths[-1] == SWAPPED
    assert line.replies == []


def test_it_stays_named_when_the_unit_has_lost_its_power() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS).ready().coin(100)
    line.unit.power_cut(line.now_s)
    line.run(5.0)
    line.unit.power_up()
    line.run(5.0)
    assert line.healths[-1] == SWAPPED
    assert line.unit._mask == 0


def test_told_so_the_driver_puts_them_right_and_the_first_coin_is_not_lost() -> None:
    line = VirtualLine(fault=Fault.SWAPPED_RESULTS).ready().coin(100)
    settings = UnitSettings("coin", EURO, has_swapped_results=True)
    line.driver = CctalkBus([CctalkCoin(settings)])
    line.driver.set_open({"coin"})
    line.run(2.0)
    assert line.health is Health.READY
    assert (line.replies[-1].counter, line.replies[-1].pairs[0]) == (1, (5, 1))
    line.coin(3)
    assert line.replies[-1].pairs[0] == (0, 1)


def test_a_right_unit_that_is_said_to_swap_is_named_too() -> None:
    line = VirtualLine()
    settings = UnitSettings("coin", EURO, has_swapped_results=True)
    line.driver = CctalkBus([CctalkCoin(settings)])
    line.ready().coin(100)
    assert line.healths[-1] == SWAPPED


def test_a_unit_with_a_sorter_is_believed() -> None:
    line = VirtualLine(accepted_minor=EVERY_COIN)
    line.unit._paths = {position: [7 - position] for position in range(1, 7)} | {7: [1]}
    line.ready()
    for value_minor in (5, 10, 20, 50, 100, 200):
        line.coin(value_minor)
    assert line.health is Health.READY
    assert line.replies[-1].pairs == ((6, 1), (5, 2), (4, 3), (3, 4), (2, 5))


def test_a_unit_that_tells_no_paths_is_believed() -> None:
    line = VirtualLine()
    known = line.unit._answer

    def dumb(frame: Frame, now_s: float) -> bytes:
        return b"" if frame.header == Header.REQUEST_SORTER_PATHS else known(frame, now_s)

    line.unit._answer = dumb
    line.driver.set_open({"coin"})
    line.run(3.0).coin(100)
    assert line.health is Health.READY
    assert line.replies[-1].pairs[0] == (5, 1)


@pytest.mark.parametrize("seconds", [1.0, 60.0])
def test_a_counter_that_runs_is_named_before_a_coin_can_fall(seconds: float) -> None:
    line = VirtualLine(fault=Fault.COUNTER_PLUS_FIVE)
    line.driver.set_open({"coin"})
    line.run(seconds)
    assert line.healths[-1] == RUNNING
    assert line.unit._mask == 0
    assert line.coin(100).unit.in_box_minor == 0


def test_a_counter_that_begins_to_run_tells_no_coin_twice() -> None:
    line = VirtualLine().ready().coin(100)
    line.unit._fault = Fault.COUNTER_PLUS_FIVE
    line.run(2.0)
    assert line.healths[-1] == RUNNING
    assert [reply.counter for reply in line.replies] == [0, 1]


def test_a_new_start_of_the_unit_ends_the_doubt_about_its_counter() -> None:
    line = VirtualLine().ready()
    line.unit._fault = Fault.COUNTER_PLUS_FIVE
    line.run(2.0)
    line.unit._fault = None
    line.unit._boot()
    line.run(2.0)
    assert line.health is Health.READY
    assert line.coin(50).replies[-1].pairs[0] == (4, 1)


# --- bill units ---------------------------------------------------------------------------------


def unit(line: BusLine) -> BillEmulator:
    [found] = line.wire.units
    assert isinstance(found, BillEmulator)
    return found


@pytest.mark.parametrize("value_minor", [2_000, 700], ids=["a note", "a strange note"])
def test_a_bill_unit_that_swaps_is_named_and_what_it_holds_goes_back(value_minor: int) -> None:
    line = bill_line(Fault.SWAPPED_RESULTS).opened()
    unit(line).insert(value_minor, line.now_s)
    line.run(3.0)
    assert line.healths("note")[-1] == SWAPPED
    assert (unit(line).in_box_minor, unit(line).returned) == (0, 1)
    assert [reply.pairs for reply in line.replies("note")] == [EMPTY]


def test_a_bill_unit_that_swaps_can_be_put_right() -> None:
    settings = UnitSettings("note", frozenset({2_000}), has_swapped_results=True)
    found = BillEmulator(fault=Fault.SWAPPED_RESULTS)
    line = BusLine([found], [CctalkBill(settings)], Checksum.SUM8).opened()
    found.insert(2_000, line.now_s)
    line.run(3.0)
    assert line.replies("note")[-1].pairs[:2] == ((3, 0), (3, 1))
    assert found.in_box_minor == 2_000


def test_a_bill_unit_without_escrow_may_stack_at_once() -> None:
    found = BillEmulator()
    known = found._answer
    found._answer = lambda frame, now_s: (
        b"" if frame.header == Header.MODIFY_BILL_OPERATING_MODE else known(frame, now_s)
    )
    line = BusLine([found], [bill_driver()], Checksum.SUM8).opened(5.0)
    found.insert(500, line.now_s)
    line.run(3.0)
    assert line.health("note") is Health.READY
    assert line.replies("note")[-1].pairs[0] == (1, 0)


def test_a_bill_counter_that_runs_is_named() -> None:
    line = bill_line(Fault.COUNTER_PLUS_FIVE).opened()
    assert line.healths("note")[-1] == RUNNING
    assert unit(line)._mask == 0
