"""The names of hands as a player says them: FOUR QUEENS rather than a row of a table."""

from __future__ import annotations

from functools import lru_cache

from firmware.cards.card import Rank
from firmware.games.joker_poker.hands import Hand, Made
from firmware.games.joker_poker.paytable import MAX_CHIPS, PAYING_HANDS
from firmware.screens.pay_table import Sheet
from firmware.screens.speech import Speech
from firmware.screens.view import Setup
from firmware.words import Message


def ranks(rank: Rank) -> Message:
    """A rank as several cards of it: "queens"."""
    return Message(f"ranks.{rank.name.lower()}")


def rank_name(rank: Rank) -> Message:
    """A rank as one card of it: "queen"."""
    return Message(f"rank.{rank.name.lower()}")


def title(made: Made) -> Message:
    """A made hand in capitals, with the rank that names it where people say it."""
    values = () if made.rank is None else (("ranks", ranks(made.rank)),)
    return Message(f"made.{made.hand.value}", values)


def row_of(hand: Hand | None) -> int | None:
    """The row of the pay table, 0 the highest; None for a hand that does not pay."""
    return PAYING_HANDS.index(hand) if hand in PAYING_HANDS else None


@lru_cache(maxsize=16)
def sheet(speech: Speech, setup: Setup, chip_value: int) -> Sheet:
    """The pay table in the words of a language, in credits for chips of this value."""
    pays = setup.game.pays
    return Sheet(
        speech.text("paytable.chips"),
        tuple(
            (
                speech.text(f"hand.{hand.value}"),
                tuple(
                    speech.number(pays(hand, chips, chip_value))
                    for chips in range(1, MAX_CHIPS + 1)
                ),
            )
            for hand in PAYING_HANDS
        ),
    )
