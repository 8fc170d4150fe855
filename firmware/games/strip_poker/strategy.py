"""A solved strategy as it is shipped: read lazily, looked up without building a table.

`assets/strategies/strip_<deck>.cfr`, format 2: a magic word, the length of a header, the header
(JSON), then parts, each compressed by itself. A part is unpacked when it is first needed; the
rounds after the exchange are one part for each way that leads there, of which few are ever
played. Probabilities are whole shares of 255; after the exchange those of a place's first step
are left out, being what the others leave.
"""

from __future__ import annotations

import json
import lzma
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any

from firmware.assets import asset
from firmware.cards.card import Card
from firmware.cards.evaluate import HAND_SIZE
from firmware.errors import StrategyError
from firmware.games.strip_poker.abstraction import (
    Place,
    Round,
    Sizes,
    StepKind,
    first_round,
    second_round,
)
from firmware.games.strip_poker.hands import Deck, Ranking, evaluate

MAGIC = b"CABINATO CFR\n"
FORMAT = 2
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "pb": 0}]
"""How parts are compressed: set once, so that nothing of it stands in the file."""
WHOLE = 255
"""What the shares of one place add up to."""
COUNTS = 6
"""0..5 cards may be changed."""
_SUITED = 7
"""Ways the suits of a hand matter: 0 not, 1..5 the place of the odd card of four, 6 a flush."""
_KEPT_WAYS = 24
"""Unpacked parts of the second round that are kept, some 0.1 MB each."""
_USUAL_ANTES = 5
"""A first round is usual where nobody raises and at most so much is bet."""
Shares = tuple[int, ...]
"""For each step of a place, in its order, how often of 255."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy for one deck.

    Attributes:
        header: what the file tells of itself.
        body: the parts.
    """

    header: dict[str, Any]
    body: bytes = field(repr=False)

    @classmethod
    def load(cls, path: Path) -> Strategy:
        """Read a file and check that it is whole.

        Raises:
            StrategyError: naming the file and what is wrong with it.
        """
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise StrategyError(f"cannot read the strategy {path}: {error}") from error
        begin = len(MAGIC) + 4
        if not raw.startswith(MAGIC) or len(raw) < begin:
            raise StrategyError(f"{path} is no strategy: it begins with {raw[: len(MAGIC)]!r}")
        end = begin + int.from_bytes(raw[len(MAGIC) : begin], "big")
        try:
            header = json.loads(raw[begin:end])
        except ValueError as error:
            raise StrategyError(f"{path}: its header cannot be read: {error}") from error
        if header.get("format") != FORMAT:
            raise StrategyError(f"{path} has format {header.get('format')}, not {FORMAT}")
        body = raw[end:]
        if sha256(body).hexdigest() != header["sha256"]:
            raise StrategyError(f"{path} is damaged: its digest does not fit its content")
        return cls(header, body)

    @property
    def before(self) -> int:
        """Buckets before the exchange."""
        return int(self.header["before"])

    @property
    def after(self) -> int:
        """Buckets after it, for each number of cards changed."""
        return int(self.header["after"])

    @cached_property
    def sizes(self) -> Sizes:
        """The amounts it knows."""
        return Sizes(tuple(tuple(each) for each in self.header["bets"]), self.header["cap"])

    @cached_property
    def first(self) -> Round:
        """The round before the exchange; its ends are the ways."""
        return first_round(self.sizes)

    def second(self, way: int) -> Round:
        """The round after the exchange, for a way that led there."""
        return second_round(self.sizes, self.first.ends[way][1])

    def part(self, name: str) -> bytes:
        """A part, unpacked."""
        begin, length, _ = self.header["parts"][name]
        return lzma.decompress(
            self.body[begin : begin + length], format=lzma.FORMAT_RAW, filters=PACKING
        )

    def unpacking(self) -> Iterator[object]:
        """Unpack what most hands need, a part at each step."""
        yield self._bucket
        yield self._keep
        yield self._cuts
        yield self._standings
        yield self._first
        yield self._first_begins
        yield self._draw
        for way, (steps, _) in enumerate(self.first.ends):
            bets = [step.antes for step in steps if step.kind is StepKind.BET]
            if len(bets) <= 1 and sum(bets) <= _USUAL_ANTES:
                yield _second_part(self, way)

    # --- hands --------------------------------------------------------------------------------

    def bucket_before(self, cards: Sequence[Card]) -> int:
        """The bucket of five cards before the exchange."""
        return self._bucket[_pattern(self._lowest, _ordered(cards))]

    def change(self, cards: Sequence[Card], count: int) -> tuple[int, ...]:
        """The positions (1..5, ascending) to change, if `count` cards are changed."""
        order = _ordered(cards)
        keep = self._keep[count * len(self._bucket) + _pattern(self._lowest, order)]
        places = [cards.index(card) + 1 for at, card in enumerate(order) if not keep >> at & 1]
        return tuple(sorted(places))

    def bucket_after(self, cards: Sequence[Card], count: int, ranking: Ranking) -> int:
        """The bucket of five cards after `count` were changed."""
        made = evaluate(cards, ranking)
        # Lower cards of a flush, where an operator has them count, stay below the next top card.
        digits = [made.category.height, *made.ranks, 0, 0, 0, 0, 0][: HAND_SIZE + 1]
        key = 0
        for digit in digits:
            key = key * 16 + digit
        return bisect_right(self._cuts[count], key)

    def standing_before(self, bucket: int) -> float:
        """The share of hands before the exchange that are worth less than a bucket's, 0..1."""
        return self._standings[0][bucket] / WHOLE

    def standing_after(self, count: int, bucket: int) -> float:
        """The share of final hands that a bucket beats, 0..1."""
        return self._standings[1][count * self.after + bucket] / WHOLE

    # --- shares -------------------------------------------------------------------------------

    def shares_first(self, place: int, bucket: int) -> Shares:
        """How often each step is taken at a place of the first round."""
        steps = len(self.first.places[place].steps)
        begin = self._first_begins[place] + bucket * steps
        return tuple(self._first[begin : begin + steps])

    def shares_draw(self, seat: int, way: int, bucket: int) -> Shares:
        """How often 0..5 cards are changed, by who speaks first (0) or second (1)."""
        begin = ((seat * len(self.first.ends) + way) * self.before + bucket) * COUNTS
        return tuple(self._draw[begin : begin + COUNTS])

    def shares_second(self, way: int, place: int, pair: int, bucket: int) -> Shares:
        """How often each step is taken at a place of the second round.

        Args:
            way: how the first round went.
            place: number of the place in its tree.
            pair: cards changed by the first speaker * 6 + by the second.
            bucket: of the own hand.
        """
        here: Place = self.second(way).places[place]
        steps = len(here.steps)
        begins, raw = _second_part(self, way)
        begin = begins[place] + pair * (steps - 1) * self.after + bucket
        others = tuple(raw[begin + step * self.after] for step in range(steps - 1))
        return (WHOLE - sum(others), *others)

    # --- parts --------------------------------------------------------------------------------

    @cached_property
    def _lowest(self) -> int:
        return int(Deck(self.header["deck"]).lowest)

    @cached_property
    def _bucket(self) -> bytes:
        return self.part("bucket")

    @cached_property
    def _keep(self) -> bytes:
        return self.part("keep")

    @cached_property
    def _cuts(self) -> tuple[tuple[int, ...], ...]:
        raw = self.part("cuts")
        keys = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, len(raw), 4)]
        width = len(keys) // COUNTS
        return tuple(tuple(keys[at : at + width]) for at in range(0, len(keys), width))

    @cached_property
    def _standings(self) -> tuple[bytes, bytes]:
        return self.part("standing_before"), self.part("standing_after")

    @cached_property
    def _first(self) -> bytes:
        return self.part("first")

    @cached_property
    def _first_begins(self) -> tuple[int, ...]:
        return _begins(self.first, self.before)

    @cached_property
    def _draw(self) -> bytes:
        return self.part("draw")


