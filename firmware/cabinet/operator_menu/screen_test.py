"""The page of the screen test: one picture after the other."""

from __future__ import annotations

from firmware.cabinet.actions import Action
from firmware.cabinet.operator_menu.desk import Desk
from firmware.cabinet.operator_menu.pages import TEST_PICTURES
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.panel import Button


def keys(desk: Desk) -> dict[Button, Action]:
    """The picture before and the next one; HOLD5 leads back as everywhere."""
    return row_keys(desk.state, len(TEST_PICTURES), "previous", "next")
