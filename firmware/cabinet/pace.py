"""How fast pictures follow: a movement as a player's speed wants it.

Every game makes its movements at the calm speed, by the measures of the motion table; here they
are drawn together, the one place where a speed touches a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware.cabinet.motion import Movement
from firmware.cabinet.options import Speed
from firmware.events import TICKS, Cue

TICK_GAP_S = 0.040
"""Ticks of a count-up closer than this would be heard as a buzz: those between are left out."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many times faster than calm.

    Attributes:
        factor: 1.0 for the measures of the motion table, greater for faster.
    """

    factor: float = 1.0

    def lasting(self, calm_s: float) -> float:
        """How long something takes that lasts `calm_s` at the calm speed, seconds."""
        return calm_s / self.factor

    def paced(self, movement: Movement) -> Movement:
        """The same movement from the same moment, at this pace."""
        if self.factor == 1.0:
            return movement
        begins_s = movement.begins_s

        def at(calm_s: float) -> float:
            return begins_s + (calm_s - begins_s) / self.factor

        return Movement(
            parts=tuple(
                replace(part, begins_s=at(part.begins_s), ends_s=at(part.ends_s))
                for part in movement.parts
            ),
            cues=_heard((at(when_s), cue) for when_s, cue in movement.cues),
            begins_s=begins_s,
            ends_s=at(movement.ends_s),
            seen=tuple(replace(each, begins_s=at(each.begins_s)) for each in movement.seen),
        )


PACES: Mapping[Speed, Pace] = {
    Speed.CALM: Pace(),
    Speed.QUICK: Pace(2.0),
    Speed.INSTANT: Pace(10.0),
}


def _heard(cues: Iterable[tuple[float, Cue]]) -> tuple[tuple[float, Cue], ...]:
    kept: list[tuple[float, Cue]] = []
    tick_s = float("-inf")
    for when_s, cue in cues:
        if cue in TICKS:
            if when_s - tick_s < TICK_GAP_S:
                continue
            tick_s = when_s
        kept.append((when_s, cue))
    return tuple(kept)
