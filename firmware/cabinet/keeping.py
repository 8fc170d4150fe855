"""What waits to be made durable: play state, kept faults, lines of the event log.

The cabinet asks it for the transaction of a change, and tells it what the ledger answered.
"""

from __future__ import annotations

from firmware.cabinet import memory, switches_seen
from firmware.cabinet.actions import Change
from firmware.cabinet.fault_log import FaultLog, conditions
from firmware.cabinet.state import CabinetState, Saved
from firmware.cabinet.switches_seen import Seen
from firmware.events import Event
from firmware.transaction import Transaction

QUIET_S = 1.0
"""Soft actions are stored at the latest after this long; a cut can take back at most that."""


class Keeping:
    """What the ledger has, and what it has not yet.

    Args:
        state: where the cabinet stands at power-up.
        stored: what of it the ledger has.
        seen: when the ledger says that each button was last seen.

    Attributes:
        due_s: when what waits is stored at the latest; None when nothing does.
    """

    def __init__(self, state: CabinetState, stored: Saved, seen: Seen | None = None) -> None:
        self.due_s: float | None = None
        self._stored = stored
        self._log = self._log_out = FaultLog.knowing(conditions(state))
        self._kept = self._kept_out = memory.kept_faults(state.faults)
        self._seen = self._seen_kept = self._seen_out = seen or {}

    def saw(self, event: Event, rounds: int) -> None:
        """A button or switch that moved is not dead."""
        name = switches_seen.name_of(event)
        if name is not None:
            self._seen = {**self._seen, name: rounds}

    def unseen(self, rounds: int) -> Seen:
        """Games since each button and switch was last seen."""
        return switches_seen.unseen(self._seen, rounds)

    def look(self, state: CabinetState, now_s: float) -> None:
        """Tell the log which faults are there, and see whether anything waits to be stored."""
        if state.is_storeless:
            self.due_s = None
            return
        self._log = self._log.looked(conditions(state), now_s)
        if state.saved == self._stored and not self._log.waiting:
            self.due_s = None
        elif self.due_s is None:
            self.due_s = now_s + QUIET_S

    def is_due(self, now_s: float) -> bool:
        """Whether it has been quiet for long enough."""
        return self.due_s is not None and now_s >= self.due_s

    def told_s(self, state: CabinetState) -> float | None:
        """When the log has a line to write, or None."""
        return None if state.is_storeless else self._log.due_s()

    def has_news(self, state: CabinetState, now_s: float) -> bool:
        """Whether the log would get a line by this state."""
        return self._log.looked(conditions(state), now_s).waiting != self._log.waiting

    def transaction(self, change: Change, now_s: float, *, is_last: bool = False) -> Transaction:
        """A change as the ledger takes it, with everything else that waits.

        Args:
            change: where the cabinet wants to go.
            now_s: the cabinet's time.
            is_last: at a goodbye, when no line of the log may wait any longer.
        """
        documents = dict(change.documents or {})
        if change.state.saved != self._stored:
            documents[memory.PLAY] = memory.write(change.state.saved)
        kept = memory.kept_faults(change.state.faults)
        if kept != self._kept:
            documents[memory.FAULTS] = memory.write_faults(kept)
        self._kept_out = kept
        self._seen_out = self._seen_kept
        if switches_seen.is_due(self._seen, self._seen_kept):
            documents[switches_seen.SWITCHES] = switches_seen.written(self._seen)
            self._seen_out = self._seen
        log = self._log.looked(conditions(change.state), now_s, is_last=is_last).summed()
        self._log_out = log.written()
        return Transaction(
            postings=change.postings,
            documents=documents,
            round=change.record,
            log=(*change.log, *log.waiting),
            dispute=change.dispute,
            new_period_by=change.new_period_by,
        )

    def committed(self, state: CabinetState) -> None:
        """The last transaction is durable."""
        self._stored = state.saved
        self._log = self._log_out
        self._kept = self._kept_out
        self._seen_kept = self._seen_out
        self.due_s = None

    def forget(self) -> None:
        """It could not be stored: nothing is tried again before the store is back."""
        self.due_s = None
