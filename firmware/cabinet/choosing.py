"""The operator's choices in a running cabinet: when one may be made, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.free_play import filled
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, Saved
from firmware.games.joker_poker.table import Phase
from firmware.money import Account
from firmware.operator.settings import Setting, When
from firmware.words import Language, Message

STANDING = (Account.CREDIT, Account.PENDING, Account.STAKE, Account.GAMBLE)
"""Where the credits of a player stand."""


def standing(state: CabinetState) -> int:
    """Credits of a player, wherever they stand; those of free play are none."""
    return sum(state.balances.get(account, 0) for account in STANDING)


def hindrance(state: CabinetState, setting: Setting) -> Message | None:
    """Why a setting cannot be changed now; None where it can."""
    if state.is_storeless:
        return Message("operator.settings.no_store")
    if setting.when is not When.ALWAYS and state.saved.has_game:
        return Message("operator.settings.open_game")
    credits = standing(state)
    if setting.when is When.NO_CREDIT and credits:
        return Message("operator.settings.credit", (), credits)
    return None


def under(state: CabinetState, settings: Settings, before: Settings | None = None) -> CabinetState:
    """The cabinet under these settings.

    Args:
        state: where it stands.
        settings: from now on.
        before: until now; None at a boot, when a player's language stays.
    """
    saved = filled(_with_chip(state.saved, settings.joker.chip_values), settings)
    language = _language(settings)
    if before is not None and language is not None and language is not _language(before):
        saved = replace(saved, language=language)
    return replace(state, saved=saved)


def _language(settings: Settings) -> Language | None:
    return None if settings.chosen is None else settings.chosen.config.cabinet.language


def _with_chip(saved: Saved, values: tuple[int, ...]) -> Saved:
    """A chip that is not there any more becomes the next smaller one; a round keeps its own."""
    table = saved.joker
    if table.phase is not Phase.BETTING or table.chip_value in values:
        return saved
    smaller = [value for value in values if value < table.chip_value]
    value = smaller[-1] if smaller else values[0]
    return replace(saved, joker=replace(table, chip_value=value))
