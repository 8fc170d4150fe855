"""Makes one press out of a chattering contact, from time-stamped edges alone.

A contact that closes or opens bounces for a few milliseconds. The first edge is reported
at once, so a press costs no waiting; what follows within the bounce time is swallowed,
and when it is over the level last seen counts. On long cables, where static makes edges of its
own, an edge may have to last a little first. Pure: time comes in with each call, and what the
line shows now through a function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.hardware.edge_queue import LATEST_S

Read = Callable[[], bool]
"""Reads whether a contact is closed now."""

SOON_S = 0.020
"""A level that is read so soon after it has lasted is the one that its edge led to: longer than the
loop takes to draw."""

_ROUNDING_S = 1e-9
"""A deadline counts as reached this early, so that rounding never leaves it just ahead."""


@dataclass(frozen=True, slots=True)
class Level:
    """A contact is now closed (`is_down`) or open, since `at_s`."""

    is_down: bool
    at_s: float


class Contact:
    """One line's debounced level. Edges come late, but in the order of their moments, and are
    judged by those; a moment that goes back counts as the latest."""

    def __init__(self, is_down: bool, *, bounce_s: float, spike_s: float = 0.0) -> None:
        """`is_down` is the first reading: a level, not an edge.

        A level counts once it has lasted `spike_s`, with the moment at which it began.
        """
        self._bounce_s = bounce_s
        self._spike_s = spike_s
        self._reported = is_down
        self._seen = is_down
        self._pending_at_s: float | None = None
        self._quiet_at_s = self._latest_s = float("-inf")
        self._wait_s, self._is_odd = 0.0, False

    @property
    def is_down(self) -> bool:
        """The debounced level."""
        return self._reported

    def edge(self, is_down: bool, at_s: float) -> list[Level]:
        """An edge to `is_down` at `at_s`: the changes of level up to then, oldest first."""
        at_s = self._latest_s = max(at_s, self._latest_s)
        self._wait_s, self._is_odd = 0.0, False
        levels = self._lasting(at_s) + self._rest(at_s)
        if is_down == self._seen:
            self._pending_at_s = None  # back before it lasted
        elif self._pending_at_s is None:
            self._pending_at_s = at_s
        return levels if self._spike_s else levels + self._settle()

    def until(self, now_s: float, read: Read | None = None) -> list[Level]:
        """The changes that come of waiting until `now_s`, oldest first.

        With `read`, a level has lasted only if the line still shows it: else the edge that
        ended it is on its way, and is waited for.
        """
        pending_at_s = self._pending_at_s
        if pending_at_s is None or read is None or self._still_shows(pending_at_s, now_s, read):
            return self._lasting(now_s) + self._rest(now_s - LATEST_S)
        return []

    def deadline_s(self) -> float | None:
        """When `until` may have something to say without an edge; None when at rest."""
        if self._pending_at_s is not None:
            return self._pending_at_s + self._spike_s + self._wait_s
        return self._quiet_at_s + LATEST_S if self._seen != self._reported else None

    def _still_shows(self, pending_at_s: float, now_s: float, read: Read) -> bool:
        """Whether the pending level, if it is old enough, may be taken to have lasted."""
        lasted_s = now_s + _ROUNDING_S - pending_at_s - self._spike_s
        if lasted_s < self._wait_s:
            return lasted_s < 0
        is_shown = read() != self._seen
        if lasted_s < LATEST_S:
            if is_shown and lasted_s <= SOON_S:
                return True
            # A later look may fall on the next spike of a line whose edges are told late.
            self._wait_s = LATEST_S
            return False
        # Every edge of its time is told by now.
        if is_shown:
            return True
        if not self._is_odd:
            self._wait_s, self._is_odd = lasted_s + LATEST_S, True
            return False
        self._pending_at_s = None  # the edge back was lost
        return True

    def _lasting(self, end_s: float) -> list[Level]:
        """The pending edge, if any, is one if its level lasts until `end_s`."""
        pending_at_s = self._pending_at_s
        if pending_at_s is None or pending_at_s + self._spike_s > end_s + _ROUNDING_S:
            return []
        return self._settle()

    def _settle(self) -> list[Level]:
        at_s, self._pending_at_s = self._pending_at_s, None
        if at_s is None:
            return []
        self._seen = not self._seen
        return [self._report(at_s)] if self._seen != self._reported and self._is_quiet(at_s) else []

    def _rest(self, end_s: float) -> list[Level]:
        """The level last seen counts when the bounce time is over by `end_s`."""
        if self._seen == self._reported or not self._is_quiet(end_s):
            return []
        return [self._report(self._quiet_at_s)]

    def _is_quiet(self, at_s: float) -> bool:
        return at_s + _ROUNDING_S >= self._quiet_at_s

    def _report(self, at_s: float) -> Level:
        self._reported = self._seen
        self._quiet_at_s = at_s + self._bounce_s
        return Level(self._reported, at_s)


@unique
class Change(StrEnum):
    """What a button did."""

    PRESSED = "pressed"
    RELEASED = "released"
    STUCK = "stuck"
    """Down for longer than a person holds a button."""
    FREED = "freed"
    """A stuck button came up."""


@dataclass(frozen=True, slots=True)
class ButtonChange:
    """A change and its moment."""

    change: Change
    at_s: float


class ButtonLine:
    """A button: a contact that is pressed, released, and may jam.

    A button that is down at the first reading was not pressed by anybody: it says
    nothing until it has come up once, except that it may turn out to be stuck.
    """

    def __init__(
        self, is_down: bool, at_s: float, *, bounce_s: float, stuck_s: float, spike_s: float = 0.0
    ) -> None:
        self._contact = Contact(is_down, bounce_s=bounce_s, spike_s=spike_s)
        self._stuck_s = stuck_s
        self._down_since_s = at_s if is_down else None
        self._was_pressed = False
        self._is_stuck = False

    def edge(self, is_down: bool, at_s: float) -> list[ButtonChange]:
        """An edge to `is_down` at `at_s`: the changes up to then, oldest first."""
        return self._follow(self._contact.edge(is_down, at_s), at_s)

    def until(self, now_s: float, read: Read | None = None) -> list[ButtonChange]:
        """The changes that come of waiting until `now_s`, oldest first; see `Contact.until`."""
        return self._follow(self._contact.until(now_s, read), now_s)

    def deadline_s(self) -> float | None:
        """When `until` may have something to say without an edge; None when at rest."""
        moments = [self._contact.deadline_s(), self._stuck_at_s()]
        return min((moment for moment in moments if moment is not None), default=None)

    def _stuck_at_s(self) -> float | None:
        if self._down_since_s is None or self._is_stuck:
            return None
        return self._down_since_s + self._stuck_s

    def _follow(self, levels: list[Level], now_s: float) -> list[ButtonChange]:
        changes: list[ButtonChange] = []
        for level in levels:
            changes += self._stuck_by(level.at_s)
            changes += self._pressed(level.at_s) if level.is_down else self._released(level.at_s)
        return changes + self._stuck_by(now_s)

    def _pressed(self, at_s: float) -> list[ButtonChange]:
        self._down_since_s = at_s
        self._was_pressed = True
        return [ButtonChange(Change.PRESSED, at_s)]

    def _released(self, at_s: float) -> list[ButtonChange]:
        changes = []
        if self._was_pressed:
            changes.append(ButtonChange(Change.RELEASED, at_s))
        if self._is_stuck:
            changes.append(ButtonChange(Change.FREED, at_s))
        self._down_since_s = None
        self._was_pressed = self._is_stuck = False
        return changes

    def _stuck_by(self, now_s: float) -> list[ButtonChange]:
        stuck_at_s = self._stuck_at_s()
        if stuck_at_s is None or now_s + _ROUNDING_S < stuck_at_s:
            return []
        self._is_stuck = True
        return [ButtonChange(Change.STUCK, stuck_at_s)]
