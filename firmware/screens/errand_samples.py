"""The operator's pages of tests and errands, to be looked at; see `samples`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet import play_test
from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import TEST_PICTURES, ClockPage, LineShown
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.jobs import ExportBooks, Job
from firmware.money import Account
from firmware.operator.roles import Role
from firmware.panel import Button
from firmware.words import Message

Make = Callable[[], CabinetState]
NOW_S = 100.0
RAW = (
    ("host -> 2", "simple poll", "", "8-bit ok"),
    ("2 -> host", "= simple poll", "yes", "8-bit ok"),
    ("host -> 2", "read buffered credit or error codes", "", "8-bit ok"),
    ("2 -> host", "= read buffered credit or error codes",
     "counter 88: coin 4 to path 1, coin 2 to path 1, error 1", "8-bit ok"),
    ("", "not a packet", "00 ff 3c 02 91", "gap inside"),
) * 3  # fmt: skip
CLOCK = ClockPage("2026-03-01T21:18:42", NOW_S - 5, is_synced=True)


def errand_samples(betting: Make, hold: Make) -> Mapping[str, tuple[Make, float]]:
    """Each page from a cabinet between rounds, or with a hand on the table.

    Args:
        betting: makes the first.
        hold: makes the second.
    """

    def page(leaf: Leaf, make: Make = betting, **changes: object) -> tuple[Make, float]:
        return lambda: at_page(make(), leaf, **changes), 0.3

    done = Message("stick.done", (("folder", "cabinato-7f3a91c2-row-9315"),
                                  ("then", Message("stick.pull_out"))))  # fmt: skip
    return {
        "operator_phone": page(Leaf.PHONE),
        "operator_health": page(Leaf.HEALTH),
        "operator_export": page(Leaf.EXPORT, role=Role.OPERATOR),
        "operator_export_busy": page(
            Leaf.EXPORT, job=Job(1, ExportBooks()), percent=42, role=Role.OPERATOR
        ),
        "operator_export_done": page(Leaf.EXPORT, note=done, role=Role.OPERATOR),
        "operator_export_none": page(Leaf.EXPORT, note=Message("stick.none"), role=Role.OPERATOR),
        "operator_power": page(Leaf.POWER, hold),
        "operator_power_asked": (
            lambda: replace(at_page(betting(), Leaf.POWER, row=1), asked=Button.DEAL),
            0.3,
        ),
        "operator_clock": page(Leaf.CLOCK, clock=CLOCK, row=3, role=Role.OPERATOR),
        "operator_clock_chosen": page(
            Leaf.CLOCK,
            clock=replace(CLOCK, is_synced=False, chosen="2026-03-01T22:20:00"),
            row=3,
            role=Role.OPERATOR,
        ),
        "operator_clear_credit": page(Leaf.CLEAR, role=Role.TECHNICIAN),
        "operator_clear": (lambda: _clear(betting()), 0.3),
        "operator_play": page(Leaf.PLAY_TEST, role=Role.OPERATOR),
        "operator_play_door": (
            lambda: replace(
                at_page(
                    hold(),
                    Leaf.PLAY_TEST,
                    role=Role.OPERATOR,
                    note=Message("operator.play.ended"),
                ),
                faults=(Fault(FaultName.DOOR),),
            ),
            0.3,
        ),
        "play_test_menu": (lambda: _played(betting(), None), 0.8),
        "play_test_hold": (lambda: _played(betting(), hold()), 0.8),
        "operator_unseen": page(
            Leaf.PANEL_TEST, unseen={"HOLD4": 1240, "DOUBLE": 101, "door": 320, "BET": 3}
        ),
        "operator_raw": page(Leaf.SLOTS, line=LineShown("coin", RAW)),
        "operator_raw_silent": page(Leaf.SLOTS, line=LineShown("coin")),
        "operator_sound_test": page(Leaf.SOUND_TEST, row=12),
        "operator_sound_lost": (
            lambda: replace(at_page(betting(), Leaf.SOUND_TEST), faults=(Fault(FaultName.SOUND),)),
            0.3,
        ),
        **{
            f"operator_screen_{picture}": page(Leaf.SCREEN_TEST, row=row)
            for row, picture in enumerate(TEST_PICTURES)
        },
    }


def _clear(state: CabinetState) -> CabinetState:
    """A technician at the open door of a cabinet on which nobody has credit."""
    there = at_page(state, Leaf.CLEAR, role=Role.TECHNICIAN)
    return replace(there, balances={Account.CREDIT: 0}, faults=(Fault(FaultName.DOOR),))


def _played(state: CabinetState, inside: CabinetState | None) -> CabinetState:
    """A play test over it, at the menu or where `inside` stands."""
    play = play_test.begun(state, NOW_S)
    if inside is not None:
        play = replace(play, saved=inside.saved)
    return at_page(state, Leaf.PLAY_TEST, role=Role.OPERATOR, play=play)
