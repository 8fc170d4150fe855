"""Shares, points and distances as people write them: on the operator's pages and on paper."""

from __future__ import annotations

from fractions import Fraction

from firmware.words import Language

NONE = "\N{EN DASH}"
"""For what is not known: no guess, and no 0 either."""
MINUS = "\N{MINUS SIGN}"
_SPACE = "\N{NO-BREAK SPACE}"


def decimal(value: Fraction | float | None, language: Language, digits: int = 2) -> str:
    """A number with so many decimals; a dash where there is none.

    >>> decimal(-1.5, Language.IT)
    '−1,50'
    """
    if value is None:
        return NONE
    return language.manner.decimals(float(value), digits).replace("-", MINUS)


def percent(share: Fraction | float | None, language: Language, digits: int = 2) -> str:
    """A share of 1 in percent."""
    if share is None:
        return NONE
    return f"{decimal(100 * share, language, digits)}{_SPACE}%"


def signed(value: Fraction | float | None, language: Language) -> str:
    """A number with two decimals and its sign, whichever it is."""
    plus = "+" if value is not None and value > 0 else ""
    return f"{plus}{decimal(value, language)}"


def small_percent(share: Fraction | float | None, language: Language) -> str:
    """A share in percent, the smaller the finer: down to one hand in some hundred thousand."""
    if share is None or share == 0 or share >= 0.1:
        return percent(share, language)
    return percent(share, language, 3 if share >= 0.01 else 4)
