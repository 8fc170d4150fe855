"""Where a finger lands on the table of Cinque Mani: which column, and which card of it."""

from __future__ import annotations

from typing import NamedTuple

from firmware.games.cinque_mani.table import HANDS, Phase
from firmware.screens.card_band import BAND_SHOWN
from firmware.screens.cinque_art import COLUMN_Y, HEAD_Y, RAIL_Y
from firmware.screens.theme import COLUMN_W, COLUMNS_X

TOUCHED = (
    Phase.BUILD,
    Phase.TABLE,
    Phase.LIFTED,
    Phase.OPENED,
    Phase.CARD_IN_HAND,
    Phase.OPENED_SECOND,
)
"""Where a touch on a column is a press of the key under it."""


class Spot(NamedTuple):
    """A place of the table.

    Attributes:
        column: 1..5.
        card: the place of the card in the column, 1..5; 0 for its heading.
    """

    column: int
    card: int


def spot_at(x: float, y: float) -> Spot | None:
    """What of the five columns lies at a point of the grid, as they stand in the rack.

    >>> spot_at(30, 100), spot_at(200, 160), spot_at(720, 540)
    (Spot(column=1, card=0), Spot(column=2, card=1), Spot(column=5, card=5))
    """
    if not HEAD_Y <= y < RAIL_Y:
        return None
    for column, left in enumerate(COLUMNS_X, start=1):
        if left <= x < left + COLUMN_W:
            card = 0 if y < COLUMN_Y else min(HANDS, int((y - COLUMN_Y) // BAND_SHOWN) + 1)
            return Spot(column, card)
    return None
