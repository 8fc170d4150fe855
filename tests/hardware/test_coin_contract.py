"""What every money port does, whatever unit and line are behind it: one test for each sentence.

The ports are those that a cabinet makes from its configuration; see `money_world.py`.
"""

from __future__ import annotations

import ast
import inspect
import threading
import time
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from money_world import INHIBIT, KINDS, READY_S, MoneyWorld

from firmware import hardware
from firmware.app.simulation import EmulatedCoinPort
from firmware.catalogue import Catalogue
from firmware.events import BufferReply, DeviceFound, Health, MoneyTaken
from firmware.hardware.capture import RecordedDevice, Recorder, read_capture
from firmware.hardware.coin_port import REOPEN_LONGEST_S, NoCoinPort, SerialCoinPort
from firmware.hardware.inhibit_line import InhibitedPort
from firmware.hardware.ports import CoinPort
from firmware.hardware.pulse_port import PulsePort
from firmware.hardware.replay_device import ReplayDevice
from firmware.words import Language

PORTS = (SerialCoinPort, PulsePort, InhibitedPort, NoCoinPort, EmulatedCoinPort)
SERIAL = [name for name, kind in KINDS.items() if kind.is_serial]
PULSES = [name for name, kind in KINDS.items() if not kind.is_serial]
CHECKED = [name for name, kind in KINDS.items() if kind.has_check]
MISSED = [name for name, kind in KINDS.items() if kind.missed_s is not None]
ASKED = [name for name in SERIAL if not KINDS[name].is_deaf]
UNPLUGGED_S = 1.0
NOISE_S, QUIET_S = 3.0, 2.5
MOST_LOOKS_A_S = 15
"""Ten polls, and what the unit wants."""


