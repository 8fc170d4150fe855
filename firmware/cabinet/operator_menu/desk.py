"""What the keys of the operator's pages are made from, and how a page moves on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import Chance
from firmware.jobs import Job, Wanted


@dataclass(frozen=True, slots=True)
class Desk:
    """What the keys of a page may know.

    Attributes:
        state: the cabinet.
        settings: how it is set up.
        chance: the source of a PIN's salt.
        wall: the wall time, for stamps.
        now_s: the cabinet's time.
    """

    state: CabinetState
    settings: Settings
    chance: Chance
    wall: Callable[[], str]
    now_s: float


def moved(state: CabinetState, **changes: Any) -> CabinetState:
    """The cabinet with something of the operator's pages changed."""
    return replace(state, operator=replace(state.operator, **changes))


def at_page(state: CabinetState, leaf: Leaf | None, **changes: Any) -> CabinetState:
    """The cabinet with the key turned and a page open; None is the index."""
    return moved(state, is_open=True, leaf=leaf, **changes)


def asking(state: CabinetState, wanted: Wanted, **changes: Any) -> CabinetState:
    """The cabinet with a new wish of the page that is open; an earlier one is forgotten."""
    number = state.operator.jobs + 1
    return moved(state, job=Job(number, wanted), jobs=number, percent=0, **changes)
