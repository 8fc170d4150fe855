"""What games need and the start does not, made ready while nothing is to be done.

A module that is read, a cast or a strategy that is unpacked, a face that is opened in one more
size: each takes one to thirty milliseconds, which would be seen in a frame. A player who is
quicker finds it made when she asks for it, as before.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from importlib import import_module

from firmware.cabinet.settings import Settings
from firmware.cabinet.strip_poker import Guest, StripTable
from firmware.errors import CabinatoError
from firmware.games.strip_poker.hands import Deck
from firmware.games.strip_poker.table import Table
from firmware.screens.fonts import opening

SHORT_S = 0.03
"""So long nothing must be due when a step is taken: most take less than a tenth of it."""
LONG_S = 0.04
"""The same for those that read large pictures; less than the time between two coin polls, which
is all that there ever is while money is taken."""

log = logging.getLogger(__name__)

MODULES = (
    "firmware.screens.holding",
    "firmware.screens.hand_words",
    "firmware.screens.message_panel",
    "firmware.screens.table_cards",
    "firmware.screens.joker_progress",
    "firmware.screens.joker_cards",
    "firmware.screens.joker",
    "firmware.games.strip_poker.pack_manifest",
    "firmware.games.strip_poker.pack_rules",
    "firmware.games.strip_poker.packs",
    "firmware.screens.strip_art",
    "firmware.screens.strip_told",
    "firmware.screens.figure",
    "firmware.screens.strip_figure",
    "firmware.screens.strip_middle",
    "firmware.screens.strip_choose",
    "firmware.screens.strip",
    "firmware.games.strip_poker.abstraction",
    "firmware.games.strip_poker.strategy",
    "firmware.games.strip_poker.reading",
    "firmware.games.strip_poker.styles",
    "firmware.games.strip_poker.opponent",
    "firmware.screens.cinque_words",
    "firmware.screens.cinque_columns",
    "firmware.screens.cinque_duel",
    "firmware.screens.cinque_side",
    "firmware.screens.cinque_message",
    "firmware.screens.cinque",
    "firmware.screens.leaf",
    "firmware.screens.history",
    "firmware.screens.rules_pages",
    "firmware.screens.options",
    "firmware.screens.fault_signs",
    "firmware.screens.fault_art",
    "firmware.screens.fault",
)
"""What a game or a page is made of: what others are made of stands before them."""


class Readiness:
    """Does one thing after another, each at a moment that its owner has to spare.

    Args:
        steps: each of which makes something ready, and tells how much time the next one wants
            to have, `SHORT_S` or `LONG_S`.
    """

    def __init__(self, steps: Iterator[float]) -> None:
        self._steps = steps
        self._wanted_s = SHORT_S

    def step(self, left_s: float) -> bool:
        """Do the next thing, where nothing else is due for so long; whether it was done.

        What cannot be made ready is left to whoever needs it, and with it what follows.
        """
        if left_s < self._wanted_s:
            return False
        try:
            self._wanted_s = next(self._steps)
        except StopIteration:
            self._wanted_s = float("inf")
            return False
        except CabinatoError as error:
            log.warning("not made ready: %s", error)
        return True


def readiness_of(settings: Settings, scale: float) -> Readiness:
    """All that a cabinet's games need.

    Args:
        settings: which games there are.
        scale: device pixels a unit of the grid.
    """
    return Readiness(_steps(settings.strip, scale))


def _steps(strip: StripTable | None, scale: float) -> Iterator[float]:
    for _ in opening(scale):
        yield SHORT_S
    for name in MODULES:
        import_module(name)
        yield SHORT_S
    if strip is None:
        return
    yield LONG_S
    cast = strip.cast()
    yield SHORT_S
    for _ in _strategy(strip):
        yield SHORT_S
    yield LONG_S
    for _ in _garments(cast.values()):
        yield LONG_S


def _garments(guests: Iterable[Guest]) -> Iterator[object]:
    """Where the garments lie that will fly to the rack."""
    from firmware.screens.strip_figure import measuring

    for guest in guests:
        yield from measuring(guest.character)


def _strategy(strip: StripTable) -> Iterator[object]:
    """The strategies for the decks that may be played with, the usual one first."""
    from firmware.games.strip_poker.strategy import strategy

    game = strip.game
    decks = [game.deck_of(Table())]
    if game.fixed_deck is None:
        decks += [deck for deck in Deck if deck not in decks]
    for deck in decks:
        solved = strategy(deck)
        yield solved
        yield from solved.unpacking()
