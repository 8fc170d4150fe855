"""The page of the best results: what attract boasts of, and the key that takes one away."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.best_results import Best, Result, StripBest
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.log import LogEntry, LogKind
from firmware.money import GameId
from firmware.panel import Button
from firmware.words import Message

GAMES = (GameId.JOKER_POKER, GameId.STRIP_POKER, GameId.CINQUE_MANI)
"""The rows of the page; a game that cannot be entered any more may have a best result."""


def chosen(state: CabinetState) -> GameId:
    """The game whose row is chosen."""
    return GAMES[min(state.operator.row, len(GAMES) - 1)]


def keys(desk: Desk) -> dict[Button, Action]:
    """From game to game; and one key, where there is something to take away and a store that can
    keep it."""
    found = row_keys(desk.state, len(GAMES))
    if chosen(desk.state) in desk.state.saved.bests and not desk.state.is_storeless:
        found[Button.DOUBLE] = action("clear_best", lambda: _cleared(desk), asks=True)
    return found


def _cleared(desk: Desk) -> Change:
    state, game = desk.state, chosen(desk.state)
    saved = state.saved
    match game:
        case GameId.JOKER_POKER:
            after = replace(saved, best=None)
        case GameId.STRIP_POKER:
            after = replace(saved, strip_best=None)
        case GameId.CINQUE_MANI:  # a run that goes on may become the longest once more
            after = replace(saved, cinque_best=None)
    there = replace(moved(state, note=Message("operator.best.cleared")), saved=after)
    details = (*_told(saved.bests[game]), ("by", state.role.value))
    entry = LogEntry(LogKind.BEST_CLEARED, game.value, details)
    return Change(there, log=(entry,), is_hard=True, cues=(Cue.COLLECT,))


def _told(best: Result) -> tuple[tuple[str, str], ...]:
    """A result as the event log keeps it."""
    if isinstance(best, Best):
        return ("credits", str(best.credits)), ("hand", best.hand.value)
    if isinstance(best, StripBest):
        level = str(best.level)
        return ("deals", str(best.deals)), ("opponent", best.opponent), ("level", level)
    return ("wins", str(best.wins)), ("points", str(best.points))
