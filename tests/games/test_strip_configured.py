"""Strip Poker as the configuration sets it up."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.config import StripPokerTable
from firmware.games.strip_poker.configured import strip_poker
from firmware.games.strip_poker.hands import Deck, FlushTie
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.table import Terms


def test_a_file_that_says_nothing_means_the_rules_as_they_were_decided() -> None:
    terms = Terms(
        start=50,
        garment_value=25,
        lives=3,
        flush_tie=FlushTie.TOP_CARD,
        has_low_ace=True,
        raise_cap=4,
        has_one_pledge=True,
    )
    assert strip_poker(StripPokerTable()) == StripPoker(terms, 5, None, True)


@pytest.mark.parametrize(
    ("key", "value", "where", "meant"),
    [
        ("bank", 60, "terms.start", 60),
        ("garment_value", 30, "terms.garment_value", 30),
        ("lives", 0, "terms.lives", 0),
        ("flush_tie", "all_cards", "terms.flush_tie", FlushTie.ALL_CARDS),
        ("low_ace", False, "terms.has_low_ace", False),
        ("raise_cap", 0, "terms.raise_cap", 0),
        ("pledges", "unlimited", "terms.has_one_pledge", False),
        ("price", 9, "price", 9),
        ("deck", "52", "fixed_deck", Deck.FULL),
        ("deck", "32", "fixed_deck", Deck.SHORT),
        ("theme", False, "has_theme", False),
    ],
)
def test_every_key_means_something(key: str, value: Any, where: str, meant: object) -> None:
    found: Any = strip_poker(StripPokerTable.model_validate({key: value}))
    for name in where.split("."):
        found = getattr(found, name)
    assert found == meant
