"""Turns a `Message` into words: the one place where the program learns a language.

The texts are gettext catalogues (`language.py` says where they lie), the form translators know
and whose plural rules are right. `tools/setup` and the wheel's build compile them; each compiled
file carries the digest of its source, so a stale one is never used in silence: the source is
compiled again in memory instead.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import logging
import re
import struct
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from firmware.errors import CabinatoError
from firmware.language import SHIPPED, Language, source_of
from firmware.words import Message

_DIGEST_KEY = "@source"
_PLACE = re.compile(r"\{(\w+)\}")
_LOG = logging.getLogger(__name__)


class CatalogueError(CabinatoError, LookupError):
    """A text that a catalogue does not have, or cannot fill; or an unusable catalogue."""


class _Absent(gettext.NullTranslations):
    """The end of the search: says that nothing was found, where gettext would echo the key."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002
        raise KeyError(msgid1)


@dataclass(slots=True)
class Catalogue:
    """The texts of one language.

    Attributes:
        language: whose words these are.
        is_strict: whether a missing text or value raises; otherwise it is logged once and
            its name is shown, because a player is better served by a name than by a fault.
    """

    language: Language
    _texts: gettext.GNUTranslations
    is_strict: bool = False
    _told: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, language: Language, *, strict: bool = False) -> Catalogue:
        """Read the catalogue of `language`.

        One of the operator's own that cannot be used is logged, and speaks English: a player is
        better served so than by a fault.

        Raises:
            CatalogueError: there is none, or it is not compiled and cannot be here; of a language
                that is not shipped strict only.
        """
        try:
            texts = _translations(source_of(language))
        except CatalogueError as fault:
            if strict or language in SHIPPED:
                raise
            _LOG.error("%s; English is spoken in its place", fault)
            texts = _translations(source_of(Language.EN))
        texts.add_fallback(_Absent())
        return cls(language, texts, strict)

    def text(self, message: Message) -> str:
        """The words of `message`, with its values filled in.

        Raises:
            CatalogueError: strict only: no such entry, no plural forms for a count, or a
                place without a value.
        """
        try:
            found = _found(self._texts, message)
        except KeyError:
            found = self._missing(
                self._in_english(message), f"{message.key}: no such text in {self.language}"
            )
        if "{" not in found:
            return found
        values: dict[str, int | str | Message] = dict(message.values)
        if message.count is not None:
            values.setdefault("count", message.count)
        return _PLACE.sub(lambda place: self._filled(message.key, place, values), found)

    def has(self, key: str) -> bool:
        """Whether there is an entry of this name without plural forms."""
        try:
            self._texts.gettext(key)
        except KeyError:
            return False
        return True

    def number(self, value: int) -> str:
        """A whole number as it is written in this language: `12 345` (no-break), `12,345`."""
        return f"{value:,}".replace(",", self.language.manner.thousands)

    def decimal(self, value: float) -> str:
        """A number with one decimal: `4,9` (it, ru) or `4.9`."""
        return self.language.manner.decimals(value, 1)

    def money(self, minor: int, currency: str) -> str:
        """`minor` hundredths as an amount: `1 234,50 €` (it, ru; no-break) or `€1,234.50`.

        `currency` is its sign, or its letters where it has none.
        """
        manner = self.language.manner
        whole, rest = divmod(abs(minor), 100)
        amount = f"{self.number(whole)}{manner.point}{rest:02d}"
        written = manner.money.replace("{amount}", amount).replace("{currency}", currency)
        return f"-{written}" if minor < 0 else written

    def _in_english(self, message: Message) -> str:
        """What English has for a text that a language of the operator's own lacks, or its name."""
        if self.is_strict or self.language in SHIPPED:
            return message.key
        try:
            return _found(_english(), message)
        except KeyError:
            return message.key

    def _filled(
        self, key: str, place: re.Match[str], values: dict[str, int | str | Message]
    ) -> str:
        match values.get(place[1]):
            case None:
                return self._missing(place[0], f"{key}: nothing given for {place[0]}")
            case Message() as inner:
                return self.text(inner)
            case int() as number:
                return self.number(number)
            case text:
                return text

    def _missing(self, shown: str, reason: str) -> str:
        if self.is_strict:
            raise CatalogueError(reason)
        if reason not in self._told:
            self._told.add(reason)
            _LOG.warning("%s", reason)
        return shown


def _found(texts: gettext.GNUTranslations, message: Message) -> str:
    """The entry of a message, its places not yet filled; raises KeyError where there is none."""
    if message.count is None:
        return texts.gettext(message.key)
    return texts.ngettext(message.key, message.key, message.count)


@cache
def _english() -> gettext.GNUTranslations:
    texts = _translations(source_of(Language.EN))
    texts.add_fallback(_Absent())
    return texts


def compile_catalogue(source: Path) -> bytes:
    """The `.mo` form of the `.po` file `source`, with the digest of the source inside.

    Raises:
        CatalogueError: it cannot be read, or Babel, which compiles it, is not installed.
    """
    try:
        # Slow to import, and only needed where nothing was compiled beforehand.
        from babel.messages import mofile, pofile
    except ImportError as fault:
        raise CatalogueError(
            f"{source}: not compiled, and Babel is not installed; run tools/setup"
        ) from fault
    written = source.read_bytes()
    try:
        entries = pofile.read_po(io.BytesIO(written), abort_invalid=True)
    except (pofile.PoFileError, ValueError) as fault:
        raise CatalogueError(f"{source}: {fault}") from fault
    entries.add(_DIGEST_KEY, _digest(written))
    compiled = io.BytesIO()
    mofile.write_mo(compiled, entries)
    return compiled.getvalue()


def compile_all(locale: Path) -> tuple[Path, ...]:
    """Compile every catalogue under the folder `locale` beside its source; the files written."""
    made = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        fresh = target.with_suffix(".mo.new")  # renamed when whole: a reader sees old or new
        fresh.write_bytes(compile_catalogue(source))
        fresh.replace(target)
        made.append(target)
    return tuple(made)


def _digest(written: bytes) -> str:
    return hashlib.sha256(written).hexdigest()


def _translations(source: Path) -> gettext.GNUTranslations:
    compiled = source.with_suffix(".mo")
    if not source.exists() and not compiled.exists():
        raise CatalogueError(f"{source}: no such catalogue")
    if not source.exists():
        return _parsed(compiled, compiled.read_bytes())
    try:
        ready = _parsed(compiled, compiled.read_bytes())
        if _is_of(ready, source):
            return ready
    except (FileNotFoundError, CatalogueError):
        pass  # the source is here, and it is the better of the two
    _LOG.info("%s: not compiled, or changed since; tools/setup compiles it", source)
    return _parsed(source, compile_catalogue(source))


def _is_of(ready: gettext.GNUTranslations, source: Path) -> bool:
    return ready.gettext(_DIGEST_KEY) == _digest(source.read_bytes())


def _parsed(path: Path, compiled: bytes) -> gettext.GNUTranslations:
    stream: Any = io.BytesIO(compiled)  # typeshed's protocol is private
    try:
        return gettext.GNUTranslations(stream)
    except (OSError, ValueError, IndexError, struct.error) as fault:
        raise CatalogueError(f"{path}: not a compiled catalogue: {fault}") from fault
