"""The inclusion and exclusion of the reduced engine, compiled: for those who ask for many tables.

numba is an extra and never needed: loading it takes longer than one pay table, and the figures are
the same whole numbers. What is compiled is plain Python, so it can be held against the numpy
passes where numba is not installed; the machine code is kept by numba beside this file or in the
user's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from firmware.cards.evaluate import HAND_SIZE
from firmware.odds.tables import PARTS, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NUMPY, NUMBA = "numpy", "numba"
"""What the passes of an engine are made by."""
BLOCK = 1024
"""Classes at once: 32 rows of them stay near the processor, and their sum within 64 bits."""
_ROWS, _CARDS = PARTS, HAND_SIZE  # numba takes plain module constants


def best_kernel() -> str:
    """`NUMBA` where it can be loaded, which takes half a second, else `NUMPY`."""
    try:
        _compiled()
    except ImportError:  # not installed, or not for this numpy
        return NUMPY
    return NUMBA


def chip_type(chips: Ints, pays: Sequence[int]) -> Any:
    """The narrowest numbers that the passes can be made in.

    Nothing that comes of them is negative or exceeds what they begin with.

    Args:
        chips: won by all hands that contain each subset.
        pays: chips won by each of `HANDS`.
    """
    import numpy as np

    return np.int32 if max(int(chips.max()), *pays) < 2**31 else np.int64


def compiled_total(tables: Tables, pays: Sequence[int]) -> int:
    """What the best holds of all deals are worth, in `Game.draw_unit`s of a chip.

    Args:
        tables: of the game.
        pays: chips won by each of `HANDS`, as `verify_pays` lets them pass.

    Raises:
        ImportError: numba is not installed.
    """
    return _total(_compiled(), tables, pays)


def _total(passes: Callable[..., None], tables: Tables, pays: Sequence[int]) -> int:
    import numpy as np

    paid = np.array(pays, np.int64)
    chips = tables.hands_with @ paid
    width = chip_type(chips, pays)
    totals = np.zeros(-(-len(tables.weight) // BLOCK), np.int64)
    room = (
        np.zeros((_ROWS, BLOCK), width),
        np.zeros((_CARDS + 1, BLOCK), width),
        np.zeros(BLOCK, np.int64),
    )
    units = np.array(tables.game.chip_units, np.int64)
    passes(
        *(chips.astype(width), paid.astype(width), tables.subset, tables.hand, tables.weight),
        *(units, *room, totals),
    )
    return sum(totals.tolist())


@cache
def _compiled() -> Callable[..., None]:
    """The passes in machine code, for each width of numbers when it is first asked for."""
    from numba import njit

    try:
        made: Callable[..., None] = njit(cache=True)(_passes)
    except RuntimeError:  # nowhere to keep it: compiled again in each process
        made = njit(_passes)
    return made


def _passes(
    chips: Any,
    paid: Any,
    subset: Any,
    hand: Any,
    weight: Any,
    units: Any,
    won: Any,
    most: Any,
    best: Any,
    totals: Any,
) -> None:
    """Fill `totals`, one sum for each block of classes.

    Args:
        chips: (subsets) won by all hands with these cards.
        paid: (12) for a hand.
        subset, hand, weight: of `Tables`.
        units: (6) of `Game.chip_units`.
        won, most, best: room for (32, BLOCK) and (6, BLOCK) numbers as wide as `chips`, and for
            (BLOCK) of 64 bits.
        totals: (blocks) what comes of it.
    """
    for block in range(len(totals)):
        begin = block * BLOCK
        end = min(begin + BLOCK, len(weight))
        # The two last cards in one go with looking up: what stays in a register is not read again.
        for part in range(_ROWS // 4):
            one, two, both = part + _ROWS // 4, part + _ROWS // 2, part + _ROWS // 4 * 3
            to_none, to_one, to_two, to_both = won[part], won[one], won[two], won[both]
            in_none = subset[part, begin:end]
            in_one = subset[one, begin:end]
            in_two = subset[two, begin:end]
            is_whole = both == _ROWS - 1
            for at in range(end - begin):
                of_both = paid[hand[begin + at]] if is_whole else chips[subset[both, begin + at]]
                of_one = chips[in_one[at]] - of_both
                of_two = chips[in_two[at]] - of_both
                to_both[at] = of_both
                to_two[at] = of_two
                to_one[at] = of_one
                to_none[at] = chips[in_none[at]] - of_two - of_one - of_both
        for part in (0, 1, 8, 9, 16, 17, 24, 25):
            to_none, to_one, to_two, to_both = (
                won[part],
                won[part + 2],
                won[part + 4],
                won[part + 6],
            )
            for at in range(end - begin):
                of_both = to_both[at]
                of_one = to_one[at] - of_both
                of_two = to_two[at] - of_both
                to_two[at] = of_two
                to_one[at] = of_one
                to_none[at] = to_none[at] - of_two - of_one - of_both
        most[:] = 0
        for part in range(0, _ROWS, 2):
            kept = 0
            for card in range(_CARDS):
                kept += part >> card & 1
            without, with_card = won[part], won[part + 1]
            most_without, most_with = most[kept], most[kept + 1]
            for at in range(end - begin):
                of_card = with_card[at]
                most_with[at] = max(most_with[at], of_card)
                most_without[at] = max(most_without[at], without[at] - of_card)
        best[:] = 0
        for kept in range(_CARDS + 1):
            unit, most_kept = units[kept], most[kept]
            for at in range(end - begin):
                best[at] = max(best[at], most_kept[at] * unit)
        found = 0
        for at in range(end - begin):
            found += best[at] * weight[begin + at]
        totals[block] = found
