"""One picture becomes another: the new one is drawn aside and laid over the old, a step at a time.

A step is one blit of the new picture, whatever it is made of. Drawing all of it anew under a
veil of the old one, as a first attempt does, costs three times as much.
"""

from __future__ import annotations

import pygame

from firmware.screens.theme import FADE_S

_OPAQUE = 255


class CrossFade:
    """Between what is on a surface and what is drawn on `canvas` meanwhile.

    Attributes:
        canvas: all of it is to be drawn before the first step.

    Args:
        target: what shows both.
        canvas: as large and of the same format.
        lasting_s: from the one to the other; 0 for a cut.
    """

    def __init__(
        self, target: pygame.Surface, canvas: pygame.Surface, lasting_s: float = FADE_S
    ) -> None:
        self.canvas = canvas
        self._target = target
        self._lasting_s = lasting_s
        self._since_s: float | None = None
        self._share = 0.0

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of the canvas shows yet, so that it may be drawn in parts."""
        return self._since_s is None

    def is_ending(self, now_s: float) -> bool:
        """Whether a step now would be the last one."""
        return self._since_s is not None and self._alpha(now_s - self._since_s) == _OPAQUE

    def step(self, now_s: float) -> bool:
        """Come as far as it should be now, beginning at the first call; whether to finish it."""
        if self._since_s is None:
            self._since_s = now_s
        passed_s = now_s - self._since_s
        alpha = self._alpha(passed_s)
        if alpha == _OPAQUE:  # SDL takes twenty times as long for this strength
            return True
        if alpha > 0:
            self._share = passed_s / self._lasting_s
            self.canvas.set_alpha(alpha)
            self._target.blit(self.canvas, (0, 0))
            self.canvas.set_alpha(None)
        return False

    def _alpha(self, passed_s: float) -> int:
        """Strength at which the new picture is to be laid over what shows."""
        if passed_s >= self._lasting_s:
            return _OPAQUE
        # What already shows of the new picture stays; of the old one so much less is left.
        return round(_OPAQUE * (passed_s / self._lasting_s - self._share) / (1 - self._share))

    def finish(self) -> None:
        """The new picture, whole."""
        self._target.blit(self.canvas, (0, 0))
