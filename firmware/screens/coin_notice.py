"""What a player must know when coins do not come in: nothing else on the screen would say it."""

from __future__ import annotations

from firmware.cabinet.state import FaultName
from firmware.screens.speech import Speech
from firmware.screens.view import View

_CLOSE_THE_SLOT = (FaultName.COIN, FaultName.COIN_JUMP)


def is_out(view: View) -> bool:
    """Whether no coin can be called for: the acceptor is lost, faulty or shut, or there is none."""
    is_faulty = any(fault.name in _CLOSE_THE_SLOT for fault in view.state.faults)
    return is_faulty or not view.setup.has_coins


def notice(view: View, words: Speech) -> str:
    """A sentence while coins do not come in, for a fault or a full credit; or empty."""
    if is_out(view):
        return words.text("coins.out.line")
    is_full = not view.setup.takes_coins_at(view.state.credit)
    return words.text("coins.full.line") if is_full else ""
