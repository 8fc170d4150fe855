"""The process that writes the books to a stick: `python -m firmware.app.take_home`.

It says a line of JSON as it gets on, and one at the end. What it writes gets its name only when it
has been read back from the stick, not from memory, and found to be what was meant.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from firmware.app.own_process import command, environment
from firmware.app.stick import PROVEN, READ_BACK, WRITTEN, BooksTaken, Trouble, trouble_of
from firmware.clock import Clock, MonotonicClock
from firmware.errors import LedgerError, StickError
from firmware.ledger.chain import Keys, name_of
from firmware.operator.export import (
    FILES,
    METERS,
    NOT_PROVEN,
    PART,
    ExportError,
    UnfinishedExportError,
    export,
)

AUDIT, AUDIT_DATA, REPORT = "audit.txt", "audit.json", "report.html"
SUMS = "SHA256SUMS"
"""A digest of every other file, in the format of `sha256sum`."""
OWN = (*FILES, NOT_PROVEN, AUDIT, AUDIT_DATA, REPORT, SUMS)
"""Whatever lies beside these is somebody else's, and is not touched."""
UNFINISHED = "cabinato-unfinished"

EXPORTED = 65
"""In percent: after the files of the export; then come those that the commands print."""
COLUMNS = 100
"""Of the audit as a text."""
HEAD_DIGITS = 8
TELL_EVERY_S = 1.0
"""A sign of life, also while a percent takes long."""
_BLOCK_BYTES = 1 << 20

Told = Callable[[int], None]

OF_THE_STICK = (ExportError, UnfinishedExportError)
"""What an export raises about where it goes to, as against what it reads."""


def take_home(ledger: Path, place: Path, language: str, told: Told) -> BooksTaken:
    """Write the books of the ledger in `ledger` into a folder of their own in `place`.

    The same books give the same folder, to the last byte; one that is there is replaced.

    Args:
        ledger: the data folder.
        place: where to.
        language: of the report.
        told: how far it is, in percent.

    Raises:
        StickError: they are not there; says why. Nothing half is left, where that can be helped.
    """
    unfinished = place / UNFINISHED
    with _plain_errors(place, unfinished):
        _remove(unfinished)
        done = export(ledger, unfinished, _share(told, PROVEN, EXPORTED), _share(told, 0, PROVEN))
        _write_printed(ledger, unfinished, language, _share(told, EXPORTED, WRITTEN))
        sums = _sums(unfinished)
        (unfinished / SUMS).write_text(_listed(sums), encoding="ascii")
        sums[SUMS] = hashlib.sha256(_listed(sums).encode("ascii")).hexdigest()
        size_bytes = _put_down(unfinished)
        _read_back(unfinished, sums, size_bytes, _share(told, WRITTEN, READ_BACK))
        name = f"cabinato-{_name(ledger)}-{_point(unfinished)}"
        _remove(place / name)
        unfinished.rename(place / name)
        _sync(place)
    return BooksTaken(name, len(sums), size_bytes, done.rounds, done.rows, not done.faults)


