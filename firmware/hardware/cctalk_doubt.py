"""Event buffers of ccTalk units that cannot be true.

Some units tell the two bytes of a result the wrong way round, and a broken one lets its counter
run by itself. Believed, either would be money of thin air or wrong money. Pure: pairs in, a
doubt out.

Source: ccTalk generic specification, event buffers of coin acceptors and bill validators.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from firmware.cabinet.coins import STACKED
from firmware.hardware import cctalk
from firmware.hardware.cctalk import EVENTS_IN_REPLY, Credit

SWAPPED = "swapped_results"
RUNNING = "counter_runs"
"""Details of the fault, as the operator's words know them."""

LAST_PATH = 8
"""Sorter paths are 1 to 8; 0 is a unit without a sorter."""
COUPON = 255
"""First byte of a bill unit's pair for a barcode coupon."""
HELD = 1
"""Second byte of a bill's pair: it waits in escrow."""
FULL_STEPS = 3
"""Steps over the whole buffer, one after the other and with the same coin only, are none of
coins: as many equal coins do not fall within two readings."""

Pair = tuple[int, int]


def is_swapped_coin(
    pair: Pair, let_in: Collection[int], paths: Mapping[int, Collection[int]]
) -> bool:
    """Whether a coin unit's pair makes sense only the other way round.

    Args:
        pair: (position, sorter path) or (0, event code).
        let_in: positions that the cabinet ever opens.
        paths: position -> sorter paths, where the unit has told them.

    >>> is_swapped_coin((1, 5), {5}, {}), is_swapped_coin((5, 1), {5}, {})
    (True, False)
    """
    first, second = pair
    if first == 0:
        return False
    if first > cctalk.LAST_COIN:
        return second == 0  # no such position: an event code
    told = paths.get(first)
    if second == 0:
        return told is not None and 0 not in told
    if first == second or second not in let_in:
        return False
    is_plain = first in let_in and second <= LAST_PATH if told is None else second in told
    other = paths.get(second)
    return not is_plain and (other is None or first in other)


def is_swapped_bill(pair: Pair) -> bool:
    """Whether a bill unit's pair makes sense only the other way round: a bill is stacked (0) or
    held (1), and there are sixteen.

    >>> is_swapped_bill((1, 3)), is_swapped_bill((3, 1)), is_swapped_bill((0, 20))
    (True, False, False)
    """
    first, second = pair
    if first in (0, COUPON):
        return False
    return second > HELD if first <= cctalk.LAST_BILL else second == STACKED


def is_never_held(fresh: Sequence[Pair], older: Sequence[Pair]) -> bool:
    """Whether a bill is told as stacked that was not held before, by a unit with escrow: it is
    an event code.

    Args:
        fresh: the new pairs, newest first.
        older: those before them, newest first.
    """
    pairs = (*fresh, *older)
    return any(
        0 < first <= cctalk.LAST_BILL
        and second == STACKED
        and (first, HELD) not in pairs[place + 1 :]
        for place, (first, second) in enumerate(fresh)
    )


class RunningCounter:
    """Watches for a counter that goes on over the whole buffer and brings nothing new."""

    def __init__(self) -> None:
        self._steps = 0

    def is_running(self, before: Credit, now: Credit, step: int) -> bool:
        """Whether it runs by itself; `step` is how many events it says are new."""
        if step < EVENTS_IN_REPLY or before.pairs != now.pairs:
            self._steps = 0
            return False
        self._steps += 1
        is_one_coin = len(set(now.pairs)) == 1 and now.pairs[0] != (0, 0)
        return self._steps >= FULL_STEPS or not is_one_coin
