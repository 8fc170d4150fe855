"""Shares, points and distances as the operator's pages write them: in the language they speak."""

from __future__ import annotations

from fractions import Fraction

from firmware import decimals
from firmware.screens.speech import Speech

NONE, MINUS = decimals.NONE, decimals.MINUS


def decimal(value: Fraction | float | None, words: Speech, digits: int = 2) -> str:
    """As `decimals.decimal`."""
    return decimals.decimal(value, words.language, digits)


def percent(share: Fraction | float | None, words: Speech, digits: int = 2) -> str:
    """As `decimals.percent`."""
    return decimals.percent(share, words.language, digits)


def signed(value: Fraction | float | None, words: Speech) -> str:
    """As `decimals.signed`."""
    return decimals.signed(value, words.language)


def small_percent(share: Fraction | float | None, words: Speech) -> str:
    """As `decimals.small_percent`."""
    return decimals.small_percent(share, words.language)
