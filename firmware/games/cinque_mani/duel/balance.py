"""A small game in figures: how often to play what, so that nobody gains much against it.

This is a linear program, solved by the primal-dual interior point method. Of all good answers
such a method gives one from the middle, which suits the search for arrangements that are still
missing better than a corner would; and it needs a dozen steps however large the game is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Figures = NDArray[np.float64]

_STEPS = 40
_CENTRED = 0.1
"""By how much each step aims to shrink the gap."""
_SHORT_OF = 0.95
"""How far towards the boundary a step goes."""
_LEAST = 1e-4
"""A share below which an arrangement is as good as not played."""


def balanced(gains: Figures, tolerance: float) -> tuple[Figures, Figures]:
    """Shares of the columns against which no row gains more than it must, nearly.

    Args:
        gains: what row i gains of column j, (m, n).
        tolerance: by how much the best row's gain may exceed the least possible.

    Returns:
        the shares, (n,), and those of the rows that make it hardest for them, (m,); none is
        negative, and each are 1 in sum.
    """
    rows, columns = gains.shape
    scale = float(np.abs(gains).max()) / 10 + 1e-9
    shares = np.full(columns, 1 / columns)
    others = np.full(rows, 1 / rows)
    top = float((gains @ shares).max()) + scale
    bottom = float((others @ gains).min()) - scale
    system = np.zeros((columns + 2, columns + 2))
    right = np.zeros(columns + 2)
    for _ in range(_STEPS):
        if top - bottom < tolerance:
            break
        slack = top - gains @ shares
        excess = others @ gains - bottom
        aim = (top - bottom) / (rows + columns) * _CENTRED
        toward_rows, toward_columns = aim / slack - others, aim / shares - excess
        ratio = others / slack
        weighted = gains * ratio[:, None]
        across = weighted.sum(axis=0)
        inner = system[:columns, :columns]
        np.matmul(gains.T, weighted, out=inner)
        inner.flat[:: columns + 1] += excess / shares
        system[:columns, columns] = system[columns, :columns] = -across
        system[columns, columns] = ratio.sum()
        system[:columns, columns + 1] = system[columns + 1, :columns] = -1
        right[:columns] = toward_columns - toward_rows @ gains
        right[columns] = toward_rows.sum()
        right[columns + 1] = shares.sum() - 1
        try:
            step = np.linalg.solve(system, right)
        except np.linalg.LinAlgError:  # as near as the machine's numbers allow
            break
        by_shares, by_top, by_bottom = step[:columns], step[columns], step[columns + 1]
        by_slack = by_top - gains @ by_shares
        by_others = toward_rows - ratio * by_slack
        by_excess = by_others @ gains - by_bottom
        far = min(_reach(shares, by_shares), _reach(slack, by_slack))
        shares, top = shares + far * by_shares, top + far * float(by_top)
        far = min(_reach(others, by_others), _reach(excess, by_excess))
        others, bottom = others + far * by_others, bottom + far * float(by_bottom)
    return shares / shares.sum(), others / others.sum()


def _reach(values: Figures, steps: Figures) -> float:
    """How much of the steps may be gone without any value reaching nothing; 1 at most."""
    falling = steps < 0
    if not falling.any():
        return 1.0
    return min(1.0, _SHORT_OF * float((values[falling] / -steps[falling]).min()))


def few(
    gains: Figures, shares: Figures, size: int, tolerance: float
) -> tuple[NDArray[np.int64], Figures]:
    """A balance of `size` columns at most, the least played left out step by step.

    Args:
        gains: what row i gains of column j, (m, n).
        shares: of all columns, balanced.
        size: how many may be played.
        tolerance: as `balanced` has it.

    Returns:
        which columns, the most played first, and their shares.
    """
    kept = np.arange(len(shares))
    while True:
        order = np.argsort(-shares, kind="stable")
        kept, shares = kept[order], shares[order]
        played = int((shares > _LEAST).sum())
        if played <= size:
            shares = shares[:played]
            return kept[:played], shares / shares.sum()
        kept = kept[: max(size, played * 3 // 4)]
        shares, _ = balanced(gains[:, kept], tolerance)
