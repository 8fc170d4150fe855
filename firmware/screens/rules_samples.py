"""The rules of Cinque Mani to look at: leaf by leaf, with no option and with every one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet.state import RULES_LEAVES, CabinetState, Mode, Page, Saved
from firmware.games.cinque_mani.hands import FlushOrder
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import Terms
from firmware.money import Account, GameId
from firmware.screens.view import Setup

PLAIN, OPTIONS = "rules_cinque", "rules_cinque_options"


def rules_samples() -> dict[str, tuple[Callable[[], CabinetState], float]]:
    """Name -> how the state is made, and how long after it to look."""
    return {
        f"{name}_{leaf + 1}": (_leaf(leaf), 0.3)
        for name in (PLAIN, OPTIONS)
        for leaf in range(RULES_LEAVES[GameId.CINQUE_MANI])
    }


def _leaf(number: int) -> Callable[[], CabinetState]:
    saved = Saved(mode=Mode.CINQUE_MANI, page=Page.RULES, page_number=number)
    return lambda: CabinetState(saved=saved, balances={Account.CREDIT: 40})


@lru_cache(maxsize=2)
def with_options(setup: Setup) -> Setup:
    """The same cabinet with every option of Cinque Mani."""
    every = Terms(FlushOrder.SUIT_FIRST, True, deals=5, bonus=2, clock_s=90)
    return replace(setup, cinque=CinqueMani(every))
