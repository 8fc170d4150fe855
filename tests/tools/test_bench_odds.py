"""`tools/bench odds`: what it is compared to comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cards.card import parse_cards
from firmware.odds.deal import holds
from firmware.odds.full import Full
from firmware.odds.game import JOKER_POKER

BENCHES = Path(__file__).resolve().parents[2] / "tools" / "benches"
PAYS = (0, 5, 5, 10, 15, 25, 35, 85, 250, 500, 1000, 5000)


@pytest.fixture(autouse=True)
def _benches_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHES))


def test_every_hand_looked_at_comes_to_the_same_holds() -> None:
    from bench_odds import _looked_at

    deal = parse_cards("KH KD 9S 4C JK")
    ours = {sum(1 << at - 1 for at in each.positions): each.value for each in holds(deal, PAYS)}
    looked = _looked_at(Full.of(JOKER_POKER), deal, PAYS)
    assert looked == pytest.approx([float(ours[part]) for part in range(32)])


def test_a_batch_is_of_different_tables_round_the_given_one() -> None:
    from bench_odds import BATCH, _batch

    batch = _batch(PAYS)
    assert batch[0] == PAYS
    assert len(set(batch)) == BATCH
