"""The rooms of `firmware/` know only what lies below them, and time and chance have one door.

The walk is over the source, not over what happens to be imported, so an import within a
function or for type checking counts as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import firmware

FIRMWARE = Path(firmware.__file__).parent

# The house from the ground up; two rooms of one storey do not know each other.
STOREYS = (
    {"ground"},  # the modules at the top of the package, and `cards`
    {"games", "ledger"},
    {"odds"},
    {"operator"},
    {"cabinet"},
    {"screens", "hardware"},
    {"app"},
    {"cli"},
    {"__main__"},
)
STOREY = {room: level for level, rooms in enumerate(STOREYS) for room in rooms}

DEVICES = {"pygame", "gpiozero", "serial", "lgpio"}
RIM = {"screens", "hardware"}
SLOW = {"numpy", "rich", "babel", "paho"}
"""Imported where they are used, never at the start."""
SOLVER = ("games.cinque_mani.duel", "games.cinque_mani.opponent")
"""Cannot do without numpy for a line, so it begins with it, and is itself imported like it."""

CLOCK = {"clock"}
CHANCE = {"cards.shuffle"}
KEY_MAKER = {"ledger.chain"}
"""Makes the ledger's key once, from the system's own source; deals nothing."""

DOORS = {"time": CLOCK, "random": CHANCE, "secrets": CHANCE | KEY_MAKER, "uuid": set[str]()}
CALLS = {
    "urandom": CHANCE | KEY_MAKER,
    "getrandom": CHANCE,
    "now": CLOCK,
    "utcnow": CLOCK,
    "today": CLOCK,
}
"""Attributes of `os`, `datetime` and `date` that read a clock or a random source."""


@dataclass(frozen=True, slots=True)
class Import:
    """One import: `module` (below the package, dotted) takes `target` (a full dotted name)."""

    module: str
    target: str
    line: int
    is_at_start: bool

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


def modules(package: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield name, ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(name: str, tree: ast.Module) -> Iterator[Import]:
    waiting: list[tuple[ast.AST, bool]] = [(tree, True)]
    while waiting:
        node, is_at_start = waiting.pop()
        is_late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)
        is_at_start = is_at_start and not is_late
        waiting += [(inner, is_at_start) for inner in ast.iter_child_nodes(node)]
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield Import(name, alias.name, node.lineno, is_at_start)
            case ast.ImportFrom(module=source, names=names, level=0):
                for alias in names:
                    yield Import(name, f"{source}.{alias.name}", node.lineno, is_at_start)
            case ast.ImportFrom():
                raise AssertionError(f"{name}:{node.lineno}: write the whole name of a module")
            case _:
                pass


def is_for_types(node: ast.AST) -> bool:
    """Whether the node is the `if` of what only a type checker reads."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return True
        case _:
            return False


def room(module: str) -> str:
    """The room of a module named below the package; "" and what stands alone is the ground."""
    first = module.split(".")[0]
    return first if first in STOREY else "ground"


def faults(package: Path) -> list[str]:
    """Every import of `package` (a folder called `firmware`) that the design forbids."""
    found = []
    trees = dict(modules(package))
    taken = {name: list(imports(name, tree)) for name, tree in trees.items()}
    for name, tree in trees.items():
        for one in taken[name]:
            top, _, below = one.target.partition(".")
            if top == "firmware":
                here, there = room(name), room(below)
                if here != there and STOREY[there] >= STOREY[here]:
                    found.append(f"{one}: an arrow from {here} up to {there}")
            if top in DEVICES and room(name) not in RIM:
                found.append(f"{one}: devices are known at the rim only")
            if is_slow(one) and one.is_at_start and not lies_in(SOLVER, name):
                found.append(f"{one}: slow, to be imported where it is used")
            if top in DOORS and name not in DOORS[top]:
                found.append(f"{one}: time and chance are handed in")
            if one.target in {"os.urandom", "os.getrandom"} and name not in CALLS["urandom"]:
                found.append(f"{one}: time and chance are handed in")
        found += called(name, tree)
    return found + circles(taken)


def is_slow(one: Import) -> bool:
    top, _, below = one.target.partition(".")
    return top in SLOW or (top == "firmware" and lies_in(SOLVER, below))


