"""ERR-7: money is taken only where it can be booked. The table of the rule, as a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cabinet_bench import HIGHER, KINGS, SETTINGS, Bench, reply

from firmware.cabinet.operator_menu.menu import PLACES, Leaf
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import Effect, Fault, FaultName
from firmware.errors import LedgerFullError
from firmware.events import (
    DeviceFound,
    DeviceHealth,
    DoorMoved,
    Health,
    KeyTurned,
    LanguageChosen,
    QueueFull,
    RulesAsked,
    TiltMoved,
)
from firmware.money import Tender
from firmware.operator.roles import Role
from firmware.words import Language

BOTH = replace(
    SETTINGS,
    slots={"coin": SlotSettings(Tender.COIN, 20), "note": SlotSettings(Tender.NOTE, 200)},
    jump_credits=0,
)
NAMES = ("coin", "note")


def bench() -> Bench:
    return Bench(BOTH)


def shut(made: Bench) -> tuple[str | None, str | None]:
    coin, note = (made.cabinet.shut_by(name) for name in NAMES)
    return coin and coin.value, note and note.value


# --- open -----------------------------------------------------------------------------------------


def attract() -> Bench:
    return bench()


def menu() -> Bench:
    made = bench()
    made.coin(10)
    made.coin(20)
    return made


def betting() -> Bench:
    made = menu()
    made.press("HOLD2")
    return made


def holding() -> Bench:
    made = betting()
    made.chance.tops.append(KINGS)
    made.press("BET")
    made.press("DEAL")
    return made


def winning() -> Bench:
    made = holding()
    made.wait(1)
    made.press("DEAL")
    made.wait(3)
    return made


def doubling() -> Bench:
    made = winning()
    made.chance.tops.append(HIGHER)
    made.press("DOUBLE")
    return made


def in_another_language() -> Bench:
    made = bench()
    made.do(LanguageChosen(Language.RU))
    return made


def reading_the_rules() -> Bench:
    made = bench()
    made.do(RulesAsked())
    return made


def with_an_acceptor_in_trouble() -> Bench:
    made = bench()
    made.do(DeviceHealth("coin", Health.JAM, "5"))
    return made


def with_a_full_queue() -> Bench:
    made = bench()
    made.do(QueueFull())
    return made


def with_lost_coins() -> Bench:
    made = bench()
    made.do(replace(reply(9), pairs=((1, 1),) * 5))
    assert "coin_lost" in made.faults
    return made


@pytest.mark.parametrize(
    "make",
    [
        attract,
        menu,
        betting,
        holding,
        winning,
        doubling,
        in_another_language,
        reading_the_rules,
        with_an_acceptor_in_trouble,
        with_a_full_queue,
        with_lost_coins,
    ],
)
def test_open_wherever_play_goes_on(make: Callable[[], Bench]) -> None:
    assert shut(make()) == (None, None)


def test_open_while_a_commit_is_out() -> None:
    made = bench()
    made.cabinet.step(replace(reply(1), pairs=((1, 1), *((0, 0),) * 4)), made.now_s)
    assert shut(made) == (None, None)


# --- shut -----------------------------------------------------------------------------------------


def with_the_key() -> Bench:
    made = bench()
    made.do(KeyTurned(is_on=True))
    return made


def with_an_open_door() -> Bench:
    made = bench()
    made.do(DoorMoved(is_open=True))
    return made


def tilted() -> Bench:
    made = bench()
    made.do(TiltMoved(is_tilted=True))
    return made


def tilted_a_moment_ago() -> Bench:
    made = tilted()
    made.do(TiltMoved(is_tilted=False))
    return made


def with_a_full_disk() -> Bench:
    made = bench()
    made.store.failure = LedgerFullError("no space")
    made.coin(10)
    return made


@pytest.mark.promise("ERR-7")
@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (with_the_key, "operator"),
        (with_an_open_door, "frozen"),
        (tilted, "frozen"),
        (tilted_a_moment_ago, "frozen"),
        (with_a_full_disk, "locked"),
    ],
)
def test_every_slot_is_shut(make: Callable[[], Bench], reason: str) -> None:
    assert shut(make()) == (reason, reason)


@pytest.mark.parametrize("name", [name for name in FaultName if name.effect is Effect.LOCKS])
def test_a_fault_that_locks_shuts_every_slot(name: FaultName) -> None:
    made = bench()
    made.cabinet.break_down(Fault(name))
    assert shut(made) == ("locked", "locked")


@pytest.mark.promise("ERR-7")
def test_shutdown_shuts_every_slot() -> None:
    made = bench()
    reasons = {made.cabinet.shut_by(name, is_closing=True) for name in NAMES}
    assert reasons == {"shutdown"}


def test_too_much_at_once_shuts_every_slot() -> None:
    made = Bench(replace(BOTH, jump_credits=20))
    made.coin(20)
    made.coin(10)
    assert shut(made) == ("jump", "jump")


@pytest.mark.promise("ERR-7")
@pytest.mark.parametrize(
    ("credit", "expected"),
    [
        (9_800, (None, None)),  # a note of 200 just fits
        (9_801, (None, "ceiling")),
        (9_980, (None, "ceiling")),  # a coin of 20 just fits
        (9_981, ("ceiling", "ceiling")),
    ],
)
def test_the_ceiling_shuts_each_slot_by_its_own_largest_piece(
    credit: int, expected: tuple[str | None, str | None]
) -> None:
    made = bench()
    made.store.give(credit)
    made.cut()
    assert shut(made) == expected


def test_another_unit_shuts_its_own_slot_only() -> None:
    made = bench()
    made.do(DeviceFound("note", "cctalk_bill:A:B:1", "notes"))
    assert shut(made) == (None, None)
    made.do(DeviceFound("note", "cctalk_bill:A:B:2", "notes"))
    assert shut(made) == (None, "wrong_device")


# --- the operator's pages -------------------------------------------------------------------------


@pytest.mark.promise("ERR-7")
@pytest.mark.parametrize("leaf", [leaf for leaf in Leaf if Role.OPERATOR.may(PLACES[leaf].role)])
def test_only_the_coin_test_takes_coins_under_the_key_and_no_notes(leaf: Leaf) -> None:
    made = with_the_key()
    made.pin("12345")
    made.to_page(leaf)
    expected = None if leaf is Leaf.COIN_TEST else "operator"
    assert shut(made) == (expected, "operator")


def coin_test() -> Bench:
    made = with_the_key()
    made.to_page(Leaf.COIN_TEST)
    return made


def test_the_coin_test_goes_on_with_the_door_open() -> None:
    made = coin_test()
    made.do(DoorMoved(is_open=True))
    assert shut(made) == (None, "frozen")


def test_the_coin_test_takes_nothing_that_could_not_be_booked() -> None:
    made = coin_test()
    made.cabinet.break_down(Fault(FaultName.LEDGER_FULL))
    assert shut(made) == ("locked", "locked")


@pytest.mark.promise("DOOR-4")
def test_a_coin_of_the_coin_test_is_no_credit() -> None:
    made = coin_test()
    made.coin(10)
    assert (made.credit, made.store.balances["coin_test"], made.store.balances["coinbox"]) == (
        0,
        10,
        -10,
    )


def test_what_falls_on_another_page_all_the_same_is_credit() -> None:
    made = with_the_key()
    made.coin(10)
    assert made.credit == 10


def test_what_falls_at_the_ceiling_all_the_same_is_booked() -> None:
    made = bench()
    made.store.give(10_000)
    made.cut()
    made.coin(20)
    assert made.credit == 10_020


def test_a_slot_without_a_device_has_nothing_to_shut() -> None:
    assert Bench(replace(BOTH, slots={})).cabinet.shut_by("coin") is None
