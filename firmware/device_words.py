"""What the health of a coin or bill unit means, in words: for the screens and the doctor alike.

A driver says its health and a detail of fixed shape: a word, a code of the unit, or a path.
Here these become a name, a sentence and what to do. Words and codes that no catalogue knows
are shown as they are: a raw detail is better than none.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.catalogue import Catalogue
from firmware.events import Health
from firmware.money import Tender
from firmware.words import Message

FIRST_INHIBITED_KIND = 128
LAST_INHIBITED_KIND = 159
"""A coin unit's codes for a coin of kind 1, 2... that came while the unit was closed to it."""

_FAULTS_TOLD_AS_EVENTS = {
    Tender.COIN: frozenset({13, 14, 15, 26, 29}),
    Tender.NOTE: frozenset({7, 13, 15, 19}),
}
"""Codes behind FAULT that are events. All others are answers of a self-check, which numbers
its faults in its own way; where a number is both, the self-check is asked again and lasts."""


@dataclass(frozen=True, slots=True)
class HealthWords:
    """A health as it is told.

    Attributes:
        name: one or two words, small.
        what: what it means: one or more sentences.
        todo: what to do about it.
    """

    name: str
    what: str
    todo: str


def health_words(
    catalogue: Catalogue, health: Health, detail: str = "", tender: Tender = Tender.COIN
) -> HealthWords:
    """The words for a health with its detail; `tender` says whose codes a number is from.

    >>> from firmware.words import Language
    >>> health_words(Catalogue.load(Language.EN), Health.JAM, "6").what
    'Something is stuck in the unit. Code 6: coin late at the credit sensor.'
    """
    if tender is Tender.NOTE and detail == "no_coins":  # ccTalk drivers say it of both tenders
        detail = "no_notes"
    what = catalogue.text(Message(f"health.what.{health}"))
    exactly = _exactly(catalogue, health, detail, tender)
    todo = f"health.todo.{health}.{detail}"
    if not catalogue.has(todo):
        todo = f"health.todo.{health}"
    return HealthWords(
        name=catalogue.text(Message(f"health.{health}")),
        what=f"{what} {exactly}".strip(),
        todo=catalogue.text(Message(todo)),
    )


def event_words(catalogue: Catalogue, code: int, tender: Tender = Tender.COIN) -> str:
    """What a unit means by an event code: a few small words, empty for one nobody knows.

    >>> from firmware.words import Language
    >>> event_words(Catalogue.load(Language.EN), 20), event_words(Catalogue.load(Language.EN), 77)
    ('coin on a string', '')
    """
    if tender is Tender.NOTE:
        return _known(catalogue, f"bill_code.{code}")
    if FIRST_INHIBITED_KIND <= code <= LAST_INHIBITED_KIND:
        kind = code - FIRST_INHIBITED_KIND + 1
        return catalogue.text(Message("coin_code.inhibited", (("kind", kind),)))
    return _known(catalogue, f"coin_code.{code}")


def quarantine_words(catalogue: Catalogue, reason: str) -> str:
    """Why signals that look like money were not booked: a few small words; a reason that nobody
    knows is shown as it is.

    >>> from firmware.words import Language
    >>> quarantine_words(Catalogue.load(Language.EN), "lone_pulse")
    'a single pulse, worth no coin'
    """
    return _known(catalogue, f"quarantine.{reason}") or reason


def _exactly(catalogue: Catalogue, health: Health, detail: str, tender: Tender) -> str:
    known = _known(catalogue, f"health.detail.{health}.{detail}") if detail else ""
    if known or not (detail.isascii() and detail.isdigit()):
        return known or detail
    code = int(detail)
    is_event = health is not Health.FAULT or code in _FAULTS_TOLD_AS_EVENTS[tender]
    words = (
        event_words(catalogue, code, tender)
        if is_event
        else _known(catalogue, f"self_check.{code}") or event_words(catalogue, code, tender)
    )
    if not words:
        return catalogue.text(Message("health.code_unknown", (("code", detail),)))
    return catalogue.text(Message("health.code", (("code", detail), ("words", words))))


def _known(catalogue: Catalogue, key: str) -> str:
    return catalogue.text(Message(key)) if catalogue.has(key) else ""
