"""What the world answered to a job of the operator's pages, taken into the state."""

from __future__ import annotations

from firmware.cabinet.actions import Change
from firmware.cabinet.operator_menu import events, recall, wall_clock
from firmware.cabinet.operator_menu.desk import moved
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.jobs import Done, Failed, JobDone, JobMoved, LogRead, RoundsFound, SetClock


def answered(state: CabinetState, event: JobDone | JobMoved) -> Change | None:
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
        case LogRead():
            return Change(events.answered(state, event.answer))
