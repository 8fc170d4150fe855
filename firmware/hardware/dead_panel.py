"""Stands for pins that cannot be used, so that the cabinet can still show why."""

from __future__ import annotations

import os
from collections.abc import Mapping

from firmware.money import MechanicalMeter
from firmware.panel import Button


class DeadPanel:
    """Stands for pins that could not be opened: nothing is pressed, nothing is lit."""

    def __init__(self) -> None:
        self._never = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def fileno(self) -> int:
        return self._never

    def pump(self, now_s: float) -> tuple[()]:  # noqa: ARG002 - the port's shape
        return ()

    def deadline_s(self) -> None:
        return None

    def show(self, levels: Mapping[Button, float]) -> None:
        """No lamps."""

    def meters(self) -> tuple[()]:
        return ()

    def pulse(self, meter: MechanicalMeter) -> bool:  # noqa: ARG002 - the port's shape
        return False

    def close(self) -> None:
        if self._never >= 0:
            os.close(self._never)
            self._never = -1
