"""What is said, apart from the language it is said in.

A `Message` names an entry of the catalogues (`language.py` says which there are) and carries the
values that fill it. Nothing in the program holds a sentence; `screens/speech.py` and the
command line turn messages into words.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.language import Language

__all__ = ["Language", "Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """An entry of the catalogue with its values.

    Attributes:
        key: name of the entry, such as `key.deal` or `win.of_credits`.
        values: (name, value) pairs for the `{name}` places of the text; a value may
            be a number, a text or another message.
        count: the number that chooses the plural form, also available as `{count}`;
            None for an entry without plurals.
    """

    key: str
    values: tuple[tuple[str, int | str | Message], ...] = ()
    count: int | None = None
