"""Which languages there are, and how each calls itself and writes its numbers.

A language is a catalogue that lies there, never a line of the program: a folder
`<code>/LC_MESSAGES/` with `cabinato.po` or `cabinato.mo` in the shipped `assets/locale/`, or in
a folder of the operator's own that `CABINATO_LOCALE` names. What has to be known of a language
before its words are wanted stands in the first lines of its file, so that a start reads no whole
catalogue for a name.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from firmware.assets import asset

FOLDERS = "CABINATO_LOCALE"
"""Name of the variable with folders of more languages, parted like those of PATH."""

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_ENTRY = re.compile(r'^msgid "((?:language|format)\.\w+)"\nmsgstr "(.*)"$', re.MULTILINE)
_NUMBER = re.compile(r"1(\D?)234(\D)5")
_MONEY, _PERCENT = "{currency}{amount}", "{number}%"
_HEAD_BYTES = 4_096
_LAST = 1_000


class _Ring(type):
    """Lets `Language` be gone through, as an enumeration: what is there, in the ring's order."""

    def __iter__(cls) -> Iterator[Language]:
        return iter(languages())

    def __len__(cls) -> int:
        return len(languages())

    def __contains__(cls, code: object) -> bool:
        return code in languages()


class Language(str, metaclass=_Ring):
    """A language by its code, such as `it`; equal codes are the same object.

    Raises:
        ValueError: no catalogue of that language lies anywhere; names those that do.

    >>> Language("ru") is Language.RU, list(Language)[:3]
    (True, [Language('it'), Language('en'), Language('ru')])
    """

    __slots__ = ()

    IT: ClassVar[Language]
    EN: ClassVar[Language]
    RU: ClassVar[Language]

    def __new__(cls, code: str) -> Language:
        known = _MADE.get(code)
        if known is not None:
            return known
        if _folder_of(code) is None:
            there = ", ".join(languages())
            raise ValueError(f"no catalogue of a language {code!r} is there; there are: {there}")
        return _made(code)

    @classmethod
    def stored(cls, code: str) -> Language:
        """A language that was kept; English where its catalogue was taken away since.

        Raises:
            ValueError: it is no code of a language.
        """
        if not _CODE.fullmatch(code):
            raise ValueError(f"no code of a language: {code!r}")
        return cls(code) if code in _MADE or _folder_of(code) else cls.EN

    @property
    def following(self) -> Language:
        """The next one in the ring; the first after one that is not there any more.

        >>> Language.IT.following
        Language('en')
        """
        ring = languages()
        place = ring.index(self) + 1 if self in ring else 0
        return ring[place % len(ring)]

    @property
    def manner(self) -> Manner:
        """How it calls itself and writes numbers."""
        return _manner(self, _extra())

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Where a configuration is read: a text that names a language that is there."""
        from pydantic_core import core_schema  # here already, whenever this is asked for

        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())

    def __repr__(self) -> str:
        return f"Language({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Manner:
    """What the head of a catalogue says; what it leaves out is as in English.

    Attributes:
        name: of the language, in itself.
        order: its place in the ring of LINGUA, the least first.
        thousands: what parts thousands; may be nothing.
        point: what stands before decimals.
        money: an amount with the places `{amount}` and `{currency}`.
        percent: a share with the place `{number}`.
    """

    name: str
    order: int = _LAST
    thousands: str = ","
    point: str = "."
    money: str = _MONEY
    percent: str = _PERCENT

    def decimals(self, value: float, digits: int) -> str:
        """A number with so many decimals, its thousands not parted: `-4,90`.

        >>> Language.IT.manner.decimals(-4.9, 2)
        '-4,90'
        """
        return f"{value:.{digits}f}".replace(".", self.point)


def languages() -> tuple[Language, ...]:
    """The languages that are there, in the order LINGUA goes through them."""
    return _languages(_extra())


def source_of(language: str) -> Path:
    """Where the `.po` of a language lies, or would: it may be there compiled only.

    A shipped catalogue comes before one of the same language in a folder of the operator's.
    """
    folder = _folder_of(language) or asset("locale")
    return _source(folder, language)


def _extra() -> str:
    return os.environ.get(FOLDERS, "")


def _folders(extra: str) -> tuple[Path, ...]:
    return (asset("locale"), *(Path(each) for each in extra.split(os.pathsep) if each))


def _source(folder: Path, code: str) -> Path:
    return folder / code / "LC_MESSAGES" / "cabinato.po"


def _folder_of(code: str) -> Path | None:
    """The first folder with a catalogue of that language, compiled or not."""
    if not _CODE.fullmatch(code):
        return None
    for folder in _folders(_extra()):
        source = _source(folder, code)
        if source.exists() or source.with_suffix(".mo").exists():
            return folder
    return None


@lru_cache(maxsize=8)
def _languages(extra: str) -> tuple[Language, ...]:
    codes = {
        path.name for folder in _folders(extra) if folder.is_dir() for path in folder.iterdir()
    }
    there = [Language(code) for code in sorted(codes) if _folder_of(code) is not None]
    return tuple(sorted(there, key=lambda each: (each.manner.order, each)))


@lru_cache(maxsize=64)
def _manner(language: Language, extra: str) -> Manner:  # noqa: ARG001 - part of what is remembered
    said = _head(source_of(language))
    number = _NUMBER.fullmatch(said.get("format.number", "")) or ("", ",", ".")
    order = said.get("language.order", "")
    return Manner(
        name=said.get("language.name") or str(language),
        order=int(order) if order.isdecimal() else _LAST,
        thousands=_unbroken(number[1]),
        point=number[2],
        money=_unbroken(said.get("format.money") or _MONEY),
        percent=_unbroken(said.get("format.percent") or _PERCENT),
    )


def _unbroken(text: str) -> str:
    return text.replace(" ", NO_BREAK_SPACE)


def _head(source: Path) -> dict[str, str]:
    """The entries `language.*` and `format.*` of a catalogue; those it has, if it can be read."""
    try:
        with source.open("rb") as stream:
            text = stream.read(_HEAD_BYTES).decode("utf-8", errors="ignore")
        return dict(_ENTRY.findall(text.replace("\r\n", "\n")))
    except FileNotFoundError:
        return _compiled_head(source.with_suffix(".mo"))
    except OSError:
        return {}


def _compiled_head(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as stream:
            texts = gettext.GNUTranslations(stream)
    except (OSError, ValueError, IndexError):  # as much as it can be is told when it is wanted
        return {}
    return {name: told for name in _HEAD if (told := texts.gettext(name)) != name}


_HEAD = ("language.name", "language.order", "format.number", "format.money", "format.percent")
_MADE: dict[str, Language] = {}


def _made(code: str) -> Language:
    return _MADE.setdefault(code, str.__new__(Language, code))


Language.IT, Language.EN, Language.RU = map(_made, ("it", "en", "ru"))
SHIPPED = (Language.IT, Language.EN, Language.RU)
"""What every pack speaks."""
