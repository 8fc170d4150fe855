"""The tellers of the games: the one place that a new game is added to for recall and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware.games.cinque_mani import shown as cinque_mani_shown
from firmware.games.cinque_mani import telling as cinque_mani
from firmware.games.joker_poker import shown as joker_poker_shown
from firmware.games.joker_poker import telling as joker_poker
from firmware.games.strip_poker import shown as strip_poker_shown
from firmware.games.strip_poker import telling as strip_poker
from firmware.games.telling import Documents, Teller
from firmware.money import GameId
from firmware.shown import ShownStep
from firmware.transaction import RoundRecord

TELLERS: Mapping[GameId, Teller] = MappingProxyType(
    {
        GameId.JOKER_POKER: joker_poker.TELLER,
        GameId.STRIP_POKER: strip_poker.TELLER,
        GameId.CINQUE_MANI: cinque_mani.TELLER,
    }
)

SHOWN: Mapping[GameId, Callable[[RoundRecord, Documents], tuple[ShownStep, ...]]] = (
    MappingProxyType(
        {
            GameId.JOKER_POKER: joker_poker_shown.show,
            GameId.STRIP_POKER: strip_poker_shown.show,
            GameId.CINQUE_MANI: cinque_mani_shown.show,
        }
    )
)
"""How each game looked, step by step; each raises LedgerCorruptError for a record not ours."""
