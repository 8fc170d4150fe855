"""What happens because time passes and nobody presses: when it is due, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware.cabinet import cinque_mani, idle
from firmware.cabinet.actions import Change
from firmware.cabinet.pace import Pace
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import Chance


def due_s(state: CabinetState, settings: Settings, pace: Pace, now_s: float) -> Iterator[float]:
    """The moments at which the state, its picture or its keys change by themselves."""
    if state.asked_until_s is not None:
        yield state.asked_until_s
    if state.pin_free_s:
        yield state.pin_free_s
    if state.movement is not None and now_s < state.movement.ends_s:
        yield state.movement.ends_s
    if now_s < state.locked_until_s:
        yield state.locked_until_s
    for timer_s in (idle.deadline_s(state, settings), cinque_mani.deadline_s(state, pace)):
        if timer_s is not None:
            yield timer_s


def question_over(state: CabinetState, now_s: float) -> Change | None:
    """A key that waited for its second press, or a PIN pad that was shut, waits no more."""
    if state.asked_until_s is not None and now_s >= state.asked_until_s:
        return Change(replace(state, asked=None, asked_until_s=None))
    if state.pin_free_s and now_s >= state.pin_free_s:
        return Change(replace(state, pin_free_s=0.0))
    return None


def unattended(
    state: CabinetState, settings: Settings, chance: Chance, pace: Pace, now_s: float
) -> Change | None:
    """What has happened at the table or in an empty room by `now_s`, or None."""
    if settings.cinque is not None:
        change = cinque_mani.timers(state, settings.cinque.game, chance, pace, now_s)
        if change is not None:
            return change
    return idle.change(state, settings, now_s)
