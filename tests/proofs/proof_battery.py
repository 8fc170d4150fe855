"""The usual tests of randomness, on decks as the cabinet shuffles them.

At 99 %: a p-value below 0.01 is taken once more on fresh decks, and only a second low one
counts. Sequences between games are those of the top cards of consecutive decks.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from math import sqrt
from typing import Any

from proof import Report, Track
from proof_hands import DEALT
from statistics_tests import (
    chi_square_p,
    complete_at_p,
    counts_p,
    distinct_p,
    normal_p,
)

from firmware.cards.card import joker_deck
from firmware.cards.shuffle import FairShuffler, Shuffler, SystemSource
from firmware.games.joker_poker.hands import evaluate

LEVEL = 0.01
DECKS, DECKS_FULL = 20_000, 1_000_000

_DECK = joker_deck()
_SIZE = len(_DECK)
_PLACE = {card: place for place, card in enumerate(_DECK)}
_JOKER = _PLACE[_DECK[-1]]
_CHUNK = 10_000
_KINDS_OF_RANK, _KINDS_OF_SUIT = 13, 4
_ORDERS = tuple(permutations(range(4)))


def prove(full: bool, track: Track, decks: int | None = None, level: float = LEVEL) -> Report:
    """The battery on the operating system's source."""
    count = decks or (DECKS_FULL if full else DECKS)
    return battery(FairShuffler(SystemSource()), count, level, track)


def battery(shuffler: Shuffler, decks: int, level: float, track: Track) -> Report:
    """All tests on `decks` decks; those below `level` once more on as many fresh ones.

    The report's lines hold every p-value; what fell are the tests that were low twice.
    """
    first = p_values(shuffler, decks, track)
    low = {name for name, p in first.items() if p < level}
    again = p_values(shuffler, decks, track) if low else {}
    tried = [f"{decks:,} decks, {len(first)} tests at {1 - level:.2%}"]
    tried += [
        f"{name}: p = {p:.4f}" + (f", once more: p = {again[name]:.4f}" if name in low else "")
        for name, p in first.items()
    ]
    fell = [
        f"{name}: p = {first[name]:.2g}, then {again[name]:.2g}"
        for name in first
        if name in low and again[name] < level
    ]
    return Report(tuple(tried), tuple(fell))


def p_values(shuffler: Shuffler, decks: int, track: Track) -> dict[str, float]:
    """Shuffle `decks` decks, one from the order of the other, and run every test on them."""
    sample = Sample()
    chunk: list[bytes] = []
    for _ in track(range(decks), "decks", decks):
        cards = shuffler.shuffle(_DECK)
        sample.hands[evaluate(cards[:5]).hand] += 1
        chunk.append(bytes([_PLACE[card] for card in cards]))
        if len(chunk) == _CHUNK:
            sample.take(chunk)
            chunk.clear()
    sample.take(chunk)
    return {name: test(sample) for name, test in TESTS.items()}


@dataclass
class Sample:
    """What the tests need of any number of decks, without keeping the decks.

    Attributes:
        places: 53 x 53, how often each card (row) lay at each place (column).
        hands: how often each hand was dealt.
        orders: how often each order of the top four cards by height occurred.
        tops: the top card of each deck.
        prints: a 64-bit fingerprint of each deck.
    """

    places: Any = 0
    hands: Counter[str] = field(default_factory=Counter)
    orders: Counter[tuple[int, ...]] = field(default_factory=Counter)
    tops: array[int] = field(default_factory=lambda: array("B"))
    prints: array[int] = field(default_factory=lambda: array("q"))

    def take(self, decks: list[bytes]) -> None:
        """Add decks, each as 53 bytes: which card lies at each place."""
        import numpy as np

        if not decks:
            return
        table = np.frombuffer(b"".join(decks), dtype=np.uint8).reshape(-1, _SIZE)
        cell = table.astype(np.int64) * _SIZE + np.arange(_SIZE)
        self.places += np.bincount(cell.ravel(), minlength=_SIZE**2).reshape(_SIZE, _SIZE)
        ranked = np.argsort(table[:, :4], axis=1) @ np.array([64, 16, 4, 1])
        for code, count in zip(*np.unique(ranked, return_counts=True), strict=True):
            order = tuple(int(code) >> shift & 3 for shift in (6, 4, 2, 0))
            self.orders[order] += int(count)
        self.tops.extend(table[:, 0].tolist())
        self.prints.extend(map(hash, decks))


