"""Something to think about, and answers that cost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.mix import Mix, write_mix
from firmware.games.cinque_mani.table import Terms
from firmware.games.cinque_mani.task import Kind, Task

HANDS = tuple(
    map(
        parse_cards,
        (
            "7H 8D 9H JS QC",
            "7D 8H TC TD JC",
            "9D JD KD QD AD",
            "QS KS KC KH AS",
            "TH JH QH AH AC",
        ),
    )
)
CARDS = tuple(card for hand in HANDS for card in hand)
TASK = Task(Kind.MIX, CARDS, 2, Terms())
OTHER = replace(TASK, players=3)
"""Another question about the same cards."""


def answer(rounds: int) -> str:
    """A mix of one arrangement, told from others by its rounds."""
    return write_mix(Mix((HANDS,), (1,), rounds))


def ready_answers(task: Task) -> Iterator[str]:
    """As many as there are players, the last the best."""
    return map(answer, range(1, task.players + 1))
