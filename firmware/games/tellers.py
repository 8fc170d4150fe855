"""The tellers of the games: the one place that a new game is added to for recall and export."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from firmware.events import GameId
from firmware.games.cinque_mani import telling as cinque_mani
from firmware.games.joker_poker import telling as joker_poker
from firmware.games.strip_poker import telling as strip_poker
from firmware.games.telling import Teller

TELLERS: Mapping[GameId, Teller] = MappingProxyType(
    {
        GameId.JOKER_POKER: joker_poker.TELLER,
        GameId.STRIP_POKER: strip_poker.TELLER,
        GameId.CINQUE_MANI: cinque_mani.TELLER,
    }
)