def of(*refusals: str) -> list[str]:
    return [name for name, kind in KINDS.items() if kind.refuses in refusals]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the lines lie; each world takes its own away."""
    return tmp_path_factory.mktemp("lines")


@pytest.fixture
def world(request: pytest.FixtureRequest, folder: Path) -> Iterator[MoneyWorld]:
    made = MoneyWorld(KINDS[request.param], folder)
    yield made
    made.close()


ONE_OF_EACH = [
    "cctalk coin", "cctalk bill, crc-16", "ssp", "dg600f, inhibit", "jy910",
    "jy23", "nv_simple", "ch926_fast", "pulse, inhibit high", "pulse, notes",
]  # fmt: skip
"""Every driver, every shape of port: what they share is a fact of these."""
WITH_BUS = [*ONE_OF_EACH, "cctalk bus, bill"]
"""And a wire that several units share, where sharing could make a difference."""

every_kind = pytest.mark.parametrize("world", KINDS, indirect=True)


def of_each(names: list[str] = ONE_OF_EACH) -> pytest.MarkDecorator:
    return kinds([name for name in names if name in ONE_OF_EACH])


def with_bus(names: list[str] = WITH_BUS) -> pytest.MarkDecorator:
    return kinds([name for name in names if name in WITH_BUS])


def kinds(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("world", names, indirect=True)


# --- the Protocol -------------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_it_has_the_methods_of_the_port_with_the_same_parameters(port: type) -> None:
    for name, method in vars(CoinPort).items():
        if not name.startswith("_") and callable(method):
            own = inspect.signature(getattr(port, name))
            assert list(own.parameters) == list(inspect.signature(method).parameters)


@of_each()
def test_it_names_its_slot(world: MoneyWorld) -> None:
    assert world.kind.slot in world.port.slots


@of_each()
def test_before_its_first_look_it_wants_to_be_called_now(world: MoneyWorld) -> None:
    due_s = world.port.deadline_s()
    assert due_s is not None
    assert due_s <= world.now_s


# --- open and closed ----------------------------------------------------------------------------


@pytest.mark.promise("ERR-7")
@of_each()
def test_it_starts_closed_and_says_so(world: MoneyWorld) -> None:
    world.run(READY_S)
    assert [health for health, _ in world.healths] == [Health.STARTING, Health.CLOSED]


@every_kind
def test_told_to_open_it_is_ready(world: MoneyWorld) -> None:
    world.open_slots = world.port.slots
    world.run(READY_S)
    assert world.healths[-1] == (Health.READY, "")


@of_each()
def test_another_slot_opens_nothing(world: MoneyWorld) -> None:
    world.open_slots = ("elsewhere",)
    world.run(READY_S)
    assert world.health is Health.CLOSED


@with_bus(of("line"))
def test_until_it_is_told_to_open_money_comes_back(world: MoneyWorld) -> None:
    world.run(READY_S).insert(world.kind.values_minor[-1])
    unit = world.simulation.units[world.kind.slot]
    assert (world.money, unit.in_box_minor, unit.returned) == ([], 0, 1)


@kinds(of("line"))
def test_closed_again_money_comes_back(world: MoneyWorld) -> None:
    world.ready().open_slots = ()
    world.run(0.2).insert(world.kind.values_minor[-1])
    unit = world.simulation.units[world.kind.slot]
    assert (world.money, unit.in_box_minor, unit.returned) == ([], 0, 1)


@kinds(of("wire"))
def test_its_wire_refuses_until_it_is_told_to_open(world: MoneyWorld) -> None:
    world.run(READY_S)
    assert not world.lets_in
    world.ready()
    assert world.lets_in


@kinds(of("wire"))
def test_its_wire_refuses_when_it_is_closed_again(world: MoneyWorld) -> None:
    world.ready()
    world.port.set_open(())
    assert not world.lets_in


@kinds(of("wire"))
def test_what_its_wire_refuses_is_not_told(world: MoneyWorld) -> None:
    world.ready().open_slots = ()
    world.run(0.2).simulation.feed(world.kind.values_minor[-1], world.kind.slot)
    world.run(world.kind.money_s)
    assert world.money == []


@kinds(of("wire", "never"))
def test_closed_again_what_falls_all_the_same_is_told(world: MoneyWorld) -> None:
    world.ready().open_slots = ()
    world.run(0.2).insert(world.kind.values_minor[-1])
    assert world.money == [world.kind.values_minor[-1]]
    assert world.health is Health.CLOSED


# --- money --------------------------------------------------------------------------------------


@every_kind
def test_each_coin_or_note_is_told_once_with_its_worth_slot_and_kind(world: MoneyWorld) -> None:
    world.ready()
    for value_minor in world.kind.values_minor:
        world.insert(value_minor)
    slot, tender = world.kind.slot, world.kind.tender
    assert world.till.money == [(slot, tender, value) for value in world.kind.values_minor]


@with_bus()
def test_two_at_once_are_worth_both(world: MoneyWorld) -> None:
    low, high = world.kind.values_minor[0], world.kind.values_minor[-1]
    world.ready().insert(low, 0.0).insert(high, 2 * world.kind.money_s)
    assert sum(world.money) == low + high


@of_each(SERIAL)
def test_what_is_not_on_the_list_comes_back(world: MoneyWorld) -> None:
    world.ready().insert(5_000 if world.kind.slot == "note" else 5)
    unit = world.simulation.units[world.kind.slot]
    assert (world.money, unit.in_box_minor, unit.returned) == ([], 0, 1)


@of_each(SERIAL)
def test_while_money_moves_it_says_that_something_is_undelivered(world: MoneyWorld) -> None:
    world.ready()
    world.simulation.insert(world.kind.values_minor[0], world.kind.slot)
    while not world.money:
        assert world.port.has_undelivered()
        world.step()


@of_each(PULSES)
def test_while_a_train_runs_it_says_that_something_is_undelivered(world: MoneyWorld) -> None:
    world.ready()
    world.simulation.insert(world.kind.values_minor[0], world.kind.slot)
    world.turn()  # the first edge
    while not world.money:
        assert world.port.has_undelivered()
        world.step()


@with_bus()
def test_when_all_is_told_nothing_is_undelivered(world: MoneyWorld) -> None:
    world.ready().insert(world.kind.values_minor[0])
    assert not world.port.has_undelivered()


@of_each()
def test_a_stranger_s_token_books_nothing_and_harms_nothing(world: MoneyWorld) -> None:
    world.ready()
    world.port.booked("elsewhere", "credit:1")
    world.port.booked(world.kind.slot, "credit:1")
    world.insert(world.kind.values_minor[0])
    assert world.money == [world.kind.values_minor[0]]


@of_each(ASKED)
def test_who_it_is_comes_before_its_money(world: MoneyWorld) -> None:
    world.ready().insert(world.kind.values_minor[0])
    told = [
        type(event)
        for _, event in world.events
        if isinstance(event, DeviceFound | BufferReply | MoneyTaken)
        and event.slot == world.kind.slot
    ]
    assert told[0] is DeviceFound
    assert told.count(DeviceFound) == 1


# --- once ---------------------------------------------------------------------------------------


@every_kind
def test_after_a_crash_the_next_process_is_not_told_again(world: MoneyWorld) -> None:
    world.ready().insert(world.kind.values_minor[0])
    world.port.abandon()
    world.new_process()
    world.ready().run(world.kind.money_s)
    assert world.money == [world.kind.values_minor[0]]


@with_bus()
def test_closed_and_opened_anew_it_tells_only_what_comes_then(world: MoneyWorld) -> None:
    first, *_, last = world.kind.values_minor
    world.ready().insert(first)
    world.port.close()
    world.new_process()
    world.ready().insert(last)
    assert world.money == [first, last]


# --- trouble ------------------------------------------------------------------------------------


@of_each(SERIAL)
def test_unplugged_it_says_so_and_names_the_path(world: MoneyWorld) -> None:
    world.ready()
    pulled_s = world.now_s
    world.host.unplug()
    world.run(20.0)
    assert world.healths[-1] == (Health.UNPLUGGED, "emulator")
    assert world.since(pulled_s, Health.UNPLUGGED) <= UNPLUGGED_S
    assert world.port.fileno() is None


@with_bus(SERIAL)
def test_plugged_in_again_it_comes_back_by_itself(world: MoneyWorld) -> None:
    world.ready().host.unplug()
    world.run(20.0)
    world.host.plug()
    plugged_s = world.now_s
    world.run(REOPEN_LONGEST_S + READY_S).insert(world.kind.values_minor[0])
    assert world.since(plugged_s, Health.READY) <= REOPEN_LONGEST_S + READY_S
    assert world.money == [world.kind.values_minor[0]]


@of_each(SERIAL)
def test_unplugged_before_it_was_ever_there_it_is_found_later(world: MoneyWorld) -> None:
    world.host.unplug()
    world.run(20.0)
    assert world.healths == [(Health.UNPLUGGED, "emulator")]
    world.host.plug()
    world.open_slots = world.port.slots
    world.run(REOPEN_LONGEST_S + READY_S)
    assert world.health is Health.READY


@kinds([name for name in SERIAL if INHIBIT in KINDS[name].table])
def test_unplugged_its_wire_refuses(world: MoneyWorld) -> None:
    world.ready().host.unplug()
    world.run(2 * UNPLUGGED_S)
    assert not world.lets_in


@kinds(MISSED)
def test_without_power_it_is_missed(world: MoneyWorld) -> None:
    world.ready()
    cut_s = world.now_s
    world.simulation.units[world.kind.slot].power_cut(cut_s)
    assert world.kind.missed_s is not None
    world.run(world.kind.missed_s)
    assert world.since(cut_s, Health.NO_ANSWER) <= world.kind.missed_s


@kinds(SERIAL)
def test_with_power_again_it_takes_money_again(world: MoneyWorld) -> None:
    world.ready()
    unit = world.simulation.units[world.kind.slot]
    unit.power_cut(world.now_s)
    world.run(4.0)
    unit.power_up()
    world.run(READY_S).insert(world.kind.values_minor[0])
    assert world.health is Health.READY
    assert world.money == [world.kind.values_minor[0]]


@pytest.mark.promise("ERR-2")
@kinds(PULSES)
def test_a_wire_that_is_stuck_is_a_jam_while_it_lasts(world: MoneyWorld) -> None:
    world.ready().pull(is_active=True)
    stuck_s = world.now_s
    world.run(5.0)
    assert world.health is Health.JAM
    assert world.since(stuck_s, Health.JAM) <= 2.5
    world.pull(is_active=False)
    world.run(READY_S).insert(world.kind.values_minor[0])
    assert world.is_taking
    assert world.money == [world.kind.values_minor[0]]


@pytest.mark.promise("ERR-6")
@with_bus(CHECKED)
def test_noise_is_never_money_and_after_it_a_coin_counts_once(world: MoneyWorld) -> None:
    world.ready().disturb(NOISE_S)
    assert world.money == []
    world.run(QUIET_S).insert(world.kind.values_minor[-1])
    assert world.money == [world.kind.values_minor[-1]]


@of_each(of("line"))
def test_noise_does_not_open_it(world: MoneyWorld) -> None:
    world.run(READY_S).disturb(NOISE_S)
    assert not world.is_taking


# --- the end ------------------------------------------------------------------------------------


@kinds(of("line"))
def test_closing_leaves_the_unit_refusing(world: MoneyWorld) -> None:
    world.ready().port.close()
    world.simulation.pump(world.now_s)
    world.insert(world.kind.values_minor[0])
    unit = world.simulation.units[world.kind.slot]
    assert (unit.in_box_minor, unit.returned) == (0, 1)


@kinds(of("wire"))
def test_closing_leaves_the_wire_refusing(world: MoneyWorld) -> None:
    world.ready()
    before = world.let_in()
    world.port.close()
    assert not world.let_in()[len(before)]  # driven so, before the pin is let go


@of_each()
@pytest.mark.parametrize("ending", ["close", "abandon"])
def test_closed_it_is_silent_and_may_be_closed_twice(world: MoneyWorld, ending: str) -> None:
    world.ready()
    getattr(world.port, ending)()
    getattr(world.port, ending)()
    assert list(world.port.pump(world.now_s)) == []
    assert world.port.fileno() is None
    assert not world.port.has_undelivered()


# --- the loop -----------------------------------------------------------------------------------


@with_bus()
def test_at_rest_it_does_not_wake_the_loop_for_nothing(world: MoneyWorld) -> None:
    world.ready()
    before = world.looks
    world.run(10.0)
    assert world.looks - before <= 10 * MOST_LOOKS_A_S


@of_each()
def test_it_starts_no_thread_and_reads_no_clock(
    world: MoneyWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> float:
        raise AssertionError("a port was given its clock and has no need of another")

    threads = threading.enumerate()
    with monkeypatch.context() as patch:
        for name in ("time", "monotonic", "sleep"):
            patch.setattr(time, name, asked)
        world.ready().insert(world.kind.values_minor[0])
        assert threading.enumerate() == threads
    assert world.money == [world.kind.values_minor[0]]


@of_each()
def test_the_same_evening_is_told_the_same_way_twice(world: MoneyWorld, folder: Path) -> None:
    again = MoneyWorld(world.kind, folder / "again")
    for each in (world, again):
        each.ready().insert(each.kind.values_minor[0]).disturb(1.0).run(1.0)
    again.close()
    assert again.events == world.events


# --- replayed -----------------------------------------------------------------------------------


@of_each(ASKED)
def test_a_recorded_unit_tells_the_same_when_it_is_replayed(
    world: MoneyWorld, folder: Path
) -> None:
    lines: list[str] = []
    world.host._device = RecordedDevice(world.host._device, Recorder(lines.append))
    world.ready().insert(world.kind.values_minor[1]).insert(world.kind.values_minor[0])
    again = MoneyWorld(world.kind, folder / "again")
    has_echo = "cctalk" in world.kind.table
    again.host._device = ReplayDevice(read_capture("".join(lines)), has_echo=has_echo)
    again.ready().run(2 * world.kind.money_s)
    assert again.money == world.money
    again.close()


# --- words --------------------------------------------------------------------------------------

LANGUAGES = {language: Catalogue.load(language, strict=True) for language in Language}


@cache
def _details() -> list[tuple[Health, str]]:
    """Every health that the drivers name together with a word: side by side in their sources."""
    found = set()
    for path in Path(hardware.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Tuple(elts=parts) | ast.Call(args=parts):
                    pairs = pairwise(parts)
                case _:
                    continue
            for first, second in pairs:
                match first, second:
                    case (
                        ast.Attribute(value=ast.Name(id="Health"), attr=health),
                        ast.Constant(value=str(detail)),
                    ) if detail:
                        found.add((Health[health], detail))
    return sorted(found)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("health", "detail"), _details())
def test_a_word_that_a_driver_says_is_in_the_catalogue(
    health: Health, detail: str, language: Language
) -> None:
    assert LANGUAGES[language].has(f"health.detail.{health}.{detail}")


def test_the_words_of_the_drivers_are_found_in_their_sources() -> None:
    assert (Health.DEGRADED, "retries") in _details()
    assert (Health.FULL, "stacker_out") in _details()


@of_each()
def test_all_that_it_says_in_trouble_has_words(world: MoneyWorld) -> None:
    world.ready().disturb(NOISE_S).run(QUIET_S)
    if world.kind.is_serial:
        world.simulation.units[world.kind.slot].power_cut(world.now_s)
        world.run(world.kind.missed_s or 1.0)
        world.simulation.units[world.kind.slot].power_up()
        world.run(1.0)
    else:
        world.pull(is_active=True)
        world.run(3.0)
    for catalogue in LANGUAGES.values():
        for health, detail in world.healths:
            assert catalogue.has(f"health.what.{health}")
            assert not detail or catalogue.has(f"health.detail.{health}.{detail}")
