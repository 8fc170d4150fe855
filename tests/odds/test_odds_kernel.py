"""The compiled passes against those of numpy: the same whole numbers, and never needed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from firmware.errors import RuleError
from firmware.odds import kernel
from firmware.odds.game import JACKS_OR_BETTER, JOKER_POKER, MAX_PAY, Game
from firmware.odds.reduced import Reduced
from firmware.odds.tables import Tables, build_tables

PAYS = (0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800)
RETURN = Fraction(412127554537, 409481092020)  # published
MOST = (0, *(MAX_PAY,) * 11)
STEP = 131
"""Every so many classes: with and without the joker, one whole block and a part of one."""


def some(game: Game) -> Tables:
    """A game of some of its classes only: plain Python is slow."""
    tables = build_tables(game)
    return replace(
        tables,
        weight=tables.weight[::STEP],
        hand=tables.hand[::STEP],
        subset=tables.subset[:, ::STEP],
    )


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passes as Python runs them, in place of those that numba compiles."""
    monkeypatch.setattr(kernel, "_compiled", lambda: kernel._passes)


def test_the_classes_taken_are_a_block_and_a_part_of_one() -> None:
    assert 1 < len(some(JOKER_POKER).weight) / kernel.BLOCK < 2


@pytest.mark.usefixtures("_plain")
@pytest.mark.parametrize("game", [JOKER_POKER, JACKS_OR_BETTER], ids=lambda game: game.id)
@pytest.mark.parametrize("pays", [PAYS, MOST, (0,) * 12, (*(0,) * 11, 1)])
def test_both_come_to_the_same(game: Game, pays: tuple[int, ...]) -> None:
    tables = some(game)
    assert Reduced(tables, kernel.NUMBA).rtp(pays, 1) == Reduced(tables).rtp(pays, 1)


@pytest.mark.usefixtures("_plain")
def test_what_cannot_be_counted_with_is_refused_by_both() -> None:
    with pytest.raises(RuleError, match="12 hands are paid, not 11"):
        Reduced(some(JOKER_POKER), kernel.NUMBA).rtp((0,) * 11, 1)


@pytest.fixture
def _asked_anew() -> Iterator[None]:
    kernel._compiled.cache_clear()
    yield
    kernel._compiled.cache_clear()


@pytest.mark.usefixtures("_asked_anew")
def test_without_numba_numpy_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)  # as if it were not installed
    assert Reduced.of(JOKER_POKER, many=True).kernel == "numpy"


@pytest.mark.usefixtures("_asked_anew")
def test_machine_code_that_cannot_be_kept_is_made_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def njit(passes: object = None, *, cache: bool = False) -> object:
        if cache:
            raise RuntimeError("cannot cache function '_passes': no locator available")
        return passes

    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    assert kernel.best_kernel() == "numba"
    assert kernel._compiled() is kernel._passes


def test_one_table_is_not_worth_loading_it() -> None:
    assert Reduced.of(JOKER_POKER).kernel == "numpy"


@pytest.mark.parametrize("times", [1, MAX_PAY // 800])  # numbers of 32 and of 64 bits
def test_compiled_it_comes_to_the_published_return(times: int) -> None:
    pytest.importorskip("numba")
    engine = Reduced.of(JOKER_POKER, many=True)
    assert engine.kernel == "numba"
    assert engine.rtp(tuple(pay * times for pay in PAYS), times) == RETURN
