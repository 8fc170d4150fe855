"""The reduced engine: every pay table over 150,891 classes of deals instead of 2,869,685 deals.

Let f(S) be the chips won by all hands that contain the cards S. Of a deal with the cards K
held, the final hands are those that contain K and none of the other cards of the deal, so
their chips come by inclusion and exclusion over the subsets J of what is thrown away:

    g(K) = sum over J of (-1)^|J| f(K + J)

For all 32 holds at once that is one pass of differences over the 32 subsets, in whole numbers.
A hold is worth g(K) / draws(K); all of one deal are compared in units of `Game.draw_unit`.

Of equally good holds the one that keeps most cards is taken; of those, the one with the
highest cards; of those, the one whose cards are of the suit with the higher cards in the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from firmware.cards.evaluate import HAND_SIZE
from firmware.odds.game import HANDS, Analysis, Game, verify_pays
from firmware.odds.kernel import NUMBA, NUMPY, best_kernel, chip_type, compiled_total
from firmware.odds.tables import PARTS, Tables, build_tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Chips = NDArray[np.int32] | NDArray[np.int64]

_BLOCK = 4096
"""Classes at once: what is written and read again stays near the processor.

The sum of a block stays within 64 bits too: at most 24 deals a class, `MAX_PAY` chips each, in
units of 8,561,520ths.
"""
_BY_COUNT = tuple(
    tuple(part for part in range(PARTS) if part.bit_count() == held)
    for held in range(HAND_SIZE + 1)
)
"""Holds by how many cards they keep."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """The engine for one game; pay tables are handed to it one after the other.

    Attributes:
        tables: of the game.
        kernel: what makes the passes of `rtp`; all else is numpy's.
    """

    tables: Tables
    kernel: str = NUMPY

    @classmethod
    def of(cls, game: Game, *, many: bool = False) -> Reduced:
        """The engine, its tables built.

        Args:
            game: which.
            many: whether `rtp` will be asked so often that numba, where it is installed, is worth
                the time that loading it takes.
        """
        return cls(build_tables(game), best_kernel() if many else NUMPY)

    def rtp(self, pays: Sequence[int], bet: int) -> Fraction:
        """The exact return of best play, and nothing else: the quickest question.

        Args:
            pays: chips won by each of `HANDS` for the whole bet.
            bet: chips staked.

        Raises:
            RuleError: `pays` cannot be counted with.
        """
        tables, game = self.tables, self.tables.game
        if self.kernel == NUMBA:
            verify_pays(pays)
            return Fraction(compiled_total(tables, pays), game.outcomes * bet)
        total = 0
        for here, won in self._blocks(pays):
            best = _best(_most(won), game)
            total += int((best * tables.weight[here]).sum())
        return Fraction(total, game.outcomes * bet)

    def analyse(self, pays: Sequence[int], bet: int) -> Analysis:
        """The return with everything that it comes from.

        Args, Raises: as `rtp`.
        """
        import numpy as np

        tables, game = self.tables, self.tables.game
        hold, tied = self.holds(pays)
        held = np.bincount(_bits()[hold], tables.weight, HAND_SIZE + 1)
        return Analysis(
            game,
            tuple(pays),
            bet,
            self.counts(hold),
            tuple(int(deals) for deals in held),
            int(tables.weight[tied].sum()),
        )

    def holds(self, pays: Sequence[int]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """The whole of best play: for every class the hold that is taken, and if it was a tie.

        Bit p of a hold keeps the card in place p of `Tables.cards`. Args, Raises: as `rtp`.
        """
        import numpy as np

        tables = self.tables
        hold = np.empty(len(tables.weight), np.uint8)
        tied = np.empty(len(tables.weight), np.bool_)
        for here, won in self._blocks(pays):
            hold[here], tied[here] = self._block_holds(won, here)
        return hold, tied

    def square_of_best(self, pays: Sequence[int]) -> int:
        """The squares of what the best hold of each deal is worth, summed over the deals, in
        `Game.draw_unit`s of a chip squared: how far dealing alone spreads a return.

        Args, Raises: as `rtp`.
        """
        total = 0
        for here, won in self._blocks(pays):
            best = _best(_most(won), self.tables.game).tolist()
            weight = self.tables.weight[here].tolist()
            total += sum(deals * worth * worth for deals, worth in zip(weight, best, strict=True))
        return total

    def blocks(self, pays: Sequence[int]) -> Iterator[tuple[slice, Ints]]:
        """Blocks of classes with (32, block) the chips won by all draws of each hold."""
        import numpy as np

        return ((here, won.astype(np.int64)) for here, won in self._blocks(pays))

    def _blocks(self, pays: Sequence[int]) -> Iterator[tuple[slice, Chips]]:
        """As `blocks`, but in numbers no wider than these chips need: half as much to move."""
        import numpy as np

        verify_pays(pays)
        tables = self.tables
        chips = tables.hands_with @ np.array(pays, np.int64)
        chips = chips.astype(chip_type(chips, pays))
        paid = np.array(pays, chips.dtype)
        room = np.empty((PARTS, _BLOCK), chips.dtype)
        for begin in range(0, len(tables.weight), _BLOCK):
            here = slice(begin, min(begin + _BLOCK, len(tables.weight)))
            won = room[:, : here.stop - begin]
            np.take(chips, tables.subset[:, here], out=won[: PARTS - 1], mode="clip")
            np.take(paid, tables.hand[here], out=won[PARTS - 1], mode="clip")
            for card in range(HAND_SIZE):
                pairs = won.reshape(2 ** (HAND_SIZE - 1 - card), 2, 2**card, -1)
                pairs[:, 0] -= pairs[:, 1]
            yield here, won

    # --- which hold ---------------------------------------------------------------------------

    def _block_holds(self, won: Chips, here: slice) -> tuple[Any, Any]:
        import numpy as np

        width = won.shape[1]
        most = _most(won)
        best = _best(most, self.tables.game)
        equal = np.zeros(width, np.uint8)
        hold = np.zeros(width, np.uint8)
        rivals = np.zeros(width, np.uint8)  # as good as the one taken, with as many cards
        for held, parts in enumerate(_BY_COUNT):
            is_best = most[held] * self.tables.game.chip_units[held] == best
            goal = np.where(is_best, most[held], -1).astype(won.dtype)
            among = np.zeros(width, np.uint8)
            for part in parts:
                found = won[part] == goal
                among += found
                np.putmask(hold, found, part)
            equal += among
            np.copyto(rivals, among, where=is_best)
        open_ = np.flatnonzero(rivals > 1)
        if len(open_):
            hold[open_] = self._first_of(
                won[:, open_].astype(np.int64), best[open_], hold[open_], here.start + open_
            )
        return hold, equal > 1

    def _first_of(self, won: Ints, best: Ints, chosen: Any, classes: Ints) -> Any:
        """Of several best holds of as many cards, the one that the rule takes.

        Args:
            won, best: of these classes only.
            chosen: one of the best holds of each; it tells how many cards are held.
            classes: which they are.
        """
        import numpy as np

        game = self.tables.game
        bits = self.heights(classes)
        height = np.full(len(classes), -1)
        for part in range(PARTS):
            held = part.bit_count()
            is_best = won[part] * game.chip_units[held] == best
            kept = bits[[card for card in range(HAND_SIZE) if part >> card & 1]].sum(0)
            takes = is_best & (_bits()[chosen] == held) & (kept > height)
            height = np.where(takes, kept, height)
            chosen = np.where(takes, part, chosen)
        return chosen

    def heights(self, classes: Ints) -> Ints:
        """(5, classes) a bit for each card of a class: the higher the card, the higher the bit.

        So of two holds of as many cards the one with the higher cards has the higher sum.
        """
        import numpy as np

        tables = self.tables
        suit_heights = np.argsort(np.argsort(tables.masks[:, classes], axis=0, kind="stable"), 0)
        suits = np.take_along_axis(suit_heights, tables.suits[:, classes].astype(np.int64), 0)
        heights = tables.cards[:, classes].astype(np.int64) * 4 + suits
        return np.left_shift(1, np.argsort(np.argsort(heights, 0), 0))

    # --- what comes of it ---------------------------------------------------------------------

    def counts(self, hold: NDArray[np.uint8]) -> tuple[int, ...]:
        """How often each of `HANDS` ends a round, of `Game.outcomes`, if `hold` is held.

        Args:
            hold: for every class, as `holds` has them; any way to play will do.

        Inclusion and exclusion turned round: what each subset counts for is summed first, and
        multiplied once by the hands that contain it.
        """
        import numpy as np

        tables, game = self.tables, self.tables.game
        share = np.zeros(len(tables.hands_with))
        sign = np.array([-1.0 if part.bit_count() % 2 else 1.0 for part in range(PARTS)])
        units = np.array([game.chip_units[part.bit_count()] for part in range(PARTS)])
        # As floats, which these whole numbers fit: what is summed so would be converted each time.
        weight = tables.weight * (units * sign)[hold]
        for part in range(PARTS - 1):
            deals = np.flatnonzero(hold & ~np.uint8(part) == 0)
            numbers = tables.subset[part][deals]
            share += sign[part] * np.bincount(numbers, weight[deals], len(share))
        counts = (sign[PARTS - 1] * np.bincount(tables.hand, weight, len(HANDS))).astype(np.int64)
        counts += share.astype(np.int64) @ tables.hands_with
        return tuple(int(count) for count in counts)


def _most(won: Chips) -> list[Ints]:
    """For 0..5 cards held, the chips won by the best hold of so many, of each class."""
    import numpy as np

    found = []
    for parts in _BY_COUNT:
        most = won[parts[0]].copy()
        for part in parts[1:]:
            np.maximum(most, won[part], out=most)
        found.append(most.astype(np.int64))
    return found


def _best(most: Sequence[Ints], game: Game) -> Ints:
    """What the best hold of each class is worth, in units of `Game.draw_unit`."""
    import numpy as np

    best = most[0] * game.chip_units[0]
    for held, chips in enumerate(most[1:], start=1):
        np.maximum(best, chips * game.chip_units[held], out=best)
    return best


@cache
def _bits() -> Any:
    """How many cards each hold keeps."""
    import numpy as np

    return np.array([part.bit_count() for part in range(PARTS)], np.uint8)
