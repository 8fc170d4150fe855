"""The proofs of the odds as checks: the full engine is asked about one pay table of each game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import proof_holds
import proof_odds
import pytest
from proof import untracked

from firmware.odds.game import JACKS_OR_BETTER, JOKER_POKER
from firmware.odds.reduced import Reduced

pytestmark = pytest.mark.proof


@pytest.mark.timeout(600)  # 8 s on a PC, a minute and more on a busy Raspberry Pi
def test_both_engines_come_to_the_same_analysis_of_the_shipped_table() -> None:
    assert proof_odds.prove(False, untracked).fell == ()


@pytest.mark.timeout(600)
def test_the_full_engine_comes_to_the_published_return_of_jacks_or_better() -> None:
    engine = proof_odds.full_engine(JACKS_OR_BETTER)
    rtp = engine.rtp(proof_odds.shipped(JACKS_OR_BETTER), 5)
    assert rtp == Fraction(1653526326983, 1661102543100)


@pytest.mark.timeout(600)
def test_fifty_deals_are_worth_what_every_hand_looked_at_makes_them() -> None:
    assert proof_holds.prove(False, untracked).fell == ()


# --- planted faults ---------------------------------------------------------------------------


def test_a_deal_counted_once_too_often_is_found() -> None:
    engine = Reduced.of(JOKER_POKER)
    pays = proof_odds.shipped(JOKER_POKER)
    right = engine.analyse(pays, 5)
    weight = engine.tables.weight.copy()
    weight[0] += 1
    wrong = Reduced(replace(engine.tables, weight=weight)).analyse(pays, 5)
    assert proof_odds.differences(right, right) == []
    assert "counts" in str(proof_odds.differences(wrong, right))


def test_a_hold_worth_a_little_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def dearer(deal, pays):
        first, *rest = real(deal, pays)
        return [replace(first, value=first.value + Fraction(1, 1_000_000)), *rest]

    real = proof_holds.holds
    monkeypatch.setattr(proof_holds, "holds", dearer)
    assert "enumerated" in str(proof_holds.random_deals(1, untracked).fell)


def test_holds_out_of_order_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = proof_holds.holds
    monkeypatch.setattr(proof_holds, "holds", lambda deal, pays: real(deal, pays)[::-1])
    assert "not first" in str(proof_holds.random_deals(1, untracked).fell)
