"""What the keys of the operator's pages are made from, and how a page moves on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import Chance
from firmware.jobs import Job, Wanted
from firmware.money import Tender
from firmware.operator.cash import CashBox


@dataclass(frozen=True, slots=True)
class Paper:
    """What the books say, for pages that act on it.

    Attributes:
        boxes: what should be in each box.
        documents: the ledger's.
    """

    boxes: Mapping[Tender, CashBox]
    documents: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Desk:
    """What the keys of a page may know.

    Attributes:
        state: the cabinet.
        settings: how it is set up.
        chance: the source of a PIN's salt.
        wall: the wall time, for stamps.
        now_s: the cabinet's time.
        is_synced: whether the wall time is known to be right.
        paper: what the books say; None where there are none.
    """

    state: CabinetState
    settings: Settings
    chance: Chance
    wall: Callable[[], str]
    now_s: float
    is_synced: Callable[[], bool] = lambda: False
    paper: Callable[[], Paper | None] = lambda: None


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