def strategy(deck: int) -> Strategy:
    """The shipped strategy for a deck of 32 or 52 cards, read once.

    Raises:
        StrategyError: as `Strategy.load`.
    """
    return _shipped(int(deck))  # a number and a `Deck` are kept apart by a cache


@lru_cache
def _shipped(cards: int) -> Strategy:
    return Strategy.load(asset("strategies", f"strip_{cards}.cfr"))


@lru_cache(maxsize=_KEPT_WAYS)
def _second_part(owner: Strategy, way: int) -> tuple[tuple[int, ...], bytes]:
    """Where each place's shares begin, and the shares of a way, but those of first steps."""
    cases = COUNTS * COUNTS * owner.after
    return _begins(owner.second(way), cases, left_out=1), owner.part(f"way{way}")


def _begins(tree: Round, cases: int, left_out: int = 0) -> tuple[int, ...]:
    """Where each place's shares begin."""
    begins, total = [], 0
    for place in tree.places:
        begins.append(total)
        total += (len(place.steps) - left_out) * cases
    return tuple(begins)


def _ordered(cards: Sequence[Card]) -> list[Card]:
    """Highest rank first; of equal ranks the odd card of four to a flush first."""
    odd = _odd_card(cards)
    return sorted(cards, key=lambda card: (-(card.rank or 0), card is not odd))


def _odd_card(cards: Sequence[Card]) -> Card | None:
    """The one card that is not of the suit of the four others."""
    suits = [card.suit for card in cards]
    for suit in set(suits):
        if suits.count(suit) == HAND_SIZE - 1:
            return next(card for card in cards if card.suit != suit)
    return None


def _pattern(lowest: int, order: Sequence[Card]) -> int:
    """The number of a hand's pattern: its ranks among all, times how its suits matter."""
    place = sum(
        comb((card.rank or 0) - lowest + at, at + 1) for at, card in enumerate(reversed(order))
    )
    suited = 0
    if len({card.suit for card in order}) == 1:
        suited = HAND_SIZE + 1
    elif (odd := _odd_card(order)) is not None:
        suited = order.index(odd) + 1
    return place * _SUITED + suited
