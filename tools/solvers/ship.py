"""Writes a strategy as the cabinet reads it; see firmware/games/strip_poker/strategy.py."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware.games.strip_poker.strategy import FORMAT, MAGIC, PACKING, WHOLE, Strategy
from solvers.buckets import COUNTS, Patterns
from solvers.deals import Buckets, Singles
from solvers.game import PAIRS, Array, Evaluator, Layout, Numbers
from solvers.strengths import Deck

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Solved:
    """A strategy and what it was made of.

    Attributes:
        deck: its hands.
        patterns: all that is known of hands before the exchange.
        buckets: how hands are told apart.
        standing: (6, 60) share of final hands that a bucket beats.
        game: the trees.
        strategy: the numbers, as `thinned` left them.
        facts: for the header: what it is worth, how it was made.
    """

    deck: Deck
    patterns: Patterns
    buckets: Buckets
    standing: Singles
    game: Layout
    strategy: Numbers
    facts: dict[str, object]


TIERS = ((1e-3, WHOLE), (1e-4, 51), (2e-5, 15), (0.0, 1))
"""Where a seat comes at least so often by its own doing, the other willing, the shares are whole
multiples of 1 / so many. Rare places need few bytes and cost nothing."""


def shares(numbers: Array, axis: int, levels: int = WHOLE) -> Bytes:
    """Probabilities as shares of 255, multiples of 255 / `levels`, that add up to 255: the
    largest remainders are rounded up."""
    exact = np.moveaxis(numbers, axis, 0).astype(np.float64) * levels
    floor = np.floor(exact)
    missing = np.rint(levels - floor.sum(0)).astype(int)
    order = np.argsort(floor - exact, axis=0, kind="stable")
    rank = np.argsort(order, axis=0, kind="stable")
    whole = (floor + (rank < missing)) * (WHOLE // levels)
    return np.moveaxis(whole.astype(np.uint8), 0, axis)


def thinned(strategy: Numbers, game: Layout, walker: Evaluator) -> Numbers:
    """What is left of a strategy after it is written: coarse where it is seldom needed."""

    def rounded(numbers: Array, axis: int, levels: int = WHOLE) -> Array:
        return shares(numbers, axis, levels).astype(np.float32) / np.float32(WHOLE)

    kept = strategy.mapped(lambda each, axis: rounded(each, axis))
    # How often each bucket comes when so many are changed; the other's number matters little.
    usual = walker.both.reshape(COUNTS, COUNTS, walker.after, walker.after)[:, 3].sum(2)
    for seat in range(2):
        _, ways = walker.first_reach(seat, strategy)
        drawn = walker.drawn_reach(seat, ways, strategy) * usual
        for number, group in enumerate(game.groups):
            start = walker.spread(seat, drawn, group)
            reach = walker.second_reach(seat, start, group, strategy.second[number])
            for at, place in enumerate(group.tree.places):
                if place.actor == seat:
                    exact = strategy.second[number][at]
                    found = kept.second[number][at]
                    for least, levels in TIERS[1:]:
                        above = next(t for t, _ in TIERS[::-1] if t > least)
                        found = np.where(
                            reach[place.path] < above, rounded(exact, 0, levels), found
                        )
                    kept.second[number][at] = found
    return kept


def write(path: Path, solved: Solved) -> int:
    """Write the file; returns its bytes."""
    head, body = packed(solved)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(MAGIC + len(head).to_bytes(4, "big") + head + body)
    return len(MAGIC) + 4 + len(head) + len(body)


def packed(solved: Solved) -> tuple[bytes, bytes]:
    """Header and body."""
    game, strategy = solved.game, solved.strategy
    before = strategy.draw.shape[-1]
    parts: dict[str, bytes] = {
        "bucket": solved.patterns.bucket.tobytes(),
        "keep": solved.patterns.keep.T.tobytes(),
        "cuts": _cuts(solved).tobytes(),
        "standing_before": _percent(_standing_before(solved, before)),
        "standing_after": _percent(solved.standing),
        "first": b"".join(shares(each, 0).T.tobytes() for each in strategy.first),
        "draw": np.moveaxis(shares(strategy.draw, 2), 2, 3).tobytes(),
    }
    for number, group in enumerate(game.groups):
        for at, way in enumerate(group.ways):
            parts[f"way{way}"] = b"".join(
                _second(each[..., at]) for each in strategy.second[number]
            )
    body, index = b"", {}
    for name, raw in parts.items():
        small = lzma.compress(raw, format=lzma.FORMAT_RAW, filters=PACKING)
        index[name] = [len(body), len(small), len(raw)]
        body += small
    header = {
        "format": FORMAT,
        "game": "strip-poker",
        "deck": solved.deck.size,
        "bets": game.sizes.bets,
        "cap": game.sizes.cap,
        "before": before,
        "after": solved.buckets.afters,
        **solved.facts,
        "sha256": sha256(body).hexdigest(),
        "parts": index,
    }
    return json.dumps(header, separators=(",", ":")).encode(), body


def _cuts(solved: Solved) -> NDArray[np.uint32]:
    """(6, 59) key of the weakest hand of the next bucket; beyond all keys where none is."""
    keys = np.append(solved.deck.keys, 0xFFFFFFFF)
    begins = [
        np.searchsorted(row, np.arange(1, solved.buckets.afters)) for row in solved.buckets.after
    ]
    return keys[np.stack(begins)].astype(">u4")


def _second(numbers: Array) -> bytes:
    """(steps, 36, 60) -> pair, step, bucket: neighbouring buckets are alike and pack well.

    The first step is left out; it is what the others leave of the whole.
    """
    return np.ascontiguousarray(shares(numbers, 0)[1:].transpose(1, 0, 2)).tobytes()


def _standing_before(solved: Solved, before: int) -> NDArray[np.float64]:
    """Share of hands before the exchange that are worth less than a bucket's."""
    patterns = solved.patterns
    value = patterns.value.max(1)
    order = np.argsort(np.where(patterns.exists, value, -1), kind="stable")
    below = np.empty(len(value))
    below[order] = np.cumsum(patterns.weight[order]) - patterns.weight[order] / 2
    total = np.bincount(patterns.bucket, weights=patterns.weight, minlength=before)
    mean = np.bincount(patterns.bucket, weights=patterns.weight * below, minlength=before)
    return mean / np.maximum(total, 1e-12)


