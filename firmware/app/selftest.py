"""What the cabinet proves of itself before a pin or a coin line is opened.

The configuration, the ledger and its copies were proven when they were opened, and pins and
lines tell of themselves; here is the rest. `cabinato doctor` asks the same questions.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

import firmware
from firmware.cabinet.state import Fault, FaultName
from firmware.cards.shuffle import SystemSource
from firmware.errors import ChanceError
from firmware.ledger.ledger import Ledger

MANIFEST = "MANIFEST.sha256"
"""What the installer writes beside the program, in the format of sha256sum(1)."""
OWN_DISPLAY = "kmsdrm"
"""The display driver of a cabinet: straight to the screen, nothing in between."""
DISPLAY_VARIABLE = "CABINATO_DISPLAY"
"""Names another driver that a real cabinet may have: a bench or a container without a screen."""
LEAST_FREE_BYTES = 32_000_000
"""Less is no room for an evening: the ledger's own log and its tidying want some of it."""
BLOCK_BITS = 512
"""The system's random source is asked for as many at once."""
BLOCK_BYTES = 65_536
"""A file of the program is read in pieces of this size."""
NAMED = 3
"""So many files are named; the rest are counted."""


@unique
class Part(StrEnum):
    """What is looked at."""

    PROGRAM = "program"
    CHANCE = "chance"
    DISK = "disk"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part stands.

    Attributes:
        part: which.
        is_well: whether nothing has to be done about it.
        state: one fixed word.
        detail: what exactly, or empty.
        what: what it means, a sentence.
        todo: what to do, a sentence, or empty.
    """

    part: Part
    is_well: bool
    state: str
    detail: str
    what: str
    todo: str = ""


_NAMES: Mapping[Part, FaultName] = {
    Part.PROGRAM: FaultName.PROGRAM,
    Part.CHANCE: FaultName.CHANCE,
    Part.DISK: FaultName.LEDGER_FULL,
}
"""The faults that stop play."""


def findings(data: Path) -> Iterator[Finding]:
    """Every part, one after the other."""
    yield program_files(manifest_path())
    yield random_source(SystemSource())
    yield disk_space(data)


def faults(found: Sequence[Finding]) -> list[Fault]:
    """What keeps the cabinet from playing."""
    return [
        Fault(_NAMES[each.part], detail=each.detail)
        for each in found
        if not each.is_well and each.part in _NAMES
    ]


# --- the program ----------------------------------------------------------------------------------


def manifest_path() -> Path | None:
    """The manifest beside this program; None for one that nobody installed."""
    package = Path(firmware.__file__).parent
    for folder in dict.fromkeys((package.parent, Path(sys.prefix).parent)):
        if (folder / MANIFEST).exists():
            return folder / MANIFEST
    return None


def program_files(manifest: Path | None) -> Finding:
    """Whether the files of the program are those that were installed.

    Every file of the list must be there with its content, and every Python file of the program
    must be on the list.
    """
    if manifest is None:
        what = "The program runs from its sources; there is no list of its files."
        return Finding(Part.PROGRAM, True, "unlisted", "", what)
    try:
        wrong = _differences(manifest)
    except (OSError, ValueError) as error:
        wrong = [f"{manifest.name}: {error}"]
    if not wrong:
        what = "Every file of the program is as it was installed."
        return Finding(Part.PROGRAM, True, "intact", "", what)
    more = f" and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
    detail = ", ".join(wrong[:NAMED]) + more
    what = f"The program is not as it was installed: {detail}."
    return Finding(Part.PROGRAM, False, "changed", detail, what, "Install it again.")


def _digest(path: Path, block: memoryview) -> str:
    """SHA-256 of a file, read into `block` piece by piece.

    `hashlib.file_digest` clears a fresh quarter of a megabyte for each of thousands of small files.
    """
    told = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(block):
            told.update(block[:count])
    return told.hexdigest()


def _differences(manifest: Path) -> list[str]:
    folder = manifest.parent
    listed = dict(_listed(manifest))
    if not listed:
        raise ValueError("it lists no file")
    wrong = []
    block = memoryview(bytearray(BLOCK_BYTES))
    for name, digest in listed.items():
        try:
            found = _digest(folder / name, block)
        except OSError as error:
            wrong.append(f"{name} ({error.strerror})")
            continue
        if found != digest:
            wrong.append(f"{name} (changed)")
    home, package = folder.resolve(), Path(firmware.__file__).parent.resolve()
    known = {(home / name).resolve() for name in listed}
    if package.is_relative_to(home):  # both without links: an installed program lies behind one
        strange = [path for path in sorted(package.rglob("*.py")) if path not in known]
        wrong += [f"{path.relative_to(home)} (not on the list)" for path in strange]
    return wrong


def _listed(manifest: Path) -> Iterator[tuple[str, str]]:
    """Name and digest of every line: 64 digits, a space, a space or `*`, the name."""
    for number, line in enumerate(manifest.read_text(encoding="utf-8").splitlines(), start=1):
        digest, sign, name = line[:64], line[64:66], line[66:]
        is_hex = len(digest) == 64 and all(digit in "0123456789abcdef" for digit in digest)
        if not is_hex or sign not in ("  ", " *") or not name:
            raise ValueError(f"line {number} is no digest and name: {line[:80]!r}")
        yield name.removeprefix("./"), digest


# --- the rest -------------------------------------------------------------------------------------


def random_source(source: SystemSource) -> Finding:
    """Whether chance can be had: two blocks, since one that repeats is refused."""
    try:
        for _ in range(2):
            source.bits(BLOCK_BITS)
    except ChanceError as error:
        what = f"There is no chance to deal with: {error}."
        todo = "Restart the machine; if it stays, the operating system is damaged."
        return Finding(Part.CHANCE, False, "fault", str(error), what, todo)
    return Finding(Part.CHANCE, True, "ready", "", "The system's random source answers.")


def disk_space(data: Path, least_bytes: int = LEAST_FREE_BYTES) -> Finding:
    """Whether the ledger's folder, or the one it will be made in, has room for an evening."""
    try:
        folder = next(each for each in (data, *data.parents) if each.exists())
        told = os.statvfs(folder)
    except (OSError, StopIteration) as error:
        what = f"The room for the ledger cannot be asked: {error}."
        return Finding(Part.DISK, False, "unknown", str(error), what, "Look at the card.")
    free_bytes = told.f_bavail * told.f_frsize
    if free_bytes < least_bytes:
        detail = f"{free_bytes // 1_000_000} MB free, {least_bytes // 1_000_000} MB are wanted"
        what = f"The ledger's disk is nearly full: {detail}."
        return Finding(Part.DISK, False, "full", detail, what, "Make room on it.")
    return Finding(Part.DISK, True, "room", "", "There is room for the ledger.")


