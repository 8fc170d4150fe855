"""What a player must know when money does not come in: nothing else on the screen would say it."""

from __future__ import annotations

from firmware.cabinet.state import FaultName
from firmware.config import COIN_SLOT
from firmware.screens.speech import Speech
from firmware.screens.view import View


def taking(view: View) -> tuple[str, ...]:
    """The slots that money can be called for: there, not lost, faulty or shut for good."""
    faults = view.state.faults
    if any(fault.name is FaultName.COIN_JUMP for fault in faults):
        return ()
    out = {fault.subject for fault in faults if fault.name is FaultName.COIN}
    return tuple(slot for slot in view.setup.slots if slot not in out)


def is_out(view: View) -> bool:
    """Whether no money can be called for: every slot is lost, faulty or shut, or there is none."""
    return not taking(view)


def call(view: View, words: Speech) -> str:
    """What a player without credit is asked for: coins, or notes where only they come in."""
    return words.text("credit.insert" if COIN_SLOT in taking(view) else "credit.insert_notes")


def notice(view: View, words: Speech) -> str:
    """A sentence while money does not come in, for a fault or a full credit; or empty."""
    open_slots = taking(view)
    if view.state.is_free_play:
        return ""
    if not open_slots:
        return words.text("coins.out.line")
    if not view.setup.takes_coins_at(view.state.credit):
        return words.text("coins.full.line")
    if len(open_slots) == len(view.setup.slots):
        return ""
    is_coin = COIN_SLOT in open_slots
    return words.text("coins.only_coins.line" if is_coin else "coins.only_notes.line")
