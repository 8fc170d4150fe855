"""Why a cabinet that nobody sits in front of cannot begin: what its page is made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.screens.speech import Speech


@unique
class RefusalKind(StrEnum):
    """What keeps it from beginning."""

    CONFIG = "config"
    """A file that somebody wrote has faults."""
    IN_USE = "in_use"
    """Another program runs on the ledger's folder."""
    FOREIGN = "foreign"
    """The folder holds the ledger of a test."""


CODES: dict[RefusalKind, str] = {
    RefusalKind.CONFIG: "F-01",
    RefusalKind.IN_USE: "F-02",
    RefusalKind.FOREIGN: "F-03",
}
"""What an attendant says on the telephone, as those of `fault_signs`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is to be mended before the cabinet can begin.

    Attributes:
        kind: what keeps it.
        path: the file or the folder.
        faults: of the file, a line each, as the configuration tells them; else one sentence.
    """

    kind: RefusalKind
    path: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileFault:
    """One fault of a file.

    Attributes:
        file: which; empty where the fault does not say.
        line: where in it; None where nothing stands that could be pointed at.
        problem: the rest, as it was told.
    """

    file: str
    line: int | None
    problem: str


_LINE = re.compile(r"^(?P<file>[^:]+)(?::(?P<line>\d+))?: (?P<problem>.*)$", re.S)
_KINDS = (
    (
        "near",
        re.compile(r"^(?P<entry>.*): unknown (?:key|table); did you mean '(?P<near>[^']*)'.*$"),
    ),
    ("unknown", re.compile(r"^(?P<entry>.*): unknown (?:key|table); .*$")),
    (
        "whole_credits",
        re.compile(
            r"^(?P<entry>.*): (?:coin|note) (?P<value>\d+) is not a whole number of credits of "
            r"(?P<credit>\d+)$"
        ),
    ),
    (
        "or_largest",
        re.compile(
            r"^(?P<entry>.*): must be 0, or at least the largest (?:coin|note), (?P<credits>\d+) "
            r"credits$"
        ),
    ),
    (
        "at_least",
        re.compile(r"^(?P<entry>.*): must be at least the largest coin, (?P<credits>\d+) credits$"),
    ),
    (
        "above_ceiling",
        re.compile(
            r"^(?P<entry>.*): the largest note is (?P<credits>\d+) credits, above "
            r"coin.credit_ceiling$"
        ),
    ),
    ("missing", re.compile(r"^(?P<entry>.*): missing; must be (?P<allowed>.*)$")),
    ("allowed", re.compile(r"^(?P<entry>.*): must be (?P<allowed>.*)$")),
    ("pin", re.compile(r"^(?P<entry>.*): pin already used by (?P<other>.*)$")),
    ("syntax", re.compile(r"^not TOML: (?P<reason>.*)$")),
    ("unreadable", re.compile(r"^cannot be read: (?P<reason>.*)$")),
)
"""What is said of a file most often, in the reader's language; any other fault as it was told."""


def read_fault(told: str) -> FileFault:
    """A fault that the configuration told, taken apart.

    >>> read_fault("hw.toml:41: coin.port = 3: must be a path")
    FileFault(file='hw.toml', line=41, problem='coin.port = 3: must be a path')
    """
    found = _LINE.match(told)
    if found is None or " " in found["file"].strip():
        return FileFault("", None, told)
    line = None if found["line"] is None else int(found["line"])
    return FileFault(found["file"], line, found["problem"])


def fault_text(problem: str, words: Speech) -> str:
    """What is wrong, in the reader's language as far as it is one of the usual faults.

    Keys, values and what a key may say stay as the file's own comments have them.
    """
    for name, pattern in _KINDS:
        found = pattern.match(problem)
        if found is not None:
            told = found.groupdict()
            if "allowed" in told:
                told["allowed"] = _allowed(told["allowed"], words)
            return words.text(f"refused.fault.{name}", **told)
    return problem


_WHOLE = re.compile(r"^a whole number from (?P<low>\d+) to (?P<high>\d+)(?: \(.*\))?$")
_QUOTED = re.compile(r'^"[^"]*"(, "[^"]*")* or "[^"]*"$')


def _allowed(said: str, words: Speech) -> str:
    """What a key may say, in the reader's language as far as it is one of the usual sorts."""
    whole = _WHOLE.match(said)
    if whole is not None:
        return words.text("refused.allowed.whole", **whole.groupdict())
    if said == "true or false" or _QUOTED.match(said):
        return words.text("refused.allowed.or").join(said.rsplit(" or ", 1))
    return said
