"""How an emulated ccTalk unit can misbehave, by name: one list for coin and bill units.

Every fault is one that public hosts have met in real units or on real wires, so that a
host can be tried against it before it meets the unit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum, unique
from types import MappingProxyType

from firmware.suggestion import suggestion


@unique
class Fault(StrEnum):
    """Faults that can be asked for by name; what each does is in `MEANINGS`."""

    SILENT = "silent"
    NOISE = "noise"
    WRONG_ECHO = "wrong-echo"
    NO_ECHO = "no-echo"
    DOUBLE_ECHO = "double-echo"
    LATE_REPLY = "late-reply"
    ENCRYPTED = "encrypted"
    WRAP = "wrap"
    RESET_MID_POLL = "reset-mid-poll"
    COUNTER_PLUS_FIVE = "counter-plus-five"
    SERIAL_NUMBER_CHANGE = "serial-number-change"
    SWAPPED_RESULTS = "swapped-results"
    BURST_OF_SIX = "burst-of-six"
    DEEP_STACK = "deep-stack"
    RESET_BEFORE_FIRST_EVENT = "reset-before-first-event"
    AUTO_STEP = "auto-step"
    NO_MASTER_INHIBIT = "no-master-inhibit"
    NO_COIN_IDS = "no-coin-ids"
    STUCK_IN_ESCROW = "stuck-in-escrow"
    RETURNED = "returned"
    JAM = "jam"
    STACKER_OUT = "stacker-out"
    FULL = "full"


MEANINGS: Mapping[Fault, str] = MappingProxyType(
    {
        Fault.SILENT: "the wire echoes, the unit never answers",
        Fault.NOISE: "strange bytes round every answer, and every eleventh answer is damaged",
        Fault.WRONG_ECHO: "the host's own bytes come back with a bit turned",
        Fault.NO_ECHO: "the host's own bytes do not come back (legal behind some adapters)",
        Fault.DOUBLE_ECHO: "the host's own bytes come back twice",
        Fault.LATE_REPLY: "every seventh answer comes 230 ms late, where the next is expected",
        Fault.ENCRYPTED: "answers nothing but the question whether it encrypts",
        Fault.WRAP: "the event counter begins at 252 and soon goes from 255 to 1",
        Fault.RESET_MID_POLL: "every hundredth event poll resets it and is not answered",
        Fault.COUNTER_PLUS_FIVE: "the event counter runs five ahead with every poll",
        Fault.SERIAL_NUMBER_CHANGE: "another serial number after every power-up",
        Fault.SWAPPED_RESULTS: "the two bytes of every event are swapped",
        Fault.BURST_OF_SIX: "every coin is six between two polls, one more than the buffer holds",
        Fault.DEEP_STACK: "every coin is six, kept inside and told two a poll: none is lost",
        Fault.RESET_BEFORE_FIRST_EVENT: "resets itself every thirtieth poll while its counter "
        "is 0, so that only refused coins show it",
        Fault.AUTO_STEP: "its counter steps from 0 to 1 at the first poll, with a dummy event",
        Fault.NO_MASTER_INHIBIT: "knows no master inhibit (228, 227) and is open without it",
        Fault.NO_COIN_IDS: "cannot say what its coins are (184)",
        Fault.STUCK_IN_ESCROW: "a held note moves neither way (route answers 255) until power is "
        "cut and comes back",
        Fault.RETURNED: "a note that was routed to the stacker is handed back",
        Fault.JAM: "a note jams out of reach on its way to the stacker (code 16), until power is "
        "cut and comes back",
        Fault.STACKER_OUT: "the stacker is taken out after a note (code 11); a power-up puts it "
        "back (code 12)",
        Fault.FULL: "the stacker is full after three notes (code 14), until power is cut and "
        "comes back",
    }
)

_COMMON = (
    Fault.SILENT,
    Fault.NOISE,
    Fault.WRONG_ECHO,
    Fault.NO_ECHO,
    Fault.DOUBLE_ECHO,
    Fault.LATE_REPLY,
    Fault.ENCRYPTED,
    Fault.WRAP,
    Fault.RESET_MID_POLL,
    Fault.COUNTER_PLUS_FIVE,
    Fault.SERIAL_NUMBER_CHANGE,
    Fault.SWAPPED_RESULTS,
)
COIN_FAULTS = (
    *_COMMON,
    Fault.BURST_OF_SIX,
    Fault.DEEP_STACK,
    Fault.RESET_BEFORE_FIRST_EVENT,
    Fault.AUTO_STEP,
    Fault.NO_MASTER_INHIBIT,
    Fault.NO_COIN_IDS,
)
"""What a coin unit can have."""
BILL_FAULTS = (
    *_COMMON,
    Fault.STUCK_IN_ESCROW,
    Fault.RETURNED,
    Fault.JAM,
    Fault.STACKER_OUT,
    Fault.FULL,
)
"""What a bill unit can have."""
DEAF = frozenset({Fault.SILENT, Fault.WRONG_ECHO, Fault.DOUBLE_ECHO, Fault.ENCRYPTED})
"""Faults behind which no event ever reaches a host that is careful."""


def fault_by_name(name: str, known: Collection[Fault] = COIN_FAULTS) -> Fault:
    """The fault called `name`, of those in `known`.

    Raises:
        ValueError: there is none; says which there are and which was perhaps meant.
    """
    if name not in known:
        raise ValueError(f"no fault '{name}' ({suggestion(name, known)})")
    return Fault(name)
