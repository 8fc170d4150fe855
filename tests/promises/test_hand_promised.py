"""RES-5, LIM-2, MET-6, MET-10, SEC-5, SEC-6: what is done at the operator's pages. The table:
docs/promises.md."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from cabinet_bench import KINGS, Bench
from places import IN_A_ROUND, PLACES, menu, win

from firmware.cabinet.cabinet import Effects
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.events import DoorMoved, KeyTurned, Pressed
from firmware.ledger.closing import CLEARING
from firmware.log import LogKind
from firmware.money import Account, Moment
from firmware.operator.roles import SHIPPED, Role
from firmware.panel import Button
from firmware.screens import samples
from firmware.screens.play_test_bands import GROUND
from firmware.screens.screen import Screen

Place = Callable[[], Bench]


def at(bench: Bench, leaf: Leaf, pin: str = "") -> Bench:
    """The key is turned, a PIN entered or none, and a page open."""
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    if pin:
        bench.pin(pin)
    bench.to_page(leaf)
    return bench


def paid(bench: Bench) -> tuple[int, int]:
    """The credit, and what was ever paid by hand."""
    return bench.store.balances[Account.CREDIT], bench.store.balances[Account.HANDPAY]


# --- payment by hand ------------------------------------------------------------------------------


def test_lim_2_the_whole_credit_is_paid_by_hand_after_a_second_press() -> None:
    bench = at(menu(), Leaf.CREDIT)
    bench.press("DEAL")
    assert paid(bench) == (10, 0)
    bench.press("DEAL")
    assert paid(bench) == (0, 10)


@pytest.mark.parametrize("key", ["DEAL", "DOUBLE"])
@pytest.mark.parametrize("place", IN_A_ROUND)
def test_lim_2_in_a_round_nothing_is_paid_or_taken_off(place: Place, key: str) -> None:
    bench = at(place(), Leaf.CREDIT)
    before = dict(bench.store.balances)
    bench.press(key, key)
    assert key not in bench.lit.split()
    assert bench.store.balances == before


@pytest.mark.parametrize("place", PLACES)
def test_lim_2_nothing_is_paid_without_the_key(place: Place) -> None:
    bench = place()
    for button in (*Button, *Button):
        bench.press(button)
    moments = {moment for moment, _ in bench.store.moved()}
    assert not moments & {Moment.HAND_PAY, Moment.CANCEL, Moment.SERVICE}


def door(bench: Bench) -> None:
    bench.do(DoorMoved(is_open=True))


def key(bench: Bench) -> None:
    bench.do(KeyTurned(is_on=True))


@pytest.mark.parametrize("away", [door, key])
def test_lim_2_no_win_is_collected_behind_the_door_or_the_key(
    away: Callable[[Bench], None],
) -> None:
    bench = win()
    away(bench)
    for button in Button:
        bench.press(button)
    assert (bench.win, bench.credit) == (5, 5)


def test_lim_2_while_a_win_counts_up_the_press_only_ends_the_counting() -> None:
    bench = Bench()
    bench.play(KINGS, chips=5)
    bench.press("DEAL")
    bench.wait(0.7)
    assert bench.state.moving(bench.now_s) is not None
    bench.do(Pressed(Button.DEAL))
    assert (bench.state.moving(bench.now_s), bench.win, bench.credit) == (None, 5, 5)


def confirmed(bench: Bench) -> Effects:
    """The second press of the payment, before the disk has it."""
    bench.press("DEAL")
    bench.settle()
    effects = bench.cabinet.step(Pressed(Button.DEAL), bench.now_s)
    assert effects.transaction is not None
    return effects


def test_res_5_a_cut_before_the_disk_has_it_has_paid_nothing() -> None:
    bench = at(menu(), Leaf.CREDIT)
    confirmed(bench)
    bench.cut()
    assert paid(bench) == (10, 0)
    at(bench, Leaf.CREDIT).press("DEAL", "DEAL")
    assert paid(bench) == (0, 10)


def test_res_5_a_cut_after_the_disk_has_it_has_paid_once() -> None:
    bench = at(menu(), Leaf.CREDIT)
    transaction = confirmed(bench).transaction
    assert transaction is not None
    bench.store.commit(transaction)  # and the power goes before the answer is heard
    bench.cut()
    assert (bench.credit, *paid(bench)) == (0, 0, 10)
    at(bench, Leaf.CREDIT).press("DEAL", "DEAL")
    assert paid(bench) == (0, 10)


def test_res_5_a_cut_between_the_two_presses_has_paid_nothing() -> None:
    bench = at(menu(), Leaf.CREDIT)
    bench.press("DEAL")
    bench.cut()
    assert paid(bench) == (10, 0)


def test_res_5_each_payment_has_its_line_with_who_paid() -> None:
    bench = at(menu(), Leaf.CREDIT)
    bench.press("DEAL", "DEAL")
    (line,) = [line for line in bench.store.log() if line.kind is LogKind.BY_HAND]
    assert line.subject == Moment.HAND_PAY
    assert dict(line.details) == {"credits": "10", "by": "attendant"}


# --- credit given ---------------------------------------------------------------------------------


def test_met_10_credit_given_at_the_page_is_no_money_in() -> None:
    bench = at(Bench(), Leaf.CREDIT)
    bench.press("HOLD1", "HOLD1")
    given = bench.credit
    assert given > 0
    assert bench.store.balances[Account.SERVICE] == -given
    assert bench.store.balances[Account.COINBOX] == 0


def test_met_10_an_attendant_gives_no_more_than_he_may() -> None:
    bench = at(Bench(), Leaf.CREDIT)
    for _ in range(6):
        bench.press("HOLD4")
    for _ in range(60):
        bench.press("HOLD1")
    assert 0 < bench.credit <= 200


# --- the period -----------------------------------------------------------------------------------


def periods(bench: Bench) -> list[str]:
    return [each.new_period_by for each in bench.store.transactions if each.new_period_by]


def test_met_6_an_operator_begins_a_period_with_a_second_press() -> None:
    bench = at(Bench(), Leaf.BOOKS, SHIPPED[Role.OPERATOR])
    bench.press("DEAL")
    assert periods(bench) == []
    bench.press("DEAL")
    assert periods(bench) == ["operator"]


def test_met_6_an_attendant_begins_none() -> None:
    bench = at(Bench(), Leaf.BOOKS)
    bench.press("DEAL", "DEAL")
    assert periods(bench) == []


# --- the full clear -------------------------------------------------------------------------------


def asked_to_clear(is_open: bool, credit: int = 0, presses: int = 2) -> bool:
    bench = Bench()
    bench.put(has_door=True)
    if credit:
        bench.coin(credit)
    bench.do(DoorMoved(is_open))
    bench.do(KeyTurned(is_on=True))
    bench.settle()
    bench.pin(SHIPPED[Role.TECHNICIAN])
    try:
        bench.to_page(Leaf.CLEAR)
    except AssertionError:
        return False
    bench.press(*["DEAL"] * presses)
    return bool(bench.store.documents.get(CLEARING))


@pytest.mark.parametrize(
    ("is_open", "credit", "presses", "is_asked"),
    [(True, 0, 2, True), (True, 0, 1, False), (False, 0, 2, False), (True, 10, 2, False)],
)
def test_sec_6_a_technician_at_the_open_door_asks_twice_with_nobodys_credit_on_the_books(
    is_open: bool, credit: int, presses: int, is_asked: bool
) -> None:
    assert asked_to_clear(is_open, credit, presses) is is_asked


# --- the play test --------------------------------------------------------------------------------


def is_marked(bench: Bench, screen: Screen) -> bool:
    """Whether the bands that mark a test stand at both edges of the picture."""
    screen.draw(samples.view_of(bench.state, bench.now_s), bench.now_s)
    bench.clock.advance_s(1.0)  # the cross-fade from the picture before is over
    screen.draw(samples.view_of(bench.state, bench.now_s), bench.now_s)
    picture = screen.picture()
    edges = {picture.get_at((x, 4))[:3] for x in (1, picture.get_width() - 2)}
    return edges == {GROUND[:3]}


def test_sec_5_a_test_is_marked_on_every_picture_and_a_real_game_on_none() -> None:
    screen = Screen(pygame.Surface((640, 360), 0, 32))
    bench = at(Bench(), Leaf.PLAY_TEST, SHIPPED[Role.OPERATOR])
    assert not is_marked(bench, screen)
    bench.press("DEAL")
    assert is_marked(bench, screen)
    bench.press("HOLD2", "BET", "DEAL")
    bench.settle()
    assert is_marked(bench, screen)
    bench.do(KeyTurned(is_on=False))
    assert not is_marked(bench, screen)
