"""The pages of the settings and of the best result, and tables in free play, to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import SettingsPage
from firmware.cabinet.purse import Purse
from firmware.cabinet.settings import Reset, Settings
from firmware.cabinet.state import CabinetState
from firmware.config import load_config
from firmware.operator.roles import Role
from firmware.operator.settings import (
    BY_KEY,
    SETTINGS,
    Choice,
    Choices,
    Chosen,
    Value,
    in_force,
)
from firmware.words import Message

Make = Callable[[], CabinetState]
DRAFTS: Mapping[str, Value] = {
    "coin.credit_minor": 20,
    "joker_poker.chip_values": (1, 2, 5),
    "cinque_mani.level": "medium",
}
"""Rows that are shown while they are being changed."""
SHOWN = (
    "cabinet.free_play",
    "sound.volume_percent",
    *DRAFTS,
    "joker_poker.double_limit",
    "strip_poker.raise_cap",
    "ledger.keep_rounds",
)
"""One of every kind, in every section."""


@lru_cache(maxsize=1)
def sample_choices() -> Chosen:
    """The shipped file with a few choices over it."""
    at = "2026-03-01T21:18:42+00:00"
    return in_force(
        load_config(),
        {
            "sound.volume_percent": Choice(45, Role.OPERATOR, at),
            "joker_poker.double_limit": Choice(500, Role.OPERATOR, at),
            "strip_poker.raise_cap": Choice(0, Role.OPERATOR, at),
            "cinque_mani.bonus": Choice(2, Role.TECHNICIAN, at),
        },
    )


def choosable(settings: Settings) -> Settings:
    """The settings of a cabinet in which the operator may choose; here nothing comes of it."""

    def configured(_choices: Choices, _key: str, _by: str) -> Reset:
        return Reset(settings, {}, ())

    return replace(settings, chosen=sample_choices(), configured=configured)


def settings_samples(betting: Make, lobby: Make) -> Mapping[str, tuple[Make, float]]:
    """Rows of every section, some while they are changed, and what free play looks like."""

    def row(key: str, role: Role, note: Message | None = None) -> Make:
        page = SettingsPage(DRAFTS.get(key))
        place = SETTINGS.index(BY_KEY[key])
        return lambda: at_page(
            replace(betting(), has_door=False),
            Leaf.SETTINGS,
            role=role,
            row=place,
            settings=page,
            note=note,
        )

    def free(make: Make) -> Make:
        def made() -> CabinetState:
            state = make()
            return replace(state, balances={}, saved=replace(state.saved, purse=Purse(96)))

        return made

    refused = Message("operator.settings.credit", (), 12)
    why = (("why", "coin.jump_credits = 5: must be 0, or at least the largest coin, 20 credits"),)
    rows = {f"settings_{key.replace('.', '_')}": (row(key, Role.TECHNICIAN), 0.3) for key in SHOWN}
    return {
        **rows,
        "settings_shut": (row("joker_poker.paytable", Role.OPERATOR), 0.3),
        "settings_credit": (row("coin.credit_ceiling", Role.OPERATOR, refused), 0.3),
        "settings_refused": (
            row("coin.jump_credits", Role.OPERATOR, Message("operator.settings.refused", why)),
            0.3,
        ),
        "operator_best": (lambda: at_page(lobby(), Leaf.BEST, role=Role.OPERATOR), 0.3),
        "operator_best_strip": (
            lambda: at_page(lobby(), Leaf.BEST, role=Role.OPERATOR, row=1),
            0.3,
        ),
        "operator_best_cinque": (
            lambda: at_page(lobby(), Leaf.BEST, role=Role.OPERATOR, row=2),
            0.3,
        ),
        "operator_no_best": (lambda: at_page(betting(), Leaf.BEST, role=Role.OPERATOR), 0.3),
        "free_play": (free(betting), 0.3),
        "free_play_attract": (free(lobby), 0.3),
    }
