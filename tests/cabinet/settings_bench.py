"""A cabinet on the bench whose settings an operator may choose."""

from __future__ import annotations

from dataclasses import replace

from cabinet_bench import Bench

from firmware.app.build import settings
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.settings import Reset, Settings
from firmware.config import load_config
from firmware.errors import ConfigError
from firmware.events import DoorMoved, KeyTurned
from firmware.log import LogEntry, LogKind
from firmware.operator.settings import (
    BY_KEY,
    CHOICES,
    SETTINGS,
    Choice,
    Choices,
    Value,
    in_force,
    write_choices,
)


def choosable(**values: Value) -> Settings:
    """The shipped file with these choices (`coin__jump_credits=0`) over it."""
    return _over({key.replace("__", "."): Choice(value) for key, value in values.items()})


def _over(choices: Choices) -> Settings:
    chosen = in_force(load_config(), choices)

    def configured(after: Choices, key: str, by: str) -> Reset:
        refused = in_force(chosen.file, after).refused
        if refused:
            raise ConfigError([*refused.values()])
        details = ("key", key), ("by", by)
        return Reset(
            _over(after),
            {CHOICES: write_choices(after)},
            (LogEntry(LogKind.SETTING, details=details),),
        )

    return replace(settings(chosen.config), chosen=chosen, configured=configured)


def at_setting(bench: Bench, key: str, pin: str = "12345") -> None:
    """To the row of a setting on the operator's page, by the keys."""
    if not bench.state.operator_on:
        if pin == "54321":
            bench.do(DoorMoved(True))
        bench.do(KeyTurned(True))
        bench.pin(pin)
    bench.to_page(Leaf.SETTINGS)
    place = SETTINGS.index(BY_KEY[key])
    step = place - bench.state.operator.row
    bench.press(*["HOLD2" if step > 0 else "HOLD1"] * abs(step))


def note(bench: Bench) -> str:
    """What the last press came to."""
    told = bench.state.operator.note
    return "" if told is None else told.key
