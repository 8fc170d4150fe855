"""Event codes of an acceptor: what closes it, and when that is over."""

import pytest

from firmware.events import Health
from firmware.hardware.cctalk_troubles import Troubles


def health(troubles: Troubles) -> Health | None:
    return None if troubles.present is None else troubles.present.health


@pytest.mark.parametrize("code", [13, 14, 15, 26, 29, 30, 32])
def test_a_steady_fault_closes_at_once(code: int) -> None:
    troubles = Troubles()
    troubles.judge([code], 5.0)
    assert health(troubles) is Health.FAULT


@pytest.mark.parametrize("code", [1, 2, 3, 8, 128, 159, 255])
def test_a_coin_that_only_came_back_is_no_trouble(code: int) -> None:
    troubles = Troubles()
    troubles.judge([code] * 10, 5.0)
    assert troubles.present is None


@pytest.mark.parametrize(("code", "expected"), [(4, Health.JAM), (20, Health.FRAUD_LOCK)])
def test_the_third_within_a_minute_closes(code: int, expected: Health) -> None:
    troubles = Troubles()
    for now_s in (0.0, 30.0):
        troubles.judge([code], now_s)
        assert troubles.present is None
    troubles.judge([code], 60.0)
    assert health(troubles) is expected


def test_the_third_after_a_minute_does_not() -> None:
    troubles = Troubles()
    for now_s in (0.0, 30.0, 60.1):
        troubles.judge([4], now_s)
    assert troubles.present is None


def test_it_is_looked_at_once_a_second() -> None:
    troubles = Troubles()
    troubles.judge([254], 5.0)
    assert troubles.due(5.9) is None
    assert troubles.due(6.0) is troubles.present
    assert troubles.due(6.9) is None
    assert troubles.due(7.0) is troubles.present


@pytest.mark.parametrize(("answer", "is_over"), [(b"\0", True), (b"\1", False), (None, True)])
def test_the_unit_says_when_its_fault_is_over(answer: bytes | None, is_over: bool) -> None:
    troubles = Troubles()
    troubles.self_checked(6, 5.0)
    troubles.checked(answer, 6.0)
    assert (troubles.present is None) is is_over


def test_a_self_check_without_a_fault_closes_nothing() -> None:
    troubles = Troubles()
    troubles.self_checked(0, 5.0)
    assert troubles.present is None


def test_every_fraud_lock_is_twice_as_long_up_to_a_quarter_of_an_hour() -> None:
    troubles = Troubles()
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
    troubles = Troubles()
    troubles.judge([20, 17, 24], 0.0)
    troubles.checked(None, 59.9)
    assert health(troubles) is Health.FRAUD_LOCK


def test_forgetting_once_is_a_chance_and_twice_a_habit() -> None:
    troubles = Troubles()
    troubles.rearmed(0.0)
    assert not troubles.is_forgetful(0.0)
    troubles.rearmed(50.0)
    assert troubles.is_forgetful(60.0)
    assert not troubles.is_forgetful(60.1)
