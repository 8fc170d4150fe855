"""The words and numbers of the printed report, in one language."""

from __future__ import annotations

from fractions import Fraction

from firmware import decimals
from firmware.catalogue import Catalogue
from firmware.decimals import NONE
from firmware.money import GameId
from firmware.words import Language, Message

SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "RUB": "₽", "CHF": "CHF"}
"""Currencies by the letters that the configuration has."""


class ReportWords:
    """A catalogue with short ways to ask it.

    Args:
        language: of the report.
        currency: letters of the currency, as in the configuration.
    """

    def __init__(self, language: Language, currency: str = "") -> None:
        self.language = language
        self._catalogue = Catalogue.load(language)
        self._sign = SIGNS.get(currency, currency)

    def text(self, key: str, **values: int | str | Message) -> str:
        """The words of an entry, filled in."""
        return self._catalogue.text(Message(key, tuple(values.items())))

    def counted(self, key: str, count: int, **values: int | str | Message) -> str:
        """The words of an entry with plural forms."""
        return self._catalogue.text(Message(key, tuple(values.items()), count))

    def message(self, message: Message) -> str:
        """The words of a message."""
        return self._catalogue.text(message)

    def named(self, key: str, name: str) -> str:
        """The words of an entry; the name itself where a newer ledger counts what has none yet."""
        return self.text(key) if self._catalogue.has(key) else name.replace("_", " ")

    def game(self, game: GameId) -> str:
        """The name of a game."""
        return self.text(f"operator.returns.row.{game}")

    def number(self, value: int) -> str:
        """A whole number."""
        return self._catalogue.number(value).replace("-", decimals.MINUS)

    def money(self, minor: int) -> str:
        """Minor units as an amount of money."""
        return self._catalogue.money(minor, self._sign).replace("-", decimals.MINUS)

    def decimal(self, value: Fraction | float | None, digits: int = 2) -> str:
        """A number with decimals."""
        return decimals.decimal(value, self.language, digits)

    def percent(self, share: Fraction | float | None, digits: int = 2) -> str:
        """A share of 1 in percent."""
        return decimals.percent(share, self.language, digits)

    def small_percent(self, share: Fraction | float | None) -> str:
        """A share in percent, the smaller the finer."""
        return decimals.small_percent(share, self.language)

    def signed(self, value: Fraction | float | None) -> str:
        """A number with two decimals and its sign."""
        return decimals.signed(value, self.language)

    def band(self, edges: tuple[float, float] | None) -> str:
        """Two returns of 1, as percent."""
        if edges is None:
            return NONE
        low, high = (self.decimal(100 * edge) for edge in edges)
        return f"{low} {NONE} {high}"
