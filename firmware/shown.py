"""How a kept round looked, step by step, in nobody's language: for whoever draws it again.

A game makes the steps from its record, a page of the operator's draws them; neither knows the
other. What nobody had seen yet when the round was stopped is not in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.words import Message

BACK = "back"
"""In the place of a face: a card that lies face down."""


@unique
class Mark(StrEnum):
    """What sets a card apart from its neighbours."""

    NONE = ""
    HELD = "held"
    """It was kept at the exchange."""
    COUNTS = "won"
    """It is one of those that make the hand, or its hand took the position."""
    BANK = "bank"
    """The dealer's card of a double."""
    PICKED = "picked"
    OUT = "out"
    """It adds nothing."""


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Cards that lay in a row.

    Attributes:
        name: what they are, or whose.
        faces: two letters each; `BACK` lies face down, "" leaves a place empty.
        marks: one for each of them.
        told: what they make.
    """

    name: Message
    faces: tuple[str, ...]
    marks: tuple[Mark, ...]
    told: Message | None = None


@dataclass(frozen=True, slots=True)
class ShownPays:
    """The pay table that a round was staked under.

    Attributes:
        edition: by which the books name it; empty for that of version 0.1.0.
        chips: how many were staked, from 1: the column that counted.
        chip_value: credits a chip.
        rows: hand, by its fixed name, -> credits for 1, 2 ... chips; the highest hand first.
    """

    edition: str
    chips: int
    chip_value: int
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of a round.

    Attributes:
        title: what happened.
        rows: the cards as they lay then.
        told: more about it, a sentence each.
        sums: amounts beside their names, in credits.
        pays: the pay table, where this is the step that shows it.
    """

    title: Message
    rows: tuple[ShownCards, ...] = ()
    told: tuple[Message, ...] = ()
    sums: tuple[tuple[Message, int], ...] = ()
    pays: ShownPays | None = None


def plain(count: int) -> tuple[Mark, ...]:
    """No card is set apart.

    >>> len(plain(5))
    5
    """
    return (Mark.NONE,) * count


def marked(
    count: int, places: tuple[int, ...], mark: Mark, other: Mark = Mark.NONE
) -> tuple[Mark, ...]:
    """The cards at `places`, from 1, have one mark, the others another.

    >>> marked(3, (2,), Mark.HELD)
    (<Mark.NONE: ''>, <Mark.HELD: 'held'>, <Mark.NONE: ''>)
    """
    return tuple(mark if place in places else other for place in range(1, count + 1))
