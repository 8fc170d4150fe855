"""Cinque Mani as `[cinque_mani]` of the configuration sets it up."""

from __future__ import annotations

from firmware.config import CinqueManiTable
from firmware.games.cinque_mani.hands import FlushOrder
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Level, Terms


def cinque_mani(chosen: CinqueManiTable) -> CinqueMani:
    """The game under these rules."""
    return CinqueMani(
        Terms(
            flush=FlushOrder(chosen.flush),
            minima_batte_massima=chosen.minima_batte_massima,
            deals=chosen.deals,
            bonus=chosen.bonus,
            clock_s=chosen.clock_s,
            level=Level(chosen.level),
        )
    )
