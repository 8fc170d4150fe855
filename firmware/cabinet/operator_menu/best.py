"""The page of the best result: what attract boasts of, and the key that takes it away."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.events import Cue
from firmware.log import LogEntry, LogKind
from firmware.money import GameId
from firmware.panel import Button
from firmware.words import Message


def keys(desk: Desk) -> dict[Button, Action]:
    """One key, where there is something to take away and a store that can keep it."""
    if desk.state.saved.best is None or desk.state.is_storeless:
        return {}
    return {Button.DOUBLE: action("clear_best", lambda: _cleared(desk), asks=True)}


def _cleared(desk: Desk) -> Change:
    state, best = desk.state, desk.state.saved.best
    assert best is not None
    there = moved(state, note=Message("operator.best.cleared"))
    there = replace(there, saved=replace(there.saved, best=None))
    details = ("credits", str(best.credits)), ("hand", best.hand.value), ("by", state.role.value)
    entry = LogEntry(LogKind.BEST_CLEARED, GameId.JOKER_POKER.value, details)
    return Change(there, log=(entry,), is_hard=True, cues=(Cue.COLLECT,))
