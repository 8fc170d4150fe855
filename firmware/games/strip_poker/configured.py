"""Strip Poker as `[strip_poker]` of the configuration sets it up."""

from __future__ import annotations

from firmware.config import StripPokerTable
from firmware.games.strip_poker.hands import Deck, FlushTie
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.table import Terms


def strip_poker(chosen: StripPokerTable) -> StripPoker:
    """The game under these rules."""
    terms = Terms(
        start=chosen.bank,
        garment_value=chosen.garment_value,
        lives=chosen.lives,
        flush_tie=FlushTie(chosen.flush_tie),
        has_low_ace=chosen.low_ace,
        raise_cap=chosen.raise_cap,
        has_one_pledge=chosen.pledges == "one",
    )
    fixed = None if chosen.deck == "choice" else Deck(int(chosen.deck))
    return StripPoker(terms, chosen.price, fixed, chosen.theme)
