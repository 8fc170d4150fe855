"""What the world answered to a job of the operator's pages, taken into the state."""

from __future__ import annotations

from firmware.cabinet.actions import Change
from firmware.cabinet.operator_menu import events, pin_pad, recall, wall_clock
from firmware.cabinet.operator_menu.desk import moved
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.jobs import (
    Done,
    Failed,
    HashPin,
    JobDone,
    JobMoved,
    LogRead,
    PinHashed,
    RoundsFound,
    SetClock,
)


def answered(state: CabinetState, event: JobDone | JobMoved, now_s: float) -> Change | None:
    """After an answer; None for one that nobody waits for any more."""
    job = state.operator.job
    if job is None or job.number != event.number:
        return None
    if isinstance(event, JobMoved):
        return Change(moved(state, percent=event.percent))
    match event.answer:
        case Done(told):
            if isinstance(job.wanted, SetClock):
                state = wall_clock.after_set(state, job.wanted)
            return Change(moved(state, job=None, note=told), cues=(Cue.COLLECT,))
        case Failed(why):
            return Change(moved(state, job=None, note=why), cues=(Cue.FAULT,))
        case RoundsFound():
            return Change(recall.answered(state, job.wanted, event.answer))
        case PinHashed(hashes) if isinstance(job.wanted, HashPin):
            return pin_pad.hashed(state, job.wanted, hashes, now_s)
        case PinHashed():
            return None
        case LogRead():
            return Change(events.answered(state, event.answer))