def _percent(values: NDArray[np.floating]) -> bytes:
    return np.rint(np.clip(values, 0, 1) * WHOLE).astype(np.uint8).tobytes()


def read_buckets(strategy: Strategy, deck: Deck) -> Buckets:
    """How a shipped strategy tells hands apart."""
    bucket = np.frombuffer(strategy.part("bucket"), np.uint8)
    keep = np.frombuffer(strategy.part("keep"), np.uint8).reshape(COUNTS, -1).T
    cuts = np.frombuffer(strategy.part("cuts"), ">u4").reshape(COUNTS, -1).astype(np.int64)
    after = [np.searchsorted(row, deck.keys, side="right") for row in cuts]
    return Buckets(bucket, keep, np.stack(after).astype(np.uint8), strategy.before, strategy.after)


def read(strategy: Strategy, game: Layout) -> Numbers:
    """A shipped strategy as arrays again: what is measured is what is shipped."""
    before, after = strategy.before, strategy.after
    first: list[Array] = []
    at = 0
    raw = _unpacked(strategy, "first")
    for place in game.first.places:
        steps = len(place.steps)
        first.append(raw[at : at + before * steps].reshape(before, steps).T)
        at += before * steps
    draw = _unpacked(strategy, "draw")
    second = []
    for group in game.groups:
        blocks = [_unpacked(strategy, f"way{way}") for way in group.ways]
        numbers, at = [], 0
        for place in group.tree.places:
            others = len(place.steps) - 1
            size = PAIRS * others * after
            shaped = [block[at : at + size].reshape(PAIRS, others, after) for block in blocks]
            told = np.stack(shaped, axis=-1).transpose(1, 0, 2, 3)
            numbers.append(np.concatenate([1 - told.sum(0, keepdims=True), told]))
            at += size
        second.append(numbers)
    shaped_draw = np.moveaxis(draw.reshape(2, game.ways, before, COUNTS), 3, 2)
    return Numbers(first, shaped_draw, second)


def _unpacked(strategy: Strategy, part: str) -> Array:
    whole = np.frombuffer(strategy.part(part), np.uint8).astype(np.float32)
    return whole / np.float32(WHOLE)
