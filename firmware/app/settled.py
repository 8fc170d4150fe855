"""The settings in force: the file, the operator's choices over it, and what the ledger is told.

At a boot the ledger learns what the file changed; while the cabinet runs, what the operator
chose. Both are the same lines and the same documents, so the log has one story to tell.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.app import settings_log
from firmware.cabinet import memory
from firmware.cabinet.settings import Reset, Settings
from firmware.cabinet.state import Fault, FaultName, Saved
from firmware.config import Config
from firmware.errors import ConfigError
from firmware.games.joker_poker.records import read_pay_tables
from firmware.ledger.ledger import Ledger
from firmware.operator.settings import (
    CHOICES,
    Choices,
    Chosen,
    in_force,
    read_choices,
    write_choices,
)

log = logging.getLogger(__name__)

MakeSettings = Callable[[Config], Settings]
"""The cabinet's rules and limits under a configuration; raises `ConfigError`."""


def read_chosen(file: Config, documents: Mapping[str, str]) -> Chosen:
    """The file with the choices that a ledger keeps.

    Raises:
        LedgerCorruptError: they cannot be read.
    """
    chosen = in_force(file, read_choices(documents))
    for sentence in chosen.refused.values():
        log.error("a setting that was chosen on the screen is dropped: %s", sentence)
    return chosen


def settled(
    chosen: Chosen, make_settings: MakeSettings, ledger: Ledger
) -> tuple[Settings, Fault | None]:
    """The settings in force, after the ledger knows them; with a fault where it refuses them.

    Where it refuses, nothing can be chosen on the screen before the file is put right.

    Raises:
        LedgerError: what the ledger keeps cannot be read, or it takes nothing.
    """
    made = make_settings(chosen.config)
    documents = ledger.documents
    before = settings_log.read(documents)
    now = settings_log.flattened(chosen.config, made.joker.pay_table)
    has_game = memory.read_saved(documents, Saved()).has_game
    refused = settings_log.refusal(before, now, ledger.balances, has_game=has_game)
    if refused is not None:
        log.error("%s", refused)
        is_free_play = before.get(settings_log.FREE_PLAY) == "true"
        credit_minor = int(before["coin.credit_minor"])
        made = replace(made, credit_minor=credit_minor, is_free_play=is_free_play)
        return made, Fault(FaultName.CREDIT_VALUE, detail=refused)
    told = settings_log.transaction(documents, now, made.joker.pay_table, chosen)
    if told is not None:
        ledger.commit(told).result()
    ledger.retain(chosen.config.ledger.keep_rounds)
    return _complete(made, chosen, make_settings, ledger), None


def _complete(
    made: Settings, chosen: Chosen, make_settings: MakeSettings, ledger: Ledger
) -> Settings:
    """The settings with what lies behind them, and the way to others."""

    def configured(choices: Choices, key: str, by: str) -> Reset:
        after = in_force(chosen.file, choices)
        if after.refused:
            raise ConfigError([*after.refused.values()])
        return _reset(_complete(make_settings(after.config), after, make_settings, ledger), key, by)

    def _reset(settings: Settings, key: str, by: str) -> Reset:
        assert settings.chosen is not None
        documents, pay_table = ledger.documents, settings.joker.pay_table
        before = settings_log.read(documents)
        now = settings_log.flattened(settings.chosen.config, pay_table)
        told = settings_log.changes(before, now, by)
        return Reset(
            settings,
            {
                **settings_log.kept(documents, now, pay_table),
                CHOICES: write_choices(settings.chosen.choices),
            },
            told or settings_log.unchanged(now, key, by),
        )

    joker = replace(made.joker, earlier=read_pay_tables(ledger.documents))
    return replace(made, joker=joker, chosen=chosen, configured=configured)
