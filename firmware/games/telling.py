"""What a game tells of a round to whoever never saw it: recall, export, a dispute.

The ledger keeps a round as its game wrote it. A game's teller reads that record, plays it once
more by the rules from the cards that were kept, and tells both in terms that hold for any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from firmware.cards.card import Card
from firmware.errors import RuleError
from firmware.transaction import RoundRecord

Documents = Mapping[str, str]
"""The ledger's documents by name; a game finds its pay tables among them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a round, for people.

    Attributes:
        name: what happened, in a word or two.
        cards: by place, in their two-letter notation; empty text where no card lies.
        marked: places, from 1, of the cards that were chosen.
        note: what came of it.
    """

    name: str
    cards: tuple[str, ...] = ()
    marked: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Retold:
    """A round as its record tells it, and what the rules say of it.

    Attributes:
        number: of the round, as the record has it.
        is_over: whether nothing about it changes any more, as the record has it.
        credit_before: the credit meter before the stake, as the record has it.
        bet: credits staked.
        result: how it ended, by the game's own name such as "full_house"; empty while open.
        won: credits the game paid, before any double.
        collected: credits that went to the credit meter.
        facts: everything the record tells, for JSON.
        cells: the same for a spreadsheet: column -> one plain value.
        steps: the same for people, in order.
        differences: what the rules make of the same cards and choices, where that is not what
            was kept: a sentence each.
        score: the points that decided it, for a list; empty where five cards did.
    """

    number: int
    is_over: bool
    credit_before: int
    bet: int
    result: str
    won: int
    collected: int
    facts: Mapping[str, object]
    cells: Mapping[str, str | int]
    steps: tuple[Step, ...] = ()
    differences: tuple[str, ...] = field(default=())
    score: str = ""


@dataclass(frozen=True, slots=True)
class Teller:
    """How a game tells its rounds.

    Attributes:
        columns: names of the cells, in the order of a spreadsheet.
        tell: reads a record; raises LedgerCorruptError when no program of ours wrote it.
    """

    columns: tuple[str, ...]
    tell: Callable[[RoundRecord, Documents], Retold]


@dataclass(frozen=True, slots=True)
class AsKept:
    """The "chance" of what is over: the cards that were kept come off the deck again."""

    cards: tuple[Card, ...]

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The kept cards, then the rest of the deck.

        Raises:
            RuleError: they cannot have come off this deck.
        """
        left = dict.fromkeys(deck)
        for card in self.cards:
            if card not in left:
                raise RuleError(f"the card {card} is not in the deck, or was drawn twice")
            del left[card]
        return (*self.cards, *left)
