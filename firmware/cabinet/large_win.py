"""The lock after a large win: play stands still until somebody with the key has seen it.

An option of the operator's, off as shipped. It is judged when the round is over, on all that the
player took out of it: a win that a double has lost is none.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet import faults
from firmware.cabinet.actions import Change
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.money import GameId


def watched(before: CabinetState, change: Change, limit: int, wall: str) -> Change:
    """A change of play with the lock that it leads to.

    Args:
        before: the cabinet before it.
        change: where it leads.
        limit: credits from which a win is large; 0: none is.
        wall: wall time, ISO 8601, for the lock.
    """
    record, played = change.record, change.state.saved.joker.round
    if not limit or record is None or record.game is not GameId.JOKER_POKER or played is None:
        return change
    was_over = before.saved.joker.round == played
    if was_over or not played.is_over or played.collected < limit:
        return change
    fault = Fault(FaultName.LARGE_WIN, detail=str(played.collected), since=wall)
    return replace(change, state=faults.add(change.state, fault))
