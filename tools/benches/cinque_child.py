"""A solver of Cinque Mani alone in a process: its mixes, when each was there, and its memory.

Called by `bench_cinque`: cinque_child.py ours|plain "25 CARDS" CPU_SECONDS
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

sys.path[:0] = [str(Path(__file__).resolve().parents[at]) for at in (1, 2)]
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from firmware.cards.card import Card, parse_cards  # noqa: E402
from firmware.games.cinque_mani.hands import PLAIN  # noqa: E402
from firmware.games.cinque_mani.mix import Mix, write_mix  # noqa: E402

SEED = 1
"""Of the plain solver's chances; the other has its own."""


def main(who: str, cards: Sequence[Card], longest_s: float) -> None:
    """Solve for points, and say so in JSON."""
    run = []
    for mix in _mixes(who, cards):
        run.append((process_time(), write_mix(mix)))
        if run[-1][0] > longest_s:
            break
    print(json.dumps({"run": run, "peak_mb": _peak_mb()}))


def _peak_mb() -> float:
    """The most memory of this process; in `getrusage` that of its caller counts too."""
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1024


def _mixes(who: str, cards: Sequence[Card]) -> Iterator[Mix]:
    """The one that is measured is all that is imported."""
    if who == "plain":
        from solvers.cinque_plain import steps

        return (step.mix for step in steps(cards, SEED))
    from firmware.games.cinque_mani.opponent import points_mixes

    return points_mixes(cards, PLAIN, 10_000)


if __name__ == "__main__":
    main(sys.argv[1], parse_cards(sys.argv[2]), float(sys.argv[3]))
