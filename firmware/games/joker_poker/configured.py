"""Joker Poker as `[joker_poker]` of the configuration sets it up."""

from __future__ import annotations

from firmware.assets import asset
from firmware.config import JokerPokerTable
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.rules import JokerPoker


def joker_poker(chosen: JokerPokerTable) -> JokerPoker:
    """The game under these rules.

    Raises:
        ConfigError: its pay table cannot be used.
    """
    pay_table = load_pay_table(asset("paytables", f"{chosen.paytable}.toml"))
    return JokerPoker(
        pay_table, chosen.chip_values, chosen.double_limit, most_doubles=chosen.most_doubles
    )
