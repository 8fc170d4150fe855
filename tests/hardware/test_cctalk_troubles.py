"""Event codes of an acceptor: what closes it, and when that is over."""

import pytest

from firmware.events import Health
from firmware.hardware.cctalk_troubles import BILL_CODES, COIN_CODES, Troubles


def health(troubles: Troubles) -> Health | None:
    return None if troubles.present is None else troubles.present.health


@pytest.mark.parametrize("code", [13, 14, 15, 26, 29, 30, 32])
def test_a_steady_fault_closes_at_once(code: int) -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([code], 5.0)
    assert health(troubles) is Health.FAULT


@pytest.mark.parametrize("code", [1, 2, 3, 8, 128, 159, 255])
def test_a_coin_that_only_came_back_is_no_trouble(code: int) -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([code] * 10, 5.0)
    assert troubles.present is None


@pytest.mark.parametrize(("code", "expected"), [(4, Health.JAM), (20, Health.FRAUD_LOCK)])
def test_the_third_within_a_minute_closes(code: int, expected: Health) -> None:
    troubles = Troubles(COIN_CODES)
    for now_s in (0.0, 30.0):
        troubles.judge([code], now_s)
        assert troubles.present is None
    troubles.judge([code], 60.0)
    assert health(troubles) is expected


def test_the_third_after_a_minute_does_not() -> None:
    troubles = Troubles(COIN_CODES)
    for now_s in (0.0, 30.0, 60.1):
        troubles.judge([4], now_s)
    assert troubles.present is None


def test_it_is_looked_at_once_a_second() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([254], 5.0)
    assert troubles.due(5.9) is None
    assert troubles.due(6.0) is troubles.present
    assert troubles.due(6.9) is None
    assert troubles.due(7.0) is troubles.present


@pytest.mark.parametrize(("answer", "is_over"), [(b"\0", True), (b"\1", False), (None, True)])
def test_the_unit_says_when_its_fault_is_over(answer: bytes | None, is_over: bool) -> None:
    troubles = Troubles(COIN_CODES)
    troubles.self_checked(6, 5.0)
    troubles.checked(answer, 6.0)
    assert (troubles.present is None) is is_over


def test_a_self_check_without_a_fault_closes_nothing() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.self_checked(0, 5.0)
    assert troubles.present is None


def test_every_fraud_lock_is_twice_as_long_up_to_a_quarter_of_an_hour() -> None:
    troubles = Troubles(COIN_CODES)
    now_s, lasted_s = 0.0, []
    for _ in range(6):
        troubles.judge([20, 17, 24], now_s)
        assert troubles.present is not None
        lasted_s.append(troubles.present.until_s - now_s)
        now_s = troubles.present.until_s
        troubles.checked(None, now_s)
        assert troubles.present is None
    assert lasted_s == [60, 120, 240, 480, 900, 900]


def test_a_fraud_lock_is_over_no_earlier_than_it_says() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([20, 17, 24], 0.0)
    troubles.checked(None, 59.9)
    assert health(troubles) is Health.FRAUD_LOCK


def test_a_unit_that_cannot_tell_is_given_a_minute() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([13], 5.0)
    troubles.checked(None, 64.9, is_dumb=True)
    assert health(troubles) is Health.FAULT
    troubles.checked(None, 65.0, is_dumb=True)
    assert troubles.present is None


def test_another_trouble_does_not_lift_a_lock() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([20, 17, 24, 14], 0.0)
    troubles.checked(b"\0", 2.0)
    assert health(troubles) is Health.FRAUD_LOCK


def test_a_restart_does_not_lift_a_lock() -> None:
    troubles = Troubles(COIN_CODES)
    troubles.judge([20, 17, 24], 0.0)
    troubles.forget()
    assert health(troubles) is Health.FRAUD_LOCK


@pytest.mark.parametrize(("code", "detail"), [(11, "stacker_out"), (14, "full")])
def test_a_box_of_notes_that_takes_no_more(code: int, detail: str) -> None:
    troubles = Troubles(BILL_CODES)
    troubles.judge([code], 0.0)
    assert troubles.present is not None
    assert (troubles.present.health, troubles.present.detail) == (Health.FULL, detail)


def test_a_stacker_that_is_back_ends_it_at_once() -> None:
    troubles = Troubles(BILL_CODES)
    troubles.judge([11, 12], 0.0)
    assert troubles.present is None


@pytest.mark.parametrize("code", [6, 16])
def test_one_jammed_note_is_a_jam(code: int) -> None:
    troubles = Troubles(BILL_CODES)
    troubles.judge([code], 0.0)
    assert health(troubles) is Health.JAM


@pytest.mark.parametrize("code", [7, 13, 15, 19])
def test_a_bill_unit_that_is_broken_closes_at_once(code: int) -> None:
    troubles = Troubles(BILL_CODES)
    troubles.judge([code], 0.0)
    assert health(troubles) is Health.FAULT
