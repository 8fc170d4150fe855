"""Where the operator's pages stand: which is open, who is there, what each of them remembers.

Everything here begins anew when the key is turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from firmware.cabinet.operator_menu.pages import (
    CashPage,
    ClockPage,
    EventsPage,
    LampTest,
    LineShown,
    PinPad,
    RecallPage,
    ReturnsPage,
    SettingsPage,
    Tested,
)
from firmware.jobs import Job
from firmware.operator.roles import Role
from firmware.panel import Button
from firmware.words import Message

if TYPE_CHECKING:  # which holds these pages
    from firmware.cabinet.state import CabinetState


@unique
class Group(StrEnum):
    """What pages have in common; a column of the index."""

    BOOKS = "books"
    MACHINE = "machine"
    TESTS = "tests"
    SETUP = "setup"


@unique
class Leaf(StrEnum):
    """The operator's pages, in their order."""

    BOOKS = "books"
    RETURNS = "returns"
    """What came back of what was staked, beside what chance alone explains."""
    CASH = "cash"
    """What should be in the boxes, and what was counted."""
    CREDIT = "credit"
    """Credit paid by hand, taken off or given."""
    RECALL = "recall"
    """The kept rounds as they looked, step by step."""
    EVENTS = "events"
    """The event log."""
    PHONE = "phone"
    """Main meters and chain head for a phone's camera."""
    EXPORT = "export"
    """The books onto a stick."""
    MACHINE = "machine"
    """Devices, faults, and what to do about them."""
    SLOTS = "slots"
    """Coin and bill devices: health, counts, what to do; another unit is confirmed here."""
    RELIABILITY = "reliability"
    """How often it was switched on, fell and failed; which program and ledger it is."""
    HEALTH = "health"
    """What the machine tells of itself: heat, supply, disk, memory, clock."""
    COIN_TEST = "coin_test"
    """Coins fall into the box and become no credit."""
    PANEL_TEST = "panel_test"
    """Buttons, lamps and switches."""
    SCREEN_TEST = "screen_test"
    """Pictures to judge a screen by."""
    SOUND_TEST = "sound_test"
    """Every sound by itself."""
    PLAY_TEST = "play_test"
    """The games, with credits that count for nothing."""
    SETTINGS = "settings"
    """What an operator may change, and whether the file or a choice holds."""
    BEST = "best"
    """The best result, as attract shows it."""
    PINS = "pins"
    """The PINs of operator and technician."""
    CLOCK = "clock"
    """The wall clock is set."""
    POWER = "power"
    """Switching off and starting anew."""
    CLEAR = "clear"
    """The books are closed for good and begun anew."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands in the index.

    Attributes:
        group: its column.
        role: who may open it.
    """

    group: Group
    role: Role = Role.ATTENDANT


PLACES: Mapping[Leaf, Place] = {
    Leaf.BOOKS: Place(Group.BOOKS),
    Leaf.RETURNS: Place(Group.BOOKS),
    Leaf.CASH: Place(Group.BOOKS),
    Leaf.CREDIT: Place(Group.BOOKS),
    Leaf.RECALL: Place(Group.BOOKS),
    Leaf.EVENTS: Place(Group.BOOKS),
    Leaf.PHONE: Place(Group.BOOKS),
    Leaf.EXPORT: Place(Group.BOOKS, Role.OPERATOR),
    Leaf.MACHINE: Place(Group.MACHINE),
    Leaf.SLOTS: Place(Group.MACHINE),
    Leaf.RELIABILITY: Place(Group.MACHINE),
    Leaf.HEALTH: Place(Group.MACHINE),
    Leaf.COIN_TEST: Place(Group.TESTS),
    Leaf.PANEL_TEST: Place(Group.TESTS),
    Leaf.SCREEN_TEST: Place(Group.TESTS),
    Leaf.SOUND_TEST: Place(Group.TESTS),
    Leaf.PLAY_TEST: Place(Group.TESTS, Role.OPERATOR),
    Leaf.SETTINGS: Place(Group.SETUP, Role.OPERATOR),
    Leaf.BEST: Place(Group.SETUP, Role.OPERATOR),
    Leaf.PINS: Place(Group.SETUP, Role.OPERATOR),
    Leaf.CLOCK: Place(Group.SETUP, Role.OPERATOR),
    Leaf.POWER: Place(Group.SETUP),
    Leaf.CLEAR: Place(Group.SETUP, Role.TECHNICIAN),
}
"""The index, in its order: what stands where, and who may open it."""

LEAVES = tuple(PLACES)


@dataclass(frozen=True, slots=True)
class OperatorMenu:
    """The operator's pages as they stand.

    Attributes:
        is_open: whether the key is turned.
        role: who has said who is there; a technician's word counts while the door is open.
        leaf: the page that is open; None is the index.
        cursor: the page that is chosen in the index.
        pad: the PIN pad over it, or None.
        note: what the last press came to, told until the next; or None.
        job: what is asked of the world now, or None.
        jobs: how many were asked since the cabinet was switched on.
        percent: how far that job is, 0..100.
        row: the row chosen on the page that is open, from 0.
        is_period: whether the page of the books shows the period.
        cash: the count that is being entered.
        gift: how much would be given, a place in `GIFTS`.
        given: credits given since the key was turned.
        returns: what of the page of the returns is looked at.
        recall: what of the kept rounds is looked at.
        events: what of the event log is looked at.
        clock: what the page of the clock shows.
        line: the raw line that is read on the page of the slots, or None.
        play: the cabinet of the play test while one is open.
        sounded: how often a sound was asked for on the page of the sound test.
        settings: what is being changed on the page of the settings.
        tested: what fell on the page of the coin test, newest first.
        unseen: games since each button, the door and the key were last seen, as the key was
            turned.
        tried: how often each button was pressed on the page of the panel test.
        down: buttons that are down now.
        lamp_test: what the lamps show on that page.
    """

    is_open: bool = False
    role: Role = Role.ATTENDANT
    leaf: Leaf | None = None
    cursor: Leaf = LEAVES[0]
    pad: PinPad | None = None
    note: Message | None = None
    job: Job | None = None
    jobs: int = 0
    percent: int = 0
    row: int = 0
    is_period: bool = False
    cash: CashPage = field(default_factory=CashPage)
    gift: int = 2
    given: int = 0
    returns: ReturnsPage = field(default_factory=ReturnsPage)
    recall: RecallPage = field(default_factory=RecallPage)
    events: EventsPage = field(default_factory=EventsPage)
    clock: ClockPage = field(default_factory=ClockPage)
    line: LineShown | None = None
    play: CabinetState | None = None
    sounded: int = 0
    settings: SettingsPage = field(default_factory=SettingsPage)
    tested: tuple[Tested, ...] = ()
    unseen: Mapping[str, int] = field(default_factory=dict)
    tried: Mapping[Button, int] = field(default_factory=dict)
    down: frozenset[Button] = frozenset()
    lamp_test: LampTest = LampTest.KEYS
