"""How long an operator waits for the books of a cabinet that has seen ten million rounds.

The ledger is one as those years leave it, made without the years (`ledger_maker` says how, and
why it is the same): the 100,000 rounds that are kept with every row of theirs, and the checkpoint
that stands for the 9,900,000 before them. It is made once, into build/bench-audit, in a minute;
delete the folder to have it made again. Each figure is a process of its own, the quickest of
several, once by the clock and once by the CPU, since others may be at work on the machine.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter

from ledger_evening import recorded
from ledger_maker import Evenings, make
from measured import Figure, Say

from firmware.errors import LedgerError
from firmware.ledger.database import DATABASE, MIGRATIONS
from firmware.operator.books import read_books

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "build" / "bench-audit"
TARGET = "below 300 ms"

_COUNT = """
import sqlite3, sys
connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
print(connection.execute("SELECT count(*) FROM rounds").fetchone()[0])
"""
"""The least that any program could do with such a file."""

_LIBRARIES = "import json, sqlite3, fractions, dataclasses, hmac, argparse, logging"
"""What every command that reads a ledger loads before its first own line."""

_PAGE = """
import json, sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from firmware.app.display import BooksShown
from firmware.clock import MonotonicClock
from firmware.ledger.ledger import Ledger
ledger = Ledger.open(Path(sys.argv[1]), clock=MonotonicClock(), executor=None, is_test=True)
told = []
for _ in range(2):
    begin, cpu = perf_counter(), process_time()
    assert BooksShown(ledger).figures().returns() is not None
    told.append([1000 * (perf_counter() - begin), 1000 * (process_time() - cpu)])
ledger.close()
print(json.dumps(told))
"""
"""A running cabinet whose operator opens the page of the returns, and opens it again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        rounds: played; whole evenings.
        evening_rounds: rounds of an evening.
        keep_rounds: rounds that the ledger keeps.
        runs: of each; the quickest counts.
        commands: of `cabinato` that are timed.
        kept: where the ledger is kept.
    """

    rounds: int = 10_000_000
    evening_rounds: int = 500
    keep_rounds: int = 100_000
    runs: int = 9
    commands: tuple[str, ...] = ("audit --json", "audit", "report --lang en")
    kept: Path = KEPT


@dataclass(frozen=True, slots=True)
class Took:
    """The quickest of several runs, milliseconds."""

    wall_ms: float
    cpu_ms: float


def measure(say: Say, plan: Plan | None = None) -> list[Figure]:
    """All figures of this topic."""
    plan = Plan() if plan is None else plan
    folder = made(plan, say)
    say("audit: processes are timed")
    told = f"{plan.rounds:,} rounds played, {plan.keep_rounds:,} kept"
    count = quickest(["-c", _COUNT, str(folder / DATABASE)], plan.runs)
    begin = quickest(["-c", _LIBRARIES], plan.runs)
    young = made(replace(plan, rounds=plan.evening_rounds), say)
    figures = []
    for command in plan.commands:
        took, first = (
            quickest(["-m", "firmware", *command.split(), "--data", str(each)], plan.runs)
            for each in (folder, young)
        )
        target = TARGET if command.startswith("audit") else ""
        name = f"cabinato {command}, {told}"
        figures += [
            Figure(name, took.wall_ms, "ms", "after one evening", first.wall_ms, target),
            Figure("the same, CPU", took.cpu_ms, "ms", "after one evening", first.cpu_ms),
        ]
    figures += [
        Figure(
            "of that: Python and the libraries, CPU",
            begin.cpu_ms,
            "ms",
            "Python that counts the kept rounds in SQLite",
            count.cpu_ms,
        )
    ]
    return figures + _page(folder, plan)


def made(plan: Plan, say: Say) -> Path:
    """The ledger, made if it is not there, or is none that this program reads."""
    schema = len(MIGRATIONS)
    folder = plan.kept / f"{plan.rounds}-{plan.keep_rounds}-schema{schema}"
    try:
        if read_books(folder).life.meters["games_played"] == plan.rounds:
            return folder
    except LedgerError:
        pass
    shutil.rmtree(folder, ignore_errors=True)
    say(f"audit: a ledger of {plan.rounds:,} rounds is made")
    evenings = Evenings(*recorded(plan.evening_rounds), plan.keep_rounds)
    make(folder, evenings, plan.rounds // evenings.rounds, plan.keep_rounds)
    return folder


def quickest(words: Sequence[str], runs: int) -> Took:
    """The quickest run of Python with these words."""
    walls, cpus = [], []
    for _ in range(runs):
        before, begin_s = getrusage(RUSAGE_CHILDREN), perf_counter()
        subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        walls.append(perf_counter() - begin_s)
        after = getrusage(RUSAGE_CHILDREN)
        cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return Took(1000 * min(walls), 1000 * min(cpus))


def _page(folder: Path, plan: Plan) -> list[Figure]:
    """On a copy: opening a ledger counts a boot."""
    found: list[list[list[float]]] = []
    with tempfile.TemporaryDirectory(prefix="page-", dir=plan.kept) as name:
        copy = Path(name) / "ledger"
        shutil.copytree(folder, copy)
        for _ in range(plan.runs):
            done = subprocess.run(
                [sys.executable, "-c", _PAGE, str(copy)],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
            found.append(json.loads(done.stdout))
    first, again = (
        Took(min(each[n][0] for each in found), min(each[n][1] for each in found)) for n in (0, 1)
    )
    what = "the operator's page of returns, opened"
    return [
        Figure(f"{what} for the first time", first.wall_ms, "ms", "again", again.wall_ms, TARGET),
        Figure("the same, CPU", first.cpu_ms, "ms", "again", again.cpu_ms),
    ]