def graphics_card(folder: Path = Path("/dev/dri")) -> Finding:
    """Whether a graphics card is there that this user may draw on."""
    cards = sorted(folder.glob("card*"))
    if not cards:
        what = "There is no graphics card."
        todo = "Boot with vc4-kms-v3d (a Pi), or load the driver of the card."
        return Finding(Part.DISPLAY, False, "none", str(folder), what, todo)
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        what = f"Nobody but root and its group may draw on {cards[0]}."
        todo = "Run this as the cabinet's user, or put yours into the groups video and render."
        return Finding(Part.DISPLAY, False, "refused", str(cards[0]), what, todo)
    return Finding(Part.DISPLAY, True, "ready", "", "A graphics card can be used.")


# --- a kiosk's own --------------------------------------------------------------------------------


def display_fault(driver: str, environment: Mapping[str, str]) -> list[Fault]:
    """The fault of a real cabinet that draws where nobody looks, or through a desktop."""
    wanted = environment.get(DISPLAY_VARIABLE, OWN_DISPLAY)
    if driver.lower() == wanted.lower():
        return []
    detail = f"display driver {driver!r}: a real cabinet draws by {wanted!r}"
    return [Fault(FaultName.HARDWARE, "display", detail)]


def restart_fault(ledger: Ledger | None) -> list[Fault]:
    """The fault of a cabinet that has crashed again and again, as its ledger counted."""
    if ledger is None or not ledger.is_falling:
        return []
    return [Fault(FaultName.CALL_SERVICE, detail=f"boot {ledger.boot}")]
