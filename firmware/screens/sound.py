"""Sounds the cues, and never lets the game notice when it cannot.

A cabinet without a loudspeaker is a quiet cabinet, not a broken one: every failure is
logged once, the device is tried again after a while, and nothing here raises. Only the
mixer is opened, and not before the first cue, so that sound costs the start nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from firmware.assets import asset
from firmware.clock import Clock, MonotonicClock
from firmware.events import TICKS, Cue, CueGroup
from firmware.money import GameId

RETRY_GAP_S = 10.0
"""How long a device that failed is left alone."""

TICK_GAP_S = 0.05
"""The least time between two ticks of a count; faster ones melt into a buzz."""

ROOMS = frozenset({GameId.STRIP_POKER, GameId.CINQUE_MANI})
"""Games with sounds of their own, in a folder of their name."""
OF_A_ROOM = frozenset({Cue.DEAL, Cue.FLIP, Cue.WIN_SMALL, Cue.WIN_MEDIUM, Cue.WIN_LARGE})
"""What they have of their own; all else is the set's."""

JINGLES = frozenset({Cue.WIN_SMALL, Cue.WIN_MEDIUM, Cue.WIN_LARGE, Cue.DOUBLE_WON, Cue.LOSS})
"""What tells how a hand ended, and is over when the next one is dealt."""
HUSH_MS = 250
"""In which it fades away then."""

RATE_HZ = 22_050
CHANNELS = 16
"""Sounds at once: a win, its ticks and a hand that is dealt are more than eight."""
_BUFFER_SAMPLES = 512
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Sound:
    """The loudspeaker.

    Attributes:
        enabled: whether anything sounds at all; when not, no device is ever opened.
        volume_percent: 0 to 100.
        clock: tells when to try again.
        groups: group of sounds -> its part of the volume, 0 to 100; one left out: all of it.
        room: the game whose cards and wins are to be heard; None: those of the set itself.
    """

    enabled: bool
    volume_percent: int
    clock: Clock = field(default_factory=MonotonicClock)
    groups: Mapping[CueGroup, int] = field(default_factory=dict)
    room: GameId | None = None
    _loaded: dict[tuple[Cue, GameId | None], pygame.mixer.Sound | None] = field(
        default_factory=dict
    )
    _is_lost: bool = False
    _retry_at_s: float = 0.0
    _told: set[str] = field(default_factory=set)
    _last_tick_s: float | None = None

    def __post_init__(self) -> None:
        _verify(self.volume_percent, self.groups)

    def adjust(
        self, *, enabled: bool, volume_percent: int, groups: Mapping[CueGroup, int] | None = None
    ) -> None:
        """Whether, and how loud, everything sounds from now on; groups left out stay.

        Raises:
            ValueError: a volume is none.
        """
        groups = self.groups if groups is None else groups
        _verify(volume_percent, groups)
        if (enabled, volume_percent, groups) == (self.enabled, self.volume_percent, self.groups):
            return
        self.enabled, self.volume_percent, self.groups = enabled, volume_percent, groups
        for (cue, _), sound in self._loaded.items():
            if sound is not None:
                sound.set_volume(self._volume(cue))
        if not enabled:
            self._is_lost = False

    @property
    def is_lost(self) -> bool:
        """Whether sound is wanted and its device could not be used the last time."""
        return self._is_lost

    def play(self, cue: Cue) -> None:
        """Start the sound of `cue`, or do nothing when there is no way to."""
        if not self.enabled or self._volume(cue) == 0 or self._is_too_soon(cue):
            return
        if not self._is_open():
            return
        sound = self._sound(cue)
        if sound is None:
            return
        try:
            if cue is Cue.DEAL:
                self._hush()
            sound.play()
        except pygame.error as fault:
            self._lose(str(fault))

    def device_removed(self) -> None:
        """The system says that the output is gone (`pygame.AUDIODEVICEREMOVED`)."""
        if pygame.mixer.get_init():
            self._lose("the device was removed")

    def close(self) -> None:
        """Give the device back; a later cue would open it again."""
        self._loaded.clear()
        pygame.mixer.quit()

    def _hush(self) -> None:
        """Let what still tells of the hand before fade away."""
        for (cue, _), sound in self._loaded.items():
            if sound is not None and cue in JINGLES:
                sound.fadeout(HUSH_MS)

    def _volume(self, cue: Cue) -> float:
        """How loud a cue is to be, 0 to 1."""
        return self.volume_percent * self.groups.get(cue.group, 100) / 10_000

    def _is_too_soon(self, cue: Cue) -> bool:
        if cue not in TICKS:
            return False
        now_s = self.clock.now_s()
        if self._last_tick_s is not None and now_s - self._last_tick_s < TICK_GAP_S:
            return True
        self._last_tick_s = now_s
        return False

    def _is_open(self) -> bool:
        if not self._is_lost and pygame.mixer.get_init():
            return True
        now_s = self.clock.now_s()
        if self._is_lost and now_s < self._retry_at_s:
            return False
        try:
            pygame.mixer.init(RATE_HZ, -16, 1, _BUFFER_SAMPLES)
            pygame.mixer.set_num_channels(CHANNELS)
        except pygame.error as fault:
            self._lose(str(fault))
            return False
        if self._is_lost:
            _LOG.info("sound is back")
        self._is_lost = False
        return True

    def _sound(self, cue: Cue) -> pygame.mixer.Sound | None:
        room = self.room if self.room in ROOMS and cue in OF_A_ROOM else None
        if (cue, room) not in self._loaded:
            path = asset("sounds", *(() if room is None else (room,)), f"{cue}.wav")
            try:
                sound = pygame.mixer.Sound(str(path))
            except (OSError, pygame.error) as fault:
                self._tell(f"no sound for {cue}: {path}: {fault}")
                self._loaded[cue, room] = None
            else:
                sound.set_volume(self._volume(cue))
                self._loaded[cue, room] = sound
        return self._loaded[cue, room]

    def _lose(self, reason: str) -> None:
        self._is_lost = True
        self._retry_at_s = self.clock.now_s() + RETRY_GAP_S
        self._tell(f"no sound: {reason}")
        self.close()  # what was loaded belongs to the device that is gone

    def _tell(self, fault: str) -> None:
        if fault not in self._told:
            self._told.add(fault)
            _LOG.warning("%s", fault)


def _verify(volume_percent: int, groups: Mapping[CueGroup, int]) -> None:
    told = {"volume_percent": volume_percent} | {f"{name}_percent": groups[name] for name in groups}
    for name, percent in told.items():
        if not 0 <= percent <= 100:
            raise ValueError(f"{name} is 0 to 100, not {percent}")
