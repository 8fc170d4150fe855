"""The probabilities behind the battery, from the mathematics library alone.

Every test turns counts into a p-value: how often a fair source would look at least as odd.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, erfc, exp, lgamma, log, sqrt

_SMALL = 1e-300
_LEAST_EXPECTED = 5.0


def chi_square_p(statistic: float, freedom: int) -> float:
    """Upper tail of the chi-square distribution with `freedom` degrees of freedom.

    >>> round(chi_square_p(3.841459, 1), 6), round(chi_square_p(2.0, 2), 6)
    (0.05, 0.367879)
    """
    return _upper_gamma(freedom / 2, statistic / 2)


def normal_p(z: float) -> float:
    """Both tails of the normal distribution beyond `z` standard deviations.

    >>> round(normal_p(-1.959964), 6)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def counts_p(observed: Sequence[float], expected: Sequence[float]) -> float:
    """Chi-square test of counts; classes are pooled until each expects at least five."""
    pooled: list[tuple[float, float]] = []
    seen, hoped = 0.0, 0.0
    for count, mean in sorted(zip(observed, expected, strict=True), key=lambda pair: pair[1]):
        seen, hoped = seen + count, hoped + mean
        if hoped >= _LEAST_EXPECTED:
            pooled.append((seen, hoped))
            seen, hoped = 0.0, 0.0
    if hoped and pooled:
        last_seen, last_hoped = pooled.pop()
        pooled.append((last_seen + seen, last_hoped + hoped))
    if len(pooled) < 2:
        raise ValueError(f"too few counts for a test: {sum(observed)} in {len(observed)} classes")
    return chi_square_p(sum((n - mean) ** 2 / mean for n, mean in pooled), len(pooled) - 1)


def stirling(things: int, groups: int) -> int:
    """In how many ways `things` can be put into exactly `groups` unnamed groups.

    >>> [stirling(5, groups) for groups in range(1, 6)]
    [1, 15, 25, 10, 1]
    """
    if things == groups:
        return 1
    if groups == 0 or groups > things:
        return 0
    return groups * stirling(things - 1, groups) + stirling(things - 1, groups - 1)


def distinct_p(size: int, kinds: int, distinct: int) -> float:
    """Chance that `size` draws out of `kinds` equal kinds show exactly `distinct` of them.

    >>> distinct_p(2, 13, 1) == 1 / 13
    True
    """
    ways = stirling(size, distinct)
    for used in range(distinct):
        ways *= kinds - used
    return ways / kinds**size


def complete_at_p(kinds: int, length: int) -> float:
    """Chance that the last of `kinds` equal kinds first appears at draw `length`.

    >>> complete_at_p(2, 2)
    0.5
    """
    return _seen_all(kinds, length) - _seen_all(kinds, length - 1)


def _seen_all(kinds: int, length: int) -> float:
    """Chance that `length` draws have shown every kind."""
    return sum(
        (-1) ** unseen * comb(kinds, unseen) * ((kinds - unseen) / kinds) ** length
        for unseen in range(kinds + 1)
    )


def _upper_gamma(shape: float, x: float) -> float:
    """Regularised upper incomplete gamma function Q(shape, x)."""
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    return 1 - front * _series(shape, x) if x < shape + 1 else front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    """The power series of the lower function, for small x."""
    term = total = 1 / shape
    step = shape
    while term > total * 1e-16:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    """The continued fraction of the upper function by Lentz's method, for large x."""
    b = x + 1 - shape
    c, d = 1 / _SMALL, 1 / b
    value = d
    for step in range(1, 100_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b or _SMALL)
        c = b + a / c or _SMALL
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            return value
    raise ArithmeticError(f"no convergence for {shape}, {x}")
