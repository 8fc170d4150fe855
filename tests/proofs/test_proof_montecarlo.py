"""The proof of the rounds as a check, and faults planted in the player."""

from dataclasses import replace

import proof_montecarlo
import pytest
from proof import untracked

from firmware.odds.game import JOKER_POKER
from firmware.odds.reduced import Reduced
from firmware.odds.sample import Sample
from firmware.odds.strategy import made_holds

pytestmark = pytest.mark.proof
PAYS = (0, 5, 5, 10, 15, 25, 35, 85, 250, 500, 1000, 5000)


@pytest.mark.timeout(600)
def test_a_million_rounds_return_what_is_counted() -> None:
    assert proof_montecarlo.prove(False, untracked).fell == ()


@pytest.mark.timeout(600)
def test_a_player_who_does_not_play_best_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        proof_montecarlo, "best_holds", lambda engine, pays: made_holds(engine.tables)
    )
    monkeypatch.setattr(proof_montecarlo, "ROUNDS", 100_000)
    monkeypatch.setattr(proof_montecarlo, "BY_RULES", 300)
    assert "optimal: 100,000 rounds" in str(proof_montecarlo.prove(False, untracked).fell)


def test_hands_spread_otherwise_are_found_though_the_return_is_right() -> None:
    exact = Reduced.of(JOKER_POKER).analyse(PAYS, 5)
    rounds = 1_000_000
    counts = [round(float(exact.share(hand) * rounds)) for hand in proof_montecarlo.HANDS]
    right = Sample.of(counts, PAYS, 5)
    assert proof_montecarlo.agreed("x", right, exact).fell == ()
    counts[1] -= 5_000  # pairs to two pair, which pays as much
    counts[2] += 5_000
    wrong = replace(right, counts=tuple(counts))
    assert "chi square" in str(proof_montecarlo.agreed("x", wrong, exact).fell)
