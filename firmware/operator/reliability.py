"""The reliability block: how often the cabinet was switched on, fell and failed, and which
ledger and program tell it. The page, the report and the JSON show the same value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.ledger.entries import Predecessor
from firmware.log import LogKind
from firmware.operator.books import Books
from firmware.program import Program

if TYPE_CHECKING:  # the books of a ledger need no events
    from firmware.events import CopyState

MAIN_DOOR = "main"
"""What a door is called that has no name of its own."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """What a cabinet's books tell of the machine; counts are of the ledger's whole life.

    Attributes:
        power_ups: boots.
        unclean_boots: those after a run that ended without a goodbye.
        falls: of these the ones after which the machine had stayed on: a crash, or the
            watchdog, and no power cut.
        games_since_power_up: games ended since the last boot.
        games_since_door_closed: games ended since a door was last shut, or ever.
        faults: how often each came, by its name.
        doors: how often each was opened, by its name.
        copies: how often the second copy came to each state.
        copy: the second copy now; None where that is not known, as beside a running cabinet.
        generation: which ledger of the cabinet this is: 1, and one more for each full clear.
        predecessor: the ledger before it; None for the first.
        rows: number of the newest row.
        head: its hash, hex: proves everything before it.
        program: the program that runs; None where that is not known.
        is_test: whether stories play on this ledger.
        configuration: the identity of the settings in force; empty where it is not known.
    """

    power_ups: int
    unclean_boots: int
    falls: int
    games_since_power_up: int
    games_since_door_closed: int
    faults: Mapping[str, int]
    doors: Mapping[str, int]
    copies: Mapping[str, int]
    copy: CopyState | None
    generation: int
    predecessor: Predecessor | None
    rows: int
    head: str
    program: Program | None
    is_test: bool
    configuration: str = ""

    def as_report(self) -> dict[str, object]:
        """Its JSON."""
        before, copy, program = self.predecessor, self.copy, self.program
        return {
            "power_ups": self.power_ups,
            "unclean_boots": self.unclean_boots,
            "falls": self.falls,
            "games_since_power_up": self.games_since_power_up,
            "games_since_door_closed": self.games_since_door_closed,
            "faults": dict(self.faults),
            "doors": dict(self.doors),
            "copies": dict(self.copies),
            "copy": None if copy is None else {"health": copy.health, "detail": copy.detail},
            "generation": self.generation,
            "predecessor": None
            if before is None
            else {"head": before.head, "closing_report": before.report},
            "rows": self.rows,
            "head": self.head,
            "program": None
            if program is None
            else {"version": program.version, "digest": program.digest},
            "is_test": self.is_test,
            "configuration": self.configuration,
        }


def reliability(
    books: Books,
    *,
    copy: CopyState | None = None,
    program: Program | None = None,
    configuration: str = "",
) -> Reliability:
    """The block of these books.

    Args:
        books: of an open ledger or one that is read.
        copy: the second copy now, where that is known.
        program: the one that runs, likewise.
        configuration: the identity of the settings in force, likewise.
    """
    events = books.life.events
    return Reliability(
        power_ups=books.life.meters["power_ups"],
        unclean_boots=books.life.meters["unclean_boots"],
        falls=books.falls,
        games_since_power_up=books.games_since_power_up,
        games_since_door_closed=books.games_since_door_closed,
        faults=_by_subject(LogKind.FAULT, events),
        doors=_by_subject(LogKind.DOOR_OPENED, events),
        copies=_by_subject(LogKind.COPY, events),
        copy=copy,
        generation=1 if books.predecessor is None else books.predecessor.generation + 1,
        predecessor=books.predecessor,
        rows=books.rows,
        head=books.head,
        program=program,
        is_test=books.is_test,
        configuration=configuration,
    )


def _by_subject(kind: LogKind, events: Mapping[str, int]) -> dict[str, int]:
    """The counts of one kind of line by its subject."""
    found = {}
    for name, times in events.items():
        its_kind, _, subject = name.partition(":")
        if its_kind == kind:
            found[subject or MAIN_DOOR] = times
    return found
