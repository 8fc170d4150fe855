"""The page of the reliability: how often it was switched on, fell and failed; what it runs."""

from __future__ import annotations

from firmware.cabinet.state import FaultName
from firmware.operator.reliability import Reliability
from firmware.screens import theme
from firmware.screens.fault_signs import code
from firmware.screens.lettering import line
from firmware.screens.operator_rows import NAME, Row, rows_sprites
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import View

COUNTS = Box(24, 66, 372, 518)
FAULTS = Box(408, 66, 420, 518)
IDENTITY = Box(840, 66, 416, 518)
PANELS = (COUNTS, FAULTS, IDENTITY)
DIGEST = 12
"""Digits of a digest that two people compare over the telephone."""


def reliability_body(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Counts of the whole life, faults by name, and who is who."""
    told = view.figures.reliability()
    if told is None:
        return (line(words.text("operator.head_unread"), NAME, 44, 110, "body", width=360),)
    return (
        *rows_sprites(_counts(told, words), COUNTS, head=words.text("operator.reliability.counts"),
                      row_h=38, value_w=120, widget="counts"),
        *rows_sprites(_faults(told, words), FAULTS, head=words.text("operator.reliability.faults"),
                      row_h=38, value_w=90, widget="faults"),
        *rows_sprites(_identity(told, view, words), IDENTITY,
                      head=words.text("operator.reliability.identity"), row_h=38, value_w=190,
                      widget="identity"),
    )  # fmt: skip


def _counts(told: Reliability, words: Speech) -> list[Row]:
    counts = {
        "power_ups": told.power_ups,
        "unclean_boots": told.unclean_boots,
        "falls": told.falls,
        "games_since_power_up": told.games_since_power_up,
        "games_since_door_closed": told.games_since_door_closed,
        "door_opens": sum(told.doors.values()),
        "rows": told.rows,
    }
    return [
        Row(words.text(f"operator.reliability.{name}"), words.number(count))
        for name, count in counts.items()
    ]


def _faults(told: Reliability, words: Speech) -> list[Row]:
    """The most frequent first."""
    names = [name for name in FaultName if name.value in told.faults]
    found = [
        Row(
            f"{code(name)}  {words.text(f'fault.name.{name}')}".strip(),
            words.number(told.faults[name.value]),
            colour=theme.IVORY,
        )
        for name in sorted(names, key=lambda each: -told.faults[each.value])
    ]
    return found or [Row(words.text("operator.no_faults"))]


def _identity(told: Reliability, view: View, words: Speech) -> list[Row]:
    copy = told.copy
    values = {
        "version": view.setup.version,
        "program": "-" if told.program is None else told.program.digest[:DIGEST],
        "configuration": told.configuration[:DIGEST] or "-",
        "ledger": view.figures.ledger or "-",
        "generation": words.number(told.generation),
        "head": told.head[:DIGEST],
        "copy": "-" if copy is None else words.text(f"operator.copy.{copy.health}"),
    }
    return [
        Row(words.text(f"operator.reliability.{name}"), value) for name, value in values.items()
    ]
