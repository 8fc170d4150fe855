"""Garbage is looked for while nothing is to be done."""

from __future__ import annotations

import gc

import pytest

from firmware.app.frugal import (
    BREATH_S,
    REST_S,
    TIDY_EVERY_S,
    YOUNG_MANY,
    YOUNG_MAX,
    Tidier,
    spare_what_stays,
)


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda *young: done.append("young" if young else "all"))
    monkeypatch.setattr(gc, "get_count", lambda: (YOUNG_MANY - 1, 0, 0))
    return done


def test_garbage_is_looked_for_where_nothing_is_to_be_done(collected: list[str]) -> None:
    assert Tidier().rest(TIDY_EVERY_S, 2 * REST_S)
    assert collected == ["all"]


def test_not_between_two_frames(collected: list[str]) -> None:
    assert not Tidier().rest(TIDY_EVERY_S, REST_S / 2)
    assert collected == []


def test_not_at_every_rest(collected: list[str]) -> None:
    tidier = Tidier()
    tidier.rest(TIDY_EVERY_S, 1.0)
    assert not tidier.rest(1.5 * TIDY_EVERY_S, 1.0)
    assert tidier.rest(2 * TIDY_EVERY_S, 1.0)
    assert collected == ["all", "all"]


def test_what_is_new_is_looked_at_in_a_breath_once_there_is_much(
    collected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not Tidier().rest(0.0, BREATH_S)
    monkeypatch.setattr(gc, "get_count", lambda: (YOUNG_MANY, 0, 0))
    assert not Tidier().rest(0.0, BREATH_S / 2)
    assert Tidier().rest(0.0, BREATH_S)
    assert collected == ["young"]


def test_no_frame_looks_for_garbage() -> None:
    before = gc.get_threshold()
    try:
        spare_what_stays()
        assert gc.get_threshold()[0] == YOUNG_MAX
        assert gc.get_threshold()[2] > 100_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
