"""What a press would do now: the one table from which lamps, legends and presses come.

A place (attract, a game, a page) answers with an `Action` for each button that does something.
The lamp of a button is lit because its action is there, and the press runs that same action:
the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware.cabinet.motion import Movement
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.log import LogEntry
from firmware.money import Posting
from firmware.operator.settings import Choices
from firmware.panel import Button, Key, Light
from firmware.transaction import Dispute, RoundRecord
from firmware.words import Message

LOCK_S = 0.250
"""Presses dropped after every change of the game's state."""
LONG_LOCK_S = 0.600
"""The same after a lost double, a win or a collect."""


@dataclass(frozen=True, slots=True)
class Change:
    """Where an action leads.

    Attributes:
        state: the cabinet after it; its balances are the ledger's to fill in.
        postings: the money it moves.
        documents: named texts to store beside the play state.
        record: the round that it touches, as the ledger keeps it.
        log: lines for the event log.
        dispute: the round whose dispute it opens or ends.
        new_period_by: who begins a new accounting period with it; empty: nobody.
        choices: the operator's choices of settings from then on; None: they stay.
        is_hard: whether it counts, and is shown, only when it is durable.
        lets_wait: whether presses may wait while it is stored, since no key means anything
            else after it.
        is_outside: whether it tells what has happened to the cabinet (a switch, a source that
            is back), so that it stands even where it cannot be stored.
        move: makes the movement that dresses it, from the time it counts.
        lock_s: how long presses are dropped after it.
        cues: sounds at once.
        thanks: units to be thanked once it is durable: (slot, token).
    """

    state: CabinetState
    postings: tuple[Posting, ...] = ()
    documents: Mapping[str, str] | None = None
    record: RoundRecord | None = None
    log: tuple[LogEntry, ...] = ()
    dispute: Dispute | None = None
    new_period_by: str = ""
    choices: Choices | None = None
    is_hard: bool = False
    lets_wait: bool = False
    is_outside: bool = False
    move: Callable[[float], Movement] | None = None
    lock_s: float = 0.0
    cues: tuple[Cue, ...] = ()
    thanks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A lit key and what its press does.

    Attributes:
        key: what it shows.
        act: the press.
        asks: whether it throws something away, so that the same key must be pressed twice.
    """

    key: Key
    act: Callable[[], Change]
    asks: bool = False


CONFIRM = Message("key.confirm")
"""The legend of a key that waits for its second press."""
ASKED_S = 3.0
"""How long it waits."""

Actions = Mapping[Button, Action]


def action(
    legend: str | Message,
    act: Callable[[], Change],
    light: Light = Light.ON,
    *,
    credits: int | None = None,
    asks: bool = False,
) -> Action:
    """An action under a legend: a `legend`, or an entry named without its `key.`."""
    message = Message(f"key.{legend}") if isinstance(legend, str) else legend
    return Action(Key(message, light, credits), act, asks)


def legend(entry: str, **values: int | str | Message) -> Message:
    """A legend of the catalogue, named without its `key.` and filled in."""
    return Message(f"key.{entry}", tuple(values.items()))
