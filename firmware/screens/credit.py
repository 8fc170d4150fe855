"""What there is to be staked, as every table shows it: the credit, or that games cost nothing."""

from __future__ import annotations

from firmware.screens.panels import meter
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import View


def credit_meter(box: Box, view: View, words: Speech) -> tuple[Sprite, ...]:
    """The credit meter; in free play what the purse holds, under its name."""
    label = "meter.free_play" if view.state.is_free_play else "meter.credit"
    return meter(box, words.text(label), words.number(view.state.credit), "credit")


def credit_line(view: View, words: Speech) -> str:
    """The credit in a line of its own; in free play that it is; empty without either."""
    if view.state.is_free_play:
        return words.text("lobby.free_play")
    credit = view.state.credit
    return words.text("lobby.credit", credits=credit) if credit else ""
