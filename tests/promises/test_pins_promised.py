"""SEC-1 and SEC-11: roles and the PINs that tell them apart. The table: docs/promises.md."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from blank_display import made
from cabinet_bench import Bench

from firmware.app.build import Books, cabinet
from firmware.app.script import parse_script
from firmware.app.story import Story
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import FaultName
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import RuleError
from firmware.events import DoorMoved, KeyTurned
from firmware.jobs import HashPin, JobDone, PinHashed
from firmware.ledger.ledger import Ledger
from firmware.log import LogKind
from firmware.operator.roles import SHIPPED, Pins, Role, hash_pin, read_pins

OPERATOR, TECHNICIAN = SHIPPED[Role.OPERATOR], SHIPPED[Role.TECHNICIAN]
WRONG, OWN, NEW_TECHNICIAN = "11223", "42315", "55443"


class Spy:
    """Counts how often something is done."""

    def __init__(self, done: Callable[..., bytes]) -> None:
        self.count = 0
        self._done = done

    def __call__(self, *args: Any, **named: Any) -> bytes:
        self.count += 1
        return self._done(*args, **named)


def with_the_key() -> Bench:
    bench = Bench()
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    return bench


# --- who is there ---------------------------------------------------------------------------------


def test_sec_1_the_key_alone_makes_an_attendant() -> None:
    bench = with_the_key()
    assert bench.state.role is Role.ATTENDANT
    assert not bench.state.role.may(Role.OPERATOR)


def test_sec_1_the_pin_makes_an_operator() -> None:
    bench = with_the_key()
    bench.pin(OPERATOR)
    assert bench.state.role is Role.OPERATOR


@pytest.mark.parametrize(("is_open", "role"), [(False, Role.OPERATOR), (True, Role.TECHNICIAN)])
def test_sec_1_a_technician_needs_the_open_door(is_open: bool, role: Role) -> None:
    bench = with_the_key()
    bench.put(has_door=True)
    bench.do(DoorMoved(is_open))
    bench.pin(TECHNICIAN)
    assert bench.state.role is role


def test_sec_1_whoever_turns_the_key_back_is_nobody_again() -> None:
    bench = with_the_key()
    bench.pin(OPERATOR)
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    assert bench.state.role is Role.ATTENDANT


def test_sec_1_without_a_pin_the_page_of_the_pins_does_not_open() -> None:
    bench = with_the_key()
    for _ in Leaf:
        if bench.state.operator.cursor is not Leaf.PINS:
            bench.press("HOLD2")
    assert bench.state.operator.cursor is Leaf.PINS
    bench.press("BET", "DEAL")
    assert bench.state.operator.leaf is None


# --- guesses --------------------------------------------------------------------------------------


def test_sec_11_each_wrong_pin_makes_the_next_wait_longer() -> None:
    pins, waits = Pins(), []
    for _ in range(12):
        pins = pins.tried(is_right=False)
        waits.append(pins.wait_s)
    assert waits[:2] == [0, 0]
    assert all(later >= 2 * sooner or later == 1800 for sooner, later in pairwise(waits))
    assert waits[-1] == 1800
    assert pins.tried(is_right=True).wait_s == 0


def test_sec_11_six_wrong_ones_take_seven_minutes_and_are_six_lines() -> None:
    bench = with_the_key()
    start_s = bench.now_s
    for _ in range(6):
        bench.pin(WRONG)
        bench.wait(max(0.0, bench.state.pin_free_s - bench.now_s))
    assert bench.state.role is Role.ATTENDANT
    assert bench.now_s - start_s >= 30 + 60 + 120 + 240
    refused = [line.details for line in bench.store.log() if line.kind is LogKind.PIN_REFUSED]
    assert refused == [(("in_a_row", str(n)),) for n in range(1, 7)]


def test_sec_11_the_right_one_is_not_heard_while_it_waits() -> None:
    bench = with_the_key()
    for _ in range(3):
        bench.pin(WRONG)
    assert bench.lit == "DOUBLE"
    bench.pin(OPERATOR)
    assert bench.state.role is Role.ATTENDANT
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    bench.pin(OPERATOR)
    assert bench.state.role is Role.ATTENDANT


@pytest.fixture
def story(tmp_path: Path) -> Iterator[Story]:
    begun = made(tmp_path)
    begun.boot()
    yield begun
    begun.stop()


def told(story: Story, lines: str) -> dict[str, Any]:
    """The operator's part of the report after some lines."""
    for step in parse_script(lines, "pins", has_seed=True):
        assert story.play(step) is None
    return story.report()["operator"]


def typed(pin: str) -> str:
    return "".join(f"press HOLD{digit}\nsettle\n" for digit in pin) + "press DEAL\nsettle\n"


def test_sec_11_pulling_the_plug_gains_no_try(story: Story) -> None:
    told(story, "key operator on\nsettle\npress DOUBLE\nsettle\n" + 3 * typed(WRONG))
    again = "key operator off\nsettle\nkey operator on\nsettle\npress DOUBLE\nsettle\n"
    assert told(story, f"cut\n{again}{typed(OPERATOR)}")["role"] == "attendant"
    assert told(story, f"wait 31\n{typed(OPERATOR)}")["role"] == "operator"


