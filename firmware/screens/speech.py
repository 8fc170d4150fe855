"""The words of a picture in the player's language, each looked up once."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from firmware.catalogue import Catalogue
from firmware.device_words import HealthWords, event_words, health_words, quarantine_words
from firmware.events import Health
from firmware.fact_words import FactWords, fact_words
from firmware.facts import MachineFacts, Trouble
from firmware.money import Tender
from firmware.panel import Key
from firmware.words import Language, Message


class Speech:
    """A catalogue with short ways to ask it, and with memory."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.language = catalogue.language
        self._catalogue = catalogue
        self._text = lru_cache(maxsize=2048)(catalogue.text)
        self._number = lru_cache(maxsize=2048)(catalogue.number)

    def text(self, key: str, **values: int | str | Message) -> str:
        """The words of an entry, filled in."""
        return self._text(Message(key, tuple(values.items())))

    def counted(self, key: str, count: int, **values: int | str | Message) -> str:
        """The words of an entry with plural forms."""
        return self._text(Message(key, tuple(values.items()), count))

    def message(self, message: Message) -> str:
        """The words of a message."""
        return self._text(message)

    def named(self, key: str, name: str) -> str:
        """The words of an entry; the name itself where the books tell of what has none."""
        return self.text(key) if self._catalogue.has(key) else name.replace("_", " ")

    def legend(self, key: Key) -> str:
        """What stands on a lit key."""
        return "" if key.legend is None else self._text(key.legend)

    def number(self, value: int) -> str:
        """A whole number as this language writes it."""
        return self._number(value)

    def decimal(self, value: float) -> str:
        """A number with one decimal: `4,9` (it, ru) or `4.9`."""
        return self._catalogue.decimal(value)

    def health(self, health: Health, detail: str, tender: Tender) -> HealthWords:
        """What the health of a slot's unit means, and what to do."""
        return health_words(self._catalogue, health, detail, tender)

    def facts(self, facts: MachineFacts, there: Collection[Trouble]) -> tuple[FactWords, ...]:
        """What the machine tells of itself, and what to do where it is bad; `there` is already."""
        return fact_words(self._catalogue, facts, there)

    def event(self, code: int, tender: Tender) -> str:
        """What a unit means by an event code; empty for one nobody knows."""
        return event_words(self._catalogue, code, tender)

    def quarantine(self, reason: str) -> str:
        """Why signals that look like money were not booked."""
        return quarantine_words(self._catalogue, reason)

    def money(self, minor: int, currency: str) -> str:
        """An amount of money as this language writes it."""
        return self._catalogue.money(minor, currency)


@lru_cache(maxsize=16)
def speech(language: Language) -> Speech:
    """The words of a language, read at its first use."""
    return Speech(Catalogue.load(language))
