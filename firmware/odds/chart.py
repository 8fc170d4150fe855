"""Best play written as a short list: hold by the first line that fits the cards dealt.

Lines are tried one after the other, at every place of the list, against the exact value of all
holds of all deals; the one that wins back most is written down, then every line is moved, or
exchanged for another, while that gains anything. What a line less than `WORTH` would win back is
left out. What following the list costs is counted at the end over all deals, apart from the search.

Deals to which the very same lines apply are added up beforehand: a list treats them alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from firmware.cards.card import Rank
from firmware.cards.evaluate import HAND_SIZE
from firmware.odds.chart_lines import Held, Kind, Line, lines
from firmware.odds.game import HANDS, Analysis
from firmware.odds.reduced import Reduced
from firmware.odds.strategy import class_cards, followed
from firmware.odds.tables import PARTS, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

WORTH = Fraction(1, 50_000)
"""Of the bet: a line that wins back less is left out."""
_NONE = PARTS
_WHOLE = PARTS - 1


@dataclass(frozen=True, eq=False)
class Chart:
    """A strategy in words.

    Attributes:
        natural: lines for a deal without the joker, the first that fits counts.
        joker: lines for a deal with it; () where the game has none.
        hold: what it holds of every class; bit p keeps the card in place p of `Tables.cards`.
        followed: what comes of following it, exactly.
        best: what comes of best play.
    """

    natural: tuple[Line, ...]
    joker: tuple[Line, ...]
    hold: Bytes
    followed: Analysis
    best: Analysis

    @property
    def cost(self) -> Fraction:
        """What following it loses of every chip bet, against best play."""
        return self.best.rtp - self.followed.rtp


def chart(engine: Reduced, pays: Sequence[int], bet: int, worth: Fraction = WORTH) -> Chart:
    """The chart of a pay table.

    Args:
        engine: of the game.
        pays: chips won by each of `HANDS` for the whole bet.
        bet: chips staked.
        worth: share of the bet that a line must win back.
    """
    import numpy as np

    tables = engine.tables
    unit = tables.game.outcomes * bet * worth
    worths = _worths(engine, pays)
    has_joker = tables.cards[HAND_SIZE - 1] > Rank.ACE
    hold = np.empty(len(tables.weight), np.uint8)
    found = []
    for joker in range(tables.game.jokers + 1):
        classes = np.flatnonzero(has_joker == bool(joker))
        section = _Section.of(engine, worths, classes)
        chosen = section.search(float(unit))
        hold[classes] = section.holds(chosen)
        found.append(tuple(section.lines[nth] for nth in chosen))
    natural, with_joker = (*found, ())[:2]
    result = followed(engine, pays, bet, hold)
    return Chart(natural, with_joker, hold, result, engine.analyse(pays, bet))


def _worths(engine: Reduced, pays: Sequence[int]) -> Ints:
    """(32, classes) what each hold is worth, in units of `Game.draw_unit`."""
    import numpy as np

    game = engine.tables.game
    worths = np.empty((PARTS, len(engine.tables.weight)), np.int64)
    for here, won in engine.blocks(pays):
        for part in range(PARTS):
            worths[part, here] = won[part] * game.chip_units[part.bit_count()]
    return worths


@cache
def _seen(tables: Tables) -> tuple[list[Held], Ints]:
    """What a line may see of up to four cards, and which of it every class of them is."""
    import numpy as np

    size = len(tables.hands_with)
    sample, part_of = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for part, numbers in enumerate(tables.subset):
        sample[numbers] = np.arange(len(numbers))
        part_of[numbers] = part
    numbers_of: dict[Held, int] = {}
    kind_of = []
    for of, part in zip(sample.tolist(), part_of.tolist(), strict=True):
        places = [at for at in range(HAND_SIZE) if part >> at & 1]
        held = Held.of(class_cards(tables, of, places), tables.game)
        kind_of.append(numbers_of.setdefault(held, len(numbers_of)))
    return list(numbers_of), np.array(kind_of)


@dataclass(eq=False)
class _Section:
    """The deals with the joker, or those without.

    Attributes:
        lines: those that fit any deal and differ from all before.
        hold: (lines, classes) what each line holds of each class, `_NONE` where it does not fit.
        fits: (lines, groups) 1 where a line fits the deals of a group, 0 elsewhere.
        sums: (lines, groups) what a line is worth in all deals of a group; 0 where it does not fit.
        deals: (groups) how many deals.
    """

    lines: list[Line]
    hold: Bytes
    fits: Bytes
    sums: Floats
    deals: Floats
    _last: int = field(init=False)

    def __post_init__(self) -> None:
        self._last = next(nth for nth, line in enumerate(self.lines) if line.kind is Kind.NOTHING)

    @classmethod
    def of(cls, engine: Reduced, worths: Ints, classes: Ints) -> _Section:
        """Try all lines on these classes."""
        import numpy as np

        tables = engine.tables
        chosen, hold = _promising(*_tried(engine, classes), worths[:, classes])
        weight = tables.weight[classes]
        fits = np.packbits(hold != _NONE, axis=0).T.copy()
        key = fits.view([("", fits.dtype)] * fits.shape[1]).ravel()
        _, group = np.unique(key, return_inverse=True)
        group = group.reshape(-1)
        deals: Floats = np.bincount(group, weight).astype(np.float64)
        fitting = np.zeros((len(chosen), len(deals)), np.uint8)
        sums = np.zeros(fitting.shape)
        for nth, held in enumerate(hold):
            who = np.flatnonzero(held != _NONE)
            fitting[nth, group[who]] = 1
            won = worths[held[who], classes[who]] * weight[who]
            sums[nth] = np.bincount(group[who], won, len(deals))
        return cls(chosen, hold, fitting, sums, deals)

    def holds(self, chosen: Sequence[int]) -> Bytes:
        """What the first line that fits holds of each class."""
        import numpy as np

        rows = self.hold[list(chosen)]
        first = (rows != _NONE).argmax(0)
        held: Bytes = rows[first, np.arange(rows.shape[1])]
        return held

    # --- the search ---------------------------------------------------------------------------

    def search(self, worth: float) -> list[int]:
        """Lines (numbers of `lines`) from the top; the last one fits every deal."""
        chosen = [self._last]
        searching = True
        while searching:
            self._add(chosen, worth)
            searching = self._exchange(chosen, worth)
        self._drop(chosen, worth)
        return chosen

    def value(self, chosen: Sequence[int]) -> float:
        """What all deals are worth together."""
        return float(self._now(chosen)[1].sum())

    def _now(self, chosen: Sequence[int]) -> tuple[Ints, Floats]:
        """For each group, which line fits first, and what it is worth."""
        import numpy as np

        rows = np.array(chosen)
        first = self.fits[rows].argmax(0)
        return first, self.sums[rows[first], np.arange(len(first))]

    def _add(self, chosen: list[int], worth: float) -> None:
        """Add lines while one is worth it."""
        gain, at, line = self._addition(chosen)
        while gain >= worth:
            chosen.insert(at, line)
            self._settle(chosen)
            self._sort(chosen)  # lines that do not matter to each other must not lock a third out
            gain, at, line = self._addition(chosen)

    def _addition(self, chosen: Sequence[int]) -> tuple[float, int, int]:
        """The line that gains most, what it gains, and where."""
        import numpy as np

        first, now = self._now(chosen)
        gain = (self.sums - now) * self.fits
        is_first = (first[:, None] == np.arange(len(chosen))).astype(float)
        gains = gain @ is_first
        gains = gains[:, ::-1].cumsum(1)[:, ::-1]  # at a place it comes before all from there on
        gains[chosen] = -1
        line, at = np.unravel_index(gains.argmax(), gains.shape)
        return float(gains[line, at]), int(at), int(line)

    def _settle(self, chosen: list[int]) -> None:
        """Move lines to where they gain most until none gains by moving."""
        import numpy as np

        moved = True
        while moved:
            moved = False
            for line in chosen[:-1]:
                at = chosen.index(line)
                rest = [other for other in chosen if other != line]
                first, now = self._now(rest)
                gain = np.bincount(first, (self.sums[line] - now) * self.fits[line], len(rest))
                gains = gain[::-1].cumsum()[::-1]
                best = int(gains.argmax())
                if gains[best] > gains[at]:
                    rest.insert(best, line)
                    chosen[:] = rest
                    moved = True

    def _exchange(self, chosen: list[int], worth: float) -> bool:
        """Take lines out and put better ones in where that gains as much as a line must."""
        exchanged = False
        for line in chosen[:-1]:
            rest = [other for other in chosen if other != line]
            gain, at, other = self._addition(rest)
            if self.value(rest) + gain >= self.value(chosen) + worth:
                rest.insert(at, other)
                self._settle(rest)
                chosen[:] = rest
                exchanged = True
        return exchanged

    def _drop(self, chosen: list[int], worth: float) -> None:
        """Leave out lines that have become worth too little beside the others."""
        while len(chosen) > 1:
            before = self.value(chosen)
            losses = {
                line: before - self.value([other for other in chosen if other != line])
                for line in chosen[:-1]
            }
            line = min(losses, key=lambda each: losses[each])
            if losses[line] >= worth:
                break
            chosen.remove(line)
            self._settle(chosen)

    def _sort(self, chosen: list[int]) -> None:
        """Where the order of two lines makes no difference, the dearer comes first."""
        mean = {line: self._mean(line) for line in chosen}
        first, _ = self._now(chosen)
        for _ in chosen:
            for at in range(len(chosen) - 2):
                upper, lower = chosen[at : at + 2]
                if mean[lower] <= mean[upper]:
                    continue
                both = (first == at) & (self.fits[lower] == 1)
                if self.sums[upper, both].sum() == self.sums[lower, both].sum():
                    chosen[at : at + 2] = lower, upper
                    first, _ = self._now(chosen)

    def _mean(self, line: int) -> float:
        """What the line is worth where it fits."""
        return float(self.sums[line].sum() / self.deals[self.fits[line] == 1].sum())


def _promising(tried: list[Line], hold: Bytes, worths: Ints) -> tuple[list[Line], Bytes]:
    """Without the lines that say the best thing of no deal at all."""
    import numpy as np

    best = worths.max(0)
    kept = []
    for nth, held in enumerate(hold):
        who = np.flatnonzero(held != _NONE)
        is_best = worths[held[who], who] == best[who]
        if is_best.any() or tried[nth].kind is Kind.NOTHING:
            kept.append(nth)
    return [tried[nth] for nth in kept], hold[kept]


def _tried(engine: Reduced, classes: Ints) -> tuple[list[Line], Bytes]:
    """The lines that fit any of these classes, and what each holds of them.

    Of several ways to hold by a line the one with the highest cards is taken.
    """
    import numpy as np

    tables = engine.tables
    has_joker = bool((tables.cards[HAND_SIZE - 1, classes] > Rank.ACE).all())
    parts = [part for part in range(_WHOLE) if part >> HAND_SIZE - 1 & 1 or not has_joker]
    heights = engine.heights(classes).astype(np.uint8)
    height = {
        part: heights[[at for at in range(HAND_SIZE) if part >> at & 1]].sum(0, np.uint8)
        for part in parts
    }
    subset = tables.subset[:, classes]
    kinds, kind_of = _seen(tables)
    found: list[Line] = []
    holds: list[Bytes] = []
    known: set[bytes] = set()
    for line in lines():
        hold = np.full(len(classes), _NONE, np.uint8)
        if line.hand is not None:
            hold[tables.hand[classes] == HANDS.index(line.hand)] = _WHOLE
        else:
            of_kind = np.array([line.fits(held) for held in kinds])
            mark = of_kind.tobytes()
            if mark in known:
                continue
            known.add(mark)
            fits = of_kind[kind_of]
            highest = np.full(len(classes), -1, np.int16)
            for part in parts:
                if part.bit_count() == line.cards + has_joker:
                    who = np.flatnonzero(np.take(fits, subset[part], mode="clip"))
                    takes = who[height[part][who] > highest[who]]
                    hold[takes] = part
                    highest[takes] = height[part][takes]
        if (hold != _NONE).any():
            found.append(line)
            holds.append(hold)
    return found, np.stack(holds)