def _share(told: Told, low: int, high: int) -> Callable[[int, int], None]:
    """A part of the whole, told as such."""
    return lambda done, of: told(low + (high - low) * min(done, of) // max(of, 1))


@contextmanager
def _plain_errors(place: Path, unfinished: Path) -> Iterator[None]:
    device = _device(place)
    try:
        yield
    except (OSError, LedgerError, StickError) as error:
        with suppress(OSError, StickError):
            _remove(unfinished)
        if isinstance(error, StickError):
            raise
        cause = error.__cause__ if isinstance(error, OF_THE_STICK) else error
        if not isinstance(cause, OSError):
            trouble = Trouble.FAILED if isinstance(error, OF_THE_STICK) else Trouble.BOOKS
            raise trouble.error(str(error)) from error
        is_there = device is not None and _device(place) == device
        raise (trouble_of(cause) if is_there else Trouble.GONE).error(str(cause)) from error


def _device(place: Path) -> int | None:
    """What is mounted there; None when nothing answers."""
    try:
        return place.stat().st_dev
    except OSError:
        return None


# --- writing ----------------------------------------------------------------------------------


def _write_printed(
    ledger: Path, out: Path, language: str, told: Callable[[int, int], None]
) -> None:
    """What the commands print, by the commands themselves: one truth.

    Raises:
        LedgerError: a command could not be used.
    """
    printed = (
        (AUDIT, ("audit",)),
        (AUDIT_DATA, ("audit", "--json")),
        (REPORT, ("report", "--lang", language)),
    )
    for done, (name, words) in enumerate(printed, start=1):
        text = _printed(*words, "--data", str(ledger))
        if text:  # nothing is printed of a ledger that nobody can read
            (out / name).write_bytes(text)
        told(done, len(printed))


def _printed(*words: str) -> bytes:
    plain = {"COLUMNS": str(COLUMNS), "TERM": "dumb", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    # A pipe is no terminal, unless somebody's variables insist.
    others = {
        name: value
        for name, value in environment().items()
        if name not in ("FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE")
    }
    done = subprocess.run(
        command("firmware", *words),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**others, **plain},
        check=False,
    )
    if done.returncode not in (0, 1):
        said = done.stderr.decode(errors="replace").strip()
        raise LedgerError(f"cabinato {words[0]} ended with {done.returncode}: {said[-200:]}")
    return done.stdout


def _sums(folder: Path) -> dict[str, str]:
    """The digest of every file of ours, by name, sorted."""
    return {name: _digest(folder / name) for name in sorted(OWN) if (folder / name).is_file()}


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _listed(sums: dict[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sums.items())


def _put_down(folder: Path) -> int:
    """Everything on the stick and out of memory; how many bytes it was."""
    size_bytes = 0
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            os.fsync(file.fileno())
            size_bytes += os.fstat(file.fileno()).st_size
            # What is read from now on comes from the stick.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    _sync(folder)
    return size_bytes


def _sync(folder: Path) -> None:
    line = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(line)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems know no sync of a folder
            raise
    finally:
        os.close(line)


def _read_back(
    folder: Path, sums: dict[str, str], size_bytes: int, told: Callable[[int, int], None]
) -> None:
    """See that the stick holds what was meant.

    Raises:
        StickError: naming the first file that is otherwise.
    """
    read = 0
    for name, meant in sums.items():
        if _digest(folder / name) != meant:
            raise Trouble.WORN.error(f"{name} was read back otherwise than it was written")
        read += (folder / name).stat().st_size
        told(read, size_bytes)


def _name(ledger: Path) -> str:
    """By which the folders of two cabinets are told apart."""
    try:
        return name_of(Keys(ledger).read())
    except (OSError, LedgerError):
        return "nameless"


def _point(folder: Path) -> str:
    """Up to where the books go, as a part of a name: the newest row, and its hash."""
    told = json.loads((folder / METERS).read_text(encoding="utf-8"))
    if told is None:
        return "damaged"
    return f"row-{told['rows']}-{told['head'][:HEAD_DIGITS]}"


def _remove(folder: Path) -> None:
    """Take away a folder of ours, with nothing that is not ours.

    Raises:
        StickError: there is something else in it.
    """
    if not folder.is_dir():
        return
    for name in (SUMS, *OWN):  # what says that it is whole goes first
        for end in ("", PART):
            (folder / (name + end)).unlink(missing_ok=True)
    others = sorted(path.name for path in folder.iterdir())
    if others:
        raise Trouble.FAILED.error(f"{folder.name} on the stick holds '{others[0]}'")
    folder.rmdir()


# --- the process ------------------------------------------------------------------------------


class Teller:
    """Says how far it is, a line at a time, and that it lives.

    Args:
        clock: paces it.
        say: takes a line.
    """

    def __init__(self, clock: Clock, say: Callable[[str], None]) -> None:
        self._clock = clock
        self._say = say
        self._percent = -1
        self._next_s = float("-inf")

    def __call__(self, percent: int) -> None:
        now_s = self._clock.now_s()
        if percent != self._percent or now_s >= self._next_s:
            self._percent, self._next_s = percent, now_s + TELL_EVERY_S
            self._say(json.dumps({"percent": percent}))


def _say(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # nobody wants the books any more
        raise SystemExit(1) from None


def main(ledger: str, place: str, language: str) -> None:
    """Do it, and say what came of it."""
    told = Teller(MonotonicClock(), _say)
    try:
        taken = take_home(Path(ledger), Path(place), language, told)
    except StickError as error:
        detail = dict(error.why.values)["detail"]
        _say(json.dumps({"trouble": error.why.key, "detail": str(detail)}))
    else:
        _say(json.dumps(asdict(taken)))


if __name__ == "__main__":
    from firmware.app.worker import step_back

    step_back()
    main(*sys.argv[1:])