def lies_in(packages: tuple[str, ...], name: str) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def called(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(
                value=ast.Name(id="os" | "datetime" | "date" as owner)
                | ast.Attribute(attr="datetime" | "date" as owner),
                attr=attr,
            ) if name not in CALLS.get(attr, {name}):
                yield f"{name}:{node.lineno} reads {owner}.{attr}: time and chance are handed in"
            case _:
                pass


def circles(taken: dict[str, list[Import]]) -> list[str]:
    """Modules that need each other while they start; `taken`: what each of them imports."""
    needs: dict[str, set[str]] = {}
    for name, all_taken in taken.items():
        needs[name] = set()
        for one in all_taken:
            below = one.target.removeprefix("firmware.")
            if one.is_at_start and below != one.target:
                owner = below if below in taken else below.rpartition(".")[0]
                needs[name] |= {owner} & taken.keys() - {name, ""}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as fault:
        return ["a circle: " + " -> ".join(fault.args[1])]
    return []


@pytest.mark.promise("RNG-1")
def test_every_import_of_the_firmware_runs_down() -> None:
    assert faults(FIRMWARE) == []


# --- the walk itself can fail -----------------------------------------------------------------


def planted(tmp_path: Path, path: str, text: str) -> list[str]:
    """The faults of a firmware that has one module, with this text, and some innocent ones."""
    package = tmp_path / "firmware"
    for name, words in {
        "__init__.py": "",
        "clock.py": "import time\nfrom datetime import datetime\nt = datetime.now()\n",
        "cards/__init__.py": "",
        "cards/shuffle.py": "import secrets\nimport os\nr = os.urandom(1)\n",
        "games/rules.py": "from firmware.cards.shuffle import r\nfrom firmware.clock import t\n",
        "operator/books.py": "from firmware.games.rules import r\n",
        "screens/draw.py": "import pygame\nfrom firmware.cabinet.state import s\n",
        "cabinet/state.py": "from firmware.games import rules\n",
        path: text,
    }.items():
        file = package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, encoding="utf-8")
    return faults(package)


def test_an_innocent_house_has_no_faults(tmp_path: Path) -> None:
    assert planted(tmp_path, "app.py", "from firmware.screens.draw import x\n") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/odd.py", "from firmware.cabinet.state import s"),
        ("games/odd.py", "from firmware.ledger import ledger"),
        ("ledger/odd.py", "import firmware.games.rules"),
        ("screens/odd.py", "from firmware.hardware import ports"),
        ("hardware/odd.py", "from firmware import screens"),
        ("ground.py", "from firmware.games import rules"),
        ("cards/odd.py", "from firmware.operator import books"),
        ("games/odd.py", "from firmware.odds import deal"),
        ("odds/odd.py", "from firmware.operator import books"),
        ("cabinet/odd.py", "def f():\n    from firmware.screens import draw"),
        (
            "games/odd.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from firmware.app import a",
        ),
        ("cli/odd.py", "import firmware.__main__"),
    ],
)
def test_an_arrow_that_runs_up_is_found(tmp_path: Path, path: str, text: str) -> None:
    (fault,) = planted(tmp_path, path, text)
    assert "an arrow from" in fault


@pytest.mark.parametrize("device", ["pygame", "gpiozero", "serial"])
@pytest.mark.parametrize("path", ["cabinet/odd.py", "games/odd.py", "app.py", "odd.py"])
def test_a_device_away_from_the_rim_is_found(tmp_path: Path, device: str, path: str) -> None:
    (fault,) = planted(tmp_path, path, f"def f():\n    import {device}.part")
    assert "rim" in fault


@pytest.mark.promise("RNG-1")
@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "from time import monotonic",
        "import random",
        "from secrets import randbelow",
        "import os\nx = os.urandom(8)",
        "from os import urandom",
        "from datetime import datetime\nx = datetime.now()",
        "import datetime\nx = datetime.datetime.now()",
        "from datetime import date\nx = date.today",
        "import uuid",
    ],
)
@pytest.mark.parametrize("path", ["games/odd.py", "hardware/odd.py", "cards/card.py"])
def test_a_second_door_to_time_or_chance_is_found(tmp_path: Path, path: str, text: str) -> None:
    (fault,) = planted(tmp_path, path, text)
    assert "handed in" in fault


@pytest.mark.parametrize(
    "name", ["numpy", "rich.table", "babel", "firmware.games.cinque_mani.duel.table"]
)
def test_a_slow_import_at_the_start_is_found(tmp_path: Path, name: str) -> None:
    (fault,) = planted(tmp_path, "cli/odd.py", f"import {name}")
    assert "slow" in fault


def test_a_slow_import_where_it_is_used_is_allowed(tmp_path: Path) -> None:
    assert planted(tmp_path, "cli/odd.py", "def f():\n    import numpy") == []
    assert planted(tmp_path, "games/cinque_mani/duel/odd.py", "import numpy") == []
    assert planted(tmp_path, "cli/odd.py", "if TYPE_CHECKING:\n    import numpy") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("words.py", "from firmware.panel import p"),
        ("words.py", "import firmware.panel"),
        ("words.py", "from firmware import panel"),
    ],
)
def test_a_circle_is_found(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "panel.py").write_text("from firmware.words import w\n")
    (fault,) = planted(tmp_path, path, text)
    assert fault.startswith("a circle: ")


def test_a_circle_broken_by_a_late_import_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "panel.py").write_text("from firmware.words import w\n")
    assert planted(tmp_path, "words.py", "def f():\n    from firmware.panel import p") == []


def test_a_folder_may_gather_its_own_files(tmp_path: Path) -> None:
    assert planted(tmp_path, "cards/__init__.py", "from firmware.cards.shuffle import r") == []
