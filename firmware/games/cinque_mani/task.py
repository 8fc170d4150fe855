"""What the computer is asked to think about beside the game, and what it answers.

Thinking takes seconds, so it is done in a process of its own while the player arranges. The
cabinet says at any time what it would like to know (`Task`, derived from its state, so that a
boot in the middle asks again); the program hands it to whoever thinks, and brings the answer
back as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache

from firmware.cards.card import Card
from firmware.errors import RuleError
from firmware.games.cinque_mani.table import Arrangement, Terms
from firmware.stored import read_stored, stored_text


@unique
class Kind(StrEnum):
    """What is asked for."""

    MIX = "mix"
    """What the computer's players draw their arrangements from: `write_mix`."""
    BEST = "best"
    """The best answer to arrangements that lie open: `write_arrangement`."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question; equal questions have equal answers.

    Attributes:
        kind: what is asked for.
        cards: the twenty-five of the deal, by suit and rank.
        players: how many play, the person included.
        terms: the rules in force, the level among them.
        against: the arrangements to be answered; only for BEST.
    """

    kind: Kind
    cards: tuple[Card, ...]
    players: int
    terms: Terms
    against: tuple[Arrangement, ...] = ()


@lru_cache(maxsize=4)
def write_task(task: Task) -> str:
    """A task as one line of text, by which its answers are told from others."""
    return stored_text(task)


def read_task(text: str) -> Task:
    """What `write_task` wrote.

    Raises:
        RuleError: when it wrote no such thing.
    """
    try:
        return read_stored(Task, text)
    except ValueError as error:
        raise RuleError(f"a task cannot be read ({error}): {text[:80]!r}") from error