# --- the tests: each a p-value of a sample ----------------------------------------------------


def _card_and_place(sample: Sample) -> float:
    """Each card equally often at each place; a deck fills row and column, hence 52 x 52."""
    mean = len(sample.tops) / _SIZE
    statistic = float(((sample.places - mean) ** 2).sum()) / mean
    return chi_square_p(statistic * (_SIZE - 1) / _SIZE, (_SIZE - 1) ** 2)


def _hand_classes(sample: Sample) -> float:
    """The first five cards are each hand as often as all deals together are."""
    share = len(sample.tops) / sum(DEALT.values())
    return counts_p(
        [sample.hands[hand] for hand in DEALT], [count * share for count in DEALT.values()]
    )


def _permutation(sample: Sample) -> float:
    """The 24 orders of the top four cards by height."""
    mean = len(sample.tops) / len(_ORDERS)
    return counts_p([sample.orders[order] for order in _ORDERS], [mean] * len(_ORDERS))


def _serial_correlation(sample: Sample) -> float:
    """The top card says nothing of the next game's top card."""
    import numpy as np

    tops = np.array(sample.tops, dtype=float)
    tops -= tops.mean()
    correlation = float((tops[:-1] * tops[1:]).sum() / (tops**2).sum())
    return normal_p((correlation + 1 / len(tops)) * sqrt(len(tops)))


def _runs(sample: Sample) -> float:
    """Runs of top cards above and below the middle one of the deck (Wald and Wolfowitz)."""
    above = [top > _SIZE // 2 for top in sample.tops if top != _SIZE // 2]
    n, high = len(above), sum(above)
    low = n - high
    if not high or not low:
        return 0.0
    runs = 1 + sum(a != b for a, b in pairwise(above))
    mean = 1 + 2 * high * low / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return normal_p((runs - mean) / sqrt(variance))


def _gap(sample: Sample) -> float:
    """How many games pass between two spades on top."""
    share = _KINDS_OF_RANK / _SIZE
    gaps: Counter[int] = Counter()
    gap = 0
    for top in sample.tops:
        if top < _KINDS_OF_RANK:
            gaps[min(gap, 20)] += 1
            gap = 0
        else:
            gap += 1
    chances = [share * (1 - share) ** length for length in range(20)] + [(1 - share) ** 20]
    return _shares_p(gaps, range(21), chances)


def _poker(sample: Sample) -> float:
    """How many different ranks five consecutive games show on top."""
    ranks = [top % _KINDS_OF_RANK for top in sample.tops if top != _JOKER]
    fives = zip(*[iter(ranks)] * 5, strict=False)
    found = Counter(len(set(five)) for five in fives)
    chances = [distinct_p(5, _KINDS_OF_RANK, distinct) for distinct in range(1, 6)]
    return _shares_p(found, range(1, 6), chances)


def _coupon(sample: Sample) -> float:
    """How many games until every suit has been on top."""
    lengths: Counter[int] = Counter()
    suits: set[int] = set()
    length = 0
    for top in sample.tops:
        if top == _JOKER:
            continue
        length += 1
        suits.add(top // _KINDS_OF_RANK)
        if len(suits) == _KINDS_OF_SUIT:
            lengths[min(length, 30)] += 1
            suits, length = set(), 0
    chances = [complete_at_p(_KINDS_OF_SUIT, length) for length in range(4, 30)]
    return _shares_p(lengths, range(4, 31), [*chances, 1 - sum(chances)])


def _repeats(sample: Sample) -> float:
    """No deck comes twice: 53! orders are too many for that, the seeds of a clock are not."""
    import numpy as np

    return 1.0 if len(np.unique(np.array(sample.prints))) == len(sample.prints) else 0.0


def _shares_p(found: Counter[int], classes: Iterable[int], chances: list[float]) -> float:
    total = found.total()
    return counts_p([found[one] for one in classes], [chance * total for chance in chances])


TESTS: dict[str, Callable[[Sample], float]] = {
    "card and place": _card_and_place,
    "hand classes": _hand_classes,
    "permutation": _permutation,
    "serial correlation": _serial_correlation,
    "runs": _runs,
    "gap": _gap,
    "poker": _poker,
    "coupon": _coupon,
    "repeated decks": _repeats,
}