# --- how they are kept ----------------------------------------------------------------------------


def with_a_pin_of_its_own(seed: int) -> Bench:
    bench = with_the_key()
    bench.chance.source = SeededSource(seed)
    bench.pin(OPERATOR)
    bench.to_page(Leaf.PINS)
    bench.press("DEAL")
    bench.pin(OWN)
    bench.pin(OWN)
    return bench


def hashed(bench: Bench) -> str:
    """What is kept of the operator's PIN, without its salt."""
    return read_pins(bench.store.documents).hashes[Role.OPERATOR].partition(":")[2]


def test_sec_11_a_pin_is_kept_as_a_salted_hash() -> None:
    first, second = with_a_pin_of_its_own(1), with_a_pin_of_its_own(2)
    assert hashed(first) != hashed(second)
    assert all(OWN not in text for text in first.store.documents.values())
    assert all(OWN not in str(line) for line in first.store.log())


def test_sec_11_the_new_pin_counts_and_the_old_one_no_more() -> None:
    bench = with_a_pin_of_its_own(1)
    for pin, role in ((OPERATOR, Role.ATTENDANT), (OWN, Role.OPERATOR)):
        bench.do(KeyTurned(is_on=False))
        bench.do(KeyTurned(is_on=True))
        bench.settle()
        bench.pin(pin)
        assert bench.state.role is role


def test_a_pin_is_hashed_once_when_it_is_entered_and_once_when_it_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = with_a_pin_of_its_own(1)
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    bench.put(has_door=True)
    bench.do(DoorMoved(True))
    bench.pin(TECHNICIAN)
    bench.to_page(Leaf.PINS)
    bench.press("HOLD2", "DEAL")
    hashing = Spy(hashlib.scrypt)
    monkeypatch.setattr(hashlib, "scrypt", hashing)
    bench.pin(NEW_TECHNICIAN)
    bench.pin(NEW_TECHNICIAN)
    assert hashing.count == 1
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    bench.pin(NEW_TECHNICIAN)
    assert hashing.count == 2
    assert bench.state.role is Role.TECHNICIAN


def test_while_a_pin_is_hashed_only_the_way_back_is_lit() -> None:
    bench = with_a_pin_of_its_own(1)
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    bench.hashes_at_once = False
    bench.pin(OWN)
    assert bench.lit == "DOUBLE"
    job = bench.cabinet.job
    assert job is not None
    assert isinstance(job.wanted, HashPin)
    bench.do(JobDone(job.number, PinHashed(hash_pin(OWN, job.wanted.salts))))
    assert bench.state.role is Role.OPERATOR
    assert bench.cabinet.job is None


def test_a_hash_that_comes_after_the_way_back_logs_nobody_in() -> None:
    bench = with_a_pin_of_its_own(1)
    bench.do(KeyTurned(is_on=False))
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    bench.hashes_at_once = False
    bench.pin(OWN)
    job = bench.cabinet.job
    assert job is not None
    assert isinstance(job.wanted, HashPin)
    bench.press("DOUBLE")
    bench.do(JobDone(job.number, PinHashed(hash_pin(OWN, job.wanted.salts))))
    assert bench.state.role is Role.ATTENDANT


def test_the_pins_of_two_salts_are_told_apart_as_before() -> None:
    hashes = {}
    for role, pin, salt in ((Role.OPERATOR, OWN, b"1" * 16), (Role.TECHNICIAN, "33221", b"2" * 16)):
        hashes |= Pins().with_new(role, pin, salt, hash_pin(pin, [salt])[salt]).hashes
    pins = Pins(hashes)
    assert pins.salts == (b"1" * 16, b"2" * 16)
    assert pins.role_of("33221", hash_pin("33221", pins.salts)) is Role.TECHNICIAN
    assert pins.role_of(OWN, hash_pin(OWN, pins.salts)) is Role.OPERATOR
    salt = pins.salt_for(Role.OPERATOR, SeededSource(1))
    with pytest.raises(RuleError, match="taken"):
        pins.with_new(Role.OPERATOR, "33221", salt, hash_pin("33221", [salt])[salt])


@pytest.mark.parametrize("is_real", [False, True])
def test_sec_11_a_real_cabinet_takes_no_money_by_the_shipped_pins(
    tmp_path: Path, is_real: bool
) -> None:
    shipped = load_config()
    mode = "real" if is_real else "simulated"
    hardware = shipped.hardware.model_copy(update={"mode": mode})
    config = shipped.model_copy(update={"hardware": hardware})
    ledger = Ledger.open(tmp_path, clock=VirtualClock(), executor=None, is_test=not is_real)
    chance = FairShuffler(SeededSource(1))
    begun = cabinet(config, Books(ledger, ledger), chance, VirtualClock())
    ledger.close()
    is_locked = FaultName.PIN_SHIPPED in [fault.name for fault in begun.state.faults]
    assert (is_locked, begun.shut_by("coin") is not None) == (is_real, is_real)
