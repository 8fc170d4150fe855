"""Sounds the cues, and never lets the game notice when it cannot.

A cabinet without a loudspeaker is a quiet cabinet, not a broken one: every failure is
logged once, the device is tried again after a while, and nothing here raises. Only the
mixer is opened, and not before the first cue, so that sound costs the start nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

import pygame

from firmware.assets import asset
from firmware.clock import Clock, MonotonicClock
from firmware.events import Cue

RETRY_GAP_S = 10.0
"""How long a device that failed is left alone."""

TICK_GAP_S = 0.05
"""The least time between two ticks of a count; faster ones melt into a buzz."""

RATE_HZ = 22_050
_BUFFER_SAMPLES = 512
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Sound:
    """The loudspeaker.

    Attributes:
        enabled: whether anything sounds at all; when not, no device is ever opened.
        volume_percent: 0 to 100.
        clock: tells when to try again.
    """

    enabled: bool
    volume_percent: int
    clock: Clock = field(default_factory=MonotonicClock)
    _loaded: dict[Cue, pygame.mixer.Sound | None] = field(default_factory=dict)
    _is_lost: bool = False
    _retry_at_s: float = 0.0
    _told: set[str] = field(default_factory=set)
    _last_tick_s: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.volume_percent <= 100:
            raise ValueError(f"volume_percent is 0 to 100, not {self.volume_percent}")

    def adjust(self, *, enabled: bool, volume_percent: int) -> None:
        """Whether, and how loud, everything sounds from now on.

        Raises:
            ValueError: the volume is none.
        """
        if not 0 <= volume_percent <= 100:
            raise ValueError(f"volume_percent is 0 to 100, not {volume_percent}")
        if (enabled, volume_percent) == (self.enabled, self.volume_percent):
            return
        self.enabled, self.volume_percent = enabled, volume_percent
        for sound in self._loaded.values():
            if sound is not None:
                sound.set_volume(volume_percent / 100)
        if not enabled:
            self._is_lost = False

    @property
    def is_lost(self) -> bool:
        """Whether sound is wanted and its device could not be used the last time."""
        return self._is_lost

    def play(self, cue: Cue) -> None:
        """Start the sound of `cue`, or do nothing when there is no way to."""
        if not self.enabled or self.volume_percent == 0 or self._is_too_soon(cue):
            return
        if not self._is_open():
            return
        sound = self._sound(cue)
        if sound is None:
            return
        try:
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

    def _is_too_soon(self, cue: Cue) -> bool:
        if cue is not Cue.TICK:
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
        except pygame.error as fault:
            self._lose(str(fault))
            return False
        if self._is_lost:
            _LOG.info("sound is back")
        self._is_lost = False
        return True

    def _sound(self, cue: Cue) -> pygame.mixer.Sound | None:
        if cue not in self._loaded:
            path = asset("sounds", f"{cue}.wav")
            try:
                sound = pygame.mixer.Sound(str(path))
            except (OSError, pygame.error) as fault:
                self._tell(f"no sound for {cue}: {path}: {fault}")
                self._loaded[cue] = None
            else:
                sound.set_volume(self.volume_percent / 100)
                self._loaded[cue] = sound
        return self._loaded[cue]

    def _lose(self, reason: str) -> None:
        self._is_lost = True
        self._retry_at_s = self.clock.now_s() + RETRY_GAP_S
        self._tell(f"no sound: {reason}")
        self.close()  # what was loaded belongs to the device that is gone

    def _tell(self, fault: str) -> None:
        if fault not in self._told:
            self._told.add(fault)
            _LOG.warning("%s", fault)
